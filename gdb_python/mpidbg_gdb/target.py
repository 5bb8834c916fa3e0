"""What targets of libmqs_shim.so have in common.

ctypes would swallow an exception in a callback, and C would see success. So every callback catches all exceptions,
Ctrl-C included, answers "not found", and keeps the exception, which call() raises once the C function has returned.
"""

import functools


def guarded(failure):
    """Makes a method a callback, which returns `failure` if it raises an exception."""
    def wrap(method):
        @functools.wraps(method)
        def call(self, _context, *arguments):
            if self.raised is not None:
                return failure
            try:
                return method(self, *arguments)
            except BaseException as error:  # pylint: disable=broad-except
                self.raised = error
                return failure
        return call
    return wrap


class Target:
    """A process of which `table`, a shim.Target, tells libmqs_shim.so."""

    def __init__(self):
        self.raised = None  # the exception of a callback
        self.reads = 0  # number of reads of memory from GDB, each of which is a round trip to a remote target

    def call(self, function, *arguments):
        """Runs a function of libmqs_shim.so, and then raises the exception of a callback, if there was one."""
        self.raised = None
        result = function(*arguments)
        raised, self.raised = self.raised, None
        if raised is not None:
            raise raised
        return result

    def forget_memory(self):
        """Forgets cached facts about the memory. Must be called when the process has run or its memory was written."""

    def close(self):
        """Ends the use of the target. No session may use it any more."""
