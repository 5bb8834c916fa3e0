"""`cvars`, `pvars` and `categories`: every field of every variable is what the MPI_T functions tell in the process itself."""

import re
import unittest

from compare import equal, processes_by_pid
from mpi_job import Job, RealTest, run_mpidbg

VERBOSITIES = ["user basic", "user detail", "user all", "tuner basic", "tuner detail", "tuner all", "MPI developer basic",
               "MPI developer detail", "MPI developer all"]
SCOPES = ["constant", "readonly", "local", "group", "group equal", "all", "all equal"]
BINDINGS = [None, "communicator", "datatype", "errhandler", "file", "group", "op", "request", "window", "message", "info"]
CLASSES = ["state", "level", "size", "percentage", "high watermark", "low watermark", "counter", "aggregate", "timer", "generic"]


def handle(text):
    return None if text == "0x0" else text


def same_value(datatype, actual, expected):
    """MPI_T has no null texts: they are empty. Versions, which it does not read at all, are null among the facts."""
    if expected is None:
        return datatype == "MPI_CHAR"
    if datatype == "MPI_CHAR":
        return (actual or "") == expected
    if datatype == "MPI_DOUBLE":
        return float(actual) == expected
    if datatype == "MPI_C_BOOL":
        return actual == ("true" if expected else "false")
    if isinstance(expected, list):
        return actual == ", ".join(map(str, expected))
    return actual == str(expected)


def compare_list(process, job, noun, kind, count, compare):
    """Every fact of the kind against the object with its index, and no object without a fact."""
    differences, pid = [], process["pid"]
    where = f"process {pid} {noun}"
    actual = {item["index"]: item for item in process[noun]["objects"]}
    facts = job.facts_of(pid, kind)
    equal(differences, where, "complete", (process[noun]["complete"], process[noun]["reason"]), (True, None))
    equal(differences, where, "count", len(actual) + process[noun]["inactive"], count["count"])
    equal(differences, where, "number of facts", len(facts), count["count"])
    for fact in facts:
        item = actual.pop(fact["index"], None)
        if fact["inactive"] or item is None:
            equal(differences, f"{where} {fact['index']}", "active", item is not None, not fact["inactive"])
            continue
        name = f"{where} {fact['name']}"
        equal(differences, name, "name", item["name"], fact["name"])
        equal(differences, name, "description", item["description"], fact["description"] or None)
        compare(differences, name, item, fact)
    return differences + [f"{where}: {index} that MPI_T does not know" for index in actual]


def compare_cvars(process, job):
    """C5 of control variables, and what they hold."""
    pid = process["pid"]
    enumerations = {fact["handle"]: fact for fact in job.facts_of(pid, "enum")}
    items = {}
    for fact in job.facts_of(pid, "enum_item"):
        items.setdefault(fact["handle"], {})[str(fact["value"])] = fact["name"]

    def compare(differences, where, item, fact):
        equal(differences, where, "datatype", item["datatype"], fact["datatype"])
        equal(differences, where, "verbosity", item["verbosity"], VERBOSITIES[fact["verbosity"]])
        equal(differences, where, "bind", item["bind"], BINDINGS[fact["bind"]])
        equal(differences, where, "scope", item["scope"], SCOPES[fact["scope"]])
        equal(differences, where, "enumeration", item["enumeration"], handle(fact["enum"]))
        enumeration = enumerations.get(fact["enum"])
        equal(differences, where, "enumeration's name", item["enumeration_name"], enumeration and enumeration["name"])
        if enumeration and fact["datatype"] in ("MPI_INT", "MPI_UNSIGNED"):
            number = fact["value"] if fact["value"] < 1 << 31 else fact["value"] - (1 << 32)
            equal(differences, where, "value's name", item["value_name"], items[fact["enum"]].get(str(number)))
        equal(differences, where, "reason", item["value_reason"], None)
        if not same_value(item["datatype"], item["value"], fact["value"]):
            equal(differences, where, "value", item["value"], fact["value"])

    (count,) = job.facts_of(pid, "cvar_count")
    return compare_list(process, job, "cvars", "cvar", count, compare)


