"""The contents of a capture (mpidbg capture): memory, and what GDB would take from the files of the program and its libraries, as
it was when the capture was made (corefile/capture/capture_facts.h describes it): symbols, types, build-ids, stacks.
"""

import bisect
import ctypes
import dataclasses
import struct
from typing import Any, Optional

from . import shim
from .errors import MpiError

_FORMAT = 1  # capture_format
_OWNER = b"mpidbg\0"
_SEAL, _FACTS = 0x6D706402, 0x6D706403
_PT_LOAD = 1
_MOST_BYTES = 1 << 28
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
        """Reads a list with one tuple element per reader, or with plain elements for a single reader."""
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
        """An address inside the code of the frame, because a return address may be behind the function."""
        return self.pc - 1 if self.returns else self.pc


@dataclasses.dataclass
class Stack:
    tid: int
    frames: list
    problem: str
    registers: list
    sleeps: int


@dataclasses.dataclass
class Look:
    """The facts that change while a process runs, at one time (nanoseconds on the machine's clock, if known)."""
    time: Optional[int]
    thread_names: dict
    stacks: list
    problem: str


class _Memory:
    """Parts of memory: address, size, and content or None for zeros."""

    def __init__(self, parts: Any) -> None:
        self._parts = sorted((part for part in parts if part[1] > 0), key=lambda part: part[:2])
        self._begins = [part[0] for part in self._parts]

    def __iter__(self) -> Any:
        return iter(self._parts)

    def overlaps(self):
        return any(one[0] + one[1] > other[0] for one, other in zip(self._parts, self._parts[1:]))

    def piece(self, address, size):
        """At most this many bytes from the part with the address; empty if no part has it."""
        number = bisect.bisect_right(self._begins, address) - 1
        if number < 0:
            return b""
        begin, length, content = self._parts[number]
        into = address - begin
        part = max(0, min(size, length - into))
        return bytes(part) if content is None else bytes(content[into:into + part])

    def next_after(self, address):
        """The start of the next part."""
        number = bisect.bisect_right(self._begins, address)
        return self._begins[number] if number < len(self._begins) else _WORD


class Capture:
    """The contents of one file."""

    def __init__(self, facts, content):
        parts = []
        view = memoryview(content)
        for kind, offset, address, in_file, in_memory in _program_headers(content):
            if kind == _PT_LOAD:
                parts += [(address, in_file, view[offset:offset + in_file]), (address + in_file, in_memory - in_file, None)]
        self._memory = _Memory(parts)
        origin = [facts.text() for _ in range(5)]
        self.host, self.command = origin[2], origin[4]
        self.pid = facts.number()
        self._boot = facts.text()
        self._look = self._shown = self._read_look(facts)
        earlier = facts.optional(lambda: (self._read_look(facts), facts.list(facts.number, facts.bytes)))
        self._first = None if earlier is None else earlier[0]
        self._first_memory = _Memory([(address, len(part), part) for address, part in (earlier[1] if earlier else [])])
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
        if self._first_memory.overlaps():
            raise _Damaged
        self._outer = {}  # by pc and stack pointer
        for stack in self._look.stacks:
            for frame, outer in zip(stack.frames, stack.frames[1:]):
                self._outer[frame.pc, frame.stack_pointer] = outer
        self.frames = {(frame.pc, frame.stack_pointer): frame for stack in self._look.stacks for frame in stack.frames}

    @staticmethod
    def _read_look(facts):
        time = facts.optional(facts.number)
        facts.number()  # state
        threads = facts.list(facts.number, facts.text, facts.number)
        frame = [facts.number, facts.number, facts.text, facts.text, facts.number, lambda: facts.list(facts.number), facts.number]
        stacks = facts.list(facts.number, lambda: [Frame(*values) for values in facts.list(*frame)], facts.text,
                            lambda: facts.list(facts.number), facts.number)
        return Look(time, {tid: name for tid, name, _ in threads}, [Stack(*values) for values in stacks], facts.text())

    def looks(self):
        """The run of the machine, and the times of the two looks; None if the capture is not of two whose times are known."""
        if self._first is None or self._first.time is None or self._look.time is None or not self._boot:
            return None
        return self._boot, self._first.time, self._look.time

    def show_first(self, first):
        """Whether memory and threads are those of the first of two looks."""
        self._shown = self._first if first and self._first is not None else self._look

    def read(self, address, size):
        """At most this many bytes from the address on. GDB would read memory that is not in the capture from arbitrary files."""
        found = b""
        while len(found) < size:
            piece = self._piece(address + len(found), size - len(found))
            if not piece:
                break
            found += piece
        return found

    def _piece(self, address, size):
        if self._shown is self._look:
            return self._memory.piece(address, size)
        first = self._first_memory.piece(address, size)
        return first or self._memory.piece(address, min(size, self._first_memory.next_after(address) - address))

    def private_ranges(self):
        """The parts of private memory that are in the capture."""
        parts = [(max(first, begin), min(first + length, end)) for first, length, _ in self._memory for begin, end in self.private]
        return sorted((begin, end) for begin, end in parts if begin < end)

    def build_id_of(self, symbol):
        index = self.module_of.get(symbol)
        return "" if index is None else self.modules[index][2]

    def outer(self, pc, stack_pointer):
        return self._outer.get((pc, stack_pointer))

    def named(self, frame):
        """Function, file and line of the functions to which a frame belongs, the innermost inlined one first."""
        places = [(function or frame.function, file, line) for function, file, line in self.places.get(frame.code(), [])]
        return places or [(frame.function, "", 0)]

    def threads(self):
        """The threads in the form of stacks.read_threads()."""
        if self._shown.problem:
            return [], []
        threads: list = []
        kept: list = []
        for stack in self._shown.stacks:
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
                tid=stack.tid, name=_bytes(self._shown.thread_names.get(stack.tid)), problem=_bytes(stack.problem),
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
    """Type, start and contents of our notes."""
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
