#!/usr/bin/python3
"""jitgate gate as a workflow runs it: evidence of a run, a fake GitHub, and a model of the runner that reads what the
step says and writes.

ROWS maps each report of real trouble (facts on GitHub Actions, section 6) that concerns uploads, statuses, summaries and
commands to the test that shows how we meet it; tests/publish/README.md has them as a table.
"""
import datetime
import hashlib
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile

import jsonschema

import runner_model
from program import JITGATE, ROOT, RUNS, TESTS, artifact, clean, finished, read_json, recorded, write_json

sys.path.insert(0, TESTS)
from fake_github import Answer, GitHub  # noqa: E402
from fake_github.runtime import Commits, Runtime  # noqa: E402

ROWS = {
    40: "test_the_commit_comes_from_the_event", 53: "test_missing_artifacts_are_no_pass",
    54: "test_uploads_bear_with_the_way", 56: "test_a_burnt_name", 57: "test_a_name_that_is_taken",
    59: "test_a_service_that_wants_a_type", 60: "test_other_services", 62: "test_odd_artifact_names",
    63: "test_enterprise_servers", 66: "test_as_the_action_runs_it", 67: "test_a_full_account",
    68: "test_check_runs_and_long_texts", 69: "test_refused_statuses", 70: "test_as_the_action_runs_it",
    71: "test_as_the_action_runs_it", 72: "test_a_pull_request_from_a_fork", 73: "test_the_summary_has_a_limit",
    74: "test_hostile_logs", 75: "test_hostile_logs", 76: "test_a_step_without_a_runtime_token",
    77: "test_no_signature_is_printed",
}
TOKEN = "ghs_fakeTokenThatMustStayHere0123456789"
HEAD, BASE, MERGE = "a" * 40, "b" * 40, "c" * 40
NODE = shutil.which("node")


def files_below(folder):
    for top, _, names in os.walk(folder):
        for name in names:
            yield os.path.join(top, name)


def read(path, mode="r"):
    with open(path, mode) as file:
        return file.read()


SMALL = os.path.join(TESTS, "golden", "layout-single-node", "input")  # one point, one event: invalid


class Case(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.work = self.path("work")
        os.mkdir(self.work)
        self.hub = GitHub()
        self.addCleanup(self.hub.close)
        self.commits = Commits(self.hub.api)
        self.runtime = Runtime(self.hub.requests.append)
        self.addCleanup(self.runtime.close)
        self.said = b""
        self.addCleanup(self.assert_no_secret_strayed)
        self.event = {}
        self.event_name = "push"
        self.more = {}
        shutil.copytree(SMALL, os.path.join(self.work, "run"))

    def recorded(self, run, folder=""):
        """The recorded run's artifacts in a folder of the workspace."""
        os.makedirs(os.path.join(self.work, folder), exist_ok=True)
        for name in sorted(os.listdir(os.path.join(RUNS, run))):
            if name.endswith(".zip"):
                os.symlink(os.path.join(RUNS, run, name), os.path.join(self.work, folder, name))
                yield name

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def assert_no_secret_strayed(self):
        """Tokens are in no file, output or address, and in no request but those to whom they belong."""
        api, runtime = TOKEN.encode(), self.runtime.token.encode()
        for secret in (api, runtime, *(one.encode() for one in self.runtime.storage.signatures)):
            self.assertNotIn(secret, self.said)
            for path in files_below(self.folder):
                self.assertNotIn(secret, read(path, "rb"), path)
        for request in self.hub.requests:
            self.assertNotIn(TOKEN, request.target + repr(request.body))
            self.assertNotIn(self.runtime.token, request.target + repr(request.body))
            headers = repr(request.headers)
            self.assertEqual(TOKEN in headers, request.host == "api", request.target)
            self.assertEqual(self.runtime.token in headers, request.host == "runtime", request.target)

    def variables(self):
        with open(self.path("event.json"), "w") as file:
            json.dump(self.event, file)
        os.makedirs(self.path("temp"), exist_ok=True)
        for name in ("output", "summary"):
            open(self.path(name), "a").close()
        return {"GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "octo/bench", "GITHUB_RUN_ID": "77", "GITHUB_RUN_ATTEMPT": "2",
                "GITHUB_JOB": "bench", "GITHUB_SHA": MERGE, "GITHUB_EVENT_NAME": self.event_name,
                "GITHUB_EVENT_PATH": self.path("event.json"), "GITHUB_WORKSPACE": self.work, "RUNNER_TEMP": self.path("temp"),
                "GITHUB_OUTPUT": self.path("output"), "GITHUB_STEP_SUMMARY": self.path("summary"),
                "GITHUB_RETENTION_DAYS": "90", **self.hub.variables(TOKEN), **self.runtime.variables(), **self.more}

    def gate(self, *arguments, exit=81, paths=("run",)):
        done = finished("gate", *paths, *arguments, cwd=self.work, variables=self.variables())
        return self.read_step(done, exit)

    def read_step(self, done, exit):
        self.said += done.stdout + done.stderr
        self.errors = done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, exit, done.stdout.decode(errors="replace") + self.errors)
        self.commands = runner_model.commands(done.stdout) + runner_model.commands(done.stderr)
        self.outputs = runner_model.outputs(self.path("output"))
        self.summary = runner_model.summary(self.path("summary"))
        # Whatever the evidence holds, the runner sees our annotations, within its limits, and nothing else.
        for name, properties, data in self.commands:
            self.assertIn(name, ("error", "warning", "notice"))
            self.assertEqual(list(properties), ["title"])
            self.assertTrue(properties["title"].startswith("jitgate"), properties)
            self.assertLessEqual(len(data), 4096)
        for kind in ("error", "warning", "notice"):
            self.assertLessEqual(sum(name == kind for name, _, _ in self.commands), 10)
        return done

    def status_states(self):
        return [(one["state"], one["description"]) for one in self.commits.statuses]

    def uploads(self, method):
        return self.hub.asked("runtime", part="/" + method)


