"""Captures as core files: GDB has no file of the program and its libraries, and answers as the command does."""

import os
import re
import shutil
import unittest

from gdb_run import gdb, marked, outputs
from mpi_job import Job, RealTest, run_mpidbg, wait_for

# UCX over shared memory, as tests/real/test_other_layers.py has it.
UCX = ("--mca", "pml", "ucx", "--mca", "pml_ucx_tls", "any", "--mca", "pml_ucx_devices", "any")
SHARED_MEMORY = {"UCX_TLS": "self,sysv,posix,cma"}
JOBS: tuple = (("stencil", {}), ("stencil", {"layer": UCX, "environment": SHARED_MEMORY}),
               ("mpich_stencil", {"mpi": "mpich", "environment": SHARED_MEMORY}))
COMMANDS = ("queues", "why", "comms", "ranks", "stacks", "handles", "cvars")


def without_files(path):
    return "-iex", "set sysroot /nonexistent", "-c", path


def as_in_gdb(text):
    return text.replace("(--all shows", "(-all shows")


class CaptureTest(RealTest):
    def captures(self, job, name="captures"):
        wait_for(lambda: "DEADLOCK" in run_mpidbg("why", job.mpirun.pid).stdout, "the deadlock")
        directory = os.path.join(job.directory, name)
        result = run_mpidbg("capture", "-o", directory, job.mpirun.pid)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return [os.path.join(directory, name) for name in sorted(os.listdir(directory))]

    def compare(self, sample, **options):
        with self.subTest(sample=sample, **options), Job(sample, 4, **options) as job:
            path = self.captures(job)[0]
            expected = [as_in_gdb(run_mpidbg(command, path).stdout) for command in COMMANDS]
            commands = marked(*[f"mpi {command}" for command in COMMANDS])
            for program in (job.program, None):  # which brings its libraries with it
                result = gdb(*commands, "bt", program=program, arguments=("-c", path) if program else without_files(path))
                self.assertEqual(outputs(result.stdout), expected, result.stderr)
            # Each frame as the process had it, to the last one.
            stack = re.findall(r"(?m)^#(\d+) .* in (\S+) \(\)", result.stdout)
            self.assertEqual([int(number) for number, _ in stack[1:]], list(range(len(stack) - 1)))  # after the current frame
            names = [name for _, name in stack]
            self.assertLess(names.index("PMPI_Recv"), names.index("exchange"))
            self.assertEqual(names[-1], "_start")
            self.assertNotIn("0x0000000000000000", result.stdout)
            self.assertRegex(result.stdout, r"(?m)^#\d+ .* in exchange \(\) at \S*stencil\.c:18$")

    def test_answers(self):
        for sample, options in JOBS:
            self.compare(sample, **options)

    def test_job(self):
        """The ranks as inferiors, which are judged by both looks that a capture is of: UCX and MPICH number no messages, and one
        look proves nothing."""
        for sample, options in JOBS[1:]:
            with self.subTest(sample=sample, **options), Job(sample, 4, **options) as job:
                first, *others = self.captures(job)
                words = []
                for number, path in enumerate(others, 2):
                    words += ["add-inferior -no-connection", f"inferior {number}", f"core-file {path}"]
                expected = run_mpidbg("why", first, *others).stdout
                self.assertRegex(expected, r"(?m)^DEADLOCK: ranks 0\S*,3 wait for each other .* proved: ")
                # The second time as the first, and the last look is what the other commands are of.
                result = gdb(*words, *marked("mpi why", "mpi why", "mpi queues"), arguments=without_files(first))
                queues = run_mpidbg("queues", first, *others).stdout
                self.assertEqual(outputs(result.stdout), [as_in_gdb(text) for text in (expected, expected, queues)], result.stderr)

    def test_captures_of_different_times(self):
        with Job("stencil", 4, **JOBS[1][1]) as job:
            early, late = self.captures(job), self.captures(job, "later")
            words = ["add-inferior -no-connection", "inferior 2", f"core-file {late[1]}"]
            result = gdb(*words, "mpi why", arguments=without_files(early[0]))
            self.assertIn("Warning: the captures are of different times: the verdict takes each rank as seen once.\n", result.stdout)
            self.assertNotIn("proved", result.stdout)

    def test_unwinder_switched_off(self):
        with Job("hung_recv", 2) as job:
            directory = os.path.join(job.directory, "captures")
            run_mpidbg("capture", "-o", directory, job.mpirun.pid)
            path = os.path.join(directory, sorted(os.listdir(directory))[0])
            result = gdb("disable unwinder global mpi-capture", "disable frame-filter global mpi-capture", "bt",
                         arguments=without_files(path))
            self.assertNotIn("MPI_Recv", result.stdout)

    def test_damaged(self):
        with Job("hung_recv", 1) as job:
            path = os.path.join(job.directory, "one.capture")
            self.assertEqual(run_mpidbg("capture", "-o", path, job.pids[0]).returncode, 0)
            with open(path, "rb") as file:
                content = file.read()
            # In its memory, in its facts, and its format (behind the seal's header of 12 bytes and the owner).
            seal = content.index(b"\x18\0\0\0\x02dpmmpidbg\0\0")
            for at, bit, sentence in ((len(content) - 100, 1, "is damaged: its contents are not what was written."),
                                      (seal + 200, 1, "is damaged: its contents are not what was written."),
                                      (seal + 16, 8, "has format 11, made by mpidbg")):
                damaged = shutil.copy(path, os.path.join(job.directory, f"damaged{at}.capture"))
                with open(damaged, "r+b") as file:
                    file.seek(at)
                    file.write(bytes([content[at] ^ bit]))
                result = gdb("mpi queues", "bt 1", arguments=without_files(damaged))
                self.assertIn(sentence, result.stderr)
                self.assertNotIn("MPI_COMM_WORLD", result.stdout)
                self.assertNotIn("Python Exception", result.stderr)


if __name__ == "__main__":
    unittest.main()
