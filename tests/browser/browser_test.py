#!/usr/bin/python3
"""report.html and timeline.svg of every recorded and made run in a real browser (page_test.mjs says what must hold).

Needs Chromium and npm's playwright-core and axe-core, exactly those of package-lock.json. Screenshots stay in build/browser/shots.
"""
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "tests", "end_to_end"), os.path.join(ROOT, "tests", "npm")]
import packages  # noqa: E402
from program import RUNS, finished, read_events, read_json, write_events, write_json  # noqa: E402

KEEP = os.environ.get("JITGATE_BROWSER", os.path.join(ROOT, "build", "browser"))
PACKAGES = os.path.join(KEEP, "npm")
PAGES = os.path.join(KEEP, "pages")
SHOTS = os.path.join(KEEP, "shots")

LOGGED = "</script><img/src=x/onerror=pwned=1>"
NAMES = [
    "</script><script>window.pwned=3</script>",
    "<img src=x onerror=window.pwned=4>",
    "\"><svg onload=window.pwned=5>",
    "' onmouseover='window.pwned=6' x='",
    "<!--<script>window.pwned=7//",
    "a\u2028window.pwned=8\u2029b",
    "]]></script><style>*{display:none}</style>",
    "javascript:window.pwned=9",
    "{{verdict}}{{script}}",
    "\u202egnol\u202c \u0007 \x1b[31m",
    "&lt;b&gt;&amp;",
    "kernel" * 200,
]


def page(run, *paths, policy=None):
    """What `check` writes for these paths, and the drawing of it."""
    out = os.path.join(PAGES, run)
    options = ["--policy", policy] if policy else []
    done = finished("check", *paths, "--out", out, "--quiet", *options)
    if done.returncode not in (0, 80, 81, 82):
        raise AssertionError(f"{run}: exit {done.returncode}: {done.stderr.decode(errors='replace')}")
    draw(out)
    return out


def draw(out):
    done = finished("report", out, "--format", "svg")
    if done.returncode == 0:
        with open(os.path.join(out, "timeline.svg"), "wb") as file:
            file.write(done.stdout)


def hostile_log():
    """A run whose log names a kernel as an attacker would: checked as any other."""
    copy = os.path.join(KEEP, "hostile-run")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(os.path.join(RUNS, "h200-cold"), copy)
    for path in glob.glob(os.path.join(copy, "*.out")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("_topk_topp_kernel", LOGGED))
    page("hostile-checked", copy)


def hostile_files():
    """Kept files with hostile texts in every place that a name, path, message or document reaches."""
    out = page("hostile-saved", os.path.join(RUNS, "h200-cold"))
    verdict = read_json(os.path.join(out, "verdict.json"))
    number = 0

    def name():
        nonlocal number
        number += 1
        return NAMES[number % len(NAMES)]

    for point in verdict["points"]:
        for group in point["events"]:
            group["target"] = name()
        for masked in point["masked"]:
            masked["target"] = name()
        for reason in point["reasons"] + point["advice"]:
            reason["message"], reason["remedy"] = name(), name()
        point["notes"] = list(NAMES)
        point["benchmark_id"] = name()
        for kind in ("victims_ttft", "victims_itl", "victims_possible", "controls"):
            point["requests"][kind] = [name() for _ in point["requests"][kind]]
        point["window"]["path"] = name()
        point["metrics"][name()] = 1
    for log in verdict["coverage"]["logs"]:
        log["damage"], log["worker"], log["zone"] = [name()], name(), name()
    for worker in verdict["coverage"]["workers"]:
        worker["node"], worker["processes"] = name(), [name()]
    verdict["coverage"]["damage"] = list(NAMES)
    verdict["unobservable"] = list(NAMES)
    verdict["run"] = {name(): name() for _ in NAMES}
    verdict["policy"]["source"] = name()
    verdict["known"] = [{"compiler": name(), "target": name(), "owner": name(), "reason": name(), "until": name(), "expired": True, "accepted": 1}]
    write_json(os.path.join(out, "verdict.json"), verdict)
    events = read_events(out)
    for event in events:
        event["target"], event["text"], event["compiler"] = name(), name(), name()
    write_events(out, events)
    done = finished("report", out, "--format", "html")
    if done.returncode != 0:
        raise AssertionError(done.stderr.decode(errors="replace"))
    with open(os.path.join(out, "report.html"), "wb") as file:
        file.write(done.stdout)
    draw(out)


def known_events():
    """A policy that accepts one kernel and has accepted another too long."""
    policy = os.path.join(KEEP, "known.yaml")
    with open(policy, "w", encoding="utf-8") as file:
        file.write("version: 1\nknown:\n"
                   "  - {compiler: triton, target: '_topk*', until: 2099-12-31, owner: kernels, reason: 'https://example.invalid/1'}\n"
                   "  - {compiler: triton, target: '_fused*', until: 2026-01-31, owner: kernels, reason: 'was to be gone'}\n")
    page("known", os.path.join(RUNS, "h200-cold"), policy=policy)


def setUpModule():
    global NODE
    NODE = packages.ready(HERE, PACKAGES)
    if not any(os.path.exists(f"/usr/bin/{name}") for name in ("chromium", "chromium-browser")):
        if os.environ.get("CI") == "true":
            raise RuntimeError("there is no chromium here: ./dev deps")
        raise unittest.SkipTest("there is no chromium here (./dev deps)")
    for folder in (PAGES, SHOTS):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
    for run in sorted(os.listdir(RUNS)):
        if os.path.isdir(os.path.join(RUNS, run)):
            page(run, os.path.join(RUNS, run))
    empty = os.path.join(KEEP, "empty-run")
    os.makedirs(empty, exist_ok=True)
    page("empty", empty)
    many = os.path.join(KEEP, "many-run")
    subprocess.run([NODE, os.path.join(HERE, "many_events.mjs"), many], check=True)
    page("many", many)
    hostile_log()
    hostile_files()
    known_events()
    with open(os.path.join(PAGES, "hostile.json"), "w", encoding="utf-8") as file:
        json.dump({"names": [visible(name) for name in NAMES], "logged": LOGGED}, file)


def visible(name):
    """As the page writes it: what would hide or turn the text is an escape."""
    return re.sub("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e]", lambda found: f"\\u{ord(found[0]):04x}", name)


class Browser(unittest.TestCase):
    def test_pages(self):
        done = subprocess.run([NODE, "--test", "--test-reporter=spec", os.path.join(HERE, "page_test.mjs")], capture_output=True, text=True,
                              env={**os.environ, "PAGES": PAGES, "SHOTS": SHOTS, "JITGATE_BROWSER_PACKAGES": PACKAGES}, timeout=900)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertGreater(int(re.search(r"pass (\d+)", done.stdout)[1]), 15, done.stdout)

    def test_digests(self):
        """The policy names exactly the scripts and styles that stand in the page."""
        with open(os.path.join(PAGES, "h200-cold", "report.html"), encoding="utf-8") as file:
            text = file.read()
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
        import base64
        digest = lambda part: base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
        scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
        styles = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
        self.assertEqual((len(scripts), len(styles)), (1, 1))
        self.assertIn(f"script-src 'sha256-{digest(scripts[0])}';", policy)
        self.assertIn(f"style-src 'sha256-{digest(styles[0])}';", policy)
        self.assertTrue(policy.startswith("default-src 'none';"))


if __name__ == "__main__":
    unittest.main()
