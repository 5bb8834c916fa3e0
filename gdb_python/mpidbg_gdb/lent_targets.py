"""Opens processes, core files and captures as targets of libmqs_shim.so, with libmpidbg-processes.so
(corefile/targets/lent_targets.h)."""

import ctypes
import os

from . import shim
from .errors import MpiError, sentence


class Thread(ctypes.Structure):
    """Describes the struct mpidbg_targets_thread of lent_targets.h."""
    _fields_ = [("tid", ctypes.c_int64), ("system_call", ctypes.c_int64), ("thread_pointer", ctypes.c_uint64),
                ("registers", ctypes.c_uint64 * 16)]


REGISTERS = "rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15".split()  # order in Thread.registers
_NAME = "libmpidbg-processes.so"
_FUNCTIONS = {
    "mpidbg_targets_open": (ctypes.c_void_p, [ctypes.c_size_t, ctypes.POINTER(ctypes.c_char_p), ctypes.c_char_p, ctypes.c_char_p,
                                              ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p)]),
    "mpidbg_targets_close": (None, [ctypes.c_void_p]),
    "mpidbg_targets_count": (ctypes.c_size_t, [ctypes.c_void_p]),
    "mpidbg_targets_at": (ctypes.POINTER(shim.Target), [ctypes.c_void_p, ctypes.c_size_t]),
    "mpidbg_targets_problem": (ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_size_t]),
    "mpidbg_targets_launcher": (ctypes.c_char_p, [ctypes.c_void_p]),
    "mpidbg_targets_free_text": (None, [ctypes.c_void_p]),
    "mpidbg_targets_sleeps_for_own_process": (ctypes.c_int, [ctypes.POINTER(Thread), ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p,
                                                             shim.READ]),
}
_loaded = None


def _library():
    """Returns libmpidbg-processes.so from the installation of libmqs_shim.so. It is loaded when first needed."""
    global _loaded
    if _loaded is None:
        beside = os.path.dirname(shim.library()._name)
        places = [os.path.join(beside, "mpidbg", _NAME), os.path.join(beside, _NAME)]
        found = next((place for place in places if os.path.exists(place)), None)
        if found is None:
            raise MpiError(f"This installation of mpidbg is incomplete: there is no {places[0]}.")
        try:
            loaded = ctypes.CDLL(found)
            for name, (result, arguments) in _FUNCTIONS.items():
                function = getattr(loaded, name)
                function.restype, function.argtypes = result, arguments
        except (OSError, AttributeError) as error:
            raise MpiError(f"{found} cannot be used: {error}.") from None
        _loaded = loaded
    return _loaded


def _encoded(text):
    return None if text is None else os.fsencode(text)


def sleep_for_own_process(threads, table):
    """Returns for each Thread whether it sleeps until another thread of its process wakes it. `table`, a shim.Target,
    is the process."""
    array = (Thread * len(threads))(*threads)
    sleeps = _library().mpidbg_targets_sleeps_for_own_process
    return [bool(sleeps(array, len(threads), index, table.context, table.read)) for index in range(len(threads))]


class Targets:
    """The processes that words stand for, in the order of their ranks. A word is for example a pid or the path of a
    core file, and has the meaning of TARGET of the command mpidbg. `debug_directories` are separated by colons."""

    def __init__(self, words, executable=None, sysroot=None, debug_directories=None):
        library, error = _library(), ctypes.c_void_p()
        texts = (ctypes.c_char_p * len(words))(*map(_encoded, words))
        files = map(_encoded, (executable, sysroot, debug_directories))
        self._targets = library.mpidbg_targets_open(len(words), texts, *files, ctypes.byref(error))
        if not self._targets:
            problem = ctypes.string_at(error.value).decode("utf-8", "replace") if error.value else "no targets"
            library.mpidbg_targets_free_text(error)
            raise MpiError(sentence(problem))
        count = library.mpidbg_targets_count(self._targets)
        self.tables = [library.mpidbg_targets_at(self._targets, index) for index in range(count)]  # pointers to mqs_shim_target
        # For each target the reason why it cannot be inspected; None if it can be.
        self.problems = [library.mpidbg_targets_problem(self._targets, index) for index in range(count)]
        self.launcher = library.mpidbg_targets_launcher(self._targets)

    def close(self):
        """Closes the targets, which makes their tables invalid. The sessions must have been closed before."""
        targets, self._targets = self._targets, None
        self.tables = []
        _library().mpidbg_targets_close(targets)
