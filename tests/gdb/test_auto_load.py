"""An installation: the front end by itself as soon as a program loads an MPI library, live and in core files, and for
captures, which load none. tests/install has the rest."""

import os
import subprocess
import tempfile
import unittest

from gdb_run import gdb, marked, outputs
from mpi_job import Job, RealTest, run_mpidbg
from test_captures import as_in_gdb

BUILD = os.environ["MPIDBG_BUILD"]


class AutoLoad(RealTest):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        cls.addClassCleanup(cls.directory.cleanup)
        cls.prefix = os.path.join(cls.directory.name, "prefix")
        subprocess.run(["cmake", "--install", BUILD, "--prefix", cls.prefix], check=True, capture_output=True)
        cls.front_end = os.path.join(cls.prefix, "share/mpidbg/gdb")

    def test_by_itself(self):
        with Job("hung_recv", 1) as job:
            expected = run_mpidbg("queues", job.pids[0]).stdout
            told = ["-iex", f"source {self.front_end}/auto-load.py"]
            for where in ({"pid": job.pids[0]}, {"core": job.gcore(job.pids[0]), "program": job.program}):
                result = gdb(*marked("mpi queues"), source=False, arguments=told, **where)
                self.assertEqual(outputs(result.stdout), [expected])
            capture = os.path.join(job.directory, "capture")
            run_mpidbg("capture", "-o", capture, job.pids[0])
            result = gdb(*marked("mpi queues"), source=False, arguments=[*told, "-c", capture])
            self.assertEqual(outputs(result.stdout), [as_in_gdb(run_mpidbg("queues", capture).stdout)])
            self.assertIn("Undefined command", gdb("mpi queues", source=False, pid=job.pids[0]).stderr)
            self.assertIn("Undefined command", gdb("mpi queues", source=False, arguments=told, program="/bin/true").stderr)


if __name__ == "__main__":
    unittest.main()
