"""Run by GDB over one process of a hung job (record_cores.sh): asks for its queues, communicators and verdict, and writes what
was read for them.

    MPIDBG_RECORD=PREFIX gdb -nx -batch -p PID -ex 'source BUILD/gdb_python/mpidbg.py' -x record_process.py

PREFIX.core.xz is a core file with the pages that were read and nothing else. PREFIX.json has what GDB knows beside memory: the
symbols that were looked up, the builds that they are of, and the stacks. Of a library with debug information it also has the
structs that were looked up, and which symbols a stripped one exports; then what would be read of that one is recorded, too.
"""

import ctypes
import functools
import json
import lzma
import os
import subprocess
import sys

import gdb
from mpidbg_gdb import gdb_target, sessions, stacks

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from core_file import PAGE, core_of  # noqa: E402

NOUNS = ("queues", "comms", "why")


class Recorder(gdb_target.GdbTarget):
    def __init__(self, inferior):
        self.pages = {}
        self.symbols_at = {}
        self.build_ids = {}
        self.types = {}  # size, and of each field that was looked up its offset, kind and size
        super().__init__(inferior)

    def _copy(self, address, buffer, size):
        if not super()._copy(address, buffer, size):
            return False
        begin, end = address // PAGE * PAGE, -(-(address + size) // PAGE) * PAGE
        for page in range(begin, end, PAGE):
            if page not in self.pages:
                self.pages[page] = self.inferior.read_memory(page, PAGE).tobytes()
        return True

    def _field(self, type_name, name):
        found = super()._field(type_name, name)
        if found is not None:
            self.types[type_name][1][name] = found
        return found

    def _type(self, name):
        found = super()._type(name)
        if found is not None:
            self.types.setdefault(name, [found.sizeof, {}])
        return found

    def found_symbols(self):
        return {name: address for name, address in self._symbols.items() if address is not None}


class StrippedRecorder(Recorder):
    def _type(self, name):
        return None

    def _look_up_symbol(self, name):
        address = super()._look_up_symbol(name)
        return address if address is not None and name in exported_symbols(gdb.solib_name(address)) else None


@functools.cache
def exported_symbols(path):
    command = ["nm", "-D", "--defined-only", path or gdb.current_progspace().filename]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].partition("@")[0] for line in listed.splitlines()}


def noting(method, answers_of):
    """The callback, which notes the text that it gives for its key."""
    def noted(self, context, key, buffer, size):
        code = method(self, context, key, buffer, size)
        if code:
            answers_of(self)[str(key) if isinstance(key, int) else key.decode()] = ctypes.string_at(buffer).decode()
        return code
    return noted


Recorder._build_id_of = noting(gdb_target.GdbTarget._build_id_of, lambda target: target.build_ids)
Recorder._symbol_at = noting(gdb_target.GdbTarget._symbol_at, lambda target: target.symbols_at)


def thread_of(thread):
    frames = [{"function": (frame.function or b"").decode(), "stack_pointer": frame.stack_pointer,
               "preserved": frame.preserved[:frame.preserved_count]}
              for frame in (thread.frames[i] for i in range(thread.frame_count))]
    return {"tid": thread.tid, "frames": frames, "registers": thread.registers[:thread.register_count]}


def look_at(inferior, recorder):
    gdb_target.GdbTarget = sessions.GdbTarget = recorder
    session = sessions.Session(inferior, None)
    for noun in NOUNS:
        session.invalidate()
        session.read(noun)
    return session.target


def record(path):
    inferior = gdb.selected_inferior()
    target = look_at(inferior, Recorder)
    threads, kept = stacks.read_threads(inferior)
    facts = {"pid": inferior.pid, "symbols": target.found_symbols(), "build_ids": target.build_ids,
             "symbols_at": target.symbols_at, "threads": [thread_of(thread) for thread in threads]}
    del kept
    if "ompi_communicator_t" in target.types:
        stripped = look_at(inferior, StrippedRecorder)
        facts.update(types=target.types, exported=sorted(stripped.found_symbols()))
        for mapping in ("pages", "build_ids", "symbols_at"):
            getattr(target, mapping).update(getattr(stripped, mapping))
        facts["symbols"].update(stripped.found_symbols())
    with open(path + ".json", "w", encoding="utf-8") as file:
        json.dump(facts, file, indent=0, sort_keys=True)
        file.write("\n")
    with lzma.open(path + ".core.xz", "wb", preset=9) as file:
        file.write(core_of(target.pages))
    print(f"{path}: {len(target.pages)} pages")


record(os.environ["MPIDBG_RECORD"])
