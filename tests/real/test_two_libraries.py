"""Two MPI libraries in one process: that which the program has initialised is the one that answers."""

import unittest

from compare import compare_communicators, compare_queues, processes_by_pid
from mpi_job import Job, RealTest, openmpi_version
from test_mpich_queues import as_mpich_knows
from test_plugin_alone import KINDS, ask


class TwoLibraries(RealTest):
    def check(self, job, library, handle_type):
        def differences():
            found = []
            for noun, compare in (("comms", compare_communicators), ("queues", compare_queues)):
                for process in processes_by_pid(self.ask(noun, *job.pids)).values():
                    if process["library"] != library:
                        found.append(f'{noun}: {process["library"]}')
                    found += compare(process, job)
            return found

        self.assert_settles(differences)
        self.assertEqual(ask(job.pids[0], f"type {KINDS['comm']}"), [handle_type])

    def test_open_mpi_with_mpich(self):
        with Job("two_libraries", 2, "libmpich.so.12") as job:
            self.check(job, openmpi_version(), "struct ompi_communicator_t *")

    def test_mpich_with_open_mpi(self):
        with Job("mpich_two_libraries", 2, "libmpi.so.40", mpi="mpich") as job:
            self.check(as_mpich_knows(job), "MPICH 4.0.2", "none")


if __name__ == "__main__":
    unittest.main()
