#!/usr/bin/env python3
"""The command where it has nothing to show: message and exit code. No MPI is needed here.

    command_test.py            with MPIDBG_COMMAND, the executable, and MPIDBG_TEST_LIBRARY, a library with debug information,
                               and MPIDBG_TEST_PROGRAM, a static program that defines MPI functions
"""

import contextlib
import json
import os
import re
import shutil
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import golden_text  # noqa: E402
from profile_files import profile_names, read_profile  # noqa: E402

COMMAND = os.environ["MPIDBG_COMMAND"]
FIXTURE = os.environ.get("MPIDBG_TEST_LIBRARY", "")
PROGRAM = os.environ.get("MPIDBG_TEST_PROGRAM", "")
DONE, FAILED, USAGE, NOT_ENOUGH = 0, 1, 2, 6
WRITE_MANUAL = os.environ.get("MPIDBG_WRITE_MANUAL", "")  # the program and its first argument
MANUAL = tempfile.TemporaryDirectory()
COMPLETION = os.environ.get("MPIDBG_COMPLETION", "")
NOBODY = 40000 + os.getpid() % 20000  # who has no other processes, also where tests run twice at once
PRIVATE = os.environ.get("MPIDBG_PRIVATE_DIR", "")  # of an installation, below its prefix
NOUNS = ("queues", "comms", "groups", "ranks")


def run(*arguments, name=COMMAND, **options):
    """Runs the command, which sees `name` as its own."""
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    result = subprocess.run([name, *map(str, arguments)], executable=COMMAND, text=True, timeout=60, stdin=subprocess.DEVNULL, **options)
    if result.returncode < 0 or "Sanitizer" in (result.stderr or ""):
        raise AssertionError(f"mpidbg {arguments} crashed: {result.returncode}\n{result.stderr}")
    return result


def setUpModule():
    if WRITE_MANUAL:
        subprocess.run([*WRITE_MANUAL.split(":"), MANUAL.name], check=True)


def tearDownModule():
    MANUAL.cleanup()


class CommandTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.mkdtemp()
        os.chmod(self.directory, 0o755)
        self.addCleanup(shutil.rmtree, self.directory)

    def path(self, name, content=None):
        path = os.path.join(self.directory, name)
        if content is not None:
            with open(path, "wb") as file:
                file.write(content)
        return path

    def run_as_nobody(self, *arguments):
        """Of whom there are no jobs but those that a test starts."""
        if os.geteuid() != 0:
            self.skipTest("only root may become another user")
        try:
            return run(*arguments, user=NOBODY, group=NOBODY, extra_groups=[], cwd="/")
        except PermissionError:
            self.skipTest("the build directory is closed to other users")

    @contextlib.contextmanager
    def rank_of_nobody(self, job="one"):
        """A process that a launcher seems to have started, with MPI functions, ready."""
        if os.geteuid() != 0:
            self.skipTest("only root may become another user")
        environment = {"OMPI_COMM_WORLD_RANK": "3", "OMPI_COMM_WORLD_SIZE": "4", "PMIX_NAMESPACE": job}
        with subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, user=NOBODY,
                              group=NOBODY, extra_groups=[], cwd="/") as process:
            try:
                self.assertTrue(any(line == "ready\n" for line in process.stdout))
                yield process
            finally:
                process.kill()

    def expect(self, result, code, *words):
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        for word in words:
            self.assertIn(str(word), result.stderr)
        if code != DONE:
            self.assertEqual(result.stdout, "")
            self.assertTrue(result.stderr.startswith("mpidbg: "), result.stderr)


