"""A job on several nodes, which are made up: small scripts run the collector here for some of the ranks each. command/launched_test.py
has nodes that fail, hang, or damage what they pass on, and tests/nodes.sh real ones."""

import json
import os
import tempfile

from mpi_job import Job, RealTest, run_mpidbg, validate, wait_for

STUCK = 3


class Nodes(RealTest):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="mpidbg-nodes-")
        self.addCleanup(directory.cleanup)
        self.directory = directory.name
        self.job = Job("stencil", 4)
        self.job.__enter__()
        self.addCleanup(self.job.__exit__)
        # Until all of them wait.
        wait_for(lambda: run_mpidbg("why", self.job.mpirun.pid).returncode == STUCK, "the job to hang")

    def node(self, name, ranks, script='exec "$@"'):
        """What runs on the node instead of the words that come after it."""
        pids = ",".join(str(self.job.pid_of_rank[rank]) for rank in ranks)
        path = os.path.join(self.directory, name)
        with open(path, "w", encoding="ascii") as file:
            file.write(f"#!/bin/sh\nset -- \"$@\" --job=pids:{pids}\n{script}\n")
        os.chmod(path, 0o755)

    def ask(self, command, *words):
        nodes = ",".join(sorted(os.listdir(self.directory)))
        return run_mpidbg(command, "--launcher", f"{self.directory}/%h", "--nodes", nodes, *words)

    def test_the_verdict_is_that_of_one_node(self):
        self.node("a", [0, 2], 'echo "welcome to this node"; "$@"; echo goodbye >&2')
        self.node("b", [1, 3], 'printf "no end of line: "; exec "$@"')
        result = self.ask("why")
        alone = run_mpidbg("why", self.job.mpirun.pid)
        self.assertEqual((result.returncode, result.stdout), (STUCK, alone.stdout), result.stderr)
        self.assertEqual(result.stderr, "")
        answer = json.loads(self.ask("why", "--json").stdout)
        validate(answer)
        self.assertEqual(answer["verdict"]["findings"][0]["kind"], "deadlock")

    def test_other_commands(self):
        self.node("a", [3, 0])
        self.node("b", [1, 2])
        for command in ("queues", "stacks"):
            result, alone = self.ask(command), run_mpidbg(command, self.job.mpirun.pid)
            self.assertEqual((result.returncode, result.stdout), (alone.returncode, alone.stdout), result.stderr)
        ranks = json.loads(self.ask("ranks", "--json").stdout)
        self.assertEqual([process["pid"] for process in ranks["processes"]],
                         [self.job.pid_of_rank[rank] for rank in range(4)])
        only = json.loads(self.ask("ranks", "--json", "--rank", "2-3").stdout)
        self.assertEqual([process["rank"] for process in only["processes"]], [2, 3])


if __name__ == "__main__":
    import unittest
    unittest.main()
