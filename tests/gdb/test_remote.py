"""Through gdbserver over a local socket: the same answers, and memory in whole pages, each fetched once a stop."""

import collections
import json
import re
import subprocess
import unittest

from gdb_run import TO_MAIN, environment, gdb, marked, outputs
from mpi_job import Job, RealTest, run_mpidbg


class Server:
    """gdbserver attached to a process; it ends with its client."""

    def __init__(self, pid):
        self._pid = pid

    def __enter__(self):
        self.process = subprocess.Popen(["gdbserver", "--once", "--attach", "localhost:0", str(self._pid)], text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        env=environment())
        for line in self.process.stdout:
            found = re.search(r"Listening on port (\d+)", line)
            if found:
                self.connect = f"target remote localhost:{found.group(1)}"
                return self
        raise AssertionError("gdbserver does not listen")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate(timeout=30)


LOCAL_FILES = ["-iex", "set sysroot /"]

# Every read of the front end, as [address, bytes] in JSON.
COUNT_READS = ("python from mpidbg_gdb import gdb_target; reads = []; plain = gdb_target.GdbTarget._copy; "
               "gdb_target.GdbTarget._copy = lambda self, address, buffer, size: "
               "plain(self, address, buffer, size) and not reads.append([address, size])")


class Remote(RealTest):
    def over_gdbserver(self, job, *commands):
        with Server(job.pids[0]) as server:
            result = gdb(server.connect, TO_MAIN, *marked(*commands), program=job.program, arguments=LOCAL_FILES)
            found = outputs(result.stdout)
            self.assertEqual(len(found), len(commands), result.stdout + result.stderr)
            return found

    def test_answers(self):
        with Job("hung_recv", 2) as job:
            nouns = ("queues", "comms", "groups", "datatypes", "requests")
            expected = [run_mpidbg(noun, job.pids[0]).stdout.replace("--all", "-all") for noun in nouns]
            texts = self.over_gdbserver(job, *(f"mpi {noun}" for noun in nouns), "print dup", "output $_mpi_rank()",
                                        "mpi ranks -json")
            self.assertIsNone(json.loads(texts.pop())["processes"][0]["host"], "where it runs, GDB does not know")
            for noun, text, want in zip(nouns, texts, expected):
                with self.subTest(noun=noun):
                    self.assertEqual(text, want)
            self.assertIn('"my dup"', texts[-2])
            self.assertEqual(texts[-1], "0")

    def test_round_trips(self):
        """Whole pages, each at most once while the process stands still, whatever is asked."""
        with Job("handles", 1) as job, Server(job.pids[0]) as server:
            result = gdb(server.connect, TO_MAIN, COUNT_READS, "mpi queues", "mpi handles", "info locals", "print communicator",
                         "mpi queues", *marked("python import json; print(json.dumps(reads))"), program=job.program,
                         arguments=LOCAL_FILES)
            reads = json.loads(outputs(result.stdout)[0])
            self.assertGreater(len(reads), 20)
            pages = collections.Counter()
            for address, size in reads:
                self.assertEqual((address % 4096, size % 4096), (0, 0), f"{size} bytes at {address:#x} are no whole pages")
                pages.update(range(address // 4096, (address + size) // 4096))
            again = {hex(page * 4096): count for page, count in pages.items() if count > 1}
            self.assertEqual(again, {})


if __name__ == "__main__":
    unittest.main()
