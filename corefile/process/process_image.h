#pragma once
// Implements what live processes and core files have in common: everything that follows from memory and modules.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "corefile/process/auxiliary_vector.h"
#include "corefile/process/machine.h"
#include "corefile/process/memory_reader.h"
#include "corefile/process/module_list.h"
#include "corefile/process/process.h"
#include "corefile/process/unwinder.h"

namespace corefile {

// The struct types of one file (type_index.h).
class TypeIndex;

// Returns the path at which to open the file that a process knows as `path`. The process's files are below `root`.
// `path` may be relative, because a program can be started by a relative path.
std::string path_below(const std::string &root, const std::string &path);

class ProcessImage : public Process {
 public:
  const Machine &machine() const override { return *machine_; }
  AuxiliaryVector auxiliary_vector() const override { return auxiliary_; }
  unsigned pointer_size() const override { return machine_->format().word_size(); }
  ByteOrder byte_order() const override { return machine_->byte_order; }
  const std::vector<Module> &modules() const override { return modules_; }
  std::optional<Address> find_symbol(std::string_view name, SymbolKind kind) const override;
  const Module *module_defining(std::string_view name) const override;
  std::string function_at(Address address) const override;
  std::vector<SourcePlace> source_places(const Frame &frame) const override;
  std::vector<Frame> jumped_frames(const Frame &caller, const Frame &callee) const override;
  const StructType *find_type(std::string_view name) const override;
  void prepare_stacks() override;
  std::vector<std::string> warnings() const override;

 protected:
  // A subclass must call load() before any other function is called.
  explicit ProcessImage(OpenOptions options) : options_(std::move(options)) {}

  const OpenOptions &options() const { return options_; }
  const AuxiliaryVector &auxiliary() const { return auxiliary_; }
  // Adds a warning once, however often it is noticed.
  void warn(const std::string &sentence) {
    if (std::find(warnings_.begin(), warnings_.end(), sentence) == warnings_.end()) warnings_.push_back(sentence);
  }

  // Reads only the process's own memory; missing memory is not completed from files.
  virtual std::size_t read_process(Address address, void *buffer, std::size_t size) const = 0;

  // Loads the modules. Must be called once when the process is opened. Sets those members of `source` that are the same
  // for all kinds of processes.
  void load(ModuleSource source);

  // Returns the stacks in the order of `threads`. A stack that cannot be unwound to its end contains the reason.
  std::vector<ThreadStack> unwind(const std::vector<ThreadRegisters> &threads);

  // Converts a path as the process knows it to the path at which to open the file here, with --sysroot in front.
  std::string under_sysroot(const std::string &path) const { return path_below(options_.sysroot, path); }

 private:
  // The place where a symbol is defined. If no module defines it, `module` and `address` are null.
  struct Definition {
    const Module *module = nullptr;
    Address address;
  };
  // Returns the module whose file is mapped at the address; null if there is none.
  const Module *module_at(Address address) const;
  // Looks for a symbol in the exported symbols of all modules, and then in the static ones.
  Definition definition(std::string_view name, SymbolKind kind) const;
  // Returns the modules whose debug information may have the types of an MPI library, with the most likely one first.
  std::vector<const Module *> mpi_modules() const;
  // Returns the types in the debug information of mpi_modules(). The files are searched for once.
  const std::vector<const TypeIndex *> &type_indexes() const;
  // Returns the unwinder, which the first call makes.
  Unwinder &unwinder();
  // Returns the vdso, the code that the kernel maps into the process; null if it cannot be read.
  std::shared_ptr<const ElfFile> read_vdso() const;

  OpenOptions options_;
  const Machine *machine_ = &x86_64;
  AuxiliaryVector auxiliary_;
  std::vector<Module> modules_;
  std::vector<std::string> warnings_;
  std::unique_ptr<Unwinder> unwinder_;
  // Lists the modules whose debug information lacks source lines: maps the path of such a module to one function
  // without a line.
  mutable std::map<std::string, std::string> functions_without_line_;
  mutable std::optional<std::vector<const TypeIndex *>> type_indexes_;
  // Types that were looked up; null for names that do not exist.
  mutable std::map<std::string, const StructType *, std::less<>> types_;
};

}  // namespace corefile
