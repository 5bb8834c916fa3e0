"""Runs inside GDB: tries commands and functions on values of all kinds, and writes what came out as JSON.

The environment names a file with what to try: "expressions", "commands", and "results", a path. In a command, X stands for the
expression.
"""

import json
import os

import gdb


def outcome(command):
    """The output of a command, or its error."""
    try:
        return {"output": gdb.execute(command, to_string=True), "error": None}
    except gdb.error as error:
        return {"output": None, "error": str(error)}


def is_ours(kind):
    return kind.__module__.startswith("mpidbg_gdb")


with open(os.environ["VALUE_TABLE"], encoding="utf-8") as file:
    task = json.load(file)
table = {expression: [(command, outcome(command.replace("X", expression))) for command in ["output X", *task["commands"]]]
         for expression in task["expressions"]}
bases = [base for base in (gdb.Command, gdb.Function, getattr(gdb, "MICommand", None)) if base is not None]
with open(task["results"], "w", encoding="utf-8") as file:
    json.dump({"table": table, "entry_points": [kind.__module__ for base in bases for kind in base.__subclasses__() if is_ours(kind)]}, file)
