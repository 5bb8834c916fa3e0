"""`mpidbg mpit`: a program that uses MPI_T, and knows nothing of mpidbg, finds in a core file what it finds in the process."""

import os
import re
import subprocess
import unittest

from mpi_job import COMMAND, SAMPLES, Job, RealTest, run_mpidbg

# By library: the lister, and how many things there are at least.
TOOLS = {"openmpi": ("mpit_list", 1000), "mpich": ("mpich_mpit_list", 350)}


def list_of(target, tool="mpit_list"):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("OMPI_", "MPIR_CVAR_"))}
    return subprocess.run([COMMAND, "mpit", str(target), "--", os.path.join(SAMPLES, tool)], capture_output=True, text=True, check=False,
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
        """G1 G4 P2 C2 C5-C9 the list of a live process is that of its MPI_T functions, and that of its core file and its capture too"""
        # The tool has the default value: by it a list of its own process is known.
        os.environ["MPIR_CVAR_BCAST_MIN_PROCS"] = "9"
        self.addCleanup(os.environ.pop, "MPIR_CVAR_BCAST_MIN_PROCS")
        for mpi, (tool, least) in TOOLS.items():
            with self.subTest(mpi), Job(tool, 2, "job", mpi=mpi) as job:
                pid = job.pids[0]
                with open(os.path.join(job.directory, f"{pid}.list"), encoding="utf-8") as file:
                    expected = file.read().splitlines()
                self.assertGreater(len(expected), least)
                if mpi == "mpich":
                    self.assertRegex("\n".join(expected), r"MPIR_CVAR_BCAST_MIN_PROCS: .* value 9")
                self.compare(list_of(pid, tool), expected)
                self.assert_untouched(job)
                self.compare(list_of(job.gcore(pid), tool), expected)
                capture = os.path.join(job.directory, "one.capture")
                self.assertEqual(run_mpidbg("capture", "-o", capture, pid).returncode, 0)
                self.compare(list_of(capture, tool), expected)

    def test_no_target(self):
        """G12 MPI_T_init_thread fails where there is nothing to look at, and says why"""
        result = list_of("/nonexistent/core")
        self.assertEqual(result.returncode, 1)
        self.assertIn("/nonexistent/core", result.stderr)


if __name__ == "__main__":
    unittest.main()
