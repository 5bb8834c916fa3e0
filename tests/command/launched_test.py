#!/usr/bin/env python3
"""All that the command says of the ranks below a launcher, live and on nodes: of a job that stays, that loses a rank, and that
ends. The launcher is a shell by another name, its ranks a program that only seems to have MPI, and the nodes are scripts. No MPI
is needed here.

    launched_test.py MPIDBG LIBMPIDBG PROGRAM

PROGRAM is corefile_target_static: a launcher's variables make it a rank.
"""

import base64
import contextlib
import ctypes
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import zlib

MPIDBG, PLUGIN, PROGRAM = sys.argv[1:4]
NAME = os.path.basename(PROGRAM)
DONE, FAILED, USAGE, MISSING, NOT_ENOUGH = 0, 1, 2, 4, 6
HOST = os.uname().nodename
UNKNOWN = ("the MPI library is neither Open MPI nor MPICH: nothing is known of it but the calls on the stacks; if the program was "
           "started with mpidbg record, the recorder knows them")
HAS_ENDED = "process PID1 has ended (a zombie): it has no memory any more"
# Starts each rank with the variables that a launcher sets. Ranks share the launcher's stdin, on which nothing arrives.
SCRIPT = """exec 3<&0
[ -n "$1" ] || read -r line <&3
for rank in $1; do
  env OMPI_COMM_WORLD_RANK=$rank OMPI_COMM_WORLD_SIZE=$2 PMIX_NAMESPACE=launched PMIX_HOSTNAME=n1 $3 "$0" <&3 &
done
wait
"""


def run(*words, **options):
    return subprocess.run([MPIDBG, *map(str, words)], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
                          check=False, **options)


def wait_for_state(pid, letter):
    while True:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            if file.read().rpartition(")")[2].split()[0] == letter:
                return
        os.sched_yield()


class Launcher:
    """A process `mpirun` and its ranks, while the block runs."""

    def __init__(self, ranks, size, name="mpirun", variables=""):
        self.ranks, self.size, self.name, self.variables = ranks, size, name, variables

    def __enter__(self):
        # Which rank it was that has ended is concluded from the order of pids, which begin anew at times.
        while not self.start():
            self.at_end.close()
        return self

    def start(self):
        """Whether the pids are in the order of the ranks."""
        with contextlib.ExitStack() as stack:
            directory = stack.enter_context(tempfile.TemporaryDirectory())
            path = os.path.join(directory, self.name)
            os.symlink("/bin/sh", path)
            words = [path, "-c", SCRIPT, PROGRAM, " ".join(map(str, self.ranks)), str(self.size), self.variables]
            self.process = stack.enter_context(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                                                start_new_session=True))
            self.pid = self.process.pid
            stack.callback(self.end)
            while not os.path.samefile(f"/proc/{self.pid}/exe", path):
                os.sched_yield()
            ready = 0
            while ready < len(self.ranks):
                line = self.process.stdout.readline()
                if not line:
                    raise AssertionError("the ranks do not start")
                ready += line == "ready\n"
            with open(f"/proc/{self.pid}/task/{self.pid}/children", encoding="ascii") as file:
                self.pid_of = dict(zip(self.ranks, map(int, file.read().split())))  # as they were started
            for pid in self.pid_of.values():
                wait_for_state(pid, "S")  # after its last line it waits
            self.at_end = stack.pop_all()
        return list(self.pid_of.values()) == sorted(self.pid_of.values())

    def __exit__(self, *_):
        self.at_end.close()

    def end(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)

    def lose(self, rank):
        """It ends, and the launcher takes no notice."""
        os.kill(self.pid, signal.SIGSTOP)
        os.kill(self.pid_of[rank], signal.SIGKILL)
        descriptor = os.pidfd_open(self.pid_of[rank])
        try:
            select.select([descriptor], [], [], 60)
        finally:
            os.close(descriptor)

    def plain(self, text):
        """With names for pids, addresses, sizes and times; spaces of columns are one."""
        for rank, pid in self.pid_of.items():
            text = re.sub(rf"\b{pid}\b", f"PID{rank}", text)
        text = re.sub(rf"\b{self.pid}\b", "LAUNCHER", text).replace(PROGRAM, "PROGRAM").replace(NAME, "NAME")
        text = re.sub(r"NAME\+0x[0-9a-f]+", "NAME+OFFSET", text)
        text = re.sub(r"\b\d+ KiB", "SIZE", re.sub(r"\d+\.\d s apart", "SECONDS apart", text))
        text = re.sub(r"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC", "NOW", text)
        text = re.sub(r"PID0-PID2|PID0,PID1,PID2|PID0-PID1,PID2|PID0,PID1-PID2", "PIDS", text)
        return re.sub(r"main\s+\(", "main (", re.sub(r" +", " ", text))


class LaunchedTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.directory = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.directory)

    def path(self, name):
        return os.path.join(self.directory, name)

    def launch(self, ranks=(0, 1, 2), size=3, **how):
        launcher = Launcher(ranks, size, **how)
        launcher.__enter__()
        self.addCleanup(launcher.__exit__)
        return launcher

    def expect(self, job, words, output, code, errors="", **options):
        result = run(*words, **options)
        seen = tuple(job.plain(text.replace(self.directory, "DIR")) for text in (result.stdout, result.stderr))
        self.assertEqual((*seen, result.returncode), (output, errors, code), words)

    NEVER = ("--interval", "0.02", "--still", "80000")

    def watch(self, *words):
        process = subprocess.Popen([MPIDBG, "watch", *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def lines(self, job, process):
        """Each other line that it writes, without the time, as it is written."""
        before = None
        for line in process.stderr:
            text = job.plain(line).removeprefix("mpidbg: NOW: ").rstrip("\n")
            if text != before:
                yield text
            before = text


class BelowALauncher(LaunchedTest):
    def test_it_stands_for_its_ranks(self):
        job = self.launch(size=4)
        absent = "missing: rank 3 of the job was not among the targets\n"
        verdict = ("NOT ENOUGH INFORMATION: what MPI_Recv of ranks 0-2 waits for cannot be seen\n"
                   f"ranks 0-2 are in MPI_Recv at main; what MPI_Recv waits for is not visible: {UNKNOWN}\n")
        self.expect(job, ["ranks", job.pid], "3 processes n1 unknown MPI library\nrank pid call\n"
                    f"0-2 PIDS MPI_Recv at main (NAME+OFFSET)\n{absent}", MISSING)
        self.expect(job, ["stacks", job.pid], f"main (NAME+OFFSET) ranks 0-2\n MPI_Recv\n{absent}", MISSING)
        self.expect(job, ["why", job.pid], f"{verdict}not below mpirun LAUNCHER: rank 3\n", NOT_ENOUGH)
        # What is known of fewer ranks is not known of all that it has started.
        self.expect(job, ["why", "--rank", "0-2", job.pid], f"{verdict}not among the targets: rank 3\n", NOT_ENOUGH)
        self.expect(job, ["why", *job.pid_of.values()], f"{verdict}not among the targets: rank 3\n", NOT_ENOUGH)
        self.expect(job, ["why", job.pid, job.pid], f"{verdict}not among the targets: rank 3\n", NOT_ENOUGH)
        self.expect(job, ["why", "--rank", "3", job.pid], "", FAILED, "mpidbg: LAUNCHER: no rank that --rank names is among the "
                    "targets, which have ranks 0-2\n")
        page = self.path("why.html")
        self.assertEqual(run("why", "--html", page, job.pid).returncode, NOT_ENOUGH)
        with open(page, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(f"not below mpirun {job.pid}: rank 3", text)
        self.assertRegex(text, rf"made on {re.escape(HOST)}, 20\d\d-\d\d-\d\d \d\d:\d\d UTC")

    def test_it_is_none_of_them(self):
        """Of commands that take one process."""
        job = self.launch()
        problem = "mpidbg: pid LAUNCHER is a launcher, and this command takes a single process: one of PID0, PID1, PID2\n"
        for words in (["profile", "check", "openmpi-4.1.4-x86_64", job.pid], ["mpit", "--mpi", "openmpi", job.pid, "--", "true"]):
            self.expect(job, words, "", FAILED, problem)

    def test_by_another_name(self):
        """A script that starts ranks stands for them, too; one that has none is a process as any other."""
        job = self.launch(name="job.sh")
        self.expect(job, ["stacks", job.pid], "main (NAME+OFFSET) ranks 0-2\n MPI_Recv\n", DONE)
        verdict = run("why", job.pid)
        self.assertNotIn("below", verdict.stdout)
        with Launcher((), 0) as idle:
            self.expect(idle, ["ranks", idle.pid], "", FAILED, "mpidbg: pid LAUNCHER is a launcher that has no MPI processes on this "
                        "node\n")

    def test_jobs(self):
        job = self.launch(size=4)
        (found,) = [one for one in json.loads(run("jobs", "--json").stdout)["jobs"] if one["launcher"] and
                    one["launcher"]["pid"] == job.pid]
        self.assertEqual((found["launcher"]["name"], found["world_size"]), ("mpirun", 4))
        self.assertEqual(found["ranks"], [{"rank": rank, "pid": pid, "job": "launched"} for rank, pid in job.pid_of.items()])
        (line,) = [line for line in run("jobs").stdout.splitlines() if line.startswith(f"{job.pid} ")]
        self.assertRegex(re.sub(" +", " ", line), rf"^{job.pid} mpirun 0-2 of 4 linked into the program \d\d:\d\d:\d\d ")
        self.assertIn(str(job.pid), run("jobs", "--pids").stdout.split())

    def test_a_rank_that_is_given_twice(self):
        job = self.launch()
        for words in ((job.pid_of[1], job.pid), (job.pid, job.pid_of[1])):
            answer = json.loads(run("ranks", "--json", *words).stdout)
            self.assertEqual([process["rank"] for process in answer["processes"]], [0, 1, 2])

    def test_captures(self):
        job = self.launch()
        place = self.path("captures")
        lines = "".join(f"DIR/captures/rank{rank}.{HOST}.PID{rank}.capture SIZE rank {rank} pid PID{rank} on {HOST} unknown MPI library\n"
                        for rank in range(3))
        self.expect(job, ["capture", "-o", place, job.pid], lines, DONE)
        self.expect(job, ["capture", "--describe", job.pid], "", FAILED,
                    "".join(f"mpidbg: pid PID{rank} is not a capture\n" for rank in range(3)))
        self.assertEqual(run("ranks", place).stdout, run("ranks", job.pid).stdout)
        one = self.path(f"captures/rank1.{HOST}.{job.pid_of[1]}.capture")
        again, absent = lines.replace("captures", "again").splitlines(True), "mpidbg: /nonexistent: No such file or directory\n"
        self.expect(job, ["capture", "-o", self.path("again"), job.pid_of[0], one, "/nonexistent", job.pid_of[2]], again[0] + again[2],
                    FAILED, f"mpidbg: DIR/captures/rank1.{HOST}.PID1.capture is a capture already\n{absent}")
        described = job.plain(run("capture", "--describe", one).stdout).replace(self.directory, "DIR")
        self.expect(job, ["capture", "--describe", one, "/nonexistent"], described, FAILED, absent)

    def test_places_of_captures(self):
        """A directory, or a name for each."""
        job = self.launch()
        name, line = f"rank{{0}}.{HOST}.PID{{0}}.capture", f"DIR/{{1}} SIZE rank {{0}} pid PID{{0}} on {HOST} unknown MPI library\n"
        for place, names in (("%p", "PID{0}"), ("%r", "{0}"), ("%r.%h.%p.%r.%x", f"{{0}}.{HOST}.PID{{0}}.{{0}}.%x"),
                             ("of-%h", f"of-{HOST}/{name}"), ("new", f"new/{name}"), ("a/b/", f"a/b/{name}")):
            self.expect(job, ["capture", "-o", self.path(place), job.pid],
                        "".join(line.format(rank, names.format(rank)) for rank in range(3)), DONE)
        os.mkdir(self.path("there"))
        for place, file in (("one", "one"), ("c/", f"c/{name}"), ("there", f"there/{name}")):
            self.expect(job, ["capture", "-o", self.path(place), job.pid_of[1]], line.format(1, file.format(1)), DONE)
        with open(self.path("file"), "wb"):
            pass
        self.expect(job, ["capture", "-o", self.path("file/in/"), job.pid], "", FAILED,
                    "mpidbg: cannot make the directory DIR/file/in/: Not a directory\n")
        self.expect(job, ["capture", "-o", self.path("none/%r"), job.pid], "", FAILED,
                    "".join(f"mpidbg: cannot write DIR/none/{rank}: No such file or directory\n" for rank in range(3)))
        for name, pids in (("a%r", [job.pid_of[1]]), ("b%r", [job.pid_of[2], job.pid_of[0]]), ("c%r", [job.pid])):
            self.expect(job, ["capture", "--all-ranks", "-o", self.path(name), *pids],
                        "".join(line.format(rank, name.replace("%r", str(rank))) for rank in range(3)), DONE)

    def test_process_without_a_rank(self):
        """It comes after those that have one."""
        job = self.launch()
        with subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={}) as other:
            self.addCleanup(other.kill)
            self.assertTrue(any(text == "ready\n" for text in other.stdout))
            job.pid_of["-other"] = other.pid
            row = "unknown MPI library - MPI_Recv at main (NAME+OFFSET)\n"
            self.expect(job, ["ranks", "--each", other.pid, *reversed(job.pid_of.values())], "rank pid host MPI library layer call\n"
                        f"0 PID0 n1 {row}1 PID1 n1 {row}2 PID2 n1 {row}? PID-other - {row}", DONE)
            self.expect(job, ["stacks", other.pid, job.pid], "job without a name\n main (NAME+OFFSET) rank ?\n MPI_Recv\n"
                        "job launched\n main (NAME+OFFSET) ranks 0-2\n MPI_Recv\n", DONE)
            line = f"DIR/rankunknown.{HOST}.PID-other.capture SIZE rank not known pid PID-other on {HOST} unknown MPI library\n"
            self.expect(job, ["capture", "-o", self.directory, other.pid], line, DONE)
            other.kill()

    def test_two_jobs(self):
        """Shorter names come first, as of jobs that one launcher has numbered."""
        job, small = self.launch(), Launcher((0, 1), 2, variables="PMIX_NAMESPACE=small")
        with small:
            small.pid_of.update({10 + rank: pid for rank, pid in job.pid_of.items()})
            rows = ("0 of job small PID0", "1 of job small PID1", "0 of job launched PID10", "1 of job launched PID11",
                    "2 of job launched PID12")
            self.expect(small, ["ranks", "--each", job.pid, small.pid], "rank pid host MPI library layer call\n" + "".join(
                f"{one} n1 unknown MPI library - MPI_Recv at main (NAME+OFFSET)\n" for one in rows) +
                "2 jobs:\n job launched: ranks 0-2 of 3\n job small: ranks 0-1 of 2\n", DONE)


class LostRank(LaunchedTest):
    """A rank has ended, and its launcher has not noticed: where it was among the others says which one it was."""

    def setUp(self):
        super().setUp()
        self.job = self.launch()
        self.job.lose(1)
        self.failed = f"mpidbg: pid PID1: {HAS_ENDED}\n"
        self.warning = "mpidbg: warning: 1 of 3 processes could not be inspected\n"
        self.verdict = ("NOT ENOUGH INFORMATION: what MPI_Recv of ranks 0,2 waits for cannot be seen\n rank 1 has exited\n"
                        f"ranks 0,2 are in MPI_Recv at main; what MPI_Recv waits for is not visible: {UNKNOWN}\n")

    def test_reports(self):
        """It is none that is missing among the targets."""
        self.expect(self.job, ["stacks", self.job.pid], "main (NAME+OFFSET) ranks 0,2\n MPI_Recv\n"
                    f"rank 1: cannot see: {HAS_ENDED}\n", FAILED, self.warning)
        for noun in ("queues", "ranks"):
            answer = json.loads(run(noun, "--json", self.job.pid).stdout)
            self.assertEqual([(process["rank"], process["pid"]) for process in answer["processes"]], list(self.job.pid_of.items()))
            self.assertEqual(answer["missing_ranks"], [])
            self.assertEqual(self.job.plain(answer["processes"][1]["error"]), HAS_ENDED)
        self.expect(self.job, ["ranks", "--rank", "0,2", self.job.pid],
                    "2 processes n1 unknown MPI library\nrank pid call\n0,2 PID0,PID2 MPI_Recv at main (NAME+OFFSET)\n", DONE)

    def test_verdict(self):
        self.expect(self.job, ["why", self.job.pid], self.verdict, NOT_ENOUGH, self.failed)
        self.expect(self.job, ["why", *self.job.pid_of.values()], self.verdict, NOT_ENOUGH, self.failed)
        self.expect(self.job, ["why", self.job.pid_of[1]], "", FAILED, self.failed)
        summary = self.path("summary")
        self.expect(self.job, ["summarize", "-o", summary, self.job.pid], "", NOT_ENOUGH, self.failed)
        self.expect(self.job, ["why", summary], self.verdict, NOT_ENOUGH)

    def test_two_looks(self):
        self.expect(self.job, ["diff", "--after", "0.05", self.job.pid], "two looks at 3 ranks, SECONDS apart\n"
                    "NOT ENOUGH INFORMATION: what MPI_Recv of ranks 0,2 waits for cannot be seen\n"
                    "ENDED: rank 1 has left MPI or exited\n rank 1 has exited\nNOT SEEN: ranks 0,2 cannot be compared\n"
                    f" ranks 0,2 are in MPI_Recv at main; what MPI_Recv waits for is not visible: {UNKNOWN}\n", NOT_ENOUGH, self.failed)
        self.expect(self.job, ["diff", "--after", "0.05", self.job.pid_of[1]], "", FAILED, self.failed)
        watch = self.watch(*self.NEVER, self.job.pid)
        lines = self.lines(self.job, watch)
        self.assertEqual(next(lines), "first look at 3 ranks")
        self.assertEqual(next(lines), "no rank of 3 can be compared with the look before; rank 1 has ended")
        watch.kill()  # it stops ranks, too
        watch.wait()
        result = run("watch", "--interval", "0.02", "--at-most", "0.02", self.job.pid)
        self.assertEqual((self.job.plain(result.stdout), result.returncode), (self.verdict, NOT_ENOUGH))
        self.assertTrue(self.job.plain(result.stderr).endswith(f"mpidbg: NOW: the time of the watch is over\n{self.failed}"), result.stderr)


class StoppedRank(LaunchedTest):
    def test_it_is_said(self):
        """Of the process, of its capture and of its summary."""
        job = self.launch()
        os.kill(job.pid_of[1], signal.SIGSTOP)
        wait_for_state(job.pid_of[1], "T")
        places = ("3 processes n1 unknown MPI library\nrank pid call\n1 PID1 stopped by a signal, MPI_Recv at main (NAME+OFFSET)\n"
                  "0,2 PID0,PID2 MPI_Recv at main (NAME+OFFSET)\n")
        stopped = " rank 1 is stopped by a signal or a debugger in MPI_Recv at main\n"
        unseen = f"ranks 0,2 are in MPI_Recv at main; what MPI_Recv waits for is not visible: {UNKNOWN}\n"
        verdict = f"NOT ENOUGH INFORMATION: what MPI_Recv of ranks 0,2 waits for cannot be seen\n{stopped}{unseen}"
        compared = (f"two looks at 3 ranks\n{verdict.splitlines()[0]}\n"
                    "STOPPED: rank 1 was stopped by a signal or a debugger in one of the looks\n"
                    f"{stopped}NOT SEEN: ranks 0,2 cannot be compared\n {unseen}")
        captures, summary = self.path("captures"), self.path("summary")
        self.assertEqual(run("capture", "-o", captures, job.pid).returncode, DONE)
        self.assertEqual(run("summarize", "-o", summary, job.pid).returncode, DONE)
        for target in (job.pid, captures):
            self.expect(job, ["ranks", target], places, DONE)
        for target in (job.pid, captures, summary):
            self.expect(job, ["why", target], verdict, NOT_ENOUGH)
        self.expect(job, ["diff", captures, job.pid], compared, NOT_ENOUGH)
        lines = self.lines(job, self.watch(*self.NEVER, job.pid))
        self.assertEqual(next(lines), "first look at 3 ranks")
        self.assertRegex(next(lines), r"^nothing has moved for [0-9.]+ s \(3 ranks\); ranks 0,2 cannot be compared$")


class HeldRank(LaunchedTest):
    """By a debugger, which does not let it go: its memory can be read, and its stacks cannot."""

    def setUp(self):
        super().setUp()
        self.job = self.launch()
        ptrace, pid = ctypes.CDLL(None).ptrace, self.job.pid_of[1]
        attach, wait_for_all = 16, 0x40000000
        self.assertEqual(ptrace(attach, pid, 0, 0), 0)
        os.waitpid(pid, wait_for_all)
        tracer = f"it is being traced by pid {os.getpid()} (python3)"
        self.warnings = [f"pid PID1 is being traced by pid {os.getpid()} (python3), which holds it: read without stopping it",
                         f"the stacks cannot be read: stacks of pid PID1 cannot be read: {tracer}"]

    def expect(self, job, words, output, code, errors="", **options):
        seen = run(*words)
        text = re.sub(rf"pid {os.getpid()} \(\S+\)", f"pid {os.getpid()} (python3)", seen.stdout)
        self.assertEqual((job.plain(text), job.plain(seen.stderr), seen.returncode), (output, errors, code), words)

    def test_reports(self):
        warnings = "".join(f" warning: {one}\n" for one in self.warnings)
        self.expect(self.job, ["ranks", self.job.pid], "3 processes n1 unknown MPI library\nrank pid call\n"
                    f"1 PID1 -\n{warnings}0,2 PID0,PID2 MPI_Recv at main (NAME+OFFSET)\n", NOT_ENOUGH)
        self.expect(self.job, ["stacks", self.job.pid], "main (NAME+OFFSET) ranks 0,2\n MPI_Recv\nrank 1: cannot see: the stacks cannot be "
                    f"read\n{warnings.replace(' warning', 'warning')}", NOT_ENOUGH)
        answer = json.loads(run("ranks", "--json", self.job.pid).stdout)
        self.assertEqual([process["blocked_in"] for process in answer["processes"]], [["MPI_Recv"], [], ["MPI_Recv"]])
        self.assertEqual([process["state"] for process in answer["processes"]], ["sleeping", "traced", "sleeping"])

    def test_verdict(self):
        unseen = f"ranks 0,2 are in MPI_Recv at main; what MPI_Recv waits for is not visible: {UNKNOWN}\n"
        held = "rank 1 is stopped by a signal or a debugger, and its calls cannot be seen\n"
        warnings = "".join(f"warning: {one}\n" for one in self.warnings)
        self.expect(self.job, ["why", self.job.pid], f"NOT ENOUGH INFORMATION: not all ranks can be seen\n{unseen}{held}{warnings}",
                    NOT_ENOUGH)
        self.expect(self.job, ["diff", "--after", "0.01", self.job.pid],
                    "two looks at 3 ranks, SECONDS apart\nNOT ENOUGH INFORMATION: not all ranks can be seen\n"
                    f"NOT SEEN: ranks 0-2 cannot be compared\n {unseen} {held}", NOT_ENOUGH)


class ManyRanks(LaunchedTest):
    def test_looked_at_by_several_processes(self):
        """As by one; a rank that has ended is among them."""
        job = self.launch(range(9), 9)
        job.lose(4)
        ended = f"pid {job.pid_of[4]}: process {job.pid_of[4]} has ended (a zombie): it has no memory any more"
        for words in (["why"], ["why", "--json"], ["why", "--each"], ["why", "--rank", "3-8"]):
            alone, *others = (run(*words, "--jobs", jobs, job.pid) for jobs in (1, 3, 20))
            self.assertEqual((alone.stderr, alone.returncode), (f"mpidbg: {ended}\n", NOT_ENOUGH))
            self.assertIn("MPI_Recv", alone.stdout)
            for other in others:
                seen, expected = (re.sub(r"(looks\": )\d+", r"\1N", one.stdout) for one in (other, alone))
                self.assertEqual((seen, other.stderr, other.returncode), (expected, alone.stderr, alone.returncode), words)


class Watch(LaunchedTest):
    def test_job_that_ends(self):
        for targets in ((lambda job: [job.pid]), (lambda job: job.pid_of.values())):
            job = self.launch()
            process = self.watch(*targets(job), *self.NEVER)
            lines = self.lines(job, process)
            self.assertEqual(next(lines), "first look at 3 ranks")
            self.assertEqual(next(lines), "no rank of 3 can be compared with the look before")
            job.end()
            job.process.wait()
            self.assertEqual(list(lines)[-1], "the job has ended")
            self.assertEqual((process.wait(60), process.stdout.read()), (DONE, ""))

    def test_no_ranks_yet(self):
        """And no longer."""
        job = self.launch((), 0)
        process = self.watch(job.pid, *self.NEVER)
        lines = self.lines(job, process)
        self.assertEqual(next(lines), "there is no MPI process yet")
        self.assertEqual(next(lines), "there is no MPI process")
        job.end()
        self.assertEqual(list(lines), ["the job has ended"])
        self.assertEqual(process.wait(60), DONE)

    def test_nobody_for_as_long_as_it_lasts(self):
        job = self.launch((), 0)
        result = run("watch", job.pid, "--interval", "0.02", "--still", "0.02", "--at-most", "0.1")
        self.assertEqual(result.returncode, FAILED)
        lines = job.plain(result.stderr).splitlines()
        self.assertEqual(lines[-2:], ["mpidbg: NOW: the time of the watch is over",
                                      "mpidbg: pid LAUNCHER is a launcher that has no MPI processes on this node"])

    def test_captures(self):
        """They are made before the verdict, which has stdout for itself."""
        job = self.launch(size=4)
        place = self.path("a/hang")
        result = run("watch", job.pid, "--interval", "0.02", "--at-most", "0.05", "-o", place)
        self.assertEqual(result.returncode, NOT_ENOUGH)
        self.assertEqual(job.plain(result.stdout), "NOT ENOUGH INFORMATION: what MPI_Recv of ranks 0-2 waits for cannot be seen\n"
                         f"ranks 0-2 are in MPI_Recv at main; what MPI_Recv waits for is not visible: {UNKNOWN}\n"
                         "not below mpirun LAUNCHER: rank 3\n")
        names = [f"rank{rank}.{HOST}.{pid}.capture" for rank, pid in job.pid_of.items()]
        self.assertEqual(sorted(os.listdir(place)), names)
        self.assertEqual([line.split()[0] for line in result.stderr.splitlines()[-3:]], [os.path.join(place, name) for name in names])
        pattern = self.path("of-%h")
        self.assertEqual(run("watch", job.pid, "--interval", "0.02", "--at-most", "0.05", "-o", pattern).returncode, NOT_ENOUGH)
        self.assertEqual(len(os.listdir(self.path(f"of-{HOST}"))), 3)

    def test_bad_input(self):
        job = self.launch()
        file = self.path("file")
        with open(file, "wb"):
            pass
        captures = ("captures are made of processes of this node: on several, leave out -o, and let the launcher start 'mpidbg capture' "
                    "on each")
        for words, code, problem in (
                ((file,), USAGE, "DIR/file: not the pid of a process: what does not change cannot be watched"),
                ((job.pid, "-o", file), FAILED, "cannot make the directory DIR/file: Not a directory"),
                ((job.pid, "-o", self.path("file/in")), FAILED, "cannot make the directory DIR/file/in: Not a directory"),
                (("slurm:1", "-o", self.directory), USAGE, captures),
                (("0",), USAGE, "0: not the pid of a process: what does not change cannot be watched"),
                ((4194305,), FAILED, "no process with pid 4194305")):
            self.expect(job, ["watch", *words], "", code, f"mpidbg: {problem}\n")


def line(stream, number, kind, data):
    """As corefile/launch/lines.h says; of messages that need no more than one."""
    text = base64.b64encode(data).decode().rstrip("=")
    head = f"MPIDBG-RECORD 2 {stream:016x} {number:08x} 000000/000001 {kind} {text}"
    head += "." * (512 - 1 - 9 - len(head)) + " "
    return f"{head}{zlib.crc32(head.encode()):08x}\n"


class OnNodes(LaunchedTest):
    """Each node is a script, which runs what comes after it here."""

    @classmethod
    def setUpClass(cls):
        cls.number = str(os.getpid())  # of a job of Slurm that is this test's alone
        cls.job = Launcher((0, 1, 2), 3, variables=f"SLURM_JOB_ID={cls.number} SLURM_STEP_ID=0")
        cls.job.__enter__()
        cls.addClassCleanup(cls.job.__exit__)
        cls.pids = ",".join(map(str, cls.job.pid_of.values()))
        cls.verdict = ("NOT ENOUGH INFORMATION: what MPI_Recv of ranks 0-2 waits for cannot be seen\n"
                       f"ranks 0-2 are in MPI_Recv at main; what MPI_Recv waits for is not visible: {UNKNOWN}\n")
        cls.part = cls.verdict.replace("ranks 0-2", "ranks 0,2") + "not among the targets: rank 1\n"

    def script(self, name, text):
        path = self.path(name)
        with open(path, "w", encoding="ascii") as file:
            file.write(f"#!/bin/sh\n{text}\n")
        os.chmod(path, 0o755)
        return path

    def content(self, name):
        with open(self.path(name), encoding="ascii") as file:
            return file.read()

    def node(self, name, ranks, text='exec "$@"'):
        pids = ",".join(str(self.job.pid_of[rank]) for rank in ranks) or "999999999"
        return self.script(name, f'set -- "$@" --job=pids:{pids}\n{text}')

    def ask(self, *words):
        nodes = ",".join(sorted(os.listdir(self.directory)))
        return run(*words, "--launcher", f"{self.directory}/%h", "--nodes", nodes)

    def expect_part(self, problem, *words):
        """Of ranks 0 and 2; nothing is lost of them."""
        result = self.ask("why", *words)
        seen = self.job.plain(result.stderr.replace(self.directory, "DIR"))
        self.assertEqual((self.job.plain(result.stdout), result.returncode), (self.part, NOT_ENOUGH), seen)
        self.assertRegex(seen, f"^mpidbg: warning: {problem}\n$")

    def expect_nothing(self, command, errors):
        result = self.ask(command)
        self.assertEqual((result.stdout, result.stderr.replace(self.directory, "DIR"), result.returncode), ("", errors, FAILED))

    def test_noisy_nodes(self):
        self.node("a", [0, 2], 'echo "welcome to this node"; "$@"; echo goodbye >&2')
        self.node("b", [1], 'printf "no end of line: "; exec "$@"')
        result = self.ask("why")
        self.assertEqual((self.job.plain(result.stdout), result.stderr, result.returncode), (self.verdict, "", NOT_ENOUGH))
        ranks = json.loads(self.ask("ranks", "--json", "--rank", "1-2").stdout)
        self.assertEqual([(process["rank"], process["pid"]) for process in ranks["processes"]],
                         [(rank, self.job.pid_of[rank]) for rank in (1, 2)])
        self.assertEqual([process["host"] for process in ranks["processes"]], [HOST] * 2)
        self.assertEqual(self.job.plain(self.ask("stacks").stdout), "main (NAME+OFFSET) ranks 0-2\n MPI_Recv\n")

    @staticmethod
    def messages(text):
        """What the lines of a collector say, with the stream of each message."""
        found = {}
        for line in re.findall(r"(?m)^MPIDBG-RECORD 2 (.{495})$", text):
            stream, number, _, kind, data = line.split()[:5]
            data = data.rstrip(".")
            found.setdefault((stream, number, kind), []).append(base64.b64decode(data + "=" * (-len(data) % 4)))
        return [(stream, kind, b"".join(pieces)) for (stream, _, kind), pieces in found.items()]

    def test_what_a_collector_writes(self):
        """Its name and version, a record, and how many records there are; or a problem."""
        version = run("--version").stdout.split()[1]
        named = {**os.environ, "SLURMD_NODENAME": "n7"}
        for words, environment, name, kinds, problem in (
                ([f"--job=pids:{self.pids}"], {}, HOST, "hre", None), ([f"--job=pids:{self.pids}"], named, "n7", "hre", None),
                ([f"--job=pids:{self.pids}"], {**named, "SLURMD_NODENAME": ""}, HOST, "hre", None),
                (["--job=pids:999999999"], named, "n7", "he", None),
                (["--job=all"], named, "n7", "hpe", "not a job"),
                ([f"--job=pids:{self.pids}", "--plugin=/nonexistent"], named, "n7", "hpe", "the plugin /nonexistent does not exist")):
            result = run("collect", *words, **({"env": environment} if environment else {}))
            said = self.messages(result.stdout)
            self.assertEqual((result.stderr, result.returncode, "".join(kind for _, kind, _ in said)), ("", DONE, kinds), words)
            self.assertEqual(said[0][2], f"{name}\n{HOST}\n{version}\n".encode())
            self.assertEqual(said[-1][2], str(kinds.count("r")).encode())
            if problem:
                self.assertTrue(said[1][2].decode().startswith(problem), said[1][2])

    def test_a_node_with_a_problem(self):
        self.node("a", [0, 2])
        self.node("b", [1], 'exec "$@" --plugin=/nonexistent')
        self.expect_part("node b: the plugin /nonexistent does not exist")

    def test_a_node_that_fails(self):
        self.node("a", [0, 2])
        self.node("b", [1], "echo out of order >&2; exit 4")
        self.expect_part("node b did not answer: DIR/%h exited with 4: out of order")

    def test_a_node_that_hangs(self):
        self.node("a", [0, 2])
        self.node("b", [1], "exec sleep 1000")
        self.expect_part("node b did not answer within 5 s", "--timeout", "5")

    def test_a_node_with_another_version(self):
        self.node("a", [0, 2])
        hello = line(7, 0, "h", b"b\nb\n0.0.9\n") + line(7, 1, "r", b"?") + line(7, 2, "e", b"1")
        self.node("b", [1], f"cat << END\n{hello}END")
        self.expect_part("node b has mpidbg 0.0.9, and this is .*")

    def test_a_node_whose_record_is_damaged(self):
        self.node("a", [0, 2])
        self.node("b", [1], '"$@" | sed "2s/.\\{40\\}$/00000000000000000000000000000000 12345678/"')
        self.expect_part("node b: 1 of 1 records were damaged on their way")

    def test_records_that_are_not_of_a_collector(self):
        self.node("a", [0, 2])
        version = run("--version").stdout.split()[1].encode()
        foreign = line(7, 0, "h", b"b\nb\n" + version + b"\n") + line(7, 1, "r", b"\xa1\x00") + line(7, 2, "e", b"1")
        self.node("b", [1], f"cat << END\n{foreign}END")
        self.expect_part("node b: .*")

    def test_a_node_without_ranks_of_the_job(self):
        self.node("a", [0, 1, 2])
        self.node("b", [])
        result = self.ask("why")
        self.assertEqual((self.job.plain(result.stdout), result.stderr, result.returncode), (self.verdict, "", NOT_ENOUGH))

    def test_no_node_has_ranks(self):
        for name, text in (("a", "1 node"), ("b", "2 nodes")):
            self.node(name, [])
            self.expect_nothing("why", f"mpidbg: there is no MPI process of the job on the nodes that answered ({text}, by DIR/%h)\n")

    def test_many_nodes_that_fail(self):
        """The first 16 are named."""
        for number in range(17):
            self.script(f"n{number:02}", "exit 3")
            if number < 15:
                continue
            warnings = "".join(f"mpidbg: warning: node n{one:02} did not answer: DIR/%h exited with 3\n" for one in range(16))
            warnings += "mpidbg: warning: and 1 more such messages of nodes\n" if number == 16 else ""
            self.expect_nothing("queues", f"{warnings}mpidbg: no node answered ({number + 1} nodes, by DIR/%h)\n")

    def test_what_the_collector_is_started_with(self):
        self.script("a", f'shift; echo "$*" > {self.path("words")}')
        for options, words in (
                ([], ""), (["--exe", PROGRAM], f" --exe={PROGRAM}"), (["--sysroot", "/usr"], " --sysroot=/usr"),
                (["--debug-dir", "/usr", "--debug-dir", "/"], " --debug-dir=/usr --debug-dir=/"),
                (["--plugin-safe-path", "/usr"], " --plugin-safe-path=/usr"), (["--plugin", PLUGIN], f" --plugin={PLUGIN}")):
            run("why", "--launcher", f"{self.directory}/%h", "--nodes", "a", "--timeout", "7", *options)
            self.assertEqual(self.content("words"), f"collect --timeout=7 --quiet{words}\n")

    def fakes(self, **scripts):
        """A PATH in which these programs come first."""
        for name, text in scripts.items():
            self.script(name, text)
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("SLURM", "HYDRA", "OMPI"))}
        return {**environment, "PATH": f"{self.directory}:{environment['PATH']}"}

    def test_slurm(self):
        """By its number, and from within."""
        job = f"slurm:{self.number}"
        environment = self.fakes(squeue=f'case "$*" in *%A*) echo "{self.number}|n7|RUNNING";; *) echo n7;; esac',
                                 srun='while [ "${1#-}" != "$1" ]; do shift; done\nexport SLURMD_NODENAME=n7; exec "$@"')
        for words in ([job], [f"{job}.0"], ["--launcher", job, job], ["--launcher", "auto", job]):
            self.expect(self.job, ["why", *words], self.verdict, NOT_ENOUGH, env=environment)
        inside = {**environment, "SLURM_JOB_ID": self.number}
        for words in (["--launcher", "auto"], ["--launcher", "slurm"]):
            self.expect(self.job, ["why", *words], self.verdict, NOT_ENOUGH, env=inside)
        # Captures are made of its ranks on this node.
        lines = "".join(f"DIR/captures/rank{rank}.{HOST}.PID{rank}.capture SIZE rank {rank} pid PID{rank} on {HOST} unknown MPI library\n"
                        for rank in range(3))
        self.expect(self.job, ["capture", "-o", self.path("captures/"), job], lines, DONE)
        self.expect(self.job, ["capture", "-o", self.path("none"), f"{job}0"], "", FAILED,
                    f"mpidbg: {job}0: no rank of it is on this node\n")
        # Other launchers than srun look for the processes of that job, too.
        node = self.script("n8", 'exec "$@"')
        for number, verdict, code in ((self.number, self.verdict, NOT_ENOUGH), (f"{self.number}0", "", FAILED)):
            result = run("why", f"slurm:{number}", "--launcher", f"{node} %h", "--nodes", "n8", env=environment)
            self.assertEqual((self.job.plain(result.stdout), result.returncode), (verdict, code), result.stderr)

    def test_hydra(self):
        """As the launcher has started its own: by its host file."""
        hosts = self.path("hosts")
        with open(hosts, "w", encoding="ascii") as file:
            file.write("n7:2\n")
        environment = self.fakes(**{"mpiexec.hydra": f'echo "$1 $2 $5 $6" > {self.path("words")}\nshift 6; exec "$@" --job=pids:{self.pids}'})
        self.expect(self.job, ["why", "--launcher", f"hydra:{hosts}"], self.verdict, NOT_ENOUGH, env=environment)
        self.assertEqual(self.content("words"), f"-f {hosts} -n 1\n")
        directory = self.path("hydra")
        os.mkdir(directory)
        with self.sleeping(os.path.join("hydra", "mpiexec.hydra"), {**environment, "HYDRA_HOST_FILE": "../hosts"}, directory) as pid:
            os.remove(self.path("words"))
            self.expect(self.job, ["why", "--launcher", "auto", pid], self.verdict, NOT_ENOUGH, env=environment)
            self.assertEqual(self.content("words"), f"-f {os.path.realpath(directory)}/../hosts -n 1\n")

    @contextlib.contextmanager
    def sleeping(self, name, environment=None, directory=None):
        """The pid of a program that sleeps under this name."""
        program = shutil.copy("/bin/sleep", self.path(name))
        with subprocess.Popen([program, "1000"], env=environment, cwd=directory) as process:
            try:
                while not os.path.samefile(f"/proc/{process.pid}/exe", program):
                    os.sched_yield()
                yield process.pid
            finally:
                process.kill()

    def test_a_launcher_that_has_its_table_in_pmix(self):
        """What asks it is beside a copy of mpidbg."""
        head, _ = shutil.copy(MPIDBG, self.path("mpidbg")), shutil.copy(PLUGIN, self.directory)
        lines = "".join(f"{HOST} {pid}\\n" for pid in self.job.pid_of.values())
        environment = self.fakes(**{"mpirun.openmpi": f'echo "$1 $2" > {self.path("words")}\nshift 10; exec "$@"'})
        none = ("has no table of its processes in its memory, and mpidbg-pmix-table, which asks it through PMIx, is not installed beside "
                "mpidbg")
        with self.sleeping("prterun") as pid:
            for script, launcher, problem in (
                    (None, "auto", f" {none}"), ("echo no server >&2; exit 1", "auto", ": mpidbg-pmix-table exited with 1: no server"),
                    ("echo a line of a library", "auto", " has started no processes yet"),
                    (f"test $1 = {pid} && printf '{lines}{HOST} 0\\n {HOST} 7\\n'", "auto", None),
                    (f"test $1 = {pid} && printf '{lines}'", "env NODE=%h", None)):
                if script is not None:
                    self.script("mpidbg-pmix-table", script)
                result = subprocess.run([head, "why", "--remote", MPIDBG, "--launcher", launcher, str(pid)], capture_output=True, text=True,
                                        timeout=60, check=False, env=environment)
                seen = result.stderr.replace(str(pid), "LAUNCHER")
                self.assertEqual(seen, f"mpidbg: pid LAUNCHER (prterun){problem}\n" if problem else "")
                self.assertEqual((self.job.plain(result.stdout), result.returncode), ("", FAILED) if problem else (self.verdict, NOT_ENOUGH))
        self.assertEqual(self.content("words"), f"--host {HOST}\n")

    def test_watch(self):
        """Two bad looks are none; three are the end, as is a job that is nowhere any more."""
        script = 'echo x >> {0}; case $(wc -l < {0}) in {1}) exit 3;; {2}) exec "$1" collect --job=pids:999999999;; esac; exec "$@"'
        bad = ["mpidbg: warning: node a did not answer: DIR/%h exited with 3", "mpidbg: warning: no node answered (1 node, by DIR/%h)"]
        end = [bad[0], bad[1].replace("warning: ", "")]
        ended = "mpidbg: NOW: the job has ended"
        first, compared = "mpidbg: NOW: first look at 3 ranks", "mpidbg: NOW: no rank of 3 can be compared with the look before"
        for failing, over, code, lines in (("1", "9", FAILED, end), ("2|3|5|6", "7", DONE, [first, *bad, *bad, compared, *bad, *bad, ended]),
                                           ("2|3|4", "9", FAILED, [first, *bad, *bad, *end])):
            self.node("a", [0, 1, 2], script.format(self.path("looks"), failing, over))
            result = run("watch", "--interval", "0.02", "--still", "80000", "--launcher", f"{self.directory}/%h", "--nodes", "a")
            os.remove(self.path("looks"))
            seen = self.job.plain(result.stderr.replace(self.directory, "DIR")).splitlines()
            self.assertEqual((seen, result.stdout, result.returncode), (lines, "", code))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
