"""Runs commands in turn and takes medians: the machine's mood changes from minute to minute, so what is compared runs
side by side, and what counts are the ratios."""
import os
import resource
import subprocess
import tempfile
import time
from statistics import median


def peak_of(pid):
    """Megabytes at most so far. What wait4() tells is at least what this script itself takes."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as status:
            return next((int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM:")), 0)
    except OSError:
        return 0


class Command:
    """A command line; `shell`: a pipeline. Ours may end with a verdict's code."""

    def __init__(self, name, argv, codes=(0,), shell=False, env=None):
        self.name, self.argv, self.codes, self.shell, self.env = name, argv, codes, shell, env
        self.seconds, self.cpu, self.peak = [], [], 0

    def run(self):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begin = time.monotonic()
        argv = ["sh", "-c", self.argv] if self.shell else self.argv
        errors = tempfile.TemporaryFile()  # a pipe that nobody reads meanwhile could fill up
        child = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=errors, env={**os.environ, **(self.env or {})})
        while child.poll() is None:
            if not self.shell:
                self.peak = max(self.peak, peak_of(child.pid))
            time.sleep(0.0005 if time.monotonic() - begin < 0.1 else 0.005)
        self.seconds.append(time.monotonic() - begin)
        errors.seek(0)
        error = errors.read()
        errors.close()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        if child.returncode not in self.codes:
            raise SystemExit(f"bench: {self.name} ended with {child.returncode}: {error.decode(errors='replace')[-400:]}")


def in_turn(commands, rounds):
    """Each once to warm the page cache, then all in turn, so many rounds."""
    for command in commands:
        command.run()
        command.seconds.clear()
        command.cpu.clear()
    for _ in range(rounds):
        for command in commands:
            command.run()
    return commands


def ratio(ours, other, cpu=False):
    """The median of the rounds' ratios; `cpu`: of processor time, which other load on the machine changes less."""
    pick = (lambda c: c.cpu) if cpu else (lambda c: c.seconds)
    return median([a / b for a, b in zip(pick(ours), pick(other))])


def table(title, commands, gigabytes=None):
    print(f"\n## {title}\n\n| command | s | processor s | peak MB |" + (" s a GB |" if gigabytes else ""))
    print("| --- | --- | --- | --- |" + (" --- |" if gigabytes else ""))
    for command in commands:
        row = f"| {command.name} | {median(command.seconds):.3f} | {median(command.cpu):.3f} | {command.peak:.1f} |"
        print(row + (f" {median(command.seconds) / gigabytes:.3f} |" if gigabytes else ""))


def target(what, value, limit, unit=""):
    print(f"\n{what}: **{value:.3f}{unit}** (target ≤ {limit}{unit}: {'holds' if value <= limit else 'MISSED'})")
