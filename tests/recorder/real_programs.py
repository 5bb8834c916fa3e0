#!/usr/bin/env python3
"""Programs that others wrote give the same results with and without the recorder: Debian's hpcc, mpi4py and the tests of
ScaLAPACK, where they are installed.

    real_programs.py openmpi|mpich [--all] [NAME...]

Without --all a few, with small inputs. Times and rates in their output are no results, and not compared. The recorder must
have seen the calls of every process, have dropped nothing, and have no request left: the programs wait for all of theirs.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

COMMAND = os.environ["MPIDBG_COMMAND"]
PROGRAMS = os.environ["MPIDBG_RECORDER_PROGRAMS"]
SCALAPACK = "/usr/lib/x86_64-linux-gnu/scalapack"
INPUTS = "/usr/share/scalapack"
SELECTION = ("hpcc", "mpi4py-ring", "xdqr")
SKIPPED = 77
NOT_COMPARED = "does not end without the recorder either"


def launch(mpi, ranks):
    if mpi == "mpich":
        return ["mpirun.mpich", "-n", str(ranks)]
    return ["mpirun.openmpi", "--oversubscribe"] + (["--allow-run-as-root"] if os.geteuid() == 0 else []) + ["-n", str(ranks)]


class Hpcc:
    """Its output file; of the summary what is no time."""
    ranks = 2
    results = re.compile(r"^(?!CPU ).*(PASSED|FAILED|\|\|Ax-b|tests (with|completed)|^\w*(residual|resid\w*|Errors|maxErr|Success|_N|Procs)=)")
    noise = re.compile(r"(?<=\s)\d+\.\d+(?=\s|$)")

    def __init__(self):
        self.words = [shutil.which("hpcc")] if shutil.which("hpcc") else None

    def prepare(self, directory):
        with open("/usr/share/doc/hpcc/examples/_hpccinf.txt", encoding="utf-8") as file:
            lines = file.read().splitlines()
        for number, text in ((6, "100"), (8, "32"), (10, "1"), (11, "1"), (12, "2")):
            lines[number - 1] = text
        with open(os.path.join(directory, "hpccinf.txt"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")

    def output(self, directory, _stdout):
        with open(os.path.join(directory, "hpccoutf.txt"), encoding="utf-8") as file:
            return file.read()


class Mpi4py:
    ranks = 3
    results = re.compile(r".")
    noise = re.compile(r"\d+\.\d+(e[-+]\d+)?")

    def __init__(self, *words):
        interpreter = "/usr/bin/python3"  # Debian's, whose package it is
        there = subprocess.run([interpreter, "-c", "import mpi4py"], capture_output=True, check=False).returncode == 0
        self.words = [interpreter, "-m", "mpi4py.bench", *words] if there else None

    def prepare(self, _directory):
        pass

    def output(self, _directory, stdout):
        return "\n".join(sorted(stdout.splitlines()))  # ranks print when they like


class Scalapack:
    """On a grid of 1 x 2 processes. A line is results if it says how a test ended, or how many did."""
    results = re.compile(r"PASSED|FAILED|tests? (completed|were|passed)|Finished|END OF")
    noise = re.compile(r"(?<=\s)(\d*\.\d+(E[-+]\d+)?|\*+)(?=\s|$)")  # columns of times

    ranks = 2

    def __init__(self, mpi, name):
        path = os.path.join(SCALAPACK, f"{mpi}-tests", name)
        self.words = [path] if os.access(path, os.X_OK) else None

    def prepare(self, directory):
        for name in os.listdir(INPUTS):
            if not name.endswith(".dat"):
                continue
            with open(os.path.join(INPUTS, name), encoding="utf-8") as file:
                text = file.read()
            # How many grids, their heights, their widths.
            text = re.sub(r"^\d+(.*\n)[\d ]+(\s+values of P\b.*\n)[\d ]+(\s+values of Q\b)", r"1 \1 1 \2 2 \3", text, flags=re.M)
            with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
                file.write(text)

    def output(self, _directory, stdout):
        return stdout


def programs(mpi):
    found = {}
    if mpi == "openmpi":  # what Debian links them to
        found["hpcc"] = Hpcc()
        found["mpi4py-ring"] = Mpi4py("ringtest", "-l", "200", "-n", "1000")
        found["mpi4py-hello"] = Mpi4py("helloworld")
    names = [f"x{kind}{what}" for kind in "sdcz" for what in ("lu", "llt", "qr", "ls", "inv", "trd", "brd", "hrd")]
    for name in names:
        found[name] = Scalapack(mpi, name)
    return found


def run(program, mpi, recorded, directory, summaries, deadline):
    """Its results and how it ended; None if it had not ended by the deadline."""
    environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    for name in ("LD_PRELOAD", "MPIDBG_RECORD_MEMORY", "MPIDBG_KEEP_FREED"):
        environment.pop(name, None)
    words = launch(mpi, program.ranks)
    if recorded:
        environment["MPIDBG_SUMMARIES"] = summaries
        environment["LD_PRELOAD"] = os.path.join(PROGRAMS, mpi, "record_summary.so")
        words = words + [COMMAND, "record", "--mpi", mpi, "--"]
    program.prepare(directory)
    job = subprocess.Popen(words + program.words, cwd=directory, env=environment, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        output, errors = job.communicate(timeout=deadline)
    except subprocess.TimeoutExpired:
        job.terminate()  # the launcher ends its processes
        job.communicate()
        return None
    lines = program.output(directory, output).splitlines()
    lines = [program.noise.sub("#", " ".join(line.split())) for line in lines if program.results.search(line)]
    return lines, subprocess.CompletedProcess(job.args, job.returncode, output, errors)


def compare(name, program, mpi):
    """What is wrong, or None; and how many calls were recorded."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other, \
            tempfile.TemporaryDirectory() as summaries:
        plain = run(program, mpi, False, one, summaries, 120)
        if plain is None:
            return NOT_COMPARED, 0
        watched = run(program, mpi, True, other, summaries, 600)
        if watched is None:
            return "does not end", 0
        (without, first), (recorded, second) = plain, watched
        rows = []
        for file_name in os.listdir(summaries):
            with open(os.path.join(summaries, file_name), encoding="utf-8") as file:
                rows.append([int(word) for word in file.read().split()])
    if first.returncode != 0 or not without:
        return f"does not run without the recorder: exit code {first.returncode}\n{first.stderr[-2000:]}", 0
    if second.returncode != first.returncode:
        return f"exit code {second.returncode}\n{second.stderr[-2000:]}", 0
    if recorded != without:
        different = [f"- {a}\n+ {b}" for a, b in zip(without, recorded) if a != b]
        return f"{len(without)} lines without, {len(recorded)} with\n" + "\n".join(different[:10]), 0
    if len(rows) != program.ranks:
        return f"{len(rows)} records for {program.ranks} processes", 0
    for calls, lost, state, requests in rows:
        if calls < 3 or lost != 0 or state != 3 or requests != 0:
            return f"a record of {calls} calls, {lost} lost, state {state}, {requests} live requests", 0
    return None, sum(row[0] for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mpi", choices=["openmpi", "mpich"])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    wanted = arguments.names or (None if arguments.all else SELECTION)
    failed = done = 0
    for name, program in programs(arguments.mpi).items():
        if wanted is not None and name not in wanted:
            continue
        if program.words is None:
            print(f"{name}: not installed")
            continue
        wrong, calls = compare(name, program, arguments.mpi)
        if wrong == NOT_COMPARED:
            print(f"{name}: {wrong}", flush=True)
            failed += not arguments.all  # those of the selection do
            continue
        done += 1
        failed += wrong is not None
        print(f"{name}: {'same results, ' + str(calls) + ' calls recorded' if wrong is None else 'FAILED: ' + wrong}", flush=True)
    sys.exit(1 if failed else 0 if done else SKIPPED)


if __name__ == "__main__":
    main()
