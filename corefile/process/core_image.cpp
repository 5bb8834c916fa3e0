#include "corefile/process/core_image.h"

#include <algorithm>
#include <cstring>

#include "corefile/elf/elf_file.h"
#include "mpidbg/base/limits.h"

namespace corefile {

Result<std::unique_ptr<Process>> open_core_file(const std::string &path, const OpenOptions &options) {
  return CoreImage::open(path, options);
}

Result<std::unique_ptr<Process>> CoreImage::open(const std::string &path, const OpenOptions &options) {
  MPIDBG_ASSIGN(memory, CoreMemory::open(path));
  CoreNotes notes = read_core_notes(memory.notes(), memory.machine());
  const bool truncated = memory.expected_size() > memory.file_size();
  const std::string sizes = std::to_string(memory.file_size()) + " bytes of " + std::to_string(memory.expected_size());
  if (notes.threads.empty() && notes.auxiliary.empty()) {
    return Error{ErrorCode::corrupt, "core file " + path + " has no notes about the process" +
                                         (truncated ? ": it is truncated, it has " + sizes : "")};
  }
  const std::uint64_t note_size = memory.note_size();
  const std::string problems[] = {std::move(notes.files_problem), std::move(notes.threads_problem)};
  std::unique_ptr<CoreImage> image(new CoreImage(path, std::move(memory), std::move(notes), options));
  for (const std::string &problem : problems) {
    if (!problem.empty()) image->warn("core file " + path + ": " + problem);
  }
  if (note_size > CoreMemory::most_note_bytes) {
    image->warn("core file " + path + " has " + std::to_string(note_size) +
                " bytes of notes, which exceeds the limit of " + std::to_string(CoreMemory::most_note_bytes) +
                ": threads may be missing");
  }
  if (truncated) {
    image->warn("core file " + path + " is truncated, it has " + sizes + ": memory behind that cannot be read");
  }
  image->find_modules();
  return std::unique_ptr<Process>(std::move(image));
}

void CoreImage::find_modules() {
  ModuleSource source;
  source.machine = &memory_.machine();
  source.auxiliary = notes_.auxiliary;
  source.executable = executable();
  const bool is_told = !options().executable.empty();
  source.executable_places = is_told ? std::vector{options().executable} : executable_places(source.executable);
  source.place = [this](const std::string &path, Address, unsigned attempt) {
    return attempt == 0 ? under_sysroot(path) : std::string();
  };
  source.trusted_places = 1;
  source.mappings = [this] { return notes_.files; };
  load(std::move(source));
}

// With --sysroot, the executable is also looked for at its path without --sysroot. A program is often not in the
// container's image, but in a directory that the container shares with its host.
std::vector<std::string> CoreImage::executable_places(const std::string &path) const {
  if (options().sysroot.empty()) return {path};
  return {under_sysroot(path), path};
}

// Finds the executable as the mapped file that contains the program headers or the entry point. Without such a mapping,
// the argument of execve() is used, which may be relative.
std::string CoreImage::executable() const {
  for (const std::uint64_t inside : {AT_PHDR, AT_ENTRY}) {
    const FileMapping *const mapping = mapping_at(notes_.files, notes_.auxiliary.address(inside));
    if (mapping != nullptr) return mapping->path;
  }
  MemoryReader memory([this](Address at, void *to, std::size_t size) { return read_process(at, to, size); },
                      memory_.machine().format());
  const auto name = memory.string(notes_.auxiliary.address(AT_EXECFN), mpidbg::limits::string_length);
  return name && !name->empty() ? *name : options().executable;
}

std::size_t CoreImage::read_up_to(Address address, void *buffer, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    std::byte *const to = static_cast<std::byte *>(buffer) + done;
    std::size_t part = read_process(address + done, to, size - done);
    if (part == 0) part = read_files(address + done, to, size - done);
    if (part == 0) break;
    done += part;
  }
  return done;
}

std::size_t CoreImage::read_files(Address address, void *buffer, std::size_t size) const {
  for (const Module &module : modules()) {
    if (!module.file) continue;
    const Bytes bytes = module.file->constant_bytes_at(address - module.load_bias);
    if (bytes.empty()) continue;
    const std::size_t part = std::min(size, bytes.size());
    std::memcpy(buffer, bytes.data(), part);
    return part;
  }
  return 0;
}

Result<std::vector<ThreadStack>> CoreImage::stacks() {
  return unwind(notes_.threads);
}

Environment CoreImage::initial_environment() const {
  MemoryReader memory([this](Address at, void *to, std::size_t size) { return read_up_to(at, to, size); },
                      machine().format());
  return corefile::initial_environment(auxiliary(), memory);
}

std::vector<std::string> CoreImage::arguments() const {
  MemoryReader memory([this](Address at, void *to, std::size_t size) { return read_up_to(at, to, size); },
                      machine().format());
  return initial_arguments(auxiliary(), memory);
}

Environment CoreImage::current_environment() const {
  const auto environ = find_symbol("environ", SymbolKind::data);
  if (!environ) return {};
  MemoryReader memory([this](Address at, void *to, std::size_t size) { return read_up_to(at, to, size); },
                      machine().format());
  return corefile::current_environment(*environ, memory);
}

std::vector<AddressRange> CoreImage::private_memory() const {
  std::vector<AddressRange> ranges = memory_.writable();
  std::erase_if(ranges, [&](const AddressRange &range) {
    if (mapping_at(notes_.files, range.begin) != nullptr) return true;
    return std::any_of(notes_.threads.begin(), notes_.threads.end(),
                       [&](const ThreadRegisters &thread) { return range.contains(thread.stack_pointer); });
  });
  return ranges;
}

}  // namespace corefile
