"""`datatypes` and `show datatype`: sizes, envelope, contents and the type map are what MPI tells the program, and the bytes
of the type map are those that MPI_Pack takes, in its order."""

import json
import unittest

from compare import equal, processes_by_pid
from mpi_job import Job, Mpi4Job, RealTest, openmpi_version, run_mpidbg, validate

# The constructor of each combiner, and the function of MPI-1 that Debian's library has too.
CONSTRUCTORS = {
    "dup": ("MPI_Type_dup", None), "contiguous": ("MPI_Type_contiguous", None), "vector": ("MPI_Type_vector", None),
    "hvector": ("MPI_Type_create_hvector", "MPI_Type_hvector"), "indexed": ("MPI_Type_indexed", None),
    "hindexed": ("MPI_Type_create_hindexed", "MPI_Type_hindexed"),
    "indexed_block": ("MPI_Type_create_indexed_block", None),
    "hindexed_block": ("MPI_Type_create_hindexed_block", None),
    "struct": ("MPI_Type_create_struct", "MPI_Type_struct"), "subarray": ("MPI_Type_create_subarray", None),
    "darray": ("MPI_Type_create_darray", None), "f90_real": ("MPI_Type_create_f90_real", None),
    "f90_complex": ("MPI_Type_create_f90_complex", None), "f90_integer": ("MPI_Type_create_f90_integer", None),
    "resized": ("MPI_Type_create_resized", None), "named": (None, None),
}
HANDED_OUT = ("named", "f90_real", "f90_complex", "f90_integer")


def written_out(typemap):
    """The (size, displacement) of every element, in order."""
    sizes = [basic["size"] for basic in typemap["basics"]]
    stack = [[]]
    loops = []
    for entry in typemap["entries"]:
        if "run" in entry:
            stack[-1] += [(sizes[entry["basic"]], entry["displacement"] + i * entry["stride"])
                          for i in range(entry["count"])]
        elif "loop" in entry:
            loops.append(entry)
            stack.append([])
        else:
            body, loop = stack.pop(), loops.pop()
            stack[-1] += [(size, displacement + round_ * loop["stride"]) for round_ in range(loop["loop"])
                          for size, displacement in body]
    return stack[0]


def byte_runs(elements):
    """[displacement, length] of the bytes in order, neighbours put together: the form of the fact."""
    runs = []
    for size, displacement in elements:
        if runs and sum(runs[-1]) == displacement:
            runs[-1][1] += size
        else:
            runs.append([displacement, size])
    return runs


def coverage_of(fact):
    """What is used of the extent, from the bytes that MPI_Pack takes."""
    begin, end = fact["lb"], fact["lb"] + fact["extent"]
    places = [place for displacement, length in fact["bytes"] for place in range(displacement, displacement + length)]
    used = set(places)
    holes = []
    for place in range(begin, end):
        if place in used:
            continue
        if holes and sum(holes[-1].values()) == place:
            holes[-1]["length"] += 1
        else:
            holes.append({"displacement": place, "length": 1})
    inside = sum(begin <= place < end for place in used)
    return {"bytes_used": inside, "bytes_outside": len(used) - inside, "hole_bytes": end - begin - inside,
            "total_holes": len(holes), "holes": holes[:256], "overlap": len(used) != len(places)}


def constituents(fact, facts):
    """The handles of what a datatype was made from: MPI gives copies of derived ones, so of those all that are alike."""
    return [{part} if isinstance(part, str) else
            {other["handle"] for other in facts if all(other[name] == part[name] for name in part)}
            for part in fact["datatypes"]]


