"""Programs under `mpidbg record`. What the record has to say is checked by the programs themselves; here they are run, and
it is checked that a program does the same with and without.

    recorder_test.py openmpi|mpich|mpi-abi [TEST...]

mpi-abi is the toy MPI library of tests/fakes/mpi, of one process, without a launcher.
"""

import os
import subprocess
import sys
import unittest

COMMAND = os.environ["MPIDBG_COMMAND"]
PROGRAMS = os.environ["MPIDBG_RECORDER_PROGRAMS"]
MPI = "openmpi"
OTHER = {"openmpi": "mpich", "mpich": "openmpi"}


def program(name, mpi=None):
    return os.path.join(PROGRAMS, mpi or MPI, name)


def launch(ranks, btl="self,vader"):
    if MPI == "mpi-abi":
        return []
    if MPI == "mpich":
        return ["mpirun.mpich", "-n", str(ranks)]
    words = ["mpirun.openmpi", "--oversubscribe", "--mca", "pml", "ob1", "--mca", "btl", btl]
    return words + (["--allow-run-as-root"] if os.geteuid() == 0 else []) + ["-n", str(ranks)]


def run(*words, preload=None):
    environment = dict(os.environ)
    for name in ("LD_PRELOAD", "MPIDBG_RECORD_MEMORY", "MPIDBG_KEEP_FREED"):
        environment.pop(name, None)
    if preload:
        environment["LD_PRELOAD"] = preload
    return subprocess.run(words, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, env=environment)


class RecorderTest(unittest.TestCase):
    maxDiff = None

    def check_itself(self, name, ranks=1, options=()):
        result = run(*launch(ranks), COMMAND, "record", *options, "--", program(name))
        if result.returncode == 77:
            self.skipTest(result.stdout)
        # A launcher may mix the lines of several processes.
        self.assertEqual((result.returncode, result.stdout.replace("\n", "")), (0, "ok" * ranks), result.stderr)

    def test_handles(self):
        self.check_itself("handles", 2)

    def test_collectives(self):
        self.check_itself("collectives", 2)

    def test_requests(self):
        self.check_itself("requests")

    def test_threads_and_fork(self):
        self.check_itself("threads", 2)

    def test_little_memory(self):
        self.check_itself("small_record", options=("--memory", "1m"))

    def test_fortran(self):
        if MPI != "openmpi":
            self.skipTest("MPICH's Fortran bindings call the C functions")
        self.check_itself("fortran_calls")
        self.check_itself("fortran_calls", options=("--keep-freed",))

    def test_keep_freed(self):
        self.check_itself("keep_freed", 2, options=("--keep-freed",))

    def test_calls_of_mpi_4(self):
        self.check_itself("mpi4_calls")

    def test_children(self):
        """The launcher's environment is that of the children."""
        launcher = launch(1, "self,tcp")  # vader reaches the processes of one MPI_COMM_WORLD
        if run(*launcher, program("spawn"), "alone").returncode != 0:
            self.skipTest("MPI_Comm_spawn does not work here")
        result = run(COMMAND, "record", *launcher, program("spawn"))
        self.assertEqual((result.returncode, result.stdout), (0, "ok\n"), result.stderr)

    def test_library_loaded_late_and_privately(self):
        result = run(COMMAND, "record", "--mpi", MPI, os.path.join(PROGRAMS, "dlopen_mpi"), program("mpi_module.so"))
        self.assertEqual((result.returncode, result.stdout), (0, "ok\n"), result.stderr)

    def test_same_results(self):
        """M8"""
        without = run(*launch(3), program("plain"))
        recorded = run(*launch(3), COMMAND, "record", program("plain"))
        self.assertEqual(without.returncode, 0, without.stderr)
        self.assertEqual(len(without.stdout.splitlines()), 3)
        self.assertEqual(sorted(recorded.stdout.splitlines()), sorted(without.stdout.splitlines()))
        self.assertEqual((recorded.returncode, recorded.stderr), (without.returncode, without.stderr))

    def test_call_left_by_longjmp(self):
        """M8: the guard against calls within calls holds."""
        without = run(*launch(1), program("plain"), "longjmp")
        recorded = run(*launch(1), COMMAND, "record", program("plain"), "longjmp")
        self.assertEqual((recorded.returncode, recorded.stdout), (without.returncode, without.stdout), recorded.stderr)

    def test_beside_another_tool(self):
        """M8"""
        alone = run(program("plain"), preload=program("other_tool.so"))
        both = run(COMMAND, "record", program("plain"), preload=program("other_tool.so"))
        self.assertIn("tool: 1 barriers, 1 controls, argument 23\n", alone.stdout)
        self.assertEqual((both.returncode, both.stdout), (alone.returncode, alone.stdout), both.stderr)

    def test_wrong_recorder(self):
        if not os.path.exists(program("plain", OTHER[MPI])):
            self.skipTest(f"without {OTHER[MPI]}")
        without = run(program("plain"))
        recorded = run(COMMAND, "record", "--mpi", OTHER[MPI], program("plain"))
        self.assertEqual((recorded.returncode, recorded.stdout), (without.returncode, without.stdout))
        lines = recorded.stderr.replace(without.stderr, "").splitlines()
        self.assertEqual(len(lines), 1, recorded.stderr)
        self.assertIn("nothing is recorded", lines[0])
        for mpi in OTHER:  # a program that makes no MPI call is told nothing
            silent = run(COMMAND, "record", "--mpi", mpi, program("plain"), "nothing")
            self.assertEqual((silent.returncode, silent.stdout, silent.stderr), (5, "", ""))

    def test_program_without_mpi(self):
        result = run(COMMAND, "record", "--mpi", MPI, "--", "sh", "-c", "echo $1; exit 3", "-", "--")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (3, "--\n", ""))

    def test_wrong_use(self):
        for words in ([], ["--mpi", "none", "true"], ["--mpi"], ["true"]):
            result = run(COMMAND, "record", *words)
            self.assertEqual((result.returncode, result.stdout), (2, ""), words)
            self.assertTrue(result.stderr.startswith("mpidbg: "), result.stderr)
        result = run(COMMAND, "record", "--mpi", MPI, "/no/such/program")
        self.assertEqual(result.returncode, 1)
        self.assertIn("/no/such/program", result.stderr)


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] in (*OTHER, "mpi-abi"):
        MPI = sys.argv.pop(1)
    unittest.main()
