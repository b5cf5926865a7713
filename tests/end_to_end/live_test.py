"""`jitgate wait`, `mark` and `watch` as programs, on logs that other processes write while they run: files that come
late, rotate, are truncated, come in bursts, whose writer is killed; engines that die; warm-up commands; builds by a real
ninja. Nothing is timed: limits only end what hangs."""
import fcntl
import glob
import gzip
import io
import json
import os
import pty
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tarfile
import tempfile
import termios
import time
import unittest
import zipfile

from engine_lines import armed, beat, compiled, dated, dead, stamp, verbose
from program import JITGATE, ROOT, RUNS, clean, read_events, read_json, told, unix

HANGS = 90  # seconds; nothing here takes a tenth of it


class Live(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="jitgate-live-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.logs = os.path.join(self.folder, "logs")
        self.running = []
        self.held = {}
        self.addCleanup(self.end)

    def end(self):
        for process in self.running:
            if process.poll() is None:
                process.kill()
            process.communicate()
        self.let_go()

    def let_go(self):
        """As if the servers were killed."""
        for file in self.held.values():
            file.close()
        self.held = {}

    def path(self, name):
        return os.path.join(self.folder, name)

    def log(self, name, text, mode="a"):
        """Writes it, and holds it open as a server does."""
        path = os.path.join(self.logs, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, mode, encoding="utf-8") as file:
            file.write(text)
        if os.stat(path).st_ino not in self.held:
            self.held[os.stat(path).st_ino] = open(path, "a", encoding="utf-8")
        return path

    def start(self, *arguments, **options):
        process = subprocess.Popen([JITGATE, *arguments], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, **{"stdin": subprocess.DEVNULL, "env": clean(), **options})
        self.running.append(process)
        return process

    def ended(self, process, exit):
        out, err = process.communicate(timeout=HANGS)
        self.assertEqual(process.returncode, exit, out + (err or ""))
        return out, err

    def run_(self, *arguments, exit=0):
        return self.ended(self.start(*arguments), exit)

    def says(self, process, words):
        """Reads standard error up to a line with these words."""
        seen = b""
        # Not by the file object, which reads ahead: what it holds then would be lost to ended().
        while byte := os.read(process.stderr.fileno(), 1):
            seen += byte
            if byte == b"\n" and words in seen.decode().splitlines()[-1]:
                return seen.decode()
        self.fail(f"never said: {words}\n{seen.decode()}{process.stdout.read()}")

    def mark(self, edge, name="m", *more, exit=0):
        return self.run_("mark", edge, name, "--to", self.folder, *more, exit=exit)[0].split()


class Wait(Live):
    WAIT = ("wait", "logs", "--expect-workers", "decode=2", "--quiet", "1s", "--timeout", "60s")

    def test_files_that_come_late(self):
        process = self.start(*self.WAIT)
        self.log("n0_decode_w0.out", armed(7))
        time.sleep(1)
        self.log("n0_decode_w1.out", compiled(8))
        self.says(process, "1 compile event")
        self.log("n0_decode_w1.out", armed(8))
        out, _ = self.ended(process, 0)
        self.assertRegex(out, r"^warm-up done \d{4}-\S+Z: 2 workers armed or ready, no compile event for 1s, 1 before\n$")

    def test_a_log_that_was_left_behind_is_of_no_living_server(self):
        """Armed two hours ago, not written since, and held open by nobody."""
        def old(name, text):
            path = self.log(name, text, mode="w")
            self.let_go()
            os.utime(path, (time.time() - 7200,) * 2)
        old("n0_decode_w0.out", armed(7))
        wait = ("wait", "logs", "--expect-workers", "decode=1", "--quiet", "1s", "--timeout")
        out, _ = self.run_(*wait, "2s", exit=82)
        self.assertIn("lacks: 0 of 1 decode workers have a log", out)
        self.assertIn("nobody holds its log open", out)
        self.assertRegex(out, "decode_w0 +old")
        self.run_(*wait, "60s", "--accept-idle")
        # The next server writes on in it; only its own words count.
        for more, exit in ((verbose(9), 82), (verbose(9) + armed(9), 0), (dead(9), 80), (beat(7), 0)):
            old("n0_decode_w0.out", armed(7) + dead(7) if exit == 0 and more != beat(7) else armed(7))
            process = self.start(*wait, "3s" if exit == 82 else "60s")
            time.sleep(0.7)
            self.log("n0_decode_w0.out", more)
            self.ended(process, exit)
        # Where enough others live it is no matter.
        old("n0_decode_w0.out", armed(7))
        self.log("n0_decode_w1.out", armed(8))
        self.assertIn("1 workers armed", self.run_(*wait, "60s")[0])

    def test_a_server_that_was_just_killed_is_none(self):
        """A sweep restarts servers: the new one is not there yet, or goes on in the same log, or in one beside it."""
        new = f"(APIServer pid=201) INFO {stamp()} [api_server.py:1839] vLLM API server version 0.29.0\n"
        for name in (None, "server.log", "server2.log"):
            for held in (False, True):
                shutil.rmtree(self.logs, ignore_errors=True)
                self.let_go()
                self.log("server.log", verbose(7) + armed(7) + beat(7))
                self.let_go()
                time.sleep(1.1)  # stamps are of seconds
                if name:
                    self.log(name, new)
                if not held:
                    self.let_go()
                out, _ = self.run_("wait", "logs", "--expect-workers", "agg=1", "--quiet", "1s", "--timeout", "3s", exit=82)
                self.assertIn("lacks: ", out)

    def test_a_writer_that_is_killed_has_ended(self):
        """It has no last words. One that opens the log for a moment only is no such writer."""
        path = os.path.join(self.logs, "server.log")
        self.log("server.log", verbose(7) + armed(7) + beat(7))
        self.let_go()
        with open(path, "a", encoding="utf-8") as file:
            writer = subprocess.Popen(["sleep", "300"], stdout=file)
        self.addCleanup(writer.kill)
        self.mark("start")
        wait = self.start("wait", "logs", "--expect-workers", "agg=1", "--quiet", "60s", "--timeout", "80s", "--accept-idle")
        watch = self.start("watch", "logs", "--window-from", "m", "--marks", ".")
        time.sleep(15)  # looked at twice, however slow /proc is
        writer.kill()
        writer.wait()
        self.assertIn("no process holds server.log open for writing any more", self.ended(wait, 80)[0])
        self.says(watch, "has ended")
        self.mark("end")
        self.assertIn("agg ended in the window", self.ended(watch, 82)[0])

    def test_last_words_of_engines(self):
        sglang = time.strftime("[%Y-%m-%d %H:%M:%S", time.gmtime())
        for words in (f"{sglang} TP0] Scheduler hit an exception: Traceback (most recent call last):\n",
                      f"{sglang}] SIGQUIT received. signum=None, frame=None. It usually means one child failed.\n",
                      f"(EngineCore pid=7) ERROR {stamp()} [core.py:710] EngineCore encountered a fatal error.\n",
                      "./serve.sh: line 31:  2467 Killed                  python3 -m sglang.launch_server\n",
                      "slurmstepd: error: *** STEP 1.0 ON n0 CANCELLED AT 2026-12-01T05:00:00 ***\n"):
            self.log("server.log", armed(7) + words, mode="w")
            self.run_("wait", "logs", "--expect-workers", "agg=1", "--quiet", "1s", "--timeout", "60s", exit=80)

    def test_each_rank_must_be_armed(self):
        ranks = [armed(7 + rank).replace("Worker_TP0", f"Worker_TP{rank}") for rank in (0, 1)]
        self.log("n0_decode_w0.out", ranks[0] + ranks[1].replace("Kernel JIT monitor activated", "Loading weights"))
        wait = ("wait", "logs", "--expect-workers", "decode=1", "--quiet", "1s", "--timeout")
        out, _ = self.run_(*wait, "2s", exit=82)
        self.assertIn("lacks: decode_w0 is not armed in Worker_TP1 pid=8", out)
        self.log("n0_decode_w0.out", ranks[1])
        self.run_(*wait, "60s")

    def test_a_last_line_without_an_end(self):
        """It may be half of an event, and a whole one is told though it has no end."""
        self.log("n0_decode_w0.out", armed(7))
        wait = ("wait", "logs", "--expect-workers", "decode=1", "--quiet", "1s", "--timeout")
        process = self.start(*wait, "60s")
        event = compiled(7).rstrip("\n")
        self.log("n0_decode_w0.out", event[:90])
        time.sleep(2.5)
        self.assertIsNone(process.poll())
        self.log("n0_decode_w0.out", event[90:] + "\n")
        self.assertIn("1 before", self.ended(process, 0)[0])
        self.log("n0_decode_w0.out", event)
        out, err = self.run_(*wait, "4s", exit=82)
        self.assertEqual(err.count("1 compile event, "), 2, err)
        self.assertIn("its last line has no end yet", out)

    def test_a_copied_log_is_no_second_worker(self):
        self.log("n0_decode_w0.out", armed(7) + beat(7))
        self.log("n0_decode_w1.out", armed(7))
        process = self.start(*self.WAIT)
        out, _ = self.run_(*self.WAIT[:-1], "3s", exit=82)
        self.assertIn("1 of 2 decode workers have a log", out)
        self.assertIn("decode_w1 is no other worker: its log is a copy of that of decode_w0", out)
        self.run_("wait", "logs", "--expect-workers", "decode=1", "--quiet", "1s", "--timeout", "60s")
        self.assertIsNone(process.poll())
        self.log("n0_decode_w1.out", beat(7, "99.9"))  # it was none
        self.ended(process, 0)

    def test_an_engine_without_a_monitor_is_ready(self):
        for worker in (0, 1):
            self.log(f"n0_decode_w{worker}.out", f"[{time.strftime('%Y-%m-%d %H:%M:%S')}] The server is fired up and ready to roll!\n")
        self.run_(*self.WAIT)

    def test_time_out_tells_who_lacks_what(self):
        self.log("n0_decode_w0.out", armed(7))
        self.log("n0_decode_w1.out", f"(EngineCore pid=8) INFO {stamp()} [core.py:51] Loading weights\n")
        out, _ = self.run_("wait", "logs", "--expect-workers", "decode=3", "--timeout", "2s", exit=82)
        self.assertIn("lacks: 2 of 3 decode workers have a log", out)
        self.assertIn("lacks: decode_w1 is neither armed nor ready", out)
        self.assertRegex(out, r"decode_w0 +armed +once")

    def test_an_engines_death_ends_it_at_once(self):
        process = self.start(*self.WAIT)
        self.log("n0_decode_w0.out", armed(7) + dead(7))
        out, _ = self.ended(process, 80)
        self.assertIn("decode_w0 has ended", out)

    def test_one_that_was_started_again_must_be_armed_again(self):
        self.log("n0_decode_w0.out", armed(7) + dead(7) + verbose(9))
        self.log("n0_decode_w1.out", armed(8))
        process = self.start(*self.WAIT[:-1], "3s")
        out, _ = self.ended(process, 82)
        self.assertIn("decode_w0 is neither armed nor ready", out)
        self.log("n0_decode_w0.out", armed(9))
        self.run_(*self.WAIT)

    def test_what_an_earlier_life_said_counts_for_nothing(self):
        """Its log was rotated, replaced, truncated or written on; by the new engine's first line, or by its processes."""
        path = os.path.join(self.logs, "n0_decode_w0.out")
        loading = f"(Worker_TP0 pid=9) INFO {stamp()} [core.py:51] Loading weights\n"

        def rotate(text):
            os.rename(path, path + ".1")
            self.log("n0_decode_w0.out", text)

        def replace(text):
            os.replace(self.log("new", text), path)

        def truncate(text):
            self.log("n0_decode_w0.out", text, mode="w")

        def write_on(text):
            self.log("n0_decode_w0.out", text)

        wait = ("wait", "logs", "--expect-workers", "decode=1", "--quiet", "1s", "--timeout")
        for change in (rotate, replace, truncate, write_on):
            for begins in (verbose, lambda pid: loading):
                for followed in (False, True):
                    with self.subTest(change=change.__name__, begins=begins(9)[:60], followed=followed):
                        shutil.rmtree(self.logs, ignore_errors=True)
                        self.log("n0_decode_w0.out", armed(7))
                        time.sleep(1.1)  # stamps are of seconds
                        # Not quiet until the change was seen: a last line without an end.
                        process = None
                        if followed:
                            self.log("notes.txt", "half of a line")
                            process = self.start(*wait, "6s")
                            time.sleep(1)
                        change(begins(9))
                        if followed:
                            time.sleep(1.5)
                            self.log("notes.txt", ".\n")
                        process = process or self.start(*wait, "3s")
                        out, _ = self.ended(process, 82)
                        self.assertRegex(out, "lacks: decode_w0 is (neither armed nor ready|not armed in Worker_TP0 pid=9)")
                        self.log("n0_decode_w0.out", armed(9))
                        self.run_(*wait, "60s")

    def test_processes_that_began_unnoticed_must_be_armed(self):
        """Their lines hold no word of a rule, and so are no news."""
        loading = [f"(Worker_TP{rank} pid={9 + rank}) INFO {stamp()} [gpu_model_runner.py:2000] Starting to load model demo...\n"
                   for rank in range(3)]
        for lines in (loading[:1], loading):
            self.log("n0_decode_w0.out", verbose(7) + armed(7), mode="w")
            process = self.start("wait", "logs", "--expect-workers", "decode=1", "--quiet", "4s", "--timeout", "7s")
            time.sleep(1)
            self.log("n0_decode_w0.out", "".join(lines))
            self.assertIn("is not armed in Worker_TP", self.ended(process, 82)[0])

    def test_half_of_an_event_behind_a_progress_bar(self):
        self.log("n0_decode_w0.out", verbose(7) + armed(7))
        bar = "Capturing: 50%|#####     | 5/10\rCapturing: 100%|##########| 10/10\r"
        self.log("n0_decode_w0.out", bar + compiled(7)[:60])
        out, _ = self.run_("wait", "logs", "--expect-workers", "decode=1", "--quiet", "1s", "--timeout", "4s", exit=82)
        self.assertIn("its last line has no end yet", out)
        self.log("n0_decode_w0.out", bar, mode="w")
        self.log("n0_decode_w0.out", "\n" + armed(7) + bar)
        self.run_("wait", "logs", "--expect-workers", "decode=1", "--quiet", "1s", "--timeout", "60s")

    def test_a_record_that_its_transport_split(self):
        """Half of it holds the wait up, and the whole of it is one event."""
        def cri(text, whole=True):
            return time.strftime("%Y-%m-%dT%H:%M:%S.000000001Z", time.gmtime()) + f" stdout {'F' if whole else 'P'} {text}\n"
        event = compiled(7).rstrip()
        for words in ("WARNING", "_monitor", "on during"):
            at = event.index(words)
            self.log("n0_decode_w0.log", cri(verbose(7).rstrip()) + cri(armed(7).rstrip()) + cri(event[:at], False), mode="w")
            wait = ("wait", "logs", "--expect-workers", "decode=1", "--quiet", "1s", "--timeout")
            self.assertIn("lacks: ", self.run_(*wait, "4s", exit=82)[0])
            process = self.start(*wait, "60s")
            time.sleep(1)
            self.log("n0_decode_w0.log", cri(event[at:]))
            out, err = self.ended(process, 0)
            self.assertIn("1 before", out)
            self.assertEqual(err.count("compile event"), 1, err)

    def test_a_large_log_is_read_to_its_end(self):
        with open(self.log("n0_decode_w0.out", verbose(7) + armed(7)), "a", encoding="utf-8") as file:
            for _ in range(70):
                file.write(("x" * 99_999 + "\n") * 10)
            file.write(dead(7))
        self.run_("wait", "logs", "--expect-workers", "decode=1", "--quiet", "100ms", "--timeout", "60s", exit=80)

    def test_a_writer_that_knows_nothing_of_the_rotation(self):
        path = os.path.join(self.logs, "n0_decode_w0.out")
        self.log("n0_decode_w0.out", "")
        with open(path, "a", encoding="utf-8") as writer:
            writer.write(armed(7))
            writer.flush()
            process = self.start("wait", "logs/*.out", "--expect-workers", "decode=1", "--quiet", "13s", "--timeout", "60s")
            time.sleep(1)
            os.rename(path, path + ".1")
            self.log("n0_decode_w0.out", "")
            time.sleep(12)
            writer.write(compiled(7))
            writer.flush()
            self.assertIn("1 before", self.ended(process, 0)[0])

    def test_a_log_that_was_removed_is_of_no_living_server(self):
        self.log("n0_decode_w0.out", armed(7))
        self.log("notes.txt", "half of a line")
        process = self.start("wait", "logs", "--expect-workers", "decode=1", "--quiet", "1s", "--timeout", "5s")
        time.sleep(1)
        os.remove(os.path.join(self.logs, "n0_decode_w0.out"))
        self.let_go()
        time.sleep(1.5)
        self.log("notes.txt", ".\n")
        out, _ = self.ended(process, 82)
        self.assertIn("the log of decode_w0 was removed", out)

    def test_a_path_without_a_log(self):
        self.log("n0_decode_w0.out", armed(7))
        os.makedirs(self.path("empty"))
        for path in ("nowhere", "nowhere/*.log", "empty"):
            out, _ = self.run_("wait", "logs", path, "--expect-workers", "decode=1", "--quiet", "1s", "--timeout", "3s", exit=82)
            self.assertIn(f"no log was found at {path}", out)
        with gzip.open(self.path("packed.log.gz"), "wt") as file:
            file.write(armed(8))
        out, _ = self.run_("wait", "logs", "packed.log.gz", "--expect-workers", "decode=1", "--quiet", "1s", "--timeout", "3s", exit=82)
        self.assertIn("packed.log.gz is packed", out)

    def test_utf_16(self):
        """As PowerShell redirects; in either order of bytes."""
        for encoding, mark in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
            path = self.log("n0_decode_w0.out", "", mode="w")
            with open(path, "wb") as file:
                file.write(mark + armed(7).encode(encoding))
            process = self.start("wait", "logs", "--expect-workers", "decode=1", "--quiet", "2s", "--timeout", "60s")
            time.sleep(1)
            with open(path, "ab") as file:
                file.write(compiled(7).encode(encoding))
            self.assertIn("1 before", self.ended(process, 0)[0])

    def test_the_quiet_times_variable(self):
        self.log("n0_decode_w0.out", armed(7))
        wait = ("wait", "logs", "--expect-workers", "decode=1", "--timeout", "60s")
        out, _ = self.ended(self.start(*wait[:-1], "1m30.5s", env={**clean(), "JITGATE_WAIT_QUIET": "1s", "JITGATE_QUIET": "1"}), 0)
        self.assertIn("no compile event for 1s", out)
        _, err = self.ended(self.start(*wait, env={**clean(), "JITGATE_WAIT_QUIET": "soon"}), 83)
        self.assertIn("no duration", err)

    def test_standard_input(self):
        process = self.start("wait", "-", "--expect-workers", "agg=1", "--quiet", "1s", stdin=subprocess.PIPE)
        process.stdin.write(armed(7))
        process.stdin.flush()
        process.wait(timeout=HANGS)
        self.assertIn("warm-up done", self.ended(process, 0)[0])

    def test_standard_input_that_ends_tells_nothing_by_its_silence(self):
        process = self.start("wait", "-", "--expect-workers", "agg=1", "--quiet", "5s", stdin=subprocess.PIPE)
        process.stdin.write(armed(7) + compiled(7).rstrip("\n"))
        out, err = self.ended(process, 82)  # closes it
        self.assertIn("standard input has ended", out)
        self.assertIn("1 compile event", err)

    def test_standard_input_that_ends_within_a_line(self):
        process = self.start("wait", "-", "--expect-workers", "agg=1", "--quiet", "1s", stdin=subprocess.PIPE)
        process.stdin.write(armed(7) + compiled(7)[:70])
        process.stdin.flush()
        time.sleep(2.5)
        self.assertIn("standard input has ended", self.ended(process, 82)[0])

    def test_a_log_that_cannot_be_read_may_hold_anything(self):
        self.log("n0_decode_w0.out", armed(7))
        os.symlink("loop.out", os.path.join(self.logs, "loop.out"))
        out, _ = self.run_("wait", "logs", "--expect-workers", "decode=1", "--quiet", "1s", "--timeout", "2s", exit=82)
        self.assertIn("logs/loop.out cannot be", out)

    def test_a_log_that_can_be_read_after_all(self):
        """Its link leads somewhere, its permissions came."""
        self.log("n0_decode_w0.out", armed(7))
        loop = os.path.join(self.logs, "n0_decode_w1.out")
        os.symlink("n0_decode_w1.out", loop)
        process = self.start(*self.WAIT)
        self.says(process, "cannot be")
        os.remove(loop)
        self.log("n0_decode_w1.out", armed(8))
        self.ended(process, 0)
        os.remove(loop)
        os.symlink("n0_decode_w1.out", loop)
        self.mark("start")
        process = self.start("watch", "logs", "--window-from", "m", "--marks", ".")
        self.says(process, "cannot be")
        os.remove(loop)
        self.log("n0_decode_w1.out", armed(8))
        time.sleep(2)
        self.mark("end")
        self.ended(process, 0)

    def test_more_files_than_may_be_open_at_first(self):
        for number in range(300):
            self.log(f"results/{number}.json", "{}\n")
        self.let_go()
        self.log("n0_decode_w0.out", armed(7))
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        out, err = self.ended(self.start("wait", "logs", "--expect-workers", "decode=1", "--quiet", "1s", "--timeout", "60s",
                                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (100, limit))), 0)
        self.assertNotIn("cannot be opened", out + err)
        out, err = self.ended(self.start("wait", "logs", "--expect-workers", "decode=1", "--quiet", "1s", "--timeout", "3s",
                                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))), 82)
        self.assertIn("files: the rest is not followed", out + err)

    def test_wrong_usage(self):
        for arguments, words in ((("wait", "logs"), "--expect-workers"),
                                 (("wait", "logs", "--expect-workers", "decode=0"), "a role that none serves"),
                                 (("wait", "logs", "--expect-workers", "decode=1", "--expect-workers", "decode=2"),
                                  "given twice, with different numbers"),
                                 (("wait", "", "--expect-workers", "decode=1"), "jitgate: PATH: a value is empty"),
                                 (("mark", "start", ""), "jitgate: NAME: the value is empty"),
                                 (("wait", "logs", "--expect-workers", "decode=1", "--quiet", "0s"), "more than zero"),
                                 (("wait", "logs", "--expect-workers", "decode=1", "--quiet", "30s1m"), "no duration"),
                                 (("mark", "begin", "x"), "jitgate: EDGE: no such choice"),
                                 (("mark", "start", "x", "--snapshot", "logs"), "nothing tells whose cache")):
            _, err = self.run_(*arguments, exit=83)
            self.assertIn(words, err)

    def test_an_interrupt_says_what_is_known(self):
        self.log("n0_decode_w0.out", armed(7))
        process = self.start(*self.WAIT)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, _ = self.ended(process, 130)
        self.assertIn("interrupted", out)


