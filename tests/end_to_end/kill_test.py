#!/usr/bin/python3
"""Killed, out of space, told to stop: at whatever moment, no file under its final name is half written, and a second run
finishes the work. For `check`, `annotate --in-place`, `fetch` and `sweep`, each ended

- at byte N of a file that it writes, which a limit on the size of files makes exact: the system ends the program there
  (SIGXFSZ), or, where that is ignored, the write fails as on a full disk;
- by SIGKILL and by SIGINT at a third and two thirds of the time that it takes, for what writes nothing.

And a `check` that is told to stop says what it knows. Each moment has a folder of its own, so several are tried at once."""
import concurrent.futures
import hashlib
import json
import os
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
SMALL = os.path.join(TESTS, "golden", "monitor-verbose-clean", "input")
SIZES = (0, 300, 4000, 20_000)  # the first write, within a short file, within a verdict, within a page


def day(offset):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + offset * 86_400))


def run(*arguments, most=None, full=False, seconds=None, number=signal.SIGKILL, variables=None):
    """Its exit status, output and errors. `most`: bytes of a file; at the next one it is killed, or with `full` the write
    fails. `seconds`: when `number` is sent."""
    command = [JITGATE, *arguments]
    if most is not None:
        command = ["prlimit", f"--fsize={most}:{most}", "--core=0:0", *command]
    if full:
        command = ["sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh", *command]
    environment = {name: value for name, value in clean().items() if "proxy" not in name.lower()}
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**environment, **(variables or {})}) as process:
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

    def at_every_moment(self, takes, tried):
        """Calls tried(what, how, folder) for every way to be ended: what is said of it, arguments of run(), and a folder of
        its own. `takes`: seconds of the whole command."""
        ways = []
        for most in SIZES:
            ways.append((f"killed at byte {most}", {"most": most}))
            ways.append((f"full at byte {most}", {"most": most, "full": True}))
        for share in (1 / 3, 2 / 3):
            ways.append((f"killed after {share:.2f}", {"seconds": takes * share}))
            ways.append((f"stopped after {share:.2f}", {"seconds": takes * share, "number": signal.SIGINT}))
        with concurrent.futures.ThreadPoolExecutor(max(2, os.cpu_count() or 2)) as pool:
            tries = [pool.submit(tried, what, how, self.made(f"moment{number}")) for number, (what, how) in enumerate(ways)]
            for one in tries:
                one.result()

    def made(self, name):
        os.mkdir(self.path(name))
        return self.path(name)

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
        arguments = ("check", SMALL, "--quiet", "--expect-workers", "prefill=1", "--expect-workers", "decode=2", "--out")
        begun = time.monotonic()
        jitgate(*arguments, whole)
        takes = time.monotonic() - begun
        names = set(os.listdir(whole))

        def tried(what, how, folder):
            out = os.path.join(folder, "out")
            status, said, err = run(*arguments, out, **how)
            self.ended_as_it_should(what, how, status, said, err)
            # Stopped while it read, it says what it knows, which is not the whole; stopped later, it is.
            if status != 130 or read_json(os.path.join(out, "verdict.json"))["status"] == "valid":
                self.same_or_absent(whole, out, what)
            if how.get("full") and status == 84:
                self.assertEqual(os.listdir(out) if os.path.exists(out) else [], [], f"{what}: litter")
            jitgate(*arguments, out)
            self.assertLessEqual(names, set(os.listdir(out)), what)

        self.at_every_moment(takes, tried)

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
        begun = time.monotonic()
        jitgate("annotate", "--verdict", verdict, original, "--out", self.path("again"))
        takes = time.monotonic() - begun

        def tried(what, how, folder):
            target = os.path.join(folder, name)
            shutil.copy(original, target)
            status, said, err = run("annotate", "--in-place", "--verdict", verdict, target, **how)
            self.ended_as_it_should(what, how, status, said, err)
            with open(target, "rb") as file:
                self.assertIn(hashlib.sha256(file.read()).hexdigest(), may_be, what)
            for other in os.listdir(folder):
                if other.startswith("jit_validation") and other.endswith(".json"):
                    read_json(os.path.join(folder, other))
            jitgate("annotate", "--in-place", "--verdict", verdict, target)
            with zipfile.ZipFile(target) as rows:
                self.assertIsNone(rows.testzip(), what)
                self.assertTrue(all(json.loads(rows.read(row))["jit_valid"] == 1 for row in rows.namelist()), what)

        self.at_every_moment(takes, tried)

    def hub(self):
        """A GitHub with one run, and the run's artifacts by name."""
        hub = GitHub()
        self.addCleanup(hub.close)
        one = hub.run(id=77, attempts=(day(-3),))
        artifacts = dict(recorded("c12-warm"))
        for name, content in artifacts.items():
            hub.artifact(one, name, content, created=day(-3), expires_at=day(87))
        return hub, artifacts

    def done(self, hub, what, *arguments):
        """Runs it to its end; seconds."""
        begun = time.monotonic()
        finish = finished(*arguments, variables=hub.variables(TOKEN))
        self.assertEqual(finish.returncode, 0, (what, finish.stderr.decode()))
        return time.monotonic() - begun

    def test_fetch(self):
        hub, artifacts = self.hub()
        arguments = ("fetch", "github:octo/bench/runs/77", "--tries", "1", "--out")
        takes = self.done(hub, "whole", *arguments, self.path("whole"))
        names = set(os.listdir(self.path("whole")))

        def zips(out, what):
            """Those there, which must be whole."""
            found = [name for name in (os.listdir(out) if os.path.exists(out) else ()) if name.endswith(".zip")]
            for name in found:
                with open(os.path.join(out, name), "rb") as file, open(self.path("whole", name), "rb") as there:
                    self.assertEqual(file.read(), there.read(), (what, name))
            return found

        def tried(what, how, folder):
            out = os.path.join(folder, "fetched")
            status, said, err = run(*arguments, out, variables=hub.variables(TOKEN), **how)
            self.ended_as_it_should(what, how, status, said, err)
            zips(out, what)
            if os.path.exists(os.path.join(out, "manifest.json")):
                read_json(os.path.join(out, "manifest.json"))
            self.done(hub, what, *arguments, out)
            self.assertGreaterEqual(len(zips(out, what)), len(artifacts), what)
            self.assertLessEqual(names, set(os.listdir(out)), what)

        self.at_every_moment(takes, tried)

    def test_sweep(self):
        hub, _ = self.hub()
        arguments = ("sweep", "github:octo/bench", "--tries", "1", "--to")
        takes = self.done(hub, "whole", *arguments, self.path("whole"))

        def tried(what, how, folder):
            to = os.path.join(folder, "records")
            status, said, err = run(*arguments, to, variables=hub.variables(TOKEN), **how)
            self.ended_as_it_should(what, how, status, said, err)
            self.done(hub, what, *arguments, to)
            self.assertEqual(read_json(os.path.join(to, "runs", "77-1", "verdict.json"))["status"], "valid", what)
            self.assertEqual(os.listdir(os.path.join(to, "runs")), ["77-1"], what)

        self.at_every_moment(takes, tried)


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
                interrupted = next(reason for reason in point["reasons"] if reason["code"] == "limit_reached")
                self.assertIn(f"the run was interrupted by {number.name}", interrupted["message"])
                self.assertIn("what was read until then", interrupted["message"])
                self.assertEqual(interrupted["remedy"], "Run it again to its end.")
                self.assertNotEqual(point["finding"], "clean")
            shutil.rmtree(out)


if __name__ == "__main__":
    unittest.main()
