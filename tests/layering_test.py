#!/usr/bin/env python3
"""Checks which folder includes which: the layers.

    layering_test.py ROOT         exits with 0 if every #include in ROOT keeps to LAYERS below
    layering_test.py --self-test  shows that it can fail

A folder may include its own headers and those of the folders listed for it. The longest matching folder decides.
"""

import os
import re
import sys
import tempfile

OPAL_STRUCTS = ["mpidbg/layout/openmpi/opal", "mpidbg/layout/openmpi/object_name.h", "mpidbg/layout/slot.h"]
ONE_LIBRARY = ["mpidbg/model/library", "mpidbg/model/mpit", "mpidbg/model/datatypes", "mpidbg/model/io",
               "mpidbg/model/objects", "mpidbg/model/ucx", "mpidbg/model/ofi", "mpidbg/layout", "mpidbg/debugger", "mpidbg/base"]

# folder, or name of a file pair -> folders or single headers that it may include, besides itself
LAYERS = {
    "mpidbg/abi": [],
    "mpidbg/base": [],
    "mpidbg/debugger": ["mpidbg/abi", "mpidbg/base"],
    "mpidbg/layout": ["mpidbg/debugger", "mpidbg/base"],
    # A library's structs are descriptions by field and kind; only the numbers of the library are read from the profile.
    "mpidbg/layout/mpich": ["mpidbg/layout/slot.h", "mpidbg/layout/number.h", "mpidbg/layout/romio"],
    # Part of both libraries.
    "mpidbg/layout/romio": ["mpidbg/layout/slot.h"],
    "mpidbg/layout/ucx": ["mpidbg/layout/slot.h"],
    "mpidbg/layout/ofi": ["mpidbg/layout/slot.h"],
    "mpidbg/layout/openmpi": ["mpidbg/layout/slot.h", "mpidbg/layout/number.h", "mpidbg/layout/profile.h"],
    "mpidbg/layout/openmpi/opal": ["mpidbg/layout/slot.h"],
    "mpidbg/layout/openmpi/objects": OPAL_STRUCTS,
    "mpidbg/layout/openmpi/datatypes": OPAL_STRUCTS,
    "mpidbg/layout/openmpi/p2p": OPAL_STRUCTS,
    "mpidbg/layout/openmpi/osc": OPAL_STRUCTS,
    "mpidbg/layout/openmpi/mpit": OPAL_STRUCTS,
    "mpidbg/layout/openmpi/io": ["mpidbg/layout/openmpi/objects", "mpidbg/layout/romio"] + OPAL_STRUCTS,
    # Nothing is in the folder itself; each room has a row.
    "mpidbg/model": ["mpidbg/base"],
    # MPI as the standard has it: no library, no layout, no debugger.
    "mpidbg/model/objects": ["mpidbg/base"],
    "mpidbg/model/datatypes": ["mpidbg/model/objects", "mpidbg/base"],
    # Files of ROMIO, which several libraries contain.
    "mpidbg/model/io": ["mpidbg/model/objects", "mpidbg/layout/romio", "mpidbg/layout/view", "mpidbg/debugger",
                        "mpidbg/base"],
    # Recorded variables and events come from the record as it is in memory.
    "mpidbg/model/mpit": ["mpidbg/model/recorded/record.h", "mpidbg/model/objects", "mpidbg/base"],
    # What can be asked of a library. Only detect knows which libraries there are.
    "mpidbg/model/library": ["mpidbg/model/mpit", "mpidbg/model/datatypes", "mpidbg/model/objects", "mpidbg/base"],
    "mpidbg/model/library/detect": ["mpidbg/model/openmpi", "mpidbg/model/mpich", "mpidbg/model/library",
                                    "mpidbg/debugger", "mpidbg/base"],
    # What libraries read alike from a program.
    "mpidbg/model/library/program_integer": ["mpidbg/model/library", "mpidbg/debugger", "mpidbg/base"],
    "mpidbg/model/library/unknown_library": ["mpidbg/model/library", "mpidbg/debugger", "mpidbg/base"],
    # What MPI libraries are built on. Knows none of them.
    "mpidbg/model/ucx": ["mpidbg/model/objects", "mpidbg/layout", "mpidbg/debugger", "mpidbg/base"],
    "mpidbg/model/ofi": ["mpidbg/layout", "mpidbg/debugger", "mpidbg/base"],
    "mpidbg/model/openmpi": ONE_LIBRARY,
    "mpidbg/model/mpich": ONE_LIBRARY + ["mpidbg/recorder/standard_abi_predefined.def"],
    "mpidbg/model/recorded": ["mpidbg/model/library", "mpidbg/model/datatypes", "mpidbg/model/objects",
                              "mpidbg/debugger", "mpidbg/base", "mpidbg/recorder/record_format.h",
                              "mpidbg/recorder/record_mpit_format.h", "mpidbg/recorder/collective_operations.h",
                              "mpidbg/recorder/openmpi_predefined.def", "mpidbg/layout/mpich/predefined.def"],
    # Knows no MPI library by name.
    "mpidbg/entry": ["mpidbg/model/library/detect", "mpidbg/model/library", "mpidbg/model/recorded",
                     "mpidbg/model/mpit", "mpidbg/model/datatypes", "mpidbg/model/objects", "mpidbg/debugger",
                     "mpidbg/abi", "mpidbg/base"],
    # Built on the user's machine, too: the headers that are installed with it.
    "mpidbg/recorder": ["mpidbg/base/mpi_calls"],
    "mqs_shim": ["mpidbg/abi", "mpidbg/base", "mpidbg/layout/profile"],
    "mqs_shim/host": ["mpidbg/abi", "mpidbg/base", "mpidbg/layout/profile"],
    "mqs_shim/plugin": ["mqs_shim/host", "mpidbg/abi", "mpidbg/base", "mpidbg/layout/profile"],
    "mqs_shim/records": ["mpidbg/abi", "mpidbg/base"],
    "mqs_shim/session": ["mqs_shim/plugin", "mqs_shim/host", "mqs_shim/records", "mpidbg/abi", "mpidbg/base"],
    "mqs_shim/job": ["mqs_shim/records", "mpidbg/abi", "mpidbg/base"],
    # From the facts of one process to what is said of the job: each room uses those before it.
    "mqs_shim/job/why": ["mqs_shim/records", "mpidbg/abi", "mpidbg/base"],
    "mqs_shim/job/why/evidence": ["mqs_shim/records", "mpidbg/abi", "mpidbg/base"],
    "mqs_shim/job/why/graph": ["mqs_shim/job/why/evidence", "mqs_shim/records", "mpidbg/abi", "mpidbg/base"],
    "mqs_shim/job/why/verdict": ["mqs_shim/job/why/graph", "mqs_shim/job/why/evidence", "mqs_shim/records", "mpidbg/abi",
                                 "mpidbg/base"],
    "mqs_shim/job/why/causes": ["mqs_shim/job/why/verdict", "mqs_shim/job/why/graph", "mqs_shim/job/why/evidence",
                                "mqs_shim/records", "mpidbg/abi", "mpidbg/base"],
    "mqs_shim/render": ["mqs_shim/job", "mqs_shim/records", "mpidbg/abi", "mpidbg/base"],
    # Also of reports and evidence that nobody looked at here: no session, no plugin.
    "mqs_shim/summary": ["mqs_shim/job", "mqs_shim/records", "mpidbg/abi", "mpidbg/base"],
    # What a thread does in MPI, from its stack.
    "mqs_shim/stacks": ["mqs_shim/records", "mpidbg/abi", "mpidbg/base"],
    # The way to an answer: what is held, read, judged and read again.
    "mqs_shim/look": ["mqs_shim/stacks", "mqs_shim/session", "mqs_shim/plugin", "mqs_shim/host", "mqs_shim/job",
                      "mqs_shim/records", "mpidbg/abi", "mpidbg/base"],
    # The target of the C API.
    "mqs_shim/targets": ["mqs_shim/look", "mqs_shim/stacks", "mqs_shim/session", "mqs_shim/host", "mqs_shim/records", "mqs_shim/mqs_shim.h",
                         "mpidbg/abi", "mpidbg/base"],
    "corefile": ["mpidbg/base"],
    "corefile/elf": ["corefile/base.h", "mpidbg/base"],
    "corefile/dwarf": ["mqs_shim/stacks/source_place.h", "corefile/elf", "corefile/base.h", "mpidbg/base"],
    # Stacks and states of threads are records of the shim.
    "corefile/process": ["mqs_shim/stacks/stack.h", "mqs_shim/stacks/frame_owner.h", "mqs_shim/records/thread.h",
                         "corefile/dwarf", "corefile/elf", "corefile/base.h", "mpidbg/base"],
    "corefile/capture": ["corefile/process", "corefile/dwarf", "corefile/elf", "corefile/base.h", "mpidbg/base"],
    "corefile/mpi": ["mqs_shim/stacks", "corefile/process", "corefile/dwarf/source_place.h", "corefile/elf",
                     "corefile/base.h", "mpidbg/base"],
    # Processes, core files and captures as targets of the shim.
    "corefile/targets": ["mqs_shim/look", "mqs_shim/session", "mqs_shim/host", "mqs_shim/records", "mqs_shim/stacks",
                         "mqs_shim/mqs_shim.h", "corefile/mpi", "corefile/capture",
                         "corefile/process", "corefile/dwarf", "corefile/elf", "corefile/base.h", "mpidbg/abi",
                         "mpidbg/base"],
    # The rules that a plugin has to keep, for the command.
    "corefile/conformance": ["mqs_shim/plugin", "mqs_shim/host", "corefile/elf", "corefile/base.h", "mpidbg/abi",
                             "mpidbg/base"],
    # Programs on other nodes: knows no process that is inspected, and nothing of MPI.
    "corefile/launch": ["corefile/elf", "corefile/base.h", "mpidbg/base"],
    # What users write and read; what it stands for; what each command does with it.
    "corefile/command/words": ["corefile", "mqs_shim", "mpidbg/abi", "mpidbg/base"],
    "corefile/command/targets": ["corefile/command/words", "corefile", "mqs_shim", "mpidbg/layout", "mpidbg/abi",
                                 "mpidbg/base"],
    "corefile/command/verbs": ["corefile/command/targets", "corefile/command/words", "corefile", "corefile/conformance",
                               "mqs_shim", "mpidbg/layout", "mpidbg/abi", "mpidbg/base"],
    "corefile/command/manual": ["corefile/command/words", "corefile", "mqs_shim", "mpidbg/base"],
    "corefile/command": ["corefile/command/verbs", "corefile/command/targets", "corefile/command/words", "corefile",
                         "mqs_shim", "mpidbg/layout", "mpidbg/abi", "mpidbg/base"],
    "corefile/mpit_tool": ["mqs_shim", "corefile", "mpidbg/abi", "mpidbg/base"],
    # Programs of their own, for a library each.
    "corefile/pmix_table": [],
    "samples": ["mpidbg/abi"],
}
# The command and the MPI_T tool are in a folder of the library that they use, which may not use them in turn.
# What chooses the MPI library is beside the interfaces, which know none.
NOT_PART_OF = {"corefile": ["corefile/command", "corefile/conformance", "corefile/mpit_tool",
                            "corefile/pmix_table"],
               "mqs_shim": [],
               "mpidbg/model/library": ["mpidbg/model/library/detect"]}
