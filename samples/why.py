#!/usr/bin/env python3
"""An example of the Python package: what a script or notebook can do with a verdict.

    PYTHONPATH=PREFIX/share/mpidbg/python samples/why.py TARGET...

TARGET: the pid of mpirun or of a rank, a core file, a capture, or a directory of these. Exits with 3 if some ranks can never
go on.
"""

import sys

import mpidbg


def place(call):
    """ "exchange (stencil.c:18)" """
    site = call.site
    if site is None or site.function is None:
        return "?"
    return site.function if site.file is None else f"{site.function} ({site.file.rsplit('/', 1)[-1]}:{site.line})"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with mpidbg.open(*sys.argv[1:]) as job:
        # In a notebook, use pandas.DataFrame(row.data for row in ...).
        verdict = job.why()
        print("outcome:", verdict.outcome)
        for finding in verdict.findings:
            print(f"{finding.kind}, proof: {finding.proof}")
            for waiting in finding.waiting:
                print(f"  rank {waiting.rank}: {waiting.call} at {place(waiting)} waits for {waiting.waits_for}")
        for cause in verdict.likely_causes:
            print("likely cause:", cause.sentence)

        # Print messages without a matching receive, by receiver.
        for process in job.queues():
            for communicator in process.communicators:
                unexpected = communicator.queues["unexpected"]
                if unexpected.operations is None:
                    print(f"rank {process.rank}: cannot see {communicator.name}: {unexpected.reason}")
                    continue
                for message in unexpected.operations:
                    print(f"rank {process.rank}: from rank {message.world_rank} on {communicator.name}, tag {message.tag}, "
                          f"{message.bytes} bytes")
    return 3 if verdict.is_stuck else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except mpidbg.Error as error:
        sys.exit(f"why.py: {error}")
