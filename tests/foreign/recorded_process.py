"""A process that record_process.py has recorded, as a target of libmqs_shim.so: what GDB's front end is for a live one."""

import bisect
import ctypes
import functools
import json
import lzma
import struct
import sys
import types


def load_shim(package, library):
    """The binding of the package for GDB, without GDB."""
    sys.modules["gdb"] = types.SimpleNamespace(GdbError=Exception)
    namespace = types.ModuleType("mpidbg_gdb")  # without the package's own start, which installs commands
    namespace.__path__ = [f"{package}/mpidbg_gdb"]
    sys.modules["mpidbg_gdb"] = namespace
    from mpidbg_gdb import shim  # pylint: disable=import-outside-toplevel,import-error

    shim._places = lambda: [library]  # pylint: disable=protected-access
    return shim


def segments_of(core):
    """Address and bytes of what an ELF core file of a 64-bit process holds, by address."""
    (table,), (count,) = struct.unpack_from("<Q", core, 32), struct.unpack_from("<H", core, 56)
    found = []
    for index in range(count):
        _type, _flags, offset, address, _physical, size = struct.unpack_from("<IIQQQQ", core, table + 56 * index)
        found.append((address, core[offset:offset + size]))
    return sorted(found)


@functools.lru_cache(maxsize=2)  # those of one job
def recorded_segments(path):
    with lzma.open(path + ".core.xz") as file:
        return segments_of(file.read())


def addresses(values):
    return (ctypes.c_uint64 * len(values))(*values)


class RecordedProcess:
    """`way`: of a library with debug information, as it is ("g"), without that ("default"), or stripped."""

    def __init__(self, shim, path, way="g"):
        self.shim, self.library = shim, shim.library()
        # As hosts before version 7 give threads.
        self.library.mqs_shim_set_threads.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.POINTER(shim.Thread)]
        with open(path + ".json", encoding="utf-8") as file:
            self.facts = json.load(file)
        self.types = self.facts.get("types", {}) if way == "g" else {}
        self.symbols = self.facts["symbols"]
        if way == "stripped" and "exported" in self.facts:
            self.symbols = {name: self.symbols[name] for name in self.facts["exported"]}
        self.segments = recorded_segments(path)
        self.begins = [begin for begin, _ in self.segments]
        self.lacking = set()  # addresses that were asked for and not recorded
        self.session = None
        self._kept = (shim.READ(self._read), shim.FIND_SYMBOL(self._find_symbol), shim.BUILD_ID_OF(self._build_id_of),
                      shim.SYMBOL_AT(self._symbol_at), shim.FIND_TYPE(self._find_type), shim.FIELD_OFFSET(self._field_offset),
                      shim.FIELD_TYPE(self._field_type))
        self.table = shim.sized(shim.Target(
            pointer_size=8, world_rank=-1, pid=self.facts["pid"], name=f"core.{self.facts['pid']}".encode(),
            read=self._kept[0], find_symbol=self._kept[1], build_id_of=self._kept[2], symbol_at=self._kept[3],
            find_type=self._kept[4], field_offset=self._kept[5], field_type=self._kept[6]))

    def open(self, plugin):
        options = self.shim.sized(self.shim.Options(tells_of_moves=1, plugin=plugin.encode()))
        error = ctypes.c_void_p()
        self.session = self.library.mqs_shim_open(ctypes.byref(self.table), ctypes.byref(options), ctypes.byref(error))
        if not self.session:
            raise AssertionError(self.shim.text_of(error.value))
        return self

    def close(self):
        self.library.mqs_shim_close(self.session)

    def read(self, noun):
        """Why it failed; empty if it did not."""
        code = self.library.mqs_shim_read_noun(self.session, self.shim.NOUNS.index(noun), 0)
        problem = self.library.mqs_shim_error(self.session).decode() if code else ""
        threads = [self._thread(thread) for thread in self.facts["threads"]]
        self.library.mqs_shim_set_threads(self.session, len(threads), (self.shim.Thread * len(threads))(*threads))
        return problem

    def _thread(self, thread):
        shim, pointer = self.shim, ctypes.POINTER(ctypes.c_uint64)
        frames = (shim.Frame * len(thread["frames"]))(*(
            shim.Frame(function=frame["function"].encode() or None, stack_pointer=frame["stack_pointer"],
                       preserved=ctypes.cast(addresses(frame["preserved"]), pointer), preserved_count=len(frame["preserved"]))
            for frame in thread["frames"]))
        registers = addresses(thread["registers"])
        return shim.sized(shim.Thread(
            tid=thread["tid"], frame_size=ctypes.sizeof(shim.Frame), frame_count=len(frames),
            frames=ctypes.cast(frames, ctypes.POINTER(shim.Frame)), register_count=len(registers),
            registers=ctypes.cast(registers, pointer)))

    # ---- callbacks ----

    def _read(self, _context, address, buffer, size):
        at = bisect.bisect(self.begins, address) - 1
        begin, content = self.segments[at] if at >= 0 else (0, b"")
        part = content[address - begin:address - begin + size]
        ctypes.memmove(buffer, part, len(part))
        if not part:
            self.lacking.add(address)
        return len(part)

    def _find_symbol(self, _context, name, _is_function, address):
        found = self.symbols.get(name.decode())
        if found is not None:
            address[0] = found
        return int(found is not None)

    def _find_type(self, _context, name, size):
        found = self.types.get(name.decode())
        if found is not None:
            size[0] = found[0]
        return int(found is not None)

    def _field(self, type_name, name):
        return self.types[type_name.decode()][1].get(name.decode())

    def _field_offset(self, _context, type_name, name):
        found = self._field(type_name, name)
        return -1 if found is None else found[0]

    def _field_type(self, _context, type_name, name, kind, size):
        found = self._field(type_name, name)
        if found is None:
            return 0
        _, kind[0], size[0] = found
        return 1

    @staticmethod
    def _give(text, buffer, size):
        data = text.encode() + b"\0"
        if not 1 < len(data) <= size:
            return 0
        ctypes.memmove(buffer, data, len(data))
        return 1

    def _build_id_of(self, _context, symbol, buffer, size):
        return self._give(self.facts["build_ids"].get(symbol.decode(), ""), buffer, size)

    def _symbol_at(self, _context, address, buffer, size):
        return self._give(self.facts["symbols_at"].get(str(address), ""), buffer, size)


def ask(shim, processes, noun):
    """The JSON of mpidbg about the processes as one job, and why each could not be read."""
    library = shim.library()
    job = library.mqs_shim_job_new(shim.NOUNS.index(noun), shim.JSON, None, None)
    problems = []
    try:
        for process in processes:
            problems.append(process.read(noun))
            library.mqs_shim_job_add(job, process.session)
        return json.loads(shim.text_of(library.mqs_shim_job_finish(job))), problems
    finally:
        library.mqs_shim_job_free(job)
