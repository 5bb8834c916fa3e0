"""Looks at inferiors, and selects another one, permanently or for a while."""

import gdb

from . import gdb_text


def is_local(inferior):
    """Returns True if the inferior is a process of this machine."""
    connection = getattr(inferior, "connection", None)
    return connection is not None and connection.type == "native"


def threads_of(inferior):
    """Returns the threads of an inferior, and restores the selected frame afterwards. GDB goes through all of its
    targets to list threads; with several core files, it loses the selected frame in doing so."""
    try:
        frame = gdb.selected_frame()
    except gdb.error:
        return inferior.threads()
    threads = inferior.threads()
    if frame.is_valid():
        frame.select()
    return threads


def switch_to(inferior):
    """Makes an inferior the current one, without messages."""
    if gdb.selected_inferior().num == inferior.num:
        return
    threads = threads_of(inferior)
    if threads:
        threads[-1].switch()
    else:
        gdb_text.run_silently(f"inferior {inferior.num}")


class selected:
    """Makes an inferior the current one for a `with` block, without messages. The user's selection is restored
    afterwards."""

    def __init__(self, inferior):
        self._inferior = inferior
        self._frame = None

    def __enter__(self):
        self._thread = gdb.selected_thread()
        self._current = gdb.selected_inferior()
        try:
            self._frame = gdb.selected_frame()
        except gdb.error:
            self._frame = None
        switch_to(self._inferior)

    def __exit__(self, *_):
        if self._thread is not None and self._thread.is_valid():
            self._thread.switch()
            if self._frame is not None and self._frame.is_valid():
                self._frame.select()
        else:
            switch_to(self._current)
