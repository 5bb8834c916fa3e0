"""The text of `queues`, whole, against lines made of the program's facts: the picture of a hung job."""

import re
import unittest

from mpi_job import Job, RealTest, run_mpidbg


def words(line):
    return re.sub(r" +", " ", line.strip())


class Text(RealTest):
    def expected(self, job, rank):
        """The lines below the head of one rank, without their indentation and alignment."""
        pid, size = job.pid_of_rank[rank], job.ranks
        posted = {fact["tag"]: fact for fact in job.facts_of(pid, "operation")}
        peer = posted[5]["world"]
        return [
            f"MPI_COMM_WORLD context 0 rank {rank} of {size}",
            f"posted from {peer} tag 99 4 bytes MPI_INT x 1 -> {posted[99]['buffer']} blocking MPI_Recv",
            f"my dup context 3 rank {rank} of {size}",
            f"posted from any tag 6 16 bytes MPI_INT x 4 -> {posted[6]['buffer']} request {posted[6]['request']}",
            f"posted from {peer} tag 5 16 bytes MPI_INT x 4 -> {posted[5]['buffer']} request {posted[5]['request']}",
            f"unexpected from {peer} tag 77 4 bytes eager",
        ]

    def test_hung_recv(self):
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks), Job("hung_recv", ranks) as job:
                blocks = []

                def differences():
                    result = run_mpidbg("queues", job.mpirun.pid)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    blocks[:] = re.split(r"^(?=rank )", result.stdout, flags=re.MULTILINE)[1:]
                    if len(blocks) != ranks:
                        return [f"{len(blocks)} ranks shown:\n{result.stdout}"]
                    found = []
                    for rank, block in enumerate(blocks):
                        lines = [words(line) for line in block.splitlines()[1:] if line.strip()]
                        # Which of two receives of different kinds comes first is the library's affair.
                        if sorted(lines) != sorted(self.expected(job, rank)):
                            found.append("\n".join(["shown:", *lines, "expected:", *self.expected(job, rank)]))
                    return found

                self.assert_settles(differences)
                for rank, block in enumerate(blocks):
                    head = words(block.splitlines()[0])
                    self.assertRegex(head, rf"^rank {rank} of {ranks} pid {job.pid_of_rank[rank]} Open MPI \S+ ob1 "
                                           r"layouts: .*\bchecked\b.* queues: complete$")


if __name__ == "__main__":
    unittest.main()
