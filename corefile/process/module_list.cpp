#include "corefile/process/module_list.h"

#include <algorithm>

#include "corefile/elf/build_id.h"
#include "corefile/elf/elf_file.h"
#include "corefile/process/link_map.h"

namespace corefile {

namespace {

constexpr std::size_t header_bytes = 4096;
constexpr std::uint64_t most_segment_bytes = 65536;

// Returns the build-id of the ELF image at an address in the process; empty if it is unreadable or has none.
std::string build_id_in_memory(const ReadMemory &read, Address image, const ElfFormat &format) {
  std::vector<std::byte> head(header_bytes);
  head.resize(read(image, head.data(), head.size()));
  const auto header = format.header(head);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return {};
  std::optional<std::uint64_t> first_address;
  for (unsigned i = 0; i < header->e_phnum; ++i) {
    const auto segment = format.program_header(head, header->e_phoff + i * format.program_header_size());
    if (!segment) return {};
    if (segment->p_type == PT_LOAD && !first_address) first_address = segment->p_vaddr - segment->p_offset;
    if (segment->p_type != PT_NOTE || segment->p_filesz > most_segment_bytes) continue;
    std::vector<std::byte> far_notes;
    Bytes notes = subrange(head, segment->p_offset, segment->p_filesz);
    if (notes.empty()) {
      far_notes.resize(segment->p_filesz);
      far_notes.resize(
          read(image + (segment->p_vaddr - first_address.value_or(0)), far_notes.data(), far_notes.size()));
      notes = far_notes;
    }
    if (std::string id = build_id_in_notes(notes, format); !id.empty()) return id;
  }
  return {};
}

void judge(Module &module, std::shared_ptr<const ElfFile> file, const std::string &place) {
  if (module.build_id.empty() || file->build_id().empty()) {
    module.state = ModuleFile::unverified;
  } else if (module.build_id == file->build_id()) {
    module.state = ModuleFile::matches;
  } else {
    module.state = ModuleFile::differs;
    module.problem = place + " is another build than the one the process has loaded: build-id " + file->build_id() +
                     " on disk, " + module.build_id + " in the process";
    return;
  }
  module.file = std::move(file);
  module.problem = module.file->lacks_sections()
                       ? place + " is damaged or cut off: the names and lines of its functions may be missing"
                       : std::string();
}

using NextPlace = std::function<std::string(unsigned attempt)>;

void find_file(Module &module, const ModuleSource &source, const NextPlace &next_place) {
  std::string place;
  for (unsigned attempt = 0; !(place = next_place(attempt)).empty(); ++attempt) {
    auto file = ElfFile::open(place);
    if (!file) {
      if (!module.problem.empty()) continue;
      module.problem = file.error().code == ErrorCode::not_found
                           ? "no file " + place + ", which the process has loaded" +
                                 (module.build_id.empty() ? "" : " with build-id " + module.build_id)
                           : std::move(file).error().message;
      continue;
    }
    const mpidbg::ElfIdentity &identity = (*file)->identity();
    if (!source.machine->is(identity)) {
      if (module.problem.empty())
        module.problem = place + " is for another architecture (" +
                         mpidbg::architecture_name(identity.elf_class, identity.machine) + ") than the process (" +
                         mpidbg::architecture_name(source.machine->elf_class, source.machine->elf_machine) + ")";
      continue;
    }
    // A few images do not start at the load bias. Their build-id is searched for from the file's first address.
    if (module.build_id.empty() && (*file)->first_address() != 0) {
      module.build_id = build_id_in_memory(source.read_process, module.load_bias + (*file)->first_address(),
                                           source.machine->format());
    }
    if (attempt >= source.trusted_places && module.build_id.empty()) {
      module.problem =
          place +
          " may be another build than the process has loaded: its build-id is not in the memory that can be read";
      continue;
    }
    const std::string problem_before = module.problem;
    judge(module, *file, place);
    if (module.file) return;
    if (!problem_before.empty()) module.problem = problem_before;
  }
}

Module make_module(const ModuleSource &source, std::string path, Address bias, const NextPlace &next_place) {
  Module module;
  module.path = std::move(path);
  module.load_bias = bias;
  module.build_id = build_id_in_memory(source.read_process, bias, source.machine->format());
  find_file(module, source, next_place);
  return module;
}

Module make_executable(const ModuleSource &source, MemoryReader &memory) {
  const NextPlace executable_place = [&](unsigned attempt) {
    return attempt < source.executable_places.size() ? source.executable_places[attempt] : std::string();
  };
  Address bias;
  if (const auto in_memory = executable_bias(source.auxiliary, memory)) {
    bias = *in_memory;
  } else if (const std::string place = executable_place(0); !place.empty()) {
    if (auto file = ElfFile::open(place)) bias = Address(source.auxiliary.address(AT_ENTRY) - (*file)->entry());
  }
  return make_module(source, source.executable, bias, executable_place);
}

Module make_library(const ModuleSource &source, const std::string &path, Address bias) {
  return make_module(source, path, bias, [&](unsigned attempt) { return source.place(path, bias, attempt); });
}

// Returns true for a library with a file. Returns false for the vdso, which has no file, and for the executable, which
// has no name in the link map.
bool is_shared_library(const LinkMapEntry &entry) {
  return entry.name.find('/') != std::string::npos;
}

// Returns true if the mapping starts with the mark of ELF, in the process's memory or, if that is unreadable, in the
// file.
bool is_elf_image(const ModuleSource &source, const FileMapping &mapping) {
  std::byte magic[SELFMAG];
  if (source.read_process(mapping.range.begin, magic, SELFMAG) == SELFMAG)
    return std::memcmp(magic, ELFMAG, SELFMAG) == 0;
  return ElfFile::open(source.place(mapping.path, mapping.range.begin, 0)).ok();
}

// Adds each ELF file that is mapped from its start, in the order of addresses.
void add_mapped_files(const ModuleSource &source, std::vector<Module> &modules) {
  for (const FileMapping &mapping : source.mappings()) {
    if (mapping.file_offset != 0) continue;
    const bool is_known =
        std::any_of(modules.begin(), modules.end(), [&](const Module &module) { return module.path == mapping.path; });
    if (is_known || !is_elf_image(source, mapping)) continue;
    modules.push_back(make_library(source, mapping.path, mapping.range.begin));
  }
}

// Warns of files that are used although the memory of the process does not contain the build-id to confirm them.
void warn_of_unverified(const ModuleSource &source, const std::vector<Module> &modules,
                        std::vector<std::string> &warnings) {
  for (const Module &module : modules) {
    if (!module.file || module.state != ModuleFile::unverified || module.file->build_id().empty()) continue;
    std::byte begin{};
    if (source.read_process(module.load_bias + module.file->first_address(), &begin, 1) != 1) continue;
    warnings.push_back(module.path +
                       ": the memory of the process lacks its build-id, and the file has one: it may be " +
                       "another build than the process has loaded");
  }
}

}  // namespace

std::vector<std::string> load_modules(const ModuleSource &source, std::vector<Module> &modules) {
  const ElfFormat format = source.machine->format();
  MemoryReader process(source.read_process, format);
  modules.push_back(make_executable(source, process));

  MemoryReader memory(source.read_backed, format);
  const LinkMap map = read_link_map(source.auxiliary, memory);
  for (std::size_t i = 1; i < map.entries.size(); ++i) {
    const LinkMapEntry &entry = map.entries[i];
    if (!is_shared_library(entry)) continue;
    modules.push_back(make_library(source, entry.name, entry.load_bias));
  }
  std::vector<std::string> warnings;
  if (!map.problem.empty()) {
    add_mapped_files(source, modules);
    warnings.push_back(map.problem + ": the list of modules may be incomplete or out of order");
  }
  warn_of_unverified(source, modules, warnings);
  return warnings;
}

}  // namespace corefile
