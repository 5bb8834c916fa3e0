#!/usr/bin/env python3
"""MPI libraries that mpidbg was not made for: of the standard ABI of MPI-5, of MPICH's ABI with another name, and one that nobody
knows. The first and the last are other_library.c, of one process; the second is a copy of MPICH that says that it is another.

    relatives_test.py DIRECTORY-OF-PROGRAMS
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

COMMAND = os.environ["MPIDBG_COMMAND"]
PROGRAMS = sys.argv[1]


def place_of(function):
    """FILE:LINE of the only call in a line with that text."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "other_library_program.c")
    with open(path, encoding="utf-8") as file:
        (line,) = [number for number, text in enumerate(file, 1) if function in text]
    return f"other_library_program.c:{line}"


def ask(noun, pid, *options, status):
    result = subprocess.run([COMMAND, noun, str(pid), *options], capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == status, f"{noun}: {result.returncode}\n{result.stdout}{result.stderr}"
    return re.sub(r"\s+", " ", result.stdout + result.stderr)


class Hanging:
    """A process in MPI_Recv: its pid, and the handles that it was given."""

    def __init__(self, *words, **environment):
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, **environment})
        self.pid = self.process.pid
        ready, self.copy, self.request, self.other = self.process.stdout.readline().split()
        assert ready == "ready"
        self.wait_for_call()

    def wait_for_call(self):
        """In pause()."""
        while True:
            with open(f"/proc/{self.pid}/wchan", encoding="utf-8") as file, \
                 open(f"/proc/{self.pid}/stat", encoding="utf-8") as stat:
                if stat.read().rsplit(")", 1)[1].split()[0] == "S" and file.read() != "pipe_write":
                    return

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


def program(name):
    return os.path.join(PROGRAMS, name)


class UnknownLibrary(unittest.TestCase):
    def test_calls_and_call_sites_are_shown_and_nothing_else(self):
        why = "the MPI library is neither Open MPI nor MPICH: nothing is known of it but the calls on the stacks"
        site = place_of("MPI_Recv(numbers")
        with Hanging(program("unknown_program")) as hanging:
            self.assertIn(f"unknown MPI library - MPI_Recv at hang ({site})", ask("ranks", hanging.pid, status=0))
            stacks = ask("stacks", hanging.pid, status=0)
            self.assertIn(f"hang ({site}) MPI_Recv", stacks)
            verdict = ask("why", hanging.pid, status=6)
            self.assertIn("NOT ENOUGH INFORMATION", verdict)
            self.assertIn(f"is in MPI_Recv at hang ({site})", verdict)
            self.assertIn(why, verdict)
            for noun in ("queues", "comms", "requests"):
                self.assertIn(why, ask(noun, hanging.pid, status=6))

    def test_every_recorder_refuses_it_in_a_sentence(self):
        for mpi in ("openmpi", "mpich", "mpi-abi"):
            result = subprocess.run([COMMAND, "record", "--mpi", mpi, program("unknown_program"), "ends"], capture_output=True,
                                    text=True, timeout=60, check=False)
            if f"libmpidbg-record-{mpi}.so is not installed" in result.stderr:
                continue
            with self.subTest(mpi):
                self.assertEqual((result.returncode, result.stdout.split()[0]), (0, "ready"))
                self.assertRegex(result.stderr, r"^mpidbg: nothing is recorded: the recorder is for .*, the program uses "
                                                r"Example MPI 1.0, of the test\n$")


