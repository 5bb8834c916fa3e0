#pragma once
// What live processes and core files have in common: everything that follows from memory and modules.

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

class TypeIndex;  // type_index.h: the struct types of one file

// Where to open a file that the process calls `path`, if its files are below `root`. What a program was started by may
// be relative.
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
  const StructType *find_type(std::string_view name) const override;
  void prepare_stacks() override;
  std::vector<std::string> warnings() const override;

 protected:
  explicit ProcessImage(OpenOptions options) : options_(std::move(options)) {}

  const OpenOptions &options() const { return options_; }
  const AuxiliaryVector &auxiliary() const { return auxiliary_; }
  // Once, however often it is noticed.
  void warn(const std::string &sentence) {
    if (std::find(warnings_.begin(), warnings_.end(), sentence) == warnings_.end()) warnings_.push_back(sentence);
  }

  // The process's own memory only: no file replaces what is missing from it.
  virtual std::size_t read_process(Address address, void *buffer, std::size_t size) const = 0;

  // To be called once, by whoever opens the process; fills in the functions of `source` that are the same for all.
  void load(ModuleSource source);

  std::vector<ThreadStack> unwind(const std::vector<ThreadRegisters> &threads);

  // A path of the process as a path to open here: --sysroot in front.
  std::string under_sysroot(const std::string &path) const { return path_below(options_.sysroot, path); }

 private:
  struct Definition {
    const Module *module = nullptr;
    Address address;
  };
  const Module *module_at(Address address) const;  // whose file is there
  Definition definition(std::string_view name, SymbolKind kind) const;
  std::vector<const Module *> mpi_modules() const;
  // From the debug information of those modules, if any; the files are searched for once.
  const std::vector<const TypeIndex *> &type_indexes() const;
  Unwinder &unwinder();
  std::shared_ptr<const ElfFile> read_vdso() const;

  OpenOptions options_;
  const Machine *machine_ = &x86_64;
  AuxiliaryVector auxiliary_;
  std::vector<Module> modules_;
  std::vector<std::string> warnings_;
  std::unique_ptr<Unwinder> unwinder_;
  mutable std::map<std::string, std::string> functions_without_line_;  // one for each module, by its path
  mutable std::optional<std::vector<const TypeIndex *>> type_indexes_;
  mutable std::map<std::string, const StructType *, std::less<>> types_;  // null for those that are not there
};

}  // namespace corefile
