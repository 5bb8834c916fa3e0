"""A job on several nodes, which are made up: small scripts run the collector here for some of the ranks each, and are noisy,
fail, hang, or damage what they pass on. tests/nodes.sh has real ones."""

import base64
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
import zlib

from mpi_job import COMMAND, PLUGIN, Job, RealTest, run_mpidbg, validate, wait_for

STUCK, FAILED, MISSING = 3, 1, 4


def line(stream, number, kind, data):
    """As corefile/launch/lines.h says; of messages that need no more than one."""
    text = base64.b64encode(data).decode().rstrip("=")
    head = f"@MPIDBG1 {stream:016x} {number:08x} 000000/000001 {kind} {text}"
    head += "." * (512 - 1 - 9 - len(head)) + " "
    return f"{head}{zlib.crc32(head.encode()):08x}\n"


class Nodes(RealTest):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="mpidbg-nodes-")
        self.addCleanup(directory.cleanup)
        self.directory = directory.name
        self.job = Job("stencil", 4)
        self.job.__enter__()
        self.addCleanup(self.job.__exit__)
        # Until all of them wait.
        wait_for(lambda: run_mpidbg("why", self.job.mpirun.pid).returncode == STUCK, "the job to hang")

    def node(self, name, ranks, script='exec "$@"'):
        """What runs on the node instead of the words that come after it."""
        pids = ",".join(str(self.job.pid_of_rank[rank]) for rank in ranks)
        path = os.path.join(self.directory, name)
        with open(path, "w", encoding="ascii") as file:
            file.write(f"#!/bin/sh\nset -- \"$@\" --job=pids:{pids}\n{script}\n")
        os.chmod(path, 0o755)

    def ask(self, command, *words):
        nodes = ",".join(sorted(os.listdir(self.directory)))
        return run_mpidbg(command, "--launcher", f"{self.directory}/%h", "--nodes", nodes, *words)

    def test_the_verdict_is_that_of_one_node(self):
        self.node("a", [0, 2], 'echo "welcome to this node"; "$@"; echo goodbye >&2')
        self.node("b", [1, 3], 'printf "no end of line: "; exec "$@"')
        result = self.ask("why")
        alone = run_mpidbg("why", self.job.mpirun.pid)
        self.assertEqual((result.returncode, result.stdout), (STUCK, alone.stdout), result.stderr)
        self.assertEqual(result.stderr, "")
        answer = json.loads(self.ask("why", "--json").stdout)
        validate(answer)
        self.assertEqual(answer["verdict"]["findings"][0]["kind"], "deadlock")

    def test_other_commands(self):
        self.node("a", [3, 0])
        self.node("b", [1, 2])
        for command in ("queues", "stacks"):
            result, alone = self.ask(command), run_mpidbg(command, self.job.mpirun.pid)
            self.assertEqual((result.returncode, result.stdout), (alone.returncode, alone.stdout), result.stderr)
        ranks = json.loads(self.ask("ranks", "--json").stdout)
        self.assertEqual([process["pid"] for process in ranks["processes"]],
                         [self.job.pid_of_rank[rank] for rank in range(4)])
        only = json.loads(self.ask("ranks", "--json", "--rank", "2-3").stdout)
        self.assertEqual([process["rank"] for process in only["processes"]], [2, 3])

    def assert_missing(self, result, *sentences):
        """The ranks 1 and 3 are; nothing is lost of the others."""
        self.assertEqual(result.returncode, MISSING, result.stdout + result.stderr)
        self.assertIn("not among the targets: ranks 1,3", result.stdout)
        self.assertIn("rank 0  MPI_Recv at exchange (stencil.c:18)  waits for rank 3", result.stdout)
        for sentence in sentences:
            self.assertIn(f"mpidbg: warning: {sentence}", result.stderr)

    def test_a_node_that_fails(self):
        self.node("a", [0, 2])
        self.node("b", [1, 3], "exec /nonexistent/mpidbg")
        self.assert_missing(self.ask("why"), "node b did not answer: ")
        result = self.ask("queues")
        self.assertEqual(result.returncode, MISSING, result.stdout)
        self.assertIn("missing: ranks 1,3 of the job", result.stdout)

    def test_a_node_that_hangs(self):
        self.node("a", [0, 2])
        self.node("b", [1, 3], "sleep 1000")
        self.assert_missing(self.ask("why", "--timeout", "3"), "node b did not answer within 3 s")

    def test_a_node_with_another_version(self):
        self.node("a", [0, 2])
        hello = line(7, 0, "h", b"b\nb\n0.0.9\n") + line(7, 1, "r", b"?") + line(7, 2, "e", b"1")
        self.node("b", [1, 3], f"cat << END\n{hello}END")
        self.assert_missing(self.ask("why"), "node b has mpidbg 0.0.9, and this is ")

    def test_a_node_whose_record_is_damaged(self):
        self.node("a", [0, 2])
        self.node("b", [1, 3], '"$@" | sed "2s/.\\{40\\}$/00000000000000000000000000000000 12345678/"')
        self.assert_missing(self.ask("why"), "node b: 1 of 1 records were damaged on their way")

    def test_records_that_are_not_of_a_collector(self):
        self.node("a", [0, 2])
        version = run_mpidbg("--version").stdout.split()[1].encode()
        foreign = line(7, 0, "h", b"b\nb\n" + version + b"\n") + line(7, 1, "r", b"\xa1\x00") + line(7, 2, "e", b"1")
        self.node("b", [1, 3], f"cat << END\n{foreign}END")
        self.assert_missing(self.ask("why"), "node b: ")

    def test_no_node_answers(self):
        self.node("a", [0, 2], "exit 3")
        self.node("b", [1, 3], "echo out of order >&2; exit 4")
        result = self.ask("why")
        self.assertEqual((result.returncode, result.stdout), (FAILED, ""))
        self.assertIn("node a did not answer: ", result.stderr)
        self.assertIn("node b did not answer: ", result.stderr)
        self.assertIn("exited with 4: out of order", result.stderr)
        self.assertIn("mpidbg: no node answered (2 nodes, by ", result.stderr)

    def test_a_launcher_that_has_its_table_in_pmix(self):
        """It is a program that sleeps under the name of one, and beside a copy of mpidbg is what asks it."""
        with tempfile.TemporaryDirectory(prefix="mpidbg-head-") as directory:
            head, table = os.path.join(directory, "mpidbg"), os.path.join(directory, "mpidbg-pmix-table")
            shutil.copy(COMMAND, head)
            shutil.copy(PLUGIN, directory)
            shutil.copy(shutil.which("sleep"), os.path.join(directory, "prterun"))
            with subprocess.Popen([os.path.join(directory, "prterun"), "1000"]) as launcher, contextlib.ExitStack() as at_end:
                at_end.callback(launcher.kill)
                wait_for(lambda: os.path.basename(os.readlink(f"/proc/{launcher.pid}/exe")) == "prterun", "its start")

                def ask(script):
                    if script:
                        with open(table, "w", encoding="ascii") as file:
                            file.write(f"#!/bin/sh\n{script}\n")
                        os.chmod(table, 0o755)
                    words = [head, "why", "--remote", COMMAND, "--launcher", "env NODE=%h", str(launcher.pid)]
                    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)

                self.assertEqual(ask("").stderr, f"mpidbg: pid {launcher.pid} (prterun) has no table of its processes in its memory, "
                                 "and mpidbg-pmix-table, which asks it through PMIx, is not installed beside mpidbg\n")
                lines = "".join(f"{os.uname().nodename} {pid}\n" for pid in self.job.pid_of_rank.values())
                answer = ask(f"test $1 = {launcher.pid} && printf '{lines}'")
                self.assertEqual((answer.returncode, answer.stderr), (STUCK, ""))
                self.assertEqual(answer.stdout, run_mpidbg("why", self.job.mpirun.pid).stdout)
                self.assertEqual(ask("echo no server >&2; exit 1").stderr, f"mpidbg: pid {launcher.pid} (prterun): mpidbg-pmix-table "
                                 "exited with 1: no server\n")
                self.assertIn("has started no processes yet", ask("echo a line of a library").stderr)

    def test_a_node_without_ranks_of_the_job(self):
        self.node("a", [0, 1, 2, 3])
        self.node("b", [])
        self.assertEqual(run_mpidbg("collect", "--job=pids:999999999").returncode, 0)
        path = os.path.join(self.directory, "b")
        with open(path, "w", encoding="ascii") as file:
            file.write(f"#!/bin/sh\nexec {COMMAND} collect --job=pids:999999999\n")
        result = self.ask("why")
        self.assertEqual((result.returncode, result.stderr), (STUCK, ""))


if __name__ == "__main__":
    import unittest
    unittest.main()
