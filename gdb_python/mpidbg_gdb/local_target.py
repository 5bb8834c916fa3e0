"""Makes a process of this machine that GDB holds a target of libmqs_shim.so. libmpidbg-processes.so reads its memory,
files and registers without GDB, which takes a fraction of the time."""

import ctypes

import gdb

from . import gdb_text, lent_targets, shim, stacks
from .errors import MpiError
from .selection import is_local, selected, threads_of
from .target import Target, guarded


class LocalTarget(Target):
    """Makes one inferior a target of libmqs_shim.so. Raises MpiError if libmpidbg-processes.so cannot open it."""

    def __init__(self, inferior):
        super().__init__()
        self._inferior = inferior
        self._targets = lent_targets.Targets([str(inferior.pid)], debug_directories=gdb.parameter("debug-file-directory"))
        tables = [pointer.contents for pointer in self._targets.tables]
        # A launcher stands for its ranks.
        if [table.pid for table in tables] != [inferior.pid] or self._targets.problems != [None]:
            self.close()
            raise MpiError(f"Process {inferior.pid} cannot be read without GDB.")
        (self._lent,) = tables
        self._kept = None  # objects to which libmqs_shim.so has pointers until the next call
        self.table = shim.Target.from_buffer_copy(self._lent)
        self.table.world_rank = -1  # as for all processes of GDB, the plugin determines it
        # GDB holds the process all the time, and knows nothing that is not in its memory.
        self.table.describe, self.table.hold, self.table.resume = shim.DESCRIBE(0), shim.HOLD(0), shim.RESUME(0)
        self.table.threads = self._threads_callback = shim.THREADS(self._threads)

    def close(self):
        self._targets.close()

    @guarded(0)
    def _threads(self, count, threads, problem):
        if not self._needs_gdb():
            done = self._lent.threads(self._lent.context, count, threads, problem)
            if done:
                self._name_threads(count[0], threads)
            return done
        with selected(self._inferior):
            found, kept = stacks.read_threads(self._inferior, self.table)
        array = (shim.Thread * len(found))(*found)
        self._kept = array, kept
        count[0], threads[0] = len(found), ctypes.cast(array, ctypes.POINTER(shim.Thread))
        return 1

    def _name_threads(self, count, threads):
        """Gives threads the names that GDB knows, which are the user's if there was a `thread name`."""
        names = {thread.ptid[1]: (thread.name or "").encode("utf-8", "surrogateescape") for thread in threads_of(self._inferior)}
        array = (shim.Thread * count)(*threads[0][:count])
        for thread in array:
            thread.name = names.get(thread.tid) or thread.name
        self._kept = array
        threads[0] = ctypes.cast(array, ctypes.POINTER(shim.Thread))

    def _needs_gdb(self):
        """Returns True if only GDB knows the stacks: some threads run, or are in functions that the user has called,
        whose callers are in registers that GDB has saved."""
        return any(thread.is_running() for thread in threads_of(self._inferior)) or bool(gdb_text.output_of("maintenance print dummy-frames"))


def of_inferior(inferior):
    """Returns the inferior as a LocalTarget, or None if it can only be read through GDB."""
    if not is_local(inferior):
        return None
    try:
        return LocalTarget(inferior)
    except MpiError:
        return None
