"""A process that is looked at goes on, whatever becomes of the one who looks; and dies as it likes.

MPIDBG_TEST_KILLS, MPIDBG_TEST_DEATHS: how often mpidbg is killed, and how often the process.
"""

import os
import random
import signal
import subprocess
import unittest

from mpi_job import COMMAND, Job, RealTest, run_mpidbg, state_of, stop, wait_for

KILLS = int(os.environ.get("MPIDBG_TEST_KILLS", "60"))
DEATHS = int(os.environ.get("MPIDBG_TEST_DEATHS", "12"))
COMMANDS = ("queues", "comms", "ranks", "stacks", "why", "handles")


class LeftAlone(RealTest):
    def test_answers_do_not_disturb(self):
        with Job("hung_recv", 2) as job:
            for noun in ("queues", "comms", "groups", "ranks"):
                run_mpidbg(noun, job.mpirun.pid)
                self.assert_untouched(job)

    def test_several_look_at_once(self):
        """Each waits for the others to let the ranks go."""
        with Job("hangs", 3, "recv_ring") as job:
            wait_for(lambda: "DEADLOCK" in run_mpidbg("why", job.mpirun.pid).stdout, "the deadlock")
            expected = run_mpidbg("why", job.mpirun.pid).stdout
            for _ in range(3):
                several = [subprocess.Popen([COMMAND, "why", str(job.mpirun.pid)], stdin=subprocess.DEVNULL,
                                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for _ in range(3)]
                self.assertEqual([one.communicate(timeout=60)[0] for one in several], [expected] * 3)
            self.assert_untouched(job)

    def test_process_that_does_not_hang(self):
        """What is looked at before the process is held may be gone when it is read: that must not show."""
        with Job("busy", 1) as job:
            for _ in range(40):
                result = run_mpidbg("queues", job.pids[0])
                # Stopped in the middle of making a communicator, this one may be named as not to be seen; never the whole.
                self.assertRegex(result.stdout, r"^rank 0 of 1  pid \d+  Open MPI")
                self.assertEqual(result.stderr, "")
            self.assert_untouched(job)

    def test_mpidbg_is_killed(self):
        """At moments all over its run; the longer half of them while it has the process stopped, or nearly so."""
        random.seed(1)
        with Job("many_unexpected", 2, 20000) as job:
            for _ in range(KILLS):
                command = subprocess.Popen([COMMAND, "queues", str(job.mpirun.pid)], stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
                try:
                    command.wait(random.uniform(0.001, 0.08))
                except subprocess.TimeoutExpired:
                    command.send_signal(signal.SIGKILL)
                    command.wait()
                for pid in job.pids:
                    wait_for(lambda pid=pid: state_of(pid) in ("R", "S"), f"process {pid} to be released")
            self.assert_untouched(job)

    def test_process_dies_while_it_is_read(self):
        """Whenever it is killed, the answer is whole, or says what happened; never a crash and never silence."""
        random.seed(2)
        for death in range(DEATHS):
            noun = COMMANDS[death % len(COMMANDS)]
            with Job("many_unexpected", 1, 3000) as job:
                (pid,) = job.pids
                command = subprocess.Popen([COMMAND, noun, str(pid)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                           stdin=subprocess.DEVNULL, text=True)
                try:
                    command.wait(random.uniform(0.0, 0.03))
                except subprocess.TimeoutExpired:
                    pass
                os.kill(pid, signal.SIGKILL)
                output, errors = command.communicate(timeout=60)
                verdicts = (3, 5) if noun == "why" else ()
                self.assertIn(command.returncode, (0, 1, 6, *verdicts), output + errors)
                if command.returncode in (1, 6):
                    self.assertRegex(output + errors, f"{pid}|all processes ended while they were being inspected")
                else:
                    self.assertRegex(output, "rank|MPI_COMM_WORLD|MPI_Recv")

    def test_stopped_process_stays_stopped(self):
        """A process that was stopped before, by its shell for instance, is read and not set going."""
        with Job("hung_recv", 1) as job:
            (pid,) = job.pids
            stop(pid)
            result = run_mpidbg("queues", pid)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("my dup", result.stdout)
            # The kernel wakes a thread that is released, and stops it before it runs in the program; one set going
            # would never stop again.
            wait_for(lambda: state_of(pid) == "T", "the process to be stopped as before")
            os.kill(pid, signal.SIGCONT)
            self.assert_untouched(job)


if __name__ == "__main__":
    unittest.main()
