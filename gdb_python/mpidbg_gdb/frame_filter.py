"""A frame filter that folds the frames inside the MPI library under the MPI call that the program made.

`disable frame-filter global mpi` switches it off, `bt -no-filters` for once.
"""

import os
import re

import gdb
from gdb.FrameDecorator import FrameDecorator

_CALL = re.compile(r"P?MPI_\w+|p?mpi_\w+")
_LIBRARY = re.compile(r"lib(mpi|mpich|open-|ucp|uct|ucs|ucm|ofi|fabric|pmix|event|psm)|mca_|libmca_")


def _is_library(frame):
    path = gdb.solib_name(frame.pc())
    return path is not None and _LIBRARY.match(os.path.basename(path)) is not None


class _Folded(FrameDecorator):
    """The frame of the MPI call, with those that it hides."""

    def __init__(self, frame, inner):
        super().__init__(frame)
        self._inner = inner

    def elided(self):
        return iter(self._inner)


class FoldLibrary:
    def __init__(self):
        self.name = "mpi"
        self.priority = 50
        self.enabled = True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        # Innermost first: what lies inside a call is known before the call.
        inner = []
        for decorated in frames:
            frame = decorated.inferior_frame()
            name = frame.name() or ""
            if _CALL.fullmatch(name):
                # A collective call is built of other MPI calls: the outermost of them is the program's.
                inner.append(decorated)
            elif inner and _CALL.fullmatch(inner[-1].inferior_frame().name() or "") and not self._inside(frame):
                call = inner.pop()
                yield _Folded(call, inner)
                yield decorated
                inner = []
            elif inner or self._inside(frame):
                inner.append(decorated)
            else:
                yield decorated
        yield from inner

    @staticmethod
    def _inside(frame):
        return frame.type() == gdb.NORMAL_FRAME and _is_library(frame)


def install():
    FoldLibrary()
