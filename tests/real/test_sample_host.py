"""The host of one file, samples/host.c, over a real job: with mpidbg's plugin, with the MPI library's own, and with none."""

import json
import os
import re
import subprocess
import unittest

from mpi_job import PLUGIN, SAMPLES, Job, RealTest, run_mpidbg, wait_for
from test_vendor_plugin import vendor_plugin


def host(plugin, pid):
    return subprocess.run([os.path.join(SAMPLES, "host"), plugin, str(pid)], capture_output=True, text=True, timeout=120)


class SampleHost(RealTest):
    def test_queues_and_a_communicator(self):
        with Job("unexpected", 2) as job:
            for pid in job.pids:
                result = host(PLUGIN, pid)
                self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
                blocks = re.split(r"^(?=\S)", result.stdout, flags=re.MULTILINE)
                (world,) = [block for block in blocks if block.startswith("MPI_COMM_WORLD: ")]
                rank = job.facts_of(pid, "process")[0]["rank"]
                self.assertTrue(world.startswith(f"MPI_COMM_WORLD: rank {rank} of 2\n"), world)
                titles = {"sends": "send", "unexpected": "unexpected"}
                wanted = [f"  {titles[fact['queue']]}: rank {fact['peer']} tag {fact['tag']} {fact['bytes']} bytes"
                          for fact in job.facts_of(pid, "operation") if fact["comm"] == "MPI_COMM_WORLD" and fact["queue"] in titles]
                shown = [re.sub(", (matched|complete)$", "", line) for line in world.splitlines()[1:]]
                self.assertTrue(wanted)
                self.assertEqual(sorted(line for line in shown if not line.startswith("  receive: ")), sorted(wanted))
                self.assertRegex(result.stdout, rf"\nhandle 0x[0-9a-f]+ is MPI_COMM_WORLD: rank {rank} of 2, predefined, context 0\n$")
            self.check_conformance(job)
            self.assert_untouched(job)

    def check_conformance(self, job):
        """`mpidbg plugin check` on a live rank: it is one of the trials, and its queues are what the rank says."""
        pid = job.pids[0]
        report = json.loads(run_mpidbg("plugin", "check", PLUGIN, pid, "--json").stdout)
        self.assertTrue(report["conforms"], report["rules"])
        self.assertEqual(report["understood"], ["the process"])
        names = {"sends": "pending sends", "unexpected": "unexpected messages"}
        wanted = [f"{names[fact['queue']]}|{fact['peer']}|{fact['tag']}|{fact['bytes']}"
                  for fact in job.facts_of(pid, "operation") if fact["comm"] == "MPI_COMM_WORLD" and fact["queue"] in names]
        shown = [re.sub(r"\|\d+\|", "|", fact, count=1).split("|global rank")[0] for fact in report["facts"]]
        self.assertTrue(wanted)
        for line in wanted:
            self.assertIn(line, shown)

    def test_collectives(self):
        """With the recorder: how often each operation was started, and which rank is in one."""
        with Job("collectives", 2, "allreduce", environment={"LD_PRELOAD": os.environ["MPIDBG_RECORDER"]}) as job:
            blocked = [job.facts_of(pid, "blocked")[0]["call"] for pid in job.pids]
            self.assertEqual(sorted(blocked), ["MPI_Allreduce", "MPI_Recv"])
            for pid, call in zip(job.pids, blocked):
                world = re.search(r"^MPI_COMM_WORLD: .*\n((?:  .*\n)*)", host(PLUGIN, pid).stdout, re.MULTILINE).group(1)
                lines = [line for line in world.splitlines() if " started" in line and "barrier" not in line]
                self.assertEqual(lines, ["  allreduce: 1 started, in progress"] if call == "MPI_Allreduce" else [])

    def test_plugin_that_gives_up(self):
        """Open MPI's own one, on a stripped library: its message, its error, and the process goes on."""
        with Job("hung_recv", 1) as job:
            result = host(vendor_plugin(), job.pids[0])
            self.assertEqual(result.returncode, 1)
            self.assertIn("host: " + vendor_plugin() + ": Failed to find some type", result.stderr)
            self.assert_untouched(job)

    def test_name_in_a_message(self):
        """The first %s of a plugin's message is the image's name; whatever else is in it is no format."""
        plugin = os.path.join(SAMPLES, "../tests/shim/plugins/odd_message.so")
        with subprocess.Popen(["sleep", "1000"]) as process:
            try:
                wait_for(lambda: os.readlink(f"/proc/{process.pid}/exe").endswith(("sleep", "coreutils", "busybox")), "sleep")
                result = host(plugin, process.pid)
                self.assertIn(f"plugin: %n in {os.readlink(f'/proc/{process.pid}/exe')} and %s, 100%% %d\n", result.stdout)
            finally:
                process.kill()

    def test_no_plugin(self):
        for plugin, words in (("/nonexistent.so", "cannot load the plugin"), ("/lib/x86_64-linux-gnu/libm.so.6", "is not a debug plugin")):
            result = host(plugin, os.getpid())
            self.assertEqual(result.returncode, 1)
            self.assertIn(words, result.stderr)


if __name__ == "__main__":
    unittest.main()
