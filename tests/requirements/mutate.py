#!/usr/bin/env python3
"""Whether tests notice faults: breaks one line of the product at a time, builds, and runs tests.

    mutate.py BUILD --rows [--sample N] [--only ID]...    the faults of faults.tsv, each against the test that must catch it
    mutate.py BUILD [--count N] [--folder FOLDER]...      random faults, against all tests that need no MPI
    mutate.py --check                                     that the rows of faults.tsv fit the product; builds nothing

BUILD is a build directory; the tree that it was configured from is broken line by line, and is as it was afterwards. With
--copy the tree that has this script is copied to BUILD/source first, and configured and built in BUILD; then nothing else
is touched. --seed chooses other samples and random faults.

faults.tsv has, separated by tabs: requirement, file, the line without its indentation, what it becomes (empty: nothing), and
the test that must fail, as a program and the test cases as doctest selects them. A row counts as caught if these test cases
pass without the fault and fail with it.

Random faults are chosen over all sources of the folders (mpidbg, mqs_shim, corefile), each folder as often as its share of
the lines. One that does not compile is replaced by another. Prints each fault with the test that has caught it, or
"SURVIVED", and the share that was caught; with --rows the exit code is 1 if one survived.
"""

import argparse
import collections
import filecmp
import os
import random
import re
import shutil
import signal
import subprocess
import sys

import table

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FAULTS_FILE = os.path.join(HERE, "faults.tsv")
LISTS = [os.path.join(HERE, name + ".txt") for name in ("handles", "interface", "mpit", "profiling")]
FOLDERS = ("mpidbg", "mqs_shim", "corefile")
TEST_SECONDS = 600
FEWEST_ROWS = 150

# What a hand slips into: a regular expression, and what its match becomes.
FAULTS = (
    (r" == ", " != "), (r" != ", " == "), (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" && ", " || "), (r" \|\| ", " && "), (r"\breturn true;", "return false;"), (r"\breturn false;", "return true;"),
    (r" \+ 1\b", ""), (r" - 1\b", ""), (r"\bif \(!", "if ("), (r"\bif \((?=[a-z])", "if (!"), (r"\bcontinue;", "break;"),
    (r"\+\+(?=[a-z])", "--"), (r"std::min\(", "std::max("), (r"std::max\(", "std::min("),
    (r"^(\s+)(?!return|throw|using|const|static|auto|std::|namespace|struct|class|case|default|break|continue|else|for|if|while|do\b)"
     r"[a-z_][\w.>-]*(?:\(.*\)| [|+-]?= .*);$", r"\1;"))

Row = collections.namedtuple("Row", "requirement path line broken program cases")


def rows():
    found = []
    with open(FAULTS_FILE, encoding="utf-8") as file:
        for text in file:
            if text.strip() and not text.startswith("#"):
                requirement, path, line, broken, test = text.rstrip("\n").split("\t")
                program, _, cases = test.partition(" ")
                found.append(Row(requirement, path, line, broken, program, cases))
    return found


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split("\n")


def is_code(line):
    stripped = line.strip()
    return stripped and not stripped.startswith(("//", "#", "*", "/*")) and '"' not in stripped and "<<" not in stripped


def sites(tree, folders):
    """Every place where a random fault fits: path, number of the line, the line as it becomes."""
    found = {}
    for folder in folders:
        for directory, _, names in os.walk(os.path.join(tree, folder)):
            for name in sorted(names):
                if not name.endswith(".cpp"):
                    continue
                path = os.path.join(directory, name)
                for number, line in enumerate(lines_of(path)):
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
        return f"{self.path}:{self.number + 1}: {self.line.strip()}  ->  {self.broken.strip() or '(nothing)'}"


class Build:
    """A build directory and the tree that it was configured from."""

    def __init__(self, directory, copy):
        self.directory = os.path.abspath(directory)
        if copy:
            self.copy_tree(os.path.join(self.directory, "source"))
        with open(os.path.join(self.directory, "CMakeCache.txt"), encoding="utf-8") as file:
            self.tree = re.search(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$", file.read(), re.MULTILINE).group(1)

    def copy_tree(self, tree):
        names = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True, check=True).stdout
        for name in filter(None, names.split("\0")):
            if os.path.isfile(os.path.join(ROOT, name)):
                original, copied = os.path.join(ROOT, name), os.path.join(tree, name)
                os.makedirs(os.path.dirname(copied), exist_ok=True)
                # With the time of the copy: what was changed before the last build, and copied after it, has to be built.
                if not os.path.exists(copied) or not filecmp.cmp(original, copied, shallow=False):
                    shutil.copy(original, copied)
        launcher = shutil.which("ccache")
        words = ["cmake", "-G", "Ninja", "-S", tree, "-B", self.directory, "-DCMAKE_BUILD_TYPE=Debug"]
        words += [f"-DCMAKE_{language}_COMPILER_LAUNCHER={launcher}" for language in ("C", "CXX") if launcher]
        subprocess.run(words, stdout=subprocess.DEVNULL, check=True)

    def builds(self, targets=()):
        words = ["cmake", "--build", self.directory] + (["--target", *targets] if targets else [])
        return subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def failing(self, exclude=(), stops=True):
        """Names of the tests of ctest, without those that need MPI, that fail."""
        words = ["ctest", "--test-dir", self.directory, "-LE", "mpi", "-j", "2", "--timeout", str(TEST_SECONDS)]
        words += ["--stop-on-failure"] if stops else []
        words += ["-E", "^(" + "|".join(exclude) + ")$"] if exclude else []
        text = subprocess.run(words, capture_output=True, text=True).stdout
        return re.findall(r"^\s+\d+ - (\S+) \(", text, re.MULTILINE)

    def cases_pass(self, row):
        """None if there are no such test cases, else whether all of them pass."""
        for directory, _, names in os.walk(os.path.join(self.directory, "tests")):
            if row.program in names:
                program = os.path.join(directory, row.program)
                break
        else:
            return None
        try:
            result = subprocess.run([program, "-tc=" + row.cases], capture_output=True, text=True, timeout=TEST_SECONDS,
                                    errors="replace")
        except subprocess.TimeoutExpired:
            return False
        counted = re.search(r"test cases:\s*(\d+)", result.stdout)
        if result.returncode == 0 and (not counted or counted.group(1) == "0"):
            return None
        return result.returncode == 0