def compare_pvars(process, job):
    def compare(differences, where, item, fact):
        equal(differences, where, "class", item["class"], CLASSES[fact["class"]])
        for name in ("datatype", "readonly", "continuous", "atomic"):
            equal(differences, where, name, item[name], fact[name])
        equal(differences, where, "verbosity", item["verbosity"], VERBOSITIES[fact["verbosity"]])
        equal(differences, where, "bind", item["bind"], BINDINGS[fact["bind"]])
        equal(differences, where, "enumeration", item["enumeration"], handle(fact["enum"]))
        if fact["value"] is None:
            if item["values"] or not item["value_reason"]:
                differences.append(f"{where}: values {item['values']}, because {item['value_reason']}")
            return
        expected = fact["value"] if isinstance(fact["value"], list) else [fact["value"]]
        held = [values for values in item["values"] if values["name"] in (None, "MPI_COMM_WORLD")]
        equal(differences, where, "values", [values["elements"] for values in held], [[str(number) for number in expected]])

    (count,) = job.facts_of(process["pid"], "pvar_count")
    return compare_list(process, job, "pvars", "pvar", count, compare)


def compare_categories(process, job):
    pid = process["pid"]
    names = {kind: {fact["index"]: fact["name"] for fact in job.facts_of(pid, kind) if not fact["inactive"]}
             for kind in ("cvar", "pvar", "category")}
    members = {(fact["category"], fact["what"]): fact["indices"] for fact in job.facts_of(pid, "members")}

    def compare(differences, where, item, fact):
        for what, kind in (("cvars", "cvar"), ("pvars", "pvar"), ("categories", "category")):
            expected = [{"index": index, "name": names[kind].get(index)} for index in members[fact["index"], what]]
            equal(differences, where, what, item[what], expected)

    (count,) = job.facts_of(pid, "category_count")
    differences = compare_list(process, job, "categories", "category", count, compare)
    equal(differences, f"process {pid}", "update number", process["update_number"], count["update_number"])
    return differences


COMPARISONS = {"cvars": compare_cvars, "pvars": compare_pvars, "categories": compare_categories}

# Open MPI has performance variables that its functions work out: what they are worth cannot be seen without a recorder.
CODES = {"cvars": 0, "pvars": 6, "categories": 0}


