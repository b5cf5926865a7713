#!/usr/bin/python3
"""jitgate export: all that was found in one stream, or an error; benchmark ids from a dump by exact key, or none."""
import csv
import io
import json
import os
import pty
import shutil
import signal
import tempfile
import time
import unittest
import zipfile

from program import JITGATE, RUNS, artifact, check, disagreements, jitgate, read_events, read_json, write_events, write_json

CONFIG = {"id": 7, "hardware": "b200", "framework": "dynamo-vllm", "model": "demomm", "precision": "fp4",
          "spec_method": "mtp", "disagg": True, "is_multinode": True, "prefill_tp": 4, "prefill_ep": 1,
          "prefill_dp_attention": False, "prefill_num_workers": 1, "decode_tp": 4, "decode_ep": 1,
          "decode_dp_attention": False, "decode_num_workers": 6, "num_prefill_gpu": 4, "num_decode_gpu": 24}


def result(id, conc, **more):
    return {"id": str(id), "workflow_run_id": "55", "config_id": 7, "benchmark_type": "single_turn", "offload_mode": "off",
            "date": "2026-08-04T00:00:00.000Z", "isl": 8192, "osl": 1024, "conc": conc, "image": None, "error": None,
            "recipe_fingerprint": None, "metrics": {"mean_ttft": 1.5, "conc": 99, "id": "1"}, **more}


def dump_tables(results):
    return {"configs": [{**CONFIG, "id": 6, "decode_tp": 8}, CONFIG],
            "workflow_runs": [{"id": str(50 + i), "github_run_id": "1001", "run_attempt": a} for i, a in ((4, 2), (5, 1))],
            "benchmark_results": results, "run_stats": [{"id": "55"}]}


def table_text(rows):
    return "[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n"


