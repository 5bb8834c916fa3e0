#include "corefile/dwarf/file_types.h"

#include <map>

#include "corefile/elf/debug_file.h"

namespace corefile {

namespace {

std::unique_ptr<TypeIndex> open_types(const ElfFile &file, const std::vector<std::string> &debug_directories) {
  const auto path = find_debug_file(file, debug_directories);
  if (!path) return nullptr;
  auto index = TypeIndex::open(*path);
  return index ? std::move(*index) : nullptr;
}

}  // namespace

const TypeIndex *types_of(const std::shared_ptr<const ElfFile> &file,
                          const std::vector<std::string> &debug_directories) {
  static std::map<std::shared_ptr<const ElfFile>, std::unique_ptr<TypeIndex>> known;
  const auto [place, is_new] = known.try_emplace(file);
  if (is_new) place->second = open_types(*file, debug_directories);
  return place->second.get();
}

}  // namespace corefile
