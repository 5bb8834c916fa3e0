#!/usr/bin/env python3
"""What the command says of the core files of other machines, all of it, and that it says the same of their captures and
summaries.

    answers_test.py MPIDBG LIBMPIDBG DATA UNPACK_CORE [--write]

answers/MACHINE.txt has for each command the exit code and all that is written. hang1.c, the files of the directory
data, and the sizes and offsets of the profiles say what it must be; --write writes it anew.
"""

import os
import re
import shlex
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import golden_text  # noqa: E402
import command_test  # noqa: E402
from command_test import run, run_on, unpacked  # noqa: E402

setUpModule, tearDownModule = command_test.setUpModule, command_test.tearDownModule
ANSWERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "answers")
COMMANDS = """
queues
queues --all -v
queues --each
queues --tag 5
queues --comm MPI_COMM_WORLD
queues --json
comms
comms --all
comms --comm 'my dup' -v
groups
groups --all
ranks
ranks --json
stacks
stacks --all
stacks --json
stacks --dot
why
why --dot
why --json
handles
requests --all -v
datatypes --all
files --all
infos --all
ops --all
errhandlers --all
windows --all
messages
sessions
cvars --changed
cvars --name 'pml_ob1*' -v
pvars
pvars --name '*msgq*' --json
categories
events
sources
show comm 'my dup'
show comm fortran:3
show group MPI_GROUP_EMPTY
show errhandler MPI_ERRORS_RETURN
show datatype MPI_DOUBLE_INT
show op MPI_MAXLOC
show request MPI_REQUEST_NULL
show comm nosuch
queues --comm nosuch
cvars --name nosuch
queues --rank 1
diff
"""


def plain(text):
    """With names for what differs from one run or version to the next."""
    text = text.replace(command_test.SCRATCH.name, "DIR")
    return re.sub(r"mpidbg \d+\.\d+\.\d+", "mpidbg VERSION", text)


def answer_of(result):
    notes, count = re.subn(r"(?m)^mpidbg: .*: no file .*, which the process has loaded.*\n", "", result.stderr)
    notes += f"{count} files are missing\n" if count else ""
    return f"{plain(result.stdout)}{plain(notes)}exit code {result.returncode}\n"


class Complete(unittest.TestCase):
    maxDiff = None

    def check(self, machine):
        text = "\n".join(f"$ mpidbg {command}\n{answer_of(run_on(machine, *shlex.split(command)))}"
                         for command in COMMANDS.strip().split("\n"))
        golden_text.compare(self, os.path.join(ANSWERS, machine + ".txt"), text, anew="--write" in sys.argv)

    def test_i386(self):
        self.check("i386")

    def test_s390x(self):
        self.check("s390x")


class OtherForms(unittest.TestCase):
    """A capture answers as the core file that it was made of, and so does a summary."""
    maxDiff = None

    def check(self, machine, commands, *make):
        core = unpacked(machine)[0]
        made = os.path.join(command_test.SCRATCH.name, f"{machine}.{make[0]}")
        result = run_on(machine, *make, "-o", made)
        self.assertIn(result.returncode, (0, 6), result.stderr)
        for command in commands:
            with self.subTest(machine=machine, command=command):
                expected, answer = run_on(machine, *shlex.split(command)), run(*shlex.split(command), made)
                text = re.sub(" +", " ", answer.stdout.replace(made, core))  # a path of another length has its column
                self.assertEqual((text, answer.returncode), (re.sub(" +", " ", expected.stdout), expected.returncode))

    def test_captures(self):
        commands = [command for command in COMMANDS.strip().split("\n") if command != "diff"]
        for machine in ("i386", "s390x"):
            self.check(machine, commands, "capture")

    def test_summaries(self):
        # Which have no addresses of requests and buffers.
        commands = ("queues", "queues --each", "queues --tag 5", "queues --comm MPI_COMM_WORLD", "queues --comm nosuch", "ranks",
                    "stacks", "why", "why --dot")
        for machine in ("i386", "s390x"):
            self.check(machine, commands, "summarize")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
