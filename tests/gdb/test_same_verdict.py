"""The command, GDB and Python say the same of a job: verdict, proof, likely causes, and all else that `why --json` has."""

import glob
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

from gdb_run import gdb, marked, outputs
from mpi_job import Job, RealTest, run_mpidbg, wait_for
from test_captures import SHARED_MEMORY, UCX

CAPTURES = pathlib.Path(__file__).resolve().parent / "../captures"
PACKAGE = os.path.join(os.environ["MPIDBG_BUILD"], "python")
ASK = "import sys, json, mpidbg\nwith mpidbg.open(*sys.argv[1:]) as job: print(json.dumps(job.json('why')))"


def in_python(*targets):
    result = subprocess.run([sys.executable, "-c", ASK, *map(str, targets)], capture_output=True, text=True, check=False, timeout=120,
                            env={**os.environ, "PYTHONPATH": PACKAGE})
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return json.loads(result.stdout)


def in_gdb(way, targets, *arguments, program=None):
    """`way` is the command that makes a target the process of an inferior, of that program."""
    words = []
    for number, target in enumerate(targets, 1):
        words += ["add-inferior -no-connection", f"inferior {number}"] if number > 1 else []
        words += [f"file {program}"] if program else []
        words.append(f"{way} {target}")
    result = gdb(*words, *marked("mpi why -json"), arguments=arguments)
    try:
        return json.loads(outputs(result.stdout)[0])
    except ValueError:
        raise AssertionError(result.stdout + result.stderr) from None


def comparable(answer):
    """Without what differs from one look to the next."""
    verdict = answer["verdict"]
    for key in ("looks", "milliseconds_between_looks"):
        verdict.pop(key, None)
    return answer


class SameVerdict(RealTest):
    maxDiff = None

    def check(self, targets, way, *arguments, launcher=None, program=None, lacks_look_in_gdb=False):
        expected = comparable(json.loads(run_mpidbg("why", "--json", *([launcher] if launcher else targets)).stdout))
        self.assertTrue(expected["verdict"]["findings"])
        self.assertEqual(comparable(in_python(*([launcher] if launcher else targets))), expected, "Python")
        said = comparable(in_gdb(way, targets, *arguments, program=program))
        if lacks_look_in_gdb:
            (finding,), (wanted,) = said["verdict"]["findings"], expected["verdict"]["findings"]
            self.assertIn("second look", [lack["lack"] for lack in finding.pop("not_proved_for")])
            self.assertEqual(finding.pop("proof"), "suspected")
            del wanted["proof"], wanted["not_proved_for"]
            self.assertEqual(finding, wanted, "GDB")
        else:
            self.assertEqual(said, expected, "GDB")

    def test_captures(self):
        """Of three libraries' jobs, of which GDB has no files."""
        for archive in sorted(glob.glob(str(CAPTURES / "*.tar.xz"))):
            with self.subTest(os.path.basename(archive)), tempfile.TemporaryDirectory() as directory:
                with tarfile.open(archive) as packed:
                    packed.extractall(directory)
                self.check(sorted(glob.glob(os.path.join(directory, "*", "*.capture"))), "core-file", "-iex", "set sysroot /nonexistent")

    def test_live(self):
        for sample, ranks, *options in (("stencil", 4), ("hangs", 3, "other_collective"), ("hangs", 3, "waitall"),
                                        ("hangs", 3, "waitany"), ("hangs", 3, "lock_cross"), ("hangs", 3, "probe_ring"),
                                        ("hangs", 3, "barrier_of_threads")):
            with self.subTest(sample=sample, options=options), Job(sample, ranks, *options) as job:
                wait_for(lambda job=job: run_mpidbg("why", *job.pids).returncode == 3, "the deadlock")
                self.check([job.pid_of_rank[rank] for rank in range(ranks)], "attach", launcher=job.mpirun.pid)

    def test_cores(self):
        with Job("stencil", 4) as job:
            wait_for(lambda: run_mpidbg("why", *job.pids).returncode == 3, "the deadlock")
            self.check([job.gcore(job.pid_of_rank[rank]) for rank in range(4)], "core-file", program=job.program)

    def test_live_over_ucx(self):
        """Nothing but the stacks says what MPI_Probe waits for. Messages are not counted, so that only ranks that run on between
        two looks prove anything, and those that GDB holds do not."""
        with Job("hangs", 3, "probe_ring", layer=UCX, environment=SHARED_MEMORY) as job:
            wait_for(lambda: run_mpidbg("why", *job.pids).returncode == 3, "the deadlock")
            self.check([job.pid_of_rank[rank] for rank in range(3)], "attach", lacks_look_in_gdb=True)


if __name__ == "__main__":
    unittest.main()
