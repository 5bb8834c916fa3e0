"""Defines a frame filter that folds the frames inside the MPI library under the MPI call that the program made.

`disable frame-filter global mpi` switches it off; `bt -no-filters` ignores it once.
"""

import gdb
from gdb.FrameDecorator import FrameDecorator

from . import frames

_MOST_FRAMES = 256  # limit for the search for something to fold, so that `bt 1' of a deep stack does not become slow


class _Named(FrameDecorator):
    """A frame whose function is named as in a backtrace without filters: `??', and C++ functions without parameters."""

    def function(self):
        frame = self.inferior_frame()
        return super().function() if frame.type() in (gdb.DUMMY_FRAME, gdb.SIGTRAMP_FRAME) else frame.name() or "??"


def _named(decorated):
    """Decorates a frame with _Named. If another filter has decorated the frame already, that filter's name for it is
    kept."""
    return _Named(decorated) if type(decorated) is FrameDecorator else decorated  # pylint: disable=unidiomatic-typecheck


class _Folded(FrameDecorator):
    """The frame of the MPI call, with the frames that it hides."""

    def __init__(self, frame, inner):
        super().__init__(frame)
        self._inner = inner

    def elided(self):
        return iter(self._inner)

    def hides_frames(self):
        return bool(self._inner)


def _fold(inner):
    """Folds frames inside the MPI library, given innermost first, under the outermost MPI call among them."""
    calls = [index for index, decorated in enumerate(inner) if frames.is_call(decorated.inferior_frame())]
    if not calls:
        return inner
    # An MPI function may call other MPI functions; the outermost call is the one that the program made.
    outermost = calls[-1]
    return [_Folded(inner[outermost], inner[:outermost]), *inner[outermost + 1:]]


def _folded(decorated_frames):
    """Yields the frames, with those inside of the MPI library folded under the calls that the program made."""
    inner: list = []
    of_system: list = []  # frames of system libraries, which count as inside the MPI library if it has called them
    for decorated in decorated_frames:
        frame = decorated.inferior_frame()
        if frames.is_inside(frame):
            inner += [*of_system, decorated]
            of_system = []
            continue
        yield from _fold(inner)
        inner = []
        if frames.is_of_system(frame):
            of_system.append(decorated)
            continue
        yield from of_system
        of_system = []
        yield decorated
    yield from _fold(inner)
    yield from of_system


def _something_folds():
    if not frames.is_mpi_loaded():
        return False
    return any(isinstance(decorated, _Folded) and decorated.hides_frames()
               for decorated in _folded(FrameDecorator(frame) for frame in frames.stack(_MOST_FRAMES)))


class FoldLibrary:
    """The frame filter `mpi`. It is enabled only if the stack of the selected thread has something to fold, because GDB
    prints a backtrace in its own way only if no filter is enabled."""

    def __init__(self):
        self.name = "mpi"
        self.priority = 50
        self._is_wanted = True
        gdb.frame_filters[self.name] = self

    @property
    def enabled(self):
        return self._is_wanted and _something_folds()

    @enabled.setter
    def enabled(self, is_wanted):
        self._is_wanted = is_wanted

    def filter(self, decorated_frames):
        return _folded(map(_named, decorated_frames))


def install():
    FoldLibrary()
