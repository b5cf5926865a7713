"""Golden cases: small made runs in tests/golden/<name>/ and what jitgate must say of them.

JITGATE names the binary. Every case is run as `jitgate <args> --format json --color never` in its own folder and what
its case.yaml states is compared; tests/golden/README.md has the format. The cases are written from the documents and
not from the program, so a difference is first of all a question to the program. A key that this file does not know, or
a folder without case.yaml, is a failure: a case that compares nothing would look like one that passes.

GOLDEN_ONLY=<text> runs only the cases whose name holds the text.
"""
import datetime
import json
import os
import pathlib
import subprocess
import sys
import unittest

import yaml

GOLDEN = pathlib.Path(__file__).resolve().parent / "golden"
TOP_KEYS = {"args", "exit", "status", "points", "point_count", "events", "phases", "advice", "logs", "stderr"}
POINT_KEYS = {"finding", "status", "reasons", "reasons_any", "absent", "window_source", "window_start", "window_end",
              "in_window", "possible", "known", "masked", "proof", "victims_ttft", "victims_itl", "controls", "workers"}
LOG_KEYS = {"zone", "zone_source"}
INPUT_LIMIT = 30_000
WINDOW_TOLERANCE_S = 0.002  # unix times pass through doubles

ran, failed = 0, 0


class StrictLoader(yaml.SafeLoader):
    """Refuses a key that stands twice: the first one would be lost without a word."""


def mapping_without_repeats(loader, node):
    seen = set()
    for key, _ in node.value:
        if key.value in seen:
            raise yaml.YAMLError(f"key {key.value!r} stands twice, line {key.start_mark.line + 1}")
        seen.add(key.value)
    return yaml.SafeLoader.construct_mapping(loader, node, deep=True)


StrictLoader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, mapping_without_repeats)


def components(path):
    return path.replace("!", "/").split("/")


def ends_with(path, suffix):
    """Whether `suffix` is the end of `path` in whole components ("conc12" is no suffix of "xconc12")."""
    wanted = components(suffix)
    return components(path)[-len(wanted):] == wanted


def instant(text):
    """RFC 3339 text to unix seconds; Python 3.11 reads at most six digits of a fraction, so the rest is cut."""
    text = text.strip().replace("Z", "+00:00")
    if "." in text:
        head, tail = text.split(".", 1)
        digits = len(tail) - len(tail.lstrip("0123456789"))
        text = head + "." + tail[:digits][:6].ljust(6, "0") + tail[digits:]
    return datetime.datetime.fromisoformat(text).timestamp()


def size(value):
    """A list, or already the number of its elements."""
    return len(value) if isinstance(value, (list, dict)) else value


def codes(reasons):
    return [r["code"] if isinstance(r, dict) else r for r in reasons or []]


class Differences:
    """Collects what is not as the case says, to be shown all at once."""

    def __init__(self):
        self.lines = []

    def add(self, where, expected, got):
        self.lines.append(f"{where}: expected {expected!r}, got {got!r}")

    def equal(self, where, expected, got):
        if expected != got:
            self.add(where, expected, got)


def unknown_keys(case):
    """Every key of the case that nothing would compare, with its place."""
    found = [str(k) for k in case if k not in TOP_KEYS]
    for key in ("args", "exit"):
        if key not in case:
            found.append(f"{key} (is missing)")
    for section, allowed in (("points", POINT_KEYS), ("logs", LOG_KEYS)):
        for name, entry in (case.get(section) or {}).items():
            found += [f"{section}.{name}.{k}" for k in entry if k not in allowed]
    return found


def compare_point(diff, where, expected, point, verdict):
    reasons = codes(point.get("reasons"))
    everywhere = reasons + codes(point.get("advice")) + codes(verdict.get("advice"))
    window = point.get("window") or {}
    counts = point.get("counts") or {}
    requests = point.get("requests") or {}
    for key in ("finding", "status"):
        if key in expected:
            diff.equal(f"{where}.{key}", expected[key], point.get(key))
    for code in expected.get("reasons", []):
        if code not in reasons:
            diff.add(f"{where}.reasons", code, reasons)
    if "reasons_any" in expected and not set(expected["reasons_any"]) & set(reasons):
        diff.add(f"{where}.reasons_any", expected["reasons_any"], reasons)
    for code in expected.get("absent", []):
        if code in everywhere:
            diff.add(f"{where}.absent", f"no {code}", everywhere)
    if "window_source" in expected:
        diff.equal(f"{where}.window_source", expected["window_source"], window.get("source"))
    for edge in ("start", "end"):
        wanted = expected.get(f"window_{edge}")
        if wanted is None:
            continue
        got = window.get(edge)
        if got is None or abs(instant(got) - instant(wanted)) > WINDOW_TOLERANCE_S:
            diff.add(f"{where}.window_{edge}", wanted, got)
    for key in ("in_window", "possible", "known"):
        if key in expected:
            diff.equal(f"{where}.{key}", expected[key], counts.get(key))
    if "masked" in expected:
        diff.equal(f"{where}.masked", expected["masked"], size(point.get("masked")))
    for compiler, proof in expected.get("proof", {}).items():
        diff.equal(f"{where}.proof.{compiler}", proof, (point.get("proof") or {}).get(compiler))
    for key in ("victims_ttft", "victims_itl", "controls"):
        if key in expected:
            diff.equal(f"{where}.{key}", expected[key], size(requests.get(key)))
    if "workers" in expected:
        workers = point.get("workers", (verdict.get("coverage") or {}).get("workers"))
        diff.equal(f"{where}.workers", expected["workers"], size(workers))


