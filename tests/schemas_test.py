"""Holds the published schemas, the examples and our readers together.

For each kind of file in KINDS: the schema itself is valid JSON Schema 2020-12; every good example passes the schema
and, where we have a reader, the reader; every bad example is refused by the reader and by the schema too, unless the
example says what the schema cannot know. A kind whose folder or schema is missing fails: an empty set proves nothing.

Usage: schemas_test.py [--probe KIND=PROGRAM]… [unittest arguments]. A PROGRAM prints one line a file, in order:
"ok …" or "no …". YAML is read by the core schema of YAML 1.2, as our readers and editors do: `yes` is a word.
"""

import json
import os
import re
import subprocess
import sys
import unittest

import jsonschema
import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# kind: schema, folders of good and of bad examples, file endings; whether a reader must be given, and whether every
# property must have a description.
KINDS = {
    "policy": {
        "schema": "schemas/policy.schema.json",
        "good": ["tests/data/setup/good"],
        "bad": ["tests/data/setup/bad"],
        "endings": (".yaml",),
        "probe_required": True,
        "described": True,
    },
    # The loader reads every embedded rule at start-up, and its own tests have the bad ones.
    "rules": {
        "schema": "schemas/rules.schema.json",
        "good": ["src/recognise/rules"],
        "bad": [],
        "endings": (".yaml",),
    },
}

PROBES = {}


class CoreLoader(yaml.SafeLoader):
    """YAML 1.2 core schema: only true/false, null, decimal numbers; dates and everything else stay text."""

    yaml_implicit_resolvers = {}


for tag, pattern, first in (
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("int", r"^[-+]?[0-9]+$", "-+0123456789"),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", "-+.0123456789"),
):
    CoreLoader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), list(first))
# Merge keys are an extension of 1.1: here `<<` is a key like any other.
CoreLoader.flatten_mapping = lambda self, node: None
# A leading zero does not make a number octal.
CoreLoader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value))


def documents(path):
    """The documents of a file: one of JSON or YAML, one a line of .jsonl."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if path.endswith(".jsonl"):
        return [json.loads(line) for line in text.splitlines()]
    if path.endswith(".json"):
        return [json.loads(text)]
    return list(yaml.load_all(text, Loader=CoreLoader)) or [None]


def examples(kind, which):
    paths = []
    for folder in KINDS[kind][which]:
        full = os.path.join(ROOT, folder)
        paths += [os.path.join(full, n) for n in sorted(os.listdir(full)) if n.endswith(KINDS[kind]["endings"])]
    return paths


def validator(kind):
    with open(os.path.join(ROOT, KINDS[kind]["schema"]), encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def what_schema_should(path):
    """The example's own word: "refuses", or the reason why the schema cannot know."""
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines()[:3]:
            if line.startswith("# schema: "):
                return line[len("# schema: ") :]
    return "refuses"


def ask_reader(kind, paths):
    """True for each path that the reader accepts."""
    done = subprocess.run([PROBES[kind], *paths], stdout=subprocess.PIPE, text=True, check=False, timeout=300)
    answers = [line[:3] == "ok " for line in done.stdout.splitlines() if line[:3] in ("ok ", "no ")]
    if len(answers) != len(paths):
        raise AssertionError(f"{PROBES[kind]} answered {len(answers)} of {len(paths)} files, status {done.returncode}")
    return dict(zip(paths, answers))


class Schemas(unittest.TestCase):
    def test_good_examples_pass(self):
        for kind in KINDS:
            checks = validator(kind)
            paths = examples(kind, "good")
            self.assertTrue(paths, kind)
            for path in paths:
                for document in documents(path):
                    with self.subTest(kind=kind, path=os.path.relpath(path, ROOT)):
                        errors = [f"{list(e.absolute_path)}: {e.message[:200]}" for e in checks.iter_errors(document)]
                        self.assertEqual(errors, [])

    def test_bad_examples_are_refused_or_say_why_not(self):
        for kind in KINDS:
            checks = validator(kind)
            self.assertTrue(examples(kind, "bad") or not KINDS[kind]["bad"], kind)
            for path in examples(kind, "bad"):
                with self.subTest(kind=kind, path=os.path.relpath(path, ROOT)):
                    word = what_schema_should(path)
                    try:
                        accepted = all(checks.is_valid(document) for document in documents(path))
                    except yaml.YAMLError:
                        accepted = True  # it never comes before the schema
                    if word == "refuses":
                        self.assertFalse(accepted, "the schema accepts it")
                    else:
                        self.assertRegex(word, r"^cannot know: \S")
                        self.assertTrue(accepted, "the schema refuses it after all: say so in the example")

    def test_readers_agree(self):
        for kind in KINDS:
            if kind not in PROBES:
                self.assertFalse(KINDS[kind].get("probe_required"), f"give --probe {kind}=PROGRAM")
                continue
            for which, expected in (("good", True), ("bad", False)):
                for path, accepted in ask_reader(kind, examples(kind, which)).items():
                    with self.subTest(kind=kind, path=os.path.relpath(path, ROOT)):
                        self.assertEqual(accepted, expected)

    def test_written_default_policy_passes(self):
        text = subprocess.run([PROBES["policy"]], stdout=subprocess.PIPE, text=True, check=True, timeout=60).stdout
        document = yaml.load(text, Loader=CoreLoader)
        self.assertEqual(document["version"], 1)
        self.assertEqual([e.message for e in validator("policy").iter_errors(document)], [])

    def test_every_property_is_described(self):
        """An editor shows the description at the key; one that is a mere reference shows its target's."""

        def walk(schema, here):
            for name, sub in schema.get("properties", {}).items():
                if isinstance(sub, dict) and not {"description", "$ref", "const"} & set(sub) and here[-1:] != ["if"]:
                    bare.append("/".join(here + [name]))
            for key, sub in schema.items():
                if key in ("if", "then", "else", "anyOf", "oneOf", "allOf"):
                    continue
                if isinstance(sub, dict):
                    walk(sub, here + [key])

        for kind in (k for k in KINDS if KINDS[k].get("described")):
            bare = []
            walk(validator(kind).schema, [])
            self.assertEqual(bare, [], kind)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    while "--probe" in arguments:
        at = arguments.index("--probe")
        name, _, program = arguments[at + 1].partition("=")
        PROBES[name] = program
        del arguments[at : at + 2]
    unittest.main(argv=[sys.argv[0], *arguments])
