"""The cases: the undamaged runs, and every broken copy of them. `full`: all that there are; else the part that CI runs,
in which each kind of damage to each kind of container stands at least once."""

import bz2
import os
import random
import re
import threading
import time
import zipfile

import breaks
import containers
import made_run
from cases import Case

RUNS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "runs")
ROWS = {made_run.ROWS + ".zip": containers.zip_({"agg_demomm_conc12.json": made_run.ROW.encode()}, packed=False)}
LOGS = made_run.LOGS
EXPECTED = ("--expect-workers", "prefill=1", "--expect-workers", "decode=2")


def flat(members):
    """The members by their names without "./"."""
    return {name[2:]: content for name, content in members.items()}


def sealed_forms(members):
    """Name of the form → (path of the container, its bytes, its regions, its borders)."""
    archive = containers.tar(members)
    forms = {}
    for ending, pack in containers.LAYERS.items():
        packed = pack(archive)
        if packed is not None:
            regions = breaks.gzip_regions(packed) if ending == "gz" else [("head", 0, 12), ("tail", len(packed) - 12, 12)]
            forms["tar." + ending] = (f"{LOGS}/logs.tar.{ending}", packed, regions, [])
    deflated = containers.zip_(flat(members))
    stored = containers.zip_(flat(members), packed=False)
    nested = containers.zip_({"multinode_server_logs.tar.gz": containers.gzip(archive)}, packed=False)
    for name, data in (("zip", deflated), ("stored zip", stored), ("tar.gz in zip", nested)):
        regions = breaks.zip_regions(data)
        forms[name] = (f"{LOGS}.zip", data, regions, [at for _, at, _ in regions])
    return forms


def broken_containers(base, members, full):
    for form, (path, data, regions, borders) in sealed_forms(members).items():
        for edits, few, many in ((breaks.flips(data, regions, 7), 14, 150), (breaks.cuts(data, borders, 31), 8, 60),
                                 (breaks.zeroed(data, regions, 64), 6, 30), (breaks.lost_stretches(data, 97, 40), 3, 15),
                                 (breaks.added(data), 4, 4)):
            for what, content in breaks.some(data, edits, many if full else few, base + form):
                yield Case(f"{base}: {form}: {what}", ROWS | {path: content}, "sealed", base)


def broken_tar(base, members, full):
    """Within an intact gzip: headers of the tar by their own checksum, cuts and lost blocks by its structure."""
    archive = containers.tar(members)
    headers, borders, never = breaks.tar_regions(archive), breaks.tar_borders(archive), 1 << 30
    blocks = [("header block", at, 512) for name, at, _ in headers if name == "tar name"]
    for edits, few, many in ((breaks.flips(archive, headers, never), 24, 300), (breaks.zeroed(archive, blocks, never), 4, 4),
                             (breaks.cuts(archive, borders, 512), 10, 100)):
        for what, content in breaks.some(archive, edits, many if full else few, base):
            yield Case(f"{base}: tar in gz: {what}", ROWS | {f"{LOGS}/logs.tar.gz": containers.gzip(content, 1)}, "sealed",
                       base)
    for edits, few, many, claim in ((breaks.flips(archive, [], 41), 6, 100, "open"),
                                    (breaks.cuts(archive, borders, 512), 8, 100, "sealed")):
        for what, content in breaks.some(archive, edits, many if full else few, base):
            yield Case(f"{base}: bare tar: {what}", ROWS | {f"{LOGS}/logs.tar": content}, claim, base)
    yield Case(f"{base}: bare tar", ROWS | {f"{LOGS}/logs.tar": archive}, "open", base)


