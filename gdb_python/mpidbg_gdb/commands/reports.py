"""The lists: `mpi queues`, `mpi comms`, ..., over all processes of the job that GDB holds."""

import json

import gdb

from .. import options, sessions
from ..errors import MpiError, one_line
from ..gdb_target import selected
from .completion import complete
from .prefix import PREFIXES

DESCRIPTIONS = {
    "queues": "Posted receives, unexpected messages, pending sends and inactive requests, by communicator.",
    "comms": "Communicators: members, topology, attributes, error handler.",
    "groups": "Groups and their members.",
    "ranks": "The processes of the job, and the MPI call that each is in.",
    "requests": "Requests: kind, state, peer, tag, buffer.",
    "datatypes": "Datatypes: size, extent, how they were made.",
    "windows": "Windows: memory, epochs, locks.",
    "files": "Open files: mode, view, hints.",
    "infos": "Info objects and their pairs.",
    "ops": "Reduction operations.",
    "errhandlers": "Error handlers, and what they are attached to.",
    "messages": "Messages that MPI_Mprobe matched and nobody received yet.",
    "handles": "Objects of all kinds.",
}


class _Answer:
    """What one inferior answered: its text, or why there is none."""

    def __init__(self, inferior, noun, chosen):
        self.inferior, self.rank, self.text, self.json, self.problem = inferior, None, None, None, None
        try:
            with selected(inferior):
                session = sessions.session_of(inferior)
                session.read(noun)
                described = json.loads(session.render(noun, chosen.render, json=True))
                self.json = described["processes"]
                self.rank = self.json[0]["rank"] if self.json else None
                self.text = session.render(noun, chosen.render)
        except gdb.GdbError as error:
            self.problem = str(error)

    def order(self):
        return (self.rank is None, self.rank or 0, self.inferior.num)


class Report(gdb.Command):
    def __init__(self, prefix, noun):
        self.__doc__ = f"""{DESCRIPTIONS[noun]}

Usage: {prefix} {noun} [-all] [-rank RANKS] [-comm NAME|HANDLE] [-tag N] [-json] [-verbose]
All processes that GDB holds are shown, by rank. `help mpi' explains the options."""
        super().__init__(f"{prefix} {noun}", gdb.COMMAND_STATUS)
        self._noun = noun

    def invoke(self, argument, _from_tty):
        chosen = options.parse(argument)
        if chosen.words:
            raise MpiError(f"mpi {self._noun} takes options only, not '{chosen.words[0]}'")
        inferiors = [inferior for inferior in gdb.inferiors() if sessions.has_process(inferior)]
        if not inferiors:
            raise MpiError("no process: run the program, attach to one, or load a core file")
        answers = sorted((_Answer(inferior, self._noun, chosen) for inferior in inferiors), key=_Answer.order)
        if all(answer.problem for answer in answers):
            raise MpiError(one_line(answers[0].problem))
        if chosen.json:
            whole = {"schema": "mpidbg-1", "command": self._noun,
                     "processes": [process for answer in answers for process in answer.json or []], "missing_ranks": []}
            gdb.write(json.dumps(whole) + "\n")
            return
        for answer in answers:
            if answer.text is not None:
                gdb.write(answer.text)
            elif len(answers) > 1:
                gdb.write(f"inferior {answer.inferior.num}  pid {answer.inferior.pid}  cannot look: {answer.problem}\n")

    def complete(self, text, word):
        return complete(text, word)


def install():
    for prefix in PREFIXES:
        for noun in DESCRIPTIONS:
            Report(prefix, noun)
