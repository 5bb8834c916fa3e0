"""What the recorder keeps of MPI_T, when, and in which file. Programs compare with what MPI_T tells themselves; here they are
run, the files are read, and it is checked that a program ends as it does without.

    mpit_test.py openmpi|mpich|mpi-abi [TEST...]

mpi-abi is the toy MPI library of tests/fakes/mpi, of one process.
"""

import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import unittest

import record_file
import recorder_test
from recorder_test import COMMAND, launch, program, run

SINGLE = {"OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "self,vader"}  # also without mpirun


class MpitTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="mpidbg-mpit-")
        self.addCleanup(shutil.rmtree, self.directory)
        self.file = os.path.join(self.directory, "record")

    def check_itself(self, name, *arguments, ranks=1, options=(), preload=None):
        result = run(*launch(ranks), COMMAND, "record", *options, "--", program(name), *arguments, preload=preload)
        self.assertEqual((result.returncode, result.stdout.replace("\n", "")), (0, "ok" * ranks), result.stderr)

    def need_provider(self):
        """To be preloaded; nothing with the toy MPI library, which is its own."""
        if recorder_test.MPI == "mpi-abi":
            return None
        if recorder_test.MPI != "mpich":
            self.skipTest("the test's provider of variables and events is built with MPICH's mpi.h, of MPI 4")
        return program("mpit_provider.so")

    def test_all_variables_and_queue_lengths(self):
        self.check_itself("mpit_variables", ranks=2)

    def test_handles_growth_events_and_rings(self):
        self.check_itself("mpit_provided", preload=self.need_provider())

    def test_interval(self):
        for arguments in ([], ["threads"]):
            self.check_itself("mpit_interval", *arguments, ranks=2, options=("--interval", "1"))

    def test_without_mpit(self):
        self.need_provider()
        result = run(COMMAND, "record", "--mpi", "mpich", program("without_mpit"))
        self.assertEqual((result.returncode, result.stdout), (0, "ok\n"), result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1)
        self.assertIn("the MPI library has no MPI_T", result.stderr)

    def test_initialisation_fails(self):
        broken = program("mpit_broken.so")
        without = run(program("plain"), preload=broken)
        recorded = run(COMMAND, "record", "--file", self.file, program("plain"), preload=broken)
        self.assertEqual((recorded.returncode, recorded.stdout), (without.returncode, without.stdout))
        lines = recorded.stderr.replace(without.stderr, "").splitlines()
        self.assertEqual(len(lines), 1, recorded.stderr)
        number = int(re.search(r"MPI_T_init_thread failed \((\d+)\)", lines[0]).group(1))
        record = record_file.Record(self.file)
        self.assertEqual((record.mpit_error, record.next_snapshot, record.snapshots()), (number, 1, []))

    def test_program_initialises_mpit_before_mpi(self):
        """Open MPI then lists variables of components that it has unloaded, which nobody may read."""
        without = run(program("plain"), "mpit_first")
        self.assertEqual(without.returncode, 0, without.stderr)
        recorded = run(COMMAND, "record", "--file", self.file, program("plain"), "mpit_first")
        self.assertEqual((recorded.returncode, recorded.stdout), (without.returncode, without.stdout), recorded.stderr)
        record = record_file.Record(self.file)
        if recorder_test.MPI == "openmpi":
            self.assertEqual((record.mpit_error, record.snapshots()), (-4, []))
            self.assertIn("the program called MPI_T_init_thread before MPI_Init", recorded.stderr)
        else:
            self.assertEqual((record.mpit_error, recorded.stderr), (0, ""))
            self.assertNotEqual(record.snapshots(), [])

    def test_not_wanted(self):
        os.environ["MPIDBG_RECORD_MPIT"] = "0"
        self.addCleanup(os.environ.pop, "MPIDBG_RECORD_MPIT")
        result = run(COMMAND, "record", "--file", self.file, program("plain"))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        record = record_file.Record(self.file)
        self.assertEqual((record.mpit_error, record.next_snapshot, record.catalogue_used), (-2, 1, 0))

    def test_one_file_for_each_rank(self):
        for pattern, names in self.some([("r", ["r.0", "r.1"]), ("r%r-%%", ["r0-%", "r1-%"])]):
            path = os.path.join(self.directory, pattern)
            result = run(*launch(2), COMMAND, "record", "--file", path, program("plain"))
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertEqual(sorted(os.listdir(self.directory)), names)
            pids = {record_file.Record(os.path.join(self.directory, name)).pid for name in names}
            self.assertEqual(len(pids), 2)
            for name in names:
                os.unlink(os.path.join(self.directory, name))

    def test_file_that_cannot_be_written(self):
        for path in (os.path.join(self.directory, "none", "record"), "/proc/record"):
            without = run(program("plain"))
            result = run(COMMAND, "record", "--file", path, program("plain"))
            self.assertEqual((result.returncode, result.stdout), (without.returncode, without.stdout))
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
            self.assertIn("cannot write the record to " + path, result.stderr)

    def test_directory_that_others_write_to(self):
        """What they put there is not written through; the record is the user's alone, even over an open file."""
        victim = os.path.join(self.directory, "victim")
        for name in (victim, self.file):
            with open(name, "w", encoding="ascii") as file:
                file.write("precious")
            os.chmod(name, 0o666)
        plant = 'ln -s "$3" "$2.$$.new"; exec "$0" record --file "$2" "$1"'
        result = run("sh", "-c", plant, COMMAND, program("plain"), self.file, victim)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        with open(victim, encoding="ascii") as file:
            self.assertEqual(file.read(), "precious")
        self.assertEqual(os.stat(self.file).st_mode & 0o777, 0o600)
        self.assertGreater(record_file.Record(self.file).pid, 0)
        self.assertEqual(len(os.listdir(self.directory)), 3)

    # ---- how the process ends

    def die(self, way, handler="none", preload=None, differs_in=r"pid \d+\n"):
        """The record in the file, null if there is none; ends and prints the same with and without the recorder."""
        words = [program("dies"), way, handler]
        without = run(*words, preload=preload)
        recorded = run(COMMAND, "record", "--mpi", recorder_test.MPI, "--file", self.file, *words, preload=preload)
        self.assertEqual(recorded.returncode, without.returncode, recorded.stderr)
        self.assertEqual(re.sub(differs_in, "", recorded.stdout), re.sub(differs_in, "", without.stdout))
        self.returncode, self.stdout = recorded.returncode, recorded.stdout
        if not os.path.exists(self.file):
            self.assertEqual(os.listdir(self.directory), [])
            return None
        self.assertEqual(os.listdir(self.directory), ["record"])
        record = record_file.Record(self.file)
        self.assertEqual(record.pid, int(re.search(r"pid (\d+)", recorded.stdout).group(1)))
        self.assertEqual(record.header_pid, record.pid)
        os.unlink(self.file)
        return record

    def some(self, ways):
        """One with Open MPI, whose processes take a second each."""
        return ways[:1] if recorder_test.MPI == "openmpi" else ways

    def check_last(self, record, reason, detail):
        snapshots = record.snapshots()
        last = snapshots[-1]
        self.assertEqual((last.number, last.reason, last.detail), (record.next_snapshot - 1, reason, detail))
        cvars = {sample.index: sample for sample in last.samples if sample.kind == record_file.CVAR}
        self.assertGreater(len(cvars), 300)
        first = {sample.index: sample for sample in snapshots[0].samples if sample.kind == record_file.CVAR}
        repeated = record_file.REPEATED if reason == record_file.AT_SIGNAL else 0
        for index, sample in cvars.items():
            self.assertEqual(sample.flags & record_file.REPEATED, repeated)
            self.assertEqual((sample.error, sample.values), (first[index].error, first[index].values))
        unexpected = record.index_of(record_file.PVAR, b"pml_ob1_unexpected_msgq_length")
        lengths = [s.values for s in last.samples if s.kind == record_file.PVAR and s.index == unexpected]
        if recorder_test.MPI == "openmpi" and reason != record_file.AT_FINALIZE:
            self.assertEqual(sorted(lengths), [[0], [2]])  # MPI_COMM_WORLD; two messages in MPI_COMM_SELF

    def test_ends_well(self):
        record = self.die("finalize")
        self.assertEqual((self.returncode, record.signal), (0, 0))
        self.check_last(record, record_file.AT_FINALIZE, 0)

    def test_abort(self):
        record = self.die("abort")
        self.assertEqual(self.returncode, 7)
        self.check_last(record, record_file.AT_ABORT, 7)

    def test_signals(self):
        ways = [("segv", signal.SIGSEGV), ("term", signal.SIGTERM), ("raise", signal.SIGABRT)]
        for way, number in self.some(ways):
            with self.subTest(way):
                record = self.die(way)
                self.assertEqual((self.returncode, record.signal), (-number, number))
                self.check_last(record, record_file.AT_SIGNAL, number)

    def test_signal_that_is_the_programs(self):
        self.assertIsNone(self.die("segv", "own"))
        self.assertEqual(self.returncode, 23)
        self.assertIn("own handler", self.stdout)
        self.check_last(self.die("term", "reset"), record_file.AT_SIGNAL, signal.SIGTERM)
        self.assertEqual(self.returncode, -signal.SIGTERM)
        if recorder_test.MPI != "openmpi":
            self.check_last(self.die("term", "ignore"), record_file.AT_FINALIZE, 0)

    def test_signal_within_mpi(self):
        """No snapshot then, and the last one counts; the record is written."""
        ways = [("segv_in_mpi", signal.SIGSEGV), ("stopped", signal.SIGTERM), ("thread", signal.SIGSEGV)]
        for way, number in self.some(ways):
            with self.subTest(way):
                record = self.die(way)
                self.assertEqual((self.returncode, record.signal), (-number, number))
                self.assertEqual([snapshot.reason for snapshot in record.snapshots()], [record_file.AT_INIT])

    def test_snapshot_that_hangs_or_faults(self):
        """The process dies all the same, of the signal that it was sent, and the last whole snapshot counts."""
        for way in ("hang", "fault"):
            with self.subTest(way):
                record = self.die(way, preload=self.need_provider())
                self.assertEqual((self.returncode, record.signal), (-signal.SIGTERM, signal.SIGTERM))
                self.assertEqual([snapshot.reason for snapshot in record.snapshots()], [record_file.AT_INIT])
                self.assertEqual(record.next_snapshot, 2)

    def test_forked_child(self):
        record = self.die("child")
        self.assertIn(f"child: {int(signal.SIGTERM)}", self.stdout)
        self.assertEqual([s.reason for s in record.snapshots()], [record_file.AT_INIT, record_file.AT_FINALIZE])

    def test_killed(self):
        """A file is not begun before it is needed."""
        self.assertIsNone(self.die("kill"))
        self.assertEqual(self.returncode, -signal.SIGKILL)

    def core_file(self, *words):
        """Of a process that dies; the only file in the directory."""
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        subprocess.run(words, capture_output=True, timeout=60, cwd=self.directory, check=False,
                       env={**os.environ, "UCX_HANDLE_ERRORS": "none"},
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, unlimited))
        names = os.listdir(self.directory)
        if len(names) != 1:
            self.skipTest("there are no core files here")
        path = os.path.join(self.directory, "moved")
        os.rename(os.path.join(self.directory, names[0]), path)
        return path

    def test_core_file(self):
        """The kernel's core file has the snapshot, and says of the signal what it says without the recorder."""
        if recorder_test.MPI != "mpich":
            self.skipTest("Open MPI sends the signal to itself")
        words = [program("dies"), "segv"]
        without = self.core_file(*words)
        with open(without, "rb") as file:
            plain = file.read()
        os.unlink(without)
        record = record_file.Record(self.core_file(COMMAND, "record", *words))
        self.check_last(record, record_file.AT_SIGNAL, signal.SIGSEGV)
        told = record.notes[record_file.SIGINFO][:24]  # signal, code and address, which dies.c chose
        self.assertEqual(struct.unpack("<iiiiQ", told), (signal.SIGSEGV, 0, 1, 0, 16))
        self.assertIn(told, plain)

    def test_other_readers_open_the_file(self):
        run(COMMAND, "record", "--file", self.file, program("plain"))
        record = record_file.Record(self.file)
        result = run("readelf", "-n", "-l", self.file)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        for text in ("CORE (Core file)", "NT_PRSTATUS", "NT_PRPSINFO", f"0x{record.address:016x}"):
            self.assertIn(text, result.stdout)
        self.assertLess(os.stat(self.file).st_blocks * 512, 2 << 20)  # what was never used takes no room
        if shutil.which("gdb"):
            words = ["-ex", f"x/s {record.address}", "-ex", "info inferiors"]
            result = subprocess.run(["gdb", "-nx", "-batch", "-core", self.file, *words], capture_output=True, text=True,
                                    timeout=60, check=False)
            self.assertIn("mpidbg-record", result.stdout, result.stderr)
            self.assertIn(f"process {record.pid}", result.stdout)


if __name__ == "__main__":
    recorder_test.MPI = sys.argv.pop(1)
    os.environ.update(SINGLE)
    unittest.main()