class Warm(Live):
    def warm(self, command, *more, exit):
        return self.run_("wait", "logs", "--expect-workers", "agg=1", "--quiet", "1s", "--timeout", "60s", "--warm", command,
                         *more, exit=exit)

    def writes(self, *texts):
        """A command that appends the first text the first time, the next one the next, and so on."""
        for number, text in enumerate(texts):
            with open(self.path(f"pass{number}"), "w", encoding="utf-8") as file:
                file.write(text)
        return 'n=$(cat count 2>/dev/null || echo 0); echo $((n + 1)) > count; cat "pass$n" >> logs/server.log'

    def test_until_a_whole_pass_is_silent(self):
        self.log("server.log", verbose(7) + armed(7))
        out, err = self.warm(self.writes(compiled(7), beat(7, "1.5") + beat(7, "1.5"), ""), exit=0)
        self.assertIn("pass 2 compiled nothing", out)
        self.assertIn("warm-up pass 1: 1 compile events", err)

    def test_a_log_once_monitor_proves_nothing(self):
        self.log("server.log", armed(7))
        out, _ = self.warm(self.writes(compiled(7), beat(7)), exit=82)
        self.assertIn("monitor_logs_once", out)
        os.remove(self.path("count"))
        self.assertIn("accepted", self.warm(self.writes(beat(7, "2.5")), "--accept-once", exit=0)[0])

    def test_a_worker_that_served_nothing_is_not_warm(self):
        self.log("server.log", verbose(7) + armed(7) + beat(7))
        self.assertIn("worker_not_warmed", self.warm("true", exit=82)[0])

    def test_throughput_of_the_time_before_the_pass_proves_nothing(self):
        """The first line in the pass, and one of an engine that has nothing to do any more."""
        self.log("server.log", verbose(7) + armed(7) + beat(7))
        idle = beat(7, "0.0").replace("96.1", "0.0")
        self.assertIn("worker_not_warmed", self.warm(self.writes(beat(7) + idle), exit=82)[0])

    def test_every_pass_compiles(self):
        self.log("server.log", verbose(7) + armed(7))
        out, _ = self.warm(self.writes(compiled(7, "_a"), compiled(7, "_b")), "--max-passes", "2", exit=82)
        self.assertIn("each of 2 warm-up passes", out)

    def test_a_pass_in_which_a_log_was_truncated_does_not_count(self):
        start = verbose(7) + armed(7)
        self.log("server.log", start + beat(7) * 3)
        with open(self.path("keep"), "w", encoding="utf-8") as file:
            file.write(start + beat(7, "1.5"))
        out, err = self.warm("cat keep > logs/server.log", "--max-passes", "1", "--accept-once", exit=82)
        self.assertIn("was truncated", err)
        self.assertIn("a log was truncated in it", out)

    def test_a_command_that_fails(self):
        self.log("server.log", verbose(7) + armed(7))
        self.assertIn("ended with 3", self.warm("exit 3", exit=84)[1])

    def test_a_signal_ends_the_commands_group(self):
        """In order; and at once where it comes again, or is none that is noted. One that is deaf is ended all the same."""
        self.log("server.log", verbose(7) + armed(7))
        for signals, exit in (((signal.SIGTERM,), 143), ((signal.SIGHUP,), 129), ((signal.SIGINT, signal.SIGINT), -signal.SIGINT),
                              ((signal.SIGTERM, signal.SIGTERM), -signal.SIGTERM), ((signal.SIGQUIT,), -signal.SIGQUIT)):
            if os.path.exists(self.path("group")):
                os.remove(self.path("group"))
            process = self.start("wait", "logs", "--expect-workers", "agg=1", "--quiet", "1s", "--warm",
                                 ("trap '' TERM; " if len(signals) > 1 else "") + "echo $$ > group; sleep 300 & wait; wait")
            for _ in range(HANGS * 10):
                if os.path.exists(self.path("group")) and os.path.getsize(self.path("group")):
                    break
                time.sleep(0.1)
            with open(self.path("group"), encoding="utf-8") as file:
                group = int(file.read())
            for number in signals:
                process.send_signal(number)
                time.sleep(0.3)
            self.ended(process, exit)
            for _ in range(HANGS * 10):  # whoever inherits its dead has to bury them
                try:
                    os.killpg(group, 0)
                except ProcessLookupError:
                    break
                time.sleep(0.1)
            self.assertRaises(ProcessLookupError, os.killpg, group, 0)


