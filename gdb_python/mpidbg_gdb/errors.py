"""What goes wrong, as sentences for the user of GDB."""

import gdb


class MpiError(gdb.GdbError):
    """Printed by GDB as it is, without a traceback."""


def one_line(error):
    return " ".join(str(error).split())
