#!/usr/bin/env python3
"""Jobs of Slurm on four nodes: what mpidbg sees on each of them."""

import json
import unittest

import nodes


def ranks_by_node(job: nodes.SlurmJob) -> dict[str, set[int]]:
    """What `mpidbg jobs` lists on each node, in a step of the job beside the program's."""
    listing = ("--overlap", "--nodes=4", "--ntasks-per-node=1", "--mpi=none", f"--jobid={job.number}", "--label", "--quiet")
    answer = nodes.run("srun", *listing, nodes.COMMAND, "jobs", "--json")
    ranks: dict[str, set[int]] = {}
    for task in range(4):
        lines = [line.split(": ", 1)[1] for line in answer.stdout.splitlines() if line.startswith(f"{task}: ")]
        (found,) = json.loads("".join(lines))["jobs"]
        ranks[nodes.NODES[task]] = {rank["rank"] for rank in found["ranks"]}
    return ranks


class Slurm(unittest.TestCase):
    def test_every_rank_is_on_one_node(self) -> None:
        for start in (nodes.openmpi, nodes.openmpi_mpirun, nodes.mpich):
            with self.subTest(start.__name__), start("stencil", ranks=8) as job:
                ranks = ranks_by_node(job)
                self.assertTrue(all(ranks.values()), ranks)
                self.assertEqual(sorted(rank for on_node in ranks.values() for rank in on_node), list(range(8)))


if __name__ == "__main__":
    unittest.main()
