"""Ways to break bytes. Each gives names and edits, (offset, length, what stands there instead), so that a thousand of
them cost nothing until one is made."""

import random


def edited(data, edit):
    at, length, instead = edit
    return data[:at] + instead + data[at + length:]


def flips(data, regions, step):
    """One flipped bit: all eight classes at the bytes of each named region, one bit at every `step` bytes elsewhere."""
    named = {}
    for name, at, size in regions:
        for i in range(at, min(at + size, len(data))):
            named[i] = name
    places = set(named) | set(range(step // 2, len(data), step))
    for i in sorted(places):
        for bit in range(8) if i in named else [(i // step) % 8]:
            yield f"flip {named.get(i, 'data')}+{i}.{bit}", (i, 1, bytes([data[i] ^ 1 << bit]))


def cuts(data, borders, step):
    """The end cut off: at, just before and just behind each border, and at every `step` bytes."""
    offsets = {0, 1, len(data) - 1}
    for border in borders:
        offsets.update((border - 1, border, border + 1))
    offsets.update(range(step, len(data), step))
    for at in sorted(o for o in offsets if 0 <= o < len(data)):
        yield f"cut at {at}", (at, len(data) - at, b"")


def zeroed(data, regions, step):
    for name, at, size in regions:
        yield f"{name} zeroed", (at, size, b"\0" * size)
    for at in range(step, len(data), step):
        size = min(64, len(data) - at)
        if any(data[at:at + size]):
            yield f"64 zeros at {at}", (at, size, b"\0" * size)


def lost_stretches(data, step, size):
    for at in range(step, len(data) - size, step):
        yield f"{size} bytes lost at {at}", (at, size, b"")


def added(data):
    end = len(data)
    yield "a tail of text", (end, 0, b"x" * 37)
    yield "a tail of zeros", (end, 0, b"\0" * 700)
    yield "twice in a row", (end, 0, data)
    yield "text in front", (0, 0, b"x" * 37)


# ---- parts of containers -----------------------------------------------------------------------------------------


def zip_regions(data):
    """Local headers, directory headers, end record."""
    regions = []
    for magic, name, size in ((b"PK\x03\x04", "local header", 30), (b"PK\x01\x02", "directory header", 46),
                              (b"PK\x05\x06", "end record", 22)):
        at = data.find(magic)
        while at >= 0:
            names = int.from_bytes(data[at + 26:at + 28], "little") if size == 30 else (
                int.from_bytes(data[at + 28:at + 30], "little") if size == 46 else 0)
            regions.append((name, at, size))
            if names:
                regions.append((name + " name", at + size, names))
            at = data.find(magic, at + 4)
    return regions


def gzip_regions(data):
    return [("gzip header", 0, 10), ("gzip trailer", len(data) - 8, 8)]


def tar_members(data):
    """Of each member: where its header begins, where its content ends, and where the next header begins."""
    at = 0
    while at + 512 <= len(data) and data[at]:
        size = int(data[at + 124:at + 135], 8)
        following = at + 512 + (size + 511) // 512 * 512
        yield at, at + 512 + size, following
        at = following


def tar_regions(data):
    """Of each member, the fields of its header."""
    fields = (("name", 0, 32), ("mode", 100, 8), ("size", 124, 12), ("time", 136, 12), ("checksum", 148, 8),
              ("type", 156, 1), ("link", 157, 8), ("magic", 257, 8))
    return [(f"tar {name}", at + offset, length) for at, _, _ in tar_members(data) for name, offset, length in fields]


def tar_borders(data):
    borders, last = [], 0
    for at, end, last in tar_members(data):
        borders += [at, at + 512, end]
    return borders + [last, last + 512]


def some(data, edits, count, seed):
    """(name, broken bytes) of at most `count` of the edits, spread over all, the same ones each time."""
    edits = list(edits)
    if len(edits) > count:
        edits = [edits[i] for i in sorted(random.Random(seed).sample(range(len(edits)), count))]
    for name, edit in edits:
        yield name, edited(data, edit)