def datatype_differences(datatype, fact, facts, where):
    differences = []

    def check(name, expected):
        equal(differences, where, name, datatype[name], expected)

    check("name", fact["name"] or None)
    predefined = fact["combiner"] in HANDED_OUT
    check("predefined", predefined)
    check("committed", True if predefined else fact["committed"])
    check("internal", False)
    if fact["fortran"] >= 0 or not predefined:
        check("fortran_handle", fact["fortran"] if fact["fortran"] >= 0 else None)
    check("size", fact["size"])
    check("lb", fact["lb"])
    check("ub", fact["lb"] + fact["extent"])
    check("extent", fact["extent"])
    check("true_lb", fact.get("true_lb"))
    check("true_extent", fact.get("true_extent"))
    check("true_ub", fact["true_lb"] + fact["true_extent"] if "true_lb" in fact else None)
    check("combiner", fact["combiner"])
    constructor, mpi1 = CONSTRUCTORS[fact["combiner"]]
    check("constructor", constructor)
    check("mpi1_constructor", mpi1)
    for name in ("integers", "addresses", "datatypes"):
        check("total_" + name, len(fact[name]))
    check("integers", fact["integers"])
    check("addresses", fact["addresses"])
    parts = constituents(fact, facts)
    if len(datatype["datatypes"]) != len(parts) or any(
            handle not in part for handle, part in zip(datatype["datatypes"], parts)):
        differences.append(f"{where}: datatypes are {datatype['datatypes']}, the program says {parts}")
    check("typemap_problem", None)
    elements = written_out(datatype["typemap"])
    check("typemap", datatype["typemap"] | {"total_entries": len(datatype["typemap"]["entries"]),
                                            "total_elements": len(elements)})
    equal(differences, where, "bytes", byte_runs(elements), fact["bytes"])
    check("coverage", coverage_of(fact))
    check("coverage_problem", None)
    equal(differences, where, "elements of each type", sum(basic["elements"] for basic in datatype["typemap"]["basics"]),
          len(elements))
    return differences


