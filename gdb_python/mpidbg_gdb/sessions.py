"""Keeps one session of libmqs_shim.so for each inferior, and handles the events that invalidate it."""

import ctypes
import re

import gdb

from . import gdb_text, local_target, shim
from .captures import CaptureTarget, capture_of
from .errors import NO_PROCESS, MpiError, sentence
from .gdb_target import GdbTarget
from .launcher import ranks_below
from .selection import is_local, threads_of


class Session:
    """Asks one plugin about one inferior, through a session of libmqs_shim.so."""

    def __init__(self, inferior, plugin):
        self.inferior = inferior
        self.pid = inferior.pid
        self.has_new_modules = False  # set when GDB has read a file since the session was opened
        self.process = {}  # facts that do not change while MPI is initialised
        self._descriptions = {}  # texts about objects; emptied when the process has run
        self._library = shim.library()
        options = shim.sized(shim.Options(tells_of_moves=1, plugin=plugin.encode() if plugin else None, plugin_safe_path=None,
                                          image_name=_program_name().encode()))
        for self.target in _targets_of(inferior):
            error = ctypes.c_void_p()
            self._handle = self.target.call(self._library.mqs_shim_open, ctypes.byref(self.target.table),
                                            ctypes.byref(options), ctypes.byref(error))
            if self._handle:
                return
            problem = shim.text_of(error.value)
            self.target.close()
        raise MpiError(_refusal(problem or "the session cannot be opened", inferior))

    def close(self):
        handle, self._handle = self._handle, None
        if handle:
            self.target.raised = None
            self._library.mqs_shim_close(handle)
            self.target.close()

    def invalidate(self):
        self._descriptions.clear()
        self.target.forget_memory()
        self._library.mqs_shim_invalidate(self._handle)

    def read(self, noun, with_stacks=True, freed=False, history=False):
        """Reads what the command `noun` shows. `with_stacks` adds the call that each thread is in, and requires stacks
        to be unwound; `freed` adds freed objects, and `history` earlier values of variables."""
        flags = (shim.FREED if freed else 0) | (shim.HISTORY if history else 0) | (shim.WITH_THREADS if with_stacks else 0)
        self._check(self.target.call(self._library.mqs_shim_read_noun, self._handle, shim.NOUNS.index(noun), flags))

    def read_object(self, kind, handle, with_stacks=False):
        self._check(self.target.call(self._library.mqs_shim_read_object, self._handle, kind.encode(), handle.encode()))
        if with_stacks:
            self._check(self.target.call(self._library.mqs_shim_add_threads, self._handle))

    def facts(self):
        """Returns facts about the process from the last answer, as shim.Facts, which is valid until the next call."""
        facts = shim.sized(shim.Facts())
        self._check(self._library.mqs_shim_get_facts(self._handle, ctypes.byref(facts)))
        return facts

    def describe(self, kind, handle):
        """Returns one line about an object; empty if it does not exist."""
        if (kind, handle) not in self._descriptions:
            try:
                line = self.look_at(kind, handle).line.decode("utf-8", "replace")
            except MpiError:
                line = ""
            self._descriptions[kind, handle] = line
        return self._descriptions[kind, handle]

    def handle_of_fortran(self, kind, index):
        """Returns the C handle for a Fortran handle; None if it does not stand for an object."""
        key = (kind, f"fortran:{index}")
        if key not in self._descriptions:
            try:
                self._descriptions[key] = self.look_at(kind, self.resolve(*key)).handle
            except MpiError:
                self._descriptions[key] = None
        return self._descriptions[key]

    def resolve(self, kind, words):
        """Returns the handle for a predefined name or for fortran:N, the Fortran handle N, whether or not there is such
        an object."""
        found = ctypes.c_uint64()
        self._check(self.target.call(self._library.mqs_shim_resolve, self._handle, kind.encode(), words.encode(), ctypes.byref(found)))
        return found.value

    def look_at(self, kind, handle):
        """Returns name and description of an object, as shim.Object, which is valid until the next call."""
        found = shim.sized(shim.Object())
        self._check(self.target.call(self._library.mqs_shim_look_at, self._handle, kind.encode(), handle, ctypes.byref(found)))
        return found

    def render(self, noun, options, as_json=False):
        pointer = self.target.call(self._library.mqs_shim_render, self._handle, shim.NOUNS.index(noun),
                                   shim.JSON if as_json else shim.TEXT, ctypes.byref(options))
        text = shim.text_of(pointer)
        if text is None:
            raise MpiError(self._error())
        return text

    @property
    def handle(self):
        """Returns the session as an mqs_shim_session of mqs_shim.h."""
        return self._handle

    def add_to(self, job):
        """Adds the last answer to `job`, an mqs_shim_job, which combines the answers of several sessions."""
        self._library.mqs_shim_job_add(job, self._handle)

    def plugin(self):
        """Returns path and version of the plugin."""
        return (self._library.mqs_shim_plugin_path(self._handle).decode(),
                self._library.mqs_shim_plugin_version(self._handle).decode())

    def statistics(self):
        statistics = shim.sized(shim.Statistics())
        self._library.mqs_shim_get_statistics(self._handle, ctypes.byref(statistics))
        return statistics

    def _check(self, code):
        if code != shim.OK:
            raise MpiError(self._error() or f"Error {code}.")

    def _error(self):
        text = self._library.mqs_shim_error(self._handle).decode("utf-8", "replace")
        return sentence(text) if text else ""


_sessions: dict = {}  # number of an inferior -> its session
_running: set = set()  # numbers of inferiors that were resumed and have not stopped for the user since
_refused = set()  # numbers of inferiors for which no session could be opened since they last ran
plugin_choice = ""  # the value of `set mpi plugin`; empty: mpidbg's own plugin


