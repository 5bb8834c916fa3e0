#!/usr/bin/env python3
"""Records the first process of messages.c: as data for recorded_test.cpp.

    record.py PREFIX NAME PROVIDER [OPTION...]

NAME is that of the endpoint's provider, such as ofi_rxm for "tcp;ofi_rxm". PREFIX.core.xz gets the pages that are read,
PREFIX.json where libfabric's function, its endpoint and the contexts of probes are, PREFIX.facts what the process says of
itself. LD_LIBRARY_PATH and so on say which libfabric is used; OFI_MESSAGES and ASK_OFI are the programs, as in
providers_test.py."""

import json
import lzma
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../foreign"))
import core_file  # noqa: E402
import providers_test  # noqa: E402


def main():
    prefix, name, provider, *options = sys.argv[1:]
    with providers_test.Processes(provider, *options) as processes, tempfile.NamedTemporaryFile("r") as listed:
        said = processes.ask(0, name, ASK_OFI_PAGES=listed.name)
        addresses = [line.split() for line in listed]
        pid, contexts = processes.pid(0), processes.contexts(0)
        facts = processes.said_of_itself(0)
        pages = {}
        with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
            for (page,) in addresses[1:]:
                try:
                    memory.seek(int(page))
                    pages[int(page)] = memory.read(core_file.PAGE)
                except (OSError, OverflowError):
                    continue  # a page that is not there, which was tried
    with open(prefix + ".core.xz", "wb") as file:
        file.write(lzma.compress(core_file.core_of(pages), preset=9 | lzma.PRESET_EXTREME))
    with open(prefix + ".json", "w", encoding="ascii") as file:
        json.dump({"provider": name, "endpoint": int(said[-1].split()[1], 16),
                   "contexts": [int(context, 16) for context in contexts],
                   "symbols": {"fi_version": int(addresses[0][1])}, "build_ids": {}}, file, indent=1)
        file.write("\n")
    with open(prefix + ".facts", "w", encoding="ascii") as file:
        file.write("".join(fact + "\n" for fact in facts))


main()