def one_of(diff, where, entries, name_of, suffix):
    """The only entry whose name ends with `suffix`; none or several are a difference."""
    hits = [e for e in entries if ends_with(name_of(e), suffix)]
    if len(hits) != 1:
        diff.add(f"{where}.{suffix}", "exactly one of that name", [name_of(e) for e in entries])
        return None
    return hits[0]


def compare_verdict(diff, case, verdict):
    points = verdict.get("points") or []
    totals = verdict.get("totals") or {}
    if "status" in case:
        diff.equal("status", case["status"], verdict.get("status"))
    if "point_count" in case:
        diff.equal("point_count", case["point_count"], len(points))
    if "events" in case:
        diff.equal("events", case["events"], totals.get("events"))
    for phase, number in case.get("phases", {}).items():
        diff.equal(f"phases.{phase}", number, (totals.get("by_phase") or {}).get(phase, 0))
    for suffix, expected in case.get("points", {}).items():
        point = one_of(diff, "points", points, lambda p: p["id"], suffix)
        if point is not None:
            compare_point(diff, f"points.{suffix}", expected, point, verdict)
    told = codes(verdict.get("advice"))
    for point in points:
        told += codes(point.get("reasons")) + codes(point.get("advice"))
    for code in case.get("advice", []):
        if code not in told:
            diff.add("advice", code, sorted(set(told)))
    logs = (verdict.get("coverage") or {}).get("logs") or []
    for suffix, expected in case.get("logs", {}).items():
        log = one_of(diff, "logs", logs, lambda entry: entry["path"], suffix)
        for key in LOG_KEYS & set(expected) if log is not None else ():
            diff.equal(f"logs.{suffix}.{key}", expected[key], log.get(key))


def run(binary, folder, case):
    # The program reads JITGATE_<OPTION>; what stands around this test must not change what a case means.
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("JITGATE", "GITHUB_", "BUILDKITE"))}
    command = [binary, *map(str, case["args"]), "--format", "json", "--color", "never"]
    return subprocess.run(command, cwd=folder, env=clean, capture_output=True, timeout=120, check=False)


def differences(binary, folder):
    diff = Differences()
    for name in ("case.yaml", "about.txt", "input"):
        if not (folder / name).exists():
            diff.add(name, "a file of that name", "none")
    if not (folder / "case.yaml").exists():
        return diff.lines
    try:
        case = yaml.load((folder / "case.yaml").read_text(encoding="utf-8"), Loader=StrictLoader)
    except yaml.YAMLError as error:
        return diff.lines + [f"case.yaml: {error}"]
    unknown = unknown_keys(case)
    if unknown:
        return diff.lines + [f"case.yaml: {key}: no such key" for key in unknown]
    total = sum(f.stat().st_size for f in (folder / "input").rglob("*") if f.is_file())
    if total > INPUT_LIMIT:
        diff.add("input", f"at most {INPUT_LIMIT} bytes", total)

    try:
        done = run(binary, folder, case)
    except (OSError, subprocess.TimeoutExpired) as error:
        return diff.lines + [f"could not be run: {error}"]
    stderr = done.stderr.decode("utf-8", "replace")
    diff.equal("exit", case["exit"], done.returncode)
    if "stderr" in case and case["stderr"] not in stderr:
        diff.add("stderr", case["stderr"], stderr)
    if set(case) - {"args", "exit", "stderr"}:
        try:
            verdict = json.loads(done.stdout)
        except ValueError as error:
            diff.add("stdout", "a verdict", f"{error}; begins {done.stdout[:80]!r}")
        else:
            compare_verdict(diff, case, verdict)
    if diff.lines and stderr.strip():
        diff.lines.append(f"stderr was: {stderr.strip()[:1000]}")
    return diff.lines


