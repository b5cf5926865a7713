#!/usr/bin/python3
"""What is true of the recorded and made runs, checked on the binary's own files."""
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

from program import JITGATE, RUNS, unix


class Checked:
    """One run of `jitgate check` with its files read back."""

    def __init__(self, name, *arguments):
        with tempfile.TemporaryDirectory() as out:
            done = subprocess.run([JITGATE, "check", os.path.join(RUNS, name), "--out", out, "--quiet", *arguments],
                                  capture_output=True, text=True, check=False)
            self.exit, self.stderr = done.returncode, done.stderr
            with open(os.path.join(out, "verdict.json"), encoding="utf-8") as file:
                self.verdict = json.load(file)
            with open(os.path.join(out, "events.jsonl"), encoding="utf-8") as file:
                self.events = [json.loads(line) for line in file]
        self.points = {point["id"].split("/")[-1]: point for point in self.verdict["points"]}

    def codes(self, point):
        said = self.points[point]
        return {reason["code"] for reason in said["reasons"] + said["advice"]}

    def findings(self):
        return {name: point["finding"] for name, point in self.points.items()}


class H200Cold(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.run_ = Checked("h200-cold")

    def test_events(self):
        warnings = [e for e in self.run_.events if e["event_type"] == "compile"]
        sessions = [e for e in self.run_.events if e["event_type"] == "autotune"]
        self.assertEqual((len(warnings), len(sessions), len(self.run_.events)), (26, 24, 50))
        self.assertEqual(sum(e["candidates"] for e in sessions), 192)

    def test_findings(self):
        self.assertEqual(self.run_.findings(), {"conc12": "contaminated", "conc24": "suspect", "conc48": "suspect"})
        self.assertEqual(self.run_.exit, 81)
        for point in ("conc24", "conc48"):
            self.assertIn("jit_event_possible", self.run_.codes(point))
            self.assertTrue(self.run_.points[point]["masked"])

    def test_certain_events_at_12(self):
        counts = self.run_.points["conc12"]["counts"]
        self.assertEqual((counts["in_window"], counts["possible"]), (26, 18))

    def test_requests_that_waited_are_victims(self):
        with open(os.path.join(RUNS, "h200-cold", "requests_concurrency_12.jsonl"), encoding="utf-8") as file:
            requests = [json.loads(line) for line in file]
        waited = {r["request_id"] for r in requests if r["first_token_time_unix"] - r["start_time_unix"] > 1}
        named = self.run_.points["conc12"]["requests"]
        self.assertEqual(len(waited), 21)
        self.assertLessEqual(waited, set(named["victims_ttft"]) | set(named["victims_possible"]))

    def test_median_without_victims_is_the_warm_runs(self):
        without = self.run_.points["conc12"]["metrics_without_victims"]["median_ttft"]
        warm = Checked("h200-warm").points["conc12"]["metrics"]["median_ttft"]
        self.assertLess(abs(without - warm) / warm, 0.25)


class H200Warm(unittest.TestCase):
    def test_three_clean_points(self):
        run = Checked("h200-warm")
        self.assertEqual(run.findings(), {"conc12": "clean", "conc24": "clean", "conc48": "clean"})
        self.assertEqual((run.exit, run.events), (0, []))
        self.assertEqual(run.points["conc12"]["proof"]["triton"], "once")


class H200ColdVerbose(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.run_ = Checked("h200-cold-verbose")

    def test_findings_and_zone(self):
        self.assertEqual(self.run_.findings(), {"conc12": "contaminated", "conc24": "contaminated", "conc48": "suspect"})
        zones = {(log["zone"], log["zone_source"]) for log in self.run_.verdict["coverage"]["logs"]
                 if log["path"].endswith(".out") and log["worker"]}
        self.assertEqual(zones, {("+08:00", "containment")})

    def test_every_interval_holds_the_truth(self):
        checked = 0
        for worker in [f"decode_w{i}" for i in range(6)] + ["prefill_w0"]:
            with open(os.path.join(RUNS, "h200-cold-verbose", f"truth_{worker}.jsonl"), encoding="utf-8") as file:
                truth = [json.loads(line) for line in file]
            for kind, event_type in (("compile", "compile"), ("autotune", "autotune")):
                true = [t for t in truth if t["kind"] == kind]
                found = [e for e in self.run_.events if e["event_type"] == event_type
                         and f"{e['worker']['role']}_w{e['worker']['index']}" == worker]
                true = true[len(true) - len(found):]  # the truth also has what compiled before the monitor was armed
                for event, t in zip(found, true):
                    self.assertEqual(event["target"], t["target"])
                    for edge in ("start", "end"):
                        low, high = event["time"][edge]
                        self.assertLessEqual(unix(low) if low is not None else 0, t[edge] + 1e-4, (worker, event, t))
                        self.assertGreaterEqual(unix(high) if high is not None else 1e12, t[edge] - 1e-4, (worker, event, t))
                        checked += 1
        self.assertEqual(checked, 330)


class H200Silent(unittest.TestCase):
    def test_tail_without_a_line(self):
        with tempfile.TemporaryDirectory() as copy:
            subprocess.run(["cp", "-r", os.path.join(RUNS, "h200-silent"), copy], check=True)
            subprocess.run(["rm", "-r", os.path.join(copy, "h200-silent", "torch_extensions")], check=True)
            run = Checked(os.path.join(copy, "h200-silent"))
        self.assertEqual(run.events, [])
        self.assertEqual(run.findings(), {"conc12": "clean", "conc24": "unproven", "conc48": "clean"})
        self.assertIn("latency_tail_unexplained", run.codes("conc24"))

    def test_the_cache_directory_proves_the_build(self):
        run = Checked("h200-silent")
        self.assertEqual(run.findings(), {"conc12": "clean", "conc24": "contaminated", "conc48": "clean"})
        self.assertEqual(run.exit, 81)
        (event,) = run.events
        self.assertEqual((event["compiler"], event["event_type"], event["target"], event["time"]["basis"]),
                         ("cpp_extension", "build", "quiet_ext", "build_log"))
        start, end = ([unix(x) - 1796e6 for x in event["time"][edge]] for edge in ("start", "end"))
        self.assertTrue(start[0] <= 5674.2655 <= start[1] and end[0] <= 5691.5875 <= end[1], (start, end))
        # Of every worker of the host; nobody knows whose, so no request is certainly its victim.
        self.assertEqual(len(run.points["conc24"]["workers_affected"]), 7)
        self.assertEqual(run.points["conc24"]["requests"]["victims_ttft"], [])
        self.assertTrue(run.points["conc24"]["requests"]["victims_possible"])


class C12(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.run_ = Checked("c12-cold")
        with open(os.path.join(RUNS, "c12-cold", "truth.json"), encoding="utf-8") as file:
            cls.truth = json.load(file)

    def test_events_as_the_truth_has_them(self):
        counts = {}
        for event in self.run_.events:
            if event["compiler"] in ("triton", "cutedsl"):
                counts[event["compiler"]] = counts.get(event["compiler"], 0) + 1
        self.assertEqual(counts, {"triton": 37, "cutedsl": 13})
        self.assertEqual(self.run_.points["conc12"]["counts"]["in_window"], 34)
        phases = [e["phase"] for e in self.run_.events if e["compiler"] in ("triton", "cutedsl")]
        self.assertEqual(phases.count("probe"), 16)
        for point in ("conc24", "conc48"):
            counts = self.run_.points[point]["counts"]
            self.assertEqual((counts["in_window"], counts["possible"]), (0, 0))

    def test_window_of_12(self):
        window = self.run_.points["conc12"]["window"]
        for edge, true in zip(("start", "end"), self.truth["benchmarks"][0]["window"]):
            self.assertLess(abs(unix(window[edge]) - true), 0.05)

    def test_victims_and_controls(self):
        requests = self.run_.points["conc12"]["requests"]
        self.assertEqual(requests["victims_ttft"], self.truth["benchmarks"][0]["victims"])
        self.assertEqual(requests["controls"], self.truth["benchmarks"][0]["controls"])
        self.assertEqual(requests["victims_itl"], ["0000000c-demo"])

    def test_findings_and_reasons(self):
        self.assertEqual(self.run_.findings(), {"conc12": "contaminated", "conc24": "unproven", "conc48": "unproven"})
        cold = [r["message"] for r in self.run_.points["conc12"]["advice"] if r["code"] == "worker_not_warmed"]
        self.assertEqual(len(cold), 1)
        self.assertTrue(cold[0].endswith(" on decode_w0 and decode_w2..5"), cold[0])
        for point in ("conc24", "conc48"):
            self.assertTrue(self.run_.points[point]["masked"])
            self.assertIn("latency_tail_unexplained", self.run_.codes(point))
            self.assertIn("monitor_masked_kernels", self.run_.codes(point))

    def test_guard_does_not_decide(self):
        for guard in ("0s", "1s"):
            with tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as policy:
                policy.write(f"version: 1\nwindow: {{guard: {guard}}}\n")
                policy.flush()
                run = Checked("c12-cold", "--policy", policy.name)
            self.assertEqual(run.points["conc12"]["counts"]["in_window"], 34, guard)
            self.assertEqual(run.points["conc24"]["counts"]["possible"], 0, guard)

    def test_warm_run_is_proven_clean(self):
        run = Checked("c12-warm")
        self.assertEqual(run.findings(), {"conc12": "clean", "conc24": "clean", "conc48": "clean"})
        for point in run.points.values():
            self.assertEqual((point["proof"]["triton"], point["proof"]["cutedsl"]), ("full", "full"))


class SameResults(unittest.TestCase):
    """Whoever reads what, and however it is packed, the same comes out."""

    def files(self, path, *arguments):
        with tempfile.TemporaryDirectory() as out:
            subprocess.run([JITGATE, "check", path, "--out", out, "--quiet", *arguments], capture_output=True, check=False)
            read = {}
            for name in ("events.jsonl", "verdict.json"):
                with open(os.path.join(out, name), encoding="utf-8") as file:
                    read[name] = file.read()
            return read

    def test_whatever_the_threads(self):
        for name in ("h200-cold", "c12-cold", "compilers"):
            path = os.path.join(RUNS, name)
            one = self.files(path, "--threads", "1")
            for threads in ("2", "3", "9"):
                self.assertEqual(self.files(path, "--threads", threads), one, f"{name} with {threads} threads")

    def test_whatever_the_containers(self):
        path = os.path.join(RUNS, "h200-cold")
        with tempfile.TemporaryDirectory() as folder:
            packed = os.path.join(folder, "logs.tar.gz")
            with tarfile.open(packed, "w:gz") as tar:
                for name in sorted(os.listdir(path)):
                    tar.add(os.path.join(path, name), name)
            with zipfile.ZipFile(os.path.join(folder, "run.zip"), "w", zipfile.ZIP_DEFLATED) as outer:
                outer.write(packed, "logs.tar.gz")

            def told(found):
                events = [json.loads(line) for line in found["events.jsonl"].splitlines()]
                return [[event[key] for key in ("id", "rule", "target", "worker", "time", "text", "certainty")] +
                        [event["source"]["line"], event["source"]["byte"]] for event in events]

            plain = told(self.files(path))
            self.assertGreater(len(plain), 40)
            self.assertEqual(told(self.files(packed)), plain)
            self.assertEqual(told(self.files(os.path.join(folder, "run.zip"))), plain)


if __name__ == "__main__":
    unittest.main(verbosity=1, argv=sys.argv)
