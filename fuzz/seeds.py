#!/usr/bin/python3
"""Writes the seeds of every fuzz target: `seeds.py DIRECTORY`. They are made from the small files that the tests have
anyway, so that no second collection of inputs ages in the tree; `found/TARGET/` holds inputs that once showed a fault."""

import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.join(HERE, "..", "tests")
sys.path.insert(0, os.path.join(TESTS, "damage"))

import containers  # noqa: E402
import made_run  # noqa: E402

LINES = [
    "(Worker_TP0 pid=3103) INFO 08-04 18:37:00 [jit_monitor.py:85] Kernel JIT monitor activated; monitored JIT "
    "compilations during inference will use mode=warn.",
    "2026-08-04T18:36:01.000000Z  INFO dynamo_runtime::component: endpoint registered instance_id=5349979066121302517",
    "[2026-08-04 18:36:01 TP0] DeepGEMM JIT Pre-Compile session: 100%|##########| 10/10 [00:02<00:00,  4.5it/s]",
    "2026-08-04T18:36:01.123456789Z stdout P (Worker_TP0 pid=3103) WARNING 08-04 18:37:00 [jit_monitor.py:135] Tri",
    "2026-08-04T18:36:01.123456790Z stdout F ton kernel JIT compilation during inference: _a_kernel.",
    '{"log":"INFO 08-04 18:37:00 [x.py:1] part","stream":"stderr","time":"2026-08-04T18:36:01.5Z"}',
    '{"ts":1785868722.81,"level":"warning","msg":"Triton kernel JIT compilation during inference: _b","pid":3}',
    "\x1b[36m(EngineCore pid=3200)\x1b[0;0m INFO 08-04 18:38:20 [loggers.py:257] Engine 000: Avg prompt throughput: 1",
    "(RayWorkerWrapper pid=1234, ip=10.0.0.7) WARNING 08-04 18:38:20 [x.py:1] y [repeated 3x across cluster]",
    "I0804 18:38:20.123456 4711 autotuner.cc:99] W0804 x", "Aug  4 18:38:20 host app[12]: message",
    "Autotuning kernel _matmul with config BLOCK_M: 64, num_warps: 4, num_stages: 3", "Triton autotuning for function "
    "_matmul,\nfinished after 1.52s,\nbest config selected: BLOCK: 64, num_warps: 8;",
    "100%|####| 7/7\r 10%|#   | 1/7\r(Worker pid=7) INFO 08-04 18:38:20 [a.py:1] glued",
    "08/04/2026 06:38:20 PM INFO a", "1785868722.81 b", "[18:38:20.5] c", "2026-08-04 18:38:20,123+0800 - d - WARNING - e",
]

ANSWERS = [
    {"total_count": 1, "workflow_runs": [{"id": 77, "run_attempt": 2, "status": "completed", "head_sha": "ab", "created_at":
                                          "2026-08-04T18:36:01Z", "repository": {"id": 1}, "head_repository": {"id": 2}}]},
    {"total_count": 2, "artifacts": [{"id": 5, "name": "bmk_A", "size_in_bytes": 7, "expired": False, "expires_at":
                                      "2026-11-04T18:36:01Z", "digest": "sha256:" + "ab" * 32, "workflow_run": {"id": 77}}]},
    {"total_count": 1, "jobs": [{"id": 9, "name": "bench (12, fp4)", "status": "completed", "run_attempt": 1}]},
    {"id": "018f", "number": 7, "state": "passed", "branch": "main", "commit": "ab", "jobs": [
        {"id": "0190", "type": "script", "name": "b", "step_key": "k", "state": "passed", "retried": False}]},
    [{"id": "0191", "job_id": "0190", "path": "a/../b.zip", "state": "finished", "sha1sum": "cd" * 20, "file_size": 7}],
    {"path": ["a", "b"], "policy": None, "strict": True, "expect-workers": {"decode": 2}},
]

HEADERS = ["https://user:pw@host:8443/a/b?sig=x#y", "//other/path", "/relative?x", "http://127.0.0.1/x",
           '<https://api.github.com/x?page=2>; rel="next", <y>; rel="last"', "Sun, 06 Nov 1994 08:49:37 GMT",
           "bytes 100-999/1000", "attachment; filename*=UTF-8''a%20b.zip; filename=\"c\\\".zip\"", "120"]

HOSTILE = ["::error::x", "\n::stop-commands::t", "##[group]a", "##vso[task.complete]", "\u2028::set-output name=a::b",
           "\x1b]0;t\x07\x1b[31m", "</script><b onclick='x'>&amp;&#64;", "| a | b |\n|---|", "``` a `` b `", "a@b.cd #12 GH-1 "
           ":smile: www.a.b http://x/y $x$", "1. x\n- y\n> z", "'; drop table t; -- \\' E'\\x27'", "$$ a $x$", "\u202eabc\u200b",
           "\ud83d\udd25".encode("utf-16", "surrogatepass").decode("utf-16"), "ghadelimiter_0", "%0A%25:,", "    code", "a\\|b"]

