#!/usr/bin/python3
"""jitgate sweep against a fake GitHub: each run is judged and recorded once, before its artifacts expire; machines share
nothing but the records' directory. ROWS as in fetch_test.py.
"""
import datetime
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import jsonschema
import yaml

from program import JITGATE, ROOT, TESTS, clean, finished, jitgate, read_events, read_json, recorded

sys.path.insert(0, TESTS)
from fake_github import Answer, GitHub  # noqa: E402

ROWS = {3: "test_many_runs_are_listed_span_by_span", 4: "test_many_runs_are_listed_span_by_span",
        7: "test_what_is_gone_is_recorded_once", 9: "test_what_expires_before_the_next_sweep_is_told",
        38: "test_runs_of_forks_are_passed_over", 43: "test_a_budget_is_kept_and_the_rest_left",
        44: "test_a_limit_leaves_the_rest"}
TOKEN = "ghs_fakeTokenThatMustStayHere0123456789"
NOW = datetime.datetime.now(datetime.timezone.utc)
CALM = {name: "" for name in ("https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY")}


def ago(days):
    return (NOW - datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Sweep(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.to = os.path.join(self.folder, "records")
        self.hub = GitHub()
        self.addCleanup(self.hub.close)
        self.addCleanup(self.assert_no_token_strayed)

    def assert_no_token_strayed(self):
        for top, _, names in os.walk(self.folder):
            for name in names:
                with open(os.path.join(top, name), "rb") as file:
                    self.assertNotIn(TOKEN.encode(), file.read(), name)
        for request in self.hub.asked("blob"):
            self.assertIsNone(request.header("authorization"))

    def run_with(self, id, days, recording=None, life=90, names=("bmk_A",), **more):
        run = self.hub.run(id=id, attempts=(ago(days),), **more)
        files = recorded(recording) if recording else [(name, {"a.log": f"{id}\n"}) for name in names]
        for name, content in files:
            self.hub.artifact(run, name, content, created=ago(days), expires_at=ago(days - life))
        return run

    def sweep(self, *arguments, exit=0, to=None, repository="github:octo/bench"):
        done = finished("sweep", repository, "--to", to or self.to, "--tries", "2", *arguments,
                        variables={**CALM, **self.hub.variables(TOKEN)})
        self.text, self.errors, self.exit = done.stdout.decode(), done.stderr.decode(), done.returncode
        self.assertNotIn(TOKEN, self.text + self.errors)
        if exit is not None:
            self.assertEqual(done.returncode, exit, self.text + self.errors)

    def records(self, to=None):
        place = os.path.join(to or self.to, "runs")
        return sorted(os.listdir(place)) if os.path.exists(place) else []

    def test_every_row_has_its_test(self):
        for name in ROWS.values():
            self.assertTrue(hasattr(self, name), name)

    def test_two_sweeps_on_fresh_machines_share_only_the_records(self):
        self.run_with(7, 3, "c12-cold")
        self.run_with(8, 2, "c12-warm")
        self.run_with(9, 1, names=("lint",))
        self.sweep()
        self.assertEqual(self.records(), ["7-1", "8-1"])
        cold = os.path.join(self.to, "runs", "7-1")
        self.assertEqual(sorted(os.listdir(cold)), ["events.jsonl", "manifest.json", "report.html", "summary.md", "verdict.json"])
        verdict = read_json(os.path.join(cold, "verdict.json"))
        self.assertEqual((verdict["status"], verdict["run"]), ("invalid", {"attempt": "1", "id": "7", "repository": "octo/bench"}))
        self.assertTrue(all(event["text"] for event in read_events(cold)))
        manifest = read_json(os.path.join(cold, "manifest.json"))
        jsonschema.Draft202012Validator(read_json(os.path.join(ROOT, "schemas", "manifest.schema.json"))).validate(manifest)
        self.assertEqual({(one["state"], one["file"]) for one in manifest["artifacts"]}, {("checked", None)})
        self.assertEqual(read_json(os.path.join(self.to, "runs", "8-1", "verdict.json"))["status"], "valid")
        # The next day, elsewhere: nothing but new runs and what was started again is fetched.
        branch = os.path.join(self.folder, "branch")
        shutil.copytree(self.to, branch)
        shutil.rmtree(self.to)
        self.run_with(10, 0, "c12-warm")
        again = self.hub.api.runs["octo/bench"][8]
        again.attempts.append(ago(0.5))
        for name, content in recorded("c12-warm"):
            self.hub.artifact(again, name, content, created=ago(0.4))
        self.hub.requests.clear()
        self.sweep(to=branch)
        self.assertEqual(self.records(branch), ["10-1", "7-1", "8-1", "8-2"])
        self.assertEqual(len(self.hub.asked("blob")), 4)
        self.assertEqual(self.hub.asked("api", part="/runs/7"), [])
        self.assertEqual(self.hub.asked("api", part="/runs/9/"), [])
        self.hub.requests.clear()
        self.sweep(to=branch)
        self.assertEqual(len(self.hub.requests), 1)
        exported = jitgate("export", branch, "--table", "verdicts").stdout.decode()
        self.assertEqual(len(exported.splitlines()), 12)

    def test_a_job_that_is_gone_whole_is_no_pass(self):
        """Its own artifacts were kept for a shorter time: nothing of it is there, and the rest is not the whole run."""
        run = self.run_with(7, 3, "c12-warm")
        for name in ("bmk_other_conc96", "server_logs_other_conc96"):
            self.hub.artifact(run, name, {"a.log": "x"}, created=ago(3), expires_at=ago(1), expired=True)
        self.sweep()
        verdict = read_json(os.path.join(self.to, "runs", "7-1", "verdict.json"))
        self.assertEqual((verdict["status"], verdict["exit_code"]), ("invalid", 82))
        lost = next(point for point in verdict["points"] if point["id"] == "other_conc96")
        self.assertEqual([reason["code"] for reason in lost["reasons"]], ["artifact_expired"])
        self.assertIn("other_conc96", jitgate("export", self.to, "--table", "verdicts").stdout.decode())

    def test_what_is_gone_is_recorded_once(self):
        run = self.run_with(7, 95)
        for one in run.artifacts:
            one["expired"] = True
        self.sweep()
        self.assertIn("1 gone", self.text)
        self.assertEqual(os.listdir(os.path.join(self.to, "runs", "7-1")), ["manifest.json"])
        self.hub.requests.clear()
        self.sweep()
        self.assertEqual(self.hub.asked("api", part="/runs/7"), [])

    def test_what_expires_before_the_next_sweep_is_told(self):
        for id, days in ((7, 89.5), (8, 85), (9, 3)):
            self.run_with(id, days)
        self.hub.blob.fault("GET .*", answer=Answer(404, [], b""))  # the one that expires first is asked for first
        self.sweep(exit=82)
        self.assertEqual(self.records(), ["8-1", "9-1"])
        self.assertRegex(self.text, "run 7: .*AND EXPIRES BEFORE THE NEXT SWEEP: " + ago(-0.5))
        self.assertIn("expires before the next sweep: run 7", self.errors)
        self.hub.blob.fault("GET .*", answer=Answer(404, [], b""))
        self.sweep("--next-sweep", "6h", exit=84)  # it will still be there then, but something is wrong
        self.sweep()
        self.assertEqual(self.records(), ["7-1", "8-1", "9-1"])

    def test_soonest_expiry_comes_first(self):
        self.run_with(7, 5)
        self.run_with(8, 4, life=5)
        self.run_with(9, 3, life=90)
        self.sweep()
        order = [request.path.rsplit("/", 2)[1] for request in self.hub.asked("api", part="/zip")]
        self.assertEqual(order, ["1002", "1001", "1003"])

    def test_a_budget_is_kept_and_the_rest_left(self):
        for id in range(100, 120):
            self.run_with(id, id - 90)
        seen = set()
        for _ in range(9):
            self.hub.requests.clear()
            # What was not looked at may be kept for a day only.
            self.sweep("--max-requests", "16", exit=None)
            unseen = re.search("may expire before the next sweep: ([0-9]+) runs whose artifacts are not all known", self.errors)
            self.assertEqual(self.exit, 82 if unseen else 0)
            self.assertEqual(self.text.count("not looked at"), int(unseen[1]) if unseen else 0)
            self.assertLessEqual(len(self.hub.asked("api")), 16)
            self.assertGreater(len(set(self.records()) - seen), 0)
            seen = set(self.records())
            if len(seen) == 20:
                break
        self.assertEqual(len(seen), 20)
        self.assertEqual(self.exit, 0)

    def test_a_run_of_more_artifacts_than_there_are_requests(self):
        self.run_with(7, 3, names=[f"bmk_{i}" for i in range(40)])
        self.run_with(8, 2)
        self.sweep("--max-requests", "10", exit=82)
        self.assertEqual(self.records(), ["7-1"])
        self.sweep("--max-requests", "10")
        self.assertEqual(self.records(), ["7-1", "8-1"])

    def test_what_nobody_looked_at_may_be_gone(self):
        """Kept for a day, behind others that take all requests: told as long as nobody has looked."""
        for id in range(100, 120):
            self.run_with(id, 10)
        kept_short = self.run_with(200, 0.5, life=1)
        self.sweep("--max-requests", "16", exit=82)
        for one in kept_short.artifacts:
            one["expired"] = True
        for _ in range(9):
            self.sweep("--max-requests", "16", exit=None)
        self.assertEqual((self.exit, len(self.records())), (0, 21))
        # The same where a limit, or trouble, stands before the look.
        for answer in (Answer(403, [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "4000000000")], b"{}"),
                       Answer(500, [], b"")):
            self.run_with(300 + answer.status, 1)
            for _ in range(4):
                self.hub.api.fault("GET .*/artifacts", answer=answer)
            self.sweep(exit=82)
            self.assertIn("1 runs whose artifacts are not all known", self.errors)
            self.hub.api.faults.clear()
        self.sweep()

    def test_a_listing_that_takes_all_requests_goes_on(self):
        """More pages of runs than there are requests: each sweep lists a part, judges, and goes on where it stopped."""
        for id in range(1, 900):
            self.hub.run(id=id, attempts=(ago(1 + id % 80),), name="lint")
        for id, days in ((2001, 79.5), (2002, 50), (2003, 2)):
            self.run_with(id, days, name="bench")
        kept = []
        for turn in range(12):
            self.hub.requests.clear()
            self.sweep("--max-requests", "12", "--workflow", "bench", exit=None)
            self.assertLessEqual(len(self.hub.asked("api")), 16)  # a list of which one page was taken twice
            self.assertEqual(self.exit, 82 if "may expire before" in self.errors else 0, self.errors)
            kept.append(self.records())
            with open(os.path.join(self.to, "sweep-1-of-1.txt"), encoding="utf-8") as file:
                self.assertEqual("\nresume " in file.read(), "which were not listed" in self.errors)
            self.assertTrue(turn > 0 or "which were not listed" in self.errors)
            if kept[-1] == ["2001-1", "2002-1", "2003-1"]:
                break
        self.assertEqual(kept[-1], ["2001-1", "2002-1", "2003-1"])
        self.assertEqual(kept[0][:1], ["2001-1"])  # from the first on
        self.sweep("--workflow", "bench")

    def test_what_was_not_listed_is_not_settled(self):
        """A shorter --back settles nothing older, and nothing between it and what was settled before."""
        self.run_with(7, 60, "c12-cold")
        self.run_with(8, 2)
        self.sweep("--back", "10d")
        self.assertEqual(self.records(), ["8-1"])
        self.sweep("--back", "45d")
        self.sweep()
        self.assertEqual(self.records(), ["7-1", "8-1"])
        self.hub.requests.clear()
        self.sweep()  # now settled from 100 days ago on: one list, of the last month
        self.assertEqual(len(self.hub.requests), 1)
        self.run_with(9, 80)
        self.sweep("--back", "99d")
        self.assertEqual(self.records(), ["7-1", "8-1"])  # created in what was settled: that a run appears there cannot be
        # What is left open in the older part keeps it open.
        shutil.rmtree(self.to)
        self.sweep("--back", "45d")
        waits = self.hub.api.runs["octo/bench"][7]
        waits.more.update(status="in_progress", conclusion=None)
        self.sweep()
        self.assertEqual(self.records(), ["8-1", "9-1"])
        waits.more.update(status="completed", conclusion="success")
        self.sweep()
        self.assertEqual(self.records(), ["7-1", "8-1", "9-1"])

    def test_artifacts_of_other_names_are_told(self):
        self.run_with(5, 89.5, names=("benchmark-a1", "docs"), name="bench")
        self.sweep(exit=82)  # not one run has what is looked for: nothing found never passes
        self.assertIn("run 5: no artifact has such a name; there are benchmark-a1, docs (--artifacts GLOB)", self.text)
        self.assertIn("1 without such artifacts (1 with others)", self.text)
        self.sweep(exit=82)
        self.assertIn("not one has an artifact of such a name", self.errors)
        self.run_with(6, 3, name="bench")
        self.sweep()  # now it is some other workflow's
        self.assertEqual(self.records(), ["6-1"])
        # Of a workflow that was named, what is about to go is told even so.
        for _ in range(2):
            self.sweep("--workflow", "bench*", exit=82)
            self.assertRegex(self.errors, "expires before the next sweep: run 5-1 on .* artifacts of other names only")
        self.sweep("--workflow", "bench*", "--next-sweep", "6h")
        self.sweep("--workflow", "bench*", "--artifacts", "benchmark-*", "--artifacts", "bmk_*")
        self.assertEqual(self.records(), ["5-1", "6-1"])

    def test_the_example_as_it_stands(self):
        """The steps of the example workflow, with a download that is a release's: its name, what lies where in it."""
        with open(os.path.join(ROOT, "docs", "examples", "github-sweep.yml"), encoding="utf-8") as file:
            steps = {step.get("name"): step for step in yaml.safe_load(file)["jobs"]["sweep"]["steps"]}
        with open(os.path.join(ROOT, "release", "run"), encoding="utf-8") as file:
            release = file.read()
        with open(os.path.join(ROOT, "buildkite-plugin", "VERSION"), encoding="utf-8") as file:
            version = file.read().strip()
        self.assertIn("\nname=jitgate-$(cat buildkite-plugin/VERSION)-linux-$(uname -m)\n", release)
        self.assertIn('(cd "$dist" && sha256sum "$name.tar.gz" > SHA256SUMS)', release)
        name = f"jitgate-{version}-linux-x86_64"
        get = steps["Get jitgate"]
        self.assertTrue(get["env"]["URL"].endswith(f"/releases/download/v{version}/{name}.tar.gz"), get["env"]["URL"])
        place = lambda *parts: os.path.join(self.folder, *parts)  # noqa: E731
        for folder in (name, "bin", "temp", "records"):
            os.mkdir(place(folder))
        for script, text in ((place(name, "jitgate"), f'exec "{JITGATE}" "$@"\n'),
                             (place("bin", "curl"), f'while [ "$1" != -o ]; do shift; done\ncp "{place("release")}" "$2"\n')):
            with open(script, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\n" + text)
            os.chmod(script, 0o755)
        subprocess.run(["tar", "-czf", place("release"), "-C", self.folder, name], check=True)
        with open(place("release"), "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        self.run_with(7, 3, "c12-warm")
        variables = {**clean(), **CALM, **self.hub.variables(TOKEN), "GITHUB_REPOSITORY": "octo/bench", "RUNNER_TEMP": place("temp"),
                     "URL": get["env"]["URL"], "SHA256": digest, "PATH": place("bin") + os.pathsep + os.environ["PATH"]}
        for step in (get, steps["Sweep"]):
            done = subprocess.run(["bash", "-e", "-c", step["run"]], cwd=place("records"), env=variables, capture_output=True, text=True,
                                  check=False, timeout=60)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.records(place("records")), ["7-1"])

    def test_the_examples_meet(self):
        """What the example workflows upload is what sweep and fetch take by default."""
        names = []
        for example in ("github-step.yml", "github-matrix.yml"):
            with open(os.path.join(ROOT, "docs", "examples", example), encoding="utf-8") as file:
                steps = [step for job in yaml.safe_load(file)["jobs"].values() for step in job["steps"]]
            uploads = [step["with"]["name"] for step in steps if "upload-artifact" in step.get("uses", "")]
            self.assertGreaterEqual(len(uploads), 2, example)
            names += [re.sub(r"\$\{\{.*?\}\}", "1", name) for name in uploads]
        for id, name in enumerate(names, 7):
            self.run_with(id, 3, names=(name,))
        self.sweep()
        self.assertEqual(self.records(), sorted((f"{id}-1" for id in range(7, 7 + len(names)))))

    def test_a_limit_leaves_the_rest(self):
        for id in (7, 8, 9):
            self.run_with(id, 3)
        self.hub.api.fault("GET .*/zip", skip=1, answer=Answer(403, [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "4000000000")], b"{}"))
        self.sweep()
        self.assertEqual(self.records(), ["7-1"])
        self.assertIn("2 left", self.text)
        self.sweep()
        self.assertEqual(self.records(), ["7-1", "8-1", "9-1"])

    def test_a_token_that_may_not_is_trouble(self):
        self.run_with(7, 3)
        self.run_with(8, 3)
        self.hub.api.tokens = {TOKEN: ["metadata"]}
        self.sweep(exit=84)
        self.assertIn("1 left, 1 failed", self.text)
        self.hub.requests.clear()
        done = finished("sweep", "github:octo/bench", "--to", self.to, variables={**CALM, **self.hub.variables(None)})
        self.assertEqual((done.returncode, self.hub.requests), (83, []))

    def test_what_a_killed_sweep_left_is_removed(self):
        self.run_with(7, 3)
        os.makedirs(os.path.join(self.to, "runs", "7-1.new"))
        os.makedirs(os.path.join(self.to, "runs", "6-1.new"))
        self.sweep("--shard", "2/2")
        self.assertEqual(self.records(), ["6-1.new", "7-1"])

    def test_shards_share_the_work(self):
        for id in range(7, 17):
            self.run_with(id, 3)
        kept = []
        for k in (1, 2, 3):
            to = os.path.join(self.folder, f"part{k}")
            self.sweep("--shard", f"{k}/3", to=to)
            kept += self.records(to)
        self.assertEqual(sorted(kept), sorted(f"{id}-1" for id in range(7, 17)))

    def test_runs_that_are_not_over_are_seen_again(self):
        run = self.run_with(7, 40, status="in_progress", conclusion=None)
        self.run_with(8, 39)
        self.sweep()
        self.assertIn("1 running", self.text)
        run.more.update(status="completed", conclusion="success")
        self.sweep()
        self.assertEqual(self.records(), ["7-1", "8-1"])

    def test_runs_of_forks_are_passed_over(self):
        self.run_with(7, 3, head_repository={"id": 2})
        self.sweep()
        self.assertEqual(self.records(), [])
        self.run_with(8, 3, head_repository=None)  # deleted, which makes nobody's run our own
        self.sweep()
        self.assertEqual(self.records(), [])
        self.assertIn("2 of forks", self.text)
        self.sweep("--forks")
        self.assertEqual(self.records(), ["7-1", "8-1"])
        self.assertTrue(os.path.exists(os.path.join(self.to, "runs", "7-1", "verdict.json")))

    def test_archives_are_kept_where_that_is_asked(self):
        self.run_with(7, 3, "c12-warm")
        self.sweep("--keep-archives")
        place = os.path.join(self.to, "runs", "7-1")
        kept = [one for one in read_json(os.path.join(place, "manifest.json"))["artifacts"]]
        self.assertEqual({one["state"] for one in kept}, {"saved"})
        for one in kept:
            self.assertEqual(os.path.getsize(os.path.join(place, one["file"])), one["bytes"])

    def test_many_runs_are_listed_span_by_span(self):
        for id in range(1, 2501):
            self.hub.run(id=id, attempts=(ago(1 + id % 90),), name="lint")
        self.run_with(3000, 50, name="bench")
        self.sweep("--workflow", "bench*")
        self.assertEqual(self.records(), ["3000-1"])
        self.assertLess(len(self.hub.asked("api")), 50)
        self.assertEqual(self.hub.asked("api", part="/bench/actions/artifacts"), self.hub.asked("api", part="/zip"))
        # What is older than any new attempt can be, and done with, is not listed again.
        self.hub.requests.clear()
        self.sweep("--workflow", "bench*")
        self.assertLess(len(self.hub.asked("api")), 12)
        # But where something else is asked for, it is.
        self.run_with(3001, 60, name="other")
        self.sweep("--workflow", "other", "--workflow", "bench")
        self.assertEqual(self.records(), ["3000-1", "3001-1"])

    def test_wrong_usage(self):
        for arguments in (("--shard", "0/3"), ("--shard", "4/3"), ("--shard", "x"), ("--next-sweep", "1"), ("--back", "0d")):
            self.sweep(*arguments, exit=83)
        self.sweep(repository="octo/bench", exit=83)
        self.assertEqual(self.hub.requests, [])
        self.sweep(exit=84)  # no such repository
        os.makedirs(self.to, exist_ok=True)
        with open(os.path.join(self.to, "sweep-1-of-1.txt"), "w", encoding="utf-8") as file:
            file.write("something else\n")
        self.sweep(exit=84)


if __name__ == "__main__":
    unittest.main()
