"""Runs GDB's commands and returns their output. Unlike gdb.execute(), accepts output with names of files that are not
UTF-8."""

import os
import shlex
import tempfile

import gdb


def output_of(command):
    """Returns the output of a command. The command must not have side effects, because it may be run twice. Invalid
    UTF-8 becomes surrogates."""
    try:
        return gdb.execute(command, to_string=True)
    except UnicodeDecodeError:
        pass
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "output")
        gdb.execute(f"pipe {command} | cat > {shlex.quote(path)}")
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read()


def run_silently(command):
    """Runs a command exactly once and ignores its output."""
    try:
        gdb.execute(command, to_string=True)
    except UnicodeDecodeError:
        pass  # the command has been executed; only its output could not be decoded
