"""Prints the GDB session that gdb_python/README.md shows, made anew; test_readme.py compares the two.

    tests/run.sh --quick; then, with the environment that CMakeLists.txt sets: python3 readme_session.py
"""

import re

from gdb_run import gdb, marked, outputs
from mpi_job import Job

INTRODUCTION = "(gdb) source PREFIX/share/mpidbg/gdb/mpidbg.py\n"
COMMANDS = ["bt -hide", "frame function main", "print dup", "print requests", "mpi queues", "mpi comm dup",
            "print $_mpi_rank ()"]


def session(job):
    """The text, as a user at rank 0 of the job sees it."""
    result = gdb(*marked(*COMMANDS), pid=job.pid_of_rank[0])
    texts = outputs(result.stdout)
    return INTRODUCTION + "".join(f"(gdb) {command}\n{text}" for command, text in zip(COMMANDS, texts))


def without_numbers(text):
    """What differs from run to run is gone: addresses, pids, numbers of frames, places of files."""
    text = re.sub(r"0x[0-9a-f]+", "0x...", text)
    text = re.sub(r"pid \d+", "pid ...", text)
    text = re.sub(r"(?m)^#\d+", "#.", text)
    return re.sub(r"\b(at|from) \S*/", r"\1 ", text)


if __name__ == "__main__":
    with Job("hung_recv", 2) as hung:
        print(session(hung), end="")
