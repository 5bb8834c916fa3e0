#!/usr/bin/env python3
"""`mpidbg why` without targets: no job, one, two. Runs in a process namespace of its own, where there are no other jobs."""

import os
import subprocess
import sys
import unittest

from mpi_job import COMMAND, Job, RealTest, run_mpidbg

ALONE = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc"]
FAILED, USAGE, STUCK = 1, 2, 3


def hangs(way):
    return Job("hangs", 3, way, environment={"OMPI_MCA_mpi_yield_when_idle": "1"})


class WhyWithoutTarget(RealTest):
    def expect(self, code, *words, without=()):
        def differences():
            result = run_mpidbg("why")
            text = result.stdout + result.stderr
            found = [f"'{word}' is missing in:\n{text}" for word in words if word not in text]
            found += [f"'{word}' should not be in:\n{text}" for word in without if word in text]
            return found if result.returncode == code else [*found, f"exit code {result.returncode}:\n{text}"]
        self.assert_settles(differences)

    def test_jobs(self):
        self.expect(USAGE, "TARGET is missing, and there is no MPI job on this node that you may inspect")
        with hangs("recv_ring") as ring:
            self.expect(STUCK, f"no TARGET given: the only job is {ring.mpirun.pid}, mpirun.openmpi, 3 ranks of ",
                        "DEADLOCK: ranks 0-2 wait for each other and for nothing else")
            with hangs("tail") as tail:
                self.expect(USAGE, "TARGET is missing, and there are several MPI jobs: ", f"{ring.mpirun.pid} (mpirun.openmpi, 3 ranks of ",
                            f"{tail.mpirun.pid} (mpirun.openmpi, 3 ranks of ", without=["DEADLOCK"])
            self.expect(STUCK, f"no TARGET given: the only job is {ring.mpirun.pid}, ")
        self.expect(USAGE, "there is no MPI job on this node")

    def test_nothing_of_the_node_can_be_seen(self):
        """Without /proc nobody knows whether there is a job."""
        for words in ([], ["jobs", "--json"], ["why"], ["diff"], ["capture", "--all-ranks", "-o", "never", "1"]):
            seen = subprocess.run(["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh", COMMAND, *words],
                                  capture_output=True, text=True, check=False)
            self.assertEqual((seen.stdout, seen.returncode), ("", FAILED), words)
            self.assertEqual(seen.stderr, "mpidbg: no process can be seen: /proc is not mounted, or is that of others\n")


if __name__ == "__main__":
    if "MPIDBG_ALONE" not in os.environ and subprocess.run([*ALONE, "true"], check=False).returncode == 0:
        os.execvpe(ALONE[0], [*ALONE, sys.executable, *sys.argv], dict(os.environ, MPIDBG_ALONE="1"))
    if "MPIDBG_ALONE" not in os.environ:
        sys.exit("a user may not make process namespaces here")
    unittest.main()
