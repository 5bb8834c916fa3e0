"""`mpi finish`: GDB forgets the typedef of what a function returns, and with it that it is a handle."""

import gdb

from ..errors import MpiError


class Finish(gdb.Command):
    """Finish the selected function, and show what it returns as the MPI handle that it is.

Usage: mpi finish"""

    def __init__(self):
        super().__init__("mpi finish", gdb.COMMAND_RUNNING)

    def invoke(self, _argument, _from_tty):
        frame = gdb.selected_frame()
        function = frame.function()
        if function is None:
            raise MpiError("the selected function has no debug information")
        returned = function.type.target()
        text = gdb.execute("finish", to_string=True)
        gdb.write("\n".join(line for line in text.splitlines() if not line.startswith("Value returned is")) + "\n")
        if returned.code == gdb.TYPE_CODE_VOID or "Value returned is" not in text:
            return
        value = gdb.history(0).cast(returned)
        gdb.write(f"Value returned is {value.format_string()}\n")


def install():
    Finish()
