#!/usr/bin/env python3
"""Times whole commands side by side on real jobs: mpidbg against gdb and eu-stack, or against another mpidbg.

    commands.py --build DIRECTORY [--runs N] [--only NAME[,NAME]]
    commands.py --build DIRECTORY --against OLD [--runs N]

DIRECTORY and OLD are release builds; OLD may be the path of its command. Processor time is user and system time of the
child as the kernel counts it (wait4), memory is its peak resident size, and every number is a median. The commands of a
comparison take turns, so that other load on the machine affects all of them alike. Prints a table in Markdown.
Not a test: nothing fails if a bar is missed, but it says so.
"""

import argparse
import glob
import itertools
import json
import mmap
import os
import resource
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
UCX = ("--mca", "pml", "ucx", "--mca", "pml_ucx_tls", "any", "--mca", "pml_ucx_devices", "any")


def row(what, value, bar, reached):
    print(f"| {what} | {value} | {bar} | {'' if reached is None else 'yes' if reached else '**no**'} |", flush=True)


class Cost:
    def __init__(self, cpu, wall, peak):
        self.cpu, self.wall, self.peak = cpu, wall, peak


def run(command):
    """One run: its cost. Output is thrown away. Exit codes 3 to 6 are findings, not failures."""
    begin = time.monotonic()
    process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - begin
    if process.returncode not in (0, 3, 4, 5, 6):
        raise SystemExit(f"{' '.join(map(str, command))} failed with {process.returncode}")
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * 1024)


def medians(runs, **commands):
    """name -> median Cost; one round first that does not count."""
    costs = {name: [] for name in commands}
    for count in range(runs + 1):
        for name, command in commands.items():
            cost = run(command)
            if count:
                costs[name].append(cost)
    return {name: Cost(*(statistics.median(getattr(cost, part) for cost in all_of_it)
                         for part in ("cpu", "wall", "peak"))) for name, all_of_it in costs.items()}


def milliseconds(seconds):
    return f"{seconds * 1e3:.1f} ms"


def mebibytes(size):
    return f"{size / 2**20:.1f} MiB"


def ratio(what, costs, other, at_least=None, at_most=None):
    value = costs[other].cpu / costs["mpidbg"].cpu
    text = f"{milliseconds(costs['mpidbg'].cpu)} against {milliseconds(costs[other].cpu)}"
    if at_least:
        row(what, f"{text}: {value:.0f} times less", f"at least {at_least} times less", value >= at_least)
    else:
        row(what, f"{text}: {1 / value:.2f} times", f"at most {at_most} times", 1 / value <= at_most)


def live(jobs, runs):
    with jobs.Job("hung_recv", 2) as job:
        pid = job.pids[0]
        costs = medians(runs, mpidbg=[jobs.COMMAND, "queues", pid], stack=["eu-stack", "-p", pid],
                        gdb=["gdb", "-nx", "-batch", "-p", pid, "-ex", "bt"])
        ratio("live rank, CPU, against `gdb -nx -batch -p PID -ex bt`", costs, "gdb", at_least=20)
        ratio("live rank, CPU, against `eu-stack -p PID`", costs, "stack", at_most=1.5)


def layers(jobs, runs):
    """One rank of each library and layer that mpirun.openmpi and mpirun.mpich start: those of other suites with tests/libraries.sh."""
    memory = {"UCX_TLS": "self,sysv,posix,cma"}
    for layer, sample, options in (("ob1", "hung_recv", {}), ("ucx", "hung_recv", {"layer": UCX, "environment": memory}),
                                   ("MPICH", "mpich_hung_recv", {"mpi": "mpich", "environment": memory})):
        library = jobs.openmpi_version() + " over " if layer != "MPICH" else ""
        with jobs.Job(sample, 2, **options) as job:
            pid = job.pids[0]
            costs = medians(runs, mpidbg=[jobs.COMMAND, "queues", pid], gdb=["gdb", "-nx", "-batch", "-p", pid, "-ex", "bt"])
            ratio(f"rank of {library}{layer}, CPU, against `gdb -nx -batch -p PID -ex bt`", costs, "gdb", at_least=20)


