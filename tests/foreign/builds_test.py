#!/usr/bin/env python3
"""Builds of MPI libraries from recorded processes, whatever is installed (record_cores.sh): queues, communicators and
the verdict on two ranks of samples/hung_recv.c that wait for each other, against what the ranks said themselves. And that no
profile is believed of a build that it was not made from.

    builds_test.py GDB_PYTHON LIBMQS_SHIM LIBMPIDBG DATA
"""

import json
import lzma
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, ".."))
sys.path.insert(0, os.path.join(HERE, "..", "real"))
from compare import compare_process, compare_queues, processes_by_pid  # noqa: E402  pylint: disable=wrong-import-position
from profile_files import profile_names, read_profile as profile  # noqa: E402  pylint: disable=wrong-import-position
from recorded_process import RecordedProcess, ask, load_shim, recorded_segments  # noqa: E402  pylint: disable=wrong-import-position

PACKAGE, SHIM, PLUGIN, DATA = sys.argv[1:5]


@dataclass
class Build:
    library: str
    layer: str
    profiles: set
    found_by: str = "build-id"
    ways: tuple = ("stripped",)  # of a recording with the debug information: with it, without it, and with exported symbols alone


WAYS = ("g", "default", "stripped")

BUILDS = {"mpich-4.0.2-ofi": Build("MPICH 4.0.2", "ofi", {"mpich-4.0.2-ofi-x86_64"}, found_by="version"),
          "mpich-4.2.1-ucx-1.18.1": Build("MPICH 4.2.1", "ucx", {"mpich-4.2.1-x86_64", "ucx-1.18.1-x86_64"}),
          "mpich-5.0.2-abi-ucx-1.23.0rc1": Build("MPICH 5.0.2", "ucx", {"mpich-5.0.2-abi-x86_64", "ucx-1.23.0rc1-x86_64"}),
          "mpich-5.0.2-ucx-1.23.0rc1": Build("MPICH 5.0.2", "ucx", {"mpich-5.0.2-x86_64", "ucx-1.23.0rc1-x86_64"}),
          # Of a build that no profile was made from.
          "openmpi-4.1.0": Build("Open MPI 4.1.0", "ob1", {"openmpi-4.1.0-x86_64"}, found_by="version"),
          "openmpi-4.1.4": Build("Open MPI 4.1.4", "ob1", {"openmpi-4.1.4-x86_64"}),
          # Patch releases that no profile was made from, each in the three ways that a site has them.
          "openmpi-4.1.8": Build("Open MPI 4.1.8", "ob1", {"openmpi-4.1.4-x86_64"}, found_by="series 4.1", ways=WAYS),
          "openmpi-5.0.9": Build("Open MPI 5.0.9", "ob1", {"openmpi-5.0.7-x86_64"}, found_by="series 5.0", ways=WAYS),
          "openmpi-5.0.7": Build("Open MPI 5.0.7", "ob1", {"openmpi-5.0.7-x86_64"}),
          "openmpi-5.0.7-ucx-1.18.1": Build("Open MPI 5.0.7", "ucx", {"openmpi-5.0.7-x86_64", "ucx-1.18.1-x86_64"}),
          "openmpi-6.0.0rc2": Build("Open MPI 6.0.0", "ob1", {"openmpi-6.0.0rc2-x86_64"}),
          "openmpi-6.0.0rc2-ucx-1.23.0rc1": Build("Open MPI 6.0.0", "ucx", {"openmpi-6.0.0rc2-x86_64", "ucx-1.23.0rc1-x86_64"})}


def recordings(build):
    return [os.path.join(DATA, f"{build}.{rank}") for rank in range(2)]


def answer(build, way, noun):
    shim = load_shim(PACKAGE, SHIM)
    try:
        processes = [RecordedProcess(shim, path, way).open(PLUGIN) for path in recordings(build)]
    except AssertionError as refused:
        return {"processes": [{"error": str(refused)}] * 2}, [str(refused)] * 2
    found, problems = ask(shim, processes, noun)
    for process in processes:
        process.close()
    return found, problems


class Facts:
    """What the ranks said, as the functions of compare.py want it."""

    # Datatypes without gaps are bytes to UCX.
    UNTOLD = {"count", "datatype", "datatype_handle", "datatype_named"}

    def __init__(self, build):
        with open(os.path.join(DATA, build + ".facts"), encoding="utf-8") as file:
            self.facts = [json.loads(line) for line in file]
        for fact in self.facts:
            if BUILDS[build].layer == "ucx" and fact["fact"] == "operation" and fact["queue"] == "posted":
                # Of Open MPI a blocking call has its request on the stack, and none of Open MPI's own.
                has_none = "call" in fact and build.startswith("openmpi")
                fact["untold"] = self.UNTOLD | ({"request"} if has_none else set())

    def facts_of(self, pid, kind):
        return [fact for fact in self.facts if fact["fact"] == kind and fact["pid"] == pid]


def ask_with(build, noun, way="stripped", **environment):
    """In a process of its own, since profiles are looked for once; what the recordings hold is unpacked here, for all of them."""
    for path in recordings(build):
        recorded_segments(path)
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork"), os.environ.update, (environment,)) as process:
        return process.submit(answer, build, way, noun).result()


def profiles_of(library):
    return [name for name in profile_names() if name.endswith("-x86_64") and profile(name)["library"] == library]


def series(name):
    """Library, first and second number of the version."""
    return re.match(r"[^.]+\.\d+", name).group()


