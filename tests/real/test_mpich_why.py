"""The verdict on jobs of MPICH, of which memory shows as much as of Open MPI but for what probes and windows wait for."""

import unittest

from mpi_job import Job, run_mpidbg
from test_why import VerdictTest

# Shared memory shows that no message is under way.
SHARED_MEMORY = {"UCX_TLS": "self,sysv,posix,cma"}
WAYS = ("recv_ring", "other_tag", "ssend_ring", "sendrecv_tags", "waitall", "waitany", "self", "missing_in_barrier",
        "other_collective", "comm_dup", "polling", "persistent")


class MpichWhyTest(VerdictTest):
    def test_ways(self):
        for way in WAYS:
            with self.subTest(way=way), Job("mpich_hangs", 3, way, mpi="mpich", environment=SHARED_MEMORY) as job:
                for fact in job.facts:
                    if fact["fact"] == "verdict" and not fact["kind"].startswith("waits for"):
                        # MPI_Waitany jumps to a function without a name: what it waits for is concluded.
                        fact["proof"] = "suspected" if way == "waitany" else "transport"
                self.assert_settles(lambda job=job: self.differences(job, job.pids))

    def test_likely_cause(self):
        """A message with another tag."""
        with Job("mpich_hangs", 3, "other_tag", mpi="mpich") as job:
            def differences():
                text = " ".join(run_mpidbg("why", *job.pids).stdout.split())
                return [] if "rank 1 sent tag 8 to rank 0" in text and "only the tag differs" in text else [text]
            self.assert_settles(differences)


if __name__ == "__main__":
    unittest.main()
