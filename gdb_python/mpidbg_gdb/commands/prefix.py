"""Defines the prefix commands `mpi` and `info mpi`, which have the same subcommands."""

import gdb

from ..entry_points import Command

PREFIXES = ("mpi", "info mpi")


class MpiPrefix(Command):
    """What MPI is doing in the process, or in all processes that GDB holds.

Read from memory: nothing is called in the process. Options of every list:
  -all         the library's own objects and messages too
  -each        each rank and operation by itself; equal ones are merged otherwise
  -freed       objects that the program has freed, too, where mpidbg's recorder is loaded
  -rank RANKS  only these ranks of MPI_COMM_WORLD, as in 0-3,7
  -comm NAME   only this communicator, by name or handle
  -tag N       only operations with this tag
  -json        as JSON
  -verbose     more of everything"""

    def __init__(self, name):
        super().__init__(name, gdb.COMMAND_STATUS, prefix=True)
        self._name = name

    def invoke(self, argument, _from_tty):
        if argument:
            raise gdb.GdbError(f'Undefined {self._name} command: "{argument}".  Try "help {self._name}".')
        gdb.execute(f"help {self._name}")


def install():
    for name in PREFIXES:
        MpiPrefix(name)
