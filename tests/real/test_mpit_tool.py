"""`mpidbg mpit`: a program that uses MPI_T, and knows nothing of mpidbg, finds in a core file what it finds in the process."""

import os
import re
import subprocess
import sys
import unittest

from mpi_job import COMMAND, SAMPLES, Job, RealTest, run_mpidbg

# By library: the lister, and how many things there are at least.
TOOLS = {"openmpi": ("mpit_list", 1000), "mpich": ("mpich_mpit_list", 350)}


# A tool that opens the library itself: argv[1]; argv[2] is MPI_INT of MPICH, whose constants are numbers.
OPENS_LIBRARY = """
import ctypes, sys
mpi = ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
integer = int(sys.argv[2]) if len(sys.argv) > 2 else ctypes.addressof(ctypes.c_char.in_dll(mpi, "ompi_mpi_int"))
number = ctypes.c_int()
if mpi.MPI_T_init_thread(0, ctypes.byref(number)) != 0:
    sys.exit("no MPI_T")
mpi.MPI_T_cvar_get_num(ctypes.byref(number))
for index in range(number.value):
    name, length, datatype, handle = ctypes.create_string_buffer(512), ctypes.c_int(512), ctypes.c_size_t(), ctypes.c_void_p()
    if mpi.MPI_T_cvar_get_info(index, name, ctypes.byref(length), None, ctypes.byref(datatype), None, None, None, None, None) != 0:
        continue
    if datatype.value != integer or mpi.MPI_T_cvar_handle_alloc(index, None, ctypes.byref(handle), ctypes.byref(number)) != 0:
        continue
    value = (ctypes.c_int * number.value)()
    if mpi.MPI_T_cvar_read(handle, value) == 0:
        print(index, name.value.decode(), value[0])
session, count, names = ctypes.c_void_p(), ctypes.c_int(), ctypes.c_int()
mpi.MPI_T_pvar_session_create(ctypes.byref(session))
mpi.MPI_T_pvar_get_num(ctypes.byref(count))
for index in range(count.value):
    if mpi.MPI_T_pvar_handle_alloc(session, index, None, ctypes.byref(handle), ctypes.byref(number)) == 0:
        mpi.MPI_T_pvar_start(session, handle)
mpi.MPI_T_pvar_session_free(ctypes.byref(session))
mpi.MPI_T_finalize()
"""


def run_tool(target, *words):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("OMPI_", "MPIR_CVAR_"))}
    return subprocess.run([COMMAND, "mpit", *words[:-1], str(target), "--", *words[-1]], capture_output=True, text=True, check=False,
                          env=environment)


def list_of(target, tool="mpit_list"):
    return run_tool(target, [os.path.join(SAMPLES, tool)])


def library_of(pid, name):
    with open(f"/proc/{pid}/maps", encoding="utf-8") as maps:
        return next(line.split()[-1] for line in maps if os.path.basename(line.split()[-1]).startswith(name))


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

    def test_tool_that_opens_the_library(self):
        """The functions that it looks up there are answered for the target, and those of another library refused"""
        os.environ["MPIR_CVAR_BCAST_MIN_PROCS"] = os.environ["OMPI_MCA_btl_self_free_list_num"] = "9"
        for name in ("MPIR_CVAR_BCAST_MIN_PROCS", "OMPI_MCA_btl_self_free_list_num"):
            self.addCleanup(os.environ.pop, name, None)
        variables = {"openmpi": "btl_self_free_list_num", "mpich": "MPIR_CVAR_BCAST_MIN_PROCS"}
        files = {"openmpi": "libmpi.so", "mpich": "libmpich.so"}
        others = {"openmpi": "mpich", "mpich": "openmpi"}
        names = {"openmpi": "Open MPI", "mpich": "MPICH"}
        for mpi, (tool, _) in TOOLS.items():
            with self.subTest(mpi), Job(tool, 1, "job", mpi=mpi) as job:
                pid = job.pids[0]
                library = library_of(pid, files[mpi])
                words = [sys.executable, "-c", OPENS_LIBRARY, library, *([str(0x4c000405)] if mpi == "mpich" else [])]
                with open(os.path.join(job.directory, f"{pid}.list"), encoding="utf-8") as file:
                    expected = re.findall(r"(?m)^cvar (\d+) (\S+): int .* value (-?\d+)", file.read())
                result = run_tool(pid, "--mpi", mpi, words)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertEqual([tuple(line.split()) for line in result.stdout.splitlines()], expected)
                self.assertIn(f" {variables[mpi]} 9\n", result.stdout)
                result = run_tool(pid, "--mpi", others[mpi], words)
                self.assertEqual((result.returncode, result.stdout), (1, ""))
                self.assertRegex(result.stderr, rf"^mpidbg: the tool opened \S+, which is not {names[others[mpi]]}: give --mpi {mpi} if it is "
                                 r"of that library\nno MPI_T\n$")

    def test_no_target(self):
        """G12 MPI_T_init_thread fails where there is nothing to look at, and says why"""
        result = list_of("/nonexistent/core")
        self.assertEqual(result.returncode, 1)
        self.assertIn("/nonexistent/core", result.stderr)


if __name__ == "__main__":
    unittest.main()