# What is in these folders themselves belongs to all of their subfolders and uses none of them.
VOCABULARY = ["corefile", "mpidbg/layout", "mpidbg/model"]

# Folders that never include each other, whatever the table says.
STRANGERS = [("mpidbg/layout/openmpi", "mpidbg/layout/mpich"), ("mpidbg/model/openmpi", "mpidbg/model/mpich"),
             ("mpidbg/model/openmpi", "mpidbg/layout/mpich"), ("mpidbg/model/mpich", "mpidbg/layout/openmpi")]

# <header>, by pattern -> folders that may use it
LIBRARIES = [
    (r"mpi\.h|mpi-ext\.h", ["samples", "mpidbg/recorder", "corefile/mpit_tool"]),
    (r"pmix.*\.h", ["corefile/pmix_table"]),
    (r"(gelf|libelf|dwarf)\.h|elfutils/.*|zlib\.h", ["corefile"]),
    (r"CLI/.*|CLI\.hpp", ["corefile/command"]),
    (r"nlohmann/.*", ["mpidbg/layout", "mqs_shim", "corefile"]),
]
# <elf.h> is the C library's: the format's constants and structs, no code.

SOURCE = re.compile(r"\.(h|hpp|c|cc|cpp|inc)(\.in)?$")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)


def contains(folder, path):
    """Whether path is the folder, in it, or begins with it as a file name ("mpidbg/layout/profile" has profile.h)."""
    return path == folder or path.startswith(folder + "/") or path.startswith(folder + ".") or (
        path.startswith(folder + "_") and "/" not in path[len(folder):])


