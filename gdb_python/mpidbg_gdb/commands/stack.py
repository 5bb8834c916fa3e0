"""Defines two commands: `mpi frame` selects the frame that called MPI, and `mpi threads` lists the threads of all
processes with GDB's numbers. `mpi bt` is another name for `mpi stacks`, which merges all stacks."""

import json
import os

import gdb

from .. import frames, options
from ..entry_points import Command
from ..errors import MpiError, NO_PROCESS
from .completion import complete
from .prefix import PREFIXES
from .reports import ask_all, write_problems
from ..selection import threads_of


class Frame(Command):
    """Select the innermost frame of the program: the one that called MPI.

Usage: mpi frame
`up' and `frame N' go on from there."""

    def __init__(self, prefix):
        super().__init__(f"{prefix} frame", gdb.COMMAND_STACK)

    def invoke(self, argument, _from_tty):
        if argument.strip():
            raise MpiError("mpi frame takes no arguments.")
        if gdb.selected_thread() is None:
            raise MpiError(NO_PROCESS)
        frame = frames.innermost_of_program()
        if frame is None:
            raise MpiError("The stack of the selected thread has no frame of the program.")
        frame.select()
        gdb.execute("frame")


def _place(site):
    line = f":{site['line']}" if site["line"] else ""
    where = site["file"] or site["module"]
    return (site["function"] or "??") + (f" ({os.path.basename(where)}{line})" if where else "")


def _doing(thread, is_running):
    if is_running:
        return "(running)"
    inside = thread["call"] or thread["library_function"] or thread["system_function"] or ""
    site = f"at {_place(thread['site'])}" if thread["site"] else ""
    return f"{inside} {site}".strip() or "-"


def _rows(answer, chosen):
    """Yields a row of the table for each thread of a process: whether it is selected, its number in GDB, the rank, the
    system's thread id, its name, and what it does."""
    processes = json.loads(answer.session.render("ranks", chosen.render, as_json=True))["processes"]
    known = {thread["tid"]: thread for process in processes for thread in process["threads"]}
    selected = gdb.selected_thread()
    for thread in sorted(threads_of(answer.inferior), key=lambda thread: thread.num):
        tid = thread.ptid[1] or thread.ptid[0]
        if tid in known:
            rank = "-" if answer.rank is None else str(answer.rank)
            yield (thread == selected, f"{answer.inferior.num}.{thread.num}", rank, str(tid), thread.name or "-",
                   _doing(known[tid], thread.is_running()))


def _write_table(rows):
    titles = ("Id", "Rank", "LWP", "Name", "In")
    widths = [max(len(row[column]) for row in [titles, *(row[1:] for row in rows)]) for column in range(len(titles) - 1)]
    for is_selected, *cells in [(False, *titles), *rows]:
        *padded, last = cells
        line = "  ".join([cell.ljust(width) for cell, width in zip(padded, widths)] + [last])
        gdb.write(f"{'*' if is_selected else ' '} {line}\n")


class Threads(Command):
    """The threads of all processes that GDB holds, by rank: the MPI call that each is in, and where the program made it.

Usage: mpi threads [-rank RANKS]
The first column is what `thread ID' takes."""

    def __init__(self, prefix):
        super().__init__(f"{prefix} threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, _from_tty):
        chosen = options.parse(argument)
        if chosen.words:
            raise MpiError(f'mpi threads takes options only, not "{chosen.words[0]}".')
        answers = ask_all("ranks", chosen)
        rows = [row for answer in answers if not answer.problem for row in _rows(answer, chosen)]
        if rows:
            _write_table(rows)
        write_problems(answers)

    def complete(self, text, word):
        return complete(text, word)


def install():
    for prefix in PREFIXES:
        Frame(prefix)
        Threads(prefix)
        gdb.execute(f"alias -a {prefix} bt = {prefix} stacks")