class Watch(Live):
    def watch(self, *more):
        """Started, and past its first look at the logs."""
        self.mark("start")
        time.sleep(2)  # the guard: an event at the very edge is only possible
        process = self.start("watch", "logs", "--window-from", "m", "--marks", ".", *more)
        time.sleep(2)
        return process

    def test_what_was_not_read_is_not_known(self):
        """A log that cannot be read, and what one held when it was truncated."""
        self.log("n0_decode_w0.out", armed(7) + beat(7) * 3)
        process = self.watch()
        self.log("n0_decode_w0.out", beat(7), mode="w")
        self.says(process, "was truncated")
        self.mark("end")
        self.assertIn("n0_decode_w0.out was truncated", self.ended(process, 82)[0])
        os.symlink("loop.out", os.path.join(self.logs, "loop.out"))
        process = self.watch()
        self.mark("end")
        self.assertIn("loop.out cannot be", self.ended(process, 82)[0])

    def test_a_mark_that_says_nothing(self):
        self.log("n0_decode_w0.out", armed(7))
        open(self.path("jitgate_mark_m_start_1.json.Xy12ab"), "w", encoding="utf-8").close()  # one just being written
        process = self.watch()
        self.mark("end")
        self.ended(process, 0)
        for edge in ("start", "end"):
            process = self.watch() if edge == "end" else None
            name = self.path(f"jitgate_mark_m_{edge}_2.json")  # written empty: a mark cut later may have been read whole
            open(name, "w", encoding="utf-8").close()
            process = process or self.start("watch", "logs", "--window-from", "m", "--marks", ".")
            self.assertIn("is empty or cut", self.ended(process, 82)[0])
            os.remove(name)
        self.assertIn("no instant", self.run_("watch", "logs", "--window-from", "2026-11-30T99:00:00Z", exit=83)[1])

    def test_the_first_certain_event_stops_it_and_the_client(self):
        self.log("n0_decode_w0.out", armed(7))
        client = subprocess.Popen(["sleep", "300"])
        self.addCleanup(client.kill)
        process = self.watch("--exec", f"kill {client.pid}")
        self.log("n0_decode_w0.out", beat(7) + compiled(7, "_rope"))
        out, err = self.ended(process, 81)
        self.assertEqual(client.wait(timeout=HANGS), -signal.SIGTERM)
        self.assertIn("in the window: triton compile _rope on decode_w0 (n0_decode_w0.out:3)", err)
        self.assertIn("1 event in the window, numbers spoilt", out)

    def test_an_engine_that_begins_anew_in_the_window(self):
        """In the same log or in the one that took its place; armed again or not; also too near its edge to be certain."""
        path = os.path.join(self.logs, "n0_decode_w0.out")
        for rotates in (False, True):
            for again in ("", armed(9)):
                for at_the_edge in (False, True):
                    with self.subTest(rotates=rotates, again=again[:20], at_the_edge=at_the_edge):
                        shutil.rmtree(self.logs, ignore_errors=True)
                        self.log("n0_decode_w0.out", armed(7) + beat(7))
                        process = self.watch()
                        if rotates:
                            os.rename(path, path + ".1")
                        self.log("n0_decode_w0.out", verbose(9) + again)
                        if not at_the_edge:
                            time.sleep(4)
                        self.mark("end")
                        out, err = process.communicate(timeout=HANGS)
                        self.assertIn(process.returncode, (81, 82), out + err)
                        self.assertIn("decode_w0 began anew", out + err)

    def test_what_was_not_there_to_be_read_is_no_success(self):
        """A path without a log, a log or its folder that was removed, a log that was packed in the window."""
        os.makedirs(self.path("empty"))

        def pack():
            with gzip.open(os.path.join(self.logs, "n0_decode_w1.out.gz"), "wt") as file:
                file.write(compiled(8))

        for paths, change, words in ((("logs", "nowhere"), None, "no log was found at nowhere"),
                                     (("logs", "nowhere/*.log"), None, "no log was found at nowhere/*.log"),
                                     (("logs", "empty"), None, "no log was found at empty"),
                                     (("logs",), lambda: shutil.rmtree(self.logs), "no log was found at logs"),
                                     (("logs",), lambda: os.rename(self.logs, self.path("old")), "no log was found at logs"),
                                     (("logs",), lambda: os.remove(os.path.join(self.logs, "n0_decode_w0.out")), "was removed"),
                                     (("logs",), pack, "n0_decode_w1.out.gz is packed")):
            with self.subTest(words=words):
                shutil.rmtree(self.logs, ignore_errors=True)
                self.log("n0_decode_w0.out", armed(7))
                self.log("n0_decode_w2.out", armed(9))
                self.mark("start")
                process = self.start("watch", *paths, "--window-from", "m", "--marks", ".")
                time.sleep(1.5)
                if change:
                    change()
                    self.let_go()
                time.sleep(0.5)
                self.mark("end")
                self.assertIn(words, self.ended(process, 82)[0])

    def test_what_was_packed_before_is_no_matter(self):
        self.log("n0_decode_w0.out", armed(7))
        with gzip.open(os.path.join(self.logs, "n0_decode_w0.out.1.gz"), "wt") as file:
            file.write(armed(8))
        time.sleep(0.5)
        process = self.watch()
        self.mark("end")
        self.ended(process, 0)

    def test_utf_16(self):
        path = self.log("n0_decode_w0.out", "")
        with open(path, "wb") as file:
            file.write(b"\xff\xfe" + armed(7).encode("utf-16-le"))
        process = self.watch()
        with open(path, "ab") as file:
            file.write((beat(7) + compiled(7, "_wide")).encode("utf-16-le"))
        self.assertIn("_wide", self.ended(process, 81)[1])

    def test_each_node_marks_for_itself(self):
        """Two nodes, one measurement, one --to: neither is a repetition that the other left open."""
        self.log("n0_decode_w0.out", armed(7))

        def of_another_node(name):
            mark = read_json(name)
            mark["host"] = "other-node"
            mark["time_unix"] += 0.001
            with open(name.replace(".json", "-other.json"), "w", encoding="utf-8") as file:
                json.dump(mark, file)
        process = self.start("watch", "logs", "--window-from", "m", "--marks", ".")
        of_another_node(self.mark("start")[0])
        time.sleep(2.5)
        self.log("n0_decode_w0.out", beat(7))
        of_another_node(self.mark("end")[0])
        self.assertNotIn("begun before", self.ended(process, 0)[1])
        time.sleep(1)
        self.log("n0_decode_w0.out", beat(7))
        out, _ = self.run_("check", ".", "--expect-workers", "decode=1", "--format", "json")
        point, = json.loads(out)["points"]
        self.assertNotIn(point["finding"], ("inconclusive", "contaminated"))
        os.remove(glob.glob(self.path("jitgate_mark_m_end_*-other.json"))[0])
        self.run_("check", ".", "--expect-workers", "decode=1", exit=82)

    def test_a_build_that_only_its_ninja_log_tells(self):
        """Dated or not: it spoils the window, or holds `wait` up, when its row comes."""
        self.log("n0_decode_w0.out", armed(7))
        log = self.log("flashinfer/page/.ninja_log", "# ninja log v7\n")
        row = "0\t{}\t{}\tpage.so\tabc\n"
        process = self.start("wait", "logs", "--expect-workers", "decode=1", "--quiet", "3s", "--timeout", "60s")
        for of in (row.format(5, 0), row.format(5, 0), row.format(200, int((time.time() - 0.5) * 1e9))):
            with open(log, "a", encoding="utf-8") as file:
                file.write(of)
            self.assertIn("flashinfer build page", self.says(process, "1 compile event"))
        self.ended(process, 0)
        time.sleep(1)
        process = self.watch("--exec", "echo spoilt > spoilt")
        time.sleep(1)
        with open(log, "a", encoding="utf-8") as file:
            file.write(row.format(200, int((time.time() - 0.3) * 1e9)))
        self.assertIn("flashinfer build page", self.ended(process, 81)[1])
        self.assertTrue(os.path.exists(self.path("spoilt")))

    def test_a_listing_that_the_mark_names_is_not_there(self):
        self.log("n0_decode_w0.out", armed(7))
        os.makedirs(self.path("cache/triton"))
        for edge in ("start", "end"):
            files = self.mark("start", "m", "--snapshot", "cache/triton")
            process = self.start("watch", "logs", "--window-from", "m", "--marks", ".")
            time.sleep(1)
            if edge == "start":
                os.remove(files[1])
            more = self.mark("end", "m", "--snapshot", "cache/triton")
            if edge == "end":
                os.remove(more[1])
            self.assertIn("listing of the triton cache is not there", self.ended(process, 82)[0])

    def test_an_event_that_nothing_dates_is_possible(self):
        self.log("n0_decode_w0.out", verbose(7) + armed(7) + beat(7))
        time.sleep(1)
        process = self.watch()
        self.log("n0_decode_w0.out", "[aiter] start build [module_demo] under /opt/aiter/jit/build/module_demo\n")
        time.sleep(1)
        self.mark("end")
        out, _ = self.ended(process, 82)
        self.assertIn("0 events in the window, 1 possible", out)
        self.assertIn("nothing tells when it was", out)

    def test_an_event_before_it_was_started(self):
        """The log says nothing since: when it was written tells its zone."""
        for hours in (0, 8, -7):
            self.log("n0_decode_w0.out", armed(7), mode="w")
            self.mark("start")
            time.sleep(2.5)
            there = time.strftime("%m-%d %H:%M:%S", time.gmtime(time.time() + hours * 3600))
            self.log("n0_decode_w0.out", armed(7).replace(stamp(), there) + compiled(7).replace(stamp(), there), mode="w")
            time.sleep(1)
            process = self.start("watch", "logs", "--window-from", "m", "--marks", ".", "--exec", "echo ran")
            self.assertIn("numbers spoilt", self.ended(process, 81)[0])
            self.mark("end")

    def test_it_says_what_mark_it_waits_for(self):
        self.log("n0_decode_w0.out", armed(7))
        self.mark("start", "over")
        self.mark("end", "over")
        time.sleep(0.1)
        self.mark("end", "ended")
        for name, marks, words in (("over", ".", "it ended 2"), ("ended", ".", "no start of it is in ."),
                                   ("c12", "nowhere", "the directory nowhere is not there yet")):
            process = self.start("watch", "logs", "--window-from", name, "--marks", marks)
            self.says(process, words)
            process.send_signal(signal.SIGTERM)
            _, err = self.ended(process, 143)
            self.assertNotIn("run it again", err)
        for text in ("12:00", "9:30:00", "12:00Z"):
            self.assertIn("no instant", self.run_("watch", "logs", "--window-from", text, exit=83)[1])

    def test_what_came_before_the_mark_is_no_matter(self):
        self.log("n0_decode_w0.out", armed(7) + compiled(7))
        time.sleep(2)
        process = self.watch()
        time.sleep(1)
        self.mark("end")
        self.assertIn("0 events", self.ended(process, 0)[0])

    def test_a_mark_may_be_named_by_a_concurrency(self):
        self.log("n0_decode_w0.out", armed(7))
        self.mark("start", "12")
        time.sleep(2)
        process = self.start("watch", "logs", "--window-from", "12", "--marks", ".")
        time.sleep(2)
        self.log("n0_decode_w0.out", beat(7) + compiled(7))
        self.ended(process, 81)

    def test_an_earlier_mark_of_the_same_name_is_not_taken(self):
        self.log("n0_decode_w0.out", armed(7))
        self.mark("start")
        self.mark("end")
        time.sleep(0.1)
        process = self.start("watch", "logs", "--window-from", "m", "--marks", ".")
        time.sleep(2)
        self.mark("start")
        time.sleep(3)
        self.log("n0_decode_w0.out", beat(7) + compiled(7))
        self.ended(process, 81)

    def test_nothing_read_is_no_success(self):
        process = self.start("watch", "elsewhere", "--window-from", "m", "--marks", ".")
        self.mark("start")  # and its end, before the first look or after it
        self.mark("end")
        self.assertIn("no log was found", self.ended(process, 82)[0])

    def test_an_engines_death_is_told_and_is_no_success(self):
        self.log("n0_decode_w0.out", armed(7))
        process = self.watch()
        self.log("n0_decode_w0.out", dead(7))
        self.says(process, "decode_w0 has ended: ")
        self.mark("end")
        self.assertIn("decode_w0 ended in the window", self.ended(process, 82)[0])

    def test_a_death_before_the_window_or_behind_it_is_no_matter(self):
        self.log("n0_decode_w0.out", armed(7) + dead(7) + armed(9))
        process = self.watch()
        self.mark("end")
        time.sleep(1)
        self.log("n0_decode_w0.out", dead(9))
        self.ended(process, 0)

    def test_standard_input_that_ends(self):
        for more in ((), ("--window-from", "m", "--marks", ".")):
            self.mark("start")
            process = self.start("watch", "-", *more, stdin=subprocess.PIPE)
            process.stdin.write(armed(7))
            out, err = self.ended(process, 82)  # closes it
            self.assertIn("standard input: has ended: whoever wrote it is gone", err)
            self.assertIn("standard input ended before the window did", out)
            self.mark("end")

    def test_a_name_that_is_used_again_is_a_repetition(self):
        """`check` judges all of them as one point, `watch` the one that is open or comes next."""
        self.log("n0_decode_w0.out", armed(7))
        self.mark("start")
        time.sleep(2)
        self.log("n0_decode_w0.out", compiled(7))
        time.sleep(2)
        self.mark("end")
        process = self.watch()
        self.log("n0_decode_w0.out", beat(7))
        self.mark("end")
        self.assertIn("0 events", self.ended(process, 0)[0])
        time.sleep(1)
        self.log("n0_decode_w0.out", beat(7))
        code, text, err = told("check", self.folder, "--expect-workers", "decode=1", "--zone", "Z")
        self.assertEqual(code, 81, text + err)
        self.assertIn("1 event in the window", text)
        # One that was begun and never ended is missed by both.
        self.mark("start")
        process = self.watch()
        self.assertIn("that was never ended", self.says(process, "never ended"))
        self.mark("end")
        self.assertIn("that was never ended", self.ended(process, 82)[0])
        code, text, err = told("check", self.folder, "--expect-workers", "decode=1", "--zone", "Z")
        self.assertEqual(code, 81, text + err)  # the first repetition's event is the worse
        self.assertIn("its end was not marked", text)

    def test_the_policy_says_how_it_ends(self):
        for treatment, exit in (("failed", 80), ("flagged", 0), ("ignored", 0)):
            with open(self.path("policy.yaml"), "w", encoding="utf-8") as file:
                file.write(f"version: 1\ncompilers:\n  triton: {treatment}\n")
            self.log("n0_decode_w0.out", armed(7), mode="w")
            process = self.watch("--policy", "policy.yaml")
            self.log("n0_decode_w0.out", compiled(7))
            if not exit:
                self.says(process, "in the window")
                self.mark("end")
            self.ended(process, exit)
            if exit:
                self.mark("end")

    def test_no_stop_records_to_the_end(self):
        self.log("n0_decode_w0.out", armed(7))
        process = self.watch("--no-stop")
        self.log("n0_decode_w0.out", compiled(7, "_a"))
        self.says(process, "_a")
        self.log("n0_decode_w0.out", compiled(7, "_b") + compiled(7, "_c").rstrip("\n"))
        self.says(process, "_b")
        time.sleep(2)  # the guard
        self.mark("end")
        out, err = self.ended(process, 81)
        self.assertIn("_c", err)  # a line without an end is one at the end
        self.assertIn("3 events", out)

    def test_a_log_that_rotates(self):
        self.log("n0_decode_w0.out", armed(7))
        process = self.watch("--no-stop")
        self.log("n0_decode_w0.out", compiled(7, "_before"))
        self.says(process, "_before")
        os.rename(os.path.join(self.logs, "n0_decode_w0.out"), os.path.join(self.logs, "n0_decode_w0.out.1"))
        self.log("n0_decode_w0.out.1", compiled(7, "_late_to_the_old"))
        self.log("n0_decode_w0.out", compiled(7, "_first_of_the_new"))
        said = self.says(process, "_first_of_the_new")
        self.mark("end")
        out, err = self.ended(process, 81)
        self.assertIn("_late_to_the_old", said + err)
        self.assertIn("3 events", out)

    def test_a_log_that_is_truncated(self):
        self.log("n0_decode_w0.out", armed(7))
        process = self.watch("--no-stop")
        self.log("n0_decode_w0.out", compiled(7, "_before"))
        self.says(process, "_before")
        self.log("n0_decode_w0.out", compiled(7, "_after"), mode="w")
        said = self.says(process, "_after")
        self.assertIn("was truncated", said)
        self.mark("end")
        self.assertIn("2 events", self.ended(process, 81)[0])

    def test_a_burst(self):
        """A hundred thousand lines a second for a second and a half, and an event behind them."""
        self.log("n0_decode_w0.out", armed(7))
        process = self.watch()
        writer = ("import sys, time\n"
                  "begun = time.monotonic()\n"
                  "with open(sys.argv[1], 'a') as log:\n"
                  "    for n in range(15):\n"
                  "        log.write(sys.argv[2] * 10000)\n"
                  "        log.flush()\n"
                  "        time.sleep(max(0, begun + (n + 1) / 10 - time.monotonic()))\n"
                  "    log.write(sys.argv[3])\n")
        line = f"(EngineCore pid=7) INFO {stamp()} [logger.py:40] Received request cmpl-1: prompt: 'x', params: None\n"
        subprocess.run([sys.executable, "-c", writer, os.path.join(self.logs, "n0_decode_w0.out"), line, compiled(7, "_behind")],
                       check=True, timeout=HANGS)
        self.assertIn("_behind", self.ended(process, 81)[1])

    def test_a_writer_that_is_killed(self):
        self.log("n0_decode_w0.out", armed(7))
        process = self.watch("--no-stop")
        writer = subprocess.Popen(["sh", "-c", 'printf "%s" "$1" >> "$2"; kill -9 $$', "sh",
                                   compiled(7, "_whole") + compiled(7, "_without_end").rstrip("\n"),
                                   os.path.join(self.logs, "n0_decode_w0.out")])
        self.assertEqual(writer.wait(timeout=HANGS), -signal.SIGKILL)
        self.says(process, "_whole")
        process.send_signal(signal.SIGTERM)
        _, err = self.ended(process, 143)
        self.assertIn("_without_end", err)


