"""Real MPI jobs for tests: start a sample, wait until it has reached its state, ask mpidbg about it, make core files of it.

Programs and paths come from the environment, which CMakeLists.txt sets:

    MPIDBG_COMMAND   the command under test
    MPIDBG_PLUGIN    libmpidbg.so
    MPIDBG_SAMPLES   directory of the sample programs
    MPIDBG_SCHEMA    mpidbg.schema.json
    MPIDBG_TEST_PART         "2/4": the second of four parts of the tests of a module that takes minutes (load_part)
    MPIDBG_TEST_MPICH_ABI    directory of those of MPICH's samples, if they are built for the standard ABI (tests/libraries.sh)

What the program knows about itself it says in facts (samples/sample.h): one JSON object a line. A test compares mpidbg's
answer with them. No test sleeps for a fixed time: it waits for facts, or asks again until the answer is the expected one or
a deadline has passed (`settled`), since a blocking call announces itself before it is entered.
"""

import glob
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import answer_schema  # noqa: E402

COMMAND = os.environ["MPIDBG_COMMAND"]
PLUGIN = os.environ["MPIDBG_PLUGIN"]
SAMPLES = os.environ["MPIDBG_SAMPLES"]
SCHEMA = os.environ["MPIDBG_SCHEMA"]
SYSROOT = os.environ.get("MPIDBG_TEST_SYSROOT", "")  # the root directory of the jobs, if it is not ours (tests/libraries.sh)

DEADLINE = float(os.environ.get("MPIDBG_TEST_DEADLINE", "120"))  # seconds for what should happen soon; the machine may be busy


def find_openmpi(program):
    """Open MPI's own name first: the plain one may belong to another MPI library."""
    for name in (program + ".openmpi", program):
        path = shutil.which(name)
        if path:
            return path
    raise AssertionError(f"{program} not found: install openmpi-bin and libopenmpi-dev")


def wait_for(condition, what):
    """The condition's first true value; it is asked until the deadline."""
    end = time.monotonic() + DEADLINE
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"waited {DEADLINE:.0f} s in vain for {what}")
        time.sleep(0.01)


def openmpi_version():
    text = subprocess.run([find_openmpi("mpirun"), "--version"], check=True, capture_output=True, text=True).stdout
    return "Open MPI " + re.search(r"\(Open ?(?:MPI|RTE)\) ([\d.]+)", text).group(1)


def is_before_5():
    """The Open MPI of the jobs: 4.1 has osc/pt2pt, and makes windows of osc/rdma where 5.0 makes some of osc/sm. In the root of
    tests/libraries.sh, where 5.0 runs, TCP does not connect the processes of spawned jobs."""
    return openmpi_version() < "Open MPI 5"


def load_part(_, tests, __):
    """A module's load_tests: unittest asks it which tests to run. Each part has tests of all kinds."""
    part, _, parts = os.environ.get("MPIDBG_TEST_PART", "1/1").partition("/")
    all_tests = [test for cases in tests for test in cases]
    return unittest.TestSuite(all_tests[int(part) - 1::int(parts)])


