#!/usr/bin/env python3
"""Compares what a shared library exports with a list, and with the headers that declare it.

    exports_test.py LIBRARY LIST HEADER...

LIST has one symbol a line. What the headers mark with an export macro, what the list says and what the library defines
in its dynamic symbol table must be the same: nothing missing, nothing leaked.
"""

import re
import subprocess
import sys


def exported(library):
    output = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    symbols = set()
    for line in output.splitlines():
        kind, name = line.split()[-2:]
        if kind != "A":  # the name of a version, not a symbol
            symbols.add(name.split("@")[0])
    return symbols


def declared(header):
    """Names in declarations that begin with MPIDBG_EXPORT or MQS_SHIM_EXPORT."""
    with open(header, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", file.read(), flags=re.DOTALL)
    names = set()
    for match in re.finditer(r"^[ \t]*(?:MPIDBG_EXPORT|MQS_SHIM_EXPORT)\b([^;{]*);", text, re.MULTILINE):
        declaration = match.group(1)
        function = re.search(r"(\w+)\s*\(", declaration)
        names.add(function.group(1) if function else re.search(r"(\w+)\s*$", declaration).group(1))
    return names


def main():
    library, list_file, *headers = sys.argv[1:]
    with open(list_file, encoding="utf-8") as file:
        listed = {line.strip() for line in file if line.strip() and not line.startswith("#")}
    in_headers = set().union(*(declared(header) for header in headers))
    in_library = exported(library)
    problems = [f"declared in a header, not in {list_file}: {name}" for name in sorted(in_headers - listed)]
    problems += [f"in {list_file}, declared in no header: {name}" for name in sorted(listed - in_headers)]
    problems += [f"not exported: {name}" for name in sorted(listed - in_library)]
    problems += [f"exported, but in no list: {name}" for name in sorted(in_library - listed)]
    print("\n".join(problems) or f"{len(listed)} symbols")
    return 1 if problems or not listed else 0


if __name__ == "__main__":
    sys.exit(main())
