#!/usr/bin/env python3
"""What is read of a process that uses a provider of libfabric is what the process says of itself (messages.c).

    providers_test.py [--record PREFIX PROVIDER [OPTION...]]

With --record, the first process is recorded instead: PREFIX.core.xz has the pages that were read, PREFIX.json where
libfabric and its endpoint are, PREFIX.facts what the process says, with `keeps_destinations` and so on."""

import os
import subprocess
import unittest

PROGRAM, ASK = os.environ["OFI_MESSAGES"], os.environ["ASK_OFI"]
PROCESSES = 3
STALLED = "unseen: libfabric keeps a limited number of messages of each process, and more may wait behind those of 1 process"


class Processes:
    """The running processes, which have said all that they have."""

    def __init__(self, provider, *options, **environment):
        # The output of a process that fails says why, so it is not taken away.
        self.program = subprocess.Popen([PROGRAM, provider, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, **environment})
        self.facts = {rank: [] for rank in range(PROCESSES)}
        ready = 0
        while ready < PROCESSES:
            line = self.program.stdout.readline()
            if not line:
                raise RuntimeError(f"{provider}: a process has ended")
            rank, fact = line.rstrip("\n").split(" ", 1)
            ready += fact == "ready"
            self.facts[int(rank)].append(fact)

    def pid(self, rank):
        return next(fact.split()[1] for fact in self.facts[rank] if fact.startswith("pid "))

    def said_of_itself(self, rank):
        return [fact for fact in self.facts[rank] if fact.split()[0] in ("posted", "message", "taken", "send")]

    def contexts(self, rank):
        return [fact.split()[2] for fact in self.facts[rank] if fact.startswith("taken ")]

    def ask(self, rank, **environment):
        asked = subprocess.run([ASK, self.pid(rank), *self.contexts(rank)], check=True, capture_output=True, text=True,
                               env={**os.environ, **environment})
        return asked.stdout.splitlines()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.program.stdin.close()
        self.program.stdout.close()
        self.program.wait()


def without_destination(fact):
    return fact.split(" destination ")[0] if fact.startswith("send ") else fact


def order(fact):
    """Only the order of receives, and that of messages of one process, is known."""
    kind = fact.split()[0]
    return kind, "source 2" in fact, fact if kind == "send" else ""


class ProvidersTest(unittest.TestCase):
    def compare(self, provider, name, *options, destinations=True, more=(), **environment):
        """`more` are the lines about the whole of the first process."""
        with Processes(provider, *options, **environment) as processes:
            for rank in range(PROCESSES):
                said = processes.ask(rank)
                self.assertEqual(said[0], f"provider {name}", said)
                self.assertTrue(said[-1].startswith("endpoint "), said)
                lines = [line for line in said[1:-1] if rank == 0 or line.split()[0] in ("posted", "message", "taken", "send")]
                expected = processes.said_of_itself(rank) + (list(more) if rank == 0 else [])
                if not destinations:
                    lines, expected = [without_destination(line) for line in lines], [without_destination(fact) for fact in expected]
                self.assertEqual(sorted(lines, key=order), sorted(expected, key=order))

    def test_rxm(self):
        self.compare("tcp;ofi_rxm", "ofi_rxm", destinations=False)

    def test_hook(self):
        self.compare("tcp;ofi_rxm", "ofi_rxm", destinations=False, FI_HOOK="noop")

    def test_net(self):
        self.compare("net", "net", "no-probe", "stalled", "2",
                     more=[STALLED])

    def test_shm(self):
        self.compare("shm", "shm", "no-probe", more=["nothing on its way"])

    # Those that Debian 12 has in no version that is read: with a libfabric of LD_LIBRARY_PATH.
    def new_tcp(self):
        self.compare("tcp", "tcp")

    def new_tcp_stalled(self):
        self.compare("tcp", "tcp", "stalled", "3", more=[STALLED])

    def new_rxm(self):
        self.compare("tcp;ofi_rxm", "ofi_rxm", destinations=False)

    def new_shm(self):
        self.compare("shm", "shm", more=["nothing on its way"])

    def psm3(self):
        self.compare("psm3", "psm3", PSM3_HAL="sockets", PSM3_DEVICES="self,shm,nic")


if __name__ == "__main__":
    unittest.main()
