"""A frame filter that folds the frames inside the MPI library under the MPI call that the program made.

`disable frame-filter global mpi` switches it off, `bt -no-filters` for once.
"""

import os
import re

import gdb
from gdb.FrameDecorator import FrameDecorator

_CALL = re.compile(r"P?MPI_\w+|p?mpi_\w+")
_LIBRARY = re.compile(r"lib(mpi|mpich|open-|ucp|uct|ucs|ucm|ofi|fabric|pmix|event|psm)|mca_|libmca_")
_SYSTEM = re.compile(r"(libc|libpthread|librt|ld-linux[\w-]*)\b")


def _is_call(frame):
    return _CALL.fullmatch(frame.name() or "") is not None


def _object(frame):
    path = gdb.solib_name(frame.pc()) if frame.type() == gdb.NORMAL_FRAME else None
    return "" if path is None else os.path.basename(path)


def _is_of_system(frame):
    """What the MPI library calls where it waits: poll(), sched_yield(), the kernel's own code."""
    return _SYSTEM.match(_object(frame)) is not None or (frame.name() or "").startswith("__vdso_")


class _Folded(FrameDecorator):
    """The frame of the MPI call, with those that it hides."""

    def __init__(self, frame, inner):
        super().__init__(frame)
        self._inner = inner

    def elided(self):
        return iter(self._inner)


def _fold(inner):
    """Frames inside the library, innermost first: the outermost MPI call with the others below it."""
    calls = [index for index, decorated in enumerate(inner) if _is_call(decorated.inferior_frame())]
    if not calls:
        return inner
    # A collective call is built of other MPI calls: the outermost of them is the program's.
    outermost = calls[-1]
    return [_Folded(inner[outermost], inner[:outermost]), *inner[outermost + 1:]]


class FoldLibrary:
    def __init__(self):
        self.name = "mpi"
        self.priority = 50
        self.enabled = True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        inner: list = []
        of_system: list = []  # never both: the system's frames are inside the library if their caller is
        for decorated in frames:
            frame = decorated.inferior_frame()
            if _is_call(frame) or _LIBRARY.match(_object(frame)):
                inner += [*of_system, decorated]
                of_system = []
                continue
            yield from _fold(inner)
            inner = []
            if _is_of_system(frame):
                of_system.append(decorated)
                continue
            yield from of_system
            of_system = []
            yield decorated
        yield from _fold(inner)
        yield from of_system


def install():
    FoldLibrary()
