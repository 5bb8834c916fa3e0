#include "corefile/mpi/mpi_profiling.h"

#include <gelf.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "corefile/elf/elf_file.h"
#include "corefile/mpi/mpi_entry_points.h"

namespace corefile {

namespace {

// Limits for damaged files. No MPI library has nearly as many functions.
constexpr std::size_t most_functions = 8192;
constexpr std::size_t longest_call_name = 128;

bool is_c_name(std::string_view name) {
  return name.size() > 4 && name.size() < longest_call_name && name.starts_with("MPI_") && name[4] >= 'A' &&
         name[4] <= 'Z' &&
         std::any_of(name.begin() + 5, name.end(), [](char letter) { return letter >= 'a' && letter <= 'z'; });
}

// Recognizes names such as MPI_Send_f08. They belong to Fortran bindings such as the module mpi_f08, and not to C.
bool is_fortran_name(std::string_view name) {
  for (const std::string_view end : {"_f", "_f08", "_fts", "_f08ts", "_cdesc"}) {
    if (name.ends_with(end)) return true;
  }
  return false;
}

bool is_profiling_name(std::string_view name) {
  return name.starts_with('P') && is_c_name(name.substr(1));
}

bool is_defined_function(const Elf64_Sym &symbol) {
  return ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF;
}

bool is_global(const Elf64_Sym &symbol) {
  return ELF64_ST_BIND(symbol.st_info) != STB_LOCAL;
}

// Converts a C name such as "MPI_Send" to the name of its Fortran wrapper, "mpi_send_".
std::string fortran_name(const std::string &name) {
  std::string text;
  for (const char letter : name)
    text += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  return text + '_';
}

class Examination {
 public:
  explicit Examination(const Process &process) : process_(process) {}
  Result<MpiProfiling> run();

 private:
  void collect_definitions(const Module &module);
  void collect_calls(const Module &module);
  void look_at_slot(const Module &module, const std::string &name, Address slot);
  void note_partly_seen(const Module &module);
  void collect_fortran(const Module &module);
  const Module *module_at(Address address) const;

  const Process &process_;
  MpiProfiling result_;
  std::map<const Module *, std::set<std::string, std::less<>>>
      imports_;  // MPI_X and PMPI_X that a module calls but does not define
};

void Examination::collect_definitions(const Module &module) {
  const auto add = [&](const Elf64_Sym &symbol, std::string_view name) {
    const bool profiling = is_profiling_name(name);
    if ((!profiling && !is_c_name(name)) || is_fortran_name(name)) return;
    if (symbol.st_shndx == SHN_UNDEF) imports_[&module].emplace(name);
    if (!is_defined_function(symbol) || !is_global(symbol)) return;
    const std::string key(profiling ? name.substr(1) : name);
    if (result_.functions.size() >= most_functions && !result_.functions.contains(key)) return;
    MpiFunction &function = result_.functions[key];
    auto &definitions = profiling ? function.profiling : function.definitions;
    if (!definitions.empty() && definitions.back().module == &module) return;
    definitions.push_back({&module, module.load_bias + symbol.st_value, ELF64_ST_BIND(symbol.st_info) == STB_WEAK});
  };
  const auto add_all = [&](std::span<const Elf64_Sym> symbols, Bytes strings) {
    for (const Elf64_Sym &symbol : symbols) {
      add(symbol, string_at(strings, symbol.st_name));
    }
  };
  add_all(module.file->dynamic_symbols().symbols, module.file->dynamic_symbols().strings);
  // A program that is linked statically with MPI has the names of MPI's functions only in .symtab.
  add_all(module.file->static_symbols().symbols, module.file->static_symbols().strings);
}

// Collects the slots through which a module calls functions of other modules, with their present contents.
void Examination::collect_calls(const Module &module) {
  Elf *const elf = module.file->elf();
  if (elf == nullptr) return;
  std::uint64_t bytes_left = module.file->bytes().size();  // limit, as sections of an undamaged file do not overlap
  for (Elf_Scn *section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_RELA || header.sh_entsize == 0) continue;
    if (header.sh_size > bytes_left) {
      note_partly_seen(module);
      return;
    }
    bytes_left -= header.sh_size;
    GElf_Shdr symbols_header;
    Elf_Scn *const symbols_section = elf_getscn(elf, header.sh_link);
    Elf_Data *const relocations = elf_getdata(section, nullptr);
    if (symbols_section == nullptr || relocations == nullptr ||
        gelf_getshdr(symbols_section, &symbols_header) == nullptr) {
      continue;
    }
    Elf_Data *const symbols = elf_getdata(symbols_section, nullptr);
    if (symbols == nullptr) continue;
    const auto count = static_cast<int>(std::min<std::uint64_t>(header.sh_size / header.sh_entsize, 1u << 22));
    for (int i = 0; i < count; ++i) {
      GElf_Rela relocation;
      GElf_Sym symbol;
      if (gelf_getrela(relocations, i, &relocation) == nullptr) break;
      const auto type = GELF_R_TYPE(relocation.r_info);
      if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) continue;
      if (gelf_getsym(symbols, static_cast<int>(GELF_R_SYM(relocation.r_info)), &symbol) == nullptr) continue;
      const char *const name = elf_strptr(elf, symbols_header.sh_link, symbol.st_name);
      if (name != nullptr && is_c_name(name)) look_at_slot(module, name, module.load_bias + relocation.r_offset);
    }
  }
}

