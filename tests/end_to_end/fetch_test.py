#!/usr/bin/python3
"""jitgate fetch against a fake GitHub: what is there is fetched whole and once, what is not is told, and no token strays.

ROWS maps each report of real trouble (facts on GitHub Actions, section 6) that concerns fetching to the test that
shows how we meet it.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import jsonschema

from program import ROOT, TESTS, finished, jitgate, read_json, recorded

sys.path.insert(0, TESTS)
from fake_github import Answer, GitHub, Proxy, zip_of  # noqa: E402

ROWS = {
    1: "test_expired_is_its_own_outcome", 2: "test_the_status_decides_and_never_the_text",
    5: "test_the_clock_does_not_decide_what_has_expired", 6: "test_a_server_that_fails_at_what_has_just_expired",
    7: "test_what_has_expired_is_not_asked_for_again", 8: "test_the_status_decides_and_never_the_text",
    10: "test_a_log_that_is_not_yet_or_never_there", 11: "test_a_log_that_is_not_yet_or_never_there",
    12: "test_job_logs_of_every_attempt", 13: "test_job_logs_of_every_attempt", 14: "test_job_logs_of_every_attempt",
    15: "test_job_logs_of_every_attempt", 16: "test_the_storage_sees_no_token", 17: "test_the_storage_sees_no_token",
    18: "test_the_storage_sees_no_token", 19: "test_without_a_token", 20: "test_refusals_say_what_to_do",
    21: "test_an_address_that_expires_on_the_way", 22: "test_refusals_of_the_storage_are_told_apart",
    23: "test_a_broken_transfer_is_continued", 24: "test_the_bytes_on_disk_are_those_of_the_digest",
    25: "test_wrong_bytes", 26: "test_right_bytes_are_not_fetched_again_whatever_they_are",
    27: "test_a_broken_transfer_is_continued", 28: "test_no_zip_where_one_is_told",
    29: "test_raw_artifacts_keep_their_names", 30: "test_the_first_bytes_tell_a_zip",
    33: "test_a_cut_zip_without_a_digest", 34: "test_a_broken_transfer_is_continued",
    35: "test_nothing_is_extracted", 37: "test_nothing_is_extracted", 39: "test_nothing_is_extracted",
    36: "test_hostile_names_stay_in_the_directory", 38: "test_a_fork_is_told", 41: "test_long_lists",
    42: "test_lists_that_do_not_add_up", 43: "test_a_rate_limit_keeps_what_is_there",
    44: "test_a_rate_limit_keeps_what_is_there", 45: "test_long_lists", 46: "test_kept_answers_are_of_one_token",
    47: "test_the_newest_is_by_time_and_not_by_id", 48: "test_what_vanishes_stays_told",
    49: "test_the_newest_is_by_time_and_not_by_id", 50: "test_as_of_an_attempt", 51: "test_only_rest_is_read",
    52: "test_one_job_is_of_one_attempt", 64: "test_tls_is_verified", 65: "test_through_a_proxy",
}
TOKEN = "ghs_fakeTokenThatMustStayHere0123456789"
RUN = "github:octo/bench/runs/77"
CALM = {name: "" for name in ("https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
                              "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS")}


def files_below(folder):
    for top, _, names in os.walk(folder):
        for name in names:
            yield os.path.join(top, name)


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.out = os.path.join(self.folder, "out")
        self.hub = GitHub()
        self.addCleanup(self.hub.close)
        self.addCleanup(self.assert_no_token_strayed)
        self.said = b""

    def assert_no_token_strayed(self):
        """After each test: the token is in no file, no output and no request but the API's own; nor is a signature."""
        secrets = [TOKEN.encode(), *(signature.encode() for signature in self.hub.blob.signatures)]
        for secret in secrets:
            self.assertNotIn(secret, self.said)
            for path in files_below(self.folder):
                with open(path, "rb") as file:
                    self.assertNotIn(secret, file.read(), path)
        for request in self.hub.requests:
            self.assertNotIn(TOKEN, request.target + repr(request.body))
            names = {name.lower() for name, _ in request.headers}
            self.assertIn("user-agent", names)
            if request.host == "blob":
                self.assertEqual(names & {"authorization", "cookie", "x-github-api-version"}, set())
                self.assertNotIn(TOKEN, repr(request.headers))

    def fetch(self, *arguments, exit=0, run=RUN, token=TOKEN, out=True, **variables):
        where = ["--out", self.out] if out else []
        done = finished("fetch", run, *where, *arguments, variables={**CALM, **self.hub.variables(token), **variables})
        self.said += done.stdout + done.stderr
        self.text, self.errors = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, exit, self.text + self.errors)
        if os.path.exists(os.path.join(self.out, "manifest.json")):
            self.manifest = read_json(os.path.join(self.out, "manifest.json"))
            jsonschema.Draft202012Validator(read_json(os.path.join(ROOT, "schemas", "manifest.schema.json"))).validate(self.manifest)
        return done

    def states(self, kind="artifacts"):
        return {one["name"]: one["state"] for one in self.manifest[kind]}

    def files(self):
        return sorted(os.path.relpath(path, self.out) for path in files_below(self.out))

    def content(self, name):
        with open(os.path.join(self.out, name), "rb") as file:
            return file.read()

    def downloads(self):
        return len(self.hub.asked("blob"))


