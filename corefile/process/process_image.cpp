#include "corefile/process/process_image.h"

#include "corefile/dwarf/file_types.h"
#include "corefile/dwarf/source_lines.h"
#include "corefile/elf/elf_file.h"
#include "corefile/process/jumped_frames.h"
#include "corefile/process/own_sleep.h"

namespace corefile {

namespace {

constexpr std::uint64_t most_vdso_bytes = 65536;  // limit for the size of the vdso, which has 8 KiB in Linux 6

std::string_view file_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool may_hold_mpi_types(const Module &module) {
  for (const std::string_view prefix : {"libmpi", "libmpich", "libopen-", "libopen_mpi", "libuc", "mca_"}) {
    if (file_name(module.path).starts_with(prefix)) return true;
  }
  return false;
}

}  // namespace

std::string path_below(const std::string &root, const std::string &path) {
  return root.empty() || path.starts_with('/') ? root + path : root + '/' + path;
}

void ProcessImage::load(ModuleSource source) {
  machine_ = source.machine;
  auxiliary_ = source.auxiliary;
  source.read_process = [this](Address at, void *to, std::size_t size) { return read_process(at, to, size); };
  source.read_backed = [this](Address at, void *to, std::size_t size) { return read_up_to(at, to, size); };
  for (std::string &problem : load_modules(source, modules_)) warn(name() + ": " + problem);
}

// An exported symbol of any module takes precedence over static symbols of all modules.
ProcessImage::Definition ProcessImage::definition(std::string_view name, SymbolKind kind) const {
  const SymbolName sought(name);
  for (const auto find : {&ElfFile::find_exported_symbol, &ElfFile::find_static_symbol}) {
    for (const Module &module : modules_) {
      if (!module.file) continue;
      const Elf64_Sym *const symbol = ((*module.file).*find)(sought, kind);
      if (symbol == nullptr) continue;
      return {&module, symbol->st_shndx == SHN_ABS ? Address(symbol->st_value) : module.load_bias + symbol->st_value};
    }
  }
  return {};
}

std::optional<Address> ProcessImage::find_symbol(std::string_view name, SymbolKind kind) const {
  const Definition found = definition(name, kind);
  return found.module == nullptr ? std::nullopt : std::optional(found.address);
}

const Module *ProcessImage::module_defining(std::string_view name) const {
  const Module *const data = definition(name, SymbolKind::data).module;
  return data != nullptr ? data : definition(name, SymbolKind::function).module;
}

const Module *ProcessImage::module_at(Address address) const {
  for (const Module &module : modules_) {
    if (!module.file || address < module.load_bias) continue;
    const std::uint64_t inside = address - module.load_bias;
    if (inside >= module.file->first_address() && inside < module.file->end_address()) return &module;
  }
  return nullptr;
}

std::string ProcessImage::function_at(Address address) const {
  const Module *const module = module_at(address);
  return module == nullptr ? std::string() : std::string(module->file->function_at(address - module->load_bias));
}

std::vector<SourcePlace> ProcessImage::source_places(const Frame &frame) const {
  const Address code = frame.returns ? frame.pc - 1 : frame.pc;
  const Module *const module = module_at(code);
  if (module == nullptr) return {};
  const auto &places = corefile::source_places(module->file, code - module->load_bias, options_.debug_directories);
  if (lacks_line(places)) functions_without_line_.try_emplace(module->path, places.front().function);
  return places;
}

std::vector<Frame> ProcessImage::jumped_frames(const Frame &caller, const Frame &callee) const {
  const auto find = [this](const std::string &symbol) { return find_symbol(symbol, SymbolKind::function); };
  const auto module = [this](Address address) { return module_at(address); };
  return corefile::jumped_frames(caller, callee, {module, find, options_.debug_directories});
}

std::vector<std::string> ProcessImage::warnings() const {
  std::vector<std::string> all = warnings_;
  for (const auto &[path, function] : functions_without_line_) {
    all.push_back("the debug information of " + path + " has no source line for code of " + function +
                  ": its table of lines is damaged or missing");
  }
  return all;
}

std::vector<const Module *> ProcessImage::mpi_modules() const {
  std::vector<const Module *> found;
  for (const std::string_view name : {"ompi_mpi_communicators", "MPIR_Process", "PMPI_Init", "PMPI_Init_thread",
                                      "PMPI_Session_init", "MPI_Init", "MPI_Init_thread"}) {
    const Module *const module = module_defining(name);
    if (module != nullptr && found.empty()) found.push_back(module);
  }
  for (const Module &module : modules_) {
    if (may_hold_mpi_types(module) && (found.empty() || &module != found.front())) found.push_back(&module);
  }
  return found;
}

const std::vector<const TypeIndex *> &ProcessImage::type_indexes() const {
  if (type_indexes_) return *type_indexes_;
  type_indexes_.emplace();
  for (const Module *module : mpi_modules()) {
    const TypeIndex *const types = module->file ? types_of(module->file, options_.debug_directories) : nullptr;
    if (types != nullptr) type_indexes_->push_back(types);
  }
  return *type_indexes_;
}

const StructType *ProcessImage::find_type(std::string_view name) const {
  if (const auto known = types_.find(name); known != types_.end()) return known->second;
  const StructType *found = nullptr;
  for (const TypeIndex *types : type_indexes()) {
    found = types->find(name);
    if (found != nullptr) break;
  }
  types_.emplace(name, found);
  return found;
}

std::shared_ptr<const ElfFile> ProcessImage::read_vdso() const {
  const Address image = auxiliary_.address(AT_SYSINFO_EHDR);
  if (image.is_null()) return nullptr;
  std::vector<std::byte> bytes(most_vdso_bytes);
  bytes.resize(read_process(image, bytes.data(), bytes.size()));
  auto file = ElfFile::from_bytes("[vdso]", std::move(bytes));
  return file ? *file : nullptr;
}

Unwinder &ProcessImage::unwinder() {
  if (!unwinder_)
    unwinder_ = std::make_unique<Unwinder>(*machine_, modules_, read_vdso(), auxiliary_.address(AT_SYSINFO_EHDR));
  return *unwinder_;
}

void ProcessImage::prepare_stacks() {
  unwinder().warm_up();
}

std::vector<ThreadStack> ProcessImage::unwind(const std::vector<ThreadRegisters> &threads) {
  const ReadMemory read = [this](Address at, void *to, std::size_t size) { return read_up_to(at, to, size); };
  std::vector<ThreadStack> stacks = unwinder().unwind(pid(), threads, read);
  for (std::size_t i = 0; i < stacks.size(); ++i)
    stacks[i].sleeps_for_own_process = sleeps_for_own_process(threads[i], threads, read);
  return stacks;
}

}  // namespace corefile
