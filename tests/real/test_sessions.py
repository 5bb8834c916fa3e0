"""`sessions` and `show session`: every session is what the program says, and a library without sessions says so."""

import unittest

from compare import communicator_differences, compare_process, compare_queues, processes_by_pid
from mpich_build import BUILD
from mpi_job import Job, Mpi4Job, RealTest, openmpi_version, run_mpidbg

NOT_ENOUGH, STUCK = 6, 3


def compare_sessions(process, job):
    expected = [{"handle": fact["handle"], "name": None, "fortran_handle": fact["fortran"], "predefined": False,
                 "thread_level": fact["thread_level"] if BUILD.keeps_levels else None, "errhandler": fact["errhandler"],
                 "errhandler_name": fact["errhandler_name"] or None}
                for fact in job.facts_of(process["pid"], "session")]
    sessions = process["sessions"]
    found = sorted((item for item in sessions["objects"]), key=lambda item: item["handle"])
    return [] if sessions["complete"] and found == sorted(expected, key=lambda item: item["handle"]) else [str(process)]


class Sessions(RealTest):
    def test_every_item(self):
        """live and in a core file; one that was finalized is not listed"""
        with Job("mpich_sessions", 2, mpi="mpich") as job:
            def differences(*targets):
                processes = processes_by_pid(self.ask("sessions", *targets))
                return [text for process in processes.values() for text in compare_sessions(process, job)]

            self.assertEqual(differences(*job.pids), [])
            self.assert_untouched(job)
            pid = job.pids[0]
            self.assertEqual(differences(job.gcore(pid)), [])
            returns, own = job.facts_of(pid, "session")
            (process,) = self.ask("handles", pid)["processes"]
            self.assertEqual({item["handle"] for item in process["sessions"]["objects"]}, {returns["handle"], own["handle"]})
            (process,) = self.ask("sessions", pid, "--all")["processes"]
            self.assertEqual(process["sessions"]["objects"][0]["name"], "MPI_SESSION_NULL")
            result = run_mpidbg("show", "session", returns["handle"], pid)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            level = returns["thread_level"] + "  " if BUILD.keeps_levels else ""
            self.assertIn(f"session {returns['handle']}  Fortran {returns['fortran']}  {level}errhandler MPI_ERRORS_RETURN\n",
                          result.stdout)
            # The program's error handler says what it is for.
            (process,) = self.ask("errhandlers", pid)["processes"]
            self.assertEqual([(item["handle"], item["object"], item["attached_to"]) for item in process["errhandlers"]["objects"]],
                             [(own["errhandler"], "session", [{"kind": "session", "handle": own["handle"]}])])

    def test_open_mpi(self):
        """It has none before 5.0: that is the answer, and objects of all kinds are complete without them."""
        if openmpi_version() >= "Open MPI 5":
            self.check_sessions_of_open_mpi()
            self.check_sessions_alone()
            return
        with Job("hung_recv", 1) as job:
            (process,) = self.ask("sessions", job.pids[0], code=NOT_ENOUGH)["processes"]
            reason = f"{openmpi_version()} has no sessions: they came with MPI-4.0 and Open MPI 5.0"
            self.assertEqual((process["sessions"]["complete"], process["sessions"]["reason"]), (False, reason))
            self.assertIn(reason, run_mpidbg("sessions", job.pids[0], "-v").stdout)
            (process,) = self.ask("handles", job.pids[0])["processes"]
            self.assertNotIn("sessions", process)
            self.assertNotIn("session", run_mpidbg("handles", job.pids[0]).stdout)

    def check_sessions_of_open_mpi(self):
        """Beside MPI_COMM_WORLD, live and in a core file. 5.0 does not keep the level that was asked for."""
        with Mpi4Job("sessions", 2) as job:
            for targets in (job.pids, [job.gcore(job.pids[0])]):
                for process in processes_by_pid(self.ask("sessions", *targets)).values():
                    self.assertTrue(process["sessions"]["complete"], process)
                    found = [(each["handle"], each["fortran_handle"], each["errhandler"], each["errhandler_name"], each["predefined"])
                             for each in process["sessions"]["objects"]]
                    said = [(fact["handle"], fact["fortran"], fact["errhandler"], fact["errhandler_name"] or None, False)
                            for fact in job.facts_of(process["pid"], "session")]
                    self.assertEqual(sorted(found), sorted(said))
            own = job.facts_of(job.pids[0], "session")[1]
            (process,) = self.ask("errhandlers", job.pids[0])["processes"]
            self.assertEqual([(item["handle"], item["object"]) for item in process["errhandlers"]["objects"]],
                             [(own["errhandler"], "session")])

    def check_sessions_alone(self):
        """A program that never calls MPI_Init is inspected as any other, and its communicators are the same for all ranks,
        although each process has its own number for one."""
        with Mpi4Job("sessions_alone", 3) as job:
            def differences(*targets):
                processes = processes_by_pid(self.ask("queues", *targets)).values()
                return [text for process in processes
                        for text in compare_process(process, job, openmpi_version()) + compare_queues(process, job)]

            self.assert_settles(lambda: differences(*job.pids))
            self.assertEqual(differences(job.gcore(job.pids[0])), [])
            contexts = {}
            for process in processes_by_pid(self.ask("comms", *job.pids)).values():
                communicators = {each["handle"]: each for each in process["communicators"]}
                for fact in job.facts_of(process["pid"], "communicator"):
                    self.assertEqual(communicator_differences(communicators[fact["comm_handle"]], fact, fact["comm"]), [])
                for communicator in process["communicators"]:
                    contexts.setdefault(communicator["name"], set()).add(communicator["context"])
            self.assertEqual({name: len(contexts[name]) for name in ("all", "halo", "copy")}, {"all": 1, "halo": 1, "copy": 1})
            self.assertEqual(len({min(numbers) for numbers in contexts.values()}), len(contexts))
            result = run_mpidbg("why", *job.pids)
            self.assertEqual(result.returncode, STUCK, result.stdout)
            self.assertIn("DEADLOCK: ranks 0-2 wait for each other and for nothing else  proved", result.stdout)
            for process in processes_by_pid(self.ask("sessions", *job.pids)).values():
                self.assertEqual([each["handle"] for each in process["sessions"]["objects"]],
                                 [fact["handle"] for fact in job.facts_of(process["pid"], "session")])


if __name__ == "__main__":
    unittest.main()