class ToolInformation(RealTest):
    def test_live(self):
        """P1 P2 P16 C1 C2 C5-C9 G6 G8 every variable and category of live processes, as its MPI_T functions tell"""
        for ranks in (1, 2, 3):
            with self.subTest(ranks=ranks), Job("mpit_variables", ranks) as job:
                for noun, compare in COMPARISONS.items():
                    answer = self.ask(noun, job.mpirun.pid, code=CODES[noun])
                    self.assertEqual(answer["mismatches"], [])
                    processes = processes_by_pid(answer)
                    self.assertEqual(sorted(processes), job.pids)
                    self.assertEqual([text for pid in job.pids for text in compare(processes[pid], job)], [])
                self.assert_untouched(job)

    def test_unexpected_queue(self):
        """P16 pml_ob1_unexpected_msgq_length is as long as the unexpected queue, by communicator"""
        total = 0
        with Job("unexpected", 2) as job:
            for pid in job.pids:
                (process,) = self.ask("queues", pid)["processes"]
                queues = {item["handle"]: len(item["queues"]["unexpected"]["operations"]) for item in process["communicators"]}
                (process,) = self.ask("pvars", pid, "--name", "pml_ob1_unexpected_msgq_length")["processes"]
                (lengths,) = process["pvars"]["objects"]
                held = {item["object"]: sum(map(int, item["elements"])) for item in lengths["values"] if item["elements"]}
                self.assertEqual({handle: held[handle] for handle in queues if handle in held}, queues)
                total += sum(queues.values())
        self.assertGreater(total, 0)

    def test_events(self):
        """E1 S1 a library without events has none, and that is an answer"""
        with Job("hung_recv", 1) as job:
            for noun, words in (("events", "no types of events"), ("sources", "no sources of events")):
                (process,) = self.ask(noun, job.pids[0])["processes"]
                self.assertEqual((process[noun]["complete"], process[noun]["objects"]), (True, []))
                self.assertIn(words, run_mpidbg(noun, job.pids[0]).stdout)

    def test_core(self):
        """P2 C2 C5 core files of gdb and of the kernel say the same"""
        with Job("mpit_variables", 2) as job:
            for core in (job.gcore(job.pids[0]), job.kernel_core(job.pids[1])):
                for noun, compare in COMPARISONS.items():
                    (process,) = self.ask(noun, core, code=CODES[noun])["processes"]
                    self.assertEqual(compare(process, job), [])

    def test_without_tool(self):
        """P1 C1 a program that never calls MPI_T has variables all the same"""
        with Job("hung_recv", 2) as job:
            for noun, least in (("cvars", 500), ("pvars", 2), ("categories", 100)):
                for process in self.ask(noun, job.mpirun.pid, code=CODES[noun])["processes"]:
                    self.assertTrue(process[noun]["complete"], process[noun]["reason"])
                    self.assertGreater(len(process[noun]["objects"]), least)

    def test_where_values_come_from(self):
        """where the value of a control variable came from: mpirun's command line arrives in the environment"""
        environment = {"OMPI_MCA_pml_ob1_priority": "23"}
        with Job("hung_recv", 2, environment=environment) as job:
            pid = job.pids[0]
            cvars = {item["name"]: item for item in self.ask("cvars", pid)["processes"][0]["cvars"]["objects"]}
            for name, value in (("pml_ob1_priority", "23"), ("pml", "ob1"), ("btl", "self,vader")):
                self.assertEqual((cvars[name]["value"], cvars[name]["source"]), (value, "environment"))
            self.assertEqual(cvars["btl_vader_eager_limit"]["source"], "default")
            from_files = [item for item in cvars.values() if item["source"] == "file"]
            for item in from_files:
                with open(item["source_file"], encoding="utf-8") as file:
                    line = file.read().splitlines()[item["source_line"] - 1]
                self.assertRegex(line, rf"^\s*{item['name']}\s*=\s*{re.escape(item['value'])}\s*$")

    def test_one_by_name(self):
        """P3 C4 G10 one variable or category by its name, and a name that there is not"""
        with Job("hung_recv", 2) as job:
            pid = job.pids[0]
            for noun, name in (("cvars", "btl_vader_eager_limit"), ("pvars", "pml_ob1_posted_recvq_length"),
                               ("categories", "opal_btl_vader")):
                (process,) = self.ask(noun, pid, "--name", name)["processes"]
                self.assertEqual([item["name"] for item in process[noun]["objects"]], [name])
                text = run_mpidbg(noun, pid, "--name", name).stdout
                self.assertIn("\n  " + name, text)
                self.assertEqual(re.findall(r"^  (\w+)", text, re.MULTILINE), [name])
                missing = run_mpidbg(noun, pid, "--name", "no_such_name")
                self.assertEqual(missing.returncode, 1)
                self.assertIn("'no_such_name'", missing.stderr)

    def test_text(self):
        """P2 C10 as a person reads them; categories as a tree"""
        with Job("hung_recv", 2) as job:
            pid = job.pids[0]
            text = run_mpidbg("cvars", pid).stdout
            self.assertIn('\n  pml = "ob1"  from environment  MPI_CHAR  scope all equal  verbosity user detail\n', text)
            self.assertIn("\n  btl_vader_eager_limit = 4096  from default  MPI_UNSIGNED_LONG  ", text)
            verbose = run_mpidbg("cvars", pid, "--verbose", "--name", "pml").stdout
            self.assertIn("\n      Default selection set of components for the pml framework", verbose)
            tree = run_mpidbg("categories", pid).stdout
            self.assertRegex(tree, r"\n  opal_btl  1 control variable\n(    .*\n)*    opal_btl_vader  \d+ control variables\n")
            self.assertIn("\n        cvar btl_vader_eager_limit\n", run_mpidbg("categories", pid, "-v").stdout)
            pvars = run_mpidbg("pvars", pid).stdout
            self.assertRegex(pvars, r"\n  pml_ob1_posted_recvq_length  size  MPI_UNSIGNED  .*\n(      .*\n)*      my dup: ")


if __name__ == "__main__":
    unittest.main()
