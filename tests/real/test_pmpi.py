"""`pmpi`: which object each MPI call leads to, as the dynamic linker tells the program itself."""

import json
import os
import unittest

from mpi_job import SAMPLES, Job, RealTest, run_mpidbg, schema_of, validate

TOOLS = {name: os.path.join(SAMPLES, f"lib{name}.so") for name in ("first_tool", "second_tool")}
TOOLS["recorder"] = os.environ["MPIDBG_RECORDER"]
WRAPPED = ["MPI_Comm_set_name", "MPI_Pcontrol", "MPI_Recv"]


class Pmpi(RealTest):
    def profiling(self, target):
        answer = json.loads(run_mpidbg("pmpi", target, "--json").stdout)
        validate(answer, schema_of("pmpi"))
        (process,) = answer["processes"]
        return process, {function["name"]: function for function in process["functions"]}

    def check(self, tools, called=None):
        """The first definition of every function is where the program's call goes; live, from a core and from a capture."""
        environment = {"LD_PRELOAD": ":".join(TOOLS[tool] for tool in tools)} if tools else {}
        with Job("profiled", 1, environment=environment) as job:
            texts = []
            capture = os.path.join(job.directory, "one.capture")
            self.assertEqual(run_mpidbg("capture", "-o", capture, job.pids[0]).returncode, 0)
            for target in (job.pids[0], job.gcore(job.pids[0]), capture):
                process, functions = self.profiling(target)
                facts = job.facts_of(job.pids[0], "leads_to")
                self.assertEqual(len(facts), 8)
                for fact in facts:
                    name = fact["function"]
                    first = (functions[name]["definitions"] if name.startswith("MPI_") else functions[name[1:]]["profiling"])[0]
                    self.assertEqual(os.path.realpath(first["module"]), os.path.realpath(fact["object"]), name)
                    self.assertEqual(first["address"], fact["address"], name)
                for name in WRAPPED:
                    modules = [os.path.realpath(item["module"]) for item in functions[name]["definitions"]]
                    self.assertEqual(modules[:len(tools)], [os.path.realpath(TOOLS[tool]) for tool in tools])
                    self.assertEqual(modules[len(tools):], [os.path.realpath(process["library"])])
                self.assertEqual([function["redirected"] for function in functions.values() if function["redirected"]], [])
                texts.append(run_mpidbg("pmpi", target).stdout.split("\n", maxsplit=1)[1])
            self.assertEqual(texts[1:], texts[:1] * 2)
            # Only the first of several is called, unless it is the recorder.
            self.assertEqual({fact["tool"] for fact in job.facts if fact["fact"] == "wrapped"},
                             set(tools[:1] if called is None else called))
            return texts[0]

    def test_without_tool(self):
        """M1 M5 every function has its PMPI_ name; MPI_Pcontrol is the library's"""
        text = self.check([])
        self.assertIn("functions of MPI, every one has its PMPI_ name", text)
        self.assertIn("nothing intercepts", text)
        self.assertIn("MPI_Pcontrol goes to the library, where it does nothing", text)

    def test_one_tool(self):
        """M1 M5 who intercepts what"""
        text = self.check(["first_tool"])
        self.assertIn("libfirst_tool.so intercepts 3 functions\n    MPI_Comm_set_name MPI_Pcontrol MPI_Recv\n", text)
        self.assertRegex(text, r"MPI_Pcontrol goes to \S*libfirst_tool\.so")

    def test_two_tools(self):
        """M2 M7 several definitions of one function"""
        text = self.check(["first_tool", "second_tool"])
        self.assertRegex(text, r"2 tools define the same 3 functions: \S*libfirst_tool.so is called; not \S*libsecond_tool.so")

    def test_recorder_and_tools(self):
        """M2 M7 M8 the recorder calls the tool behind it, which does not call the next one"""
        text = self.check(["recorder", "first_tool", "second_tool"], called=["first_tool"])
        self.assertRegex(text, r"3 tools define the same 3 functions: \S*record-openmpi.so is called, which calls "
                               r"\S*libfirst_tool.so; not \S*libsecond_tool.so, unless")

    def test_written_slot(self):
        """M7 a tool that is in nobody's order, but has written the program's slot"""
        tool = os.path.join(SAMPLES, "libslot_tool.so")
        with Job("profiled", 1, environment={"LD_PRELOAD": tool}) as job:
            process, functions = self.profiling(job.pids[0])
            redirected = {name: function["redirected"] for name, function in functions.items() if function["redirected"]}
            self.assertEqual(list(redirected), ["MPI_Comm_set_name"])
            (call,) = redirected["MPI_Comm_set_name"]
            self.assertEqual(os.path.realpath(call["module"]), os.path.realpath(tool))
            self.assertEqual(os.path.realpath(call["caller"]), os.path.realpath(job.program))
            self.assertNotEqual(os.path.realpath(process["library"]), os.path.realpath(tool))
            self.assertRegex(run_mpidbg("pmpi", job.pids[0]).stdout,
                             r"profiled calls MPI_Comm_set_name at 0x\w+ in \S*libslot_tool.so: a tool wrote the slot")

    def test_fortran(self):
        """M3 M4 Open MPI's Fortran calls the PMPI_ name: the tool that wraps MPI_Comm_set_name is not called"""
        if not os.path.exists(os.path.join(SAMPLES, "fortran_recv")):
            self.skipTest("no Fortran compiler was there")
        with Job("fortran_recv", 2, environment={"LD_PRELOAD": TOOLS["first_tool"]}) as job:
            process, _ = self.profiling(job.pids[0])
            (bindings,) = [item for item in process["fortran"] if "mpifh" in item["module"]]
            called = {fact["function"] for fact in job.facts if fact["fact"] == "wrapped"}
            self.assertNotIn("MPI_Comm_set_name", called)
            self.assertEqual(bindings["call_mpi"], 0)
            self.assertGreater(bindings["call_pmpi"], 300)
            text = run_mpidbg("pmpi", job.pids[0]).stdout
            self.assertIn("mpi_send_ calls PMPI_Send", text)
            # The bindings of mpi_f08 (MPI_Send_f08) are no functions that a tool could intercept.
            self.assertNotRegex(text, r"mpifh\S* intercepts")
            self.assertNotIn("_f08", text)

    def test_no_mpi(self):
        result = run_mpidbg("pmpi", os.getpid())
        self.assertEqual(result.returncode, 1)
        self.assertIn("no module defines PMPI_Init", result.stderr)


if __name__ == "__main__":
    unittest.main()
