#!/usr/bin/env python3
"""What is read of a process that uses a provider of libfabric is what the process says of itself (messages.c).

Those that Debian's libfabric lacks, or has in another form, run with LD_LIBRARY_PATH, one by one:

    providers_test.py ProvidersTest.new_tcp"""

import os
import re
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

    def ask(self, rank, provider, **environment):
        """What is said of the endpoint of that provider; of those below it nothing but a problem is said."""
        asked = subprocess.run([ASK, self.pid(rank), *self.contexts(rank)], check=True, capture_output=True, text=True,
                               env={**os.environ, **environment})
        each = [said.splitlines() for said in re.split("^provider ", asked.stdout, flags=re.MULTILINE)[1:]]
        others = [said for said in each if said[0] != provider]
        if len(each) != len(others) + 1 or any(not said[0].startswith("problem: ") for said in others):
            raise AssertionError(asked.stdout)
        return next(said for said in each if said[0] == provider)[1:]

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.program.stdin.close()
        self.program.stdout.close()
        self.program.wait()


def order(fact):
    """Only the order of receives, and that of messages of one process, is known."""
    kind = fact.split()[0]
    return kind, "source 2" in fact, fact if kind == "send" or "unknown" in fact else ""


class ProvidersTest(unittest.TestCase):
    def compare(self, provider, name, *options, unknown=(), sends=True, more=(), **environment):
        """`unknown` are words before what the provider does not keep: "destination" of sends, "source" of messages. `more` are
        the lines about the whole of the first process."""
        def without_unknown(fact):
            for word in unknown:
                fact = re.sub(rf"^((?:send|message) .*){word} \w+", rf"\1{word} unknown", fact)
            return fact

        kinds = ("posted", "message", "taken", *(["send"] if sends else []))
        with Processes(provider, *options, **environment) as processes:
            for rank in range(PROCESSES):
                lines = [without_unknown(line) for line in processes.ask(rank, name)[:-1]
                         if rank == 0 and sends or line.split()[0] in kinds]
                expected = [without_unknown(fact) for fact in processes.said_of_itself(rank) if fact.split()[0] in kinds]
                expected += more if rank == 0 else []
                self.assertEqual(sorted(lines, key=order), sorted(expected, key=order))

    def test_rxm(self):
        self.compare("tcp;ofi_rxm", "ofi_rxm", unknown=["destination"])

    def test_hook(self):
        self.compare("tcp;ofi_rxm", "ofi_rxm", unknown=["destination"], FI_HOOK="noop")

    def test_net(self):
        self.compare("net", "net", "no-probe", "stalled", "2", more=[STALLED])

    def test_shm(self):
        self.compare("shm", "shm", "no-probe", more=["nothing on its way"])

    # Those that Debian 12 has in no version that is read: with a libfabric of LD_LIBRARY_PATH.
    def new_tcp(self):
        self.compare("tcp", "tcp")

    def new_tcp_stalled(self):
        self.compare("tcp", "tcp", "stalled", "3", more=[STALLED])

    def new_rxm(self):
        self.compare("tcp;ofi_rxm", "ofi_rxm", unknown=["destination"])

    def new_shm(self):
        self.compare("shm", "shm", more=["nothing on its way"])

    def sm2(self):
        self.compare("sm2", "sm2", sends=False)

    def lnx(self):
        self.compare("lnx", "lnx", "no-probe", "one-part", sends=False, unknown=["source"], FI_LNX_PROV_LINKS="shm+tcp;ofi_rxm")

    def psm3(self):
        self.compare("psm3", "psm3", PSM3_HAL="sockets", PSM3_DEVICES="self,shm,nic")


if __name__ == "__main__":
    unittest.main()
