"""A job of three ranks that hangs in Python: ranks 0 and 1 wait for each other, rank 2 in a barrier for both.

Each rank says where it is about to block, as samples/hangs.c does: {"fact":"blocked","rank":0,"call":"MPI_Recv",
"function":"Halo.exchange","line":31}.
"""

import inspect
import json
import os

from mpi4py import MPI

WORLD = MPI.COMM_WORLD
RANK = WORLD.Get_rank()


def say(fact, **members):
    line = json.dumps({"fact": fact, "rank": RANK, "pid": os.getpid(), **members}) + "\n"
    with open(os.path.join(os.environ.get("MPIDBG_SAMPLE_FACTS", "."), f"{os.getpid()}.facts"), "a", encoding="utf-8") as file:
        file.write(line)


def blocks(call):
    """On the line after the caller's."""
    caller = inspect.currentframe().f_back
    say("blocked", call=call, function=caller.f_code.co_qualname, file=__file__, line=caller.f_lineno + 1)
    say("ready")


class Halo:
    def exchange(self, peer):
        blocks("MPI_Recv")
        WORLD.Recv(bytearray(8), source=peer, tag=7)


def wärme(peer):
    """A name that is not ASCII; called by way of C."""
    blocks("MPI_Recv")
    WORLD.Recv(bytearray(8), source=peer, tag=8)


def generated():
    """Generators run in a run of the evaluator of their own."""
    yield 1
    blocks("MPI_Barrier")
    WORLD.Barrier()
    yield 2


say("process", size=WORLD.Get_size())
if RANK == 0:
    Halo().exchange(1)
elif RANK == 1:
    sorted([0], key=wärme)
else:
    for _ in generated():
        pass
