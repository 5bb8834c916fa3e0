#!/usr/bin/env python3
"""Whether two builds of mpidbg give the same answers about real jobs, byte for byte.

    same_answers.py OLD_COMMAND NEW_COMMAND [--samples DIR] [--recorder-programs DIR] [--kernel-cores] [SAMPLE...]

Each sample that waits is started with two ranks and stopped (SIGSTOP). Both commands are asked for every noun, as text and as
JSON, of the processes and of core files of them; for --all --verbose, --freed, and one object after the other. Standard
output, standard error and exit codes are compared. Each command uses the libmpidbg.so that it finds by itself: build trees
and installations do. Samples are those of the build tree that NEW_COMMAND is in, unless --samples says otherwise.

Exit code: 0 all the same, 1 there are differences, 2 something could not be compared.
"""

import argparse
import difflib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

LISTS = ("requests", "errhandlers", "datatypes", "files", "infos", "ops", "windows", "messages", "sessions")
NOUNS = ("queues", "comms", "groups", "ranks", *LISTS, "handles", "cvars", "pvars", "categories", "events", "sources")
KINDS = {"comms": "comm", "groups": "group", "windows": "window", **{noun: noun[:-1] for noun in LISTS if noun != "windows"}}
FREED = ("comms", "groups", *LISTS)
WITHOUT_ALL = ("ranks", "cvars", "categories", "sources")
HISTORY = ("cvars", "pvars")
SHOWN_OF_A_KIND = 2

# Samples and their arguments. A None is a directory of its own.
SAMPLES = (
    ("hung_recv",), ("attributes",), ("collectives", "allreduce"), ("communicators",), ("datatypes",), ("derived",),
    ("errhandlers",), ("files", None), ("handles",), ("infos", "/tmp"), ("intercomm",), ("large_datatype",), ("ops",),
    ("persistent",), ("probe",), ("requests",), ("sends_pending",), ("ssend_ring",), ("threads",), ("unexpected",),
    ("waitall",), ("windows", "flavors"), ("windows", "fence"), ("mpit_variables",), ("mpich_hung_recv",),
    ("mpich_mpit_variables",),
)

# How long ago something was differs between two looks.
AGES = ((re.compile(r"\d+\.\d (ms|s|min|h)( ago|\b(?= \(recorder\)))"), "# \\2"), (re.compile(r'"age": \d+'), '"age": #'))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--samples", help="directory of the sample programs")
    parser.add_argument("--recorder-programs", help="directory of tests/recorder in a build tree: samples of it under the recorder")
    parser.add_argument("--kernel-cores", action="store_true", help="core files of the kernel too: the processes end")
    parser.add_argument("only", nargs="*", metavar="SAMPLE")
    arguments = parser.parse_intermixed_args()
    build = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(arguments.new)), "..", ".."))
    arguments.samples = arguments.samples or os.path.join(build, "samples")
    arguments.recorder_programs = arguments.recorder_programs or os.path.join(build, "tests", "recorder")
    if not os.path.isdir(arguments.samples):
        parser.error(f"there are no samples in {arguments.samples}: --samples")
    unknown = set(arguments.only) - {name for name, *_ in SAMPLES}
    if unknown:
        parser.error(f"unknown samples: {' '.join(sorted(unknown))}")
    return arguments


class Comparison:
    """Asks both commands the same, and counts what differs."""

    def __init__(self, old, new):
        self.commands = (old, new)
        self.asked = self.differences = 0

    def ask(self, *words):
        """The answer of the new command: exit code, standard output, standard error."""
        self.asked += 1
        answers = []
        for command in self.commands:
            result = subprocess.run([command, *words], capture_output=True, text=True, errors="replace", timeout=300,
                                    stdin=subprocess.DEVNULL, check=False, env=dict(os.environ, NO_COLOR="1"))
            answers.append((result.returncode, self._without_ages(result.stdout), self._without_ages(result.stderr)))
        if answers[0] != answers[1]:
            self.differences += 1
            self._report(words, *answers)
        return answers[1]

    @staticmethod
    def _without_ages(text):
        for pattern, replacement in AGES:
            text = pattern.sub(replacement, text)
        return text

    @staticmethod
    def _report(words, old, new):
        print(f"DIFFERENT: mpidbg {' '.join(words)}")
        if old[0] != new[0]:
            print(f"  exit code {old[0]}, now {new[0]}")
        for name, before, after in (("stdout", old[1], new[1]), ("stderr", old[2], new[2])):
            lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), f"{name} old", f"{name} new", "", "", 0, ""))
            for line in lines[:20]:
                print("  " + line[:400])
            if len(lines) > 20:
                print(f"  ... and {len(lines) - 20} lines")
        sys.stdout.flush()

    def everything(self, target, recorded=False):
        """Every noun of one target: a pid or a core file."""
        target = str(target)
        for noun in NOUNS:
            every = ["--all"] if noun not in WITHOUT_ALL else []
            text, all_text, all_json = [], [*every, "--verbose"], [*every, "--json"]
            forms = [text, ["--json"], all_text, all_json]
            if recorded and noun in FREED:
                forms += [["--freed"], ["--freed", "--json"]]
            if recorded and noun in HISTORY:
                forms += [["--history"]]
            for form in forms:
                _, output, _ = self.ask(noun, target, *form)
                if form == all_json and noun in KINDS:
                    self._objects(KINDS[noun], noun, output, target)
        self.ask("queues", target, "--tag", "5")
        self.ask("comms", target, "--comm", "MPI_COMM_WORLD")
        self.ask("show", "comm", "MPI_COMM_NULL", target)
        self.ask("show", "datatype", "0x10", target)

    def _objects(self, kind, noun, output, target):
        try:
            process = json.loads(output)["processes"][0]
        except (ValueError, LookupError):
            return
        listed = process.get({"comms": "communicators"}.get(noun, noun)) or []
        objects = listed["objects"] if isinstance(listed, dict) else listed
        # Those of the program come last in most tables.
        for item in objects[-SHOWN_OF_A_KIND:]:
            for form in (["--verbose"], ["--json"]):
                self.ask("show", kind, item["handle"], target, *form)


