"""An installation: the front end from there, by hand and by itself as soon as a program loads an MPI library."""

import glob
import os
import subprocess
import tempfile
import unittest

from gdb_run import gdb, marked, outputs
from mpi_job import Job, RealTest, run_mpidbg

BUILD = os.environ["MPIDBG_BUILD"]


class AutoLoad(RealTest):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        cls.addClassCleanup(cls.directory.cleanup)
        cls.prefix = os.path.join(cls.directory.name, "prefix")
        subprocess.run(["cmake", "--install", BUILD, "--prefix", cls.prefix], check=True, capture_output=True)
        cls.front_end = os.path.join(cls.prefix, "share/mpidbg/gdb")

    def test_by_hand(self):
        """The installed front end finds the installed libraries."""
        with Job("hung_recv", 1) as job:
            expected = run_mpidbg("queues", job.pids[0]).stdout
            queues, plugin = outputs(gdb(f"source {self.front_end}/mpidbg.py", *marked("mpi queues", "mpi plugin"),
                                         pid=job.pids[0], source=False).stdout)
            self.assertEqual(queues, expected)
            self.assertIn(self.prefix, plugin)

    def test_by_itself(self):
        with Job("hung_recv", 1) as job:
            expected = run_mpidbg("queues", job.pids[0]).stdout
            told = ["-iex", f"source {self.front_end}/auto-load.gdb"]
            for where in ({"pid": job.pids[0]}, {"core": job.gcore(job.pids[0]), "program": job.program}):
                result = gdb(*marked("mpi queues"), source=False, arguments=told, **where)
                self.assertEqual(outputs(result.stdout), [expected])
            self.assertIn("Undefined command", gdb("mpi queues", source=False, pid=job.pids[0]).stderr)
            self.assertIn("Undefined command", gdb("mpi queues", source=False, arguments=told, program="/bin/true").stderr)

    def test_every_library(self):
        """A stub for each MPI library of the system, by the name that symbolic links lead to."""
        stubs = glob.glob(os.path.join(self.prefix, "share/mpidbg/auto-load/**/*-gdb.py"), recursive=True)
        libraries = {os.path.realpath(path) for name in ("libmpi.so.40*", "libmpich.so.12*")
                     for path in glob.glob(f"/usr/lib/*/{name}")}
        start = os.path.join(self.prefix, "share/mpidbg/auto-load")
        self.assertTrue(libraries)
        self.assertLessEqual(libraries, {stub[len(start):-len("-gdb.py")] for stub in stubs})


if __name__ == "__main__":
    unittest.main()
