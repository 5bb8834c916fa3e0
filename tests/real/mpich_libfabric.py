#!/usr/bin/env python3
"""MPICH over libfabric: queues, requests, messages and verdicts against what the samples say of themselves. tests/own_build.sh
--libfabric PREFIX runs this with an MPICH of the device ch4:ofi; libfabric carries the messages within the node, too.
"""

import os
import re
import unittest

from mpi_job import Job
from mpich_build import BUILD
from test_mpich_queues import Queues
from test_why import VerdictTest

OVER_LIBFABRIC = {"MPIR_CVAR_NOLOCAL": "1", "FI_PROVIDER": "tcp;ofi_rxm"}
SAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples")
# What the library cannot do, as it has no ROMIO, or does not hang in.
CANNOT = {"user_operation", "scatter_roots", "freed_request", "openmp_barrier", "openmp_region", "comm_accept", "comm_spawn",
          "accept_without_all", "file", "file_open", "file_does_not_open", "file_write", "file_iwrite"}
# Without shared memory, ranks leave MPI_Finalize one by one: those that are said to be in it are gone.
LEAVE = {"attribute_delete", "finalize", "missing_in_finalize", "bcast_of_nothing", "gather_roots", "parked_message",
         "send_or_receive", "barriers_of_threads"}
# MPICH makes communicators in a tree, so that other ranks wait for each other than the sample says, as over UCX; and which
# requests MPI_Waitany was given is known of Debian's builds alone.
OTHERWISE = {"create_group_tags", "waitany_one"}
# What these wait for is suspected only, as in other builds that no profile was made from.
SUSPECTED = {"start_cross", "start_without_post"}
# What a probe asks for is known of Debian's builds alone.
PROBES = {"probe_ring", "mprobe_ring", "probe_self", "probe_in_thread"}


def ways_of(sample, pattern):
    found = []
    for name in sorted(os.listdir(SAMPLES)):
        if re.fullmatch(sample + r"(_\w+)?\.c", name):
            with open(os.path.join(SAMPLES, name), encoding="utf-8") as file:
                found += re.findall(pattern, file.read(), re.M)
    return found


class OverLibfabric(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.environ.update(OVER_LIBFABRIC)


class QueuesOverLibfabric(OverLibfabric, Queues):
    """Those of other samples ask for what shared memory or UCX has."""

    test_own_messages = test_sockets = test_core_without_shared_memory = test_unknown_build = None


class VerdictsOverLibfabric(OverLibfabric, VerdictTest):
    def test_hangs(self):
        only = os.environ.get("MPIDBG_TEST_WAYS", "").split()
        for way in only or ways_of("hangs", r'\{"(\w+)", \w+\}'):
            if way in CANNOT | LEAVE | PROBES | OTHERWISE:
                continue
            with self.subTest(way=way), Job("mpich_hangs", 3, way, mpi="mpich") as job:
                for fact in job.facts:
                    if fact["fact"] == "verdict":  # sockets do not show that no message is on its way
                        fact["proof"] = "suspected" if way in SUSPECTED else "looks"
                self.assert_settles(lambda job=job: self.differences(job, job.pids))

    def test_correct(self):
        """No verdict on programs that do not hang."""
        for way in ways_of("correct", r"^ *WAY\((\w+)\),$"):
            if way in CANNOT:
                continue
            with self.subTest(way=way), Job("mpich_correct", 3, way, mpi="mpich") as job:
                for _ in range(3):
                    self.assertNotEqual(self.verdict_on(*job.pids)[0], 3)


if __name__ == "__main__":
    assert BUILD.device == "ofi", BUILD
    unittest.main()
