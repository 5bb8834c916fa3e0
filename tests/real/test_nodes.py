"""A job on several nodes, which are made up: small scripts run the collector here for some of the ranks each. command/launched_test.py
has nodes that fail, hang, or damage what they pass on, and tests/nodes.sh real ones."""

import json
import os
import tempfile

from mpi_job import Job, RealTest, run_mpidbg, validate, wait_for

STUCK, NOT_ENOUGH = 3, 6


class ScriptedNodes(RealTest):
    def start(self, job):
        """Until all of its ranks wait."""
        self.directory = self.enterContext(tempfile.TemporaryDirectory(prefix="mpidbg-nodes-"))
        self.job = self.enterContext(job)
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


class Nodes(ScriptedNodes):
    def setUp(self):
        self.start(Job("stencil", 4))

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


class TwoLooks(ScriptedNodes):
    """Over MPICH, whose messages are not counted, a deadlock takes two looks."""

    def setUp(self):
        self.start(Job("mpich_hangs", 3, "recv_ring", mpi="mpich"))

    def test_second_look_that_fails(self):
        """The first look alone proves nothing."""
        alone = run_mpidbg("why", self.job.mpirun.pid)
        self.assertRegex(alone.stdout, "^DEADLOCK: ranks 0-2 wait for each other")
        self.node("a", [0, 1])
        self.node("b", [2], 'mkdir "$0.looked" 2> /dev/null || { echo out of order >&2; exit 3; }; exec "$@"')
        result = self.ask("why")
        self.assertEqual(result.returncode, NOT_ENOUGH, result.stdout)
        self.assertRegex(result.stdout, "^SUSPECTED: ranks 0-2 wait for each other")
        self.assertRegex(result.stderr, "^mpidbg: warning: node b did not answer: .* exited with 3: out of order\n"
                                        "mpidbg: warning: the job could not be looked at again: not all nodes have answered\n$")


if __name__ == "__main__":
    import unittest
    unittest.main()
