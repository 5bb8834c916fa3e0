"""An installation that was moved: complete, found by the builds of others, and without a path of where it came from."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
BUILD = os.environ["MPIDBG_BUILD"]
CMAKE = os.environ["MPIDBG_CMAKE"]
PRIVATE = os.environ["MPIDBG_PRIVATE_DIR"]  # relative to the prefix
LIBDIR = os.environ["MPIDBG_LIBDIR"]

# The core file of another machine, whose files are part of the test data.
sys.argv[1:] = ["", "", str(HERE / "../foreign/data"), os.environ["MPIDBG_UNPACK_CORE"], ""]
sys.path.insert(0, str(HERE / "../foreign"))
sys.path.insert(1, str(HERE.parent))
import command_test  # noqa: E402  pylint: disable=wrong-import-position
import documents_test  # noqa: E402  pylint: disable=wrong-import-position
import gdb_test  # noqa: E402  pylint: disable=wrong-import-position

NOT_ENOUGH = 6
FAILED = 1


def setUpModule():  # pylint: disable=invalid-name
    command_test.setUpModule()


def tearDownModule():  # pylint: disable=invalid-name
    command_test.tearDownModule()


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120, check=False, **options)


class InstalledTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        cls.addClassCleanup(directory.cleanup)
        cls.directory = pathlib.Path(os.path.realpath(directory.name))
        first = cls.directory / "first"
        # Nothing of PATH is asked for, an MPI least of all.
        result = run(CMAKE, "--install", BUILD, "--prefix", first, env={"PATH": "/nonexistent"})
        assert result.returncode == 0, result.stderr
        cls.prefix = cls.directory / "moved" / "here"
        cls.prefix.parent.mkdir()
        first.rename(cls.prefix)
        cls.core, cls.root, cls.program = gdb_test.files_of("s390x")

    def copy(self):
        """One to take something away from."""
        copy = self.directory / "copy"
        shutil.copytree(self.prefix, copy, symlinks=True)
        self.addCleanup(shutil.rmtree, copy)
        return copy

    def queues(self, prefix, *words, **options):
        return run(prefix / "bin/mpidbg", "queues", self.core, "--sysroot", self.root, "--exe", self.program, *words, **options)

    def gdb(self, prefix, *commands, script="auto-load.py", before=(), **options):
        setup = [*before, f"source {prefix / 'share/mpidbg/gdb' / script}", f"set sysroot {self.root}", f"file {self.program}",
                 f"core-file {self.core}"]
        words = [word for command in ("set confirm off", *setup, *commands) for word in ("-ex", command)]
        return run("gdb-multiarch", "-nx", "-batch", *words, **options)


class Installation(InstalledTest):
    def test_command(self):
        result = self.queues(self.prefix)
        self.assertIn(result.returncode, (0, NOT_ENOUGH), result.stderr)
        self.assertIn("my dup", result.stdout)

    def test_command_through_a_link(self):
        link = self.directory / "mpidbg"
        link.symlink_to(self.prefix / "bin/mpidbg")
        self.assertEqual(run(link, "queues", self.core, "--sysroot", self.root, "--exe", self.program).stdout,
                         self.queues(self.prefix).stdout)

    def test_gdb_by_itself(self):
        """The front end comes with the MPI library, and asks the plugin of the same installation."""
        result = self.gdb(self.prefix, "mpi queues", "mpi plugin")
        self.assertIn("my dup", result.stdout, result.stderr)
        self.assertIn(str(self.prefix / PRIVATE / "libmpidbg.so"), result.stdout)
        without = run("gdb", "-nx", "-batch", "-ex", f"source {self.prefix}/share/mpidbg/gdb/auto-load.py", "-ex", "file /bin/true",
                      "-ex", "mpi queues")
        self.assertIn("Undefined command", without.stderr)

    def test_gdb_from_another_script(self):
        """As the packages for Debian do it, and as a gdbinit in Python may."""
        outer = self.directory / "gdbinit.py"
        for script in ("auto-load.py", "mpidbg.py"):
            outer.write_text(f"gdb.execute('source {self.prefix}/share/mpidbg/gdb/{script}')\n")
            result = self.gdb(self.directory, "mpi queues", script=outer)
            self.assertIn("my dup", result.stdout, result.stderr)

    def check_debugger(self, program):
        """It finds its library, which loads the plugin of its own installation."""
        result = run(program, env={"LD_DEBUG": "libs"})
        self.assertIn("no known MPI library", result.stdout)
        self.assertIn(f"calling init: {self.prefix / PRIVATE}/libmpidbg.so\n", result.stderr)

    def test_other_builds(self):
        build = self.directory / "consumer"
        for words in ((CMAKE, "-S", HERE / "consumer", "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}"), (CMAKE, "--build", build)):
            result = run(*words)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        plugin = str(self.prefix / PRIVATE / "libmpidbg.so")
        self.assertEqual((build / "plugin.txt").read_text().strip(), plugin)
        for debugger in ("debugger_c", "debugger_cpp"):
            self.check_debugger(build / debugger)

    def test_pkg_config(self):
        environment = {**os.environ, "PKG_CONFIG_PATH": str(self.prefix / LIBDIR / "pkgconfig")}
        flags = run("pkg-config", "--cflags", "--libs", "mqs_shim", env=environment)
        self.assertEqual(flags.returncode, 0, flags.stderr)
        program = self.directory / "debugger"
        result = run("cc", "-o", program, HERE / "consumer/debugger.c", *flags.stdout.split(), f"-Wl,-rpath,{self.prefix / LIBDIR}")
        self.assertEqual(result.returncode, 0, result.stderr)
        plugin = run("pkg-config", "--variable=plugin", "mpidbg", env=environment).stdout.strip()
        self.assertEqual(os.path.realpath(plugin), str(self.prefix / PRIVATE / "libmpidbg.so"))
        self.check_debugger(program)

    @unittest.skipUnless("MPIDBG_WITHOUT_PATHS" in os.environ, "debug builds keep their paths")
    def test_no_path_of_the_build(self):
        """Which would differ between builds, and lead nowhere on another machine."""
        found = [path for path in self.prefix.rglob("*") if path.is_file()
                 for place in (BUILD, str(HERE.parent.parent), str(self.directory / "first")) if place.encode() in path.read_bytes()]
        self.assertEqual(found, [])

    def test_names(self):
        """The SONAME is what programs are linked with; what only this version loads is in its own directory."""
        library = self.prefix / LIBDIR / "libmqs_shim.so"
        self.assertIn("Library soname: [libmqs_shim.so.1]", run("readelf", "-d", library).stdout)
        self.assertEqual(library.resolve().name, "libmqs_shim.so.1.5.0")
        libraries = {path.name for path in (self.prefix / LIBDIR).iterdir() if path.is_file()}
        self.assertEqual(libraries, {"libmqs_shim.so", "libmqs_shim.so.1", "libmqs_shim.so.1.5.0"})
        for path in (self.prefix / PRIVATE).iterdir():
            link = self.prefix / LIBDIR / "mpidbg" / path.name
            self.assertEqual(os.readlink(link), f"{(self.prefix / PRIVATE).name}/{path.name}")
        self.assertTrue((self.prefix / "share/doc/mpidbg/LICENSE").is_file())
        self.assertTrue((self.prefix / "share/doc/mpidbg/plugins/processes/openmpi-4.json").is_file())

    def test_links_of_documents(self):
        documents = self.prefix / "share/doc/mpidbg"
        self.assertTrue((documents / "README.md").is_file())
        for path in documents.rglob("*.md"):
            for link in documents_test.LINK.findall(path.read_text(encoding="utf-8")):
                if "://" not in link:
                    self.assertTrue((path.parent / link).exists(), f"{path.relative_to(documents)}: {link}")


class Incomplete(InstalledTest):
    """What is missing is named; nothing of another place or version stands in."""

    def test_without_plugin(self):
        copy = self.copy()
        (copy / PRIVATE / "libmpidbg.so").unlink()
        sentence = f"this installation is incomplete: {copy / PRIVATE}/libmpidbg.so is missing"
        result = self.queues(copy)
        self.assertEqual(result.returncode, FAILED)
        self.assertIn(sentence, result.stderr + result.stdout)
        self.assertIn(sentence.capitalize().split(":")[0], self.gdb(copy, "mpi queues").stderr)

    def test_plugin_of_another_version(self):
        copy = self.copy()
        (copy / PRIVATE).rename((copy / PRIVATE).parent / "0.0.9")
        result = self.queues(copy)
        self.assertEqual(result.returncode, FAILED)
        self.assertIn(f"{copy / PRIVATE}/libmpidbg.so is missing", result.stderr + result.stdout)

    def test_gdb_without_library(self):
        copy = self.copy()
        for library in (copy / LIBDIR).glob("libmqs_shim*"):
            library.unlink()
        self.assertIn("This installation of mpidbg is incomplete: libmqs_shim.so.1 is not", self.gdb(copy, "mpi queues").stderr)

    def test_gdb_with_library_of_another_version(self):
        """Of packages some of which were upgraded: it has other functions, or an older version."""
        copy = self.copy()
        library = (copy / LIBDIR / "libmqs_shim.so.1").resolve()
        names = re.findall(r'^    "(mqs_shim_\w+)": \(', (copy / "share/mpidbg/gdb/mpidbg_gdb/shim.py").read_text(), re.MULTILINE)
        for functions, sentence in ((names[:3], "cannot be used: .* undefined symbol: mqs_shim_"),
                                    (names, "libmqs_shim.so.1 is older than this front end.")):
            library.unlink()
            source = "".join(f"int {name}(void) {{ return 0; }}\n" for name in functions)
            subprocess.run(["cc", "-shared", "-w", "-x", "c", "-", "-o", library], input=source, text=True, check=True)
            self.assertRegex(self.gdb(copy, "mpi queues").stderr, sentence)

    def test_another_library_as_plugin(self):
        """Such as a recorder, of whatever MPI."""
        copy = self.copy()
        plugin = copy / PRIVATE / "libmpidbg.so"
        for library in (*plugin.parent.glob("libmpidbg-record-*.so"), copy / LIBDIR / "libmqs_shim.so.1"):
            result = self.queues(copy, "--plugin", library)
            self.assertEqual((result.returncode, result.stdout), (FAILED, ""), library)
            self.assertIn(f"{library} is not a debug plugin: it has no function mqs_", result.stderr)
        shutil.copy(library, plugin)
        result = self.queues(copy)
        self.assertEqual((result.returncode, result.stdout), (FAILED, ""))
        self.assertIn(f"{plugin} is not a debug plugin", result.stderr)

    def test_gdb_without_package(self):
        copy = self.copy()
        shutil.rmtree(copy / "share/mpidbg/gdb/mpidbg_gdb")
        self.assertIn("This installation of mpidbg is incomplete: No module named 'mpidbg_gdb'",
                      self.gdb(copy, script="mpidbg.py").stderr)

    def test_gdb_with_old_python(self):
        result = self.gdb(self.prefix, script="mpidbg.py", before=["python import sys; sys.version_info = (3, 6, 8)"])
        self.assertIn("The front end of mpidbg needs Python 3.9 or later; this GDB has 3.6.", result.stderr)

    def test_profile_of_another_version(self):
        """It cannot be read, and does no harm; `profile list` names it."""
        copy = self.copy()
        (copy / "share/mpidbg/profiles/openmpi-9.9.9-x86_64.json").write_text('{"format": 99, "library": "Open MPI"}')
        self.assertEqual(self.queues(copy).stdout, self.queues(self.prefix).stdout)
        result = run(copy / "bin/mpidbg", "profile", "list")
        self.assertIn(f"{copy}/share/mpidbg/profiles/openmpi-9.9.9-x86_64.json: ", result.stdout + result.stderr)

    def test_profile_directory_of_another_version(self):
        """A site's MPIDBG_PROFILE_PATH: profiles that say more, that are of another shape, and that lack a struct."""
        shipped = {path.name: json.loads(path.read_text()) for path in (self.prefix / "share/mpidbg/profiles").glob("*.json")}
        place = self.directory / "profiles"
        place.mkdir()
        self.addCleanup(shutil.rmtree, place)

        def with_profiles(change):
            for name, profile in shipped.items():
                (place / name).write_text(json.dumps(change(dict(profile))))
            return self.queues(self.prefix, env={**os.environ, "MPIDBG_PROFILE_PATH": str(place)})

        result = with_profiles(lambda profile: {**profile, "format": 99})
        self.assertEqual((result.stdout, result.stderr), (self.queues(self.prefix).stdout, ""))
        result = with_profiles(lambda profile: {**profile, "structs": list(profile["structs"])})
        self.assertEqual(result.stdout, self.queues(self.prefix).stdout)
        self.assertIn(f"mpidbg: warning: a profile cannot be used: {place}/", result.stderr)
        self.assertIn(f"; {len(shipped) - 1} more: see 'mpidbg profile list'", result.stderr)

        def without_communicators(profile):
            structs = {name: fields for name, fields in profile["structs"].items() if name != "ompi_communicator_t"}
            return {**profile, "structs": structs}

        result = with_profiles(without_communicators)
        self.assertEqual(result.returncode, NOT_ENOUGH)
        self.assertIn("ompi_communicator_t", result.stdout + result.stderr)
        self.assertNotIn("my dup", result.stdout)

    def test_no_home(self):
        """Or one that cannot be written to."""
        environment = {"HOME": "/proc", "PATH": "/usr/bin"}
        self.assertEqual(self.queues(self.prefix, env=environment).stdout, self.queues(self.prefix).stdout)
        self.assertEqual(self.gdb(self.prefix, "mpi queues", env=environment).stdout, self.gdb(self.prefix, "mpi queues").stdout)


class Uninstall(unittest.TestCase):
    def test_nothing_is_left(self):
        with tempfile.TemporaryDirectory() as prefix:
            self.assertEqual(run(CMAKE, "--install", BUILD, "--prefix", prefix).returncode, 0)
            foreign = pathlib.Path(prefix, "share/mpidbg/profiles/site.json")
            foreign.write_text("{}")
            result = run(CMAKE, "--build", BUILD, "--target", "uninstall")
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            left = [path for path in pathlib.Path(prefix).rglob("*") if not path.is_dir()]
            self.assertEqual(left, [foreign])
            foreign.unlink()
            again = run(CMAKE, "--build", BUILD, "--target", "uninstall")
            self.assertNotEqual(again.returncode, 0)
            self.assertIn("nothing to uninstall", again.stdout + again.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
