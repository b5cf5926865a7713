#!/usr/bin/python3
"""What people type: completions in real shells, the manual page through its formatters, and the page of reasons."""
import os
import re
import subprocess
import tempfile
import unittest

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
        self.assertEqual(self.bash("policy", ""), ["init", "check"])
        self.assertIn("--out", self.bash("check", "--o"))
        self.assertNotIn("--sql", self.bash("check", "--"))
        self.assertEqual(self.bash("reasons", "--format", "m"), ["markdown"])
        self.assertEqual(self.bash("reasons", "--format", "=", "t"), ["text"])
        self.assertEqual(self.bash("check", "--out", ""), [])  # file names

    def test_fish(self):
        self.assertIn("check", self.fish("jitgate "))
        self.assertEqual(self.fish("jitgate comp"), ["compare", "completions"])
        self.assertEqual(sorted(each for each in self.fish("jitgate policy ") if "/" not in each)[:2], ["check", "init"])
        self.assertIn("--out", self.fish("jitgate check --o"))
        self.assertEqual(sorted(self.fish("jitgate reasons --format ")), ["markdown", "text"])

    def test_zsh_takes_the_script(self):
        self.script("zsh", "_jitgate")
        done = run("zsh", "-f", "-c", f"fpath=({self.folder.name} $fpath); autoload -Uz compinit; "
                                      f"compinit -u -d {self.folder.name}/dump; autoload +X _jitgate; "
                                      "print -r -- ${_comps[jitgate]} ${+functions[_jitgate]}")
        self.assertEqual((done.stdout, done.stderr), ("_jitgate 1\n", ""))

    def test_every_option_of_the_help_is_offered(self):
        for command in re.findall(r"^  ([a-z]+) {2,}", printed("--help").split("Subcommands:")[1].split("\n\n")[0], re.M):
            offered = set(self.bash(command, "--"))
            told = set(re.findall(r"^ +(?:-\w,)?(--[a-z][a-z-]*)", printed(command, "--help"), re.M))
            self.assertEqual(told - offered, set(), command)


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
