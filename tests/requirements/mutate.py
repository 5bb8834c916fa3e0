#!/usr/bin/env python3
"""Whether tests notice faults: breaks one line of the product at a time, builds, and runs the tests that need no MPI.

    mutate.py BUILD [--count N] [--seed N] [--folder FOLDER]...

Sites are chosen at random over all sources of the folders (mpidbg, mqs_shim, corefile), each folder as often as its share of
the lines. A fault that does not compile is replaced by another. BUILD is a build directory of this tree; the sources are as
they were afterwards. Prints each fault with the first test that has caught it, or "survived", and the share that was caught.
"""

import argparse
import os
import random
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDERS = ("mpidbg", "mqs_shim", "corefile")
TEST_SECONDS = 600

# What a hand slips into: a regular expression, and what its match becomes.
FAULTS = (
    (r" == ", " != "), (r" != ", " == "), (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" && ", " || "), (r" \|\| ", " && "), (r"\breturn true;", "return false;"), (r"\breturn false;", "return true;"),
    (r" \+ 1\b", ""), (r" - 1\b", ""), (r"\bif \(!", "if ("), (r"\bif \((?=[a-z])", "if (!"), (r"\bcontinue;", "break;"),
    (r"\+\+(?=[a-z])", "--"), (r"std::min\(", "std::max("), (r"std::max\(", "std::min("),
    (r"^(\s+)(?!return|throw|using|const|static|auto|std::|namespace|struct|class|case|default|break|continue|else|for|if|while|do\b)"
     r"[a-z_][\w.>-]*(?:\(.*\)| [|+-]?= .*);$", r"\1;"))


def is_code(line):
    stripped = line.strip()
    return stripped and not stripped.startswith(("//", "#", "*", "/*")) and '"' not in stripped and "<<" not in stripped


def sites(folders):
    """Every place where a fault fits: path, number of the line, the line as it becomes."""
    found = {}
    for folder in folders:
        for directory, _, names in os.walk(os.path.join(ROOT, folder)):
            for name in sorted(names):
                if not name.endswith(".cpp"):
                    continue
                path = os.path.join(directory, name)
                with open(path, encoding="utf-8") as file:
                    lines = file.read().split("\n")
                for number, line in enumerate(lines):
                    for pattern, replacement in FAULTS if is_code(line) else ():
                        for match in re.finditer(pattern, line):
                            broken = line[:match.start()] + match.expand(replacement) + line[match.end():]
                            found.setdefault(path, []).append((number, broken))
    return [(path, *site) for path in sorted(found) for site in found[path]]


class Fault:
    """The tree with one line broken, while the block runs."""

    def __init__(self, path, number, broken):
        self.path, self.number, self.broken = path, number, broken

    def __enter__(self):
        with open(self.path, encoding="utf-8") as file:
            self.text = file.read()
        lines = self.text.split("\n")
        self.line, lines[self.number] = lines[self.number], self.broken
        self.write("\n".join(lines))
        return self

    def __exit__(self, *_):
        self.write(self.text)

    def write(self, text):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)

    def __str__(self):
        return f"{os.path.relpath(self.path, ROOT)}:{self.number + 1}: {self.line.strip()}  ->  {self.broken.strip()}"


def builds(build):
    return subprocess.run(["cmake", "--build", build], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def failing(build, exclude=(), stops=True):
    words = ["ctest", "--test-dir", build, "-LE", "mpi", "-j", "2", "--timeout", str(TEST_SECONDS)]
    words += ["--stop-on-failure"] if stops else []
    words += ["-E", "^(" + "|".join(exclude) + ")$"] if exclude else []
    text = subprocess.run(words, capture_output=True, text=True).stdout
    return re.findall(r"^\s+\d+ - (\S+) \(", text, re.MULTILINE)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", action="append")
    options = parser.parse_args()

    if not builds(options.build):
        sys.exit("mutate.py: the tree does not build")
    already = failing(options.build, stops=False)
    if already:
        print("not counted, they fail without a fault:", " ".join(already), flush=True)
    places = sites(options.folder or FOLDERS)
    random.Random(options.seed).shuffle(places)
    caught = tried = 0
    for path, number, broken in places:
        if tried == options.count:
            break
        with Fault(path, number, broken) as fault:
            if not builds(options.build):
                continue
            tried += 1
            by = failing(options.build, already)
            caught += bool(by)
            print(f"{'caught by ' + by[0] if by else 'SURVIVED':28} {fault}", flush=True)
    builds(options.build)
    print(f"{caught} of {tried} faults caught")


if __name__ == "__main__":
    main()
