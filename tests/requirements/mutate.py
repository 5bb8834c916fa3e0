#!/usr/bin/env python3
"""Whether tests notice faults: breaks lines of the product, builds, and runs tests with one broken line at a time.

    mutate.py BUILD --rows [--sample N] [--only ID]... [--folder FOLDER]...
                                                          the faults of faults.tsv, each against the test that must catch it
    mutate.py --check                                     that the rows of faults.tsv fit the product; builds nothing

Faults of statements and conditions share one build: the line and what it becomes are both compiled, and a variable of the
environment chooses when the test runs. Faults that do not compile so are built one by one.

BUILD is a build directory; the tree that it was configured from is broken while it is built, and is as it was afterwards. With
--copy the tree that has this script is copied to BUILD/source first, and configured and built in BUILD; then nothing else
is touched. --seed chooses other samples.

faults.tsv has, separated by tabs: requirement, file, the line without its indentation, what it becomes (empty: nothing), and
the test that must fail, as a program and the test cases as doctest selects them. A row counts as caught if these test cases
pass without the fault and fail with it.

Prints each fault with whether it was caught, and the share; the exit code is 1 if one survived. Faults at random:
random_faults.py.
"""

import argparse
import collections
import contextlib
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
TEST_SECONDS = 600
FEWEST_ROWS = 150
VARIABLE = "MUTATE_FAULT"

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


def environment(variable):
    """That of the tests: with the variable that chooses a fault."""
    return {**os.environ, variable: "1"} if variable else None


class Fault:
    """The tree with one line broken, while the block runs."""

    def __init__(self, path, number, broken):
        self.path, self.number, self.broken = path, number, broken

    def __enter__(self):
        with open(self.path, encoding="utf-8") as file:
            self.text = file.read()
        lines = self.text.split("\n")
        lines[self.number] = self.broken
        self.write("\n".join(lines))
        return self

    def __exit__(self, *_):
        self.write(self.text)

    def write(self, text):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)

    @staticmethod
    def text_of(path, number, broken):
        return f"{path}:{number + 1}: {lines_of(path)[number].strip()}  ->  {broken.strip() or '(nothing)'}"


def switched(line, broken, name):
    """The line and its fault as one statement, which is broken if the environment has the variable; None if it is neither a
    statement nor a condition."""
    chosen = f'[] {{ static const bool is_chosen = ::getenv("{name}") != nullptr; return is_chosen; }}()'
    condition = r"^(\s*(?:\} else )?(?:if|while) \()([^;]*)(\) \{)$"
    right, wrong = re.match(condition, line), re.match(condition, broken)
    if right and wrong and " = " not in line:
        return f"{right[1]}{chosen} ? static_cast<bool>({wrong[2]}) : static_cast<bool>({right[2]}){right[3]}"
    if line.endswith(";"):
        return re.match(r"\s*", line)[0] + f"if ({chosen}) {{ {broken.strip()} }} else {{ {line.strip()} }}"
    return None


