#pragma once
// The files of what a process has loaded: which of them are not at hand (missing, or of another build), and what
// follows.

#include <string>
#include <vector>

#include "corefile/command/words/messages.h"
#include "corefile/process/process.h"

namespace command {

// A sentence for each such file if there are few of them; of more one for all, which names the MPI library. Each begins
// with the process's name.
std::vector<std::string> file_warnings(const corefile::Process &process);

// A note for each where file_warnings() has one sentence for all.
void note_missing_files(const corefile::Process &process, Messages &messages);

// Why no MPI library is known in the process: the library's file is not at hand, or there is none. Empty if neither is
// so.
std::string why_no_library(const corefile::Process &process);

}  // namespace command