class Caches(Live):
    def checked(self, exit):
        out = self.path("out")
        code, text, err = told("check", self.folder, "--out", out, "--expect-workers", "decode=1")
        self.assertEqual(code, exit, text + err)
        return read_json(os.path.join(out, "verdict.json")), read_events(out)

    def test_a_real_build_between_the_marks(self):
        ninja = shutil.which("ninja")
        cache = self.path("cache/torch_extensions/quiet")
        os.makedirs(cache)
        with open(os.path.join(cache, "build.ninja"), "w", encoding="utf-8") as file:
            file.write("rule make\n  command = sleep 1 && echo x > $out\nbuild a.o: make\nbuild quiet.so: make a.o\n")
        self.log("n0_decode_w0.out", armed(7))
        self.mark("start", "m", "--snapshot", "cache/torch_extensions")
        time.sleep(1)
        begun = time.time()
        subprocess.run([ninja, "-C", cache], check=True, stdout=subprocess.DEVNULL, timeout=HANGS,
                       env={**os.environ, "ONE_BUILD_HELD": "1"})
        ended = time.time()
        time.sleep(1.2)
        self.mark("end", "m", "--snapshot", "cache/torch_extensions")
        self.log("n0_decode_w0.out", beat(7))
        verdict, events = self.checked(81)
        self.assertEqual([point["finding"] for point in verdict["points"]], ["contaminated"])
        counted = [event for event in events if not event.get("duplicate")]
        # Told by the snapshot and by the ninja log itself: one event all the same.
        self.assertEqual([(e["compiler"], e["event_type"], e["target"]) for e in counted], [("cpp_extension", "build", "quiet")])
        self.assertEqual(len(events), 2)
        time_of = counted[0]["time"]
        self.assertEqual(time_of["basis"], "build_log")
        self.assertLessEqual(unix(time_of["start"][0]), begun + 0.5)
        self.assertGreaterEqual(unix(time_of["start"][1]), begun)
        self.assertLessEqual(unix(time_of["end"][0]), ended)
        self.assertGreaterEqual(unix(time_of["end"][1]), ended - 0.2)

    def test_kernels_that_came_into_a_cache(self):
        """It is not there yet at the start, and then leads to another disk; and what is left of the files that tell so."""
        self.log("n0_decode_w0.out", armed(7))
        self.run_("mark", "start", "m", "--to", "marks", "--snapshot", "triton=cache")
        time.sleep(1.2)
        os.makedirs(self.path("far/NEW"))
        os.makedirs(self.path("cache"))
        os.symlink(self.path("far"), self.path("cache/link"))
        for name in ("_rope.json", "_rope.cubin"):
            with open(self.path("far/NEW/" + name), "w", encoding="utf-8") as file:
                file.write("x")
        time.sleep(1.2)
        self.run_("mark", "end", "m", "--to", "marks", "--snapshot", "triton=" + self.path("cache/"))
        self.log("n0_decode_w0.out", beat(7))
        verdict, events = self.checked(81)
        self.assertEqual([(e["compiler"], e["target"]) for e in events], [("triton", "_rope")])
        self.assertEqual(verdict["points"][0]["finding"], "contaminated")
        self.assertEqual(verdict["points"][0]["window"]["source"], "mark")
        shutil.move(self.path("marks"), self.path("whole"))
        names = sorted(os.listdir(self.path("whole")))
        self.assertEqual(len(names), 4)
        snapshots = [name for name in names if "snapshot" in name]
        for damaged in [[name] for name in names] + [snapshots, names]:
            for size in (0, 1, 30):
                shutil.rmtree(self.path("marks"), ignore_errors=True)
                shutil.rmtree(self.path("out"), ignore_errors=True)
                shutil.copytree(self.path("whole"), self.path("marks"))
                for name in damaged:
                    os.truncate(os.path.join(self.path("marks"), name), size)
                code, text, err = told("check", "marks", "logs", "--expect-workers", "decode=1", cwd=self.folder)
                self.assertEqual(code, 82, f"{damaged} {size}\n{text}{err}")

    def test_a_directory_that_is_given_twice_is_listed_once(self):
        os.makedirs(self.path("cache"))
        os.symlink("cache", self.path("link"))
        files = self.mark("start", "m", "--snapshot", "triton=./cache", "--snapshot", "triton=./link", "--snapshot", "triton=./cache/")
        self.assertEqual(len(files), 2)
        _, err = self.run_("mark", "start", "n", "--to", "none", "--snapshot", "triton=./cache", "--snapshot", "aiter=./link", exit=83)
        self.assertIn("is given as the cache of triton and of aiter", err)
        self.assertFalse(os.path.exists(self.path("none")))

    def test_a_directory_that_is_at_neither_end_is_missed(self):
        self.log("n0_decode_w0.out", armed(7))
        for edge in ("start", "end"):
            _, err = self.run_("mark", edge, "m", "--to", self.folder, "--snapshot", "triton=typo")
            self.assertIn("there is no directory " + self.path("typo"), err)
        self.log("n0_decode_w0.out", beat(7))
        verdict, _ = self.checked(82)
        self.assertIn("artifact_missing", {reason["code"] for reason in verdict["points"][0]["reasons"]})

    def test_a_tilde_that_the_shell_left_is_the_home_directory(self):
        os.makedirs(self.path("home/.triton/cache"))
        home = {**clean(), "HOME": self.path("home")}
        for directory in ("triton=~/.triton/cache", "~/.triton/cache"):
            out, err = self.ended(self.start("mark", "start", "m", "--to", "marks", "--snapshot", directory, env=home), 0)
            self.assertEqual(err, "")
            with open(self.path(out.split()[1]), encoding="utf-8") as file:
                self.assertEqual(json.loads(file.readline())["directory"], self.path("home/.triton/cache"))
        for directory, env in (("triton=~other/cache", home), ("~/.triton", {k: v for k, v in home.items() if k != "HOME"})):
            _, err = self.ended(self.start("mark", "start", "m", "--snapshot", directory, env=env), 83)
            self.assertIn("begins with ~", err)

    def test_a_cache_that_is_gone_at_the_end_is_missed(self):
        os.makedirs(self.path("cache/triton"))
        with open(self.path("cache/triton/_rope.cubin"), "w", encoding="utf-8") as file:
            file.write("x")
        self.log("n0_decode_w0.out", armed(7))
        self.mark("start", "m", "--snapshot", "cache/triton")
        shutil.rmtree(self.path("cache/triton"))
        self.mark("end", "m", "--snapshot", "cache/triton")
        self.log("n0_decode_w0.out", beat(7))
        verdict, _ = self.checked(82)
        self.assertIn("artifact_missing", {reason["code"] for reason in verdict["points"][0]["reasons"]})

    def test_a_listing_that_a_mark_names_is_missed(self):
        """One of them, all of one edge, all; whatever the files are called, and however often the name was used."""
        os.makedirs(self.path("cache/triton"))
        os.makedirs(self.path("cache/flashinfer"))
        self.log("n0_decode_w0.out", armed(7))
        caches = ("--snapshot", "cache/triton", "--snapshot", "cache/flashinfer")
        files = [name for _ in range(2) for edge in ("start", "end") for name in self.mark(edge, "m", *caches)]
        listings = [name for name in files if name.endswith(".jsonl")]
        self.assertEqual((len(files), len(listings)), (12, 8))
        self.log("n0_decode_w0.out", beat(7))
        verdict, _ = self.checked(0)
        whole = self.path("whole")
        os.makedirs(whole)
        for name in files:
            shutil.move(name, whole)
        listings = [os.path.basename(name) for name in listings]
        choices = [[name] for name in listings] + [listings, listings[:2], listings[2:4],
                                                   *([name for name in listings if name.endswith(end)] for end in ("_1.jsonl", "_2.jsonl"))]
        for gone in choices:
            for renamed in (False, True):
                shutil.rmtree(self.path("marks"), ignore_errors=True)
                shutil.rmtree(self.path("out"), ignore_errors=True)
                os.makedirs(self.path("marks"))
                for number, name in enumerate(sorted(os.listdir(whole))):
                    if name not in gone:
                        shutil.copy(os.path.join(whole, name),
                                    self.path(f"marks/{number}.{name.rsplit('.', 1)[1]}" if renamed else f"marks/{name}"))
                code, text, err = told("check", "marks", "logs", "--out", "out", "--expect-workers", "decode=1", cwd=self.folder)
                self.assertEqual(code, 82, f"{gone}\n{text}{err}")
                said = json.dumps(read_json(self.path("out/verdict.json")))
                for name in gone:
                    self.assertIn(name, said)

    def test_marks_of_an_earlier_version_name_no_listing(self):
        os.makedirs(self.path("cache/triton"))
        self.log("n0_decode_w0.out", armed(7))
        for edge in ("start", "end"):
            name = self.mark(edge, "m", "--snapshot", "cache/triton")[0]
            mark = read_json(name)
            self.assertEqual(list(mark.pop("snapshots").values()), ["triton"])
            with open(name, "w", encoding="utf-8") as file:
                json.dump(mark, file)
        self.log("n0_decode_w0.out", beat(7))
        self.checked(0)

    def test_a_snapshot_without_its_other_end_is_missed(self):
        os.makedirs(self.path("cache/triton"))
        self.log("n0_decode_w0.out", armed(7))
        self.mark("start", "m", "--snapshot", "cache/triton")
        self.mark("end")
        self.log("n0_decode_w0.out", beat(7))
        verdict, _ = self.checked(82)
        self.assertIn("artifact_missing", {reason["code"] for reason in verdict["points"][0]["reasons"]})


