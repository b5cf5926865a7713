#!/usr/bin/python3
"""Runs the examples in the documents: each ```console block with lines `$ jitgate …` is what the program prints, where a
line `...` stands for any others. A shell example that is not run here says why.

`readme_test.py --update` rewrites the outputs that are wrong. Blocks of YAML named by their first comment line (`# policy.yaml`) are
read by `jitgate policy check`.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
JITGATE = os.environ["JITGATE"]
DOCUMENTS = ["README.md", "CONTRIBUTING.md",
             *sorted("docs/" + name for name in os.listdir(os.path.join(ROOT, "docs")) if name.endswith(".md"))]
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
SHELL = re.compile(r"```(?:bash|sh|shell)\n(.*?)```", re.DOTALL)
# What a document's examples read: they run in a folder with these files. Without any they run in the repository.
FILES = {
    "docs/policy.md": {
        "jitgate.yaml": "version: 1\ncompilers:\n  flashinfer: failed\nfindings: {unproven: flagged}\n",
        "wrong.yaml": "version: 1\ncompilrs: {default: failed}\nstrict: yes\n",
    },
}
# Shell examples by document and first line, and why they are not run here.
ELSEWHERE = {
    ("README.md", "./dev build                                    # → build/release/jitgate"):
        "builds the release, and names logs that are the reader's; the forms stand in tests/golden",
    ("README.md", "export GITHUB_TOKEN=…                                         # needs actions: read"):
        "needs GitHub; tests/end_to_end/fetch_test.py and sweep_test.py have a server",
    ("docs/live.md", "#!/usr/bin/env bash"): "tests/end_to_end/live_test.py runs it against logs that grow",
    ("docs/buildkite.md", "export BUILDKITE_PLUGIN_CONFIGURATION='{\"logs\": \"results/**/*.log\", \"results\": \"results/**/*.json\"}'"):
        "needs an agent's environment; tests/end_to_end/buildkite_test.py has one",
}


def printed(command, folder):
    """What `$ command` prints, with the exit status where it is not 0."""
    words = shlex.split(command)
    assert words[0] == "jitgate", command
    # A verdict names the CI job that it is judged in: README's is judged in none.
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "BUILDKITE"))}
    done = subprocess.run([JITGATE, *words[1:]], cwd=folder, env=clean, capture_output=True, text=True, check=False)
    text = done.stdout + done.stderr
    return text + (f"(exit {done.returncode})\n" if done.returncode else "")


def rendered(block, folder):
    commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
    return "\n".join(f"$ {command}\n{printed(command, folder)}" for command in commands)


def holds(block, output):
    """Whether the block is that output, where a line `...` in it stands for any lines."""
    lines = [r"(?:.*\n)*?" if line == "...\n" else re.escape(line) for line in block.splitlines(keepends=True)]
    return re.fullmatch("".join(lines), output) is not None


def text_of(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def folder_of(name, scratch):
    for file_name, text in FILES.get(name, {}).items():
        with open(os.path.join(scratch, file_name), "w", encoding="utf-8") as file:
            file.write(text)
    return scratch if name in FILES else ROOT


class Documents(unittest.TestCase):
    maxDiff = None

    def test_console_blocks_are_what_the_program_prints(self):
        shutil.rmtree(os.path.join(ROOT, "build", "docs"), ignore_errors=True)  # what examples write, as they were once
        ran = set()
        for name in DOCUMENTS:
            with tempfile.TemporaryDirectory() as scratch:
                folder = folder_of(name, scratch)
                for block in BLOCK.findall(text_of(name)):
                    with self.subTest(document=name, block=block.splitlines()[0]):
                        ran.add(name)
                        output = rendered(block, folder)
                        if not holds(block, output):
                            self.assertEqual(block, output)
        self.assertLessEqual({"README.md", "CONTRIBUTING.md", *FILES}, ran)

    def test_shell_examples_run_or_say_why_not(self):
        found = {(name, block.splitlines()[0]) for name in DOCUMENTS for block in SHELL.findall(text_of(name))}
        self.assertEqual(found, set(ELSEWHERE))

    def test_policy_blocks_are_policies(self):
        with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
            blocks = re.findall(r"```yaml\n(# [\w.-]*policy[\w.-]*\.yaml.*?)```", file.read(), re.DOTALL)
        self.assertTrue(blocks)
        for block in blocks:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "policy.yaml")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(block)
                done = subprocess.run([JITGATE, "policy", "check", path], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)


def update():
    for name in DOCUMENTS:
        with tempfile.TemporaryDirectory() as scratch:
            folder = folder_of(name, scratch)

            def renewed(match):
                output = rendered(match.group(1), folder)
                return match.group(0) if holds(match.group(1), output) else f"```console\n{output}```"

            text = BLOCK.sub(renewed, text_of(name))
        with open(os.path.join(ROOT, name), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    if "--update" in sys.argv:
        update()
    else:
        unittest.main()
