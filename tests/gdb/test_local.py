"""Processes of this machine, which libmpidbg-processes.so reads and not GDB: the answers are the same, and come from there."""

import json
import os
import re
import subprocess
import tempfile
import unittest

from gdb_run import TO_MAIN, gdb, marked, outputs
from mpi_job import SAMPLES, Job, RealTest

# What GDB is asked for: its memory, and stacks.
COUNT = ("python from mpidbg_gdb import gdb_target, local_target, sessions, stacks; asked = []; read = stacks.read_threads; "
         "copy = gdb_target.GdbTarget._copy; "
         "stacks.read_threads = lambda *a: (asked.append('stacks'), read(*a))[1]; "
         "gdb_target.GdbTarget._copy = lambda *a: (asked.append('memory'), copy(*a))[1]")
ASKED = "python print(*sorted(set(asked)))"
BY_GDB = "python local_target.of_inferior = lambda inferior: None; sessions.close_all()"
NOUNS = ("queues", "comms", "requests", "ranks", "stacks", "threads", "handles", "why")


def build_id_of(path):
    text = subprocess.run(["readelf", "-n", path], check=True, capture_output=True, text=True).stdout
    return re.search(r"Build ID: ([0-9a-f]+)", text).group(1)


class Local(RealTest):
    def asked(self, pid, *commands):
        result = gdb(TO_MAIN, COUNT, *marked(*commands), pid=pid)
        self.assertNotIn("Traceback", result.stderr)
        found = outputs(result.stdout)
        self.assertEqual(len(found), len(commands), result.stdout + result.stderr)
        return found

    def test_same_answers(self):
        commands = [f"mpi {noun}" for noun in NOUNS] + ["info locals", "mpi comm dup", "output $_mpi_rank()"]
        with Job("hung_recv", 2) as job:
            texts = self.asked(job.pid_of_rank[1], *commands, ASKED, BY_GDB, *commands, ASKED)
            *local, nothing, _ = texts[:len(commands) + 2]
            *by_gdb, both = texts[len(commands) + 2:]
            self.assertEqual((nothing, both), ("\n", "memory stacks\n"))
            for command, text, same in zip(commands, local, by_gdb):
                with self.subTest(command):
                    self.assertEqual(text, same)

    def test_what_the_user_writes(self):
        write = ("python place = int(gdb.parse_and_eval('(unsigned long) dup')); inferior = gdb.selected_inferior(); "
                 "inferior.write_memory(place + inferior.read_memory(place, 1024).tobytes().index(b'my dup'), b'MY')")
        with Job("hung_recv", 2) as job:
            before, _, after, nothing = self.asked(job.pids[0], "print dup", write, "print dup", ASKED)
            self.assertIn('"my dup"', before)
            self.assertIn('"MY dup"', after)
            self.assertEqual(nothing, "\n")

    def test_function_called_by_the_user(self):
        """Who has called it only GDB knows."""
        with Job("hung_recv", 2) as job:
            texts = self.asked(job.pids[0], "mpi ranks", "break getppid", "print (int) getppid()", "mpi ranks", ASKED)
            self.assertIn("MPI_Recv", texts[0])
            self.assertIn("MPI_Recv", texts[3])
            self.assertEqual(texts[4], "stacks\n")

    def test_new_modules(self):
        """A session is kept until the process has loaded modules."""
        session = "sessions.session_of(gdb.selected_inferior())"
        with Job("hung_recv", 2) as job:
            texts = self.asked(job.pids[0], "mpi ranks", f"python known = {session}", "mpi ranks", f"python print({session} is known)",
                               f'print (long) dlopen("{SAMPLES}/libfirst_tool.so", 2) != 0', f"python print({session} is known)", "mpi ranks",
                               "info sharedlibrary first_tool", ASKED)
            self.assertEqual((texts[3], texts[5], texts[8]), ("True\n", "False\n", "\n"))
            self.assertEqual(texts[6], texts[0])

    def test_names_of_threads(self):
        """The user's names, and those of the program."""
        with Job("hung_recv", 2) as job:
            before, _, after, nothing = self.asked(job.pids[0], "mpi ranks -json", "thread name my worker", "mpi ranks -json", ASKED)
            of_program, of_user = ([thread["name"] for thread in json.loads(text)["processes"][0]["threads"]] for text in (before, after))
            self.assertEqual(of_program[0], "hung_recv")
            self.assertEqual(of_user, ["my worker", *of_program[1:]])
            self.assertEqual(nothing, "\n")

    def test_separate_debug_files(self):
        """They are where GDB is told to look for them."""
        with tempfile.TemporaryDirectory() as directory:
            program, build_id = os.path.join(directory, "hung_recv"), build_id_of(f"{SAMPLES}/hung_recv")
            debug_file = f"{directory}/debug/.build-id/{build_id[:2]}/{build_id[2:]}.debug"
            os.makedirs(os.path.dirname(debug_file))
            subprocess.run(["objcopy", "--only-keep-debug", f"{SAMPLES}/hung_recv", debug_file], check=True)
            subprocess.run(["objcopy", "--strip-debug", f"{SAMPLES}/hung_recv", program], check=True)
            with Job(program, 2) as job:
                (without,) = self.asked(job.pids[0], "mpi threads")
                where = f"set debug-file-directory {directory}/none:{directory}/debug"
                _, text, nothing = self.asked(job.pids[0], where, "mpi threads", ASKED)
            self.assertIn("MPI_Recv at sample_hang_in_recv (hung_recv)", without)
            self.assertRegex(text, r"MPI_Recv at sample_hang_in_recv \(sample\.c:[0-9]+\)")
            self.assertEqual(nothing, "\n")


if __name__ == "__main__":
    unittest.main()
