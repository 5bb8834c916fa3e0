"""Handles as MPICH declares them: integers with a typedef. The program has nothing else of MPI, so the value is all there is."""

import os
import subprocess
import tempfile
import unittest

from gdb_run import gdb, marked, outputs

PROGRAM = r"""
typedef int MPI_Comm;
typedef int MPI_Datatype;
typedef int MPI_Request;
typedef int MPI_Win;
typedef struct ADIOI_FileD *MPI_File;
typedef struct { int count_lo, count_hi_and_cancelled, MPI_SOURCE, MPI_TAG, MPI_ERROR; } MPI_Status;
struct pair { const MPI_Datatype type; MPI_Comm comm; };
MPI_Comm world = 0x44000000;
volatile MPI_Request freed = 0x2c000000;
struct pair pair = {0x4c000405, 0x84000001};
MPI_Win windows[2] = {0x20000000, -0x60000000};
MPI_File file;
MPI_Status status = {16, 0, 3, 7, 0};
int number = 5;
__attribute__((noinline)) MPI_Comm duplicate(MPI_Comm comm) { __asm__ volatile("" ::: "memory"); return comm + 1; }
__attribute__((noinline)) MPI_Status received(void) { __asm__ volatile("" ::: "memory"); return status; }
__attribute__((noinline)) void nothing(void) { __asm__ volatile("" ::: "memory"); }
int main(void) { MPI_Comm dup = duplicate(world); received(); nothing(); return dup == 0; }
"""


class IntegerHandles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        cls.addClassCleanup(cls.directory.cleanup)
        cls.program = os.path.join(cls.directory.name, "integers")
        subprocess.run(["cc", "-g", "-O0", "-x", "c", "-", "-o", cls.program], input=PROGRAM, text=True, check=True)

    def shown(self, *commands, before=()):
        result = gdb(*before, *marked(*commands), program=self.program)
        found = outputs(result.stdout)
        self.assertEqual(len(found), len(commands), result.stdout + result.stderr)
        self.assertNotIn("Traceback", result.stderr)
        return [text.strip() for text in found]

    def test_values(self):
        names = ["world", "freed", "pair", "windows", "file", "number"]
        expected = ["MPI_Comm 0x44000000", "MPI_Request 0x2c000000",
                    "{type = MPI_Datatype 0x4c000405, comm = MPI_Comm 0x84000001}", "{MPI_Win 0x20000000, MPI_Win 0xa0000000}",
                    "MPI_File 0x0", "5"]
        for before in ((), ("break main", "run")):
            self.assertEqual(self.shown(*(f"output {name}" for name in names), before=before), expected)

    def test_status(self):
        (text,) = self.shown("output status")
        self.assertEqual(text, "MPI_Status source 3 tag 7 error 0")

    def test_finish(self):
        """GDB loses the typedef on `finish`; `mpi finish` keeps it."""
        (plain,) = self.shown("finish", before=("break duplicate", "run"))
        self.assertIn("Value returned is $1 = 1140850689", plain)
        (kept,) = self.shown("mpi finish", before=("break duplicate", "run"))
        self.assertIn("Value returned is $1 = MPI_Comm 0x44000001", kept)
        self.assertNotIn("1140850689", kept)
        (struct,) = self.shown("mpi finish", before=("break received", "run"))
        self.assertIn("MPI_Status source 3 tag 7 error 0", struct)
        (nothing,) = self.shown("mpi finish", before=("break nothing", "run"))
        self.assertNotIn("Value returned", nothing)
        self.assertIn("main", nothing)


if __name__ == "__main__":
    unittest.main()