def _program_name():
    return gdb.current_progspace().filename or "the program"


def _targets_of(inferior):
    """Yields the targets that can stand for an inferior, the fastest first. The next one is tried if no MPI library is
    found in the first."""
    capture = capture_of(inferior)
    if capture is not None:
        yield CaptureTarget(capture)
        return
    local = local_target.of_inferior(inferior)
    if local is not None:
        yield local
    yield GdbTarget(inferior)


_NO_LIBRARY = "no known MPI library"  # in the errors of libmqs_shim.so
_INTERPRETER = re.compile(r" is \.interp$", re.MULTILINE)  # in a line of `info files`, if the program needs libraries


def _refusal(problem, inferior):
    """Explains why a session could not be opened: from the error of libmqs_shim.so, and from what GDB lacks."""
    if _NO_LIBRARY not in problem:
        return sentence(problem)
    if is_local(inferior):
        below = f"  It started MPI processes: \"mpi attach {inferior.pid}\" adds them." if ranks_below(inferior.pid) else ""
        return sentence(problem) + below
    return _without_libraries(inferior) or sentence(problem) + _missing_file()


def _without_libraries(inferior):
    """Returns the reason why GDB has loaded no libraries of a core file or of a remote process, and what to do; None if it has
    loaded some, or if the program needs none."""
    is_core = inferior.connection is not None and inferior.connection.type == "core"
    what, again = ("core file", '"core-file CORE"') if is_core else ("process", '"target remote"')
    if gdb.current_progspace().filename is None:
        return f'GDB sees no libraries of this {what}, because it has no file of the program: "file PROGRAM" first, then {again}.'
    try:
        libraries = gdb_text.output_of("info sharedlibrary")
        sections = gdb_text.output_of("info files")
    except gdb.error:
        return None
    if libraries.startswith("No shared libraries") and _INTERPRETER.search(sections):
        by_command = "  The command finds them by itself: mpidbg queues CORE --exe PROGRAM --sysroot DIRECTORY." if is_core else ""
        return f'GDB has loaded no libraries of this {what}, so that no MPI library can be seen; see "help set sysroot".{by_command}'
    return None


def _missing_file():
    """Returns the sentence about the file of an MPI library that GDB cannot find; empty if there is none."""
    try:
        libraries = gdb_text.output_of("info sharedlibrary")
    except gdb.error:
        return ""
    missing = re.findall(r"^\s*(?:0x\S+\s+0x\S+\s+)?No\s+(?:\(\*\)\s*)?(\S*/libmpi\S*)$", libraries, re.MULTILINE)
    return f'  GDB cannot find the file {missing[0]}; see "help set sysroot".' if missing else ""


def has_process(inferior):
    return inferior.pid != 0


def session_of(inferior):
    """Returns the session of an inferior, and opens it when it is first needed, or anew when the inferior has become
    another process or has loaded modules. The inferior must be the selected one."""
    if not has_process(inferior):
        raise MpiError(NO_PROCESS)
    known = _sessions.get(inferior.num)
    if known is not None and (known.has_new_modules or known.pid != inferior.pid):
        _close(inferior.num)
    session = _sessions.get(inferior.num)
    if session is None:
        session = _sessions[inferior.num] = Session(inferior, plugin_choice)
    elif inferior.num in _running or any(thread.is_running() for thread in threads_of(inferior)):
        # A process counts as running while GDB evaluates the condition of a breakpoint, so its memory has changed since
        # the last stop. In non-stop mode it may really be running.
        session.invalidate()
    return session


def known_session(inferior):
    """Returns the session of an inferior if there is one; otherwise None."""
    return _sessions.get(inferior.num)


def describe(inferior, kind, handle):
    """Returns one line about an object for a printer; empty if it does not exist. A process that cannot be inspected is
    tried only once per stop, because printers ask for hundreds of values."""
    if inferior.num in _refused:
        return ""
    try:
        return session_of(inferior).describe(kind, handle)
    except gdb.GdbError:
        if inferior.num not in _sessions:
            _refused.add(inferior.num)
        return ""


def handle_of_fortran(inferior, kind, index):
    """Returns the C handle for a Fortran handle; None if it does not stand for an object."""
    return None if inferior.num in _refused else session_of(inferior).handle_of_fortran(kind, index)


def close_all():
    for number in list(_sessions):
        _close(number)


def _close(number):
    session = _sessions.pop(number, None)
    if session is not None:
        session.close()


def moved():
    """Discards cached data. Must be called when a process has run or its memory was written."""
    _refused.clear()
    for session in _sessions.values():
        session.invalidate()


def _on_stop(_event):
    _running.clear()
    moved()


def _on_continue(event):
    _running.add(event.inferior_thread.inferior.num if event.inferior_thread is not None
                 else gdb.selected_inferior().num)
    moved()


def _on_exit(event):
    _running.discard(event.inferior.num)
    _close(event.inferior.num)


def _on_new_modules(event):
    # A session is not closed here, because it may be in use: GDB reads some files only when their symbols are asked for.
    for session in _sessions.values():
        if session.inferior.progspace == event.new_objfile.progspace:
            session.has_new_modules = True
            session.invalidate()


def _on_cleared_modules(_event):
    close_all()


def install():
    gdb.events.stop.connect(_on_stop)
    gdb.events.cont.connect(_on_continue)
    gdb.events.memory_changed.connect(lambda _event: moved())
    gdb.events.exited.connect(_on_exit)
    gdb.events.inferior_deleted.connect(lambda event: _close(event.inferior.num))
    gdb.events.new_objfile.connect(_on_new_modules)
    gdb.events.clear_objfiles.connect(_on_cleared_modules)