def unknown_build(directory):
    """A copy of the library with another build-id: what a profile knows by that, it does not know of this one."""
    (path,) = glob.glob("/usr/lib/*/libmpich.so.12")
    note = subprocess.run(["readelf", "-n", path], check=True, capture_output=True, text=True).stdout
    build_id = bytes.fromhex(next(line.split()[-1] for line in note.splitlines() if "Build ID" in line))
    # Not through the memory of this process, which the peak of a command that it starts begins with.
    copy = shutil.copyfile(path, os.path.join(directory, os.path.basename(path)))
    with open(copy, "r+b") as file, mmap.mmap(file.fileno(), 0) as image:
        place = image.find(build_id)
        image[place:place + len(build_id)] = bytes(len(build_id))
    return {"LD_LIBRARY_PATH": directory}


def mpich(jobs, runs):
    """MPICH, which is stripped: its tables are at addresses that the profile of the build knows, or are searched."""
    with tempfile.TemporaryDirectory() as directory, jobs.Job("mpich_hung_recv", 2, mpi="mpich") as job, \
            jobs.Job("mpich_hung_recv", 2, mpi="mpich", environment=unknown_build(directory)) as unknown:
        costs = medians(runs, known=[jobs.COMMAND, "queues", job.pids[0]], mpidbg=[jobs.COMMAND, "queues", unknown.pids[0]],
                        gdb=["gdb", "-nx", "-batch", "-p", unknown.pids[0], "-ex", "bt"])
        ratio("live rank of MPICH, tables searched, CPU, against `gdb -nx -batch -p PID -ex bt`", costs, "gdb", at_least=20)
        more = costs["mpidbg"].cpu - costs["known"].cpu
        row("the search, CPU more than with the profile of the build",
            f"{milliseconds(more)} ({milliseconds(costs['mpidbg'].cpu)} against {milliseconds(costs['known'].cpu)})",
            "at most 5 ms", more <= 0.005)


def core(jobs, runs):
    with jobs.Job("hung_recv", 2) as job:
        pid, other = job.pids
        cores = {"gcore's core": job.gcore(other), "kernel's core": job.kernel_core(pid)}
        for kind, path in cores.items():
            costs = medians(runs, mpidbg=[jobs.COMMAND, "queues", path], stack=["eu-stack", "--core", path],
                            gdb=["gdb", "-nx", "-batch", job.program, path, "-ex", "bt"])
            ratio(f"{kind}, CPU, against `gdb -batch PROGRAM CORE -ex bt`", costs, "gdb", at_least=20)
            row(f"{kind}, CPU, against `eu-stack --core CORE`",
                f"{milliseconds(costs['mpidbg'].cpu)} against {milliseconds(costs['stack'].cpu)}", "", None)
            row(f"{kind}, peak memory", f"{mebibytes(costs['mpidbg'].peak)} (gdb {mebibytes(costs['gdb'].peak)})",
                "under 25 MiB", costs["mpidbg"].peak < 25 * 2**20)


def further(jobs, runs):
    with jobs.Job("hung_recv", 4) as job:
        cores = [job.kernel_core(pid) for pid in job.pids]
        # One core of four is an answer with missing ranks: exit code 4.
        costs = medians(runs, one=[jobs.COMMAND, "queues", cores[0]], four=[jobs.COMMAND, "queues", *cores])
        slope = (costs["four"].cpu - costs["one"].cpu) / 3
        row("each further core of a job, CPU", milliseconds(slope), "at most 5 ms", slope <= 0.005)


