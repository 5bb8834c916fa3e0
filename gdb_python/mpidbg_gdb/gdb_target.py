"""Makes an inferior of GDB a target of libmqs_shim.so, which reads memory, symbols and types through callbacks that ask
GDB. This is for processes of other machines and core files, which only GDB can read."""

import ctypes
import re
import socket
import time

import gdb

from . import gdb_text, shim, stacks
from .captures import core_file_of
from .selection import is_local, switch_to
from .target import Target, guarded

_PAGE = 4096
_IN_SYMBOL_LINE = re.compile(r"\b(?:at|at address) (0x[0-9a-f]+)")
# A line of `info proc mappings`: start, end, size, offset, permissions and possibly a file.
_MAPPING = re.compile(r"^[ \t]*(0x[0-9a-f]+)[ \t]+(0x[0-9a-f]+)[ \t]+0x[0-9a-f]+[ \t]+0x[0-9a-f]+[ \t]+(\S+)[ \t]*(\S*)",
                      re.MULTILINE)
# The output of `info symbol` for any address in a function.
_FUNCTION_AT = re.compile(r"(\S+)(?: \+ \d+)? in section ")
# A line of `info files`: the addresses of one section.
_FILE_SECTION = re.compile(r"^\s*(0x[0-9a-f]+) - (0x[0-9a-f]+) is (?!load\d)", re.MULTILINE)
# GDB's codes for types and those of mqs_shim.h; all other codes count as unknown.
_KINDS = {gdb.TYPE_CODE_INT: shim.INTEGER, gdb.TYPE_CODE_CHAR: shim.INTEGER, gdb.TYPE_CODE_BOOL: shim.INTEGER,
          gdb.TYPE_CODE_ENUM: shim.INTEGER, gdb.TYPE_CODE_PTR: shim.POINTER, gdb.TYPE_CODE_FLT: shim.FLOAT,
          gdb.TYPE_CODE_ARRAY: shim.ARRAY, gdb.TYPE_CODE_STRUCT: shim.STRUCT, gdb.TYPE_CODE_UNION: shim.UNION}
# A line of `info sharedlibrary`: a file that has debug information and belongs to the MPI library, or to a library used
# by the MPI library.
_DESCRIBED_LIBRARY = re.compile(r"^0x\S+\s+0x\S+\s+Yes\s+/\S*/(?:libmpi|libopen-|libopen_mpi|libuc|mca_)[^/\s]*$", re.MULTILINE)
# A line of `maintenance info sections`: memory that is in a core file.
_SEGMENT = re.compile(r"^\s*\[\d+\]\s+(0x[0-9a-f]+)->(0x[0-9a-f]+) at 0x[0-9a-f]+: load\w* (.*)$", re.MULTILINE)


# Maps the set of a process's files to the names of types and symbols that are in none of the files. The names are kept,
# because most look-ups find nothing, take GDB a millisecond each, and are the same for all ranks.
_absent: dict = {}


def _known_of_files_of(inferior):
    """Returns what is known of the files of a process: absent names, and places of symbols."""
    names = (objfile.filename or "" for objfile in inferior.progspace.objfiles())
    files = frozenset(name for name in names if name.startswith("/"))  # without the vdso, whose name differs
    return _absent.setdefault(files, set()), _places.setdefault(files, {})


# Maps the set of a process's files to the places of symbols in libraries: name -> path of the library and distance from the
# start of its code. A rank whose libraries are at other addresses has its symbols at the same distances.
_places: dict = {}
# A line of `info sharedlibrary`: the start of the code of a library, and its path.
_LIBRARY_START = re.compile(r"^(0x[0-9a-f]+)\s+0x[0-9a-f]+\s+(?:Yes|No)\s+(?:\(\*\)\s+)?(\S.*)$", re.MULTILINE)


def _library_starts():
    """Returns where the code of each library of the selected inferior starts, by path."""
    return {path: int(start, 16) for start, path in _LIBRARY_START.findall(gdb_text.output_of("info sharedlibrary"))}


def _in_condition():
    """Returns True while GDB evaluates the condition of a breakpoint. A command that fails there would end the user's
    `continue`, because GDB takes input again after an error in gdb.execute()."""
    thread = gdb.selected_thread()
    return thread is not None and thread.is_running()


