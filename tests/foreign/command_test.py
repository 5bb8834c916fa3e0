#!/usr/bin/env python3
"""The command over core files of other machines, and over the same files cut off and damaged.

    command_test.py MPIDBG LIBMPIDBG DATA UNPACK_CORE
"""

import json
import os
import random
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest

MPIDBG, PLUGIN, DATA, UNPACK_CORE = sys.argv[1:5]
NOT_ENOUGH = 6
# The directory that the files of the process of i386 were in; that of s390x had the root directory.
I386_ROOT = "tmp/proto/sysroot/root-i386"


def setUpModule():  # pylint: disable=invalid-name
    global SCRATCH  # pylint: disable=global-statement
    SCRATCH = tempfile.TemporaryDirectory()


def tearDownModule():  # pylint: disable=invalid-name
    SCRATCH.cleanup()


def unpacked(machine):
    """The core file, what stands for the process's root directory, and the program."""
    core = os.path.join(SCRATCH.name, machine + ".core")
    root = os.path.join(SCRATCH.name, machine)
    if not os.path.exists(core):
        with tarfile.open(os.path.join(DATA, f"openmpi-{machine}.files.tar.xz")) as archive:
            archive.extractall(os.path.join(root, I386_ROOT) if machine == "i386" else root)
        subprocess.run([UNPACK_CORE, os.path.join(DATA, f"openmpi-{machine}.core.zst"), core], check=True)
    return core, root, os.path.join(root, I386_ROOT if machine == "i386" else "", "hang1")


def run(*arguments):
    return subprocess.run([MPIDBG, *arguments, "--plugin", PLUGIN], capture_output=True, text=True, timeout=60, check=False)


def ask(noun, machine, core=None):
    whole, root, program = unpacked(machine)
    return run(noun, core or whole, "--sysroot", root, "--exe", program, "--json", "--all")


class Answers(unittest.TestCase):
    """hang1.c says what must be found."""

    def process(self, noun, machine):
        result = ask(noun, machine)
        self.assertIn(result.returncode, (0, NOT_ENOUGH), result.stderr)
        (process,) = json.loads(result.stdout)["processes"]
        self.assertIsNone(process["error"])
        self.assertEqual((process["rank"], process["size"]), (0, 1))
        return process

    def check_queues(self, machine, in_world):
        process = self.process("queues", machine)
        self.assertEqual(process["point_to_point"], "ob1")
        self.assertEqual(process["library"], "Open MPI 4.1.4")
        self.assertEqual(process["layouts"].split(" (")[0], f"profile openmpi-4.1.4-{machine}")
        queues = {comm["name"]: comm["queues"] for comm in process["communicators"]}
        self.assertEqual(set(queues), {"MPI_COMM_WORLD", "MPI_COMM_SELF", "my dup"})
        for name, by_kind in queues.items():
            for kind, queue in by_kind.items():
                self.assertTrue(queue["complete"], (name, kind, queue["reason"]))
        posted = queues["my dup"]["posted"]["operations"]
        self.assertEqual([(op["tag"], op["any_source"], op["bytes"], op["count"], op["datatype"]) for op in posted],
                         [(6, True, 16, 4, "MPI_INT"), (5, False, 16, 4, "MPI_INT")])
        unexpected = queues["my dup"]["unexpected"]["operations"]
        self.assertEqual([(op["tag"], op["bytes"], op["protocol"]) for op in unexpected], [(77, 4, "eager")])
        self.assertEqual([op["tag"] for op in queues["MPI_COMM_WORLD"]["posted"]["operations"]], in_world)
        return process

    def test_queues_of_i386(self):
        self.check_queues("i386", [])

    def test_queues_of_s390x(self):
        process = self.check_queues("s390x", [99])
        self.assertEqual(process["blocked_in"], ["MPI_Recv"])

    def test_communicators(self):
        for machine in ("i386", "s390x"):
            names = [comm["name"] for comm in self.process("comms", machine)["communicators"]]
            self.assertEqual(names, ["MPI_COMM_WORLD", "MPI_COMM_SELF", "my dup"])

    def test_call_and_its_line(self):
        """The rank of s390x waits for a message from itself that nobody sends."""
        core, root, program = unpacked("s390x")
        result = run("why", core, "--sysroot", root, "--exe", program)
        self.assertIn("MPI_Recv at main (hang1.c:17)", result.stdout)
        self.assertIn("tag 99", result.stdout)

    def test_files_of_another_machine(self):
        """Not read for those of the process."""
        core, root, _ = unpacked("i386")
        other = unpacked("s390x")[2]
        result = run("queues", core, "--sysroot", root, "--exe", other, "-v")
        self.assertIn("is for another architecture (s390x) than the process (i386)", result.stdout + result.stderr)


class Damage(unittest.TestCase):
    """Nothing that was cut off or overwritten takes long, ends the command or is shown as complete."""

    def test_cut_off(self):
        for machine in ("i386", "s390x"):
            core = unpacked(machine)[0]
            with open(core, "rb") as file:
                whole = file.read()
            path = os.path.join(SCRATCH.name, "cut.core")
            for size in (17, 19, 51, 60, 1000, 12000, len(whole) // 2, len(whole) * 9 // 10):
                with open(path, "wb") as file:
                    file.write(whole[:size])
                result = ask("queues", machine, path)
                self.assertGreater(result.returncode, 0, (machine, size))
                self.assertLess(result.returncode, 128, (machine, size))
                self.assertRegex(result.stdout + result.stderr, "is cut off|is truncated|no notes|not an ELF file|not a core file",
                                 (machine, size))

    def test_a_core_without_memory_is_not_taken_for_one_without_mpi(self):
        """What it does not list may be missing for the reason that the memory is."""
        core = unpacked("i386")[0]
        with open(core, "rb") as file:
            data = bytearray(file.read())
        headers, (size, count) = struct.unpack_from("<I", data, 28)[0], struct.unpack_from("<HH", data, 42)
        for header in range(headers, headers + size * count, size):
            if struct.unpack_from("<I", data, header)[0] == 1:  # PT_LOAD
                struct.pack_into("<I", data, header + 16, 0)  # p_filesz
        path = os.path.join(SCRATCH.name, "empty.core")
        with open(path, "wb") as file:
            file.write(data)
        result = run("queues", path, "--sysroot", SCRATCH.name)
        self.assertEqual(result.returncode, 6, result.stderr)
        self.assertIn(": no MPI library can be seen: ", result.stderr)
        self.assertIn("since memory that says so is missing", result.stderr)

    def test_overwritten(self):
        random.seed(1)
        for machine in ("i386", "s390x"):
            core = unpacked(machine)[0]
            with open(core, "rb") as file:
                whole = file.read()
            path = os.path.join(SCRATCH.name, "spoiled.core")
            for _ in range(6):
                spoiled = bytearray(whole)
                for _ in range(300):
                    at = random.randrange(64, len(spoiled)) if random.random() < 0.7 else random.randrange(64, 16384)
                    spoiled[at:at + 8] = random.choice((bytes(8), b"\xff" * 8, random.randbytes(8)))
                with open(path, "wb") as file:
                    file.write(spoiled)
                result = ask("queues", machine, path)
                self.assertIn(result.returncode, (0, 1, 4, NOT_ENOUGH), result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
