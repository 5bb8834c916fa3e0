#!/usr/bin/env python3
"""The command over core files of other machines, and over the same files cut off and damaged.

    command_test.py MPIDBG LIBMPIDBG DATA UNPACK_CORE
"""

import contextlib
import json
import os
import random
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest

MPIDBG, PLUGIN, DATA, UNPACK_CORE = sys.argv[1:5]
NOT_ENOUGH = 6
PROFILES = os.path.join(os.path.dirname(__file__), "../../mpidbg/layout/profiles")
# The directory that the files of the process of i386 were in; that of s390x had the root directory.
I386_ROOT = "tmp/proto/sysroot/root-i386"


def setUpModule():  # pylint: disable=invalid-name
    global SCRATCH  # pylint: disable=global-statement
    SCRATCH = tempfile.TemporaryDirectory()


def tearDownModule():  # pylint: disable=invalid-name
    SCRATCH.cleanup()


def unpacked(machine):
    """The core file, what stands for the process's root directory, and the program."""
    core = os.path.join(SCRATCH.name, machine + ".core")
    root = os.path.join(SCRATCH.name, machine)
    if not os.path.exists(core):
        with tarfile.open(os.path.join(DATA, f"openmpi-{machine}.files.tar.xz")) as archive:
            archive.extractall(os.path.join(root, I386_ROOT) if machine == "i386" else root)
        subprocess.run([UNPACK_CORE, os.path.join(DATA, f"openmpi-{machine}.core.zst"), core], check=True)
    return core, root, os.path.join(root, I386_ROOT if machine == "i386" else "", "hang1")


def run(*arguments):
    return run_without_plugin(*arguments, "--plugin", PLUGIN)


def run_without_plugin(*arguments):
    return subprocess.run([MPIDBG, *arguments], capture_output=True, text=True, timeout=60, check=False)


def run_on(machine, *arguments, start=run):
    core, root, program = unpacked(machine)
    return start(*arguments, core, "--sysroot", root, "--exe", program)


def ask(noun, machine, core=None):
    whole, root, program = unpacked(machine)
    return run(noun, core or whole, "--sysroot", root, "--exe", program, "--json", "--all")


class Answers(unittest.TestCase):
    """hang1.c says what must be found."""

    def process(self, noun, machine):
        result = ask(noun, machine)
        self.assertIn(result.returncode, (0, NOT_ENOUGH), result.stderr)
        (process,) = json.loads(result.stdout)["processes"]
        self.assertIsNone(process["error"])
        self.assertEqual((process["rank"], process["size"]), (0, 1))
        return process

    def check_queues(self, machine, in_world):
        process = self.process("queues", machine)
        self.assertEqual(process["point_to_point"], "ob1")
        self.assertEqual(process["library"], "Open MPI 4.1.4")
        self.assertEqual(process["layouts"].split(" (")[0], f"profile openmpi-4.1.4-{machine}")
        queues = {comm["name"]: comm["queues"] for comm in process["communicators"]}
        self.assertEqual(set(queues), {"MPI_COMM_WORLD", "MPI_COMM_SELF", "my dup"})
        for name, by_kind in queues.items():
            for kind, queue in by_kind.items():
                self.assertTrue(queue["complete"], (name, kind, queue["reason"]))
        posted = queues["my dup"]["posted"]["operations"]
        self.assertEqual([(op["tag"], op["any_source"], op["bytes"], op["count"], op["datatype"]) for op in posted],
                         [(6, True, 16, 4, "MPI_INT"), (5, False, 16, 4, "MPI_INT")])
        unexpected = queues["my dup"]["unexpected"]["operations"]
        self.assertEqual([(op["tag"], op["bytes"], op["protocol"]) for op in unexpected], [(77, 4, "eager")])
        self.assertEqual([op["tag"] for op in queues["MPI_COMM_WORLD"]["posted"]["operations"]], in_world)
        return process

    def test_queues_of_i386(self):
        self.check_queues("i386", [])

    def test_queues_of_s390x(self):
        process = self.check_queues("s390x", [99])
        self.assertEqual(process["blocked_in"], ["MPI_Recv"])

    def test_communicators(self):
        for machine in ("i386", "s390x"):
            names = [comm["name"] for comm in self.process("comms", machine)["communicators"]]
            self.assertEqual(names, ["MPI_COMM_WORLD", "MPI_COMM_SELF", "my dup"])

    def test_call_and_its_line(self):
        """The rank of s390x waits for a message from itself that nobody sends."""
        core, root, program = unpacked("s390x")
        result = run("why", core, "--sysroot", root, "--exe", program)
        self.assertIn("MPI_Recv at main (hang1.c:17)", result.stdout)
        self.assertIn("tag 99", result.stdout)

    def test_files_of_another_machine(self):
        """Not read for those of the process."""
        core, root, _ = unpacked("i386")
        other = unpacked("s390x")[2]
        result = run("queues", core, "--sysroot", root, "--exe", other, "-v")
        self.assertIn("is for another architecture (s390x) than the process (i386)", result.stdout + result.stderr)


