"""What a command costs the system, counted by strace: exact, whatever else the machine does."""

import re
import subprocess
import tempfile
import unittest

from mpi_job import COMMAND, Job, RealTest


def system_calls(*words):
    """name -> how often the command made the call."""
    with tempfile.NamedTemporaryFile("r", suffix=".strace") as log:
        subprocess.run(["strace", "-f", "-c", "-o", log.name, COMMAND, *map(str, words)], check=True,
                       stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        rows = re.findall(r"^ *[\d.]+ +[\d.]+ +\d+ +(\d+) +(?:\d+ +)?(\w+)$", log.read(), re.MULTILINE)
    return {name: int(count) for count, name in rows if name != "total"}


def files_of(pid):
    """How many files the process has loaded: each costs some calls."""
    with open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as maps:
        return len({line.split()[-1] for line in maps if " r-xp " in line and "/" in line})


class Costs(RealTest):
    def setUp(self):
        with open(COMMAND, "rb") as command:
            if b"__asan_init" in command.read():
                self.skipTest("the sanitizers make system calls of their own")

    def test_queues_of_a_live_rank(self):
        """Whoever has to raise a bound says why; whoever can lowers it."""
        with Job("hung_recv", 2) as job:
            files = files_of(job.pids[0])
            calls = system_calls("queues", job.pids[0])
            bounds = {"openat": files + OPENED, "mmap": files + MAPPED, "process_vm_readv": 2 * files + READ,
                      "newfstatat": 5 * files + STATED, "ptrace": PTRACED, "munmap": UNMAPPED}
            self.assertEqual([(name, calls.get(name, 0), bound) for name, bound in bounds.items()
                              if calls.get(name, 0) > bound], [])


# Of the command itself, its plugin and /proc; and what depends on the objects of the sample.
OPENED, MAPPED, READ, STATED, PTRACED, UNMAPPED = 28, 48, 135, 30, 12, 10

if __name__ == "__main__":
    unittest.main()
