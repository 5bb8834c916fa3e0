"""`mpi attach`: all ranks of a job on this node as inferiors."""

import os
import re

import gdb

from ..errors import MpiError

_RANK = re.compile(rb"(?:^|\0)(?:OMPI_COMM_WORLD_RANK|PMIX_RANK|PMI_RANK)=(\d+)(?=\0|$)")


def _children():
    """pid of a parent -> pids of its children"""
    children = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
        except (OSError, IndexError, ValueError):
            continue
        children.setdefault(parent, []).append(int(name))
    return children


def _rank(pid):
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            found = _RANK.search(file.read())
    except OSError:
        return None
    return int(found.group(1)) if found else None


def ranks_below(launcher):
    """(rank, pid) of the MPI processes that it started, directly or through daemons; of a script that runs the program only the
    program."""
    children, found, waiting = _children(), [], [launcher]
    while waiting:
        pid = waiting.pop()
        below = children.get(pid, [])
        waiting += below
        rank = _rank(pid)
        if pid != launcher and rank is not None and not any(_rank(child) == rank for child in below):
            found.append((rank, pid))
    return sorted(found)


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
        if not ranks and _rank(launcher) is not None:
            ranks = [(_rank(launcher), launcher)]
        if not ranks:
            raise MpiError(f"process {launcher} started no MPI processes on this node")
        held = {inferior.pid for inferior in gdb.inferiors()}
        for rank, pid in ranks:
            if pid in held:
                continue
            if gdb.selected_inferior().pid != 0:
                text = gdb.execute("add-inferior -no-connection", to_string=True)
                number = re.search(r"inferior (\d+)", text).group(1)
                gdb.execute(f"inferior {number}", to_string=True)
            gdb.execute(f"attach {pid}", to_string=True)
            gdb.write(f"rank {rank}: inferior {gdb.selected_inferior().num}, pid {pid}\n")


def install():
    Attach()
