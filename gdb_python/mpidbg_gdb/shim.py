"""Declares the structs and functions of mqs_shim.h with ctypes. The header documents them."""

import ctypes
import os

from .errors import MpiError, sentence

VERSION = 7  # MQS_SHIM_VERSION

OK, ARGUMENT, FAILED = range(3)
TEXT, JSON, DOT = range(3)

# The enumerators of mqs_shim_noun, in their order.
NOUNS = ("queues", "comms", "groups", "ranks", "requests", "errhandlers", "datatypes", "files", "infos", "ops", "windows",
         "messages", "handles", "show", "cvars", "pvars", "categories", "events", "sources",
         "why", "stacks", "sessions")

# The flags of mqs_shim_question that mqs_shim_read_noun() accepts.
FREED = 0x100000
HISTORY = 0x200000
WITH_THREADS = 0x400000

READ = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_size_t)
FIND_SYMBOL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int,
                               ctypes.POINTER(ctypes.c_uint64))
FIND_TYPE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_uint64))
FIELD_OFFSET = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)
FIELD_TYPE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_int),
                              ctypes.POINTER(ctypes.c_uint64))
INTEGER, POINTER, FLOAT, ARRAY, STRUCT, UNION = range(1, 7)  # mpidbg_field_kind_t
BUILD_ID_OF = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t)
PRIVATE_MEMORY = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_uint64),
                                  ctypes.POINTER(ctypes.c_uint64))
SYMBOL_AT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_size_t)
_TEXT = ctypes.POINTER(ctypes.c_char_p)
_NUMBER = ctypes.POINTER(ctypes.c_int64)


class Description(ctypes.Structure):
    C_NAME = "mqs_shim_description"
    _fields_ = [("struct_size", ctypes.c_uint32), ("state", ctypes.c_int32), ("world_rank", ctypes.c_int32),
                ("world_size", ctypes.c_int32), ("job", ctypes.c_char_p), ("program", ctypes.c_char_p), ("warnings", ctypes.c_char_p),
                ("gaps", ctypes.c_char_p), ("error", ctypes.c_char_p), ("has_ended", ctypes.c_int32), ("timer_signal", ctypes.c_int32)]


class Socket(ctypes.Structure):
    C_NAME = "mqs_shim_socket"
    _fields_ = [("local_high", ctypes.c_uint64), ("local_low", ctypes.c_uint64), ("remote_high", ctypes.c_uint64),
                ("remote_low", ctypes.c_uint64), ("local_port", ctypes.c_uint16), ("remote_port", ctypes.c_uint16),
                ("phase", ctypes.c_uint16), ("reserved", ctypes.c_uint16), ("unacknowledged", ctypes.c_uint32),
                ("unread", ctypes.c_uint32), ("retransmissions", ctypes.c_uint32)]


class Place(ctypes.Structure):
    C_NAME = "mqs_shim_place"
    _fields_ = [("struct_size", ctypes.c_uint32), ("line", ctypes.c_uint32), ("function", ctypes.c_char_p), ("file", ctypes.c_char_p)]


class Frame(ctypes.Structure):
    C_NAME = "mqs_shim_frame"
    _fields_ = [("function", ctypes.c_char_p), ("stack_pointer", ctypes.c_uint64), ("file", ctypes.c_char_p),
                ("module", ctypes.c_char_p), ("offset", ctypes.c_uint64), ("line", ctypes.c_uint32),
                ("inlined", ctypes.c_int32), ("preserved", ctypes.POINTER(ctypes.c_uint64)),
                ("preserved_count", ctypes.c_uint32), ("reserved", ctypes.c_uint32), ("pc", ctypes.c_uint64),
                ("returns", ctypes.c_int32), ("reserved_2", ctypes.c_uint32)]


class Thread(ctypes.Structure):
    C_NAME = "mqs_shim_thread"
    _fields_ = [("struct_size", ctypes.c_uint32), ("frame_count", ctypes.c_uint32), ("frames", ctypes.POINTER(Frame)),
                ("register_count", ctypes.c_uint32), ("reserved", ctypes.c_uint32),
                ("registers", ctypes.POINTER(ctypes.c_uint64)), ("frame_size", ctypes.c_uint32),
                ("reserved_2", ctypes.c_uint32), ("tid", ctypes.c_uint64), ("name", ctypes.c_char_p),
                ("problem", ctypes.c_char_p), ("state", ctypes.c_int32), ("sleeps_for_own_process", ctypes.c_int32)]


DESCRIBE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(Description))
HOLD = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, _TEXT)
RESUME = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
THREADS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(ctypes.POINTER(Thread)), _TEXT)
SOCKETS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(ctypes.POINTER(Socket)))
PLACE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_int, ctypes.c_size_t, ctypes.POINTER(Place))
MODULE_OF = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t)
MONOTONIC_NOW = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, _NUMBER)
WANTED = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64)
RECORDED_LOOKS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, _TEXT, _NUMBER, _NUMBER)
SHOW_RECORDED_LOOK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int)
JUMP = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int, ctypes.c_size_t,
                        ctypes.POINTER(ctypes.c_uint64))


