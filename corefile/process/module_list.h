#pragma once
// Everything the process has loaded, each with its file on disk and whether that is the same build.

#include <functional>
#include <string>
#include <vector>

#include "corefile/process/auxiliary_vector.h"
#include "corefile/process/file_mapping.h"
#include "corefile/process/machine.h"
#include "corefile/process/memory_reader.h"
#include "corefile/process/process.h"

namespace corefile {

// How one kind of process leads to its modules.
struct ModuleSource {
  const Machine *machine = &x86_64;
  AuxiliaryVector auxiliary;
  ReadMemory read_process;                     // the process's own memory only
  ReadMemory read_backed;                      // the same, completed from the files of the modules found so far
  std::string executable;                      // path as the process names it
  std::vector<std::string> executable_places;  // where that file may be found, the best place first
  // Files at the places after these are used only if their build-id is the one in the process's memory.
  unsigned trusted_places = 2;
  // The same for a shared library: the first place for attempt 0, and so on; empty if there are no more.
  std::function<std::string(const std::string &path, Address load_bias, unsigned attempt)> place;
  std::function<std::vector<FileMapping>()> mappings;  // asked only where the link map cannot be read
};

// Appends to `modules` as they are found, so that `read_backed` may use those before. The sentences returned say what
// is missing from the list as a whole; what is wrong with one module is in its `problem`.
std::vector<std::string> load_modules(const ModuleSource &source, std::vector<Module> &modules);

}  // namespace corefile
