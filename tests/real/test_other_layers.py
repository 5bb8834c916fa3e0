"""Point-to-point layers whose queues are not visible: said so by name, with exit code 6, and the rest of the answer stands."""

import unittest

from compare import compare_communicators, processes_by_pid
from mpi_job import Job, RealTest, run_mpidbg

NOT_ENOUGH = 6
UCX = ("--mca", "pml", "ucx", "--mca", "pml_ucx_tls", "any", "--mca", "pml_ucx_devices", "any")
CM = ("--mca", "pml", "cm", "--mca", "mtl", "ofi")


class OtherLayers(RealTest):
    def check(self, layer, name, environment=None):
        with Job("hung_recv", 2, layer=layer, environment=environment) as job:
            result = run_mpidbg("queues", job.mpirun.pid)
            self.assertEqual(result.returncode, NOT_ENOUGH, result.stdout + result.stderr)
            self.assertIn(f"layer {name}", result.stdout)
            self.assertIn("cannot see", result.stdout)
            answer = self.ask("queues", job.mpirun.pid, code=NOT_ENOUGH)
            for process in answer["processes"]:
                self.assertEqual(process["point_to_point"], name)
                self.assertFalse(process["complete"])
                for communicator in process["communicators"]:
                    for queue in communicator["queues"].values():
                        # Never an empty list for "cannot see".
                        self.assertFalse(queue["complete"])
                        self.assertIsNone(queue["operations"])
                        self.assertIn(f"layer {name}", queue["reason"])
            comms = processes_by_pid(self.ask("comms", job.mpirun.pid))
            for pid in job.pids:
                self.assertEqual(compare_communicators(comms[pid], job), [])
            self.assert_untouched(job)

    def test_ucx(self):
        self.check(UCX, "ucx", {"UCX_TLS": "shm,self"})

    def test_cm(self):
        self.check(CM, "cm")


if __name__ == "__main__":
    unittest.main()