def stop(mpi_job, pids):
    """The launcher first, which would end a job with a stopped process."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
        mpi_job.wait_for(lambda pid=pid: mpi_job.state_of(pid) == "T", f"{pid} to stop")


def compare_sample(comparison, name, arguments, kernel_cores):
    import mpi_job

    with tempfile.TemporaryDirectory() as directory:
        words = [directory if word is None else word for word in arguments]
        mpi = "mpich" if name.startswith("mpich_") else "openmpi"
        with mpi_job.Job(name, 2, *words, mpi=mpi) as job:
            stop(mpi_job, [job.mpirun.pid, *job.pids])
            comparison.everything(job.pids[0])
            comparison.everything(job.pids[1])
            for noun in ("ranks", "queues"):  # the job as a whole
                comparison.ask(noun, *map(str, job.pids))
                comparison.ask(noun, *map(str, job.pids), "--json")
            comparison.everything(job.gcore(job.pids[0]))
            if kernel_cores:
                os.kill(job.pids[1], signal.SIGCONT)
                comparison.everything(job.kernel_core(job.pids[1]))


def compare_recorded(comparison, mpi, program, new_command):
    """Two processes with handles of every kind, under the new command's recorder."""
    import mpi_job

    launcher = ["mpirun.mpich"] if mpi == "mpich" else ["mpirun.openmpi", "--oversubscribe", *mpi_job.Job.OB1]
    if mpi == "openmpi" and os.geteuid() == 0:
        launcher.append("--allow-run-as-root")
    words = [*launcher, "-n", "2", new_command, "record", "--mpi", mpi, "--", program]
    pids = []
    job = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        pids = sorted(json.loads(job.stdout.readline())["pid"] for _ in range(2))
        stop(mpi_job, [job.pid, *pids])
        comparison.everything(pids[0], recorded=True)
        with tempfile.TemporaryDirectory() as directory:
            subprocess.run(["gcore", "-o", os.path.join(directory, "core"), str(pids[0])], check=True, capture_output=True)
            comparison.everything(os.path.join(directory, f"core.{pids[0]}"), recorded=True)
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        job.send_signal(signal.SIGCONT)
        job.terminate()
        job.wait()
        job.stdout.close()


def main():
    arguments = parse_arguments()
    os.environ.update(MPIDBG_COMMAND=arguments.new, MPIDBG_PLUGIN="", MPIDBG_SAMPLES=arguments.samples, MPIDBG_SCHEMA="")
    comparison = Comparison(arguments.old, arguments.new)
    failed = []

    def attempt(name, function, *words):
        before = comparison.asked, comparison.differences
        try:
            function(*words)
        except Exception as problem:  # pylint: disable=broad-except
            failed.append(name)
            print(f"{name}: cannot be compared: {problem}", flush=True)
        print(f"{name}: {comparison.asked - before[0]} questions, {comparison.differences - before[1]} answers differ", flush=True)

    for name, *words in SAMPLES:
        if (arguments.only and name not in arguments.only) or not os.path.exists(os.path.join(arguments.samples, name)):
            continue
        attempt(" ".join(map(str, [name, *filter(None, words)])), compare_sample, comparison, name, words, arguments.kernel_cores)
    for mpi in ("openmpi", "mpich"):
        program = os.path.join(arguments.recorder_programs, mpi, "shown")
        if not arguments.only and os.path.exists(program):
            attempt(f"recorded {mpi}", compare_recorded, comparison, mpi, program, arguments.new)
    print(f"{comparison.asked} questions, {comparison.differences} answers differ")
    sys.exit(1 if comparison.differences else 2 if failed else 0)


if __name__ == "__main__":
    main()
