"""Defines the commands that list something for all processes that GDB holds: `mpi queues`, `mpi comms`, ..."""

import ctypes
import json

import gdb

from .. import options, predefined, sessions, shim
from ..entry_points import Command
from ..errors import NO_PROCESS, MpiError, sentence
from ..selection import selected, threads_of
from .completion import complete
from .prefix import PREFIXES

DESCRIPTIONS = {
    "why": "Who waits for whom in the job, and whether it can ever go on.",
    "queues": "Posted receives, unexpected messages, pending sends and inactive requests, by communicator.",
    "comms": "Communicators: members, topology, attributes, error handler.",
    "groups": "Groups and their members.",
    "ranks": "The processes of the job, and the MPI call that each is in.",
    "stacks": "The stacks of all ranks and threads, merged into one tree.",
    "requests": "Requests: kind, state, peer, tag, buffer.",
    "datatypes": "Datatypes: size, extent, how they were made.",
    "windows": "Windows: memory, epochs, locks.",
    "files": "Open files: mode, view, hints.",
    "infos": "Info objects and their pairs.",
    "ops": "Reduction operations.",
    "errhandlers": "Error handlers, and what they are attached to.",
    "messages": "Messages that MPI_Mprobe matched and that were not received yet.",
    "sessions": "Sessions, which MPI has from 4.0 on.",
    "handles": "Objects of all kinds.",
    "cvars": "Control variables of MPI_T, and where their values come from.",
    "pvars": "Performance variables of MPI_T.",
    "categories": "Categories of MPI_T, as a tree.",
    "events": "Types of events of MPI_T, and those that were recorded.",
    "sources": "Sources of the events of MPI_T.",
}


class Answer:
    """The answer about one inferior, or the `problem` that prevented it. `running` lists the threads of the inferior
    that GDB has not stopped."""

    def __init__(self, inferior, noun, chosen):
        self.inferior, self.session, self.rank, self.problem = inferior, None, None, None
        self._noun, self._chosen = noun, chosen
        self.running = [f"{inferior.num}.{thread.num}" for thread in sorted(threads_of(inferior), key=lambda thread: thread.num)
                        if thread.is_running()]
        try:
            with selected(inferior):
                self.session = sessions.session_of(inferior)
                if noun != "why":  # `why` looks at all processes itself, in _verdict_text()
                    self._ask()
                    rank = self.session.facts().world_rank
                    self.rank = rank if rank >= 0 else None
        except gdb.GdbError as error:
            self.problem = str(error)

    def _ask(self):
        # The JSON of each command contains the call of each thread, but only the text of these three commands does.
        with_stacks = self._chosen.json or self._noun in ("queues", "ranks", "stacks")
        self.session.read(self._noun, with_stacks=with_stacks, freed=self._chosen.freed, history=self._chosen.history)

    def order(self):
        return (self.rank is None, self.rank or 0, self.inferior.num)


def ask_all(noun, chosen):
    """Returns an answer for each process that GDB holds, ordered by rank. Fails if GDB holds none."""
    inferiors = [inferior for inferior in gdb.inferiors() if sessions.has_process(inferior)]
    if not inferiors:
        raise MpiError(NO_PROCESS)
    answers = sorted((Answer(inferior, noun, chosen) for inferior in inferiors), key=Answer.order)
    if all(answer.problem for answer in answers):
        raise MpiError(answers[0].problem)
    return answers


class _Job:
    """Combines the answers about single processes to one about their job, as text or JSON. It includes findings that
    concern several ranks."""

    def __init__(self, noun, chosen):
        self._library = shim.library()
        error = ctypes.c_void_p()
        self._job = self._library.mqs_shim_job_new(shim.NOUNS.index(noun), shim.JSON if chosen.json else shim.TEXT,
                                                   ctypes.byref(chosen.render), ctypes.byref(error))
        if not self._job:
            raise MpiError(sentence(shim.text_of(error.value) or "the job cannot be shown"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._library.mqs_shim_job_free(self._job)

    def add(self, answers):
        for answer in answers:
            if answer.problem:
                self._library.mqs_shim_job_add(self._job, None)
            else:
                answer.session.add_to(self._job)

    def text(self):
        return shim.text_of(self._library.mqs_shim_job_finish(self._job)) or ""


def _verdict_text(chosen, answers):
    """Returns the verdict of `mpidbg why` on processes that GDB holds still, or on core files and captures."""
    sessions_of_job = [answer.session for answer in answers if not answer.problem]
    with selected(answers[0].inferior):
        for session in sessions_of_job:
            session.target.raised = None
        verdict = shim.Verdict([session.handle for session in sessions_of_job], chosen.render.ranks)
    with verdict:
        for session in sessions_of_job:
            if session.target.raised is not None:
                raise session.target.raised
        for note in verdict.notes():
            gdb.write(f"Warning: {note}.\n")
        return verdict.render(shim.JSON if chosen.json else shim.TEXT, chosen.render)


def job_text(noun, chosen, answers):
    """Returns the text or JSON of a command about all processes as one job."""
    if noun == "why":
        return _verdict_text(chosen, answers)
    with _Job(noun, chosen) as job:
        job.add(answers)
        return job.text()


def write_problems(answers):
    """Writes which processes could not be inspected, and which have running threads. The memory of the latter may have
    changed while it was read."""
    for answer in answers:
        process = f"inferior {answer.inferior.num} (process {answer.inferior.pid})"
        if answer.problem:
            gdb.write(f"Cannot inspect {process}: {answer.problem}\n")
        if answer.running:
            gdb.write(f"Warning: {process} has running threads: {', '.join(answer.running)}.  Their calls are not known, and what is "
                      "shown may have changed while it was read.\n")


def report(noun, chosen):
    """Returns the parsed JSON of a command about all processes, such as `mpi queues`."""
    chosen.json = True
    return json.loads(job_text(noun, chosen, ask_all(noun, chosen)))


class Report(Command):
    def __init__(self, prefix, noun):
        self.__doc__ = f"""{DESCRIPTIONS[noun]}

Usage: {prefix} {noun} [-all] [-each] [-freed] [-rank RANKS] [-comm NAME|HANDLE] [-tag N] [-json] [-verbose] [-history]
All processes that GDB holds are shown, by rank. `help mpi' explains the options."""
        super().__init__(f"{prefix} {noun}", gdb.COMMAND_STATUS)
        self._noun = noun

    def invoke(self, argument, _from_tty):
        chosen = options.parse(argument)
        if chosen.words:
            raise MpiError(f'mpi {self._noun} takes options only, not "{chosen.words[0]}".')
        if chosen.json:
            gdb.write(json.dumps(report(self._noun, chosen)) + "\n")
            return
        answers = ask_all(self._noun, chosen)
        gdb.write(job_text(self._noun, chosen, answers))
        write_problems(answers)
        predefined.set_variables()

    def complete(self, text, word):
        return complete(text, word)


def install():
    for prefix in PREFIXES:
        for noun in DESCRIPTIONS:
            Report(prefix, noun)
