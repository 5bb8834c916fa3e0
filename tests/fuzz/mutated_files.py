#!/usr/bin/env python3
"""Damages core files of real jobs, and the files that they name, and asks the command about them.

    mutated_files.py BUILD COUNT [--seed N] [--keep DIRECTORY] [--cores DIRECTORY]
    mutated_files.py BUILD --pages [CORE]...

BUILD is a build directory with the command and the samples. The jobs are samples/layers.c with Open MPI's ob1 and ucx and
with MPICH. Each of COUNT files gets one kind of damage: cut, bits flipped, words replaced, pages zeroed, sizes of notes or
program headers replaced; nine of ten are core files, the others a program or library that a core file is read with. Half of
the damage is where the undamaged file is read. `queues`, `comms`, `why` and `stacks` then have to keep these promises:

- they end within 10 s and 2 s of processor time, with at most 256 MiB, and not by a signal;
- the exit code is a documented one; with 1 there is a sentence without control characters, and what is printed is JSON;
- data that was taken away (cut, zeroed) is missed: an answer that differs from the undamaged one remarks on it.

--pages: instead, each page that is read of a core file is zeroed once, one after the other; of all core files, or of those named
(openmpi, mpich, openmpi_ucx). --keep: where files that break a promise are kept. --cores: where core files are made once and are
found again.
Not a test: prints a table in Markdown, and exits with 1 if a promise was broken.
"""

import argparse
import collections
import glob
import json
import os
import pathlib
import random
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMANDS = ("queues", "comms", "why", "stacks")
UCX = ("--mca", "pml", "ucx", "--mca", "pml_ucx_tls", "any", "--mca", "pml_ucx_devices", "any")
JOBS: dict[str, tuple[str, dict]] = {
    "openmpi": ("layers", {}), "mpich": ("mpich_layers", {"mpi": "mpich"}),
    "openmpi_ucx": ("layers", {"layer": UCX, "environment": {"UCX_TLS": "self,sysv,posix,cma"}})}
MOST_SECONDS, MOST_CPU_SECONDS, MOST_BYTES = 10, 2, 256 << 20
PAGE, HEADER, PROGRAM_HEADER, NOTE = 4096, 64, 56, 4  # NOTE: PT_NOTE
REMARKS = re.compile(r"^(warnings|reason|error|doubt|why|.*problem|unseen.*)$")
SENTENCES = re.compile("cannot be|not visible|not at hand")


def claims_else(whole, damaged):
    """Whether the answers differ in more than values that are unknown, which is what null says. What is left out is in
    other members, too."""
    if isinstance(whole, dict) and isinstance(damaged, dict):
        return any(claims_else(whole[key], damaged.get(key)) for key in whole if key not in ("layouts", "activity", "module"))
    if isinstance(whole, list) and isinstance(damaged, list):
        return len(whole) != len(damaged) or any(claims_else(*pair) for pair in zip(whole, damaged))
    return damaged is not None and whole != damaged


