"""The golden text of tests/golden, which fakes give too: a live process and its core file give the same lines."""

import pathlib
import re
import unittest

from mpi_job import Job, RealTest, run_mpidbg

GOLDEN = (pathlib.Path(__file__).resolve().parent.parent / "golden" / "hung_recv.txt").read_text(encoding="utf-8")


def masked(text):
    text = re.sub(r"0x[0-9a-f]+", "ADDRESS", text)
    text = re.sub(r"pid \d+", "pid PID", text)
    return re.sub(r"layouts: .*\bchecked\)", "layouts: LAYOUTS", text)


class Golden(RealTest):
    def test_live_and_core(self):
        with Job("hung_recv", 2) as job:
            pid = job.pid_of_rank[0]

            def differences():
                shown = masked(run_mpidbg("queues", pid).stdout)
                return [] if shown == GOLDEN else [f"shown:\n{shown}\nexpected:\n{GOLDEN}"]

            self.assert_settles(differences)
            self.assertEqual(masked(run_mpidbg("queues", job.gcore(pid)).stdout), GOLDEN)
            self.assertEqual(masked(run_mpidbg("queues", job.kernel_core(pid)).stdout), GOLDEN)


if __name__ == "__main__":
    unittest.main()