def verdict(jobs, runs):
    """`why`: on live ranks, which are looked at twice, and on the cores of one job."""
    with jobs.Job("hangs", 3, "recv_ring") as job:
        backtraces = "; ".join(f"gdb -nx -batch -p {pid} -ex bt" for pid in job.pids[:2])
        costs = medians(runs, mpidbg=[jobs.COMMAND, "why", *job.pids[:2]], gdb=["sh", "-c", backtraces])
        ratio("`why` on 2 live ranks, CPU, against `gdb -nx -batch -p PID -ex bt` of both", costs, "gdb", at_least=20)
        cores = [job.kernel_core(pid) for pid in job.pids]
        costs = medians(runs, one=[jobs.COMMAND, "why", cores[0]], three=[jobs.COMMAND, "why", *cores])
        slope = [(getattr(costs["three"], part) - getattr(costs["one"], part)) / 2 for part in ("cpu", "peak")]
        row("`why`, each further core of a job", f"{milliseconds(slope[0])} of CPU, {mebibytes(max(0, slope[1]))}",
            "1 s and 256 MiB for 128", 128 * slope[0] + costs["one"].cpu <= 1 and 128 * slope[1] + costs["one"].peak <= 2**28)


def many(jobs, runs):
    messages("unexpected messages", runs, lambda count: jobs.Job("many_unexpected", 1, count), jobs.COMMAND)


def many_in_ucx(jobs, runs):
    """The same where UCX holds the messages, and receives that are posted."""
    transports = {"UCX_TLS": "self,sysv,posix,cma"}
    layers = {"Open MPI": {"layer": UCX, "environment": transports}, "MPICH": {"mpi": "mpich", "environment": transports}}
    for library, how in layers.items():
        for what in ("unexpected", "posted"):
            sample = f"mpich_many_{what}" if library == "MPICH" else f"many_{what}"
            messages(f"{what} messages in UCX, {library}", runs,
                     lambda count, sample=sample, how=how: jobs.Job(sample, 2, count, **how), jobs.COMMAND)


def messages(what, runs, start, command):
    """Cost against number of messages: the slope between the ends, and how far from it the points between lie."""
    counts = (0, 10000, 30000, 100000)
    text, json = {}, {}
    for count in counts:
        with start(count) as job:
            pid = job.pid_of_rank[0]
            costs = medians(runs, text=[command, "queues", pid], json=[command, "queues", pid, "--json"])
            text[count], json[count] = costs["text"], costs["json"]
    for kind, costs in (("", text), (" (--json)", json)):
        first, last = costs[counts[0]], costs[counts[-1]]
        cpu = (last.cpu - first.cpu) / counts[-1]
        size = (last.peak - first.peak) / counts[-1]
        row(f"100,000 {what}, CPU{kind}",
            f"{milliseconds(last.cpu)}: {cpu * 1e6:.2f} us a message", "at most 2 us", cpu <= 2e-6)
        row(f"100,000 {what}, memory{kind}",
            f"{mebibytes(last.peak)}: {size:.0f} bytes a message", "at most 200 bytes", size <= 200)
        points = ", ".join(f"{count // 1000}k: {(costs[count].cpu - first.cpu) / count * 1e6:.2f} us"
                           for count in counts[1:])
        slopes = [(costs[count].cpu - first.cpu) / count for count in counts[1:]]
        row(f"cost is linear{kind}", points, "no growth a message", max(slopes) <= 1.5 * min(slopes) or
            slopes[-1] <= 1.2 * slopes[0])


class Gap:
    """The longest pause that a rank which only reads the clock has seen, from the memory it shares with us."""

    def __init__(self, path):
        with open(path, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 4096)

    def restart(self):
        self.memory[0:8] = bytes(8)

    def seconds(self):
        return struct.unpack_from("=Q", self.memory)[0] / 1e9


