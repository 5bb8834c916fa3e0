"""Core files, the kernel's and gcore's, give the answers that the live processes gave; and answers are the same every time."""

import json
import os
import unittest

from mpi_job import Job, RealTest, run_mpidbg

NOUNS = ("queues", "comms", "groups", "ranks")


def without_target(text):
    """A JSON answer without what must differ: what the target is called, and what only the kernel says of live threads."""
    answer = json.loads(text)
    for process in answer["processes"]:
        process.pop("target")
        process.pop("state", None)
        for thread in process.get("threads", []):
            thread.pop("state")
            thread.pop("name")
    return answer


class WithoutFiles(RealTest):
    def test_core_without_its_libraries(self):
        """One warning for all of them, which names the library and what to do; all with -v."""
        with Job("hung_recv", 1) as job:
            core = job.gcore(job.pids[0])
            empty = os.path.join(job.directory, "empty")
            os.mkdir(empty)
            result = run_mpidbg("queues", core, "--sysroot", empty)
            self.assertEqual((result.returncode, result.stdout), (6, ""))
            warning, error = result.stderr.splitlines()
            self.assertRegex(warning, r"^mpidbg: warning: .* of the \d+ files that the process has loaded are missing or of another build, "
                                      r"among them its MPI library: (Open MPI [\d.]+, )?/\S*/libmpi\.so\.\d+ with build-id [0-9a-f]+; "
                                      r"copy them .*--sysroot")
            self.assertRegex(error, r"the file of the MPI library is missing: .*libmpi\.so")
            verbose = run_mpidbg("queues", core, "--sysroot", empty, "-v").stderr
            self.assertGreater(len(verbose.splitlines()), 20)
            self.assertIn(f"no file {empty}/", verbose)

    def test_directory_that_is_not_there(self):
        result = run_mpidbg("queues", "/nonexistent/core", "--sysroot", "/nonexistent")
        self.assertEqual(result.returncode, 2)
        self.assertIn("there is no directory '/nonexistent'", result.stderr)


class Cores(RealTest):
    def json_of(self, noun, *targets):
        result = run_mpidbg(noun, *targets, "--json", *([] if noun == "ranks" else ["--all"]))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def settle(self, job):
        """Until the blocking call of every rank is seen twice alike."""
        def differences():
            first = self.json_of("queues", job.mpirun.pid)
            blocked = [process["blocked_in"] for process in json.loads(first)["processes"]]
            return [] if all(blocked) and first == self.json_of("queues", job.mpirun.pid) else [f"blocked in {blocked}"]

        self.assert_settles(differences)

    def compare(self, sample, ranks, make_core):
        with self.subTest(sample=sample, ranks=ranks, core=make_core.__name__), Job(sample, ranks) as job:
            self.settle(job)
            live = {noun: self.json_of(noun, job.mpirun.pid) for noun in NOUNS}
            text = run_mpidbg("queues", job.mpirun.pid).stdout
            cores = [make_core(job, pid) for pid in sorted(job.pids, key=lambda pid: job.pids.index(pid))]
            directory = os.path.join(job.directory, "cores")
            os.mkdir(directory)
            for core in cores:
                os.rename(core, os.path.join(directory, os.path.basename(core)))
            cores = [os.path.join(directory, os.path.basename(core)) for core in cores]
            for noun in NOUNS:
                self.assertEqual(without_target(self.json_of(noun, directory)), without_target(live[noun]))
                self.assertEqual(self.json_of(noun, directory), self.json_of(noun, directory))
                # The order in which files are named does not matter.
                self.assertEqual(self.json_of(noun, *cores), self.json_of(noun, *reversed(cores)))
            # The text differs in the head of each process alone.
            dead = run_mpidbg("queues", directory).stdout
            self.assertEqual([line for line in dead.splitlines() if line.startswith("  ")],
                             [line for line in text.splitlines() if line.startswith("  ")])

    def test_kernel_cores(self):
        for ranks in (1, 2, 4):
            self.compare("hung_recv", ranks, Job.kernel_core)
        self.compare("communicators", 2, Job.kernel_core)

    def test_gdb_cores(self):
        for ranks in (1, 2):
            self.compare("hung_recv", ranks, Job.gcore)
        self.compare("unexpected", 2, Job.gcore)

    def test_core_of_threads(self):
        self.compare("threads", 2, Job.kernel_core)

    def test_two_answers_of_a_live_job_are_alike(self):
        with Job("unexpected", 4) as job:
            self.settle(job)
            for noun in NOUNS:
                self.assertEqual(self.json_of(noun, job.mpirun.pid), self.json_of(noun, job.mpirun.pid))
                self.assertEqual(run_mpidbg(noun, job.mpirun.pid).stdout, run_mpidbg(noun, *reversed(job.pids)).stdout)


if __name__ == "__main__":
    unittest.main()