class Switches:
    """Faults that share one build. After build(), those that compile are in `names`, each with its variable."""

    def __init__(self, faults):
        self.names, self.texts, lines = {}, {}, set()
        for index, fault in enumerate(faults):
            path, number, broken = fault
            # A header would have most of the tree built, optimised, twice.
            text = path.endswith(".cpp") and switched(lines_of(path)[number], broken, f"{VARIABLE}_{index}")
            if text and (path, number) not in lines:
                lines.add((path, number))
                self.names[fault], self.texts[fault] = f"{VARIABLE}_{index}", text

    def build(self, build, targets):
        while self.names:
            by_file = collections.defaultdict(list)
            for fault in self.names:
                by_file[fault[0]].append(fault)
            with contextlib.ExitStack() as broken:
                for fault in self.names:
                    broken.enter_context(Fault(*fault[:2], self.texts[fault]))
                places = build.errors(targets)
            if places is None:
                return
            self.drop(by_file, places)

    def drop(self, by_file, places):
        """Removes the faults at the lines that do not compile; all of the file, or all at all, if no line has one."""
        bad = [fault for fault in self.names if fault[:2] in places]
        files = {path for path, _ in places} - {path for path, _, _ in bad}
        bad += [fault for path in files for fault in by_file.get(path, ())]
        for fault in bad or list(self.names):
            del self.names[fault]


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

    def errors(self, targets=()):
        """None if the targets build, else the places of the compiler's errors: paths and indices of lines."""
        words = ["cmake", "--build", self.directory] + (["--target", *targets] if targets else []) + ["--", "-k", "0"]
        result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        if result.returncode == 0:
            return None
        found = re.findall(r"^(\S+?):(\d+):\d+: error:", result.stdout, re.MULTILINE)
        return {(os.path.normpath(os.path.join(self.directory, path)), int(line) - 1) for path, line in found}

    def cases_pass(self, row, variable=None):
        """None if there are no such test cases, else whether all of them pass."""
        for directory, _, names in os.walk(os.path.join(self.directory, "tests")):
            if row.program in names:
                program = os.path.join(directory, row.program)
                break
        else:
            return None
        try:
            result = subprocess.run([program, "-tc=" + row.cases], capture_output=True, text=True, timeout=TEST_SECONDS,
                                    errors="replace", env=environment(variable))
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
    chosen = [row for row in rows() if (not options.only or row.requirement in options.only)
              and (not options.folder or row.path.startswith(tuple(options.folder)))]
    if options.sample:
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    faults = [fault_of(build.tree, row) for row in chosen]
    targets = sorted({row.program for row in chosen})
    switches = Switches(faults)
    switches.build(build, targets)
    if not switches.names and not build.builds(targets):
        sys.exit("mutate.py: the tree does not build")
    # All before the first fault: that of a row that is built alone stays in the program until it is built for the next.
    passing, verdicts = {}, collections.Counter()
    for row in chosen:
        test = (row.program, row.cases)
        if test not in passing:
            passing[test] = build.cases_pass(row)
    for row, fault in sorted(zip(chosen, faults), key=lambda pair: pair[1] not in switches.names):
        passes = passing[row.program, row.cases]
        verdict = "no such test" if passes is None else "" if passes else "fails without"
        verdict = verdict or verdict_of(build, row, fault, switches.names.get(fault))
        verdicts[verdict] += 1
        print(f"{verdict:15} {row.requirement:5} {Fault.text_of(*fault)}", flush=True)
    build.builds(targets)
    print(f"{verdicts['caught']} of {len(chosen)} rows caught" + "".join(f", {count} {verdict}" for verdict, count
                                                                         in verdicts.items() if verdict != "caught"))
    return 0 if verdicts["caught"] == len(chosen) else 1


def fault_of(tree, row):
    path = os.path.join(tree, row.path)
    lines = lines_of(path)
    number = [line.strip() for line in lines].index(row.line)
    return path, number, lines[number].replace(row.line, row.broken)


def verdict_of(build, row, fault, variable):
    if variable:
        return "SURVIVED" if build.cases_pass(row, variable) else "caught"
    with Fault(*fault):
        if not build.builds([row.program]):
            return "does not build"
        return "SURVIVED" if build.cases_pass(row) else "caught"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", nargs="?")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--copy", action="store_true")
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--only", action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", action="append")
    options = parser.parse_args()
    if options.check:
        problems = check()
        print("\n".join(problems), end="\n" if problems else "")
        return 1 if problems else 0
    if not options.build:
        parser.error("BUILD is missing")
    if not options.rows:
        parser.error("--rows is missing; faults at random: random_faults.py")
    # The line is put back when the script is ended, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("mutate.py: ended"))
    build = Build(options.build, options.copy)
    return try_rows(build, options)


if __name__ == "__main__":
    sys.exit(main())
