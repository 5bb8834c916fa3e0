#!/usr/bin/env python3
"""GDB's package names the kinds of handles as mpidbg/base/handle_kinds.def does, in its order.

    handle_kinds_test.py ROOT
"""

import ast
import os
import re
import sys

root = sys.argv[1]
with open(os.path.join(root, "mpidbg", "base", "handle_kinds.def"), encoding="utf-8") as file:
    rows = re.findall(r'^MPIDBG_HANDLE_KIND\((\w+), (\w+), (\w+), "(\w+)"\)', file.read(), re.MULTILINE)
with open(os.path.join(root, "gdb_python", "mpidbg_gdb", "handles.py"), encoding="utf-8") as file:
    tables = [ast.literal_eval(node.value) for node in ast.parse(file.read()).body
              if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "KIND_OF_TYPE"]

problems = []
if len(tables) != 1 or list(tables[0]) != [kind for _, _, _, kind in rows]:
    problems.append("KIND_OF_TYPE of handles.py has other types than handle_kinds.def")
for noun, word, constant, kind in rows:
    if constant != word.upper():
        problems.append(f"{kind}: {constant} is not {word} in capitals")
    if tables and tables[0].get(kind) not in (noun, word):
        problems.append(f"{kind}: {tables[0].get(kind)} is neither {noun} nor {word}")
print("\n".join(problems) or f"{len(rows)} kinds agree")
sys.exit(1 if problems or not rows else 0)