def of_sources(name):
    """Of a patch release that changed structs of its series."""
    return name.startswith("openmpi-") and "build_id" not in profile(name)


def others_of(name):
    """Those to be put in its place: each of its series, and of others those of packaged builds."""
    known = profiles_of(profile(name)["library"])
    return [other for other in known if series(other) == series(name) or not of_sources(other)]


def is_alike(name, other):
    """Whether two patch releases have the same communicators: what else queues are read by did not change then."""
    sizes = [profile(each)["structs"].get("ompi_communicator_t", {}).get("size") for each in (name, other)]
    return series(name) == series(other) and sizes[0] == sizes[1] is not None


# What a refusal names: the struct that is not as the layouts say.
CHECKED = r"(MPIR|MPIDI|ucp|ucs|ompi|mca)\w+"


def why_unseen(process):
    """Why the posted receives of a process are not shown; empty if those of any communicator are."""
    if process["error"] is not None:
        return process["error"]
    queues = [communicator["queues"]["posted"] for communicator in process["communicators"]]
    return "" if any(queue["operations"] for queue in queues) else next(queue["reason"] for queue in queues)


class Builds(unittest.TestCase):
    maxDiff = None

    def in_each_way(self, check):
        """check(build, way, what the ranks said)."""
        for build, known in BUILDS.items():
            for way in known.ways:
                with self.subTest(build=build, way=way):
                    check(build, way, Facts(build))

    def test_queues_are_what_the_ranks_said(self):
        def check(build, way, facts):
            known = BUILDS[build]
            found, problems = ask_with(build, "queues", way)
            self.assertEqual(problems, ["", ""])
            processes = processes_by_pid(found)
            self.assertEqual(len(processes), 2)
            for process in processes.values():
                self.assertEqual(compare_process(process, facts, known.library, known.layer) + compare_queues(process, facts), [])
                by = {name for name in known.profiles if f"profile {name} ({known.found_by}, checked)" in process["layouts"]}
                self.assertEqual(by, known.profiles)
                self.assertEqual("debug information" in process["layouts"], way == "g")

        self.in_each_way(check)

    def test_communicators_are_what_the_ranks_said(self):
        def check(build, way, facts):
            for process in ask_with(build, "comms", way)[0]["processes"]:
                said = {(fact["comm"], fact["comm_handle"], fact["comm_rank"], fact["size"])
                        for fact in facts.facts_of(process["pid"], "communicator")}
                shown = {(each["name"], each["handle"], each["rank"], each["size"]) for each in process["communicators"]}
                self.assertEqual(shown & said, said)
                for communicator in process["communicators"]:
                    self.assertIsNotNone(communicator["attributes"], communicator["name"])

        self.in_each_way(check)

    def test_the_verdict_is_that_both_wait_for_each_other(self):
        def check(build, way, _facts):
            verdict = ask_with(build, "why", way)[0]["verdict"]
            waiting = [[(each["rank"], each["call"]) for each in finding["waiting"]]
                       for finding in verdict["findings"] if finding["kind"] == "deadlock"]
            self.assertEqual(waiting, [[(0, "MPI_Recv"), (1, "MPI_Recv")]])

        self.in_each_way(check)

    @unittest.skipUnless("MPIDBG_COMMAND" in os.environ, "built without the command")
    def test_the_command_says_what_these_core_files_lack(self):
        """They have memory alone: without notes nobody knows which process and which files it was, and nothing is guessed."""
        build = "mpich-4.2.1-ucx-1.18.1"
        with tempfile.TemporaryDirectory() as place:
            paths = [os.path.join(place, f"core.{rank}") for rank in range(2)]
            for rank, path in enumerate(paths):
                with lzma.open(os.path.join(DATA, f"{build}.{rank}.core.xz")) as packed, open(path, "wb") as file:
                    shutil.copyfileobj(packed, file)
            for noun in ("queues", "comms", "why"):
                with self.subTest(noun):
                    result = subprocess.run([os.environ["MPIDBG_COMMAND"], noun, *paths, "-v"], capture_output=True, text=True,
                                            timeout=120, check=False)
                    self.assertEqual(result.returncode, 1)
                    for path in paths:
                        self.assertIn(f"core file {path} has no notes about the process", result.stdout + result.stderr)

    def test_no_profile_of_another_build_is_believed(self):
        """Each profile in the place of the right one, with its name, build and variables: only what is checked can refuse it.
        That of another patch release, whose structs of messages are the same, gives the right answers. Not of the patch releases,
        which read the same profiles once more.
        """
        for build, known in BUILDS.items():
            if known.ways == WAYS:
                continue
            for name in sorted(known.profiles):
                for other in others_of(name):
                    with self.subTest(build=build, profile=other, instead_of=name), tempfile.TemporaryDirectory() as place:
                        mixed = {**profile(name), "structs": profile(other)["structs"]}
                        with open(os.path.join(place, name + ".json"), "w", encoding="utf-8") as file:
                            json.dump(mixed, file)
                        found, _problems = ask_with(build, "queues", MPIDBG_PROFILE_PATH=place)
                        believed = name == other or is_alike(name, other)
                        self.assertEqual([why_unseen(process) == "" for process in found["processes"]], [believed] * 2)
                        for process in found["processes"]:
                            if believed:
                                self.assertEqual(compare_queues(process, Facts(build)), [])
                            else:
                                self.assertRegex(why_unseen(process), CHECKED)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
