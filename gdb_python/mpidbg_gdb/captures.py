"""Captures (mpidbg capture) as core files of GDB. Without what they say beside memory (capture_file.py) GDB reads registers and
memory, and needs the files of the program and its libraries for everything else.
"""

import os
import re

import gdb

from . import gdb_text
from .capture_file import read_capture
from .selection import selected

_CORE_FILE = re.compile(r"Local core dump file:\s+\S(.+)\S, file type ")

_paths: dict = {}  # number of a connection to a core file, which GDB uses once -> path of the file
_known: dict = {}  # path -> time and size of the file, and its capture


def _core_connection(inferior):
    connection = getattr(inferior, "connection", None)
    return connection if connection is not None and connection.type == "core" else None


def note_core_file(inferior):
    """Asks GDB for the core file of the inferior, which must be the selected one. Never while GDB unwinds: a command looks for
    the selected frame in its turn."""
    connection = _core_connection(inferior)
    if connection is None or connection.num in _paths:
        return
    found = _CORE_FILE.search(gdb_text.output_of("info files"))
    if found is not None:
        _paths[connection.num] = found.group(1)


def known_capture_of(inferior):
    """The facts in its core file besides memory; None if it is not a capture or was not noted. Executes no command."""
    connection = _core_connection(inferior)
    path = _paths.get(connection.num) if connection is not None else None
    if path is None:
        return None
    try:
        status = os.stat(path)
    except OSError:
        return None
    state = status.st_mtime_ns, status.st_size
    if path not in _known or _known[path][0] != state:
        _known[path] = state, read_capture(path)
    return _known[path][1]


def capture_of(inferior):
    """The facts in any core file; the inferior must be the selected one."""
    note_core_file(inferior)
    return known_capture_of(inferior)


def capture_here():
    """Of the selected inferior, if its core file was noted; None where there is none or it cannot be read, which the commands
    say."""
    try:
        return known_capture_of(gdb.selected_inferior())
    except gdb.GdbError:
        return None


def _on_new_thread(event):
    # A core file has threads as soon as it is opened, before GDB unwinds any of them.
    thread = event.inferior_thread
    if thread is not None and thread.inferior.num == gdb.selected_inferior().num:
        note_core_file(thread.inferior)


def install():
    """Notes the core files that are open now, and those that are opened later."""
    for inferior in gdb.inferiors():
        if _core_connection(inferior) is not None:
            with selected(inferior):
                note_core_file(inferior)
    gdb.events.new_thread.connect(_on_new_thread)
