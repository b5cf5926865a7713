#!/usr/bin/python3
"""The Buildkite plugin's papers: every YAML example fits plugin.yml, and plugin.yml, the program and the README know the
same options. What hooks and gate do is in buildkite-plugin/tests."""
import json
import os
import re
import shutil
import tempfile
import unittest

import jsonschema
import yaml

from program import ROOT, told

PLUGIN = os.path.join(ROOT, "buildkite-plugin")
DOCUMENTS = ["buildkite-plugin/README.md", "docs/buildkite.md"]
SOURCES = re.compile(r"^(https://github\.com/ORG/REPO\.git/buildkite-plugin#v[\d.]+|ORG/jitgate#v[\d.]+|\./[\w./-]+)$")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def plugin():
    return yaml.safe_load(read("buildkite-plugin/plugin.yml"))


def blocks(name):
    return [yaml.safe_load(block) for block in re.findall(r"```ya?ml\n(.*?)```", read(name), re.DOTALL)]


def options_of_the_program():
    """By asking for one that there is not."""
    code, _, err = told("buildkite", "preflight", BUILDKITE_PLUGIN_CONFIGURATION='{"zzzzzzzzzzzzzzzz": 1}')
    assert code == 83, err
    return set(re.search(r"there are: (.*)", err).group(1).split(", "))


class Papers(unittest.TestCase):
    def test_plugin_yml_is_what_the_agent_and_its_linter_ask_for(self):
        it = plugin()
        for key in ("name", "description", "author"):
            self.assertIsInstance(it[key], str)
        self.assertEqual(it["requirements"], ["bash"])
        configuration = it["configuration"]
        self.assertIs(configuration["additionalProperties"], False)
        jsonschema.Draft7Validator.check_schema(configuration)
        for name in configuration["properties"]:
            self.assertRegex(name, r"^[a-z]+(-[a-z]+)*$", "kebab-case, and no letter that the agent would not change")

    def test_examples_fit_plugin_yml(self):
        validator = jsonschema.Draft7Validator(plugin()["configuration"])
        version = read("buildkite-plugin/VERSION").strip()
        seen = 0
        for name in DOCUMENTS:
            for document in blocks(name):
                for step in document["steps"]:
                    entries = step.get("plugins", [])
                    self.assertIsInstance(entries, list)
                    for entry in entries:
                        ((source, configuration),) = entry.items()
                        with self.subTest(document=name, source=source):
                            self.assertRegex(source, SOURCES)
                            if "#" in source:
                                self.assertEqual(source.split("#v")[1], version)
                            validator.validate(configuration)
                            self.accepted_by_the_program(configuration)
                            seen += 1
        self.assertGreaterEqual(seen, 6)

    def accepted_by_the_program(self, configuration):
        usable = {key: value for key, value in configuration.items() if key not in ("policy", "job-log", "step")}
        usable.setdefault("logs", "x")
        code, _, err = told("buildkite", "preflight", BUILDKITE_PLUGIN_CONFIGURATION=json.dumps(usable))
        self.assertEqual(code, 0, err)

    def test_the_first_example_can_end_valid(self):
        """Over what its step leaves where the command does what the README asks of it."""
        (step,) = blocks("buildkite-plugin/README.md")[0]["steps"]
        ((_, configuration),) = step["plugins"][0].items()
        made = os.path.join(ROOT, "tests", "golden", "log-without-heartbeats", "input")
        for left_out, status in ((None, "valid"), ("expect-workers", "flagged")):
            with tempfile.TemporaryDirectory() as checkout:
                results = os.path.join(checkout, "results", "demo")
                os.makedirs(results)
                os.mkdir(os.path.join(checkout, ".buildkite"))
                with open(os.path.join(checkout, configuration["policy"]), "w", encoding="utf-8") as file:
                    file.write("version: 1\n")
                shutil.copy(os.path.join(made, "results_concurrency_12.json"), os.path.join(results, "bench-conc12.json"))
                with open(os.path.join(made, "node-0_agg_w0.out"), encoding="utf-8") as log, \
                        open(os.path.join(results, "server.log"), "w", encoding="utf-8") as server:
                    for line in log:  # as `docker logs --timestamps` writes it
                        stamp = re.search(r" (08-04) (\d\d:\d\d:\d\d) ", line)
                        server.write(f"2026-{stamp[1]}T{stamp[2]}.123456789Z {line}")
                options = {key: value for key, value in configuration.items() if key != left_out}
                code, said, err = told("buildkite", "gate", BUILDKITE_PLUGIN_CONFIGURATION=json.dumps(options),
                                       BUILDKITE_BUILD_CHECKOUT_PATH=checkout, BUILDKITE_COMMAND_EXIT_STATUS="0")
                self.assertEqual(code, 0, said + err)
                with open(os.path.join(checkout, "jitgate", "local", "verdict.json"), encoding="utf-8") as file:
                    self.assertEqual(json.load(file)["status"], status)

    def test_what_does_not_fit_is_refused_by_plugin_yml_too(self):
        validator = jsonschema.Draft7Validator(plugin()["configuration"])
        good = {"logs": ["a", "b"], "min-logs": 1, "strict": True, "upload": "required", "expect-workers": {"agg": 1}}
        self.assertTrue(validator.is_valid(good))
        self.assertTrue(validator.is_valid({"job-log": True}))
        for bad in ({}, {"results": "x"}, {"log": "x"}, {"logs": {"a": "b"}}, {"logs": "x", "min-logs": -1},
                    {"logs": "x", "annotate": "sometimes"}, {"logs": "x", "upload": "maybe"}, {"logs": "x", "timeout": 0},
                    {"logs": "x", "strict": "maybe"}):
            self.assertFalse(validator.is_valid(bad), bad)
            code, _, err = told("buildkite", "preflight", BUILDKITE_PLUGIN_CONFIGURATION=json.dumps(bad))
            self.assertEqual(code, 83, (bad, err))

    def test_the_same_options_everywhere(self):
        listed = set(plugin()["configuration"]["properties"])
        self.assertEqual(listed, options_of_the_program())
        table = read("buildkite-plugin/README.md").split("## Options")[1].split("\n## ")[0]
        told_of = {name for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`([a-z-]+)`", row)}
        self.assertEqual(listed, told_of)

    def test_each_trap_names_tests_that_there_are(self):
        names = set()
        for file in sorted(os.listdir(os.path.join(PLUGIN, "tests"))):
            if file.endswith(".bats"):
                names |= set(re.findall(r'^@test "(.*)" \{$', read(f"buildkite-plugin/tests/{file}"), re.MULTILINE))
        rows = re.findall(r"^\| \d+ \| .*? \| (.*) \|$", read("buildkite-plugin/tests/README.md"), re.MULTILINE)
        self.assertGreaterEqual(len(rows), 30)
        for row in rows:
            for name in re.findall(r"“(.*?)”", row):
                self.assertTrue(any(test.startswith(name) for test in names), name)

    def test_nothing_points_out_of_the_folder(self):
        """A mirror repository holds this folder alone, with its licence."""
        self.assertEqual(read("buildkite-plugin/LICENSE"), read("LICENSE"))
        for folder in ("hooks", "lib"):
            for name in os.listdir(os.path.join(PLUGIN, folder)):
                path = os.path.join("buildkite-plugin", folder, name)
                for line in read(path).splitlines():
                    if not line.lstrip().startswith("#"):
                        self.assertNotIn("/../..", line, path)


if __name__ == "__main__":
    unittest.main()