class Usage(CommandTest):
    def test_no_words(self):
        """The jobs of this node; nobody has none."""
        for words in ([], ["jobs"], ["-q"]):
            result = self.run_as_nobody(*words)
            self.expect(result, DONE)
            self.assertEqual(result.stdout, "no MPI job of this node that you may inspect\n")
        self.assertEqual(json.loads(self.run_as_nobody("--json").stdout), {"schema": "mpidbg-jobs-1", "jobs": []})
        self.assertEqual(self.run_as_nobody("jobs", "--pids").stdout, "")

    def test_near_misses(self):
        for word, meant in (("quees", "queues"), ("queue", "queues"), ("comm", "comms"), ("datatype", "datatypes"), ("qeueus", "queues"),
                            ("list", "jobs"), ("communicators", "comms"), ("recrod", "record")):
            self.expect(run(word, "1"), USAGE, f"there is no command '{word}'", f"did you mean '{meant}'?", "Try 'mpidbg --help'")
        for word in ("x", "zzzzzzzz", "help me"):
            result = run(word)
            self.expect(result, USAGE, f"there is no command '{word}'")
            self.assertNotIn("did you mean", result.stderr)
        self.expect(run("help", "queue"), USAGE, "did you mean 'queues'?")

    def test_no_target(self):
        self.expect(self.run_as_nobody("capture", "-o", "x"), USAGE, "TARGET is missing, and there is no MPI job")
        self.expect(run("capture", "1"), USAGE, "--output is required")
        for noun in (*NOUNS, "pmpi", "cvars", "why", "stacks", "watch", "summarize", "diff"):
            self.expect(self.run_as_nobody(noun), USAGE, "TARGET is missing, and there is no MPI job on this node that you may inspect")

    def test_only_job_is_the_target(self):
        """A process with a rank and MPI functions, of a user who has no other one."""
        with self.rank_of_nobody() as process:
            result = self.run_as_nobody("pmpi")
            self.assertEqual(result.returncode, DONE, result.stderr)
            self.assertIn(f"no TARGET given: the only job is {process.pid}, 1 rank of ", result.stderr)
            self.assertTrue(result.stdout.startswith(f"pid {process.pid}  library "), result.stdout)
            self.assertEqual(self.run_as_nobody("jobs", "--pids").stdout, f"{process.pid}\n")
            (job,) = json.loads(self.run_as_nobody("jobs", "--json").stdout)["jobs"]
            self.assertEqual(job["ranks"], [{"rank": 3, "pid": process.pid, "job": "one"}])
            self.assertEqual((job["launcher"], job["world_size"], job["program"]), (None, 4, PROGRAM))
            (heading, line) = self.run_as_nobody("jobs").stdout.splitlines()
            self.assertRegex(heading, r"^PID +LAUNCHER +RANKS +LIBRARY +SINCE +PROGRAM$")
            self.assertRegex(line, rf"^{process.pid} +- +3 of 4 +linked into the program +\d\d:\d\d:\d\d +{re.escape(PROGRAM[:40])}")
            with self.rank_of_nobody("two"):
                self.expect(self.run_as_nobody("queues"), USAGE, "TARGET is missing, and there are several MPI jobs: ", process.pid)

    def test_several_jobs(self):
        """Four of them are named."""
        with contextlib.ExitStack() as stack:
            pids = [stack.enter_context(self.rank_of_nobody(job)).pid for job in ("one", "two", "three", "four")]
            for more in ("", "; ... 'mpidbg jobs' lists all"):
                result = self.run_as_nobody("queues")
                named = "; ".join(rf"\d+ \(1 rank of {re.escape(PROGRAM[:57])}[^;]*\)" for _ in pids)
                self.assertRegex(result.stderr, f"^mpidbg: TARGET is missing, and there are several MPI jobs: {named}{re.escape(more)}\n$")
                stack.enter_context(self.rank_of_nobody("five"))

    def test_rank_of_nothing(self):
        with self.rank_of_nobody() as process:
            words = ("queues", process.pid, "--rank", "0-2")
            problem = "no rank that --rank names is among the targets, which have rank 3"
            self.expect(self.run_as_nobody(*words), FAILED, problem)
            result = self.run_as_nobody(*words, "--json")
            self.assertEqual(result.returncode, FAILED)
            self.assertEqual(json.loads(result.stdout)["processes"][0]["error"], problem)

    def test_target_without_a_command(self):
        for word in ("4294967295", "/nonexistent/core", self.directory):
            for words in ([word], ["-q", word], ["--color", "never", word]):
                result = run(*words)
                self.expect(result, FAILED, word)
                self.assertEqual(result.stderr, run("why", *words).stderr)

    def test_options_first(self):
        core = "/nonexistent/core"
        for words in (["--json", "queues", core], ["--rank", "0", "--json", "queues", core], ["-o/dev/stdout", "queues", "--json", core]):
            result = run(*words)
            self.assertEqual(result.returncode, FAILED, result.stderr)
            self.assertEqual(json.loads(result.stdout)["command"], "queues")
        # The value of --comm is not the command.
        self.expect(run("--comm", "queues"), USAGE, "jobs has no option --comm")

    def test_unknown_option(self):
        self.expect(run("queues", "1", "--frobnicate"), USAGE, "queues has no option --frobnicate")
        self.expect(run("record", "--frobnicate", "/bin/true"), USAGE, "record has no option --frobnicate")
        self.expect(run("mpit", "--frobnicate", "1", "--", "/bin/true"), USAGE, "mpit has no option --frobnicate")

    def test_options_only_where_they_mean_something(self):
        for noun, options in (("ranks", "--tag --comm --name"), ("cvars", "--comm --tag --freed"), ("datatypes", "--comm --tag"),
                              ("comms", "--tag --name"), ("pvars", "--changed --comm")):
            text = run(noun, "--help").stdout
            for option in options.split():
                self.expect(run(noun, "1", option, "1"), USAGE, f"{noun} has no option {option}")
                self.assertNotIn(option + " ", text)
        # Scripts give --all to every command.
        self.assertNotIn("--all", run("ranks", "--help").stdout)
        for noun in ("ranks", "cvars", "categories", "sources", "why", "show comm 0x1000"):
            self.expect(run(*noun.split(), "/nonexistent/core", "--all"), FAILED, "/nonexistent/core")
        for option in ("--comm", "--tag", "--history"):
            self.expect(run("show", "comm", "0x1000", "1", option, "1"), USAGE, f"show has no option {option}")

    def test_two_looks(self):
        for seconds in ("0", "-1", "x", "86401"):
            self.expect(run("diff", "1", "--after", seconds), USAGE, f"not a number of seconds from 0.001 to 86400 (a day): '{seconds}'")
        self.expect(run("diff", "1", "2", "3"), USAGE, "diff compares two: OLD and NEW, or one live job with itself; 3 were given")
        self.expect(run("diff", "1", "--comm", "x"), USAGE, "diff has no option --comm")
        for option in ("--interval", "--still", "--at-most"):
            self.expect(run("watch", "1", option, "0"), USAGE, "not a number of seconds from 0.001 to 86400 (a day): '0'")
        self.expect(run("watch", "1", "-o", ""), USAGE, "the name of the directory is empty")
        for seconds in ("0.001", "86400"):
            self.expect(run("diff", "/nonexistent/core", "--after", seconds), FAILED, "/nonexistent/core")
        self.expect(run("diff", "1", "--rank", "x"), USAGE, "'x'")
        for words in (("/nonexistent/core", "1"), ("/nonexistent/core",)):
            result = run("diff", *words)
            self.assertEqual((result.returncode, result.stdout), (FAILED, ""), result.stderr)
            self.assertIn("/nonexistent/core", result.stderr)

    def test_handle_left_out(self):
        self.expect(run("show", "comm"), USAGE, "HANDLE is required")
        pid = os.getpid()
        self.expect(run("show", "comm", pid), USAGE, f"HANDLE is missing: '{pid}' is a process; mpidbg show KIND HANDLE {pid}")
        self.expect(run("show", "comm", self.directory), USAGE, "HANDLE is missing", "is a file")
        self.expect(self.run_as_nobody("show", "comm", "4194305"), USAGE, "TARGET is missing")  # a number that is no process

    def test_record_and_its_program(self):
        self.expect(run("record", "./nosuch"), FAILED, "cannot run ./nosuch: No such file or directory")
        self.expect(run("record", "no-such-program"), FAILED, "cannot run no-such-program: No such file or directory")
        self.expect(run("record", self.directory), FAILED, f"cannot run {self.directory}: ")
        for size in ("1x", "k", "-1", "1.5m"):
            self.expect(run("record", f"--memory={size}", "/bin/true"), USAGE, "--memory", f"not a size such as 512k or 16m: '{size}'")
        for interval in ("0", "86400001", "soon"):
            self.expect(run("record", "--interval", interval, "/bin/true"), USAGE, "not a number of milliseconds from 1 to 86400000 (a day)")
        for option, value in (("--memory", "1"), ("--memory", "1k"), ("--memory", "1K"), ("--memory", "1m"), ("--memory", "1M"),
                              ("--interval", "1"), ("--interval", "86400000"), ("--mpi", "openmpi"), ("--mpi", "mpich"),
                              ("--mpi", "mpi-abi"), ("--file", "x"), ("--recorder", "x"), ("--mpicc", "x"), ("-o", "x"), ("--output", "x")):
            self.expect(run("record", option, value, "--", "./nosuch"), FAILED, "cannot run ./nosuch: No such file or directory")
        for words in (["--", "./nosuch"], ["--keep-freed", "--", "./nosuch", "--"], ["--memory=1k", "./nosuch", "--", "x"]):
            self.expect(run("record", *words), FAILED, "cannot run ./nosuch: No such file or directory")
        for words, problem in ((["record", "--mpi", "intel", "x"], "not openmpi, mpich or mpi-abi: 'intel'"),
                               (["record"], "PROGRAM is required"), (["record", "--"], "PROGRAM is required"),
                               (["record", "--memory"], "--memory"), (["record", "--build"], "--output is required"),
                               (["record", "--build", "-o", "x", "y"], "y"), (["mpit"], "TARGET is required"),
                               (["mpit", "1"], "TOOL is required"), (["mpit", "1", "--"], "TOOL is required"),
                               (["mpit", "--mpi", "mpi-abi", "1", "--", "x"], "not openmpi or mpich: 'mpi-abi'"),
                               (["mpit", "--sysroot", "/nonexistent", "1", "--", "x"], "there is no directory '/nonexistent'"),
                               (["capture", "1", "-o", ""], "the name of the file is empty")):
            self.expect(run(*words), USAGE, problem)

    def test_empty_words(self):
        """A script whose variable is not set: no option counts as if it had not been given, no target as a file."""
        commands = re.findall(r"(?m)^  ([a-z]+)\b", run("--help").stdout)
        lines = [line for command in commands for line in Manual.COMMANDS.get(command, [command])]
        asked = 0
        for line in lines:
            arguments = {"show": ["comm", "0x1000", "1"], "profile check": ["x", "1"], "profile extract": ["x"], "plugin check": ["x"],
                         "jobs": [], "profile list": [], "mpit": ["1", "/bin/true"], "record": ["/bin/true"]}.get(line, ["1"])
            text = run(*line.split(), "--help").stdout
            for option in re.findall(r"(?m)^  (?:-\w,)?(--[a-z-]+) [A-Z|]+", text):
                for words in ([option, ""], [option + "="]):
                    result = run(*line.split(), *words, *arguments)
                    self.assertEqual(result.returncode, USAGE, (line, words, result.stdout + result.stderr))
                    self.assertRegex(result.stderr, rf"^mpidbg: {option}[: ]", (line, words))
                asked += 1
        self.assertGreater(asked, 100)
        for words in (["queues", ""], ["why", "1", ""], ["show", "comm", "", "1"], ["profile", "check", "", "1"],
                      ["profile", "check", "x", ""],
                      ["profile", "extract", ""], ["plugin", "check", ""], ["plugin", "check", "x", ""], ["mpit", "", "--", "/bin/true"],
                      ["mpit", "1", "--", ""], ["record", ""], ["diff", "1", ""], ["capture", "", "-o", "x"]):
            self.expect(run(*words), USAGE, "empty")
        # The words of a program are its own.
        for words in (["record", "--interval", "5", "./nosuch", "--x="], ["record", "--", "./nosuch", "--x="],
                      ["mpit", "--mpi", "openmpi", "1", "--", "./nosuch", "--x="]):
            self.expect(run(*words), FAILED, "cannot run ./nosuch: No such file or directory")

    def test_tool_that_is_none(self):
        """What comes after TARGET is named for what it is."""
        core = self.path("core.2", b"x")
        for words, problem in ((["1", "4152"], "mpit takes one TARGET, and then TOOL: '4152' is a pid"),
                               (["1", "4152", "--", "/bin/true"], "mpit takes one TARGET, and then TOOL: '4152' is a pid"),
                               (["1", core, "--", "/bin/true"], f"TOOL: '{core}' is a file that cannot be run"),
                               (["1", self.directory, "--", "/bin/true"], f"TOOL: '{self.directory}' is a directory"),
                               (["1", "--mpi", "mpich", "--", "/bin/true"], "options of mpit come before TARGET: --mpi"),
                               (["1", "-q", "/bin/true"], "options of mpit come before TARGET: -q"),
                               (["--", "/bin/true"], "TARGET is missing before '--': mpidbg mpit TARGET -- TOOL"),
                               (["--mpi", "openmpi", "-q", "--", "/bin/true", "x"], "TARGET is missing before '--'")):
            self.expect(run("mpit", *words), USAGE, problem, "Try 'mpidbg mpit --help'")
        for words in (["1", "--", "4152"], ["1", "--", "-q"], ["1", "nosuch"]):
            self.expect(run("mpit", *words), FAILED, f"cannot run {words[-1]}: No such file or directory")

    def test_tool_that_cannot_be_served(self):
        """A tool of another library would take its constants for those of ours, and crash."""
        def program_of(soname):
            library, tool = self.path(soname), self.path("tool-of-" + soname)
            for source, options in (("void f(void) {}", ["-shared", f"-Wl,-soname,{soname}", "-o", library]),
                                    ("void f(void);int main(void) { f(); }", ["-x", "none", library, "-o", tool])):
                subprocess.run(["gcc", "-x", "c", "-", *options], input=source, text=True, check=True)
            return tool

        pid = str(os.getpid())
        for mpi, name, other, other_name in (("openmpi", "Open MPI", "mpich", "MPICH"), ("mpich", "MPICH", "openmpi", "Open MPI")):
            tool = program_of({"openmpi": "libmpi.so.40", "mpich": "libmpich.so.12"}[mpi])
            self.expect(run("mpit", "--mpi", other, pid, "--", tool), USAGE,
                        f"{tool} is linked with {name}, and --mpi {other} is for tools of {other_name}")
            self.assertNotIn("linked", run("mpit", "--mpi", mpi, pid, "--", tool).stderr)
        tool = program_of("libmpi_abi.so.1")
        self.expect(run("mpit", pid, "--", tool), USAGE, f"{tool} is linked with an MPI library of the standard ABI: mpit runs tools of "
                    "Open MPI and MPICH")
        self.expect(run("mpit", "--mpi", "openmpi", pid, "--", PROGRAM), USAGE, f"{PROGRAM} is statically linked")

    def test_recorder_that_is_none(self):
        self.expect(run("record", "--recorder", FIXTURE, "/bin/true"), FAILED,
                    f"{FIXTURE} is not a recorder: `mpidbg record --build` makes one")

    def test_summary_of_nothing(self):
        path = self.path("summary")
        self.expect(run("summarize", "/nosuch/core", "-o", path), FAILED, "/nosuch/core: No such file or directory")
        self.assertFalse(os.path.exists(path))

    def test_answer_of_nothing(self):
        """What an earlier run wrote is not lost for a target that cannot be read."""
        path = self.path("earlier")
        with open(path, "w", encoding="ascii") as file:
            file.write("an answer")
        for words in (("queues", "/nosuch/core"), ("ranks", FIXTURE), ("why", "/nosuch/core")):
            self.assertEqual(run(*words, "-o", path).returncode, FAILED, words)
            with open(path, encoding="ascii") as file:
                self.assertEqual(file.read(), "an answer", words)

    def test_bad_ranks(self):
        for ranks in ("", "x", "3-1", "1,", "-1", "0-99999999999"):
            self.expect(run("queues", "1", f"--rank={ranks}"), USAGE, "--rank")

    def test_bounds_of_numbers(self):
        for command, option, good, bad, problem in (
                ("why", "--jobs", ("1", "1024"), ("0", "1025", "x"), "not a number from 1 to 1024: '"),
                ("ranks", "--timeout", ("1", "86400"), ("0", "86401", "x"), "not a number of seconds from 1 to 86400 (a day): '")):
            for value in good:
                self.expect(run(command, "/nonexistent/core", option, value), FAILED, "/nonexistent/core")
            for value in bad:
                self.expect(run(command, "/nonexistent/core", option, value), USAGE, f"{problem}{value}'")

    def test_bad_tag_and_color(self):
        self.expect(run("queues", "1", "--tag", "x"), USAGE, "not a tag: 'x'")
        self.expect(run("queues", "1", "--color", "blue"), USAGE, "'blue'")

    def test_value_missing(self):
        self.expect(run("queues", "1", "-o"), USAGE, "--output")
        self.expect(run("queues", "1", "-o", ""), USAGE, "the name of the file is empty")

    def test_help_and_version(self):
        for words in ([], ["queues"], ["comms"], ["groups"], ["ranks"], ["profile"], ["profile", "extract"],
                      ["profile", "check"], ["profile", "list"], ["plugin"], ["plugin", "check"]):
            result = run(*words, "--help")
            self.expect(result, DONE)
            self.assertIn("Example: mpidbg", result.stdout, words)
            for line in result.stdout.splitlines():
                self.assertLessEqual(len(line), 80, words)
            self.assertNotIn("\n\n\n", result.stdout)
            for noise in ("REQUIRED", ":INT", "{", "SUBCOMMAND"):
                self.assertNotIn(noise, result.stdout, words)
            for version in (run(*words, "--version"), run(*words, "-V")):
                self.expect(version, DONE)
                self.assertRegex(version.stdout, r"^mpidbg \d+\.\d+")
            self.assertEqual(run("help", *words).stdout, result.stdout)
            self.assertEqual(run("--help", *words).stdout, result.stdout)
        self.assertEqual(run("version").stdout, run("-V").stdout)

    def test_help_names_what_is_run(self):
        self.assertIn("Usage: mpidbg record [OPTIONS] [--] PROGRAM [ARGUMENT...]\n", run("record", "--help").stdout)
        self.assertIn("Usage: mpidbg mpit [OPTIONS] TARGET -- TOOL [ARGUMENT...]\n", run("mpit", "--help").stdout)
        self.assertIn("Usage: mpidbg show KIND HANDLE [TARGET...] [OPTIONS]\n", run("show", "--help").stdout)

    def test_help_in_groups(self):
        text = run("--help").stdout
        at = [text.index(f"\n{group}:\n") for group in ("Diagnose", "Objects", "MPI_T", "Library and layouts", "Recorder")]
        self.assertEqual(at, sorted(at))
        self.assertLess(text.index("\n  queues "), at[1])


