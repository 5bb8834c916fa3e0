"""Gives GDB the stacks of a capture as they were unwound when the capture was made. GDB cannot unwind them itself,
because it does not have the files with unwind tables."""

import gdb
from gdb.FrameDecorator import FrameDecorator
from gdb.unwinder import Unwinder, register_unwinder

from . import captures
from .captures import Frame, capture_here

_MOST_FRAMES = 256
# The artificial frame with which a stack ends, because GDB stops unwinding at address 0.
_END = Frame(0, 1, 0, "", [])
_PRESERVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")


class _FrameId:
    def __init__(self, stack_pointer, pc):
        self.sp, self.pc = stack_pointer, pc


class CaptureUnwinder(Unwinder):
    """Unwinds with the frames that are stored in the capture. `disable unwinder global mpi-capture` switches it off."""

    def __init__(self):
        super().__init__("mpi-capture")

    def __call__(self, pending):
        if pending.architecture().name() != "i386:x86-64":
            return None
        capture = capture_here()
        if capture is None:
            return None
        pc, stack_pointer = pending.read_register("rip"), pending.read_register("rsp")
        key = int(pc) & 0xFFFFFFFFFFFFFFFF, int(stack_pointer) & 0xFFFFFFFFFFFFFFFF
        if key not in capture.frames:
            return None
        outer = capture.outer(*key) or _END
        # GDB identifies a frame by the stack pointer of its caller.
        info = pending.create_unwind_info(_FrameId(gdb.Value(outer.stack_pointer or key[1]), pc))
        info.add_saved_register("rip", gdb.Value(outer.pc).cast(pc.type))
        info.add_saved_register("rsp", gdb.Value(outer.stack_pointer).cast(stack_pointer.type))
        if len(outer.preserved) == len(_PRESERVED):
            for name, value in zip(_PRESERVED, outer.preserved):
                kind = pending.read_register(name).type
                info.add_saved_register(name, gdb.Value(value).cast(kind))
        return info


def _recorded(capture, frame):
    """Returns the frame of the capture that corresponds to a frame of GDB, or None."""
    if capture is None or frame.type() != gdb.NORMAL_FRAME:
        return None
    try:
        key = tuple(int(frame.read_register(name)) & 0xFFFFFFFFFFFFFFFF for name in ("rip", "rsp"))
    except (gdb.error, ValueError):
        return None
    return capture.frames.get(key)


class _Recorded(FrameDecorator):
    def __init__(self, decorated, place):
        super().__init__(decorated)
        self._function, self._file, self._line = place

    def function(self):
        return self._function or "??"

    def filename(self):
        return self._file or None

    def line(self):
        return self._line or None


def _named(decorated_frames, capture):
    inner = None
    for decorated in decorated_frames:
        frame = decorated.inferior_frame()
        if frame.level() > 0 and frame.pc() == _END.pc:
            return
        recorded = _recorded(capture, frame) if frame.name() is None else None
        if recorded is None:
            yield decorated
            inner = None
            continue
        jumped: list = capture.jumped(inner, recorded) if inner is not None else []
        for place in jumped + capture.named(recorded):
            yield _Recorded(decorated, place)
        inner = recorded


class NameFrames:
    """A frame filter that names functions for which GDB has no file. It is enabled only if the stack has such
    functions."""

    def __init__(self):
        self.name = "mpi-capture"
        self.priority = 100
        self._is_wanted = True
        gdb.frame_filters[self.name] = self

    @property
    def enabled(self):
        return self._is_wanted and self._names_any()

    @enabled.setter
    def enabled(self, is_wanted):
        self._is_wanted = is_wanted

    @staticmethod
    def _names_any():
        capture = capture_here()
        if capture is None:
            return False
        try:
            frame = gdb.newest_frame()
            for _ in range(_MOST_FRAMES):
                if frame is None:
                    return False
                if frame.name() is None and _recorded(capture, frame) is not None:
                    return True
                frame = frame.older()
        except gdb.error:
            pass
        return False

    @staticmethod
    def filter(decorated_frames):
        return _named(decorated_frames, capture_here())


def install():
    captures.install()
    register_unwinder(None, CaptureUnwinder(), replace=True)
    NameFrames()
