#!/usr/bin/env python3
"""Jobs whose network loses packets: a network of their own on this machine, and rules of its packet filter."""

import json
import subprocess
import tempfile
import unittest
from typing import Any

import nodes

STUCK, NOT_ENOUGH = 3, 6
LOST = ("tcp", "dport", ">", "1023", "drop")
# Ports that nothing but the messages of MPI is for.
MESSAGES = ("--mca", "btl_tcp_port_min_v4", "20000", "--mca", "btl_tcp_port_range_v4", "1000")
NO_CONNECTION = ("tcp", "dport", "20000-21000", "tcp", "flags", "syn", "drop")


class Network:
    """The loopback device alone, where packets can be lost; a context manager."""

    def __enter__(self) -> "Network":
        self.holder = subprocess.Popen(["unshare", "--net", "sh", "-c", "ip link set lo up && echo up && exec sleep infinity"],
                                       stdout=subprocess.PIPE, text=True)
        assert self.holder.stdout is not None
        if self.holder.stdout.readline() != "up\n":
            raise AssertionError("no network can be made")
        self.enter = ["nsenter", "--net", f"--target={self.holder.pid}"]
        self.change("add", "table", "inet", "loss")
        self.change("add", "chain", "inet", "loss", "input", "{ type filter hook input priority 0 ; }")
        return self

    def change(self, *words: str) -> None:
        result = nodes.run(*self.enter, "nft", *words)
        if result.returncode != 0:
            raise AssertionError(result.stderr)

    def lose(self, rule: tuple[str, ...]) -> None:
        self.change("add", "rule", "inet", "loss", "input", *rule)

    def mend(self) -> None:
        self.change("flush", "chain", "inet", "loss", "input")

    def __exit__(self, *_: object) -> None:
        self.holder.kill()
        self.holder.wait()
        assert self.holder.stdout is not None
        self.holder.stdout.close()


def setUpModule() -> None:
    """A kernel without a packet filter, as some containers have: said in the output of the tests."""
    try:
        with Network() as network:
            network.lose(LOST)
    except AssertionError as error:
        raise unittest.SkipTest(f"this kernel loses no packets on request: {error}") from None


class StartedJob(nodes.Job):
    """One whose ranks may never say that they are ready."""

    def facts_when_ready(self) -> list[dict[str, Any]]:
        return [{"fact": "started"}]


def verdict(job: nodes.Job) -> tuple[int, dict[str, Any]]:
    result = nodes.ask("why", "--json", job.process.pid)
    return result.returncode, json.loads(result.stdout)["verdict"] if result.stdout else {"findings": [], "moved": []}


class Losses(unittest.TestCase):
    def arrival(self, job: nodes.Job) -> dict[str, Any]:
        """What is in the network as the verdict names it; no verdict on the way there may be a deadlock."""
        code, answer = verdict(job)
        self.assertNotEqual(code, STUCK, answer)
        findings = [one for one in answer["findings"] if one["kind"] == "waits for arrival"]
        return findings[0] if code == NOT_ENOUGH and findings and findings[0]["in_network"] else {}

    def check_loss(self, words: list[str], sample: str) -> None:
        with Network() as network, nodes.Job([*network.enter, *words], sample, "sendrecv", ranks=3) as job:
            network.lose(LOST)
            finding = nodes.wait_for(lambda: self.arrival(job), "packets that are lost")
            self.assertFalse(finding["can_never_go_on"])
            lost = [one for one in finding["in_network"] if one["unacknowledged"] > 0]
            self.assertTrue(lost and all(one["local"].startswith("127.0.0.1:") for one in lost), finding)
            self.assertRegex(nodes.ask("why", job.process.pid).stdout, "(?m)^(IN THE NETWORK|STANDING STILL): ")
            self.check_capture(job)
            network.mend()
            nodes.wait_for(lambda: verdict(job)[1]["moved"], "ranks that move again")

    def check_capture(self, job: nodes.Job) -> None:
        """It has the sockets of both of its looks."""
        with tempfile.TemporaryDirectory() as directory:
            nodes.ask("capture", "-o", f"{directory}/", job.process.pid)
            result = nodes.ask("why", directory)
            self.assertEqual(result.returncode, NOT_ENOUGH, result.stdout)
            self.assertRegex(result.stdout, "(?m)^(IN THE NETWORK|STANDING STILL): ")

    def test_ucx_of_open_mpi(self) -> None:
        self.check_loss(["env", "OMPI_MCA_pml=ucx", "OMPI_MCA_opal_common_ucx_tls=any", "OMPI_MCA_opal_common_ucx_devices=any",
                         "mpirun.openmpi", "--oversubscribe", "-n", "3"], "correct")

    def test_ucx_of_mpich(self) -> None:
        self.check_loss(["mpiexec.hydra", "-n", "3"], "mpich_correct")

    def test_connection_that_is_not_made(self) -> None:
        with Network() as network:
            network.lose(NO_CONNECTION)
            words = [*network.enter, "mpirun.openmpi", "--oversubscribe", *MESSAGES, "-n", "3"]
            with StartedJob(words, "correct", "sendrecv", ranks=3) as job:
                finding = nodes.wait_for(lambda: self.arrival(job), "a connection that is not made")
                asked = [one for one in finding["in_network"] if one["phase"] == "connects"]
                self.assertTrue(asked and all(one["remote"].startswith("127.0.0.1:20") for one in asked), finding)
                self.assertIn("NOT CONNECTED: ", nodes.ask("why", job.process.pid).stdout)
                network.mend()
                nodes.wait_for(lambda: verdict(job)[1]["moved"], "ranks that move again")


if __name__ == "__main__":
    unittest.main()