@unittest.skipUnless(COMPLETION and shutil.which("bash"), "MPIDBG_COMPLETION is not set, or there is no bash")
class Completion(CommandTest):
    def complete(self, *words):
        """What bash offers for the last of the words; `mpidbg jobs --pids` knows one job."""
        script = f"""
            mpidbg() {{ [ "$*" = 'jobs --pids' ] && echo 4147; }}
            source {COMPLETION}/mpidbg.bash
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            _mpidbg
            printf '%s\\n' "${{COMPREPLY[@]}}" """
        result = subprocess.run(["bash", "-c", script, "bash", "mpidbg", *words], capture_output=True, text=True, timeout=60,
                                cwd=self.directory, check=True)
        return set(result.stdout.split())

    def test_commands_are_those_of_the_help(self):
        commands = re.findall(r"(?m)^  ([a-z]+) {3}", run("--help").stdout)
        self.assertIn("jobs", commands)
        self.assertEqual(self.complete("") - {"4147"}, {*commands, "help", "version", "-h", "--help", "-V", "--version"})
        with open(os.path.join(COMPLETION, "_mpidbg"), encoding="utf-8") as file:
            self.assertEqual(set(re.findall(r"(?m)^        '([a-z]+):", file.read())), set(commands))

    def test_options_are_those_of_the_help(self):
        for words in (["jobs"], ["queues"], ["requests"], ["messages"], ["comms"], ["groups"], ["windows"], ["files"], ["handles"], ["ranks"],
                      ["stacks"], ["sessions"],
                      ["datatypes"], ["infos"], ["ops"], ["errhandlers"], ["cvars"], ["pvars"], ["categories"], ["events"], ["sources"],
                      ["capture"],
                      ["mpit"], ["pmpi"], ["record"], ["why"], ["diff"], ["plugin", "check"], ["profile", "extract"], ["profile", "check"],
                      ["profile", "list"]):
            named = set(re.findall(r"(?m)^  (?:(-\w),)?(--[a-z-]+)", run(*words, "--help").stdout))
            self.assertEqual(self.complete(*words, "-"), {option for options in named for option in options if option}, words)

    def test_jobs_are_offered(self):
        for words in ([""], ["41"], ["queues", "4"], ["ranks", ""], ["show", "comm", "x", ""], ["pmpi", ""]):
            self.assertIn("4147", self.complete(*words), words)
        for words in (["queues", "--rank", ""], ["show", ""], ["profile", "extract", ""]):
            self.assertNotIn("4147", self.complete(*words), words)


class Manual(CommandTest):
    """The pages of the commands and the completion for fish, which are written from the options."""

    # Of each command, or of the verbs of one.
    COMMANDS = {"plugin": ["plugin check"], "profile": ["profile extract", "profile check", "profile list"]}

    def commands(self):
        names = re.findall(r"(?m)^  ([a-z]+)\b", run("--help").stdout)
        self.assertIn("why", names)
        return {name: self.COMMANDS.get(name, [name]) for name in names}

    @staticmethod
    def options(words):
        return re.findall(r"(?m)^  (?:-\w,)?(--[a-z-]+)", run(*words.split(), "--help").stdout)

    def test_pages(self):
        (version,) = run("version").stdout.split()[1:2]
        pages = {name for name in os.listdir(MANUAL.name) if name.endswith(".1")}
        self.assertEqual(pages, {"mpidbg.1"} | {f"mpidbg-{name}.1" for name in self.commands()})
        for name, lines in self.commands().items():
            with open(os.path.join(MANUAL.name, f"mpidbg-{name}.1"), encoding="utf-8") as file:
                page = file.read()
            self.assertRegex(page, fr'(?m)^\.TH MPIDBG\\-{name.upper()} 1 "20\d\d-\d\d-\d\d" "mpidbg {re.escape(version)}" ')
            listed = re.findall(r"(?m)^\.TP\n.*\\fB\\-\\-([a-z\\-]+)\\fR", page)
            self.assertEqual(["--" + option.replace("\\", "") for option in listed],
                             [option for line in lines for option in self.options(line)], name)

    def test_text_of_the_manual(self):
        """What mpidbg.md says of a command is on the command's page, and of no other one."""
        for name, text in (("watch", "Compares each look with the one"), ("requests", "Every live object of the kind"),
                           ("diff", "between two looks"), ("sessions", "Every live object of the kind"),
                           ("profile", "The known profiles."), ("show", "a predefined handle")):
            with open(os.path.join(MANUAL.name, f"mpidbg-{name}.1"), encoding="utf-8") as file:
                self.assertIn(text, file.read(), name)
        with open(os.path.join(MANUAL.name, "mpidbg-groups.1"), encoding="utf-8") as file:
            self.assertNotIn("Every live object", file.read())

    def text_of_page(self, name):
        return self.text_of_file(f"mpidbg-{name}.1")

    @staticmethod
    def text_of_file(name):
        """Without marks for fonts and paragraphs, in one line."""
        with open(os.path.join(MANUAL.name, name), encoding="utf-8") as file:
            return " ".join(re.sub(r"(?m)^\.[A-Z]+|\\f.|\\(?=-)", "", file.read()).split())

    def test_what_ranks_may_differ_in(self):
        self.assertIn("of which a property differs between ranks that MPI requires to be the same on all", self.text_of_page("cvars"))
        self.assertIn("Values may differ.", self.text_of_page("pvars"))

    def test_main_page(self):
        """All commands and all their options, with the text that mpidbg.md has for some of these."""
        with open(os.path.join(MANUAL.name, "mpidbg.1"), encoding="utf-8") as file:
            page = file.read()
        self.assertEqual(re.findall(r"(?m)^\.SH (.*)", page),
                         ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "JOBS ON SEVERAL NODES", "OUTPUT", "EXIT STATUS",
                          "ENVIRONMENT", "FILES", "EXAMPLES", "SEE ALSO"])
        lines = [line for lines in self.commands().values() for line in lines]
        self.assertEqual(set(re.findall(r"(?m)^\.TP\n\.B ([a-z ]+)$", page)), set(lines))
        listed = {name.replace("\\", "") for name in re.findall(r"(?m)^\.TP\n.*\\fB\\-\\-([a-z\\-]+)\\fR", page)}
        self.assertEqual({"--" + name for name in listed}, {option for line in lines for option in self.options(line)})
        self.assertIn("so that scripts can give it to all of these", self.text_of_file("mpidbg.1"))
        self.assertIn("--interval MILLISECONDS (record) Milliseconds between snapshots", self.text_of_file("mpidbg.1"))
        self.assertEqual(page.count("so that scripts can give it"), 1)

    def test_proof(self):
        with open(os.path.join(MANUAL.name, "mpidbg-why.7"), encoding="utf-8") as file:
            page = file.read()
        self.assertIn(".SH NAME\nmpidbg\\-why \\- how a verdict is proved\n", page)
        self.assertIn(".TP\n\\fBSUSPECTED: ... not proved\\fR\nthe headline of what is suspected", page)
        self.assertIn(" mpidbg-why (7)", self.text_of_page("why"))

    def test_mpit(self):
        """A tool needs to know which communicators it can bind to, and whose exit code there is."""
        with open(os.path.join(MANUAL.name, "mpidbg-mpit.1"), encoding="utf-8") as file:
            description, _, codes = file.read().partition("\n.SH EXIT STATUS\n")
        self.assertIn("MPI_T_pvar_handle_alloc", description)
        self.assertNotIn("The exit code is", description)
        self.assertRegex(codes, r"^The exit code is that of \\fITOOL\\fR, ")
        self.assertNotIn("MPI_T_init_thread fails", self.text_of_page("record"))

    def test_interval(self):
        self.assertIn("none is taken while the program computes or waits in one call", self.text_of_page("record"))

    def test_fish(self):
        with open(os.path.join(MANUAL.name, "mpidbg.fish"), encoding="utf-8") as file:
            text = file.read()
        for lines in self.commands().values():
            for line in lines:
                condition = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in line.split())
                offered = re.findall(fr"(?m)^complete -c mpidbg -n '{condition}'.* -l ([a-z-]+)", text)
                self.assertEqual(sorted(f"--{option}" for option in offered), sorted(self.options(line)), line)


class Texts(CommandTest):
    """Help and manual are written from the options. One command's are in texts/, complete; COLLECT_GOLDEN=1 in the environment
    writes the files anew. Those of all others keep rules."""
    maxDiff = None

    def compare(self, name, text):
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "texts", name)
        golden_text.compare(self, path, text, anew="COLLECT_GOLDEN" in os.environ)

    def test_help(self):
        self.compare("help.txt", "".join(f"$ mpidbg {' '.join(words)}\n{run(*words).stdout}" for words in (["--help"], ["why", "--help"])))

    def test_help_of_every_command(self):
        """What it does, its usage, and words for each option, within 80 columns."""
        commands = re.findall(r"(?m)^  ([a-z]+)\b", run("--help").stdout)
        verbs = [("plugin", "check"), ("profile", "extract"), ("profile", "check"), ("profile", "list")]
        self.assertGreater(len(commands), 30)
        for words in [*((command,) for command in commands), *verbs]:
            with self.subTest(words=words):
                text = run(*words, "--help").stdout
                self.assertRegex(text, rf"\A[A-Z](?:.*\n)+?Usage: mpidbg {' '.join(words)}\b")
                self.assertEqual([line for line in text.splitlines() if len(line) > 80 and not line.startswith("Example: ")], [])
                for option in re.findall(r"(?m)^  (-.*\n(?: {10}.*\n)*)", text):
                    self.assertRegex(option, r"\A-\S+(?: [A-Z]+)?\s+\S")

    @unittest.skipUnless(WRITE_MANUAL, "MPIDBG_WRITE_MANUAL is not set")
    def test_manual(self):
        with open(os.path.join(MANUAL.name, "mpidbg-why.1"), encoding="utf-8") as file:
            page = re.sub(r'"20\d\d-\d\d-\d\d" "mpidbg [\d.]+"', '"DATE" "mpidbg VERSION"', file.read())
        with open(os.path.join(MANUAL.name, "mpidbg.fish"), encoding="utf-8") as file:
            lines = [line for line in file if re.search("from why['; ]", line)]
        self.compare("manual.txt", f"==== mpidbg-why.1\n{page}==== mpidbg.fish, lines of why\n{''.join(lines)}")


