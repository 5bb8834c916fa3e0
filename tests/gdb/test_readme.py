"""The session in gdb_python/README.md is what GDB shows."""

import pathlib
import re
import unittest

from mpi_job import Job, RealTest
from readme_session import session, without_numbers

README = pathlib.Path(__file__).resolve().parents[2] / "gdb_python" / "README.md"


class Readme(RealTest):
    def test_session(self):
        written = re.search(r"```\n(\(gdb\) source .*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
        self.assertIsNotNone(written, "the README has no GDB session")
        with Job("hung_recv", 2) as job:
            self.assertEqual(without_numbers(written.group(1)), without_numbers(session(job)),
                             "make it anew with tests/gdb/readme_session.py")


if __name__ == "__main__":
    unittest.main()
