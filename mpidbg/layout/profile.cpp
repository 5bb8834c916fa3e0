#include "mpidbg/layout/profile.h"

#include <nlohmann/json.hpp>

namespace mpidbg::layout {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::uint64_t max_struct_bytes = 1u << 20;

Error bad(const std::string &name, const std::string &what) {
  return {ErrorCode::layout, "profile " + name + ": " + what};
}

std::string text_member(const json &object, const char *key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// A byte count or offset of at most max_struct_bytes.
std::optional<std::uint32_t> bytes_member(const json &object, const char *key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_unsigned() || found->get<std::uint64_t>() > max_struct_bytes) {
    return std::nullopt;
  }
  return found->get<std::uint32_t>();
}

Result<ProfileStruct> parse_struct(const std::string &profile, const std::string &type, const json &object) {
  const auto size = object.is_object() ? bytes_member(object, "size") : std::nullopt;
  if (!size || *size == 0) return bad(profile, type + " has no believable size");
  ProfileStruct result;
  result.size = *size;
  const auto fields = object.find("fields");
  if (fields == object.end() || !fields->is_object()) return bad(profile, type + " has no fields");
  for (const auto &[name, description] : fields->items()) {
    const auto offset = description.is_object() ? bytes_member(description, "offset") : std::nullopt;
    if (!offset) return bad(profile, type + "." + name + " has no believable offset");
    ProfileField field;
    field.offset = *offset;
    field.size = bytes_member(description, "size").value_or(0);
    field.kind = text_member(description, "kind");
    field.type = text_member(description, "type");
    if (field.offset > result.size || field.size > result.size - field.offset) {
      // A flexible array is declared with one element behind the end of its struct.
      if (field.kind != "array" || field.offset > result.size) {
        return bad(profile, type + "." + name + " does not lie within its struct");
      }
    }
    result.fields.emplace(name, std::move(field));
  }
  return result;
}

}  // namespace

const ProfileStruct *Profile::find_struct(std::string_view type) const {
  const auto found = structs.find(type);
  return found == structs.end() ? nullptr : &found->second;
}

Result<Profile> parse_profile(std::string name, std::string_view text) {
  const json document = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!document.is_object()) return bad(name, "is not a JSON object");
  Profile profile;
  profile.name = name;
  profile.library = text_member(document, "library");
  profile.version = text_member(document, "version");
  profile.architecture = text_member(document, "architecture");
  profile.build_id = text_member(document, "build_id");
  if (profile.library.empty() || profile.version.empty()) return bad(name, "names no library and version");

  const std::string order = text_member(document, "byte_order");
  if (order != "little" && order != "big") return bad(name, "byte_order is neither little nor big");
  profile.byte_order = order == "big" ? ByteOrder::big : ByteOrder::little;
  const auto pointer_size = bytes_member(document, "pointer_size");
  if (!pointer_size || (*pointer_size != 4 && *pointer_size != 8)) return bad(name, "pointer_size is neither 4 nor 8");
  profile.pointer_size = *pointer_size;

  if (const auto anchor = document.find("anchor"); anchor != document.end() && anchor->is_object()) {
    const auto address = anchor->find("address");
    if (address == anchor->end() || !address->is_number_unsigned()) return bad(name, "anchor has no address");
    profile.anchor = ProfileAnchor{text_member(*anchor, "symbol"), address->get<std::uint64_t>()};
  }

  if (const auto variables = document.find("variables"); variables != document.end() && variables->is_object()) {
    for (const auto &[variable, address] : variables->items()) {
      if (!address.is_number_unsigned()) return bad(name, "the variable " + variable + " has no address");
      profile.variables.emplace(variable, address.get<std::uint64_t>());
    }
  }

  const auto structs = document.find("structs");
  if (structs == document.end() || !structs->is_object()) return bad(name, "has no structs");
  for (const auto &[type, description] : structs->items()) {
    auto parsed = parse_struct(name, type, description);
    if (!parsed) return std::move(parsed).error();
    profile.structs.emplace(type, std::move(*parsed));
  }
  return profile;
}

std::string format_profile(const Profile &profile) {
  ordered_json document;
  document["library"] = profile.library;
  document["version"] = profile.version;
  document["architecture"] = profile.architecture;
  document["byte_order"] = profile.byte_order == ByteOrder::big ? "big" : "little";
  document["pointer_size"] = profile.pointer_size;
  if (!profile.build_id.empty()) document["build_id"] = profile.build_id;
  if (profile.anchor) {
    document["anchor"] = ordered_json{{"symbol", profile.anchor->symbol}, {"address", profile.anchor->address}};
  }
  if (!profile.variables.empty()) document["variables"] = profile.variables;
  ordered_json &structs = document["structs"] = ordered_json::object();
  for (const auto &[type, description] : profile.structs) {
    ordered_json fields = ordered_json::object();
    for (const auto &[name, field] : description.fields) {
      ordered_json entry{{"offset", field.offset}, {"size", field.size}};
      if (!field.kind.empty()) entry["kind"] = field.kind;
      if (!field.type.empty()) entry["type"] = field.type;
      fields[name] = std::move(entry);
    }
    structs[type] = ordered_json{{"size", description.size}, {"fields", std::move(fields)}};
  }
  return document.dump(1) + "\n";
}

}  // namespace mpidbg::layout