class PreloadedLibraries(CommandTest):
    """What record and mpit start has a library in front of its own, and what the options say in its environment."""

    def installed(self, *libraries, place="bin"):
        """The command in an installation of its own, with these libraries."""
        os.makedirs(self.path(place), exist_ok=True)
        os.makedirs(self.path(f"{place}/../{PRIVATE}"), exist_ok=True)
        for name in libraries:
            shutil.copy(FIXTURE, self.path(f"{place}/../{PRIVATE}/{name}.so"))
        return shutil.copy(COMMAND, self.path(f"{place}/mpidbg"))

    @staticmethod
    def start(program, *arguments, **environment):
        faults = {name: value for name, value in os.environ.items() if name.startswith("MPIDBG_FAULT")}  # of random_faults.py
        result = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
                                env={"PATH": os.environ["PATH"], "ASAN_OPTIONS": "verify_asan_link_order=0", **faults, **environment},
                                check=False)
        variables = dict(line.split("=", 1) for line in result.stdout.splitlines() if "=" in line)
        return result, {name: value for name, value in variables.items() if name not in faults}

    def test_record(self):
        program = self.installed("libmpidbg-record-openmpi")
        library = os.path.realpath(self.path(f"{PRIVATE}/libmpidbg-record-openmpi.so"))
        result, variables = self.start(program, "record", "/usr/bin/env")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(variables["LD_PRELOAD"], library)
        self.assertFalse([name for name in variables if name.startswith("MPIDBG_")])
        result, variables = self.start(program, "record", "--keep-freed", "--memory=1m", "--file", self.path("record"), "--interval",
                                       "50", "env", LD_PRELOAD=FIXTURE)
        self.assertEqual(variables["LD_PRELOAD"], f"{library}:{FIXTURE}")
        self.assertEqual({name: value for name, value in variables.items() if name.startswith("MPIDBG_")},
                         {"MPIDBG_KEEP_FREED": "1", "MPIDBG_RECORD_MEMORY": "1m", "MPIDBG_RECORD_FILE": self.path("record"),
                          "MPIDBG_RECORD_INTERVAL": "50"})

    def test_record_over_what_is_not_a_regular_file(self):
        """The program is not started where the name is known, and what has the name stays."""
        program = self.installed("libmpidbg-record-openmpi")
        os.mkfifo(self.path("fifo"))
        os.mkdir(self.path("directory"))
        os.symlink(self.path("nothing"), self.path("dangling"))
        os.symlink(self.path("file", b"old"), self.path("link"))
        os.mkfifo(self.path("100%p"))
        names = {"fifo": "not a regular file", "directory": "not a regular file", "dangling": "a symbolic link, which is neither followed",
                 "link": "a symbolic link, which is neither followed"}
        if os.geteuid() == 0:
            with contextlib.suppress(PermissionError):
                os.mknod(self.path("node"), 0o600 | stat.S_IFCHR, os.makedev(1, 3))
                names["node"] = "not a regular file"
        for name, why in names.items():
            before = os.lstat(self.path(name))
            for words, environment in ((["--file", self.path(name)], {}), ([], {"MPIDBG_RECORD_FILE": self.path(name)})):
                result, _ = self.start(program, "record", *words, "/usr/bin/env", **environment)
                self.assertEqual((result.returncode, result.stdout), (FAILED, ""), (name, result.stderr))
                self.assertIn(f"mpidbg: cannot write the record to {self.path(name)}: it is {why}", result.stderr)
            after = os.lstat(self.path(name))
            self.assertEqual((after.st_ino, after.st_mode, after.st_rdev), (before.st_ino, before.st_mode, before.st_rdev))
        result, _ = self.start(program, "record", "--file", self.path("100%%p"), "/usr/bin/env")
        self.assertEqual((result.returncode, result.stdout), (FAILED, ""), result.stderr)
        for name in ("file", "none", "100%p"):
            result, variables = self.start(program, "record", "--file", self.path(name), "/usr/bin/env")
            self.assertEqual(variables["MPIDBG_RECORD_FILE"], self.path(name), result.stderr)

    def test_built_recorder_over_what_is_not_a_regular_file(self):
        script = os.path.join(os.path.dirname(__file__), "../../mpidbg/recorder/build_recorder.sh")
        mpicc, compiler = self.path("mpicc", b"#!/bin/sh\necho gcc -I/x\n"), self.path("compiler", b"""#!/bin/sh
case "$*" in *-dM*) echo '#define OPEN_MPI 1' ;; *) while [ "$1" != -o ]; do shift; done; echo made > "$2" ;; esac
""")
        os.chmod(mpicc, 0o755)
        os.chmod(compiler, 0o755)

        def build(name):
            return subprocess.run(["sh", script, mpicc, self.path(name)], env={**os.environ, "CXX": compiler}, capture_output=True,
                                  text=True, timeout=60, stdin=subprocess.DEVNULL, check=False)

        os.mkfifo(self.path("fifo"))
        os.mkdir(self.path("directory"))
        os.symlink("nothing", self.path("dangling"))
        os.symlink("fifo", self.path("link_to_fifo"))
        os.symlink("file", self.path("link"))
        self.path("file", b"old")
        for name in ("fifo", "directory", "dangling", "link_to_fifo"):
            before = os.lstat(self.path(name))
            result = build(name)
            self.assertEqual((result.returncode, result.stdout), (FAILED, ""), (name, result.stderr))
            self.assertIn("leads to no file" if name == "dangling" else "is not a regular file", result.stderr)
            self.assertEqual(os.lstat(self.path(name))[:2], before[:2])
        self.assertEqual(os.listdir(self.path("directory")), [])
        os.mkfifo(self.path("new.new"))  # the name of no file of its own
        for name in ("link", "new"):
            result = build(name)
            self.assertEqual(result.returncode, DONE, result.stderr)
            with open(self.path(name), encoding="utf-8") as file:
                self.assertEqual(file.read(), "made\n")
        self.assertEqual(os.readlink(self.path("link")), "file")
        self.assertEqual(sorted(os.listdir(self.directory)), ["compiler", "dangling", "directory", "fifo", "file", "link",
                                                              "link_to_fifo", "mpicc", "new", "new.new"])

    def test_library_that_is_not_known(self):
        """Of several that are installed, what a launcher says decides, or --mpi."""
        program = self.installed("libmpidbg-record-openmpi", "libmpidbg-record-mpich", "libmpidbg-record-mpi-abi")
        result, _ = self.start(program, "record", "/usr/bin/env")
        self.assertEqual((result.returncode, result.stdout), (USAGE, ""))
        self.assertIn("cannot determine the MPI library of '/usr/bin/env': give --mpi openmpi or --mpi mpich", result.stderr)
        for words, environment, name in (
                (["--mpi", "mpich"], {}, "mpich"), (["--mpi", "openmpi"], {"MPI_LOCALNRANKS": "2", "PMI_RANK": "0"}, "openmpi"),
                ([], {"OMPI_COMM_WORLD_SIZE": "2"}, "openmpi"), ([], {"MPI_LOCALNRANKS": "2", "PMI_RANK": "0"}, "mpich")):
            result, variables = self.start(program, "record", *words, "/usr/bin/env", **environment)
            self.assertEqual(os.path.basename(variables["LD_PRELOAD"]), f"libmpidbg-record-{name}.so", result.stderr)

    def compiled(self, source, name, *options):
        path = self.path(name)
        subprocess.run(["gcc", "-x", "c", "-", "-x", "none", *options, "-o", path], input=source, text=True, check=True)
        return path

    def test_recorder_that_the_user_has_chosen(self):
        """By the option, else by the environment, else by --mpi."""
        program = self.installed("libmpidbg-record-openmpi")
        chosen = self.compiled("int mpidbg_record;", "chosen.so", "-shared", "-fPIC")
        for words, environment, library in ((["--recorder", chosen], {}, chosen), (["--recorder", chosen, "--mpi", "openmpi"], {}, chosen),
                                            ([], {"MPIDBG_RECORDER": chosen}, chosen),
                                            (["--recorder", chosen], {"MPIDBG_RECORDER": "/nonexistent"}, chosen),
                                            (["--mpi", "openmpi"], {"MPIDBG_RECORDER": chosen},
                                             os.path.realpath(self.path(f"{PRIVATE}/libmpidbg-record-openmpi.so")))):
            result, variables = self.start(program, "record", *words, "/usr/bin/env", **environment)
            self.assertEqual(variables.get("LD_PRELOAD"), library, result.stderr)
        result, _ = self.start(program, "record", "/usr/bin/env", MPIDBG_RECORDER="/nonexistent")
        self.assertEqual((result.returncode, result.stdout), (FAILED, ""))
        self.assertIn("mpidbg: the recorder /nonexistent", result.stderr)
        result, _ = self.start(program, "record", "--build", "-o", self.path("built.so"))
        self.assertEqual((result.returncode, result.stdout), (FAILED, ""))
        self.assertIn("mpidbg: the sources of the recorder are not installed", result.stderr)

    def test_launchers(self):
        """The library is theirs, if they start no program of the standard ABI, and if they are not in another launcher's job."""
        program = self.installed("libmpidbg-record-openmpi", "libmpidbg-record-mpich", "libmpidbg-record-mpi-abi")
        says_it = '#include <stdio.h>\n#include <stdlib.h>\nvoid f(void);\nint main(void) { f(); puts(getenv("LD_PRELOAD")); }'
        libraries = [self.compiled("void f(void) {}", name, "-shared", f"-Wl,-soname,{name}")
                     for name in ("libopen-rte.so.40", "libmpi_abi.so.1")]
        openmpi, standard = (self.compiled(says_it, name, library, f"-Wl,-rpath,{self.directory}")
                             for name, library in zip(("prun", "solver"), libraries))
        hydra = self.compiled(says_it.replace("f();", "").replace("void f(void);", ""), "mpiexec.hydra")
        for words, environment, name in (
                ([openmpi, "-n", "2", "x"], {}, "openmpi"), ([openmpi, "-n", "2", standard], {}, "mpi-abi"),
                ([hydra, "x"], {}, "mpich"), ([hydra, "-n", "2", standard, "x"], {}, "mpi-abi"), ([hydra], {}, "mpich"),
                ([hydra, "-" + standard], {}, "mpich"), ([hydra, "x"], {"OMPI_COMM_WORLD_SIZE": "2"}, "openmpi"),
                ([openmpi, "x"], {"MPI_LOCALNRANKS": "2", "PMI_RANK": "0"}, "mpich"), ([openmpi], {"PMI_RANK": "0"}, "openmpi"),
                ([openmpi], {"MPI_LOCALNRANKS": "2"}, "openmpi"), ([standard, openmpi], {"OMPI_COMM_WORLD_SIZE": "2"}, "mpi-abi")):
            result, _ = self.start(program, "record", *words, **environment)
            self.assertEqual(os.path.basename(result.stdout.strip()), f"libmpidbg-record-{name}.so", (words, environment, result.stderr))

    def test_recorder_of_the_standard_abi_alone(self):
        result, variables = self.start(self.installed("libmpidbg-record-mpi-abi"), "record", "/usr/bin/env")
        self.assertEqual(os.path.basename(variables["LD_PRELOAD"]), "libmpidbg-record-mpi-abi.so", result.stderr)

    def test_library_of_the_program(self):
        """By the names of the libraries that it is linked with."""
        program = self.installed("libmpidbg-record-openmpi", "libmpidbg-record-mpich", "libmpidbg-record-mpi-abi")
        for soname, name in (("libmpi.so.40", "openmpi"), ("libmpich.so.12", "mpich"), ("libmpi.so.12", "mpich"),
                             ("libmpi_gnu_112.so.12", "mpich"), ("libmpi_abi.so.1", "mpi-abi")):
            library, linked = self.path(soname), self.path("linked")
            for source, options in (("void f(void) {}", ["-shared", "-o", library]),
                                    ('#include <stdio.h>\n#include <stdlib.h>\nvoid f(void);\n'
                                     'int main(void) { f(); puts(getenv("LD_PRELOAD")); }',
                                     ["-x", "none", library, "-o", linked, f"-Wl,-rpath,{self.directory}"])):
                named = [f"-Wl,-soname,{soname}"] if "-shared" in options else []
                subprocess.run(["gcc", "-x", "c", "-", *options, *named], input=source, text=True, check=True)
            result, _ = self.start(program, "record", linked)
            self.assertEqual(os.path.basename(result.stdout.strip()), f"libmpidbg-record-{name}.so", result.stderr)

    def test_not_installed(self):
        program = self.installed()
        result, _ = self.start(program, "record", "--mpi", "mpich", "/usr/bin/env")
        self.assertEqual((result.returncode, result.stdout), (FAILED, ""))
        self.assertIn(f"libmpidbg-record-mpich.so is not installed in {self.path(PRIVATE)}", result.stderr)

    def test_directory_with_a_colon(self):
        program = self.installed("libmpidbg-record-openmpi", "libmpidbg-mpit-openmpi", place="a:b/bin")
        with subprocess.Popen(["sleep", "1000"]) as target:
            self.addCleanup(target.kill)
            for words in (["record"], ["mpit", "--mpi", "openmpi", str(target.pid), "--"]):
                result, _ = self.start(program, *words, "/usr/bin/env")
                self.assertEqual((result.returncode, result.stdout), (FAILED, ""))
                self.assertIn("be preloaded from a directory with a space or colon: ", result.stderr)
            target.kill()

    def test_mpit(self):
        program = self.installed("libmpidbg-mpit-openmpi")
        plugin = os.path.realpath(shutil.copy(os.environ["MPIDBG_PLUGIN"], self.path(f"{PRIVATE}/libmpidbg.so")))
        target = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        self.addCleanup(target.wait)
        self.addCleanup(target.stdin.close)
        self.addCleanup(target.kill)
        words = ["mpit", "--mpi", "openmpi", str(target.pid), "--"]
        result, variables = self.start(program, *words, "/usr/bin/env", LD_PRELOAD=FIXTURE)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(variables["LD_PRELOAD"], f'{os.path.realpath(self.path(f"{PRIVATE}/libmpidbg-mpit-openmpi.so"))}:{FIXTURE}')
        self.assertEqual((os.path.realpath(variables["MPIDBG_MPIT_PLUGIN"]), variables["MPIDBG_MPIT_TARGET"]),
                         (plugin, str(target.pid)))
        self.assertNotIn("MPIDBG_MPIT_EXE", variables)
        _, variables = self.start(program, "mpit", "--exe", PROGRAM, "--sysroot", "/", *words[1:], "/usr/bin/env")
        self.assertEqual((variables["MPIDBG_MPIT_EXE"], variables["MPIDBG_MPIT_SYSROOT"]), (PROGRAM, "/"))
        # A tool may change its directory.
        capture = self.path("one.capture")
        self.assertEqual(run("capture", "-o", capture, target.pid).returncode, DONE)
        result = subprocess.run(["sh", "-c", f'cd {self.directory} && exec "$0" mpit --mpi openmpi one.capture -- /usr/bin/env', program],
                                capture_output=True, text=True, timeout=60, check=False)
        self.assertIn(f"\nMPIDBG_MPIT_TARGET={capture}\n", result.stdout, result.stderr)
        for arguments, code, text in (
                ([*words, "no-such-program"], FAILED, "cannot run no-such-program: No such file or directory"),
                (["mpit", "--mpi", "mpich", str(target.pid), "--", "/usr/bin/env"], FAILED,
                 f"libmpidbg-mpit-mpich.so is not installed in {self.path(PRIVATE)}"),
                (["mpit", self.directory, "--", "/usr/bin/env"], FAILED, self.directory)):
            result, _ = self.start(program, *arguments)
            self.assertEqual((result.returncode, result.stdout), (code, ""), arguments)
            self.assertIn(text, result.stderr)
        os.remove(plugin)
        result, _ = self.start(program, *words, "/usr/bin/env")
        self.assertEqual((result.returncode, result.stdout), (FAILED, ""))
        self.assertIn("libmpidbg.so", result.stderr)


