"""What the recorder has sampled of MPI_T: values that functions of the library work out, and values over time."""

import os
import re
import unittest

from mpi_job import Job, RealTest, run_mpidbg, wait_for

RECORDER = os.environ["MPIDBG_RECORDER"]


class History(RealTest):
    def setUp(self):
        self.environment = {"LD_PRELOAD": RECORDER}

    def test_overdue(self):
        """P15 of a job that waits in one call it is said that no snapshot is taken"""
        with Job("hung_recv", 2, environment={**self.environment, "MPIDBG_RECORD_INTERVAL": "50"}) as job:
            def words():
                text = run_mpidbg("pvars", job.pids[0], "--history", "--name", "pml_ob1_posted*").stdout
                return re.findall("(?m)^ +a snapshot is overdue: .*", text)
            (line,) = wait_for(words, "a snapshot to be overdue")
            self.assertRegex(line, r"the newest is [0-9.]+ (ms|s|min) old, and one is due every 50\.0 ms; below MPI_THREAD_MULTIPLE none is ")

    def test_history(self):
        """P10 P15 C9 every snapshot has a time, a reason and values; counters do not go down"""
        with Job("hung_recv", 2, environment=self.environment) as job:
            (process,) = self.ask("pvars", job.pids[0], "--history", code=self.code_of(job.pids[0]))["processes"]
            snapshots = process["snapshots"]["objects"]
            self.assertEqual(snapshots[0]["at"], "init", process["snapshots"])
            times = [int(item["time"]) for item in snapshots]
            self.assertEqual(times, sorted(times))
            numbers = [item["number"] for item in snapshots]
            variables = {item["name"]: item for item in process["pvars"]["objects"]}
            posted = variables["pml_ob1_posted_recvq_length"]
            world = next(item for item in posted["values"] if item["name"] == "MPI_COMM_WORLD")
            self.assertEqual([item["snapshot"] for item in world["history"]], numbers)
            # When MPI_Init ended there was nothing posted, and now there is.
            self.assertEqual(set(world["history"][0]["elements"]), {"0"})
            self.assertIn("1", world["elements"])
            self.assertFalse(any(item["wrapped"] for one in variables.values() for values in one["values"]
                                 for item in values["history"]))
            text = run_mpidbg("pvars", job.pids[0], "--history", "--name", "pml_ob1_posted_recvq_length").stdout
            self.assertRegex(text, r"\n        snapshots? 1\S*  \d\d:\d\d:\d\d\.\d\d\d UTC  at MPI_Init  0 0\n")

    def test_after_finalize(self):
        """P10 memory tells nothing after MPI_Finalize; the snapshots do, live and in a core file, and of objects nothing is said"""
        with Job("outside_mpi", 1, "after", environment=self.environment) as job:
            for target in (job.pids[0], job.gcore(job.pids[0])):
                (process,) = self.ask("cvars", target, "--name", "pml", "--history")["processes"]
                last = process["snapshots"]["objects"][-1]
                self.assertEqual(last["at"], "finalize")
                (pml,) = process["cvars"]["objects"]
                self.assertEqual((process["mpi_state"], pml["value"], pml["snapshot"]), ("finalized", "ob1", last["number"]))
                text = run_mpidbg("pvars", target).stdout
                self.assertIn("\n  warning: the process is in or after MPI_Finalize\n", text)
                self.assertRegex(text, r"\n  pml_ob1_unexpected_msgq_length .*\n      \S+: 0  \(snapshot \d+, ")
                self.assertEqual(run_mpidbg("comms", target).returncode, 6)
        with Job("outside_mpi", 1, "after") as job:
            result = run_mpidbg("cvars", job.pids[0])
            self.assertEqual((result.returncode, result.stdout), (6, ""))
            self.assertIn("MPI_Finalize", result.stderr)

    def code_of(self, pid):
        """Variables of libraries that are loaded and not in use have no value even for the recorder."""
        return run_mpidbg("pvars", pid).returncode

    def test_computed(self):
        """P10 memory first, then the newest snapshot; and in a core file the snapshots that the process had taken"""
        with Job("hung_recv", 2, environment=self.environment) as job:
            core = job.gcore(job.pids[0])
            code = self.code_of(core)
            (process,) = self.ask("pvars", core, code=code)["processes"]
            # What has no value (of libraries that are loaded and not in use) says that the snapshot has none either.
            for item in process["pvars"]["objects"]:
                self.assertIn("; snapshot ", item["value_reason"] or "; snapshot ")
            (process,) = self.ask("cvars", core, "--history", "--name", "pml")["processes"]
            (pml,) = process["cvars"]["objects"]
            self.assertEqual((pml["value"], pml["snapshot"]), ("ob1", None))
            self.assertEqual({item["value"] for item in pml["history"]}, {"ob1"})


if __name__ == "__main__":
    unittest.main()
