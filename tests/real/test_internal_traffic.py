"""What the library sends and receives for itself is not shown as the program's, and is shown with --all."""

import unittest

from mpi_job import Job, RealTest


def operations(process, only_internal=False):
    found = []
    for communicator in process["communicators"]:
        for queue in communicator["queues"].values():
            found += [operation for operation in queue["operations"] or []
                      if operation["internal"] or communicator["internal"] or not only_internal]
    return found


class Collectives(RealTest):
    def check(self, what, call, ranks):
        """The last rank is in MPI_Recv, all others in the collective operation."""
        with self.subTest(what=what, ranks=ranks), Job("collectives", ranks, what) as job:

            def differences():
                found = []
                shown = self.ask("queues", job.mpirun.pid)["processes"]
                everything = self.ask("queues", job.mpirun.pid, "--all")["processes"]
                for process, whole in zip(shown, everything):
                    last = process["rank"] == ranks - 1
                    blocked = ["MPI_Recv"] if last else [call]
                    if process["blocked_in"] != blocked:
                        found.append(f"rank {process['rank']} blocked in {process['blocked_in']}, not {blocked}")
                    tags = [operation["tag"] for operation in operations(process)]
                    if tags != ([99] if last else []):
                        found.append(f"rank {process['rank']} shows tags {tags}")
                    internal = operations(whole, only_internal=True)
                    if process["rank"] == 0 and not internal:
                        found.append("rank 0 has no internal operation with --all")
                    for operation in internal:
                        if not operation["internal"] or (operation["tag"] or 0) >= 0:
                            found.append(f"taken for internal: {operation}")
                    hidden = sum(queue["internal_not_shown"] for communicator in process["communicators"]
                                 for queue in communicator["queues"].values())
                    if hidden != len(internal):
                        found.append(f"rank {process['rank']}: {hidden} said to be hidden, {len(internal)} are")
                return found

            self.assert_settles(differences)

    def test_barrier(self):
        for ranks in (2, 4):
            self.check("barrier", "MPI_Barrier", ranks)

    def test_bcast(self):
        self.check("bcast", "MPI_Bcast", 2)

    def test_allreduce(self):
        self.check("allreduce", "MPI_Allreduce", 2)

    def test_ibarrier(self):
        self.check("ibarrier", "MPI_Wait", 2)


class Probe(RealTest):
    def test_blocked_in_probe(self):
        with Job("probe", 2) as job:

            def differences():
                found = []
                for process in self.ask("queues", job.mpirun.pid)["processes"]:
                    if process["blocked_in"] != ["MPI_Probe"]:
                        found.append(f"blocked in {process['blocked_in']}")
                    unexpected = [operation for communicator in process["communicators"]
                                  for operation in communicator["queues"]["unexpected"]["operations"]]
                    if [operation["tag"] for operation in unexpected] != [77]:
                        found.append(f"unexpected: {unexpected}")
                return found

            self.assert_settles(differences)


class Fortran(RealTest):
    def test_blocked_in_fortran(self):
        import os

        from mpi_job import SAMPLES

        if not os.path.exists(os.path.join(SAMPLES, "fortran_recv")):
            self.skipTest("no Fortran compiler")
        with Job("fortran_recv", 2) as job:
            handles = {fact["pid"]: fact["fortran"] for fact in job.facts if fact["fact"] == "fortran_communicator"}

            def differences():
                found = []
                for process in self.ask("queues", job.mpirun.pid)["processes"]:
                    if process["blocked_in"] != ["MPI_Recv"]:
                        found.append(f"blocked in {process['blocked_in']}")
                    posted = [(communicator["name"], operation["tag"], operation["bytes"], operation["datatype"])
                              for communicator in process["communicators"]
                              for operation in communicator["queues"]["posted"]["operations"]]
                    if posted != [("fortran dup", 21, 16, "MPI_INTEGER")]:
                        found.append(f"posted: {posted}")
                for process in self.ask("comms", job.mpirun.pid)["processes"]:
                    dup = [communicator["fortran_handle"] for communicator in process["communicators"]
                           if communicator["name"] == "fortran dup"]
                    if dup != [handles[process["pid"]]]:
                        found.append(f"Fortran handles: {dup}")
                return found

            self.assert_settles(differences)


if __name__ == "__main__":
    unittest.main()
