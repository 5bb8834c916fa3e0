"""`mpidbg mpit`: a program that uses MPI_T, and knows nothing of mpidbg, finds in a core file what it finds in the process."""

import os
import re
import subprocess
import unittest

from mpi_job import COMMAND, SAMPLES, Job, RealTest

TOOL = os.path.join(SAMPLES, "mpit_list")


def list_of(target):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OMPI_")}
    return subprocess.run([COMMAND, "mpit", str(target), "--", TOOL], capture_output=True, text=True, check=False,
                          env=environment)


def without_versions(lines):
    """Texts of versions, which Open MPI's own functions do not read."""
    return [re.sub(r'(cvar \d+ \w*version\b.*) value.*', r"\1", line) for line in lines]


class Tool(RealTest):
    def compare(self, result, expected):
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        found = without_versions(result.stdout.splitlines())
        expected = without_versions(expected)
        # Values that functions of the library work out are nowhere in memory.
        computed = [line for line in expected if re.match(r"pvar \d+ count", line) and line not in found]
        self.assertEqual(found, [line for line in expected if line not in computed])
        for number in (re.match(r"pvar \d+ count", line).group(0) for line in computed):
            self.assertFalse(any(line.startswith(number) for line in found), number)

    def test_tool(self):
        """G1 G4 P2 C2 C5-C9 the list of a live process is that of its MPI_T functions, and that of its core file too"""
        with Job("mpit_list", 2, "job") as job:
            pid = job.pids[0]
            with open(os.path.join(job.directory, f"{pid}.list"), encoding="utf-8") as file:
                expected = file.read().splitlines()
            self.assertGreater(len(expected), 1000)
            self.compare(list_of(pid), expected)
            self.assert_untouched(job)
            self.compare(list_of(job.gcore(pid)), expected)

    def test_no_target(self):
        """G12 MPI_T_init_thread fails where there is nothing to look at, and says why"""
        result = list_of("/nonexistent/core")
        self.assertEqual(result.returncode, 1)
        self.assertIn("/nonexistent/core", result.stderr)


if __name__ == "__main__":
    unittest.main()