class GoldenTest(unittest.TestCase):
    maxDiff = None

    def test_every_case(self):
        global ran, failed
        name = os.environ.get("JITGATE")
        self.assertTrue(name, "set JITGATE to the path of the binary")
        binary = os.path.abspath(name)
        self.assertTrue(os.access(binary, os.X_OK), f"JITGATE: {binary} cannot be run")
        only = os.environ.get("GOLDEN_ONLY", "")
        folders = sorted(f for f in GOLDEN.iterdir() if f.is_dir() and only in f.name)
        self.assertTrue(folders, f"no case in {GOLDEN} whose name holds {only!r}")
        for folder in folders:
            with self.subTest(case=folder.name):
                ran += 1
                lines = differences(binary, folder)
                if lines:
                    failed += 1
                    about = folder / "about.txt"
                    text = about.read_text(encoding="utf-8").strip() if about.exists() else ""
                    self.fail("\n  " + "\n  ".join([text] + lines))


class ComparingTest(unittest.TestCase):
    """The comparison itself: it must not agree with everything."""

    def lines(self, case, verdict):
        diff = Differences()
        compare_verdict(diff, case, verdict)
        return diff.lines

    def test_suffixes_are_whole_components(self):
        self.assertTrue(ends_with("a/b/conc12", "conc12"))
        self.assertTrue(ends_with("x.zip!t.tar.gz!node-1_decode_w0.out", "node-1_decode_w0.out"))
        self.assertFalse(ends_with("a/b/xconc12", "conc12"))
        self.assertFalse(ends_with("conc12", "a/conc12"))

    def test_instants(self):
        self.assertEqual(instant("2026-08-04T18:38:42.81Z"), instant("2026-08-04T18:38:42.810000000Z"))
        self.assertEqual(instant("2026-08-04T20:38:42+02:00"), instant("2026-08-04T18:38:42Z"))

    def test_unknown_keys_are_named(self):
        case = {"args": [], "exit": 0, "pionts": {}, "points": {"conc12": {"findnig": "clean"}}, "logs": {"a": {"zome": "Z"}}}
        self.assertEqual(unknown_keys(case), ["pionts", "points.conc12.findnig", "logs.a.zome"])
        self.assertEqual(unknown_keys({"args": []}), ["exit (is missing)"])

    def test_differences_are_found(self):
        verdict = {"status": "valid", "advice": [], "totals": {"events": 1, "by_phase": {"probe": 1}},
                   "points": [{"id": "d/conc12", "finding": "clean", "status": "valid", "masked": [], "workers": ["agg_w0"],
                               "reasons": [{"code": "monitor_logs_once"}], "proof": {"triton": "once"},
                               "window": {"start": "2026-08-04T18:38:42.81Z", "source": "mark"},
                               "counts": {"in_window": 0}, "requests": {"victims_ttft": ["a"]}}]}
        same = {"status": "valid", "point_count": 1, "events": 1, "phases": {"probe": 1, "after": 0},
                "advice": ["monitor_logs_once"],
                "points": {"conc12": {"finding": "clean", "masked": 0, "victims_ttft": 1, "in_window": 0, "workers": 1,
                                      "absent": ["zone_assumed"], "proof": {"triton": "once"}, "window_source": "mark",
                                      "window_start": "2026-08-04T18:38:42.811Z"}}}
        self.assertEqual(self.lines(same, verdict), [])
        for wrong in ({"status": "invalid"}, {"point_count": 2}, {"events": 0}, {"phases": {"after": 1}},
                      {"advice": ["zone_assumed"]}, {"points": {"conc24": {}}}, {"logs": {"a.out": {"zone": "Z"}}}):
            self.assertEqual(len(self.lines(wrong, verdict)), 1, wrong)
        for wrong in ({"finding": "suspect"}, {"masked": 1}, {"victims_ttft": 0}, {"absent": ["monitor_logs_once"]},
                      {"proof": {"triton": "full"}}, {"proof": {"tilelang": "once"}}, {"window_source": "configured"},
                      {"window_start": "2026-08-04T18:38:42.82Z"}, {"window_end": "2026-08-04T18:38:42.81Z"},
                      {"in_window": 1}, {"possible": 0}, {"reasons": ["jit_event_in_window"]}, {"workers": 2},
                      {"reasons_any": ["log_truncated", "log_unreadable"]}):
            self.assertEqual(len(self.lines({"points": {"conc12": wrong}}, verdict)), 1, wrong)


if __name__ == "__main__":
    program = unittest.main(exit=False)
    print(f"golden: {ran} cases, {failed} failed", flush=True)
    sys.exit(0 if program.result.wasSuccessful() else 1)
