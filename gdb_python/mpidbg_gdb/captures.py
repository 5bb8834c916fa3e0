"""Captures (mpidbg capture) as core files of GDB: what GDB would take from the files of the program and its libraries is in the
file, as it was when the capture was made (corefile/capture/capture_facts.h describes it): symbols, types, build-ids, stacks.

Without it GDB reads registers and memory, and needs the files for everything else.
"""

import bisect
import ctypes
import dataclasses
import os
import re
import struct

import gdb

from . import gdb_text, shim
from .errors import MpiError
from .selection import selected

_FORMAT = 1  # capture_format
_OWNER = b"mpidbg\0"
_SEAL, _FACTS = 0x6D706402, 0x6D706403
_PT_LOAD = 1
_MOST_BYTES = 1 << 28
_CORE_FILE = re.compile(r"Local core dump file:\s+\S(.+)\S, file type ")
_WORD = 0xFFFFFFFFFFFFFFFF


class _Damaged(Exception):
    pass


class _Facts:
    """Reads numbers, texts and lists (corefile/capture/fact_stream.h)."""

    def __init__(self, content):
        self._content, self._at, self._texts = content, 0, []

    def number(self):
        value = 0
        for shift in range(0, 64, 7):
            if self._at >= len(self._content):
                break
            byte = self._content[self._at]
            self._at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value & _WORD
        raise _Damaged

    def bytes(self):
        size = self.number()
        if size > len(self._content) - self._at:
            raise _Damaged
        self._at += size
        return self._content[self._at - size:self._at]

    def text(self):
        known = self.number()
        if known > len(self._texts):
            raise _Damaged
        if known == 0:
            self._texts.append(self.bytes().decode("utf-8", "surrogateescape"))
        return self._texts[known - 1]

    def list(self, *readers):
        """Of lists with as many elements as there are readers; of elements if it is one."""
        count = self.number()
        if count > len(self._content) - self._at:
            raise _Damaged
        if len(readers) == 1:
            return [readers[0]() for _ in range(count)]
        return [[read() for read in readers] for _ in range(count)]

    def optional(self, read):
        return read() if self.number() else None

    def at_end(self):
        return self._at == len(self._content)


@dataclasses.dataclass
class Frame:
    pc: int
    stack_pointer: int
    function: str
    module: str
    offset: int
    preserved: list
    returns: int

    def code(self):
        """An address in what it executes: where it returns to can be behind the function."""
        return self.pc - 1 if self.returns else self.pc


@dataclasses.dataclass
class Stack:
    tid: int
    frames: list
    problem: str
    registers: list
    sleeps: int


class Capture:
    """What one file says beside memory."""

    def __init__(self, facts, content):
        self._content = content
        self._segments = []  # address, size, and place in the file or None for zeros
        for kind, offset, address, in_file, in_memory in _program_headers(content):
            if kind == _PT_LOAD:
                self._segments += [(address, in_file, offset), (address + in_file, in_memory - in_file, None)]
        self._segments = sorted((segment for segment in self._segments if segment[1] > 0), key=lambda segment: segment[:2])
        origin = [facts.text() for _ in range(5)]
        self.host, self.command = origin[2], origin[4]
        self.pid = facts.number()
        facts.text()  # the run of the machine
        self.thread_names, self.stacks, self.stacks_problem = self._look(facts)
        facts.optional(lambda: (self._look(facts), facts.list(facts.number, facts.bytes)))
        for _ in range(2):
            facts.list(facts.text, facts.text)  # environments
        self.modules = facts.list(facts.text, facts.number, facts.text, facts.number, facts.text)
        facts.list(facts.text)  # warnings
        facts.list(facts.number, facts.number)  # readable memory
        self.private = facts.list(facts.number, facts.number)
        symbols = facts.list(facts.text, *[lambda: (facts.number(), facts.optional(facts.number))] * 3)
        self.symbols = {name: {False: data[1], True: function[1]} for name, data, function, _ in symbols}
        self.module_of = {name: module[1] for name, _, _, module in symbols}
        self.functions = dict(facts.list(facts.number, facts.text))
        self.places = dict(facts.list(facts.number, lambda: facts.list(facts.text, facts.text, facts.number)))
        types = facts.list(facts.text, lambda: facts.optional(lambda: (
            facts.text(), facts.number(), facts.number(),
            facts.list(facts.text, facts.number, facts.number, facts.number, facts.text, facts.number))))
        facts.bytes()  # the profiling interface
        self.types = {name: found for name, found in types if found is not None}
        if not facts.at_end() or any(index is not None and index >= len(self.modules) for index in self.module_of.values()):
            raise _Damaged
        self._outer = {}  # by pc and stack pointer
        for stack in self.stacks:
            for frame, outer in zip(stack.frames, stack.frames[1:]):
                self._outer[frame.pc, frame.stack_pointer] = outer
        self.frames = {(frame.pc, frame.stack_pointer): frame for stack in self.stacks for frame in stack.frames}

    @staticmethod
    def _look(facts):
        facts.optional(facts.number)
        facts.number()
        threads = facts.list(facts.number, facts.text, facts.number)
        frame = [facts.number, facts.number, facts.text, facts.text, facts.number, lambda: facts.list(facts.number), facts.number]
        stacks = facts.list(facts.number, lambda: [Frame(*values) for values in facts.list(*frame)], facts.text,
                            lambda: facts.list(facts.number), facts.number)
        return {tid: name for tid, name, _ in threads}, [Stack(*values) for values in stacks], facts.text()

    def read(self, address, size):
        """Up to so many bytes from there on. GDB would read what is not in the capture from files, whatever they are."""
        found = b""
        number = bisect.bisect_right(self._segments, (address, _WORD, 0)) - 1
        while 0 <= number < len(self._segments) and len(found) < size:
            begin, length, offset = self._segments[number]
            into = address + len(found) - begin
            if not 0 <= into < length:
                break
            part = min(size - len(found), length - into)
            found += bytes(part) if offset is None else self._content[offset + into:offset + into + part]
            number += 1
        return found

    def private_ranges(self):
        """The parts of private memory that are in the capture."""
        parts = [(max(first, begin), min(first + length, end)) for first, length, _ in self._segments for begin, end in self.private]
        return sorted((begin, end) for begin, end in parts if begin < end)

    def build_id_of(self, symbol):
        index = self.module_of.get(symbol)
        return "" if index is None else self.modules[index][2]

    def outer(self, pc, stack_pointer):
        return self._outer.get((pc, stack_pointer))

    def named(self, frame):
        """Function, file and line of the functions that a frame is of, innermost inlined one first."""
        places = [(function or frame.function, file, line) for function, file, line in self.places.get(frame.code(), [])]
        return places or [(frame.function, "", 0)]

    def threads(self):
        """As stacks.read_threads()."""
        if self.stacks_problem:
            return [], []
        threads: list = []
        kept: list = []
        for stack in self.stacks:
            frames = []
            for frame in stack.frames:
                preserved = (ctypes.c_uint64 * len(frame.preserved))(*frame.preserved)
                named = self.named(frame)
                for function, file, line in named:
                    frames.append(shim.Frame(
                        function=_bytes(function), stack_pointer=frame.stack_pointer, file=_bytes(file), module=_bytes(frame.module),
                        offset=frame.offset, line=line, inlined=int((function, file, line) != named[-1]),
                        preserved=_pointer(preserved, ctypes.c_uint64), preserved_count=len(preserved)))
                kept.append(preserved)
            frame_array = (shim.Frame * len(frames))(*frames)
            registers = (ctypes.c_uint64 * len(stack.registers))(*stack.registers)
            kept += [frames, frame_array, registers]
            threads.append(shim.sized(shim.Thread(
                tid=stack.tid, name=_bytes(self.thread_names.get(stack.tid)), problem=_bytes(stack.problem),
                frame_size=ctypes.sizeof(shim.Frame), frame_count=len(frames), frames=_pointer(frame_array, shim.Frame),
                register_count=len(registers), registers=_pointer(registers, ctypes.c_uint64))))
        return threads, kept


