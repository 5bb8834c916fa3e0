"""Defines Job: processes, core files and captures that are inspected together."""

from __future__ import annotations

import ctypes
import json
import os
from typing import Any, Optional, Union

from . import answers, binding
from .binding import Error, sentence, shim

Target = Union[int, str, "os.PathLike[str]"]


class _Process:
    """A session of libmqs_shim.so for one target. libmqs_shim.so holds a live process still while it reads."""

    def __init__(self, table: Any, problem: Optional[bytes], plugin: Optional[str]) -> None:
        self._shim = shim.library()
        self.session: Optional[int] = None
        if problem is not None:
            # A rank that has ended gets a session although it cannot be read, because the verdict on a job includes the
            # rank.
            if table.contents.world_rank < 0:
                raise Error(sentence(problem.decode("utf-8", "replace")))
            self.session = self._shim.mqs_shim_open_closed(table, problem)
            return
        error = ctypes.c_void_p()
        options = shim.sized(shim.Options(plugin=None if plugin is None else os.fsencode(plugin), image_name=table.contents.name))
        self.session = self._shim.mqs_shim_open(table, ctypes.byref(options), ctypes.byref(error))
        if not self.session:
            name = table.contents.name.decode("utf-8", "replace")
            raise Error(sentence(f"{name}: {shim.text_of(error.value)}"))

    def read(self, noun: str, flags: int) -> None:
        """Reads the facts that the command `noun` shows. Raises no exception: the answer describes failures."""
        self._shim.mqs_shim_read_noun(self.session, shim.NOUNS.index(noun), flags | shim.WITH_THREADS)

    def read_object(self, kind: str, handle: str) -> None:
        if self._shim.mqs_shim_read_object(self.session, kind.encode(), handle.encode()) != shim.OK:
            raise Error(sentence(self._shim.mqs_shim_error(self.session).decode("utf-8", "replace")))

    def close(self) -> None:
        session, self.session = self.session, None
        self._shim.mqs_shim_close(session)


def _check_command(command: str) -> None:
    if command not in shim.NOUNS or command == "show":
        raise ValueError(f"not a command that lists or explains: {command!r}")


class Job:
    """A job that mpidbg.open() returns. Live processes run between questions. close(), or the end of a `with` block,
    releases the processes and files."""

    def __init__(self, processes: list[_Process], targets: Optional[binding.lent_targets.Targets] = None) -> None:
        self._processes, self._targets = processes, targets

    def __enter__(self) -> "Job":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        for process in self._processes:
            process.close()
        self._processes = []
        if self._targets is not None:
            self._targets.close()
        self._targets = None

    # ---- questions ----

    def why(self) -> answers.Verdict:
        """Returns the verdict of `mpidbg why`: who waits for whom, and whether these ranks can ever go on. Live
        processes run between the inspections. They are held at the same time only if a proof requires it."""
        with self._verdict() as verdict:
            said, text = (verdict.render(output, shim.sized(shim.RenderOptions())) for output in (shim.JSON, shim.TEXT))
            return answers.verdict(json.loads(said), text)

    def ranks(self) -> list[answers.Process]:
        return self._ask("ranks")

    def queues(self, internal: bool = False) -> list[answers.Process]:
        """Returns posted receives, unexpected messages and pending sends, by communicator. `internal` adds operations
        of the MPI library itself."""
        return self._ask("queues", all=int(internal))

    def communicators(self, freed: bool = False) -> list[answers.Process]:
        return self._ask("comms", flags=shim.FREED if freed else 0)

    def objects(self, kind: str, predefined: bool = False, freed: bool = False) -> list[answers.Process]:
        """Returns all objects of a kind. `kind` is the name of a command of mpidbg: "requests", "datatypes", "windows",
        "files", "infos", "ops", "errhandlers", "messages", "groups", "sessions", "cvars", "pvars" and so on."""
        if kind not in shim.NOUNS:
            raise ValueError(f"not a kind of object: {kind!r}")
        return self._ask(kind, all=int(predefined), flags=shim.FREED if freed else 0)

    def show(self, kind: str, handle: Union[int, str]) -> list[answers.Process]:
        """Returns one object of each process in full. `kind` and `handle` are those of `mpidbg show`."""
        words = hex(handle) if isinstance(handle, int) else handle
        for process in self._live():
            process.read_object(kind, words)
        with _Answer("show", shim.JSON, {}) as answer:
            answer.add(self._processes)
            return [answers.process(one) for one in json.loads(answer.finish())["processes"]]

    def text(self, command: str) -> str:
        """Returns the text that `mpidbg COMMAND` prints."""
        _check_command(command)
        return self._finish(command, shim.TEXT)

    def json(self, command: str, **options: Any) -> dict:
        """Returns the JSON that `mpidbg COMMAND --json` prints, parsed."""
        _check_command(command)
        flags = options.pop("flags", 0)
        return json.loads(self._finish(command, shim.JSON, flags, **options))

    # ---- implementation ----

    def _live(self) -> list[_Process]:
        if not self._processes:
            raise Error("The job is closed.")
        return self._processes

    def _ask(self, noun: str, flags: int = 0, **options: Any) -> list[answers.Process]:
        return [answers.process(one) for one in self.json(noun, flags=flags, **options)["processes"]]

    def _verdict(self) -> Any:
        launcher = None if self._targets is None else self._targets.launcher
        return shim.Verdict([process.session for process in self._live()], launcher=launcher)

    def _finish(self, noun: str, output: int, flags: int = 0, **options: Any) -> str:
        if noun == "why":
            with self._verdict() as verdict:
                return verdict.render(output, shim.sized(shim.RenderOptions(**options)))
        with _Answer(noun, output, options) as answer:
            for process in self._live():
                process.read(noun, flags)
            answer.add(self._processes)
            return answer.finish()


class _Answer:
    """Combines the answers of processes to one text or JSON, with mqs_shim_job_* of mqs_shim.h."""

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

    def add(self, processes: list[_Process]) -> None:
        for process in processes:
            self._library.mqs_shim_job_add(self._job, process.session)

    def finish(self) -> str:
        return shim.text_of(self._library.mqs_shim_job_finish(self._job)) or ""


def open(*targets: Target, executable: Optional[str] = None, sysroot: Optional[str] = None,  # pylint: disable=redefined-builtin
         plugin: Optional[str] = None) -> Job:
    """Opens targets as one job: pids of launchers or ranks, core files, captures, or directories of these. Raises
    mpidbg.Error if one of them cannot be inspected. `executable` and `sysroot` are the options --exe and --sysroot of
    the command."""
    if not targets:
        raise ValueError("no target")
    opened = binding.lent_targets.Targets([str(target) if isinstance(target, int) else os.fspath(target) for target in targets],
                                          executable, sysroot)
    processes: list[_Process] = []
    try:
        for table, problem in zip(opened.tables, opened.problems):
            processes.append(_Process(table, problem, plugin))
    except BaseException:
        Job(processes, opened).close()
        raise
    return Job(processes, opened)