def layer_of(path):
    matching = [folder for folder in LAYERS if contains(folder, path)]
    return max(matching, key=len, default=None)


def check_include(source, included, exists):
    """What is wrong with `#include "included"` in source, or None. exists(path) tells whether the tree has the file."""
    layer = layer_of(source)
    if "/" not in included:
        beside = os.path.join(os.path.dirname(source), included)
        if exists(beside):
            if layer == "samples":
                return None
            return f'"{included}" should be written from the root: "{beside}"'
        return None if not layer or layer == "samples" else f'"{included}" is not in the tree'
    if ".." in included.split("/"):
        return f'"{included}" should be written from the root'
    for one, other in STRANGERS:
        for here, there in ((one, other), (other, one)):
            if contains(here, source) and contains(there, included):
                return f'"{included}": {here} and {there} do not know each other'
    for outsider in NOT_PART_OF.get(layer, []):
        if contains(outsider, included):
            return f'"{included}": {layer} may not include {outsider}'
    if contains(layer, included) and layer_of(included) in (layer, None):
        return None
    for allowed in LAYERS[layer]:
        if contains(allowed, included):
            excluded = [folder for folder in NOT_PART_OF.get(allowed, []) if contains(folder, included)]
            if not excluded:
                return None
    # A folder's own subfolders that have rules of their own: mqs_shim may use mqs_shim/targets.
    if contains(layer, included) and layer not in VOCABULARY:
        return None
    return f'"{included}": {layer} may include only {", ".join([layer] + LAYERS[layer])}'


