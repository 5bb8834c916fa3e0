#!/usr/bin/env python3
"""The verdict on jobs whose ranks are on four nodes, by every launcher, and with nodes that do not answer."""

import json
import os
import shutil
import unittest

import nodes

STUCK, FAILED, MISSING = 3, 1, 4
LAUNCHERS = ("ssh:n[1-4]", "clush:n[1-4]", f"mpirun:{nodes.DIRECTORY}/openmpi.nodes", f"hydra:{nodes.DIRECTORY}/mpich.nodes",
             "node_shell %h")


class Verdicts(unittest.TestCase):
    def expect_deadlock(self, *words: object) -> None:
        """Of samples/stencil.c; a rank says that it is ready before it waits."""
        answer = nodes.wait_for(lambda: self.deadlock(*words), f"a deadlock in {words}")
        ranks = {agent["rank"] for agent in answer["waiting"]}
        self.assertLessEqual({0, 7}, ranks)
        self.assertEqual({agent["call"] for agent in answer["waiting"] if agent["rank"] == 0}, {"MPI_Recv"})

    def deadlock(self, *words: object) -> dict:
        result = nodes.ask("why", "--json", *words)
        self.assertEqual(result.stderr, "", words)
        findings = json.loads(result.stdout)["verdict"]["findings"]
        return findings[0] if result.returncode == STUCK and findings[0]["kind"] == "deadlock" else {}

    def test_jobs_of_slurm(self) -> None:
        for start in (nodes.openmpi, nodes.openmpi_mpirun):
            with self.subTest(start.__name__), start("stencil", ranks=8) as job:
                self.expect_deadlock(f"slurm:{job.number}")
                self.expect_deadlock(f"slurm:{job.number}.0")
                os.environ["SLURM_JOB_ID"] = job.number
                self.expect_deadlock("--launcher", "auto")
                del os.environ["SLURM_JOB_ID"]
                self.assertIn("knows no step", nodes.ask("why", f"slurm:{job.number}.77").stderr)

    def test_mpich(self) -> None:
        """Nothing counts messages: two equal looks, each over on all nodes before the next one begins."""
        for start, words in ((nodes.mpich, ()), (nodes.mpich_by_ssh, ("--launcher", "ssh:n[1-4]"))):
            with self.subTest(start.__name__), start("stencil", ranks=8) as job:
                target = [f"slurm:{job.number}"] if isinstance(job, nodes.SlurmJob) else []
                finding = nodes.wait_for(lambda: self.deadlock(*words, *target), "a deadlock")
                self.assertEqual(finding["proof"], "looks")
                self.assertLessEqual({0, 7}, {agent["rank"] for agent in finding["waiting"]})

    def test_a_job_that_goes_on(self) -> None:
        for start in (nodes.openmpi, nodes.mpich):
            with self.subTest(start.__name__), start("correct", "sendrecv", ranks=3) as job:
                for _ in range(5):
                    result = nodes.ask("why", f"slurm:{job.number}")
                    self.assertNotEqual(result.returncode, STUCK, result.stdout)
                    self.assertNotRegex(result.stdout, "(?m)^DEADLOCK", result.stderr)

    def test_launchers(self) -> None:
        with nodes.openmpi_by_ssh("stencil", ranks=8):
            for launcher in LAUNCHERS:
                with self.subTest(launcher):
                    more = ("--nodes", "n[1-4]") if "%h" in launcher else ()
                    self.expect_deadlock("--launcher", launcher, *more)
            result = nodes.ask("ranks", "--json", "--launcher", "ssh:n[1-4]")
            hosts = {process["rank"]: process["host"] for process in json.loads(result.stdout)["processes"]}
            self.assertEqual(sorted(hosts), list(range(8)))
            self.assertEqual(set(hosts.values()), set(nodes.NODES))

    def test_pids_of_launchers(self) -> None:
        """Of mpirun by its own memory, of srun by its environment, of mpiexec.hydra by its words."""
        for start in (nodes.openmpi_by_ssh, nodes.openmpi, nodes.openmpi_mpirun):
            with self.subTest(start.__name__), start("stencil", ranks=8) as job:
                pid = job.process.pid
                if start is nodes.openmpi_mpirun:
                    (pid,) = map(int, nodes.run("pgrep", "-P", pid, "-f", "^mpirun").stdout.split())
                self.expect_deadlock("--launcher", "auto", pid)
                if start is nodes.openmpi_by_ssh:
                    self.expect_deadlock("--launcher", "node_shell %h", pid)
        with nodes.mpich_by_ssh("stencil", ranks=8) as job:
            result = nodes.ask("ranks", "--json", "--launcher", "auto", job.process.pid)
            ranks = {process["rank"]: process["host"] for process in json.loads(result.stdout)["processes"]}
            self.assertEqual(set(ranks.values()), set(nodes.NODES), result.stderr)
            self.assertEqual(sorted(ranks), list(range(8)))

    def test_nothing_stays_on_the_nodes(self) -> None:
        with nodes.openmpi("stencil", ranks=8) as job:
            self.expect_deadlock(f"slurm:{job.number}")
            for node in nodes.NODES:
                self.assertEqual(nodes.on_node(node, "pgrep mpidbg || true"), "")
            nodes.wait_for(lambda: len(nodes.run("squeue", "--steps", "--noheader").stdout.splitlines()) == 1,
                           "the step of mpidbg to be gone")


