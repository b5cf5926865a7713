#!/usr/bin/python3
"""Runs the examples in the documents: each ```console block with lines `$ jitgate …` is what the program prints.

`readme_test.py --update` rewrites the outputs. Blocks of YAML named by their first comment line (`# policy.yaml`) are
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
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "docs/database.md"]
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def printed(command):
    """What `$ command` prints, with the exit status where it is not 0."""
    words = shlex.split(command)
    assert words[0] == "jitgate", command
    # A verdict names the CI job that it is judged in: README's is judged in none.
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "BUILDKITE"))}
    done = subprocess.run([JITGATE, *words[1:]], cwd=ROOT, env=clean, capture_output=True, text=True, check=False)
    text = done.stdout + done.stderr
    return text + (f"(exit {done.returncode})\n" if done.returncode else "")


def rendered(block):
    commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
    return "\n".join(f"$ {command}\n{printed(command)}" for command in commands)


class Documents(unittest.TestCase):
    maxDiff = None

    def test_console_blocks_are_what_the_program_prints(self):
        shutil.rmtree(os.path.join(ROOT, "build", "docs"), ignore_errors=True)  # what examples write, as they were once
        ran = 0
        for name in DOCUMENTS:
            with open(os.path.join(ROOT, name), encoding="utf-8") as file:
                text = file.read()
            for block in BLOCK.findall(text):
                with self.subTest(document=name, block=block.splitlines()[0]):
                    self.assertEqual(block, rendered(block))
                    ran += 1
        self.assertGreaterEqual(ran, 2)

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
        path = os.path.join(ROOT, name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        text = BLOCK.sub(lambda match: "```console\n" + rendered(match.group(1)) + "```", text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    if "--update" in sys.argv:
        update()
    else:
        unittest.main()
