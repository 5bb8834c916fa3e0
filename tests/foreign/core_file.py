"""Core files of single pages."""

import struct

PAGE = 4096


def core_of(pages):
    """An ELF core file: a header, a program header for each run of pages, the pages."""
    runs = []
    for page in sorted(pages):
        if runs and runs[-1][0] + len(runs[-1][1]) * PAGE == page:
            runs[-1][1].append(page)
        else:
            runs.append((page, [page]))
    header_bytes, entry_bytes = 64, 56
    core_file, x86_64, load, readable_writable = 4, 62, 1, 6
    offset = -(-(header_bytes + entry_bytes * len(runs)) // PAGE) * PAGE
    header = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1", core_file, x86_64, 1, 0, header_bytes, 0, 0, header_bytes,
                         entry_bytes, len(runs), 0, 0, 0)
    body = b""
    for begin, run in runs:
        size = len(run) * PAGE
        header += struct.pack("<IIQQQQQQ", load, readable_writable, offset + len(body), begin, 0, size, size, PAGE)
        body += b"".join(pages[page] for page in run)
    return header.ljust(offset, b"\0") + body
