"""Reads the stacks of an inferior's threads. libmqs_shim.so finds in them the MPI call that each thread waits in."""

import ctypes
import re
import struct

import gdb

from . import gdb_text, lent_targets, shim
from .selection import threads_of

# The functions in the vdso, the page with code that the kernel maps into each process.
_VDSO = re.compile(r"__(?:vdso|kernel)_\w+|clock_gettime|clock_getres|gettimeofday|time|getcpu")
_MOST_FRAMES = 256
_MOST_THREADS = 256
# The registers of a thread that can hold the address of a request.
_REGISTERS = {"i386:x86-64": "rax rbx rcx rdx rsi rdi rbp r8 r9 r10 r11 r12 r13 r14 r15".split()}
# The registers that a function preserves for its caller.
_PRESERVED = {"i386:x86-64": "rbx rbp r12 r13 r14 r15".split()}

_FUTEX = 202  # the number of the system call futex() on x86-64


def _register(frame, name):
    try:
        return int(frame.read_register(name)) & 0xFFFFFFFFFFFFFFFF
    except (gdb.error, ValueError):
        return 0


_WHOLE = (gdb.FRAME_UNWIND_NO_REASON, gdb.FRAME_UNWIND_OUTERMOST)


def _why_cut(frame):
    """Returns the reason why GDB could not unwind beyond this frame; None if the stack is complete."""
    if frame.name() == "main":
        return None
    reason = frame.unwind_stop_reason()
    if reason not in _WHOLE:
        return gdb.frame_stop_reason_string(reason)
    # If GDB knows nothing about the code of a frame, it takes the frame for the outermost one.
    is_of_no_file = frame.name() is None and gdb.solib_name(frame.pc()) is None
    return f"GDB has no file with the code at {frame.pc():#x}" if is_of_no_file else None


def _frames(frame):
    while frame is not None and frame.is_valid():
        yield frame
        try:
            frame = frame.older()
        except gdb.error:
            return


def _module(frame):
    """Returns the path of the file that contains the frame's code, or "[vdso]"; None for code outside of files."""
    library = gdb.solib_name(frame.pc())
    if library is not None:
        return library
    name = frame.name()
    if frame.function() is None and (name is None or _VDSO.fullmatch(name)):
        return "[vdso]" if name is not None else None
    return gdb.current_progspace().filename


def _bytes(text):
    return text.encode("utf-8", "surrogateescape") if text else None


def _array(values):
    return (ctypes.c_uint64 * len(values))(*values)


# A line of `info proc mappings` that maps the beginning of a file: the address, and the file.
_FILE_START = re.compile(r"^[ \t]*(0x[0-9a-f]+)[ \t]+0x[0-9a-f]+[ \t]+0x[0-9a-f]+[ \t]+0x0[ \t]+(?:\S{4}[ \t]+)?(/.*?)[ \t]*$", re.MULTILINE)
_PT_LOAD = 1


class _Modules:
    """Converts addresses in the memory of an inferior to addresses in its files, if GDB knows where the files are
    mapped."""

    def __init__(self, inferior):
        self._inferior, self._biases = inferior, {}
        try:
            starts = _FILE_START.findall(gdb_text.output_of("info proc mappings"))
        except gdb.error:
            starts = []
        self._starts = {path: int(address, 16) for address, path in reversed(starts)}

    def _bias(self, path):
        """Returns the number that is added to addresses in the file to get those in memory; None if it is not known."""
        start = self._starts.get(path)
        if start is None:
            return None
        try:
            header = self._inferior.read_memory(start, 64).tobytes()
            if header[:6] != b"\x7fELF\2\1":
                return None
            (table,) = struct.unpack_from("<Q", header, 32)
            size, count = struct.unpack_from("<HH", header, 54)
            headers = self._inferior.read_memory(start + table, size * count).tobytes()
        except (gdb.MemoryError, OverflowError):
            return None
        loads = [struct.unpack_from("<IIQQ", headers, size * index) for index in range(count)]
        return next((start - (address - offset) for kind, _, offset, address in loads if kind == _PT_LOAD), None)

    def offset(self, path, address):
        """Returns the address in the file `path` for an address in memory; 0 if it is not known."""
        if path not in self._biases:
            self._biases[path] = self._bias(path)
        bias = self._biases[path]
        return 0 if bias is None else address - bias


def file_of(sal):
    """Returns the path of the source file of a gdb.Symtab_and_line, as in the debug information; None if unknown."""
    return None if sal.symtab is None else _bytes(sal.symtab.fullname())


