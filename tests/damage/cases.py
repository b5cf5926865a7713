"""What a broken copy of a run is, and what may be said of it.

A case is one copy on the disk and one `jitgate check`. Its claim says what must hold beside "ends by itself, with an
exit status of ours":

  sealed   the damage lies within a checksum or a container's structure: the same findings and events as undamaged, or
           each point that lost something is inconclusive, or still contaminated, with the damage among its reasons
  hurt     as sealed, and it cannot be the same: something is missing for sure
  open     nothing checks these bytes: `checksum: none` stands in the coverage of each log of the broken container
  all      every event of the undamaged run is exported, wherever it is placed, and nothing that was contaminated is clean
  same     nothing is wrong: the same findings and events
"""

import dataclasses
import os
import re


@dataclasses.dataclass
class Case:
    name: str
    files: dict  # path below the copy's directory → bytes, or a function that makes the path
    claim: str
    base: str  # name of the undamaged run that it is held against
    arguments: tuple = ()
    says: tuple = ()  # codes of reasons, one of which must be there


def write(files, directory):
    for name, content in files.items():
        path = os.path.join(directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if callable(content):
            content(path)
        else:
            with open(path, "wb") as file:
                file.write(content)


@dataclasses.dataclass
class Told:
    """What one check said."""
    code: int
    output: str  # both streams
    findings: dict  # point id → finding
    reasons: dict  # point id → codes
    events: dict  # (rule, target, text without its time) → how often it counts
    logs: list  # of the coverage
    damage: list  # of the coverage

    @property
    def judged(self):
        return self.code in (0, 80, 81, 82)


STAMP = re.compile(r"(\d\d-\d\d |T)\d\d:\d\d:\d\d")  # cases move clocks


def told(code, output, verdict, events):
    counted = {}
    for event in events:
        key = (event["rule"], event["target"], STAMP.sub("", event["text"]))
        counted[key] = counted.get(key, 0) + event.get("repeats", 1)
    points = (verdict or {}).get("points", [])
    coverage = (verdict or {}).get("coverage", {})
    return Told(code, output, {p["id"]: p["finding"] for p in points},
                {p["id"]: [r["code"] for r in p["reasons"]] for p in points}, counted,
                coverage.get("logs", []), coverage.get("damage", []))


# Reasons that name damage: of the container, of a log, or of what is missing for it.
NAMES_DAMAGE = {
    "log_truncated", "log_unreadable", "limit_reached", "worker_log_missing", "worker_count_mismatch", "result_missing",
    "log_ends_early", "no_benchmark_found", "window_missing", "window_inconsistent", "artifact_missing",
    "worker_restarted", "engine_failed_on_jit",
}


def by_concurrency(findings):
    """A copy may lie in a container of another name, from which ids take their beginning."""
    return sorted((point.rsplit("/", 1)[-1], finding) for point, finding in findings.items())


def lost(before, after):
    return any(after.events.get(key, 0) < count for key, count in before.events.items())


def outcome(case, before, after):
    """("same" | "inconclusive" | "error" | "silent" | "wrong", why)."""
    if after.code in (83, 84):
        if "internal error" in after.output or not after.output.strip():
            return "wrong", after.output[-400:]
        return ("wrong", "no error was to be expected") if case.claim in ("same", "all", "open") else ("error", "")
    if not after.judged:
        return "wrong", f"exit status {after.code}: {after.output[-1500:]}"
    if not after.findings:
        return "wrong", "no point at all"
    clean = [point for point, finding in after.findings.items() if finding == "clean"]
    same = by_concurrency(after.findings) == by_concurrency(before.findings) and not lost(before, after)
    if case.says and not any(code in case.says for codes in after.reasons.values() for code in codes):
        return "wrong", f"none of {case.says} in {after.reasons}"
    if case.claim == "same":
        return ("same", "") if same else ("wrong", f"{after.findings} {after.reasons}")
    if case.claim == "open":
        odd = [log["path"] for log in after.logs if log["checksum"] == "verified"]
        return ("wrong", f"verified: {odd}") if odd else ("same" if same else "inconclusive", "")
    if case.claim == "all":
        if lost(before, after):
            return "silent" if clean else "wrong", f"lost {before.events} {after.events}"
        if clean and "contaminated" in before.findings.values():
            return "silent", f"{after.findings}"
        return "same" if same else "inconclusive", ""
    if same and case.claim == "sealed":
        return "same", ""
    if same and not all(NAMES_DAMAGE & set(codes) for codes in after.reasons.values()):
        return "silent" if clean else "wrong", f"the damage is not told: {after.findings} {after.reasons}"
    # Something differs: no point may be clean, and the reasons say why.
    if clean:
        return "silent", f"{after.findings}, events {after.events}"
    for point, finding in after.findings.items():
        if finding not in ("inconclusive", "contaminated") or not NAMES_DAMAGE & set(after.reasons[point]):
            return "wrong", f"{point}: {finding} {after.reasons[point]}"
    return "inconclusive", ""
