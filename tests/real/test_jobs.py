#!/usr/bin/env python3
"""The jobs of this node, and what is meant where no target is given. Other jobs may run beside those of the test."""

import json
import os
import signal

import mpi_job
from mpi_job import Job, RealTest, run_mpidbg, wait_for

JOBS_SCHEMA = mpi_job.schema_of("jobs")


def jobs():
    answer = json.loads(run_mpidbg("jobs", "--json").stdout)
    mpi_job.validate(answer, JOBS_SCHEMA)
    return answer["jobs"]


def job_of(launcher):
    found = [job for job in jobs() if job["launcher"] and job["launcher"]["pid"] == launcher]
    return found[0] if len(found) == 1 else None


class Jobs(RealTest):
    def test_of_each_library(self):
        for mpi, launcher, library in (("openmpi", "mpirun.openmpi", "Open MPI"), ("mpich", "mpirun.mpich", "MPICH")):
            sample = "hung_recv" if mpi == "openmpi" else "mpich_hung_recv"
            with self.subTest(mpi=mpi), Job(sample, 2, mpi=mpi) as job:
                pid = job.mpirun.pid
                found = job_of(pid)
                self.assertIsNotNone(found, jobs())
                self.assertEqual(found["launcher"]["name"], launcher)
                self.assertEqual([(rank["rank"], rank["pid"]) for rank in found["ranks"]], sorted(job.pid_of_rank.items()))
                self.assertEqual((found["program"], found["programs"], found["command"]), (job.program, 1, [job.program]))
                self.assertEqual(found["world_size"], 2)
                self.assertTrue(found["library"].startswith(library), found["library"])
                self.assertIn(str(pid), run_mpidbg("jobs", "--pids").stdout.split())
                (line,) = [line for line in run_mpidbg().stdout.splitlines() if line.split()[0] == str(pid)]
                self.assertRegex(line, rf"^{pid} +{launcher} +2 +{library} ")
                self.no_target(found)

    def no_target(self, job):
        """One job is taken, several are listed."""
        result = run_mpidbg("ranks", "--json")
        if result.returncode == 2:
            self.assertIn("TARGET is missing, and there are several MPI jobs: ", result.stderr)
            self.assertGreater(len(jobs()), 1)
        else:
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn(f"no TARGET given: the only job is {job['launcher']['pid']}", result.stderr)
            processes = json.loads(result.stdout)["processes"]
            self.assertEqual([process["pid"] for process in processes], [rank["pid"] for rank in job["ranks"]])

    def test_launcher_that_was_killed(self):
        with Job("hung_recv", 2) as job:
            pids = set(job.pids)
            os.kill(job.mpirun.pid, signal.SIGKILL)
            job.mpirun.wait()

            # Open MPI's ranks end when they notice; until then they are listed by themselves.
            def is_alone():
                found = [one for one in jobs() if pids & {rank["pid"] for rank in one["ranks"]}]
                return not found or all(one["launcher"] is None for one in found)
            wait_for(is_alone, "the ranks without their launcher")

    def test_processes_that_are_no_ranks(self):
        with Job("hung_recv", 1) as job:
            listed = {rank["pid"] for one in jobs() for rank in one["ranks"]}
            self.assertIn(job.pids[0], listed)
            self.assertNotIn(job.mpirun.pid, listed)
            self.assertNotIn(os.getpid(), listed)


class MissingRanks(RealTest):
    def test_one_rule(self):
        """Several processes are asked for all ranks, a single one only by `ranks`."""
        with Job("hung_recv", 3) as job:
            pids = [job.pid_of_rank[rank] for rank in range(3)]
            for noun in ("queues", "comms", "datatypes", "cvars", "ranks"):
                codes = [run_mpidbg(noun, *words).returncode for words in
                         (pids, pids[:2], pids[:1], [*pids[:2], "--rank", "0-1"], [job.mpirun.pid, "--rank", "1"])]
                self.assertEqual(codes, [0, 4, 4 if noun == "ranks" else 0, 0, 0], noun)

    def test_rank_of_nothing(self):
        with Job("hung_recv", 2) as job:
            result = run_mpidbg("queues", job.mpirun.pid, "--rank", "7", "--json")
            self.assertEqual(result.returncode, 1)
            problem = "no rank that --rank names is among the targets, which have ranks 0-1"
            self.assertIn(problem, result.stderr)
            self.assertEqual(json.loads(result.stdout)["processes"][0]["error"], problem)


