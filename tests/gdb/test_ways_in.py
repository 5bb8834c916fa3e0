"""The same jobs by each way in: live, core files, captures, and GDB. By each of them the answers are what the program says, over
each layer. tests/libraries.sh does it with other builds of the libraries, and with more jobs."""

import json
import os
import tempfile
import unittest

from compare import compare_communicators, compare_process, compare_queues, processes_by_pid
from gdb_run import gdb, marked, outputs
from mpi_job import Job, openmpi_version, run_mpidbg, validate
from mpich_build import BUILD
from test_mpich_queues import as_mpich_knows
from test_other_layers import SHARED_MEMORY, UCX, as_ucx_knows
from test_why import VerdictTest

EVERY_JOB = "MPIDBG_TEST_EVERY_JOB" in os.environ
QUEUES = ("hung_recv", "unexpected", "sends_pending", "persistent") if EVERY_JOB else ("hung_recv",)
VERDICTS = ("other_tag", "recv_ring", "barrier_and_recv") if EVERY_JOB else ()


# Each way gives the exit code, which GDB does not have, and the answer to each noun.

def live(job, *nouns, targets=(), options=()):
    results = [run_mpidbg(noun, "--json", *(targets or job.pids), *options) for noun in nouns]
    return [(result.returncode, result.stdout, result.stderr) for result in results]


def cores(job, *nouns):
    return live(job, *nouns, targets=[job.gcore(pid) for pid in job.pids])


def captures(job, *nouns):
    """Without the files of the program and its libraries."""
    with tempfile.TemporaryDirectory() as directory, tempfile.TemporaryDirectory() as empty:
        result = run_mpidbg("capture", "-o", directory, *job.pids)
        if result.returncode != 0:
            raise AssertionError(result.stderr)
        return live(job, *nouns, targets=[directory], options=("--sysroot", empty, "--exe", "/nonexistent"))


def in_gdb(job, *nouns):
    """All ranks are inferiors."""
    result = gdb(f"mpi attach {job.mpirun.pid}", *marked(*[f"mpi {noun} -json" for noun in nouns]))
    return [(None, text, result.stdout + result.stderr) for text in outputs(result.stdout)]


WAYS = (live, cores, captures, in_gdb)
ONE_LOOK = (cores, in_gdb)


class WaysIn(VerdictTest):
    def answers(self, way, job, *nouns):
        found = []
        for code, text, problem in way(job, *nouns):
            self.assertTrue(text, problem)
            found.append((code, json.loads(text)))
            validate(found[-1][1])
        self.assertEqual(len(found), len(nouns))
        return found

    def verdict_on(self, way, job):
        return self.answers(way, job, "why")[0]

    def queue_differences(self, way, job, library, point_to_point):
        queues, comms = (processes_by_pid(answer) for _, answer in self.answers(way, job, "queues", "comms"))
        found = [f"processes {sorted(processes)}, those of the job are {job.pids}"
                 for processes in (queues, comms) if sorted(processes) != job.pids]
        for pid in [] if found else job.pids:
            found += compare_process(queues[pid], job, library, point_to_point) + compare_queues(queues[pid], job)
            if job.facts_of(pid, "communicator"):
                found += compare_communicators(comms[pid], job)
        return found

    def check(self, prefix, library, point_to_point, as_known, proof, **options):
        """`as_known` takes from the facts what the layer does not know. UCX counts no messages, so that it takes two looks to
        prove a deadlock."""
        options["environment"] = {**SHARED_MEMORY, "OMPI_MCA_mpi_yield_when_idle": "1"}
        for sample in QUEUES:
            with Job(prefix + sample, 2, **options) as job:
                as_known(job)
                for way in WAYS:
                    with self.subTest(sample=sample, way=way.__name__):
                        self.assert_settles(lambda job=job, way=way: self.queue_differences(way, job, library, point_to_point))
                self.assert_untouched(job)
        for hang in VERDICTS:
            with Job(prefix + "hangs", 3, hang, **options) as job:
                (verdict,) = [fact for fact in job.facts if fact["fact"] == "verdict"]
                for way in WAYS:
                    verdict["proof"] = "suspected" if proof == "transport" and way in ONE_LOOK else proof
                    with self.subTest(hang=hang, way=way.__name__):
                        self.assert_settles(lambda job=job, way=way: self.differences(job, (way, job)))
                self.assert_untouched(job)

    def test_ob1(self):
        self.check("", openmpi_version(), "ob1", lambda job: job, "counters", layer=Job.OB1)

    def test_ucx(self):
        self.check("", openmpi_version(), "ucx", as_ucx_knows, "transport", layer=UCX)

    def test_mpich(self):
        self.check("mpich_", BUILD.name, BUILD.device, as_mpich_knows, "transport", mpi="mpich")


if __name__ == "__main__":
    unittest.main()
