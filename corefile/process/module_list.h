#pragma once
// Lists the executable and the libraries that a process has loaded, finds the file of each on disk, and checks whether
// it is the same build.

#include <functional>
#include <string>
#include <vector>

#include "corefile/process/auxiliary_vector.h"
#include "corefile/process/file_mapping.h"
#include "corefile/process/machine.h"
#include "corefile/process/memory_reader.h"
#include "corefile/process/process.h"

namespace corefile {

// The data about a process that load_modules() needs. Live processes and core files provide them in different ways.
struct ModuleSource {
  const Machine *machine = &x86_64;
  AuxiliaryVector auxiliary;
  // Reads memory of the process only.
  ReadMemory read_process;
  // Reads memory of the process or, where it is missing, from the files of the modules found so far.
  ReadMemory read_backed;
  // The path of the executable, as it is for the process.
  std::string executable;
  // Paths at which to look for the executable, the best one first.
  std::vector<std::string> executable_places;
  // At this many of the first places, a file is used even if the process's memory has no build-id. At a later place, a
  // file is used only if its build-id is the one in memory.
  unsigned trusted_places = 2;
  // Returns a path at which to look for a shared library: the best one for attempt 0, and so on; empty after the last
  // one.
  std::function<std::string(const std::string &path, Address load_bias, unsigned attempt)> place;
  // Returns the mapped files. Called only if the link map cannot be read.
  std::function<std::vector<FileMapping>()> mappings;
};

// Appends the modules to `modules` as they are found, so that `read_backed` can use earlier ones. Returns sentences
// about problems of the list as a whole; those of single modules are in Module::problem.
std::vector<std::string> load_modules(const ModuleSource &source, std::vector<Module> &modules);

}  // namespace corefile