class Gate(Case):
    def test_every_row_has_its_test(self):
        for row, name in ROWS.items():
            self.assertTrue(hasattr(Gate, name), (row, name))

    def test_as_the_action_runs_it(self):
        """From the inputs of action.yml, by the node shim, to what the runner and GitHub see."""
        if not NODE:
            self.assertNotEqual(os.environ.get("CI"), "true", "no node here: ./dev deps")
            self.skipTest("no node here (./dev deps)")
        list(self.recorded("c12-cold"))
        rows = artifact("c12-cold", "bmk_")
        with zipfile.ZipFile(rows) as archive:
            archive.extractall(os.path.join(self.work, os.path.basename(rows)[:-4]))
        self.event_name = "pull_request"
        self.event = {"pull_request": {"head": {"sha": HEAD, "repo": {"full_name": "octo/bench"}}, "base": {"sha": BASE}}}
        inputs = {"path": "multi*.zip\n bmk_*/**/*.json\n", "annotate": "bmk_*/*.json", "status": "commit-status",
                  "token": TOKEN, "binary": JITGATE, "upload": "auto", "out": "jitgate", "strict": "false",
                  "artifact-name": "jitgate-bench-0-a2", "status-context": "jitgate/verdict"}
        variables = {**clean(), **self.variables(), "GITHUB_TOKEN": "",
                     **{f"INPUT_{name.upper()}": value for name, value in inputs.items()}}
        done = subprocess.run([NODE, os.path.join(ROOT, "action", "main.js")], capture_output=True, check=False,
                              cwd=self.work, env=variables, stdin=subprocess.DEVNULL, timeout=120)
        self.read_step(done, 81)
        # The status: pending first, then error, on the head and not on the merge.
        self.assertEqual([one["state"] for one in self.commits.statuses], ["pending", "error"])
        last = self.commits.statuses[-1]
        self.assertEqual((last["sha"], last["context"]), (HEAD, "jitgate/verdict"))
        self.assertRegex(last["description"], "^INVALID: 3 points: 1 contaminated")
        self.assertEqual(last["target_url"], "https://github.com/octo/bench/actions/runs/77/attempts/2")
        # The artifact: a zip, with the events as they were kept.
        self.assertEqual(list(self.runtime.visible()), ["jitgate-bench-0-a2"])
        with zipfile.ZipFile(io.BytesIO(self.runtime.content("jitgate-bench-0-a2"))) as archive:
            self.assertIsNone(archive.testzip())
            self.assertEqual(sorted(archive.namelist()), ["events.jsonl", "report.html", "summary.md", "verdict.json"])
            self.assertEqual(archive.read("events.jsonl"), read(self.outputs["events-path"], "rb"))
        create = json.loads(self.uploads("CreateArtifact")[0].body)
        self.assertEqual((create["version"], "mime_type" in create), (4, False))
        # Outputs, rows, summary, annotations.
        self.assertEqual({name: self.outputs[name] for name in ("status", "ok", "finding", "exit-code", "points", "events")},
                         {"status": "invalid", "ok": "false", "finding": "contaminated", "exit-code": "81", "points": "3",
                          "events": "50"})
        self.assertEqual(self.outputs["artifact-id"], "5000000001")
        self.assertEqual(self.outputs["report-path"], os.path.join(self.work, "jitgate", "report.html"))
        self.assertRegex(self.outputs["artifact-url"], "/actions/runs/77/artifacts/5000000001$")
        self.assertIn(f"[the artifact]({self.outputs['artifact-url']})", self.summary)
        self.assertEqual(self.outputs["events-path"], os.path.join(self.work, "jitgate", "events.jsonl"))
        self.assertEqual(read_json(self.outputs["verdict-path"])["run"]["id"], "77")
        marks = {row["conc"]: row.get("jit_valid") for row in
                 (read_json(path) for path in files_below(os.path.join(self.work, os.path.basename(rows)[:-4]))
                  if not os.path.basename(path).startswith("jit_validation_"))}
        self.assertEqual(marks[12], 0)
        self.assertIn("| Point | Finding |", self.summary)
        self.assertIn("jitgate-bench-0-a2", self.summary)
        self.assertEqual(self.commands[0][0], "error")

    def test_the_action_finds_the_binary(self):
        """Beside the action, in the tool cache, by download; what has not the pinned digest never runs."""
        if not NODE:
            self.skipTest("no node here (./dev deps)")  # test_as_the_action_runs_it fails for it where CI is true
        tree = self.path("tree")
        for name in ("action", "buildkite-plugin"):
            os.makedirs(os.path.join(tree, name))
        shutil.copy(os.path.join(ROOT, "action", "main.js"), os.path.join(tree, "action"))
        version = read(os.path.join(ROOT, "buildkite-plugin", "VERSION")).strip()
        shutil.copy(os.path.join(ROOT, "buildkite-plugin", "VERSION"), os.path.join(tree, "buildkite-plugin"))
        machine = "linux-" + os.uname().machine
        script = "#!/bin/sh\nprintf '%s\\n' \"$@\"\necho token=${GITHUB_TOKEN:+set} runtime=${ACTIONS_RUNTIME_TOKEN:+set}\nexit 81\n"

        def program(path, text=script):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(text)
            os.chmod(path, 0o755)

        def shim(exit, **inputs):
            clean = {name: value for name, value in os.environ.items() if not name.startswith(("JITGATE_", "GITHUB_", "INPUT_"))}
            given = {f"INPUT_{name.replace('_', '-').upper()}": value for name, value in inputs.items()}
            done = subprocess.run([NODE, os.path.join(tree, "action", "main.js")], capture_output=True, text=True, check=False,
                                  env={**clean, **self.variables(), "GITHUB_TOKEN": "", "GITHUB_ACTION_REPOSITORY": "o/jitgate",
                                       "RUNNER_TOOL_CACHE": self.path("cache"), "INPUT_TOKEN": TOKEN, **given,
                                       "PATH": self.path("bin") + os.pathsep + os.environ["PATH"]},
                                  stdin=subprocess.DEVNULL, timeout=60)
            self.said += (done.stdout + done.stderr).encode()
            self.assertEqual(done.returncode, exit, done.stdout + done.stderr)
            return done.stdout

        def pin(digest):
            with open(os.path.join(tree, "buildkite-plugin", "SHA256SUMS"), "w") as file:
                file.write(f"# digests\n{digest}  jitgate-{version}-{machine}.tar.gz\n")

        # `./dev build` of this tree is no way out here.
        program(os.path.join(tree, "dev"), "#!/bin/sh\nexit 1\n")
        with open(os.path.join(tree, "buildkite-plugin", "SHA256SUMS"), "w"):
            pass
        self.assertIn("there is no jitgate to run", shim(84))
        self.assertIn("no program", shim(84, binary="nowhere"))
        self.assertIn("true or false", shim(84, strict="yes"))
        # By download, which is a script here that gives what it is told to give.
        def release(text):
            program(self.path("staged", "jitgate-x", "jitgate"), text)
            subprocess.run(["tar", "-czf", self.path("release"), "-C", self.path("staged"), "jitgate-x"], check=True)
            return hashlib.sha256(read(self.path("release"), "rb")).hexdigest()

        digest = release(script)
        pin(digest)
        program(self.path("bin", "curl"), "#!/bin/sh\nwhile [ \"$1\" != --output ]; do shift; done\ncat \"$FAKE_BINARY\" > \"$2\"\n"
                                          "echo \"$3\" >> \"$FAKE_BINARY.urls\"\n")
        genuine = read(self.path("release"), "rb")
        release(script + "# other\n")
        self.more = {"FAKE_BINARY": self.path("release")}
        self.assertIn("is not the file whose SHA-256", shim(84))
        self.assertEqual(list(files_below(self.path("cache"))), [])
        with open(self.path("release"), "wb") as file:
            file.write(genuine)
        out = shim(81, path="-x\n$(touch forged) `id`\n", policy="a b.yml", expect_workers="decode=6\nprefill=1", strict="true")
        self.assertEqual(out.split("\n")[1:9], ["gate", "--policy=a b.yml", "--expect-workers=decode=6", "--expect-workers=prefill=1",
                                                "--strict", "--", "-x", "$(touch forged) `id`"])
        self.assertIn("token=set runtime=set", out)
        address = f"https://github.com/o/jitgate/releases/download/v{version}/jitgate-{version}-{machine}.tar.gz"
        self.assertEqual(read(self.path("release.urls")).split(), [address, address])
        # From the tool cache, as long as it is what it was.
        os.remove(self.path("release"))
        shim(81)
        self.assertTrue(runner_model.outputs(self.path("output"))["binary"].startswith(self.path("temp")))
        cached, = files_below(self.path("cache"))
        with open(cached, "ab") as file:
            file.write(b"forged")
        self.assertIn("is not the file", shim(84))
        # An archive that is what was pinned and holds no program.
        release("")
        os.remove(self.path("staged", "jitgate-x", "jitgate"))
        subprocess.run(["tar", "-czf", self.path("release"), "-C", self.path("staged"), "jitgate-x"], check=True)
        pin(hashlib.sha256(read(self.path("release"), "rb")).hexdigest())
        self.assertIn("cannot be unpacked", shim(84))
        # Beside the action: nothing is asked for.
        beside = os.path.join(tree, "action", "bin", machine, "jitgate")
        program(beside)
        shim(81)
        # Where the tool cache or the outputs cannot be written, the step goes on without.
        os.remove(beside)
        digest = release(script)
        pin(digest)
        shutil.rmtree(self.path("cache"))
        with open(self.path("cache"), "w"):
            pass
        self.assertIn("not kept for other jobs", shim(81))
        os.remove(self.path("cache"))
        self.more["GITHUB_OUTPUT"] = self.path("no-such", "output")
        self.assertIn("no outputs are set", shim(81))
        del self.more["GITHUB_OUTPUT"]
        # What ends it before the binary begins sets outputs, and is one line and no stack.
        open(self.path("output"), "w").close()
        os.remove(os.path.join(tree, "buildkite-plugin", "SHA256SUMS"))
        self.assertRegex(shim(84), "^::error title=jitgate::it could not begin: [^\n]*SHA256SUMS[^\n]*\n$")
        self.assertEqual(runner_model.outputs(self.path("output")), {"status": "error", "ok": "false", "exit-code": "84"})
        # A job that is cancelled while the binary starts does not leave it behind: here in the very call that starts it.
        program(beside, "#!/bin/sh\nexec sleep 60\n")
        with open(self.path("cancel.js"), "w") as file:
            file.write("const all = require('node:child_process'), { spawn } = all;\n"
                       "all.spawn = (...words) => {\n  const child = spawn(...words);\n"
                       "  process.kill(process.pid, 'SIGTERM');\n  return child;\n};\n")
        self.more["NODE_OPTIONS"] = "--require " + self.path("cancel.js")
        shim(143)
        del self.more["NODE_OPTIONS"]
        # A job that is cancelled ends the binary, and its end is the step's.
        ready = self.path("ready")
        program(beside, f"#!/bin/sh\ntrap 'exit 130' TERM\n: > {ready}\nwhile :; do sleep 0.1; done\n")
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("JITGATE_", "GITHUB_", "INPUT_"))}
        with subprocess.Popen([NODE, os.path.join(tree, "action", "main.js")], env=clean, stdin=subprocess.DEVNULL) as step:
            while step.poll() is None and not os.path.exists(ready):
                time.sleep(0.02)
            step.terminate()
            self.assertEqual(step.wait(60), 130)

    def test_missing_artifacts_are_no_pass(self):
        run = self.hub.run()
        for name, content in recorded("c12-cold"):
            self.hub.artifact(run, name, content)
        self.gate("--artifacts", "bmk_*", "--artifacts", "multinode_server_logs_*", paths=())
        self.assertEqual(self.outputs["events"], "50")
        self.hub.artifact(run, "multinode_server_logs_other", b"x", expired=True)
        self.gate("--artifacts", "bmk_*", "--artifacts", "multinode_server_logs_*", paths=())
        self.assertIn("artifacts of this run are missing: 1 expired", self.errors)
        verdict = read_json(self.outputs["verdict-path"])
        self.assertTrue(all(point["finding"] in ("contaminated", "inconclusive") for point in verdict["points"]), verdict)
        # A pattern that finds nothing is evidence that is missing, too.
        list(self.recorded("c12-warm", "warm"))
        self.gate(exit=0, paths=("warm/*.zip",))
        self.assertEqual((self.outputs["status"], self.outputs["ok"]), ("valid", "true"))
        self.gate(exit=82, paths=("warm/*.zip", "shard-4/*.log"))
        self.assertEqual(self.outputs["ok"], "false")

    def test_uploads_bear_with_the_way(self):
        self.runtime.fault("CreateArtifact", reset=True)
        self.runtime.storage.fault("PUT .*", answer=Answer(503, [], b"<Error><Code>ServerBusy</Code></Error>"))
        self.gate()
        # What was created and never answered has used up the name.
        self.assertEqual(len(self.uploads("CreateArtifact")), 2)
        self.assertEqual(list(self.runtime.visible()), ["jitgate-bench-a2"])
        self.assertEqual(self.outputs["artifact-name"], "jitgate-bench-a2")

    def test_an_end_that_nobody_saw(self):
        """The answer to Finalize is lost though it was done: the list tells, and nothing is uploaded twice."""
        self.runtime.fault("FinalizeArtifact", cut=0)
        self.gate()
        self.assertEqual(len(self.uploads("CreateArtifact")), 1)
        self.assertEqual(self.outputs["artifact-id"], "5000000001")

    def test_a_burnt_name(self):
        refused = Answer(403, [("Content-Type", "application/json")], b'{"code":"permission_denied","msg":"no"}')
        for _ in range(3):
            self.runtime.fault("FinalizeArtifact", answer=refused)
        self.gate()
        self.assertEqual(list(self.runtime.visible()), ["jitgate-bench-a2-r2"])
        self.assertEqual(self.outputs["artifact-name"], "jitgate-bench-a2-r2")

    def test_a_name_that_is_taken(self):
        self.gate()
        self.gate()
        self.assertEqual(list(self.runtime.visible()), ["jitgate-bench-a2", "jitgate-bench-a2-r2"])

    def test_a_service_that_wants_a_type(self):
        self.runtime.fault("CreateArtifact", answer=self.runtime.refuse(400, "invalid_argument",
                                                                        "mime_type a valid mime_type is required"))
        self.gate()
        self.assertEqual(json.loads(self.uploads("CreateArtifact")[1].body)["mime_type"], "application/zip")
        self.assertIn("artifact-id", self.outputs)

    def test_other_services(self):
        for profile in ("act", "gitea"):
            self.runtime.profile = profile
            self.gate("--artifact-name", profile)
            self.assertEqual(self.outputs["artifact-name"], profile)
            self.assertRegex(self.outputs["artifact-id"], "^[0-9]+$")

    def test_odd_artifact_names(self):
        self.gate("--artifact-name", 'run 1/5: "a"\n::error::b')
        self.assertEqual(self.outputs["artifact-name"], "run_1_5___a____error__b")
        self.gate("--artifact-name", "..")
        self.assertEqual(self.outputs["artifact-name"], "jitgate..")

    def test_how_long_it_is_kept(self):
        """As asked, but not longer than the repository keeps anything: that the service would refuse."""
        for asked, days in (("5", 5), ("400", 90)):
            self.gate("--retention-days", asked)
            told = json.loads(self.uploads("CreateArtifact")[-1].body)["expires_at"]
            left = datetime.datetime.fromisoformat(told.replace("Z", "+00:00")) - datetime.datetime.now(datetime.timezone.utc)
            self.assertAlmostEqual(left.total_seconds() / 86400, days, delta=0.1)
            self.assertEqual("kept for 90 days" in self.errors, asked == "400")

    def test_enterprise_servers(self):
        self.more = {"GITHUB_SERVER_URL": "https://github.example.com"}
        self.gate()
        self.assertEqual(self.uploads("CreateArtifact"), [])
        self.assertIn("https://github.example.com has no artifact service", self.errors)
        self.gate("--upload", "native")
        self.assertEqual(len(self.uploads("CreateArtifact")), 1)

    def test_a_full_account(self):
        self.runtime.fault("CreateArtifact", answer=self.runtime.refuse(
            403, "permission_denied", "insufficient usage to create artifact"))
        self.gate()
        self.assertEqual(len(self.uploads("CreateArtifact")), 1)
        self.assertIn("is used up", self.errors)
        self.assertIn("is used up", self.summary)
        self.assertIn("events-path", self.outputs)

    def test_check_runs_and_long_texts(self):
        self.hub.api.versions = False  # an old server
        self.gate("--status", "check-run", "--status-context", "gate")
        check = self.commits.checks["41"]
        self.assertEqual((check["name"], check["head_sha"], check["status"]), ("gate", MERGE, "completed"))
        self.assertEqual(check["conclusion"], "failure")
        self.assertTrue(check["output"]["title"].startswith("INVALID: "))
        self.assertIn("| Point |", check["output"]["summary"])

    def test_each_verdict_has_its_status(self):
        list(self.recorded("c12-warm", "warm"))
        with open(os.path.join(self.work, "strict.yml"), "w") as file:
            file.write("version: 1\ncompilers: {default: failed}\n")
        with open(os.path.join(self.work, "lax.yml"), "w") as file:
            file.write("version: 1\ncompilers: {default: flagged}\n")
        for arguments, paths, exit, state, begin in (
                (("--policy", "strict.yml"), ("run",), 80, "failure", "FAILED: "), ((), ("run",), 81, "error", "INVALID: "),
                ((), ("run", "gone.log"), 81, "error", "INVALID: "), ((), ("warm/bmk_*.zip",), 82, "error", "INVALID: "),
                (("--policy", "lax.yml"), ("run",), 0, "success", "flagged: "), ((), ("warm/*.zip",), 0, "success", "valid: "),
                (("--exit-zero",), ("run",), 0, "error", "INVALID: "), ((), ("nothing/*",), 82, "error", "INVALID: ")):
            self.gate("--status", "commit-status", "--upload", "none", *arguments, exit=exit, paths=paths)
            (first, _), (last, description) = self.status_states()[-2:]
            self.assertEqual((first, last), ("pending", state), (arguments, paths))
            self.assertTrue(description.startswith(begin), description)

    def test_refused_statuses(self):
        for status, say in ((403, "statuses: write"), (401, "token"), (422, "1,000"), (404, "statuses: write")):
            self.hub.api.fault("POST .*/statuses/.*", answer=Answer(status, [], b'{"message": "::error::no\\n##[error]no"}'))
            self.gate("--status", "commit-status")
            self.assertIn(say, self.errors)
            self.assertEqual(self.commits.statuses, [])  # told once, and then left

    def test_the_commit_comes_from_the_event(self):
        for name, event, sha in (("merge_group", {"merge_group": {"head_sha": HEAD}}, HEAD),
                                 ("workflow_run", {"workflow_run": {"head_sha": HEAD}}, HEAD),
                                 ("push", {"head_commit": {"id": "x"}}, MERGE)):
            self.event_name, self.event = name, event
            self.gate("--status", "commit-status")
            self.assertEqual(self.commits.statuses[-1]["sha"], sha, name)
        # What cannot be read tells nothing, and of a pull request the merge commit is not taken in its place.
        told = len(self.commits.statuses)
        self.event_name, self.event = "pull_request", ["no object"]
        self.gate("--status", "commit-status")
        self.assertEqual(len(self.commits.statuses), told)
        self.assertIn("cannot be read", self.errors)

    def fork(self):
        self.event_name = "pull_request"
        self.event = {"pull_request": {"head": {"sha": HEAD, "repo": {"full_name": "mallory/bench"}}, "base": {"sha": BASE}}}

    def test_a_pull_request_from_a_fork(self):
        self.fork()
        self.commits.may = {"contents"}
        self.commits.commits.add(BASE)
        lax = "version: 1\ncompilers: {default: ignored}\n"
        with open(os.path.join(self.work, "policy.yml"), "w") as file:
            file.write(lax)
        self.commits.files[BASE, "policy.yml"] = b"version: 1\ncompilers: {default: failed}\n"
        self.gate("--policy", "policy.yml", "--status", "commit-status", exit=80)
        self.assertIn("read from the base commit", self.errors)
        self.assertIn("Resource not accessible by integration", self.errors)
        self.assertEqual(self.outputs["status"], "failed")
        self.assertIn("artifact-id", self.outputs)  # uploads need no permission
        # The base has none: the built-in one, and not the fork's.
        del self.commits.files[BASE, "policy.yml"]
        self.gate("--policy", "policy.yml")
        self.assertIn("the built-in policy holds", self.errors)
        # What the base has is not known: nothing is judged.
        self.commits.may = set()
        self.gate("--policy", "policy.yml", exit=84)
        self.assertEqual((self.outputs["status"], self.outputs["ok"]), ("error", "false"))
        # A link out of the checkout, which the pull request may bring, is no way round.
        self.commits.may = {"contents"}
        self.commits.files[BASE, "policy.yml"] = b"version: 1\ncompilers: {default: failed}\n"
        os.rename(os.path.join(self.work, "policy.yml"), self.path("lax.yml"))
        os.symlink(self.path("lax.yml"), os.path.join(self.work, "policy.yml"))
        self.gate("--policy", "policy.yml", exit=80)
        os.makedirs(os.path.join(self.work, "sub", ".git"))
        self.gate("--policy", "sub/policy.yml", exit=80)  # of the clone in sub/
        self.gate("--policy", self.path("lax.yml"), exit=0)  # the job's own
        # Where the workspace is elsewhere, what is outside of it may be the checkout's: only a clone tells.
        os.remove(os.path.join(self.work, "policy.yml"))
        with open(os.path.join(self.work, "policy.yml"), "w") as file:
            file.write(lax)
        for workspace in (self.path("elsewhere"), "/github/workspace"):
            self.more = {"GITHUB_WORKSPACE": workspace}
            for policy in ("policy.yml", os.path.join(self.work, "policy.yml"), self.path("lax.yml")):
                self.gate("--policy", policy, exit=83)
                self.assertIn("does not hold the folder", self.errors)
            self.gate("--rules", "policy.yml", exit=83)
            os.mkdir(os.path.join(self.work, ".git"))
            self.gate("--policy", "policy.yml", exit=80)
            os.rmdir(os.path.join(self.work, ".git"))
        self.more = {"GITHUB_WORKSPACE": ""}
        self.gate("--policy", "policy.yml", exit=80)
        self.more = {}
        # In a pull request of the repository itself, the branch's policy holds.
        self.event["pull_request"]["head"]["repo"]["full_name"] = "Octo/Bench"
        self.gate("--policy", "policy.yml", exit=0)

    def test_what_could_not_be_judged_is_told(self):
        self.gate("--status", "commit-status", "--policy", "no-policy.yml", exit=83)
        self.assertEqual([state for state, _ in self.status_states()], ["pending", "error"])
        self.assertEqual((self.outputs["status"], self.outputs["ok"], self.outputs["exit-code"]), ("error", "false", "83"))
        self.assertIn("could not judge the run", self.summary)
        self.assertEqual([name for name, _, _ in self.commands], ["error"])
        self.assertIn("no-policy.yml: cannot open", self.commands[0][2])
        hostile = "::error::a%0A\r##[error]b.yml"
        self.gate("--policy", hostile, exit=83)
        self.assertEqual(len(self.commands), 1)

    def test_the_summary_has_a_limit(self):
        with open(self.path("summary"), "w") as file:
            file.write("x" * 900_000)  # of earlier commands, without an end of line
        self.gate()
        self.assertIsNotNone(self.summary)
        self.assertIn("x\n# jitgate: INVALID", self.summary)
        with open(self.path("summary"), "w") as file:
            file.write("\u4e2d" * 340_000)  # characters and bytes differ
        self.gate()
        self.assertIsNotNone(self.summary)
        self.assertIn("leaves no room", self.errors)

    def test_a_step_without_a_runtime_token(self):
        self.more = {"ACTIONS_RUNTIME_TOKEN": "", "ACTIONS_RESULTS_URL": ""}
        self.gate()
        self.assertIn("only a step of a node or docker action", self.errors)
        self.assertIn("events-path", self.outputs)
        self.assertNotIn("artifact-id", self.outputs)
        self.more = {"ACTIONS_RUNTIME_TOKEN": "no.jwt.at-all"}
        self.gate()
        self.assertIn("ACTIONS_RUNTIME_TOKEN", self.errors)

    def test_no_signature_is_printed(self):
        self.runtime.storage.fault("PUT .*", answer=Answer(400, [], b"<Error/>"))
        self.gate()
        self.assertIn("the storage answers 400", self.errors)
        self.assertNotIn("sig=", self.errors)

    def rows(self, folder, **changed):
        """A row of the warm run's results in a folder of its own, as it is or with other values."""
        with zipfile.ZipFile(artifact("c12-warm", "bmk_")) as archive:
            name = next(one for one in archive.namelist() if "agg" in one)
            row = {**json.loads(archive.read(name)), **changed}
        path = os.path.join(self.work, folder, os.path.basename(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_json(path, row)
        return path

    def test_rows_that_cannot_be_marked(self):
        """A row that stays unmarked must not be taken for a proven one: nothing that is left behind says that all is well."""
        list(self.recorded("c12-warm", "warm"))
        row = self.rows("right")
        self.gate("--annotate", "right/*.json", paths=("warm/*.zip",), exit=0)
        self.assertEqual(read_json(row)["jit_valid"], 1)
        # Beside rows, a pattern may take what is none.
        write_json(os.path.join(self.work, "right", "config.json"), {"model": "demo"})
        self.gate("--annotate", "right/*.json", paths=("warm/*.zip",), exit=0)
        self.assertEqual(self.outputs["status"], "valid")
        self.assertRegex(self.errors, "left as it is: .*config.json")
        self.rows("other", conc=96)
        self.rows("both")
        shutil.copy(self.rows("other", conc=96), os.path.join(self.work, "both", "agg_other.json"))
        write_json(os.path.join(self.work, "none.json"), {"conc": 999, "x": 1})
        for name, text in (("empty.json", ""), ("cut.json", '{"conc": 12, '), ("twice.json", '{"conc": 1, "conc": 2}')):
            with open(os.path.join(self.work, name), "w") as file:
                file.write(text)
        os.mkdir(os.path.join(self.work, "folder"))
        for pattern in ("no-such/*.json", "other/*.json", "both/*.json", "none.json", "empty.json", "cut.json", "twice.json", "folder"):
            for name in ("output", "summary"):
                open(self.path(name), "w").close()
            shown = self.gate("--annotate", pattern, "--status", "commit-status", paths=("warm/*.zip",), exit=84)
            self.assertEqual({name: self.outputs[name] for name in ("status", "ok", "exit-code")},
                             {"status": "error", "ok": "false", "exit-code": "84"}, pattern)
            self.assertEqual(self.commands[0][0], "error", pattern)
            self.assertIn("result rows are not marked", self.commands[0][2])
            self.assertTrue(self.summary.startswith("# jitgate: ERROR"), pattern)
            self.assertEqual(self.status_states()[-1][0], "error")
            self.assertIn("rows are not marked", self.status_states()[-1][1])
            self.assertIn(b"(exit 84)", shown.stdout)
            verdict = read_json(self.outputs["verdict-path"])
            self.assertEqual((verdict["status"], verdict["exit_code"]), ("valid", 84))
            self.assertEqual(finished("report", "--exit-code", "jitgate/verdict.json", cwd=self.work).returncode, 84)
            self.gate("--annotate", pattern, "--exit-zero", paths=("warm/*.zip",), exit=84)
            self.assertEqual(finished("report", "--exit-code", "--quiet", "jitgate", cwd=self.work).returncode, 84)
        schema = read_json(os.path.join(ROOT, "schemas", "verdict.schema.json"))
        jsonschema.Draft202012Validator(schema).validate(read_json(os.path.join(self.work, "jitgate", "verdict.json")))
        # What is invalid anyway stays what it is.
        self.gate("--annotate", "no-such/*.json", exit=81)
        self.assertEqual(self.outputs["status"], "invalid")
        self.assertEqual(finished("report", "--exit-code", "--quiet", "jitgate", cwd=self.work).returncode, 81)

    def test_artifacts_that_could_not_be_fetched(self):
        """Another time they may be there: no verdict, and a reason with what to do."""
        run = self.hub.run()
        for name, content in recorded("c12-warm"):
            self.hub.artifact(run, name, content)
        self.hub.api.tokens = {TOKEN: ["metadata"]}
        self.gate("--artifacts", "*", paths=(), exit=84)
        self.assertEqual((self.outputs["status"], self.outputs["exit-code"]), ("error", "84"))
        self.assertRegex(self.errors, r"could not be fetched: 2 failed; .*: no permission for artifact 1001 \(403\)")
        self.assertIn("actions=read", self.errors)
        self.assertIn("no permission", self.commands[0][2])
        self.hub.api.tokens = {}
        for change in ({"digest": "sha256:" + "0" * 64}, {}):
            run.artifacts[0].update(change)
            if not change:
                run.artifacts[0].pop("digest")
                for _ in range(9):
                    self.hub.blob.fault("GET .*", answer=Answer(500, [], b""))
            self.gate("--artifacts", "*", "--tries", "1", paths=(), exit=84)
            self.assertRegex(self.errors, r"could not be fetched: [12] failed; .*(bmk|logs)_demo.*(expected sha256|\(500\))")

    def test_a_whole_job_that_is_missing(self):
        run = self.hub.run()
        for name, content in recorded("c12-warm"):
            self.hub.artifact(run, name, content)
        self.hub.artifact(run, "bmk_other", {"a": "x"}, expired=True)
        self.gate("--artifacts", "*", paths=(), exit=82)
        verdict = read_json(self.outputs["verdict-path"])
        self.assertIn("artifact_expired", [reason["code"] for point in verdict["points"] if point["id"] == "other"
                                           for reason in point["reasons"]])

    def test_a_step_that_is_called_wrongly(self):
        """Also then later steps find outputs, and the run's page says why."""
        for arguments, paths, say in (((), (), "nothing to judge"), (("--out", "."), ("run",), "folder of their own"),
                                      (("--retention-days", "0"), ("run",), "retention-days"), (("--upload", "no"), ("run",), "no"),
                                      (("--no-such-option",), ("run",), "no such option"), (("--policy", ""), ("run",), "--policy"),
                                      (("--window", "x"), ("run",), "window")):
            for name in ("output", "summary"):
                open(self.path(name), "w").close()
            self.gate(*arguments, paths=paths, exit=83)
            self.assertEqual(self.outputs, {"status": "error", "ok": "false", "exit-code": "83"}, arguments)
            self.assertEqual([name for name, _, _ in self.commands], ["error"])
            self.assertIn(say, self.commands[0][2])
            self.assertIn("could not judge the run", self.summary)
        for variable, value in (("JITGATE_MIN_POINTS", "x"), ("JITGATE_POLCY", "a.yml"), ("GITHUB_TOKEN", "two\nlines")):
            self.more = {variable: value}
            self.gate(exit=83)
            self.assertEqual(self.outputs["status"], "error", variable)
        self.more = {"GITHUB_API_URL": "http://192.0.2.1/"}
        self.gate("--artifacts", "*", exit=83)
        self.assertIn("GITHUB_API_URL", self.commands[0][2])
        self.gate("--status", "commit-status")  # no part of the verdict: a notice
        self.assertIn("the token would go in clear to http://192.0.2.1", self.errors)
        self.more = {"ACTIONS_RESULTS_URL": "http://192.0.2.1/"}
        self.gate()
        self.assertRegex(self.errors, "not uploaded: ACTIONS_RESULTS_URL: the token would go in clear")

    def test_a_later_report_ends_the_job(self):
        self.gate("--exit-zero", exit=0)
        self.assertEqual((self.outputs["ok"], self.outputs["exit-code"]), ("false", "81"))
        done = finished("report", "--exit-code", "jitgate/verdict.json", cwd=self.work)
        self.assertEqual(done.returncode, 81)
        shown = finished("report", "jitgate", cwd=self.work)
        checked = finished("check", "run", cwd=self.work)
        self.assertEqual(shown.returncode, 0)
        self.assertTrue(shown.stdout.startswith(checked.stdout), shown.stdout.decode())  # and the run's identity
        # A verdict of an earlier job does not stand in for one that never came.
        self.gate("--policy", "no-policy.yml", exit=83)
        self.assertEqual(finished("report", "--exit-code", "jitgate/verdict.json", cwd=self.work).returncode, 83)

    def test_what_an_earlier_job_left(self):
        """In a workspace that is not cleaned, neither its files nor its artifacts are this job's evidence."""
        measured = self.hub.run()
        for name, content in recorded("c12-warm"):
            self.hub.artifact(measured, name, content)
        self.gate("--artifacts", "*", paths=("run/**",))
        self.assertEqual(self.outputs["points"], "4")
        self.gate(paths=(".",))
        self.assertEqual(self.outputs["points"], "1")
        self.hub.run(78, repository="octo/other")
        self.more = {"GITHUB_RUN_ID": "78", "GITHUB_REPOSITORY": "octo/other"}
        self.gate("--artifacts", "*", "--out", os.path.join(self.work, "jitgate"), paths=("**/*.log", "**/agg_*.json"), exit=82)
        self.assertIn("artifacts of this run are missing", self.errors)
        self.assertEqual(self.outputs["points"], "1")

    def test_wrong_usage(self):
        for arguments, exit, say in ((("gate",), 83, "nothing to judge"), (("gate", "run", "--out", "."), 83, "folder of their own"),
                                     (("gate", "run", "--retention-days", "0"), 83, "retention-days"),
                                     (("gate", "run", "--status", "neutral"), 83, "neutral"),
                                     (("report", "run/no.json"), 83, "no such file"), (("report", "bad.json"), 84, "bad.json")):
            with open(os.path.join(self.work, "bad.json"), "w") as file:
                file.write('{"status": "valid"}')
            done = finished(*arguments, cwd=self.work)
            self.assertEqual(done.returncode, exit, done.stderr)
            self.assertIn(say, done.stderr.decode())

    def test_hostile_logs(self):
        """Whatever a log, a name or a result holds, the runner sees our commands only (asserted in read_step)."""
        seed, turns = int(os.environ.get("FUZZ_SEED", "20261130")), int(os.environ.get("FUZZ_TURNS", "12"))
        chance = random.Random(seed)
        obeyed = 0
        for turn in range(turns):
            shutil.rmtree(os.path.join(self.work, "run"), ignore_errors=True)
            shutil.copytree(SMALL, os.path.join(self.work, "run"))
            log = next(path for path in files_below(os.path.join(self.work, "run")) if path.endswith("server.log"))
            make_hostile(log, chance)
            odd = os.path.join(os.path.dirname(log), chance.choice(NAMES))
            shutil.copyfile(log, odd)
            for path in files_below(os.path.join(self.work, "run")):
                if path.endswith(".json") and chance.random() < 0.5:
                    row = read_json(path)
                    words = [key for key, value in row.items() if isinstance(value, str)]
                    row.update({key: chance.choice(PIECES)[:200] + str(row[key]) for key in chance.sample(words, min(3, len(words)))})
                    write_json(path, row)
            with zipfile.ZipFile(os.path.join(self.work, "run", "server_logs_more.zip"), "w") as archive:
                archive.write(log, "logs/" + chance.choice(PIECES)[:100] + ".log")
            for name in ("output", "summary"):
                open(self.path(name), "w").close()
            done = finished("gate", "run", "--upload", "none", cwd=self.work, variables=self.variables())
            self.read_step(done, done.returncode)
            self.assertIn(done.returncode, (0, 81, 82))
            self.assertEqual(set(self.outputs), {"status", "ok", "finding", "exit-code", "points", "events", "events-path",
                                                 "verdict-path", "summary-path", "report-path"}, turn)
            self.assertEqual(self.outputs["ok"], "true" if done.returncode == 0 else "false")
            self.assertNotEqual(self.outputs["finding"], "clean")
            self.assertLessEqual(len(self.summary.encode()), 200 * 1024)
            self.assertNotRegex(self.summary, r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
            obeyed += len(runner_model.commands(read(log, "rb")))
            for line in runner_model.lines(done.stdout):
                self.assertTrue(not line or line.startswith(("| ", "::error title=jitgate", "::warning title=jitgate",
                                                             "::notice title=jitgate")), line)
        self.assertGreater(obeyed, turns, "the runner would obey the logs themselves")
        self.assertIn(b"forged", self.said, "and they are shown")


PIECES = ["::error::forged", "##[error]forged", "##[set-output name=forged]x", "::stop-commands::x", "::add-mask::e",
          "::set-output name=ok::true", "\r::error::forged", "\r##[error]forged", "\x1b[2K::error::forged", "\u202e::error::",
          "\u2028::error::forged", "\u00a0::error::forged", "\x00::error::x", "\u200b##[group]x", "ok<<EOF", "EOF\nok=true",
          "jitgate_\nok=true\n", "%0A::error::forged", "a%0D%0A##[error]x", "```\n# forged", "| a | b |", "<script>", "@all #1",
          "\xff\xfe", "\u0085::error::x", "\x0b::error::x", "\x0c##[error]x", "#" * 7 + "[error]x", "x" * 70_000]
NAMES = ["::error::forged.log", "a\r##[error]forged.log", "b\n::set-output name=ok::true.log", "\u202e.log", "<b>.log",
         "##[group]x.log", "EOF"]


def make_hostile(path, chance):
    """Kernel names, heads and whole lines of a log become what a runner might obey."""
    text = read(path, "rb").decode()
    piece = lambda: chance.choice(PIECES)  # noqa: E731
    text = re.sub("inference: [A-Za-z_]+", lambda m: f"inference: {piece()}{piece()}_kernel", text)
    rows = text.split("\n")
    for _ in range(30):
        rows.insert(chance.randrange(len(rows)), piece() + " " + piece())
    for i, row in enumerate(list(rows)):
        if "Avg prompt" in row and chance.random() < 0.3:
            rows[i] = row.replace("(EngineCore pid=3200)", f"({piece()} pid=3200)")
    event = next((row for row in rows if "JIT compilation during inference" in row), "")
    rows += [event.replace("_kernel", piece()) for _ in range(20)]
    with open(path, "wb") as file:
        file.write("\n".join(rows).encode("utf-8", "surrogatepass"))


if __name__ == "__main__":
    unittest.main()
