#!/usr/bin/python3
"""Killed, out of space, told to stop: at whatever moment, no file under its final name is half written, and a second run
finishes the work. A limit on the size of files makes the moments exact: at byte N of a write the system ends the program
(SIGXFSZ), or, where that is ignored, the write fails as on a full disk. Kills by the clock are added for what writes
nothing."""
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile

from program import JITGATE, RUNS, TESTS, artifact, check, clean, finished, jitgate, read_json, recorded

sys.path.insert(0, TESTS)
from fake_github import GitHub  # noqa: E402

TOKEN = "ghs_fakeTokenThatMustStayHere0123456789"
WARM = os.path.join(RUNS, "c12-warm")
SIZES = (0, 1, 300, 1000, 4000, 9000, 20_000, 60_000)


def day(offset):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + offset * 86_400))


def run(*arguments, most=None, full=False, seconds=None, number=signal.SIGKILL, variables=None):
    """Its exit status. `most`: bytes of a file; at the next one it is killed, or with `full` the write fails. `seconds`:
    when `number` is sent."""
    def limit():
        if most is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN if full else signal.SIG_DFL)

    environment = {name: value for name, value in clean().items() if "proxy" not in name.lower()}
    process = subprocess.Popen([JITGATE, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env={**environment, **(variables or {})}, preexec_fn=limit,
                               restore_signals=False)
    if seconds is not None:
        time.sleep(seconds)
        process.send_signal(number)
    out, err = process.communicate(timeout=120)
    return process.returncode, out.decode(), err.decode()


class Killed(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def moments(self):
        """(what is said of it, arguments of run) of every way to be ended."""
        for most in SIZES:
            yield f"killed at byte {most}", {"most": most}
            yield f"full at byte {most}", {"most": most, "full": True}
        for seconds in (0.01, 0.05, 0.1, 0.2):
            yield f"killed after {seconds} s", {"seconds": seconds}
            yield f"stopped after {seconds} s", {"seconds": seconds, "number": signal.SIGINT}

    def ended_as_it_should(self, what, how, status, out, err):
        if how.get("full"):
            self.assertIn(status, (0, 80, 81, 82, 84), (what, err))
            self.assertNotIn("internal error", err)
            if status == 84:
                self.assertRegex(out + err, "too large|No space|cannot", what)
        else:
            self.assertIn(status, (0, 81, 82, 84, 130, -signal.SIGKILL, -signal.SIGXFSZ, -signal.SIGINT), (what, err))

    def test_check(self):
        whole = self.path("whole")
        check("c12-warm", whole, 0)
        names = sorted(os.listdir(whole))
        for what, how in self.moments():
            out = self.path("out")
            status, said, err = run("check", WARM, "--out", out, "--quiet", **how)
            self.ended_as_it_should(what, how, status, said, err)
            # Stopped while it read, it says what it knows, which is not the whole; stopped later, it is.
            if status != 130 or read_json(os.path.join(out, "verdict.json"))["status"] == "valid":
                self.same_or_absent(whole, out, what)
            if how.get("full") and status == 84:
                self.assertEqual(os.listdir(out) if os.path.exists(out) else [], [], f"{what}: litter")
            check("c12-warm", out, 0)
            self.assertLessEqual(set(names), set(os.listdir(out)), what)
            shutil.rmtree(out)

    def same_or_absent(self, whole, out, what):
        for name in os.listdir(whole):
            path = os.path.join(out, name)
            if not os.path.exists(path):
                continue
            with open(path, "rb") as here, open(os.path.join(whole, name), "rb") as there:
                self.assertEqual(here.read(), there.read(), f"{what}: {name} is not whole")

    def test_annotate(self):
        check("c12-warm", self.path("saved"), 0)
        verdict = self.path("saved", "verdict.json")
        original = artifact("c12-warm", "bmk_")
        jitgate("annotate", "--verdict", verdict, original, "--out", self.path("whole"))
        name = os.path.basename(original)
        with open(original, "rb") as before, open(self.path("whole", name), "rb") as after:
            may_be = {hashlib.sha256(before.read()).hexdigest(), hashlib.sha256(after.read()).hexdigest()}
        for what, how in self.moments():
            os.mkdir(self.path("rows"))
            target = self.path("rows", name)
            shutil.copy(original, target)
            status, said, err = run("annotate", "--in-place", "--verdict", verdict, target, **how)
            self.ended_as_it_should(what, how, status, said, err)
            with open(target, "rb") as file:
                self.assertIn(hashlib.sha256(file.read()).hexdigest(), may_be, what)
            for other in os.listdir(self.path("rows")):
                if other.startswith("jit_validation") and other.endswith(".json"):
                    read_json(self.path("rows", other))
            jitgate("annotate", "--in-place", "--verdict", verdict, target)
            with zipfile.ZipFile(target) as rows:
                self.assertIsNone(rows.testzip(), what)
                self.assertTrue(all(json.loads(rows.read(row))["jit_valid"] == 1 for row in rows.namelist()), what)
            shutil.rmtree(self.path("rows"))

    def hub(self, runs=1):
        hub = GitHub()
        self.addCleanup(hub.close)
        for id in range(77, 77 + runs):
            one = hub.run(id=id, attempts=(day(-3),))
            for name, content in recorded("c12-warm"):
                hub.artifact(one, name, content, created=day(-3), expires_at=day(87))
        return hub

    def test_fetch(self):
        hub = self.hub()
        for what, how in self.moments():
            out = self.path("fetched")
            status, said, err = run("fetch", "github:octo/bench/runs/77", "--out", out, "--tries", "1",
                                 variables=hub.variables(TOKEN), **how)
            self.ended_as_it_should(what, how, status, said, err)
            if os.path.exists(out):
                for name in os.listdir(out):
                    if name.endswith(".zip"):
                        with zipfile.ZipFile(os.path.join(out, name)) as kept:
                            self.assertIsNone(kept.testzip(), what)
                    if name == "manifest.json":
                        read_json(os.path.join(out, name))
            done = finished("fetch", "github:octo/bench/runs/77", "--out", out, variables=hub.variables(TOKEN))
            self.assertEqual(done.returncode, 0, (what, done.stderr.decode()))
            jitgate("check", out, "--quiet")
            shutil.rmtree(out)

    def test_sweep(self):
        hub = self.hub(2)
        for what, how in self.moments():
            to = self.path("records")
            arguments = ("sweep", "github:octo/bench", "--to", to, "--tries", "1")
            status, said, err = run(*arguments, variables=hub.variables(TOKEN), **how)
            self.ended_as_it_should(what, how, status, said, err)
            done = finished(*arguments, variables=hub.variables(TOKEN))
            self.assertEqual(done.returncode, 0, (what, done.stderr.decode()))
            for record in ("77-1", "78-1"):
                self.assertEqual(read_json(os.path.join(to, "runs", record, "verdict.json"))["status"], "valid", what)
            self.assertEqual(sorted(os.listdir(os.path.join(to, "runs"))), ["77-1", "78-1"], what)
            shutil.rmtree(to)


class Stopped(unittest.TestCase):
    """SIGINT and SIGTERM: what is known so far is judged, saved and told, and is not called the whole."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copytree(os.path.join(TESTS, "golden", "monitor-verbose-clean", "input"), os.path.join(self.folder, "a"))
        # A file that takes long to read, behind a run that is read at once.
        with open(os.path.join(self.folder, "z.log"), "wb") as file:
            file.truncate(60 << 30)

    def test_a_check_says_what_it_knows(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            out = os.path.join(self.folder, "out")
            status, _, err = run("check", self.folder, "--out", out, "--quiet", "--expect-workers", "prefill=1",
                                 "--expect-workers", "decode=2", seconds=2.5, number=number)
            self.assertEqual(status, 128 + number, err)
            self.assertIn(f"stopped by {number.name}", err)
            verdict = read_json(os.path.join(out, "verdict.json"))
            self.assertEqual((verdict["status"], verdict["exit_code"]), ("invalid", 82))
            self.assertIn("conc12", " ".join(point["id"] for point in verdict["points"]))
            for point in verdict["points"]:
                self.assertIn("limit_reached", [reason["code"] for reason in point["reasons"]])
                self.assertNotEqual(point["finding"], "clean")
            shutil.rmtree(out)


if __name__ == "__main__":
    unittest.main()
