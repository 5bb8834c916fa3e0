"""Captures give the answers of the processes that they are of, without the files of the program and its libraries."""

import json
import os
import re
import signal
import subprocess
import unittest

from mpi_job import Job, RealTest, run_mpidbg, wait_for
from test_other_layers import SHARED_MEMORY, UCX

LISTS = ("requests", "datatypes", "windows", "files", "infos", "ops", "errhandlers", "messages", "sessions")
NOUNS = ("queues", "comms", "groups", "handles", *LISTS, "cvars", "pvars", "categories", "events", "sources", "ranks", "stacks")
KINDS = {"comms": "comm", "groups": "group", "windows": "window", **{noun: noun[:-1] for noun in LISTS if noun != "windows"}}
WITHOUT_ALL = ("ranks", "cvars", "pvars", "categories", "events", "sources")

# Jobs that stand still, with their ranks and arguments.
OPENMPI = (("requests", 2), ("communicators", 2), ("datatypes", 2), ("windows", 3, "wait"), ("files", 2, "."), ("ops", 2))
OVER_UCX = (("requests", 2), ("probe", 2))
MPICH = (("mpich_communicators", 2), ("mpich_windows", 3, "lock"))


def without_target(text):
    """Apart from the words that say what the target is: "pid 4151", or the capture's path."""
    text = re.sub(r"\b(pid \d+) +(pid \d+|\S+\.capture)", r"\1", text)
    text = re.sub(r'"target": *"[^"]*"', '"target": ""', text)
    text = re.sub(r'"milliseconds_between_looks": \d+', '"milliseconds_between_looks": 200', text)
    return re.sub(r"\S+\.capture|pid \d+", "TARGET", text)


def without_times(text):
    """A machine with other work to do is slower to look."""
    return re.sub(r"\d\.\d s apart", "0.2 s apart", without_target(text))


class CaptureTest(RealTest):
    def capture(self, job, name="captures"):
        directory = os.path.join(job.directory, name)
        result = run_mpidbg("capture", "-o", directory, job.mpirun.pid)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        self.assertEqual(len(result.stdout.splitlines()), len(job.pids))
        return directory

    def answers(self, target, nouns, *options):
        """Text and JSON of each command with its exit code."""
        found = {}
        for words in nouns:
            for form in ((), ("--json",)):
                result = run_mpidbg(*words, target, *form, *options)
                found[(*words, *form)] = (result.returncode, without_target(result.stdout), without_target(result.stderr))
        return found

    def settle(self, job):
        """Until two answers in a row are the same."""
        before = []

        def is_same():
            now = [run_mpidbg("why", job.mpirun.pid).stdout, run_mpidbg("queues", job.mpirun.pid).stdout]
            same = before == now
            before[:] = now
            return same

        wait_for(is_same, "the job to stand still")

    def words_of(self, job):
        words = [(noun,) for noun in NOUNS] + [(noun, "--all") for noun in NOUNS if noun not in WITHOUT_ALL]
        return words + [("why",)]

    def objects_of(self, pid):
        """`show` with a few objects of each kind."""
        for noun, kind in KINDS.items():
            process = json.loads(run_mpidbg(noun, pid, "--json", "--all").stdout)["processes"][0]
            objects = process["communicators" if noun == "comms" else noun]
            for record in (objects if isinstance(objects, list) else objects["objects"])[:3]:
                yield "show", kind, record["handle"]

    def compare(self, sample, ranks, *arguments, **options):
        with self.subTest(sample=sample, arguments=arguments, **options), Job(sample, ranks, *arguments, **options) as job:
            self.settle(job)
            words = self.words_of(job)
            for pid in job.pids:
                os.kill(pid, signal.SIGSTOP)  # the ranks poll, and are elsewhere in the library at every look
            live = self.answers(job.mpirun.pid, words)
            captures = self.capture(job)
            empty = os.path.join(job.directory, "empty")
            os.mkdir(empty)
            away = ("--sysroot", empty, "--exe", "/nonexistent")
            seen = self.answers(captures, words, *away)
            for each in live:
                self.assertEqual(seen[each], live[each], each)
            shown = list(self.objects_of(job.pids[0]))
            self.assertTrue(shown)
            one = next(os.path.join(captures, name) for name in os.listdir(captures) if f".{job.pids[0]}." in name)
            self.assertEqual(self.answers(one, shown, *away), self.answers(job.pids[0], shown))


