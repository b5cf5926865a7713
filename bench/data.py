"""Makes the bench's files under build/bench, always the same ones for the same sizes, and keeps them for the next run."""
import gzip
import os
import shutil
import tarfile
import zipfile

import lines

ROOT = os.path.join("build", "bench")
MADE = "2"  # to be raised where what is made changes: older files are then made anew

# A run of fourteen logs: prefill and decode workers of both engines, and their frontend, a hundredth of the text.
LOGS = ([(f"node-{i // 2}_{'prefill' if i < 2 else 'decode'}_w{i if i < 2 else i - 2}.out", "vllm") for i in range(7)] +
        [(f"node-{4 + i // 2}_decode_w{5 + i}.out", "sglang") for i in range(6)] + [("node-8_frontend_0.out", "frontend")])
FRONTEND_SHARE = 100


def folder(name):
    """Where a set of files lies, and whether it is there already, whole."""
    where = os.path.join(ROOT, name)
    mark = os.path.join(where, ".made")
    if os.path.exists(mark) and open(mark, encoding="utf-8").read() == MADE:
        return where, True
    shutil.rmtree(where, ignore_errors=True)
    os.makedirs(where)
    return where, False


def made(where):
    with open(os.path.join(where, ".made"), "w", encoding="utf-8") as mark:
        mark.write(MADE)
    return where


def write_log(path, kind, seed, size, every=3, change=None):
    """About `size` bytes of one log; an event in every `every`-th minute (0: none)."""
    blocks = [lines.block(kind, seed + 31 * variant, change, min(lines.BLOCK, size)) for variant in range(2)]
    event = lines.KINDS[kind][1]
    mark = lines.EVENT.encode()
    with open(path, "wb") as out:
        minute = events = 0
        while out.tell() < size:
            clock = f"{minute // 60 % 24:02d}:{minute % 60:02d}"
            told = ""
            if every and minute % every == 1:
                events += 1
                told = event(events, 700 + 100 * seed, clock)
            text = blocks[minute % 2].replace(mark, told.encode(), 1).replace(lines.CLOCK.encode(), clock.encode())
            out.write(text)
            minute += 1


def run(gigabytes, count=None):
    """A run's logs as plain files; `count`: so many worker logs instead of the usual fourteen."""
    where, there = folder(f"run-{gigabytes}" + (f"-{count}" if count else ""))
    if there:
        return where
    logs = LOGS if count is None else [(f"node-{i}_decode_w{i}.out", "vllm" if i % 2 == 0 else "sglang") for i in range(count)]
    whole = int(gigabytes * 10**9)
    fronts = sum(kind == "frontend" for _, kind in logs)
    for number, (name, kind) in enumerate(logs):
        size = whole // FRONTEND_SHARE if kind == "frontend" else (whole - fronts * whole // FRONTEND_SHARE) // (len(logs) - fronts)
        write_log(os.path.join(where, name), kind, number, size)
    return made(where)


def nested(gigabytes, count=None):
    """The same logs as CI stores them: a tar.gz in a zip that deflates it again. Gives the zip; the tar.gz lies beside."""
    where, there = folder(f"nested-{gigabytes}" + (f"-{count}" if count else ""))
    path = os.path.join(where, "multinode_server_logs_demo.zip")
    if there:
        return path
    source = run(gigabytes, count)
    packed = os.path.join(where, "multinode_server_logs.tar.gz")
    with gzip.GzipFile(packed, "wb", compresslevel=6, mtime=0) as out, tarfile.open(mode="w|", fileobj=out, bufsize=1 << 20) as tar:
        for name in sorted(os.listdir(source)):
            if name.startswith("."):
                continue
            entry = tarfile.TarInfo(name)
            entry.size = os.path.getsize(os.path.join(source, name))
            with open(os.path.join(source, name), "rb") as log:
                tar.addfile(entry, log)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(packed, os.path.basename(packed))
    made(where)
    if count is not None:
        shutil.rmtree(source)  # only what is packed is read
    return path


def plain(gigabytes, name="plain", **settings):
    """One worker's log."""
    where, there = folder(f"{name}-{gigabytes}")
    path = os.path.join(where, "node-0_decode_w0.out")
    if not there:
        write_log(path, settings.pop("kind", "vllm"), 0, int(gigabytes * 10**9), **settings)
        made(where)
    return path


def every_line_an_event(gigabytes):
    """The log, and how many lines it has."""
    where, there = folder(f"events-{gigabytes}")
    path = os.path.join(where, "node-0_decode_w0.out")
    if not there:
        size = int(gigabytes * 10**9)
        with open(path, "wb") as out:
            number = 0
            while out.tell() < size:
                text = "".join(lines.vllm_event(number + i, 700, f"{number // 4000 // 60 % 24:02d}:{number // 4000 % 60:02d}")
                               for i in range(4000))
                number += 4000
                out.write(text.encode())
        made(where)
    with open(path, "rb") as log:
        return path, sum(chunk.count(b"\n") for chunk in iter(lambda: log.read(1 << 20), b""))


def coloured(line):
    return "\x1b[36m" + line[:20] + "\x1b[0;0m" + line[20:]


def long_lines(gigabytes, length):
    """Lines of `length` bytes: what a dump of settings or of a prompt is."""
    where, there = folder(f"long-{length}-{gigabytes}")
    path = os.path.join(where, "node-0_decode_w0.out")
    if not there:
        words = lines.block("vllm", 0).replace(b"\n", b" ").replace(lines.CLOCK.encode(), b"10:41")
        whole = int(gigabytes * 10**9)
        with open(path, "wb") as out:
            while out.tell() < whole:
                out.write(b"(EngineCore_DP0 pid=700) INFO 09-03 10:41:07 [core.py:51] prompt: '")
                left = length
                while left > 0:
                    out.write(words[:left])
                    left -= len(words)
                out.write(b"'\n")
        made(where)
    return path
