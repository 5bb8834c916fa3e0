"""`mpidbg record --build` of an installation: the recorder that the build makes, from the installed sources.

    recorder_test.py MPICC RECORDER
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

MPICC, RECORDER = sys.argv[1:3]
BUILD = os.environ["MPIDBG_BUILD"]
USAGE = 2


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=200, check=False, **options)


def exports_of(library):
    return {line.split()[-1] for line in run("nm", "-D", "--defined-only", library).stdout.splitlines()}


class BuildRecorder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        cls.addClassCleanup(directory.cleanup)
        cls.prefix = pathlib.Path(directory.name)
        subprocess.run([os.environ["MPIDBG_CMAKE"], "--install", BUILD, "--prefix", cls.prefix], check=True, capture_output=True)
        cls.mpidbg = cls.prefix / "bin/mpidbg"
        # Optimised less, to save time.
        cls.compiler = cls.prefix / "compiler"
        cls.compiler.write_text('#!/bin/sh\nexec c++ "$@" -O0\n')
        cls.compiler.chmod(0o755)
        cls.built = cls.prefix / "recorder.so"
        cls.result = run(cls.mpidbg, "record", "--build", "--mpicc", MPICC, "-o", cls.built, env={**os.environ, "CXX": str(cls.compiler)})

    def fails(self, sentence, *words, **environment):
        result = run(self.mpidbg, "record", *words, env={**os.environ, **environment})
        self.assertEqual((result.returncode, result.stdout), (1, ""), result.stderr)
        self.assertIn(sentence, result.stderr)
        return result

    def test_built(self):
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        self.assertRegex(self.result.stdout, r"recorder\.so: the recorder for Open MPI \d+\.\d+\.\d+$")
        self.assertEqual(exports_of(self.built), exports_of(RECORDER))

    def test_used(self):
        for options, environment in ((["--recorder", "recorder.so"], {}), ([], {"MPIDBG_RECORDER": str(self.built)})):
            result = run(self.mpidbg, "record", *options, "/usr/bin/env", env={**os.environ, **environment}, cwd=self.prefix)
            self.assertIn(f"LD_PRELOAD={self.built}\n", result.stdout, result.stderr)

    def test_for_another_library(self):
        """A program of MPICH goes on, without a record."""
        program = os.path.join(os.environ["MPIDBG_SAMPLES"], "mpich_ops")
        if not os.path.exists(program):
            self.skipTest("needs MPICH")
        with subprocess.Popen([self.mpidbg, "record", "--recorder", self.built, program], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            line = process.stderr.readline()
            process.kill()
        self.assertIn("Open MPI", line)

    def test_nothing_to_build_with(self):
        here = self.prefix
        self.fails("there is no compiler wrapper /nonexistent/mpicc; give --mpicc PATH", "--build", "--mpicc", "/nonexistent/mpicc", "-o", "x")
        self.fails("/bin/false is not the compiler wrapper of an MPI library", "--build", "--mpicc", "/bin/false", "-o", "x")
        self.fails("there is no C++ compiler nonexistent; set CXX", "--build", "--mpicc", MPICC, "-o", "x", CXX="nonexistent")
        wrapper = here / "mpicc"
        wrapper.write_text("#!/bin/sh\necho cc -I" + str(here / "mpi") + "\n")
        wrapper.chmod(0o755)
        (here / "mpi").mkdir(exist_ok=True)
        (here / "mpi/mpi.h").write_text("#define MPI_VERSION 3\n")
        self.fails("is neither Open MPI's nor one of MPICH's ABI", "--build", "--mpicc", wrapper, "-o", "x")
        result = run(self.mpidbg, "record", "--build")
        self.assertEqual(result.returncode, USAGE)
        self.assertIn("--output", result.stderr)

    def test_nowhere_to_write(self):
        """Such as a home directory that is read-only."""
        quick = self.prefix / "quick"
        quick.write_text('#!/bin/sh\ncase "$*" in *-shared*) exec touch "$(echo "$*" | sed "s/.*-o \\([^ ]*\\).*/\\1/")";; esac\n'
                         'exec c++ "$@"\n')
        quick.chmod(0o755)
        self.fails("/proc/recorder.so cannot be written: ", "--build", "--mpicc", MPICC, "-o", "/proc/recorder.so", CXX=str(quick))

    def test_not_a_recorder(self):
        self.fails("is not a recorder: `mpidbg record --build` makes one", "--recorder", "/lib/x86_64-linux-gnu/libc.so.6", "/bin/true")
        self.fails("/nonexistent.so", "/bin/true", MPIDBG_RECORDER="/nonexistent.so")

    def test_without_sources(self):
        sources = self.prefix / "share/mpidbg/source"
        moved = sources.rename(self.prefix / "moved")
        self.addCleanup(shutil.move, moved, sources)
        self.fails("the sources of the recorder are not installed: there is no ", "--build", "-o", "x")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
