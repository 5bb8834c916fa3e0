#!/usr/bin/env python3
"""The latency of NetPIPE (packages netpipe-openmpi, netpipe-mpich2) at 1 byte, with and without the recorder, in alternation.

    netpipe.py COMMAND openmpi|mpich [PAIRS]

COMMAND is mpidbg. Prints the medians and by how much the recorder is slower; the bar is 1 %. Both processes spin while they
wait: on a machine with other things to do, most of what is measured is the scheduler, and the fastest runs tell more.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile

PROGRAM = {"openmpi": "NPopenmpi", "mpich": "NPmpich2"}
BAR = 1.0  # per cent


def launch(mpi):
    if mpi == "mpich":
        return ["mpirun.mpich", "-n", "2"]
    return ["mpirun.openmpi", "--oversubscribe", *(["--allow-run-as-root"] if os.geteuid() == 0 else []), "-n", "2"]


def latency(mpi, recorder, directory):
    """Microseconds, of messages of 1 byte."""
    out = os.path.join(directory, "np.out")
    words = launch(mpi) + recorder + [shutil.which(PROGRAM[mpi]), "-l", "1", "-u", "1", "-n", "100000", "-o", out]
    subprocess.run(words, cwd=directory, check=True, capture_output=True, timeout=300)
    with open(out, encoding="utf-8") as file:  # bytes, 2**20 bit/s, seconds; these with three digits only
        rows = [line.split() for line in file]
    return next(8e6 / (float(row[1]) * 2**20) for row in rows if row[0] == "1")


def main():
    command, mpi = os.path.abspath(sys.argv[1]), sys.argv[2]
    pairs = int(sys.argv[3]) if len(sys.argv) > 3 else 15
    recorder = [command, "record", "--mpi", mpi, "--"]
    without, recorded = [], []
    with tempfile.TemporaryDirectory() as directory:
        for i in range(pairs):
            for values, words in ((without, []), (recorded, recorder)) if i % 2 == 0 else ((recorded, recorder), (without, [])):
                values.append(latency(mpi, words, directory))
    for name, of in (("median", statistics.median), ("fastest", min)):
        plain, more = of(without), of(recorded)
        print(f"{mpi} {name:8} {plain:8.4f} us   with the recorder {more:8.4f} us   {100 * (more / plain - 1):+5.2f} %  (bar {BAR} %)")


if __name__ == "__main__":
    main()
