"""Defines the base classes of all commands and convenience functions. Errors of GDB, about a value that cannot be read for
example, become sentences in them; otherwise GDB would print a Python exception."""

import functools
import inspect

import gdb

from .errors import MpiError, sentence


def in_sentences(function):
    """Makes a function raise MpiError instead of an error of GDB."""
    @functools.wraps(function)
    def call(*arguments):
        try:
            return function(*arguments)
        except gdb.error as error:
            raise MpiError(sentence(error)) from None
    return call


class _EntryPoint:
    """Wraps the method invoke() of each subclass in in_sentences()."""

    def __init_subclass__(cls):
        super().__init_subclass__()
        invoke = vars(cls).get("invoke")
        if invoke is not None:
            setattr(cls, "invoke", in_sentences(invoke))


class Command(_EntryPoint, gdb.Command):
    """A command of GDB."""


if hasattr(gdb, "MICommand"):  # since GDB 12
    class MICommand(_EntryPoint, gdb.MICommand):
        """A command of GDB's machine interface."""


class Function(_EntryPoint, gdb.Function):
    """The convenience function $NAME. Its value is that of the method value(), whose parameters are those of the function, at
    most two."""

    NAME = ""

    def __init__(self):
        super().__init__(self.NAME)

    def value(self, *arguments):
        raise NotImplementedError

    def invoke(self, *arguments):
        parameters = inspect.signature(self.value).parameters.values()
        required = sum(parameter.default is parameter.empty for parameter in parameters)
        if not required <= len(arguments) <= len(parameters):
            number = {(0, 0): "no arguments", (1, 1): "one argument", (1, 2): "one or two arguments"}[required, len(parameters)]
            raise MpiError(f"You must provide {number} for ${self.NAME}.")
        return self.value(*arguments)