class GdbTarget(Target):
    """Makes one inferior a target of libmqs_shim.so. It must be the selected inferior while call() runs."""

    def __init__(self, inferior):
        super().__init__()
        self.inferior = inferior
        self._symbols = {}
        self._types = {}
        self._has_types = None
        self._absent, self._places = _known_of_files_of(inferior)
        self._starts = None  # of the code of libraries, by path; None if not known yet
        self._ranges = None  # private memory; None if not read since the process last ran
        self._left_out = None  # segments of which the core file has no bytes; None if not known yet
        self._file_sections = []
        self._lent = None  # objects to which libmqs_shim.so has pointers until the next call
        self._kept = (shim.READ(self._read), shim.FIND_SYMBOL(self._find_symbol), shim.FIND_TYPE(self._find_type),
                      shim.FIELD_OFFSET(self._field_offset), shim.BUILD_ID_OF(self._build_id_of),
                      shim.PRIVATE_MEMORY(self._private_memory), shim.SYMBOL_AT(self._symbol_at),
                      shim.FIELD_TYPE(self._field_type), shim.HOLD(self._hold), shim.THREADS(self._threads),
                      shim.PLACE(self._place), shim.MODULE_OF(self._module_of), shim.MONOTONIC_NOW(self._monotonic_now))
        architecture = gdb_text.output_of("show endian")
        self.table = shim.sized(shim.Target(
            pointer_size=gdb.lookup_type("void").pointer().sizeof, big_endian=int("big endian" in architecture),
            world_rank=-1, pid=inferior.pid, name=_name_of(inferior), host=_host_of(inferior), context=None,
            read=self._kept[0], find_symbol=self._kept[1], find_type=self._kept[2], field_offset=self._kept[3],
            build_id_of=self._kept[4], private_memory=self._kept[5], symbol_at=self._kept[6], is_core=int(_is_core(inferior)),
            field_type=self._kept[7], hold=self._kept[8], threads=self._kept[9], place=self._kept[10],
            module_of=self._kept[11], monotonic_now=self._kept[12]))

    def forget_memory(self):
        self._ranges = None

    # ---- callbacks ----

    @guarded(0)
    def _read(self, address, buffer, size):
        done = 0
        while done < size:
            # All bytes are read at once; if that fails, page by page up to the first unreadable page.
            length = size if done == 0 and self._copy(address, buffer, size) else 0
            if length == 0:
                length = min(size - done, _PAGE - (address + done) % _PAGE)
                if not self._copy(address + done, buffer + done, length):
                    break
            done += length
        return done

    def _copy(self, address, buffer, size):
        self.reads += 1
        try:
            memory = self.inferior.read_memory(address, size)
        except (gdb.MemoryError, OverflowError):
            return False
        content = memory.tobytes()
        if self._is_made_up(address, content):
            return False
        ctypes.memmove(buffer, content, size)
        return True

    def _is_made_up(self, address, content):
        """Returns True if `content` probably has zeros that GDB made up. Memory that a core file omits is read from
        files by GDB; without a file, or if the range is not within one section of a file, GDB returns zeros."""
        if self._left_out is None:
            self._left_out = _segments_left_out() if _is_core(self.inferior) else []
            self._file_sections = _file_sections() if self._left_out else []
        end = address + len(content)
        if any(begin <= address and end <= behind for begin, behind in self._file_sections):
            return False
        for begin, behind in self._left_out:
            for page in range(max(begin, address - address % _PAGE), min(behind, end), _PAGE):
                part = content[max(page - address, 0):page + _PAGE - address]
                if part.count(0) == len(part):
                    return True
        return False

    @guarded(0)
    def _find_symbol(self, name, is_function, address):
        found = self._symbol(name.decode("utf-8", "replace"), bool(is_function))
        if found is None:
            return 0
        address[0] = found
        return 1

    def _symbol(self, name, is_function=False):
        if name not in self._symbols and ("symbol", name) not in self._absent:
            if _in_condition():
                self._symbols[name] = self._look_up_symbol(name)
            else:
                self._symbols[name] = self._look_up_in_library(name)
                if self._symbols[name] is None:
                    self._absent.add(("symbol", name))
        return self._symbols.get(name)

    def _look_up_in_library(self, name):
        """Returns the address of a symbol. If the symbol was found in a library for another process with the same
        files, its place in that library is used."""
        if self._starts is None:
            self._starts = _library_starts()
        path, distance = self._places.get(name, (None, 0))
        if path in self._starts:
            return self._starts[path] + distance
        address = self._look_up_symbol(name)
        path = None if address is None else gdb.solib_name(address)
        if path in self._starts:
            self._places[name] = path, address - self._starts[path]
        return address

    # Uses `info address`, which also finds symbols without debug information, and is 400 times as fast as an
    # expression.
    @staticmethod
    def _look_up_symbol(name):
        if not re.fullmatch(r"[\w.$@]+", name):
            return None
        if _in_condition():
            try:
                return int(gdb.parse_and_eval(f"(unsigned long) &{name}"))
            except gdb.error:
                return None
        try:
            found = _IN_SYMBOL_LINE.search(gdb_text.output_of(f"info address {name}"))
        except gdb.error:
            return None
        return int(found.group(1), 16) if found else None

    def _may_have_types(self):
        """Returns True if there may be debug information about the MPI library, in its files or in the program into
        which it is linked. If there is none, look-ups of types are left out, because each would make GDB search all
        files in vain."""
        if self._has_types is None:
            library = self._symbol("PMPI_Init", True)
            if library is None or gdb.solib_name(library) is None or _in_condition():
                return True
            self._has_types = _DESCRIBED_LIBRARY.search(gdb_text.output_of("info sharedlibrary")) is not None
        return self._has_types

    def _type(self, name):
        if not self._may_have_types():
            return None
        if name not in self._types and ("type", name) not in self._absent:
            found = _look_up_type(name)
            if found is None:
                found = self._tagged_type(name)
            self._types[name] = found if found is not None and found.sizeof else None
            if self._types[name] is None:
                self._absent.add(("type", name))
        return self._types.get(name)

    def _tagged_type(self, name):
        """Returns the type "struct NAME"; None if there is none. C keeps tags and typedefs apart, so the word "struct"
        is needed. Ignores the struct in a program that only uses the MPI library, because it comes from mpi.h and not
        from the build of the library."""
        found = _look_up_type("struct " + name)
        objfile = None if found is None else found.objfile
        if objfile is None or (objfile.owner or objfile).filename != gdb.current_progspace().filename:
            return found
        library = self._symbol("PMPI_Init", True)
        return found if library is not None and gdb.solib_name(library) is None else None

    @guarded(0)
    def _find_type(self, name, size):
        found = self._type(name.decode("utf-8", "replace"))
        if found is None:
            return 0
        size[0] = found.sizeof
        return 1

    @guarded(-1)
    def _field_offset(self, type_name, field_name):
        found = self._field(type_name.decode("utf-8", "replace"), field_name.decode("utf-8", "replace"))
        return -1 if found is None else found[0]

    @guarded(0)
    def _field_type(self, type_name, field_name, kind, size):
        found = self._field(type_name.decode("utf-8", "replace"), field_name.decode("utf-8", "replace"))
        if found is None:
            return 0
        _, kind[0], size[0] = found
        return 1

    def _field(self, type_name, name):
        """Returns byte offset, kind and size in bytes of a field; None if the type lacks the field."""
        struct = self._type(type_name)
        found = None if struct is None else _member_of(struct, name)
        if found is None:
            return None
        return found[0], _KINDS.get(found[1].code, 0), found[1].sizeof

    @guarded(0)
    def _build_id_of(self, symbol, buffer, size):
        text = self._build_id(symbol.decode("utf-8", "replace")).encode() + b"\0"
        if len(text) == 1 or len(text) > size:
            return 0
        ctypes.memmove(buffer, text, len(text))
        return 1

    def _file_of(self, symbol, is_function=False):
        address = self._symbol(symbol, is_function)
        return None if address is None else gdb.solib_name(address) or gdb.current_progspace().filename

    def _build_id(self, symbol):
        path = self._file_of(symbol)
        return next((objfile.build_id for objfile in gdb.objfiles() if objfile.filename == path), None) or ""

    @guarded(0)
    def _private_memory(self, index, begin, end):
        if self._ranges is None:
            self._ranges = private_ranges()
        if index >= len(self._ranges):
            return 0
        begin[0], end[0] = self._ranges[index]
        return 1

    @guarded(0)
    def _symbol_at(self, address, buffer, size):
        name = self._function_at(address).encode("utf-8", "surrogateescape") + b"\0"
        if not 1 < len(name) <= size:
            return 0
        ctypes.memmove(buffer, name, len(name))
        return 1

    # Does not stop the process, which GDB holds already. Selects the inferior, because the following callbacks are
    # about the selected one.
    @guarded(0)
    def _hold(self, _problem):
        switch_to(self.inferior)
        return 1

    @guarded(0)
    def _threads(self, count, threads, _problem):
        found, kept = stacks.read_threads(self.inferior, self.table)
        array = (shim.Thread * len(found))(*found)
        self._lent = array, kept
        count[0], threads[0] = len(found), ctypes.cast(array, ctypes.POINTER(shim.Thread))
        return 1

    @guarded(0)
    def _place(self, pc, returns, index, place):
        sal = gdb.find_pc_line(pc - 1 if returns else pc)
        if index != 0 or sal.symtab is None:
            return 0
        self._lent = self._function_at(pc - 1 if returns else pc).encode("utf-8", "surrogateescape"), stacks.file_of(sal)
        place[0].function, place[0].file = self._lent
        place[0].line = sal.line
        return 1

    @guarded(0)
    def _module_of(self, function, buffer, size):
        path = (self._file_of(function.decode("utf-8", "replace"), True) or "").encode("utf-8", "surrogateescape") + b"\0"
        if not 1 < len(path) <= size:
            return 0
        ctypes.memmove(buffer, path, len(path))
        return 1

    @guarded(0)
    def _monotonic_now(self, nanoseconds):
        if not is_local(self.inferior):
            return 0
        nanoseconds[0] = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        return 1

    def _function_at(self, address):
        found = _FUNCTION_AT.match(gdb_text.output_of(f"info symbol {address:#x}"))
        return found.group(1) if found else ""


