"""Windows of MPICH: epochs and locks in every state, as the program says."""

import unittest

from compare import equal, processes_by_pid
from mpi_job import Job, RealTest

# What each state of the sample leaves at a process as origin and at the window's lock.
STATES = ("fence", "fence_put", "pscw", "posted", "lock", "wait", "wait_shared", "lock_all", "nocheck")


class MpichWindows(RealTest):
    def objects(self, noun, target, pid, *arguments):
        process = processes_by_pid(self.ask(noun, target, *arguments))[pid]
        self.assertTrue(process[noun]["complete"], process[noun]["reason"])
        return {item["handle"]: item for item in process[noun]["objects"]}

    def job(self, sample, ranks, *arguments):
        return Job("mpich_" + sample, ranks, *arguments, mpi="mpich")

    def differences_of_state(self, job, target):
        found = []
        for pid in job.pids:
            shown = self.objects("windows", target, pid)
            for fact in job.facts_of(pid, "sync"):
                window = shown[fact["handle"]]
                sync, where = window["synchronization"], f"rank {fact['rank']}"
                if sync is None:
                    found.append(f"{where}: {window['synchronization_problem']}")
                    continue
                access = "fence" if fact["access"].startswith("fence") else fact["access"]
                equal(found, where, "access", sync["access"], access)
                equal(found, where, "start_peers", [peer["rank"] for peer in sync["start_peers"]], fact["starts"])
                equal(found, where, "post_peers", [peer["rank"] for peer in sync["post_peers"]], fact["posts"])
                if fact["completes_arrived"] >= 0:
                    equal(found, where, "completes_arrived", sync["completes_arrived"], fact["completes_arrived"])
                # The library keeps no type of a lock at its origin, except of one of all.
                locks = [{"target": lock["target"], "state": lock["state"], "nocheck": lock["nocheck"]}
                         for lock in sync["locks"]]
                expected = [{"target": lock["target"], "state": lock["state"], "nocheck": "nocheck" in lock}
                            for lock in sorted(fact["locks"], key=lambda lock: lock["target"])]
                if access == "lock_all":
                    expected = [{"target": None, "state": "held", "nocheck": False}]
                equal(found, where, "locks", locks, expected)
                equal(found, where, "exclusive", sync["lock"]["exclusive"], bool(fact["exclusive"]))
                equal(found, where, "shared", sync["lock"]["shared"], fact["shared"])
        return found

    def test_window_states(self):
        for state in STATES:
            with self.subTest(state=state), self.job("windows", 3 if state == "wait" else 2, state) as job:
                self.assert_settles(lambda job=job: self.differences_of_state(job, job.mpirun.pid))
                if state == STATES[0]:
                    self.assert_origin_unknown(job)
                    self.assert_null_has_no_size(job)

    def test_hints(self):
        """HW3 as MPI_Win_get_info returns them, but for one that concerns the process."""
        with self.job("windows", 2, "flavors") as job:
            # MPICH keeps no list of the memory of a dynamic window, so the answer is not complete.
            processes = processes_by_pid(self.ask("windows", job.mpirun.pid, code=6))
            for pid in job.pids:
                shown = {item["handle"]: item for item in processes[pid]["windows"]["objects"]}
                facts = job.facts_of(pid, "window")
                self.assertTrue(facts)
                for fact in facts:
                    hints = [[pair["key"], pair["value"]] for pair in shown[fact["handle"]]["info"]]
                    self.assertEqual(hints, [hint for hint in fact["info"] if hint[0] != "mpi_memory_alloc_kinds"])

    def assert_origin_unknown(self, job):
        """A window has a duplicate of the communicator, which does not say of what it is."""
        for process in self.ask("comms", "--all", job.mpirun.pid)["processes"]:
            windows = {each["name"]: each["windows"] for each in process["communicators"] if not each["internal"]}
            self.assertIsNone(windows["MPI_COMM_WORLD"])
            self.assertEqual(len([each for each in process["communicators"] if each["internal"] and each["windows"]]), 1)

    def assert_null_has_no_size(self, job):
        """MPI_WIN_NULL is a number without an object. All answers are valid by the schema."""
        for process in self.ask("windows", "--all", job.mpirun.pid)["processes"]:
            (null,) = [each for each in process["windows"]["objects"] if each["name"] == "MPI_WIN_NULL"]
            self.assertIsNone(null["size"])
        self.ask("handles", "--all", job.mpirun.pid)

    def test_waiting_locks(self):
        """The locks that are waited for are at the target in the order in which they came."""
        with self.job("windows", 3, "wait") as job:
            pid = job.pid_of_rank[2]

            def waiters():
                (window,) = self.objects("windows", job.mpirun.pid, pid).values()
                return [text for text in [f"{window['synchronization']['waiters']}"]
                        if sorted(waiter["rank"] for waiter in window["synchronization"]["waiters"]) != [1, 2]]

            self.assert_settles(waiters)


if __name__ == "__main__":
    unittest.main()