def odd_entries(base, members):
    """Whole containers with the wrong things in them."""
    names = list(members)
    decode = "./node-1_decode_w1.out"
    without = {k: v for k, v in members.items() if k != decode}

    def zipped(what, files, claim, arguments=(), says=(), **odd):
        return Case(f"{base}: zip: {what}", ROWS | {f"{LOGS}.zip": containers.zip_(files, **odd)}, claim, base, arguments,
                    says)

    def tarred(what, content, claim, arguments=(), says=()):
        return Case(f"{base}: tar.gz: {what}", ROWS | {f"{LOGS}/logs.tar.gz": containers.gzip(content)}, claim, base,
                    arguments, says)

    yield zipped("as it should be", members, "same")
    yield tarred("as it should be", containers.tar(members), "same")
    yield zipped("zip64", members, "same", zip64=True)
    yield zipped("in another order", dict(reversed(members.items())), "same")
    for name in names:
        left = {k: v for k, v in members.items() if k != name}
        says = () if name.endswith(".json") else ("worker_log_missing", "worker_count_mismatch")
        yield zipped(f"without {name}", left, "hurt", says=says)
        yield tarred(f"without {name}", containers.tar(left), "hurt", says=says)
        empty = members | {name: b""}
        yield zipped(f"{name} is empty", empty, "hurt")
        yield tarred(f"{name} is empty", containers.tar(empty), "hurt")
        half = members | {name: members[name][:len(members[name]) // 2]}
        # A plain cut is known by what is missing only, and a log that is cut behind its event may say all the same.
        yield zipped(f"half of {name}", half, "hurt" if name.endswith(".json") else "sealed")
    yield zipped("no entry", {}, "hurt")
    yield tarred("no entry", containers.tar({}), "hurt")
    renamed = {("./notes.txt" if k == decode else k): v for k, v in members.items()}
    yield zipped("a worker's log renamed to no worker's", renamed, "hurt")
    another = {("./node-1_decode_w7.out" if k == decode else k): v for k, v in members.items()}
    yield zipped("a worker's log renamed to another's", another, "all")
    role = {("./node-1_prefill_w1.out" if k == decode else k): v for k, v in members.items()}
    yield zipped("a worker's log renamed to another role's", role, "hurt")
    # Twice of one name: both copies are read.
    twice = containers.tar(members, b"") + containers.tar({decode: members[decode]})
    yield tarred("an entry twice", twice, "all")
    emptied = containers.tar(members, b"") + containers.tar({decode: b""})
    yield tarred("an entry once more, empty", emptied, "all")
    shadowed = containers.tar(without, b"") + containers.tar({decode: made_run.log(3240, [])}, b"") + containers.tar(
        {decode: members[decode]})
    yield tarred("an entry twice, with less in the first", shadowed, "all")
    # Names that lead out, and names that are no names.
    for odd in ("/", "../", "../../../../tmp/", "a/../../", "C:\\", "./././", "a//b/"):
        moved = {odd + k: v for k, v in flat(members).items()}
        yield zipped(f"names begin with {odd}", moved, "all", EXPECTED)
        yield tarred(f"names begin with {odd}", containers.tar(moved), "all", EXPECTED)
    for odd in ("x\n::error::y", "\x1b[31m", "a!b", "%2e%2e", "\udcff\udcfe", "CON", " ", "x" * 90):
        yield zipped(f"a stranger's name {odd!r}", members | {odd + ".out": b"nothing\n"}, "same")
    # Sizes that are not so, encryption, methods that nobody has.
    for claimed in (0, 1, 1 << 20, 0xFFFFFFFE):
        yield zipped(f"sizes claim {claimed}", members, "sealed", size=claimed)
    yield zipped("encrypted", members, "hurt", flags=1, says=("log_unreadable",))
    yield zipped("strongly encrypted", members, "hurt", flags=0x41, says=("log_unreadable",))
    yield zipped("encrypted by AES", members, "hurt", flags=1, method=99, says=("log_unreadable",))
    yield zipped("an unknown method", members, "hurt", method=77)
    lie = containers.tar(members)
    yield tarred("a size of 5 GB", with_size(lie, 5 << 30), "hurt")
    yield tarred("a size of 0", with_size(lie, 0), "hurt")
    yield tarred("a negative size", with_size(lie, -1), "hurt")
    # Links in the place of logs.
    for kind, word in ((b"1", "hard"), (b"2", "symbolic")):
        for target in ("/etc/passwd", "../../secret.out", "./node-1_decode_w0.out", decode, "gone.out"):
            link = containers.tar_member(decode, b"", kind=kind, link=target)
            yield tarred(f"a {word} link to {target}", containers.tar(without, b"") + link + b"\0" * 1024, "hurt")
    for kind in (b"3", b"4", b"6", b"7", b"x", b"g", b"L", b"K", b"S", b"V", b"N", b"Z"):
        member = containers.tar_member(decode, members[decode], kind=kind)
        yield tarred(f"an entry of type {kind.decode()}", containers.tar(without, b"") + member + b"\0" * 1024, "sealed")
    link = dict(without)
    link[decode] = b"node-1_decode_w0.out"
    yield Case(f"{base}: zip: a symbolic link", ROWS | {f"{LOGS}.zip": one_link(link, decode)}, "hurt", base)


def one_link(files, name):
    data = containers.zip_(files)
    at = data.rfind(name.encode()) - 46
    return breaks.edited(data, (at + 38, 4, (0o120777 << 16).to_bytes(4, "little")))


def with_size(archive, size):
    head = bytearray(archive[:512])
    head[124:136] = b"%011o\0" % size if 0 <= size < 8 << 30 else b"\xff" * 12
    return containers.summed(head) + archive[512:]


def bombs(base, members, full):
    limits = ("--max-bytes", str(24 << 20))

    def case(what, files, claim="hurt", arguments=(), says=("limit_reached",)):
        return Case(f"{base}: bomb: {what}", ROWS | files, claim, base, arguments, says)

    logs = {f"{LOGS}.zip": containers.zip_(flat(members))}
    zeros = containers.zip_({"node-1_decode_w2.out": b"\0" * (100 << 20 if full else 40 << 20)})
    yield case("bytes", logs | {f"{LOGS}/big.zip": zeros}, arguments=limits)
    lines = b"(EngineCore pid=3200) INFO 08-04 18:38:20 [x.py:1] nothing\n" * (1 << 20 if full else 1 << 19)
    yield case("a long log", {f"{LOGS}.zip": containers.zip_(flat(members) | {"w.out": lines})}, arguments=limits)
    twice = containers.zip_({"inner.zip": containers.zip_({"x.out": b"\0" * (200 << 20 if full else 80 << 20)})})
    yield case("ratio", {f"{LOGS}.zip": containers.zip_(flat(members) | {"x.zip": twice})})
    deep = members["./node-1_decode_w1.out"]
    for depth in range(12):
        pack = (containers.gzip, bz2.compress, lambda c: containers.zip_({"a": c}), lambda c: containers.tar({"a": c}))
        deep = pack[depth % 4](deep)
    yield case("depth", logs | {f"{LOGS}/deep.bin": deep})
    many = {f"d/{i}.out": b"" for i in range(1000)}
    yield case("entries", {f"{LOGS}.zip": containers.zip_(flat(members) | many)}, arguments=("--max-entries", "100"))
    quine = containers.gzip(containers.gzip(b""))
    yield case("empty layers", logs | {f"{LOGS}/empty.gz": quine}, "sealed", says=())
    if full:
        many = {f"d/{i}.out": b"" for i in range(100_001)}
        yield case("100,001 entries", {f"{LOGS}.zip": containers.zip_(flat(members) | many)})
        yield case("100,000 entries of a tar", logs | {f"{LOGS}/m.tar.gz": containers.gzip(containers.tar(many), 1)})
        few = {f"d/{i}.out": b"x\n" for i in range(20_000)}
        yield case("20,000 small logs", {f"{LOGS}.zip": containers.zip_(flat(members) | few)}, "all", says=())
    size = 5 << 30 if full else 64 << 20

    def sparse(path):
        with open(path, "wb") as file:
            file.write(made_run.log(3280, []))
            file.truncate(size)

    yield case(f"a sparse file of {size >> 20} MB", logs | {f"{LOGS}/node-1_decode_w2.out": sparse}, arguments=limits)
    yield case("a sparse member", logs | {f"{LOGS}/s.tar.gz": containers.gzip(sparse_tar(size), 1)}, arguments=limits)


def sparse_tar(size):
    """An old GNU sparse member: one block of text, then a hole up to `size`."""
    head = bytearray(containers.tar_header("node-1_decode_w2.out", 512, kind=b"S"))
    head[257:265] = b"ustar  \0"
    head[386:410] = b"%011o\0%011o\0" % (0, 512)
    head[410:434] = b"%011o\0%011o\0" % (size, 0)
    head[483:495] = b"%011o\0" % size
    return containers.summed(head) + made_run.log(3280, [])[:512] + b"\0" * 1024


STAMP = re.compile(rb"(08-04 |2026-08-04T)(\d\d):")


def worse_text(base, members, full):
    """Plain logs, which nothing checks, broken as text is: lines lost, doubled, moved, cut, recoded; clocks that jump."""

    def case(what, change, claim, seed=0):
        files = {f"{LOGS}/{name[2:]}": change(content, random.Random(f"{name}{seed}")) if name.endswith(".out") else content
                 for name, content in members.items()}
        return Case(f"{base}: text: {what}", ROWS | files, claim, base)

    def lines(change):
        return lambda content, seed: b"".join(change(content.splitlines(keepends=True), seed))

    def shuffled(all_lines, seed):
        seed.shuffle(all_lines)
        return all_lines

    def jumped(shift):
        def change(content, seed):
            all_lines = content.splitlines(keepends=True)
            at = seed.randrange(len(all_lines))
            moved = [STAMP.sub(lambda m: m[1] + b"%02d:" % ((int(m[2]) + shift) % 24), line) for line in all_lines[at:]]
            return b"".join(all_lines[:at] + moved)
        return change

    for seed in range(12 if full else 3):
        yield case(f"lines shuffled ({seed})", lines(shuffled), "all", seed)
        yield case(f"some lines doubled ({seed})", lines(lambda a, r: [x for x in a for _ in range(r.choice((1, 1, 2)))]),
                   "all", seed)
        yield case(f"bits flipped ({seed})", flipped, "open", seed)
        yield case(f"bytes lost ({seed})", lambda c, r: c[:(a := r.randrange(len(c)))] + c[a + r.randrange(200):], "open", seed)
        for shift in (-1, 1, 12, -18):
            yield case(f"the clock jumps by {shift} h ({seed})", jumped(shift), "all", seed)
    yield case("every line twice", lines(lambda a, r: [x for x in a for _ in range(2)]), "all")
    yield case("all of it twice", lambda c, r: c + c, "all")
    yield case("backwards", lines(lambda a, r: a[::-1]), "all")
    yield case("ended by CRLF", lambda c, r: c.replace(b"\n", b"\r\n"), "all")
    yield case("without a last newline", lambda c, r: c[:-1], "all")
    yield case("with NULs between", lambda c, r: c.replace(b" ", b"\0 "), "open")
    yield case("in UTF-16", lambda c, r: c.decode().encode("utf-16"), "open")
    yield case("with a byte order mark", lambda c, r: b"\xef\xbb\xbf" + c, "all")
    yield case("random bytes", lambda c, r: r.randbytes(4000), "open")
    yield case("in front of random bytes", lambda c, r: c + r.randbytes(4000), "open")
    yield case("on one line", lambda c, r: c.replace(b"\n", b" "), "open")
    yield case("each line cut at 80", lines(lambda a, r: [x[:80] + b"\n" for x in a]), "open")
    plain = {f"{LOGS}/{name}": content for name, content in flat(members).items()}
    grown = {name: growing(content) for name, content in plain.items() if name.endswith(".out")}
    yield Case(f"{base}: text: growing while it is read", ROWS | plain | grown, "all", base)
    yield case("coloured", lambda c, r: c.replace(b"INFO", b"\x1b[32mINFO\x1b[0m"), "all")


def growing(content):
    """A function that writes a log to which another thread then adds lines, for as long as a check takes."""
    def begin(path):
        with open(path, "wb") as file:
            file.write(content)

        def grow():
            try:
                for i in range(400):
                    with open(path, "ab") as file:
                        file.write(b"(EngineCore pid=3200) INFO 08-04 18:40:05 [x.py:1] still here %d\n" % i * 50)
                    time.sleep(0.002)
            except FileNotFoundError:
                pass  # the copy has been taken away
        threading.Thread(target=grow).start()
    return begin


def flipped(content, seed):
    out = bytearray(content)
    for _ in range(40):
        at = seed.randrange(len(out))
        out[at] ^= 1 << seed.randrange(8)
    return bytes(out)


def recorded(full):
    """The runs of tests/data/runs: containers as they are there, and the recorded ones packed."""
    for name in ("c12-warm", "c12-cold") if full else ("c12-warm",):
        whole = undamaged_zips(name)
        logs = next(file for file in whole if file.startswith("multinode"))
        data = whole[logs]
        regions = breaks.zip_regions(data)
        edits = [*breaks.flips(data, regions[:1], 5003), *breaks.cuts(data, [r[1] for r in regions], 9001)]
        for what, content in breaks.some(data, edits, 40 if full else 1, name):
            yield Case(f"{name}: {what}", whole | {logs: content}, "sealed", name)
        with zipfile.ZipFile(os.path.join(RUNS, name, logs)) as packed:
            inner = packed.read(packed.infolist()[0])
        edits = [*breaks.flips(inner, breaks.gzip_regions(inner), 3001), *breaks.cuts(inner, [], 7001)]
        for what, content in breaks.some(inner, edits, 40 if full else 2, name):
            again = containers.zip_({"multinode_server_logs.tar.gz": content}, packed=False)
            yield Case(f"{name}: repacked after {what}", whole | {logs: again}, "sealed", name)
    for name in ("h200-warm", "h200-cold", "h200-cold-verbose") if full else ("h200-warm",):
        for ending, pack in containers.LAYERS.items() if full else [("gz", containers.gzip)]:
            data = pack(containers.tar(folder_of(name)))
            if data is None:
                continue
            edits = [*breaks.flips(data, breaks.gzip_regions(data), 4001), *breaks.cuts(data, [], 4001)]
            for what, content in breaks.some(data, edits, 20 if full else 4, name + ending):
                yield Case(f"{name}: tar.{ending}: {what}", {f"{name}/all.tar.{ending}": content}, "sealed", name)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def folder_of(name):
    folder = os.path.join(RUNS, name)
    return {file: read(os.path.join(folder, file)) for file in sorted(os.listdir(folder))
            if os.path.isfile(os.path.join(folder, file)) and not file.startswith("truth")}


def undamaged_zips(name):
    folder = os.path.join(RUNS, name)
    return {file: read(os.path.join(folder, file)) for file in sorted(os.listdir(folder)) if file.endswith(".zip")}


def undamaged(full):
    """Name → files of each run that cases are held against."""
    runs = {}
    for base, contaminated in (("clean", False), ("contaminated", True)):
        members = made_run.members(contaminated)
        runs[base] = ROWS | {f"{LOGS}.zip": containers.zip_(flat(members))}
    for name in ("c12-warm", "c12-cold") if full else ("c12-warm",):
        runs[name] = undamaged_zips(name)
    for name in ("h200-warm", "h200-cold", "h200-cold-verbose") if full else ("h200-warm",):
        runs[name] = {f"{name}/{file}": content for file, content in folder_of(name).items()}
    return runs


def cases(full):
    for base, contaminated in (("clean", False), ("contaminated", True)):
        members = made_run.members(contaminated)
        yield from broken_containers(base, members, full)
        yield from broken_tar(base, members, full)
        yield from worse_text(base, members, full)
        if full or not contaminated:
            yield from odd_entries(base, members)
            yield from bombs(base, members, full)
    yield from recorded(full)
