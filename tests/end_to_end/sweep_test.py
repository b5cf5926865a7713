#!/usr/bin/python3
"""jitgate sweep against a fake GitHub: each run is judged and recorded once, before its artifacts expire; machines share
nothing but the records' directory. ROWS as in fetch_test.py.
"""
import datetime
import os
import shutil
import sys
import tempfile
import unittest

import jsonschema

from program import ROOT, RUNS, TESTS, finished, jitgate, read_events, read_json

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


def recorded(run):
    folder = os.path.join(RUNS, run)
    for name in sorted(os.listdir(folder)):
        if name.endswith(".zip"):
            with open(os.path.join(folder, name), "rb") as file:
                yield name[:-4], file.read()


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
        self.text, self.errors = done.stdout.decode(), done.stderr.decode()
        self.assertNotIn(TOKEN, self.text + self.errors)
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
        self.assertEqual(sorted(os.listdir(cold)), ["events.jsonl", "manifest.json", "summary.md", "verdict.json"])
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
            self.sweep("--max-requests", "16")
            self.assertLessEqual(len(self.hub.asked("api")), 16)
            self.assertGreater(len(set(self.records()) - seen), 0)
            seen = set(self.records())
            if len(seen) == 20:
                break
        self.assertEqual(len(seen), 20)

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
        self.sweep("--forks")
        self.assertEqual(self.records(), ["7-1"])
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
