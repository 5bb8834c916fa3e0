"""Defines `mpi finish`, which shows a returned value as a handle. GDB's own `finish` loses the typedef that identifies
the value as a handle."""

import gdb

from ..entry_points import Command
from ..errors import NO_PROCESS, MpiError


class Finish(Command):
    """Finish the selected function, and show what it returns as the MPI handle that it is.

Usage: mpi finish"""

    def __init__(self):
        super().__init__("mpi finish", gdb.COMMAND_RUNNING)

    def invoke(self, _argument, _from_tty):
        if gdb.selected_thread() is None:
            raise MpiError(NO_PROCESS)
        frame = gdb.selected_frame()
        function = frame.function()
        if function is None:
            raise MpiError("The selected function has no debug information.")
        if frame.older() is None:
            raise MpiError('"finish" not meaningful in the outermost frame.')
        returned = function.type.target()
        end = gdb.FinishBreakpoint(frame, internal=True)
        try:
            gdb.execute("continue")
            value = end.return_value if returned.code != gdb.TYPE_CODE_VOID else None
        finally:
            if end.is_valid():  # something else stopped the process first
                end.delete()
        if value is None:
            return
        value = value.cast(returned)
        number = f"${gdb.add_history(value)} = " if hasattr(gdb, "add_history") else ""
        gdb.write(f"Value returned is {number}{value.format_string()}\n")


def install():
    Finish()
