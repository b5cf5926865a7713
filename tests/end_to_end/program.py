"""Runs jitgate for the tests of this folder, and makes output directories for them."""
import datetime
import hashlib
import json
import os
import subprocess

JITGATE = os.environ["JITGATE"]
TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RUNS = os.path.join(TESTS, "data", "runs")
ROOT = os.path.dirname(TESTS)


def clean():
    """The environment without options, CI jobs and what says how a terminal looks."""
    return {name: value for name, value in os.environ.items()
            if not name.startswith(("JITGATE_", "GITHUB_", "BUILDKITE"))
            and name not in ("COLUMNS", "NO_COLOR", "CLICOLOR_FORCE")}


def finished(*arguments, cwd=None, variables=None):
    """Runs it, without options and CI jobs in variables but those given, and gives the finished process with bytes as
    output."""
    return subprocess.run([JITGATE, *map(str, arguments)], capture_output=True, check=False, cwd=cwd,
                          env={**clean(), **(variables or {})}, stdin=subprocess.DEVNULL, timeout=120)


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


def recorded(run):
    """(name without .zip, bytes) of each artifact of a run of RUNS."""
    folder = os.path.join(RUNS, run)
    for name in sorted(os.listdir(folder)):
        if name.endswith(".zip"):
            with open(os.path.join(folder, name), "rb") as file:
                yield name[:-4], file.read()


def unix(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


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
    """The events and their digest, as if the run had been judged so; its counts are the caller's to change."""
    text = "".join(json.dumps(event) + "\n" for event in events).encode()
    with open(os.path.join(directory, "events.jsonl"), "wb") as file:
        file.write(text)
    path = os.path.join(directory, "verdict.json")
    if os.path.exists(path):
        write_json(path, {**read_json(path), "events_sha256": hashlib.sha256(text).hexdigest()})


def disagreements(directory):
    """What must not be believed of an output directory: name → (what to change in a copy of it, what must be said)."""
    events_path, verdict_path = (os.path.join(directory, name) for name in ("events.jsonl", "verdict.json"))

    def lines(change):
        def apply():
            with open(events_path, "rb") as file:
                kept = file.read().splitlines(keepends=True)
            change(kept)
            with open(events_path, "wb") as file:
                file.writelines(kept)
        return apply

    def verdict(change):
        def apply():
            kept = read_json(verdict_path)
            change(kept, max(kept["points"], key=lambda point: point["counts"]["in_window"]))
            write_json(verdict_path, kept)
        return apply

    def one_doubled_one_lost(kept):
        kept[0] = kept[1]

    def swapped(kept):
        kept[0], kept[1] = kept[1], kept[0]

    def relabelled(kept):
        kept[0] = kept[0].replace(b'"phase"', b'"phase" ')

    def moved():
        events = read_events(directory)
        next(event for event in events if event["benchmarks"])["benchmarks"] = []
        write_events(directory, events)

    def said_clean(kept, point):
        kept.update(status="flagged", exit_code=0)
        point.update(finding="clean", status="valid")

    def said_clean_without_reasons(kept, point):
        said_clean(kept, point)
        point["reasons"] = []

    def said_clean_throughout(kept, point):
        said_clean_without_reasons(kept, point)
        point.update(events=[], counts={**point["counts"], "in_window": 0, "possible": 0, "by_compiler": {}})

    def said_contaminated(kept, point):
        kept["points"][-1].update(finding="contaminated")

    def other_digest(kept, point):
        kept["events_sha256"] = "0" * 64

    return {
        "a line doubled, another lost": (lines(one_doubled_one_lost), "events.jsonl:2: the line stands there twice"),
        "a line lost": (lines(lambda kept: kept.pop()), "and its verdict counts"),
        "lines in another order": (lines(swapped), "their digests differ"),
        "a line of the same meaning": (lines(relabelled), "their digests differ"),
        "without the last line's end": (lines(lambda kept: kept.append(kept.pop().rstrip())), "their digests differ"),
        "an event that touches its point no more": (moved, "events in the window of point"),
        "finding edited": (verdict(said_clean), "makes it contaminated"),
        "finding and reasons edited": (verdict(said_clean_without_reasons), "the verdict says clean"),
        "finding, reasons and counts edited": (verdict(said_clean_throughout), "events in the window of point"),
        "finding made worse": (verdict(said_contaminated), "no reason makes it that"),
        "digest edited": (verdict(other_digest), "their digests differ"),
    }
