"""Convenience functions, for expressions and conditions of breakpoints."""

import gdb

from . import handles, sessions, shim
from .errors import MpiError


def _process(name):
    """A member of the process in the JSON of `ranks`; it does not change while MPI is up."""
    inferior = gdb.selected_inferior()
    session = sessions.session_of(inferior)
    if name not in session.process:
        session.read("ranks", with_stacks=False)
        (process,) = session.processes("ranks")
        if process[name] is None:
            raise MpiError(process["error"] or f"the {name} is not known")
        session.process[name] = process[name]
    return session.process[name]


class Rank(gdb.Function):
    """$_mpi_rank (): the rank of the current process in MPI_COMM_WORLD."""

    def __init__(self):
        super().__init__("_mpi_rank")

    def invoke(self):
        return _process("rank")


class Size(gdb.Function):
    """$_mpi_size (): the size of MPI_COMM_WORLD."""

    def __init__(self):
        super().__init__("_mpi_size")

    def invoke(self):
        return _process("size")


class Communicator(gdb.Function):
    """$_mpi_comm (HANDLE): the name of a communicator, for conditions such as $_streq ($_mpi_comm (comm), "my dup").
An empty text if it has no name or is none."""

    def __init__(self):
        super().__init__("_mpi_comm")

    def invoke(self, handle):
        inferior = gdb.selected_inferior()
        session = sessions.session_of(inferior)
        session.read_object("comm", hex(handles.handle_of(handle, "comm")))
        (process,) = session.processes("show", shim.sized(shim.RenderOptions(all=1)))
        communicators = process["communicators"]
        return communicators[0]["name"] if communicators else ""


def install():
    for function in (Rank, Size, Communicator):
        function()
