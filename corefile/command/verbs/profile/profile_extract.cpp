// Implements `profile extract`, which makes a profile from the debug information of one build of an MPI library. The
// profile contains the structs that mpidbg/layout describes for that library.

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

#include "corefile/command/verbs/commands.h"
#include "corefile/command/verbs/profile/component_files.h"
#include "corefile/command/verbs/profile/extract_structs.h"
#include "corefile/command/verbs/profile/profile_file.h"
#include "corefile/command/verbs/profile/wanted_structs.h"
#include "corefile/command/words/output.h"
#include "corefile/elf/debug_file.h"
#include "corefile/elf/elf_file.h"
#include "corefile/elf/mapped_file.h"
#include "mpidbg/base/elf_identity.h"
#include "mpidbg/layout/derived_profile.h"
#include "mpidbg/layout/profile.h"

namespace command {

namespace {

using corefile::TypeIndex;
using mpidbg::layout::DescribedLibrary;
using mpidbg::layout::Profile;
using WantedByLibrary = std::map<std::string, WantedStructs, std::less<>>;

// Returns the library with the largest number of structs in the debug information; empty if there are none of any
// library.
std::string best_library(const TypeIndex &types, const WantedByLibrary &wanted) {
  std::string best;
  std::size_t most = 0;
  for (const auto &[library, structs] : wanted) {
    const auto found = static_cast<std::size_t>(std::count_if(
        structs.begin(), structs.end(), [&](const auto &entry) { return types.find(entry.first) != nullptr; }));
    if (found > most) {
      most = found;
      best = library;
    }
  }
  return best;
}

// Finds the version in a text of Open MPI's libmpi.so: "Open MPI v4.1.4, package: ...".
std::string version_in(std::string_view file, const std::string &library) {
  const std::string before = library + " v";
  for (std::size_t at = file.find(before); at != std::string_view::npos; at = file.find(before, at + 1)) {
    const std::string_view rest = file.substr(at + before.size(), 32);
    const std::size_t end = std::min(rest.find_first_not_of("0123456789.abrc"), rest.size());
    if (end >= 3 && rest[0] >= '0' && rest[0] <= '9') return std::string(rest.substr(0, end));
  }
  return {};
}

bool describe_machine(std::string_view file, Profile &profile) {
  const auto identity = mpidbg::elf_identity(std::as_bytes(std::span(file)));
  if (!identity) return false;
  profile.byte_order = identity->byte_order;
  profile.pointer_size = identity->elf_class == ELFCLASS64 ? 8 : 4;
  profile.architecture = mpidbg::architecture_name(identity->elf_class, identity->machine);
  return true;
}

// Returns the exported symbols by which a build of the library can be recognized in memory.
std::vector<std::string> anchor_symbols(const std::string &library, std::span<const DescribedLibrary> described) {
  std::vector<std::string> symbols;
  for (const DescribedLibrary &known : described)
    if (known.name == library && !known.anchor_symbol.empty()) symbols.push_back(known.anchor_symbol);
  for (const Profile *known : mpidbg::layout::profile_collection().profiles)
    if (known->library == library && known->anchor) symbols.push_back(known->anchor->symbol);
  return symbols;
}

// Returns the version of MPICH: the text in the variable `symbol`.
std::string version_at(const std::string &path, const std::string &symbol) {
  const auto file = corefile::ElfFile::open(path);
  if (!file || symbol.empty()) return {};
  const Elf64_Sym *const found =
      (*file)->find_exported_symbol(corefile::SymbolName(symbol), corefile::SymbolKind::data);
  if (found == nullptr) return {};
  const auto bytes = (*file)->constant_bytes_at(found->st_value);
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()), std::min<std::size_t>(bytes.size(), 32));
  return std::string(text.substr(0, std::min(text.find_first_not_of("0123456789.abrc"), text.size())));
}

const DescribedLibrary *find_library(const std::string &name, std::span<const DescribedLibrary> described) {
  const auto found = std::find_if(described.begin(), described.end(),
                                  [&](const DescribedLibrary &library) { return library.name == name; });
  return found == described.end() ? nullptr : &*found;
}

// Adds to the profile the build-id, the addresses of variables, and the anchor of the library's file. Object files, and
// libraries of other machines, have none of these.
void describe_build(const std::string &path, std::span<const std::string> anchors,
                    std::span<const std::string> variables, Profile &profile) {
  const auto file = corefile::ElfFile::open(path);
  if (!file) return;
  profile.build_id = (*file)->build_id();
  for (const std::string &variable : variables) {
    const corefile::SymbolName name(variable);
    for (const corefile::SymbolKind kind : {corefile::SymbolKind::data, corefile::SymbolKind::function}) {
      if (const Elf64_Sym *symbol = (*file)->find_static_symbol(name, kind))
        profile.variables[variable] = symbol->st_value;
    }
  }
  for (const std::string &anchor : anchors) {
    const corefile::SymbolName name(anchor);
    if (const Elf64_Sym *symbol = (*file)->find_exported_symbol(name, corefile::SymbolKind::data)) {
      profile.anchor = mpidbg::layout::ProfileAnchor{anchor, symbol->st_value};
      return;
    }
  }
}

