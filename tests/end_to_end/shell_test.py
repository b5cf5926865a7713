#!/usr/bin/python3
"""What people type: completions in real shells, the manual page through its formatters, and the page of reasons."""
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

from program import clean

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
JITGATE = os.environ["JITGATE"]


def run(*words, text=None):
    return subprocess.run(words, input=text, capture_output=True, text=True, check=False)


def printed(*words):
    done = run(JITGATE, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Completions(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def script(self, shell, name):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(printed("completions", shell))
        return path

    def bash(self, *words):
        path = self.script("bash", "jitgate.bash")
        typed = " ".join(f"'{word}'" for word in ("jitgate", *words))
        done = run("bash", "-c", f"source {path}; COMP_WORDS=({typed}); COMP_CWORD={len(words)}; _jitgate; "
                                 "printf '%s\\n' \"${COMPREPLY[@]}\"")
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def fish(self, line):
        path = self.script("fish", "jitgate.fish")
        done = run("fish", "--no-config", "-c", f"source {path}; complete -C '{line}'")
        self.assertEqual(done.stderr, "")
        return [each.split("\t")[0] for each in done.stdout.splitlines()]

    def test_bash(self):
        self.assertIn("check", self.bash(""))
        self.assertEqual(self.bash("comp"), ["compare", "completions"])
        self.assertEqual(self.bash("policy", ""), ["init", "check", "show"])
        self.assertIn("--out", self.bash("check", "--o"))
        self.assertNotIn("--sql", self.bash("check", "--"))
        self.assertEqual(self.bash("reasons", "--format", "m"), ["markdown"])
        self.assertEqual(self.bash("reasons", "--format", "=", "t"), ["text"])
        self.assertEqual(self.bash("check", "--out", ""), [])  # file names
        self.assertEqual(self.bash("completions", ""), ["bash", "zsh", "fish"])
        self.assertEqual(self.bash("completions", "f"), ["fish"])

    def test_names_that_the_program_knows(self):
        """Rule ids and compilers, reason codes, roles: in each shell."""
        rules = {line.split()[0] for line in printed("rules", "list").splitlines()[1:]}
        codes = set(re.findall(r"^(\w+) \(", printed("reasons"), re.M))
        self.assertGreater(len(rules), 10)
        self.assertGreater(len(codes), 10)
        roles = ["prefill=", "decode=", "agg="]
        offered = self.bash("rules", "explain", "")
        self.assertLessEqual(rules | {"triton"}, set(offered))
        self.assertLessEqual(codes, set(self.bash("reasons", "")))
        self.assertEqual(self.bash("reasons", "worker_restarted", "worker_rest"), ["worker_restarted"])
        for command in ("check", "wait", "policy show"):
            self.assertEqual(self.bash(*command.split(), "--expect-workers", ""), roles)
        self.assertLessEqual(rules | {"triton"}, set(self.fish("jitgate rules explain ")))
        self.assertLessEqual(codes, set(self.fish("jitgate reasons ")))
        self.assertLessEqual(set(roles), set(self.fish("jitgate wait --expect-workers ")))
        with open(self.script("zsh", "_jitgate"), encoding="utf-8") as file:
            script = file.read()
        for word in (*rules, *codes, *roles):
            self.assertRegex(script, rf":\((?:[^)]* )?{re.escape(word)}[ )]")

    def test_fish(self):
        self.assertIn("check", self.fish("jitgate "))
        self.assertEqual(self.fish("jitgate comp"), ["compare", "completions"])
        self.assertEqual(sorted(each for each in self.fish("jitgate policy ") if "/" not in each)[:2], ["check", "init"])
        self.assertIn("--out", self.fish("jitgate check --o"))
        self.assertEqual(sorted(self.fish("jitgate reasons --format ")), ["markdown", "text"])
        self.assertEqual(self.fish("jitgate completions f"), ["fish"])

    def test_zsh_takes_the_script(self):
        self.script("zsh", "_jitgate")
        done = run("zsh", "-f", "-c", f"fpath=({self.folder.name} $fpath); autoload -Uz compinit; "
                                      f"compinit -u -d {self.folder.name}/dump; autoload +X _jitgate; "
                                      "print -r -- ${_comps[jitgate]} ${+functions[_jitgate]}")
        self.assertEqual((done.stdout, done.stderr), ("_jitgate 1\n", ""))

    def test_every_option_of_the_help_is_offered(self):
        commands = re.findall(r"^  ([a-z]+) {2,}\S", printed("--help").split("Exit status")[0], re.M)
        self.assertGreater(len(commands), 15)
        for command in commands:
            offered = set(self.bash(command, "--"))
            told = set(re.findall(r"^ +(?:-\w,)?(--[a-z][a-z-]*)", printed(command, "--help"), re.M))
            self.assertEqual(told - offered, set(), command)


    def test_a_person_types_in_bash(self):
        path = self.script("bash", "jitgate")
        with Terminal("bash", "--noprofile", "--norc", "-i") as bash:
            bash.type(f"PS1='ready> '; source {path}\n")
            bash.until("ready> ")
            bash.type("jitgate compl\t")
            bash.until("completions ")
            bash.type("fi\t")
            bash.until("completions fish ")


class Terminal:
    """A program on a terminal of its own, which waits until that has its size."""

    def __init__(self, *words, columns=100, **variables):
        self.said = ""
        sized, tell = os.pipe()
        self.pid, self.end = pty.fork()
        if self.pid == 0:
            os.read(sized, 1)
            os.execvpe(words[0], words, {**clean(), "TERM": "xterm", **variables})
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        os.write(tell, b"!")
        os.close(sized)
        os.close(tell)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.end)
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)

    def type(self, text):
        os.write(self.end, text.encode())

    def until(self, text, seconds=20):
        """Reads until it has said that."""
        limit = time.monotonic() + seconds
        while text not in self.said:
            ready, _, _ = select.select([self.end], [], [], max(0, limit - time.monotonic()))
            if not ready:
                raise AssertionError(f"it does not say {text!r} but {self.said!r}")
            try:
                more = os.read(self.end, 65536)
            except OSError:  # the program has ended
                more = b""
            if not more:
                raise AssertionError(f"it ends without {text!r}: {self.said!r}")
            self.said += more.decode(errors="replace")

    def whole(self):
        """All that it says until it ends."""
        while True:
            try:
                more = os.read(self.end, 65536)
            except OSError:
                more = b""
            if not more:
                return self.said
            self.said += more.decode(errors="replace")

    def slowed(self):
        """All that it says until it ends, stopped nine tenths of the time."""
        while True:
            os.kill(self.pid, signal.SIGSTOP)
            time.sleep(0.1)
            os.kill(self.pid, signal.SIGCONT)
            if select.select([self.end], [], [], 0.01)[0]:
                try:
                    self.said += os.read(self.end, 65536).decode(errors="replace")
                except OSError:  # it has ended
                    return self.said