class Targets(CommandTest):
    def test_no_such_pid(self):
        process = subprocess.Popen(["true"])
        process.wait()
        for noun in NOUNS:
            self.expect(run(noun, process.pid), FAILED, process.pid)
        for number in ("99999999999999999999", "10000000000000000000"):
            self.expect(run("queues", number), FAILED, f"no process with pid {number}")
        self.expect(run("queues", process.pid), FAILED, f"no process with pid {process.pid}")

    def test_no_permission(self):
        with subprocess.Popen(["sleep", "100"]) as process:
            self.addCleanup(process.kill)
            target = process.pid
            options = {"cwd": "/"}
            if os.geteuid() == 0:
                options.update(user=65534, group=65534, extra_groups=[])
            else:
                target = 1
            try:
                result = run("queues", target, **options)
            except PermissionError:
                self.skipTest("the build directory is closed to other users")
            finally:
                process.kill()
            self.expect(result, FAILED, "ermi", target)

    def test_launcher_of_another_user(self):
        """Its ranks cannot be seen, which is not that there are none; nor are they waited for."""
        os.chmod(self.directory, 0o777)
        shell = self.path("mpirun")
        os.symlink("/bin/sh", shell)
        with subprocess.Popen([shell, "-c", "sleep 100 & wait"], start_new_session=True) as launcher:
            try:
                for words in (("why",), ("diff",), ("watch",), ("capture", "-o", self.path("captures"))):
                    self.expect(self.run_as_nobody(*words, str(launcher.pid)), FAILED, "no permission to read process ",
                                ": run as the user it belongs to, or with CAP_SYS_PTRACE")
            finally:
                os.killpg(launcher.pid, signal.SIGKILL)

    def test_not_an_mpi_process(self):
        with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            try:
                process.stdin.write(b"it has been loaded\n")
                process.stdin.flush()
                process.stdout.readline()
                for noun in NOUNS:
                    self.expect(run(noun, process.pid), NOT_ENOUGH,
                                f"pid {process.pid} is not an MPI process: {shutil.which('cat')} has loaded no MPI library")
                with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
                    self.assertIn(file.read().split()[2], ("R", "S"), "the process is left as it was")
            finally:
                process.kill()

    def test_capture_that_cannot_be_inspected(self):
        """Of an MPI library that nobody knows the call is seen; that the process has exited is not in the capture."""
        rank = {"OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_SIZE": "1", "PMIX_NAMESPACE": "one"}
        with subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=rank) as process:
            try:
                self.assertTrue(any(line == "ready\n" for line in process.stdout))
                path = self.path("one.capture")
                self.assertEqual(run("capture", "-o", path, process.pid).returncode, DONE)
                problem = "NOT ENOUGH INFORMATION: what MPI_Recv of rank 0 waits for cannot be seen\n"
                for target in (process.pid, path):
                    result = run("why", target)
                    self.assertEqual((result.returncode, result.stdout[:len(problem)]), (NOT_ENOUGH, problem))
            finally:
                process.kill()
        summary = run("summarize", path)
        result = run("why", self.path("one.summary", summary.stdout.encode()))
        self.assertEqual((result.returncode, result.stdout[:len(problem)]), (NOT_ENOUGH, problem))

    def notes_alone(self, core):
        """What is left of a core file if the disk was full after its notes, which the kernel writes first, and gdb last."""
        with open(core, "rb") as file:
            content = bytearray(file.read())
        (table,), (size, count) = struct.unpack_from("=Q", content, 32), struct.unpack_from("=HH", content, 54)
        head, behind = content[:table + size * count], len(content)
        notes = b""
        for at in range(table, table + size * count, size):
            (kind,), (offset,), (length,) = (struct.unpack_from(form, content, at + place)
                                             for form, place in (("=I", 0), ("=Q", 8), ("=Q", 32)))
            if kind == 4:
                notes = content[offset:offset + length]
            struct.pack_into("=Q", head, at + 8, len(head) if kind == 4 else behind + offset)
        return self.path("cut.core", bytes(head + notes))

    def test_core_of_which_most_is_missing(self):
        """What writes a file of it says that nothing can be seen, as does what reads the file."""
        rank = {"OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_SIZE": "1", "PMIX_NAMESPACE": "one"}
        with subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=rank) as process:
            self.assertTrue(any(line == "ready\n" for line in process.stdout))
            subprocess.run(["gcore", "-o", self.path("core"), str(process.pid)], check=True, capture_output=True)
            process.kill()
        core = self.notes_alone(self.path(f"core.{process.pid}"))
        result = run("summarize", core)
        self.assertEqual(result.returncode, NOT_ENOUGH, result.stderr)
        self.assertIn(f"mpidbg: warning: {core}: ", result.stderr)
        result = run("why", self.path("one.summary", result.stdout.encode()))
        self.assertEqual(result.returncode, NOT_ENOUGH, result.stdout + result.stderr)
        self.assertIn(f"{core} cannot be seen: ", result.stdout)

    def test_captures_of_different_times(self):
        warning = "mpidbg: warning: the captures are of different times: the verdict takes each rank as seen once\n"
        places = [{"OMPI_COMM_WORLD_RANK": rank, "OMPI_COMM_WORLD_SIZE": "2", "PMIX_NAMESPACE": "one"} for rank in "01"]
        with contextlib.ExitStack() as stack:
            pids = []
            for place in places:
                process = stack.enter_context(subprocess.Popen(["sleep", "1000"], env={**os.environ, **place}))
                stack.callback(process.kill)
                pids.append(process.pid)
            together, first, second = self.path("together"), self.path("first"), self.path("second")
            result = run("capture", "-o", together, *pids)
            self.assertEqual((result.returncode, result.stderr.count("the capture has no objects of MPI: ")), (NOT_ENOUGH, 2))
            self.assertEqual(run("why", together).stderr, "")
            for path, pid in ((first, pids[0]), (second, pids[1])):
                self.assertEqual(run("capture", "-o", path, pid).returncode, NOT_ENOUGH)
            self.assertEqual(run("why", first, second).stderr, warning)

    def test_rank_that_its_world_cannot_have(self):
        """Its summary is one that can be read, with those of the other ranks."""
        for rank in ("2", "5"):
            job = {"OMPI_COMM_WORLD_RANK": rank, "OMPI_COMM_WORLD_SIZE": "2", "PMIX_NAMESPACE": "one"}
            with subprocess.Popen(["sleep", "1000"], env={**os.environ, **job}) as process:
                try:
                    path = self.path("one.summary")
                    result = run("summarize", process.pid, "-o", path)
                    self.assertEqual(result.returncode, NOT_ENOUGH, result.stderr)
                    self.assertIn(f"mpidbg: warning: pid {process.pid}", result.stderr)
                    result = run("why", path)
                    self.assertEqual((result.returncode, result.stderr), (NOT_ENOUGH, ""))
                    self.assertIn(f"rank {rank} cannot be seen: ", result.stdout)
                    (shown,) = json.loads(run("ranks", "--json", process.pid).stdout)["processes"]
                    self.assertEqual((shown["rank"], shown["size"]), (int(rank), None))
                finally:
                    process.kill()

    def test_no_such_file(self):
        self.expect(run("queues", "/nonexistent/core"), FAILED, "/nonexistent/core")

    def test_directory_and_then_the_target(self):
        """An option that may be repeated takes one word each time."""
        for option in ("--debug-dir", "--plugin-safe-path"):
            self.expect(run("queues", option, "/usr", option, "/", "/nonexistent/core"), FAILED, "/nonexistent/core")

    def test_what_is_no_directory(self):
        """None of the options that name one takes anything else, or waits for it."""
        os.mkfifo(self.path("fifo"))
        for path in (self.path("fifo"), self.path("file", b"x")):
            for option in ("--debug-dir", "--sysroot"):
                self.expect(run("queues", option, path, "/nonexistent/core"), USAGE, f"{option}: '{path}' is not a directory")
        self.expect(run("queues", "--debug-dir", "/usr", "--debug-dir", "/nonexistent", "1"), USAGE,
                    "--debug-dir: there is no directory '/nonexistent'")

    def test_files_that_are_no_core(self):
        for name, content in (("empty", b""), ("text", b"no core file\n" * 100), ("short", b"\x7fELF")):
            path = self.path(name, content)
            self.expect(run("queues", path), FAILED, path)
        self.expect(run("queues", "/bin/true"), FAILED, "/bin/true")

    def test_file_that_has_only_the_name_of_a_summary(self):
        path = self.path("node2.summary", bytes(range(256)) * 10)
        self.expect(run("why", path), FAILED, f"{path} is not a summary written by mpidbg summarize, nor a core file or capture")

    def test_directories(self):
        self.expect(run("queues", self.directory), FAILED, "no core files or captures in the directory", self.directory)
        self.path("notes.txt", b"hello")
        self.expect(run("queues", self.directory, "-v"), FAILED, "notes.txt is not a core file")

    def test_another_machine(self):
        header = bytearray(64)
        header[:8] = b"\x7fELF\x02\x01\x01\x00"
        struct.pack_into("<HHI", header, 16, 4, 183, 1)  # a core of aarch64
        struct.pack_into("<HHH", header, 52, 64, 56, 0)
        path = self.path("core", bytes(header))
        self.expect(run("queues", path), FAILED, path)

    def test_what_proc_shows(self):
        """Whoever names the memory of a process means the process."""
        with self.rank_of_nobody() as process:
            proc = f"/proc/{process.pid}"
            views = {name: "shows" for name in ("mem", "maps", "", f"task/{process.pid}/mem")}
            for name, what in {**views, "exe": "the program of"}.items():
                path = os.path.join(proc, name)
                for words in (["queues", path], ["why", path], ["pmpi", path], ["capture", path, "-o", self.path("x")],
                              ["mpit", path, "--", "/bin/true"]):
                    self.expect(run(*words), FAILED,
                                f"{path} is not a core file but {what} process {process.pid}: give its pid, {process.pid}")
        self.expect(run("queues", "/proc/self/mem"), FAILED, "/proc/self/mem is not a core file: what is in /proc is not a regular file")
        # A directory that a process is in may have core files.
        self.empty_core("core.1")
        result = run("queues", "/proc/self/cwd", cwd=self.directory)
        self.assertIn("core.1", result.stdout + result.stderr)

    def test_core_of_a_big_endian_machine_in_a_directory(self):
        header = bytearray(64)
        header[:8] = b"\x7fELF\x02\x02\x01\x00"
        struct.pack_into(">HHI", header, 16, 4, 22, 1)  # a core of s390x
        struct.pack_into(">HHH", header, 52, 64, 56, 0)
        path = self.path("core.1", bytes(header))
        struct.pack_into(">H", header, 16, 3)  # a library
        self.path("library", bytes(header))
        result = run("queues", self.directory)
        self.expect(result, FAILED, path)
        self.assertNotIn("no core files", result.stderr)
        self.assertNotIn("library", result.stderr)

    def empty_core(self, name):
        """Of a process with one thread and no memory."""
        notes = b"".join(struct.pack("<III8s", 5, size, kind, b"CORE") + bytes(size) for kind, size in ((3, 136), (1, 336)))
        header = bytearray(64)
        header[:8] = b"\x7fELF\x02\x01\x01\x00"
        struct.pack_into("<HHI", header, 16, 4, 62, 1)
        struct.pack_into("<Q", header, 32, 64)
        struct.pack_into("<HHH", header, 52, 64, 56, 1)
        segment = struct.pack("<IIQQQQQQ", 4, 0, 120, 0, 0, len(notes), 0, 4)
        return self.path(name, bytes(header) + segment + notes)

    def test_unreadable_file_in_a_directory(self):
        self.empty_core("core.1")
        closed = self.empty_core("core.2")
        os.chmod(closed, 0)
        result = self.run_as_nobody("queues", self.directory, "--json")
        self.assertEqual(result.returncode, FAILED, result.stderr)
        errors = {process["target"]: process["error"] for process in json.loads(result.stdout)["processes"]}
        self.assertEqual(len(errors), 2)
        self.assertEqual(errors[closed], f"{closed}: Permission denied")
        self.assertIn("2 of 2 processes could not be inspected", result.stderr)

    def test_captures_of_cores_of_other_hosts(self):
        """%h is the host of each of them, which is a name on this disk, whatever text the core has for it."""
        cores, names = [], {b"node7": "node7", b"../n\x1b[1m\x9b7@[`{/:azAZ09": "_._n__1m_7______azAZ09", b"": "unknown"}
        for number, host in enumerate(names):
            environment = {b"PMIX_HOSTNAME": host, b"OMPI_COMM_WORLD_RANK": b"%d" % number}
            with subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment) as process:
                self.assertTrue(any(line == "ready\n" for line in process.stdout))
                subprocess.run(["gcore", "-o", self.path("core"), str(process.pid)], check=True, capture_output=True)
                process.kill()
            cores.append((self.path(f"core.{process.pid}"), process.pid))
        place = self.path("captures")
        result = run("capture", "-o", os.path.join(place, "of-%h", ""), *(path for path, _ in cores))
        self.assertEqual(result.returncode, DONE, result.stderr)
        found = sorted(os.path.relpath(os.path.join(directory, name), place) for directory, _, files in os.walk(place) for name in files)
        self.assertEqual(found, sorted(
            f"of-{name}/rank{rank}.{name + '.' if name != 'unknown' else ''}{cores[rank][1]}.capture"
            for rank, name in enumerate(names.values())))
        one = self.path("%h.%p")
        self.assertEqual(run("capture", "-o", one, cores[0][0]).returncode, DONE)
        self.assertTrue(os.path.isfile(self.path(f"node7.{cores[0][1]}")))

    def test_files_without_content_in_a_directory(self):
        """As a full disk leaves them: what may have become a core file or a capture is not passed over."""
        self.empty_core("core.1")
        short = [self.path(name, content) for name, content in (
            ("core", b""), ("core.2", b""), ("core.3", b"\x7f"), ("core-a.out-4", b""), ("a.core", b""),
            ("rank5.node.17.capture", b""))]
        for name, content in (("stdout", b""), ("done", b"1\n"), ("seventh", b"\x7fELF\x02\x01\x01" + bytes(9)),
                              ("core.c", b"int main(void) { return 0; }\n")):
            self.path(name, content)
        result = run("queues", self.directory, "--json")
        self.assertEqual(result.returncode, FAILED, result.stderr)
        errors = {process["target"]: process["error"] for process in json.loads(result.stdout)["processes"]}
        self.assertEqual(sorted(errors), sorted([self.path("core.1"), *short]))
        for path in short:
            self.assertIn(path, errors[path])
        self.assertEqual(errors[self.path("core.2")], f"{self.path('core.2')} is an empty file")

    def test_more_core_files_than_descriptors(self):
        for number in range(100):
            self.empty_core(f"core.{number}")
        result = subprocess.run(["sh", "-c", 'ulimit -Sn 40; exec "$0" queues --json "$1"', COMMAND, self.directory],
                                capture_output=True, text=True, timeout=60)
        processes = json.loads(result.stdout)["processes"]
        self.assertEqual(len(processes), 100)
        self.assertEqual([process["error"] for process in processes if "open files" in process["error"]], [])

    def test_a_target_twice_is_one(self):
        core = self.path("core.1", bytes(4096))
        for words in ((core, core), (os.getpid(), os.getpid())):
            answer = run("queues", *words, "--json")
            self.assertEqual(len(json.loads(answer.stdout)["processes"]), 1, answer.stdout)

    def test_a_file_by_several_names_is_one(self):
        self.empty_core("core.1")
        os.symlink(".", self.path("here"))
        os.symlink("core.1", self.path("core.2"))
        os.link(self.path("core.1"), self.path("core.3"))
        for words in ((self.directory,), (self.path("core.1"), self.path("here/core.3"), self.directory)):
            answer = run("queues", *words, "--json")
            self.assertEqual(len(json.loads(answer.stdout)["processes"]), 1, answer.stdout)

    def test_several(self):
        text = self.path("text", b"text")
        result = run("queues", "/nonexistent/core", text)
        self.assertEqual(result.returncode, FAILED)
        self.assertEqual(result.stdout.count("rank ?  "), 2, result.stdout)
        self.assertEqual(result.stdout.count("cannot see: "), 2, result.stdout)
        self.assertIn("2 of 2 processes could not be inspected", result.stderr)
        self.assertEqual(run("queues", "/nonexistent/core", text, "-q").stderr, "")

    def test_damaged_summary(self):
        """It is what was asked for, and not enough."""
        path = self.path("node1.summary", b"MPIDBG-RECORD 1 37236d19f08c78e4 3469 0 11 cffbad83 v2Zmb3JtYXRubXBpZGJn\n")
        for words in (("why", path), ("queues", path), ("summarize", path), ("why", path, path)):
            result = run(*words)
            self.expect(result, NOT_ENOUGH, "none of the summaries is complete")
            self.assertEqual(result.stderr.count("warning"), 1)  # given twice it is read once

    def test_stdin(self):
        self.expect(run("why", "-"), FAILED, "stdin contains no summary written by mpidbg summarize")
        directory = os.open(self.directory, os.O_RDONLY)
        try:
            for words in (("why", "-"), ("queues", "-"), ("summarize", "-")):
                result = subprocess.run([COMMAND, *words], stdin=directory, capture_output=True, text=True, timeout=60, check=False)
                self.assertEqual((result.stdout, result.stderr, result.returncode),
                                 ("", "mpidbg: cannot read stdin: Is a directory\n", FAILED))
        finally:
            os.close(directory)

    def test_json_of_a_failure(self):
        result = run("queues", "/nonexistent/core", "--json")
        self.assertEqual(result.returncode, FAILED)
        (process,) = json.loads(result.stdout)["processes"]
        self.assertIn("/nonexistent/core", process["error"])
        self.assertIsNone(process["rank"])
        self.assertFalse(process["complete"])


