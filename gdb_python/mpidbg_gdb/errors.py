"""Defines the errors of the front end, which are sentences in the style of GDB's own errors."""

try:
    from gdb import GdbError
except ImportError:  # imported by the Python package mpidbg, outside of GDB
    GdbError = Exception

NO_PROCESS = "The program is not being run."


class MpiError(GdbError):
    """An error that GDB prints unchanged and without a traceback."""


def one_line(error):
    return " ".join(str(error).split())


def sentence(message):
    """Returns a message of libmqs_shim.so in one line, with a capital letter (unless it begins with a name) and a full
    stop."""
    text = one_line(message)
    first = text.partition(" ")[0]
    if first.isalpha() and first.islower():
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."
