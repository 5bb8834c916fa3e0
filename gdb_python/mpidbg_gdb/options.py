"""Parses the options of the commands, in GDB's style: -json -all -each -freed -history -verbose -rank R -comm NAME -tag
N."""

import os

import gdb

from . import shim
from .errors import MpiError

FLAGS = ("-json", "-all", "-each", "-freed", "-verbose", "-history")
WITH_VALUE = ("-rank", "-comm", "-tag")
NAMES = FLAGS + WITH_VALUE


class Options:
    def __init__(self):
        self.json = False
        self.freed = False
        self.history = False  # with earlier values of variables
        self.render = shim.sized(shim.RenderOptions(color=int(_wants_color()), one_dash=1))
        self.words = []  # words that are not options
        self.ranks = None

    def _set_value(self, name, value):
        if name == "-rank":
            self.ranks = value
            self.render.ranks = value.encode()
        elif name == "-comm":
            self.render.communicator = value.encode()
        else:
            try:
                self.render.has_tag, self.render.tag = 1, int(value, 0)
            except ValueError:
                raise MpiError(f'Invalid tag: "{value}".') from None


def parse(argument):
    """Returns the options and the other words of a command line; words after -- are never options."""
    return parse_words(gdb.string_to_argv(argument))


def parse_words(argv):
    options = Options()
    words = iter(argv)
    for word in words:
        if word == "--":
            options.words += words
        elif word in WITH_VALUE:
            value = next(words, None)
            if value is None:
                raise MpiError(f"{word} requires an argument.")
            options._set_value(word, value)  # pylint: disable=protected-access
        elif word == "-json":
            options.json = True
        elif word == "-freed":
            options.freed = True
        elif word == "-history":
            options.history = True
        elif word == "-all":
            options.render.all = 1
        elif word == "-each":
            options.render.each = 1
        elif word in ("-verbose", "-v"):
            options.render.verbose = 1
        elif word.startswith("-") and not word[1:].isdigit():
            raise MpiError(f'Unrecognized option: "{word}".  Options are {" ".join(NAMES)}.')
        else:
            options.words.append(word)
    return options


def _wants_color():
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb":
        return False
    return bool(gdb.parameter("style enabled")) and os.isatty(1)
