"""Shows what MPI is doing inside processes, core files and captures.

    import mpidbg

    with mpidbg.open(4147) as job:            # pid of mpirun or of a rank, core files, captures, or a directory of these
        verdict = job.why()
        print(verdict.outcome, verdict.text)
        for process in job.queues():
            for communicator in process.communicators:
                for operation in communicator.queues["posted"].operations:
                    print(process.rank, communicator.name, operation.tag)

Answers are dataclasses with the members that the JSON of `mpidbg ... --json` has; the JSON itself is in `data`. A
member whose value is not known is None. A list that cannot be read is None, too, and `reason` says why.
"""

import sys

if sys.version_info < (3, 9):
    raise ImportError("mpidbg needs Python 3.9 or later; this is {}.{}.".format(*sys.version_info[:2]))

from .answers import (Call, Communicator, Finding, LikelyCause, MpiObject, Objects, Operation, Process, Queue,  # noqa: E402
                      Site, Thread, Verdict, Waiting)
from .job import Error, Job, open  # noqa: E402  pylint: disable=redefined-builtin

__all__ = ["Call", "Communicator", "Error", "Finding", "Job", "LikelyCause", "MpiObject", "Objects", "Operation", "Process", "Queue",
           "Site", "Thread", "Verdict", "Waiting", "open"]
