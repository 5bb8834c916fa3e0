#!/usr/bin/env python3
"""Runs every sample over ob1 and ucx of Open MPI, over MPICH as a shared library, and over MPICH inside the program.

    every_layer.py BUILD [-v] [--layer LAYER]... [SAMPLE[:WAY]...]

Each way to hang (hangs:WAY) must have the verdict that the program says; each correct program (correct:WAY) none; queues,
communicators and calls of the other samples are held against those over ob1. Samples that no test needs are built first in
BUILD (the target samples_every_layer). Prints a line for each sample, each difference with -v. Not a ctest: it takes a
quarter of an hour. Ends with 1 if anything differs; README.md explains four ways that do.
"""

import argparse
import difflib
import json
import os
import re
import subprocess
import sys
import time

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PATIENCE = 30  # seconds until an answer must be the expected one
LOOKS = 5  # at a correct program

# Ranks and arguments of what stays as it is once it is ready.
SAMPLES = {
    "attributes": (2,), "call_sites": (2, "recv"), "communicators": (2,), "datatypes": (2,), "derived": (2,), "errhandlers": (2,),
    "files": (2, "."), "hung_recv": (2,), "infos": (2, "."), "intercomm": (2,), "large_datatype": (1, 100, 1),
    "layers": (3,), "many_requests": (1,), "ops": (2,), "outside_mpi": (2, "after"), "persistent": (2,), "probe": (2,),
    "profiled": (2,), "requests": (2,), "sends_pending": (2,), "spawn": (2,), "ssend_ring": (3,), "stencil": (4,), "threads": (2,),
    "unexpected": (2,), "waitall": (2,),
    **{f"collectives:{what}": (3, what) for what in ("barrier", "bcast", "allreduce", "ibarrier")},
    **{f"windows:{state}": (3, state) for state in ("flavors", "fence", "pscw", "start", "lock", "wait", "lock_all")},
}
READY = {"spawn": 4}  # where it is not the number of ranks
# What a library cannot do, or does not hang in: see README.md.
NOT_ON_MPICH = ("spawn", "hangs:user_operation", "hangs:scatter_roots", "hangs:freed_request", "hangs:openmp_barrier",
                "hangs:openmp_region", "hangs:comm_accept", "hangs:comm_spawn", "hangs:accept_without_all")

# The rows of the table in README.md: what the library chooses or counts in its own way, what a layer may not be told, and
# what each layer numbers or names otherwise.
OF_THE_LIBRARY = ("reference_count", "info", "ignored_info", "fortran_handle", "windows", "windows_inferred", "files")
UNTOLD = ("datatype", "datatype_handle", "datatype_named", "count", "request", "bytes_done")
OTHERWISE = ("sequence", "record", "protocol", "buffer")

SHORTEST_NAME = 63  # MPI_MAX_OBJECT_NAME - 1 of Open MPI; MPICH's is 127
GIVEN_NAME = re.compile(r"MPI COMMUNICATOR \d+( \w+ FROM \d+)?|address")  # by the libraries, or by mpidbg


def environment_of(build):
    """What tests/real/CMakeLists.txt gives to the tests."""
    here = {"MPIDBG_COMMAND": "corefile/command/mpidbg", "MPIDBG_PLUGIN": "mpidbg/libmpidbg.so", "MPIDBG_SAMPLES": "samples",
            "MPIDBG_SCHEMA": "mpidbg.schema.json", "MPIDBG_RECORDER": ""}
    os.environ.update({name: os.path.join(build, path) for name, path in here.items()})


def ways_of(sample, pattern):
    """The ways of samples/hangs_*.c or samples/correct.c, as samples with an argument."""
    names = []
    for name in sorted(os.listdir(os.path.join(SOURCE, "samples"))):
        if re.fullmatch(sample + r"(_\w+)?\.c", name):
            with open(os.path.join(SOURCE, "samples", name), encoding="utf-8") as file:
                names += [f"{sample}:{way}" for way in re.findall(pattern, file.read())]
    return names


def is_to_null(operation):  # row 17
    return operation["persistent"] and operation["comm_rank"] is None and not operation["any_source"]


def is_freed(communicator):  # row 15
    return communicator["name"] == "freed" or communicator["name"].endswith("(freed communicator)")


def comparable(answer, normalised):
    """What every layer knows: of each rank its calls and the communicators of the program, without the library's own messages."""
    found = {}
    for process in normalised(answer)["processes"]:
        communicators = [each for each in process["communicators"] if not each.get("internal") and not is_freed(each)]
        for communicator in communicators:
            for name in OF_THE_LIBRARY:
                communicator.pop(name, None)
            communicator["name"] = GIVEN_NAME.sub("unnamed", communicator["name"])[:SHORTEST_NAME]
            communicator["attributes"] = [dict(each, number=None) for each in communicator.get("attributes", ())
                                          if each["setter"] != "library"]
            for queue in communicator.get("queues", {}).values():
                queue["operations"] = [each for each in queue["operations"] or ()
                                       if not each["internal"] and not is_to_null(each)]
                if queue["reason"]:  # row 14
                    queue.update(complete=True, reason=None)
                del queue["internal_not_shown"]
                for operation in queue["operations"]:
                    operation["datatype"] = operation["datatype"] and re.sub("0x[0-9a-f]+", "...", operation["datatype"])
        communicators.sort(key=lambda each: (each["name"], str(each["size"]), json.dumps(each, sort_keys=True)))
        found[f'{process["rank"]} of {process["size"]}'] = {"blocked_in": process["blocked_in"], "communicators": communicators}
    return found


def operations_of(answer):
    return [operation for process in answer.values() for communicator in process["communicators"]
            for queue in communicator.get("queues", {}).values() for operation in queue["operations"]]


