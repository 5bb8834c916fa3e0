#pragma once
// What the notes of a core file say about the process: its threads' registers, its start, the files it had mapped.

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "corefile/base.h"
#include "corefile/process/auxiliary_vector.h"
#include "corefile/process/file_mapping.h"
#include "corefile/process/machine.h"
#include "corefile/process/thread_status.h"

namespace corefile {

// A signal that a thread brought about itself and that ended the process: an invalid access, an instruction that cannot
// be executed, abort(). One that was sent, as by a user for a core file, is none.
struct Crash {
  pid_t tid = 0;
  std::string what;  // "SIGSEGV ended it, for an access to address 0x0"
};

struct CoreNotes {
  pid_t pid = 0;                         // 0 if unknown
  std::string name;                      // of the main thread; empty if unknown
  std::vector<ThreadRegisters> threads;  // the main thread first
  AuxiliaryVector auxiliary;
  std::vector<FileMapping> files;
  std::optional<Crash> crash;
  // Why `files`, or `threads`, may not be all; empty if nothing says so.
  std::string files_problem, threads_problem;
};

inline constexpr std::uint64_t most_files = 1u << 20;

// One for each thread; the thread that crashed is marked.
std::vector<ThreadStatus> statuses_in(const CoreNotes &notes);

// `notes` are all PT_NOTE segments one after the other. What is malformed is left out, and so are more than most_files
// files.
CoreNotes read_core_notes(Bytes notes, const Machine &machine = x86_64);

}  // namespace corefile
