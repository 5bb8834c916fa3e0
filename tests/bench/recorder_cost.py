#!/usr/bin/env python3
"""What the recorder adds to a call: runs bench_recorder with and without it, in alternation.

    recorder_cost.py BENCH_RECORDER RECORDER_LIBRARY [PAIRS]

Prints the medians and their differences in nanoseconds.
"""

import os
import statistics
import subprocess
import sys

NAMES = ("MPI_Comm_rank", "Irecv+Isend+Waitall, to self", "Irecv+Isend+2 Wait, to self")
BARS = (10, 40, 40)  # nanoseconds more


def run(program, preload):
    environment = dict(os.environ)
    environment.pop("LD_PRELOAD", None)
    if preload:
        environment["LD_PRELOAD"] = preload
    result = subprocess.run([program], env=environment, check=True, capture_output=True, text=True)
    return [float(word) for word in result.stdout.split()]


def main():
    program, library = (os.path.abspath(path) for path in sys.argv[1:3])
    pairs = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    without, recorded = [], []
    for _ in range(pairs):
        without.append(run(program, None))
        recorded.append(run(program, library))
    for i, (name, bar) in enumerate(zip(NAMES, BARS)):
        plain = statistics.median(values[i] for values in without)
        more = statistics.median(values[i] for values in recorded) - plain
        print(f"{name:30} {plain:8.2f} ns   with the recorder {more:+6.2f} ns   (bar {bar} ns)")


if __name__ == "__main__":
    main()
