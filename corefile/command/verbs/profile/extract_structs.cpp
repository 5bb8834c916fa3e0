#include "corefile/command/verbs/profile/extract_structs.h"

#include <optional>
#include <string_view>

namespace command {

using corefile::FieldKind;
using corefile::StructField;
using corefile::StructType;
using corefile::TypeIndex;
using mpidbg::layout::ProfileField;
using mpidbg::layout::ProfileStruct;

namespace {

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

// Finds a field such as "a.b.c": "b" is a field in the type of "a", and "c" a field in the type of "b".
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

}  // namespace

ExtractedStructs extract_structs(const TypeIndex &types, const WantedStructs &wanted) {
  constexpr std::uint64_t largest = 1u << 20;
  ExtractedStructs result;
  for (const auto &[name, fields] : wanted) {
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
    for (const std::string &path : fields) {
      if (entry.fields.count(path) != 0) continue;
      if (auto field = find_nested(types, *type, path)) {
        entry.fields[path] = std::move(*field);
      } else {
        result.missing.push_back(name + ": " + path);
      }
    }
  }
  return result;
}

void add_optional_fields(const TypeIndex &types, const OptionalFields &optional, ExtractedStructs &found) {
  for (const auto &[name, fields] : optional) {
    const auto entry = found.structs.find(name);
    const StructType *type = types.find(name);
    if (entry == found.structs.end() || type == nullptr) continue;
    for (const std::string &path : fields) {
      if (auto field = find_nested(types, *type, path)) entry->second.fields.emplace(path, std::move(*field));
    }
  }
}

void add_missing_structs(const TypeIndex &types, const WantedStructs &wanted, ExtractedStructs &found) {
  WantedStructs there;
  for (const auto &[name, fields] : wanted)
    if (found.structs.count(name) == 0 && types.find(name) != nullptr) there[name] = fields;
  ExtractedStructs more = extract_structs(types, there);
  std::erase_if(found.missing, [&](const std::string &name) { return more.structs.count(name) != 0; });
  for (const std::string &name : more.missing)
    if (there.count(name) == 0) found.missing.push_back(name);
  found.missing_structs -= more.structs.size();
  found.structs.merge(more.structs);
}

}  // namespace command
