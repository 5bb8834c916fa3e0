"""The MPI processes that a launcher started on this node, from /proc."""

import os
import re

_RANK = re.compile(rb"(?:^|\0)(?:OMPI_COMM_WORLD_RANK|PMIX_RANK|PMI_RANK)=(\d+)(?=\0|$)")


def _children():
    """pid of a parent -> pids of its children"""
    children: dict = {}
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


def rank_of(pid):
    """Rank in MPI_COMM_WORLD by the environment; None if it has none."""
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
        rank = rank_of(pid)
        if pid != launcher and rank is not None and not any(rank_of(child) == rank for child in below):
            found.append((rank, pid))
    return sorted(found)