class Job:
    """One mpirun with a sample; a context manager, which ends everything it started.

    `ready`: how many processes say that they are ready, if that is not the number of ranks. `mpi`: "openmpi", or "mpich"
    for samples that are built with it, which `layer` means nothing to.
    """

    # Samples that do not hang: what is seen of them is that they go on.
    GO_ON = ("busy", "correct", "mpit_variables")
    OB1 = ("--mca", "pml", "ob1", "--mca", "btl", "self,vader")
    # Shared memory reaches no processes of a spawned job.
    OB1_WITH_TCP = ("--mca", "pml", "ob1", "--mca", "btl", "self,vader,tcp")

    def __init__(self, sample, ranks, *arguments, layer=OB1, environment=None, ready=None,
                 mpi="openmpi"):
        self.sample, self.ranks, self.arguments, self.layer = sample, ranks, arguments, layer
        self.environment = environment or {}
        self.expected_ready = ranks if ready is None else ready
        self.mpi = mpi
        samples = os.environ.get("MPIDBG_TEST_MPICH_ABI", SAMPLES) if mpi == "mpich" else SAMPLES
        self.program = os.path.join(samples, sample)
        self.mpirun = None

    @staticmethod
    def _be_modest():
        """Ranks poll: they leave the processors to whoever looks at them, and to other tests."""
        os.nice(10)
        resource.setrlimit(resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2)

    def __enter__(self):
        self.directory = tempfile.mkdtemp(prefix="mpidbg-job-")
        command = self._launcher()
        command += ["-n", str(self.ranks), self.program, *map(str, self.arguments)]
        environment = dict(os.environ, MPIDBG_SAMPLE_FACTS=self.directory, **self.environment)
        # Of the sanitizers' making are mpidbg's builds, not MPI's; and what is preloaded is for the ranks.
        environment.pop("LD_PRELOAD", None)
        self.log = open(os.path.join(self.directory, "mpirun.log"), "w+", encoding="utf-8")
        self.mpirun = subprocess.Popen(command, cwd=self.directory, env=environment, stdin=subprocess.DEVNULL,
                                       stdout=self.log, stderr=subprocess.STDOUT, process_group=0,
                                       preexec_fn=self._be_modest)
        try:
            self.facts = wait_for(self._facts_when_ready, f"{self.sample} to be ready")
        except BaseException:
            self.__exit__(None, None, None)
            raise
        processes = [fact for fact in self.facts if fact["fact"] == "process"]
        self.pids = sorted(fact["pid"] for fact in processes)
        self.pid_of_rank = {fact["rank"]: fact["pid"] for fact in processes if "rank" in fact}
        if self.sample.removeprefix("mpich_") not in self.GO_ON:
            for pid in self.pids:
                leave_processor(pid)
        return self

    def _launcher(self):
        if self.mpi == "mpich":
            preload = self.environment.get("LD_PRELOAD")
            return ["mpirun.mpich", *(["-genv", "LD_PRELOAD", preload] if preload else [])]
        command = [find_openmpi("mpirun"), "--oversubscribe", *self.layer]
        if os.geteuid() == 0:
            command.append("--allow-run-as-root")
        for name, value in self.environment.items():
            command += ["-x", f"LD_PRELOAD={value}" if name == "LD_PRELOAD" else name]
        return command

    def _facts_when_ready(self):
        self.log.flush()
        lines = []
        for path in [self.log.name, *sorted(glob.glob(os.path.join(self.directory, "*.facts")))]:
            with open(path, encoding="utf-8", errors="replace") as file:
                # Whole: where a line is read before its end is written, the end would count as another one.
                text = file.read()
            lines += [line for line in text.splitlines(keepends=True) if line.startswith("{") and line.endswith("}\n")]
        facts = [json.loads(line) for line in lines]
        if sum(fact["fact"] == "ready" for fact in facts) == self.expected_ready:
            return facts
        if self.mpirun.poll() is not None:
            with open(self.log.name, encoding="utf-8", errors="replace") as file:
                raise AssertionError(f"mpirun ended with {self.mpirun.returncode}:\n{file.read()}")
        return None

    def __exit__(self, *_):
        # The ranks first: mpirun then has nothing to wait for.
        for pid in getattr(self, "pids", []):
            if is_program(pid, self.program):
                os.kill(pid, signal.SIGKILL)
        if self.mpirun is not None and self.mpirun.poll() is None:
            self.mpirun.send_signal(signal.SIGCONT)
            self.mpirun.terminate()
            try:
                self.mpirun.wait(10)
            except subprocess.TimeoutExpired:
                self.mpirun.kill()
                self.mpirun.wait()
        self.log.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    def facts_of(self, pid, kind):
        return [fact for fact in self.facts if fact["fact"] == kind and fact["pid"] == pid]

    def gcore(self, pid):
        """A core file as gdb writes it; the process goes on."""
        prefix = os.path.join(self.directory, "gcore")
        subprocess.run(["gcore", "-o", prefix, str(pid)], check=True, capture_output=True, cwd=self.directory)
        return f"{prefix}.{pid}"

    def kernel_core(self, pid):
        """A core file as the kernel writes it; the process dies of it. mpirun is stopped so that the others live on."""
        with open("/proc/sys/kernel/core_pattern", encoding="ascii") as file:
            pattern = file.read().strip()
        if pattern.startswith("|"):
            raise unittest.SkipTest(f"the kernel gives core files to a program here: core_pattern is {pattern}")
        stop(self.mpirun.pid)
        before = set(self._files(pattern))
        # Open MPI catches the signals of crashes, not this one.
        os.kill(pid, signal.SIGXCPU)
        wait_for(lambda: state_of(pid) in ("Z", None), f"the end of process {pid}")
        cores = set(self._files(pattern)) - before
        if not cores:
            raise AssertionError(f"the kernel wrote no core file of {pid}: core_pattern is {pattern}")
        path = os.path.join(self.directory, f"kernel-core.{pid}")
        os.rename(cores.pop(), path)
        return path

    def _files(self, pattern):
        where = os.path.dirname(os.path.join(self.directory, pattern))
        return [path for path in glob.glob(os.path.join(where, "*")) if "core" in os.path.basename(path)]


