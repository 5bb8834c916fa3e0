#!/usr/bin/env python3
"""What `mpidbg mpit` preloads: it has every function of MPI_T that its sources define, and any program runs with it, also one with
another library that is preloaded and looks for the functions behind its own.

    mpit_exports_test.py SOURCES LOOKS_BEHIND LIBRARY...
"""

import glob
import os
import re
import subprocess
import sys


def defined(sources):
    """Functions of MPI 4 only are left out, which not every library's mpi.h has."""
    names = set()
    for path in glob.glob(os.path.join(sources, "*.cpp")):
        with open(path, encoding="utf-8") as file:
            names |= set(re.findall(r"^int (MPI_T_\w+)\(", file.read(), re.MULTILINE))
    return {name for name in names if not re.match(r"MPI_T_(event|source)_|MPI_T_category_get_(num_)?events", name)}


def main():
    sources, looks_behind, *libraries = sys.argv[1:]
    wanted = defined(sources)
    failed = len(wanted) < 20
    for library in libraries:
        output = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
        exported = {line.split()[-1].split("@")[0] for line in output.splitlines()}
        others = {name for name in exported if not name.startswith("MPI_T_")} - {"dlsym"}
        if wanted - exported or others:
            print(f"{library}: not exported: {sorted(wanted - exported)}, exported too: {sorted(others)}")
            failed = True
        for preloaded in (library, f"{library}:{looks_behind}"):
            result = subprocess.run(["/bin/sh", "-c", "exit 7"], env={"LD_PRELOAD": preloaded, "LD_BIND_NOW": "1"}, capture_output=True,
                                    text=True, check=False)
            if result.returncode != 7 or result.stderr:
                print(f"{preloaded}: a shell ends with {result.returncode}: {result.stderr}")
                failed = True
    return 1 if failed or not libraries else 0


if __name__ == "__main__":
    sys.exit(main())
