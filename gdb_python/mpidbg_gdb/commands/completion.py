"""What Tab offers."""

import gdb

from .. import options, sessions


def _read(noun):
    """The processes of the JSON of a noun, of the session that there is; Tab does not open one."""
    inferior = gdb.selected_inferior()
    session = sessions.known_session(inferior)
    if session is None:
        return []
    session.read(noun, with_stacks=False)
    return session.processes(noun)


def communicator_names():
    names = []
    for process in _read("comms"):
        names += [communicator["name"] for communicator in process["communicators"] if communicator["name"]]
    return names


def ranks():
    return [str(rank) for process in _read("ranks") if process["size"] for rank in range(min(process["size"], 4096))]


def complete(text, word, more=()):
    """Of an argument line: the options, or the values of the one before. `more` may stand where an option may."""
    words = text.split()
    if word and words and words[-1].endswith(word):
        words.pop()
    before = words[-1] if words else ""
    try:
        if before == "-comm":
            # A name with a blank in it is completed from its last word, as GDB completes words.
            return [name if " " not in name else f'"{name}"' for name in communicator_names() if name.startswith(word)]
        if before == "-rank":
            return [rank for rank in ranks() if rank.startswith(word)]
    except gdb.GdbError:
        return []
    if before == "-tag":
        return []
    if text.rstrip().endswith("-") and not word:
        return [name[1:] for name in options.NAMES]
    # GDB breaks words at '-': what it wants completed is what follows.
    if words[-1:] == ["-"] or text.endswith("-" + word):
        return [name[1:] for name in options.NAMES if name[1:].startswith(word)]
    return [name for name in more if name.startswith(word)]
