"""Classifies the frames of a stack: frames of the program itself, calls of MPI, and frames inside of such calls."""

import os
import re

import gdb

_CALL = re.compile(r"P?MPI_\w+|p?mpi_\w+")
_LIBRARY = re.compile(r"lib(mpi|mpich|open-|ucp|uct|ucs|ucm|ofi|fabric|pmix|event|psm)|mca_|libmca_")
_SYSTEM = re.compile(r"(libc|libpthread|librt|ld-linux[\w-]*)\b")


def is_call(frame):
    return _CALL.fullmatch(frame.name() or "") is not None


def _object(frame):
    path = gdb.solib_name(frame.pc()) if frame.type() == gdb.NORMAL_FRAME else None
    return "" if path is None else os.path.basename(path)


def is_inside(frame):
    """Returns True for a call of MPI, and for a function in the MPI library or in a library that it uses."""
    return is_call(frame) or _LIBRARY.match(_object(frame)) is not None


def is_of_system(frame):
    """Returns True for functions of the system's libraries and the vdso. The MPI library waits in such functions, for
    example in poll() and sched_yield()."""
    return _SYSTEM.match(_object(frame)) is not None or (frame.name() or "").startswith("__vdso_")


def is_mpi_loaded():
    """Returns True if the selected program space has loaded an MPI library."""
    return any(_LIBRARY.match(os.path.basename(objfile.filename or "")) for objfile in gdb.objfiles())


def stack(most):
    """Yields at most `most` frames of the selected thread, innermost first, as far as GDB can unwind."""
    try:
        frame = gdb.newest_frame()
        for _ in range(most):
            if frame is None:
                return
            yield frame
            frame = frame.older()
    except gdb.error:
        return


def innermost_of_program(most=4096):
    """Returns the frame of the selected thread that called MPI or, outside of MPI, the innermost one that is not in a
    system library; None if there is none."""
    return next((frame for frame in stack(most) if not is_inside(frame) and not is_of_system(frame)), None)
