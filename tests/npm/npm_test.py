#!/usr/bin/python3
"""jitgate against what GitHub itself publishes: the official artifact client, both ways; the types of its REST API; its
checks of actions and workflows.

package.json leaves out what the client carries along and never loads (a code generator and what it needs): two thirds of the
bytes.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "end_to_end")]
from fake_github import GitHub  # noqa: E402
from fake_github.runtime import Commits, Runtime  # noqa: E402
import packages  # noqa: E402
from program import finished, read_json  # noqa: E402

KEEP = os.environ.get("JITGATE_NPM", os.path.join(ROOT, "build", "npm"))
SMALL = os.path.join(ROOT, "tests", "golden", "layout-single-node", "input")
TOKEN = "ghs_fakeTokenThatMustStayHere0123456789"


def setUpModule():
    global NODE
    NODE = packages.ready(HERE, KEEP)
    for name in ("client.mjs", "lint.mjs"):
        shutil.copy(os.path.join(HERE, name), KEEP)


def run(*arguments, **variables):
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "ACTIONS_"))}
    return subprocess.run([NODE, *arguments], capture_output=True, text=True, cwd=KEEP, env={**clean, **variables},
                          stdin=subprocess.DEVNULL, timeout=120)


class Npm(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.hub = GitHub()
        self.addCleanup(self.hub.close)
        self.commits = Commits(self.hub.api)
        self.runtime = Runtime(self.hub.requests.append)
        self.addCleanup(self.runtime.close)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def client(self, *arguments):
        done = run(os.path.join(KEEP, "client.mjs"), *arguments, GITHUB_SERVER_URL="https://github.com",
                   GITHUB_WORKSPACE=self.folder, **self.runtime.variables())
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return json.loads(done.stdout.strip().split("\n")[-1])

    def gate(self, *arguments, exit=81):
        variables = {"GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "octo/bench", "GITHUB_RUN_ID": "77", "GITHUB_JOB": "bench",
                     "GITHUB_SHA": "a" * 40, **self.hub.variables(TOKEN), **self.runtime.variables()}
        done = finished("gate", SMALL, "--out", "jitgate", *arguments, cwd=self.folder, variables=variables)
        self.assertEqual(done.returncode, exit, done.stderr.decode())

    def bodies(self, method):
        return [json.loads(one.body) for one in self.hub.asked("runtime", part="/" + method)]

    def test_the_official_client_reads_what_we_upload(self):
        for profile in ("github", "gitea"):
            self.runtime.profile = profile
            name = f"events-{profile}"
            self.gate("--artifact-name", name)
            done = self.client("download", name, self.path(name))
            self.assertFalse(done.get("digestMismatch"), done)
            for file in ("events.jsonl", "verdict.json", "summary.md", "report.html"):
                with open(self.path(name, file), "rb") as ours, open(self.path("jitgate", file), "rb") as kept:
                    self.assertEqual(ours.read(), kept.read())

    def test_we_read_what_the_official_client_uploads(self):
        self.gate("--upload", "none")
        files = [self.path("jitgate", name) for name in ("events.jsonl", "verdict.json")]
        self.client("upload", "bmk_official", *files)
        measured = self.hub.run()
        self.hub.artifact(measured, "bmk_official", self.runtime.content("bmk_official"))
        done = finished("fetch", "github:octo/bench/runs/77", "--out", self.path("fetched"), variables=self.hub.variables(TOKEN))
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        kept = read_json(self.path("fetched", "manifest.json"))["artifacts"][0]
        self.assertEqual((kept["name"], kept["state"], kept["verified"]), ("bmk_official", "saved", "digest"))

    def test_both_say_the_same(self):
        """The same calls in the same order, with the same fields; only version and type differ, as they should."""
        self.gate("--upload", "auto")
        ours = [one for one in self.hub.requests if one.host in ("runtime", "storage")]
        self.hub.requests.clear()
        self.client("upload", "official", self.path("jitgate", "events.jsonl"))
        theirs = [one for one in self.hub.requests if one.host in ("runtime", "storage")]

        def shape(requests):
            return [(one.method, one.path.split("/")[-1] if one.host == "runtime" else "blob", one.query.get("comp")) for one in requests]

        self.assertEqual(shape(ours), shape(theirs))
        for mine, other in zip(ours, theirs):
            if mine.host == "runtime":
                fields, others = json.loads(mine.body), json.loads(other.body)
                self.assertEqual(set(fields), set(others) - {"mime_type"})
                self.assertEqual({name: type(value) for name, value in fields.items()},
                                 {name: type(value) for name, value in others.items() if name != "mime_type"})
                self.assertEqual(mine.header("content-type"), other.header("content-type"))
            else:
                for name in ("content-type", "x-ms-blob-content-type", "authorization"):
                    self.assertEqual(mine.header(name), other.header(name), name)
                self.assertEqual(len(mine.query.get("blockid", "")), len(other.query.get("blockid", "")))

    def test_bodies_are_those_of_the_published_api(self):
        """What we send, and what the fake answers, is of the types that GitHub's API description gives."""
        measured = self.hub.run()
        self.hub.artifact(measured, "server_logs_a", {"a.log": "x"})
        self.hub.job(measured, "bench", b"x")
        answers = []
        handle = self.hub.api.handle

        def record(request):
            answer = handle(request)
            answers.append((request, answer))
            return answer

        self.hub.api.handle = record
        self.gate("--status", "commit-status", "--upload", "none")
        self.gate("--status", "check-run", "--upload", "none")
        finished("fetch", "github:octo/bench/runs/77", "--out", self.path("fetched"), "--job-logs",
                 variables=self.hub.variables(TOKEN))
        kinds = {("POST", "/statuses/"): "repos/create-commit-status", ("POST", "/check-runs"): "checks/create",
                 ("PATCH", "/check-runs/"): "checks/update", ("GET", "/runs/77/artifacts"): "actions/list-workflow-run-artifacts",
                 ("GET", "/attempts/1/jobs"): "actions/list-jobs-for-workflow-run-attempt",
                 ("GET", "/actions/runs/77"): "actions/get-workflow-run"}
        source = ['import type { operations } from "@octokit/openapi-types";',
                  "type Deep<T> = T extends (infer U)[] ? Deep<U>[] : T extends object ? { [K in keyof T]?: Deep<T[K]> } : T;"]
        seen = set()
        for number, (request, answer) in enumerate(answers):
            kind = next((name for (method, part), name in kinds.items() if request.method == method and part in request.path), None)
            if not kind or answer.status >= 300:
                continue
            seen.add(kind)
            if request.body:
                of = f'NonNullable<operations["{kind}"]["requestBody"]>["content"]["application/json"]'
                source.append(f"export const sent{number}: {of} = {request.body.decode()};")
            elif request.path.endswith(("/artifacts", "/jobs")):
                of = f'operations["{kind}"]["responses"]["200"]["content"]["application/json"]'
                source.append(f"export const got{number}: Deep<{of}> = {answer.body.decode()};")
        self.assertEqual(seen, set(kinds.values()))
        file = os.path.join(KEEP, "bodies.ts")
        tsc = os.path.join(KEEP, "node_modules", "typescript", "bin", "tsc")
        with open(os.path.join(KEEP, "tsconfig.json"), "w") as out:
            json.dump({"compilerOptions": {"noEmit": True, "strict": True, "skipLibCheck": True, "types": [], "target": "es2022",
                                           "module": "nodenext"}, "files": ["bodies.ts"]}, out)
        # It does see what is wrong: the compiler complains of an expected error that is none.
        source.append("// @ts-expect-error")
        source.append(next(line for line in source if '"state":"pending"' in line).replace("const sent", "const wrong")
                      .replace('"state":"pending"', '"state":"waiting"'))
        with open(file, "w") as out:
            out.write("\n".join(source) + "\n")
        done = run(tsc, "--project", KEEP)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_the_action_and_the_workflows(self):
        files = [os.path.join(ROOT, "action.yml"), *sorted(glob.glob(os.path.join(ROOT, ".github", "workflows", "*.yml"))),
                 *sorted(glob.glob(os.path.join(ROOT, "docs", "examples", "*.yml")))]
        self.assertGreaterEqual(len(files), 5)
        broken = self.path("action.yml")
        with open(files[0], encoding="utf-8") as file, open(broken, "w") as out:
            out.write(file.read().replace("main: action/main.js", "mian: action/main.js"))
        bundle = os.path.join(KEEP, "lint.bundle.mjs")
        # The language service imports JSON in a way that node does not take as it stands.
        esbuild = glob.glob(os.path.join(KEEP, "node_modules", "@esbuild", "*", "bin", "esbuild"))[0]
        built = subprocess.run([esbuild, "lint.mjs", "--bundle", "--platform=node", "--format=esm",
                                f"--outfile={bundle}", "--log-level=error",
                                "--banner:js=import { createRequire as requireOf } from 'node:module'; "
                                "const require = requireOf(import.meta.url);"],
                               cwd=KEEP, capture_output=True, text=True)
        self.assertEqual(built.returncode, 0, built.stderr)
        done = run(bundle, *files)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout), [])
        self.assertNotEqual(json.loads(run(bundle, broken).stdout), [])  # it does see faults


if __name__ == "__main__":
    unittest.main()
