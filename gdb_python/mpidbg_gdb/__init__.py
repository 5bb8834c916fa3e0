"""Adds printers, commands and functions for MPI to GDB. They ask libmqs_shim.so, which reads processes through GDB."""

_installed = False


def install():
    """Registers printers, commands and functions with GDB. A second call does nothing, so that mpidbg.py may be sourced
    twice."""
    global _installed
    if _installed:
        return
    from . import capture_stacks, frame_filter, functions, predefined, printers, sessions
    from .commands import install_commands

    sessions.install()
    printers.install()
    functions.install()
    predefined.install()
    frame_filter.install()
    capture_stacks.install()
    install_commands()
    _installed = True