class Answer:
    """What one run of the command gave, and how it broke a promise, if it did."""

    def __init__(self, arguments):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            started = time.monotonic()
            child = subprocess.Popen(arguments, stdout=out, stderr=err, stdin=subprocess.DEVNULL, preexec_fn=self._bound)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = self.code = os.waitstatus_to_exitcode(status)
            self.seconds = time.monotonic() - started
            self.cpu, self.peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024
            out.seek(0)
            err.seek(0)
            self.text, self.error = out.read().decode("utf-8", "replace"), err.read().decode("utf-8", "replace")
        try:
            self.report = json.loads(self.text) if self.text else None
        except ValueError:
            self.report = False

    @staticmethod
    def _bound():
        resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def remarks(self):
        """Every sentence that says what could not be seen."""
        found = set(self.error.splitlines())

        def visit(value, is_remark):
            if isinstance(value, dict):
                for key, member in value.items():
                    if (key, member) in (("complete", False), ("kind", "cut")):  # the latter: a stack that is
                        found.add(key)
                    visit(member, bool(REMARKS.match(key)))
            elif isinstance(value, list):
                for member in value:
                    visit(member, is_remark)
            elif isinstance(value, str) and value and (is_remark or SENTENCES.search(value)):
                found.add(value)
        visit(self.report, False)
        return found

    def broken(self, whole, took_away):
        if self.code < 0:
            return f"signal {-self.code}"
        if self.seconds > MOST_SECONDS and self.cpu > MOST_CPU_SECONDS / 2:
            return f"{self.seconds:.1f} s"
        if self.cpu > MOST_CPU_SECONDS:
            return "processor time"
        if self.peak > MOST_BYTES:
            return "memory"
        if self.code not in (0, 1, 3, 4, 5, 6):
            return f"exit code {self.code}"
        if self.code == 1 and not self.error.strip():
            return "no sentence"
        if re.search(r"[^\n -~\u00a0-\uffff]", self.error):
            return "control characters"
        if self.report is False or (self.report is None and self.code != 1):
            return "not JSON"
        is_silent = self.code not in (1, 6) and claims_else(whole.report, self.report) and self.remarks() <= whole.remarks()
        return "silent loss" if took_away and is_silent else None


