"""`show`: one object, by every way to name a handle."""

import unittest

from mpi_job import Job, RealTest, run_mpidbg


class Show(RealTest):
    PLURALS = {"comm": "communicators", "group": "groups", "request": "requests", "errhandler": "errhandlers",
               "datatype": "datatypes", "file": "files", "info": "infos", "op": "ops", "window": "windows",
               "message": "messages"}

    def shown(self, kind, handle, target):
        """The handle of the one object that is shown."""
        (process,) = self.ask("show", kind, handle, target)["processes"]
        self.assertIsNone(process["error"])
        objects = process[self.PLURALS[kind]]
        if isinstance(objects, dict):
            self.assertTrue(objects["complete"], objects["reason"])
            objects = objects["objects"]
        self.assertEqual(len(objects), 1, (kind, handle))
        return objects[0]["handle"]

    def check_all(self, job, target):
        facts = job.facts_of(job.pids[0], "handle")
        self.assertEqual({fact["kind"] for fact in facts}, set(self.PLURALS))
        for fact in facts:
            for name in (fact["handle"], str(int(fact["handle"], 16)), fact["variable"], f"fortran:{fact['fortran']}"):
                with self.subTest(kind=fact["kind"], name=name):
                    self.assertEqual(self.shown(fact["kind"], name, target), fact["handle"])

    def test_every_name_of_a_handle(self):
        """Z5 Z6: C value, variable, variable and offset, Fortran INTEGER, for every kind."""
        with Job("handles", 2) as job:
            self.check_all(job, job.pids[0])

    def test_core_file(self):
        """Z9: the same from a core file."""
        with Job("handles", 1) as job:
            self.check_all(job, job.gcore(job.pids[0]))

    def test_predefined_names(self):
        """HC2 HD2 HO1 HE1: predefined handles by their names."""
        with Job("handles", 1) as job:
            for kind, name in (("comm", "MPI_COMM_WORLD"), ("datatype", "MPI_INT"), ("op", "MPI_SUM"),
                               ("errhandler", "MPI_ERRORS_RETURN"), ("group", "MPI_GROUP_EMPTY")):
                self.shown(kind, name, job.pids[0])

    def test_what_is_no_handle(self):
        """Z7: a sentence for everything that is none."""
        with Job("handles", 1) as job:
            objects = {fact["kind"]: fact["handle"] for fact in job.facts_of(job.pids[0], "handle")}
            cases = [("comm", "0", "not a live"), ("comm", "0x1", "not a live"), ("datatype", "no_such_variable", "not a handle"),
                     ("op", "fortran:100000", ""), ("op", "fortran:-1", ""), ("op", "fortran:x", "not an INTEGER"),
                     ("op", "op+y", "not an offset"), ("window", objects["datatype"], ""), ("group", objects["op"], "")]
            for kind, handle, words in cases:
                with self.subTest(kind=kind, handle=handle):
                    result = run_mpidbg("show", kind, handle, job.pids[0])
                    self.assertEqual(result.returncode, 1, result.stdout)
                    self.assertIn(words, result.stderr)
                    self.assertNotEqual(result.stderr.strip(), "")

    def test_wrong_words(self):
        result = run_mpidbg("show", "nonsense", "0x1", "1")
        self.assertEqual(result.returncode, 2)
        self.assertIn("nonsense", result.stderr)


if __name__ == "__main__":
    unittest.main()
