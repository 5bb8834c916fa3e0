"""The C libraries: libmqs_shim.so through the binding that GDB's front end has, and libmpidbg-processes.so
(corefile/targets/lent_process.h)."""

import ctypes
import os
import sys

_HERE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
# The package is installed in PREFIX/share/mpidbg/python, or in a build tree.
for _place in ("../gdb", "../gdb_python"):
    _package = os.path.normpath(os.path.join(_HERE, _place))
    if os.path.isdir(os.path.join(_package, "mpidbg_gdb")):
        break
else:
    raise ImportError(f"This installation of mpidbg is incomplete: there is no {os.path.normpath(os.path.join(_HERE, '../gdb'))}/mpidbg_gdb.")
sys.path.insert(0, _package)
try:
    from mpidbg_gdb import shim  # noqa: F401
    from mpidbg_gdb.errors import MpiError as Error, sentence  # noqa: F401
finally:
    del sys.path[0]

_TEXT = ctypes.POINTER(ctypes.c_void_p)
_FUNCTIONS = {
    "mpidbg_process_open": (ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, _TEXT]),
    "mpidbg_process_close": (None, [ctypes.c_void_p]),
    "mpidbg_process_target": (ctypes.POINTER(shim.Target), [ctypes.c_void_p]),
    "mpidbg_process_stop": (ctypes.c_int, [ctypes.c_void_p, _TEXT]),
    "mpidbg_process_resume": (None, [ctypes.c_void_p]),
    "mpidbg_process_threads": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t),
                                              ctypes.POINTER(ctypes.POINTER(shim.Thread)), _TEXT]),
    "mpidbg_process_pictures": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ctypes.c_char_p), ctypes.POINTER(ctypes.c_int64),
                                               ctypes.POINTER(ctypes.c_int64)]),
    "mpidbg_process_show_first": (None, [ctypes.c_void_p, ctypes.c_int]),
    "mpidbg_processes_started_by": (ctypes.c_size_t, [ctypes.c_int64, ctypes.POINTER(ctypes.c_int64), ctypes.c_size_t]),
    "mpidbg_process_free_text": (None, [ctypes.c_void_p]),
}
_NAME = "libmpidbg-processes.so"
_processes = None


def processes() -> ctypes.CDLL:
    """libmpidbg-processes.so of the installation of libmqs_shim.so, which is loaded when first needed."""
    global _processes
    if _processes is None:
        beside = os.path.dirname(shim.library()._name)
        places = [os.path.join(beside, "mpidbg", _NAME), os.path.join(beside, _NAME)]
        found = next((place for place in places if os.path.exists(place)), None)
        if found is None:
            raise Error(f"This installation of mpidbg is incomplete: there is no {places[0]}.")
        try:
            loaded = ctypes.CDLL(found)
            for name, (result, arguments) in _FUNCTIONS.items():
                function = getattr(loaded, name)
                function.restype, function.argtypes = result, arguments
        except (OSError, AttributeError) as error:
            raise Error(f"{found} cannot be used: {error}.") from None
        _processes = loaded
    return _processes


def taken(pointer: ctypes.c_void_p) -> str:
    """The text of an error, which is freed here."""
    if not pointer:
        return ""
    try:
        return ctypes.string_at(pointer).decode("utf-8", "replace")  # type: ignore[arg-type]
    finally:
        processes().mpidbg_process_free_text(pointer)