class Victim:
    """A file that is damaged in place and mended again, and where the undamaged one is read."""

    def __init__(self, path, arguments):
        self.path, self.arguments = path, arguments
        self.size = os.path.getsize(path)
        self.good = path + ".good"
        shutil.copy(path, self.good)
        with open(self.good, "rb") as file:
            head = file.read(HEADER)
            self.headers, count = struct.unpack_from("<Q", head, 32)[0], struct.unpack_from("<H", head, 56)[0]
            file.seek(self.headers)
            self.segments = [struct.unpack("<IIQQQQQQ", file.read(PROGRAM_HEADER)) for _ in range(count)]
        self.whole = {command: Answer(self.asked(command)) for command in COMMANDS}
        for command, answer in self.whole.items():
            assert answer.code != 1 and "cannot be seen" not in answer.text, f"{command} of {path}: {answer.text}{answer.error}"
        self.read = self._read_places()

    def asked(self, command):
        return [*self.arguments[:1], command, *self.arguments[1:], "--json"]

    # Pages that are read of the file, but its headers.
    def _read_places(self):
        pages: set[int] = set()
        with tempfile.NamedTemporaryFile("r", suffix=".strace") as log:
            for command in COMMANDS:
                subprocess.run(["strace", "-f", "-y", "-e", "trace=pread64", "-s", "0", "-o", log.name, *self.asked(command)],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
                for size, offset in re.findall(r"<" + re.escape(os.path.realpath(self.path)) + r">, .*, (\d+), (\d+)\) = [1-9]",
                                               log.read()):
                    pages.update(range(int(offset) // PAGE, min(self.size, int(offset) + int(size)) // PAGE + 1))
        return sorted(pages) or [0]

    def damage(self, rng):
        """Returns what was done, whether it took data away, and (offset, size) of what has to be mended."""
        kind = rng.choice(("cut", "bits", "words", "pages", "notes", "headers"))
        if kind == "cut":
            at = rng.choice((rng.randrange(self.size), rng.choice(self.read) * PAGE + rng.randrange(PAGE), rng.randrange(PAGE)))
            at = min(at, self.size - 1)
            os.truncate(self.path, at)
            return f"cut to {at}", True, [(at, self.size - at)]
        places = []
        with open(self.path, "r+b") as file:
            for _ in range(rng.choice((1, 1, 2, 4, 16))):
                at, data = self._change(rng, kind)
                at = max(0, min(at, self.size - len(data)))
                if kind == "bits":
                    file.seek(at)
                    data = bytes([file.read(1)[0] ^ 1 << rng.randrange(8)])
                file.seek(at)
                file.write(data)
                places.append((at, len(data)))
        return f"{kind} at {', '.join(str(at) for at, _ in places)}", kind == "pages", places

    def zero(self, page):
        """As damage(); None if the page has zeros alone."""
        with open(self.path, "r+b") as file:
            file.seek(page * PAGE)
            size = len(data := file.read(PAGE))
            if data == bytes(size):
                return None
            file.seek(page * PAGE)
            file.write(bytes(size))
        return f"pages at {page * PAGE}", True, [(page * PAGE, size)]

    def _change(self, rng, kind):
        page = rng.choice(self.read) if rng.random() < 0.5 else rng.randrange(self.size // PAGE + 1)
        number = rng.choice((0, 1, 0xff, 1 << 20, 1 << 31, (1 << 32) - 1, (1 << 63) - 1, (1 << 64) - 1, rng.getrandbits(64),
                             rng.randrange(self.size), (1 << 64) - rng.randrange(PAGE)))
        if kind == "pages":
            return page * PAGE, bytes(PAGE)
        if kind == "words":
            return page * PAGE + rng.randrange(0, PAGE, 4), struct.pack("<Q", number)
        if kind == "bits":
            return page * PAGE + rng.randrange(PAGE), b"\0"
        notes = [segment for segment in self.segments if segment[0] == NOTE and segment[5] > 12]
        if kind == "notes" and notes:
            _, _, begin, _, _, size, _, _ = rng.choice(notes)
            return begin + rng.randrange(0, min(size, 4096), 4), struct.pack("<I", number & 0xffffffff)
        at = rng.randrange(0, HEADER, 2) if rng.random() < 0.2 else (
            self.headers + rng.randrange(max(1, len(self.segments))) * PROGRAM_HEADER + rng.choice((0, 4, 8, 16, 32, 40, 48)))
        width = rng.choice((2, 4, 8))
        return at, struct.pack("<Q", number)[:width]

    def mend(self, places):
        if os.path.getsize(self.path) < self.size:  # what is a hole stays one
            with open(self.path, "ab") as file, open(self.good, "rb") as good:
                at = file.tell()
                os.truncate(self.path, self.size)
                while at < self.size:
                    try:
                        at = os.lseek(good.fileno(), at, os.SEEK_DATA)
                    except OSError:
                        return
                    end = os.lseek(good.fileno(), at, os.SEEK_HOLE)
                    os.lseek(good.fileno(), at, os.SEEK_SET)
                    with open(self.path, "r+b") as target:
                        target.seek(at)
                        target.write(os.pread(good.fileno(), end - at, at))
                    at = end
            return
        with open(self.path, "r+b") as file, open(self.good, "rb") as good:
            for at, size in places:
                file.seek(at)
                file.write(os.pread(good.fileno(), size, at))


def copy_with_links(file, root):
    """The dynamic linker names libraries by links beside them, and by directories that are links."""
    copy = root / file.lstrip("/")
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(file, copy)
    for directory in (os.path.dirname(file), "/usr/lib/x86_64-linux-gnu", "/usr/lib64"):
        for link in glob.glob(f"{directory}/*.so*"):
            if os.path.islink(link) and os.path.realpath(link) == file:
                (root / link.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
                (root / link.lstrip("/")).unlink(missing_ok=True)
                (root / link.lstrip("/")).symlink_to(os.path.relpath(copy, root / os.path.dirname(link).lstrip("/")))
    for name in ("lib", "lib64"):
        if not (root / name).is_symlink():
            (root / name).symlink_to(f"usr/{name}")


def make_cores(build, directory):
    """One core file of each kind, and below DIRECTORY/root the files that they are read with."""
    os.environ.update(MPIDBG_COMMAND=f"{build}/corefile/command/mpidbg", MPIDBG_PLUGIN=f"{build}/mpidbg/libmpidbg.so",
                      MPIDBG_SAMPLES=f"{build}/samples", MPIDBG_SCHEMA=f"{build}/mpidbg.schema.json")
    sys.path.insert(0, str(ROOT / "tests/real"))
    from mpi_job import Job  # reads the environment

    for name, (sample, options) in JOBS.items():
        if (directory / name).exists():
            continue
        with Job(sample, 3, **options) as job:
            pid = job.pid_of_rank[0]
            core = job.gcore(pid)
            with open(f"/proc/{pid}/maps", encoding="utf-8") as maps:
                files = {line.split()[-1] for line in maps if " r-xp " in line and " /" in line}
            for file in files:
                copy_with_links(file, directory / "root")
            (directory / f"{name}.files").write_text("\n".join(sorted(files)), encoding="utf-8")
            subprocess.run(["cp", "--sparse=always", core, directory / name], check=True)


def victims(build, cores, directory):
    command = f"{build}/corefile/command/mpidbg"
    root = directory / "root"
    shutil.copytree(cores / "root", root, symlinks=True)
    for name in JOBS:
        core = str(directory / f"core.{name}")
        subprocess.run(["cp", "--sparse=always", cores / name, core], check=True)
        yield name, Victim(core, [command, core])
        for file in (cores / f"{name}.files").read_text(encoding="utf-8").splitlines():
            if re.search(r"layers|libmpi\b|libmpi\.|libmpich|libopen-pal|pml|libuc[ps]|libc\.so|ld-linux", file):
                copy = str(root) + file
                yield f"{name}: file", Victim(copy, [command, core, "--sysroot", str(root)])


def damages(options, of_cores, of_files):
    """Each victim with its damage, which has to be mended before the next one."""
    if options.pages is not None:
        for name, victim in of_cores:
            for page in victim.read if not options.pages or name in options.pages else ():
                if done := victim.zero(page):
                    yield name, victim, done
        return
    rng = random.Random(options.seed)
    for _ in range(options.count):
        name, victim = rng.choice(of_cores if rng.random() < 0.9 else of_files)
        yield name, victim, victim.damage(rng)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("count", type=int, nargs="?")
    parser.add_argument("--pages", nargs="*", choices=JOBS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--cores", type=pathlib.Path)
    options = parser.parse_args()
    if (options.count is None) == (options.pages is None):
        parser.error("either COUNT or --pages")
    build = os.path.abspath(options.build)
    counts: dict = collections.defaultdict(collections.Counter)
    with tempfile.TemporaryDirectory(prefix="mutated-") as made:
        directory = pathlib.Path(made)
        cores = options.cores or directory / "cores"
        cores.mkdir(parents=True, exist_ok=True)
        make_cores(build, cores)
        everything = list(victims(build, cores, directory))
        of_cores = [one for one in everything if ":" not in one[0]]
        of_files = [one for one in everything if ":" in one[0]]
        for number, (name, victim, (what, took_away, places)) in enumerate(damages(options, of_cores, of_files)):
            print(f"\r{number}", end="", file=sys.stderr, flush=True)
            counts[name]["files"] += 1
            for command in COMMANDS:
                answer = Answer(victim.asked(command))
                broken = answer.broken(victim.whole[command], took_away)
                counts[name]["refused" if answer.code == 1 else "answered"] += 1
                if broken:
                    counts[name]["broken"] += 1
                    print(f"{options.seed}.{number} {name} {command}: {broken}: {what}; {os.path.basename(victim.path)}", flush=True)
                    if options.keep:
                        options.keep.mkdir(parents=True, exist_ok=True)
                        subprocess.run(["cp", "--sparse=always", victim.path, options.keep / f"{options.seed}.{number}"],
                                       check=False)
                        (options.keep / f"{options.seed}.{number}.{command}.whole").write_text(victim.whole[command].text)
                        (options.keep / f"{options.seed}.{number}.{command}").write_text(answer.text + answer.error)
            victim.mend(places)
        print("| core file of | damaged files | answers | refusals | promises broken |\n|---|---|---|---|---|")
        for name, count in counts.items():
            print(f"| {name} | {count['files']} | {count['answered']} | {count['refused']} | {count['broken']} |")
    return any(count["broken"] for count in counts.values())


if __name__ == "__main__":
    sys.exit(main())
