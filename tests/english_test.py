#!/usr/bin/env python3
"""Counts comments that are fragments or idioms which a native reader would stop at.

    english_test.py ROOT         exits with 0 if the comments in ROOT keep to LIMIT and CLEAN below
    english_test.py ROOT --list  lists them, too
    english_test.py --self-test  shows that it can fail

A comment that opens with "Of", "What" or "Those" lacks a subject or a verb: a contract is a sentence that has both. The
phrases below have a plainer form. A hit shows where to look. Comments of tests are not counted.
"""

import os
import re
import sys

# The number of hits in the whole tree. It may only fall: whoever rewords comments lowers it in the same commit.
LIMIT = 0

# Folders that must not have any hits.
CLEAN = ["mpidbg", "samples", "gdb_python", "python", "packaging", "corefile/capture",
         "corefile/dwarf", "corefile/elf", "corefile/launch", "corefile/mpit_tool", "corefile/pmix_table",
         "corefile/process", "corefile/python"]

TOPS = ["mpidbg", "mqs_shim", "corefile", "samples", "gdb_python", "python", "packaging"]
SOURCE = re.compile(r"\.(h|c|cpp|def|py)$")

OPENER = re.compile(r"(Of|What|Whose|Whom?|Those|That of|Nobody|None of which|(By|As) what|(In|From|For) which)\b")
PHRASES = {
    "is no": re.compile(r"\b(is|are|was|were) no (?!(longer|more|less|later|earlier|better)\b)[a-z]"),
    "tells of": re.compile(r"\b(tells?|told|says?|said) of\b|\btold by\b|\bcan(not)? be told\b"),
    "nobody knows": re.compile(r"\bnobody (knows|says|asks)\b"),
    "comes to be": re.compile(r"\b(goes? on(?! line)|went on|comes? to (be|have)|(is|are) through with)\b"),
    "at hand": re.compile(r"\bat hand\b"),
    "is whole": re.compile(r"\b(is|are) whole\b"),
    "as it is": re.compile(r"\bas (it|they|one|others) (is|are|does|do)[.,;]"),
    "that there is not": re.compile(r"\bthat (there )?(is|are) not( there)?[.,;]"),
}


def comments(text, mark):
    """Each comment that begins a line, as (line, text): neighbouring lines with the mark, or a block of C."""
    block: list[str] = []
    start, inside = 0, False
    for number, line in enumerate(text.split("\n") + [""], 1):
        line = line.strip()
        opens = mark == "//" and line.startswith("/*")
        if inside or opens:
            if opens and not inside:
                if block:
                    yield start, " ".join(block)
                block, start = [], number
            block.append(line.strip("/* "))
            inside = "*/" not in line
            if not inside:
                yield start, " ".join(block)
                block = []
        elif line.startswith(mark) and not line.startswith("#!"):
            start = start if block else number
            block.append(line.lstrip("/#! "))
        elif block:
            yield start, " ".join(block)
            block = []


def faults(comment):
    opener = OPENER.match(comment)
    return ([f'opens with "{opener[0]}"'] if opener else []) + [
        f'"{name}"' for name, pattern in PHRASES.items() if pattern.search(comment)]


def check_tree(root):
    """Every hit as (file, line, what, comment), and the number of comments."""
    hits, count = [], 0
    for top in TOPS:
        for directory, folders, names in os.walk(os.path.join(root, top)):
            folders.sort()
            for name in sorted(names):
                if not SOURCE.search(name):
                    continue
                path = os.path.join(directory, name)
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                for line, comment in comments(text, "#" if name.endswith(".py") else "//"):
                    count += 1
                    hits += [(os.path.relpath(path, root), line, what, comment) for what in faults(comment)[:1]]
    return hits, count


def self_test():
    bad = ["Of the communicator.", "What it refers to.", "Those of a table.", "That of the process.",
           "There is no record.", "The rest can be told by its number.", "The value is at hand.", "It is as it is."]
    good = ["Returns the rank.", "Office hours.", "It is no longer valid.", "Whatever it is, it has a size."]
    wrong = [text for text in bad if not faults(text)] + [text for text in good if faults(text)]
    found = list(comments("// One\n// comment\nint a;  // no\n/* a\n * b */\n// last\n", "//"))
    if found != [(1, "One comment"), (4, "a b"), (6, "last")]:
        wrong.append(str(found))
    for text in wrong:
        print("english_test.py: judged wrongly: " + text)
    return 1 if wrong else 0


def main():
    if "--self-test" in sys.argv:
        return self_test()
    hits, count = check_tree(sys.argv[1])
    forbidden = [hit for hit in hits if any(hit[0].startswith(folder + "/") for folder in CLEAN)]
    shown = hits if "--list" in sys.argv or (len(hits) > LIMIT and not forbidden) else forbidden
    for path, line, what, comment in shown:
        print(f"{path}:{line}: {what}: {comment[:100]}")
    print(f"{len(hits)} of {count} comments, at most {LIMIT}; {len(forbidden)} in folders that must not have any")
    if len(hits) < LIMIT:
        print(f"english_test.py: LIMIT can be lowered to {len(hits)}")
    return 1 if forbidden or len(hits) > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
