"""`ops` and `show op`: every item of every operation is what the program says."""

import unittest

from compare import processes_by_pid
from mpi_job import Job, RealTest, run_mpidbg


def compare_ops(process, job):
    """HO1 to HO10."""
    differences = []
    actual = {item["handle"]: item for item in process["ops"]["objects"]}
    for fact in job.facts_of(process["pid"], "op"):
        where = f"process {process['pid']} op {fact['handle']}"
        item = actual.pop(fact["handle"], None)
        if item is None:
            differences.append(f"{where} is missing")
            continue
        predefined = fact["predefined"]
        function = {"address": fact.get("address"), "name": fact.get("function"), "language": "C"}
        expected = {
            "handle": fact["handle"],
            "fortran_handle": fact["fortran"],
            "predefined": predefined,
            "name": fact["name"] if predefined else None,
            "commutative": fact["commutative"],
            "function": None if predefined else function,
        }
        if not predefined:
            in_use = [] if fact["pending"] == "0x0" else [{"kind": "request", "handle": fact["pending"]}]
            expected.update(pending=in_use, pending_complete=True, freed=fact["freed"], freed_inferred=fact["freed"],
                            references=len(in_use) + (0 if fact["freed"] else 1))
        for name, value in expected.items():
            if item[name] != value:
                differences.append(f"{where}: {name} is {item[name]!r}, the program says {value!r}")
    return differences + [f"process {process['pid']}: op {handle} that the program does not know" for handle in actual]


class Ops(RealTest):
    def test_every_item(self):
        """HO1 HO2 HO3 HO4 HO5 HO6 HO7 HO8 HO10 in live processes"""
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks), Job("ops", ranks) as job:

                def differences():
                    processes = processes_by_pid(self.ask("ops", job.mpirun.pid, "--all"))
                    return [text for pid in job.pids for text in compare_ops(processes[pid], job)]

                self.assert_settles(differences)
                self.assert_untouched(job)

    def test_core(self):
        """HO1 HO4 HO6 in a core file"""
        with Job("ops", 1) as job:
            core = job.gcore(job.pids[0])
            (process,) = self.ask("ops", core, "--all")["processes"]
            self.assertEqual(compare_ops(process, job), [])

    def test_text(self):
        """HO4 HO6 HO7 as a person reads them"""
        with Job("ops", 1) as job:
            text = run_mpidbg("ops", job.pids[0], "-v").stdout  # without wrapped lines
            for fact in job.facts_of(job.pids[0], "op"):
                commutes = "commutative" if fact["commutative"] else "not commutative"
                if fact["predefined"]:
                    self.assertNotIn(fact["name"], text)
                else:
                    self.assertIn(f"op {fact['handle']}  Fortran {fact['fortran']}  {commutes}  "
                                  f"calls {fact['function']} {fact['address']} (C)", text)
            shown = run_mpidbg("show", "op", "MPI_SUM", job.pids[0]).stdout
            self.assertIn("MPI_SUM", shown)


if __name__ == "__main__":
    unittest.main()
