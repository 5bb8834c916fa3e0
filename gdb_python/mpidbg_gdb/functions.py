"""Defines convenience functions such as $_mpi_rank(), for expressions and conditions of breakpoints."""

import gdb

from . import handles, sessions
from .errors import MpiError, sentence


def _fact(name):
    """Returns the member `name` of shim.Facts, a number about the selected process. It is cached, because it does not
    change while MPI is initialised."""
    inferior = gdb.selected_inferior()
    session = sessions.session_of(inferior)
    if name not in session.process:
        session.read("ranks", with_stacks=False)
        facts = session.facts()
        value = getattr(facts, name)
        if value < 0:
            raise MpiError(sentence(facts.problem.decode("utf-8", "replace") or f"the {name.replace('_', ' ')} is not known"))
        session.process[name] = value
    return session.process[name]


class Rank(gdb.Function):
    """$_mpi_rank (): the rank of the current process in MPI_COMM_WORLD."""

    def __init__(self):
        super().__init__("_mpi_rank")

    def invoke(self):
        return _fact("world_rank")


class Size(gdb.Function):
    """$_mpi_size (): the size of MPI_COMM_WORLD."""

    def __init__(self):
        super().__init__("_mpi_size")

    def invoke(self):
        return _fact("world_size")


class Communicator(gdb.Function):
    """$_mpi_comm (HANDLE): the name of a communicator, for conditions such as $_streq ($_mpi_comm (comm), "my dup").
An empty text if it has no name or is none."""

    def __init__(self):
        super().__init__("_mpi_comm")

    def invoke(self, handle):
        inferior = gdb.selected_inferior()
        session = sessions.session_of(inferior)
        return session.look_at("comm", handles.handle_of(handle, "comm")).name.decode("utf-8", "replace")


def install():
    for function in (Rank, Size, Communicator):
        function()
