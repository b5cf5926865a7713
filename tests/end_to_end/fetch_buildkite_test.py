#!/usr/bin/python3
"""jitgate fetch buildkite:… against a fake of Buildkite's API and of the storage where its artifacts lie."""
import hashlib
import json
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

import jsonschema

from program import ROOT, RUNS, TESTS, finished, read_json

sys.path.insert(0, TESTS)
from fake_github.service import Answer, Host  # noqa: E402

TOKEN = "bkua_fakeTokenThatMustStayHere0123456789"
BUILD = "/v2/organizations/example/pipelines/nightly/builds/7"
SCHEMA = read_json(os.path.join(ROOT, "schemas", "buildkite-manifest.schema.json"))
ONE, TWO, OLD = (f"{n}{n}{n}{n}0000-aaaa-4000-8000-000000000001" for n in "123")


def answer(value, status=200, headers=()):
    return Answer(status, [("Content-Type", "application/json"), *headers], json.dumps(value).encode())


class Buildkite:
    def __init__(self):
        self.requests, self.jobs, self.artifacts, self.content, self.logs = [], [], [], {}, {}
        self.state, self.id = "passed", "99990000-aaaa-4000-8000-000000000001"
        self.storage = Host("storage", self.give, self.requests.append)
        self.api = Host("api", self.handle, self.requests.append)
        self.page = 100

    def close(self):
        self.api.close()
        self.storage.close()

    def job(self, id, key, retried=False, state="finished", log=b"", finished=True):
        finished = finished and state != "running"
        self.jobs.append({"id": id, "type": "script", "name": f":rocket: {key}", "step_key": key, "state": state,
                          "retried": retried, "started_at": "2026-11-29T23:00:00Z" if finished else None,
                          "finished_at": "2026-11-30T00:00:00Z" if finished else None})
        self.logs[id] = log
        return self.jobs[-1]

    def artifact(self, job, path, content, state="finished", sha1=None):
        id = f"{len(self.artifacts):08d}-ffff-4000-8000-000000000001"
        self.content[id] = content
        self.artifacts.append({"id": id, "job_id": job, "path": path, "state": state, "file_size": len(content),
                               "sha1sum": sha1 or hashlib.sha1(content).hexdigest()})
        return self.artifacts[-1]

    def handle(self, request):
        if request.header("authorization") != f"Bearer {TOKEN}":
            return answer({"message": "Authentication required"}, 401)
        if request.path == BUILD:
            assert request.query == {"include_retried_jobs": "true"}, request.query
            return answer({"id": self.id, "number": 7, "state": self.state, "branch": "main",
                           "commit": "0" * 40, "web_url": "https://buildkite.com/example/nightly/builds/7",
                           "jobs": [{"id": "w", "type": "waiter"}, *self.jobs]})
        if request.path == BUILD + "/artifacts":
            page = int(request.query.get("page", 1))
            part = self.artifacts[(page - 1) * self.page:page * self.page]
            more = len(self.artifacts) > page * self.page
            link = f'<{self.api.url}{BUILD}/artifacts?page={page + 1}&per_page=100>; rel="next"'
            return answer(part, 200, [("Link", link)] if more else [])
        for one in self.artifacts:
            if request.path == f"{BUILD}/jobs/{one['job_id']}/artifacts/{one['id']}/download":
                url = f"{self.storage.url}/{one['id']}?signature=secret"
                return answer({"url": url}, 302, [("Location", url)])
        for job, log in self.logs.items():
            if request.path == f"{BUILD}/jobs/{job}/log" and request.header("accept") == "text/plain":
                return Answer(200, [("Content-Type", "text/plain")], log)
        return answer({"message": "No build found"}, 404)

    def give(self, request):
        content = self.content.get(request.path.lstrip("/"))
        return Answer(404) if content is None else Answer(200, [], content)


