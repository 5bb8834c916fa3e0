"""Runs GDB's commands and returns their output, even if names of files in it are not UTF-8, which gdb.execute()
requires."""

import os
import shlex
import tempfile

import gdb


def output_of(command):
    """Returns the output of a command, which must not have side effects, as it may be run twice. Invalid UTF-8 becomes
    surrogates."""
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
