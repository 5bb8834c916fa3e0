#!/usr/bin/env python3
"""Checks that the files exist that documents name.

    documents_test.py ROOT         exits with 0 if every link and every path of ROOT's *.md leads to something
    documents_test.py --self-test  shows that it can fail

A link is relative to its document. A path is a name in backquotes that ends in "/" or in a suffix of the sources, or
whose first folder is one of the tree; it may be written from the root, from the document's folder, or as the last part
of a path in the tree ("handles/X.h" beside a table of mpidbg/abi). {a,b} stands for both, * for any name.
"""

import fnmatch
import os
import re
import sys
import tempfile

SKIPPED = re.compile(r"^(\.git|build.*|__pycache__)$")
SUFFIX = re.compile(r"\.(h|c|cpp|py|md|json|txt|sh|def|cmake|map)$")
PATH = re.compile(r"[\w.*{},+-]+(/[\w.*{},+-]+)*/?")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
QUOTED = re.compile(r"`([^`\n]+)`")

# Names that are not files of the tree: of other projects, of what is built, or examples of names.
OTHERS = {
    "CONTRIBUTING.md": {"byte_order.h", "list_walk.h"},
    "mpidbg/README.md": {"mpi.h"},
    "tests/README.md": {"build/"},
    "tests/bench/README.md": {"samples/many_requests"},
}
# Files of documents that say what an extension would add. One that exists by now is reported, too.
PLANNED = {
    "mpidbg/README.md": {
        "layout/profiles/openmpi-5.0.*-x86_64.json", "model/objects/session.h",
    },
}


def paths_of(root):
    """All files and folders below root, relative to it; folders without "/" at the end."""
    found = set()
    for directory, folders, names in os.walk(root):
        folders[:] = [folder for folder in folders if not SKIPPED.match(folder)]
        for name in folders + names:
            found.add(os.path.relpath(os.path.join(directory, name), root))
    return found


def alternatives(name):
    match = re.search(r"\{([^{}]*)\}", name)
    if not match:
        return [name]
    return [one for word in match.group(1).split(",")
            for one in alternatives(name[:match.start()] + word + name[match.end():])]


def exists(paths, document, name):
    name = name.rstrip("/")
    here = os.path.dirname(document)
    wanted = {name, os.path.normpath(os.path.join(here, name))}
    if "*" not in name and wanted & paths:
        return True
    return any(fnmatch.fnmatchcase("/" + path, "*/" + name) for path in paths)


def is_path(paths, document, name):
    if not PATH.fullmatch(name):
        return False
    if "/" not in name:
        return bool(SUFFIX.search(name))
    first = name.split("/")[0]
    here = os.path.dirname(document)
    return first in paths or os.path.join(here, first) in paths or name.endswith("/")


def check_tree(root):
    """All problems, as "document:line: what" in order, and the number of documents."""
    paths, problems = paths_of(root), []
    documents = sorted(path for path in paths if path.endswith(".md"))
    for document in documents:
        others, planned = OTHERS.get(document, set()), PLANNED.get(document, set())
        with open(os.path.join(root, document), encoding="utf-8") as file:
            lines = file.read().split("\n")
        for number, line in enumerate(lines, 1):
            for link in LINK.findall(line):
                target = os.path.normpath(os.path.join(os.path.dirname(document), link))
                if "://" not in link and target not in paths:
                    problems.append(f"{document}:{number}: the link to {link} leads nowhere")
            for name in QUOTED.findall(line):
                # X and NAME stand for a name that the reader chooses.
                pattern = re.sub(r"\b(X|NAME)(?=\b|_)", "*", name)
                if name in others or not is_path(paths, document, name):
                    continue
                missing = [one for one in alternatives(pattern) if not exists(paths, document, one)]
                if name in planned and not missing:
                    problems.append(f"{document}:{number}: {name} is planned, and exists")
                elif missing and name not in planned:
                    problems.append(f"{document}:{number}: there is no {missing[0]}")
    return problems, len(documents)


def self_test():
    def problems_of(text):
        with tempfile.TemporaryDirectory() as root:
            for path in ("mpidbg/base/result.h", "mpidbg/base/result.cpp", "mpidbg/model/objects/op.h", "LICENSE"):
                os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8"):
                    pass
            with open(os.path.join(root, "mpidbg/README.md"), "w", encoding="utf-8") as file:
                file.write(text + "\n")
            return check_tree(root)[0]

    good = ["[license](../LICENSE)", "[elsewhere](https://example.org/x.h)", "`mpidbg/base/result.h`", "`base/`",
            "`result.h`", "`base/result.{h,cpp}`", "`base/*.h`", "`model/objects/X.h`", "`objects/op.h`", "`mpi.h`",
            "`model/objects/session.h`", "`print/r`", "`a - b`"]
    bad = ["[license](LICENSE)", "`mpidbg/base/gone.h`", "`base/gone/`", "`gone.h`", "`base/result.{h,c}`",
           "`base/*.py`", "`model/gone/X.h`", "`gone/`", "`mpidbg/gone`"]
    failures = [f"allowed, but reported: {text}" for text in good if problems_of(text)]
    failures += [f"not reported: {text}" for text in bad if len(problems_of(text)) != 1]
    return failures, len(good), len(bad)


def main():
    if sys.argv[1:] == ["--self-test"]:
        failures, good, bad = self_test()
        print("\n".join(failures) or f"{bad} faults found, {good} good texts passed")
        return 1 if failures else 0
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    problems, documents = check_tree(sys.argv[1])
    if documents == 0:
        print(f"no documents below {sys.argv[1]}", file=sys.stderr)
        return 2
    print("\n".join(problems) or f"what {documents} documents name exists")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
