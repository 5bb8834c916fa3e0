"""Looking at a job again and again: until it ends, or until nothing in it moves any more."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import unittest

from mpi_job import COMMAND, Job, RealTest, run_mpidbg, stop, validate, wait_for

DONE, FAILED, USAGE, STUCK, SUSPECT, NOT_ENOUGH = 0, 1, 2, 3, 5, 6
NEVER = ("--interval", "0.05", "--still", "80000")


@contextlib.contextmanager
def watching(*words):
    """The running command; its lines are read as it writes them."""
    with subprocess.Popen([COMMAND, "watch", *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def line_with(process, *texts):
    """Its next line with one of these."""
    for line in process.stderr:
        if any(text in line for text in texts):
            return line
    raise AssertionError(f"it ended without a line with {texts}")


class WatchTest(RealTest):
    def check_hung(self, way, **how):
        sample = "mpich_hangs" if how.get("mpi") == "mpich" else "hangs"
        with Job(sample, 3, way, **how) as job:
            directory = os.path.join(job.directory, "hang")

            def differences():
                # A rank says that it is ready before it waits.
                shutil.rmtree(directory, ignore_errors=True)
                result = run_mpidbg("watch", job.mpirun.pid, "--interval", "0.1", "--still", "0.3", "-o", directory)
                return [] if result.returncode == STUCK else [f"exit code {result.returncode}\n{result.stdout}{result.stderr}"]

            self.assert_settles(differences)
            result = run_mpidbg("watch", job.mpirun.pid, "--interval", "0.1", "--still", "0.1", "--json")
            self.assertEqual(result.returncode, STUCK)
            self.assertRegex(result.stderr, r"UTC: first look at 3 ranks\n(.*\n)*.*UTC: nothing has moved for [0-9.]+ s \(3 ranks\)\n$")
            answer = json.loads(result.stdout)
            validate(answer)
            live = self.ask("why", job.mpirun.pid, code=STUCK)
            self.assertEqual(answer["verdict"]["findings"][0]["kind"], live["verdict"]["findings"][0]["kind"])
            pids = sorted(name.split(".")[-2] for name in os.listdir(directory))
            self.assertEqual(pids, sorted(map(str, job.pids)))
            self.assertEqual(run_mpidbg("why", directory).returncode, STUCK)

    def test_a_deadlock(self):
        self.check_hung("recv_ring")

    def test_a_deadlock_of_mpich(self):
        self.check_hung("recv_ring", mpi="mpich")

    def test_a_rank_that_tests_for_ever(self):
        """It is seen in its test and beside it, and waits in no call."""
        with Job("call_sites", 1, "poll") as job:
            result = run_mpidbg("watch", job.mpirun.pid, "--interval", "0.1", "--still", "0.4")
            self.assertEqual(result.returncode, SUSPECT, result.stdout + result.stderr)
            self.assertIn("rank 0 has pending: a receive from any source with tag 77 on MPI_COMM_WORLD\n", result.stderr)
            self.assertNotIn("moved;", result.stderr)
            self.assertIn("OUTSIDE: rank 0", run_mpidbg("diff", job.pids[0], "--after", "0.2").stdout)

    def test_a_job_that_goes_on_for_too_long(self):
        with Job("correct", 3, "token_ring", environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
            directory = os.path.join(job.directory, "late")
            result = run_mpidbg("watch", job.mpirun.pid, *NEVER, "--at-most", "0.3", "-o", directory)
            self.assertIn("the time of the watch is over\n", result.stderr)
            self.assertIn(result.returncode, (SUSPECT, NOT_ENOUGH), result.stdout + result.stderr)
            self.assertNotIn("DEADLOCK", result.stdout)
            self.assertEqual(len(os.listdir(directory)), 3)

    def test_a_job_that_goes_on_and_ends(self):
        with Job("correct", 3, "token_ring", environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
            with watching(job.mpirun.pid, *NEVER) as process:
                self.assertIn("first look at 3 ranks", line_with(process, "look at"))
                line_with(process, "ranks has moved", "ranks have moved")
                for pid in job.pids:
                    os.kill(pid, signal.SIGKILL)
                line_with(process, "the job has ended")
                self.assertEqual((process.wait(), process.stdout.read()), (DONE, ""))

    def test_a_rank_that_dies(self):
        with Job("hangs", 3, "recv_ring") as job, watching(job.mpirun.pid, *NEVER) as process:
            line_with(process, "nothing has moved")
            stop(job.mpirun.pid)  # it ends the others otherwise
            os.kill(job.pid_of_rank[1], signal.SIGKILL)
            self.assertRegex(line_with(process, "rank 1 has ended"), "(nothing has moved|ranks have moved|rank has moved)")

    def test_all_ranks_given_by_pid_end(self):
        with Job("hangs", 3, "recv_ring") as job, watching(*job.pids, *NEVER) as process:
            line_with(process, "look at 3 ranks")
            for pid in job.pids:
                os.kill(pid, signal.SIGKILL)
            line_with(process, "the job has ended")
            self.assertEqual(process.wait(), DONE)

    def test_signals_end_it_and_not_the_job(self):
        with Job("hangs", 3, "recv_ring") as job:
            for number in (signal.SIGINT, signal.SIGTERM):
                with watching(job.mpirun.pid, *NEVER, "-o", os.path.join(job.directory, "hang")) as process:
                    line_with(process, "nothing has moved")
                    process.send_signal(number)
                    self.assertEqual(process.wait(), -number)
            self.assert_untouched(job)
            self.assertEqual(os.listdir(os.path.join(job.directory, "hang")), [])

    def test_a_launcher_that_has_started_nothing_yet(self):
        with tempfile.TemporaryDirectory() as directory:
            launcher = shutil.copy("/bin/sleep", os.path.join(directory, "mpirun"))
            with subprocess.Popen([launcher, "1000"]) as sleep:
                try:
                    # Until it is another program than this one.
                    wait_for(lambda: os.path.samefile(f"/proc/{sleep.pid}/exe", launcher), "the launcher to start")
                    with watching(sleep.pid, *NEVER) as process:
                        line_with(process, "there is no MPI process yet")
                        line_with(process, "there is no MPI process\n")
                        sleep.kill()
                        line_with(process, "the job has ended")
                        self.assertEqual(process.wait(), DONE)
                finally:
                    sleep.kill()

    def expect(self, code, sentence, *words, **options):
        result = run_mpidbg("watch", *words, **options)
        self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
        self.assertIn(sentence, result.stderr)
        self.assertNotIn("look at", result.stderr)

    def test_bad_input(self):
        with Job("hung_recv", 2) as job:
            pid = job.mpirun.pid
            file = job.gcore(job.pids[0])
            self.expect(USAGE, "not the pid of a process: what does not change cannot be watched", file)
            self.expect(FAILED, "cannot make the directory", pid, "-o", file)
            self.expect(FAILED, "cannot make the directory /proc/hang", pid, "-o", "/proc/hang")
            self.expect(USAGE, "not a number of seconds", pid, "--still", "0")
            self.expect(USAGE, "captures are made of processes of this node", "slurm:1", "-o", job.directory)
            self.expect(FAILED, "no process with pid 4194305", 4194305)

    @unittest.skipUnless(os.geteuid() == 0, "the user of the test may look at all of its processes")
    def test_no_permission(self):
        with Job("hung_recv", 2) as job:
            nobody = {"user": 65534, "group": 65534, "extra_groups": [], "cwd": "/"}
            self.expect(FAILED, "no permission", *job.pids, **nobody)
            with tempfile.TemporaryDirectory() as directory:
                os.chmod(directory, 0o755)
                self.expect(FAILED, "permission denied", *job.pids, "-o", directory, **nobody)


if __name__ == "__main__":
    unittest.main()
