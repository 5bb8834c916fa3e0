"""One hung job (samples/layers.c) over four layers: ob1 and ucx of Open MPI, and MPICH as a shared library and inside the
program. All answers are those of ob1, but for the rows of the table in README.md, which the comments here name."""

import difflib
import json
import os
import re
import unittest

from mpi_job import Job, RealTest, run_mpidbg
from test_other_layers import SHARED_MEMORY, UCX
from test_why import STUCK

SHORT = 4096  # bytes: between what is sent at once and by rendezvous

# What is the job's, the program's or the library's own.
OF_THE_JOB = {"pid", "tid", "target", "job", "module", "offset", "library", "layouts", "point_to_point", "context", "context_id",
              "fortran_handle", "keyval"}
ADDRESS = re.compile(r"0x[0-9a-f]{5,}")


def normalised(value, name=""):
    """The answer without addresses, handles, context ids and names of libraries, and in an order that no library chose."""
    if isinstance(value, dict):
        return {key: "of the job" if key in OF_THE_JOB and member is not None else normalised(member, key)
                for key, member in value.items()}
    if isinstance(value, list):
        members = [normalised(member) for member in value]
        if name == "communicators":  # row 1
            members.sort(key=lambda communicator: communicator["name"])
        if name == "operations":  # row 2
            members.sort(key=lambda operation: operation["tag"] or 0)
        return members
    if name == "file" and value is not None:  # as the compiler was given it
        return os.path.basename(value)
    return "address" if isinstance(value, str) and ADDRESS.fullmatch(value) else value


def lines_of(answers):
    return json.dumps(answers, indent=1).splitlines()


def communicators_of(answer):
    return [communicator for process in answer["processes"] for communicator in process["communicators"]]


def queues_of(answer):
    """Queues without what differs from layer to layer."""
    for communicator in communicators_of(answer):
        for queue in communicator["queues"].values():
            for operation in queue["operations"]:
                del operation["sequence"], operation["record"]  # rows 3 and 4
    return answer


def queues_over_ucx(answer, layer):
    """What the queues of ob1 are over UCX."""
    for communicator in communicators_of(answer):
        for name, queue in communicator["queues"].items():
            for operation in queue["operations"]:
                if name in ("posted", "sends") and not operation["persistent"] and operation["datatype"] != "column":
                    operation.update(datatype=None, datatype_handle=None, datatype_named=False, count=None)  # row 5
                if operation["waiting_call"] == "MPI_Recv" and layer == "Open MPI ucx":  # row 6
                    operation["request"] = None
                if name == "sends":  # row 7
                    operation["bytes_done"] = None
                if name == "unexpected" and operation["bytes"] <= SHORT:  # row 8
                    operation.update(protocol="eager", buffer="address")
    return answer


def comms_of(answer):
    for communicator in communicators_of(answer):
        del communicator["reference_count"], communicator["info"]  # rows 9 and 10
        communicator["attributes"] = [attribute for attribute in communicator["attributes"]
                                      if attribute["setter"] != "library"]  # row 10
    return answer


def why_of(answer):
    verdict = answer["verdict"]
    del verdict["looks"], verdict["milliseconds_between_looks"]  # row 11
    for finding in verdict["findings"]:
        for agent in finding["waiting"]:
            for condition in agent["conditions"]:
                if condition["internal"]:  # row 12
                    del condition["tag"]
    return answer


def why_over_ucx(answer, _):
    for finding in answer["verdict"]["findings"]:  # row 11
        finding["proof"] = "transport"
        finding["not_proved_for"] = [{"lack": "counters", "ranks": [agent["rank"] for agent in finding["waiting"]]}]
    return answer


LAYERS = {
    "ob1": ("layers", {}),
    "Open MPI ucx": ("layers", {"layer": UCX}),
    "MPICH": ("mpich_layers", {"mpi": "mpich"}),
    "MPICH inside": ("mpich_inside_layers", {"mpi": "mpich"}),
}
NOUNS = {"queues": (queues_of, queues_over_ucx), "comms": (comms_of, lambda answer, _: answer), "why": (why_of, why_over_ucx)}


class FourLayers(RealTest):
    def answers(self, layer):
        sample, options = LAYERS[layer]
        environment = {"OMPI_MCA_mpi_yield_when_idle": "1", **SHARED_MEMORY}
        with Job(sample, 3, environment=environment, **options) as job:
            def unsettled():
                result = run_mpidbg("why", *job.pids)
                return [] if result.returncode == STUCK and "ranks 0-2 wait for each other" in result.stdout else [result.stdout]

            self.assert_settles(unsettled)
            answers = {noun: self.ask(noun, *job.pids, code=STUCK if noun == "why" else 0) for noun in NOUNS}
            text = run_mpidbg("why", *job.pids).stdout
            return {**{noun: of(normalised(answers[noun])) for noun, (of, _) in NOUNS.items()},
                    "text of why": [line for line in text.splitlines() if not line.startswith("DEADLOCK")]}  # row 11

    def test_answers(self):
        of_ob1 = json.dumps(self.answers("ob1"))
        for layer in LAYERS:
            if layer == "ob1":
                continue
            with self.subTest(layer=layer):
                expected = json.loads(of_ob1)
                for noun, (_, over_ucx) in NOUNS.items():
                    expected[noun] = over_ucx(expected[noun], layer)
                found = self.answers(layer)
                self.assertEqual("\n".join(difflib.unified_diff(lines_of(expected), lines_of(found), "of ob1", layer, n=6)), "")


if __name__ == "__main__":
    unittest.main()
