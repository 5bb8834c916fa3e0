#!/usr/bin/env python3
"""mpidbg/base/mpi_calls.def has every function that an installed mpi.h declares, and none that its version has not.

    mpi_calls_test.py ROOT COMPILER...  with the compilers of MPI libraries (mpicc.openmpi, mpicc.mpich)
    mpi_calls_test.py --self-test ROOT  shows that it can fail

Left out are the tools interface, conversions of handles and statuses, and variants with large counts, which have the
line of the call without "_c". Callbacks that mpi.h defines (MPI_DUP_FN) are in capitals and no calls of a program.
"""

import os
import re
import subprocess
import sys
import tempfile

DECLARED = re.compile(r"\bMPI_([A-Z][a-z]\w*)\s*\((?!\s*\*)")
MACROS = {"Aint_add", "Aint_diff"}  # in Open MPI
LEFT_OUT = re.compile(r"^Aint$|^T_|_(c2f|f2c|c2f08|f082c|f082f|f2f08|fromint|toint)$")


def rows(root):
    path = os.path.join(root, "mpidbg", "base", "mpi_calls.def")
    with open(path, encoding="utf-8") as file:
        return {name: int(since) for name, since in
                re.findall(r"^MPIDBG_MPI_(?:CALL|COLLECTIVE)\((\w+), (\d+),", file.read(), re.MULTILINE)}


def declared(compiler, directory):
    """The names of the functions in mpi.h as the compiler sees it, and ten times its version of the standard."""
    source = os.path.join(directory, "calls.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write("#include <mpi.h>\nint version = MPI_VERSION * 10 + MPI_SUBVERSION;\n")
    text = subprocess.run([compiler, "-E", "-P", source], stdout=subprocess.PIPE, text=True, check=True).stdout
    version = re.search(r"int version = (\d+) \* 10 \+ (\d+);", text)
    # Before the name of a function that is declared there is a type.
    names = {match.group(1) for match in DECLARED.finditer(text) if re.search(r"\w[\s*]+$", text[:match.start()][-40:])}
    return {name for name in names if not LEFT_OUT.search(name)}, int(version.group(1)) * 10 + int(version.group(2))


def problems(table, names, version):
    found = []
    for name in sorted(names):
        call = name[:-2] if name.endswith("_c") else name
        if call not in table:
            found.append(f"MPI_{name} is not in mpi_calls.def")
        elif table[call] > version:
            found.append(f"MPI_{name} is of MPI {table[call] / 10}, says mpi_calls.def")
    # Those of MPI-1 that have been removed may be missing.
    return found + [f"MPI_{name} is in no header of MPI {version / 10}" for name, since in table.items()
                    if 20 <= since <= version and name not in names | MACROS]


def self_test(root):
    table = rows(root)
    names = set(table) | {"Send_c"}
    table["Barrier"], table["Comm_dupe"] = 60, 30
    del table["Win_flush_local"]
    return problems(table, names, 50) == [
        "MPI_Barrier is of MPI 6.0, says mpi_calls.def", "MPI_Win_flush_local is not in mpi_calls.def",
        "MPI_Comm_dupe is in no header of MPI 5.0"]


def main():
    if sys.argv[1] == "--self-test":
        sys.exit(0 if self_test(sys.argv[2]) else 1)
    root, *compilers = sys.argv[1:]
    table, failed = rows(root), not compilers
    with tempfile.TemporaryDirectory() as directory:
        for compiler in compilers:
            names, version = declared(compiler, directory)
            found = problems(table, names, version)
            # A header that is not read as it should would declare few.
            if len(names) < 300:
                found.append("the header declares too few functions to be believed")
            print(f"{compiler}: MPI {version / 10}, {len(names)} functions", *found, sep="\n  ")
            failed = failed or bool(found)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
