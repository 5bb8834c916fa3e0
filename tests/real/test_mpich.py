"""MPICH without a recorder: what its memory shows."""

import json
import os
import tempfile
import unittest
from unittest import mock

from compare import compare_communicators, compare_groups, processes_by_pid
from mpich_build import BUILD, BUILDS
from mpi_job import Job, RealTest, run_mpidbg
from test_mpit import COMPARISONS

# Variables of each type that can be set so, and one with two elements.
ENVIRONMENT = {"MPIR_CVAR_BCAST_MIN_PROCS": "17", "MPIR_CVAR_CH3_PORT_RANGE": "2000:3000", "MPIR_CVAR_NETLOC_NODE_FILE": "a file"}


def unknown_build(directory):
    """The profile's structs alone, as of another build of the same version."""
    with open(BUILD.profile, encoding="utf-8") as file:
        profile = json.load(file)
    for name in ("build_id", "anchor", "variables"):
        del profile[name]
    with open(os.path.join(directory, os.path.basename(BUILD.profile)), "w", encoding="utf-8") as file:
        json.dump(profile, file)


def without_freed(job):
    if not BUILD.keeps_freed:
        job.facts[:] = [fact for fact in job.facts if fact.get("comm") != "freed"]


class Mpich(RealTest):
    def check(self, job, target, pids):
        for noun, compare in COMPARISONS.items():
            processes = processes_by_pid(self.ask(noun, target))
            self.assertEqual(sorted(processes), pids)
            self.assertEqual([text for pid in pids for text in compare(processes[pid], job)], [])
            for pid in pids:
                self.assertEqual(job.pid_of_rank[processes[pid]["rank"]], pid)
                self.assertEqual((processes[pid]["size"], processes[pid]["library"]), (job.ranks, BUILD.name))

    def test_variables(self):
        """P2 C1 C2 C5-C9 G6 G8 every variable and category of MPICH, live and in a core file, as its MPI_T functions tell"""
        with Job("mpich_mpit_variables", 2, mpi="mpich", environment=ENVIRONMENT) as job:
            values = {fact["name"]: fact["value"] for fact in job.facts_of(job.pids[0], "cvar")}
            self.assertEqual(values["MPIR_CVAR_BCAST_MIN_PROCS"], 17)
            self.assertEqual(values["MPIR_CVAR_CH3_PORT_RANGE"], [2000, 3000])
            self.check(job, job.mpirun.pid, job.pids)
            self.assert_untouched(job)
            self.check(job, job.gcore(job.pids[0]), job.pids[:1])

    def test_unknown_build(self):
        """Without the addresses of this build the tables are searched for; the rank then comes from the environment."""
        with Job("mpich_mpit_variables", 2, mpi="mpich") as job, tempfile.TemporaryDirectory() as directory:
            unknown_build(directory)
            os.environ["MPIDBG_PROFILE_PATH"] = directory
            self.addCleanup(os.environ.pop, "MPIDBG_PROFILE_PATH", None)
            pid = job.pids[0]
            for noun in ("cvars", "pvars"):
                (process,) = self.ask(noun, pid)["processes"]
                self.assertEqual(process["layouts"], BUILD.unknown_layouts)
                self.assertEqual(COMPARISONS[noun](process, job), [])
            (process,) = self.ask("categories", pid)["processes"]
            self.assertIsNone(process["update_number"])
            names = [fact["name"] for fact in job.facts_of(pid, "category")]
            self.assertEqual([item["name"] for item in process["categories"]["objects"]], names)

    def test_calls(self):
        """Who is in which call is seen."""
        with Job("mpich_hung_recv", 2, mpi="mpich") as job:
            waiting = {fact["pid"]: fact["call"] for fact in job.facts if fact["fact"] == "operation" and fact.get("call")}
            self.assertGreater(len(waiting), 0)

            def differences():
                processes = processes_by_pid(self.ask("ranks", job.mpirun.pid))
                return [f"{pid}: {processes[pid]['blocked_in']}" for pid, call in waiting.items()
                        if processes[pid]["blocked_in"] != [call]]

            self.assert_settles(differences)
            process = self.ask("ranks", job.mpirun.pid)["processes"][0]
            self.assertEqual((process["job"], process["mpi_state"]), (1, "initialized"))

    def test_foreign_handles(self):
        """A number that is no handle, one of another kind, and those of tables that are not so long, also as Fortran ones."""
        with Job("mpich_hung_recv", 2, mpi="mpich") as job:
            for key, number in (("999999", "0xf423f"), ("fortran:999999", "0xf423f"), ("0x88000000", "0x88000000"),
                                ("0x44000009", "0x44000009"), ("0x84000099", "0x84000099"), ("0xc4001000", "0xc4001000")):
                result = run_mpidbg("show", "comm", key, job.pids[0])
                self.assertEqual((result.returncode, result.stdout, result.stderr), (
                    1, "", f"mpidbg: pid {job.pids[0]}: {number} is not the handle of a live communicator\n"))
            (process,) = self.ask("comms", job.pids[0])["processes"]
            self.assertEqual([communicator["handle"] for communicator in process["communicators"]][0], BUILD.world)


class Communicators(RealTest):
    """Every communicator and group is what the program says."""

    def differences(self, target, job):
        comms = processes_by_pid(self.ask("comms", target))
        groups = processes_by_pid(self.ask("groups", target, "--all"))
        return [text for pid, process in comms.items()
                for text in compare_communicators(process, job) + compare_groups(groups[pid], job)]

    def check(self, sample, ranks, layouts):
        with self.subTest(sample=sample, ranks=ranks), Job(sample, ranks, mpi="mpich") as job:
            without_freed(job)
            self.assert_settles(lambda: self.differences(job.mpirun.pid, job))
            self.assert_untouched(job)
            (process,) = self.ask("comms", job.pids[0])["processes"]
            self.assertEqual(process["layouts"], layouts)
            self.assertEqual(self.differences(job.gcore(job.pids[0]), job), [])

    def test_stripped_library(self):
        for ranks in (2, 4):
            self.check("mpich_communicators", ranks, BUILD.layouts())

    @unittest.skipIf(BUILD.abi, "no program has this library inside")
    def test_library_inside_the_program(self):
        """Its symbols name the tables; the library's version is not in it, and the sizes of objects confirm the layouts."""
        inside = BUILDS[0]  # what it was linked with, over the UCX of the build under test
        layouts = f"profile mpich-{inside.version}-x86_64 (version unknown, checked), {BUILD.ucx_layouts}"
        with mock.patch(__name__ + ".BUILD", inside):
            self.check("mpich_inside_communicators", 2, layouts)

    def test_unknown_build(self):
        """Without the addresses of this build the tables are found by what they are."""
        with Job("mpich_communicators", 2, mpi="mpich") as job, tempfile.TemporaryDirectory() as directory:
            unknown_build(directory)
            os.environ["MPIDBG_PROFILE_PATH"] = directory
            self.addCleanup(os.environ.pop, "MPIDBG_PROFILE_PATH", None)
            without_freed(job)
            self.assert_settles(lambda: self.differences(job.mpirun.pid, job))


if __name__ == "__main__":
    unittest.main()