def stop_time(jobs, runs):
    for count in (3, 10000):
        with jobs.Job("many_unexpected", 1, count, "/tmp/mpidbg-bench-gap") as job:
            gap = Gap("/tmp/mpidbg-bench-gap")
            os.unlink("/tmp/mpidbg-bench-gap")
            for noun in ("queues", "why"):
                command = [jobs.COMMAND, noun, job.pids[0]]
                wall = run(command).wall
                alone, stopped = [], []
                for _ in range(max(runs, 15)):
                    gap.restart()
                    time.sleep(wall)
                    alone.append(gap.seconds())
                    gap.restart()
                    run(command)
                    stopped.append(gap.seconds())
                value = statistics.median(stopped)
                row(f"longest time that `{noun}` stops a live rank with {count} messages",
                    f"{milliseconds(value)} (longest pause without mpidbg {milliseconds(statistics.median(alone))})",
                    "at most 5 ms", value <= 0.005 if count == 3 else None)


def captures(jobs, runs):
    """How large captures are, how long a rank is stopped for one, and what one of a core file costs."""
    with tempfile.TemporaryDirectory() as directory:
        def capture(*words):
            return [jobs.COMMAND, "capture", "-o", os.path.join(directory, str(next(numbers))), *words]

        numbers = itertools.count()
        for sample, options in (("requests", {}), ("communicators", {}), ("mpich_hung_recv", {"mpi": "mpich"}),
                                ("mpich_communicators", {"mpi": "mpich"})):
            with jobs.Job(sample, 2, **options) as job:
                command = capture(job.pids[0])
                run(command)
                packed = subprocess.run(["zstd", "-c", command[3]], check=True, capture_output=True).stdout
                size = os.path.getsize(command[3])
                row(f"capture of a rank of samples/{sample}", f"{size / 1024:.0f} KiB, {len(packed) / 1024:.0f} KiB after zstd",
                    "at most 1 MiB, 300 KiB", size <= 2**20 and len(packed) <= 300 * 1024)
        with jobs.Job("many_unexpected", 1, 3, os.path.join(directory, "gap")) as job:
            gap = Gap(os.path.join(directory, "gap"))
            stopped = []
            for _ in range(max(runs, 15)):
                gap.restart()
                run(capture(job.pids[0]))
                stopped.append(gap.seconds())
            row("longest time that `capture` stops a live rank", milliseconds(statistics.median(stopped)), "at most 10 ms",
                statistics.median(stopped) <= 0.01)
        for sample, options in (("hung_recv", {}), ("mpich_hung_recv", {"mpi": "mpich"})):
            with jobs.Job(sample, 2, **options) as job:
                core = job.gcore(job.pids[0])
                for what, words in (("", ()), (", without separate debug information", ("--debug-dir", directory))):
                    cost = statistics.median(run(capture(*words, core)).cpu for _ in range(runs))
                    row(f"capture of gcore's core of samples/{sample}, {os.path.getsize(core) >> 20} MiB{what}, CPU",
                        milliseconds(cost), "at most 50 ms", cost <= 0.05)
        with jobs.Job("hung_recv", 4) as job:
            command = capture(job.mpirun.pid)
            run(command)
            copies = os.path.join(directory, "1000")
            os.mkdir(copies)
            for number, path in itertools.product(range(250), glob.glob(os.path.join(command[3], "*"))):
                shutil.copyfile(path, os.path.join(copies, f"{number}.{os.path.basename(path)}"))
            for noun in ("queues", "ranks", "why"):
                (cost,) = medians(min(runs, 5), mpidbg=[jobs.COMMAND, noun, copies]).values()
                row(f"`{noun}` of 1,000 captures (4 of one job, 250 times each), wall, CPU and peak memory",
                    f"{cost.wall:.1f} s, {cost.cpu:.1f} s, {mebibytes(cost.peak)}", "3 s wall on two processors, 512 MiB",
                    cost.wall <= 3 and cost.peak <= 512 * 2**20)


