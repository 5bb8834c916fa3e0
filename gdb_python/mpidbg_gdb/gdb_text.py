"""The output of GDB's commands. Names of files in it may not be UTF-8, which gdb.execute() requires and Linux does not."""

import os
import shlex
import tempfile

import gdb


def output_of(command):
    """The output of a command that has no side effects, since it may be run twice. Invalid UTF-8 becomes surrogates."""
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
    """Runs a command once and drops its output."""
    try:
        gdb.execute(command, to_string=True)
    except UnicodeDecodeError:
        pass  # of the output: the command is done
