"""`jitgate compare` and `jitgate screen` as programs: recorded runs before and after a warm-up fix, and made dumps of
a database, as a directory and as zips in both orders of tables."""

import io
import json
import os
import re
import shutil
import tempfile
import unittest
import zipfile

from program import RUNS, disagreements, read_json, told, write_json

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
    def path(cls, *names):
        return os.path.join(cls.folder.name, *names)

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

    def test_a_tail_that_is_not_measured_any_more_is_unknown(self):
        without = {"all": "ttft|tpot|itl|e2el", "ttft": "ttft", "p99": "p99_ttft", "mean": "mean_ttft"}
        for name, keys in without.items():
            copy = shutil.copytree(os.path.join(RUNS, "h200-warm"), self.path("warm-" + name))
            for entry in os.listdir(copy):
                path = os.path.join(copy, entry)
                if entry.startswith("requests_"):
                    os.remove(path)
                elif entry.startswith("results_"):
                    row = {key: value for key, value in read_json(path).items() if not re.search(keys, key)}
                    write_json(path, row)
            told("check", copy, "--out", self.path("judged-" + name), "--quiet")
            for point in read_json(self.path("judged-" + name, "verdict.json"))["points"]:
                told_still = [key for key in point["metrics"] if re.search(keys, key) and "e2el" not in key]
                self.assertEqual(told_still, [], name)  # the frontend's own lines still tell E2EL
            status, out, _ = told("compare", self.path("h200-cold"), self.path("judged-" + name))
            self.assertEqual(status, 82, name + out)
            self.assertIn("latency tail is unknown", out, name)
            status, out, _ = told("compare", self.path("h200-cold"), self.path("judged-" + name), "--exit-zero")
            self.assertEqual((status, out[:12]), (0, "NOT ACCEPTED"))

    def test_what_is_no_file_is_refused_and_not_waited_for(self):
        pipe = self.path("pipe")
        os.mkfifo(pipe)
        self.addCleanup(os.remove, pipe)
        for files in ((pipe, self.path("h200-warm")), (self.path("h200-cold"), pipe)):
            status, _, err = told("compare", *files)
            self.assertEqual(status, 83)
            self.assertIn("is no regular file", err)

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

    def test_rows_that_cannot_be_judged_are_counted_and_told(self):
        rows = [row(1, 1, COLD), row(2, 77, COLD), row(3, 1, COLD, config_id="9", conc=8),
                row(4, 1, {"mean_ttft": None, "p99_ttft": 1}, conc=4)]
        folder = self.dump(rows)
        with open(self.path("benchmark_results.json"), "a+", encoding="utf-8") as file:
            file.seek(0)
            text = file.read().rstrip()[:-1]
            file.truncate(0)
            bad = json.dumps(row(5, 1, {**COLD, "p99_ttft": "BIG"}, conc=2)).replace('"BIG"', "1e400")
            nan = json.dumps(row(6, 1, {**COLD, "median_ttft": float("nan")}, conc=1))
            file.write(text + ",\n" + bad + ",\n" + nan + "\n]")
        screened = self.screened(folder)
        self.assertEqual(sorted(screened["told"].values()), [1, 1, 3])
        out = told("screen", "--dump", folder)[1]
        self.assertIn("3 rows could not be judged: neither TTFT nor TPOT", out)
        self.assertIn("1 row could not be judged: their run is in no table", out)
        self.assertIn("1 row were judged without their configuration's name", out)

    def test_rows_of_one_file_that_contradict_one_another_are_told(self):
        same = {"hw": "h200-nv", "conc": 32, "framework": "vllm", "model": "m", "isl": 8192, "osl": 1024, "tp": 8}
        for rows, said in (([COLD, WARM], True), ([COLD, COLD], False)):
            with open(self.path("agg.json"), "w", encoding="utf-8") as file:
                json.dump([{**same, **metrics} for metrics in rows], file)
            self.assertIs("1 row contradict another row of their point" in told("screen", self.path("agg.json"))[1], said)

    def test_rows_without_a_date_beside_a_dump(self):
        folder = self.dump([row(1, 1, COLD), row(2, 3, COLD)])
        with open(self.path("agg.json"), "w", encoding="utf-8") as file:
            json.dump({"hw": "h200-nv", "conc": 32, "framework": "vllm", "model": "m", "isl": 8, "osl": 1, "tp": 8, **COLD}, file)
        status, out, _ = told("screen", self.path("agg.json"), "--dump", folder)
        self.assertEqual(status, 0)
        self.assertIn("no date; strong in 1 of 1 runs", out)
        self.assertIn("2 of 2 points (3 rows)", out)

    def test_a_second_dump_is_refused(self):
        folder = self.dump([row(1, 1, COLD)])
        status, _, err = told("screen", "--dump", folder, "--dump", folder + "/x")
        self.assertEqual(status, 83)
        self.assertIn("one dump at a time", err)

    def test_tables_may_begin_with_a_byte_order_mark(self):
        folder = self.dump([row(1, 1, COLD)])
        expected = self.screened(folder)
        for name in tables([]):
            with open(self.path(name), "rb") as file:
                text = file.read()
            with open(self.path(name), "wb") as file:
                file.write(b"\xef\xbb\xbf" + text)
        self.assertEqual(self.screened(folder), expected)

    def test_nothing_to_screen(self):
        self.assertEqual(told("screen")[0], 83)
        with open(self.path("x.log"), "w", encoding="utf-8") as file:
            file.write("no result\n")
        self.assertEqual(told("screen", self.path("x.log"))[0], 84)


if __name__ == "__main__":
    unittest.main()