// Copies numbers from an existing profile of the same series ("4.1" for "4.1.6"). Debug information does not contain
// these numbers.
void copy_constants(Profile &profile) {
  const auto series = [](const std::string &version) {
    return version.substr(0, version.find('.', version.find('.') + 1));
  };
  for (const Profile *known : mpidbg::layout::profile_collection().profiles) {
    if (known->library != profile.library || series(known->version) != series(profile.version)) continue;
    profile.constants = known->constants;
    return;
  }
}

// Lists the numbers that mpidbg/layout describes for the library and the profile lacks.
std::string missing_numbers(const Profile &profile, std::span<const DescribedLibrary> described) {
  std::string missing;
  for (const DescribedLibrary &library : described) {
    if (library.name != profile.library) continue;
    for (const std::string &number : library.numbers)
      if (profile.constants.count(number) == 0) missing += (missing.empty() ? "" : ", ") + number;
  }
  return missing;
}

// Describes a profile's library and machine in words. The profile of --like must have the same library and machine as
// the extracted one.
std::string kind_of(const Profile &profile) {
  return profile.library + " on machines with " + std::to_string(8 * profile.pointer_size) + "-bit pointers and " +
         (profile.byte_order == mpidbg::ByteOrder::big ? "big" : "little") + "-endian numbers";
}

ExitCode failure(Messages &messages, const std::string &text, ExitCode code) {
  messages.error(text);
  return code;
}

}  // namespace

ExitCode run_profile_extract(const Options &options, Messages &messages) {
  const auto file = corefile::MappedFile::open(options.file);
  if (!file) return failure(messages, file.error().message, ExitCode::failed);
  const std::string_view bytes(reinterpret_cast<const char *>(file->bytes().data()), file->bytes().size());
  Profile profile;
  if (!describe_machine(bytes, profile))
    return failure(messages, options.file + " is not an ELF file", ExitCode::failed);

  const auto debug_file = corefile::find_debug_file(options.file, options.open.debug_directories);
  if (!debug_file) {
    return failure(messages, options.file + " has no debug information, and no separate file of it was found",
                   ExitCode::not_enough);
  }
  const auto types = TypeIndex::open(*debug_file);
  if (!types) return failure(messages, types.error().message, ExitCode::not_enough);

  const std::vector<DescribedLibrary> described = described_libraries();
  const WantedByLibrary wanted_by_library = wanted_structs(described, mpidbg::layout::profile_collection().profiles);
  profile.library = options.library.empty() ? best_library(**types, wanted_by_library) : options.library;
  const auto wanted = wanted_by_library.find(profile.library);
  if (wanted == wanted_by_library.end()) {
    return failure(messages,
                   options.library.empty() ? options.file + " has no struct that mpidbg describes"
                                           : "no struct of the library '" + options.library + "' is described",
                   ExitCode::not_enough);
  }
  const DescribedLibrary *const library = find_library(profile.library, described);
  profile.version = options.library_version;
  if (profile.version.empty() && library != nullptr)
    profile.version = version_at(options.file, library->version_symbol);
  if (profile.version.empty()) profile.version = version_in(bytes, profile.library);
  if (profile.version.empty())
    return failure(messages, options.file + " does not contain its version: give --library-version", ExitCode::usage);
  describe_build(options.file, anchor_symbols(profile.library, described),
                 library == nullptr ? std::span<const std::string>() : library->variables, profile);

  std::optional<Profile> base;
  if (!options.profile.empty()) {
    auto like = find_profile(options.profile);
    if (!like) return failure(messages, like.error().message, ExitCode::failed);
    if (kind_of(*like) != kind_of(profile)) {
      return failure(messages,
                     options.profile + " is for " + kind_of(*like) + ", " + options.file + " for " + kind_of(profile),
                     ExitCode::usage);
    }
    base = std::move(*like);
  }
  ExtractedStructs found = extract_structs(**types, wanted->second);
  if (found.structs.empty()) {
    return failure(messages, options.file + " has none of the described structs of " + profile.library,
                   ExitCode::not_enough);
  }
  if (library != nullptr) add_optional_fields(**types, library->optional_fields, found);
  for (const std::string &component : component_files(options.file)) {
    if (profile.library != "Open MPI" || found.missing_structs == 0) break;
    const auto of_component = corefile::find_debug_file(component, options.open.debug_directories);
    if (!of_component) continue;
    if (const auto more = TypeIndex::open(*of_component)) add_missing_structs(**more, wanted->second, found);
  }
  profile.structs = std::move(found.structs);
  if (base) {
    profile.constants = base->constants;
  } else {
    copy_constants(profile);
  }

  Output output(options.output);
  if (output.is_open()) {
    output.write(mpidbg::layout::format_profile(base ? mpidbg::layout::derive_profile(profile, *base) : profile));
  }
  if (!output.close(messages)) return ExitCode::failed;
  std::string missing;
  for (const std::string &name : found.missing) missing += (missing.empty() ? "" : ", ") + name;
  if (!missing.empty()) messages.warning("not in the debug information: " + missing);
  if (const std::string numbers = missing_numbers(profile, described); !numbers.empty())
    messages.warning("to be set by hand under \"constants\": " + numbers);
  messages.note(profile.library + " " + profile.version + ": " + std::to_string(profile.structs.size()) + " structs, " +
                std::to_string(found.missing_structs) + " not found");
  return ExitCode::done;
}

}  // namespace command