def check_library(source, header, angled=True):
    layer = layer_of(source)
    for pattern, users in LIBRARIES:
        if re.fullmatch(pattern, header) and not any(contains(user, source) for user in users):
            return f"<{header}>: only for {', '.join(users)}"
    if angled and layer in ("mpidbg/abi", "mpidbg/base", "mpidbg/debugger") and "/" in header and not header.startswith("sys/"):
        return f"<{header}>: {layer} uses the standard library alone"
    return None


def check_tree(root):
    """All violations, as "file:line: what" in order, and the number of files looked at."""
    problems, files = [], 0
    for top in sorted({folder.split("/")[0] for folder in LAYERS}):
        for directory, folders, names in os.walk(os.path.join(root, top)):
            folders.sort()
            for name in sorted(names):
                path = os.path.relpath(os.path.join(directory, name), root)
                if not SOURCE.search(name) or layer_of(path) is None:
                    continue
                files += 1
                with open(os.path.join(directory, name), encoding="utf-8") as file:
                    text = file.read()
                for match in INCLUDE.finditer(text):
                    quoted, angled = match.groups()
                    if quoted:
                        problem = check_include(path, quoted, lambda p: os.path.exists(os.path.join(root, p)))
                        problem = problem or check_library(path, quoted, angled=False)
                    else:
                        problem = check_library(path, angled)
                    if problem:
                        line = text.count("\n", 0, match.start(1 if quoted else 2)) + 1
                        problems.append(f"{path}:{line}: {problem}")
    return problems, files