class Recorded(Live):
    def test_following_tells_the_events_that_check_tells(self):
        """The made run, unpacked and written again: what `watch` names is what `check` counts in the window."""
        run = os.path.join(RUNS, "c12-cold")
        with zipfile.ZipFile(glob.glob(os.path.join(run, "multinode_server_logs_*.zip"))[0]) as outer:
            for name in outer.namelist():
                data = outer.read(name)
                if not name.endswith(".tar.gz"):
                    continue
                with tarfile.open(fileobj=io.BytesIO(data)) as inner:
                    logs = {os.path.basename(m.name): inner.extractfile(m).read() for m in inner if m.isfile()}
        start, end = read_json(os.path.join(run, "truth.json"))["benchmarks"][0]["window"]
        with open(self.path("jitgate_mark_m.json"), "w", encoding="utf-8") as file:
            json.dump({"jitgate_mark": 1, "name": "m", "edge": "start", "time_unix": start}, file)
        os.makedirs(self.logs)
        # The run is of another day: its zone cannot be told by when its lines come.
        process = self.start("watch", "logs", "--window-from", "m", "--no-stop", "--zone", "Z")
        for part in range(10):
            for name, text in logs.items():
                if name.endswith((".out", ".log")):
                    with open(os.path.join(self.logs, name), "ab") as file:
                        file.write(text[len(text) * part // 10:len(text) * (part + 1) // 10])
            time.sleep(0.3)
        with open(self.path("jitgate_mark_e.json"), "w", encoding="utf-8") as file:
            json.dump({"jitgate_mark": 1, "name": "m", "edge": "end", "time_unix": end}, file)
        out, err = self.ended(process, 81)
        self.assertIn("34 events in the window", out)
        self.assertEqual(len(re.findall("in the window: ", err)), 34, err)


class Screen(Live):
    """The status on a terminal, by what a terminal shows of it."""

    def shown(self, text):
        """The lines on the screen after these bytes: those that the status uses."""
        lines, row = [""], 0
        for part in re.findall(r"\x1b\[\d*[A-Za-z]|[\r\n]|[^\x1b\r\n]+", text):
            if part == "\n":
                row += 1
                lines += [""] * (row + 1 - len(lines))
            elif part.endswith("A") and part[0] == "\x1b":
                row -= int(part[2:-1])
            elif part == "\x1b[J":
                lines[row:] = [""]
            elif part != "\r":
                lines[row] += part
        return lines

    def test_workers_are_rows_that_are_drawn_over_themselves(self):
        outer, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 70, 0, 0))
        for worker in range(20):
            self.log(f"n0_decode_w{worker}.out", armed(7 + worker))
        process = subprocess.Popen([JITGATE, "wait", "logs", "--expect-workers", "decode=21", "--quiet", "2s", "--timeout", "60s"],
                                   cwd=self.folder, env={**clean(), "TERM": "xterm"}, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=inner, text=True)
        self.running.append(process)
        os.close(inner)
        seen = ""

        def until(words):
            nonlocal seen
            while not any(re.search(words, line) for line in self.shown(seen)):
                seen += os.read(outer, 4096).decode()
            return self.shown(seen)

        lines = until("decode_w7 ")
        self.assertIn("waiting: 20 of 21 decode workers have a log", lines[0])
        self.assertRegex(lines[1], "^worker +state +monitor +events +since mark +last event$")
        self.assertRegex(lines[2], "^decode_w0 +armed +once +0 ")
        self.assertLessEqual(len([line for line in lines if line]), 11, "more than the terminal has rows")
        self.log("n0_decode_w20.out", armed(99))
        self.log("n0_decode_w0.out", compiled(7, "_a_kernel_whose_name_is_much_longer_than_what_is_left_of_the_row"))
        lines = until(r"^decode_w0 +armed +once +1 ")
        self.assertIn("jitgate: 1 compile event, triton compile _a_kernel", lines[0])
        self.assertEqual(sum(line.startswith("worker ") for line in lines), 1)
        self.assertLess(max(len(line) for line in lines[2:]), 70)
        try:
            while more := os.read(outer, 4096):
                seen += more.decode()
        except OSError:  # its other end is closed
            pass
        os.close(outer)
        self.assertIn("warm-up done", self.ended(process, 0)[0])
        lines = [line for line in self.shown(seen) if line]
        self.assertTrue(all(line.startswith("jitgate: ") for line in lines), lines)


