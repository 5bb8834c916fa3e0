"""MPICH without a recorder: what its memory tells all the same, and what it does not."""

import json
import os
import tempfile
import unittest

from compare import processes_by_pid
from mpi_job import Job, RealTest, run_mpidbg
from test_mpit import COMPARISONS

PROFILE = os.path.join(os.path.dirname(__file__), "../../mpidbg/layout/profiles/mpich-4.0.2-x86_64.json")
# Variables of each type that can be set so, and one with two elements.
ENVIRONMENT = {"MPIR_CVAR_BCAST_MIN_PROCS": "17", "MPIR_CVAR_CH3_PORT_RANGE": "2000:3000", "MPIR_CVAR_NETLOC_NODE_FILE": "a file"}


def unknown_build(directory):
    """The profile's structs alone, as of another build of the same version."""
    with open(PROFILE, encoding="utf-8") as file:
        profile = json.load(file)
    for name in ("build_id", "anchor", "variables"):
        del profile[name]
    with open(os.path.join(directory, os.path.basename(PROFILE)), "w", encoding="utf-8") as file:
        json.dump(profile, file)


class Mpich(RealTest):
    def check(self, job, target, pids):
        for noun, compare in COMPARISONS.items():
            processes = processes_by_pid(self.ask(noun, target))
            self.assertEqual(sorted(processes), pids)
            self.assertEqual([text for pid in pids for text in compare(processes[pid], job)], [])
            for pid in pids:
                self.assertEqual(job.pid_of_rank[processes[pid]["rank"]], pid)
                self.assertEqual((processes[pid]["size"], processes[pid]["library"]), (job.ranks, "MPICH 4.0.2"))

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
                self.assertEqual(process["layouts"], "profile mpich-4.0.2-x86_64 (version, checked); variables only")
                self.assertEqual(COMPARISONS[noun](process, job), [])
            (process,) = self.ask("categories", pid)["processes"]
            self.assertIsNone(process["update_number"])
            names = [fact["name"] for fact in job.facts_of(pid, "category")]
            self.assertEqual([item["name"] for item in process["categories"]["objects"]], names)

    def test_objects(self):
        """Who is in which call is seen; that objects cannot be seen is said, once and with what would help."""
        with Job("mpich_hung_recv", 2, mpi="mpich") as job:
            waiting = {fact["pid"]: fact["call"] for fact in job.facts if fact["fact"] == "operation" and fact.get("call")}
            self.assertGreater(len(waiting), 0)

            def differences():
                processes = processes_by_pid(self.ask("ranks", job.mpirun.pid))
                return [f"{pid}: {processes[pid]['blocked_in']}" for pid, call in waiting.items()
                        if processes[pid]["blocked_in"] != [call]]

            self.assert_settles(differences)
            pid = job.pids[0]
            for words in (["queues"], ["comms"], ["handles"], ["requests", "--freed"], ["show", "comm", "0x44000000"]):
                result = run_mpidbg(*words, pid)
                self.assertEqual((result.returncode, result.stdout), (6, ""), words)
                self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
                self.assertIn("the layouts of MPICH's objects are not known; if the program was started with mpidbg record", result.stderr)
            (process,) = self.ask("queues", pid, code=6)["processes"]
            self.assertEqual((process["complete"], process["communicators"]), (False, []))


if __name__ == "__main__":
    unittest.main()
