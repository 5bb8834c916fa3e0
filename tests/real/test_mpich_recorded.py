"""What a debugger that uses the message queue interface alone is given of MPICH: under the recorder, with the objects in
memory and without; and what that costs it."""

import json
import os
import tempfile
import unittest

from mpi_job import Job, RealTest
from mpich_build import BUILD
from test_plugin_alone import ask

RECORDER = os.path.join(os.path.dirname(os.environ["MPIDBG_RECORDER"]), "libmpidbg-record-mpich.so")
# Of all calls that fetch memory, in pieces of 256 bytes: what padb reads at once.
PIECES_OF_RECORD = 1050


def without_objects(directory):
    """A profile of variables alone, as of a build whose objects nobody has described."""
    with open(BUILD.profile, encoding="utf-8") as file:
        profile = json.load(file)
    profile["structs"] = {name: struct for name, struct in profile["structs"].items()
                          if name in ("UT_array", "UT_icd", "MPIR_Process_t") or "table_entry" in name}
    with open(os.path.join(directory, os.path.basename(BUILD.profile)), "w", encoding="utf-8") as file:
        json.dump(profile, file)


def queues_of(pid):
    """Communicators as (unique id, rank, size, name, members), operations as texts by communicator, and pieces fetched."""
    communicators, operations, pieces = [], {}, None
    for line in ask(pid, "queues"):
        word, _, rest = line.partition(" ")
        if word == "communicator":
            unique_id, rank, size, name = rest.split(" ", 3)
            communicators.append([int(unique_id), int(rank), int(size), name, None])
        elif word == "members":
            communicators[-1][4] = [int(rank) for rank in rest.split()[1:]] if rest.startswith("0 ") else None
        elif word == "operation":
            operations.setdefault(communicators[-1][3], []).append(rest)
        elif word == "end":
            pieces = int(rest.split()[2])
    return communicators, operations, pieces


class PlainDebugger(RealTest):
    def test_objects_in_memory(self):
        with Job("mpich_hung_recv", 2, mpi="mpich", environment={"LD_PRELOAD": RECORDER}) as job:
            def differences():
                communicators, operations, pieces = queues_of(job.pids[0])
                found = [] if pieces <= BUILD.pieces else [f"{pieces} pieces"]
                ids = [communicator[0] for communicator in communicators]
                if len(set(ids)) != len(ids):
                    found.append(f"unique ids {ids}")
                texts = operations.get("my dup", [])
                if sum("Data: 4 * MPI_INT" in text and "length 16 " in text for text in texts) != 2:
                    found.append(str(operations))
                return found

            self.assert_settles(differences)

    def test_record_alone(self):
        with Job("mpich_hung_recv", 2, mpi="mpich", environment={"LD_PRELOAD": RECORDER}) as job, \
                tempfile.TemporaryDirectory() as directory:
            without_objects(directory)
            os.environ["MPIDBG_PROFILE_PATH"] = directory
            self.addCleanup(os.environ.pop, "MPIDBG_PROFILE_PATH", None)
            for rank, pid in job.pid_of_rank.items():
                communicators, operations, pieces = queues_of(pid)
                self.assertLessEqual(pieces, PIECES_OF_RECORD)
                by_name = {communicator[3]: communicator for communicator in communicators}
                self.assertEqual(by_name["MPI_COMM_WORLD"], [0x44000000, rank, 2, "MPI_COMM_WORLD", [0, 1]])
                self.assertEqual(by_name["MPI_COMM_SELF"], [0x44000001, 0, 1, "MPI_COMM_SELF", [rank]])
                self.assertEqual(by_name["my dup"][4], None)
                self.assertEqual([text.split(" length ")[1].split()[0] for text in operations["my dup"]], ["16", "16"])

    def test_freed_communicator(self):
        """What is pending on a communicator that was freed is under its context id, or on one without a name, as MPICH keeps it
        or not."""
        with Job("mpich_own_messages", 2, mpi="mpich") as job:
            def differences():
                communicators, operations, _ = queues_of(job.pids[0])
                freed = [communicator[3] for communicator in communicators if communicator[3].endswith("(freed communicator)")]
                if BUILD.keeps_freed and not freed:
                    freed = [name for name, pending in operations.items() if name.startswith("0x") and pending]
                if len(freed) != 1 or not freed[0].startswith("0x" if BUILD.keeps_freed else "context 0x"):
                    return [str(communicators)]
                # A receive, a send, and a message of the other rank.
                kinds = sorted((text[0], text.split(" tag ")[1].split()[0]) for text in operations[freed[0]])
                return [] if kinds == [("0", "9"), ("1", "8"), ("2", "9")] else [str(operations)]

            self.assert_settles(differences)


if __name__ == "__main__":
    unittest.main()