def many_ranks(jobs, runs):
    """`why` on 64 ranks of one node, which poll and yield, and which are stopped: they leave the processors to it then."""
    with jobs.Job("hung_recv", 64, environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
        for state, number in (("poll", signal.SIGCONT), ("are stopped", signal.SIGSTOP)):
            for pid in job.pids:
                os.kill(pid, number)
            costs = medians(min(runs, 5), all=[jobs.COMMAND, "why", *job.pids], few=[jobs.COMMAND, "why", *job.pids[:4]])
            row(f"`why` on 64 live ranks that {state}, wall and peak memory",
                f"{costs['all'].wall:.2f} s, {mebibytes(costs['all'].peak)}", "at most 1 s on idle processors",
                costs["all"].wall <= 1)
            each = (costs["all"].cpu - costs["few"].cpu) / 60
            row("each further rank, CPU", milliseconds(each), "at most 5 ms", each <= 0.005)
        for pid in job.pids:
            os.kill(pid, signal.SIGCONT)


def datatype(jobs, runs):
    """One datatype of a million irregular blocks, in order and not."""
    for order in ("in order", "shuffled"):
        with jobs.Job("large_datatype", 1, 1000000, 0, order) as job:
            (pid,) = job.pids
            handle = job.facts_of(pid, "handle")[0]["handle"]
            costs = medians(runs, text=[jobs.COMMAND, "show", "datatype", handle, pid],
                            json=[jobs.COMMAND, "show", "datatype", handle, pid, "--json"])
            for kind, cost in costs.items():
                row(f"show datatype, a million blocks {order} ({kind})",
                    f"{milliseconds(cost.wall)} wall, {milliseconds(cost.cpu)} CPU, {mebibytes(cost.peak)}",
                    "at most 200 ms and 64 MiB", cost.wall <= 0.2 and cost.peak <= 64 * 2**20)


def search(jobs, runs):
    """Datatypes that no table lists, in a heap of a GiB."""
    with jobs.Job("large_datatype", 1, 1000, 1024) as job:
        costs = medians(runs, mpidbg=[jobs.COMMAND, "datatypes", job.pids[0]])
        row("datatypes of a process with a heap of 1 GiB",
            f"{milliseconds(costs['mpidbg'].wall)} wall, {milliseconds(costs['mpidbg'].cpu)} CPU, "
            f"{mebibytes(costs['mpidbg'].peak)}", "at most 1 s", costs["mpidbg"].wall <= 1)


LISTS = ("queues", "comms", "groups", "requests", "datatypes", "windows", "files", "infos", "ops", "errhandlers", "messages")


def handles(jobs, runs):
    """100 objects of every kind: all of them at once, and a command for each kind."""
    with jobs.Job("handles", 1, 100) as job:
        pid = job.pids[0]
        costs = medians(runs, handles=[jobs.COMMAND, "handles", pid], nothing=[jobs.COMMAND, "ranks", pid],
                        **{noun: [jobs.COMMAND, noun, pid] for noun in LISTS})
        row("100 objects of each kind, `handles`, CPU", milliseconds(costs["handles"].cpu), "at most 50 ms",
            costs["handles"].cpu <= 0.05)
        everything = sum(costs[noun].cpu for noun in LISTS)
        row(f"100 objects of each kind, the {len(LISTS)} lists one by one, CPU",
            f"{milliseconds(everything)}, of which {milliseconds(len(LISTS) * costs['nothing'].cpu)} to start and attach", "", None)
        core = job.gcore(pid)
        cost = medians(runs, core=[jobs.COMMAND, "handles", core])["core"]
        row("100 objects of each kind, `handles` of a core, CPU and memory",
            f"{milliseconds(cost.cpu)}, {mebibytes(cost.peak)}", "at most 50 ms", cost.cpu <= 0.05)
        bench = os.path.join(os.path.dirname(jobs.SAMPLES), "tests", "bench", "bench_handles")
        plugin = os.path.join(os.path.dirname(jobs.SAMPLES), "mpidbg", "libmpidbg.so")
        if os.path.exists(bench):
            subprocess.run([bench, plugin, str(pid)], check=True)


def variables(jobs, runs):
    """Every control variable and category of a process that has all of the library's components open, from a core."""
    with jobs.Job("mpit_variables", 1) as job:
        pid = job.pids[0]
        cvars, categories = (job.facts_of(pid, kind)[0]["count"] for kind in ("cvar_count", "category_count"))
        core = job.gcore(pid)
        costs = medians(runs, cvars=[jobs.COMMAND, "cvars", core], categories=[jobs.COMMAND, "categories", core],
                        json=[jobs.COMMAND, "cvars", core, "--json"])
        both = costs["cvars"].cpu + costs["categories"].cpu
        row(f"`cvars` and `categories` of a core, {cvars} and {categories}, CPU", f"{milliseconds(costs['cvars'].cpu)} and "
            f"{milliseconds(costs['categories'].cpu)}, {mebibytes(costs['cvars'].peak)}", "at most 50 ms together", both <= 0.05)
        row("the same, `cvars --json`, CPU", milliseconds(costs["json"].cpu), "", None)


GDB_COMMANDS = ["mpi queues", "still mpi queues", "mpi comms", "mpi requests", "mpi datatypes", "mpi windows", "mpi files",
                "mpi ranks", "mpi handles"]


def in_gdb(jobs, pid, program, *connect):
    """What gdb_times.py measures in one GDB."""
    script = os.path.join(os.path.dirname(jobs.SAMPLES), "gdb_python", "mpidbg.py")
    target = ["-p", str(pid)] if not connect else [program, "-iex", "set sysroot /", *connect]
    words = ["gdb", "-nx", "-batch", "-iex", "set debuginfod enabled off", *target, "-ex", f"source {script}",
             "-ex", f"python gdb_commands = {GDB_COMMANDS!r}", "-ex", f"source {os.path.join(HERE, 'gdb_times.py')}"]
    text = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=True).stdout
    return json.loads(next(line for line in text.splitlines() if line.startswith("RESULT "))[len("RESULT "):])


