"""GDB's front end of mpidbg: printers, commands and functions over libmqs_shim.so, with GDB as the target."""

_installed = False


def install():
    """Registers everything with GDB. Sourcing twice is harmless."""
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
