#!/usr/bin/env python3
"""`mpidbg why` of jobs with a recorder on all ranks, and on some."""

import json
import os
import unittest

from mpi_job import Job, RealTest, run_mpidbg, validate

RECORDER = os.environ["MPIDBG_RECORDER"]
STUCK = 3


class RecordedJob(Job):
    """The first `recorded` of three ranks have a recorder."""

    def __init__(self, way, recorded=3):
        super().__init__("hangs", 3 - recorded, way, environment={"OMPI_MCA_mpi_yield_when_idle": "1"}, ready=3)
        self.recorded = recorded

    def _launcher(self):
        recorded = ["-n", str(self.recorded), "-x", f"LD_PRELOAD={RECORDER}", self.program, *self.arguments, ":"]
        return super()._launcher() + recorded


class WhyRecorder(RealTest):
    def check(self, job, *words, without=()):
        """Until all words are there: a rank says that it blocks just before it does."""
        def differences():
            result = run_mpidbg("why", *job.pids)
            found = [f"'{word}' is missing in:\n{result.stdout}" for word in words if word not in result.stdout]
            found += [f"'{word}' should not be in:\n{result.stdout}" for word in without if word in result.stdout]
            if result.returncode != STUCK:
                found.append(f"exit code {result.returncode}:\n{result.stdout}{result.stderr}")
            return found
        self.assert_settles(differences)
        answer = json.loads(run_mpidbg("why", "--json", *job.pids).stdout)
        validate(answer)
        (finding,) = answer["verdict"]["findings"]
        return {agent["rank"]: agent for agent in finding["waiting"] + finding["behind"] if agent["tid"] is not None}

    def test_numbers_of_collectives(self):
        with RecordedJob("barrier_and_recv", 2) as job:
            agents = self.check(job, "  rank 1 has entered 0 collectives on MPI_COMM_WORLD, rank 0 has entered 1 (recorder)\n",
                                "rank 0  MPI_Barrier(comm=MPI_COMM_WORLD) for ", "count=1, datatype=MPI_INT, source=0, tag=4, ")
            self.assertEqual([agents[rank]["recorded"] is None for rank in range(3)], [False, False, True])
            self.assertEqual((agents[0]["collective"]["number"], agents[2]["collective"]["number"]), (1, None))
            self.assertEqual(agents[0]["recorded"]["call"], "MPI_Barrier(comm=MPI_COMM_WORLD)")
            self.assertGreater(agents[0]["recorded"]["nanoseconds"], 0)

    def test_arguments(self):
        with RecordedJob("other_root", 2) as job:
            agents = self.check(job, "ranks 0-1 wait for each other inside MPI_Bcast on pair: root 0 of rank 0, 1 of rank 1",
                                "pair: rank 1 is in MPI_Bcast with root 1, rank 0 is in MPI_Bcast with root 0\n",
                                "Last calls (recorder)\n  ranks 0-1  3 x MPI_Bcast at other_root (hangs_collectives.c:",
                                "), before it MPI_Comm_set_name at other_root (hangs_collectives.c:", without=["has entered"])
            self.assertEqual([agents[rank]["collective"]["root"] for rank in (0, 1)], [0, 1])
            self.assertEqual([agents[rank]["collective"]["number"] for rank in (0, 1)], [4, 4])
            for rank in (0, 1):
                calls = agents[rank]["recorded"]["last_calls"]
                self.assertEqual([(call["call"], call["times"], call["failed"]) for call in calls[:3]],
                                 [("MPI_Bcast", 3, False), ("MPI_Comm_set_name", 1, False), ("MPI_Comm_split", 1, False)])
                self.assertEqual(calls[2]["site"]["line"] + 2, calls[0]["site"]["line"])
                self.assertGreaterEqual(calls[2]["nanoseconds_ago"], calls[0]["nanoseconds_ago"])

    def test_roots(self):
        """The recorder has the roots and the numbers, so that the ranks' messages need not show that they differ."""
        on_all = (*Job.OB1, "-x", f"LD_PRELOAD={RECORDER}")
        with Job("hangs", 3, "scatter_roots", layer=on_all, environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
            self.check(job, "COLLECTIVE MISMATCH: ranks 0,2 are in MPI_Scatter on MPI_COMM_WORLD and disagree: root 0 of rank 0, "
                            "1 of rank 2  proved: ", "rank 1 is in MPI_Barrier")

    def test_one_rank(self):
        with RecordedJob("other_root", 1) as job:
            self.check(job, "disagree about its root", "Calls (recorder)\n  rank 0  MPI_Bcast(", without=["has entered"])


if __name__ == "__main__":
    unittest.main()
