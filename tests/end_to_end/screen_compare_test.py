"""`jitgate compare` and `jitgate screen` as programs: recorded runs before and after a warm-up fix, and made dumps of
a database, as a directory and as zips in both orders of tables."""

import io
import json
import os
import shutil
import tempfile
import unittest
import zipfile

from program import RUNS, disagreements, told

COLD = {"mean_ttft": 1.35, "median_ttft": 0.4, "p99_ttft": 10.4, "std_ttft": 2.8}
WARM = {"mean_ttft": 0.41, "median_ttft": 0.4, "p99_ttft": 0.6, "std_ttft": 0.1}


class Compare(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        for run in ("h200-cold", "h200-warm"):
            told("check", os.path.join(RUNS, run), "--out", cls.path(run), "--quiet")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    def test_a_warm_up_that_covers_everything_is_accepted(self):
        for options in ((), ("--require", "clean")):
            status, out, err = told("compare", self.path("h200-cold"), self.path("h200-warm"), *options)
            self.assertEqual(status, 0, out + err)
            self.assertIn("ACCEPTED", out)
            self.assertIn("contaminated -> clean", out)
            self.assertIn("gone", out)

    def test_events_that_are_left_are_not(self):
        for before, after in (("h200-cold", "h200-cold"), ("h200-warm", "h200-cold")):
            status, out, _ = told("compare", self.path(before), self.path(after), "--format", "json")
            self.assertEqual(status, 81)
            comparison = json.loads(out)
            self.assertFalse(comparison["accepted"])
            self.assertEqual([p["finding_after"] for p in comparison["points"]], ["contaminated", "suspect", "suspect"])
            self.assertTrue(comparison["points"][0]["left"] or comparison["points"][0]["new"])

    def test_files_that_disagree_are_not_compared(self):
        cold, copy = self.path("h200-cold"), self.path("copy")
        for name in disagreements(cold):
            shutil.copytree(cold, copy)
            change, said = disagreements(copy)[name]
            change()
            for files in ((copy, cold), (cold, copy), (cold, os.path.join(copy, "verdict.json"))):
                status, out, err = told("compare", *files)
                self.assertEqual((status, out), (84, ""), name)
                self.assertIn(said, err, name)
            shutil.rmtree(copy)

    def test_a_directory_without_its_events_is_not_compared(self):
        copy = shutil.copytree(self.path("h200-warm"), self.path("alone"))
        self.addCleanup(shutil.rmtree, copy)
        os.remove(os.path.join(copy, "events.jsonl"))
        status, _, err = told("compare", self.path("h200-cold"), copy)
        self.assertEqual(status, 84)
        self.assertIn("events.jsonl", err)
        # A verdict.json by itself is taken for what it says.
        self.assertEqual(told("compare", self.path("h200-cold"), os.path.join(copy, "verdict.json"))[0], 0)

    def test_what_is_no_verdict_is_named(self):
        self.assertEqual(told("compare", self.path("h200-cold"), self.path("none"))[0], 83)
        status, _, err = told("compare", self.path("h200-cold"), self.folder.name)
        self.assertIn(status, (83, 84))
        self.assertIn("verdict.json", err)
        bad = self.path("bad.json")
        with open(bad, "w", encoding="utf-8") as file:
            file.write('{"schema_version": 1')
        status, _, err = told("compare", bad, self.path("h200-warm"))
        self.assertIn(status, (83, 84))
        self.assertIn("bad.json", err)


def tables(results):
    runs = [{"id": str(n), "github_run_id": str(1000 + n // 2), "run_attempt": 1 + n % 2,
             "created_at": f"2026-08-{1 + n // 2:02}T00:00:00.000Z"} for n in range(8)]
    configs = [{"id": str(n), "model": "m", "hardware": "h200", "framework": "vllm", "precision": "fp8",
                "spec_method": "none"} for n in range(3)]
    return {"workflow_runs.json": runs, "configs.json": configs, "benchmark_results.json": results}


def row(number, run, metrics, **more):
    return {"id": str(number), "workflow_run_id": str(run), "config_id": "1", "benchmark_type": "single_turn",
            "isl": 8192, "osl": 1024, "conc": 32, "offload_mode": "off", "recipe_fingerprint": None,
            "date": f"2026-08-{1 + run // 2:02}T00:00:00.000Z", "error": None,
            "metrics": {"note": {"p99_ttft": 99}, "list": ["p99_ttft", 1], **metrics}, **more}


class Screen(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def dump(self, results):
        for name, rows in tables(results).items():
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write("[\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]\n")
        return self.folder.name

    def zipped(self, results, order):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            all_tables = tables(results)
            for name in order:
                archive.writestr("dump/" + name, json.dumps(all_tables[name]))
        with open(self.path("dump.zip"), "wb") as file:
            file.write(buffer.getvalue())
        return self.path("dump.zip")

    def screened(self, dump):
        status, out, err = told("screen", "--dump", dump, "--format", "json")
        self.assertEqual(status, 0, err)
        return json.loads(out)

    def test_the_newest_published_row_counts(self):
        rows = [row(1, 1, COLD), row(2, 3, COLD), row(3, 5, WARM)]
        self.assertEqual(self.screened(self.dump(rows))["candidates"], [])
        rows[2]["metrics"] = COLD
        screened = self.screened(self.dump(rows))
        self.assertEqual((screened["rows"], screened["points"], screened["strong_ttft"], screened["recurring_ttft"]), (3, 1, 1, 1))
        self.assertEqual(screened["candidates"][0]["run"], "1002")
        self.assertEqual(screened["candidates"][0]["date"], "2026-08-03")
        self.assertEqual(screened["candidates"][0]["tier"], "probable")

    def test_rows_that_are_not_published_do_not(self):
        rows = [row(1, 0, COLD), row(2, 1, COLD, error="runtime_jit: known"),
                row(3, 1, COLD, benchmark_type="agentic_traces"), row(4, 77, COLD), row(5, 1, WARM)]
        screened = self.screened(self.dump(rows))
        self.assertEqual((screened["rows"], screened["candidates"]), (1, []))

    def test_a_zip_in_any_order_and_a_directory_say_the_same(self):
        rows = [row(1, 1, COLD), row(2, 3, COLD)]
        names = ["workflow_runs.json", "configs.json", "benchmark_results.json"]
        expected = self.screened(self.dump(rows))
        self.assertEqual(len(expected["candidates"]), 1)
        self.assertEqual(self.screened(self.zipped(rows, names)), expected)
        self.assertEqual(self.screened(self.zipped(rows, names[::-1])), expected)

    def test_half_a_dump_is_an_error(self):
        rows = [row(1, 1, COLD)]
        names = ["workflow_runs.json", "benchmark_results.json"]
        status, _, err = told("screen", "--dump", self.zipped(rows, names))
        self.assertEqual(status, 83)
        self.assertIn("configs.json", err)
        self.dump(rows)
        with open(self.path("benchmark_results.json"), "r+", encoding="utf-8") as file:
            file.truncate(100)
        status, _, err = told("screen", "--dump", self.folder.name)
        self.assertEqual(status, 84)
        self.assertIn("benchmark_results.json", err)

    def test_result_files(self):
        for name, metrics in (("agg_a.json", COLD), ("agg_b.json", WARM)):
            with open(self.path(name), "w", encoding="utf-8") as file:
                json.dump({"hw": "h200-nv", "conc": 32, "framework": "vllm", "model": "org/" + name, "isl": 8192,
                           "osl": 1024, "tp": 8, **metrics}, file)
        status, out, err = told("screen", self.folder.name)
        self.assertEqual(status, 0, err)
        self.assertIn("1 of 2 points", out)
        self.assertIn("no proof", out)

    def test_a_row_with_a_key_twice_is_named_and_not_screened(self):
        row = json.dumps({"hw": "h200-nv", "conc": 32, "framework": "vllm", "model": "org/m", "isl": 8192, "osl": 1024,
                          "tp": 8, **COLD})
        texts = {"object.json": (row.replace('"conc": 32', '"conc": 32, "conc": 32'), 1),
                 "list.json": ("[" + row + ",\n" + row.replace('"isl"', '"c\\u006fnc": 12, "isl"') + "]", 2)}
        for name, (text, line) in texts.items():
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(text)
            status, _, err = told("screen", self.path(name))
            self.assertEqual(status, 84)
            self.assertIn(f"{name}: the row of line {line} has the key 'conc' twice", err)

    def test_thresholds_come_from_the_policy(self):
        with open(self.path("policy.yaml"), "w", encoding="utf-8") as file:
            file.write("version: 1\nscreen: {ttft_ratio: 40}\n")
        folder = self.dump([row(1, 1, COLD)])
        self.assertIn("1 of 1", told("screen", "--dump", folder)[1])
        self.assertIn("0 of 1", told("screen", "--dump", folder, "--policy", self.path("policy.yaml"))[1])

    def test_nothing_to_screen(self):
        self.assertEqual(told("screen")[0], 83)
        with open(self.path("x.log"), "w", encoding="utf-8") as file:
            file.write("no result\n")
        self.assertEqual(told("screen", self.path("x.log"))[0], 84)


if __name__ == "__main__":
    unittest.main()
