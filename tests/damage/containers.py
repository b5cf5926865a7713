"""Containers written byte by byte, so that every field can be wrong; libraries refuse to write what is to be tested."""

import bz2
import lzma
import shutil
import struct
import subprocess
import zlib


def summed(head):
    """The bytes of a tar's header with the checksum that they have."""
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head)


def tar_header(name, size, kind=b"0", link="", mode=0o644):
    head = bytearray(512)
    for at, text in ((0, name.encode()[:100]), (100, b"%07o" % mode), (108, b"0000000"), (116, b"0000000"),
                     (124, b"%011o" % size), (136, b"%011o" % 1785868800), (156, kind), (157, link.encode()[:100]),
                     (257, b"ustar\x0000")):
        head[at:at + len(text)] = text
    return summed(head)


def tar_member(name, content, **fields):
    return tar_header(name, len(content), **fields) + content + b"\0" * (-len(content) % 512)


def tar(files, end=b"\0" * 1024):
    return b"".join(tar_member(name, content) for name, content in files.items()) + end


def gzip(content, level=9):
    packer = zlib.compressobj(level, zlib.DEFLATED, -15)
    body = packer.compress(content) + packer.flush()
    return b"\x1f\x8b\x08\0\0\0\0\0\x02\x03" + body + struct.pack("<II", zlib.crc32(content), len(content) & 0xFFFFFFFF)


def xz(content):
    return lzma.compress(content, check=lzma.CHECK_CRC64)


def zstd(content):
    """With a checksum of the content; nothing where there is no such program."""
    if shutil.which("zstd") is None:
        return None
    return subprocess.run(["zstd", "-q", "-c", "--check"], input=content, stdout=subprocess.PIPE, check=True).stdout


LAYERS = {"gz": gzip, "xz": xz, "bz2": bz2.compress, "zst": zstd}


def zip_(files, packed=True, **odd):
    """Entries one after another, the directory, its end record. `odd`: flags, method, size (claimed, uncompressed), mode
    (of the file, upper half of the attributes), zip64 (sizes stand in its extra field)."""
    out, directory = bytearray(), bytearray()
    for name, content in files.items():
        flags, mode, claimed = odd.get("flags", 0), odd.get("mode", 0o100644), odd.get("size", len(content))
        method = odd.get("method", 8 if packed else 0)
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        body = packer.compress(content) + packer.flush() if packed else content
        raw, extra = name.encode("utf-8", "surrogateescape"), b""
        sizes = struct.pack("<II", len(body), claimed)
        if odd.get("zip64"):
            extra, sizes = struct.pack("<HHQQ", 1, 16, claimed, len(body)), b"\xff" * 8
        common = struct.pack("<HHHHHI", 45 if extra else 20, flags, method, 0, 0x5D04, zlib.crc32(content)) + sizes
        common += struct.pack("<HH", len(raw), len(extra))
        at = len(out)
        out += b"PK\x03\x04" + common + raw + extra + body
        directory += (b"PK\x01\x02" + struct.pack("<H", 0x0314) + common + struct.pack("<HHHII", 0, 0, 0, mode << 16, at) +
                      raw + extra)
    count = min(len(files), 0xFFFF)
    end = struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(out), 0)
    tail = b""
    if odd.get("zip64"):
        record = b"PK\x06\x06" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, len(files), len(files), len(directory),
                                             len(out))
        tail = record + b"PK\x06\x07" + struct.pack("<IQI", 0, len(out) + len(directory), 1)
    return bytes(out + directory) + tail + b"PK\x05\x06" + end
