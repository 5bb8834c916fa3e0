"""Captures give the answers of the processes that they are of, without the files of the program and its libraries."""

import itertools
import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
import unittest

from mpi_job import COMMAND, SAMPLES, SYSROOT, Job, RealTest, load_part, run_mpidbg, states_of_threads, stop, wait_for
from test_other_layers import SHARED_MEMORY, UCX

LISTS = ("requests", "datatypes", "windows", "files", "infos", "ops", "errhandlers", "messages", "sessions")
NOUNS = ("queues", "comms", "groups", "handles", *LISTS, "cvars", "pvars", "categories", "events", "sources", "ranks", "stacks")
KINDS = {"comms": "comm", "groups": "group", "windows": "window", **{noun: noun[:-1] for noun in LISTS if noun != "windows"}}
WITHOUT_ALL = ("ranks", "cvars", "pvars", "categories", "events", "sources", "why", "pmpi")

FILES = ("--sysroot", SYSROOT) if SYSROOT else ()  # those that core files name

# Jobs that stand still, with their ranks and arguments.
OPENMPI = (("requests", 2), ("communicators", 2), ("datatypes", 2), ("windows", 3, "wait"), ("files", 2, "."), ("ops", 2))
OVER_UCX = (("requests", 2), ("probe", 2))
MPICH = (("mpich_communicators", 2), ("mpich_windows", 3, "lock"))

# A capture is of one process after the other: what only one instant proves is suspected there.
ONE_INSTANT = "proved: all of them were held still at one instant"
ONE_INSTANT_LACKS = "windows in shared memory prove nothing unless all are held still at one instant"


