#!/usr/bin/env python3
"""All that the command says of captures of hung jobs, three ranks each: samples/hangs.c in the way and with the library that the
name of the file says, `recorded` being Open MPI under `mpidbg record`. No MPI is needed here.

    captures_test.py MPIDBG LIBMPIDBG [--write]

JOB.txt has for each command the exit code and all that is written; of JSON and of pages, which say the same in other
words, a checksum. --write writes it anew. A job is captured so, in a UTS namespace of its own with programs that were built with
-ffile-prefix-map: mpidbg capture -o JOB PID_OF_MPIRUN; tar -cJf JOB.tar.xz JOB.
"""

import os
import re
import shlex
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zlib

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import golden_text  # noqa: E402

MPIDBG, PLUGIN = sys.argv[1:3]
CAPTURES = os.path.dirname(os.path.abspath(__file__))
COMMANDS = """
why
why --each
why --json
why --html /dev/stdout
why --rank 0-1
ranks -v
ranks --json
stacks
stacks --all
queues -v
queues --json
comms --all -v
requests --all -v
windows --all -v
windows --json
files -v
groups -v
handles
handles --json
cvars --changed --name "*btl*"
cvars --json
pvars --json
events
categories --json
pmpi
capture --describe
show window 'first'
show comm MPI_COMM_WORLD
queues --comm nosuch
diff --json
diff --each
profile check -v openmpi-4.1.4-x86_64
profile check mpich-4.0.2-x86_64
profile check openmpi-5.0.7-x86_64
profile check ucx-1.13.1-x86_64
"""


def plain(text):
    text = re.sub(r"mpidbg \d+\.\d+\.\d+", "mpidbg VERSION", text)
    return re.sub(r"made on \S+, 20\d\d-\d\d-\d\d \d\d:\d\d UTC", "made NOW", text)


class Captures(unittest.TestCase):
    maxDiff = None

    def run_in(self, directory, job, command):
        words = shlex.split(command)
        first = os.path.join(job, min(os.listdir(os.path.join(directory, job))))
        words += {"diff": [job, job], "profile": [first]}.get(words[0], [job])
        if words[0] not in ("pmpi", "capture", "profile"):
            words += ["--plugin", PLUGIN]
        # Without Graphviz, whose pictures differ from one version to the next.
        result = subprocess.run([MPIDBG, *words], capture_output=True, text=True, timeout=60, cwd=directory, stdin=subprocess.DEVNULL,
                                check=False, env={**os.environ, "PATH": directory})
        output = plain(result.stdout)
        if "--json" in words or "--html" in words:
            output = f"checksum {zlib.crc32(output.encode()):08x}\n"
        return f"$ mpidbg {command}\n{output}{plain(result.stderr)}exit code {result.returncode}\n\n"

    def check(self, job):
        with tempfile.TemporaryDirectory() as directory:
            with tarfile.open(os.path.join(CAPTURES, job + ".tar.xz")) as archive:
                archive.extractall(directory)
            text = "".join(self.run_in(directory, job, command) for command in COMMANDS.strip().split("\n"))
        golden_text.compare(self, os.path.join(CAPTURES, job + ".txt"), text, anew="--write" in sys.argv)

    def test_mpich(self):
        self.check("mpich-lock_ring")

    def test_open_mpi(self):
        self.check("openmpi-start_cross")

    def test_recorded(self):
        self.check("recorded-two_schedules")

    def test_no_capture_of_a_capture(self):
        """Of the directories that would be for it, those that were there stay."""
        with tempfile.TemporaryDirectory() as directory:
            with tarfile.open(os.path.join(CAPTURES, "mpich-lock_ring.tar.xz")) as archive:
                archive.extractall(directory)
            first = os.path.join("mpich-lock_ring", min(os.listdir(os.path.join(directory, "mpich-lock_ring"))))
            os.mkdir(os.path.join(directory, "there"))
            for place in ("made/for/it/", "there/for/it/", "there/"):
                result = subprocess.run([MPIDBG, "capture", first, "-o", place, "--plugin", PLUGIN], capture_output=True, text=True,
                                        timeout=60, cwd=directory, stdin=subprocess.DEVNULL, check=False)
                self.assertEqual((result.returncode, result.stdout), (1, ""))
                self.assertIn("is a capture already", result.stderr)
                self.assertEqual(sorted(os.listdir(directory)), ["mpich-lock_ring", "there"])
                self.assertEqual(os.listdir(os.path.join(directory, "there")), [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
