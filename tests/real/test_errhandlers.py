"""`errhandlers` and `show errhandler`: every item of every error handler is what the program says."""

import unittest

from compare import processes_by_pid
from mpi_job import Job, RealTest, run_mpidbg

KEYS = ("kind", "handle")


def expected(fact):
    """What mpidbg says of the error handler that the fact is about."""
    predefined = fact["predefined"]
    function = {"address": fact.get("address"), "name": fact.get("function"), "language": "C"}
    return {
        "handle": fact["handle"],
        "fortran_handle": fact["fortran"],
        "predefined": predefined,
        "name": fact["name"] if predefined else None,
        "object": None if predefined else fact["object"],
        "function": None if predefined else function,
    }


def compare_errhandlers(process, job):
    """HE1 to HE10. The library's own objects hold predefined error handlers, so of those the users are not compared."""
    differences = []
    actual = {item["handle"]: item for item in process["errhandlers"]["objects"]}
    facts = job.facts_of(process["pid"], "errhandler")
    for fact in facts:
        where = f"process {process['pid']} errhandler {fact['handle']}"
        item = actual.pop(fact["handle"], None)
        if item is None:
            differences.append(f"{where} is missing")
            continue
        for name, value in expected(fact).items():
            if item[name] != value:
                differences.append(f"{where}: {name} is {item[name]!r}, the program says {value!r}")
        if fact["predefined"]:
            continue
        if sorted(item["attached_to"], key=str) != sorted(fact["attached"], key=str):
            differences.append(f"{where}: attached to {item['attached_to']}, the program says {fact['attached']}")
        if item["references"] != fact["references"]:
            differences.append(f"{where}: {item['references']} references, the program says {fact['references']}")
        if not item["attached_to_complete"]:
            differences.append(f"{where}: not all that it is attached to can be seen")
        if (item["freed"], item["freed_inferred"]) != (fact["freed"], fact["freed"]):
            differences.append(f"{where}: freed is {item['freed']}, the program says {fact['freed']}")
    # The one of the C++ bindings has no name in C; a library without them (5.0) has one of MPI-4.0 in its place.
    others = [item["name"] for item in actual.values()]
    if others not in (["MPI::ERRORS_THROW_EXCEPTIONS"], ["MPI_ERRORS_ABORT"]):
        differences.append(f"process {process['pid']}: {others} that the program does not know")
    return differences


class Errhandlers(RealTest):
    def test_every_item(self):
        """HE1 HE2 HE3 HE4 HE5 HE6 HE7 HE8 HE10 in live processes"""
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks), Job("errhandlers", ranks) as job:

                def differences():
                    processes = processes_by_pid(self.ask("errhandlers", job.mpirun.pid, "--all"))
                    return [text for pid in job.pids for text in compare_errhandlers(processes[pid], job)]

                self.assert_settles(differences)
                self.assert_untouched(job)

    def test_core(self):
        """HE1 HE4 HE5 HE10 in a core file"""
        with Job("errhandlers", 1) as job:
            core = job.gcore(job.pids[0])
            (process,) = self.ask("errhandlers", core, "--all")["processes"]
            self.assertEqual(compare_errhandlers(process, job), [])

    def test_text(self):
        """HE5 HE8 HE10 as a person reads them"""
        with Job("errhandlers", 1) as job:
            text = run_mpidbg("errhandlers", job.pids[0], "-v").stdout  # without wrapped lines
            facts = {fact["handle"]: fact for fact in job.facts_of(job.pids[0], "errhandler")}
            for handle, fact in facts.items():
                lines = [line for line in text.splitlines() if f"errhandler {handle}" in line]
                self.assertEqual(len(lines), 0 if fact["predefined"] else 1, text)
                if fact["predefined"]:
                    continue
                self.assertIn(f"for {fact['object']}  calls {fact['function']} {fact['address']} (C)", lines[0])
                self.assertEqual("freed by the application (inferred)" in lines[0], fact["freed"])
            shown = run_mpidbg("show", "errhandler", "MPI_ERRORS_RETURN", job.pids[0]).stdout
            self.assertIn("MPI_ERRORS_RETURN", shown)


if __name__ == "__main__":
    unittest.main()
