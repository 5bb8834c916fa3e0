#pragma once
// Lists everything that the process has loaded, with the file on disk of each, and checks whether that is the same
// build.

#include <functional>
#include <string>
#include <vector>

#include "corefile/process/auxiliary_vector.h"
#include "corefile/process/file_mapping.h"
#include "corefile/process/machine.h"
#include "corefile/process/memory_reader.h"
#include "corefile/process/process.h"

namespace corefile {

// The access to the modules of one kind of process.
struct ModuleSource {
  const Machine *machine = &x86_64;
  AuxiliaryVector auxiliary;
  // Reads only the process's own memory.
  ReadMemory read_process;
  // Reads memory completed from the files of the modules found so far.
  ReadMemory read_backed;
  // The path in the process's own terms.
  std::string executable;
  // Places in which that file may be, the best one first.
  std::vector<std::string> executable_places;
  // Files at later places are used only if their build-id is the one in the process's memory.
  unsigned trusted_places = 2;
  // Returns the places of a shared library: the first place for attempt 0, and so on; empty after the last one.
  std::function<std::string(const std::string &path, Address load_bias, unsigned attempt)> place;
  // Called only if the link map cannot be read.
  std::function<std::vector<FileMapping>()> mappings;
};

// Appends to `modules` as they are found, so that `read_backed` can use earlier ones. Returns sentences about the
// complete list; problems of single modules are in Module::problem.
std::vector<std::string> load_modules(const ModuleSource &source, std::vector<Module> &modules);

}  // namespace corefile