def _name_of(inferior):
    return (core_file_of(inferior) or f"pid {inferior.pid}").encode("utf-8", "surrogateescape")


def _host_of(inferior):
    """Returns the host name of a local process. Empty for a remote process and for that of a core file, because GDB
    does not know where these ran."""
    return socket.gethostname().encode() if is_local(inferior) else b""


def _is_core(inferior):
    connection = getattr(inferior, "connection", None)
    return connection is not None and connection.type == "core"


def private_ranges():
    """Returns the writable mappings that belong to no file, as far as GDB knows them."""
    try:
        mappings = _MAPPING.findall(gdb_text.output_of("info proc mappings"))
    except gdb.error:
        mappings = []
    live = [(int(begin, 16), int(end, 16)) for begin, end, permissions, name in mappings
            if permissions.startswith("rw") and (not name or name == "[heap]" or name.startswith("[anon"))]
    return live or _private_segments({int(begin, 16) for begin, *_ in mappings})


def _segments():
    """Returns start, end and flags of each segment of a core file."""
    try:
        text = gdb_text.output_of("maintenance info sections")
    except gdb.error:
        return []
    return [(int(begin, 16), int(end, 16), flags) for begin, end, flags in
            _SEGMENT.findall(text.rpartition("Core file:")[2])]


def _private_segments(begins_of_files):
    """Returns the segments of a core file that are writable and not part of a file."""
    return [(begin, end) for begin, end, flags in _segments() if "READONLY" not in flags and begin not in begins_of_files]


def _segments_left_out():
    return [(begin, end) for begin, end, flags in _segments() if "HAS_CONTENTS" not in flags]


def _file_sections():
    return [(int(begin, 16), int(end, 16)) for begin, end in _FILE_SECTION.findall(gdb_text.output_of("info files"))]


def _look_up_type(name):
    try:
        return gdb.lookup_type(name).strip_typedefs()
    except gdb.error:
        return None


def _member_of(struct, name):
    """Returns byte offset and type of a member of a struct; None if there is none. The member may belong to an
    anonymous member, and `name` may be "member.inner"."""
    try:
        fields = struct.fields()
    except TypeError:
        return None
    for field in fields:
        if not hasattr(field, "bitpos"):
            continue
        if field.name == name:
            return field.bitpos // 8, field.type.strip_typedefs()
        within = name if not field.name else name.removeprefix(field.name + ".")
        if not field.name or within != name:
            inner = _member_of(field.type.strip_typedefs(), within)
            if inner is not None:
                return field.bitpos // 8 + inner[0], inner[1]
    return None
