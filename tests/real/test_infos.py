"""`infos`, `show info` and the hints of communicators: every pair is what MPI_Info_get and its like say."""

import unittest

from mpi_job import Job, RealTest, run_mpidbg

NO_FREE = (*Job.OB1, "--mca", "mpi_no_free_handles", "1")


def pairs(objects):
    return [[pair["key"], pair["value"]] for pair in objects]


class Infos(RealTest):
    def infos(self, target, *arguments):
        (process,) = self.ask("infos", target, *arguments)["processes"]
        self.assertTrue(process["infos"]["complete"], process["infos"]["reason"])
        return {info["handle"]: info for info in process["infos"]["objects"]}

    def compare(self, job, pid, target):
        facts = job.facts_of(pid, "info")
        self.assertEqual(len(facts), 8)
        infos = self.infos(target)
        self.assertEqual(set(infos), {fact["handle"] for fact in facts})
        for fact in facts:
            info = infos[fact["handle"]]
            with self.subTest(rank=fact["rank"], handle=fact["handle"]):
                self.assertEqual(info["fortran_handle"], fact["fortran"])
                self.assertEqual(pairs(info["pairs"]), fact["pairs"])
                self.assertIsNone(info["name"])
                self.assertFalse(info["predefined"])
                self.assertFalse(info["internal"])
                self.assertFalse(info["freed_by_application"])
                self.assertFalse(info["freed_by_library"])
                self.assertEqual(info["reference_count"], 1)
                self.assertEqual(info["users_inferred"], fact["users"])
        # MPI_Info_free has left nothing of it: another object may have the memory, but not this one's pairs.
        (freed,) = job.facts_of(pid, "freed_info")
        self.assertNotIn(freed["pairs"], [pairs(info["pairs"]) for info in infos.values()])

        everything = self.infos(target, "--all")
        (environment,) = job.facts_of(pid, "environment")
        info = everything[environment["handle"]]
        self.assertEqual((info["name"], info["predefined"], info["fortran_handle"]), ("MPI_INFO_ENV", True, 1))
        self.assertEqual(pairs(info["pairs"]), environment["pairs"])
        (null,) = job.facts_of(pid, "null_info")
        info = everything[null["handle"]]
        self.assertEqual((info["name"], info["predefined"], info["fortran_handle"]), ("MPI_INFO_NULL", True, 0))
        self.assertEqual(info["pairs"], [])

    def test_every_info(self):
        """HI1 HI2 HI3 HI4 HI7 live, with 1, 2 and 4 ranks."""
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks), Job("infos", ranks, "/tmp") as job:
                for pid in job.pids:
                    self.compare(job, pid, pid)
                self.assert_untouched(job)

    def test_core_file(self):
        """HI1 HI2 HI3 HI4 HI7 from a core file."""
        with Job("infos", 2, "/tmp") as job:
            self.compare(job, job.pids[0], job.gcore(job.pids[0]))

    def test_freed(self):
        """HI5 HI6 an info whose handle was freed, in a library that never frees; and one that is gone."""
        with Job("infos", 1, "/tmp", layer=NO_FREE) as job:
            (fact,) = job.facts_of(job.pids[0], "freed_info")
            info = self.infos(job.pids[0])[fact["handle"]]
            self.assertTrue(info["freed_by_application"])
            self.assertTrue(info["freed_by_library"])
            self.assertEqual(info["fortran_handle"], fact["fortran"])
            self.assertEqual(pairs(info["pairs"]), fact["pairs"])
            for kept in job.facts_of(job.pids[0], "info"):
                self.assertFalse(self.infos(job.pids[0])[kept["handle"]]["freed_by_application"])
                self.assertFalse(self.infos(job.pids[0])[kept["handle"]]["freed_by_library"])
            text = run_mpidbg("show", "info", fact["handle"], job.pids[0])
            self.assertEqual(text.returncode, 0, text.stderr)
            self.assertIn("freed by the application  freed by the library", text.stdout)
        with Job("infos", 1, "/tmp") as job:
            (gone,) = job.facts_of(job.pids[0], "gone_info")
            self.assertNotIn(gone["handle"], self.infos(job.pids[0]))
            result = run_mpidbg("show", "info", gone["handle"], job.pids[0])
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn(f"{gone['handle']} is not a live info object", result.stderr)

    def test_hints_of_communicators(self):
        """HI4 HI7 the hints are those of MPI_Comm_get_info; what the library does not know of is apart."""
        with Job("infos", 2, "/tmp") as job:
            for pid in job.pids:
                (process,) = self.ask("comms", pid)["processes"]
                communicators = {communicator["handle"]: communicator for communicator in process["communicators"]}
                facts = job.facts_of(pid, "hints")
                self.assertEqual(len(facts), 2)
                for fact in facts:
                    communicator = communicators[fact["handle"]]
                    self.assertEqual(pairs(communicator["info"]), fact["pairs"])
                    self.assertEqual(pairs(communicator["ignored_info"]), fact["ignored"])
            text = run_mpidbg("comms", job.pids[0]).stdout
            self.assertIn("info colour = red  (ignored by the library)", text)

    def test_text(self):
        """HI4 the pairs are in the text, with nothing that a terminal would obey."""
        with Job("infos", 1, "/tmp") as job:
            text = run_mpidbg("infos", job.pids[0]).stdout
            self.assertIn("    café = \"quoted\"\\x1b[31m and \\\\ 流\n", text)
            self.assertNotIn("\x1b", text)
            self.assertIn("no pairs", text)
            self.assertNotIn("MPI_INFO_ENV", text)
            self.assertIn("MPI_INFO_ENV", run_mpidbg("infos", job.pids[0], "--all").stdout)


if __name__ == "__main__":
    unittest.main()