class SameAnswers(CaptureTest):
    def test_openmpi(self):
        for sample, ranks, *arguments in OPENMPI:
            self.compare(sample, ranks, *arguments)

    def test_ucx(self):
        for sample, ranks, *arguments in OVER_UCX:
            self.compare(sample, ranks, *arguments, layer=UCX, environment=SHARED_MEMORY)

    def test_mpich(self):
        for sample, ranks, *arguments in MPICH:
            self.compare(sample, ranks, *arguments, mpi="mpich", environment=SHARED_MEMORY)

    def test_cores(self):
        """A capture of a core has what the core has."""
        with Job("requests", 2) as job:
            cores = os.path.join(job.directory, "cores")
            os.mkdir(cores)
            for pid in job.pids:
                os.rename(job.gcore(pid), os.path.join(cores, f"core.{pid}"))
            words = self.words_of(job)
            before = self.answers(cores, words)
            directory = os.path.join(job.directory, "captures")
            result = run_mpidbg("capture", "-o", directory, cores)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            seen = self.answers(directory, words, "--sysroot", os.path.join(job.directory, "captures"))
            for each in before:
                self.assertEqual(seen[each], before[each], each)


class Verdicts(CaptureTest):
    """What two looks prove is proved from captures, too."""

    def compare_verdicts(self, sample, ranks, *arguments, proof, **options):
        with self.subTest(sample=sample, **options), Job(sample, ranks, *arguments, **options) as job:
            wait_for(lambda: re.search(proof, run_mpidbg("why", job.mpirun.pid).stdout), f"a verdict with: {proof}")
            live = run_mpidbg("why", job.mpirun.pid)
            captured = run_mpidbg("why", self.capture(job))
            self.assertRegex(captured.stdout, proof)
            self.assertEqual((captured.returncode, without_times(captured.stdout)), (3, without_times(live.stdout)))
            self.assert_untouched(job)

    def test_counters(self):
        self.compare_verdicts("stencil", 4, proof="no message is on its way, by the counters")

    def test_two_looks(self):
        for sample, options in (("stencil", {"layer": UCX}), ("mpich_stencil", {"mpi": "mpich"})):
            self.compare_verdicts(sample, 4, proof=r"two equal looks \d\.\d s apart, no message on its way", environment=SHARED_MEMORY,
                                  **options)

    def test_captures_of_different_times(self):
        """The first look of one is after the second look of the other: nothing is known of the time between."""
        with Job("stencil", 4, layer=UCX, environment=SHARED_MEMORY) as job:
            wait_for(lambda: "DEADLOCK" in run_mpidbg("why", job.mpirun.pid).stdout, "the deadlock")
            directory = os.path.join(job.directory, "captures/")
            for pid in job.pids:
                self.assertEqual(run_mpidbg("capture", "-o", directory, pid).returncode, 0)
            result = run_mpidbg("why", directory)
            self.assertRegex(result.stdout, r"(?m)^DEADLOCK: .*  suspected$")
            self.assertEqual(result.returncode, 6, result.stdout)


