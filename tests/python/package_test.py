"""The Python package over the core files of other machines: the answers of the command, as objects; and what it says of what
cannot be opened."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
COMMAND = os.environ["MPIDBG_COMMAND"]
sys.argv[1:] = [COMMAND, os.environ["MPIDBG_PLUGIN"], str(HERE / "../foreign/data"), os.environ["MPIDBG_UNPACK_CORE"]]
sys.path.insert(0, str(HERE / "../foreign"))
import command_test  # noqa: E402  pylint: disable=wrong-import-position
import mpidbg  # noqa: E402  pylint: disable=wrong-import-position

setUpModule, tearDownModule = command_test.setUpModule, command_test.tearDownModule  # pylint: disable=invalid-name


class CoreFile(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        core, root, program = command_test.unpacked("s390x")
        cls.core, cls.files = core, {"sysroot": root, "executable": program}
        cls.job = mpidbg.open(core, sysroot=root, executable=program)
        cls.addClassCleanup(cls.job.close)

    def test_equal_to_the_command(self):
        for noun in ("queues", "comms", "requests", "datatypes", "groups", "cvars"):
            wanted = json.loads(command_test.run_on("s390x", noun, "--json", start=command_test.run_without_plugin).stdout)
            answer = self.job.json(noun)
            for process in (*wanted["processes"], *answer["processes"]):
                process["warnings"] = []  # about files, which the library does not know
            self.assertEqual(answer, wanted, noun)

    def test_queues(self):
        """hang1.c says what must be found."""
        (process,) = self.job.queues()
        self.assertEqual((process.rank, process.size, process.library, process.point_to_point), (0, 1, "Open MPI 4.1.4", "ob1"))
        (dup,) = [comm for comm in process.communicators if comm.name == "my dup"]
        self.assertIsInstance(dup.handle, int)
        posted = dup.queues["posted"]
        self.assertTrue(posted.complete)
        self.assertEqual([(op.tag, op.any_source, op.bytes, op.datatype) for op in posted.operations],
                         [(6, True, 16, "MPI_INT"), (5, False, 16, "MPI_INT")])
        (shown,) = self.job.show("comm", dup.handle)
        self.assertEqual([comm.name for comm in shown.communicators], ["my dup"])

    def test_objects(self):
        (process,) = self.job.objects("requests")
        requests = process.objects["requests"]
        self.assertTrue(requests.complete)
        self.assertEqual({request.kind for request in requests.objects}, {"requests"})
        self.assertEqual(sorted(request["tag"] for request in requests.objects if request["tag"] in (5, 6)), [5, 6])

    def test_a_file_by_several_names_is_one(self):
        with tempfile.TemporaryDirectory() as directory:
            link = os.path.join(directory, "core")
            os.symlink(self.core, link)
            with mpidbg.open(self.core, link, directory, **self.files) as job:
                self.assertEqual(len(job.ranks()), 1)

    def test_directory_for_each_node(self):
        with tempfile.TemporaryDirectory() as directory:
            os.mkdir(os.path.join(directory, "node1"))
            os.symlink(self.core, os.path.join(directory, "node1", "core"))
            with mpidbg.open(directory, **self.files) as job:
                self.assertEqual(len(job.ranks()), 1)

    def test_verdict(self):
        verdict = self.job.why()
        self.assertTrue(verdict.is_stuck, verdict.text)
        self.assertEqual([finding.kind for finding in verdict.findings], ["self-deadlock"])
        (waiting,) = verdict.findings[0].waiting
        self.assertEqual(waiting.rank, 0)
        self.assertTrue(verdict.text.startswith("SELF-DEADLOCK: "))

    def test_misuse(self):
        for ask in (self.job.text, self.job.json):
            with self.assertRaisesRegex(ValueError, "not a command that lists or explains: 'nonsense'"):
                ask("nonsense")
        with self.assertRaisesRegex(ValueError, "not a kind of object: 'nonsense'"):
            self.job.objects("nonsense")
        with self.assertRaises(mpidbg.Error):
            self.job.show("comm", "no such name")
        with self.assertRaises(ValueError):
            mpidbg.open()


class CannotOpen(unittest.TestCase):
    def check(self, target, pattern):
        with self.assertRaisesRegex(mpidbg.Error, pattern):
            mpidbg.open(target)

    def test_sentences(self):
        with subprocess.Popen(["sleep", "100"]) as process:
            self.check(process.pid, f"{process.pid}.*MPI")
            process.kill()
        self.check(process.pid, f"No process with pid {process.pid}.")
        self.check("/nonexistent", "/nonexistent: No such file or directory")
        self.check(__file__, "package_test.py")
        with tempfile.TemporaryDirectory() as directory:
            self.check(directory, "No core files or captures in the directory")

    def test_closed(self):
        job = mpidbg.Job([])
        with self.assertRaisesRegex(mpidbg.Error, "The job is closed."):
            job.why()

    def test_installation(self):
        """An old Python, and a package whose other half is missing."""
        def error_of(program, path=None):
            environment = {**os.environ, **({} if path is None else {"PYTHONPATH": path})}
            return subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False).stderr

        self.assertIn("mpidbg needs Python 3.9 or later; this is 3.6.", error_of("import sys; sys.version_info = (3, 6, 8); import mpidbg"))
        with tempfile.TemporaryDirectory() as directory:
            os.symlink(os.path.dirname(mpidbg.__file__), os.path.join(directory, "mpidbg"))
            self.assertEqual(error_of("import mpidbg", directory), "")  # a link, as distributions make it
            os.unlink(os.path.join(directory, "mpidbg"))
            subprocess.run(["cp", "-r", os.path.dirname(mpidbg.__file__), directory], check=True)
            self.assertIn("This installation of mpidbg is incomplete: there is no", error_of("import mpidbg", directory))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