def _pointer(array, kind):
    return ctypes.cast(array, ctypes.POINTER(kind))


def _bytes(text):
    return text.encode("utf-8", "surrogateescape") if text else None


def _words_sum(total, content):
    """corefile/capture/capture_file.cpp: Checksum."""
    whole = len(content) & ~7
    for (word,) in struct.iter_unpack("<Q", content[:whole]):
        total = ((total ^ word) * 0x9E3779B97F4A7C15) & _WORD
        total ^= total >> 29
    if whole != len(content):
        word = int.from_bytes(content[whole:], "little") | (len(content) - whole) << 56
        total = ((total ^ word) * 0x9E3779B97F4A7C15) & _WORD
        total ^= total >> 29
    return total


def _program_headers(content):
    """Type, offset, address, and size in the file and in memory."""
    wide, order = content[4] == 2, "<" if content[5] == 1 else ">"
    table, sections = struct.unpack_from(order + ("QQ" if wide else "II"), content, 32 if wide else 28)
    count = struct.unpack_from(order + "H", content, 56 if wide else 44)[0]
    if count == 0xFFFF:
        count = struct.unpack_from(order + "I", content, sections + (44 if wide else 28))[0]
    for number in range(count):
        if wide:
            yield struct.unpack_from(order + "I4xQQ8xQQ", content, table + 56 * number)
        else:
            yield struct.unpack_from(order + "III4xII", content, table + 32 * number)


def _notes(content):
    """Type, begin and contents of our notes."""
    order = "<" if content[5] == 1 else ">"
    _, offset, _, size, _ = next(_program_headers(content))
    end = min(offset + size, len(content))
    while offset + 12 <= end:
        owner, length, kind = struct.unpack_from(order + "III", content, offset)
        begin = offset + 12 + (owner + 3 & ~3)
        if content[offset + 12:offset + 12 + owner] == _OWNER:
            yield kind, begin, content[begin:min(begin + length, end)]
        offset = begin + (length + 3 & ~3)


def read_capture(path):
    """None if the file is not a capture."""
    try:
        with open(path, "rb") as file:
            start = file.read(16)
            if start[:4] != b"\x7fELF" or start[9:] != _OWNER:
                return None
            content = start + file.read(_MOST_BYTES)
        notes = {kind: (begin, note) for kind, begin, note in _notes(content)}
        begin, seal = notes[_SEAL]
        form, size, checksum = struct.unpack("<I4xQQ", seal)
        if form != _FORMAT:
            raise MpiError(f"{path} is a capture of format {form}: this version reads format {_FORMAT}.")
        if size != len(content) or _words_sum(_words_sum(0x6D70696462670001, content[:begin + 16]), content[begin + 24:]) != checksum:
            raise _Damaged
        return Capture(_Facts(notes[_FACTS][1]), content)
    except OSError:
        return None
    except (_Damaged, KeyError, StopIteration, struct.error) as error:
        raise MpiError(f"The capture {path} is damaged: its contents are not what was written.") from error


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
    """What its core file says beside memory; None if it is not a capture, or was not noted. Executes no command."""
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
    """Likewise of any core file; the inferior must be the selected one."""
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
    """Notes the core files that are open, and those that will be."""
    for inferior in gdb.inferiors():
        if _core_connection(inferior) is not None:
            with selected(inferior):
                note_core_file(inferior)
    gdb.events.new_thread.connect(_on_new_thread)