class OtherCommands(unittest.TestCase):
    """What needs more than the queues."""

    def test_colours_on_a_terminal(self):
        core, root, program = unpacked("s390x")
        for variables, is_colored in (({"TERM": "xterm"}, True), ({"TERM": "dumb"}, False),
                                      ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "xterm", "NO_COLOR": ""}, True), ({}, False)):
            terminal, end = os.openpty()
            environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
            command = [MPIDBG, "queues", core, "--sysroot", root, "--exe", program, "--plugin", PLUGIN]
            with subprocess.Popen(command, stdout=end, stderr=subprocess.DEVNULL, env={**environment, **variables}) as process:
                os.close(end)
                written = b""
                # Linux: EIO when the other end is closed.
                with contextlib.suppress(OSError):
                    while piece := os.read(terminal, 65536):
                        written += piece
                os.close(terminal)
            self.assertIn(process.returncode, (0, NOT_ENOUGH))
            self.assertIn(b"my dup", written)
            self.assertEqual(b"\x1b[" in written, is_colored, variables)

    def test_why_in_every_form(self):
        """The only rank waits for itself: its counters prove that nothing is on its way."""
        text = run_on("s390x", "why")
        self.assertEqual(text.returncode, 3, text.stderr)
        self.assertTrue(text.stdout.startswith("SELF-DEADLOCK: rank 0 waits for itself  proved: "), text.stdout)
        dot = run_on("s390x", "why", "--dot")
        self.assertEqual(dot.returncode, 3)
        self.assertTrue(dot.stdout.startswith("digraph why {\n"), dot.stdout)
        self.assertIn("node0 -> node0 [label=\"to send tag 99\\non MPI_COMM_WORLD\"", dot.stdout)
        whole = json.loads(run_on("s390x", "why", "--json").stdout)
        (finding,) = whole["verdict"]["findings"]
        self.assertEqual((finding["kind"], finding["proof"], finding["can_never_go_on"]), ("self-deadlock", "counters", True))
        self.assertEqual(finding["waiting"][0]["site"]["line"], 17)
        page = os.path.join(SCRATCH.name, "why.html")
        self.assertEqual(run_on("s390x", "why", "--html", page).returncode, 3)
        with open(page, encoding="utf-8") as file:
            self.assertRegex(file.read(), r"(?s)^<!DOCTYPE html>.*MPI_Recv.*</html>\s*$")

    def test_why_of_a_rank_at_an_unknown_place(self):
        """Below the function of i386's kernel there is code of a library that the tree lacks."""
        result = run_on("i386", "why")
        self.assertEqual(result.returncode, 6, result.stderr)
        _, seen, files = result.stdout.splitlines()
        self.assertIn("rank 0 is at a place that is not known: its stack cannot be walked: ", seen)
        self.assertRegex(files, "^warning: .* of the 43 files that the process has loaded are missing ")

    def test_two_processes_of_one_rank(self):
        """Not the ranks of one job: both are rank 0."""
        core, root, program = unpacked("s390x")
        other = os.path.join(SCRATCH.name, "other.core")
        with open(core, "rb") as file, open(other, "wb") as copy:
            copy.write(file.read())
        result = run("ranks", core, other, "--sysroot", root, "--exe", program, "--json")
        self.assertEqual([process["rank"] for process in json.loads(result.stdout)["processes"]], [0, 0])

    def test_ranks_and_stacks(self):
        self.assertRegex(run_on("s390x", "ranks").stdout, r"(?m)^0 +\d+ +- +Open MPI 4\.1\.4 +ob1 +MPI_Recv at main \(hang1\.c:17\)$")
        stacks = run_on("s390x", "stacks").stdout
        self.assertIn("\n  main (hang1.c:17)\n  MPI_Recv\n", stacks)
        self.assertIn("stack not complete: ", stacks)

    def test_objects(self):
        """hang1.c: MPI_Type_vector(3, 2, 5, MPI_INT)."""
        for machine in ("i386", "s390x"):
            handles = run_on(machine, "handles")
            self.assertEqual(handles.returncode, 0, handles.stdout)
            self.assertRegex(handles.stdout,
                             r'"myvec"  size 24  extent 48\n +MPI_Type_vector\(count 3, blocklength 2, stride 5, MPI_INT\)')
            for noun in ("files", "windows", "infos"):
                self.assertIn(f"    no {noun} but predefined ones and those of the library itself", handles.stdout)
        shown = run_on("i386", "show", "comm", "my dup")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("  my dup  context 3  rank 0 of 1\n", shown.stdout)

    def test_variables(self):
        """Each component of Open MPI has its version, that of the library, as variables."""
        for machine in ("i386", "s390x"):
            variables = run_on(machine, "cvars")
            self.assertEqual(variables.returncode, 0, variables.stderr)
            for part, number in (("major", 4), ("minor", 1), ("release", 4)):
                self.assertRegex(variables.stdout, rf"(?m)^ +pml_ob1_{part}_version = {number} +from default +MPI_INT +scope")
                self.assertRegex(variables.stdout, rf"(?m)^ +coll_libnbc_{part}_version = {number} ")

    def test_files_that_are_missing(self):
        """One sentence for many of them, which -v lists; what the library would have is nowhere else."""
        core, root, program = unpacked("s390x")
        library = "/usr/lib/s390x-linux-gnu/libmpi.so.40"
        many = (f"mpidbg: warning: {core}: 62 of the 63 files that the process has loaded are missing or of another build, among them its MPI "
                f"library: {library}; copy them with their paths below a directory and give it with --sysroot (-v lists them)\n")
        unseen = (f"mpidbg: {core}: the file of the MPI library is missing: {library}; the addresses of its variables are nowhere else "
                  "(profiles have only the layouts of structs)\n")
        for noun in ("queues", "ranks"):
            result = run(noun, core, "--exe", program)
            self.assertEqual((result.stderr, result.returncode), (many + unseen, NOT_ENOUGH))
        result = run_without_plugin("pmpi", core, "--exe", program)
        self.assertEqual((result.stderr, result.stdout, result.returncode), (many + unseen, "", NOT_ENOUGH))
        verbose = run("queues", core, "--exe", program, "-v").stderr.splitlines(True)
        self.assertEqual("".join(verbose[-2:]), many + unseen)
        listed = [line for line in verbose[:-2] if line.startswith(f"mpidbg: {core}: no file /") and
                  line.endswith(", which the process has loaded\n")]
        self.assertEqual((len(listed), len(verbose)), (62, 64))
        verbose = run("why", core, "--exe", program, "-v")
        self.assertEqual(len([line for line in verbose.stderr.splitlines() if line.startswith(f"mpidbg: {core}: no file /")]), 62)
        self.assertIn(many.removeprefix("mpidbg: "), verbose.stdout)
        missing = f"{core}: no file ./hang1_s390x_np, which the process has loaded"
        result = run("queues", core)
        self.assertEqual(result.returncode, NOT_ENOUGH)
        self.assertEqual(result.stderr.splitlines()[1:], [
            f"mpidbg: warning: {missing}", f"mpidbg: {core}: no MPI library can be seen: {missing.split(': ')[1]}, and not all that it has "
            "loaded is known, since memory that says so is missing"])

    def test_profile_that_is_not_used(self):
        for profile, reason in (("mpich-4.0.2-x86_64", "it is of MPICH 4.0.2 on x86_64, and the process has Open MPI 4.1.4"),
                                ("openmpi-4.1.4-s390x", None)):
            path = os.path.join(PROFILES, f"{profile}.json")
            warnings = [line for line in run_on("s390x", "queues", "--profile", path).stderr.splitlines() if "profile" in line]
            core = unpacked("s390x")[0]
            self.assertEqual(warnings, [f"mpidbg: warning: {core}: the profile {path} was not used: {reason}"] if reason else [])
            self.assertEqual(run_on("s390x", "queues", "-q", "--profile", path).stderr, "")

    def test_names_that_there_are_not(self):
        result = run_on("i386", "queues", "--comm", "nosuch")
        self.assertEqual(result.returncode, 1)
        self.assertIn("no process has a communicator 'nosuch'; there are MPI_COMM_SELF, MPI_COMM_WORLD, my dup", result.stderr)
        result = run_on("i386", "show", "comm", "nosuch")
        self.assertEqual(result.returncode, 1)
        self.assertIn("'nosuch' is not a handle", result.stderr)

    def test_pmpi(self):
        for machine in ("i386", "s390x"):
            result = run_on(machine, "pmpi", start=run_without_plugin)
            self.assertEqual(result.returncode, NOT_ENOUGH, result.stderr)
            lines = result.stdout.splitlines()
            self.assertIn("/libmpi.so.40", lines[0])
            self.assertEqual(lines[1:4], ["  415 functions of MPI, every one has its PMPI_ name",
                                          "  nothing intercepts: every call goes straight to the library",
                                          "  MPI_Pcontrol goes to the library, where it does nothing"])
            self.assertTrue(all(line.startswith("  cannot see: ") for line in lines[4:]))
            (process,) = json.loads(run_on(machine, "pmpi", "--json", start=run_without_plugin).stdout)["processes"]
            self.assertEqual(len(lines[4:]), len(process["unseen"]))
            self.assertEqual(process["fortran"], [])
            functions = {function["name"]: function for function in process["functions"]}
            for name in ("MPI_Send", "MPI_Init"):
                for definitions in (functions[name]["definitions"], functions[name]["profiling"]):
                    self.assertEqual([definition["module"] for definition in definitions], [process["library"]])
                self.assertEqual(functions[name]["redirected"], [])

    def test_profile_check(self):
        for machine in ("i386", "s390x"):
            right = run_on(machine, "profile", "check", "openmpi-4.1.4-" + machine, start=run_without_plugin)
            self.assertEqual(right.returncode, 0, right.stderr)
            self.assertTrue(right.stdout.endswith("47 agree, 0 differ, 71 not checkable\n"), right.stdout)
            self.assertNotIn("no class of that name", right.stdout)
            verbose = run_on(machine, "profile", "check", "-v", "openmpi-4.1.4-" + machine, start=run_without_plugin).stdout
            self.assertEqual(verbose.count("no class of that name in the process"), 71)
            wrong = run_on(machine, "profile", "check", "openmpi-4.1.4-x86_64", start=run_without_plugin)
            self.assertEqual(wrong.returncode, 1)
            self.assertIn("openmpi-4.1.4-x86_64 is for x86_64, ", wrong.stderr)
        # A profile that has another size of one struct, and of the one whose size depends on a build's components.
        named = os.path.join(SCRATCH.name, "other.json")
        with open(os.path.join(PROFILES, "openmpi-4.1.4-i386.json"), encoding="utf-8") as file:
            profile = json.load(file)
        profile["structs"]["ompi_request_t"]["size"] += 4
        proc = profile["structs"]["ompi_proc_t"]["size"]
        profile["structs"]["ompi_proc_t"]["size"] = proc + 4
        with open(named, "w", encoding="utf-8") as file:
            json.dump(profile, file)
        wrong = run_on("i386", "profile", "check", named, start=run_without_plugin)
        self.assertRegex(wrong.stdout, r"(?m)^DIFFERS +ompi_request_t +size 96, 92 in the process$")
        self.assertRegex(wrong.stdout, rf"(?m)^other build +ompi_proc_t +size {proc + 4}, {proc} in the process: one pointer for each")
        self.assertTrue(wrong.stdout.endswith("45 agree, 1 differ, 71 not checkable\n"), wrong.stdout)
        self.assertNotEqual(wrong.returncode, 0)


