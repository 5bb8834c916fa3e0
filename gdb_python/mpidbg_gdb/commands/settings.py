"""Defines `mpi plugin`, and the commands `set mpi` and `show mpi` for the plugin and for Fortran INTEGERs that are
handles."""

import os

import gdb

from .. import declared, handles, sessions, trust, values
from ..entry_points import Command
from ..errors import MpiError
from .prefix import PREFIXES


class SetPrefix(Command):
    """How MPI is inspected: the debug plugin, and which Fortran INTEGERs are handles."""

    def __init__(self):
        super().__init__("set mpi", gdb.COMMAND_DATA, prefix=True)

    def invoke(self, _argument, _from_tty):
        gdb.execute("help set mpi")


class ShowPrefix(Command):
    """How MPI is inspected: the debug plugin, and which Fortran INTEGERs are handles."""

    def __init__(self):
        super().__init__("show mpi", gdb.COMMAND_STATUS, prefix=True)

    def invoke(self, _argument, _from_tty):
        gdb.execute("show mpi plugin")
        gdb.execute("show mpi as")


class Plugin(gdb.Parameter):
    """The debug plugin that is asked about MPI."""

    set_doc = "Set the debug plugin that is asked about MPI: a path, `vendor' for the one that the MPI library names."
    show_doc = "Show the debug plugin that is asked about MPI."

    def __init__(self):
        super().__init__("mpi plugin", gdb.COMMAND_DATA, gdb.PARAM_OPTIONAL_FILENAME)
        self.value = ""

    def get_set_string(self):
        path = self.value or ""
        if path and path != "vendor":
            path = os.path.abspath(os.path.expanduser(path))
            if not os.path.exists(path):
                self.value = sessions.plugin_choice
                raise MpiError(f"{path}: No such file or directory.")
            doubt = trust.doubt_about(path)
            # Loading a plugin executes its code. The warning is written before that, so that the user knows the cause
            # if the plugin ends GDB.
            if doubt:
                gdb.write(f"mpi: {path} {doubt}; it runs inside of GDB from the next mpi command on\n", gdb.STDERR)
                gdb.flush(gdb.STDERR)
        sessions.close_all()
        sessions.plugin_choice = path
        return ""

    def get_show_string(self, value):
        return f"MPI is asked through {value or 'the plugin of mpidbg'}."


def _check(expression):
    """Raises MpiError if the selected frame has no variable `expression`. Does nothing without a process."""
    if gdb.selected_thread() is None:
        return
    try:
        values.evaluated(expression)
    except MpiError as error:
        raise MpiError(f"{error}  Select the frame that has it first.") from None


class SetAs(Command):
    """Declare a Fortran INTEGER, or an array of them, to be a handle.

Usage: set mpi as KIND VARIABLE
`mpi show VARIABLE', `mpi KIND VARIABLE' and $_mpi_comm (VARIABLE) take it for a Fortran handle of that kind then. An array of
INTEGERs that is a status is one status. Without arguments all declarations are forgotten."""

    def __init__(self):
        super().__init__("set mpi as", gdb.COMMAND_DATA)

    def invoke(self, argument, _from_tty):
        words = gdb.string_to_argv(argument)
        if not words:
            declared.forget_all()
            return
        kind = handles.kind_called(words[0])
        if len(words) < 2 or kind is None:
            raise MpiError(f"Arguments required (KIND VARIABLE).  Kinds are {' '.join(handles.KINDS)}.")
        expression = " ".join(words[1:])
        _check(expression)
        declared.declare(expression, kind)

    def complete(self, text, word):
        if len(text.split()) > 1 or (text.endswith(" ") and text.strip()):
            return gdb.COMPLETE_EXPRESSION
        if word is None:
            return None
        return [kind for kind in handles.KINDS if kind.startswith(word)]


class ShowAs(Command):
    """Show which Fortran INTEGERs are declared to be handles."""

    def __init__(self):
        super().__init__("show mpi as", gdb.COMMAND_STATUS)

    def invoke(self, _argument, _from_tty):
        for expression, kind in declared.all_declared():
            gdb.write(f"{expression} is an {handles.TYPE_OF_KIND[kind]}.\n")
        if not declared.all_declared():
            gdb.write("No Fortran INTEGER is taken for a handle.\n")


class ShowPlugin(Command):
    """Which debug plugin answers, and why.

Usage: mpi plugin"""

    def __init__(self, prefix):
        super().__init__(f"{prefix} plugin", gdb.COMMAND_STATUS)

    def invoke(self, _argument, _from_tty):
        inferior = gdb.selected_inferior()
        path, version = sessions.session_of(inferior).plugin()
        choice = sessions.plugin_choice
        why = "it is mpidbg's own" if not choice else "the MPI library names it" if choice == "vendor" else "set mpi plugin"
        gdb.write(f"{path}\n  {version}\n  because {why}\n")


def install():
    SetPrefix()
    ShowPrefix()
    Plugin()
    SetAs()
    ShowAs()
    for prefix in PREFIXES:
        ShowPlugin(prefix)
