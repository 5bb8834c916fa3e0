"""Handles in Fortran: INTEGERs of the module mpi, types of mpi_f08. Those of MPICH are the handles of C."""

import os
import unittest

from gdb_run import gdb, marked, outputs
from mpi_job import Job, RealTest, SAMPLES


class FortranHandles(RealTest):
    def shown(self, job, function, *commands):
        result = gdb(f"python gdb.execute('frame function {function}', to_string=True)", *marked(*commands),
                     pid=job.pid_of_rank[0])
        found = outputs(result.stdout)
        self.assertEqual(len(found), len(commands), result.stdout + result.stderr)
        self.assertNotIn("Traceback", result.stderr)
        return [text.strip() for text in found]

    def job(self, mpi, module):
        sample = ("mpich_" if mpi == "mpich" else "") + "handles_fortran"
        self.assertTrue(os.path.exists(os.path.join(SAMPLES, sample)), "built without a Fortran compiler")
        return Job(sample, 2, module, mpi=mpi)

    def check_objects(self, communicator, datatype, requests):
        self.assertRegex(communicator, r"\n  halo  context [0-9]+  rank 0 of 2\n")
        self.assertIn('"row"', datatype)
        self.assertIn("size 16", datatype)
        lines = requests.splitlines()
        self.assertEqual(len(lines), 2, requests)
        for index, line in enumerate(lines):
            self.assertRegex(line, rf"^\[{index + 1}\] MPI_Request 0x[0-9a-f]+: .*receive from 1 tag {50 + index} ")

    def check_statuses(self, one, several):
        """MPI leaves MPI_ERROR as it was."""
        self.assertRegex(one, r"\n  status 0x[0-9a-f]+  MPI_SOURCE 0  MPI_TAG 41  MPI_ERROR -?[0-9]+  4 bytes$")
        lines = several.splitlines()
        self.assertEqual(len(lines), 2, several)
        for index, line in enumerate(lines, 1):
            self.assertRegex(line, rf"^\[{index}\] MPI_Status MPI_SOURCE 0 MPI_TAG {41 + index} MPI_ERROR -?[0-9]+ 4 bytes$")

    def check_statuses_of_mpif(self, job):
        """An array of INTEGERs is one status, and an array of such arrays several."""
        one, several, _, declared, _, all_declared = self.shown(
            job, "with_mpi", "mpi status received", "mpi status statuses", "set mpi as status received", "mpi show received",
            "set mpi as status statuses", "mpi show statuses")
        self.check_statuses(one, several)
        self.assertEqual((declared, all_declared), (one, several))

    def check_statuses_of_f08(self, job):
        one, several, printed = self.shown(job, "with_mpi_f08", "mpi show received", "mpi status statuses", "output received")
        self.check_statuses(one, several)
        self.assertRegex(printed, "^MPI_Status MPI_SOURCE 0 MPI_TAG 41 MPI_ERROR -?[0-9]+ 4 bytes$")

    def check_conditions(self, job, function):
        self.assertEqual(self.shown(job, function, "output $_mpi_comm (dup)", "output $_mpi_comm (dup, 'halo')",
                                    "output $_mpi_comm (dup, 'other')", "output $_mpi_handle ('MPI_INTEGER') == 0"),
                         ["'halo'", ".TRUE.", ".FALSE.", ".FALSE."])

    def test_mpich_integers(self):
        with self.job("mpich", "mpi") as job:
            self.check_objects(*self.shown(job, "with_mpi", "mpi comm dup", "mpi datatype row", "mpi request requests"))
            self.check_statuses_of_mpif(job)
            self.check_conditions(job, "with_mpi")

    def test_mpich_types(self):
        with self.job("mpich", "mpi_f08") as job:
            self.check_objects(*self.shown(job, "with_mpi_f08", "mpi show dup", "mpi datatype row", "mpi request requests"))
            (printed,) = self.shown(job, "with_mpi_f08", "output dup")
            self.assertRegex(printed, r'^MPI_Comm 0x[0-9a-f]+: "halo" rank 0 of 2$')
            self.check_statuses_of_f08(job)
            self.check_conditions(job, "with_mpi_f08")

    def test_open_mpi_types(self):
        """There the number is an index."""
        with self.job("openmpi", "mpi_f08") as job:
            communicator, printed = self.shown(job, "with_mpi_f08", "mpi show dup", "output dup")
            self.assertRegex(communicator, r"\n  halo  context [0-9]+  rank 0 of 2\n")
            self.assertRegex(printed, r'^MPI_Comm 0x[0-9a-f]+: "halo" rank 0 of 2$')
            self.check_statuses_of_f08(job)
            self.check_conditions(job, "with_mpi_f08")

    def test_open_mpi_integers(self):
        """Numbers that Fortran declares are never taken for addresses; arrays as a whole, and by element."""
        with self.job("openmpi", "mpi") as job:
            self.check_objects(*self.shown(job, "with_mpi", "mpi comm dup", "mpi datatype row", "mpi request requests"))
            element, _, every, second = self.shown(job, "with_mpi", "mpi request requests(1)", "set mpi as request requests",
                                                   "mpi show requests", "mpi show requests(2)")
            self.assertRegex(element, r"\n  request 0x[0-9a-f]+ .* tag 50 ")
            self.assertRegex(every, r"(?s)^\[1\] MPI_Request .* tag 50 .*\n\[2\] MPI_Request .* tag 51 ")
            self.assertRegex(second, r"\n  request 0x[0-9a-f]+ .* tag 51 ")
            self.check_statuses_of_mpif(job)
            self.check_conditions(job, "with_mpi")


if __name__ == "__main__":
    unittest.main()
