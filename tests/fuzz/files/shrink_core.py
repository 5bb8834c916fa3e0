#!/usr/bin/env python3
"""Makes a core file smaller: keeps the pages that are read of it, and the notes that are.

    strace -e trace=pread64 -o READS fuzz_core -runs=1 FILE
    shrink_core.py CORE READS SHRUNK

READS are of a fuzz_core with CORE as files/core.zst. Of one read at most two pages are kept.
"""

import re
import struct
import sys

PAGE, HEADER, PT_LOAD, PT_NOTE, LONGEST = 4096, struct.Struct("<IIQQQQQQ"), 1, 4, 2
KEPT_NOTES = {b"CORE\0": {1, 3, 6, 0x46494C45}}  # prstatus, prpsinfo, auxv, mapped files


def notes_kept(notes):
    kept, at = b"", 0
    while at + 12 <= len(notes):
        name_size, size, kind = struct.unpack_from("<III", notes, at)
        end = at + 12 + (name_size + 3) // 4 * 4 + (size + 3) // 4 * 4
        if kind in KEPT_NOTES.get(notes[at + 12:at + 12 + name_size], ()):
            kept += notes[at:end]
        at = end
    return kept


def main():
    core = open(sys.argv[1], "rb").read()
    reads = [tuple(map(int, found)) for found in re.findall(r", (\d+), (\d+)\) += ", open(sys.argv[2]).read())]
    first, = struct.unpack_from("<Q", core, 32)
    count, = struct.unpack_from("<H", core, 56)
    notes, segments = b"", []
    for i in range(count):
        kind, flags, offset, address, physical, size, _, align = HEADER.unpack_from(core, first + i * HEADER.size)
        if kind == PT_NOTE:
            notes += notes_kept(core[offset:offset + size])
            continue
        for page in range(0, size, PAGE):
            begin = offset + page
            if not any(at < begin + PAGE and begin < at + min(length, LONGEST * PAGE) for length, at in reads):
                continue
            content = core[begin:begin + PAGE]
            if segments and segments[-1][1] + len(segments[-1][2]) == address + page and page > 0:
                segments[-1][2] += content
            else:
                segments.append([flags, address + page, content])
    headers = core[:40] + bytes(8) + core[48:56] + struct.pack("<H", len(segments) + 1) + bytes(6)
    at = len(headers) + (len(segments) + 1) * HEADER.size
    headers += HEADER.pack(PT_NOTE, 0, at, 0, 0, len(notes), 0, 1)
    body, at = notes, at + len(notes)
    for flags, address, content in segments:
        headers += HEADER.pack(PT_LOAD, flags, at, address, 0, len(content), len(content), 1)
        body, at = body + content, at + len(content)
    open(sys.argv[3], "wb").write(headers + body)


main()
