"""Runs jitgate for the tests of this folder, and makes output directories for them."""
import json
import os
import subprocess

JITGATE = os.environ["JITGATE"]
TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RUNS = os.path.join(TESTS, "data", "runs")
ROOT = os.path.dirname(TESTS)


def finished(*arguments, cwd=None, variables=None):
    """Runs it, without options in variables but those given, and gives the finished process with bytes as output."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("JITGATE_")}
    return subprocess.run([JITGATE, *map(str, arguments)], capture_output=True, check=False, cwd=cwd,
                          env={**clean, **(variables or {})}, stdin=subprocess.DEVNULL, timeout=120)


def told(*arguments, cwd=None, **variables):
    """Its exit status, standard output and standard error as text."""
    done = finished(*arguments, cwd=cwd, variables=variables)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def jitgate(*arguments, exit=0, cwd=None):
    """Runs it and gives the finished process with bytes as output; `exit` is what it must end with."""
    done = finished(*arguments, cwd=cwd)
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
