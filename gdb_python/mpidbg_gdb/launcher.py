"""Finds the MPI processes that a launcher has started on this node, through /proc."""

import os
import re

_RANK = re.compile(rb"(?:^|\0)(?:OMPI_COMM_WORLD_RANK|PMIX_RANK|PMI_RANK)=(\d+)(?=\0|$)")


# Matches names in /proc/PID/comm: those of programs with which users start jobs, but not those of the programs' helpers
# on nodes.
_LAUNCHER = re.compile(r"mpirun|mpiexec|(orterun|prterun|prun|srun|oshrun|shmemrun)$")


class Job:
    """The processes that one launcher has started. The launcher itself may have ended, or run on another node."""

    def __init__(self, launcher):
        self.launcher = launcher
        self.ranks = []  # (rank, pid) of each process

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
    """Returns the nearest launcher among the ancestors of a process; None if there is none."""
    seen = set()
    while pid in parents and pid not in seen:
        seen.add(pid)
        pid = parents[pid]
        if _LAUNCHER.match(_name(pid)):
            return pid
    return None


def jobs_below(pid):
    """Returns the jobs whose ranks the process has started, directly or through others, ordered by the pids of their
    launchers."""
    parents = {child: parent for parent, children in _children().items() for child in children}
    jobs: dict = {}
    for rank, member in ranks_below(pid):
        launcher = _launcher_of(member, parents)
        jobs.setdefault(launcher, Job(launcher)).ranks.append((rank, member))
    return [jobs[launcher] for launcher in sorted(jobs, key=lambda launcher: launcher or 0)]


def _children():
    """Maps the pid of each parent to the pids of its children."""
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
    """Returns the rank in MPI_COMM_WORLD that a process's environment contains; None if there is none."""
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            found = _RANK.search(file.read())
    except OSError:
        return None
    return int(found.group(1)) if found else None


def ranks_below(launcher):
    """Returns (rank, pid) for the MPI processes that a launcher has started, directly or through daemons. If a rank is
    a script that runs the program, only the program is included."""
    children, found, waiting = _children(), [], [launcher]
    while waiting:
        pid = waiting.pop()
        below = children.get(pid, [])
        waiting += below
        rank = rank_of(pid)
        if pid != launcher and rank is not None and not any(rank_of(child) == rank for child in below):
            found.append((rank, pid))
    return sorted(found)