def difference(expected, found):
    """Lines of a difference; none if the answers are the same but for what the layer is not told."""
    expected, found = json.loads(json.dumps([expected, found]))
    for one, other in zip(operations_of(expected), operations_of(found)):
        for name in OTHERWISE + tuple(name for name in UNTOLD if not other[name]):
            del one[name], other[name]
        if one["send_mode"] in ("ready", "buffered"):  # row 7 of the table before, row 16
            one.update(send_mode=other["send_mode"], complete=other["complete"])
    texts = [json.dumps(answer, indent=1, sort_keys=True).splitlines() for answer in (expected, found)]
    return list(difflib.unified_diff(*texts, "ob1", "here", n=6, lineterm=""))


def settled(ask, is_expected):
    """The answer once it is the expected one, or the last one."""
    end = time.monotonic() + PATIENCE
    while True:
        answer = ask()
        if is_expected(answer) or time.monotonic() > end:
            return answer
        time.sleep(0.1)


class Layers:
    """How jobs are started on each layer, and what is asked of them. Its answers are lists of differences."""

    def __init__(self):
        # These read the environment when they are loaded.
        from mpi_job import Job, run_mpidbg
        from test_four_layers import normalised
        from test_other_layers import SHARED_MEMORY, UCX
        from test_why import STUCK, VerdictTest
        self.job, self.run, self.normalised, self.verdicts, self.stuck = Job, run_mpidbg, normalised, VerdictTest(), STUCK
        self.environment = {"OMPI_MCA_mpi_yield_when_idle": "1", **SHARED_MEMORY}
        self.all = {"ob1": ("", {}), "ucx": ("", {"layer": UCX}), "MPICH": ("mpich_", {"mpi": "mpich"}),
                    "MPICH inside": ("mpich_inside_", {"mpi": "mpich"})}
        self.of_ob1 = {}

    def start(self, layer, sample, ranks, *arguments):
        prefix, options = self.all[layer]
        environment = dict(self.environment)
        if sample == "spawn":  # shared memory reaches no processes of a spawned job
            environment["UCX_TLS"] += ",tcp"
            options = {"layer": self.job.OB1_WITH_TCP} if layer == "ob1" else options
        return self.job(prefix + sample, ranks, *arguments, ready=READY.get(sample), environment=environment, **options)

    def verdict(self, layer, name):
        sample, way = name.split(":")
        with self.start(layer, sample, 3, way) as job:
            (said,) = [fact for fact in job.facts if fact["fact"] == "verdict"]

            def unexpected():
                findings = self.verdicts.verdict_on(*job.pids)[1]["verdict"]["findings"]
                said["proof"] = findings[0]["proof"] if findings else None  # row 11
                return self.verdicts.differences(job, job.pids) + (["suspected"] if said["proof"] == "suspected" else [])
            return settled(unexpected, lambda found: not found)

    def alarms(self, layer, name):
        sample, way = name.split(":")
        with self.start(layer, sample, 3, way) as job:
            results = [self.run("why", *job.pids) for _ in range(LOOKS)]
            return [result.stdout for result in results if result.returncode == self.stuck]

    def answers(self, layer, name):
        ranks, *arguments = SAMPLES[name]
        with self.start(layer, name.split(":")[0], ranks, *arguments) as job:
            last, found = {}, []

            def ask(noun):
                result = self.run(noun, "--json", *job.pids)
                return comparable(json.loads(result.stdout), self.normalised) if result.stdout else {}

            def is_expected(noun, answer):
                if layer != "ob1":
                    return not difference(self.of_ob1[name][noun], answer)
                still, last[noun] = answer == last.get(noun), answer  # twice the same: nothing moves any more
                return still

            answers = {noun: settled(lambda noun=noun: ask(noun), lambda answer, noun=noun: is_expected(noun, answer))
                       for noun in ("queues", "comms")}
            if layer == "ob1":
                self.of_ob1[name] = answers
            for noun, answer in answers.items():
                found += difference(self.of_ob1[name][noun], answer)
            return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("-v", action="store_true", help="each difference")
    parser.add_argument("--layer", action="append", metavar="LAYER", help="ucx, MPICH or 'MPICH inside'")
    parser.add_argument("only", nargs="*", metavar="SAMPLE")
    arguments = parser.parse_intermixed_args()
    subprocess.run(["cmake", "--build", arguments.build, "--target", "samples_every_layer"], check=True, stdout=subprocess.DEVNULL)
    environment_of(os.path.realpath(arguments.build))
    layers = Layers()
    hangs, correct = ways_of("hangs", r'\{"(\w+)", \w+\}'), ways_of("correct", r"\bWAY\((\w+)\),")
    outcome = 0
    for name in [*SAMPLES, *hangs, *correct]:
        if arguments.only and name not in arguments.only and name.split(":")[0] not in arguments.only:
            continue
        ask = layers.verdict if name in hangs else layers.alarms if name in correct else layers.answers
        words = []
        for layer in layers.all:
            if layer.startswith("MPICH") and name in NOT_ON_MPICH:
                continue
            if arguments.layer and layer not in arguments.layer and (ask != layers.answers or layer != "ob1"):
                continue
            try:
                found = ask(layer, name)
            except Exception as fault:  # the next one is looked at all the same
                found = [f"{type(fault).__name__}: {fault}"]
            outcome |= bool(found)
            words.append(f"{layer} {'DIFFERS' if found else 'as expected'}")
            if arguments.v and found:
                print(f"-- {name} on {layer}", *found, sep="\n")
        print(f"{name:30} {', '.join(words)}", flush=True)
    return outcome


if __name__ == "__main__":
    sys.exit(main())
