"""Processes that become others, or whose surroundings change, while they are looked at.

MPIDBG_TEST_LOOKS: how often each of them is looked at.
"""

import os
import shutil
import signal
import stat
import subprocess
import tempfile
import unittest

from mpi_job import SAMPLES, Job, RealTest, find_openmpi, run_mpidbg, state_of, wait_for

FAILED, NOT_ENOUGH = 1, 6
LOOKS = int(os.environ.get("MPIDBG_TEST_LOOKS", "15"))


def library_of(program, name):
    lines = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout.splitlines()
    (path,) = [line.split()[2] for line in lines if line.strip().startswith(name)]
    return path


def pids_of(program):
    pids = []
    for entry in os.listdir("/proc"):
        try:
            if entry.isdigit() and os.readlink(f"/proc/{entry}/exe") == program:
                pids.append(int(entry))
        except OSError:
            continue
    return sorted(pids)


class ChangingProcesses(RealTest):
    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="mpidbg-changes-")
        self.addCleanup(shutil.rmtree, self.directory)

    def test_program_that_starts_itself_again_and_again(self):
        script = os.path.join(self.directory, "again")
        with open(script, "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\nexec "$0"\n')
        os.chmod(script, 0o755)
        with subprocess.Popen([script]) as process:
            try:
                for _ in range(LOOKS):
                    result = run_mpidbg("queues", process.pid)
                    text = result.stdout + result.stderr
                    self.assertIn(result.returncode, (FAILED, NOT_ENOUGH), text)
                    self.assertIn(str(process.pid), text)
                    self.assertIn(state_of(process.pid), ("R", "S", "D"))
            finally:
                process.kill()

    def test_rank_that_makes_children(self):
        with Job("forks", 1) as job:
            (pid,) = job.pids
            (fact,) = [fact for fact in job.facts if fact["fact"] == "copy"]
            self.addCleanup(lambda: os.path.exists(f"/proc/{fact['pid']}") and os.kill(fact["pid"], signal.SIGKILL))
            for _ in range(LOOKS):
                result = run_mpidbg("ranks", pid)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                self.assertIn("main (forks.c:", result.stdout)
            self.assert_untouched(job)
            # Two processes that are the same rank are no job.
            result = run_mpidbg("why", pid, fact["pid"])
            self.assertEqual(result.returncode, NOT_ENOUGH, result.stdout + result.stderr)
            self.assertIn("are the same rank", result.stdout)

    def test_library_that_is_replaced_while_the_process_runs(self):
        library = library_of(os.path.join(SAMPLES, "hung_recv"), "libmpi.so")
        copy = os.path.join(self.directory, os.path.basename(library))
        shutil.copy(library, copy)
        with Job("hung_recv", 1, environment={"LD_LIBRARY_PATH": self.directory}) as job:
            (pid,) = job.pids
            before = run_mpidbg("queues", pid)
            self.assertEqual(before.returncode, 0, before.stdout + before.stderr)
            # As package managers do it: another file of the same name. The process keeps the old one.
            shutil.copy(library_of(os.path.join(SAMPLES, "hung_recv"), "libc.so"), copy + ".new")
            os.rename(copy + ".new", copy)
            after = run_mpidbg("queues", pid)
            self.assertEqual((after.returncode, after.stdout), (before.returncode, before.stdout), after.stderr)
            self.assert_untouched(job)

    @unittest.skipUnless(os.geteuid() == 0, "only root makes namespaces and programs of other users")
    def test_job_in_a_container(self):
        """Its processes have other numbers inside, and other mounts."""
        if subprocess.run(["unshare", "--pid", "--mount-proc", "--fork", "true"], capture_output=True).returncode != 0:
            self.skipTest("this machine lets nobody make namespaces")
        program = os.path.join(self.directory, "inside")
        shutil.copy(os.path.join(SAMPLES, "hung_recv"), program)
        launcher = ["unshare", "--pid", "--mount-proc", "--kill-child", "--fork", find_openmpi("mpirun"),
                    "--allow-run-as-root", "--oversubscribe", "-n", "2", program]
        with subprocess.Popen(launcher, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              cwd=self.directory, preexec_fn=lambda: os.nice(10)) as unshare:
            try:
                pids = wait_for(lambda: len(pids_of(program)) == 2 and pids_of(program), "two ranks")
                wait_for(lambda: run_mpidbg("why", *pids).returncode == 3, "the ranks to hang")
                result = run_mpidbg("why", *pids)
                self.assertIn("DEADLOCK: ranks 0-1 wait for each other", result.stdout)
                self.assertIn("sample.c:", result.stdout, "source lines come from files that are seen through /proc")
            finally:
                unshare.kill()

    @unittest.skipUnless(os.geteuid() == 0, "only root makes namespaces and programs of other users")
    def test_program_with_the_rights_of_another_user(self):
        program = os.path.join(self.directory, "setuid")
        shutil.copy(shutil.which("sleep"), program)
        os.chmod(program, stat.S_ISUID | 0o755)
        os.chmod(self.directory, 0o755)
        nobody = {"user": 65534, "group": 65534, "extra_groups": []}
        with subprocess.Popen([program, "1000"], **nobody) as process:
            try:
                wait_for(lambda: os.readlink(f"/proc/{process.pid}/exe") == program, "the program to be there")
                with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
                    if "\nUid:\t65534\t0\t" not in file.read():
                        self.skipTest("programs there do not get their owner's rights")
                result = run_mpidbg("queues", process.pid, cwd="/", **nobody)
                self.assertEqual(result.returncode, FAILED, result.stdout + result.stderr)
                self.assertIn(f"no permission to read process {process.pid}", result.stderr)
            except PermissionError:
                self.skipTest("the build directory is closed to other users")
            finally:
                process.kill()


if __name__ == "__main__":
    unittest.main()
