#!/usr/bin/env python3
"""Summaries of ranks say what the ranks themselves say, in parts and merged, whatever a launcher does to their lines."""

import os
import re
import subprocess

import mpi_job
from mpi_job import COMMAND, Job, RealTest, run_mpidbg

NOUNS = ("why", "ranks", "stacks", "queues", "comms")


def without_addresses(text):
    """Groups have no handles in a summary."""
    return re.sub(r"group 0x(\.\.\.|[0-9a-f]+)", "group", re.sub(r"\d+\.\d s apart", "N s apart", text))


class Summaries(RealTest):
    def summarize(self, job, name, *targets):
        path = os.path.join(job.directory, name)
        result = run_mpidbg("summarize", "-o", path, *(targets or [job.mpirun.pid]))
        self.assertEqual(result.returncode, 0, result.stderr)
        return path

    def assert_same(self, noun, job, *summaries):
        """Asked until the ranks have come to where they stay."""
        def differences():
            live = run_mpidbg(noun, job.mpirun.pid)
            whole = run_mpidbg(noun, *(summaries or [self.summarize(job, "whole.summary")]))
            expected = without_addresses(live.stdout)
            same = (live.returncode, expected) == (whole.returncode, without_addresses(whole.stdout))
            return [] if same else [f"{noun}: {live.returncode} {expected}{whole.returncode} {whole.stdout}{whole.stderr}"]
        self.assert_settles(differences)

    def test_what_they_are_made_for(self):
        with Job("hung_recv", 4) as job:
            for noun in NOUNS:
                with self.subTest(noun=noun):
                    self.assert_same(noun, job)

    def test_parts(self):
        with Job("hung_recv", 4) as job:
            self.assert_same("why", job)
            low = self.summarize(job, "low.summary", job.mpirun.pid, "--rank", "0-1")
            high = self.summarize(job, "high.summary", *(job.pid_of_rank[rank] for rank in (2, 3)))
            for noun in NOUNS:
                self.assert_same(noun, job, high, low)
            part = run_mpidbg("why", low)
            self.assertEqual(part.returncode, 4, part.stdout)
            self.assertIn("not among the targets: ranks 2-3\n", part.stdout)
            self.assert_same("why", job, low, job.pid_of_rank[2], job.pid_of_rank[3])
            both = self.summarize(job, "both.summary", low, high, high)
            self.assert_same("queues", job, both)
            self.assertEqual(run_mpidbg("ranks", both, "--rank", "3").stdout.count("MPI_Recv"), 1)

    def test_with_ranks_that_live(self):
        """Of a rank that is in a summary and among the targets, the target counts."""
        with Job("hung_recv", 4) as job:
            self.assert_same("why", job)
            low = self.summarize(job, "low.summary", job.mpirun.pid, "--rank", "0-1")
            whole = self.summarize(job, "whole.summary")
            for noun in NOUNS:
                self.assert_same(noun, job, low, job.mpirun.pid)
            self.assert_same("why", job, whole, *(job.pid_of_rank[rank] for rank in (1, 2)))

    def test_through_a_launcher(self):
        with Job("hung_recv", 2) as job:
            self.assert_same("why", job)
            lines = []
            for rank in (0, 1):
                path = self.summarize(job, f"{rank}.summary", job.pid_of_rank[rank])
                with open(path, encoding="ascii") as file:
                    lines += [f"[1,{rank}]<stdout>: {line.rstrip()}\r\n" for line in file]
            stream = "srun: job 7 has been allocated resources\n" + "".join(sorted(lines, key=lambda line: line[::-1]))
            piped = subprocess.run([COMMAND, "why", "-"], input=stream, capture_output=True, text=True, timeout=60)
            self.assertEqual(piped.stdout, run_mpidbg("why", job.mpirun.pid).stdout, piped.stderr)
            whole = os.path.join(job.directory, "log")
            with open(whole, "w", encoding="ascii") as file:
                file.write(stream.replace(lines[-1], ""))
            damaged = run_mpidbg("why", whole)
            self.assertRegex(damaged.stderr, r"warning: .*/log: of a record only \d+ of \d+ parts came")
            self.assertEqual(damaged.returncode, 4, damaged.stdout)  # the rank is missing

    def test_equal_looks(self):
        """Without counters of messages, the collector looks twice."""
        ucx = ("--mca", "pml", "ucx", "--mca", "pml_ucx_tls", "any", "--mca", "pml_ucx_devices", "any")
        with Job("hangs", 3, "recv_ring", layer=ucx, environment={"UCX_TLS": "posix,self"}) as job:
            self.assert_same("why", job)
            whole = run_mpidbg("why", self.summarize(job, "a.summary"))
            self.assertEqual(whole.returncode, 3)
            self.assertGreaterEqual(float(re.search(r"two equal looks (\d+\.\d) s apart", whole.stdout)[1]), 0.2)
            # Of one rank before and of the others after: nothing is known of what was between.
            early = self.summarize(job, "early.summary", job.pid_of_rank[0])
            late = self.summarize(job, "late.summary", job.pid_of_rank[1], job.pid_of_rank[2])
            apart = run_mpidbg("why", early, late)
            self.assertEqual(apart.returncode, 6, apart.stdout)
            self.assertIn("the summaries are of different times", apart.stderr)

    def test_windows_at_one_instant(self):
        for way in ("lock_cross", "start_cross", "wait_without_complete"):
            with self.subTest(way=way), Job("hangs", 3, way) as job:
                self.assert_same("why", job)
                self.assertEqual(run_mpidbg("why", self.summarize(job, "a.summary")).returncode, 3)

    def test_looked_at_by_several_processes(self):
        with Job("hung_recv", 8) as job:
            for words in ((), ("--json",), ("--each",)):
                answers = {run_mpidbg("why", job.mpirun.pid, "--jobs", jobs, *words).stdout for jobs in (1, 3)}
                self.assertEqual(len(answers), 1, answers)
            self.assert_same("why", job)
            self.assertIn("ranks 0-7 wait for each other", answers.pop())
            for pid in job.pids:  # let go of by all of them
                self.assertIn(mpi_job.state_of(pid), ("R", "S"))

    def test_what_they_do_not_contain(self):
        with Job("hung_recv", 1) as job:
            result = run_mpidbg("datatypes", self.summarize(job, "one.summary"))
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertEqual(result.stderr, "mpidbg: a summary contains what why, ranks, stacks, queues and comms show, and no "
                                            "datatypes\n")

    def test_of_nothing(self):
        result = run_mpidbg("summarize", "/nonexistent")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertEqual(result.stderr, "mpidbg: /nonexistent: No such file or directory\n")


if __name__ == "__main__":
    mpi_job.unittest.main()
