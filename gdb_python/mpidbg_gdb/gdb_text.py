"""What GDB's commands print. Names of files in it may be no UTF-8, which Linux does not ask for and gdb.execute() does."""

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
    """Once; what it prints is dropped."""
    try:
        gdb.execute(command, to_string=True)
    except UnicodeDecodeError:
        pass  # of the output: the command is done
