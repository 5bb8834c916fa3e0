"""`mpi attach`: all ranks of a job on this node as inferiors."""

import os
import re

import gdb

from .. import gdb_text
from ..errors import MpiError
from ..launcher import rank_of, ranks_below


class Attach(gdb.Command):
    """Attach to all ranks of an MPI job on this node, each as an inferior of its own.

Usage: mpi attach PID
PID is that of mpirun or mpiexec, or of a rank."""

    def __init__(self):
        super().__init__("mpi attach", gdb.COMMAND_RUNNING)

    def invoke(self, argument, _from_tty):
        if not argument.strip().isdigit():
            raise MpiError("mpi attach needs the pid of mpirun")
        launcher = int(argument)
        if not os.path.exists(f"/proc/{launcher}"):
            raise MpiError(f"there is no process {launcher}")
        ranks = ranks_below(launcher)
        if not ranks and rank_of(launcher) is not None:
            ranks = [(rank_of(launcher), launcher)]
        if not ranks:
            raise MpiError(f"process {launcher} started no MPI processes on this node")
        held = {inferior.pid for inferior in gdb.inferiors()}
        for rank, pid in ranks:
            if pid in held:
                continue
            if gdb.selected_inferior().pid != 0:
                text = gdb.execute("add-inferior -no-connection", to_string=True)
                added = re.search(r"inferior (\d+)", text)
                if added is None:
                    raise MpiError(f"GDB did not add an inferior: {text.strip()}")
                gdb_text.run_silently(f"inferior {added.group(1)}")
            gdb_text.run_silently(f"attach {pid}")
            gdb.write(f"rank {rank}: inferior {gdb.selected_inferior().num}, pid {pid}\n")


def install():
    Attach()
