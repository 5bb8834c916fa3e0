"""`mpi why`: what the command says of a job, of the inferiors that GDB holds."""

import json
import re
import unittest

from gdb_run import gdb, marked, outputs
from mpi_job import Job, validate
from test_mpich_why import SHARED_MEMORY
from test_why import VerdictTest
from test_why_python import PYTHON, SCRIPT


class Verdicts(VerdictTest):
    """The job says itself what the verdict has to be; GDB has no exit code for it."""

    def verdict_on(self, *targets):
        (text,) = outputs(gdb(*targets, *marked("mpi why -json")).stdout)
        answer = json.loads(text)
        validate(answer)
        return None, answer

    def test_all_ranks(self):
        """Waits of all kinds: for messages, a collective that is never entered, a request, each other's locks."""
        for way in ("recv_ring", "ssend_ring", "waitall", "missing_in_barrier", "barrier_and_recv", "self", "lock_and_recv",
                    "start_without_post"):
            with self.subTest(way=way), Job("hangs", 3, way, environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
                self.assert_settles(lambda job=job: self.differences(job, [f"mpi attach {job.mpirun.pid}"]))

    def test_call_that_jumps(self):
        """No frame of MPICH's MPI_Waitany is left on the stack. GDB looks once, and nothing counts messages."""
        with Job("mpich_hangs", 3, "waitany", mpi="mpich", environment=SHARED_MEMORY) as job:
            for fact in job.facts:
                if fact["fact"] == "verdict":
                    fact["proof"] = "suspected"
            commands = [f"attach {job.pids[0]}"]
            for number, pid in enumerate(job.pids[1:], 2):
                commands += ["add-inferior", f"inferior {number}", f"attach {pid}"]
            self.assert_settles(lambda: self.differences(job, commands))

    def test_python(self):
        """The functions and lines of a Python program made the calls."""
        with Job(PYTHON, 3, SCRIPT, environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
            expected = {(fact["rank"], fact["call"], fact["function"], fact["file"], fact["line"])
                        for fact in job.facts if fact["fact"] == "blocked"}

            def differences():
                _, answer = self.verdict_on(f"mpi attach {job.mpirun.pid}")
                found = {(agent["rank"], agent["call"], agent["site"]["function"], agent["site"]["file"], agent["site"]["line"])
                         for finding in answer["verdict"]["findings"] for agent in finding["waiting"] + finding["behind"]
                         if agent["site"]}
                return [] if found == expected else [f"{found} is not {expected}"]
            self.assert_settles(differences)

    def test_cores(self):
        with Job("hangs", 3, "recv_ring") as job:
            commands = [f"file {job.program}", f"core-file {job.gcore(job.pids[0])}"]
            for number, pid in enumerate(job.pids[1:], 2):
                commands += ["add-inferior -no-connection", f"inferior {number}", f"file {job.program}",
                             f"core-file {job.gcore(pid)}"]
            self.assertEqual(self.differences(job, commands), [])

    def test_text(self):
        """One rank alone: the one that it waits for is not here."""
        with Job("hangs", 3, "recv_ring") as job:
            pid = job.pid_of_rank[0]
            alone, every = outputs(gdb(*marked("mpi why"), f"mpi attach {job.mpirun.pid}", *marked("mpi why"), pid=pid).stdout)
            partner = re.search(r"which is not among the targets|not among the targets: ranks 1-2", alone)
            self.assertTrue(alone.startswith(("NOT ENOUGH INFORMATION: ", "RANKS MISSING: ")) and partner, alone)
            self.assertRegex(every, r"^DEADLOCK: ranks 0-2 wait for each other .* proved: ")
            self.assertRegex(every, r"(?m)^  ranks 0-2  MPI_Recv at receive_from \(hangs\.c:\d+\)  waits for rank-1 ")


if __name__ == "__main__":
    unittest.main()
