#pragma once
// Reports files of a process's modules that are missing or belong to another build, and the consequences.

#include <string>
#include <vector>

#include "corefile/command/words/messages.h"
#include "corefile/process/process.h"

namespace command {

// Returns sentences about files that are missing or belong to another build. If there are few such files, each has its
// own sentence; otherwise a single sentence describes all of them and names the MPI library. Each sentence starts with
// the name of the process.
std::vector<std::string> file_warnings(const corefile::Process &process);

// Writes a note for each file that file_warnings() has summarized in one sentence.
void note_missing_files(const corefile::Process &process, Messages &messages);

// Explains why no MPI library was found in the process: the library's file is missing or differs, or the process has
// not loaded any. Empty if the library was found. Also empty for a file that mpidbg's recorder has written, because
// such a file does not name an executable.
std::string why_no_library(const corefile::Process &process);

}  // namespace command