class Nodes(CommandTest):
    """Jobs on several nodes, where there are none. launched_test.py and tests/real/test_nodes.py have made-up ones."""

    def test_words(self):
        for words, problem in ((("--launcher", "rsh"), "not a launcher: 'rsh'"), (("--launcher", "ssh"), "ssh needs nodes, as in ssh:n[1-4]"),
                               (("--launcher", "slurm:all"), "not a job of Slurm: 'all'"),
                               (("--launcher", "ssh:n[1-"), "not a set of nodes: 'n[1-': a '[' without ']'"),
                               (("--launcher", "x %h", "--nodes", "-oX"), "'-oX' is not the name of a node"),
                               (("--launcher", "ssh:n1", "--timeout", "0"), "not a number of seconds from 1 to 86400"),
                               (("--launcher", "ssh:n1", "/tmp/core"), "'/tmp/core' is not a job on nodes: slurm:JOB, the pid"),
                               (("--launcher", "auto", "4711999"), "pid 4711999 does not exist"),
                               (("slurm:1", "slurm:2"), "'slurm:2' is a second one"),
                               (("--launcher", "ssh:n1", "--remote", "/opt/my tools/mpidbg"), "'/opt/my tools/mpidbg' has characters")):
            for command in ("why", "queues"):
                self.expect(run(command, *words), USAGE, problem)
        self.expect(run("groups", "--launcher", "ssh:n1"), USAGE, "groups has no option --launcher")
        self.expect(run("requests", "slurm:1"), USAGE, "look at jobs on several nodes, and not requests")

    def test_nothing_to_start_with(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SLURM")}
        environment["PATH"] = self.directory
        for words, problem in ((("slurm:4711",), "job 4711: squeue cannot be started: No such file or directory"),
                               (("why", "slurm:4711.0"), "job 4711.0: squeue cannot be started"),
                               (("why", "--launcher", "slurm"), "no job of Slurm: slurm:JOB, or a shell in an allocation"),
                               (("why", "--launcher", "auto"), "cannot determine how the job was started: give --launcher"),
                               (("why", "--launcher", "mpirun"), "no nodes for mpirun: mpirun:FILE, --nodes, or"),
                               (("why", "--launcher", "hydra:/nonexistent/hosts"), "/nonexistent/hosts: No such file"),
                               (("why", "--launcher", "x %h"), "no nodes for the launcher 'x %h': give --nodes"),
                               (("why", "--launcher", "ssh:n1"), "node n1 did not answer: ssh cannot be started: No such file")):
            self.expect(run(*words, env=environment), FAILED, problem)

    def test_no_node_answers(self):
        self.expect(run("why", "--launcher", "false %h", "--nodes", "n[1-2]"), FAILED, "node n1 did not answer: false exited with 1",
                    "node n2 did not answer: false exited with 1", "no node answered (2 nodes, by false)")


class MpitTool(CommandTest):
    def test_no_such_target(self):
        """The tool is not run: it would show its own process."""
        mark = self.path("mark")
        for target in ("nosuch", "4294967295", self.path("text", b"text")):
            self.expect(run("mpit", "--mpi", "mpich", target, "--", "touch", mark), FAILED, target)
        self.assertFalse(os.path.exists(mark))


class Plugins(CommandTest):
    def test_plugins_that_cannot_be_loaded(self):
        libm = "/lib/x86_64-linux-gnu/libm.so.6"
        for path in ("/nonexistent/libplugin.so", self.path("text", b"text"), self.directory, libm):
            if path == libm and not os.path.exists(libm):
                continue
            self.expect(run("queues", os.getpid(), "--plugin", path), FAILED, path)

    def test_plugin_for_all_targets_that_cannot_be_loaded(self):
        """It is said once, and not of each target."""
        with subprocess.Popen(["sleep", "100"]) as process:
            try:
                for words in (["queues", os.getpid()], ["why", os.getpid()], ["diff"], ["summarize"], ["watch"],
                              ["capture", "-o", self.path("captures")]):
                    result = run(*words, process.pid, "--plugin", "/nonexistent/libplugin.so")
                    self.assertEqual((result.stdout, result.stderr, result.returncode),
                                     ("", "mpidbg: the plugin /nonexistent/libplugin.so does not exist\n", FAILED))
                self.assertEqual(os.listdir(self.directory), [])
            finally:
                process.kill()

    def test_vendor_without_a_name(self):
        with subprocess.Popen(["sleep", "100"]) as process:
            try:
                result = run("queues", process.pid, "--plugin", "vendor")
                self.expect(result, FAILED, process.pid)
            finally:
                process.kill()

    def test_check(self):
        result = run("plugin", "check", "/nonexistent/libplugin.so")
        self.assertEqual(result.returncode, FAILED, result.stdout + result.stderr)
        self.assertIn("/nonexistent/libplugin.so", result.stdout + result.stderr)

    def test_check_on_what_is_none(self):
        plugin, bad = os.environ["MPIDBG_PLUGIN"], self.path("bad.process", b"nonsense\n")
        large, fifo = self.path("large.process", b"[" * 1048577), self.path("fifo")
        os.mkfifo(fifo)
        for words, problem in ((["/nonexistent/core"], "/nonexistent/core: No such file or directory"),
                               (["--process", "/nonexistent/script"], "/nonexistent/script: No such file or directory"),
                               (["--process", "/dev/zero"], "/dev/zero is not a regular file"),
                               (["--process", fifo], f"{fifo} is not a regular"),
                               (["--process", self.directory], f"{self.directory} is a directory"),
                               (["--process", large], f"{large} has 1048577 bytes, which exceeds the limit of 1048576"),
                               (["--process", bad], f"{bad}: ")):
            result = run("plugin", "check", plugin, *words)
            self.expect(result, NOT_ENOUGH, f"mpidbg: {problem}")
            self.assertEqual(result.stderr.count("\n"), 1)

    def test_check_own(self):
        plugin = os.environ.get("MPIDBG_PLUGIN")
        if not plugin:
            self.skipTest("MPIDBG_PLUGIN is not set")
        result = run("plugin", "check", plugin)
        # It keeps every rule that no process of its library is needed for.
        self.assertEqual(result.returncode, NOT_ENOUGH, result.stdout + result.stderr)
        # What the sanitizers need is more than the C library.
        broken = re.findall(r"^  (\S+) +(?:not so|BROKEN)", result.stdout, re.M)
        self.assertEqual(broken, ["MQS-31"] if "libclang_rt." in result.stdout else [], result.stdout)


class ProgramsNamedLikeLibraries(CommandTest):
    """A program is one whatever it is called, and wherever it is."""

    def test_static_program(self):
        directory = self.path("dir.so.d")
        os.mkdir(directory)
        program = shutil.copy(PROGRAM, os.path.join(directory, "program"))
        with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            self.addCleanup(process.kill)
            for line in process.stdout:
                if line == "ready\n":
                    break
            result = run("pmpi", process.pid)
            process.kill()
        self.assertEqual(result.returncode, DONE, result.stderr)
        self.assertIn("  MPI is linked into the program: ", result.stdout)

    def test_command_called_by_another_name(self):
        result = run("queues", os.getpid(), name="mpidbg.so")
        self.assertNotIn("libmpidbg.so", result.stderr)


class Output(CommandTest):
    def test_unwritable(self):
        self.expect(run("profile", "list", "-o", "/nonexistent/answer"), FAILED, "/nonexistent/answer")
        self.expect(run("queues", os.getpid(), "-o", self.directory), FAILED, self.directory)

    def test_every_command(self):
        """None begins if its answer has no place, nor says that it has written what it has not."""
        with subprocess.Popen(["sleep", "1000"]) as process:
            self.addCleanup(process.kill)
            for words in (["queues"], ["why"], ["diff", "--after", "0.01"], ["summarize"], ["pmpi"], ["jobs"], ["profile", "list"],
                          ["plugin", "check"], ["capture"], ["profile", "extract", FIXTURE, "--library", "Open MPI", "--library-version", "9"],
                          ["profile", "check", "openmpi-4.1.4-x86_64"]):
                target = {"jobs": [], "profile": [process.pid] if words[1:2] == ["check"] else [], "plugin": ["/nonexistent.so"]}.get(
                    words[0], [process.pid])
                for path, problem in (("/nonexistent/answer", "No such file or directory"), ("/dev/full", "No space left on device")):
                    if path == "/dev/full" and words[0] in ("queues", "pmpi"):
                        continue  # which have nothing to say of it
                    result = run(*words, *target, "-q", "-o", path)
                    self.assertEqual((result.stdout, result.stderr, result.returncode),
                                     ("", f"mpidbg: cannot write {path}: {problem}\n", FAILED))
            result = run("why", process.pid, "--html", "/nonexistent/page")
            self.assertEqual((result.stdout, result.stderr), ("", "mpidbg: cannot write /nonexistent/page: No such file or directory\n"))
            result = run("why", process.pid, "--html", "/dev/full")
            self.assertEqual(result.returncode, FAILED)
            self.assertIn("mpidbg: cannot write /dev/full: No space left on device\n", result.stderr)
            process.kill()

    def test_full_disk(self):
        result = run("profile", "list", "-o", "/dev/full")
        self.expect(result, FAILED, "/dev/full", "No space left")
        with open("/dev/full", "w", encoding="ascii") as full:
            result = run("profile", "list", stdout=full)
        self.assertEqual(result.returncode, FAILED)
        self.assertIn("cannot write the answer", result.stderr)

    def test_full_disk_for_help(self):
        """Of a text that fits into any buffer as of one that does not, of the first command as of another."""
        for words in (("--version",), ("--help",), ("queues", "--help"), ("why", "--version")):
            with self.subTest(words=words), open("/dev/full", "w", encoding="ascii") as full:
                result = run(*words, stdout=full)
                self.assertEqual((result.returncode, result.stderr), (FAILED, "mpidbg: cannot write the answer: No space left on device\n"))

    def test_what_was_typed_is_harmless_to_print(self):
        typed = "\x1b[31m\x9b7"
        shown = "\\x1b[31m\\xc2\\x9b7"
        for words in (("queues", "--rank", typed, "1"), ("queues", "--tag", typed, "1"), ("queues", "--color", typed, "1"),
                      ("why", "--launcher", typed), ("show", typed, "0x1", "1"), ("queues", "--" + typed, "1"),
                      ("queues", "-" + typed, "1"), (typed, "1"), ("record", "--" + typed), ("--" + typed,)):
            with self.subTest(words=words):
                result = run(*words)
                self.expect(result, USAGE, shown, "Try 'mpidbg ")
                self.assertNotIn("\x1b", result.stderr)
                self.assertNotIn("\x9b", result.stderr)

    def test_closed_pipe(self):
        """A reader that is gone is no reason to complain."""
        reader, writer = os.pipe()
        os.close(reader)
        try:
            result = run("profile", "list", stdout=writer)
        finally:
            os.close(writer)
        self.assertEqual((result.returncode, result.stderr), (FAILED, ""))

    def test_closed_stdout(self):
        result = subprocess.run(["sh", "-c", '"$0" profile list >&-', COMMAND], capture_output=True, text=True, timeout=60)
        self.assertEqual(result.returncode, FAILED)
        self.assertIn("cannot write", result.stderr)

    def test_file(self):
        path = self.path("answer")
        self.expect(run("profile", "list", "-o", path), DONE)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), run("profile", "list").stdout)

    def test_older_file_stays_until_the_new_one_is_complete(self):
        path = self.path("answer", b"older")
        os.chmod(path, 0o640)
        link = self.path("link")
        os.symlink(path, link)
        limits = 'ulimit -f 0; exec "$0" profile list -o "$1"'  # a write fails as it does on a full disk
        for place in (path, link):
            result = subprocess.run(["sh", "-c", "trap '' XFSZ; " + limits, COMMAND, place], capture_output=True, text=True, timeout=60)
            self.expect(result, FAILED, f"cannot write {place}: File too large")
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), "older")
        self.assertEqual(sorted(os.listdir(self.directory)), ["answer", "link"])
        self.expect(run("profile", "list", "-o", link), DONE)
        self.assertTrue(os.path.islink(link))
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o640)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), run("profile", "list").stdout)
        self.assertEqual(sorted(os.listdir(self.directory)), ["answer", "link"])

    def test_link_that_leads_to_no_file(self):
        os.symlink("nothing", self.path("dangling"))
        os.symlink("loop", self.path("loop"))
        for name, why in (("dangling", "it is a symbolic link that leads to no file"), ("loop", "Too many levels of symbolic links")):
            target = os.readlink(self.path(name))
            for words in (["profile", "list", "-o"], ["queues", "1", "-o"], ["why", "1", "--html"]):
                self.expect(run(*words, self.path(name)), FAILED, f"cannot write {self.path(name)}: {why}")
            self.assertEqual(os.readlink(self.path(name)), target)
        self.assertEqual(sorted(os.listdir(self.directory)), ["dangling", "loop"])

    def test_fifo(self):
        """Without a reader it is refused; with one it gets the answer."""
        path = self.path("fifo")
        os.mkfifo(path)
        with subprocess.Popen(["sleep", "1000"]) as target:
            self.addCleanup(target.kill)
            for words in (["profile", "list"], ["queues", target.pid], ["capture", target.pid]):
                self.expect(run(*words, "-o", path), FAILED, f"cannot write {path}: it is a FIFO that no process reads")
            target.kill()
        reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            os.set_blocking(reader, True)
            with subprocess.Popen([COMMAND, "profile", "list", "-o", path], stdin=subprocess.DEVNULL) as writer, \
                    open(reader, encoding="utf-8", closefd=False) as file:
                # Before a writer has come, a read finds the end of the file.
                text = ""
                while not text and writer.poll() is None:
                    text = file.read()
                text += file.read()
                self.assertEqual(writer.wait(), DONE)
            self.assertEqual(text, run("profile", "list").stdout)
        finally:
            os.close(reader)

    def test_what_is_looked_at_is_not_overwritten(self):
        path = self.path("library.so")
        shutil.copyfile(FIXTURE, path)
        extract = ["profile", "extract", path, "--library", "Open MPI", "--library-version", "9.9", "-o", path]
        for words in (["queues", path, "-o", path], ["why", path, "--html", path], extract):
            self.expect(run(*words), FAILED, f"cannot write {path}: it is a core file, program or library, which is not overwritten")
        with open(path, "rb") as copy, open(FIXTURE, "rb") as original:
            self.assertEqual(copy.read(), original.read())
        text = b"MPIDBG-RECORD 1 37236d19f08c78e4 3469 0 11 cffbad83 v2Zmb3JtYXRubXBpZGJn\n"
        summary, link = self.path("summary", text), self.path("link")
        os.symlink(summary, link)
        for words in (["why", summary, "-o", summary], ["why", link, "--html", summary], ["summarize", summary, "-o", link],
                      ["queues", summary, "-o", link]):
            self.expect(run(*words), FAILED, f"cannot write {words[-1]}: it is one of the targets, which are not overwritten")
        with open(summary, "rb") as kept:
            self.assertEqual(kept.read(), text)

    def test_closed_directory(self):
        """The file in it is written in place; a new one cannot be made."""
        self.run_as_nobody("--version")
        path = self.path("answer", b"older")
        os.chmod(path, 0o666)
        self.assertEqual(self.run_as_nobody("profile", "list", "-o", path).returncode, DONE)
        with open(path, encoding="utf-8") as file:
            self.assertEqual(file.read(), run("profile", "list").stdout)
        self.expect(self.run_as_nobody("profile", "list", "-o", self.path("new")), FAILED, "Permission denied")

    def test_colour(self):
        environment = dict(os.environ, TERM="xterm")
        environment.pop("NO_COLOR", None)
        words = ("queues", "/nonexistent/a", "/nonexistent/b")
        self.assertNotIn("\x1b", run(*words, env=environment).stdout)
        self.assertIn("\x1b", run(*words, "--color", "always", env=environment).stdout)
        self.assertNotIn("\x1b", run(*words, "--color=never", env=environment).stdout)