class Progress(unittest.TestCase):
    """A line with rate and time left, on a terminal; nothing elsewhere."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.log = os.path.join(self.folder.name, "w0.log")
        with open(self.log, "wb") as file:
            file.write(b"INFO 08-04 18:38:42 [loggers.py:1] Avg generation throughput: 0.0 tokens/s\n" * 600_000)

    def test_on_a_terminal(self):
        with Terminal(JITGATE, "check", self.log, "--threads", "1") as check:
            said = check.slowed()
        shown = [part for part in said.split("\r") if part.startswith("\x1b[Kreading ")]
        self.assertGreater(len(shown), 0, said)
        for line in shown:
            self.assertRegex(line, r"^\x1b\[Kreading \S*w0\.log  \d+ MB  \d+ MB/s(  \d+ %(  about \d+ (s|min) left)?)?$")
            self.assertLess(len(line), 105)
        self.assertTrue(any("left" in line for line in shown), shown)
        self.assertIn("\r\x1b[K", said[said.rindex(shown[-1]):])  # and is taken back

    def test_a_narrow_terminal_keeps_it_on_one_line(self):
        for columns, variables in ((30, {}), (200, {"COLUMNS": "30"}), (12, {"COLUMNS": "200"})):
            with Terminal(JITGATE, "check", self.log, "--threads", "1", columns=columns, **variables) as check:
                shown = [part[3:] for part in check.slowed().split("\r") if part.startswith("\x1b[Kreading")]
            self.assertGreater(len(shown), 0, columns)
            for line in shown:
                self.assertLess(len(line), min(columns, 30), line)

    def test_a_dumb_terminal_and_a_pipe_get_none(self):
        with Terminal(JITGATE, "check", self.log, "--threads", "1", TERM="dumb") as check:
            said = check.slowed()
        self.assertNotIn("reading", said)
        self.assertNotIn("\x1b", said)
        done = run(JITGATE, "check", self.log)
        self.assertNotIn("reading", done.stderr)
        self.assertNotIn("\r", done.stderr + done.stdout)


class Looks(unittest.TestCase):
    """Colours and width, by what terminal and variables say."""
    COMMAND = (JITGATE, "check", os.path.join(ROOT, "tests/data/runs/h200-cold"))

    def on_a_terminal(self, *words, columns=100, **variables):
        with Terminal(*self.COMMAND, *words, columns=columns, **variables) as check:
            return check.whole()

    def into_a_pipe(self, *words, **variables):
        done = subprocess.run([*self.COMMAND, *words], capture_output=True, check=False, env={**clean(), **variables})
        return done.stdout.decode()

    def test_colours(self):
        for coloured, said in (
            (True, self.on_a_terminal()),
            (True, self.on_a_terminal(NO_COLOR="")),
            (True, self.on_a_terminal("--color", "always", NO_COLOR="1", TERM="dumb")),
            (True, self.into_a_pipe(CLICOLOR_FORCE="1", TERM="dumb")),
            (True, self.into_a_pipe("--color", "always")),
            (False, self.on_a_terminal("--color", "never", CLICOLOR_FORCE="1")),
            (False, self.on_a_terminal(NO_COLOR="1")),
            (False, self.on_a_terminal(NO_COLOR="1", CLICOLOR_FORCE="1")),
            (False, self.on_a_terminal(TERM="dumb")),
            (False, self.into_a_pipe()),
            (False, self.into_a_pipe(CLICOLOR_FORCE="0")),
            (False, self.into_a_pipe(CLICOLOR_FORCE="")),
        ):
            self.assertIn("CONTAMINATED", said)
            self.assertEqual("\x1b[" in said, coloured, said[:200])

    def test_width(self):
        def widest(said):
            return max(len(line.rstrip("\r")) for line in re.sub("\x1b\\[[0-9;]*m", "", said).split("\n"))

        as_usual = widest(self.into_a_pipe())
        self.assertLessEqual(as_usual, 100)
        self.assertLessEqual(widest(self.on_a_terminal(columns=72)), 72)
        for into in (self.into_a_pipe, self.on_a_terminal):
            self.assertLessEqual(widest(into(COLUMNS="72")), 72)
            self.assertGreater(widest(into(COLUMNS="140")), as_usual)
            self.assertLessEqual(widest(into(COLUMNS="140")), 140)
            self.assertEqual(widest(into(COLUMNS="5")), widest(into(COLUMNS="40")))
            for nonsense in ("", "0", "-5", "wide", "99999999999999999999"):
                self.assertEqual(widest(into(COLUMNS=nonsense)), as_usual, nonsense)


class Installed(unittest.TestCase):
    """What `cmake --install` puts where shells and man look for it; whatever else was built."""

    def test_a_prefix(self):
        build = os.path.dirname(JITGATE)
        if not os.path.exists(os.path.join(build, "cmake_install.cmake")):
            self.skipTest("the program does not lie in a build folder")
        with tempfile.TemporaryDirectory() as prefix:
            done = run("cmake", "--install", build, "--prefix", prefix)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.shells_find_the_completions(os.path.join(prefix, "share"))
            self.assertIn("jitgate ", run(os.path.join(prefix, "bin", "jitgate"), "--version").stdout)
            for path, words in {"share/man/man1/jitgate.1": ("man",), "share/bash-completion/completions/jitgate": ("completions", "bash"),
                                "share/zsh/site-functions/_jitgate": ("completions", "zsh"),
                                "share/fish/vendor_completions.d/jitgate.fish": ("completions", "fish")}.items():
                with open(os.path.join(prefix, path), encoding="utf-8") as file:
                    self.assertEqual(file.read(), printed(*words), path)
            page = os.path.join(prefix, "share/man/man1/jitgate.1")
            shown = run("man", "-l", page) if shutil.which("man") else None
            if shown is None or shown.returncode != 0:  # small images have a man that only says what to install
                shown = run("mandoc", "-Tascii", page)
            else:
                self.assertEqual(run("man", "--warnings", "-E", "UTF-8", "-l", page).stderr, "")
            self.assertIn("jitgate policy show", re.sub(".\b", "", shown.stdout), shown.stderr)

    def shells_find_the_completions(self, share):
        script = os.path.join(share, "bash-completion", "completions", "jitgate")
        done = run("bash", "--norc", "-c", f"source {script}; complete -p jitgate; COMP_WORDS=(jitgate compl); COMP_CWORD=1; "
                                           "_jitgate; echo \"${COMPREPLY[@]}\"")
        self.assertEqual((done.stdout, done.stderr), ("complete -o default -F _jitgate jitgate\ncompletions\n", ""))
        done = run("fish", "--no-config", "-c", f"set -p PATH {share}/../bin; set -p fish_complete_path "
                                                f"{share}/fish/vendor_completions.d; complete -C 'jitgate compl'")
        self.assertEqual((done.stdout.split("\t")[0], done.stderr), ("completions", ""))
        with Terminal("zsh", "-f", "-i", HOME=share) as zsh:
            zsh.type(f"PS1='ready> '; fpath=({share}/zsh/site-functions $fpath); autoload -Uz compinit; "
                     f"compinit -u -d {share}/dump\n")
            zsh.until("ready> ")
            zsh.type("jitgate compl\t")
            zsh.until("etions")  # what it adds


class Manual(unittest.TestCase):
    def test_formatters_have_nothing_to_say(self):
        page = printed("man")
        done = run("mandoc", "-Tlint", "-Wwarning", text=page)
        self.assertEqual([line for line in done.stdout.splitlines() if "missing date" not in line], [])

    def test_every_command_is_in_it(self):
        page = run("mandoc", "-Tascii", text=printed("man")).stdout
        plain = re.sub(".\b", "", page)
        for command in ("check", "policy init", "rules explain", "buildkite gate", "completions"):
            self.assertIn("jitgate " + command, plain)
        self.assertIn("--expect-workers", plain)
        self.assertIn("wrong usage, policy or rule file", plain)


class Reasons(unittest.TestCase):
    def test_the_page_is_what_the_program_says(self):
        with open(os.path.join(ROOT, "docs/reasons.md"), encoding="utf-8") as file:
            self.assertEqual(file.read(), printed("reasons", "--format", "markdown"))

    def test_a_code_alone_and_a_wrong_one(self):
        self.assertIn("do     Run the server with --jit-monitor-verbose", printed("reasons", "monitor_masked_kernels"))
        done = run(JITGATE, "reasons", "monitor_masked_kernel")
        self.assertEqual(done.returncode, 83)
        self.assertIn("did you mean 'monitor_masked_kernels'", done.stderr)


if __name__ == "__main__":
    unittest.main()
