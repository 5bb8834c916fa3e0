"""What the kernel starts for a process that dies. Here the process is stopped, and its dump is a core file of gcore's;
tests/core_pattern.sh lets processes die."""

import os
import stat
import struct
import subprocess
import tempfile
import unittest

from mpi_job import COMMAND, Job, RealTest, run_mpidbg, state_of, stop, wait_for

DONE, FAILED, USAGE, UNKNOWN = 0, 1, 2, 6


def dump_of(job, pid):
    """gcore's file of it, and one with the same notes where the kernel writes them: before the memory."""
    core = job.gcore(pid)
    with open(core, "rb") as file:
        header = bytearray(file.read(64))
        (program_headers,) = struct.unpack_from("<Q", header, 32)
        file.seek(program_headers)
        notes = bytearray(file.read(56))
        kind, _, offset, _, _, size = struct.unpack_from("<IIQQQQ", notes)
        assert kind == 4, "gcore's file does not begin with PT_NOTE"
        file.seek(offset)
        content = file.read(size)
    struct.pack_into("<Q", header, 32, 64)
    struct.pack_into("<Q", notes, 8, 64 + 56)
    dump = core + ".dump"
    with open(dump, "wb") as file:
        file.write(header + notes + content)
        file.truncate(64 << 20)
    return core, dump, 64 + 56 + size


def handle(output, pid, dump, *words):
    """The finished command, and how much of the dump it has read."""
    with open(dump, "rb") as file:
        result = subprocess.run([COMMAND, "capture", "--core-pattern", "-o", output, str(pid), *words], stdin=file,
                                capture_output=True, text=True, timeout=120)
        return result, file.seek(0, os.SEEK_CUR)


class CorePatternTest(RealTest):
    def answer(self, target):
        """The verdict without what the target is called."""
        return run_mpidbg("why", target).stdout.replace(target, "TARGET")

    def check_capture(self, sample, *arguments, **how):
        with Job(sample, 3, *arguments, **how) as job:
            self.assert_settles(lambda: [] if run_mpidbg("why", job.mpirun.pid).returncode == 3 else ["not yet"])
            pid = job.pid_of_rank[1]
            stop(pid)
            core, dump, end_of_notes = dump_of(job, pid)
            result, position = handle(os.path.join(job.directory, "rank%r.%p.capture"), pid, dump)
            path = os.path.join(job.directory, f"rank1.{pid}.capture")
            self.assertEqual((result.returncode, result.stdout, result.stderr), (DONE, "", f"mpidbg: wrote {path} of pid {pid}\n"))
            self.assertEqual(position, end_of_notes)
            status = os.stat(path)
            self.assertEqual((stat.S_IMODE(status.st_mode), status.st_uid), (0o600, os.stat(f"/proc/{pid}").st_uid))
            self.assertEqual(self.answer(path), self.answer(core))
            self.assertIn("rank 1", self.answer(path))
            self.assertEqual(state_of(pid), "T")
            self.check_places(job, pid, dump)

    def check_places(self, job, pid, dump):
        """What is there stays as it is, and is not followed."""
        there, link = (os.path.join(job.directory, name) for name in ("there", "link"))
        with open(there, "w", encoding="ascii") as file:
            file.write("mine")
        os.symlink(os.path.join(job.directory, "elsewhere"), link)
        for path in (there, link):
            result, _ = handle(path, pid, dump)
            self.assertEqual((result.returncode, result.stderr), (FAILED, f"mpidbg: pid {pid}: cannot make {path}: File exists\n"))
        with open(there, encoding="ascii") as file:
            self.assertEqual(file.read(), "mine")
        self.assertFalse(os.path.exists(os.path.join(job.directory, "elsewhere")))
        # The dump of another one.
        _, other, _ = dump_of(job, job.pid_of_rank[0])
        result, _ = handle(os.path.join(job.directory, "other"), pid, other)
        self.assertEqual((result.returncode, result.stderr), (FAILED, f"mpidbg: pid {pid}: the dump is not of process {pid}\n"))
        self.assertFalse(os.path.exists(os.path.join(job.directory, "other")))

    def test_openmpi(self):
        self.check_capture("hangs", "recv_ring")

    def test_mpich(self):
        self.check_capture("mpich_hangs", "recv_ring", mpi="mpich")

    def expect(self, code, sentence, output, pid, dump, *words):
        result, position = handle(output, pid, dump, *words)
        self.assertEqual((result.returncode, result.stdout, position), (code, "", 0), result.stderr)
        self.assertIn(sentence, result.stderr)
        self.assertFalse(os.path.exists(output))

    def test_what_is_not_captured(self):
        with tempfile.TemporaryDirectory() as directory, subprocess.Popen(["sleep", "1000"]) as sleep:
            try:
                wait_for(lambda: os.path.basename(os.readlink(f"/proc/{sleep.pid}/exe")) == "sleep", "another program")
                output, dump = os.path.join(directory, "capture"), COMMAND
                self.expect(UNKNOWN, "is not an MPI program", output, sleep.pid, dump)
                self.expect(FAILED, "no process with pid 4194305", output, 4194305, dump)
                self.expect(USAGE, "takes the pid of one process", output, sleep.pid, dump, "1")
                self.expect(USAGE, "takes the pid of one process", output, "core", dump)
                self.expect(USAGE, "takes no --plugin", output, sleep.pid, dump, "--plugin", "vendor")
                self.expect(USAGE, "takes no --plugin", output, sleep.pid, dump, "--plugin-safe-path", "/")
            finally:
                sleep.kill()

    @unittest.skipUnless(os.geteuid() == 0, "only root can make a process that has changed its user")
    def test_a_process_that_has_changed_its_user(self):
        with tempfile.TemporaryDirectory() as directory:
            for change in ("--ruid=65534", "--rgid=65534"):
                with subprocess.Popen(["setpriv", change, "--keep-groups", "sleep", "1000"]) as sleep:
                    try:
                        wait_for(lambda pid=sleep.pid: os.path.basename(os.readlink(f"/proc/{pid}/exe")) == "sleep", "sleep")
                        self.expect(FAILED, "has changed its user or group, or is not readable by its user: it is not captured",
                                    os.path.join(directory, "capture"), sleep.pid, COMMAND)
                    finally:
                        sleep.kill()


if __name__ == "__main__":
    unittest.main()
