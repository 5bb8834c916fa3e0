"""Reads the TCP sockets of the local processes that GDB holds. Reads those of all processes at once, because the kernel
lists the sockets of all processes together, which takes milliseconds."""

import ctypes

import gdb

from . import lent_targets, shim

_targets = None  # the processes opened without GDB; None if not opened since one of them last ran
# Maps pids to answers that nobody has asked for yet: the result, the number of sockets, and a pointer to these.
_answers: dict = {}


def is_local(inferior):
    """Returns True if the inferior is a process of this machine."""
    return inferior.connection is not None and inferior.connection.type == "native"


def _read_all():
    global _targets
    forget()
    _targets = lent_targets.Targets([str(inferior.pid) for inferior in gdb.inferiors() if inferior.pid != 0 and is_local(inferior)])
    for pointer in _targets.tables:
        table, count, sockets = pointer.contents, ctypes.c_size_t(), ctypes.POINTER(shim.Socket)()
        result = table.sockets(table.context, ctypes.byref(count), ctypes.byref(sockets))
        _answers[table.pid] = result, count.value, sockets


def of_process(inferior, count, sockets):
    """Does what the callback `sockets` of mqs_shim.h must do. The result is valid until the next call. Each answer is
    given once, so that a second look at processes that stand still reads anew what the network did meanwhile."""
    if not is_local(inferior):
        return 0
    if inferior.pid not in _answers:
        _read_all()
    result, count[0], sockets[0] = _answers.pop(inferior.pid, (0, 0, sockets[0]))
    return result


def forget():
    """Must be called when a process has run."""
    global _targets
    _answers.clear()
    if _targets is not None:
        _targets.close()
        _targets = None
