#!/usr/bin/env python3
"""Makes data/*.files.tar.xz: the files of a process, with zeros in place of code, relocations and data. What a debugger reads
of them stays where it was: headers, build-ids, symbols, call frame information and constants.

    shrink_files.py OUTPUT.tar.xz ROOT FILE...        FILE: below ROOT, and its name in the archive
"""

import io
import os
import struct
import sys
import tarfile

DROPPED = (".text", ".init", ".fini", ".plt", ".rel", ".data", ".got", ".comment", ".gnu_debuglink", ".gnu.version")
NOBITS = 8


def sections(image):
    """The name, type, offset and size of each."""
    wide, order = image[4] == 2, ">" if image[5] == 2 else "<"
    table = struct.unpack_from(order + "Q", image, 40)[0] if wide else struct.unpack_from(order + "I", image, 32)[0]
    count, names = struct.unpack_from(order + "HH", image, 60 if wide else 48)
    form, size = (order + "IIQQQQ", 64) if wide else (order + "IIIIII", 40)
    found = [struct.unpack_from(form, image, table + i * size) for i in range(count)]
    for name, kind, _, _, offset, length in found:
        begin = found[names][4] + name
        yield image[begin:image.index(0, begin)].decode(), kind, offset, length


def shrunk(path):
    with open(path, "rb") as file:
        image = bytearray(file.read())
    for name, kind, offset, length in list(sections(image)):
        if kind != NOBITS and name.startswith(DROPPED):
            image[offset:offset + length] = bytes(length)
    return bytes(image)


def main(output, root, *files):
    with tarfile.open(output, "w:xz", preset=9) as archive:
        for name in files:
            content = shrunk(os.path.join(root, name))
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


if __name__ == "__main__":
    main(*sys.argv[1:])