def without_target(text):
    """Apart from the words that say what the target is: "pid 4151", or the capture's path."""
    text = re.sub(r"\b(pid \d+) +(pid \d+|\S+\.capture)", r"\1", text)
    text = re.sub(r'"target": *"[^"]*"', '"target": ""', text)
    text = re.sub(r'"milliseconds_between_looks": \d+', '"milliseconds_between_looks": 200', text)
    return re.sub(r"\S+\.capture|pid \d+|\S+/cores/core\.\d+", "TARGET", text)


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

    def wait_until_stopped(self, pids):
        """A process that was stopped, and then looked at, is stopped again once each of its threads has had a processor."""
        wait_for(lambda: all(states_of_threads(pid) == {"T"} for pid in pids), "the ranks to be stopped")

    def answers(self, target, commands, *options, stopped=()):
        """What each command writes, with its exit code. `stopped`: processes that are to be so before each."""
        found = {}
        for words in commands:
            self.wait_until_stopped(stopped)
            result = run_mpidbg(*words, target, *options)
            found[words] = (result.returncode, without_target(result.stdout), without_target(result.stderr))
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

    def commands(self):
        """The text of each noun, as users ask for it, and all that it has as JSON: texts are made of the same report."""
        words = [(noun,) for noun in (*NOUNS, "why", "pmpi")]
        return words + [(noun, "--json") if noun in WITHOUT_ALL else (noun, "--all", "--json") for (noun,) in words]

    def objects_of(self, pid):
        """`show` with a few objects of each kind, and as JSON with one."""
        for noun, kind in KINDS.items():
            process = json.loads(run_mpidbg(noun, pid, "--json", "--all").stdout)["processes"][0]
            objects = process["communicators" if noun == "comms" else noun]
            for index, record in enumerate((objects if isinstance(objects, list) else objects["objects"])[:3]):
                yield "show", kind, record["handle"]
                if index == 0:
                    yield "show", kind, record["handle"], "--json"

    def compare(self, sample, ranks, *arguments, **options):
        with self.subTest(sample=sample, arguments=arguments, **options), Job(sample, ranks, *arguments, **options) as job:
            self.settle(job)
            commands = self.commands()
            for pid in job.pids:
                stop(pid)  # the ranks poll, and are elsewhere in the library at every look
            live = self.answers(job.mpirun.pid, commands, stopped=job.pids)
            self.wait_until_stopped(job.pids)
            captures = self.capture(job)
            empty = os.path.join(job.directory, "empty")
            os.mkdir(empty)
            away = ("--sysroot", empty, "--exe", "/nonexistent")
            seen = self.answers(captures, commands, *away)
            for each in live:
                if each[0] == "why" and ONE_INSTANT in live["why",][1]:
                    self.assertEqual((seen[each][0], ONE_INSTANT_LACKS in seen["why",][1]), (6, True), seen[each])
                else:
                    self.assertEqual(*((code, *map(without_times, texts)) for code, *texts in (seen[each], live[each])), each)
            shown = list(self.objects_of(job.pids[0]))
            self.assertTrue(shown)
            one = next(os.path.join(captures, name) for name in os.listdir(captures) if f".{job.pids[0]}." in name)
            self.assertEqual(self.answers(one, shown, *away), self.answers(job.pids[0], shown, stopped=job.pids[:1]))


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

    def test_tools(self):
        """The profiling interface with tools in front of the library, and in a program without MPI."""
        tools = ":".join(os.path.join(SAMPLES, f"lib{name}_tool.so") for name in ("first", "second"))
        with Job("profiled", 2, environment={"LD_PRELOAD": tools}) as job:
            captures = self.capture(job)
            for words in (("pmpi",), ("pmpi", "--json")):
                live, seen = (run_mpidbg(*words, target) for target in (job.mpirun.pid, captures))
                self.assertIn("first_tool", live.stdout)
                self.assertEqual((seen.returncode, without_target(seen.stdout)), (live.returncode, without_target(live.stdout)))
        with subprocess.Popen(["sleep", "1000"]) as other, tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "one.capture")
            wait_for(lambda: os.readlink(f"/proc/{other.pid}/exe").endswith("sleep"), "the program to begin")
            run_mpidbg("capture", "-o", path, other.pid)
            live, seen = run_mpidbg("pmpi", other.pid), run_mpidbg("pmpi", path)
            other.kill()
            self.assertIn("has no MPI library", live.stderr)
            self.assertEqual((seen.returncode, seen.stdout, seen.stderr), (live.returncode, "", live.stderr))

    def test_cores(self):
        """A capture of a core has what the core has."""
        with Job("requests", 2) as job:
            cores = os.path.join(job.directory, "cores")
            os.mkdir(cores)
            for pid in job.pids:
                os.rename(job.gcore(pid), os.path.join(cores, f"core.{pid}"))
            commands = self.commands()
            before = self.answers(cores, commands, *FILES)
            directory = os.path.join(job.directory, "captures")
            result = run_mpidbg("capture", "-o", directory, cores, *FILES)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            seen = self.answers(directory, commands, "--sysroot", os.path.join(job.directory, "captures"))
            for each in before:
                self.assertEqual(seen[each], before[each], each)


class Verdicts(CaptureTest):
    """What two looks prove is proved from captures, too."""

    @staticmethod
    def why_of_summary(job, directory):
        path = os.path.join(job.directory, "captures.summary")
        run_mpidbg("summarize", directory, "-o", path)
        return run_mpidbg("why", path)

    def compare_verdicts(self, sample, ranks, *arguments, proof, **options):
        with self.subTest(sample=sample, **options), Job(sample, ranks, *arguments, **options) as job:
            wait_for(lambda: re.search(proof, run_mpidbg("why", job.mpirun.pid).stdout), f"a verdict with: {proof}")
            live = run_mpidbg("why", job.mpirun.pid)
            directory = self.capture(job)
            captured = run_mpidbg("why", directory)
            summarized = self.why_of_summary(job, directory)
            self.assertRegex(summarized.stdout, proof)
            self.assertEqual(summarized.returncode, 3)
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
            for result in (run_mpidbg("why", directory), self.why_of_summary(job, directory)):
                self.assertRegex(result.stdout, r"(?m)^SUSPECTED: .* wait for each other .*  not proved$")
                self.assertEqual(result.returncode, 6, result.stdout)


