#!/usr/bin/env python3
"""Compares the structs and numbers of GDB's Python with mqs_shim.h.

    ctypes_test.py HEADER_LAYOUT GDB_PYTHON LIBRARY

HEADER_LAYOUT is the program of header_layout.c, GDB_PYTHON the folder of the package, LIBRARY is libmqs_shim.so.
"""

import ctypes
import subprocess
import sys
import types


def main():
    layout, package, library = sys.argv[1:]
    sys.modules["gdb"] = types.SimpleNamespace(GdbError=Exception)  # all that the binding needs of it
    sys.path.insert(0, package)
    namespace = types.ModuleType("mpidbg_gdb")  # without the package's own start, which installs commands
    namespace.__path__ = [f"{package}/mpidbg_gdb"]
    sys.modules["mpidbg_gdb"] = namespace
    from mpidbg_gdb import shim  # pylint: disable=import-outside-toplevel,import-error

    structs = {name: getattr(shim, name) for name in dir(shim)
               if isinstance(getattr(shim, name), type) and issubclass(getattr(shim, name), ctypes.Structure)}
    ours = {}
    for struct in structs.values():
        ours[struct.C_NAME] = (ctypes.sizeof(struct),)
        for member, _type in struct._fields_:  # pylint: disable=protected-access
            place = getattr(struct, member)
            ours[f"{struct.C_NAME}.{member}"] = (place.offset, place.size)
    ours["version"] = (shim.VERSION,)
    text = subprocess.run([layout], check=True, capture_output=True, text=True).stdout
    theirs = {words[0]: tuple(map(int, words[1:])) for words in map(str.split, text.splitlines())}
    problems = [f"{name}: {theirs.get(name)} in the header, {ours.get(name)} in shim.py"
                for name in sorted(ours.keys() | theirs.keys()) if ours.get(name) != theirs.get(name)]
    loaded = ctypes.CDLL(library)
    problems += [f"{library} has no {name}" for name in shim.FUNCTIONS if not hasattr(loaded, name)]
    print("\n".join(problems) or f"{len(structs)} structs agree")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