def front_end(jobs, runs):
    """GDB's front end: its commands' processor time inside of GDB, and the round trips to a gdbserver."""
    with jobs.Job("handles", 1, 100) as job:
        results = [in_gdb(jobs, job.pids[0], job.program) for _ in range(runs)]
        first = statistics.median(result["first"] for result in results)
        row("GDB: first `mpi queues`, 100 objects of each kind, CPU", milliseconds(first), "at most 120 ms", first <= 0.12)
        for command in GDB_COMMANDS:
            cost = statistics.median(result[command] for result in results)
            row(f"GDB: later `{command}`", milliseconds(cost), "at most 50 ms", cost <= 0.05)
    with jobs.Job("many_requests", 1) as job:
        results = [in_gdb(jobs, job.pids[0], job.program)["locals"] for _ in range(runs)]
        more = statistics.median(with_printers - without for with_printers, without in results)
        row("GDB: `info locals` with 100 requests, more than without printers", milliseconds(more), "at most 30 ms", more <= 0.03)
        server = subprocess.Popen(["gdbserver", "--once", "--attach", "localhost:0", str(job.pids[0])], text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        port = next(line for line in server.stdout if "Listening on port" in line).split()[-1]
        result = in_gdb(jobs, job.pids[0], job.program, "-ex", f"target remote localhost:{port}")
        server.communicate()
        row("gdbserver: reads of memory for the first `mpi queues`, 100 requests", result["reads"], "", None)
        for command in GDB_COMMANDS:
            row(f"gdbserver: reads of memory for a later `{command}`", result[f"reads of {command}"], "", None)


MOST_GROWTH = 1.02


def peak(command):
    """The command's peak memory by GNU time, which is smaller than Python: a child begins with its parent's peak."""
    words = ["/usr/bin/time", "-f", "%M", *map(str, command)]
    result = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    return int(result.stderr.split()[-1]) * 1024


def compare(what, words, old, runs, target):
    """This build and `old` with the same words and targets, in turn; a ratio is the median of those of the pairs.

    `target` gives the last words; it is asked anew for each of the two, so that what they write has a name of its own.
    """
    for quantity, cost, text in (("CPU", lambda command: run(command).cpu, milliseconds), ("memory", peak, mebibytes)):
        pairs = [tuple(cost([program, *words, *target()]) for program in (os.environ["MPIDBG_COMMAND"], old))
                 for _ in range(runs + 1)][1:]
        value = statistics.median(now / before for now, before in pairs)
        now, before = (text(statistics.median(side)) for side in zip(*pairs))
        row(f"{what}, {quantity}", f"{now} against {before}: {value:.2f}", f"at most {MOST_GROWTH}", value <= MOST_GROWTH)


NOUNS_OF_HUNG_RANK = (["queues"], ["ranks"], ["comms"], ["requests"], ["queues", "--json"])
NOUNS_OF_MANY_OBJECTS = (["queues"], ["show", "comm", "MPI_COMM_WORLD"], ["handles"], *([noun] for noun in LISTS[1:]))


def against(jobs, runs, old):
    """Every command of this build against that of another one, `old`."""
    def compare_lists(prefix, lists, targets):
        for words in lists:
            compare(f"{prefix}`{' '.join(words)}`", words, old, runs, lambda: targets)

    with jobs.Job("hung_recv", 2) as job, tempfile.TemporaryDirectory() as directory:
        compare_lists("live rank, ", NOUNS_OF_HUNG_RANK, job.pids[:1])
        compare_lists("two live ranks, ", (["why"],), job.pids)
        core = job.kernel_core(job.pids[0])
        compare_lists("its core, ", (["queues"], ["why"]), [core])
        numbers = itertools.count()
        compare("its core, `capture`", ["capture"], old, runs,
                lambda: ["-o", os.path.join(directory, str(next(numbers))), core])
        run([old, "capture", "-o", os.path.join(directory, "capture"), core])
        compare_lists("its capture, ", (["queues"], ["why"]), [os.path.join(directory, "capture")])
    with jobs.Job("many_unexpected", 1, 100000) as job:
        compare_lists("100,000 unexpected messages, ", (["queues"], ["queues", "--json"], ["why"]), job.pids)
    with jobs.Job("handles", 1, 300) as job:
        compare_lists("300 objects of each kind, ", NOUNS_OF_MANY_OBJECTS, job.pids)
    with jobs.Job("mpit_variables", 1) as job:
        compare_lists("", (["cvars"], ["pvars"], ["categories"]), job.pids)


BENCHMARKS = {"live": live, "layers": layers, "mpich": mpich, "core": core, "further": further, "why": verdict, "many": many,
              "ucx": many_in_ucx, "stop": stop_time, "captures": captures, "ranks": many_ranks, "handles": handles, "datatype": datatype,
              "search": search, "variables": variables, "gdb": front_end}


def command_in(place):
    """The command of a build, or `place` itself if it is a program; None if there is none."""
    found = [place] if os.path.isfile(place) else glob.glob(os.path.join(place, "**", "mpidbg"), recursive=True)
    return next((path for path in found if os.path.isfile(path) and os.access(path, os.X_OK)), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--build", required=True, help="a release build")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--only", default=",".join(BENCHMARKS), help="some of: " + ", ".join(BENCHMARKS))
    parser.add_argument("--against", metavar="OLD", help="another release build, or its command, to compare with")
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    command = command_in(build)
    if command is None:
        parser.error(f"no mpidbg in {build}")
    os.environ.update(MPIDBG_COMMAND=command, MPIDBG_PLUGIN="", MPIDBG_SCHEMA="",
                      MPIDBG_SAMPLES=os.path.join(build, "samples"))
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.path.join(HERE, "..", "real"))
    import mpi_job

    resource.setrlimit(resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2)
    print("| what | measured | bar | reached |\n|---|---|---|---|")
    if options.against:
        old = command_in(os.path.abspath(options.against))
        if old is None:
            parser.error(f"no mpidbg in {options.against}")
        against(mpi_job, options.runs, old)
        return 0
    for name in options.only.split(","):
        BENCHMARKS[name](mpi_job, options.runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
