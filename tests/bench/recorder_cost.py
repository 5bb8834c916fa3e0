#!/usr/bin/env python3
"""What the recorder adds to a call: runs bench_recorder, in which calls that go through the recorder and calls past it take
turns, several times, for no two processes have the same addresses.

    recorder_cost.py BENCH_RECORDER RECORDER_LIBRARY [RUNS]

Prints medians over the runs, in nanoseconds of processor time.
"""

import os
import statistics
import subprocess
import sys

NAMES = ("MPI_Comm_rank", "Irecv+Isend+Waitall, to self", "Irecv+Isend+2 Wait, to self")
BARS = (10, 40, 40)  # nanoseconds more


def run(program, library):
    result = subprocess.run([program], env=dict(os.environ, LD_PRELOAD=library), check=True, capture_output=True, text=True)
    return [[float(word) for word in line.split()] for line in result.stdout.splitlines()]


def main():
    program, library = (os.path.abspath(path) for path in sys.argv[1:3])
    runs = [run(program, library) for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 11)]
    for i, (name, bar) in enumerate(zip(NAMES, BARS)):
        plain, more = ([values[i][k] for values in runs] for k in range(2))
        print(f"{name:30} {statistics.median(plain):8.2f} ns   with the recorder {statistics.median(more):+6.2f} ns   "
              f"({min(more):+.2f} to {max(more):+.2f}; bar {bar} ns)")


if __name__ == "__main__":
    main()
