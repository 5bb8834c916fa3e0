"""Jobs on the nodes that tests/nodes.sh makes, for tests that it runs.

    MPIDBG_COMMAND   the command under test
    MPIDBG_SAMPLES   directory of the sample programs
    MPIDBG_NODES     directory of the nodes' files

A job is ready when all of its ranks have said so; nothing here sleeps for a fixed time.
"""

import glob
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from typing import Any, TypeVar

COMMAND = os.environ.get("MPIDBG_COMMAND", "")
SAMPLES = os.environ.get("MPIDBG_SAMPLES", "")
DIRECTORY = os.environ.get("MPIDBG_NODES", "")
NODES = ("n1", "n2", "n3", "n4")
DEADLINE = 120  # seconds for what should happen soon; the machine may be busy

# The nodes have the loopback device alone, which MPI libraries otherwise leave out.
ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_pml": "ob1", "OMPI_MCA_btl": "self,tcp",
    "OMPI_MCA_btl_tcp_if_include": "127.0.0.0/8", "OMPI_MCA_oob_tcp_if_include": "127.0.0.0/8",
    "UCX_TLS": "tcp,self", "UCX_NET_DEVICES": "lo",
}

Value = TypeVar("Value")


def wait_for(condition: Callable[[], Value], what: str) -> Value:
    """The condition's first true value."""
    end = time.monotonic() + DEADLINE
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"waited {DEADLINE:.0f} s in vain for {what}")
        time.sleep(0.01)


def run(*words: object, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A program to its end."""
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=DEADLINE,
                          env={**os.environ, **ENVIRONMENT, **(environment or {})})


class Job:
    """A sample on the nodes, started by the words of a launcher; a context manager, which ends it."""

    def __init__(self, launcher: list[str], sample: str, *arguments: str, ranks: int) -> None:
        self.words = [*launcher, os.path.join(SAMPLES, sample), *arguments]
        self.ranks = ranks

    def __enter__(self) -> "Job":
        self.directory = tempfile.mkdtemp(prefix="job-")
        self.log = open(os.path.join(self.directory, "log"), "w+", encoding="utf-8")
        environment = {**os.environ, **ENVIRONMENT, "MPIDBG_SAMPLE_FACTS": self.directory}
        self.process = subprocess.Popen(self.words, env=environment, cwd=self.directory, stdin=subprocess.DEVNULL,
                                        stdout=self.log, stderr=subprocess.STDOUT)
        try:
            self.facts = wait_for(self.facts_when_ready, " ".join(self.words))
        except BaseException:
            self.__exit__()
            raise
        return self

    def facts_when_ready(self) -> list[dict[str, Any]] | None:
        self.log.flush()
        lines: list[str] = []
        for path in [self.log.name, *sorted(glob.glob(os.path.join(self.directory, "*.facts")))]:
            with open(path, encoding="utf-8") as file:
                # Whole: where a line is read before its end is written, the end would count as another one.
                text = file.read()
            lines += [line for line in text.splitlines(keepends=True) if line.startswith("{") and line.endswith("}\n")]
        facts = [json.loads(line) for line in lines]
        if sum(fact["fact"] == "ready" for fact in facts) == self.ranks:
            return facts
        if self.process.poll() is not None:
            with open(self.log.name, encoding="utf-8") as file:
                raise AssertionError(f"{self.words} ended with {self.process.returncode}:\n{file.read()}")
        return None

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(DEADLINE)
        finally:
            self.process.kill()
            self.log.close()
            shutil.rmtree(self.directory, ignore_errors=True)


class SlurmJob(Job):
    """Started by srun or salloc; `number` is what Slurm calls it."""

    def __enter__(self) -> "SlurmJob":
        super().__enter__()
        (self.number,) = run("squeue", "--noheader", "--format=%i").stdout.split()
        return self

    def __exit__(self, *_: object) -> None:
        run("scancel", "--state=RUNNING", *run("squeue", "--noheader", "--format=%i").stdout.split())
        super().__exit__()
        wait_for(lambda: run("squeue", "--noheader").stdout == "", "the job's end")


def openmpi(sample: str, *arguments: str, ranks: int = 4) -> SlurmJob:
    """Open MPI, started by srun."""
    return SlurmJob(["srun", "--nodes=4", f"--ntasks={ranks}", "--mpi=pmix"], sample, *arguments, ranks=ranks)


def openmpi_mpirun(sample: str, *arguments: str, ranks: int = 4) -> SlurmJob:
    """Open MPI, started by mpirun in an allocation."""
    return SlurmJob(["salloc", "--nodes=4", f"--ntasks={ranks}", "mpirun.openmpi"], sample, *arguments, ranks=ranks)


def mpich(sample: str, *arguments: str, ranks: int = 4) -> SlurmJob:
    """MPICH, started by srun."""
    return SlurmJob(["srun", "--nodes=4", f"--ntasks={ranks}", "--mpi=pmi2"], f"mpich_{sample}", *arguments, ranks=ranks)


def openmpi_by_ssh(sample: str, *arguments: str, ranks: int = 4) -> Job:
    """Open MPI, started by mpirun and a remote shell."""
    words = ["mpirun.openmpi", "--hostfile", f"{DIRECTORY}/openmpi.nodes", "--map-by", "node", "-n", str(ranks)]
    return Job(words, sample, *arguments, ranks=ranks)


def mpich_by_ssh(sample: str, *arguments: str, ranks: int = 4) -> Job:
    """MPICH, started by mpiexec.hydra and a remote shell."""
    words = ["mpiexec.hydra", "-f", f"{DIRECTORY}/mpich.nodes", "-n", str(ranks)]
    return Job(words, f"mpich_{sample}", *arguments, ranks=ranks)


def ask(*words: object) -> subprocess.CompletedProcess[str]:
    """mpidbg, as from another shell."""
    return run(COMMAND, *words)


def on_node(node: str, line: str) -> str:
    """What a line of shell writes on the node."""
    return run("node_shell", node, line).stdout