class Document(Live):
    def test_the_guarded_script_of_the_document(self):
        with open(os.path.join(ROOT, "docs", "live.md"), encoding="utf-8") as file:
            script = re.search(r"```bash\n(#!.*?)```", file.read(), re.DOTALL).group(1)
        for spoilt, exit in ((False, 0), (True, 81)):
            shutil.rmtree(self.logs, ignore_errors=True)
            for name in glob.glob(self.path("results/*")):
                os.remove(name)
            self.log("server.log", verbose(7) + armed(7) + beat(7))
            os.makedirs(self.path("triton"), exist_ok=True)
            with open(self.path("bench.sh"), "w", encoding="utf-8") as file:
                file.write("sleep 2\n" + (f"date -u \"+$LINE\" >> logs/server.log\nexec sleep 60\n" if spoilt else "sleep 1\n"))
            with open(self.path("guarded.sh"), "w", encoding="utf-8") as file:
                file.write(script)
            line = dated(compiled(7))
            # An engine goes on logging; what ends in the window proves nothing.
            beats = subprocess.Popen(["sh", "-c", 'while sleep 0.5; do date -u "+$1" >> logs/server.log; done', "sh",
                                      dated(beat(7))], cwd=self.folder)
            self.running.append(beats)
            done = subprocess.run(["bash", "guarded.sh"], cwd=self.folder, capture_output=True, text=True, timeout=HANGS,
                                  check=False, stdin=subprocess.DEVNULL,
                                  env={**clean(), "LINE": line, "TRITON_CACHE_DIR": self.path("triton"), "QUIET": "1s", "SETTLE": "1",
                                       "PATH": os.path.dirname(JITGATE) + ":" + os.environ["PATH"]})
            beats.kill()
            beats.wait()
            self.assertEqual(done.returncode, exit, done.stdout + done.stderr)
            self.assertEqual("CLEAN" in done.stdout, not spoilt, done.stdout)


def main():
    """These tests mostly wait, so without arguments four processes share them."""
    if len(sys.argv) > 1:
        unittest.main()
    suites = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    names = [test.id().removeprefix("__main__.") for suite in suites for test in suite]
    parts = [subprocess.Popen([sys.executable, "-B", os.path.abspath(__file__), *names[first::4]]) for first in range(4)]
    sys.exit(max([part.wait() for part in parts]))


if __name__ == "__main__":
    main()
