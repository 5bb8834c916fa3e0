#!/usr/bin/env python3
"""Each part can be configured alone, and then that part and nothing else is built.

    build_options_test.py ROOT CMAKE [CMAKE_OPTION...]
"""

import pathlib
import subprocess
import sys
import tempfile

# option -> what it alone builds, by the names in the build tree
PARTS = {
    "PLUGIN": {"mpidbg/libmpidbg.so"},
    "SHIM": {"mqs_shim/libmqs_shim.so"},
    "COMMAND": {"corefile/command/mpidbg"},
    "GDB": {"gdb_python/mpidbg.py"},
}
PRODUCTS = set().union(*PARTS.values())


def built_by(directory):
    """Outputs of the build that are products, without the version that the name of a shared library may end with."""
    text = (directory / "build.ninja").read_text(encoding="utf-8")
    outputs = {name for line in text.splitlines() if line.startswith("build ")
               for name in line[len("build "):].split(":")[0].split()}
    return {product for product in PRODUCTS
            if any(name == product or name.startswith(product + ".") for name in outputs)}


def check(root, cmake, options, part, directory):
    choice = [f"-DMPIDBG_BUILD_{other}={'ON' if other == part else 'OFF'}" for other in PARTS]
    # The samples and the recorder belong to the command, and need MPI libraries.
    alone = ["-DMPIDBG_BUILD_SAMPLES=OFF", "-DMPIDBG_BUILD_RECORDER=OFF"]
    done = subprocess.run([cmake, "-G", "Ninja", "-S", root, "-B", directory, *options, *choice, *alone],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        return f"{part} alone cannot be configured:\n{done.stdout}"
    built = built_by(directory)
    if built != PARTS[part]:
        return f"{part} alone builds {sorted(built)}, expected {sorted(PARTS[part])}"
    return None


def main():
    root, cmake, *options = sys.argv[1:]
    problems = []
    for part in PARTS:
        with tempfile.TemporaryDirectory() as directory:
            problems.append(check(root, cmake, options, part, pathlib.Path(directory)))
    problems = [problem for problem in problems if problem]
    print("\n".join(problems) or f"{len(PARTS)} parts can be built alone")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