class Target(ctypes.Structure):
    C_NAME = "mqs_shim_target"
    _fields_ = [("struct_size", ctypes.c_uint32), ("pointer_size", ctypes.c_uint32), ("big_endian", ctypes.c_int32),
                ("world_rank", ctypes.c_int32), ("pid", ctypes.c_int64), ("name", ctypes.c_char_p),
                ("host", ctypes.c_char_p), ("context", ctypes.c_void_p), ("read", READ), ("find_symbol", FIND_SYMBOL),
                ("find_type", FIND_TYPE), ("field_offset", FIELD_OFFSET), ("build_id_of", BUILD_ID_OF),
                ("private_memory", PRIVATE_MEMORY), ("symbol_at", SYMBOL_AT), ("is_core", ctypes.c_int32),
                ("reserved", ctypes.c_uint32), ("field_type", FIELD_TYPE), ("describe", DESCRIBE), ("hold", HOLD), ("resume", RESUME),
                ("threads", THREADS), ("sockets", SOCKETS), ("place", PLACE), ("module_of", MODULE_OF), ("monotonic_now", MONOTONIC_NOW),
                ("wanted", WANTED), ("recorded_looks", RECORDED_LOOKS), ("show_recorded_look", SHOW_RECORDED_LOOK),
                ("jump", JUMP)]


class Options(ctypes.Structure):
    C_NAME = "mqs_shim_options"
    _fields_ = [("struct_size", ctypes.c_uint32), ("tells_of_moves", ctypes.c_uint32), ("plugin", ctypes.c_char_p),
                ("plugin_safe_path", ctypes.c_char_p), ("image_name", ctypes.c_char_p)]


class RenderOptions(ctypes.Structure):
    C_NAME = "mqs_shim_render_options"
    _fields_ = [("struct_size", ctypes.c_uint32), ("all", ctypes.c_int32), ("verbose", ctypes.c_int32),
                ("color", ctypes.c_int32), ("communicator", ctypes.c_char_p), ("ranks", ctypes.c_char_p),
                ("has_tag", ctypes.c_int32), ("tag", ctypes.c_int32), ("each", ctypes.c_int32),
                ("one_dash", ctypes.c_int32)]


class Statistics(ctypes.Structure):
    C_NAME = "mqs_shim_statistics"
    _fields_ = [("struct_size", ctypes.c_uint32), ("reserved", ctypes.c_uint32), ("reads", ctypes.c_uint64),
                ("hits", ctypes.c_uint64), ("round_trips", ctypes.c_uint64), ("bytes", ctypes.c_uint64),
                ("live_allocations", ctypes.c_uint64)]


class Facts(ctypes.Structure):
    C_NAME = "mqs_shim_facts"
    _fields_ = [("struct_size", ctypes.c_uint32), ("world_rank", ctypes.c_int32), ("world_size", ctypes.c_int32),
                ("mpi_state", ctypes.c_int32), ("local_job", ctypes.c_uint32), ("blocked_count", ctypes.c_uint32),
                ("blocked_in", ctypes.POINTER(ctypes.c_char_p)), ("library", ctypes.c_char_p),
                ("point_to_point", ctypes.c_char_p), ("problem", ctypes.c_char_p)]


class Object(ctypes.Structure):
    C_NAME = "mqs_shim_object"
    _fields_ = [("struct_size", ctypes.c_uint32), ("reserved", ctypes.c_uint32), ("handle", ctypes.c_uint64),
                ("name", ctypes.c_char_p), ("line", ctypes.c_char_p)]


class JobFacts(ctypes.Structure):
    C_NAME = "mqs_shim_job_facts"
    _fields_ = [("struct_size", ctypes.c_uint32), ("process_count", ctypes.c_uint32), ("launch_count", ctypes.c_uint32),
                ("mismatch_count", ctypes.c_uint32), ("missing_count", ctypes.c_uint32), ("reserved", ctypes.c_uint32),
                ("missing", ctypes.POINTER(ctypes.c_int32))]


def sized(struct):
    struct.struct_size = ctypes.sizeof(struct)
    return struct


