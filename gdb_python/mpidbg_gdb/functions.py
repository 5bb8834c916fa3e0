"""Defines convenience functions such as $_mpi_rank(), for expressions and conditions of breakpoints."""

import gdb

from . import declared, sessions, values
from .entry_points import Function
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


class Rank(Function):
    """$_mpi_rank (): the rank of the current process in MPI_COMM_WORLD."""

    NAME = "_mpi_rank"

    def value(self):
        return _fact("world_rank")


class Size(Function):
    """$_mpi_size (): the size of MPI_COMM_WORLD."""

    NAME = "_mpi_size"

    def value(self):
        return _fact("world_size")


class Communicator(Function):
    """$_mpi_comm (HANDLE): the name of a communicator; an empty text if it has none.
$_mpi_comm (HANDLE, NAME): true if that is its name, for conditions, also in Fortran, where GDB cannot compare texts.
HANDLE is an MPI_Comm, a reference to one, a type(MPI_Comm) of Fortran's module mpi_f08, or an
INTEGER of Fortran; any other integer after `set mpi as comm HANDLE'."""

    NAME = "_mpi_comm"

    def value(self, handle, name=None):
        session = sessions.session_of(gdb.selected_inferior())
        found = values.handle_in(handle, "comm", declared.is_declared(values.referred(handle), "comm"))
        number = session.resolve("comm", found.words()) if found.is_of_fortran else found.number
        found_name = session.look_at("comm", number).name.decode("utf-8", "replace")
        return found_name if name is None else found_name == values.text_in(name)


def install():
    for function in (Rank, Size, Communicator):
        function()
