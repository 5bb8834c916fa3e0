#!/usr/bin/env python3
"""What it costs to ask for the verdict on a job of Slurm on four nodes, beside a command that does nothing there.

    tests/nodes.sh BUILD-DIRECTORY tests/nodes/times.py [RUNS]

The commands take turns. Prints medians of the wall time. Not a test.
"""

import statistics
import sys
import time

import nodes

RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 9


def seconds(*words: object) -> float:
    begin = time.monotonic()
    result = nodes.run(*words)
    if result.returncode not in (0, 3, 5):
        raise SystemExit(f"{' '.join(map(str, words))} failed with {result.returncode}: {result.stderr}")
    return time.monotonic() - begin


with nodes.openmpi("stencil", ranks=8) as job:
    target = f"slurm:{job.number}"
    commands = {
        "`srun --overlap hostname`": ("srun", "--overlap", f"--jobid={job.number}", "--nodes=4", "--ntasks-per-node=1", "hostname"),
        "`mpidbg why slurm:JOB`": (nodes.COMMAND, "why", target),
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(RUNS):
        for name, words in commands.items():
            times[name].append(seconds(*words))
    for name, all_of_it in times.items():
        print(f"{name}: {statistics.median(all_of_it):.2f} s, at most {max(all_of_it):.2f} s")
