#!/usr/bin/env python3
"""Whether the tests that need no MPI notice faults at random.

    random_faults.py BUILD [--copy] [--count N] [--seed SEED] [--seconds SECONDS] [--folder FOLDER]...

Chooses lines of mpidbg, mqs_shim and corefile, of each folder in them as many as its share of the lines, at least one, and
breaks each: a comparison, a logical operator, a sum, a number, true for false, a condition negated, a return or continue
dropped. All faults are built together, and the environment says which is active. The tests run once without a fault, which
finds the test cases that come by each one; then each fault is tried against these alone, the quickest first, until one fails or
takes ten times as long. Prints each fault with what caught it, "survived", or "no test comes by", and the share of each folder.

BUILD and --copy are as with mutate.py. Test cases that take more than SECONDS (default: 30) are left out of the trials.
--folder is a folder to choose lines of, instead of those three; it can be repeated.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time

import fault_sites
import mutate

HEADER, CASES, FAULTS = 64, 4096, 1024  # as in fault_switch.h
SPARE = 4  # one more for each so many: some do not compile
FOLDERS = ("mpidbg", "mqs_shim", "corefile")
# Tests of the tree and of exported names, which no fault of a program changes.
LEFT_OUT = ("layering", "layering_self_test", "requirements", "requirements_self_test", "requirements_faults",
            "requirements_limits", "requirements_limits_self_test", "documents", "documents_self_test", "build_options",
            "handle_kinds", "shim_exports", "abi_exports_of_plugin", "abi_plugin_needs_nothing",
            "abi_exports_of_shim", "abi_exports_of_mpit_tools")

Fault = collections.namedtuple("Fault", "number folder path site")
Case = collections.namedtuple("Case", "seconds test name")  # the name is None for a whole test


def folder_of(path):
    return "/".join(path.split("/")[:-1][:2])


def choose(tree, folders, count, seed):
    """Faults by folder, in the order in which they count, with some to spare."""
    lines, sites = collections.Counter(), collections.defaultdict(list)
    for top in folders:
        for directory, _, names in sorted(os.walk(os.path.join(tree, top))):
            for name in sorted(name for name in names if name.endswith(".cpp")):
                path = os.path.relpath(os.path.join(directory, name), tree)
                with open(os.path.join(tree, path), encoding="utf-8") as file:
                    text = file.read()
                lines[folder_of(path)] += text.count("\n")
                sites[folder_of(path)] += [(path, site) for site in fault_sites.sites_in(text)]
    chance, chosen, shares = random.Random(seed), [], {}
    for folder in sorted(sites):
        shares[folder] = share = max(1, round(count * lines[folder] / lines.total()))
        chance.shuffle(sites[folder])
        apart = []
        for path, site in sites[folder]:
            if len(apart) < share + 1 + share // SPARE and all(
                    path != other or site.end <= taken.begin or taken.end <= site.begin for other, taken in apart):
                apart.append((path, site))
        chosen += [Fault(len(chosen) + i, folder, path, site) for i, (path, site) in enumerate(apart)]
    return chosen, shares


class Broken:
    """The tree with all faults in it, while the block runs. After build(), `faults` are those that compile."""

    def __init__(self, build, faults):
        self.build_directory, self.tree, self.faults = build, build.tree, faults
        paths = {fault.path for fault in faults} | {"tests/main.cpp"}
        self.original = {path: "\n".join(mutate.lines_of(os.path.join(self.tree, path))) for path in paths}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for path, text in self.original.items():
            self.write(path, text)

    def write(self, path, text):
        path = os.path.join(self.tree, path)
        if "\n".join(mutate.lines_of(path)) != text:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def break_all(self):
        """Returns for each fault its lines in the broken source."""
        lines = {}
        for path, text in self.original.items():
            own = sorted((fault for fault in self.faults if fault.path == path), key=lambda fault: fault.site.begin)
            broken, at = f'#include "{mutate.HERE}/fault_switch.h"\n', 0
            for fault in own:
                broken += text[at:fault.site.begin]
                first = broken.count("\n")
                broken += fault_sites.schema(fault.site, text, fault.number)
                lines[fault.number] = (os.path.join(self.tree, path), range(first, broken.count("\n") + 1))
                at = fault.site.end
            broken += text[at:]
            if path == "tests/main.cpp":
                broken = text + f'#include "{mutate.HERE}/fault_cases.h"\n'
            self.write(path, broken if own or path == "tests/main.cpp" else text)
        return lines

    def build(self):
        while True:
            lines = self.break_all()
            places = self.build_directory.errors()
            if places is None:
                return
            bad = {number for number, (path, own) in lines.items() if any(path == place and at in own for place, at in places)}
            if not bad:
                sys.exit("random_faults.py: the tree does not build")
            self.faults = [fault for fault in self.faults if fault.number not in bad]


class Tests:
    """Those that need no MPI, and which of their cases come by each fault."""

    def __init__(self, directory, most_seconds):
        self.directory, self.most_seconds = directory, most_seconds
        words = ["ctest", "--test-dir", directory, "-LE", "mpi", "--show-only=json-v1"]
        listed = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)["tests"]
        self.tests = {test["name"]: test for test in listed if test["name"] not in LEFT_OUT and "command" in test}
        self.cases = collections.defaultdict(list)
        # Tests of other languages use files of one name.
        self.locks = {name: threading.Lock() for name in self.tests}

    def run(self, name, seconds, cases=None, **variables):
        """The exit code, or None if it took too long."""
        test = self.tests[name]
        properties = {one["name"]: one["value"] for one in test["properties"]}
        environment = {**os.environ, **dict(one.split("=", 1) for one in properties.get("ENVIRONMENT", [])), **variables}
        command = test["command"]
        if cases:
            command = [word for word in command if not word.startswith(("-tc", "--test-case"))]
            command += ["-aa=1", "-tc=" + ",".join(re.sub(r"[,\\]", "?", case) for case in cases)]
        with subprocess.Popen(command, cwd=properties.get("WORKING_DIRECTORY"), env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as process:
            try:
                return process.wait(seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return None

    def look(self, name):
        """Runs a test without a fault; returns whether it passes."""
        reached, log = (os.path.join(self.directory, f"fault-{what}-{name}") for what in ("reached", "cases"))
        with open(reached, "wb") as file:
            file.truncate(HEADER + CASES * FAULTS)
        start = time.monotonic()
        code = self.run(name, mutate.TEST_SECONDS, MPIDBG_FAULTS_REACHED=reached, MPIDBG_FAULT_CASES=log)
        if code != 0:
            return False
        cases = {0: (time.monotonic() - start, None)}
        if os.path.exists(log):
            with open(log, encoding="utf-8", errors="replace") as file:
                for line in file:
                    number, seconds, case = line.rstrip("\n").split("\t", 2)
                    cases[int(number)] = (float(seconds), case)
            os.remove(log)
        with open(reached, "rb") as file:
            content = file.read()
        os.remove(reached)
        for number, (seconds, case) in cases.items():
            row = content[HEADER + number * FAULTS:HEADER + (number + 1) * FAULTS]
            for fault, comes_by in enumerate(row):
                if comes_by and seconds <= self.most_seconds:
                    self.cases[fault].append(Case(seconds, name, case))
        return True

    def caught_by(self, fault):
        """The test that fails with the fault; None if none does, "" if no test comes by."""
        left = sorted(self.cases[fault.number], key=lambda case: case.seconds)
        if not left:
            return ""
        limit = 0.5
        while left:
            batch, seconds = collections.defaultdict(list), 0
            while left and (not batch or seconds + left[0].seconds <= limit):
                case = left.pop(0)
                seconds += case.seconds
                batch[case.test, case.name is None].append(case)
            limit *= 3
            for (name, is_whole), cases in batch.items():
                if self.fails(name, None if is_whole else [case.name for case in cases], seconds, fault):
                    return name
        return None

    def fails(self, name, cases, seconds, fault):
        """Only if it passes without the fault, too: on a busy machine not every test is on time."""
        def run(number):
            return self.run(name, 25 + 10 * seconds, cases, MPIDBG_FAULT=str(number))
        if cases:
            return run(fault.number) != 0 and run(-1) == 0
        with self.locks[name]:
            return run(fault.number) != 0 and run(-1) == 0


def report(faults, shares, tests, text_of):
    counted = [fault for folder in shares for fault in [one for one in faults if one.folder == folder][:shares[folder]]]
    caught = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for fault, by in zip(counted, pool.map(tests.caught_by, counted)):
            caught[fault.folder] += bool(by)
            line = text_of(fault).count("\n", 0, fault.site.at) + 1
            source = text_of(fault).split("\n")[line - 1].strip()
            print(f"{by or ('survived' if by is None else 'no test comes by'):30.30} {fault.path}:{line}: {source}  "
                  f"({fault.site.change})", flush=True)
    total = collections.Counter(fault.folder for fault in counted)
    for folder in total:
        print(f"{folder}: {caught[folder]} of {total[folder]}")
    print(f"{caught.total()} of {total.total()} faults caught")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build")
    parser.add_argument("--copy", action="store_true")
    parser.add_argument("--count", type=int, default=110)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--folder", action="append")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("random_faults.py: ended"))
    build = mutate.Build(options.build, options.copy)
    chosen, shares = choose(build.tree, options.folder or FOLDERS, options.count, options.seed)
    with Broken(build, chosen) as broken:
        broken.build()
        tests = Tests(build.directory, options.seconds)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            passes = dict(zip(tests.tests, pool.map(tests.look, tests.tests)))
        print("left out, they fail without a fault:", " ".join(name for name in passes if not passes[name]) or "none", flush=True)
        report(broken.faults, shares, tests, lambda fault: broken.original[fault.path])
    return 0


if __name__ == "__main__":
    sys.exit(main())
