"""Defines two commands: `mpi attach` makes all ranks of a job on this node inferiors, and `mpi detach` releases
them."""

import os
import re

import gdb

from .. import gdb_text
from ..entry_points import Command
from ..errors import MpiError
from ..launcher import jobs_below, rank_of

_added: dict = {}  # pid of an attached process -> number of the inferior added for it; None if it uses an existing inferior


def _the_job(pid):
    """Returns (rank, pid) for each process of the job that the pid stands for. Fails if there are several jobs."""
    jobs = jobs_below(pid)
    if len(jobs) > 1:
        known = "\n".join(f"  {job.words()}" for job in jobs)
        raise MpiError(f"Process {pid} started {len(jobs)} MPI jobs; attach to one of them:\n{known}")
    if jobs:
        gdb.write(f"Attaching to {jobs[0].words()}.\n")
        return jobs[0].ranks
    rank = rank_of(pid)
    if rank is None:
        raise MpiError(f"Process {pid} started no MPI processes on this node.")
    return [(rank, pid)]


class Attach(Command):
    """Attach to all ranks of an MPI job on this node, each as an inferior of its own.

Usage: mpi attach PID
PID is that of mpirun or mpiexec, or of a rank. `mpi detach' ends it."""

    def __init__(self):
        super().__init__("mpi attach", gdb.COMMAND_RUNNING)

    def invoke(self, argument, _from_tty):
        if not argument.strip().isdigit():
            raise MpiError("Argument required (process-id of mpirun).")
        launcher = int(argument)
        if not os.path.exists(f"/proc/{launcher}"):
            raise MpiError(f"No such process: {launcher}.")
        held = {inferior.pid for inferior in gdb.inferiors()}
        for rank, pid in _the_job(launcher):
            if pid in held:
                continue
            number = None
            if gdb.selected_inferior().pid != 0:
                text = gdb.execute("add-inferior -no-connection", to_string=True)
                added = re.search(r"inferior (\d+)", text)
                if added is None:
                    raise MpiError(f"GDB did not add an inferior: {text.strip()}")
                number = int(added.group(1))
                gdb_text.run_silently(f"inferior {number}")
            gdb_text.run_silently(f"attach {pid}")
            _added[pid] = number
            gdb.write(f"rank {rank}: inferior {gdb.selected_inferior().num}, pid {pid}\n")


class Detach(Command):
    """Detach from all processes that `mpi attach' attached to. They go on; inferiors that it added are removed.

Usage: mpi detach"""

    def __init__(self):
        super().__init__("mpi detach", gdb.COMMAND_RUNNING)

    def invoke(self, argument, _from_tty):
        if argument.strip():
            raise MpiError("mpi detach takes no arguments.")
        held = [inferior for inferior in gdb.inferiors() if inferior.pid in _added]
        if not held:
            raise MpiError('No process was attached to with "mpi attach".')
        removed = []
        for inferior in held:
            pid = inferior.pid
            gdb_text.run_silently(f"detach inferiors {inferior.num}")
            if _added.pop(pid) is not None:
                removed.append(inferior.num)
        if gdb.selected_inferior().num in removed:
            staying = next(inferior.num for inferior in gdb.inferiors() if inferior.num not in removed)
            gdb_text.run_silently(f"inferior {staying}")
        for number in removed:
            gdb_text.run_silently(f"remove-inferiors {number}")
        gdb.write(f"Detached from {len(held)} process{'es' if len(held) > 1 else ''}.\n")


def install():
    Attach()
    Detach()
