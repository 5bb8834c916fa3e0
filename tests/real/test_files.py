"""`files` and `show file`: every item of every file is what MPI_File_get_* and the program say, through ompio and ROMIO."""

import os
import tempfile
import unittest

from mpi_job import Job, RealTest, openmpi_version, run_mpidbg

ROMIO_NAME = "romio341" if openmpi_version() >= "Open MPI 5" else "romio321"
ROMIO = ("--mca", "io", ROMIO_NAME)
# Open MPI 6.0 has none.
LAYERS = {"ompio": (), ROMIO_NAME: ROMIO} if openmpi_version() < "Open MPI 6" else {"ompio": ()}
MODES = ["MPI_MODE_CREATE", "MPI_MODE_RDONLY", "MPI_MODE_WRONLY", "MPI_MODE_RDWR", "MPI_MODE_DELETE_ON_CLOSE",
         "MPI_MODE_UNIQUE_OPEN", "MPI_MODE_EXCL", "MPI_MODE_APPEND", "MPI_MODE_SEQUENTIAL"]


class Files(RealTest):
    def job(self, ranks, *layer):
        directory = tempfile.TemporaryDirectory(prefix="mpidbg-files-")
        self.addCleanup(directory.cleanup)
        return Job("files", ranks, directory.name, layer=(*Job.OB1, *layer))

    def files(self, target, *arguments):
        (process,) = self.ask("files", target, *arguments)["processes"]
        self.assertTrue(process["files"]["complete"], process["files"]["reason"])
        return {file["handle"]: file for file in process["files"]["objects"]}

    def compare(self, job, pid, target, layer, core=False):
        facts = job.facts_of(pid, "file")
        self.assertEqual(len(facts), 10)
        files = self.files(target)
        self.assertEqual(set(files), {fact["handle"] for fact in facts})
        for fact in facts:
            with self.subTest(filename=fact["filename"], rank=fact["rank"]):
                self.compare_file(files[fact["handle"]], fact, layer)
                self.compare_view(files[fact["handle"]], fact, layer, job, core)

    def compare_file(self, file, fact, layer):
        self.assertIsNone(file["name"])
        self.assertFalse(file["predefined"])
        self.assertEqual(file["fortran_handle"], fact["fortran"])
        self.assertEqual(file["filename"], fact["filename"])
        if layer != "romio":  # MPICH keeps its duplicate alone
            self.assertEqual(file["communicator"], fact["communicator"])
        self.assertEqual(file["mode"], fact["mode"])
        self.assertEqual(file["modes"], [name for bit, name in enumerate(MODES) if fact["mode"] >> bit & 1])
        self.assertEqual([[pair["key"], pair["value"]] for pair in file["info"]], fact["info"])
        # 5.0 says which of the hints nobody has asked for.
        ignored = [[pair["key"], pair["value"]] for pair in file["ignored_info"]]
        self.assertIn(ignored, ([], [["access_style", "read_mostly"]]))
        self.assertFalse([pair for pair in ignored if pair in fact["info"]])
        self.assertEqual(file["errhandler"], fact["errhandler"])
        self.assertEqual(file["errhandler_name"], fact["errhandler_name"] or None)
        self.assertFalse(file["freed_by_application"])
        self.assertFalse(file["freed_by_library"])
        self.assertEqual(file["reference_count"], 0 if layer == "romio" else 1)  # 0: not counted
        self.assertEqual(file["layer"], layer)
        self.assertIsNone(file["no_view_because"])

    def compare_view(self, file, fact, layer, job, core):
        view = file["view"]
        for key in ("displacement", "etype_size", "data_representation", "atomic"):
            self.assertEqual(view[key], fact[key], key)
        for key in ("position", "byte_offset"):
            if fact[key] is not None:  # in MPI_MODE_SEQUENTIAL MPI does not say
                self.assertEqual(view[key], fact[key], key)
        for key in ("etype", "filetype"):
            if fact[key]:
                self.assertEqual((view[key], view[key + "_name"]), (fact[key]["handle"], fact[key]["name"]))
            else:  # a duplicate of the program's
                self.assertIsNotNone(view[key])
        self.assertEqual(view["split_collective"], fact["split"])
        self.assertEqual(view["split_request"] is not None, fact["split"] and layer == "ompio")
        self.assertEqual(view["info"] is not None, layer != "ompio")
        self.assertNotEqual(view["communicator"], fact["communicator"])
        path = os.path.join(job.directory, fact["filename"])
        self.assertEqual(os.path.join(job.directory, view["path"]), path)
        if layer == "ompio":
            self.assertTrue(os.path.isabs(view["path"]))
        # The memory that holds a shared file pointer is not in core files; ROMIO's is in a file.
        self.assertEqual(view["shared_position"], fact["shared_position"] if layer == "ompio" and not core else None)
        if not core:
            opened = os.readlink(f"/proc/{fact['pid']}/fd/{view['descriptor']}")
            self.assertEqual(os.path.realpath(opened), os.path.realpath(path))

    def test_ompio(self):
        """HF1 HF3 HF4 HF5 HF6 HF7 ompio, live, with 1, 2 and 4 ranks."""
        for ranks in (1, 2, 4):
            with self.subTest(ranks=ranks), self.job(ranks) as job:
                for pid in job.pids:
                    self.compare(job, pid, pid, "ompio")
                self.assert_untouched(job)

    def test_romio(self):
        """HF1 HF3 HF4 HF5 HF6 HF7 ROMIO, live, with 1, 2 and 4 ranks."""
        for ranks in (1, 2, 4) if ROMIO_NAME in LAYERS else ():
            with self.subTest(ranks=ranks), self.job(ranks, *ROMIO) as job:
                for pid in job.pids:
                    self.compare(job, pid, pid, ROMIO_NAME)

    def test_mpich(self):
        """HF1 HF3 HF4 HF5 HF6 HF7 ROMIO of MPICH, live and in a core file."""
        with tempfile.TemporaryDirectory() as directory, Job("mpich_files", 2, directory, mpi="mpich") as job:
            for pid in job.pids:
                self.compare(job, pid, pid, "romio")
            self.compare(job, job.pids[1], job.gcore(job.pids[1]), "romio", core=True)

    def test_core_files(self):
        """HF1 HF3 HF4 HF5 HF6 HF7 of core files, without the program's files at hand."""
        for layer, arguments in LAYERS.items():
            with self.subTest(layer=layer), self.job(2, *arguments) as job:
                pid = job.pids[1]
                self.compare(job, pid, job.gcore(pid), layer, core=True)

    def test_null(self):
        """HF1 HF2 HF4 MPI_FILE_NULL."""
        with self.job(1) as job:
            pid = job.pids[0]
            (closed,) = job.facts_of(pid, "closed_file")
            null = self.files(pid, "--all")[closed["null"]]
            self.assertEqual((null["name"], null["filename"]), ("MPI_FILE_NULL", "MPI_FILE_NULL"))
            self.assertTrue(null["predefined"])
            self.assertEqual(null["fortran_handle"], 0)
            self.assertIsNone(null["view"])
            self.assertNotIn(closed["null"], self.files(pid))

    def test_closed(self):
        """HF8 HF9 a file that was closed, in a library that never frees; and one that is gone."""
        with self.job(1, "--mca", "mpi_no_free_handles", "1") as job:
            pid = job.pids[0]
            (closed,) = job.facts_of(pid, "closed_file")
            file = self.files(pid)[closed["handle"]]
            self.assertTrue(file["freed_by_application"])
            self.assertTrue(file["freed_by_library"])
            self.assertEqual(file["fortran_handle"], closed["fortran"])
            self.assertIn("closed by the application", run_mpidbg("files", pid).stdout)
        with self.job(1) as job:
            (gone,) = job.facts_of(job.pids[0], "gone_file")
            self.assertNotIn(gone["handle"], self.files(job.pids[0]))
            result = run_mpidbg("show", "file", gone["handle"], job.pids[0])
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn(f"{gone['handle']} is not a live file", result.stderr)

    def test_requests(self):
        """HF10 the request behind a split collective operation is the file's; the other files have none."""
        with self.job(2) as job:
            facts = {fact["handle"]: fact for fact in job.facts_of(job.pids[0], "file")}
            for handle, file in self.files(job.pids[0]).items():
                request = file["view"]["split_request"]
                self.assertEqual(file["requests"], [request] if facts[handle]["split"] else [])

    def test_own_objects_are_internal(self):
        """The duplicates of communicators and infos that files have are not taken for the program's."""
        for arguments in LAYERS.values():
            with self.subTest(arguments=arguments), self.job(2, *arguments) as job:
                pid = job.pids[0]
                views = [file["view"] for file in self.files(pid).values()]
                (process,) = self.ask("comms", pid)["processes"]
                shown = {communicator["handle"] for communicator in process["communicators"]}
                self.assertFalse(shown & {view["communicator"] for view in views})
                self.assertIn("for files", {communicator["name"] for communicator in process["communicators"]})
                (process,) = self.ask("infos", pid)["processes"]
                (info,) = process["infos"]["objects"]
                self.assertEqual([pair["key"] for pair in info["pairs"]], ["cb_nodes", "access_style"])
                (process,) = self.ask("infos", pid, "--all")["processes"]
                internal = {info["handle"] for info in process["infos"]["objects"] if info["internal"]}
                self.assertLessEqual({view["info"] for view in views if view["info"]}, internal)

    def test_text(self):
        """HF1 HF7 the text has the essentials, and nothing that a terminal would obey."""
        with self.job(1) as job:
            text = run_mpidbg("files", job.pids[0]).stdout
            self.assertIn("MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE", text)
            self.assertIn("opened on for files  ompio  errhandler MPI_ERRORS_RETURN", text)
            self.assertIn("view from byte 100  etype MPI_INT (4 bytes)", text)
            self.assertIn("position 15 (byte 220)", text)
            self.assertIn("split collective operation begun", text)
            self.assertNotIn("\x1b", text)
            (view,) = [fact for fact in job.facts if fact["fact"] == "file" and fact["filename"].endswith("/view")]
            shown = run_mpidbg("show", "file", view["handle"], job.pids[0]).stdout
            self.assertIn("path " + view["filename"], shown)


if __name__ == "__main__":
    unittest.main()
