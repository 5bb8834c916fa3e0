#!/usr/bin/env python3
"""All that the command says of ranks whose program and places are known: three of four, which wait in MPI_Recv of a program
that only seems to have MPI. No MPI is needed.

    ranks_test.py MPIDBG PROGRAM

PROGRAM is corefile_target_static: a launcher's variables make it a rank.
"""

import contextlib
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest

MPIDBG, PROGRAM = sys.argv[1:3]
NAME = os.path.basename(PROGRAM)
DONE, FAILED, USAGE, MISSING, NOT_ENOUGH = 0, 1, 2, 4, 6
RANKS = (0, 1, 3)
JOB = f"one-{os.getpid()}"  # of this test alone
UNKNOWN = ("the MPI library is neither Open MPI nor MPICH: nothing is known of it but the calls on the stacks; if the program was "
           "started with mpidbg record, the recorder knows them")
ABSENT = "missing: rank 2 of the job was not among the targets\n"


def run(*arguments):
    return subprocess.run([MPIDBG, *map(str, arguments)], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
                          check=False)


class Ranks(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.stack = contextlib.ExitStack()
        cls.addClassCleanup(cls.stack.close)
        cls.directory = cls.stack.enter_context(tempfile.TemporaryDirectory())
        cls.processes = []
        for rank in RANKS:
            environment = {"OMPI_COMM_WORLD_RANK": str(rank), "OMPI_COMM_WORLD_SIZE": "4", "PMIX_NAMESPACE": JOB, "PMIX_HOSTNAME": "n1",
                           "SECRET": "hidden"}
            process = cls.stack.enter_context(subprocess.Popen([PROGRAM, "0", "argument"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                                               text=True, env=environment))
            cls.stack.callback(process.kill)
            if not any(line == "ready\n" for line in process.stdout):
                raise AssertionError("the program does not start")
            cls.processes.append(process)
        cls.pids = [process.pid for process in cls.processes]
        cls.host = os.uname().nodename

    def path(self, name):
        return os.path.join(self.directory, name)

    def plain(self, text):
        """With names for pids, addresses, sizes and times; spaces of columns are one."""
        for rank, pid in zip(RANKS, self.pids):
            text = re.sub(rf"\b{pid}\b", f"PID{rank}", text)
        text = text.replace(JOB, "one").replace(self.directory, "DIR").replace(PROGRAM, "PROGRAM").replace(NAME, "NAME")
        text = re.sub(r"NAME\+0x[0-9a-f]+", "NAME+OFFSET", text)
        text = re.sub(r"\b\d+ KiB", "SIZE", re.sub(r"\d+\.\d s apart", "SECONDS apart", text))
        text = re.sub(r"PID0[,-]PID1[,-]PID3|PID0,PID1-PID3|PID0-PID3", "PIDS", text)
        return re.sub(r"main\s+\(", "main (", re.sub(" +", " ", text))  # in a narrow column they are two lines

    def expect(self, words, output, code, errors=""):
        result = run(*words)
        self.assertEqual((self.plain(result.stdout), self.plain(result.stderr), result.returncode), (output, errors, code), words)

    def test_ranks(self):
        (heading, columns, line, absent) = self.plain(run("ranks", *self.pids).stdout).splitlines()
        self.assertEqual(heading, "3 processes n1 unknown MPI library")
        self.assertEqual(columns, "rank pid call")
        self.assertEqual(line, "0-1,3 PIDS MPI_Recv at main (NAME+OFFSET)")
        self.assertEqual(absent + "\n", ABSENT)
        self.expect(["ranks", "--each", *self.pids],
                    "rank pid host MPI library layer call\n"
                    "0 PID0 n1 unknown MPI library - MPI_Recv at main (NAME+OFFSET)\n"
                    "1 PID1 n1 unknown MPI library - MPI_Recv at main (NAME+OFFSET)\n"
                    "3 PID3 n1 unknown MPI library - MPI_Recv at main (NAME+OFFSET)\n" + ABSENT, MISSING)
        self.expect(["ranks", "--rank", "3", *self.pids],
                    "rank pid host MPI library layer call\n"
                    "3 PID3 n1 unknown MPI library - MPI_Recv at main (NAME+OFFSET)\n", DONE)
        self.expect(["ranks", "--rank", "2-3", *reversed(self.pids)],
                    "rank pid host MPI library layer call\n"
                    "3 PID3 n1 unknown MPI library - MPI_Recv at main (NAME+OFFSET)\n" + ABSENT, MISSING)
        self.expect(["ranks", "--rank", "2", *self.pids], "", FAILED,
                    "mpidbg: PID0: no rank that --rank names is among the targets, which have ranks 0-1,3\n")

    def test_ranks_as_json(self):
        answer = json.loads(run("ranks", "--json", *self.pids).stdout)
        self.assertEqual(answer["missing_ranks"], [2])
        self.assertEqual([(one["rank"], one["pid"], one["size"], one["host"], one["target"], one["blocked_in"], one["error"])
                          for one in answer["processes"]],
                         [(rank, pid, 4, "n1", f"pid {pid}", ["MPI_Recv"], None) for rank, pid in zip(RANKS, self.pids)])
        for process in answer["processes"]:
            (thread,) = process["threads"]
            self.assertEqual((thread["tid"], thread["call"], thread["blocking"], thread["site"]["function"], thread["site"]["module"]),
                             (process["pid"], "MPI_Recv", True, "main", PROGRAM))

    def test_stacks(self):
        self.expect(["stacks", *self.pids], "main (NAME+OFFSET) ranks 0-1,3\n MPI_Recv\n" + ABSENT, MISSING)
        self.expect(["stacks", "--dot", *self.pids],
                    'digraph stacks {\n rankdir=LR;\n node [shape=box, fontname="sans-serif"];\n edge [fontname="sans-serif"];\n'
                    ' n0 [label="job one"];\n n1 [label="main (NAME+OFFSET)"];\n n0 -> n1 [label="ranks 0-1,3"];\n'
                    ' n2 [label="MPI_Recv", style=bold];\n n1 -> n2 [label="ranks 0-1,3"];\n}\n', MISSING)
        lines = run("stacks", "--all", *self.pids).stdout.splitlines()
        self.assertRegex(lines[0], rf"^_start \({NAME}\+0x[0-9a-f]+\)  ranks 0-1,3$")
        self.assertRegex("\n".join(lines), rf"(?m)^  main .*\n  PMPI_Recv \({NAME}\+0x[0-9a-f]+\)$")

    def test_why(self):
        verdict = ("NOT ENOUGH INFORMATION: what MPI_Recv of ranks 0-1,3 waits for cannot be seen\n"
                   f"ranks 0-1,3 are in MPI_Recv at main; what MPI_Recv waits for is not visible: {UNKNOWN}\n"
                   "not among the targets: rank 2\n")
        self.expect(["why", *self.pids], verdict, NOT_ENOUGH)
        for jobs in (1, 2, 5):
            self.expect(["why", "--jobs", jobs, *self.pids], verdict, NOT_ENOUGH)
        self.expect(["why", "--rank", "1", *self.pids],
                    "NOT ENOUGH INFORMATION: what MPI_Recv of rank 1 waits for cannot be seen\n"
                    f"rank 1 is in MPI_Recv at main; what MPI_Recv waits for is not visible: {UNKNOWN}\n"
                    "not among the targets: ranks 0,2-3\n", NOT_ENOUGH)
        page, text = self.path("why.html"), self.path("why.txt")
        self.expect(["why", "--html", page, "-o", text, *self.pids], "", NOT_ENOUGH)
        with open(text, encoding="utf-8") as file:
            self.assertEqual(self.plain(file.read()), verdict)
        with open(page, encoding="utf-8") as file:
            self.assertRegex(file.read(), r"(?s)^<!DOCTYPE html>.*MPI_Recv.*</html>\s*$")

    def test_what_cannot_be_seen(self):
        heading = f"ranks 0-1,3 of 4\n cannot see: {UNKNOWN}\n" + ABSENT
        failed = "mpidbg: warning: 3 of 3 processes could not be inspected\n"
        for noun in ("queues", "comms", "requests", "datatypes"):
            self.expect([noun, *self.pids], heading, NOT_ENOUGH, failed)
            self.expect([noun, "-q", *self.pids], heading, NOT_ENOUGH)
        self.expect(["cvars", *self.pids],
                    "".join(f"rank {rank} of 4 pid PID{rank} unknown MPI library layouts: none\n cannot see: {UNKNOWN.split(';')[0]}\n"
                            for rank in RANKS) + ABSENT, NOT_ENOUGH)
        self.expect(["queues", self.pids[0]], "", NOT_ENOUGH, f"mpidbg: pid PID0: {UNKNOWN}\n")

    def test_pmpi(self):
        facts = ("library PROGRAM\n 3 functions of MPI, 2 without a PMPI_ name, which no tool can wrap:\n MPI_Finalize MPI_Send\n"
                 " nothing intercepts: every call goes straight to the library\n MPI is linked into the program: an executable does not show "
                 "which functions share an object file with a Fortran wrapper, and so cannot be replaced alone\n")
        self.expect(["pmpi", *self.pids], "".join(f"pid PID{rank} {facts}" for rank in RANKS), DONE)

    def test_captures(self):
        """They answer as the processes did."""
        place = self.path("captures")
        line = "DIR/captures/rank{0}.{1}.PID{0}.capture SIZE rank {0} pid PID{0} on {1} unknown MPI library\n"
        self.expect(["capture", "-o", place, *self.pids], "".join(line.format(rank, self.host) for rank in RANKS), DONE)
        described = run("capture", "--describe", place)
        self.assertEqual(described.returncode, DONE)
        text = re.sub(r"time +20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC", "time NOW", re.sub(r"mpidbg \d+\.\d+\.\d+", "mpidbg", described.stdout))
        self.assertEqual(self.plain(text), "".join(
            f"DIR/captures/rank{rank}.{self.host}.PID{rank}.capture\n capture of pid PID{rank}, by mpidbg\n time NOW\n host {self.host}\n"
            f" command PROGRAM 0 argument\n rank {rank} of 4\n pid PID{rank}\n" for rank in RANKS))
        (facts,) = {re.sub(r"^\S+ +library", "library", text) for text in re.split(r"(?m)^(?=\S)", run("pmpi", place).stdout) if text}
        live = re.sub(r"^pid \d+ +library", "library", run("pmpi", self.pids[0]).stdout)
        self.assertEqual(facts, live)
        for words in (["ranks"], ["ranks", "--each"], ["stacks"], ["stacks", "--all"], ["why"], ["queues"]):
            live, captured = run(*words, *self.pids), run(*words, place)
            self.assertEqual((captured.stdout, captured.returncode), (live.stdout, live.returncode), words)
        self.expect(["capture", "--describe", PROGRAM], "", FAILED, "mpidbg: PROGRAM is not a core file but a program\n")

    def test_capture_that_cannot_be_written(self):
        for path, why in (("/dev/full", "No space left on device"), (self.path("none/one"), "No such file or directory")):
            result = run("capture", "-o", path, self.pids[0])
            self.assertEqual((result.stdout, result.returncode), ("", FAILED))
            self.assertTrue(result.stderr.endswith(f"mpidbg: cannot write {path}: {why}\n"), result.stderr)

    def test_capture_without_secrets(self):
        for options, has_them in ((["--redact"], False), ([], True)):
            path = self.path(f"{has_them}-%r-of-%h.%p")
            name = self.path(f"{has_them}-1-of-{self.host}.{self.pids[1]}")
            result = run("capture", *options, "-o", path, self.pids[1])
            self.assertEqual(result.returncode, DONE, result.stderr)
            described = run("capture", "--describe", name).stdout
            self.assertEqual("argument" in described, has_them)
            with open(name, "rb") as file:
                self.assertNotIn(b"hidden", file.read())  # of a variable that is not about MPI
            self.assertEqual(self.plain(run("ranks", name).stdout),
                             "rank pid host MPI library layer call\n1 PID1 n1 unknown MPI library - MPI_Recv at main (NAME+OFFSET)\n" + (
                                 "missing: ranks 0,2-3 of the job were not among the targets\n"))

    def test_summaries(self):
        """Of some ranks each, and of all."""
        parts = [self.path(f"{rank}.summary") for rank in RANKS]
        for part, pid in zip(parts, self.pids):
            self.expect(["summarize", "-o", part, pid], "", DONE)
        whole, twice = self.path("whole.summary"), self.path("twice.summary")
        self.expect(["summarize", "-o", whole, *parts], "", DONE)
        self.expect(["summarize", "-o", twice, *self.pids], "", DONE)
        for words in (["why"], ["queues"], ["comms"], ["ranks"], ["ranks", "--rank", "1"], ["stacks"]):
            # What why cannot see is in a summary of it, even where ranks and stacks do not ask for it.
            expected = run(*words, *(self.pids if words[0] not in ("ranks", "stacks") else [whole]))
            for made in (parts, [whole], [twice]):
                result = run(*words, *made)
                self.assertEqual((result.stdout, result.returncode), (expected.stdout, expected.returncode), (words, made))
        self.expect(["ranks", "--rank", "2", whole], "", FAILED,
                    "mpidbg: no rank that --rank names is among the targets, which have ranks 0-1,3\n")
        self.expect(["why", "--rank", "2", whole], "", FAILED, "mpidbg: no rank that --rank names is in the summaries\n")
        self.expect(["why", whole], self.plain(run("why", *self.pids).stdout), NOT_ENOUGH, "mpidbg: warning: the summaries are of different "
                    "times, or the clocks of their nodes are not synchronized: the verdict takes each rank as seen once\n")
        self.assertEqual(run("why", twice).stderr, "")
        self.expect(["groups", whole], "", FAILED,
                    "mpidbg: a summary contains what why, ranks, stacks, queues and comms show, and no groups\n")

    def test_summaries_with_others(self):
        """With what is live, with what cannot be seen, and with what was lost."""
        one, two = self.path("one.summary"), self.path("two.summary")
        self.expect(["summarize", "-o", one, self.pids[0]], "", DONE)
        self.expect(["summarize", "-o", two, one, *self.pids[1:]], "", DONE)
        everything = ("3 processes n1 unknown MPI library\nrank pid call\n0-1,3 PIDS MPI_Recv at main (NAME+OFFSET)\n"
                      f" cannot see: {UNKNOWN}\n{ABSENT}")
        unseen = "mpidbg: warning: 3 of 3 processes could not be inspected\n"
        for words in ([two], [one, *self.pids[1:]], [*self.pids[1:], one]):
            self.expect(["ranks", *words], everything, NOT_ENOUGH, unseen)
        absent = "mpidbg: /nonexistent/core: No such file or directory\n"
        self.expect(["ranks", one, *self.pids[1:], "/nonexistent/core"], everything, NOT_ENOUGH, absent + unseen)
        for words in (["why", one, "/nonexistent/core"], ["summarize", "-o", self.path("x"), one, "/nonexistent/core"]):
            result = run(*words)
            self.assertEqual((result.stderr, result.returncode), (absent, NOT_ENOUGH), words)
        self.assertEqual(run("ranks", self.path("x")).stdout, run("ranks", one).stdout)
        with open(two, encoding="ascii") as file:
            lines = file.readlines()
        noisy = self.path("noisy.summary")
        with open(noisy, "w", encoding="ascii") as file:
            file.write("welcome to this node\n" + "".join(lines))
        self.expect(["ranks", noisy], everything, NOT_ENOUGH, unseen)
        lost = self.path("lost.summary")
        with open(lost, "w", encoding="ascii") as file:
            file.write("".join(lines[1:]))
        for words in (["why", one, lost], ["summarize", "-o", self.path("y"), one, lost]):
            result = run(*words)
            warning = f"mpidbg: warning: {lost}: of a record only {len(lines) - 1} of {len(lines)} parts came\n"
            self.assertEqual((result.stderr, result.returncode), (warning, NOT_ENOUGH))
        self.assertEqual(run("ranks", self.path("y")).stdout, run("ranks", one).stdout)

    def test_two_looks(self):
        unseen = f"rank {{}} is in MPI_Recv at main; what MPI_Recv waits for is not visible: {UNKNOWN}\n"
        self.expect(["diff", "--after", "0.05", self.pids[0]],
                    "two looks at 1 rank, SECONDS apart\nNOT ENOUGH INFORMATION: what MPI_Recv of rank 0 waits for cannot be seen\n"
                    "NOT SEEN: rank 0 cannot be compared\n " + unseen.format(0), NOT_ENOUGH)
        first, second = self.path("first"), self.path("second")
        run("capture", "-o", first, *self.pids)
        run("capture", "-o", second, *self.pids[1:])
        self.expect(["diff", first, second],
                    "two looks at 3 ranks\nNOT ENOUGH INFORMATION: what MPI_Recv of ranks 1,3 waits for cannot be seen\n"
                    "NOT SEEN: ranks 1,3 cannot be compared\n ranks 1,3 are in MPI_Recv at main; what MPI_Recv waits "
                    f"for is not visible: {UNKNOWN}\nMISSING: rank 0 is not among the targets of the second look\n " + unseen.format(0),
                    NOT_ENOUGH)

    def test_jobs(self):
        found = [job for job in json.loads(run("jobs", "--json").stdout)["jobs"] if self.pids[0] in [one["pid"] for one in job["ranks"]]]
        (job,) = found
        self.assertEqual(job["ranks"], [{"rank": rank, "pid": pid, "job": JOB} for rank, pid in zip(RANKS, self.pids)])
        self.assertEqual((job["world_size"], job["launcher"]), (4, None))
        lines = self.plain(run("jobs").stdout).splitlines()
        (line,) = [line for line in lines if line.startswith("PID0 ")]
        self.assertRegex(line, r"^PID0 - 0-1,3 of 4 linked into the program \d\d:\d\d:\d\d ")

    def test_watch(self):
        result = run("watch", "--interval", "0.05", "--at-most", "0.3", *self.pids)
        self.assertEqual(result.returncode, NOT_ENOUGH, result.stderr)
        self.assertIn("NOT ENOUGH INFORMATION: what MPI_Recv of ranks 0-1,3 waits for cannot be seen\n", result.stdout)
        lines = [line.split(" UTC: ", 1)[-1] for line in result.stderr.splitlines()]
        self.assertIn("first look at 3 ranks", lines[0])
        self.assertIn("the time of the watch is over", lines[-1])
        self.assertTrue(all("no rank of 3 can be compared with the look before" in line for line in lines[1:-1]), lines)

    def dump_of(self, rank):
        """gcore's file of it with its notes first and without memory, as the kernel begins one; and the end of the notes."""
        pid = self.pids[RANKS.index(rank)]
        core = self.path("core")
        subprocess.run(["gcore", "-o", core, str(pid)], capture_output=True, check=True)
        with open(f"{core}.{pid}", "rb") as file:
            header = bytearray(file.read(64))
            file.seek(struct.unpack_from("<Q", header, 32)[0])
            notes = bytearray(file.read(56))
            kind, _, offset, _, _, size = struct.unpack_from("<IIQQQQ", notes)
            self.assertEqual(kind, 4)
            file.seek(offset)
            content = file.read(size)
        struct.pack_into("<Q", header, 32, 64)
        struct.pack_into("<H", header, 56, 1)
        struct.pack_into("<Q", notes, 8, 64 + 56)
        dump = self.path(f"dump{rank}")
        with open(dump, "wb") as file:
            file.write(header + notes + content)
            file.truncate(16 << 20)
        return dump, 64 + 56 + size

    def handle(self, dump, *words):
        """As the kernel starts it; also how much of the dump it has read."""
        with open(dump, "rb") as file:
            result = subprocess.run([MPIDBG, "capture", "--core-pattern", *map(str, words)], stdin=file, capture_output=True, text=True,
                                    timeout=60, check=False)
            return result.returncode, self.plain(result.stderr), file.seek(0, os.SEEK_CUR)

    def test_dying_process(self):
        """What is kept of it answers as it would; nothing that is there is written over."""
        dump, end = self.dump_of(3)
        pid = self.pids[2]
        for pattern, name in (("%r,%h,%p,%%,%x%", f"3,{self.host},{pid},%%,%x%"), ("", f"rank3.{self.host}.{pid}.capture")):
            path = self.path(name)
            self.assertEqual(self.handle(dump, "-o", self.path(pattern), pid), (DONE, f"mpidbg: wrote {self.plain(path)} of pid PID3\n", end))
            self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
            for words in (["ranks"], ["stacks"], ["why"]):
                live, captured = run(*words, pid), run(*words, path)
                self.assertEqual((captured.stdout, captured.returncode), (live.stdout, live.returncode), words)
            described = self.plain(run("capture", "--describe", path).stdout)
            self.assertIn(f" host {self.host}\n command PROGRAM 0 argument\n rank 3 of 4\n pid PID3\n", described)
            self.assertEqual(self.handle(dump, "-o", path, pid),
                             (FAILED, f"mpidbg: pid PID3: cannot make {self.plain(path)}: File exists\n", end))
        redacted = self.path("redacted")
        self.assertEqual(self.handle(dump, "--redact", "-o", redacted, pid)[0], DONE)
        self.assertNotIn("argument", run("capture", "--describe", redacted).stdout)
        place = self.path("none")
        self.assertEqual(self.handle(dump, "-o", place, self.pids[0])[:2],
                         (FAILED, "mpidbg: pid PID0: the dump is not of process PID0\n"))
        only_one = "mpidbg: --core-pattern takes the pid of one process, %P in /proc/sys/kernel/core_pattern\n"
        plugin = "mpidbg: --core-pattern asks mpidbg's own plugin, and takes no --plugin and no --plugin-safe-path\n"
        for words, code, text in ((["0"], USAGE, only_one), ([pid, "1"], USAGE, only_one), (["core"], USAGE, only_one),
                                  ([pid, "--plugin", "vendor"], USAGE, plugin), ([pid, "--plugin-safe-path", "/"], USAGE, plugin),
                                  ([4194305], FAILED, "mpidbg: pid 4194305: no process with pid 4194305\n")):
            self.assertEqual(self.handle(dump, "-o", place, *words), (code, text, 0))
        with subprocess.Popen(["sleep", "1000"]) as sleep:
            self.addCleanup(sleep.kill)
            while os.path.basename(os.readlink(f"/proc/{sleep.pid}/exe")) != "sleep":
                os.sched_yield()
            text = f"mpidbg: pid {sleep.pid} is not an MPI program: nothing is captured, and its dump is not read\n"
            self.assertEqual(self.handle(dump, "-o", place, sleep.pid), (NOT_ENOUGH, text, 0))
            sleep.kill()
        self.assertFalse(os.path.exists(place))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