class StandardAbi(unittest.TestCase):
    def test_the_recorder_shows_what_the_program_did(self):
        site = place_of("MPI_Recv(numbers")
        with Hanging(COMMAND, "record", program("abi_program")) as hanging:
            ranks = ask("ranks", hanging.pid, status=0)
            self.assertIn("Example MPI 1.0", ranks)
            self.assertRegex(ranks, r"count=4, datatype=MPI_INT, source=MPI_ANY_SOURCE, tag=7, "
                                    rf"comm={hanging.copy}\) at hang \({re.escape(site)}\)")
            answer = json.loads(subprocess.run([COMMAND, "queues", str(hanging.pid), "--json"], capture_output=True, text=True,
                                               timeout=60, check=False).stdout)
            (process,) = answer["processes"]
            posted = {(communicator["name"], operation["any_source"], operation["any_tag"], operation["datatype"],
                       operation["count"])
                      for communicator in process["communicators"]
                      for operation in communicator["queues"]["posted"]["operations"] or ()}
            self.assertEqual(posted, {("MPI_COMM_WORLD", False, False, "MPI_INT", 5), (hanging.copy, True, True, "MPI_DOUBLE", 6),
                                      (hanging.copy, True, False, "MPI_INT", 4)})
            requests = ask("requests", hanging.pid, status=6)
            self.assertRegex(requests, rf"{hanging.request} .*MPI_Irecv\([^)]*source=0, tag=11, comm=MPI_COMM_WORLD\)")
            self.assertRegex(requests, rf"{hanging.other} .*source=MPI_ANY_SOURCE, tag=MPI_ANY_TAG, comm={hanging.copy}\)")

    def test_a_launcher_does_not_choose_the_recorder(self):
        """The environment of mpirun names the launcher's library, the file that of the program."""
        with Hanging(COMMAND, "record", program("abi_program"), OMPI_COMM_WORLD_SIZE="1", OMPI_COMM_WORLD_RANK="0") as hanging:
            self.assertIn("datatype=MPI_INT", ask("ranks", hanging.pid, status=0))

    def test_the_recorders_of_other_abis_refuse_it(self):
        for mpi in ("openmpi", "mpich"):
            result = subprocess.run([COMMAND, "record", "--mpi", mpi, program("abi_program"), "ends"], capture_output=True,
                                    text=True, timeout=60, check=False)
            if f"libmpidbg-record-{mpi}.so is not installed" in result.stderr:
                continue
            with self.subTest(mpi):
                self.assertEqual((result.returncode, result.stdout.split()[0]), (0, "ready"))
                self.assertRegex(result.stderr, "nothing is recorded: .* uses Example MPI 1.0, of the test, with the standard ABI")


def mpich_library():
    libraries = subprocess.run(["ldd", program("mpich/plain")], capture_output=True, text=True, check=False).stdout
    found = re.search(r"libmpich\.so\.12 => (\S+)", libraries)
    return os.path.realpath(found.group(1)) if found else None


@unittest.skipUnless(os.path.exists(program("mpich/plain")), "built without MPICH")
class AbiOfMpich(unittest.TestCase):
    def run_with(self, version, *options):
        """A library of that version text, beside the program, with its own build-id."""
        with tempfile.TemporaryDirectory() as place:
            with open(mpich_library(), "rb") as file:
                code = file.read()
            assert code.count(b"MPICH Version:") >= 1
            copy = os.path.join(place, "libmpich.so.12")
            with open(copy, "wb") as file:
                file.write(code.replace(b"MPICH Version:", version.ljust(14)[:14]))
            shutil.copy(program("mpich/plain"), place)
            return subprocess.run([COMMAND, "record", *options, os.path.join(place, "plain")], capture_output=True, text=True,
                                  timeout=60, check=False, env={**os.environ, "LD_LIBRARY_PATH": place})

    def test_any_library_of_the_abi_is_recorded(self):
        for version in (b"MVAPICH 3.0 :", b"Example MPI: "):
            with self.subTest(version):
                result = self.run_with(version)
                self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)

    def test_a_library_of_open_mpi_is_not(self):
        self.assertIn("nothing is recorded: the recorder is for the ABI of MPICH, the program uses Open MPI",
                      self.run_with(b"Open MPI v1.10").stderr)

    def test_other_recorders_refuse_it(self):
        for mpi in ("openmpi", "mpi-abi"):
            result = self.run_with(b"Example MPI: ", "--mpi", mpi)
            if f"libmpidbg-record-{mpi}.so is not installed" not in result.stderr:
                self.assertRegex(result.stderr, "nothing is recorded: the recorder is for .*, the program uses Example MPI")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