DOCUMENTS = [
    '{"id": 1, "conc": 12, "metrics": {"p99_ttft": 0.5}}\n{"id": 2, "a": [1, {"b": null}], "jit_valid": 1}\n',
    '[{"conc": 12, "p99_ttft": NaN, "x": 1e999}, {}, 7, "t", [], {"hw": "b", "jit_finding": 0}]',
    '{"benchmarks": [{"start_time": 1785868722, "end_time": 1785868782, "requests": {"successful": [{"start_time": 1}], '
    '"errored": []}}]}',
    '{"request_id": "a", "start_time_unix": 1785868722.81, "first_token_time_unix": 1785868723, "end_time_unix": 1785868724}\n',
    '{"ttfts": [0.5, 0.25], "itls": [[0.1], []], "errors": ["", "x"], "input_lens": [1], "date": "20260804-183642", '
    '"max_concurrency": 12, "duration": 60, "completed": 2, "num_prompts": 2}',
    '{"event": "window", "name": "conc12", "start": "2026-08-04T18:38:42Z", "end": "2026-08-04T18:39:42Z"}',
    '\ufeff{"a": "\\ud800\\u0000\\"", "a": 2}', "{" * 40 + "[" * 40,
]


def small_files(folder, endings, most=6000, count=40):
    found = []
    for top, folders, names in os.walk(os.path.join(TESTS, folder)):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(top, name)
            if name.endswith(endings) and os.path.getsize(path) <= most:
                found.append(path)
    for path in found[::max(1, len(found) // count)]:
        with open(path, "rb") as file:
            yield file.read()


def outputs():
    """What the program itself writes, where it is to be had: JITGATE names it."""
    if "JITGATE" not in os.environ:
        return
    for case in ("join-zips", "monitor-masked"):
        with tempfile.TemporaryDirectory() as out:
            subprocess.run([os.environ["JITGATE"], "check", os.path.join(TESTS, "golden", case, "input"), "--quiet", "--out", out],
                           stdin=subprocess.DEVNULL, capture_output=True, check=False)
            with open(os.path.join(out, "verdict.json"), "rb") as file:
                yield json.dumps(json.load(file), separators=(",", ":")).encode()
            with open(os.path.join(out, "events.jsonl"), "rb") as file:
                yield from file.read().splitlines()[:2]


def archives():
    members = {"w0.out": made_run.log(3200, [])[:600], "results.json": b'{"a": 1}', "d/w1.out": b"x\n"}
    tar = containers.tar(members)
    yield tar
    for pack in containers.LAYERS.values():
        packed = pack(tar)
        if packed is not None:
            yield packed
    for odd in ({}, {"packed": False}, {"zip64": True}, {"flags": 1}, {"method": 99}, {"mode": 0o120777}, {"size": 0}):
        yield containers.zip_(members, **odd)
    yield containers.zip_({"a.zip": containers.zip_({"b.tar.gz": containers.gzip(tar)})})
    yield containers.gzip(b"plain\n") + containers.gzip(b"twice\n") + b"\0" * 20
    yield containers.tar(members, b"")
    for kind in b"1", b"2", b"x", b"L", b"S":
        yield containers.tar_member("w2.out", b"12 a=b\n", kind=kind, link="../x") + b"\0" * 1024
    yield b"plain text\n" * 9
    yield b"\x37\x7a\xbc\xaf\x27\x1c7z" + b"\0" * 40


def texts(*more):
    yield from (line.encode() for line in LINES)
    yield "\n".join(LINES).encode()
    yield from more


SEEDS = {
    "archives": archives,
    "answers": lambda: [*(json.dumps(a).encode() for a in ANSWERS), *(h.encode() for h in HEADERS)],
    "documents": lambda: [made_run.RAW.encode(), made_run.ROW.encode(), *(d.encode() for d in DOCUMENTS),
                          *small_files("data/results", (".json", ".jsonl"))],
    "escapers": lambda: [h.encode("utf-8", "surrogatepass") for h in HOSTILE],
    "heads": lambda: texts(*small_files("corpus", (".log", ".out", ".txt"), 3000, 30)),
    "lines": lambda: texts(*small_files("golden/log-transport-accidents", (".out", ".log")), b"a\0\0b\r\n\xff\xfe\n" * 3),
    "rules": lambda: texts(made_run.log(3200, [("18:39:05", "_k")]), *small_files("data/runs/compilers", ".log"),
                           *small_files("corpus", (".log", ".out", ".txt"), 3000, 30)),
    "saved": lambda: [*outputs(), *small_files("data/tables", ".json"), json.dumps(ANSWERS[1]).encode(), VERDICT.encode(), MANIFEST.encode(),
                      containers.zip_({"a.json": b"{}"}), containers.zip_({"a.json": b"{}", "b": b""}, packed=False)],
    "yaml": lambda: [*small_files("golden", "policy.yaml"), *small_files("data/setup", ".yaml", 3000, 30),
                     *small_files("../src/recognise/rules", ".yaml", 7000)],
}

VERDICT = """{"schema_version": 1, "tool": {"name": "jitgate", "version": "0.1.0"}, "status": "invalid", "exit_code": 82,
 "run": {}, "policy": {}, "points": [], "coverage": {"workers": [], "logs": [], "damage": []}, "unobservable": [],
 "totals": {"events": 0, "by_compiler": {}, "by_phase": {}, "by_type": {}}}"""
MANIFEST = """{"schema_version": 1, "api": "https://api.github.com", "repository": "o/r", "run": {"id": 7, "attempt": 1},
 "artifacts": [{"id": 5, "name": "bmk_A", "state": "saved", "file": "bmk_A.zip", "size": 3}], "job_logs": [], "doubts": []}"""


def main(directory):
    for target, seeds in SEEDS.items():
        folder = os.path.join(directory, target)
        os.makedirs(folder, exist_ok=True)
        for number, content in enumerate(seeds()):
            with open(os.path.join(folder, f"{number:03}"), "wb") as file:
                file.write(content)


if __name__ == "__main__":
    main(sys.argv[1])