def check():
    """That each row has exactly one line to break, a requirement, and a test that names it. Returns the problems."""
    problems, kept = [], table.find_tests(os.path.dirname(HERE))
    known = {requirement for requirement, _, _ in table.requirements(LISTS)}
    all_rows = rows()
    for row in all_rows:
        where = f"{row.requirement} {row.path}: {row.line}"
        path = os.path.join(ROOT, row.path)
        count = [line.strip() for line in lines_of(path)].count(row.line) if os.path.exists(path) else 0
        if count != 1:
            problems.append(f"{where}: {count} such lines")
        if row.requirement not in known:
            problems.append(f"{where}: no such requirement")
        elif row.requirement not in kept:
            problems.append(f"{where}: no test names the requirement")
        if row.line == row.broken:
            problems.append(f"{where}: it is not broken")
    if len(all_rows) < FEWEST_ROWS:
        problems.append(f"{len(all_rows)} rows, fewer than {FEWEST_ROWS}")
    without = sorted(known - {row.requirement for row in all_rows}, key=lambda name: (name.rstrip("0123456789"), len(name), name))
    print(f"{len(all_rows)} faults of {len(known) - len(without)} requirements; none of {', '.join(without)}")
    return problems


def try_rows(build, options):
    chosen = [row for row in rows() if not options.only or row.requirement in options.only]
    if options.sample:
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    targets = sorted({row.program for row in chosen})
    if not build.builds(targets):
        sys.exit("mutate.py: the tree does not build")
    # All before the first fault: that of one row stays in the program until it is built for the next.
    passing, verdicts, survivors = {}, collections.Counter(), []
    for row in chosen:
        test = (row.program, row.cases)
        if test not in passing:
            passing[test] = build.cases_pass(row)
    for row in chosen:
        test = (row.program, row.cases)
        path = os.path.join(build.tree, row.path)
        number = [line.strip() for line in lines_of(path)].index(row.line)
        verdict = "no such test" if passing[test] is None else "" if passing[test] else "fails without"
        with Fault(path, number, row.broken) as fault:
            if not verdict and not build.builds([row.program]):
                verdict = "does not build"
            if not verdict:
                verdict = "SURVIVED" if build.cases_pass(row) else "caught"
            verdicts[verdict] += 1
            if verdict != "caught":
                survivors.append(row)
            print(f"{verdict:15} {row.requirement:5} {fault}", flush=True)
    build.builds(targets)
    print(f"{verdicts['caught']} of {len(chosen)} rows caught" + "".join(f", {count} {verdict}" for verdict, count
                                                                         in verdicts.items() if verdict != "caught"))
    return 1 if survivors else 0


def try_random(build, options):
    if not build.builds():
        sys.exit("mutate.py: the tree does not build")
    already = build.failing(stops=False)
    if already:
        print("not counted, they fail without a fault:", " ".join(already), flush=True)
    places = sites(build.tree, options.folder or FOLDERS)
    random.Random(options.seed).shuffle(places)
    caught = tried = 0
    for path, number, broken in places:
        if tried == options.count:
            break
        with Fault(path, number, broken) as fault:
            if not build.builds():
                continue
            tried += 1
            by = build.failing(already)
            caught += bool(by)
            print(f"{'caught by ' + by[0] if by else 'SURVIVED':28} {fault}", flush=True)
    build.builds()
    print(f"{caught} of {tried} faults caught")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", nargs="?")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--copy", action="store_true")
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--only", action="append")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", action="append")
    options = parser.parse_args()
    if options.check:
        problems = check()
        print("\n".join(problems), end="\n" if problems else "")
        return 1 if problems else 0
    if not options.build:
        parser.error("BUILD is missing")
    # The line is put back when the script is ended, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("mutate.py: ended"))
    build = Build(options.build, options.copy)
    return try_rows(build, options) if options.rows else try_random(build, options)


if __name__ == "__main__":
    sys.exit(main())
