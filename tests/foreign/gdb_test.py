#!/usr/bin/env python3
"""GDB's front end over core files of other machines: the answers of the command over the same files.

    gdb_test.py MPIDBG LIBMPIDBG DATA UNPACK_CORE GDB_SCRIPT
"""

import json
import os
import subprocess
import sys
import unittest

import command_test

GDB_SCRIPT = sys.argv[5]
setUpModule, tearDownModule = command_test.setUpModule, command_test.tearDownModule  # pylint: disable=invalid-name


def files_of(machine):
    core, root, program = command_test.unpacked(machine)
    # What is left of it in the shrunk files is zeros, and GDB takes the directory for the file of that empty name.
    for directory, _, names in os.walk(root):
        for name in names:
            with open(os.path.join(directory, name), "r+b") as file:
                content = file.read()
                if b".gnu_debuglink" in content:
                    file.seek(0)
                    file.write(content.replace(b".gnu_debuglink", b".gnu_debugnone"))
    return core, root, program


def gdb(machine, *commands):
    core, root, program = files_of(machine)
    setup = ["set confirm off", "set width 0", f"set sysroot {root}", f"file {program}", f"core-file {core}", f"source {GDB_SCRIPT}",
             f"set mpi plugin {command_test.PLUGIN}", "echo ANSWER\\n"]
    words = [word for command in (*setup, *commands) for word in ("-ex", command)]
    result = subprocess.run(["gdb-multiarch", "-nx", "-batch", *words], capture_output=True, text=True, timeout=120, check=False)
    return result.stdout.partition("ANSWER\n")[2]


class SameAnswers(unittest.TestCase):
    maxDiff = None

    def check_queues(self, machine):
        (wanted,) = json.loads(command_test.ask("queues", machine).stdout)["processes"]
        (shown,) = json.loads(gdb(machine, "mpi queues -json -all"))["processes"]
        for key in ("rank", "size", "library", "point_to_point", "blocked_in", "communicators"):
            self.assertEqual(shown[key], wanted[key], key)

    def test_queues_of_i386(self):
        self.check_queues("i386")

    def test_queues_of_s390x(self):
        """Its core file lacks the constants of the libraries, for which GDB reads files or makes up zeros."""
        self.check_queues("s390x")

    def test_verdict(self):
        for machine, words in (("s390x", "SELF-DEADLOCK: "), ("i386", "NOT ENOUGH INFORMATION: not all ranks can be seen")):
            core, root, program = files_of(machine)
            wanted = command_test.run("why", core, "--sysroot", root, "--exe", program).stdout.splitlines()
            shown = gdb(machine, "mpi why").splitlines()
            self.assertTrue(wanted[0].startswith(words), wanted)
            self.assertEqual(shown[0], wanted[0])
            if machine == "s390x":  # of files that are missing GDB speaks itself
                self.assertEqual(shown, [line for line in wanted if "files that the process has loaded are missing" not in line])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
