"""`why`, `diff`, `watch` and `why` over several nodes say the same of one job: the same titles, and the same exit code."""

import itertools
import os
import re
import tempfile
import unittest

from mpi_job import Job, RealTest, cpu_time, run_mpidbg

# Some hangs for each kind of verdict, with the exit code. In the last one, rank 1 sleeps in the program's own code.
WAYS = {"recv_ring": 3, "missing_in_barrier": 5, "any_source": 3, "generalized_request": 5}
MPICH_WAYS = {"recv_ring": 3, "missing_in_barrier": 5}
TITLE = re.compile(r"^(?:[A-Z][A-Z -]+): .*$", re.MULTILINE)
# Titles of `diff` about the course of the ranks, which `why` does not have.
OF_COURSE = ("STILL", "NOT CLEAR", "SLOW", "LIVE", "COMPUTING", "OUTSIDE", "STOPPED", "ENDED", "REPLACED", "NOT SEEN", "MISSING", "NEW")


def titles(text):
    """Without the proofs: they name the time between the looks."""
    found = [title.partition("  ")[0] for title in TITLE.findall(text)]
    return [title for title in found if title.partition(":")[0] not in OF_COURSE]


class SameWords(RealTest):
    def answers(self, job, node):
        """The titles and the exit code of each command."""
        target = job.mpirun.pid
        commands = {
            "why": ("why", target),
            "diff": ("diff", target, "--after", "0.3"),
            "watch": ("watch", target, "--interval", "0.1", "--still", "0.1"),
            "nodes": ("why", "--launcher", f"{node}/%h", "--nodes", "a,b"),
        }
        results = {name: run_mpidbg(*words) for name, words in commands.items()}
        return {name: (titles(result.stdout), result.returncode) for name, result in results.items()}

    def differences(self, job, node, code):
        answers = self.answers(job, node)
        wanted = answers["why"]
        is_right = wanted[1] == code and wanted[0] and all(answer == wanted for answer in answers.values())
        return [] if is_right else [str(answers)]

    def check(self, sample, way, code, **how):
        with self.subTest(way=way), Job(sample, 3, way, **how) as job, tempfile.TemporaryDirectory() as node:
            for name, ranks in (("a", (0, 2)), ("b", (1,))):
                path = os.path.join(node, name)
                pids = ",".join(str(job.pid_of_rank[rank]) for rank in ranks)
                with open(path, "w", encoding="ascii") as file:
                    file.write(f'#!/bin/sh\nexec "$@" --job=pids:{pids}\n')
                os.chmod(path, 0o755)
            self.assert_settles(lambda: self.differences(job, node, code))

    def test_open_mpi(self):
        for way, code in WAYS.items():
            self.check("hangs", way, code)

    def test_mpich(self):
        for way, code in MPICH_WAYS.items():
            self.check("mpich_hangs", way, code, mpi="mpich")

    def watched(self, job, title, interval):
        """What is wrong with a watch of it. On a loaded machine the rank may get no time between two looks."""
        result = run_mpidbg("watch", job.mpirun.pid, "--interval", interval, "--still", "600", "--at-most", 4 * interval)
        self.assertRegex(result.stdout, rf"\A{title}\n")
        self.assertEqual(result.returncode, 5)
        used = re.findall(rf"UTC: {title}; rank 2 has used ([\d.]+) s of processor time\n", result.stderr)
        is_right = used and all(float(seconds) > 0 for seconds in used) and "nothing has moved" not in result.stderr
        return [] if is_right else [result.stderr]

    def test_ranks_that_wait_for_one_that_computes(self):
        """They do not hang, and the time of the processor is movement."""
        with Job("hangs", 3, "barrier_of_unequal_loads") as job:
            # By the messages of the barrier: rank 1 may wait for rank 0, which waits for rank 2.
            title = r"WAITING: (?:rank 0 waits|ranks 0-1 wait) for rank 2, which runs"

            def differences():
                used = cpu_time(job.pid_of_rank[2])
                result = run_mpidbg("diff", job.mpirun.pid, "--after", "1")
                used = cpu_time(job.pid_of_rank[2]) - used
                course = re.search(r"\nCOMPUTING: rank 2 .*\n  rank 2  runs in compute \(hangs\.c:\d+\); ([\d.]+) s of processor time\n",
                                   result.stdout)
                is_right = (result.returncode == 5 and re.search(f"\n{title}\n", result.stdout) and "\nSTILL: ranks 0-1 " in result.stdout
                            and course is not None and 0 < float(course[1]) <= used / 1e9 + 0.1)
                return [] if is_right else [result.stdout + result.stderr]

            self.assert_settles(differences)
            self.assertRegex(run_mpidbg("why", job.mpirun.pid).stdout, rf"\A{title}\n")
            intervals = (0.5 * 2 ** attempt for attempt in itertools.count())
            self.assert_settles(lambda: self.watched(job, title, next(intervals)))


if __name__ == "__main__":
    unittest.main()