class Absent(unittest.TestCase):
    """One node of four has no mpidbg, or one that is of no use."""

    def setUp(self) -> None:
        # Of the node's own.
        self.path = "/dev/shm/mpidbg"
        for node in nodes.NODES[:3]:
            self.install(node, f"exec {nodes.COMMAND} \"$@\"")

    def install(self, node: str, script: str, name: str = "mpidbg") -> None:
        local = os.path.join(nodes.DIRECTORY, "files", name)
        with open(local, "w", encoding="ascii") as file:
            file.write(f"#!/bin/sh\n{script}\n")
        os.chmod(local, 0o755)
        nodes.on_node(node, f"cp {local} {os.path.dirname(self.path)}")

    def tearDown(self) -> None:
        for node in nodes.NODES:
            nodes.on_node(node, f"rm -f {self.path}")

    def expect_without_n4(self, words: list[str], sentence: str) -> None:
        def answer() -> str:
            result = nodes.ask("why", "--remote", self.path, *words)
            # Before all of them wait, the others are about to.
            return result.stderr if result.returncode == MISSING and "not among the targets" in result.stdout else ""

        self.assertIn(f"mpidbg: warning: node n4 {sentence}", nodes.wait_for(answer, f"the ranks of n4 to be missed: {words}"))

    def test_slurm(self) -> None:
        with nodes.openmpi("stencil", ranks=4) as job:
            target = [f"slurm:{job.number}"]
            self.expect_without_n4(target, "did not answer: srun exited with 2: ")
            self.install("n4", "echo \"mpidbg: there is no command 'collect'\" >&2; exit 2")
            self.expect_without_n4(target, "did not answer: srun exited with 2: ")
            self.install("n4", "sleep 1000")
            self.expect_without_n4([*target, "--timeout", "3"], "did not answer within 3 s")
            nodes.wait_for(lambda: len(nodes.run("squeue", "--steps", "--noheader").stdout.splitlines()) == 1,
                           "the step of mpidbg to be gone")

    def test_ssh(self) -> None:
        with nodes.openmpi_by_ssh("stencil", ranks=4):
            words = ["--launcher", "ssh:n[1-4]"]
            self.expect_without_n4(words, "did not answer: ssh exited with 127: sh: 1: /dev/shm/mpidbg: not found")
            self.install("n4", "echo \"mpidbg: there is no command 'collect'\" >&2; exit 2")
            self.expect_without_n4(words, "did not answer: ssh exited with 2: mpidbg: there is no command 'collect'")
            self.expect_without_n4(["--launcher", "ssh:n[1-3],n4"], "did not answer: ")

    def test_the_launcher_fails(self) -> None:
        shutil.copy("/bin/false", os.path.join(nodes.DIRECTORY, "bin", "clush"))
        try:
            result = nodes.ask("why", "--launcher", "clush:n[1-2]")
        finally:
            os.remove(os.path.join(nodes.DIRECTORY, "bin", "clush"))
        self.assertEqual((result.returncode, result.stdout), (FAILED, ""))
        self.assertIn("node n1 did not answer: clush exited with 1\n", result.stderr)
        self.assertIn("no node answered (2 nodes, by clush)", result.stderr)


if __name__ == "__main__":
    unittest.main()
