"""GDB at a terminal: Ctrl-C in the middle of an answer, completion, pagination, colours."""

import signal
import unittest

import pexpect
from gdb_run import QUIET, SCRIPT, environment
from mpi_job import DEADLINE, Job, RealTest

PROMPT = "\\(gdb\\) $"


class Terminal:
    """A GDB that holds a process, as a user has it."""

    def __init__(self, pid, *more, rows=200, pagination=False, echo=False, **variables):
        words = [*QUIET, "-iex", f"set pagination {'on' if pagination else 'off'}"]
        kept = environment(**{"TERM": "xterm", "INPUTRC": "/dev/null", **variables})
        self.child = pexpect.spawn("gdb", [*words, "-q", "-p", str(pid), "-ex", f"source {SCRIPT}", *more], timeout=DEADLINE,
                                   encoding="utf-8", codec_errors="replace", dimensions=(rows, 400), env=kept)
        self.child.setecho(echo)

    def __enter__(self):
        self.child.expect_exact("(gdb) ")
        return self

    def __exit__(self, *_):
        # close() alone gives the process a tenth of a second to end.
        self.child.kill(signal.SIGKILL)
        self.child.wait()
        self.child.close()

    def ask(self, command):
        """What a command wrote."""
        self.child.sendline(command)
        self.child.expect_exact("(gdb) ")
        return self.child.before

    def complete(self, text):
        """The candidates for the rest of a line: `complete` is Tab without the line editor."""
        lines = self.ask(f"complete {text}").splitlines()
        return [line.strip() for line in lines if line.strip().startswith(text.split(" ", maxsplit=1)[0]) and
                not line.strip().startswith("complete ")]


class AtTerminal(RealTest):
    def test_completion(self):
        with Job("hung_recv", 2) as job, Terminal(job.pids[0]) as gdb:
            self.assertIn("mpi queues", gdb.complete("mpi q"))
            commands = gdb.complete("mpi ")
            for name in ("queues", "comms", "ranks", "attach", "finish", "show", "comm", "window", "plugin"):
                self.assertIn(f"mpi {name}", commands)
            self.assertEqual(set(gdb.complete("mpi queues -")),
                             {f"mpi queues -{name}" for name in ("all", "comm", "each", "freed", "history", "json", "rank", "tag", "verbose")})
            self.assertEqual(gdb.complete("mpi queues -js"), ["mpi queues -json"])
            # GDB asks once more, without a word, before it breaks the line into words: an exception is written since GDB 16.
            gdb.ask("python from mpidbg_gdb.commands import completion")
            self.assertIn("None", gdb.ask('python print(completion.complete("-js", None))'))
            gdb.ask("mpi queues")  # the names are those of the session that there is
            self.assertIn("mpi queues -comm MPI_COMM_WORLD", gdb.complete("mpi queues -comm MPI_COMM_W"))
            self.assertEqual(gdb.complete("mpi queues -rank "), ["mpi queues -rank 0", "mpi queues -rank 1"])
            self.assertIn("mpi comm MPI_COMM_SELF", gdb.complete("mpi comm MPI_COMM_S"))
            self.assertIn("set mpi as datatype", gdb.complete("set mpi as d"))

    def test_tab(self):
        with Job("hung_recv", 1) as job, Terminal(job.pids[0], echo=True) as gdb:
            gdb.child.send("mpi queu\t")
            gdb.child.expect("mpi queu(es )")
            gdb.child.sendline("")
            gdb.child.expect_exact("posted")

    def test_pagination(self):
        """A long answer stops at the end of the screen, and q ends it."""
        with Job("many_unexpected", 2, 300) as job, Terminal(job.pids[0], rows=24, pagination=True) as gdb:
            gdb.child.sendline("mpi queues -each")
            gdb.child.expect_exact("--Type <RET> for more")
            self.assertLessEqual(gdb.child.before.count("unexpected"), 24)
            gdb.child.sendline("q")
            gdb.child.expect_exact("(gdb) ")
            self.assertIn("MPI_Comm", gdb.ask("output (MPI_Comm) 0"))

    def test_interrupt(self):
        """Ctrl-C in the middle of reading ends the command and nothing else: the next one answers."""
        with Job("many_unexpected", 2, 30000) as job, Terminal(job.pids[0]) as gdb:
            # Where the first page is read the user has had enough. GDB reads, as it does over gdbserver.
            gdb.ask("python from mpidbg_gdb import gdb_target, local_target")
            gdb.ask("python local_target.of_inferior = lambda inferior: None")
            gdb.ask("python import os, signal")
            gdb.ask("python plain = gdb_target.GdbTarget._copy")
            gdb.ask("python interrupted = []")
            gdb.ask("python gdb_target.GdbTarget._copy = lambda self, *a: (interrupted.append(1), "
                    "os.kill(os.getpid(), signal.SIGINT) if len(interrupted) == 40 else None, plain(self, *a))[-1]")
            text = gdb.ask("mpi queues")
            self.assertIn("Quit", text)
            self.assertNotIn("unexpected", text)
            self.assertNotIn("Traceback", text)
            gdb.ask("python gdb_target.GdbTarget._copy = plain")
            self.assertEqual(gdb.ask("mpi queues -each").count("unexpected"), 30000)

    def test_interrupt_while_writing(self):
        with Job("many_unexpected", 2, 30000) as job, Terminal(job.pids[0]) as gdb:
            gdb.child.sendline("mpi queues -each")
            gdb.child.expect_exact("unexpected")
            gdb.child.sendintr()
            gdb.child.expect_exact("Quit")
            gdb.child.expect_exact("(gdb) ")
            self.assertIn("rank", gdb.ask("mpi ranks"))

    def test_colours(self):
        """As GDB has them: not where NO_COLOR says so, nor where style is off."""
        with Job("hung_recv", 1) as job:
            with Terminal(job.pids[0], NO_COLOR="") as gdb:
                self.assertIn("\x1b[", gdb.ask("mpi queues"))
                gdb.ask("set style enabled off")
                self.assertNotRegex(gdb.ask("mpi queues"), "\x1b\\[[0-9;]*m")
            with Terminal(job.pids[0]) as gdb:
                self.assertNotRegex(gdb.ask("mpi queues"), "\x1b\\[[0-9;]*m")


if __name__ == "__main__":
    unittest.main()
