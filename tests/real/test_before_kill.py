"""The recipes of before_kill.md as they stand there, with shorter times: they keep the evidence of a job that hangs."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest

from mpi_job import COMMAND, RealTest, SAMPLES, find_openmpi, run_mpidbg, wait_for

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# pylint: disable=wrong-import-position
from recipes import recipes_under, with_time  # noqa: E402

DOCUMENT = "corefile/command/before_kill.md"
STUCK = 3
OPENMPI = f"{find_openmpi('mpirun')} --oversubscribe --mca pml ob1 --mca btl self,vader"
# A job has to be there and hang before the time of the recipe is over, on a machine that may be busy.
TIMES = (2, 4, 8, 16, 32)


@contextlib.contextmanager
def place(mpirun, sample):
    """A directory with the recipe's ./solver, and the environment with its programs."""
    with tempfile.TemporaryDirectory() as directory:
        programs = os.path.join(directory, "programs")
        os.mkdir(programs)
        for path, line in ((os.path.join(programs, "mpirun"), mpirun), (os.path.join(programs, "mpidbg"), COMMAND),
                           (os.path.join(directory, "solver"), f"{SAMPLES}/{sample}")):
            with open(path, "w", encoding="utf-8") as file:
                file.write(f'#!/bin/sh\nexec {line} "$@"\n')
            os.chmod(path, 0o755)
        yield directory, {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "OMPI_ALLOW_RUN_AS_ROOT": "1",
                          "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "MPIDBG_SAMPLE_FACTS": directory}


@contextlib.contextmanager
def running(recipe, directory, environment):
    """The recipe as a job script; all that it has started ends with it."""
    with subprocess.Popen(["bash", "-c", recipe], cwd=directory, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True) as script:
        try:
            yield script
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(script.pid, signal.SIGTERM)


def text_of(path):
    with contextlib.suppress(FileNotFoundError), open(path, encoding="utf-8") as file:
        return file.read()
    return ""


class BeforeKillTest(RealTest):
    def check_evidence(self, directory):
        """Of the four ranks of stencil.c, whose last rank leaves its tags out."""
        captures = os.path.join(directory, "hang")
        self.assertEqual(sorted(re.match(r"rank(\d+)\.", name).group(1) for name in os.listdir(captures)), list("0123"))
        self.assertIn("MPI_Recv at exchange (stencil.c:18)", run_mpidbg("why", captures).stdout)

    def check_job_script(self, mpirun, sample):
        (recipe,) = recipes_under(DOCUMENT, "In a job script")
        for seconds in TIMES:
            with place(mpirun, sample) as (directory, environment):
                answer = os.path.join(directory, "hang.txt")
                with running(with_time(recipe, "3500", seconds), directory, environment) as script:
                    wait_for(lambda path=answer: text_of(path).endswith("\n"), "the verdict")
                    if "DEADLOCK" in text_of(answer):
                        self.check_evidence(directory)
                        self.assertIsNone(script.poll(), "the job has been ended")
                        return
        self.fail("no deadlock is seen in time")

    def test_job_script(self):
        self.check_job_script(OPENMPI, "stencil")

    def test_job_script_of_hydra(self):
        self.check_job_script("mpirun.mpich", "mpich_stencil")

    def test_timeout_of_mpirun(self):
        hook, recipe = recipes_under(DOCUMENT, "mpirun --timeout")
        for seconds in TIMES:
            with place(OPENMPI, "stencil") as (directory, environment):
                os.mkdir(os.path.join(directory, "hooks"))
                path = os.path.join(directory, "hooks", "gstack")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(hook)
                os.chmod(path, 0o755)
                with running(with_time(recipe, "3600", seconds), directory, environment) as script:
                    output, _ = script.communicate(timeout=120)
                if run_mpidbg("why", os.path.join(directory, "hang")).returncode == STUCK:
                    self.check_evidence(directory)
                    self.assertIn("exchange (stencil.c:18)", output)
                    return
        self.fail("no deadlock is seen in time")


if __name__ == "__main__":
    unittest.main()
