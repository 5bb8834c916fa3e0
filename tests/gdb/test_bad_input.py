"""What cannot be answered is said in a sentence; GDB goes on."""

import contextlib
import json
import mmap
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import tempfile
import unittest

from gdb_run import gdb, marked, outputs
from mpi_job import PLUGIN, Job, RealTest, wait_for

PT_NOTE, NT_AUXV = 4, 6


@contextlib.contextmanager
def sleeping_process():
    """The pid of a process that has nothing to do with MPI."""
    with subprocess.Popen(["sleep", "1000"]) as process:
        try:
            wait_for(lambda: "sleep" in os.path.realpath(f"/proc/{process.pid}/exe"), "sleep to be there")
            yield process.pid
        finally:
            process.kill()


@contextlib.contextmanager
def unknown_ucx():
    """The profile of UCX without its workers."""
    name = "ucx-1.13.1-x86_64.json"
    with open(os.path.join(os.path.dirname(__file__), "../../mpidbg/layout/profiles", name), encoding="utf-8") as file:
        profile = json.load(file)
    del profile["structs"]["ucp_worker"]
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            json.dump(profile, file)
        os.environ["MPIDBG_PROFILE_PATH"] = directory
        try:
            yield
        finally:
            del os.environ["MPIDBG_PROFILE_PATH"]


def forget_auxiliary_vector(core):
    """Without it GDB does not find where a program was that can be anywhere, nor its libraries."""
    with open(core, "r+b") as file:
        content = memoryview(mmap.mmap(file.fileno(), 0))
        (table,), (size, count) = struct.unpack_from("<Q", content, 32), struct.unpack_from("<HH", content, 54)
        for kind, _, at, _, _, length in (struct.unpack_from("<IIQQQQ", content, table + size * index) for index in range(count)):
            end = at + length if kind == PT_NOTE else at
            while at < end:
                name, description, note = struct.unpack_from("<III", content, at)
                if note == NT_AUXV:
                    struct.pack_into("<I", content, at + 8, 0x7777)
                at += 12 + (name + 3) // 4 * 4 + (description + 3) // 4 * 4


