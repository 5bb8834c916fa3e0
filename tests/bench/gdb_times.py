"""Runs inside of GDB, which holds a process: times the commands that `gdb_commands` names, after sourcing the front end.

Prints one JSON object: seconds of processor time of GDB for each command, and the reads of memory that GDB was asked for. A
command that begins with "still " is repeated while the process stands still, others after everything was forgotten. "locals"
is `info locals` with and without printers.
"""

import json
import time

import gdb


def cost_of(command):
    begin = time.process_time()
    gdb.execute(command, to_string=True)
    return time.process_time() - begin


def main(commands):
    gdb.execute("frame function main", to_string=True)
    result = {"first": cost_of("mpi queues")}
    from mpidbg_gdb import sessions

    session = sessions.known_session(gdb.selected_inferior())
    result["reads"] = session.target.reads
    for command in commands:
        still = command.startswith("still ")
        if not still:
            sessions.moved()
        begin = session.target.reads
        result[command] = cost_of(command.removeprefix("still "))
        result[f"reads of {command}"] = session.target.reads - begin
    sessions.moved()
    with_printers = cost_of("info locals")
    gdb.execute("disable pretty-printer", to_string=True)
    result["locals"] = [with_printers, cost_of("info locals")]
    print("RESULT " + json.dumps(result))


main(gdb_commands)  # type: ignore[name-defined]  # noqa: F821