class Damage(unittest.TestCase):
    """Nothing that was cut off or overwritten takes long, ends the command or is shown as complete."""

    def test_cut_off(self):
        for machine in ("i386", "s390x"):
            core = unpacked(machine)[0]
            with open(core, "rb") as file:
                whole = file.read()
            path = os.path.join(SCRATCH.name, "cut.core")
            for size in (17, 19, 51, 60, 1000, 12000, len(whole) // 2, len(whole) * 9 // 10):
                with open(path, "wb") as file:
                    file.write(whole[:size])
                result = ask("queues", machine, path)
                self.assertGreater(result.returncode, 0, (machine, size))
                self.assertLess(result.returncode, 128, (machine, size))
                self.assertRegex(result.stdout + result.stderr, "is cut off|is truncated|no notes|not an ELF file|not a core file",
                                 (machine, size))

    def test_a_core_without_memory_is_not_taken_for_one_without_mpi(self):
        """What it does not list may be missing for the reason that the memory is."""
        core = unpacked("i386")[0]
        with open(core, "rb") as file:
            data = bytearray(file.read())
        headers, (size, count) = struct.unpack_from("<I", data, 28)[0], struct.unpack_from("<HH", data, 42)
        for header in range(headers, headers + size * count, size):
            if struct.unpack_from("<I", data, header)[0] == 1:  # PT_LOAD
                struct.pack_into("<I", data, header + 16, 0)  # p_filesz
        path = os.path.join(SCRATCH.name, "empty.core")
        with open(path, "wb") as file:
            file.write(data)
        result = run("queues", path, "--sysroot", SCRATCH.name)
        self.assertEqual(result.returncode, 6, result.stderr)
        self.assertIn(": no MPI library can be seen: ", result.stderr)
        self.assertIn("since memory that says so is missing", result.stderr)

    def test_overwritten(self):
        random.seed(1)
        for machine in ("i386", "s390x"):
            core = unpacked(machine)[0]
            with open(core, "rb") as file:
                whole = file.read()
            path = os.path.join(SCRATCH.name, "spoiled.core")
            for _ in range(6):
                spoiled = bytearray(whole)
                for _ in range(300):
                    at = random.randrange(64, len(spoiled)) if random.random() < 0.7 else random.randrange(64, 16384)
                    spoiled[at:at + 8] = random.choice((bytes(8), b"\xff" * 8, random.randbytes(8)))
                with open(path, "wb") as file:
                    file.write(spoiled)
                result = ask("queues", machine, path)
                self.assertIn(result.returncode, (0, 1, 4, NOT_ENOUGH), result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
