"""Opens captures (made by `mpidbg capture`) with libmpidbg-processes.so. GDB itself opens a capture as a core file. It
reads only the registers and memory in it, and would need the files of the program and its libraries for everything
else.
"""

import ctypes
import dataclasses
import os
import re

import gdb

from . import gdb_text, lent_targets, shim
from .errors import MpiError, sentence
from .selection import selected
from .target import Target

_CORE_FILE = re.compile(r"Local core dump file:\s+\S(.+)\S, file type ")

_paths: dict = {}  # number of a connection to a core file (GDB never reuses a number) -> path of the file
_known: dict = {}  # path -> time and size of the file, and its capture


@dataclasses.dataclass
class Frame:
    pc: int
    returns: int
    stack_pointer: int
    function: str
    preserved: list


def _text(encoded):
    return "" if encoded is None else encoded.decode("utf-8", "surrogateescape")


class Capture:
    """A capture as a target of libmqs_shim.so, with the stacks as they were unwound when the capture was made."""

    def __init__(self, path):
        self._targets = lent_targets.Targets([path])
        (problem,) = self._targets.problems
        if problem is not None:
            raise MpiError(sentence("The " + _text(problem) if problem.startswith(b"capture ") else _text(problem)))
        self.table = self._targets.tables[0].contents
        self._outer = {}  # the caller's frame, by pc and stack pointer of a frame
        self.frames = {}
        for stack in self._stacks():
            for frame, outer in zip(stack, stack[1:] + [None]):
                self.frames[frame.pc, frame.stack_pointer] = frame
                self._outer[frame.pc, frame.stack_pointer] = outer

    def _stacks(self):
        count, threads, problem = ctypes.c_size_t(), ctypes.POINTER(shim.Thread)(), ctypes.c_char_p()
        if self.table.threads(self.table.context, ctypes.byref(count), ctypes.byref(threads), ctypes.byref(problem)) != 1:
            return []
        return [[Frame(frame.pc, frame.returns, frame.stack_pointer, _text(frame.function), frame.preserved[:frame.preserved_count])
                 for frame in thread.frames[:thread.frame_count]] for thread in threads[:count.value]]

    def outer(self, pc, stack_pointer):
        return self._outer.get((pc, stack_pointer))

    def named(self, frame):
        """Returns name, file and line of each function that contains the frame's code, the innermost inlined function
        first."""
        places: list = []
        place = shim.sized(shim.Place())
        while self.table.place(self.table.context, frame.pc, frame.returns, len(places), ctypes.byref(place)) == 1:
            places.append((_text(place.function) or frame.function, _text(place.file), place.line))
        return places or [(frame.function, "", 0)]

    def jumped(self, inner, outer):
        """Returns name, file and line of each function that ran between two adjacent frames and ended with a jump, so that
        it has no frame; the innermost first."""
        places: list = []
        address, index = ctypes.c_uint64(), 0
        while self.table.jump(self.table.context, outer.pc, inner.pc, inner.returns, index, ctypes.byref(address)) == 1:
            places += self.named(Frame(address.value, 0, outer.stack_pointer, "", []))
            index += 1
        return places


class CaptureTarget(Target):
    """Takes the place of GdbTarget in the session of a capture."""

    def __init__(self, capture):
        super().__init__()
        self.table = capture.table


def _core_connection(inferior):
    connection = getattr(inferior, "connection", None)
    return connection if connection is not None and connection.type == "core" else None


def note_core_file(inferior):
    """Asks GDB for the core file of the inferior, and remembers its path. The inferior must be the selected one. Must
    not be called while GDB unwinds, because `info files` makes GDB look for the selected frame, that is, unwind."""
    connection = _core_connection(inferior)
    if connection is None or connection.num in _paths:
        return
    found = _CORE_FILE.search(gdb_text.output_of("info files"))
    if found is not None:
        _paths[connection.num] = found.group(1)


def core_file_of(inferior):
    """Returns the path of the inferior's core file if note_core_file() has found one; otherwise None."""
    connection = _core_connection(inferior)
    return _paths.get(connection.num) if connection is not None else None


def _read_capture(path):
    """Returns the capture in a file; None if the file is not a capture."""
    try:
        with open(path, "rb") as file:
            start = file.read(16)
    except OSError:
        return None
    return Capture(path) if start[:4] == b"\x7fELF" and start[9:] == b"mpidbg\0" else None


def known_capture_of(inferior):
    """Returns the inferior's core file as a Capture; None if the file is not a capture, or if note_core_file() was not
    called. Executes no command of GDB."""
    path = core_file_of(inferior)
    if path is None:
        return None
    try:
        status = os.stat(path)
    except OSError:
        return None
    state = status.st_mtime_ns, status.st_size
    if path not in _known or _known[path][0] != state:
        _known[path] = state, _read_capture(path)
    return _known[path][1]


def capture_of(inferior):
    """Returns the inferior's core file as a Capture; None if it is not a capture. The inferior must be the selected
    one."""
    note_core_file(inferior)
    return known_capture_of(inferior)


def capture_here():
    """Returns the capture of the selected inferior, as known_capture_of() does. Returns None, too, if the capture
    cannot be read; commands report that."""
    try:
        return known_capture_of(gdb.selected_inferior())
    except gdb.GdbError:
        return None


def _on_new_thread(event):
    # When a core file is opened, GDB reports its threads as new before it unwinds any of them.
    thread = event.inferior_thread
    if thread is not None and thread.inferior.num == gdb.selected_inferior().num:
        note_core_file(thread.inferior)


def install():
    """Calls note_core_file() for the core files that are open now, and for those that are opened later."""
    for inferior in gdb.inferiors():
        if _core_connection(inferior) is not None:
            with selected(inferior):
                note_core_file(inferior)
    gdb.events.new_thread.connect(_on_new_thread)
