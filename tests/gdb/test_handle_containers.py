"""Handles in C++ containers: of Open MPI they keep their type, of MPICH they are integers there."""

import unittest

from gdb_run import gdb, marked, outputs
from mpi_job import Job, RealTest


class HandleContainers(RealTest):
    def shown(self, job, *commands):
        pid = job.pid_of_rank[0]
        result = gdb("frame function exchange", *marked(*commands), pid=pid)
        found = outputs(result.stdout)
        self.assertEqual(len(found), len(commands), result.stdout + result.stderr)
        return [text.strip().splitlines() for text in found], job.facts_of(pid, "pending")

    def check(self, mpi, sample):
        with Job(sample, 2, mpi=mpi) as job:
            (requests, communicators, types, first, some), facts = self.shown(
                job, "mpi request halo.pending", "mpi comm communicators", "mpi datatype types",
                "mpi request halo.pending[1]", "with print elements 2 -- mpi request halo.pending")
            self.assertEqual([line.split(":")[0] for line in requests],
                             [f"[{index}] MPI_Request {fact['handle']}" for index, fact in enumerate(facts)])
            self.assertEqual(len(facts), 3)
            for line in requests:
                self.assertRegex(line, r":.* receive .*active( waited on)?$")
            self.assertRegex(communicators[0], r'^\[0\] MPI_Comm 0x[0-9a-f]+: "?MPI_COMM_WORLD"? rank 0 of 2$')
            self.assertRegex(communicators[1], r'^\[1\] MPI_Comm 0x[0-9a-f]+: "halo" rank 0 of 2$')
            self.assertRegex(types[0], r'^\[0\] MPI_Datatype 0x[0-9a-f]+: "?MPI_INT')
            self.assertRegex(types[1], r'^\[1\] MPI_Datatype 0x[0-9a-f]+: "row" .*size 16')
            self.assertIn(f"  request {facts[1]['handle']}", "\n".join(first))
            self.assertEqual(some, [*requests[:2], "... (set print elements: 2)"])

    def test_open_mpi(self):
        self.check("openmpi", "handle_containers")

    def test_mpich(self):
        self.check("mpich", "mpich_handle_containers")


if __name__ == "__main__":
    unittest.main()
