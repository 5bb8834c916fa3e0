"""Reads the TCP sockets of the local processes that GDB holds. Reads those of all processes at once, because the kernel
lists the sockets of all processes together, which takes milliseconds."""

import ctypes

import gdb

from . import lent_targets, shim

_targets = None  # the processes opened without GDB; None if not opened since one of them last ran
_sockets_of: dict = {}  # pid -> the answer of the process: its result, the number of sockets, and a pointer to these


def is_local(inferior):
    """Returns True if the inferior is a process of this machine."""
    return inferior.connection is not None and inferior.connection.type == "native"


def _read_all():
    global _targets
    _targets = lent_targets.Targets([str(inferior.pid) for inferior in gdb.inferiors() if inferior.pid != 0 and is_local(inferior)])
    for pointer in _targets.tables:
        table, count, sockets = pointer.contents, ctypes.c_size_t(), ctypes.POINTER(shim.Socket)()
        result = table.sockets(table.context, ctypes.byref(count), ctypes.byref(sockets))
        _sockets_of[table.pid] = result, count.value, sockets


def of_process(inferior, count, sockets):
    """Does what the callback `sockets` of mqs_shim.h must do. The result is valid until forget()."""
    if not is_local(inferior):
        return 0
    if _targets is None:
        _read_all()
    if inferior.pid not in _sockets_of:
        return 0
    result, count[0], sockets[0] = _sockets_of[inferior.pid]
    return result


def forget():
    """Must be called when a process has run."""
    global _targets
    _sockets_of.clear()
    if _targets is not None:
        _targets.close()
        _targets = None
