"""`windows`: every flavor, and every state of synchronisation with the component that windows have by default."""

import unittest

from mpi_job import Job, is_before_5, run_mpidbg
from windows import LAYERS, WindowTest, window_differences

STATES = ("fence", "fence_put", "fence_end", "pscw", "start", "posted", "lock", "wait", "wait_shared", "lock_all", "nocheck")


class Flavors(WindowTest):
    def check(self, ranks, layer, environment, components, core=False):
        with self.subTest(ranks=ranks, components=components):
            with Job("windows", ranks, "flavors", layer=layer, environment=environment) as job:
                for pid in job.pids:
                    self.assertEqual(self.differences(self.windows_of(job.mpirun.pid, pid), job, pid, components), [])
                if core:
                    windows = self.windows_of(job.gcore(job.pids[0]), job.pids[0])
                    self.assertEqual(self.differences(windows, job, job.pids[0], components), [])

    def differences(self, windows, job, pid, components):
        found = []
        facts = job.facts_of(pid, "window")
        self.assertEqual(sorted(windows), sorted(fact["handle"] for fact in facts))
        for fact in facts:
            window = windows[fact["handle"]]
            found += window_differences(window, fact, components[fact["flavor"]])
            attached = [{"base": region["base"], "bytes": region["bytes"]}
                        for region in job.facts_of(pid, "attached") if region["handle"] == fact["handle"]]
            regions = window["regions"]
            if window["component"] == "pt2pt":
                attached = []  # MPI_Win_attach leaves nothing behind there
            if sorted(regions or [], key=str) != sorted(attached, key=str):
                found.append(f"regions {regions}, not {attached}")
            if window["synchronization"]["no_locks"] != (fact["name"] == "created" and window["component"] != "ucx"):
                found.append(f"no_locks of {fact['name']}: {window['synchronization']['no_locks']}")
        return found

    def test_all(self):
        """HW1 HW2 HW3 communicator, memory, hints, names, attributes, error handlers, attached memory"""
        rdma = {"create": "rdma", "allocate": "rdma" if is_before_5() else "sm", "shared": "sm", "dynamic": "rdma"}
        for ranks in (2, 4):
            self.check(ranks, *LAYERS["rdma"], rdma, core=ranks == 2)
        # osc/rdma makes no window of one process here.
        for component, ranks in (("pt2pt", 1), ("pt2pt", 2), ("ucx", 2)) if is_before_5() else (("ucx", 2),):
            components = {"create": component, "dynamic": component, "allocate": "sm", "shared": "sm"}
            self.check(ranks, *LAYERS[component], components)

    def test_freed(self):
        """HW4 HW5 a freed window is no longer there, and its handle is no window"""
        with Job("windows", 2, "freed") as job:
            for pid in job.pids:
                self.assertEqual(self.windows_of(job.mpirun.pid, pid), {})
                (fact,) = job.facts_of(pid, "freed")
                result = run_mpidbg("show", "window", fact["handle"], pid)
                self.assertNotEqual(result.returncode, 0)
                self.assertIn("is not a live window", result.stdout + result.stderr)

    def test_show(self):
        """HW9 one window by its variable, in words; the last call is marked as inferred"""
        with Job("windows", 2, "fence") as job:
            (fact,) = job.facts_of(job.pid_of_rank[0], "window")
            result = run_mpidbg("show", "window", "window", job.pid_of_rank[0])
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            for text in (f'window {fact["handle"]}  "my window"', "64 bytes at " + fact["base"], "access: FENCE",
                         "last call: MPI_Win_fence (inferred)", "made with MPI_COMM_WORLD (inferred)",
                         "errhandler MPI_ERRORS_ARE_FATAL", "attribute MPI_WIN_SIZE = 64"):
                self.assertIn(text, result.stdout)

    def test_communicators_that_windows_use(self):
        """HC19 windows by communicator: their own and the one they were made with"""
        with Job("windows", 2, "flavors") as job:
            pid = job.pids[0]
            (process,) = self.ask("comms", pid)["processes"]
            for communicator in process["communicators"]:
                expected = sorted(fact["handle"] for fact in job.facts_of(pid, "window")
                                  if fact["comm"] == communicator["handle"])
                if "windows" in communicator and not communicator["internal"]:
                    self.assertEqual(sorted(communicator["windows"]), expected, communicator["name"])


class States(WindowTest):
    def test_default(self):
        """HW6 HW7 HW8 HW9 epochs and locks, held and wanted, live and in core files"""
        for state in STATES:
            for ranks in (2, 4):
                self.check_state("rdma", state, ranks, core=ranks == 2)


if __name__ == "__main__":
    unittest.main()
