"""Which frames of a stack are the program's own, which are calls of MPI, and which are inside of them."""

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
    """A call of MPI, or a function of the libraries below it."""
    return is_call(frame) or _LIBRARY.match(_object(frame)) is not None


def is_of_system(frame):
    """A function that the MPI library calls to wait: poll(), sched_yield(), the kernel's own code."""
    return _SYSTEM.match(_object(frame)) is not None or (frame.name() or "").startswith("__vdso_")


def is_mpi_loaded():
    """Whether the selected program space has a library of MPI."""
    return any(_LIBRARY.match(os.path.basename(objfile.filename or "")) for objfile in gdb.objfiles())


def stack(most):
    """The frames of the selected thread, innermost first, at most as many; as far as GDB can unwind."""
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
    """The frame of the selected thread that called MPI, or the innermost outside of the system's libraries; None if there
    is none."""
    return next((frame for frame in stack(most) if not is_inside(frame) and not is_of_system(frame)), None)
