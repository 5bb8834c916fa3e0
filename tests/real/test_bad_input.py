"""Targets that cannot be read, or not completely: a clear message, an exit code that is not 0, and no crash.

MPIDBG_TEST_CUTS: at how many places of each core file, drawn by chance, it is cut besides those that matter.
"""

import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import tempfile
import unittest

from mpi_job import PLUGIN, SAMPLES, Job, RealTest, run_mpidbg, wait_for

FAILED, USAGE, NOT_ENOUGH = 1, 2, 6
CUTS = int(os.environ.get("MPIDBG_TEST_CUTS", "10"))


class NoProcess(RealTest):
    def expect(self, result, codes, *words):
        text = result.stdout + result.stderr
        self.assertIn(result.returncode, codes, text)
        for word in words:
            self.assertIn(word, text)

    def test_no_such_pid(self):
        process = subprocess.Popen(["true"])
        process.wait()
        self.expect(run_mpidbg("queues", process.pid), (FAILED,), str(process.pid))

    def test_not_an_mpi_process(self):
        with Job("not_mpi", 1) as job:
            self.expect(run_mpidbg("queues", job.pids[0]), (FAILED, NOT_ENOUGH), str(job.pids[0]), "MPI")

    def test_this_is_a_shell(self):
        with subprocess.Popen(["sh", "-c", "echo started; read line"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            try:
                process.stdout.readline()
                self.expect(run_mpidbg("queues", process.pid), (FAILED, NOT_ENOUGH), str(process.pid), "MPI")
            finally:
                process.kill()

    def test_before_init(self):
        with Job("outside_mpi", 2, "before") as job:
            self.expect(run_mpidbg("queues", job.pids[0]), (NOT_ENOUGH,), "MPI_Init")
            self.expect(run_mpidbg("comms", job.pids[0]), (NOT_ENOUGH,), "MPI_Init")
            for process in self.ask("queues", *job.pids, code=NOT_ENOUGH)["processes"]:
                self.assertEqual(process["mpi_state"], "not initialized")
                self.assertFalse(process["complete"])
                self.assertIsNone(process["unclaimed"]["operations"], "an empty list would be a claim")

    def test_after_finalize(self):
        with Job("outside_mpi", 1, "after") as job:
            self.expect(run_mpidbg("queues", job.pids[0]), (NOT_ENOUGH,), "MPI_Finalize")
            (process,) = self.ask("queues", job.pids[0], code=NOT_ENOUGH)["processes"]
            self.assertEqual(process["mpi_state"], "finalized")

    def test_no_permission(self):
        if os.geteuid() != 0:
            result = run_mpidbg("queues", 1)
            self.expect(result, (FAILED,), "permission")
            return
        with Job("hung_recv", 1) as job:
            nobody = {"user": 65534, "group": 65534, "extra_groups": [], "cwd": "/"}
            try:
                result = run_mpidbg("queues", job.pids[0], **nobody)
            except PermissionError:
                self.skipTest("the build directory is closed to other users")
            self.expect(result, (FAILED,), "ermission", str(job.pids[0]))
            self.assert_untouched(job)


class Plugins(RealTest):
    def expect_refusal(self, plugin, *words):
        with Job("hung_recv", 1) as job:
            result = run_mpidbg("queues", job.pids[0], "--plugin", plugin)
            self.assertEqual(result.returncode, FAILED, result.stdout + result.stderr)
            self.assertIn(plugin, result.stderr)
            self.assert_untouched(job)

    def test_no_such_plugin(self):
        self.expect_refusal("/nonexistent/libplugin.so")

    def test_no_library(self):
        self.expect_refusal(os.path.abspath(__file__))

    def test_library_that_is_no_plugin(self):
        with open("/proc/self/maps", encoding="ascii") as file:
            (libc,) = {line.split()[-1] for line in file if "/libc.so" in line or "/libc-" in line}
        self.expect_refusal(libc)

    def test_unknown_option(self):
        self.assertEqual(run_mpidbg("queues", "--no-such-option").returncode, USAGE)
        self.assertEqual(run_mpidbg("no-such-noun").returncode, USAGE)


class Cores(RealTest):
    """One core file of each kind, spoiled in every way."""

    @classmethod
    def setUpClass(cls):
        cls.job = Job("hung_recv", 1)
        cls.job.__enter__()
        cls.addClassCleanup(cls.job.__exit__, None, None, None)
        (pid,) = cls.job.pids
        cls.cores = [cls.job.gcore(pid), cls.job.kernel_core(pid)]
        for core in cls.cores:
            assert run_mpidbg("queues", core).returncode == 0, "the whole core file should be readable"

    def spoiled(self, name):
        return os.path.join(self.job.directory, name)

    def refused(self, path, *words, codes=(FAILED,)):
        for noun in ("queues", "ranks", "comms"):
            result = run_mpidbg(noun, path)
            text = result.stdout + result.stderr
            self.assertIn(result.returncode, codes, text)
            self.assertIn(os.path.basename(path), text)
            for word in words:
                self.assertIn(word, text)

    def test_files_that_are_no_core(self):
        empty = self.spoiled("empty")
        open(empty, "wb").close()
        self.refused(empty)
        text = self.spoiled("text")
        with open(text, "w", encoding="ascii") as file:
            file.write("this is no core file\n" * 100)
        self.refused(text)
        self.refused(os.path.join(SAMPLES, "hung_recv"))
        self.refused("/nonexistent/core")
        directory = self.spoiled("no cores here")
        os.mkdir(directory)
        self.refused(directory)

    def test_truncated(self):
        """Cut anywhere, a core file gives what is left of it or an error, and says that it is cut."""
        for core in self.cores:
            with open(core, "rb") as file:
                header = file.read(64)
                offset, entries = struct.unpack_from("<Q", header, 32)[0], struct.unpack_from("<H", header, 56)[0]
                file.seek(offset)
                segments = [struct.unpack("<IIQQQQQQ", file.read(56)) for _ in range(entries)]
            behind_headers = offset + entries * 56
            # gdb writes section headers behind the last segment, which nobody needs.
            size = max(segment[2] + segment[5] for segment in segments)
            cuts = [1, 16, 63, 64, behind_headers - 1, behind_headers, behind_headers + 1000, size // 10, size // 3,
                    size // 2, size * 9 // 10, size - 4096, size - 1]
            cuts += random.Random(size).sample(range(size), CUTS)
            path = self.spoiled("cut." + os.path.basename(core))
            shutil.copy(core, path)
            for cut in sorted(cuts, reverse=True):
                with self.subTest(core=os.path.basename(core), cut=cut, size=size):
                    os.truncate(path, cut)
                    result = run_mpidbg("queues", path)
                    text = result.stdout + result.stderr
                    self.assertIn(result.returncode, (0, FAILED, NOT_ENOUGH), text)
                    self.assertRegex(text, "truncated|cut|no core|not a core|too short|end of file")
                    if cut < size // 10:
                        self.assertNotEqual(result.returncode, 0, text)
            os.unlink(path)

    def test_garbage_inside(self):
        """Bytes of the heap and of the program headers overwritten: anything but a crash or a hang."""
        import random

        random.seed(3)
        core = self.cores[1]
        path = self.spoiled("garbage")
        with open(core, "rb") as file:
            whole = bytearray(file.read())
        for _ in range(40):
            spoiled = bytearray(whole)
            for _ in range(random.choice((1, 10, 1000))):
                at = random.randrange(64, len(spoiled)) if random.random() < 0.7 else random.randrange(64, 16384)
                spoiled[at:at + 8] = random.choice((bytes(8), b"\xff" * 8, random.randbytes(8)))[:len(spoiled) - at]
            with open(path, "wb") as file:
                file.write(spoiled)
            for noun in ("queues", "comms"):
                result = run_mpidbg(noun, path, "--all", timeout=30)
                self.assertIn(result.returncode, (0, FAILED, 4, NOT_ENOUGH), result.stderr)

    def test_another_machine(self):
        """Said by the ELF header to be of another architecture."""
        path = self.spoiled("other-machine")
        shutil.copy(self.cores[1], path)
        with open(path, "r+b") as file:
            file.seek(18)
            file.write(struct.pack("<H", 183))  # EM_AARCH64
        self.refused(path)
        os.unlink(path)

    def test_wrong_executable(self):
        for core in self.cores:
            result = run_mpidbg("queues", core, "--exe", "/bin/true")
            text = result.stdout + result.stderr
            self.assertIn("/bin/true", text)
            self.assertIn("build-id", text)


class Libraries(RealTest):
    """A core file outlives its libraries: they are replaced, or gone."""

    def test_replaced_and_missing_library(self):
        # A private copy of the library, so that it can be spoiled.
        lines = subprocess.run(["ldd", os.path.join(SAMPLES, "hung_recv")], check=True, capture_output=True,
                               text=True).stdout.splitlines()
        (installed,) = [line.split()[2] for line in lines if line.strip().startswith("libmpi.so")]
        import tempfile

        with tempfile.TemporaryDirectory() as directory:
            copy = os.path.join(directory, os.path.basename(installed))
            shutil.copy(installed, copy)
            with Job("hung_recv", 1, environment={"LD_LIBRARY_PATH": directory}) as job:
                core = job.kernel_core(job.pids[0])
                result = run_mpidbg("queues", core)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertIn("my dup", result.stdout)

                build_id = bytes.fromhex(subprocess.run(["readelf", "-nW", copy], check=True, capture_output=True,
                                                        text=True).stdout.split("Build ID: ")[1].split()[0])
                with open(copy, "rb") as file:
                    content = file.read()
                other = bytes([build_id[0] ^ 0xFF]) + build_id[1:]
                with open(copy, "wb") as file:
                    file.write(content.replace(build_id, other))
                result = run_mpidbg("queues", core)
                text = result.stdout + result.stderr
                for word in (copy, build_id.hex(), other.hex()):
                    self.assertIn(word, text, "a replaced library is named, with both build-ids")
                self.assertNotEqual(result.returncode, 2, text)

                os.unlink(copy)
                result = run_mpidbg("queues", core)
                text = result.stdout + result.stderr
                self.assertIn(copy, text, "a missing library is named")
                self.assertNotIn(other.hex(), text)

                # --sysroot: the same paths below another directory.
                root = os.path.join(directory, "root")
                os.makedirs(os.path.join(root, directory.lstrip("/")))
                with open(os.path.join(root, copy.lstrip("/")), "wb") as file:
                    file.write(content)
                for path in {line.split()[2] for line in lines if "=> /" in line}:
                    there = os.path.join(root, path.lstrip("/"))
                    os.makedirs(os.path.dirname(there), exist_ok=True)
                    os.symlink(path, there)
                os.makedirs(os.path.join(root, os.path.dirname(job.program).lstrip("/")), exist_ok=True)
                os.symlink(job.program, os.path.join(root, job.program.lstrip("/")))
                result = run_mpidbg("queues", core, "--sysroot", root)
                self.assertIn("my dup", result.stdout, result.stderr)

    def test_replaced_under_a_running_job(self):
        """As an update of packages does it: the process keeps the file that it has mapped. Root reads that; others are told."""
        ldd = subprocess.run(["ldd", os.path.join(SAMPLES, "hung_recv")], check=True, capture_output=True, text=True).stdout
        (installed,) = [line.split()[2] for line in ldd.splitlines() if line.strip().startswith("libmpi.so")]
        directory = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, directory)
        copy = os.path.join(directory, os.path.basename(installed))
        shutil.copy(installed, copy)
        with Job("hung_recv", 1, environment={"LD_LIBRARY_PATH": directory}) as job:
            def blocked():
                answer = run_mpidbg("queues", job.pids[0]).stdout
                return answer if "blocking MPI_Recv" in answer else None

            before = wait_for(blocked, "the receive")
            shutil.copy("/bin/true", copy + ".new")
            os.rename(copy + ".new", copy)
            for _ in range(2):
                result = run_mpidbg("queues", job.pids[0])
                if os.geteuid() == 0:
                    self.assertEqual(result.stdout, before, result.stderr)
                else:
                    self.assertIn(copy, result.stdout + result.stderr)
                if os.path.exists(copy):
                    os.unlink(copy)


class Doubtful(RealTest):
    def test_layout_that_fails_its_check(self):
        """A profile for this very build whose struct has another size than the live objects have."""
        listed = run_mpidbg("profile", "list").stdout
        self.assertIn("openmpi-4.1.4-x86_64", listed)
        source = pathlib.Path(__file__).resolve().parents[2] / "mpidbg/layout/profiles/openmpi-4.1.4-x86_64.json"
        profile = json.loads(source.read_text(encoding="utf-8"))
        size = profile["structs"]["ompi_communicator_t"]["size"]
        profile["structs"]["ompi_communicator_t"]["size"] = size + 8
        with Job("hung_recv", 1) as job:
            wrong = os.path.join(job.directory, "wrong.json")
            with open(wrong, "w", encoding="utf-8") as file:
                json.dump(profile, file)
            result = run_mpidbg("queues", "--profile", wrong, job.pids[0])
            self.assertEqual(result.returncode, NOT_ENOUGH, result.stderr)
            self.assertIn(f"layout check failed: ompi_communicator_t is {size} bytes in the process and {size + 8} in the layout",
                          result.stderr)
            self.assertEqual(result.stdout, "", "no data from a layout that is not trusted")

    def test_plugin_named_from_an_untrusted_place(self):
        """A process names a plugin in a directory that anybody can write to: it is not loaded, and the option is named."""
        with tempfile.TemporaryDirectory() as directory:
            os.chmod(directory, 0o777)
            plugin = os.path.join(directory, "libplugin.so")
            shutil.copy(PLUGIN, plugin)
            source, program = os.path.join(directory, "names.c"), os.path.join(directory, "names")
            with open(source, "w", encoding="ascii") as file:
                file.write(f'#include <stdio.h>\n#include <unistd.h>\nchar MPIR_dll_name[] = "{plugin}";\n'
                           "int main(void) { puts(MPIR_dll_name); fflush(stdout); pause(); return 0; }\n")
            subprocess.run(["cc", "-rdynamic", source, "-o", program], check=True)
            with subprocess.Popen([program], stdout=subprocess.PIPE, text=True) as process:
                try:
                    self.assertEqual(process.stdout.readline().strip(), plugin)
                    result = run_mpidbg("queues", "--plugin", "vendor", process.pid)
                    self.assertEqual(result.returncode, FAILED, result.stderr)
                    self.assertIn(plugin, result.stderr)
                    self.assertIn("--plugin-safe-path", result.stderr)
                finally:
                    process.kill()


if __name__ == "__main__":
    unittest.main()