class Fetch(Case):
    def test_every_row_has_its_test(self):
        for row, name in ROWS.items():
            self.assertTrue(hasattr(Fetch, name) or hasattr(Secure, name), (row, name))

    def test_a_run_is_fetched_and_judged(self):
        run = self.hub.run()
        for name, content in recorded("c12-cold"):
            self.hub.artifact(run, name, content)
        self.hub.artifact(run, "run-stats", {"run_stats.json": "{}"})
        self.fetch()
        kept = [one for one in self.manifest["artifacts"] if one["state"] == "saved"]
        self.assertGreaterEqual(len(kept), 2)
        self.assertEqual({one["verified"] for one in kept}, {"digest"})
        self.assertEqual(self.states()["run-stats"], "left")
        jitgate("check", self.out, "--quiet", exit=81)
        before = self.downloads()
        self.fetch()
        self.assertEqual(self.downloads(), before)
        self.assertIn("0 fetched", self.text)
        # By the address of its page, and without the manifest: the bytes are known by their digest.
        os.remove(os.path.join(self.out, "manifest.json"))
        self.fetch(run="https://github.com/octo/bench/actions/runs/77?pr=5")
        self.assertEqual(self.downloads(), before)
        jitgate("check", self.out, "--quiet", exit=81)

    def test_expired_is_its_own_outcome(self):
        run = self.hub.run()
        self.hub.artifact(run, "bmk_A", {"a": "1"})
        self.hub.artifact(run, "server_logs_A", {"a": "1"}, expired=True)
        self.fetch(exit=82)
        self.assertEqual(self.states(), {"bmk_A": "saved", "server_logs_A": "expired"})
        self.assertRegex(self.text, "expired +server_logs_A .*expired on 2026-11-02T19:00:00Z")
        self.assertIn("1 expired", self.errors)
        self.assertEqual(self.hub.asked("api", part="1002/zip"), [])  # never asked for
        self.fetch("--allow-missing")

    def test_the_status_decides_and_never_the_text(self):
        run = self.hub.run()
        self.hub.artifact(run, "bmk_A", {"a": "1"})
        self.hub.job(run, "bench", log="expired")
        self.hub.api.fault("GET .*/zip", answer=Answer(410, [], b"some new words"))
        self.fetch("--job-logs", exit=82)
        self.assertEqual(self.states(), {"bmk_A": "expired"})
        self.assertEqual(self.states("job_logs"), {"bench": "expired"})
        self.assertEqual(self.downloads(), 0)

    def test_the_clock_does_not_decide_what_has_expired(self):
        run = self.hub.run()
        self.hub.artifact(run, "bmk_A", {"a": "1"}, expires_at="2001-01-01T00:00:00Z")
        self.fetch()

    def test_a_server_that_fails_at_what_has_just_expired(self):
        run = self.hub.run()
        one = self.hub.artifact(run, "bmk_A", {"a": "1"})
        for _ in range(2):
            self.hub.api.fault("GET .*/zip", reset=True)
        for _ in range(3):
            self.hub.api.fault("GET .*/zip", answer=Answer(500, [], b"oops"))
        self.fetch("--tries", "1", exit=84)  # nobody answered: that says nothing of the artifact
        self.hub.api.fault(f"GET .*/artifacts/{one['id']}", change=lambda answer: Answer(
            200, [], answer.body.replace(b'"expired": false', b'"expired": true')))
        self.fetch("--tries", "3", exit=82)
        self.assertEqual(self.states(), {"bmk_A": "expired"})

    def test_what_has_expired_is_not_asked_for_again(self):
        run = self.hub.run()
        self.hub.artifact(run, "bmk_A", {"a": "1"})
        self.hub.artifact(run, "bmk_B", {"a": "1"}, expired=True)
        self.hub.job(run, "old", log="expired")
        self.hub.job(run, "cancelled", log=None, conclusion="cancelled")
        self.fetch("--job-logs", exit=82)
        self.hub.requests.clear()
        self.fetch("--job-logs", exit=82)
        self.assertEqual([r.path for r in self.hub.requests if r.path.endswith(("/zip", "/logs"))], [])
        self.assertEqual(self.states("job_logs"), {"old": "expired", "cancelled": "never"})

    def test_a_log_that_is_not_yet_or_never_there(self):
        run = self.hub.run(status="in_progress", conclusion=None)
        self.hub.artifact(run, "bmk_A", {"a": "1"})
        running = self.hub.job(run, "running", log=None, status="in_progress", conclusion=None)
        self.hub.job(run, "cancelled", log=None, conclusion="cancelled")
        self.fetch("--job-logs", exit=82)
        self.assertEqual(self.states("job_logs"), {"running": "not_yet", "cancelled": "never"})
        self.assertIn("the job is in_progress", self.text)
        self.assertIn("left no log (cancelled)", self.text)
        # Its log is not all that it will leave: without logs the job is named too, and what is judged lacks it.
        self.fetch(exit=82)
        self.assertIn("running", self.text)
        self.assertIn("1 not_yet", self.errors)
        self.fetch("--allow-missing")
        self.assertIn("running: was not fetched: the job is in_progress", finished("check", self.out).stdout.decode())
        self.fetch("--job-logs", GITHUB_RUN_ID="77")  # a step of that run itself
        run.more.update(status="completed", conclusion="success")
        running.update(status="completed", conclusion="success")
        self.hub.blob.put("late", b"line\n", "text/plain")
        run.logs[running["id"]] = "late"
        self.fetch("--job-logs")
        self.assertEqual(self.states("job_logs")["running"], "saved")

    def test_job_logs_of_every_attempt(self):
        run = self.hub.run(attempts=("2026-08-04T18:00:00Z", "2026-08-04T21:00:00Z"))
        self.hub.artifact(run, "bmk_A", {"a": "1"})
        name = "bench / x: " + "y" * 200
        first = self.hub.job(run, name, b"first\n")
        self.hub.job(run, "other", b"other\n")
        second = self.hub.job(run, name, b"second\n", attempt=2)
        self.fetch("--job-logs")
        by_id = {one["job_id"]: one for one in self.manifest["job_logs"]}
        self.assertEqual(len(by_id), 3)
        self.assertEqual(self.content(by_id[first["id"]]["file"]), b"first\n")
        self.assertEqual(self.content(by_id[second["id"]]["file"]), b"second\n")
        self.assertEqual(self.hub.asked("api", part="/runs/77/logs"), [])  # no zip, so no names to match
        shutil.rmtree(self.out)
        self.fetch("--job-logs", run=RUN + "/attempts/2")
        self.assertEqual([one["job_id"] for one in self.manifest["job_logs"]], [second["id"]])
        self.fetch(run=RUN + "/attempts/3", exit=83)
        self.assertIn("the newest is 2", self.errors)

    def test_the_storage_sees_no_token(self):
        run = self.hub.run()
        self.hub.artifact(run, "bmk_A", {"a": "1"})
        self.hub.job(run, "bench", b"log\n")
        self.fetch("--job-logs")
        self.assertEqual(self.downloads(), 2)  # the blob host refuses any Authorization; see assert_no_token_strayed
        api = self.hub.asked("api")
        self.assertTrue(all(request.header("authorization") == "Bearer " + TOKEN for request in api))
        self.assertEqual({request.header("x-github-api-version") for request in api}, {"2022-11-28"})

    def test_redirects_of_the_api(self):
        self.hub.artifact(self.hub.run(), "bmk_A", {"a": "1"})
        self.hub.api.renamed["octo/old"] = "octo/bench"
        self.fetch(run="github:octo/old/runs/77")
        # To another host the token does not go, in clear nothing goes, and a list is not believed from elsewhere.
        other = GitHub()
        self.addCleanup(other.close)
        for location in (other.api.url + "/repos/octo/bench/actions/runs/77", "https://127.0.0.1:9/x", "ftp://x/", "x", ""):
            shutil.rmtree(self.out, ignore_errors=True)
            self.hub.api.fault("GET .*/runs/77", answer=Answer(302, [("Location", location)], b"{}"))
            self.fetch(exit=84)
        self.hub.api.fault("GET .*/artifacts", change=lambda a: Answer(
            a.status, a.headers + [("Link", f'<{other.api.url}/repos/octo/bench/x>; rel="next"')], a.body))
        self.fetch(exit=84)
        for location in ("http://elsewhere.example/blob", "ftp://x/", ""):
            shutil.rmtree(self.out, ignore_errors=True)
            self.hub.api.fault("GET .*/zip", answer=Answer(302, [("Location", location)], b""))
            self.fetch(exit=84)
        self.assertEqual(other.requests, [])

    def test_without_a_token(self):
        self.hub.artifact(self.hub.run(), "bmk_A", {"a": "1"})
        self.fetch(token=None, exit=83)
        self.assertIn("set GITHUB_TOKEN or GH_TOKEN", self.errors)
        self.assertEqual(self.hub.requests, [])
        self.fetch("--dry-run", token=None, out=False)
        self.assertRegex(self.text, "listed +bmk_A")
        self.hub.api.private.add("octo/bench")
        self.fetch("--dry-run", token=None, out=False, exit=84)
        self.assertIn("hidden without a token", self.errors)
        self.assertTrue(all(request.header("authorization") is None for request in self.hub.requests))

    def test_refusals_say_what_to_do(self):
        self.hub.artifact(self.hub.run(), "bmk_A", {"a": "1"})
        self.hub.artifact(self.hub.api.runs["octo/bench"][77], "bmk_B", {"a": "1"})
        self.fetch("--dry-run", out=False, run="github:octo/bench/runs/78", exit=84)
        self.assertRegex(self.errors, r"run 78 of octo/bench is not there \(404\)[\s\S]*may the token of GITHUB_TOKEN")
        self.hub.api.tokens = {TOKEN: ["metadata"]}
        self.fetch(exit=84)
        self.assertRegex(self.errors, r"no permission for artifact 1001 \(403\)[\s\S]*actions=read")
        self.assertEqual(set(self.states().values()), {"failed"})
        self.assertEqual(len(self.hub.asked("api", part="/zip")), 1)  # the other would be refused, too
        self.hub.api.fault("GET .*/zip", answer=Answer(403, [("X-GitHub-SSO", "required; url=https://x/")], b"{}"))
        self.fetch(exit=84)
        self.assertIn("single sign-on", self.errors)
        self.hub.api.tokens = {"another": []}
        self.fetch(exit=84)
        self.assertIn("the token of GITHUB_TOKEN is not accepted (401): Bad credentials", self.errors)
        self.fetch(exit=84, GH_TOKEN="x" * 20)
        self.assertIn("the token of GH_TOKEN", self.errors)
        self.fetch(exit=83, GH_TOKEN="two\nlines")
        self.assertNotIn("lines", self.errors)
        # What a hostile server says is shown as text.
        self.hub.api.tokens = {}
        self.hub.api.fault("GET .*/runs/77", answer=Answer(404, [], json.dumps({"message": "\x1b[2J\n::error::x"}).encode()))
        self.fetch(exit=84)
        self.assertNotRegex(self.errors, "\x1b|(?m:^::)")

    def test_an_address_that_expires_on_the_way(self):
        self.hub.artifact(self.hub.run(), "bmk_A", {"a": "1"})
        self.hub.blob.fault("GET .*", answer=Answer(403, [], b"<Error><Code>AuthenticationFailed</Code></Error>"))
        self.fetch()
        self.assertEqual(len(self.hub.asked("api", part="/zip")), 2)

    def test_refusals_of_the_storage_are_told_apart(self):
        self.hub.artifact(self.hub.run(), "bmk_A", {"a": "1"})
        self.hub.api.uses = 0
        self.fetch(exit=84)
        self.assertIn("the storage would not give bmk_A (403), though the API had sent us there", self.text)
        self.assertNotIn("permission", self.text + self.errors)
        self.assertEqual(self.downloads(), 3)

    def test_a_broken_transfer_is_continued(self):
        content = os.urandom(900_000)
        self.hub.artifact(self.hub.run(), "bmk_A", {"a": content})
        self.hub.blob.fault("GET .*", cut=300_000)
        self.hub.blob.fault("GET .*", answer=Answer(503, [("Retry-After", "0")], b"<html>unavailable"))
        self.hub.blob.fault("GET .*", cut=300_000)
        self.fetch()
        self.assertEqual(self.content("bmk_A.zip"), zip_of({"a": content}))
        self.assertEqual([r.header("range") for r in self.hub.asked("blob")],
                         [None, "bytes=300000-", "bytes=300000-", "bytes=600000-"])

    def test_a_killed_run_is_continued(self):
        content = os.urandom(300_000)
        self.hub.artifact(self.hub.run(), "bmk_A", {"a": content})
        self.hub.blob.fault("GET .*", cut=100_000)
        self.hub.api.fault("GET .*/zip", skip=1, answer=Answer(401, [], b"{}"))
        self.fetch(exit=84)
        self.assertEqual(self.files(), ["1001.part", "1001.part.from", "manifest.json"])
        jitgate("check", self.out, "--quiet", exit=82)  # half an artifact is no clean one
        self.fetch()
        self.assertEqual(self.hub.asked("blob")[-1].header("range"), "bytes=100000-")
        self.assertEqual(self.files(), ["bmk_A.zip", "manifest.json"])
        self.assertEqual(self.content("bmk_A.zip"), zip_of({"a": content}))

    def test_the_bytes_on_disk_are_those_of_the_digest(self):
        self.hub.artifact(self.hub.run(), "bmk_A", {"a": "1"})
        self.fetch()
        with open(os.path.join(self.out, "bmk_A.zip"), "ab") as file:
            file.write(b"x")
        self.fetch()
        self.assertEqual(self.downloads(), 2)
        self.assertEqual(self.content("bmk_A.zip"), zip_of({"a": "1"}))

    def test_wrong_bytes(self):
        one = self.hub.artifact(self.hub.run(), "bmk_A", {"a": "1"})
        self.hub.artifact(self.hub.api.runs["octo/bench"][77], "bmk_B", {"b": "1"})
        one["digest"] = "sha256:" + "0" * 64
        self.fetch(exit=84)
        self.assertRegex(self.text, "failed +bmk_A .*expected sha256 0{64}, got [0-9a-f]{64} in [0-9]+ of [0-9]+ bytes")
        self.assertEqual(self.states(), {"bmk_A": "failed", "bmk_B": "saved"})
        self.assertIn("1001.part.damaged", self.files())
        self.assertEqual(self.downloads(), 3)

    def test_right_bytes_are_not_fetched_again_whatever_they_are(self):
        self.hub.artifact(self.hub.run(), "bmk_A", b"PK\3\4 that no unzip can read")
        self.fetch()
        self.fetch()
        self.assertEqual(self.downloads(), 1)

    def test_no_zip_where_one_is_told(self):
        self.hub.artifact(self.hub.run(), "bmk_A", b"<html>sorry", digest=False)
        self.fetch(exit=84)
        self.assertIn("told to be a zip, and is none", self.text)
        self.assertEqual(self.downloads(), 2)
        self.assertEqual(self.content("1001.part.damaged"), b"<html>sorry")
        self.assertEqual(self.hub.asked("api", part="damaged"), [])

    def test_a_cut_zip_without_a_digest(self):
        whole = zip_of({"a": os.urandom(5000)})
        self.hub.artifact(self.hub.run(), "bmk_A", whole, digest=False)
        self.hub.blob.fault("GET .*", answer=Answer(200, [("Content-Type", "application/zip")], whole[:4000]))
        self.fetch()
        self.assertEqual(self.content("bmk_A.zip"), whole)
        self.assertEqual(self.manifest["artifacts"][0]["verified"], "zip_end")

    def test_a_cut_raw_artifact_without_a_digest(self):
        """Neither a digest nor a length in the answer: the size that the artifact was listed with tells."""
        whole = b"line\n" * 1000
        self.hub.artifact(self.hub.run(), "server_logs_A.log", whole, digest=False, content_type="text/plain")
        cut = lambda answer: Answer(answer.status, answer.headers, answer.body[:2000], length=False)  # noqa: E731
        self.hub.blob.fault("GET .*", change=cut)
        self.fetch()
        self.assertEqual(self.content("server_logs_A.log"), whole)
        self.assertEqual(self.manifest["artifacts"][0]["verified"], "length")
        shutil.rmtree(self.out)
        for _ in range(2):
            self.hub.blob.fault("GET .*", change=cut)
        self.fetch(exit=84)
        self.assertIn("told to have 5000 bytes, and has 2000", self.text)
        self.assertEqual(len(self.content("1001.part.damaged")), 2000)

    def test_raw_artifacts_keep_their_names(self):
        run = self.hub.run()
        self.hub.artifact(run, "agg.json", b'{"a": 1}', content_type="application/json",
                          disposition="attachment; filename=\"x\"; filename*=UTF-8''agg.json")
        self.hub.artifact(run, "manifest.json", b"{}", content_type="application/json")
        self.hub.artifact(run, "evil", b"text", content_type="text/plain", disposition="attachment; filename=\"../../evil.txt\"")
        self.fetch("--artifacts", "*")
        self.assertEqual(self.content("agg.json"), b'{"a": 1}')
        self.assertEqual({one["form"] for one in self.manifest["artifacts"]}, {"raw"})
        self.assertEqual(self.files(), ["1002~manifest.json", "agg.json", "evil.txt", "manifest.json"])
        self.fetch("--artifacts", "*")
        self.assertEqual(self.downloads(), 3)

    def test_the_first_bytes_tell_a_zip(self):
        self.hub.artifact(self.hub.run(), "metric.json", {"a": "1"}, content_type="application/json")
        self.fetch("--artifacts", "*")
        self.assertEqual(self.files(), ["manifest.json", "metric.json.zip"])

    def test_hostile_names_stay_in_the_directory(self):
        run = self.hub.run()
        names = ["..", ".", "../../x", "/etc/passwd", "a/b", "a\\b", "-rf", ".hidden", "a\nb", "a\x00b", "\u202egnp.exe", "x" * 500,
                 "x" * 501, "CON", "con", "%41", "A", "a", "job-logs", "manifest.json", "x.part", "foo..bar", "::error::x", " a "]
        for name in names:
            self.hub.artifact(run, name, {"n": name.encode()})
        self.fetch("--artifacts", "*")
        files = [one["file"] for one in self.manifest["artifacts"]]
        self.assertEqual(len({name.lower() for name in files}), len(names))
        self.assertEqual(self.files(), sorted([*files, "manifest.json"]))
        self.assertEqual(sorted(os.listdir(self.folder)), ["out"])
        for name, file in zip(names, files):
            self.assertRegex(file, r"\A[A-Za-z0-9_%~][A-Za-z0-9._%~ -]*\.zip\Z")
            self.assertEqual(self.content(file), zip_of({"n": name.encode()}), name)
        self.assertNotRegex(self.text, "\u202e|(?m:^::)")
        before = self.downloads()
        self.fetch("--artifacts", "*")
        self.assertEqual(self.downloads(), before)

    def test_nothing_is_extracted(self):
        members = ["../evil", "./../evil", "a/../../evil", "/tmp/evil-of-jitgate", "foo..bar", ".foo", "foo/.bar", "c:\\evil"]
        self.hub.artifact(self.hub.run(), "server_logs_A", {name: "INFO nothing\n" for name in members})
        self.fetch()
        finished("check", self.out, "--quiet", "--out", os.path.join(self.folder, "judged"), cwd=self.folder)
        self.assertEqual(sorted(os.listdir(self.folder)), ["judged", "out"])
        self.assertEqual(self.files(), ["manifest.json", "server_logs_A.zip"])
        self.assertFalse(os.path.exists("/tmp/evil-of-jitgate"))
        paths = read_json(os.path.join(self.folder, "judged", "verdict.json"))["coverage"]["logs"]
        for name in ("foo..bar", ".foo", "foo/.bar"):  # in order, and so read
            self.assertTrue(any(log["path"].endswith("!" + name) for log in paths), name)

    def test_a_fork_is_told(self):
        run = self.hub.run()
        one = self.hub.artifact(run, "bmk_A", {"a": "1"})
        one["workflow_run"]["head_repository_id"] = 2
        self.fetch()
        self.assertTrue(self.manifest["artifacts"][0]["of_fork"])
        self.assertIn("of a fork", self.text)

    def test_long_lists(self):
        run = self.hub.run()
        for i in range(250):
            self.hub.artifact(run, f"bmk_{i}", {"a": "1"}, expired=i % 2 == 0)
        self.fetch("--dry-run", "--format", "json", out=False, exit=82)
        self.assertEqual(len(json.loads(self.text)["artifacts"]), 250)
        lists = self.hub.asked("api", part="/artifacts")
        self.assertEqual([(r.query["per_page"], r.query.get("page", "1")) for r in lists], [("100", "1"), ("100", "2"), ("100", "3")])

    def test_lists_that_do_not_add_up(self):
        run = self.hub.run()
        for i in range(101):
            self.hub.artifact(run, f"bmk_{i}", {"a": "1"})
        self.hub.api.fault("GET .*/artifacts", change=lambda answer: Answer(200, [h for h in answer.headers if h[0] != "Link"] + [
            ("Link", f"<{self.hub.api.url}/repos/octo/bench/actions/runs/77/artifacts?per_page=100>; rel=next")], answer.body))
        self.fetch("--dry-run", "--format", "json", out=False, exit=82)  # its second page is its first
        listed = json.loads(self.text)
        self.assertEqual(len({one["id"] for one in listed["artifacts"]}), len(listed["artifacts"]))
        self.assertIn("have no end", listed["doubts"][0])
        self.hub.api.total = 150
        self.fetch("--dry-run", out=False, exit=82)
        self.assertIn("it counts 150 items and gives 101", self.text)
        self.hub.api.total = None
        self.hub.api.fault("GET .*/artifacts", answer=Answer(200, [], b'{"total_count": 2, "artifacts": [{"id": "x"}, 5]}'))
        self.fetch("--dry-run", out=False, exit=82)
        self.assertIn("2 of its items cannot be read", self.text)
        for body in (b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b'{"artifacts": 5}'):
            self.hub.api.fault("GET .*/artifacts", answer=Answer(200, [], body))
            self.fetch("--dry-run", out=False, exit=84)

    def test_a_rate_limit_keeps_what_is_there(self):
        run = self.hub.run()
        for name in "ABC":
            self.hub.artifact(run, "bmk_" + name, {"a": name})
        self.hub.api.fault("GET .*/zip", skip=1, answer=Answer(403, [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "4000000000")],
                                                                b'{"message": "API rate limit exceeded"}'))
        self.fetch(exit=84)
        self.assertEqual(self.states(), {"bmk_A": "saved", "bmk_B": "failed", "bmk_C": "failed"})
        self.assertIn("until 2096-10-02T07:06:40Z", self.errors)
        self.hub.requests.clear()
        self.hub.api.fault("GET .*/zip", answer=Answer(403, [("Retry-After", "0")], b'{"message": "You have exceeded a secondary rate limit"}'))
        self.fetch()
        self.assertEqual(len(self.hub.asked("blob")), 2)  # only the two that were not there

    def test_kept_answers_are_of_one_token(self):
        self.hub.artifact(self.hub.run(), "bmk_A", {"a": "1"})
        cache = os.path.join(self.folder, "cache")
        for token, condition in ((TOKEN, False), (TOKEN, True), ("another-token", False)):
            self.hub.requests.clear()
            self.fetch("--cache", cache, token=token)
            self.assertEqual({r.header("if-none-match") is not None for r in self.hub.asked("api", part="runs/77")}, {condition})

    def attempts(self):
        """Attempt 2 ran job A again, and not B; the ids are in the wrong order."""
        run = self.hub.run(attempts=("2026-08-04T18:00:00Z", "2026-08-04T21:00:00Z"))
        self.hub.artifact(run, "bmk_A", {"a": "1"}, created="2026-08-04T19:00:00Z", id=900)
        self.hub.artifact(run, "server_logs_A", {"a": "1"}, created="2026-08-04T19:00:01Z", id=901)
        self.hub.artifact(run, "bmk_B", {"b": "1"}, created="2026-08-04T19:00:02Z", id=902)
        self.hub.artifact(run, "server_logs_A", {"a": "2"}, created="2026-08-04T22:00:00Z", id=800)
        return run

    def test_the_newest_is_by_time_and_not_by_id(self):
        run = self.attempts()
        self.hub.artifact(run, "bmk_A", {"a": "2"}, created="2026-08-04T22:00:00Z", id=801)
        for order in (run.artifacts, run.artifacts[::-1], run.artifacts[2:] + run.artifacts[:2]):
            run.artifacts = order
            shutil.rmtree(self.out, ignore_errors=True)
            self.fetch()
            self.assertEqual(sorted(one["id"] for one in self.manifest["artifacts"] if one["state"] == "saved"), [800, 801, 902])
            self.assertEqual({one["id"]: one["attempt"] for one in self.manifest["artifacts"]}, {900: 1, 901: 1, 902: 1, 800: 2, 801: 2})
            self.assertEqual({one["attempt_source"] for one in self.manifest["artifacts"]}, {"created_at"})

    def test_one_job_is_of_one_attempt(self):
        self.attempts()  # A failed the second time, before it had a result
        self.fetch()
        self.assertEqual([one["id"] for one in self.manifest["artifacts"] if one["state"] == "saved"], [902, 800])
        self.assertRegex(self.text, "left +bmk_A .*replaced by server_logs_A of attempt 2")

    def test_as_of_an_attempt(self):
        self.attempts()
        self.fetch(run=RUN + "/attempts/1")
        self.assertEqual([one["id"] for one in self.manifest["artifacts"] if one["state"] == "saved"], [900, 901, 902])
        judged = os.path.join(self.folder, "judged")
        finished("check", self.out, "--out", judged, "--quiet")
        self.assertEqual(read_json(os.path.join(judged, "verdict.json"))["run"],
                         {"id": "77", "attempt": "1", "repository": "octo/bench"})
        # What a later attempt replaced is not mixed with its successor.
        self.fetch(exit=83)
        self.assertIn("fetch into another directory", self.errors)

    def test_an_attempt_that_cannot_be_told(self):
        """One call fails: what may be of another attempt is not taken for the one that was asked for, and no pass."""
        artifacts = list(recorded("c12-warm"))
        run = self.hub.run(attempts=("2026-08-04T18:00:00Z", "2026-08-04T20:00:00Z", "2026-08-05T20:00:00Z"))
        for created in ("2026-08-04T19:00:00Z", "2026-08-04T21:00:00Z"):
            for name, content in artifacts:
                self.hub.artifact(run, name, content, created=created)
        self.fetch(run=RUN + "/attempts/1")
        first = {one["id"] for one in self.manifest["artifacts"] if one["state"] == "saved"}
        jitgate("check", self.out, "--quiet")
        limited = [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "4000000000")]
        silent = lambda answer: Answer(answer.status, [], answer.body.replace(b'"run_started_at"', b'"x"'))  # noqa: E731
        for fault in ({"answer": Answer(404, [], b"{}")}, {"answer": Answer(500, [], b"{}")}, {"reset": True},
                      {"answer": Answer(403, limited, b"{}")}, {"change": silent}):
            for attempt in (1, 2, 0):
                shutil.rmtree(self.out, ignore_errors=True)
                self.hub.api.faults.clear()
                for _ in range(3):
                    self.hub.api.fault("GET .*/attempts/2", **fault)
                self.fetch("--tries", "2", run=RUN + (f"/attempts/{attempt}" if attempt else ""), exit=82)
                saved = {one["id"] for one in self.manifest["artifacts"] if one["state"] == "saved"}
                if attempt == 1:  # not one of the two is known to be of attempt 1
                    self.assertEqual(saved, set(), fault)
                    self.assertIn("perhaps of a later attempt", self.text)
                else:  # the newest of each name, of which it is not known whether they belong together
                    self.assertEqual(len(saved), len(artifacts))
                    self.assertFalse(saved & first)
                self.assertIn("it is not known of which attempt ", self.text)
                jitgate("check", self.out, "--quiet", exit=82)
        # Where its end is known, its beginning need not be.
        self.hub.api.faults.clear()
        shutil.rmtree(self.out)
        self.hub.api.fault("GET .*/attempts/1", answer=Answer(404, [], b"{}"))
        self.fetch(run=RUN + "/attempts/1")
        self.assertEqual({one["id"] for one in self.manifest["artifacts"] if one["state"] == "saved"}, first)

    def test_what_may_not_belong_together(self):
        """Of the newest, too: a log and a result of one job, of which nobody knows whether one attempt made both."""
        self.attempts()
        self.fetch()
        for _ in range(2):
            self.hub.api.fault("GET .*/runs/77", change=lambda answer: Answer(
                answer.status, [], answer.body.replace(b'"run_started_at"', b'"x"')))
        shutil.rmtree(self.out)
        self.fetch(exit=82)
        self.assertIn("it is not known of which attempt bmk_A is: attempt 2 tells no beginning", self.text)
        self.assertEqual(self.states()["bmk_B"], "saved")

    def test_an_incomplete_directory_is_no_pass(self):
        """Whatever fetch could not have, check does not do without: a worker's log, a whole job, names that tell none."""
        for name in ("server_logs_other", "bmk_other_conc96", "benchmark-a1"):
            for state in ("expired", "failed", "doubt", "killed"):
                shutil.rmtree(self.out, ignore_errors=True)
                self.hub.api.runs.clear()
                self.hub.api.total = None
                run = self.hub.run()
                for artifact, content in recorded("c12-warm"):
                    self.hub.artifact(run, artifact, content)
                self.fetch("--artifacts", "*")
                jitgate("check", self.out, "--quiet")
                shutil.rmtree(self.out)
                lost = self.hub.artifact(run, name, {"a": "1"}, expired=state == "expired")
                if state == "failed":
                    self.hub.api.fault(f"GET .*/{lost['id']}/zip", answer=Answer(500, [], b""))
                if state == "doubt":
                    run.artifacts.pop()
                    self.hub.api.total = len(run.artifacts) + 1
                self.fetch("--artifacts", "*", "--tries", "1", exit={"failed": 84, "killed": 0}.get(state, 82))
                if state == "killed":
                    self.manifest["artifacts"][-1].update(state="listed", file=None, bytes=None, sha256=None)
                    with open(os.path.join(self.out, "manifest.json"), "w", encoding="utf-8") as file:
                        json.dump(self.manifest, file)
                    os.remove(os.path.join(self.out, name + ".zip"))
                done = jitgate("check", self.out, exit=82)
                self.assertIn("lists may not be whole" if state == "doubt" else name, done.stdout.decode(), (name, state))

    def test_what_vanishes_stays_told(self):
        run = self.hub.run()
        self.hub.artifact(run, "bmk_A", {"a": "1"})
        self.hub.artifact(run, "bmk_B", {"b": "1"})
        self.hub.blob.fault("GET .*", skip=1, answer=Answer(404, [], b""))
        self.fetch(exit=84)
        self.assertEqual(self.states(), {"bmk_A": "saved", "bmk_B": "failed"})
        run.artifacts.clear()
        self.fetch(exit=82)
        self.assertEqual(self.states(), {"bmk_A": "saved", "bmk_B": "vanished"})
        self.assertEqual(self.content("bmk_A.zip"), zip_of({"a": "1"}))
        self.fetch(exit=82)
        self.assertEqual(self.states(), {"bmk_A": "saved", "bmk_B": "vanished"})

    def test_what_was_uploaded_anew_is_not_mixed_with_what_it_replaced(self):
        run = self.hub.run()
        self.hub.artifact(run, "bmk_A", {"a": "1"})
        self.hub.artifact(run, "bmk_B", {"b": "1"})
        self.fetch()
        run.artifacts.pop()
        self.hub.artifact(run, "bmk_A", {"a": "2"})  # as upload-artifact's `overwrite` does
        self.fetch(exit=83)
        self.assertIn("it holds bmk_A.zip, which another artifact of its name has replaced", self.errors)
        self.assertIn("fetch into another directory", self.errors)

    def test_another_program_s_directory_is_left_alone(self):
        self.hub.artifact(self.hub.run(), "bmk_A", {"a": "1"})
        for other in ('{"kind": "buildkite-build", "files": []}', '{"name": "x"}', "no JSON", ""):
            os.makedirs(self.out, exist_ok=True)
            with open(os.path.join(self.out, "manifest.json"), "w", encoding="utf-8") as file:
                file.write(other)
            done = finished("fetch", RUN, "--out", self.out, variables={**CALM, **self.hub.variables(TOKEN)})
            self.assertEqual(done.returncode, 83, other)
            self.assertIn("fetch into another directory", done.stderr.decode())
            self.assertEqual(self.files(), ["manifest.json"])

    def test_only_rest_is_read(self):
        self.hub.artifact(self.hub.run(), "bmk_A", {"a": "1"})
        self.fetch(ACTIONS_RESULTS_URL=self.hub.api.url, ACTIONS_RUNTIME_TOKEN="runtime-token")
        self.assertEqual({(r.method, r.path.startswith(("/repos/", "/results/"))) for r in self.hub.requests}, {("GET", True)})

    def test_nothing_chosen_is_an_error(self):
        run = self.hub.run()
        self.fetch(exit=82)
        self.assertIn("the run has no artifact", self.errors)
        self.hub.artifact(run, "results", {"a": "1"})
        self.fetch(exit=82)
        self.assertIn("there are results (--artifacts GLOB)", self.errors)
        self.fetch("--artifacts", "res*")

    def test_wrong_usage(self):
        for run in ("octo/bench/runs/77", "github:octo/bench", "github:octo/bench/runs/", "github:octo/bench/runs/0x4d",
                    "github:octo/bench/runs/77/", "github:../bench/runs/77", "github:octo/b?x/runs/77", "github:octo/bench/runs/77/attempts/0",
                    "https://evil.example/octo/bench/actions/runs/77", "http://github.com/octo/bench/actions/runs/77",
                    "https://github.com@evil.example/octo/bench/actions/runs/77", "https://github.com/octo/bench/pull/77"):
            if run != "github:octo/bench/runs/77/":
                self.fetch(run=run, exit=83)
        self.fetch(out=False, exit=83)
        self.fetch("--dry-run", exit=83)
        for api in ("api.github.com", "ftp://x", "https://x/?y"):
            self.fetch(exit=83, GITHUB_API_URL=api)
        # The token goes nowhere in clear but to this machine, whoever says so.
        for more in ({"GITHUB_API_URL": "http://192.0.2.7:9/"}, {"GITHUB_API_URL": "http://localhost.example"},
                     {"GITHUB_API_URL": "", "GITHUB_SERVER_URL": "http://ghes.example"}):
            self.fetch(exit=83, **more)
            self.assertIn("the token would go in clear to " + [one for one in more.values() if one][0].rstrip("/"), self.errors)
            self.assertIn("GITHUB_API_URL" if more["GITHUB_API_URL"] else "GITHUB_SERVER_URL", self.errors)
        done = finished("fetch", "buildkite:acme/bench/7", "--out", self.out, variables={
            **CALM, "BUILDKITE_API_URL": "http://192.0.2.7/v2", "BUILDKITE_API_TOKEN": TOKEN})
        self.assertEqual(done.returncode, 83)
        self.assertIn(b"BUILDKITE_API_URL", done.stderr)
        self.assertEqual(self.hub.requests, [])

    def test_a_directory_of_something_else(self):
        self.hub.artifact(self.hub.run(), "bmk_A", {"a": "1"})
        self.hub.artifact(self.hub.run(id=78), "bmk_A", {"a": "2"})
        self.fetch()
        self.fetch(run="github:octo/bench/runs/78", exit=83)
        self.assertEqual(self.content("bmk_A.zip"), zip_of({"a": "1"}))
        shutil.rmtree(self.out)
        os.mkdir(self.out)
        with open(os.path.join(self.out, "bmk_A.zip"), "w", encoding="utf-8") as file:
            file.write("mine")
        self.fetch(exit=84)
        self.assertIn("a file that fetch did not write stands there", self.text)
        self.assertEqual(self.content("bmk_A.zip"), b"mine")
        with open(os.path.join(self.out, "manifest.json"), "w", encoding="utf-8") as file:
            file.write("{")
        done = finished("fetch", RUN, "--out", self.out, variables={**CALM, **self.hub.variables(TOKEN)})
        self.assertEqual(done.returncode, 83)
        self.assertIn(b"remove this one", done.stderr)

    def test_an_old_enterprise_server(self):
        hub = self.hub = GitHub(prefix="/api/v3")
        self.addCleanup(hub.close)
        hub.api.versions = False
        run = hub.run()
        hub.artifact(run, "bmk_A", {"a": "1"}, digest=False)
        for one in run.artifacts:
            del one["digest"]
        site = hub.api.url
        self.fetch(run=site + "/octo/bench/actions/runs/77", GITHUB_SERVER_URL=site)
        self.assertEqual(self.manifest["artifacts"][0]["verified"], "zip_end")
        self.assertEqual(len([r for r in hub.asked("api") if r.header("x-github-api-version")]), 1)