class Datatypes(RealTest):
    def differences(self, process, job):
        found = []
        pid = process["pid"]
        self.assertTrue(process["datatypes"]["complete"], process["datatypes"]["reason"])
        shown = {datatype["handle"]: datatype for datatype in process["datatypes"]["objects"]}
        facts = job.facts_of(pid, "datatype")
        self.assertGreater(len(facts), 40)
        by_handle = {fact["handle"]: fact for fact in facts}
        requests_seen = any(user["kind"] == "request" for datatype in shown.values() for user in datatype["users"])
        for fact in facts:
            where = f"process {pid} \"{fact['label']}\""
            datatype = shown.get(fact["handle"])
            if datatype is None:
                found.append(f"{where}: not shown")
                continue
            found += datatype_differences(datatype, fact, facts, where)
            # Whether a handle was freed is concluded from who refers to the type, requests among them.
            if fact["combiner"] not in HANDED_OUT and requests_seen:
                equal(found, where, "freed_by_application", datatype["freed_by_application"], fact["freed"])
            # HD7, HD11: who was made from it, among those that the program reports.
            users = {user["handle"] for user in datatype["users"] if user["kind"] == "datatype"}
            made_from = {other["handle"] for other in facts
                         if fact["handle"] in shown.get(other["handle"], {}).get("datatypes", [])}
            if users & set(by_handle) != made_from:
                found.append(f"{where}: users are {users}, made from it are {made_from}")
            requests = {user["handle"] for user in datatype["users"] if user["kind"] == "request"}
            expected = {operation["request"] for operation in job.facts_of(pid, "operation")
                        if operation.get("datatype_handle") == fact["handle"] and "request" in operation}
            if requests_seen:
                equal(found, where, "requests", sorted(requests), sorted(expected))
            nodes = datatype["nodes"]
            equal(found, where, "first node", (nodes[0]["depth"], nodes[0]["handle"]), (0, fact["handle"]))
            equal(found, where, "constituents",
                  [node["handle"] for node in nodes if node["depth"] == 1 for _ in range(node["times"])],
                  datatype["datatypes"])
        # Nothing is shown that the program did not make, but what the library makes for itself.
        for handle, datatype in shown.items():
            if handle not in by_handle and not datatype["predefined"] and not datatype["internal"]:
                found.append(f"process {pid}: {handle} {datatype['nodes'][0]['call']} does not exist")
        return found

    def test_every_combiner(self):
        """HD1 HD2 HD3 HD4 HD5 HD6 HD7 HD8 HD10 HD11 Z6 Z11: live, on 1, 2 and 4 ranks."""
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks), Job("datatypes", ranks) as job:
                self.assert_settles(lambda: [
                    text for process in processes_by_pid(self.ask("datatypes", job.mpirun.pid, "--all")).values()
                    for text in self.differences(process, job)])
                self.assert_untouched(job)

    def test_core(self):
        """HD5 Z9: the same from a core file."""
        with Job("datatypes", 2) as job:
            pid = job.pids[1]
            core = job.gcore(pid)
            (process,) = self.ask("datatypes", core, "--all")["processes"]
            self.assertEqual(self.differences(process, job), [])

    def test_show(self):
        """HD3 HD5 HD9 Z7: one by its handle; what is none is said not to be."""
        with Job("datatypes", 1) as job:
            (pid,) = job.pids
            for fact in job.facts_of(pid, "datatype"):
                result = run_mpidbg("show", "datatype", fact["handle"], pid, "--json")
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                answer = json.loads(result.stdout)
                validate(answer)
                (process,) = answer["processes"]
                (datatype,) = process["datatypes"]["objects"]
                self.assertEqual(datatype_differences(datatype, fact, job.facts_of(pid, "datatype"), fact["label"]), [])
            facts = {fact["label"]: fact for fact in job.facts_of(pid, "datatype")}
            comm = job.facts_of(pid, "operation")[0]["comm_handle"]
            for handle in (comm, "0x10", hex(int(facts["struct"]["handle"], 16) + 16)):
                result = run_mpidbg("show", "datatype", handle, pid)
                self.assertNotEqual(result.returncode, 0, result.stdout)

    def test_arguments_of_type_count(self):
        """What a function was given as MPI_Count is shown where the call without has its integers and addresses."""
        if openmpi_version() < "Open MPI 6":
            return  # it has no such functions
        with Mpi4Job("count_arguments", 1) as job:
            (pid,) = job.pids
            for target in (pid, job.gcore(pid)):
                (process,) = self.ask("datatypes", target)["processes"]
                types = {each["handle"]: each for each in process["datatypes"]["objects"]}
                twins = job.facts_of(pid, "twins")
                self.assertEqual(len(twins), 11)
                for fact in twins:
                    plain, counted = (json.dumps(types[fact[name]]).replace(fact[name], "itself") for name in ("plain", "counted"))
                    self.assertEqual(types[fact["plain"]]["constructor"], fact["call"])
                    self.assertEqual(json.loads(counted), json.loads(plain))

    def test_text(self):
        """HD5: the picture, the map and how the type was made."""
        with Job("datatypes", 1) as job:
            (pid,) = job.pids
            facts = {fact["label"]: fact for fact in job.facts_of(pid, "datatype")}
            text = run_mpidbg("show", "datatype", facts["vector"]["handle"], pid).stdout
            self.assertIn("MPI_Type_vector(count 4, blocklength 2, stride 5, MPI_DOUBLE)\n", text)
            self.assertIn("4 x at stride 40: 2 x MPI_DOUBLE at 0\n", text)
            self.assertIn("3 holes of 72 bytes in an extent of 136 (53 %): 24 at 16, 24 at 56, 24 at 96\n", text)
            text = run_mpidbg("show", "datatype", facts["struct"]["handle"], pid).stdout
            self.assertIn("[A.......BBBBBBBBBBBBBBBBBBBBBBBBCCCCDDDD]\n", text)
            self.assertIn("type map {(MPI_CHAR, 0), (MPI_DOUBLE, 8), (MPI_DOUBLE, 16), (MPI_DOUBLE, 24), "
                          "(MPI_INT, 32), (MPI_FLOAT, 36)}\n", text)
            text = run_mpidbg("show", "datatype", facts["overlapping"]["handle"], pid).stdout
            self.assertIn("[AAAAAAAA!!!!AAAAAAAA]\n", text)
            self.assertIn("overlap", text)
            text = run_mpidbg("show", "datatype", facts["smaller than its data"]["handle"], pid).stdout
            self.assertIn("AAAA[....]....AAAA\n", text)
            self.assertIn("8 bytes of data are outside the extent\n", text)
            text = run_mpidbg("show", "datatype", facts["freed, part of another"]["handle"], pid).stdout
            self.assertIn("freed by the application (inferred)", text)
            self.assertIn(f"used by datatype {facts['whole']['handle']}\n", text)


if __name__ == "__main__":
    unittest.main()
