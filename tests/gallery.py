#!/usr/bin/env python3
"""Writes samples/README.md: pictures of hangs, with what mpidbg says of each. The outputs are those of real jobs of Open MPI.

    tests/gallery.py [BUILD]    build/release; needs the samples
"""

import os
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release").resolve()
os.environ.update(MPIDBG_COMMAND=str(BUILD / "corefile/command/mpidbg"), MPIDBG_PLUGIN=str(BUILD / "mpidbg/libmpidbg.so"),
                  MPIDBG_SAMPLES=str(BUILD / "samples"), MPIDBG_SCHEMA=str(BUILD / "mpidbg.schema.json"))
sys.path.insert(0, str(ROOT / "tests/real"))
from mpi_job import Job, run_mpidbg, wait_for  # noqa: E402  pylint: disable=wrong-import-position

HEADER = """# Pictures of hangs

Each section is a way in which MPI programs hang: the code, what `mpidbg why` says of the job, and how to mend it. The programs
are `samples/hangs WAY` with three ranks, on Open MPI; `tests/gallery.py` has run them and written this page. To try one:

    mpirun.openmpi -n 3 build/release/samples/hangs other_tag > /dev/null & sleep 3    # root: --allow-run-as-root
    mpidbg why $!

The last two are not hangs yet, or not of MPI alone: mpidbg says that something may still happen, and the exit code is 5.

Other programs here: `stencil.c` is the one of the [first page](../README.md), `demo.sh` shows it live and by core files, `why.py`
is an example of the [Python package](../python/README.md), `host.c` a debugger in one file, and the rest show one kind of MPI
object each, for the tests.
"""

# way, title, how to mend it
PICTURES = [
    ("other_tag", "A tag that nobody sends",
     "Give both sides the same tag. Tags that are computed (step, neighbour) are best computed by one function."),
    ("other_receiver", "A message to the wrong rank",
     "Rank 0 sends to rank 2 what rank 1 waits for. Check the computation of neighbours at the edges of the decomposition."),
    ("send_ring", "Everybody sends first",
     "MPI_Send may wait for its receiver, and does so for large messages: the program that works with small ones hangs with large "
     "ones. Use MPI_Sendrecv, or MPI_Irecv before MPI_Send and MPI_Wait after it."),
    ("any_source", "Everybody waits for anybody",
     "Receives with MPI_ANY_SOURCE need somebody who still sends. Count the messages that are expected, or send a last one that "
     "says that it is the last."),
    ("waitall", "One of two messages was never sent",
     "The receive with tag 1 is complete; of that with tag 2 mpidbg says whose message is missing. Send it, or do not post the receive."),
    ("mrecv_missing", "A message that was matched and never received",
     "MPI_Mprobe takes the message out of the queue; MPI_Mrecv has to follow on every way through the code."),
    ("other_collective", "Two different collectives",
     "All ranks of a communicator call the same collectives in the same order. Look for a condition on the rank, or on data that "
     "differs between ranks, around one of them."),
    ("other_root", "Each rank is the root",
     "The root is an argument that has to be the same everywhere. Here each rank passes its own rank."),
    ("other_communicators", "The same collective on two communicators",
     "Pass the communicator down, instead of choosing it in each place."),
    ("barrier_and_recv", "A receive before the barrier",
     "Rank 1 waits for a message, the others have gone on to the barrier: either the send is missing, or the receive is not for "
     "this rank."),
    ("one_nonblocking_missing", "A nonblocking collective was left out",
     "Nonblocking collectives are matched in the order of their calls, too. Rank 2 has made one fewer than the others."),
    ("lock_cross", "Locks of windows crosswise",
     "Each rank holds what the other one wants. Take locks in one order, or use MPI_Win_lock_all."),
    ("start_without_post", "An access epoch that nobody exposes",
     "Each MPI_Win_start needs an MPI_Win_post of its targets, and each MPI_Win_wait an MPI_Win_complete of its origins."),
    ("finalize", "A message is left over at MPI_Finalize",
     "MPI_Finalize waits for the others: what they still wait for has to be sent before."),
    ("polling", "A rank polls with MPI_Test",
     "The loop ends when its message arrives; `mpidbg requests PID` shows what it asks for."),
    ("missing_in_barrier", "A rank has not come to the barrier",
     "Not a fault of MPI: rank 1 computes. If it always does so for long, the load is not balanced; if it never ends, look at its "
     "stack: `mpidbg stacks`."),
]


def code_of(way):
    """The function of a way, without what it says to the tests."""
    for path in sorted((ROOT / "samples").glob("hangs_*.c")):
        text = path.read_text(encoding="utf-8")
        function = re.search(r'\{"%s", *(\w+)\}' % way, text)
        if function:
            found = re.search(r"(?:/\*[^/]*\*/\n)?static void %s\(void\) \{\n.*?\n\}\n" % function.group(1), text, re.DOTALL)
            lines = found.group(0).splitlines()
            # Ways have more code for libraries that put off what MPI_Win_start has to wait for.
            first = next((i for i, line in enumerate(lines) if "MPIDBG_LATE_GRANTS" in line), None)
            if first is not None:
                del lines[first:lines.index("  }", first) + 1]
            code = "\n".join(line for line in lines if not line.lstrip().startswith(("verdict(", "verdict_by(")))
            # `BLOCKS(name, statement)` makes the statement.
            return re.sub(r'BLOCKS\("\w+", (.*)\);', r"\1;", code)
    raise SystemExit(f"there is no way {way}")


def output_of(way):
    """Of a job that has come to rest: two equal answers."""
    with Job("hangs", 3, way) as job:
        said = []

        def is_at_rest():
            result = run_mpidbg("why", job.mpirun.pid)
            said.append((result.returncode, result.stdout))
            return len(said) > 1 and said[-1] == said[-2] and result.returncode in (3, 5)

        wait_for(is_at_rest, f"{way} to hang")
        return said[-1][1].rstrip()


def main():
    sections = [HEADER]
    for way, title, mend in PICTURES:
        sections.append(f"## {title}\n\n`hangs {way}`:\n\n```c\n{code_of(way)}\n```\n\n```\n$ mpidbg why PID\n{output_of(way)}\n```\n\n"
                        + textwrap.fill(mend, 120, break_on_hyphens=False) + "\n")
        print(way)
    (ROOT / "samples/README.md").write_text("\n".join(sections), encoding="utf-8")


if __name__ == "__main__":
    main()
