#!/usr/bin/python3
"""jitgate annotate: rows get the jit_* numbers and nothing else of them changes, or nothing is written at all."""
import json
import os
import re
import shutil
import tempfile
import unittest
import zipfile

import jsonschema

from program import ROOT, artifact, check, disagreements, jitgate, read_json

ADDED = re.compile(rb',\s*"jit_[a-z_]+": ?\d+')
NAMES = ["jit_schema_version", "jit_valid", "jit_finding", "jit_events_in_window", "jit_events_possible",
         "jit_workers_affected", "jit_victim_requests"]


def members(path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


class Annotate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.saved = tempfile.mkdtemp()
        check("c12-cold", os.path.join(cls.saved, "cold"), exit=81)
        check("c12-warm", os.path.join(cls.saved, "warm"), exit=0)
        cls.verdict = os.path.join(cls.saved, "cold", "verdict.json")
        cls.zip = artifact("c12-cold", "bmk_")
        cls.rows = members(cls.zip)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.saved)

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def row(self, conc):
        return next(text for name, text in self.rows.items() if f"_conc{conc}_gpus" in name)

    def test_a_zip_differs_by_the_numbers_only(self):
        jitgate("annotate", "--verdict", self.verdict, self.zip, "--out", self.path("out"))
        after = members(self.path("out", os.path.basename(self.zip)))
        self.assertEqual(list(after), list(self.rows))
        truth = {"12": (0, 4, 34, 10), "24": (None, 1, 0, 0), "48": (None, 1, 0, 0)}
        for name, text in after.items():
            self.assertEqual(ADDED.sub(b"", text), self.rows[name])
            numbers = json.loads(text)
            conc = str(numbers["conc"])
            self.assertEqual((numbers.get("jit_valid"), numbers["jit_finding"], numbers["jit_events_in_window"],
                              numbers["jit_victim_requests"]), truth[conc])
            for key in set(numbers) - set(json.loads(self.rows[name])):
                self.assertIn(key, NAMES)
                self.assertIs(type(numbers[key]), int)
        warm = artifact("c12-warm", "bmk_")
        jitgate("annotate", "--verdict", os.path.join(self.saved, "warm", "verdict.json"), warm, "--out", self.path("warm"))
        for text in members(self.path("warm", os.path.basename(warm))).values():
            self.assertEqual([json.loads(text)[name] for name in NAMES], [1, 1, 0, 0, 0, 0, 0])

    def test_other_members_of_a_zip_stay_as_they_were_packed(self):
        path = self.path("bmk_x.zip")
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.comment = b"a comment"
            archive.writestr("first.bin", os.urandom(1000) + bytes(5000))
            archive.writestr("deep/agg_a.json", self.row(12))
            archive.writestr("config.json", b'{"max_model_len": 3}')
            archive.writestr("last.log", b"line\n" * 500)
        with zipfile.ZipFile(path) as archive:
            before = {i.filename: (i.date_time, i.external_attr, i.compress_type, archive.read(i)) for i in archive.infolist()}
        done = jitgate("annotate", "--verdict", self.verdict, path, "--in-place")
        self.assertIn(b"config.json:1: it is no result row", done.stderr)
        with zipfile.ZipFile(path) as archive:
            self.assertIsNone(archive.testzip())
            self.assertEqual(archive.comment, b"a comment")
            after = {i.filename: (i.date_time, i.external_attr, i.compress_type, archive.read(i)) for i in archive.infolist()}
        self.assertEqual(list(after), list(before))
        row = after.pop("deep/agg_a.json")
        self.assertEqual(row[:2], before.pop("deep/agg_a.json")[:2])
        self.assertEqual(ADDED.sub(b"", row[3]), self.row(12))
        self.assertEqual(after, before)
        self.assertTrue(os.path.exists(self.path("jit_validation_bmk_x.zip!deep%2Fagg_a.json")))

    def test_again_and_again(self):
        path = self.write("agg_x.json", self.row(12))
        jitgate("annotate", "--verdict", self.verdict, path, "--in-place")
        once = self.read("agg_x.json")
        jitgate("annotate", "--verdict", self.verdict, path, "--in-place")
        self.assertEqual(self.read("agg_x.json"), once)
        jitgate("annotate", "--verdict", os.path.join(self.saved, "warm", "verdict.json"), path, "--in-place")
        self.assertEqual(json.loads(self.read("agg_x.json"))["jit_valid"], 1)
        self.assertEqual(ADDED.sub(b"", self.read("agg_x.json")), self.row(12))
        self.assertEqual(sorted(os.listdir(self.folder)), ["agg_x.json", "jit_validation_x.json"])

    def test_any_layout_of_a_row(self):
        compact = json.dumps(json.loads(self.row(12)), separators=(",", ":")).encode()
        layouts = {
            "compact.json": compact + b"\n",
            "crlf.json": b"\xef\xbb\xbf" + self.row(12).replace(b"\n", b"\r\n") + b"\r\n\r\n",
            "tabs.json": self.row(12).replace(b"\n  ", b"\n\t\t"),
            "odd.json": compact.replace(b'"hw"', b'"x":[[1,{"jit_valid":"\\u00e9"}],NaN,1E+0400],"hw"'),
            "lines.jsonl": compact + b"\n" + compact + b"\n",
            "array.json": b"[" + compact + b" ,\n" + self.row(48) + b"]",
        }
        paths = [self.write(name, text) for name, text in layouts.items()]
        jitgate("annotate", "--verdict", self.verdict, *paths, "--out", self.path("out"))
        for name, text in layouts.items():
            after = self.read(os.path.join("out", name))
            self.assertNotEqual(after, text)
            self.assertEqual(ADDED.sub(b"", after), text, name)
        self.assertEqual(self.read("out/lines.jsonl").count(b"jit_valid"), 2)
        self.assertIn(b"\r\n  \"jit_finding\": 4,\r\n", self.read("out/crlf.json"))
        self.assertEqual([row["jit_finding"] for row in json.loads(self.read("out/array.json"))], [4, 1])

    def test_rows_of_no_point_are_named_and_left(self):
        other = json.loads(self.row(12))
        other["hw"] = "h100"
        none = {"conc": 7, **{k: v for k, v in other.items() if k != "conc"}}
        old = {**none, "jit_valid": 1}
        text = json.dumps([other, none, old, json.loads(self.row(24)), 3, "x"]).encode()
        path = self.write("agg_bmk.json", text)
        done = jitgate("annotate", "--verdict", self.verdict, path, "--in-place")
        self.assertIn(b"differs in hardware", done.stderr)
        self.assertEqual(done.stderr.count(b"no point has concurrency 7"), 2)
        after = self.read("agg_bmk.json")
        self.assertEqual(ADDED.sub(b"", after), ADDED.sub(b"", text))
        self.assertEqual([("jit_finding" in row) for row in json.loads(after)[:4]], [False, False, False, True])
        self.assertEqual(json.loads(after)[2]["jit_valid"], 1)

    def test_two_different_rows_of_one_point_are_left(self):
        again = json.loads(self.row(12))
        again["mean_ttft"] = 99.0
        rows = [json.loads(self.row(12)), again, json.loads(self.row(24)), json.loads(self.row(24))]
        path = self.write("agg_bmk.json", json.dumps(rows).encode())
        done = jitgate("annotate", "--verdict", self.verdict, path, "--in-place")
        self.assertIn(b"2 different rows tell of point", done.stderr)
        found = [row.get("jit_finding") for row in json.loads(self.read("agg_bmk.json"))]
        self.assertEqual(found, [None, None, 1, 1])

    def test_nothing_is_written_where_anything_is_wrong(self):
        good = self.write("agg_good.json", self.row(12))
        with open(self.zip, "rb") as file:
            whole = file.read()
        flipped = bytearray(whole)
        flipped[flipped.index(b'"hw"') + 1] ^= 1
        wrong = {
            "twice.json": (self.row(12).replace(b'"conc": 12', b'"conc": 12, "c\\u006fnc": 12'), b"'conc' twice"),
            "other.json": (b'{"conc":12,"conc":12}', b"the row of line 1 has the key 'conc' twice"),
            "lines.jsonl": (self.row(24) + b'{"x":1}\n\n{"x":1,"x":2}\n', b"has the key 'x' twice"),
            "cut.json": (self.row(12)[:-4], b"not JSON: the document ends"),
            "text.json": (b"not a row", b"text.json:1:1: not JSON"),
            "utf16.json": (self.row(12).decode().encode("utf-16"), b"utf16.json:1:1: not JSON"),
            "deep.json": (b"[" * 3000 + b"]" * 3000, b"nested too deeply"),
            "empty.json": (b"", b"it is empty"),
            "cut.zip": (whole[:-30], b"the zip"),
            "padded.zip": (b"PK\x03\x04" + whole, b"zip"),
            "flipped.zip": (bytes(flipped), b"flipped.zip"),
        }
        for name, (text, said) in wrong.items():
            bad = self.write(name, text)
            done = jitgate("annotate", "--verdict", self.verdict, good, bad, "--in-place", exit=84)
            self.assertIn(said, done.stderr, name)
            self.assertIn(name.encode(), done.stderr)
            self.assertEqual(self.read("agg_good.json"), self.row(12))
            os.remove(bad)
            self.assertEqual(os.listdir(self.folder), ["agg_good.json"])
            bad = self.write(name, text)
            jitgate("annotate", "--verdict", self.verdict, good, bad, "--out", self.path("out"), exit=84)
            self.assertFalse(os.path.exists(self.path("out")))
            os.remove(bad)

    def zipped(self, name, members):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with zipfile.ZipFile(self.path(name), "w", zipfile.ZIP_DEFLATED) as archive:
            for member, text in members.items():
                archive.writestr(member, text)
        return self.path(name)

    def test_no_two_sidecars_share_a_name(self):
        names = ("agg_x.json", "x.json", "x.jsonl", "a/agg_x.json", "a%2Fagg_x.json", "long/" + "é" * 110 + "/agg_x.json",
                 "long/" + "é" * 110 + "/agg_xy.json")
        zips = [self.zipped(name, {member: self.row(12) for member in names}) for name in ("one.zip", "two.zip")]
        for path in zips:  # one by one, and again
            for _ in range(2):
                jitgate("annotate", "--verdict", self.verdict, path, "--in-place")
        beside = [name for name in os.listdir(self.folder) if name.startswith("jit_validation_")]
        self.assertEqual(len(beside), 2 * len(names))
        self.assertEqual(len({read_json(self.path(name))["document"] for name in beside}), 2 * len(names))

    def test_what_belongs_to_another_file_is_not_overwritten(self):
        first, second = self.write("agg_x.json", self.row(12)), self.write("x.json", self.row(24))
        jitgate("annotate", "--verdict", self.verdict, first, "--in-place")
        done = jitgate("annotate", "--verdict", self.verdict, second, "--in-place", exit=83)
        self.assertIn(b"belongs to another row file, " + first.encode(), done.stderr)
        self.assertIn(b"rename", done.stderr)
        self.assertEqual(self.read("x.json"), self.row(24))
        for name in ("agg_r.json", "r.zip"):  # copies of one name, of two places
            paths = []
            for place, conc in (("p", 12), ("q", 24)):
                os.makedirs(self.path(place), exist_ok=True)
                paths.append(self.zipped(f"{place}/{name}", {"agg_bmk.json": self.row(conc)}) if name.endswith("zip")
                             else self.write(f"{place}/{name}", self.row(conc)))
            out = self.path("z-" + name)
            for _ in range(2):
                jitgate("annotate", "--verdict", self.verdict, paths[0], "--out", out)
            kept = {entry: self.read(os.path.join(out, entry)) for entry in os.listdir(out)}
            done = jitgate("annotate", "--verdict", self.verdict, paths[1], "--out", out, exit=83)
            self.assertIn(b"nothing was written", done.stderr)
            self.assertEqual({entry: self.read(os.path.join(out, entry)) for entry in os.listdir(out)}, kept)
            done = jitgate("annotate", "--verdict", self.verdict, *paths, "--out", self.path("both"), exit=83)
            self.assertIn(b"directory of its own", done.stderr)

    def test_the_verdict_is_not_overwritten(self):
        vv = shutil.copytree(os.path.dirname(self.verdict), self.path("vv"))
        before = {name: self.read("vv/" + name) for name in os.listdir(vv)}
        for name in ("verdict.json", "events.jsonl"):
            rows = self.write(name, self.row(12))
            for verdict in (vv, os.path.join(vv, "verdict.json")):
                done = jitgate("annotate", "--verdict", verdict, rows, "--out", vv, exit=83)
                self.assertIn(b"the verdict itself would be overwritten", done.stderr)
        self.assertEqual({name: self.read("vv/" + name) for name in os.listdir(vv)}, before)

    def test_what_is_no_file_is_refused_and_not_waited_for(self):
        os.mkfifo(self.path("pipe"))
        good = self.write("agg_x.json", self.row(12))
        for verdict, rows in ((self.path("pipe"), good), (self.verdict, self.path("pipe"))):
            done = jitgate("annotate", "--verdict", verdict, rows, "--in-place", exit=83)
            self.assertIn(b"is no regular file", done.stderr)

    def test_other_members_must_be_whole(self):
        for kind in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            with zipfile.ZipFile(self.path("x.zip"), "w", kind) as archive:
                archive.writestr("agg_a.json", self.row(12))
                archive.writestr("last.log", b"marker of the other member\n" * 20)
                at = archive.infolist()[1].header_offset
            text = bytearray(self.read("x.zip"))
            text[at + 30 + len("last.log") + 5] ^= 1
            self.write("x.zip", bytes(text))
            done = jitgate("annotate", "--verdict", self.verdict, self.path("x.zip"), "--in-place", exit=84)
            self.assertIn(b"last.log", done.stderr)
            self.assertEqual(self.read("x.zip"), bytes(text))

    def test_rows_that_are_left_do_not_bury_the_rest(self):
        path = self.write("agg_x.json", b"[" + self.row(12) + b', {"conc": 1}' * 500 + b"]")
        done = jitgate("annotate", "--verdict", self.verdict, path, "--out", self.path("a"))
        self.assertEqual(done.stderr.count(b"left as it is"), 20)
        self.assertIn(b"480 more rows, 500 in all", done.stderr)
        done = jitgate("annotate", "--verdict", self.verdict, path, "--out", self.path("b"), "--quiet")
        self.assertEqual((done.stdout, done.stderr), (b"", b""))

    def test_a_row_with_huge_arrays(self):
        row = self.row(12).replace(b'"hw"', b'"itls": [' + b"[0.001, 0.002], " * 200000 + b"[]], \"hw\"")
        path = self.write("raw.json", row)
        jitgate("annotate", "--verdict", self.verdict, path, "--in-place")
        self.assertEqual(ADDED.sub(b"", self.read("raw.json")), row)

    def test_a_verdict_of_other_rows_says_nothing(self):
        path = self.write("agg_x.json", self.row(12).replace(b"b200", b"h200"))
        done = jitgate("annotate", "--verdict", self.verdict, path, "--in-place", exit=82)
        self.assertIn(b"nothing was written", done.stderr)
        self.assertEqual(os.listdir(self.folder), ["agg_x.json"])

    def test_files_and_usage(self):
        good = self.write("agg_x.json", self.row(12))
        os.mkdir(self.path("d"))
        same = self.write("d/agg_x.json", self.row(24))
        for arguments in ([good], [good, "--in-place", "--out", self.path("o")], [self.folder, "--in-place"],
                          [good, "--out", self.folder], [good, same, "--out", self.path("o")]):
            jitgate("annotate", "--verdict", self.verdict, *arguments, exit=83)
        jitgate("annotate", "--verdict", good, good, "--in-place", exit=84)  # a row is no verdict
        os.chmod(good, 0o640)
        os.symlink(good, self.path("link.json"))
        jitgate("annotate", "--verdict", self.verdict, self.path("link.json"), "--in-place")
        self.assertTrue(os.path.islink(self.path("link.json")))
        self.assertIn(b"jit_finding", self.read("agg_x.json"))
        self.assertEqual(os.stat(good).st_mode & 0o777, 0o640)

    def test_a_file_that_must_not_be_replaced_is_refused(self):
        good = self.write("agg_good.json", self.row(12))
        os.mkdir(self.path("far"))
        cases = {
            "read-only": (lambda path: os.chmod(path, 0o444), b"is read-only"),
            "two names": (lambda path: os.link(path, self.path("far", "same.json")), b"has 2 names (hard links)"),
            "read-only beside": (self.sidecar(0o444), b"jit_validation_x.json"),
        }
        for name, (change, said) in cases.items():
            path = self.write("agg_x.json", self.row(24))
            change(path)
            before = {entry: (os.stat(self.path(entry)).st_mtime_ns, os.stat(self.path(entry)).st_ino)
                      for entry in os.listdir(self.folder)}
            done = jitgate("annotate", "--verdict", self.verdict, good, path, "--in-place", exit=84)
            self.assertIn(said, done.stderr, name)
            self.assertIn(b"nothing was written", done.stderr, name)
            self.assertIn(b"--out", done.stderr, name)
            after = {entry: (os.stat(self.path(entry)).st_mtime_ns, os.stat(self.path(entry)).st_ino)
                     for entry in os.listdir(self.folder)}
            self.assertEqual(after, before, name)
            self.assertEqual((self.read("agg_good.json"), self.read("agg_x.json")), (self.row(12), self.row(24)))
            # Copies are no replacement.
            jitgate("annotate", "--verdict", self.verdict, path, "--out", self.path("out"))
            shutil.rmtree(self.path("out"))
            for entry in ("agg_x.json", "jit_validation_x.json", "far/same.json"):
                if os.path.exists(self.path(entry)):
                    os.remove(self.path(entry))

    def sidecar(self, mode):
        def change(_):
            os.chmod(self.write("jit_validation_x.json", b"{}"), mode)
        return change

    def test_a_verdict_that_disagrees_with_its_events_annotates_nothing(self):
        cold = os.path.dirname(self.verdict)
        for name in disagreements(cold):
            copy = shutil.copytree(cold, self.path("copy"))
            change, said = disagreements(copy)[name]
            change()
            path = self.write("agg_x.json", self.row(12))
            done = jitgate("annotate", "--verdict", os.path.join(copy, "verdict.json"), path, "--in-place", exit=84)
            self.assertIn(said, done.stderr.decode(), name)
            self.assertEqual(self.read("agg_x.json"), self.row(12), name)
            shutil.rmtree(copy)

    def test_what_stands_beside_the_row(self):
        path = self.write("agg_x.json", b"[" + self.row(12) + b', {"conc": 1}]')
        jitgate("annotate", "--verdict", self.verdict, path, "--in-place")
        beside = read_json(self.path("jit_validation_x.json"))
        self.assertEqual(beside["document"], "agg_x.json")
        self.assertEqual([row["why_not"] is None for row in beside["rows"]], [True, False])
        whole = read_json(self.verdict)
        point = next(p for p in whole["points"] if p["id"].endswith("conc12"))
        self.assertEqual(beside["rows"][0]["point"], point["id"])
        self.assertEqual(beside["verdict"]["points"], [point])
        self.assertEqual(beside["verdict"]["coverage"], whole["coverage"])
        self.assertEqual((beside["verdict"]["status"], beside["verdict"]["exit_code"]), ("invalid", 81))
        schema = read_json(os.path.join(ROOT, "schemas", "validation.schema.json"))
        store = {"verdict.schema.json": read_json(os.path.join(ROOT, "schemas", "verdict.schema.json"))}
        jsonschema.Draft202012Validator.check_schema(schema)
        resolver = jsonschema.RefResolver("", schema, store=store)
        jsonschema.Draft202012Validator(schema, resolver=resolver).validate(beside)


if __name__ == "__main__":
    unittest.main()
