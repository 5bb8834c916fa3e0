"""The Python package and its example on a job that hangs: live by the pid of mpirun, and captured."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "../real"))
import mpidbg  # noqa: E402  pylint: disable=wrong-import-position
from mpi_job import Job, RealTest, run_mpidbg, wait_for  # noqa: E402  pylint: disable=wrong-import-position

STUCK = 3


def without_times(text):
    return re.sub(r"[0-9.]+ s apart", "apart", text)


class HungJob(RealTest):
    def check(self, job):
        verdict = job.why()
        self.assertTrue(verdict.is_stuck, verdict.text)
        (finding,) = verdict.findings
        self.assertEqual(finding.kind, "deadlock")
        self.assertIn((0, "MPI_Recv", "exchange", "rank 3 to send tag 3 on MPI_COMM_WORLD"),
                      [(waiting.rank, waiting.call, waiting.site.function, waiting.waits_for) for waiting in finding.waiting])
        self.assertTrue(any("only the tag differs" in cause.sentence for cause in verdict.likely_causes))
        unexpected = [message.tag for process in job.queues() if process.rank == 0 for comm in process.communicators
                      for message in comm.queues["unexpected"].operations if not message.data["internal"]]
        self.assertEqual(unexpected, [4])

    def test_live_and_captured(self):
        directory = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, directory)
        with Job("stencil", 4) as job:
            wait_for(lambda: run_mpidbg("why", job.mpirun.pid).returncode == STUCK, "the deadlock")
            with mpidbg.open(job.mpirun.pid) as opened:
                self.check(opened)
                pids = [process.pid for process in opened.ranks()]
            states = {pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii").split("State:\t")[1][0] for pid in pids}
            self.assertTrue(states <= set("RSD"), states)  # none is held
            run_mpidbg("capture", "-o", directory + "/", job.mpirun.pid)
        with mpidbg.open(directory) as opened:
            self.check(opened)
        result = subprocess.run([sys.executable, HERE / "../../samples/why.py", directory], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, STUCK, result.stderr)
        self.assertIn("rank 0: MPI_Recv at exchange (stencil.c:18) waits for rank 3 to send tag 3 on MPI_COMM_WORLD\n", result.stdout)
        self.assertIn("rank 0: from rank 3 on MPI_COMM_WORLD, tag 4, 8 bytes\n", result.stdout)

    def proofs(self, *targets):
        with mpidbg.open(*targets) as opened:
            verdict = opened.why()
            self.assertEqual(opened.json("why")["verdict"]["findings"][0]["proof"], verdict.findings[0].proof)
        return [(finding.kind, finding.proof) for finding in verdict.findings], verdict.looks

    def test_two_looks(self):
        """MPICH counts no messages: two equal looks prove it, as they do for the command; of core files there is one."""
        directory = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, directory)
        with Job("mpich_hangs", 3, "recv_ring", mpi="mpich") as job:
            wait_for(lambda: run_mpidbg("why", *job.pids).returncode == STUCK, "the deadlock")
            self.assertEqual(self.proofs(*job.pids), ([("deadlock", "transport")], 2))
            run_mpidbg("capture", "-o", directory + "/", *job.pids)
            cores = [job.gcore(pid) for pid in job.pids]
            self.assertEqual(self.proofs(directory), ([("deadlock", "transport")], 2))
            self.assertEqual(self.proofs(*cores), ([("deadlock", "suspected")], 1))

    def test_core_files_show_no_common_instant(self):
        with Job("hangs", 3, "lock_cross", environment={"MPIDBG_SHARED_WINDOW": "1"}) as job:
            wait_for(lambda: run_mpidbg("why", *job.pids).returncode == STUCK, "the deadlock")
            self.assertEqual(self.proofs(*job.pids)[0], [("deadlock", "instant")])
            self.assertEqual(self.proofs(*[job.gcore(pid) for pid in job.pids])[0], [("deadlock", "suspected")])

    def test_rank_that_has_died(self):
        """Its launcher does not notice, and the others wait for it."""
        with Job("hangs", 3, "recv_ring") as job:
            os.kill(job.mpirun.pid, signal.SIGSTOP)
            os.kill(job.pid_of_rank[1], signal.SIGKILL)
            wait_for(lambda: run_mpidbg("why", job.mpirun.pid).stdout.startswith("DEAD PEER"), "the death of rank 1")
            with mpidbg.open(job.mpirun.pid) as opened:
                verdict = opened.why()
                self.assertEqual([finding.kind for finding in verdict.findings], ["waits for exited"])
                self.assertEqual(without_times(verdict.text), without_times(run_mpidbg("why", job.mpirun.pid).stdout))
                self.assertEqual([process.rank for process in opened.ranks()], [0, 1, 2])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
