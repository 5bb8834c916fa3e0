"""One line for a handle, wherever GDB shows a value."""

import re
import unittest

from gdb_run import TO_MAIN, gdb, marked, outputs
from mpi_job import Job, RealTest

HANDLE = r"0x[0-9a-f]+"


class Printers(RealTest):
    def shown(self, job, *commands, **more):
        result = gdb(TO_MAIN, *marked(*commands), pid=job.pids[0], **more)
        found = outputs(result.stdout)
        self.assertEqual(len(found), len(commands), result.stdout + result.stderr)
        return found

    def test_everywhere(self):
        with Job("hung_recv", 2) as job:
            facts = job.facts_of(job.pids[0], "communicator")
            dup = next(fact["comm_handle"] for fact in facts if fact["comm"] == "my dup")
            line = f'MPI_Comm {dup}: "my dup" rank 0 of 2'
            print_, locals_, full, array, cast, raw = self.shown(
                job, "print dup", "info locals", "bt full", "print requests", f"print (MPI_Comm) {dup}", "print/r dup")
            self.assertTrue(print_.endswith(f" = {line}\n"), print_)
            self.assertIn(f"dup = {line}\n", locals_)
            self.assertIn(f"dup = {line}\n", full)
            self.assertRegex(array, rf"= \{{MPI_Request {HANDLE}.*, MPI_Request {HANDLE}.*\}}\n")
            self.assertTrue(cast.endswith(f" = {line}\n"), cast)
            self.assertNotIn("my dup", raw)

    def test_many_requests(self):
        """An array of requests, each with the operation that the program says."""
        with Job("many_requests", 1) as job:
            facts = {fact["tag"]: fact for fact in job.facts_of(job.pids[0], "operation") if fact["comm"] == "MPI_COMM_SELF"}
            self.assertEqual(len(facts), 100)
            (text,) = self.shown(job, "print requests")
            shown = re.findall(r"MPI_Request 0x[0-9a-f]+: receive from 0 tag (\d+) 4 bytes MPI_INT x 1 on MPI_COMM_SELF "
                               r"-> (0x[0-9a-f]+) active", text)
            self.assertEqual(shown, [(str(tag), facts[tag]["buffer"]) for tag in range(100)])

    def test_globals_of_every_kind(self):
        """Struct members, pointers to handles, const-qualified handles, statuses."""
        with Job("handles", 1) as job:
            facts = {fact["variable"]: fact["handle"] for fact in job.facts_of(job.pids[0], "handle")}
            names = [name for name in facts if "+" not in name]
            printed = self.shown(job, *(f"print {name}" for name in names), "print particle", "print *&datatype",
                                 "print *(const MPI_Datatype *)&datatype", "print status")
            for name, text in zip(names, printed):
                self.assertRegex(text, rf" = MPI_\w+ {facts[name]}: \S", name)
            member, pointer, const, status = printed[len(names):]
            for text in (member, pointer, const):
                self.assertIn(f"MPI_Datatype {facts['datatype']}: ", text)
            self.assertIn("MPI_Status", status)
            self.assertIn("MPI_TAG 5000", status)

    def test_switched_off_by_name(self):
        with Job("hung_recv", 1) as job:
            listed, one_off, all_off = self.shown(
                job, "info pretty-printer global mpi",
                "python gdb.execute('disable pretty-printer global mpi;MPI_Comm', to_string=True); gdb.execute('p dup')",
                "python gdb.execute('disable pretty-printer global mpi', to_string=True); gdb.execute('p requests')")
            for name in ("MPI_Comm", "MPI_Datatype", "MPI_Win"):
                self.assertIn(name, listed)
            self.assertNotIn("my dup", one_off)
            self.assertNotIn("MPI_Request 0x", all_off)

    def test_where_nothing_can_be_read(self):
        """The raw value and no error: a program that was not started, and a core file without its memory."""
        with Job("handles", 1) as job:
            result = gdb(*marked("print communicator", "print particle"), program=job.program)
            communicator, particle = outputs(result.stdout)
            self.assertIn("= MPI_Comm 0x0\n", communicator)
            self.assertNotIn("rror", communicator + particle + result.stderr)

    def test_machine_interface(self):
        with Job("hung_recv", 1) as job:
            result = gdb(pid=job.pids[0], arguments=["-i=mi"], source=False)
            self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_cast_number_that_is_none(self):
        with Job("hung_recv", 1) as job:
            (text,) = self.shown(job, "print (MPI_Comm) 0x1234")
            self.assertTrue(text.endswith("= MPI_Comm 0x1234\n"), text)


if __name__ == "__main__":
    unittest.main()
