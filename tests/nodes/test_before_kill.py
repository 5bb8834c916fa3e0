#!/usr/bin/env python3
"""The recipe for Slurm of before_kill.md as it stands there: a job script that is signalled before the job's limit."""

import glob
import os
import signal
import subprocess
import sys
import tempfile
import unittest

import nodes

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from recipes import recipes_under  # noqa: E402  pylint: disable=wrong-import-position


class Slurm(unittest.TestCase):
    def test_signal(self) -> None:
        """In an allocation, and signalled from here: Slurm's own signal comes at whole minutes, and a step that a batch script
        starts on one of these nodes listens at an address that the others do not call."""
        (recipe,) = recipes_under("corefile/command/before_kill.md", "Slurm")
        with tempfile.TemporaryDirectory(dir=".") as directory:
            for name, text in (("job", recipe), ("solver", f"#!/bin/sh\nexec {nodes.SAMPLES}/stencil\n")):
                path = os.path.join(directory, name)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                os.chmod(path, 0o755)
            words = ["salloc", "--quiet", "--nodes=4", "--ntasks=4", "bash", "-c", "echo $$ > pid && exec ./job"]
            environment = {**os.environ, **nodes.ENVIRONMENT, "MPIDBG_SAMPLE_FACTS": os.path.abspath(directory)}
            with open(os.path.join(directory, "log"), "w", encoding="utf-8") as log, \
                 subprocess.Popen(words, cwd=directory, env=environment, stdin=subprocess.DEVNULL, stdout=log,
                                  stderr=subprocess.STDOUT) as allocation:
                try:
                    self.check(directory)
                finally:
                    nodes.run("scancel", *nodes.run("squeue", "--noheader", "--format=%i").stdout.split())
                    allocation.wait(nodes.DEADLINE)
                    nodes.wait_for(lambda: nodes.run("squeue", "--noheader").stdout == "", "the job's end")

    def check(self, directory: str) -> None:
        number = nodes.wait_for(lambda: nodes.run("squeue", "--noheader", "--format=%i").stdout.strip(), "the job")
        nodes.wait_for(lambda: nodes.ask("why", f"slurm:{number}").returncode == 3, "a job that hangs")
        with open(os.path.join(directory, "pid"), encoding="ascii") as file:
            os.kill(int(file.read()), signal.SIGUSR1)
        captures = os.path.join(directory, "hang")
        nodes.wait_for(lambda: len(glob.glob(f"{captures}/*.capture")) == 4, "captures of four nodes")
        with open(os.path.join(directory, "hang.txt"), encoding="utf-8") as file:
            self.assertTrue(file.read().startswith("DEADLOCK"))
        self.assertEqual({name.split(".")[1] for name in os.listdir(captures)}, set(nodes.NODES))
        self.assertIn("MPI_Recv at exchange (stencil.c:18)", nodes.ask("why", captures).stdout)
        self.assertEqual(nodes.run("squeue", "--noheader", "--format=%T").stdout, "RUNNING\n")


if __name__ == "__main__":
    unittest.main()