class SingleProcesses(RealTest):
    def test_launcher(self):
        """Where one process is wanted, its ranks are named."""
        with Job("hung_recv", 2) as job:
            pid = job.mpirun.pid
            ranks = ", ".join(str(job.pid_of_rank[rank]) for rank in range(2))
            problem = f"pid {pid} is a launcher, and this command takes a single process: one of {ranks}\n"
            for words in (["mpit", pid, "--", "/bin/true"], ["profile", "check", "openmpi-4.1.4-x86_64", pid]):
                result = run_mpidbg(*words)
                self.assertEqual((result.returncode, result.stderr), (1, "mpidbg: " + problem))


class PredefinedObjects(RealTest):
    def test_in_full(self):
        """Who uses a predefined operation is not asked, so it is not said that it cannot be seen."""
        with Job("hung_recv", 1) as job:
            result = run_mpidbg("show", "op", "MPI_SUM", job.pids[0])
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("MPI_SUM", result.stdout)
            self.assertNotIn("cannot see", result.stdout)

    def test_messages(self):
        with Job("hung_recv", 1) as job:
            self.assertIn("  no messages\n", run_mpidbg("messages", job.pids[0]).stdout)


class NamesThatAreNotThere(RealTest):
    def test_communicator(self):
        with Job("hung_recv", 2) as job:
            result = run_mpidbg("comms", job.mpirun.pid, "--comm", "nocomm")
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertEqual(result.stderr, "mpidbg: no process has a communicator 'nocomm'; "
                                            "there are MPI_COMM_SELF, MPI_COMM_WORLD, my dup\n")

    def test_object(self):
        with Job("hung_recv", 1) as job:
            result = run_mpidbg("show", "comm", "nosuch", job.pids[0])
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn("'nosuch' is not a handle, a predefined name, the name of a communicator, or a variable of the program; "
                          "communicators are ", result.stderr)
            self.assertIn("MPI_COMM_WORLD", result.stderr)


class Tags(RealTest):
    def test_requests(self):
        with Job("waitall", 2) as job:
            pid = job.pid_of_rank[0]
            objects = json.loads(run_mpidbg("requests", pid, "--json").stdout)["processes"][0]["requests"]["objects"]
            tags = {request["tag"] for request in objects if request["tag"] is not None}
            self.assertGreater(len(tags), 1)
            for tag in tags:
                chosen = json.loads(run_mpidbg("requests", pid, "--json", "--tag", tag).stdout)["processes"][0]["requests"]["objects"]
                self.assertEqual(chosen, [request for request in objects if request["tag"] == tag or request["any_tag"]])
            text = run_mpidbg("requests", pid, "--comm", "MPI_COMM_SELF").stdout
            self.assertIn("no requests that match", text)


class Variables(RealTest):
    def cvars(self, pid, *words):
        result = run_mpidbg("cvars", pid, "--json", *words)
        return {one["name"]: one for one in json.loads(result.stdout)["processes"][0]["cvars"]["objects"]}

    def test_changed_and_patterns(self):
        with Job("hung_recv", 1) as job:
            pid = job.pids[0]
            everything = self.cvars(pid)
            changed = self.cvars(pid, "--changed")
            self.assertEqual(changed, {name: one for name, one in everything.items() if one["source"] != "default"})
            self.assertIn("pml", changed)
            self.assertLess(len(changed), len(everything) / 4)
            of_ob1 = {name for name in everything if name.startswith("pml_ob1")}
            self.assertGreater(len(of_ob1), 1)
            self.assertEqual(set(self.cvars(pid, "--name", "pml_ob1*")), of_ob1)
            self.assertEqual(set(self.cvars(pid, "--name", "pm?")), {"pml"})
            self.assertEqual(run_mpidbg("cvars", pid, "--name", "pml_ob1*").returncode, 0)
            self.assertEqual(run_mpidbg("cvars", pid, "--name", "nosuch*").returncode, 1)


if __name__ == "__main__":
    mpi_job.unittest.main()
