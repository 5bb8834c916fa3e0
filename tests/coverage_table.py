#!/usr/bin/env python3
"""Sums gcovr's summary by folder, as the table that tests/README.md shows.

    coverage_table.py coverage.json
"""

import collections
import json
import sys

FOLDERS = ("mpidbg/base", "mpidbg/debugger", "mpidbg/layout", "mpidbg/model", "mpidbg/entry", "mqs_shim", "corefile/command",
           "corefile/mpit_tool", "corefile")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        files = json.load(file)["files"]
    lines = collections.Counter()
    covered = collections.Counter()
    for each in files:
        folder = next((name for name in FOLDERS if each["filename"].startswith(name + "/")), None)
        if folder is None:
            continue
        for key in (folder, "all"):
            lines[key] += each["line_total"]
            covered[key] += each["line_covered"]
    print("| folder | lines | covered |\n|---|---|---|")
    for key in (*FOLDERS, "all"):
        if lines[key]:
            print(f"| {key} | {lines[key]:,} | {100 * covered[key] / lines[key]:.1f} % |")


if __name__ == "__main__":
    main()