class Fetch(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.out = os.path.join(self.folder, "out")
        self.kite = Buildkite()
        self.addCleanup(self.kite.close)

    def fetch(self, *arguments, exit=0, build="buildkite:example/nightly/7", token=TOKEN, to=True, **variables):
        variables = {"BUILDKITE_API_URL": self.kite.api.url + "/v2", "BUILDKITE_API_TOKEN": token, "GITHUB_TOKEN": "",
                     "GH_TOKEN": "", "no_proxy": "127.0.0.1", **variables}
        out = ["--out", self.out] if to else []
        done = finished("fetch", build, *out, "--tries", 2, *arguments, variables=variables)
        said = done.stdout.decode() + done.stderr.decode()
        self.assertEqual(done.returncode, exit, said)
        self.assertNotIn(token or "-", said)
        self.assertNotIn("signature", said)
        if os.path.exists(os.path.join(self.out, "manifest.json")):
            jsonschema.Draft202012Validator(SCHEMA).validate(self.manifest())
        return said

    def files(self):
        out = pathlib.Path(self.out)
        return {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}

    def manifest(self):
        return read_json(os.path.join(self.out, "manifest.json"))

    def recorded(self, job, run):
        for name in sorted(os.listdir(os.path.join(RUNS, run))):
            with open(os.path.join(RUNS, run, name), "rb") as file:
                self.kite.artifact(job, "results/" + name, file.read())

    def check(self, path="", exit=0):
        done = finished("check", os.path.join(self.out, path), "--format", "json")
        self.assertEqual(done.returncode, exit, done.stdout.decode() + done.stderr.decode())
        return done.stdout.decode()

    def test_a_build_is_fetched_and_judged(self):
        self.kite.job(ONE, "bench")
        self.recorded(ONE, "h200-cold")
        self.kite.page = 4  # of fifteen
        self.fetch()
        self.assertEqual(len(self.files()), 16)
        self.assertTrue(all(name == "manifest.json" or name.startswith(f"bench-{ONE}/results/") for name in self.files()))
        self.assertEqual({one["state"] for one in self.manifest()["files"]}, {"saved"})
        done = finished("check", self.out, "--format", "json")
        self.assertEqual(done.returncode, 81)
        self.assertEqual(json.loads(done.stdout)["run"]["id"], "99990000-aaaa-4000-8000-000000000001")
        self.assertNotIn(TOKEN.encode(), b"".join(self.files().values()))
        for request in self.kite.requests:  # the storage sees no token
            self.assertEqual(request.header("authorization") is None, request.host == "storage")

    def test_jobs_that_upload_the_same_paths_stay_apart_and_retried_ones_are_left(self):
        self.kite.job(ONE, "bench")
        self.kite.job(TWO, "bench")
        self.kite.job(OLD, "bench", retried=True, log=b"old")
        for job in (ONE, TWO, OLD):
            self.kite.artifact(job, "results/server.log", job.encode())
        self.kite.artifact(ONE, "jitgate/x/events.jsonl", b"ours")
        said = self.fetch("--verbose", "--job-logs")
        self.assertIn("its job was retried", said)
        files = self.files()
        self.assertEqual(files[f"bench-{ONE}/results/server.log"], ONE.encode())
        self.assertEqual(files[f"bench-{TWO}/results/server.log"], TWO.encode())
        self.assertEqual(files[f"job-logs/bench-{OLD}.log"], b"old")
        self.assertEqual(len(files), 6)

    def test_patterns_and_listing(self):
        self.kite.job(ONE, "bench")
        self.kite.artifact(ONE, "a/x.log", b"x")
        self.kite.artifact(ONE, "b/y.json", b"y")
        self.fetch("--artifacts", "**/*.json")
        self.assertIn(f"bench-{ONE}/b/y.json", self.files())
        self.assertEqual(len(self.files()), 2)
        shutil.rmtree(self.out)
        self.assertIn("listed    bench: a/x.log", self.fetch("--dry-run", to=False))
        self.assertFalse(os.path.exists(self.out))
        self.fetch("--artifacts", "none", exit=82)

    def test_again_asks_for_nothing_and_overwrites_nothing(self):
        self.kite.job(ONE, "bench")
        self.kite.artifact(ONE, "x.log", b"x")
        self.fetch()
        self.kite.requests.clear()
        self.assertIn("1 there already", self.fetch())
        self.assertEqual([r for r in self.kite.requests if r.host == "storage"], [])
        path = os.path.join(self.out, f"bench-{ONE}", "x.log")
        with open(path, "wb") as file:
            file.write(b"another")
        self.assertIn("another file stands at its place", self.fetch(exit=84))
        with open(path, "rb") as file:
            self.assertEqual(file.read(), b"another")

    def test_what_is_not_to_be_had_is_told(self):
        self.kite.job(ONE, "bench")
        self.kite.job(TWO, "slow", state="running")
        self.kite.artifact(ONE, "x.log", b"x")
        for state in ("expired", "deleted", "new", "error", ""):
            self.kite.artifact(ONE, f"{state}.log", b"y", state=state)
        said = self.fetch("--job-logs", exit=82)
        for part in ("it is expired", "it is deleted", "did not finish: new", "the job is running"):
            self.assertIn(part, said)
        self.fetch("--job-logs", "--allow-missing")

    def test_wrong_bytes_are_not_kept(self):
        self.kite.job(ONE, "bench")
        self.kite.artifact(ONE, "x.log", b"right", sha1="0" * 40)
        one = self.kite.artifact(ONE, "y.log", b"right")
        one["file_size"] = 7
        self.assertIn("its SHA-1 differs", self.fetch(exit=84))
        self.assertEqual(list(self.files()), ["manifest.json"])

    def test_faults_on_the_way_are_tried_again(self):
        self.kite.job(ONE, "bench")
        one = self.kite.artifact(ONE, "x.log", b"x" * 100_000)
        self.kite.api.fault("GET " + BUILD, answer=Answer(502))
        self.kite.storage.fault("GET /" + one["id"], cut=1000)
        self.fetch()
        self.assertEqual(self.files()[f"bench-{ONE}/x.log"], b"x" * 100_000)

    def test_refusals_say_what_to_do(self):
        self.assertIn("BUILDKITE_API_TOKEN", self.fetch(token="", exit=84))
        self.assertIn("read_artifacts", self.fetch(token="wrong", exit=84))
        self.assertIn("read_builds", self.fetch(build="buildkite:example/nightly/8", exit=84))
        for build in ("buildkite:example/nightly", "buildkite:a/b/0", "buildkite:a/b/x", "buildkite:../b/1", "buildkite:"):
            self.assertIn("buildkite:ORGANIZATION/PIPELINE/NUMBER", self.fetch(build=build, exit=83))

    def test_hostile_paths_stay_in_the_directory(self):
        self.kite.job(ONE, "../../bench")
        for path in ("../../../evil", "/etc/evil", "a/../../evil", "a\nb", "..", "a/" * 50 + "x", "x.log", "x.log",
                     "x.log/y", "a/a"):
            self.kite.artifact(ONE, path, path.encode() + b"!")
        self.fetch()
        self.assertEqual(os.listdir(self.folder), ["out"])
        self.assertEqual(len(self.files()), 11)
        self.assertIn("10 there already", self.fetch())

    def test_a_next_page_elsewhere_is_not_asked_for(self):
        self.kite.job(ONE, "bench")
        link = [("Link", f'<{self.kite.storage.url}/evil>; rel="next"')]
        self.kite.api.fault(".*/artifacts", answer=answer([], 200, link))
        self.assertIn("not on this server", self.fetch(exit=84))
        self.assertEqual([r for r in self.kite.requests if r.host == "storage"], [])


    def test_what_the_manifest_lacks_is_missing_evidence(self):
        """Whatever became of it, and whether or not fetch was to fail for it."""
        self.kite.job(ONE, "bench")
        self.recorded(ONE, "h200-warm")
        two = self.kite.job(TWO, "other")
        for state, code in (("expired", 82), ("deleted", 82), ("error", 82), ("new", 82), ("finished", 84)):
            lost = self.kite.artifact(TWO, "results/decode_w0.out", b"x", state=state)
            if state == "finished":  # and not to be fetched
                lost["sha1sum"] = "0" * 40
            for more in ((), ("--allow-missing",)):
                with self.subTest(state=state, more=more):
                    self.fetch(*more, exit=0 if more and code == 82 else code)
                    self.assertIn("other/results/decode_w0.out", self.check(exit=82))
                    self.check(f"bench-{ONE}")  # which lacks nothing
                    self.check(f"bench-{ONE}/results/")
            self.kite.artifacts.remove(lost)
            shutil.rmtree(self.out)
        self.kite.artifact(ONE, "results/more.out", b"x", state="expired")
        self.fetch("--allow-missing")
        self.check(f"bench-{ONE}/results", exit=82)
        self.kite.artifacts.pop()
        shutil.rmtree(self.out)
        two.update(state="running", finished_at=None)
        self.fetch("--allow-missing")
        self.assertIn("the job is running", self.check(exit=82))
        two.update(state="passed", finished_at="2026-11-30T00:00:00Z")
        self.kite.artifacts.append("no artifact")
        self.fetch("--allow-missing")
        self.assertIn("may not be whole", self.check(exit=82))
        self.kite.artifacts.pop()
        self.fetch()
        self.check()

    def test_a_build_that_has_not_ended_is_82_and_its_running_jobs_are_named(self):
        self.kite.job(ONE, "bench")
        self.kite.artifact(ONE, "x.log", b"x")
        two = self.kite.job(TWO, "slow", finished=False)
        for state in ("running", "scheduled", "waiting", "assigned", "limited", "of a later API", ""):
            two["state"] = state
            for more in ((), ("--job-logs",), ("--dry-run",)):
                said = self.fetch(*more, exit=82, to="--dry-run" not in more)
                self.assertIn(f"not_yet   slow: job log: the job is {state}", said)
        self.fetch("--allow-missing")
        # One that fetches in the build itself does not wait for itself.
        self.kite.state = "running"
        self.fetch(BUILDKITE_BUILD_ID=self.kite.id, BUILDKITE_JOB_ID=TWO)
        self.fetch(BUILDKITE_BUILD_ID=self.kite.id, BUILDKITE_JOB_ID=ONE, exit=82)
        self.kite.jobs.pop()
        self.assertIn("the build is not at its end: it is running", self.fetch(exit=82))
        self.kite.state = "blocked"
        self.kite.job(TWO, "deploy", state="blocked", finished=False)
        self.fetch("--job-logs")

    def test_jobs_that_never_ran_left_nothing(self):
        self.kite.job(ONE, "bench")
        self.kite.artifact(ONE, "x.log", b"x")
        for n, state in enumerate(("broken", "skipped", "waiting_failed", "blocked_failed", "unblocked_failed", "expired", "canceled")):
            self.kite.job(f"{n}{TWO[1:]}", state, state=state, finished=False)
        self.fetch()
        said = self.fetch("--job-logs")
        self.assertIn("never     broken: job log: the job never ran: broken", said)
        states = [one["state"] for one in self.manifest()["files"]]
        self.assertEqual(sorted(states), ["never"] * 7 + ["saved"] * 2)

    def test_what_a_retry_replaced_is_removed_and_nothing_else(self):
        self.kite.job(OLD, "bench")
        self.recorded(OLD, "h200-cold")
        self.fetch()
        self.check(exit=81)
        self.kite.jobs[0]["retried"] = True
        self.kite.job(ONE, "bench")
        self.recorded(ONE, "h200-warm")
        changed = os.path.join(self.out, f"bench-{OLD}", "results", "node0_decode_w0.out")
        with open(changed, "rb") as file:
            as_fetched = file.read()
        with open(changed, "ab") as file:
            file.write(b"a note\n")
        self.assertIn("move it away", self.fetch(exit=83))
        with open(changed, "wb") as file:
            file.write(as_fetched)
        mine = os.path.join(self.out, f"bench-{OLD}", "notes.txt")
        with open(mine, "w", encoding="utf-8") as file:
            file.write("mine\n")
        self.fetch()
        self.assertEqual([name for name in self.files() if OLD in name], [f"bench-{OLD}/notes.txt"])
        os.remove(mine)
        self.check()

    def test_what_the_server_has_no_longer_stays(self):
        self.kite.job(ONE, "bench")
        kept, gone, late = (self.kite.artifact(ONE, name, name.encode()) for name in ("a.log", "b.log", "c.log"))
        late["state"] = "new"
        self.fetch(exit=82)
        kept["state"] = "expired"
        for lost in (gone, late):
            self.kite.artifacts.remove(lost)
        said = self.fetch(exit=82)
        self.assertIn("vanished  bench: c.log", said)
        self.assertEqual(self.files()[f"bench-{ONE}/a.log"], b"a.log")
        self.assertEqual(self.files()[f"bench-{ONE}/b.log"], b"b.log")
        self.assertEqual(said.count("the server has it no longer"), 2)

    def test_another_build_is_not_fetched_into_the_same_directory(self):
        self.kite.job(ONE, "bench")
        self.kite.artifact(ONE, "x.log", b"x")
        self.fetch()
        before = self.files()
        self.kite.id = self.kite.id.replace("9999", "8888")
        said = self.fetch(exit=83)
        self.assertIn("it holds build 7 of example/nightly", said)
        self.assertIn("a directory of its own", said)
        self.assertEqual(self.files(), before)
        for other in ('{"schema_version": 1, "source": {"repository": "a/b", "run_id": 7}, "artifacts": [], "job_logs": []}',
                      '{"name": "another program\'s"}', "", "no JSON"):
            shutil.rmtree(self.out)
            os.mkdir(self.out)
            with open(os.path.join(self.out, "manifest.json"), "w", encoding="utf-8") as file:
                file.write(other)
            done = finished("fetch", "buildkite:example/nightly/7", "--out", self.out,
                            variables={"BUILDKITE_API_URL": self.kite.api.url + "/v2", "BUILDKITE_API_TOKEN": TOKEN,
                                       "no_proxy": "127.0.0.1"})
            self.assertEqual(done.returncode, 83, other)
            self.assertEqual(self.files(), {"manifest.json": other.encode()})

    def test_the_limit_of_the_user_is_waited_for(self):
        self.kite.job(ONE, "bench")
        self.kite.artifact(ONE, "x.log", b"x")
        limited = [("RateLimit-Remaining", "150"), ("RateLimit-Reset", "60000"), ("RateLimit-User-Remaining", "0"),
                   ("RateLimit-User-Reset", "0")]
        self.kite.api.fault("GET " + BUILD, answer=Answer(429, limited, b"{}"))
        self.fetch()

    def test_what_jitgate_wrote_there_is_no_log(self):
        self.kite.job(ONE, "bench")
        self.recorded(ONE, "h200-warm")
        ours = os.path.join(self.folder, "ours")
        finished("check", os.path.join(RUNS, "h200-cold"), "--out", ours, "--quiet")
        for name in os.listdir(ours):
            with open(os.path.join(ours, name), "rb") as file:
                self.kite.artifact(ONE, "results/jit/" + name, file.read())
        self.fetch()
        self.assertIn("jitgate's own events.jsonl", self.check())


if __name__ == "__main__":
    unittest.main()
