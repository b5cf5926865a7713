"""Runs jitgate for the tests of this folder, and makes output directories for them."""
import json
import os
import subprocess

JITGATE = os.environ["JITGATE"]
TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RUNS = os.path.join(TESTS, "data", "runs")
ROOT = os.path.dirname(TESTS)


def jitgate(*arguments, exit=0, cwd=None):
    """Runs it and gives the finished process with bytes as output; `exit` is what it must end with."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("JITGATE_")}
    done = subprocess.run([JITGATE, *map(str, arguments)], capture_output=True, check=False, cwd=cwd, env=clean)
    if done.returncode != exit:
        raise AssertionError(f"exit {done.returncode}, not {exit}: {arguments}\n{done.stderr.decode(errors='replace')}")
    return done


def check(run, out, exit):
    jitgate("check", os.path.join(RUNS, run), "--out", out, "--quiet", exit=exit)
    return out


def artifact(run, prefix):
    folder = os.path.join(RUNS, run)
    return os.path.join(folder, next(name for name in os.listdir(folder) if name.startswith(prefix)))


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)


def read_events(directory):
    with open(os.path.join(directory, "events.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def write_events(directory, events):
    with open(os.path.join(directory, "events.jsonl"), "w", encoding="utf-8") as file:
        file.writelines(json.dumps(event) + "\n" for event in events)
