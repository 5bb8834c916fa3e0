"""Reads a record in its file, or in the core file of a process, as far as MPI_T goes."""

import collections
import struct

Item = collections.namedtuple("Item", "kind index flags datatype bind since name description")
Snapshot = collections.namedtuple("Snapshot", "number reason detail cvar_count samples")
Sample = collections.namedtuple("Sample", "kind flags index object error values")  # a text, or a list of numbers

CVAR, PVAR = 1, 2
AT_INIT, AT_FINALIZE, AT_PCONTROL, AT_INTERVAL, AT_SIGNAL, AT_ABORT = range(1, 7)
MAGIC = b"mpidbg-record\r\n\x1a"
SIGINFO = 0x53494749  # note
TEXT, REPEATED = 1, 8
CATALOGUE, SNAPSHOTS, SAMPLES = 6, 7, 8


def checksum(words):
    total = 0xCBF29CE484222325
    for word in words:
        total = (total ^ word) * 0x100000001B3 & (1 << 64) - 1
    return total


class Record:
    def __init__(self, path):
        with open(path, "rb") as file:
            elf = file.read()
        assert elf[:4] == b"\x7fELF" and struct.unpack_from("<H", elf, 16)[0] == 4
        (headers,), (count,) = struct.unpack_from("<Q", elf, 32), struct.unpack_from("<H", elf, 56)
        segments = [struct.unpack_from("<IIQQQQQQ", elf, headers + 56 * i) for i in range(count)]
        self.notes = {}  # of each type the first
        for segment in segments:
            at, end = segment[2], segment[2] + segment[5] if segment[0] == 4 else 0
            while at < end:
                name, size, kind = struct.unpack_from("<III", elf, at)
                at += 12 + (name + 3) // 4 * 4
                self.notes.setdefault(kind, elf[at : at + size])
                at += (size + 3) // 4 * 4
        load = next(s for s in segments if s[0] == 1 and s[5] > 0 and elf[s[2] : s[2] + 16] == MAGIC)
        (self.pid,) = struct.unpack_from("<i", self.notes[1], 32)  # elf_prstatus.pr_pid
        (self.signal,) = struct.unpack_from("<h", self.notes[1], 12)
        self.data, self.address = elf[load[2] : load[2] + load[5]], load[3]
        assert len(self.data) == load[5], "the file ends before its segment"
        header_size, self_address, self.size = struct.unpack_from("<HQQ", self.data[22:24] + self.data[24:40])
        assert self_address == self.address and self.size <= len(self.data)
        (tables,) = struct.unpack_from("<H", self.data, 42)
        self.header_pid = struct.unpack_from("<I", self.data, 44)[0]
        begin = header_size - 16 * tables
        self.tables = [struct.unpack_from("<QII", self.data, begin + 16 * i) for i in range(tables)]
        fields = struct.unpack_from("<QQQQQiI", self.data, begin - 112)
        self.catalogue_used, self.next_snapshot = fields[:2]
        self.samples_lost, self.mpit_error, self.interval = fields[4:]

    def items(self):
        at, end = self.tables[CATALOGUE][0], self.tables[CATALOGUE][0] + self.catalogue_used
        found = {}
        while at < end:
            head = struct.unpack_from("<IHHiiiiiiIIQ", self.data, at)
            texts = at + 48 + 8 * head[9]
            name, description = self.data[texts : texts + head[10]].split(b"\0")[:2]
            found[head[1], head[3]] = Item(head[1], head[3], head[2], head[4], head[5], head[11], name, description)
            at += head[0]
        return found

    def index_of(self, kind, name):
        return next((item.index for item in self.items().values() if item.kind == kind and item.name == name), None)

    def snapshots(self):
        """Those that are whole, the oldest first."""
        offset, size, count = self.tables[SNAPSHOTS]
        found = []
        for i in range(count):
            entry = struct.unpack_from("<QqQQQQiiiiiiHHi", self.data, offset + size * i)
            if entry[0] == 0:
                continue
            assert entry[0] % count == i and entry[0] < self.next_snapshot
            begin = self.tables[SAMPLES][0] + entry[2]
            assert checksum(struct.unpack_from(f"<{entry[3] // 8}Q", self.data, begin)) == entry[4]
            found.append(Snapshot(entry[0], entry[12], entry[14], entry[7], self.samples(begin, begin + entry[3])))
        return sorted(found)

    def samples(self, at, end):
        found = []
        while at < end:
            kind, flags, _, index, handle, error, count = struct.unpack_from("<BBHiQiI", self.data, at)
            at += 24
            if flags & TEXT:
                values = self.data[at : at + count]
                at += (count + 7) // 8 * 8
            else:
                values = list(struct.unpack_from(f"<{count}Q", self.data, at))
                at += 8 * count
            found.append(Sample(kind, flags, index, handle, error, values))
        return found
