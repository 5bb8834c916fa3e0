"""What GDB says of the members of a struct to libmqs_shim.so: offset, kind and size, by the functions of mqs_shim_target. Needs no MPI.

usage: field_types_test.py PROGRAM, of fields.c
"""

import json
import os
import sys
import unittest

from gdb_run import gdb

HEADER = os.path.join(os.path.dirname(__file__), "../../mpidbg/abi/field_types_interface.h")

# Asks as the library does, through the addresses in the table.
ASK = """
import ctypes, json
from mpidbg_gdb.gdb_target import GdbTarget
target = GdbTarget(gdb.selected_inferior())  # whose callbacks the table has
table = target.table
def asked(*words):
    kind, size = ctypes.c_int(-1), ctypes.c_uint64(99)
    type_name, member = (word.encode() for word in words)
    known = table.field_type(None, type_name, member, ctypes.byref(kind), ctypes.byref(size))
    return [table.field_offset(None, type_name, member), known, kind.value, size.value]
print(json.dumps([asked(*words) for words in QUESTIONS]))
"""
UNKNOWN, INTEGER, POINTER, FLOAT, ARRAY, STRUCT, UNION = range(7)
NOT_KNOWN = [-1, 0, -1, 99]  # nothing is written


class FieldTypes(unittest.TestCase):
    def answers(self, *questions):
        script = ASK.replace("QUESTIONS", repr(questions))
        result = gdb(f"python exec({script!r})", program=PROGRAM)
        self.assertEqual(result.stderr, "")
        return json.loads(result.stdout)

    def test_members(self):
        expected = {"number": [0, 1, INTEGER, 4], "letter": [4, 1, INTEGER, 1], "is_true": [5, 1, INTEGER, 1],
                    "colour": [8, 1, INTEGER, 4], "real": [16, 1, FLOAT, 8], "text": [24, 1, POINTER, 8],
                    "function": [32, 1, POINTER, 8], "many": [40, 1, ARRAY, 6], "part": [48, 1, STRUCT, 16],
                    "either": [64, 1, UNION, 8], "name": [72, 1, ARRAY, 64]}
        answers = self.answers(*(("fields_t", member) for member in expected))
        self.assertEqual(dict(zip(expected, answers)), expected)

    def test_what_is_not_there(self):
        self.assertEqual(self.answers(("fields_t", "no_member"), ("no_type_t", "number"), ("number_t", "number")), [NOT_KNOWN] * 3)

    def test_numbers_of_kinds(self):
        with open(HEADER, encoding="utf-8") as file:
            words = file.read().split("enum mpidbg_field_kind_t {")[1].split("}")[0]
        names = [line.strip().split(",")[0].split(" ")[0] for line in words.splitlines() if "MPIDBG_FIELD_" in line]
        self.assertEqual(names, ["MPIDBG_FIELD_" + name for name in
                                 ("UNKNOWN", "INTEGER", "POINTER", "FLOAT", "ARRAY", "STRUCT", "UNION")])


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
