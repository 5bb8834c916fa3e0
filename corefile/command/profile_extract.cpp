// profile extract: the structs that known profiles of the same library have, out of the debug information of another
// build.

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include "corefile/command/commands.h"
#include "corefile/command/output.h"
#include "corefile/dwarf/type_index.h"
#include "corefile/elf/debug_file.h"
#include "corefile/elf/elf_file.h"
#include "corefile/elf/elf_identity.h"
#include "corefile/elf/mapped_file.h"
#include "mpidbg/layout/profile.h"

namespace command {

namespace {

using corefile::FieldKind;
using corefile::StructField;
using corefile::StructType;
using corefile::TypeIndex;
using mpidbg::layout::Profile;
using mpidbg::layout::ProfileField;
using mpidbg::layout::ProfileStruct;

// Names of structs and, for each, the fields of which other structs' fields are parts ("av_value.av_int").
using Wanted = std::map<std::string, std::set<std::string>, std::less<>>;

Wanted wanted_of(const std::string &library) {
  Wanted wanted;
  for (const Profile *profile : mpidbg::layout::profile_collection().profiles) {
    if (profile->library != library) continue;
    for (const auto &[name, type] : profile->structs) {
      std::set<std::string> &nested = wanted[name];
      for (const auto &[field, unused] : type.fields)
        if (field.find('.') != std::string::npos) nested.insert(field);
    }
  }
  return wanted;
}

std::string_view kind_text(FieldKind kind) {
  switch (kind) {
    case FieldKind::signed_integer:
      return "signed";
    case FieldKind::unsigned_integer:
      return "unsigned";
    case FieldKind::boolean:
      return "bool";
    case FieldKind::floating:
      return "float";
    case FieldKind::enumeration:
      return "enum";
    case FieldKind::pointer:
      return "pointer";
    case FieldKind::structure:
      return "struct";
    case FieldKind::union_:
      return "union";
    case FieldKind::array:
      return "array";
    case FieldKind::other:
      break;
  }
  return "";
}

ProfileField profile_field(const StructField &field, std::uint64_t base) {
  ProfileField result;
  result.offset = static_cast<std::uint32_t>(base + field.offset);
  result.size = static_cast<std::uint32_t>(field.size);
  result.kind = kind_text(field.kind);
  if (field.kind == FieldKind::pointer || field.kind == FieldKind::structure || field.kind == FieldKind::array)
    result.type = field.type_name;
  return result;
}

// "a.b.c", each part in the type of the one before.
std::optional<ProfileField> find_nested(const TypeIndex &types, const StructType &outer, std::string_view path) {
  const StructType *type = &outer;
  std::uint64_t base = 0;
  for (;;) {
    const std::size_t dot = path.find('.');
    const StructField *field = type->field(path.substr(0, dot));
    if (field == nullptr) return std::nullopt;
    if (dot == std::string_view::npos) return profile_field(*field, base);
    base += field->offset;
    type = field->type_name.empty() ? nullptr : types.find(field->type_name);
    if (type == nullptr) return std::nullopt;
    path.remove_prefix(dot + 1);
  }
}

struct Extract {
  std::map<std::string, ProfileStruct, std::less<>> structs;
  std::vector<std::string> missing;  // structs, and fields as "struct: field"
  std::size_t missing_structs = 0;
};

Extract extract(const TypeIndex &types, const Wanted &wanted) {
  constexpr std::uint64_t largest = 1u << 20;
  Extract result;
  for (const auto &[name, nested] : wanted) {
    const StructType *type = types.find(name);
    if (type == nullptr || type->size == 0 || type->size > largest) {
      result.missing.push_back(name);
      ++result.missing_structs;
      continue;
    }
    ProfileStruct &entry = result.structs[name];
    entry.size = static_cast<std::uint32_t>(type->size);
    for (const StructField &field : type->fields)
      if (!field.name.empty() && field.offset <= type->size) entry.fields[field.name] = profile_field(field, 0);
    for (const std::string &path : nested) {
      if (auto field = find_nested(types, *type, path)) {
        entry.fields[path] = std::move(*field);
      } else {
        result.missing.push_back(name + ": " + path);
      }
    }
  }
  return result;
}

// The library of which most structs are there.
std::string best_library(const TypeIndex &types) {
  std::set<std::string> libraries;
  for (const Profile *profile : mpidbg::layout::profile_collection().profiles) libraries.insert(profile->library);
  std::string best;
  std::size_t most = 0;
  for (const std::string &library : libraries) {
    std::size_t found = 0;
    for (const auto &[name, nested] : wanted_of(library)) found += types.find(name) != nullptr ? 1 : 0;
    if (found > most) {
      most = found;
      best = library;
    }
  }
  return best;
}

// libmpi.so of Open MPI has its own version in a text: "Open MPI v4.1.4, package: ...".
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
  const auto identity = corefile::elf_identity(std::as_bytes(std::span(file)));
  if (!identity) return false;
  profile.byte_order = identity->byte_order;
  profile.pointer_size = identity->elf_class == ELFCLASS64 ? 8 : 4;
  profile.architecture = corefile::architecture_name(identity->elf_class, identity->machine);
  return true;
}

// Build-id and anchor, of the library itself. Object files and other machines' libraries have neither here.
void describe_build(const std::string &path, Profile &profile) {
  const auto file = corefile::ElfFile::open(path);
  if (!file) return;
  profile.build_id = (*file)->build_id();
  for (const Profile *known : mpidbg::layout::profile_collection().profiles) {
    if (!known->anchor || known->library != profile.library) continue;
    const corefile::SymbolName name(known->anchor->symbol);
    if (const Elf64_Sym *symbol = (*file)->find_exported_symbol(name, corefile::SymbolKind::data)) {
      profile.anchor = mpidbg::layout::ProfileAnchor{known->anchor->symbol, symbol->st_value};
      return;
    }
  }
}

// Numbers that debug information does not have, from a known profile of the same series ("4.1" of "4.1.6").
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

  profile.library = options.library.empty() ? best_library(**types) : options.library;
  const Wanted wanted = wanted_of(profile.library);
  if (wanted.empty()) {
    return failure(messages,
                   options.library.empty() ? options.file + " has none of the structs of the known profiles"
                                           : "no known profile is of the library '" + options.library + "'",
                   ExitCode::not_enough);
  }
  profile.version = options.library_version.empty() ? version_in(bytes, profile.library) : options.library_version;
  if (profile.version.empty())
    return failure(messages, options.file + " does not contain its version: give --library-version", ExitCode::usage);
  describe_build(options.file, profile);

  Extract found = extract(**types, wanted);
  if (found.structs.empty()) {
    return failure(messages, options.file + " has none of the structs of the known profiles of " + profile.library,
                   ExitCode::not_enough);
  }
  profile.structs = std::move(found.structs);
  copy_constants(profile);

  Output output(options.output);
  if (output.is_open()) {
    std::string text = mpidbg::layout::format_profile(profile);
    if (!text.ends_with('\n')) text += '\n';
    output.write(text);
  }
  if (!output.close(messages)) return ExitCode::failed;
  std::string missing;
  for (const std::string &name : found.missing) missing += (missing.empty() ? "" : ", ") + name;
  if (!missing.empty()) messages.warning("not in the debug information: " + missing);
  messages.note(profile.library + " " + profile.version + ": " + std::to_string(profile.structs.size()) + " structs, " +
                std::to_string(found.missing_structs) + " not found");
  return ExitCode::done;
}

}  // namespace command