void Examination::note_partly_seen(const Module &module) {
  if (result_.partly_seen.empty() || result_.partly_seen.back() != &module) result_.partly_seen.push_back(&module);
}

void Examination::look_at_slot(const Module &module, const std::string &name, Address slot) {
  const auto function = result_.functions.find(name);
  if (function == result_.functions.end() || function->second.definitions.empty()) return;
  std::uint64_t value = 0;
  if (process_.read_up_to(slot, &value, sizeof value) != sizeof value) return note_partly_seen(module);
  const Address target(value);
  const auto &definitions = function->second.definitions;
  if (target == definitions.front().address || target.is_null()) return;
  const Module *const to = module_at(target);
  // A slot that still refers to the module's own procedure linkage table belongs to a function that was not called yet.
  if (to == &module) return;
  function->second.redirected.push_back({&module, to, target});
}

const Module *Examination::module_at(Address address) const {
  for (const Module &module : process_.modules()) {
    if (!module.file) continue;
    const Address begin = module.load_bias + module.file->first_address();
    if (address >= begin && address < module.load_bias + module.file->end_address()) return &module;
  }
  return nullptr;
}

void Examination::collect_fortran(const Module &module) {
  const auto imports = imports_.find(&module);
  if (imports == imports_.end()) return;
  FortranBindings bindings;
  bindings.module = &module;
  bool example_is_hidden = false;
  for (const auto &[name, function] : result_.functions) {
    const std::string wrapper = fortran_name(name);
    if (module.file->find_exported_symbol(SymbolName(wrapper), SymbolKind::function) == nullptr) continue;
    const bool mpi = imports->second.contains(name), profiling = imports->second.contains("P" + name);
    if (mpi) ++bindings.call_mpi;
    if (!mpi && !profiling) continue;
    const bool hidden = !mpi;
    if (hidden) ++bindings.call_pmpi;
    const bool is_better = hidden == example_is_hidden ? name == "MPI_Send" : hidden;
    if (!bindings.example.empty() && !is_better) continue;
    bindings.example = wrapper + " calls " + (mpi ? name : "P" + name);
    example_is_hidden = hidden;
  }
  if (bindings.call_mpi + bindings.call_pmpi > 0) result_.fortran.push_back(std::move(bindings));
}

bool is_recorder(const Module &module) {
  return module.file && module.file->find_exported_symbol(SymbolName("mpidbg_record"), SymbolKind::data) != nullptr;
}

Result<MpiProfiling> Examination::run() {
  result_.library = find_mpi_entry_point(process_).module;
  if (result_.library == nullptr) {
    return Error{ErrorCode::not_found, process_.name() + " has no MPI library: no module defines PMPI_Init"};
  }
  result_.is_static = result_.library->file && result_.library->file->is_program();
  for (const Module &module : process_.modules()) {
    module.file ? collect_definitions(module) : result_.unseen.push_back(&module);
    if (is_recorder(module)) result_.calling_next.push_back(&module);
  }
  // Names that the library does not define belong to a tool or to the program, even if they start with MPI_.
  std::erase_if(result_.functions, [&](const auto &named) {
    const auto is_of_library = [&](const MpiDefinition &definition) { return definition.module == result_.library; };
    const MpiFunction &function = named.second;
    return std::none_of(function.definitions.begin(), function.definitions.end(), is_of_library) &&
           std::none_of(function.profiling.begin(), function.profiling.end(), is_of_library);
  });
  for (const Module &module : process_.modules()) {
    if (!module.file) continue;
    collect_calls(module);
    collect_fortran(module);
  }
  return std::move(result_);
}

}  // namespace

std::vector<MpiProfiling::Tool> MpiProfiling::tools() const {
  std::vector<Tool> found;
  const auto tool_of = [&](const Module *module) -> Tool & {
    const auto known =
        std::find_if(found.begin(), found.end(), [&](const Tool &tool) { return tool.module == module; });
    return known != found.end() ? *known : found.emplace_back(Tool{module, {}});
  };
  for (const auto &[name, function] : functions) {
    for (const MpiDefinition &definition : function.definitions) {
      if (definition.module == library) break;
      tool_of(definition.module).functions.push_back(name);
    }
  }
  std::sort(found.begin(), found.end(), [](const Tool &a, const Tool &b) { return a.module < b.module; });
  return found;
}

Result<MpiProfiling> examine_mpi_profiling(const Process &process) {
  return Examination(process).run();
}

}  // namespace corefile