GOOD = {
    "mpidbg/base/result.h": "#include <string>\n",
    "mpidbg/abi/msgq_interface.h": "#include <stddef.h>\n",
    "mpidbg/debugger/memory.cc": '#include "mpidbg/abi/msgq_interface.h"\n#include "mpidbg/base/result.h"\n',
    "mpidbg/layout/profile.cc": '#include <nlohmann/json.hpp>\n#include "mpidbg/debugger/memory.h"\n',
    "mpidbg/layout/mpich/mpit_layout.h": '#include "mpidbg/layout/slot.h"\n',
    "mpidbg/layout/openmpi/layouts.h": '#include "mpidbg/layout/openmpi/p2p/ob1_layout.h"\n',
    "mpidbg/layout/openmpi/numbers.h": '#include "mpidbg/layout/profile.h"\n',
    "mpidbg/layout/openmpi/objects/info_layout.h": '#include "mpidbg/layout/openmpi/opal/containers_layout.h"\n',
    "mpidbg/layout/openmpi/io/file_layout.h": '#include "mpidbg/layout/openmpi/objects/info_layout.h"\n',
    "mpidbg/model/objects/handle.h": '#include "mpidbg/base/handle.h"\n',
    "mpidbg/model/datatypes/type_map.h": '#include "mpidbg/model/objects/handle.h"\n',
    "mpidbg/model/mpit/samples.h": '#include "mpidbg/model/recorded/record.h"\n',
    "mpidbg/model/library/mpi_library.h": '#include "mpidbg/model/mpit/tool_information.h"\n',
    "mpidbg/model/library/detect.h": '#include "mpidbg/debugger/memory.h"\n'
                                     '#include "mpidbg/model/library/mpi_library.h"\n',
    "mpidbg/model/library/detect.cpp": '#include "mpidbg/model/library/detect.h"\n'
                                       '#include "mpidbg/model/mpich/mpich.h"\n'
                                       '#include "mpidbg/model/openmpi/open_mpi.h"\n',
    "mpidbg/model/openmpi/groups.cc": '#include "mpidbg/layout/openmpi/objects/group_layout.h"\n'
                                      '#include "mpidbg/model/openmpi/p2p/layer.h"\n',
    "mpidbg/model/mpich/variables.cpp": '#include "mpidbg/layout/mpich/layouts.h"\n'
                                        '#include "mpidbg/model/library/mpi_library.h"\n',
    "mpidbg/model/recorded/record.h": '#include "mpidbg/recorder/record_format.h"\n',
    "mpidbg/entry/comm_query.cc": '#include "mpidbg/model/library/detect.h"\n'
                                  '#include "mpidbg/model/objects/communicator.h"\n',
    "mpidbg/recorder/wrappers.c": "#include <mpi.h>\n",
    "corefile/conformance/plugin_check.cpp": '#include "corefile/elf/exports.h"\n#include "mqs_shim/host/target.h"\n',
    "mqs_shim/host/type_lookup.cpp": '#include "mpidbg/layout/profile.h"\n#include "mqs_shim/host/target.h"\n',
    "mqs_shim/session/session.cpp": '#include "mqs_shim/plugin/plugin.h"\n#include "mqs_shim/records/records.h"\n',
    "mqs_shim/render/text.cpp": '#include "mqs_shim/job/jobs.h"\n#include "mqs_shim/records/records.h"\n',
    "mqs_shim/c_api.cpp": '#include "mqs_shim/targets/callback_target.h"\n#include "mqs_shim/render/render.h"\n',
    "corefile/targets/core_target.cpp": '#include "corefile/process/process.h"\n#include "mqs_shim/host/target.h"\n',
    "corefile/base.h": '#include "mpidbg/base/result.h"\n',
    "corefile/elf/elf_file.cc": '#include <elfutils/libdwfl.h>\n#include "corefile/base.h"\n#include "mpidbg/base/result.h"\n',
    "corefile/dwarf/type_index.cc": '#include "corefile/elf/elf_file.h"\n',
    "corefile/process/process.h": '#include "corefile/base.h"\n#include "corefile/dwarf/type_index.h"\n',
    "corefile/mpi/mpi_stacks.cc": '#include "corefile/elf/elf_file.h"\n#include "corefile/process/process.h"\n',
    "corefile/command/main.cc": '#include <CLI/CLI.hpp>\n#include "corefile/process/process.h"\n#include "mqs_shim/session/session.h"\n',
    "samples/sample.h": "#include <mpi.h>\n",
    "samples/hung.c": '#include "sample.h"\n',
}
BAD = [
    ("mpidbg/base/x.h", '#include "mpidbg/abi/msgq_interface.h"'),
    ("mpidbg/base/x.h", "#include <fmt/format.h>"),
    ("mpidbg/abi/x.h", '#include "mpidbg/base/result.h"'),
    ("mpidbg/debugger/x.cc", '#include "mpidbg/layout/view.h"'),
    ("mpidbg/layout/x.cc", '#include "mpidbg/model/objects/group.h"'),
    ("mpidbg/layout/openmpi/x.h", '#include "mpidbg/layout/mpich/y.h"'),
    ("mpidbg/layout/x.h", '#include "mpidbg/layout/openmpi/layouts.h"'),
    ("mpidbg/layout/mpich/x.h", '#include "mpidbg/layout/view.h"'),
    ("mpidbg/layout/openmpi/x.h", '#include "mpidbg/debugger/memory.h"'),
    ("mpidbg/layout/openmpi/opal/x.h", '#include "mpidbg/layout/openmpi/objects/info_layout.h"'),
    ("mpidbg/layout/openmpi/objects/x.h", '#include "mpidbg/layout/openmpi/p2p/request_layout.h"'),
    ("mpidbg/layout/openmpi/p2p/x.h", '#include "mpidbg/layout/openmpi/layouts.h"'),
    ("mpidbg/model/x.cc", '#include "mpidbg/entry/pack_comm.h"'),
    ("mpidbg/model/x.cc", '#include "mpidbg/abi/msgq_interface.h"'),
    ("mpidbg/model/x.cc", '#include "mpidbg/recorder/wrappers.h"'),
    ("mpidbg/model/objects/x.h", '#include "mpidbg/model/datatypes/datatype.h"'),
    ("mpidbg/model/objects/x.h", '#include "mpidbg/model/library/mpi_library.h"'),
    ("mpidbg/model/objects/x.cpp", '#include "mpidbg/debugger/memory.h"'),
    ("mpidbg/model/objects/x.cpp", '#include "mpidbg/model/openmpi/handle_reader.h"'),
    ("mpidbg/model/datatypes/x.cpp", '#include "mpidbg/model/openmpi/datatypes/datatype_records.h"'),
    ("mpidbg/model/datatypes/x.cpp", '#include "mpidbg/model/mpich/mpich.h"'),
    ("mpidbg/model/datatypes/x.cpp", '#include "mpidbg/model/recorded/record.h"'),
    ("mpidbg/model/datatypes/x.cpp", '#include "mpidbg/layout/openmpi/datatypes/constants.h"'),
    ("mpidbg/model/mpit/x.h", '#include "mpidbg/model/library/mpi_library.h"'),
    ("mpidbg/model/mpit/x.h", '#include "mpidbg/model/recorded/recorder.h"'),
    ("mpidbg/model/mpit/x.h", '#include "mpidbg/model/openmpi/mpit/tool_variables.h"'),
    ("mpidbg/model/library/x.h", '#include "mpidbg/model/openmpi/open_mpi.h"'),
    ("mpidbg/model/library/x.h", '#include "mpidbg/model/recorded/record.h"'),
    ("mpidbg/model/library/x.h", '#include "mpidbg/model/library/detect.h"'),
    ("mpidbg/model/library/x.h", '#include "mpidbg/debugger/memory.h"'),
    ("mpidbg/model/library/detect.cpp", '#include "mpidbg/model/recorded/recorder.h"'),
    ("mpidbg/model/openmpi/x.cpp", '#include "mpidbg/model/library/detect.h"'),
    ("mpidbg/model/openmpi/x.cpp", '#include "mpidbg/model/recorded/recorder.h"'),
    ("mpidbg/model/openmpi/x.cpp", '#include "mpidbg/layout/mpich/layouts.h"'),
    ("mpidbg/model/openmpi/p2p/x.cpp", '#include "mpidbg/recorder/record_format.h"'),
    ("mpidbg/model/mpich/x.cc", '#include "mpidbg/model/openmpi/objects/groups.h"'),
    ("mpidbg/model/mpich/x.cc", '#include "mpidbg/layout/openmpi/layouts.h"'),
    ("mpidbg/model/recorded/x.cpp", '#include "mpidbg/model/openmpi/objects/groups.h"'),
    ("mpidbg/model/recorded/x.cpp", '#include "mpidbg/layout/view.h"'),
    ("mpidbg/model/x.cc", "#include <elfutils/libdwfl.h>"),
    ("mpidbg/model/x.cc", "  #  include <mpi.h>"),
    ("mpidbg/entry/x.cc", '#include "mpidbg/model/openmpi/p2p/layer.h"'),
    ("mpidbg/entry/x.cc", '#include "mpidbg/model/mpich/mpich.h"'),
    ("mpidbg/entry/x.cc", '#include "mpidbg/layout/view.h"'),
    ("mpidbg/entry/x.cc", '#include "mqs_shim/records/records.h"'),
    ("mpidbg/entry/x.cc", '#include "corefile/process/process.h"'),
    ("mpidbg/recorder/x.c", '#include "mpidbg/base/result.h"'),
    ("mqs_shim/x.cpp", '#include "mpidbg/model/objects/group.h"'),
    ("mqs_shim/x.cpp", '#include "mpidbg/entry/pack_comm.h"'),
    ("mqs_shim/x.cpp", '#include "mpidbg/layout/view.h"'),
    ("mqs_shim/x.cpp", '#include "corefile/process/process.h"'),
    ("mqs_shim/x.cpp", '#include "corefile/elf/exports.h"'),
    ("mqs_shim/plugin/x.cpp", '#include "corefile/process/process.h"'),
    ("mqs_shim/look/x.cpp", '#include "corefile/process/process.h"'),
    ("mqs_shim/look/x.cpp", '#include "mqs_shim/render/render.h"'),
    ("mqs_shim/stacks/x.cpp", '#include "corefile/process/process.h"'),
    ("mqs_shim/targets/x.cpp", '#include "corefile/mpi/mpi_stacks.h"'),
    ("mqs_shim/plugin/x.cpp", "#include <libelf.h>"),
    ("mqs_shim/x.cpp", "#include <gelf.h>"),
    ("mqs_shim/host/x.cpp", '#include "mqs_shim/plugin/plugin.h"'),
    ("mqs_shim/plugin/x.cpp", '#include "mqs_shim/session/session.h"'),
    ("mqs_shim/plugin/x.cpp", '#include "corefile/conformance/rules.h"'),
    ("corefile/conformance/x.cpp", '#include "mqs_shim/session/session.h"'),
    ("mqs_shim/records/x.cpp", '#include "mqs_shim/plugin/plugin.h"'),
    ("mqs_shim/session/x.cpp", '#include "mqs_shim/render/render.h"'),
    ("mqs_shim/job/x.cpp", '#include "mqs_shim/session/session.h"'),
    ("mqs_shim/job/x.cpp", '#include "mqs_shim/render/render.h"'),
    ("mqs_shim/render/x.cpp", '#include "mqs_shim/session/session.h"'),
    ("corefile/x.h", '#include "corefile/elf/elf_file.h"'),
    ("corefile/elf/x.h", '#include "corefile/dwarf/type_index.h"'),
    ("corefile/elf/x.h", '#include "corefile/process/process.h"'),
    ("corefile/dwarf/x.cc", '#include "corefile/process/process.h"'),
    ("corefile/dwarf/x.cc", '#include "corefile/mpi/mpi_stack.h"'),
    ("corefile/process/x.cc", '#include "corefile/mpi/job_identity.h"'),
    ("corefile/mpi/x.cc", '#include "corefile/command/words/options.h"'),
    ("corefile/mpi/x.cc", '#include "corefile/mpit_tool/opened_target.h"'),
    ("corefile/process/x.cc", '#include "mqs_shim/host/target.h"'),
    ("corefile/elf/x.cc", '#include "mpidbg/layout/profile.h"'),
    ("corefile/mpi/x.cc", "#include <mpi.h>"),
    ("corefile/mpi/x.cc", "#include <pmix_tool.h>"),
    ("corefile/pmix_table/x.c", '#include "corefile/base.h"'),
    ("corefile/command/x.cc", '#include "mpidbg/model/objects/group.h"'),
    ("samples/x.c", '#include "mpidbg/base/result.h"'),
    ("mpidbg/model/x.cc", '#include "../entry/pack_comm.h"'),
]


def self_test():
    def tree(files):
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(text)
            return check_tree(root)[0]

    failures = []
    found = tree(GOOD)
    if found:
        failures.append(f"allowed, but reported: {found}")
    for path, text in BAD:
        found = tree({path: "#include <string>\n" + text + "\n"})
        if len(found) != 1 or not found[0].startswith(path + ":2: "):
            failures.append(f"{path} with {text}: reported {found}")
    return failures


def main():
    if sys.argv[1:] == ["--self-test"]:
        failures = self_test()
        print("\n".join(failures) or f"{len(BAD)} violations found, {len(GOOD)} good files passed")
        return 1 if failures else 0
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    problems, files = check_tree(sys.argv[1])
    if files == 0:
        print(f"no sources below {sys.argv[1]}", file=sys.stderr)
        return 2
    print("\n".join(problems) or f"{files} files keep to the layers")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