class Profiles(CommandTest):
    def test_list(self):
        result = run("profile", "list")
        self.expect(result, DONE)
        self.assertRegex(result.stdout, r"(?m)^openmpi-\S+ +Open MPI +\d")

    def test_list_is_a_table(self):
        """Of all known ones, and of one of the user's that has no build."""
        expected = [("name", "library", "version", "architecture", "structs", "build-id")]
        for name in profile_names():
            one = read_profile(name)
            build = one.pop("build_id", None) or "-"
            facts = (one["library"], one["version"], one["architecture"], str(len(one["structs"])))
            expected.append((name, *facts, build))
            if name == "openmpi-4.1.4-x86_64":
                expected.append(("mine", *facts, "-"))
                self.path("mine.json", json.dumps(one).encode())
        result = run("profile", "list", env={**os.environ, "MPIDBG_PROFILE_PATH": self.directory})
        self.assertEqual((result.returncode, result.stderr), (DONE, ""))
        rows = [re.split("  +", line) for line in result.stdout.splitlines()]
        self.assertEqual(sorted(map(tuple, rows)), sorted(expected))
        self.assertEqual(tuple(rows[0]), expected[0])
        widths = [max(map(len, column)) + 2 for column in zip(*rows)]
        widths[-1] = 0
        self.assertEqual(result.stdout, "".join("".join(cell.ljust(width) for cell, width in zip(row, widths)) + "\n" for row in rows))

    def test_bad_profile(self):
        broken = self.path("broken.json", b'{"library": ')
        self.expect(run("profile", "check", broken, os.getpid()), FAILED, broken, "is not a profile")
        self.expect(run("profile", "check", "nosuch", os.getpid()), FAILED, "nosuch", "known profile")
        self.expect(run("profile", "check", "/nonexistent.json", os.getpid()), FAILED, "/nonexistent.json")
        for command in ("queues", "why", "summarize", "diff", "watch"):
            self.expect(run(command, os.getpid(), "--profile", broken), FAILED, f"mpidbg: {broken} is not a profile: ")
        self.expect(run("collect", "--profile", broken), FAILED, f"mpidbg: {broken} is not a profile: ")

    HEAD = {"library": "Open MPI", "version": "4.1.9", "architecture": "x86_64", "byte_order": "little", "pointer_size": 8}

    def derived(self, name, like, **members):
        return self.path(name + ".json", json.dumps({**self.HEAD, "like": like, **members}).encode())

    def test_profile_that_is_like_another_one(self):
        """The other one is embedded, or in the same directory, where it may be like an embedded one."""
        structs = len(read_profile("openmpi-4.1.1-x86_64")["structs"])
        self.derived("mine", "openmpi-4.1.1-x86_64", structs={"opal_list_t": None})
        last = self.derived("last", "mine", structs={"new_t": {"size": 8, "fields": {}}, "ompi_win_t": None})
        environment = dict(os.environ, MPIDBG_PROFILE_PATH=self.directory)
        result = run("profile", "list", env=environment)
        self.assertEqual((result.returncode, result.stderr), (DONE, ""))
        for name, count in (("mine", structs - 1), ("last", structs - 1)):
            self.assertRegex(result.stdout, rf"(?m)^{name} +Open MPI +4.1.9 +x86_64 +{count} +-$")
        # By its path, too, whatever the environment says.
        result = run("profile", "check", last, os.getpid())
        self.assertNotIn("is not a profile", result.stderr)

    def test_profile_that_is_like_an_unusable_one(self):
        """In the user's directory, in a circle, in an endless chain, and of another library."""
        for name, like in (("lost", "nosuch"), ("own", "own"), ("a", "b"), ("b", "c"), ("c", "b"), ("up", "../a"), ("lame", "broken")):
            self.derived(name, like)
        self.path("broken.json", b'{"library": ')
        self.derived("foreign", "mpich-4.0.2-x86_64")
        os.mkfifo(self.path("fifo.json"))
        self.derived("waits", "fifo")
        for number in range(20):
            self.derived(f"n{number}", f"n{number + 1}")
        self.derived("n20", "openmpi-4.1.0-x86_64")
        problems = {"lost": "is like nosuch: no such profile is beside it, and none is embedded",
                    "own": "never ends: own is like own", "a": "never ends: a is like b is like c is like b",
                    "up": "like is not the name of a profile", "lame": "is like broken: profile broken: is not a JSON object",
                    "foreign": "is like mpich-4.0.2-x86_64, which is for another library or machine",
                    "waits": "is like fifo: cannot be read, or is too large for a profile",
                    "n3": "is like more than 16 others, one after the other"}
        result = run("profile", "list", env=dict(os.environ, MPIDBG_PROFILE_PATH=self.directory))
        for name, problem in problems.items():
            path = os.path.join(self.directory, name + ".json")
            self.assertIn(f"mpidbg: warning: {path}: profile {name}: {problem}\n", result.stderr)
            self.expect(run("queues", os.getpid(), "--profile", path), FAILED, f"{path} is not a profile: profile {name}: {problem}")
        self.assertRegex(result.stdout, "(?m)^n5 +Open MPI ")

    @unittest.skipUnless(FIXTURE, "MPIDBG_TEST_LIBRARY is not set")
    def test_extract_of_what_differs(self):
        words = ["profile", "extract", FIXTURE, "--library", "Open MPI", "--library-version", "4.1.9"]
        base, path = self.path("base.json"), self.path("made.json")
        self.assertEqual(run(*words, "-o", base).returncode, DONE)
        with open(base, encoding="utf-8") as file:
            complete = json.load(file)
        changed = json.loads(json.dumps(complete))
        changed["structs"]["opal_list_t"]["size"] += 8
        changed["structs"]["gone_t"] = {"size": 8, "fields": {}}
        with open(base, "w", encoding="utf-8") as file:
            json.dump(changed, file)
        self.assertEqual(run(*words, "--like", base, "-o", path).returncode, DONE)
        with open(path, encoding="utf-8") as file:
            made = json.load(file)
        self.assertEqual(made["like"], "base")
        self.assertNotIn("constants", made)
        self.assertEqual(made["structs"], {"opal_list_t": complete["structs"]["opal_list_t"], "gone_t": None})
        self.expect(run(*words, "--like", "nosuch"), FAILED, "nosuch is neither a file nor a known profile")
        self.expect(run(*words, "--like", "mpich-4.0.2-x86_64"), USAGE,
                    "mpich-4.0.2-x86_64 is for MPICH on machines with 64-bit pointers and little-endian numbers, ",
                    " for Open MPI on machines with 64-bit pointers")

    def test_unusable_profiles_in_the_path(self):
        self.path("bad.json", b"{}")
        environment = dict(os.environ, MPIDBG_PROFILE_PATH=self.directory)
        for more, words in (("", ()), ("; 1 more: see 'mpidbg profile list'", (self.path("worse.json", b"["),))):
            result = run("queues", os.getpid(), env=environment)
            self.assertIn(f"mpidbg: warning: a profile cannot be used: {self.directory}/bad.json: ", result.stderr, words)
            self.assertEqual(result.stderr.count("warning"), 1, result.stderr)
            self.assertIn(more, result.stderr)
        # Once for each command that asks a plugin.
        warning = f"mpidbg: warning: a profile cannot be used: {self.directory}/bad.json: "
        for command, is_warned in (("why", True), ("summarize", True), ("diff", True), ("watch", True), ("capture -o x", True),
                                   ("collect --job pids:999999999", True), ("pmpi", False), ("jobs", False)):
            target = [] if command[:2] in ("jo", "co") else ["/nonexistent/core"]
            self.assertEqual(run(*command.split(), *target, env=environment).stderr.count(warning), int(is_warned), command)

    def test_what_is_no_regular_file(self):
        """Nobody writes into the FIFO, and the device has no end."""
        os.mkfifo(self.path("fifo"))
        large = self.path("large")
        with open(large, "wb") as file:
            file.truncate((16 << 20) + 1)
        result = run("profile", "check", "fifo", "1", cwd=self.directory)
        self.expect(result, FAILED, "cannot read the profile: fifo is not a regular file")
        for path, problem in ((self.path("fifo"), "is not a regular file"), ("/dev/zero", "is not a regular file"),
                              (self.directory, "is a directory"), (large, "which exceeds the limit of 16777216")):
            self.expect(run("queues", os.getpid(), "--profile", path), FAILED, f"{path} ", problem)

    def test_check_of_a_process_without_mpi(self):
        name = run("profile", "list").stdout.splitlines()[1].split()[0]
        with subprocess.Popen(["sleep", "100"]) as process:
            try:
                result = run("profile", "check", name, process.pid)
                self.assertIn(result.returncode, (NOT_ENOUGH, FAILED), result.stdout + result.stderr)
                self.assertIn("0 agree, 0 differ", result.stdout + "0 agree, 0 differ")
            finally:
                process.kill()

    def test_extract_from_what_has_no_types(self):
        self.expect(run("profile", "extract", "/nonexistent/libmpi.so"), FAILED, "/nonexistent/libmpi.so")
        self.expect(run("profile", "extract", self.path("text", b"text" * 100)), FAILED, "is not an ELF file")
        self.expect(run("profile", "extract", "/bin/true"), NOT_ENOUGH, "/bin/true")

    @unittest.skipUnless(FIXTURE, "MPIDBG_TEST_LIBRARY is not set")
    def test_extract_of_another_library(self):
        self.expect(run("profile", "extract", FIXTURE, "--library", "Other MPI", "--library-version", "1.0"), NOT_ENOUGH,
                    "no struct of the library 'Other MPI' is described")
        self.expect(run("profile", "extract", FIXTURE, "--library", "MPICH", "--library-version", "1.0"), NOT_ENOUGH,
                    "has none of the described structs of MPICH")

    @unittest.skipUnless(FIXTURE, "MPIDBG_TEST_LIBRARY is not set")
    def test_extract_of_a_library_that_says_what_it_is(self):
        """Recognised by its structs, and by a text with its version: a digit first, and at least x.y."""
        path = self.path("made.json")
        for text, version in (("Open MPI v4.1.9rc1, package", "4.1.9rc1"), ("Open MPI v4.1", "4.1"),
                              ("Open MPI vX.Y Open MPI v9.0.1 ", "9.0.1"), ("Open MPI v4 Open MPI v", None), ("MPICH v4.1", None),
                              ("Open MPI vrc1", None)):
            library = self.path("libmpi.so.40")
            shutil.copyfile(FIXTURE, library)
            with open(library, "ab") as file:
                file.write(f"\0{text}\0".encode())
            result = run("profile", "extract", library, "-o", path)
            if version is None:
                self.expect(result, USAGE, f"{library} does not contain its version: give --library-version")
                continue
            self.assertEqual(result.returncode, DONE, result.stderr)
            with open(path, encoding="utf-8") as file:
                profile = json.load(file)
            self.assertEqual((profile["library"], profile["version"], profile["architecture"]), ("Open MPI", version, "x86_64"))
            # Those of a known profile of the series.
            self.assertEqual(bool(profile.get("constants")), version.startswith("4.1"))

    @unittest.skipUnless(FIXTURE, "MPIDBG_TEST_LIBRARY is not set")
    def test_extract(self):
        path = self.path("made.json")
        result = run("profile", "extract", FIXTURE, "--library", "Open MPI", "--library-version", "9.9", "-o", path)
        self.expect(result, DONE, "not in the debug information: ", ", ompi_communicator_t, ",
                    ", opal_list_t: opal_list_sentinel, ", 'to be set by hand under "constants": ',
                    ", OMPI_OP_FLAGS_CXX_FUNC, ")
        with open(path, encoding="utf-8") as file:
            profile = json.load(file)
        self.assertEqual((profile["library"], profile["version"]), ("Open MPI", "9.9"))
        self.assertEqual(profile["structs"]["opal_list_t"]["fields"]["opal_list_length"],
                         {"offset": 8, "size": 8, "kind": "unsigned"})
        self.assertEqual(profile["structs"]["opal_list_t"]["size"], 16)
        # What was written is a profile.
        result = run("profile", "check", path, os.getpid())
        self.assertIn(result.returncode, (NOT_ENOUGH, FAILED), result.stderr)


class Signals(CommandTest):
    def test_interrupt(self):
        """Ended by a signal, the command leaves the process that it looked at running."""
        with subprocess.Popen(["sleep", "100"]) as process:
            try:
                for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
                    with subprocess.Popen([COMMAND, "queues", str(process.pid)], stdout=subprocess.DEVNULL,
                                          stderr=subprocess.DEVNULL) as command:
                        command.send_signal(number)
                        command.wait(60)
                    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
                        self.assertIn(file.read().split()[2], ("R", "S"))
            finally:
                process.kill()


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
