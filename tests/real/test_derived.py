"""`comms` and `groups`: what is made with communicators and groups, and what the library made for itself."""

import unittest

from compare import processes_by_pid
from mpi_job import Job, RealTest, run_mpidbg


def compare_derived(process, job):
    """HC3 HC19 HC20, and which communicators are the program's."""
    differences, pid = [], process["pid"]
    communicators = {item["handle"]: item for item in process["communicators"]}
    own = {fact["comm_handle"] for fact in job.facts_of(pid, "made")}
    shown = {handle for handle, item in communicators.items() if not item["internal"]}
    if shown != own:
        names = [(handle, communicators.get(handle, {}).get("name")) for handle in sorted(shown ^ own)]
        differences.append(f"process {pid}: the program's communicators differ by {names}")
    for fact in job.facts_of(pid, "derived"):
        item = communicators.get(fact["comm_handle"])
        if item is None:
            differences.append(f"process {pid}: {fact['comm_handle']} is missing")
            continue
        expected = {"windows": fact["windows"], "files": fact["files"], "windows_inferred": bool(fact["windows"]),
                    "freed_by_application": fact["freed"], "freed_by_library": False}
        for name, value in expected.items():
            actual = sorted(item[name]) if isinstance(item[name], list) else item[name]
            if actual != (sorted(value) if isinstance(value, list) else value):
                differences.append(f"process {pid} {item['name']}: {name} is {item[name]!r}, the program says {value!r}")
    # Of the duplicates it is read which window they are for.
    duplicates = [item for item in communicators.values() if item["internal"] and item["windows"]]
    windows = sorted(handle for item in duplicates for handle in item["windows"])
    expected = sorted(handle for fact in job.facts_of(pid, "derived") for handle in fact["windows"])
    if windows != expected or any(item["windows_inferred"] for item in duplicates):
        differences.append(f"process {pid}: duplicates for {windows}, the program has {expected}")
    return differences


def compare_attributes(process, job):
    """HC16, on the communicators that the facts name, and no other of the program's."""
    differences, pid = [], process["pid"]
    expected = {}
    for fact in job.facts_of(pid, "attribute"):
        value = fact["value"] & (1 << 64) - 1 if fact["setter"] == "C" else fact["value"]
        text = hex(value) if fact["setter"] == "C" else str(value)
        expected.setdefault(fact["comm_handle"], []).append(
            (fact["keyval"], fact["name"], fact["setter"], text, str(fact["value"])))
    for item in process["communicators"]:
        actual = [(attribute["keyval"], attribute["name"], attribute["setter"], attribute["value"], attribute["number"])
                  for attribute in item["attributes"] if attribute["name"] != "MPI_FT"]  # of 5.0; mpi.h of 4.1 lacks it
        if sorted(actual) != sorted(expected.pop(item["handle"], [])):
            differences.append(f"process {pid} {item['name']}: attributes {actual}")
    return differences + [f"process {pid}: {handle} is missing" for handle in expected]


class Derived(RealTest):
    def test_windows_and_files(self):
        """HC3 HC18 HC19 HC20 windows and files of communicators; the library's own communicators"""
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks), Job("derived", ranks) as job:

                def differences():
                    comms = processes_by_pid(self.ask("comms", job.mpirun.pid, "--all"))
                    return [text for pid in job.pids for text in compare_derived(comms[pid], job)]

                self.assert_settles(differences)
                hidden = run_mpidbg("comms", job.pids[0]).stdout
                for fact in job.facts_of(job.pids[0], "derived"):
                    for window in fact["windows"]:
                        self.assertEqual(hidden.count(window), 1, "the duplicate for a window is not shown")

    def test_group_handles(self):
        """HG6 HG7 which groups a handle of the program refers to, and which communicators"""
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks), Job("derived", ranks) as job:

                def differences():
                    processes = processes_by_pid(self.ask("groups", job.mpirun.pid, "--all"))
                    found = []
                    for pid in job.pids:
                        groups = {group["handle"]: group for group in processes[pid]["groups"]}
                        facts = job.facts_of(pid, "group_handle")
                        # Held; freed, of a communicator; never asked for; asked for.
                        self.assertEqual([fact["without_handle"] for fact in facts], [False, True, True, False])
                        for fact in facts:
                            group = groups.get(fact["handle"], {})
                            expected = {"without_handle": fact["without_handle"], "fortran_handle": fact["fortran"],
                                        "rank": None if fact["rank"] < 0 else fact["rank"], "size": fact["size"],
                                        "communicators": fact["communicators"], "predefined": False,
                                        "freed_by_application": False, "freed_by_library": False}
                            actual = {name: group.get(name) for name in expected}
                            if actual != expected:
                                found.append(f"process {pid}: {actual}, the program says {expected}")
                    return found

                self.assert_settles(differences)


class Attributes(RealTest):
    def test_attributes(self):
        """HC16 every attribute of every communicator, predefined ones included"""
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks), Job("attributes", ranks) as job:

                def differences():
                    comms = processes_by_pid(self.ask("comms", job.mpirun.pid))
                    # MPI_COMM_SELF has none of its own.
                    return [text for pid in job.pids for text in compare_attributes(comms[pid], job)]

                self.assert_settles(differences)

    def test_functions(self):
        """HC16 the functions and the extra state that the keyvals were made with, live and in a core"""
        with Job("attributes", 2) as job:
            core = job.gcore(job.pids[0])
            expected = {fact["keyval"]: fact for fact in job.facts_of(job.pids[0], "keyval")}
            self.assertEqual(len(expected), 2)
            # first: MPI_COMM_WORLD's attribute, the one of "with" and the keyval itself; second: set once, and the other
            # attribute was deleted.
            references = dict(zip(sorted(expected), (3, 2)))
            for target in (job.pids[0], core):
                seen = {}
                for comm in ("MPI_COMM_WORLD", "with attributes"):
                    answer = self.ask("show", "comm", comm, target)
                    for attribute in answer["processes"][0]["communicators"][0]["attributes"]:
                        if attribute["name"] is not None:
                            self.assertIsNone(attribute["functions"])
                            continue
                        functions, fact = attribute["functions"], expected[attribute["keyval"]]
                        self.assertEqual(functions["copy"]["address"], fact["copy"])
                        self.assertEqual(functions["copy"]["name"], fact["copy_name"])
                        self.assertEqual(functions["delete"], {"address": fact["delete"], "name": "drop", "language": "C"})
                        self.assertEqual(functions["extra_state"], fact["extra_state"])
                        self.assertEqual(functions["references"], references[attribute["keyval"]])
                        seen[comm, attribute["keyval"]] = functions
                self.assertEqual(len(seen), 3)
                text = run_mpidbg("show", "comm", "with attributes", target).stdout
                self.assertRegex(text, r"copy function copy_none 0x\w+ \(C\)  delete function drop 0x\w+ \(C\)  "
                                       r"extra state 0x0")


if __name__ == "__main__":
    unittest.main()