FUNCTIONS = {
    "mqs_shim_version": (ctypes.c_int, []),
    "mqs_shim_open": (ctypes.c_void_p, [ctypes.POINTER(Target), ctypes.POINTER(Options), ctypes.POINTER(ctypes.c_void_p)]),
    "mqs_shim_open_closed": (ctypes.c_void_p, [ctypes.POINTER(Target), ctypes.c_char_p]),
    "mqs_shim_close": (None, [ctypes.c_void_p]),
    "mqs_shim_read_noun": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint]),
    "mqs_shim_read_object": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]),
    "mqs_shim_add_threads": (ctypes.c_int, [ctypes.c_void_p]),
    "mqs_shim_get_facts": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(Facts)]),
    "mqs_shim_look_at": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint64, ctypes.POINTER(Object)]),
    "mqs_shim_resolve": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.POINTER(ctypes.c_uint64)]),
    "mqs_shim_job_new": (ctypes.c_void_p, [ctypes.c_int, ctypes.c_int, ctypes.POINTER(RenderOptions),
                                           ctypes.POINTER(ctypes.c_void_p)]),
    "mqs_shim_job_add": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p]),
    "mqs_shim_job_finish": (ctypes.c_void_p, [ctypes.c_void_p]),
    "mqs_shim_job_free": (None, [ctypes.c_void_p]),
    "mqs_shim_investigate": (ctypes.c_void_p, [ctypes.c_size_t, ctypes.POINTER(ctypes.c_void_p), ctypes.c_char_p, ctypes.c_char_p,
                                               ctypes.POINTER(ctypes.c_void_p)]),
    "mqs_shim_verdict_render": (ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(RenderOptions)]),
    "mqs_shim_verdict_notes": (ctypes.c_char_p, [ctypes.c_void_p]),
    "mqs_shim_verdict_free": (None, [ctypes.c_void_p]),
    "mqs_shim_render": (ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.POINTER(RenderOptions)]),
    "mqs_shim_is_complete": (ctypes.c_int, [ctypes.c_void_p]),
    "mqs_shim_invalidate": (None, [ctypes.c_void_p]),
    "mqs_shim_error": (ctypes.c_char_p, [ctypes.c_void_p]),
    "mqs_shim_plugin_path": (ctypes.c_char_p, [ctypes.c_void_p]),
    "mqs_shim_plugin_version": (ctypes.c_char_p, [ctypes.c_void_p]),
    "mqs_shim_get_statistics": (ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(Statistics)]),
    "mqs_shim_free": (None, [ctypes.c_void_p]),
}


# The SONAME of libmqs_shim.so, which changes with every change that breaks existing callers.
_NAME = "libmqs_shim.so.1"
# Directories that are searched for the library, relative to the parent of this package. ../mqs_shim is that of a build
# tree; the others are for an installation in PREFIX/share/mpidbg/gdb.
_PLACES = ("../mqs_shim", "../../../lib", "../../../lib64", "../../../lib/*")

_library = None


def _places():
    """Returns the paths of the existing files named libmqs_shim.so.1, some of which may be for another machine."""
    import glob

    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    found = [os.path.normpath(path) for place in _PLACES
             for path in sorted(glob.glob(os.path.join(glob.escape(here), place, _NAME)))]
    if not found:
        raise MpiError(f"This installation of mpidbg is incomplete: {_NAME} is not in the library directory beside {here}.")
    return found


def _load(paths):
    for path in paths:
        try:
            return path, ctypes.CDLL(path)
        except OSError as error:
            problem = error
    raise MpiError(f"{paths[0]} cannot be used: {problem}.")


def library():
    """Returns libmqs_shim.so, which is loaded when first needed."""
    global _library
    if _library is None:
        path, loaded = _load(_places())
        try:
            for name, (result, arguments) in FUNCTIONS.items():
                function = getattr(loaded, name)
                function.restype, function.argtypes = result, arguments
        except AttributeError as error:
            raise MpiError(f"{path} cannot be used: {error}.") from None
        if loaded.mqs_shim_version() < VERSION:
            raise MpiError(f"{path} is older than this front end.")
        _library = loaded
    return _library


def text_of(pointer):
    """Converts a text that libmqs_shim.so has returned to the caller, and frees the original; returns None for null."""
    if not pointer:
        return None
    try:
        return ctypes.string_at(pointer).decode("utf-8", "replace")
    finally:
        library().mqs_shim_free(pointer)


class Verdict:
    """The verdict of `mpidbg why` on the processes of several sessions (mqs_shim_session). The constructor inspects
    these processes. Used as a context manager, it frees the verdict at the end."""

    def __init__(self, sessions, ranks=None, launcher=None):
        self._library, error = library(), ctypes.c_void_p()
        self._verdict = self._library.mqs_shim_investigate(len(sessions), (ctypes.c_void_p * len(sessions))(*sessions), ranks, launcher,
                                                           ctypes.byref(error))
        if not self._verdict:
            raise MpiError(sentence(text_of(error.value) or "there is no verdict"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._library.mqs_shim_verdict_free(self._verdict)

    def notes(self):
        """Returns the warnings of the verdict as a list of lines."""
        return self._library.mqs_shim_verdict_notes(self._verdict).decode("utf-8", "replace").splitlines()

    def render(self, output, options):
        return text_of(self._library.mqs_shim_verdict_render(self._verdict, output, ctypes.byref(options))) or ""