def _described(frame, preserved, returns, modules):
    """Converts a frame of GDB to shim.Frame. `preserved` has the values of the registers that functions preserve; the
    result keeps it alive. `returns` is true if the pc is a return address."""
    sal = frame.find_sal()
    module = _module(frame)
    return shim.Frame(function=_bytes(frame.name()), stack_pointer=_register(frame, "sp"), pc=frame.pc(), returns=int(returns),
                      file=file_of(sal), module=_bytes(module), offset=modules.offset(module, frame.pc()),
                      line=max(sal.line, 0) if sal.symtab is not None else 0, inlined=int(frame.type() == gdb.INLINE_FRAME),
                      preserved=ctypes.cast(preserved, ctypes.POINTER(ctypes.c_uint64)), preserved_count=len(preserved))


def _stack(thread, modules):
    thread.switch()
    frames: list[shim.Frame] = []
    newest = frame = gdb.newest_frame()
    machine = newest.architecture().name()
    preserved, returns = _PRESERVED.get(machine, ()), False
    for count, frame in enumerate(_frames(newest)):
        if count >= _MOST_FRAMES:
            break
        frames.append(_described(frame, _array([_register(frame, name) for name in preserved]), returns, modules))
        if frame.type() != gdb.INLINE_FRAME:
            returns = frame.type() != gdb.SIGTRAMP_FRAME
        if frame.name() == "main":
            break
    return frames, _why_cut(frame), [_register(newest, name) for name in _REGISTERS.get(machine, ())]


def _running(thread):
    return shim.sized(shim.Thread(tid=thread.ptid[1] or thread.ptid[0], name=_bytes(thread.name),
                                  frame_size=ctypes.sizeof(shim.Frame), problem=b"it is running: GDB has not stopped it"))


def _registers_of(thread):
    """Returns the registers of a thread as lent_targets.Thread; None on machines other than x86-64. The thread must be
    the selected one."""
    frame = gdb.newest_frame()
    if frame.architecture().name() != "i386:x86-64":
        return None
    system_call = _register(frame, "orig_rax")
    names = lent_targets.REGISTERS if system_call == _FUTEX else ()  # of others they do not matter, and take time
    return lent_targets.Thread(tid=thread.ptid[1] or thread.ptid[0], system_call=system_call - (system_call >> 63 << 64),
                               thread_pointer=_register(frame, "fs_base"),
                               registers=(ctypes.c_uint64 * 16)(*[_register(frame, name) for name in names]))


def read_threads(inferior, table):
    """Returns the threads of an inferior as a list of shim.Thread, and the objects that must be kept alive while
    libmqs_shim.so uses the list. `table` is the inferior as a shim.Target."""
    before = gdb.selected_thread()
    try:
        frame_before = gdb.selected_frame()
    except gdb.error:
        frame_before = None
    threads, kept, modules = [], [], _Modules(inferior)
    registers_of: list = []  # (index in `threads`, registers) of each stopped thread
    try:
        for thread in sorted(threads_of(inferior), key=lambda thread: thread.num)[:_MOST_THREADS]:
            if thread.is_running():
                threads.append(_running(thread))
                continue
            try:
                frames, problem, registers = _stack(thread, modules)
                registers_of.append((len(threads), _registers_of(thread)))
            except gdb.error:
                continue
            frame_array = (shim.Frame * len(frames))(*frames)
            register_array = _array(registers)
            kept += [frame_array, register_array, frames]
            threads.append(shim.sized(shim.Thread(
                tid=thread.ptid[1] or thread.ptid[0], name=_bytes(thread.name), problem=_bytes(problem), frame_size=ctypes.sizeof(shim.Frame),
                frame_count=len(frames), frames=ctypes.cast(frame_array, ctypes.POINTER(shim.Frame)),
                register_count=len(registers), registers=ctypes.cast(register_array, ctypes.POINTER(ctypes.c_uint64)))))
        known = [(index, of_thread) for index, of_thread in registers_of if of_thread is not None]
        sleeps = lent_targets.sleep_for_own_process([of_thread for _, of_thread in known], table)
        for (index, _), is_asleep in zip(known, sleeps):
            threads[index].sleeps_for_own_process = int(is_asleep)
    finally:
        if before is not None and before.is_valid():
            before.switch()
            if frame_before is not None and frame_before.is_valid():
                frame_before.select()
    return threads, kept