def memory_of(path, address, size):
    """What a capture has of it, segment by segment."""
    with open(path, "rb") as file:
        content = file.read()
    begin, count = struct.unpack_from("<Q", content, 32)[0], struct.unpack_from("<H", content, 56)[0]
    found = b""
    for number in range(count):
        kind, _, offset, virtual, _, in_file, in_memory, _ = struct.unpack_from("<IIQQQQQQ", content, begin + 56 * number)
        into = address + len(found) - virtual
        if kind == 1 and 0 <= into < in_memory and len(found) < size:
            found += (content[offset:offset + in_file] + bytes(in_memory - in_file))[into:]
    return found[:size]


class WhatIsIn(CaptureTest):
    def captures_of(self, job, *options):
        directory = os.path.join(job.directory, "-".join(("captures", *options)))
        result = run_mpidbg("capture", *options, "-o", directory, job.mpirun.pid)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        return directory, [os.path.join(directory, name) for name in sorted(os.listdir(directory))]

    def test_buffers_of_pending_messages(self):
        with Job("requests", 2) as job:
            pid = job.pid_of_rank[0]
            lists = self.ask("requests", pid)["processes"][0]["requests"]["objects"]
            buffers = {(int(one["buffer"], 16), one["bytes"]) for one in lists if one.get("buffer") and (one.get("bytes") or 0) >= 100000}
            self.assertTrue(buffers, lists)
            with open(f"/proc/{pid}/mem", "rb") as memory:
                for options in ((), ("--with-data",)):
                    path = self.captures_of(job, *options)[1][0]
                    self.assertIn(f".{pid}.", path)
                    for address, size in buffers:
                        memory.seek(address)
                        self.assertEqual(memory_of(path, address, size) == memory.read(size), bool(options), (options, hex(address)))
            live, captured = (json.loads(run_mpidbg("requests", target, "--json").stdout) for target in (pid, path))
            self.assertEqual(captured["processes"][0]["requests"], live["processes"][0]["requests"])

    def test_redacted(self):
        """Arguments, which are in MPI_INFO_ENV as well, and variables; what is left answers.

        A variable with the value of an info's key takes nothing from the answers."""
        argument, value = "argument-nobody-shall-know", "value-nobody-shall-know"
        with Job("infos", 2, argument, environment={"OMPI_SECRET": value, "PMIX_HOSTNAME": "redacted-host", "CI": "true"}) as job:
            _, plain = self.captures_of(job)
            directory, redacted = self.captures_of(job, "--redact")
            for paths, is_there in ((plain, True), (redacted, False)):
                for path in paths:
                    with open(path, "rb") as file:
                        content = file.read()
                    for secret in (argument, value):
                        self.assertEqual(secret.encode() in content, is_there, (path, secret))
            self.assertIn("argv", run_mpidbg("infos", "--all", directory).stdout)
            for command in ("queues", "ranks", "comms", "why"):
                live = run_mpidbg(command, job.mpirun.pid)
                seen = run_mpidbg(command, directory)
                self.assertEqual((seen.returncode, without_times(seen.stdout)), (live.returncode, without_times(live.stdout)))
            described = run_mpidbg("capture", "--describe", redacted[0]).stdout
            self.assertIn(f"command  {job.program} (redacted)\n", described)

    def test_described(self):
        with Job("hung_recv", 2, "an argument") as job:
            directory, paths = self.captures_of(job)
            result = run_mpidbg("capture", "--describe", directory)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            for rank, path in enumerate(paths):
                pid = job.pid_of_rank[rank]
                self.assertRegex(result.stdout, rf"{path}\n  capture  of pid {pid}, by mpidbg \d+\.\d+\.\d+\n"
                                                rf"  time     \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n  host     {os.uname().nodename}\n"
                                                rf"  command  {job.program} an argument\n  rank     {rank} of 2\n  pid      {pid}\n")
            notes = subprocess.run(["eu-readelf", "-n", paths[0]], capture_output=True, text=True, check=False).stdout
            self.assertIn("mpidbg", notes)
            result = run_mpidbg("capture", "--describe", job.pids[0])
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn(f"pid {job.pids[0]} is not a capture", result.stderr)
            result = run_mpidbg("capture", job.pids[0])
            self.assertEqual(result.returncode, 2)
            self.assertIn("--output is required", result.stderr)


