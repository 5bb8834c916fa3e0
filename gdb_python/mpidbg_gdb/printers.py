"""Defines pretty-printers, which show one line for a handle wherever GDB shows a value."""

import re

import gdb
import gdb.printing

from . import handles, sessions, values
from .errors import MpiError, one_line


class HandlePrinter:
    """Prints a handle as one line. Has no children, because GDB would show them, too, and MI would omit the text."""

    def __init__(self, value, type_name, is_declared=False):
        self._value, self._type_name, self._is_declared = value, type_name, is_declared

    def to_string(self):
        kind = handles.KIND_OF_TYPE[self._type_name]
        try:
            found = values.handle_in(self._value, kind, self._is_declared)
            handle = _handle_of_fortran(kind, found.number) if found.is_of_fortran else found.number
        except (gdb.error, MpiError):
            return _plain_status(self._value) if kind == "status" else f"{self._type_name} <not readable>"
        if handle is None:
            return f"{self._type_name} {found.words()}"
        text = _described(kind, handle)
        if kind == "status":
            return f"{self._type_name} {text}" if text else _plain_status(self._value)
        return f"{self._type_name} {handle:#x}" + (f": {text}" if text else "")


def _handle_of_fortran(kind, index):
    """Returns the C handle for a Fortran handle; None if it is not known."""
    try:
        inferior = gdb.selected_inferior()
        return sessions.handle_of_fortran(inferior, kind, index) if sessions.has_process(inferior) else None
    except (gdb.error, gdb.GdbError, RuntimeError):
        return None


def _described(kind, handle):
    """Returns a description of a handle; empty, instead of an error, if nothing is known. The printer then shows only
    the value."""
    try:
        inferior = gdb.selected_inferior()
        if not sessions.has_process(inferior):
            return ""
        text = sessions.describe(inferior, kind, handle)
    except (gdb.error, gdb.GdbError, RuntimeError):
        return ""
    return re.sub("  +", "  ", one_line(text)) if text else ""


def _plain_status(value):
    """Describes a status that is not in the process's memory by its public members. Fortran writes their names in lower
    case."""
    try:
        members = {(field.name or "").upper(): field for field in value.type.strip_typedefs().fields()}
        return "MPI_Status source {} tag {} error {}".format(
            *(int(value[members[name]]) for name in ("MPI_SOURCE", "MPI_TAG", "MPI_ERROR")))
    except (gdb.error, KeyError, TypeError):
        return "MPI_Status <not readable>"


class _Collection(gdb.printing.PrettyPrinter):
    """The collection of printers, one for each type of handles. `info pretty-printer` lists them, and `disable
    pretty-printer` accepts their names."""

    def __init__(self):
        names = [gdb.printing.SubPrettyPrinter(name) for name in handles.KIND_OF_TYPE]
        super().__init__("mpi", names)
        self._by_name = {printer.name: printer for printer in names}

    def __call__(self, value):
        name = handles.type_name(value.type)
        if name is None or not self._by_name[name].enabled:
            return None
        return HandlePrinter(value, name)


def install():
    gdb.printing.register_pretty_printer(None, _Collection(), replace=True)
