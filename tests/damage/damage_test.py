#!/usr/bin/python3
"""Broken copies of runs, each judged by the program: nothing that was lost may be called clean.

    JITGATE=build/release/jitgate python3 tests/damage/damage_test.py [--full] [--only TEXT] [--verbose]

JITGATE_FORKS names a program that does the same by forking (forks.cc), which saves most of the time under sanitizers.
The last line is "damage: N cases, S same, I inconclusive, E error, Z silently clean"."""

import argparse
import collections
import concurrent.futures
import json
import os
import queue
import subprocess
import sys
import tempfile

import suite
from cases import outcome, told, write


class Starts:
    """Runs the program anew for each command."""

    def run(self, output, arguments):
        with open(output, "wb") as file:
            done = subprocess.run([os.environ["JITGATE"], *arguments], stdin=subprocess.DEVNULL, stdout=file,
                                  stderr=subprocess.STDOUT, check=False, timeout=600)
        return done.returncode if done.returncode >= 0 else 128 - done.returncode


class Forks:
    """Has a running program fork for each command (forks.cc)."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, output, arguments):
        self.process.stdin.write("\t".join([output, *arguments]) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError("the forking program ended")
        return int(answer)


def check(program, files, arguments):
    with tempfile.TemporaryDirectory(prefix="damage", ignore_cleanup_errors=True) as folder:
        copy, out, output = (os.path.join(folder, name) for name in ("copy", "out", "output"))
        os.mkdir(copy)
        write(files, copy)
        code = program.run(output, ["check", copy, "--quiet", "--out", out, "--color", "never", *arguments])
        with open(output, encoding="utf-8", errors="replace") as file:
            words = file.read()
        try:
            with open(os.path.join(out, "verdict.json"), encoding="utf-8") as file:
                verdict = json.load(file)
            with open(os.path.join(out, "events.jsonl"), encoding="utf-8") as file:
                events = [json.loads(line) for line in file]
        except FileNotFoundError:
            verdict, events = None, []
        return told(code, words, verdict, events)


def in_order(pool, judge, cases):
    """Each case and what was said of it. A few are made ahead, for all of them together would fill the memory."""
    waiting = collections.deque()
    for case in cases:
        waiting.append((case, pool.submit(judge, case)))
        if len(waiting) > 16:
            case, future = waiting.popleft()
            yield case, future.result()
    for case, future in waiting:
        yield case, future.result()


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--full", action="store_true", default=os.environ.get("DAMAGE") == "full")
    options.add_argument("--only", default="")
    options.add_argument("--verbose", action="store_true")
    options.add_argument("--jobs", type=int, default=2)
    asked = options.parse_args()
    forks = os.environ.get("JITGATE_FORKS")
    programs = queue.SimpleQueue()
    for _ in range(asked.jobs):
        programs.put(Forks(forks) if forks else Starts())

    def judged(files, arguments=()):
        program = programs.get()
        try:
            return check(program, files, arguments)
        finally:
            programs.put(program)

    counts, wrong = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        whole = suite.undamaged(asked.full)
        before = dict(zip(whole, pool.map(judged, whole.values())))
        for name, run in before.items():
            print(f"{name}: {run.findings}, {sum(run.events.values())} events")
        chosen = (case for case in suite.cases(asked.full) if asked.only in case.name)
        for case, after in in_order(pool, lambda case: judged(case.files, case.arguments), chosen):
            said, why = outcome(case, before[case.base], after)
            counts[said] += 1
            if said in ("silent", "wrong"):
                wrong.append(case.name)
                print(f"{said.upper()}: {case.name} ({case.claim}): {why}", file=sys.stderr)
            elif asked.verbose:
                print(f"{said}: {case.name}: {after.reasons}")
    print(f"damage: {sum(counts.values())} cases, {counts['same']} same, {counts['inconclusive']} inconclusive, "
          f"{counts['error']} error, {counts['silent']} silently clean")
    return 1 if wrong or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
