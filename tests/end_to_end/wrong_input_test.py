"""Wrong input at the command line: what is wrong is named, with its place and what to do, and the exit status tells
usage (83) from a world that does not play along (84) and from missing evidence (82). None of them may end with 0."""

import os
import subprocess
import tempfile
import unittest

from program import JITGATE, clean, told

RULE = """version: 1
rules:
  - id: demo-compile
    kind: event
    compiler: triton
    event_type: compile
    certainty: definite
    marks: start
    needle: "demo compiles "
    pattern: 'demo compiles (?P<target>\\w+)'
    samples:
      - text: "[2026-09-03 10:41:07] {line}"
        gives: {{target: {target}}}
    counter_samples:
      - "nothing of the kind"
"""


class WrongInput(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.mkdir(self.path("results"))
        self.write("results/a.log", "nothing that matters\n")

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def run_it(self, *arguments, **variables):
        return told(*arguments, cwd=self.folder.name, **variables)

    def refused(self, code, words, *arguments, **variables):
        status, out, err = self.run_it(*arguments, **variables)
        self.assertEqual(status, code, (arguments, variables, out, err))
        for word in words:
            self.assertIn(word, err, (arguments, variables))
        for line in err.splitlines():
            self.assertFalse(line.startswith("::"), line)
        self.assertNotRegex(err, r"[\x00-\x09\x0b-\x1f\x7f]")

    def test_usage(self):
        for words, *arguments in (
            (["chekc", "did you mean 'check'?"], "chekc"),
            (["PATH is missing", "Logs, result files", "see 'jitgate check --help'"], "check"),
            (["Usage"],),
            (["lst", "did you mean 'list'?"], "rules", "lst"),
            (["--frmat", "did you mean '--format'?"], "check", "results", "--frmat", "x"),
            (["--format", "jsn", "did you mean 'json'?"], "check", "results", "--format", "jsn"),
            (["--min-points", "-1"], "check", "results", "--min-points", "-1"),
            (["--min-points", "1.5"], "check", "results", "--min-points", "1.5"),
            (["--max-bytes", "2GiB"], "check", "results", "--max-bytes", "-5"),
            (["--max-bytes"], "check", "results", "--max-bytes", "99999999999999999999"),
            (["--max-entries"], "check", "results", "--max-entries", "-1"),
            (["--max-ratio"], "check", "results", "--max-ratio", "0"),
            (["--max-line"], "check", "results", "--max-line", "x"),
            (["--max-line", "less than 4096 bytes: 100B"], "check", "results", "--max-line", "100B"),
            (["--expect-workers agg=0", "left out"], "check", "results", "--expect-workers", "agg=0"),
            (["--expect-workers agg=0", "left out"], "policy", "show", "--expect-workers", "agg=0"),
            (["--max-events"], "check", "results", "--max-events", "0"),
            (["--max-depth"], "check", "results", "--max-depth=many"),
            (["--year"], "check", "results", "--year", "20"),
            (["--zone", "+08:00"], "check", "results", "--zone", "Mars"),
            (["--window", "START..END"], "check", "results", "--window", "x"),
            (["--window", "before"], "check", "results", "--window", "run=20..10"),
            (["--window", "no id"], "check", "results", "--window", "=1785868700..1785868800"),
            (["run=1785868600..1785868700", "two windows"], "check", "results", "--window",
             "run=1785868700..1785868800", "--window", "run=1785868600..1785868700"),
            (["--expect-workers", "'decode'"], "check", "results", "--expect-workers", "decod=1"),
            (["--out"], "check", "results", "--out"),
            (["--out", "empty"], "check", "results", "--out", ""),
            (["cannot read the rule file", "nowhere.yaml"], "check", "results", "--rules", "nowhere.yaml"),
            (["nowhere.yaml"], "check", "results", "--policy", "nowhere.yaml"),
        ):
            self.refused(83, words, *arguments)

    def test_a_line_that_is_not_understood(self):
        """In our words, with the word that is wrong, and with the help of the command that was meant."""
        for words, *arguments in (
            (["no such command: help", "see 'jitgate --help'"], "help"),
            (["no such command: chekc", "did you mean 'check'?", "see 'jitgate --help'"], "chekc", "results"),
            (["no such command: chekc", "did you mean 'check'?", "see 'jitgate policy --help'"], "policy", "chekc"),
            (["no command of 'jitgate policy' is named", "init, check, show", "see 'jitgate policy --help'"], "policy"),
            (["no such option: --frmat", "did you mean '--format'?", "see 'jitgate check --help'"], "check", "--frmat", "json"),
            (["no such option: --frmat", "did you mean '--format'?"], "check", "--out", "x", "--frmat=json", "results"),
            (["no such option: -quiet", "did you mean '--quiet'?"], "check", "results", "-quiet"),
            (["no such option: -x", "./-x"], "check", "-x"),
            (["no such option: --quiet", "behind the command"], "--quiet", "check", "results"),
            (["no such option: --help-me", "did you mean '--help'?", "see 'jitgate rules list --help'"],
             "rules", "list", "--help-me"),
            (["--out: it needs a value", "DIR: Write events.jsonl", "see 'jitgate check --help'"], "check", "results", "--out"),
            (["--out: the value is empty", "unset?"], "check", "results", "--out="),
            (["--out: the value is empty", "unset?"], "check", "--out=", "results"),
            (["--out: the value is empty", "unset?"], "check", "--out=", "there", "results"),
            (["one argument too many: b", "'jitgate report' takes VERDICT", "see 'jitgate report --help'"], "report", "a", "b"),
            (["one argument too many: b", "takes none", "see 'jitgate man --help'"], "man", "b"),
            (["VERDICT is missing", "see 'jitgate report --help'"], "report"),
            (["--to DIR is missing", "see 'jitgate sweep --help'"], "sweep", "github:a/b"),
            (["no such choice: bsh", "did you mean 'bash'?"], "completions", "bsh"),
        ):
            self.refused(83, words, *arguments)
            err = self.run_it(*arguments)[2]
            for of_the_parser in ("TEXT", "ubcommand", "expected", "required", "ositional", "Could not convert"):
                self.assertNotIn(of_the_parser, err, arguments)
        self.assertEqual(self.run_it("sweep", "github:a/b", JITGATE_TO="x", JITGATE_SHARD="0/0")[0], 83)

    def test_a_word_in_brackets_is_one_word(self):
        self.refused(83, ["[a,b]: no such file"], "check", "[a,b]")
        self.refused(83, ["[a,b]: no such file"], "check", "results", "--", "[a,b]")
        self.refused(83, ["[x,y]: cannot read the rule file"], "check", "results", "--rules", "[x,y]")
        self.refused(83, ["[x,y]: cannot read the rule file"], "check", "results", JITGATE_RULES="[x,y]")
        self.write("[a,b]", "nothing that matters\n")
        self.write("-c", "nothing that matters\n")
        self.assertEqual(self.run_it("check", "[a,b]", "results")[0], 82)
        self.assertEqual(self.run_it("check", "results", "--", "-c", "[a,b]")[0], 82)
        self.refused(83, ["-d: no such file"], "check", "results", "--", "-c", "-d")

    def test_help_needs_a_place_to_go(self):
        for arguments in (("--help",), ("--version",), ("check", "--help"), ("policy", "show", "--help"), ("man",),
                          ("completions", "bash"), ("completions", "zsh"), ("completions", "fish"), ("policy", "init"),
                          ("policy", "show"), ("rules", "list"), ("rules", "explain", "triton"), ("reasons",),
                          ("check", "results"), ("check", "results", "--format", "json")):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([JITGATE, *arguments], stdout=full, stderr=subprocess.PIPE, check=False,
                                      cwd=self.folder.name, env=clean(), stdin=subprocess.DEVNULL)
            self.assertEqual((done.returncode, done.stderr), (84, b"jitgate: cannot write to standard output\n"), arguments)

    def test_files_are_written_all_or_none(self):
        for name in ("events.jsonl", "verdict.json", "summary.md", "report.html"):
            os.makedirs(self.path(f"out-{name}/{name}"))
            self.refused(84, [f"out-{name}/{name}", "a directory of this name"], "check", "results", "--out", f"out-{name}")
            self.assertEqual(os.listdir(self.path(f"out-{name}")), [name])

    def test_what_it_echoes_is_escaped(self):
        self.refused(83, [], "check\x1b[31m\n::error::x")
        self.refused(83, [], "check", "results", "--a\n::error::y")
        self.refused(83, [], "check", "results", "--format", "\r::error::z")
        self.refused(83, [], "check", "nowhere\n::error::z")
        self.refused(83, [], "check", "results", "--zone", "\n::error::z")

    def test_variables_are_options(self):
        status, out, _ = self.run_it("check", "results", JITGATE_FORMAT="json")
        self.assertEqual((status, out[:1]), (82, "{"))
        self.assertEqual(self.run_it("check", "results", JITGATE_EXIT_ZERO="1")[0], 0)
        self.assertEqual(self.run_it("check", "results", JITGATE_EXIT_ZERO="false")[0], 82)
        for name, value, words in (
            ("FORMAT", "jsn", "did you mean 'json'?"), ("MIN_POINTS", "-1", "not a whole number"), ("ZONE", "Mars", "no such zone"),
            ("WINDOW", "x", "not a window"), ("EXPECT_WORKERS", "decode=0", "a role that none serves"),
            ("EXPECT_WORKERS", "decode=1\ndecode=2", "given twice"), ("MAX_BYTES", "-5", "no number of bytes"),
            ("MAX_LINE", "100", "less than 4096"), ("YEAR", "20", "not a whole number"), ("STRICT", "perhaps", "neither yes nor no"),
            ("POLICY", "nowhere.yaml", "cannot open"), ("RULES", "nowhere.yaml", "cannot read the rule file"),
            ("WINDOW", "nothing=1785868700..1785868800", "no single point has this id"),
        ):
            self.refused(83, [f"JITGATE_{name}", words], "check", "results", **{f"JITGATE_{name}": value})
            self.assertNotIn("--", self.run_it("check", "results", **{f"JITGATE_{name}": value})[2].split("\n")[0])
        self.refused(83, ["JITGATE_OUT"], "gate", "results", JITGATE_OUT=".")
        self.refused(83, ["JITGATE_SHARD", "no shard"], "sweep", "github:a/b", "--to", "x", JITGATE_SHARD="0/0")
        self.refused(84, ["results/a.log", "JITGATE_OUT names it"], "check", "results", JITGATE_OUT="results/a.log")
        # What stands on the line is the line's.
        err = self.run_it("check", "results", "--format", "jsn", JITGATE_FORMAT="json")[2]
        self.assertNotIn("JITGATE_FORMAT", err)
        self.assertEqual(self.run_it("check", "results", JITGATE_EXIT_ZERO="OFF")[0], 82)
        self.refused(83, ["JITGATE_EXIT_ZERO", "write 1"], "check", "results", JITGATE_EXIT_ZERO="nope")
        self.refused(83, ["JITGATE_POLCY", "did you mean 'JITGATE_POLICY'?"], "check", "results", JITGATE_POLCY="x")
        self.assertEqual(self.run_it("check", "results", JITGATE_SOMETHING_ELSE="x")[0], 82)

    def test_an_option_takes_one_value_and_leaves_the_paths(self):
        rules = self.write("r.yaml", RULE.format(line="demo compiles foo", target="foo"))
        self.assertEqual(self.run_it("check", "--rules", rules, "results")[0], 82)

    def test_a_rule_file_without_a_rule(self):
        rule = RULE.format(line="demo compiles foo", target="foo")
        for text in ("", "[]\n", "version: 1\n", "version: 1\nrules:\n"):
            self.refused(83, ["r.yaml", "no rule"], "check", "results", "--rules", self.write("r.yaml", text))
        self.refused(83, ["/dev/null", "no rule"], "check", "results", "--rules", "/dev/null")
        for text in (rule + "---\n" + rule, rule + "...\n" + rule):
            self.refused(83, ["r.yaml", "second document"], "check", "results", "--rules", self.write("r.yaml", text))

    def test_a_file_size_limit_is_a_write_that_fails(self):
        os.mkdir(self.path("out"))
        done = subprocess.run(["/bin/sh", "-c", 'ulimit -f 1; exec "$0" "$@"', JITGATE, "check", "results", "--out", "out"],
                              capture_output=True, check=False, cwd=self.folder.name, env=clean())
        self.assertEqual(done.returncode, 84, done)
        self.assertIn(b"out/", done.stderr)
        self.assertEqual(os.listdir(self.path("out")), [])

    def test_paths(self):
        self.refused(83, ["resluts", "no such file", "did you mean 'results'?"], "check", "resluts")
        self.refused(83, ["results/b.log", "did you mean 'results/a.log'?"], "check", "results/b.log")
        self.refused(83, ["empty", "unset"], "check", "")
        self.refused(83, ["results/a.log/x"], "check", "results", "results/a.log/x")
        os.symlink("gone", self.path("dangling"))
        self.refused(84, ["dangling", "leads nowhere"], "check", "dangling")
        os.symlink("loop", self.path("loop"))
        self.refused(84, ["loop"], "check", "loop")
        os.mkfifo(self.path("pipe"))
        self.refused(84, ["pipe"], "check", "pipe")

    def test_evidence_that_is_none_is_inconclusive(self):
        os.mkdir(self.path("empty"))
        os.mkdir(self.path("json"))
        self.write("json/result.json", '{"answer": 42}')
        os.mkdir(self.path("torn"))
        with open(self.path("torn/logs.zip"), "wb") as file:
            file.write(b"PK\x03\x04 and no more")
        for path in ("empty", "results", "json", "torn"):
            status, out, _ = self.run_it("check", path)
            self.assertEqual(status, 82, (path, out))
            self.assertIn("inconclusive", out)
        self.assertIn("log_truncated", self.run_it("check", "torn", "--format", "json")[1])

    def test_policies(self):
        for text, words in (
            ("version: 1\ncompilrs: {default: invalid}\n", ["p.yaml:2", "compilrs", "did you mean 'compilers'?"]),
            ("version: 1\ncompilers: {default: invald}\n", ["p.yaml:2", "invald", "invalid"]),
            ("version: 1\nstrict: perhaps\n", ["p.yaml:2", "perhaps"]),
            ("version: 1\nversion: 1\n", ["p.yaml:2", "version"]),
            ("version: 1\nwindow: {guard: '0.5s}\n", ["p.yaml"]),
            ("version: 1\ncompilers: {tritan: failed}\n", ["p.yaml:2:13", "tritan", "did you mean 'triton'?"]),
            ("version: 1\nknown:\n- {compiler: something, until: 2027-01-01, reason: x}\n", ["p.yaml:3:14", "something", "--rules"]),
            ("version: 1\noverrides:\n- {match: {model: a}, compilers: {something: failed}}\n", ["p.yaml:3:35", "something"]),
        ):
            self.write("p.yaml", text)
            self.refused(83, words, "check", "results", "--policy", "p.yaml")
            self.refused(83, words, "policy", "check", "p.yaml")

    def test_rules_bring_compilers_that_a_policy_may_name(self):
        rule = RULE.format(line="demo compiles foo", target="foo").replace("compiler: triton", "compiler: ours")
        self.write("r.yaml", rule)
        self.write("p.yaml", "version: 1\ncompilers: {ours: failed}\n")
        for arguments in (("check", "results", "--policy", "p.yaml"), ("policy", "check", "p.yaml"),
                          ("policy", "show", "--policy", "p.yaml")):
            self.refused(83, ["p.yaml:2:13", "'ours'"], *arguments)
            self.assertIn(self.run_it(*arguments, "--rules", "r.yaml")[0], (0, 82), arguments)
        self.write("p.yaml", "version: 1\ncompilers: {ours: failed}\n" + rule[rule.index("rules:"):])
        self.assertEqual(self.run_it("policy", "check", "p.yaml")[0], 0)

    def test_a_rule_that_its_sample_does_not_prove(self):
        name = self.write("r.yaml", RULE.format(line="demo compiled foo", target="foo"))
        self.refused(83, ["r.yaml:12", "demo compiled foo"], "check", "results", "--rules", name)
        self.refused(83, ["r.yaml:12", "demo compiled foo"], "rules", "test", name)
        name = self.write("r.yaml", RULE.format(line="demo compiles foo", target="bar"))
        self.refused(83, ["r.yaml:12", "demo compiles foo", "bar"], "check", "results", "--rules", name)


if __name__ == "__main__":
    unittest.main()