class Mpi4Job(Job):
    """A program of Open MPI that needs MPI-4.0, which Debian 12's lacks: built by tests/libraries.sh."""
    def __init__(self, sample, *arguments, **options):
        super().__init__(sample, *arguments, **options)
        self.program = os.path.join(os.environ["MPIDBG_TEST_MPI4_SAMPLES"], sample)


def is_program(pid, program):
    try:
        return os.path.samefile(f"/proc/{pid}/exe", program)
    except OSError:
        return False


def leave_processor(pid):
    """A rank that waits for ever polls as long as nobody else wants the processor."""
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            os.setpriority(os.PRIO_PROCESS, int(thread), 15)
    except (FileNotFoundError, ProcessLookupError):
        pass  # it has ended


def state_of(pid):
    """The letter that the kernel shows: R, S, T (stopped), t (traced), Z; None if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0]
    except OSError:
        return None


def states_of_threads(pid):
    """The letters of all of them."""
    try:
        return {state_of(f"{pid}/task/{thread}") for thread in os.listdir(f"/proc/{pid}/task")}
    except FileNotFoundError:
        return set()


def stop(pid):
    """Returns when all threads have stopped: one that still runs would see what a test does next."""
    os.kill(pid, signal.SIGSTOP)
    wait_for(lambda: states_of_threads(pid) <= {"T"}, f"process {pid} to stop")


def cpu_time(pid):
    """Nanoseconds: a process that yields the processor again and again, as those of MPICH 5 do, has no whole ticks."""
    total = 0
    for path in glob.glob(f"/proc/{pid}/task/*/schedstat"):
        with open(path, encoding="ascii") as file:
            total += int(file.read().split()[0])
    return total


def run_mpidbg(*arguments, timeout=120, **options):
    """The finished command, with texts. It must never die of a signal, nor of a sanitizer."""
    environment = dict(os.environ, NO_COLOR="1")
    if SYSROOT and any(os.path.basename(str(argument)).startswith(("gcore.", "kernel-core.")) for argument in arguments):
        arguments += ("--sysroot", SYSROOT)
    if "--plugin" in arguments:
        environment["ASAN_OPTIONS"] = "detect_leaks=0"  # Open MPI's plugin does not free all that it allocates
    options.setdefault("env", environment)
    result = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=timeout,
                            stdin=subprocess.DEVNULL, **options)
    if result.returncode < 0 or "Sanitizer" in result.stderr or "runtime error" in result.stderr:
        raise AssertionError(f"mpidbg {' '.join(map(str, arguments))} crashed: {result.returncode}\n{result.stderr}")
    return result


def schema_of(verb):
    """Of a verb that has a schema of its own."""
    return os.path.join(os.path.dirname(__file__), "../../corefile/command/verbs", verb + ".schema.json")


def validate(answer, schema=SCHEMA):
    """Against a schema that is installed with the command."""
    answer_schema.validate(answer, schema)


class RealTest(unittest.TestCase):
    maxDiff = None

    def ask(self, noun, *targets, code=0):
        """mpidbg's answer as an object, valid by the schema."""
        result = run_mpidbg(noun, *targets, "--json")
        self.assertEqual(result.returncode, code, f"exit code of mpidbg {noun}: {result.stdout}{result.stderr}")
        answer = json.loads(result.stdout)
        validate(answer)
        self.assertEqual(answer["command"], noun)
        return answer

    def assert_settles(self, differences):
        """differences() says what is not as expected yet; it is asked until nothing is, or the deadline."""
        end = time.monotonic() + DEADLINE
        while True:
            found = differences()
            if not found:
                return
            if time.monotonic() > end:
                self.fail("\n".join(found))
            time.sleep(0.05)

    def assert_untouched(self, job):
        """The processes run on: not stopped, not traced, and, since they poll, using processor time."""
        for pid in job.pids:
            self.assertIn(state_of(pid), ("R", "S"), f"state of {pid}")
            with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
                self.assertIn("TracerPid:\t0\n", file.read())
        before = {pid: cpu_time(pid) for pid in job.pids}
        for pid in job.pids:
            wait_for(lambda pid=pid: cpu_time(pid) > before[pid], f"process {pid} to go on")