class Files(CaptureTest):
    def test_directories_of_hosts(self):
        with Job("hung_recv", 2) as job:
            for number, pid in enumerate(job.pids):
                pattern = os.path.join(job.directory, "all", f"node{number}-%h", "")
                result = run_mpidbg("capture", "-o", pattern, pid)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                host = os.uname().nodename
                self.assertRegex(result.stdout, rf"/node{number}-{host}/rank\d\.{host}\.{pid}\.capture  \d+ KiB  rank \d  "
                                                rf"pid {pid} on {host}  Open MPI")
            queues = self.ask("queues", os.path.join(job.directory, "all"))
            self.assertEqual([process["pid"] for process in queues["processes"]], [job.pid_of_rank[0], job.pid_of_rank[1]])

    def test_names(self):
        with Job("hung_recv", 2) as job:
            result = run_mpidbg("capture", "-o", os.path.join(job.directory, "r%r.p%p"), job.mpirun.pid)
            self.assertEqual(result.returncode, 0, result.stderr)
            for rank, pid in job.pid_of_rank.items():
                path = os.path.join(job.directory, f"r{rank}.p{pid}")
                self.assertEqual(self.ask("queues", path)["processes"][0]["rank"], rank)
                self.assertLess(os.path.getsize(path), 1 << 20)

    def test_user_data_is_left_out(self):
        """A variable of the program is not in a capture, which says so instead of showing zeros."""
        with Job("datatypes", 2) as job:
            (path, *_) = self.files_of(self.capture(job))
            live = run_mpidbg("show", "request", "sample_requests_of_nobody", job.pids[0])
            self.assertEqual(live.returncode, 1)
            result = run_mpidbg("show", "datatype", "particle_type", path)
            self.assertNotEqual(result.returncode, 0)
            self.assertIn("not in the capture", result.stdout + result.stderr)

    def files_of(self, directory):
        return [os.path.join(directory, name) for name in sorted(os.listdir(directory))]

    def test_gdb(self):
        """As it opens any core file; and what is not in it cannot be accessed."""
        with Job("hung_recv", 2) as job:
            (path, *_) = self.files_of(self.capture(job))
            commands = ("bt", "info sharedlibrary")
            words = [word for command in commands for word in ("-ex", command)]
            result = subprocess.run(["gdb", "-nx", "-batch", job.program, "-c", path, *words], capture_output=True, text=True,
                                    timeout=120, check=False)
            self.assertRegex(result.stdout, r"(?m)^#\d+ .* in P?MPI_Recv ")
            self.assertRegex(result.stdout, r"(?m)^#\d+ .* in main ")
            self.assertIn("libmpi.so", result.stdout)
            result = subprocess.run(["gdb", "-nx", "-batch", "-c", path, "-ex", "x/4xb 0x1000"], capture_output=True, text=True,
                                    timeout=120, check=False)
            self.assertIn("Cannot access memory at address 0x1000", result.stdout + result.stderr)

    def test_bad_files(self):
        with Job("hung_recv", 2) as job:
            directory = self.capture(job)
            first, second = self.files_of(directory)
            size = os.path.getsize(first)
            with open(first, "r+b") as file:
                file.seek(size - 100)
                byte = file.read(1)
                file.seek(size - 100)
                file.write(bytes([byte[0] ^ 1]))
            result = run_mpidbg("queues", directory)
            self.assertEqual(result.returncode, 1)
            self.assertIn(f"capture {first} is damaged", result.stdout + result.stderr)
            self.assertIn("MPI_COMM_WORLD", result.stdout)  # of the other
            os.truncate(second, size // 2)
            result = run_mpidbg("queues", second)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertRegex(result.stderr, rf"capture {second} is truncated: it has {size // 2} bytes of \d+")

    def test_two_captures_of_a_rank(self):
        with Job("hung_recv", 2) as job:
            for name in ("a", "b"):
                self.capture(job, os.path.join("both", name))
            result = run_mpidbg("why", os.path.join(job.directory, "both"))
            self.assertNotIn("DEADLOCK", result.stdout)
            self.assertRegex(result.stdout, r"rank 0  cannot be judged: .*both/\w/rank0")

    def test_nothing_is_overwritten(self):
        with Job("hung_recv", 2) as job:
            first, second = self.files_of(self.capture(job))
            with open(first, "rb") as file:
                before = file.read()
            os.unlink(second)
            result = run_mpidbg("capture", "-o", os.path.dirname(first), job.mpirun.pid)
            self.assertEqual(result.returncode, 1)
            self.assertIn(f"cannot write {first}: it is a core file", result.stderr)
            self.assertTrue(os.path.exists(second))  # the others are captured all the same
            with open(first, "rb") as file:
                self.assertEqual(file.read(), before)

    def test_bad_places(self):
        with Job("hung_recv", 1) as job:
            occupied = os.path.join(job.directory, "occupied")
            with open(occupied, "w", encoding="ascii"):
                pass
            result = run_mpidbg("capture", "-o", os.path.join(occupied, "inside", ""), job.pids[0])
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn(f"cannot make the directory {occupied}/inside/: Not a directory", result.stderr)
            result = run_mpidbg("capture", "-o", "/proc/x.capture", job.pids[0])
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn("cannot write /proc/x.capture: ", result.stderr)
            result = run_mpidbg("capture", "-o", "/dev/full", job.pids[0])
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn("cannot write /dev/full: No space left on device", result.stderr)
            self.assert_untouched(job)


if __name__ == "__main__":
    unittest.main()
