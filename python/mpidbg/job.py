"""Processes, core files and captures that are inspected together as one job."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import re
import time
from typing import Any, Iterator, Optional, Union

from . import answers, binding
from .binding import Error, sentence, shim

_BETWEEN_LOOKS = 0.2  # seconds: a message in the memory that two ranks share is under way for microseconds
Target = Union[int, str, "os.PathLike[str]"]


class _Process:
    """One target, with a session of libmqs_shim.so."""

    def __init__(self, name: str, executable: Optional[str], sysroot: Optional[str], plugin: Optional[str]) -> None:
        self._processes, self._shim = binding.processes(), shim.library()
        self._session = None
        error = ctypes.c_void_p()
        self._process = self._processes.mpidbg_process_open(name.encode(), _encoded(executable), _encoded(sysroot), ctypes.byref(error))
        if not self._process:
            raise Error(sentence(binding.taken(error)))
        self._table = self._processes.mpidbg_process_target(self._process)
        options = shim.sized(shim.Options(plugin=_encoded(plugin), image_name=name.encode()))
        self._stop()
        try:
            self._session = self._shim.mqs_shim_open(self._table, ctypes.byref(options), ctypes.byref(error))
        finally:
            self._processes.mpidbg_process_resume(self._process)
        if not self._session:
            problem = shim.text_of(error.value)
            self.close()
            raise Error(sentence(f"{name}: {problem}"))

    def _stop(self) -> None:
        error = ctypes.c_void_p()
        if not self._processes.mpidbg_process_stop(self._process, ctypes.byref(error)):
            raise Error(sentence(binding.taken(error)))

    def read(self, noun: str, flags: int) -> None:
        """Reads while the process is held still. The answer reports what cannot be read."""
        self._stop()
        try:
            self._shim.mqs_shim_read_noun(self._session, shim.NOUNS.index(noun), flags)
            self._add_threads()
        finally:
            self._processes.mpidbg_process_resume(self._process)

    def read_object(self, kind: str, handle: str) -> None:
        self._stop()
        try:
            if self._shim.mqs_shim_read_object(self._session, kind.encode(), handle.encode()) != shim.OK:
                raise Error(sentence(self._shim.mqs_shim_error(self._session).decode("utf-8", "replace")))
        finally:
            self._processes.mpidbg_process_resume(self._process)

    def _add_threads(self) -> None:
        count, threads, error = ctypes.c_size_t(), ctypes.POINTER(shim.Thread)(), ctypes.c_void_p()
        if not self._processes.mpidbg_process_threads(self._process, ctypes.byref(count), ctypes.byref(threads), ctypes.byref(error)):
            binding.taken(error)
            return
        self._shim.mqs_shim_set_threads(self._session, count, threads)

    def hold(self) -> None:
        self._stop()

    def release(self) -> None:
        self._processes.mpidbg_process_resume(self._process)

    def pictures(self) -> Optional[tuple[bytes, int, int]]:
        """For a capture with two looks: the boot of the machine, and the times in nanoseconds."""
        boot, first, second = ctypes.c_char_p(), ctypes.c_int64(), ctypes.c_int64()
        if not self._processes.mpidbg_process_pictures(self._process, ctypes.byref(boot), ctypes.byref(first), ctypes.byref(second)):
            return None
        return boot.value or b"", first.value, second.value

    def show_first(self, first: bool) -> None:
        self._processes.mpidbg_process_show_first(self._process, int(first))

    def add_to(self, job: ctypes.c_void_p) -> None:
        self._shim.mqs_shim_job_add(job, self._session)

    def close(self) -> None:
        session, self._session = self._session, None
        process, self._process = self._process, None
        self._shim.mqs_shim_close(session)
        self._processes.mpidbg_process_close(process)


def _check_command(command: str) -> None:
    if command not in shim.NOUNS or command == "show":
        raise ValueError(f"not a command that lists or explains: {command!r}")


def _encoded(text: Optional[str]) -> Optional[bytes]:
    return None if text is None else os.fsencode(text)


class Job:
    """Made by mpidbg.open(). A context manager: close() lets go of everything. Live processes run between two questions."""

    def __init__(self, processes: list[_Process]) -> None:
        self._processes = processes

    def __enter__(self) -> "Job":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for process in self._processes:
            process.close()
        self._processes = []

    # ---- questions ----

    def why(self) -> answers.Verdict:
        """Who waits for whom, and whether it can ever go on. All processes are held still together for a look, and run for 0.2 s
        before another one, where that can prove more."""
        said, text = self._look_at_all([(shim.JSON, {}), (shim.TEXT, {})])
        return answers.verdict(json.loads(said), text)

    def ranks(self) -> list[answers.Process]:
        return self._ask("ranks")

    def queues(self, internal: bool = False) -> list[answers.Process]:
        """Posted receives, unexpected messages, pending sends, by communicator; `internal`: those of the library, too."""
        return self._ask("queues", all=int(internal))

    def communicators(self, freed: bool = False) -> list[answers.Process]:
        return self._ask("comms", flags=shim.FREED if freed else 0)

    def objects(self, kind: str, predefined: bool = False, freed: bool = False) -> list[answers.Process]:
        """`kind`: "requests", "datatypes", "windows", "files", "infos", "ops", "errhandlers", "messages", "groups", "sessions",
        "cvars", "pvars", ...: a command of mpidbg."""
        if kind not in shim.NOUNS:
            raise ValueError(f"not a kind of object: {kind!r}")
        return self._ask(kind, all=int(predefined), flags=shim.FREED if freed else 0)

    def show(self, kind: str, handle: Union[int, str]) -> list[answers.Process]:
        """One object of each process in full: `kind` and `handle` as for `mpidbg show`."""
        words = hex(handle) if isinstance(handle, int) else handle
        for process in self._live():
            process.read_object(kind, words)
        with _Answer("show", shim.JSON, {}) as answer:
            answer.add(self._processes)
            return [answers.process(one) for one in json.loads(answer.finish())["processes"]]

    def text(self, command: str) -> str:
        """What `mpidbg COMMAND` prints."""
        _check_command(command)
        return self._finish(command, shim.TEXT)

    def json(self, command: str, **options: Any) -> dict:
        """What `mpidbg COMMAND --json` prints."""
        _check_command(command)
        flags = options.pop("flags", 0)
        return json.loads(self._finish(command, shim.JSON, flags, **options))

    # ---- how ----

    def _live(self) -> list[_Process]:
        if not self._processes:
            raise Error("The job is closed.")
        return self._processes

    def _ask(self, noun: str, flags: int = 0, **options: Any) -> list[answers.Process]:
        return [answers.process(one) for one in self.json(noun, flags=flags, **options)["processes"]]

    def _read(self, noun: str, flags: int = 0) -> list[_Process]:
        held = []
        try:
            # All processes are held together, so that nothing moves while the others are read.
            for process in self._live() if noun == "why" else []:
                process.hold()
                held.append(process)
            for process in self._live():
                process.read(noun, flags)
        finally:
            for process in held:
                process.release()
        return self._processes

    def _finish(self, noun: str, output: int, flags: int = 0, **options: Any) -> str:
        if noun == "why":
            return self._look_at_all([(output, options)])[0]
        with _Answer(noun, output, options) as answer:
            answer.add(self._read(noun, flags))
            return answer.finish()

    def _seconds_between_pictures(self) -> Optional[float]:
        """If all processes are captures of two looks each, all first ones before all second ones."""
        pictures = [process.pictures() for process in self._live()]
        told = [picture for picture in pictures if picture is not None]
        if len(told) < len(pictures) or len({boot for boot, _, _ in told}) != 1:
            return None
        nanoseconds = min(second for _, _, second in told) - max(first for _, first, _ in told)
        return nanoseconds / 1e9 if nanoseconds > 0 else None

    def _look_at_all(self, wanted: list[tuple[int, dict[str, Any]]]) -> list[str]:
        """The verdict in each requested form, from as many looks as can prove something."""
        pictured = self._seconds_between_pictures()
        texts: list[str] = []
        with contextlib.ExitStack() as stack:
            verdicts = [stack.enter_context(_Answer("why", output, options)) for output, options in wanted]
            for verdict in verdicts if pictured is not None else []:
                verdict.have_two_pictures()
            seconds, before = 0.0, None
            try:
                while not texts:
                    for process in self._processes if pictured is not None else []:
                        process.show_first(before is None)
                    self._read("why")
                    now = time.monotonic()
                    if before is not None:
                        seconds = now - before if pictured is None else pictured
                    before = now
                    for verdict in verdicts:
                        verdict.add(self._processes)
                    if not all([verdict.wants_another_look(seconds) for verdict in verdicts]):
                        texts = [verdict.finish() for verdict in verdicts]
                    elif pictured is None:
                        time.sleep(_BETWEEN_LOOKS)
            finally:
                for process in self._processes if pictured is not None else []:
                    process.show_first(False)
        return texts


class _Answer:
    """The answers of processes as one text, through mqs_shim_job_* of mqs_shim.h."""

    def __init__(self, noun: str, output: int, options: dict[str, Any]) -> None:
        self._library, error = shim.library(), ctypes.c_void_p()
        self._job = self._library.mqs_shim_job_new(shim.NOUNS.index(noun), output,
                                                   ctypes.byref(shim.sized(shim.RenderOptions(**options))), ctypes.byref(error))
        if not self._job:
            raise Error(sentence(shim.text_of(error.value) or "no answer"))

    def __enter__(self) -> "_Answer":
        return self

    def __exit__(self, *_: object) -> None:
        self._library.mqs_shim_job_free(self._job)

    def have_two_pictures(self) -> None:
        self._library.mqs_shim_job_have_two_pictures(self._job)

    def add(self, processes: list[_Process]) -> None:
        for process in processes:
            process.add_to(self._job)

    def wants_another_look(self, seconds: float) -> bool:
        return bool(self._library.mqs_shim_job_look_again(self._job, seconds))

    def finish(self) -> str:
        return shim.text_of(self._library.mqs_shim_job_finish(self._job)) or ""


def _children(pid: int) -> list[int]:
    library, most = binding.processes(), 65536
    pids = (ctypes.c_int64 * most)()
    return list(pids[:min(library.mpidbg_processes_started_by(pid, pids, most), most)])


def _is_core(path: str) -> bool:
    with open_file(path, "rb") as file:
        head = file.read(18)
    return head[:4] == b"\x7fELF" and head[16:18] in (b"\4\0", b"\0\4")


def _words(target: Target) -> Iterator[str]:
    """The targets behind a word: the ranks of a launcher, the core files in a directory."""
    word = os.fspath(target) if not isinstance(target, int) else str(target)
    if re.fullmatch(r"\d+", word):
        yield from map(str, _children(int(word)) or [int(word)])
    elif os.path.isdir(word):
        files = [os.path.join(word, name) for name in sorted(os.listdir(word))]
        found = [path for path in files if os.path.isfile(path) and _is_core(path)]
        if not found:
            raise Error(f"{word} has no core files or captures.")
        yield from found
    else:
        yield word


def _identity(word: str) -> Any:
    """The identity of a file, which is equal for all its names."""
    if re.fullmatch(r"\d+", word):
        return word
    try:
        status = os.stat(word)
        return status.st_dev, status.st_ino
    except OSError:
        return word


open_file = open


def open(*targets: Target, executable: Optional[str] = None, sysroot: Optional[str] = None,  # pylint: disable=redefined-builtin
         plugin: Optional[str] = None) -> Job:
    """The job that the targets are: pids of launchers or ranks, core files, captures, or directories of these. Raises
    mpidbg.Error if one of them cannot be inspected. `executable` and `sysroot` as the options --exe and --sysroot."""
    if not targets:
        raise ValueError("no target")
    processes: list[_Process] = []
    met: set[Any] = set()
    try:
        for target in targets:
            for word in _words(target):
                if _identity(word) in met:
                    continue
                met.add(_identity(word))
                processes.append(_Process(word, executable, sysroot, plugin))
    except BaseException:
        Job(processes).close()
        raise
    return Job(processes)
