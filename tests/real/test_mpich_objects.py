"""Objects of MPICH without a recorder: each item is what the program says, but for what MPICH does not keep."""

import tempfile
import unittest

import test_datatypes
from compare import processes_by_pid
from mpi_job import Job, RealTest, run_mpidbg
from test_errhandlers import compare_errhandlers
from test_infos import pairs
from test_ops import compare_ops

# Which operations use an object, and whether its handle was freed.
NOT_KEPT_OF_OPS = ("pending is ", "pending_complete is ", "freed is ", "freed_inferred is ")
# A Fortran handle is the handle. UCX's requests hold no datatype: one that was freed is gone, and another may have its handle.
NOT_KEPT_OF_DATATYPES = ("fortran_handle is ", "freed_by_application is ", "requests is ", "references is ", '"freed, in use"')


def without(differences, parts):
    return [text for text in differences if not any(part in text for part in parts)]


class Objects(RealTest):
    def process(self, noun, target, pid):
        return processes_by_pid(self.ask(noun, target, "--all"))[pid]

    def test_ops(self):
        with Job("mpich_ops", 2, mpi="mpich") as job:
            for pid in job.pids:
                self.assertEqual(without(compare_ops(self.process("ops", pid, pid), job), NOT_KEPT_OF_OPS), [])

    def test_ops_of_the_library(self):
        """What ROMIO makes for opened files is not the program's."""
        with tempfile.TemporaryDirectory() as directory, Job("mpich_infos", 1, directory, mpi="mpich") as job:
            pid = job.pids[0]
            for target in (pid, job.gcore(pid)):
                ops = [op for op in self.process("ops", target, pid)["ops"]["objects"] if not op["predefined"]]
                self.assertEqual([(op["internal"], op["freed"], op["pending"]) for op in ops], [(True, None, [])])
                self.assertRegex(run_mpidbg("ops", target, "--all", "-v").stdout, rf"op {ops[0]['handle']} .*  internal  calls ")
                self.assertNotIn(ops[0]["handle"], run_mpidbg("ops", target).stdout)

    def test_errhandlers(self):
        with Job("mpich_errhandlers", 2, mpi="mpich") as job:
            for pid in job.pids:
                differences = compare_errhandlers(self.process("errhandlers", pid, pid), job)
                self.assertEqual(without(differences, ["['MPI_ERRORS_ABORT'] that the program does not know"]), [])

    def test_datatypes(self):
        with Job("mpich_datatypes", 2, mpi="mpich") as job:
            pid = job.pids[0]
            for target in (pid, job.gcore(pid)):
                differences = test_datatypes.Datatypes().differences(self.process("datatypes", target, pid), job)
                self.assertEqual(without(differences, NOT_KEPT_OF_DATATYPES), [])

    def test_infos(self):
        """Those of the program, and not those that the library made for its files"""
        with tempfile.TemporaryDirectory() as directory, Job("mpich_infos", 2, directory, mpi="mpich") as job:
            pid = job.pids[0]
            for target in (pid, job.gcore(pid)):
                (process,) = self.ask("infos", target)["processes"]
                found = {info["handle"]: (info["fortran_handle"], pairs(info["pairs"])) for info in process["infos"]["objects"]}
                said = {fact["handle"]: (fact["fortran"], fact["pairs"]) for fact in job.facts_of(pid, "info")}
                self.assertTrue(process["infos"]["complete"], process["infos"]["reason"])
                # Where a stripped library has the hints for all files, which are empty, is not known.
                of_all_files = [handle for handle in found if handle not in said and not found[handle][1]]
                self.assertLessEqual(len(of_all_files), 1)
                for handle in of_all_files:
                    del found[handle]
                self.assertEqual(found, said)
            (file,) = self.process("files", pid, pid)["files"]["objects"][-1:]
            hints = {info["handle"]: info["internal"] for info in self.process("infos", pid, pid)["infos"]["objects"]}
            self.assertTrue(hints[file["view"]["info"]])
            self.assertIn(file["view"]["info"], run_mpidbg("infos", pid, "--all").stdout)

    def test_requests_of_files(self):
        """HR5 HF10 a pending write is not a generalized request of the program, and which file it is of is not known"""
        with tempfile.TemporaryDirectory() as directory, Job("mpich_file_requests", 1, directory, mpi="mpich") as job:
            pid = job.pids[0]
            (fact,) = job.facts_of(pid, "requests")
            requests = {one["handle"]: one for one in self.process("requests", pid, pid)["requests"]["objects"]}
            of_file, of_program = requests[fact["of_file"]], requests[fact["of_program"]]
            self.assertEqual((of_file["type"], of_file["state"], of_file["call"]), ("file", "active", None))
            self.assertEqual((of_file["file"], of_file["generalized"]), (None, None))
            self.assertEqual((of_program["type"], of_program["call"]), ("generalized", "MPI_Grequest_start"))
            self.assertFalse(of_program["call_inferred"])
            files = {one["handle"]: one for one in self.process("files", pid, pid)["files"]["objects"]}
            for file in ("written", "idle"):
                self.assertIsNone(files[fact[file]]["requests"])


if __name__ == "__main__":
    unittest.main()
