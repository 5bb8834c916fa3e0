"""The text of `queues`, whole, against lines made of the program's facts: the picture of a hung job."""

import re
import unittest

from mpi_job import Job, RealTest, run_mpidbg


def words(line):
    return re.sub(r" +", " ", line.strip())


class Text(RealTest):
    def expected(self, job, rank, verbose):
        """The start of the lines below the head of one rank, without their indentation and alignment; with -v, the
        addresses, too."""
        pid, size = job.pid_of_rank[rank], job.ranks
        posted = {fact["tag"]: fact for fact in job.facts_of(pid, "operation")}
        peer = posted[5]["world"]

        def addresses(tag):
            return f" -> {posted[tag]['buffer']} request {posted[tag]['request']}" if verbose else ""

        return [
            f"MPI_COMM_WORLD context 0 rank {rank} of {size}",
            f"posted from {peer} tag 99 4 bytes MPI_INT x 1" +
            (f" -> {posted[99]['buffer']}" if verbose else " blocking MPI_Recv"),
            f"my dup context 3 rank {rank} of {size}",
            f"posted from any tag 6 16 bytes MPI_INT x 4{addresses(6)}",
            f"posted from {peer} tag 5 16 bytes MPI_INT x 4{addresses(5)}",
            f"unexpected from {peer} tag 77 4 bytes eager",
        ]

    def differences(self, job, rank, block, verbose):
        lines = [words(line) for line in block.splitlines()[1:] if line.strip()]
        if not verbose:
            lines = [line for line in lines if not line.startswith("layouts: ")]
        # Which of two receives of different kinds comes first is the library's affair.
        shown, expected = sorted(lines), sorted(self.expected(job, rank, verbose))
        if verbose:
            shown = [line for line in shown if line.split(" ")[0] in ("posted", "unexpected", "my", "MPI_COMM_WORLD")]
            same = len(shown) == len(expected) and all(map(str.startswith, shown, expected))
        else:
            same = shown == expected
        return [] if same else ["\n".join(["shown:", *shown, "expected:", *expected])]

    def test_hung_recv(self):
        for ranks, option in ((1, "--each"), (2, "-v"), (4, "--each"), (4, "-v")):
            with self.subTest(ranks=ranks, option=option), Job("hung_recv", ranks) as job:
                blocks = []

                def differences():
                    result = run_mpidbg("queues", job.mpirun.pid, option)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    blocks[:] = re.split(r"^(?=rank )", result.stdout, flags=re.MULTILINE)[1:]
                    if len(blocks) != ranks:
                        return [f"{len(blocks)} ranks shown:\n{result.stdout}"]
                    found = []
                    for rank, block in enumerate(blocks):
                        found += self.differences(job, rank, block, option == "-v")
                    return found

                self.assert_settles(differences)
                for rank, block in enumerate(blocks):
                    head = words(" ".join(block.splitlines()[:1 if option == "-v" else 2]))
                    self.assertRegex(head, rf"^rank {rank} of {ranks} pid {job.pid_of_rank[rank]} .*Open MPI \S+ ob1 "
                                           r"layouts: .*\bchecked\b.* queues: complete$")

    def test_equal_ranks_are_one_block(self):
        """Both ranks of the pair do the same with the other one: shared facts once, and a block for each peer."""
        with Job("hung_recv", 4) as job:
            def differences():
                text = run_mpidbg("queues", job.mpirun.pid).stdout
                lines = text.splitlines()
                once = [word for word in ("Open MPI", "ob1", "layouts: ", "queues: complete") if text.count(word) != 1]
                heads = [line for line in lines if line.startswith("rank")]
                found = [] if lines[0].startswith("4 ranks  Open MPI") and not once else [text]
                # The last rank's neighbour is the first one.
                return found + ([] if heads == ["rank 3  pid %d" % job.pid_of_rank[3], "ranks 0-2"] else [text])

            self.assert_settles(differences)


if __name__ == "__main__":
    unittest.main()
