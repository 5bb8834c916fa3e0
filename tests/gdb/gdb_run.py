"""GDB with its front end sourced: batches of commands, and what came out."""

import os
import subprocess

SCRIPT = os.environ["MPIDBG_GDB_SCRIPT"]

# Nothing of the user's, and nothing from the network.
QUIET = ["-nx", "-iex", "set debuginfod enabled off", "-iex", "set pagination off", "-iex", "set confirm off"]


def environment(**more):
    kept = {**os.environ, "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1", **more}
    kept.pop("PYTHONPATH", None)
    kept.pop("LD_PRELOAD", None)
    return kept


def gdb(*commands, arguments=(), pid=None, core=None, program=None, source=True, timeout=120, may_crash=False, **more):
    """The finished GDB, with stdout and stderr. It must not die of a signal, unless the test is about that."""
    words = ["gdb", *QUIET, "-batch", *arguments]
    if program is not None:
        words.append(program)
    if core is not None:
        words.append(core)
    if pid is not None:
        words += ["-p", str(pid)]
    if source:
        words += ["-ex", f"source {SCRIPT}"]
    for command in commands:
        words += ["-ex", command]
    result = subprocess.run(words, capture_output=True, text=True, timeout=timeout, stdin=subprocess.DEVNULL,
                            env=environment(**more))
    if not may_crash and (result.returncode < 0 or "internal-error" in result.stderr):
        raise AssertionError(f"gdb {commands} ended with {result.returncode}\n{result.stderr}")
    return result


def marked(*commands):
    """Commands whose outputs can be told apart: see outputs()."""
    words = []
    for command in commands:
        words += ["echo <<<\\n", command, "echo >>>\\n"]
    return words


def outputs(text):
    """What each of the marked commands wrote to stdout."""
    return [part.split(">>>\n")[0] for part in text.split("<<<\n")[1:]]


# To the frame of main, whatever the library and its version have above it.
TO_MAIN = "python gdb.execute('frame function main', to_string=True)"
