"""Completes the arguments of commands when the user presses Tab."""

import json

import gdb

from .. import options, sessions, shim


def _read(noun):
    """Asks the existing session of the selected inferior for `noun`, and returns the session. Returns None if there is
    no session, because pressing Tab does not open one."""
    session = sessions.known_session(gdb.selected_inferior())
    if session is not None:
        session.read(noun, with_stacks=False)
    return session


def communicator_names():
    session = _read("comms")
    if session is None:
        return []
    answer = json.loads(session.render("comms", shim.sized(shim.RenderOptions()), as_json=True))
    return [communicator["name"] for process in answer["processes"] for communicator in process["communicators"]
            if communicator["name"]]


def ranks():
    session = _read("ranks")
    return [str(rank) for rank in range(min(session.facts().world_size, 4096))] if session is not None else []


def complete(text, word, more=()):
    """Returns the words that complete `word`, the last one of `text`: values of the option before it, or options and
    the words in `more`.

    Returns None if `word` is None: GDB then only asks whether words are separated in another way than usual."""
    if word is None:
        return None
    words = text.split()
    if word and words and words[-1].endswith(word):
        words.pop()
    before = words[-1] if words else ""
    try:
        if before == "-comm":
            # GDB completes single words, so a name with a blank is completed from its last word.
            return [name if " " not in name else f'"{name}"' for name in communicator_names() if name.startswith(word)]
        if before == "-rank":
            return [rank for rank in ranks() if rank.startswith(word)]
    except gdb.GdbError:
        return []
    if before == "-tag":
        return []
    if text.rstrip().endswith("-") and not word:
        return [name[1:] for name in options.NAMES]
    # GDB breaks words at '-' and completes only the text after it.
    if words[-1:] == ["-"] or text.endswith("-" + word):
        return [name[1:] for name in options.NAMES if name[1:].startswith(word)]
    return [name for name in more if name.startswith(word)]
