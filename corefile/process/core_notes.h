#pragma once
// Reads the notes of a core file: the registers of the process's threads, its auxiliary vector, and the files it had
// mapped.

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

// A signal that a thread caused itself and that ended the process: an invalid access, an invalid instruction, abort().
// A signal that was sent, for example by a user who wants a core file, does not count.
struct Crash {
  pid_t tid = 0;
  // The description of the crash, for example "SIGSEGV ended it, for an access to address 0x0".
  std::string what;
};

// The contents of the notes.
struct CoreNotes {
  // The process id; 0 if unknown.
  pid_t pid = 0;
  // The name of the main thread; empty if unknown.
  std::string name;
  // The registers of all threads, the main thread first.
  std::vector<ThreadRegisters> threads;
  AuxiliaryVector auxiliary;
  std::vector<FileMapping> files;
  std::optional<Crash> crash;
  // Why `files` or `threads` may be incomplete; empty if nothing indicates it.
  std::string files_problem, threads_problem;
};

// The limit for the number of mapped files.
inline constexpr std::uint64_t most_files = 1u << 20;

// Returns one status per thread. The thread that crashed is marked.
std::vector<ThreadStatus> statuses_in(const CoreNotes &notes);

// Parses `notes`, which has all PT_NOTE segments one after the other. Malformed notes, and mapped files beyond
// most_files, are omitted.
CoreNotes read_core_notes(Bytes notes, const Machine &machine = x86_64);

}  // namespace corefile
