"""The MPI processes that a launcher started on this node, from /proc."""

import os
import re

_RANK = re.compile(rb"(?:^|\0)(?:OMPI_COMM_WORLD_RANK|PMIX_RANK|PMI_RANK)=(\d+)(?=\0|$)")


# The programs with which users start jobs, by their names in /proc/PID/comm, without their helpers on each node.
_LAUNCHER = re.compile(r"mpirun|mpiexec|(orterun|prterun|prun|srun|oshrun|shmemrun)$")


class Job:
    """The processes that one launcher has started. Those of a launcher that has ended, or is on another node, are a job, too."""

    def __init__(self, launcher):
        self.launcher = launcher
        self.ranks = []  # (rank, pid)

    def words(self):
        count = f"{len(self.ranks)} rank{'s' if len(self.ranks) > 1 else ''} of {_name(self.ranks[0][1])}"
        return f"{self.launcher}, {_name(self.launcher)}, {count}" if self.launcher else count


def _field(pid, name):
    try:
        with open(f"/proc/{pid}/{name}", encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _name(pid):
    return _field(pid, "comm").strip()


def _launcher_of(pid, parents):
    """The nearest launcher above a process; None if there is none."""
    seen = set()
    while pid in parents and pid not in seen:
        seen.add(pid)
        pid = parents[pid]
        if _LAUNCHER.match(_name(pid)):
            return pid
    return None


def jobs_below(pid):
    """The jobs whose ranks the process has started, by the pids of their launchers."""
    parents = {child: parent for parent, children in _children().items() for child in children}
    jobs: dict = {}
    for rank, member in ranks_below(pid):
        launcher = _launcher_of(member, parents)
        jobs.setdefault(launcher, Job(launcher)).ranks.append((rank, member))
    return [jobs[launcher] for launcher in sorted(jobs, key=lambda launcher: launcher or 0)]


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