class Export(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.saved = tempfile.mkdtemp()
        cls.cold = check("c12-cold", os.path.join(cls.saved, "cold"), exit=81)
        check("c12-warm", os.path.join(cls.saved, "more", "warm"), exit=0)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.saved)

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def copy_of_cold(self):
        return shutil.copytree(self.cold, self.path("copy"))

    def export(self, *arguments, exit=0):
        return jitgate("export", *arguments, exit=exit)

    def rows(self, *arguments):
        return [json.loads(line) for line in self.export(*arguments).stdout.decode("ascii").splitlines()]

    def test_every_event_once_for_each_point_it_touches(self):
        rows = self.rows(self.cold)
        kept = read_events(self.cold)
        self.assertEqual(len({row["event_id"] for row in rows}), len(kept))
        self.assertEqual(sum(row["relation"] == "in" for row in rows), 34)
        self.assertEqual(len(rows), sum(max(1, len(event["benchmarks"])) for event in kept))
        by_id = {event["id"]: event for event in kept}
        for row in rows:
            event = by_id[row["event_id"]]
            self.assertEqual((row["event_type"], row["target"], row["compiler"], row["pid"], row["text"], row["end_hi"]),
                             (event["event_type"], event["target"], event["compiler"], event["worker"]["pid"],
                              event["text"], event["time"]["end"][1]))
            self.assertRegex(row["worker"], r"^(prefill|decode)_w\d$")
            self.assertRegex(row["run_id"], "^local-[0-9a-f]{16}$")
            self.assertIsNotNone(row["ts"])

    def test_directories_above_and_twice(self):
        rows = self.rows(self.saved, self.cold, self.saved)
        self.assertEqual(rows, self.rows(self.cold))  # the warm run has no event
        points = self.rows(self.saved, "--table", "verdicts")
        self.assertEqual(len(points), 6)
        self.assertEqual(sorted(p["jit_valid"] for p in points if p["jit_valid"] is not None), [0, 1, 1, 1])
        self.assertEqual(len({p["run_id"] for p in points}), 2)
        shutil.copytree(self.cold, self.path("elsewhere", "cold"))
        self.assertEqual(self.rows(self.cold, self.folder), rows)

    def test_a_run_is_the_same_run_by_another_policy(self):
        before = self.rows(self.cold, "--table", "verdicts")
        again = self.path("strict")
        jitgate("check", os.path.relpath(os.path.join(os.path.dirname(__file__), "..", "data", "runs", "c12-cold")),
                "--strict", "--out", again, "--quiet", exit=81)
        after = self.rows(again, "--table", "verdicts")
        self.assertEqual([p["run_id"] for p in after], [p["run_id"] for p in before])
        self.assertNotEqual([p["status"] for p in after], [p["status"] for p in before])
        self.export(self.cold, again, exit=83)

    def test_csv_is_rfc_4180_and_no_formula(self):
        folder = self.copy_of_cold()
        events = read_events(folder)
        hostile = ["=HYPERLINK(\"http://x\",\"y\")", "+1", "-1+cmd|' /C calc'!A0", "@x", "a,b\"c", "two\r\nlines", "\t=1",
                   " =1", "nul\0", "\u202e=1"]
        for event, target in zip(events, hostile):
            event["target"] = target
        write_events(folder, events)
        text = self.export(folder, "--format", "csv").stdout.decode("utf-8")
        self.assertEqual(text.count("\r\n"), len(read_events(folder)) + 1 + sum("\r\n" in h for h in hostile))
        rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
        by_id = {row["event_id"]: row for row in rows}
        for event, target in zip(events, hostile):
            cell = by_id[event["id"]]["target"]
            dangerous = target.lstrip(" \n")[:1] in ("=", "+", "-", "@", "\t", "\r")
            self.assertEqual(cell, ("'" if dangerous else "") + target.replace("\0", "\ufffd"))
        for row in rows:
            for cell in row.values():
                self.assertNotRegex(cell, r"^[=+@\t\r]")
        self.assertEqual(rows[0]["failed"], "false")

    def test_the_dump_form(self):
        text = self.export(self.cold, "--format", "dump").stdout.decode()
        lines = text.split("\n")
        self.assertEqual((lines[0], lines[-2], lines[-1]), ("[", "]", ""))
        self.assertEqual(json.loads(text), self.rows(self.cold))
        self.assertTrue(all(line.rstrip(",").endswith("}") for line in lines[1:-2]))
        self.assertEqual(json.loads(self.export(os.path.join(self.saved, "more"), "--format", "dump").stdout), [])

    def test_a_shorter_export_is_an_error(self):
        verdict, events = "verdict.json", "events.jsonl"

        def truncate(name, by):
            def change(folder):
                path = os.path.join(folder, name)
                os.truncate(path, os.path.getsize(path) - by)
            return change

        def edit(index, **changes):
            def change(folder):
                kept = read_events(folder)
                kept[index].update(changes)
                write_events(folder, kept)
            return change

        def drop(folder):
            write_events(folder, read_events(folder)[:-1])

        def foreign(folder):
            kept = read_json(os.path.join(folder, verdict))
            kept["run"] = {"id": "1001"}
            write_json(os.path.join(folder, verdict), kept)
            edit(3, run="1002")(folder)

        cases = {
            "no events file": (lambda folder: os.remove(os.path.join(folder, events)), b"cannot be opened"),
            "no verdict": (lambda folder: os.remove(os.path.join(folder, verdict)), b"cannot open"),
            "cut verdict": (truncate(verdict, 10), b"not JSON"),
            "cut line": (truncate(events, 10), b"not JSON"),
            "lost line": (drop, b"its verdict counts 50"),
            "no type": (edit(2, event_type="compiled"), b"this is not what jitgate wrote: event_type"),
            "bad time": (edit(2, time={}), b"time.start is missing"),
            "other point": (edit(2, benchmarks=[{"id": "x", "relation": "in"}]), b"the verdict has no point x"),
            "other relation": (edit(2, benchmarks=[{"id": "x", "relation": "near"}]), b"neither 'in' nor"),
            "other run": (foreign, b"the event is of run 1002"),
        }
        for name, (change, said) in cases.items():
            folder = self.copy_of_cold()
            change(folder)
            for arguments in ([folder], [self.cold, folder, "--format", "csv"], [folder, "--format", "sql"]):
                done = self.export(*arguments, exit=84)
                self.assertEqual(done.stdout, b"", name)
                self.assertIn(said, done.stderr, name)
            shutil.rmtree(folder)

    def test_files_that_disagree_are_not_exported(self):
        for name in disagreements(self.cold):
            folder = self.copy_of_cold()
            change, said = disagreements(folder)[name]
            change()
            for more in ((), ("--format", "sql"), ("--table", "verdicts")):
                done = self.export(folder, *more, exit=84)
                self.assertEqual(done.stdout, b"", name)
                self.assertIn(said, done.stderr.decode(), name)
                self.assertIn(folder, done.stderr.decode(), name)
            shutil.rmtree(folder)

    def test_one_log_of_two_jobs(self):
        both, out = self.path("both"), self.path("out")
        os.mkdir(both)
        for prefix in ("bmk_", "multinode_server_logs_"):
            path = artifact("c12-cold", prefix)
            shutil.copy(path, both)
            shutil.copy(path, os.path.join(both, os.path.basename(path).replace("b200", "b300")))
        jitgate("check", both, "--out", out, "--quiet", exit=81)
        rows = self.rows(out)
        self.assertEqual(len({(row["event_id"], row["point_id"]) for row in rows}), len(rows))
        kept = read_events(out)
        self.assertEqual({row["event_id"] for row in rows}, {event["id"] for event in kept})
        touched = {(event["id"], one["id"]) for event in kept for one in event["benchmarks"]}
        self.assertEqual({(row["event_id"], row["point_id"]) for row in rows if row["point_id"]}, touched)
        self.assertEqual(sum(row["relation"] == "in" for row in rows), 2 * 34)

    def test_usage(self):
        os.mkdir(self.path("empty"))
        for arguments in ([self.path("empty")], [self.path("none")], [os.path.join(self.cold, "verdict.json")],
                          [self.cold, "--mark"], [self.cold, "--format", "sql", "--mark", "--dialect", "sqlite"],
                          [self.cold, "--format", "purge-ts"], [self.cold, "--format", "sql", "--table", "events"],
                          [self.cold, "--format", "csv", "--dialect", "sqlite"], [self.cold, "--format", "xml"]):
            self.assertEqual(self.export(*arguments, exit=83).stdout, b"")

    def write_dump(self, tables, name="dump"):
        folder = self.path(name)
        os.mkdir(folder)
        for table, rows in tables.items():
            with open(os.path.join(folder, table + ".json"), "w", encoding="utf-8") as file:
                file.write(table_text(rows))
        return folder

    def zip_of(self, folder, order, name="dump.zip"):
        path = self.path(name)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for table in order:
                archive.write(os.path.join(folder, table + ".json"), f"dump-2026-08-31/{table}.json")
        return path

    def ids(self, dump, *more):
        points = self.rows(self.cold, "--table", "verdicts", "--run", "1001", "--attempt", "1", "--dump", dump, *more)
        return {point["conc"]: (point["benchmark_id"], point["benchmark_id_reason"]) for point in points}

    def test_ids_by_exact_key(self):
        results = [result(901, 12), result(902, 24), result(903, 24), result(904, 48, offload_mode="on"),
                   result(905, 12, workflow_run_id="54"), result(906, 12, config_id=6), result(907, 12, isl=1024),
                   result(908, 12, recipe_fingerprint="f00"), result(909, 12, benchmark_type="agentic_traces")]
        folder = self.write_dump(dump_tables(results))
        wanted = {12: ("901", None), 24: (None, "2 results of the dump have its key"),
                  48: (None, "no result of that run and configuration has its key")}
        self.assertEqual(self.ids(folder), wanted)
        tables = ["configs", "workflow_runs", "benchmark_results", "run_stats"]
        self.assertEqual(self.ids(self.zip_of(folder, tables)), wanted)
        self.assertEqual(self.ids(self.zip_of(folder, sorted(tables), "sorted.zip")), wanted)
        rows = self.rows(self.cold, "--run", "1001", "--attempt", "1", "--dump", folder)
        self.assertEqual({row["benchmark_id"] for row in rows if row["relation"] == "in"}, {"901"})
        self.assertEqual({row["benchmark_id"] for row in rows if row["relation"] is None}, {None})
        reasons = {(): "the run's id is not told", ("--run", "1001"): "the run's attempt is not told",
                   ("--run", "1002", "--attempt", "1"): "the dump has no attempt 1 of run 1002"}
        for told, reason in reasons.items():
            points = self.rows(self.cold, "--table", "verdicts", "--dump", folder, *told)
            self.assertEqual({point["benchmark_id_reason"] for point in points}, {reason})

    def test_no_id_without_a_reason(self):
        for odd in ("abc", "-1", "0", "1.5", "99999999999999999999"):
            folder = self.write_dump(dump_tables([result(odd, 12)]), "dump" + odd)
            self.assertEqual(self.ids(folder)[12], (None, f"'{odd}' is no id of a database's row"))

    def test_each_point_has_an_id_of_its_own(self):
        run, out = os.path.join(RUNS, "h200-warm"), self.path("outside")
        jitgate("check", run, "--window", "conc12=2026-01-01T00:00:00Z..2026-01-01T00:10:00Z", "--out", out, "--quiet", exit=82)
        ids = [row["point_id"] for row in self.rows(out, "--table", "verdicts")]
        self.assertEqual((len(ids), len(set(ids))), (4, 4))
        verdict = read_json(os.path.join(out, "verdict.json"))
        verdict["points"][1]["id"] = verdict["points"][0]["id"]
        write_json(os.path.join(out, "verdict.json"), verdict)
        done = self.export(out, exit=84)
        self.assertIn(b"has two points of the id h200-warm/conc12", done.stderr)

    def test_half_a_dump_is_an_error(self):
        folder = self.write_dump(dump_tables([result(901, 12)]))
        good = self.zip_of(folder, ["benchmark_results", "configs", "workflow_runs"])
        os.truncate(os.path.join(folder, "configs.json"), 100)
        bad = {"cut.zip": open_bytes(good)[:-200], "flipped.zip": flipped(open_bytes(good)), "not.zip": b"[]"}
        for name, content in bad.items():
            with open(self.path(name), "wb") as file:
                file.write(content)
        with zipfile.ZipFile(self.path("part.zip"), "w") as archive:
            archive.write(os.path.join(folder, "workflow_runs.json"), "workflow_runs.json")
        with zipfile.ZipFile(self.path("twice.zip"), "w") as archive:
            for name in ("a/workflow_runs.json", "b/workflow_runs.json"):
                archive.write(os.path.join(folder, "workflow_runs.json"), name)
        for dump, exit in ((folder, 84), (self.path("twice.zip"), 84), (self.path("cut.zip"), 84), (self.path("flipped.zip"), 84),
                           (self.path("not.zip"), 83), (self.path("part.zip"), 83), (self.cold, 83)):
            done = self.export(self.cold, "--run", "1001", "--attempt", "1", "--dump", dump, exit=exit)
            self.assertEqual(done.stdout, b"")
        self.assertEqual(self.ids(good)[12][0], "901")

    def test_where_a_dump_is_no_json_is_shown(self):
        """By place and line with a caret, though a table is read as a stream: of short lines, and of one long line."""
        folder = self.write_dump(dump_tables([result(901, 12)]))
        path = os.path.join(folder, "benchmark_results.json")
        table = read_json(path)
        for indent in (1, None):
            text = json.dumps(table * 2000, indent=indent).encode()
            for at in (text.rindex(b"conc") - 1, text.index(b"conc") - 1):
                with open(path, "wb") as file:
                    file.write(text[:at] + b"?" + text[at:])
                line, column = text[:at].count(b"\n") + 1, at - (text[:at].rfind(b"\n") + 1) + 1
                said = self.export(self.cold, "--run", "1001", "--attempt", "1", "--dump", folder, exit=84).stderr.decode()
                self.assertIn(f"benchmark_results.json:{line}:{column}: the table is no JSON", said)
                shown, caret = said.split("\n")[1:3]
                self.assertEqual(shown[caret.index("^")], "?", said)
                self.assertIn("get the dump again", said)
                with open(path, "wb") as file:
                    file.write(text[:at])
                said = self.export(self.cold, "--run", "1001", "--attempt", "1", "--dump", folder, exit=84).stderr.decode()
                self.assertIn(f"benchmark_results.json:{line}:{column}: the table ends early", said)

    def test_a_key_that_stands_twice_in_a_dump(self):
        folder = self.write_dump(dump_tables([result(901, 12)]))
        path = os.path.join(folder, "benchmark_results.json")
        text = open_bytes(path).replace(b'"conc":12,', b'"conc":12,"conc":12,')
        with open(path, "wb") as file:
            file.write(text)
        for arguments in (("export", self.cold, "--run", "1001", "--attempt", "1"), ("screen",)):
            done = jitgate(*arguments, "--dump", folder, exit=84)
            self.assertIn(b"the row of line 2 has the key 'conc' twice", done.stderr)
            self.assertIn(b"benchmark_results.json", done.stderr)

    def test_purge_entries(self):
        folder = self.write_dump(dump_tables([result(901, 12, recipe_fingerprint=None)]))
        done = self.export(self.saved, "--format", "purge-ts", "--run", "1001", "--attempt", "1", "--dump", folder, exit=83)
        self.assertIn(b"another directory says something else", done.stderr)  # both are told to be one run
        text = self.export(self.cold, "--format", "purge-ts", "--run", "1001", "--attempt", "1", "--dump", folder).stdout
        text = text.decode("ascii")
        self.assertIn("  // measured 2026-08-04 | ", text)
        self.assertIn("  // Reason: runtime_jit: 34 events in the measured window (cutedsl 9, triton 25).\n", text)
        entry = text[text.index("  {\n"):]
        self.assertEqual(entry, "  {\n    githubRunId: 1001,\n    runAttempt: 1,\n    configId: 7,\n"
                                "    benchmarkType: 'single_turn',\n    isl: 8192,\n    osl: 1024,\n    conc: 12,\n"
                                "    offloadMode: 'off',\n    recipeFingerprint: null,\n  },\n")
        text = self.export(self.cold, "--format", "purge-ts", "--dump", folder).stdout.decode("ascii")
        self.assertIn("  // No entry: the run's id is not told.\n", text)

    def test_a_large_dump_in_constant_memory_with_progress(self):
        folder = self.write_dump(dump_tables([]))

        def fill(rows):
            with open(os.path.join(folder, "benchmark_results.json"), "w", encoding="utf-8") as file:
                file.write("[\n")
                filler = {f"p{i}_ttft": 0.123456789 for i in range(10)}
                common = json.dumps(result(0, 1, workflow_run_id="1", metrics=filler), separators=(",", ":"))[len('{"id":"0",'):]
                for i in range(rows):
                    file.write(f'{{"id":"{1000 + i}",{common},\n')
                file.write(json.dumps(result(901, 12)) + "\n]\n")

        def memory():
            said, complained = self.path("out"), self.path("err")
            child = os.fork()
            if child == 0:
                for path, descriptor in ((said, 1), (complained, 2)):
                    os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), descriptor)
                # A sanitizer keeps freed memory for a while.
                options = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"
                os.execve(JITGATE, [JITGATE, "export", self.cold, *arguments], {**os.environ, "ASAN_OPTIONS": options})
            _, status, usage = os.wait4(child, 0)
            self.assertEqual(status, 0)
            with open(said, encoding="ascii") as file:
                points = [json.loads(line) for line in file]
            self.assertEqual({p["benchmark_id"] for p in points if p["conc"] == 12}, {"901"})
            self.assertNotIn(b"reading ", open_bytes(complained))  # no terminal
            return usage.ru_maxrss

        arguments = ["--run", "1001", "--attempt", "1", "--dump", folder, "--table", "verdicts"]
        fill(100)
        small = memory()
        fill(100_000)
        self.assertLess(memory(), small * 1.25 + 4096)
        self.assertIn(b"reading ", self.on_a_terminal(*arguments))

    def on_a_terminal(self, *arguments):
        """What it writes to a terminal when it takes long: it is held while it reads, as a slow disk would hold it."""
        for _ in range(20):
            child, terminal = pty.fork()
            if child == 0:
                os.execv(JITGATE, [JITGATE, "export", self.cold, *arguments])
            held = False
            while not held:
                try:
                    with open(f"/proc/{child}/io", encoding="ascii") as file:
                        held = int(file.readline().split()[1]) > 8_000_000
                except (OSError, ValueError, IndexError):
                    break
                time.sleep(0.001)
            if held:
                os.kill(child, signal.SIGSTOP)
                time.sleep(0.8)
                os.kill(child, signal.SIGCONT)
            said = b""
            while True:
                try:
                    said += os.read(terminal, 65536)
                except OSError:
                    break
            os.waitpid(child, 0)
            os.close(terminal)
            if b"reading " in said:
                return said
        return said


def open_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def flipped(content):
    changed = bytearray(content)
    changed[100] ^= 0x10
    return bytes(changed)


if __name__ == "__main__":
    unittest.main()
