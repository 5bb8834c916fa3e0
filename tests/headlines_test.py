#!/usr/bin/env python3
"""In all golden texts: answers of `why` and `diff` that begin with the same words have the same exit code.

    headlines_test.py TESTS
"""

import os
import re
import sys

HEADLINE = re.compile(r"(?:[A-Z][A-Z -]+(?=: ))|all ranks are in MPI_Init|no call of MPI waits for anything that is not on its way")
# Files, and what comes in them before the headline of an answer with its exit code, or between it and the code.
BEFORE = (("render/golden/why.txt", r"== \w+: exit code (\d+)\n"),
          ("hangs/said/openmpi.txt", r"==== [\w ]+, exit code (\d+)\n-- why\n"),
          ("hangs/said/recorded.txt", r"==== [\w ]+, exit code (\d+)\n-- why\n"),
          ("hangs/said/mpich.txt", r"==== [\w ]+, exit code (\d+)\n-- why\n"))
AFTER = re.compile(r"^\$ mpidbg (?:why|diff) ?[^\n]*\n(?:two looks at [^\n]*\n)?(.*?)^exit code (\d+)$", re.MULTILINE | re.DOTALL)


def answers(directory):
    """Headlines with their exit codes and files."""
    for name, pattern in BEFORE:
        with open(os.path.join(directory, name), encoding="utf-8") as file:
            text = file.read()
        for match in re.finditer(pattern, text):
            yield HEADLINE.match(text, match.end()), int(match[1]), name
    captures = os.path.join(directory, "captures")
    for name in sorted(os.listdir(captures)):
        if not name.endswith(".txt") or name == "CMakeLists.txt":
            continue
        with open(os.path.join(captures, name), encoding="utf-8") as file:
            text = file.read()
        for match in AFTER.finditer(text):
            headline = HEADLINE.match(match[1])
            if headline:  # JSON and graphs have none
                yield headline, int(match[2]), name


def main():
    codes, files, count = {}, {}, 0
    problems = []
    for headline, code, name in answers(sys.argv[1]):
        if headline is None:
            problems.append(f"{name}: an answer without a headline, exit code {code}")
            continue
        count += 1
        known = codes.setdefault(headline[0], code)
        files.setdefault((headline[0], code), name)
        if known != code:
            problems.append(f"{headline[0]}: exit code {known} in {files[headline[0], known]}, {code} in {name}")
    if len(codes) < 10 or count < 200:
        problems.append(f"only {count} answers with {len(codes)} headlines were found")
    print("\n".join(problems) or f"{count} answers, {len(codes)} headlines")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