class BadInput(RealTest):
    def refused(self, words, *commands, expected_in="stderr", **where):
        """The commands fail with the words, and GDB answers the next one."""
        result = gdb(*commands, "mpi queues", "echo goes on\\n", "mpi queues", **where)
        text = getattr(result, expected_in)
        self.assertIn(words, text)
        self.assertNotIn("Traceback", result.stderr)
        self.assertNotIn("Python Exception", result.stderr)
        self.assertIn("goes on", result.stdout)
        self.assertEqual(text.count(words), 2, text)
        return result

    def test_no_process(self):
        self.refused("The program is not being run.")

    def test_mapped_file_whose_name_is_no_text(self):
        mapping = ("import mmap, sys, time; f = open(sys.argv[1], 'w+b'); f.write(b'x'); f.flush(); "
                   "m = mmap.mmap(f.fileno(), 1); time.sleep(1000)")
        with tempfile.TemporaryDirectory() as directory:
            name = os.fsencode(directory) + b"/\xff\xfe.bin"
            with subprocess.Popen([shutil.which("python3"), "-c", mapping, name]) as process:
                try:
                    maps = f"/proc/{process.pid}/maps"
                    wait_for(lambda: name in pathlib.Path(maps).read_bytes(), "the file to be mapped")
                    listing = "python import mpidbg_gdb.gdb_target as t; print('ranges', len(t.private_ranges()) > 1)"
                    result = gdb(listing, pid=process.pid)
                finally:
                    process.kill()
        self.assertIn("ranges True", result.stdout, result.stderr)

    def test_no_mpi_program(self):
        self.refused("no known MPI library", "starti", program=shutil.which("true"))
        with sleeping_process() as pid:
            self.refused("no known MPI library", pid=pid)

    def test_mpich(self):
        """Of MPICH whose UCX cannot be read there are variables, objects, and who is in which call; of queues a sentence."""
        with Job("mpich_hung_recv", 2, mpi="mpich") as job, unknown_ucx():
            result = self.refused("MPICH keeps messages in UCX, which cannot be read: ", *marked("mpi ranks", "mpi cvars"),
                                  expected_in="stdout", pid=job.pids[0])
            ranks, variables = outputs(result.stdout)
            self.assertRegex(ranks, rf"\n[01] +{job.pids[0]} .* MPICH 4\.0\.2 ")
            self.assertIn("\n  MPIR_CVAR_BCAST_MIN_PROCS = 8  MPI_INT", variables)

    def test_before_init(self):
        with Job("hung_recv", 1) as job:
            program = job.program
        result = self.refused("MPI is not initialised", "break main", "run", program=program)
        self.assertIn("Breakpoint 1", result.stdout)
        printed = gdb("break main", "run", *marked("print (MPI_Comm) 0x10", "info locals"), program=program)
        self.assertIn("MPI_Comm 0x10\n", outputs(printed.stdout)[0])
        self.assertNotIn("rror", outputs(printed.stdout)[1] + printed.stderr)

    def test_core_without_its_libraries(self):
        with Job("hung_recv", 1) as job:
            core = job.gcore(job.pids[0])
            nowhere = os.path.join(job.directory, "nowhere")
            result = gdb(f"set sysroot {nowhere}", f"file {job.program}", f"core-file {core}", "mpi queues", "echo goes on\\n")
            self.assertNotIn("Traceback", result.stderr)
            self.assertIn("goes on", result.stdout)
            self.assertIn("no known MPI library", result.stderr[-1000:])
            self.assertRegex(result.stderr, r'GDB cannot find the file /\S*libmpi\.so\.40; see "help set sysroot"\.')

    def test_core_of_which_gdb_loads_no_libraries(self):
        """GDB reports this, and what to do, instead of claiming that the process has no MPI library."""
        with Job("hung_recv", 1) as job:
            core = job.gcore(job.pids[0])
            result = gdb(f"core-file {core}", "mpi queues", f"file {job.program}", f"core-file {core}", *marked("mpi queues"))
            self.assertIn('GDB sees no libraries of this core file, because it has no file of the program: "file PROGRAM" first, then '
                          '"core-file CORE".\n', result.stderr)
            self.assertIn("my dup", outputs(result.stdout)[0])
            forget_auxiliary_vector(core)
            result = gdb(f"file {job.program}", f"core-file {core}", "mpi queues", "echo goes on\n")
            self.assertIn('GDB has loaded no libraries of this core file, so that no MPI library can be seen; see "help set sysroot".  '
                          "The command finds them by itself: mpidbg queues CORE --exe PROGRAM --sysroot DIRECTORY.\n", result.stderr)
            self.assertNotIn("no known MPI library", result.stderr)
            self.assertIn("goes on", result.stdout)

    def test_plugins_that_are_none(self):
        with Job("hung_recv", 1) as job, tempfile.TemporaryDirectory() as directory:
            text = os.path.join(directory, "plugin.so")
            with open(text, "w", encoding="ascii") as file:
                file.write("no library\n")
            library = self.compiled(directory, "other.so", "int unrelated;")
            for path, words in ((text, "is not a shared library"), (library, "is not a debug plugin"),
                                (directory, "is not a shared library")):
                with self.subTest(path=path):
                    self.refused(words, f"set mpi plugin {path}", pid=job.pids[0])
            missing = os.path.join(directory, "missing.so")
            result = gdb(f"set mpi plugin {missing}", *marked("show mpi plugin", "mpi queues"), pid=job.pids[0])
            self.assertIn(f"{missing}: No such file or directory.", result.stderr)
            shown, queues = outputs(result.stdout)
            self.assertNotIn(missing, shown)
            self.assertIn("my dup", queues)
            result = gdb(f"set mpi plugin {library}", "mpi queues", "set mpi plugin", *marked("mpi queues"), pid=job.pids[0])
            self.assertIn("my dup", outputs(result.stdout)[0])

    def compiled(self, directory, name, source):
        path = os.path.join(directory, name)
        subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", path], input=source, text=True, check=True)
        return path

    def test_plugin_that_crashes_at_load(self):
        """What is not trusted is named before it is loaded, so that its end is not taken for GDB's own fault."""
        with Job("hung_recv", 1) as job, tempfile.TemporaryDirectory() as directory:
            path = self.compiled(directory, "crash.so",
                                 "#include <stdlib.h>\n__attribute__((constructor)) static void crash(void) { abort(); }")
            result = gdb(f"set mpi plugin {path}", "mpi queues", pid=job.pids[0], may_crash=True)
            self.assertIn(f"mpi: {path} is in no library directory of the system", result.stderr)
            self.assertTrue(os.path.exists(f"/proc/{job.pids[0]}"))

    def test_killed_in_the_middle(self):
        with Job("hung_recv", 1) as job:
            kill = f"python import os; os.kill({job.pids[0]}, {int(signal.SIGKILL)})"
            gone = ("python import time; "
                    f"[time.sleep(.01) for _ in range(3000) if open('/proc/{job.pids[0]}/stat').read().split()[2] not in 'ZX']")
            result = gdb("mpi queues", kill, gone, "mpi queues", "python gdb.selected_inferior()", "mpi comms",
                         "echo goes on\\n", pid=job.pids[0])
            self.assertIn("goes on", result.stdout)
            self.assertIn("my dup", result.stdout)
            self.assertNotIn("Traceback", result.stderr)

    def test_wrong_words(self):
        with Job("hung_recv", 1) as job, sleeping_process() as sleeper:
            cases = {
                "mpi nonsense": 'Undefined mpi command: "nonsense"',
                "mpi queues -nonsense": 'Unrecognized option: "-nonsense".',
                "mpi queues word": "takes options only",
                "mpi queues -tag x": 'Invalid tag: "x".',
                "mpi queues -rank": "-rank requires an argument.",
                "mpi queues -rank 1-": "rank",
                "mpi comm": "Argument required (expression to show).",
                "mpi show 5": "is not an MPI handle",
                "mpi show no_such_variable": "No symbol",
                "mpi comm 0x1234": "0x1234 is not a live communicator",
                "mpi datatype fortran:99999999": "Index 99999999 is beyond the table",
                "mpi attach": "Argument required (process-id of mpirun).",
                "mpi attach 999999999": "No such process: 999999999.",
                f"mpi attach {sleeper}": f"Process {sleeper} started no MPI processes on this node.",
                "set mpi as nonsense x": "Arguments required (KIND VARIABLE).",
                "set mpi as comm no_such_variable": 'No symbol "no_such_variable" in current context.',
                "mpi detach": 'No process was attached to with "mpi attach".',
                "mpi frame 1": "mpi frame takes no arguments.",
                "mpi finish": "",
            }
            commands = []
            for command in cases:
                commands += ["python import sys; sys.stderr.write('<<<\\n')", command, "echo goes on\\n"]
            result = gdb(*commands, pid=job.pids[0])
            self.assertEqual(result.stdout.count("goes on"), len(cases))
            self.assertNotIn("Traceback", result.stderr)
            self.assertNotIn("Python Exception", result.stderr)
            said = result.stderr.split("<<<\n")[1:]
            self.assertEqual(len(said), len(cases), result.stderr)
            for (command, words), text in zip(cases.items(), said):
                with self.subTest(command=command):
                    self.assertIn(words, text)
                    self.assertNotEqual(text, "")

    def test_foreign_plugin(self):
        """A plugin of the plain interface answers too: our own, through the same door."""
        with Job("hung_recv", 1) as job:
            result = gdb(f"set mpi plugin {PLUGIN}", *marked("mpi queues"), pid=job.pids[0])
            self.assertIn("my dup", outputs(result.stdout)[0])


if __name__ == "__main__":
    unittest.main()