class Secure(Case):
    """The same fake behind TLS, with a certificate that nobody knows."""

    def setUp(self):
        super().setUp()
        self.certificate = os.path.join(self.folder, "cert.pem")
        key = os.path.join(self.folder, "key.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", self.certificate],
                       check=True, capture_output=True)
        self.hub = GitHub(certificate=(self.certificate, key))
        self.addCleanup(self.hub.close)
        self.hub.artifact(self.hub.run(), "bmk_A", {"a": "1"})

    def test_tls_is_verified(self):
        self.fetch(exit=84)
        self.assertRegex(self.errors, r"TLS: [\s\S]*--ca-file or SSL_CERT_FILE")
        self.assertEqual(self.hub.requests, [])
        for variable in ("SSL_CERT_FILE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"):
            shutil.rmtree(self.out, ignore_errors=True)
            self.fetch(**{variable: self.certificate})
        self.fetch("--ca-file", self.certificate)
        self.fetch("--ca-file", os.path.join(self.out, "manifest.json"), exit=83)

    def test_through_a_proxy(self):
        proxy = Proxy()
        self.addCleanup(proxy.close)
        self.fetch(SSL_CERT_FILE=self.certificate, https_proxy=proxy.url)
        self.assertEqual(set(proxy.targets), {host.url.removeprefix("https://") for host in (self.hub.api, self.hub.blob)})
        self.assertNotIn(TOKEN.encode(), b"".join(proxy.heads))
        count = len(proxy.targets)
        self.fetch(SSL_CERT_FILE=self.certificate, https_proxy=proxy.url, no_proxy="127.0.0.1")
        self.assertEqual(len(proxy.targets), count)


if __name__ == "__main__":
    unittest.main()