class Differences(CaptureTest):
    """diff takes captures, and directories of captures."""

    def test_hung(self):
        with Job("stencil", 4) as job:
            wait_for(lambda: "DEADLOCK" in run_mpidbg("why", job.mpirun.pid).stdout, "the deadlock")
            before, after = self.capture(job, "before"), self.capture(job, "after")
            result = run_mpidbg("diff", before, after)
            self.assertEqual(result.returncode, 3, result.stdout + result.stderr)
            self.assertRegex(result.stdout, r"\Atwo looks at 4 ranks\nDEADLOCK: (.*\n)+"
                                            r"STILL: ranks 0-3 are in the same calls, and nothing has moved\n")
            one = [os.path.join(directory, next(name for name in os.listdir(directory) if name.startswith("rank1.")))
                   for directory in (before, after)]
            result = run_mpidbg("diff", *one)
            self.assertIn("STILL: rank 1 is in the same call, and nothing has moved", result.stdout)
            # A capture against the process that it is of.
            result = run_mpidbg("diff", before, job.mpirun.pid)
            self.assertIn("STILL: ranks 0-3 ", result.stdout)

    def test_moved(self):
        with Job("busy", 2) as job:
            before = self.capture(job, "before")
            self.assertIn("two looks at 2 ranks", run_mpidbg("diff", before, before).stdout)
            # They can be at the same place by chance at any look.
            numbers = itertools.count()
            wait_for(lambda: "STILL" not in run_mpidbg("diff", before, self.capture(job, f"after{next(numbers)}")).stdout,
                     "the ranks to move")

    def test_another_job(self):
        with Job("hung_recv", 2) as job, Job("hung_recv", 2) as other:
            after = self.capture(other, "after")
            result = run_mpidbg("diff", self.capture(job, "before"), after)
            self.assertRegex(result.stdout, r"(?m)^MISSING: ranks 0-1 .*\n.*\nNEW: ranks 0-1 ")
            self.assertEqual(result.returncode, run_mpidbg("why", after).returncode)


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

    def test_all_ranks_by_the_pid_of_one(self):
        with Job("hung_recv", 3) as job:
            for words, ranks in (((job.pids[1],), {1}), (("--all-ranks", job.pids[1]), {0, 1, 2}),
                                 (("--all-ranks", job.pids[2], job.pids[0]), {0, 1, 2}),
                                 (("--all-ranks", job.mpirun.pid), {0, 1, 2})):
                directory = tempfile.mkdtemp(dir=job.directory)
                result = run_mpidbg("capture", "-o", directory + "/", *words)
                self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
                self.assertEqual({int(name[4:name.index(".")]) for name in os.listdir(directory)}, ranks)
                self.assertEqual(len(os.listdir(directory)), len(ranks))

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
            root = ["-iex", f"set sysroot {SYSROOT}"] if SYSROOT else []
            result = subprocess.run(["gdb", "-nx", "-batch", *root, job.program, "-c", path, *words], capture_output=True,
                                    text=True, timeout=120, check=False)
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

    def test_captures_of_another_job(self):
        with Job("hung_recv", 2) as job, Job("hung_recv", 3) as other:
            for each in (job, other):
                self.capture(each, os.path.join(job.directory, "mixed"))
            directory = os.path.join(job.directory, "mixed")
            result = run_mpidbg("why", directory)
            for number in (1, 2):
                self.assertRegex(result.stdout, rf"(?m)^DEADLOCK: ranks 0-[12] of job {number} wait for each other")
            for each in (job, other):
                names = [rf"\S*mixed/rank{rank}\.\S*\.{each.pid_of_rank[rank]}\.capture" for rank in range(each.ranks)]
                self.assertRegex(result.stdout, rf"(?m)^job [12], \[\d+,1\]: {', '.join(names[:-1])} and {names[-1]}$")
            times = "mpidbg: warning: the captures are of different times: the verdict takes each rank as seen once\n"
            self.assertEqual((result.returncode, result.stderr), (3, times))

    def test_captures_of_different_times(self):
        """One rank is there twice, once before and once after it went on: it is judged by neither."""
        with Job("busy", 2) as job:
            directory = os.path.join(job.directory, "times")
            for name, target in (("early", job.mpirun.pid), ("late", job.pid_of_rank[0])):
                result = run_mpidbg("capture", "-o", os.path.join(directory, name, ""), target)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
            result = run_mpidbg("why", directory)
            self.assertRegex(result.stdout, r"rank 0 +cannot be judged: .*early/rank0\S* and .*late/rank0")
            self.assertNotIn("DEADLOCK", result.stdout)
            self.assertEqual(result.returncode, 6)

    def test_unrelated_files(self):
        """What is no core file and no capture is passed over; a directory of nothing else is named."""
        with Job("hung_recv", 2) as job:
            directory = self.capture(job)
            expected = run_mpidbg("why", directory)
            self.assertEqual(expected.returncode, 3)
            os.mkdir(os.path.join(directory, "below"))
            for name, content in (("notes.txt", "to be mailed\n"), ("empty", ""), ("below/x.json", "{}"), ("short", "\x7fELF")):
                with open(os.path.join(directory, name), "w", encoding="ascii") as file:
                    file.write(content)
            shutil.copy("/bin/true", directory)
            os.symlink("/nonexistent", os.path.join(directory, "link"))
            os.mkfifo(os.path.join(directory, "fifo"))
            found = run_mpidbg("why", directory)
            self.assertEqual((found.returncode, found.stdout, found.stderr), (3, expected.stdout, ""))
            below = os.path.join(directory, "below")
            result = run_mpidbg("why", below)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertEqual(result.stderr, f"mpidbg: no core files or captures in the directory {below}\n")

    def test_full_disk(self):
        """Has room for one of two: that one stays, and of the other nothing."""
        with Job("hung_recv", 2) as job:
            cores, small = (os.path.join(job.directory, name) for name in ("cores", "small"))
            os.mkdir(cores)
            os.mkdir(small)
            for pid in job.pids:
                os.rename(job.gcore(pid), os.path.join(cores, f"core.{pid}"))
            script = (f"mount -t tmpfs -o size=800k none {small} && {COMMAND} capture -o {small} {cores} {' '.join(FILES)}; "
                      f"echo $?; ls {small}; {COMMAND} ranks {small}")
            result = subprocess.run(["unshare", "-rm", "sh", "-c", script], capture_output=True, text=True, timeout=120, check=False)
            first, second = (f"rank{rank}.{os.uname().nodename}.{pid}.capture" for rank, pid in sorted(job.pid_of_rank.items()))
            self.assertEqual(result.stderr, f"mpidbg: cannot write {small}/{second}: No space left on device\n")
            lines = result.stdout.splitlines()
            self.assertIn(first, lines[0])
            self.assertEqual(lines[1:3], ["1", first])
            self.assertIn("missing: rank 1 of the job was not among the targets", result.stdout)

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


load_tests = load_part

if __name__ == "__main__":
    unittest.main()
