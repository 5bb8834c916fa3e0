#!/usr/bin/env python3
"""Which test reaches which limit on what is accepted from a target.

    limits.py ROOT          prints a Markdown table; the exit code is 1 if a limit has no test
    limits.py --self-test   shows that it can fail

The limits are the constants of mpidbg/base/limits.h. limits.txt names for each one the file of a test and its test case, or a
subcase: the test case has to be there, and its file has to name the limit, so that a test follows a limit that changes.
"""

import os
import re
import sys
import tempfile

import table

HERE = os.path.dirname(os.path.abspath(__file__))


def text_of(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def limits_of(root):
    return re.findall(r"^inline constexpr .*?(\w+) =", text_of(os.path.join(root, "mpidbg/base/limits.h")), re.MULTILINE)


def rows_of(text):
    return [line.split(None, 2) for line in text.splitlines() if line.strip() and not line.startswith("#")]


def problems_of(root, rows):
    limits, problems = limits_of(root), []
    for limit, path, case in rows:
        text = text_of(os.path.join(root, "tests", path))
        cases = ["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', names)) for names in table.TEST_CASE.findall(text)]
        if limit not in limits:
            problems.append(f"{limit}: no such limit")
        elif case not in cases:
            problems.append(f"{limit}: no test case {case} in {path}")
        elif f"limits::{limit}" not in text:
            problems.append(f"{limit}: {path} does not name it")
    return problems + [f"{limit}: no test" for limit in limits if limit not in [row[0] for row in rows]]


def self_test():
    with tempfile.TemporaryDirectory() as root:
        for path, text in (("mpidbg/base/limits.h", "inline constexpr std::uint64_t one = 1, two = 2;\n"
                                                    "inline constexpr unsigned three = 3;\n"),
                           ("tests/a_test.cpp", 'TEST_CASE("first") { CHECK(limits::one); }\nTEST_CASE("second") {}\n')):
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        found = problems_of(root, rows_of("one a_test.cpp first\none a_test.cpp third\nthree a_test.cpp second\nfour a_test.cpp first\n"))
        expected = ["one: no test case third in a_test.cpp", "three: a_test.cpp does not name it", "four: no such limit"]
        assert found == expected, found
        assert problems_of(root, []) == ["one: no test", "three: no test"]


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return 0
    rows = rows_of(text_of(os.path.join(HERE, "limits.txt")))
    print("| limit | test |\n|---|---|")
    for limit, path, case in rows:
        print(f"| {limit} | {path}: {case} |")
    problems = problems_of(sys.argv[1], rows)
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
