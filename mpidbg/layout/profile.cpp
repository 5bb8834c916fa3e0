#include "mpidbg/layout/profile.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace mpidbg::layout {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::uint64_t max_struct_bytes = 1u << 20;
// The number of nested keys of the deepest value: "structs", the name of a struct, "fields", the name of a field, and a
// member of the field.
constexpr std::size_t max_depth = 5;

Error bad(const std::string &name, const std::string &what) {
  return {ErrorCode::layout, "profile " + name + ": " + what};
}

// Returns true if a profile with this name can be looked up as a file in a directory.
bool is_file_name(std::string_view name) {
  return !name.empty() && name.front() != '.' &&
         name.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos;
}

// Fills in a profile while the JSON is parsed. Building a tree of its thousands of values first would take longer than
// everything else.
//
// Values are recognised by their path, which consists of the keys of the enclosing objects. Values of an unexpected
// type and the contents of arrays are ignored; at the end, problem() states what is missing.
class ProfileReader final : public nlohmann::json_sax<json> {
 public:
  ProfileReader(std::string name, bool head_only) : head_only_(head_only) { profile_.name = std::move(name); }

  bool null() override;
  bool boolean(bool) override { return other(); }
  bool number_integer(number_integer_t value) override { return number(value, value < 0); }
  bool number_unsigned(number_unsigned_t value) override { return number(static_cast<std::int64_t>(value), false); }
  bool number_float(number_float_t, const string_t &) override { return other(); }
  bool string(string_t &value) override;
  bool binary(binary_t &) override { return other(); }
  bool start_object(std::size_t) override;
  bool key(string_t &value) override;
  bool end_object() override;
  bool start_array(std::size_t) override {
    if (arrays_ == 0) other();
    ++arrays_;
    return true;
  }
  bool end_array() override {
    --arrays_;
    return true;
  }
  bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &) override { return false; }

  // Returns the profile, or an error if the document could not be parsed or is not a profile.
  Result<Profile> finish(bool parsed) &&;

 private:
  bool number(std::int64_t value, bool negative);
  bool other();
  bool not_a_number();
  void end_field();
  void end_struct();
  void note(std::string &problem, const std::string &what) {
    if (problem.empty()) problem = what;
  }
  bool within(std::string_view member, std::size_t depth) const { return depth_ == depth && keys_[0] == member; }

  bool head_only_;
  Profile profile_;
  bool is_object_ = false, has_structs_ = false, has_anchor_ = false, has_like_ = false;
  std::optional<std::uint64_t> pointer_size_, anchor_address_;
  std::string byte_order_, anchor_symbol_;
  std::string number_problem_, struct_problem_, absent_struct_;

  std::array<std::string, max_depth> keys_;  // keys of the enclosing objects, outermost first
  std::size_t depth_ = 0;  // the number of enclosing objects, which exceeds max_depth within unknown members
  std::size_t arrays_ = 0;
  ProfileStruct struct_;
  bool has_fields_ = false;
  ProfileField field_;
  bool has_offset_ = false;
};

bool ProfileReader::start_object(std::size_t) {
  if (arrays_ != 0) return true;
  if (depth_ == 0) is_object_ = true;
  has_structs_ |= within("structs", 1);
  has_anchor_ |= within("anchor", 1);
  if (within("structs", 2)) {
    struct_ = {};
    has_fields_ = false;
  } else if (within("structs", 3) && keys_[2] == "fields") {
    has_fields_ = true;
  } else if (within("structs", 4)) {
    field_ = {};
    has_offset_ = false;
  }
  not_a_number();
  if (++depth_ <= max_depth) keys_[depth_ - 1].clear();
  return true;
}

bool ProfileReader::key(string_t &value) {
  if (arrays_ != 0 || depth_ > max_depth) return true;
  keys_[depth_ - 1] = value;
  has_like_ |= within("like", 1);
  return true;
}

bool ProfileReader::end_object() {
  if (arrays_ != 0) return true;
  --depth_;
  if (head_only_) return true;
  if (within("structs", 4) && keys_[2] == "fields") end_field();
  if (within("structs", 2)) end_struct();
  return true;
}

bool ProfileReader::null() {
  if (arrays_ != 0 || !within("structs", 2)) return other();
  note(absent_struct_, keys_[1]);
  if (!head_only_) profile_.structs.insert_or_assign(keys_[1], ProfileStruct{});
  return true;
}

bool ProfileReader::string(string_t &value) {
  if (arrays_ != 0) return true;
  if (depth_ == 1) {
    for (const auto &[member, text] : {std::pair<std::string_view, std::string *>{"library", &profile_.library},
                                       {"version", &profile_.version},
                                       {"architecture", &profile_.architecture},
                                       {"build_id", &profile_.build_id},
                                       {"like", &profile_.like},
                                       {"byte_order", &byte_order_}}) {
      if (keys_[0] != member) continue;
      *text = std::move(value);
      break;
    }
  } else if (within("anchor", 2) && keys_[1] == "symbol") {
    anchor_symbol_ = std::move(value);
  } else if (within("structs", 5)) {
    if (keys_[4] == "kind") {
      field_.kind = std::move(value);
    } else if (keys_[4] == "type") {
      field_.type = std::move(value);
    }
  }
  return other();
}

bool ProfileReader::number(std::int64_t value, bool negative) {
  if (arrays_ != 0) return true;
  if (within("constants", 2)) {
    profile_.constants[keys_[1]] = value;
    return true;
  }
  if (negative) return other();
  const auto size = static_cast<std::uint64_t>(value);
  if (within("variables", 2)) {
    profile_.variables[keys_[1]] = size;
  } else if (within("pointer_size", 1)) {
    pointer_size_ = size;
  } else if (within("anchor", 2) && keys_[1] == "address") {
    anchor_address_ = size;
  } else if (size <= max_struct_bytes) {
    const auto bytes = static_cast<std::uint32_t>(size);
    if (within("structs", 2) || within("structs", 4)) return other();
    if (within("structs", 3) && keys_[2] == "size") struct_.size = bytes;
    if (within("structs", 5) && keys_[4] == "size") field_.size = bytes;
    if (within("structs", 5) && keys_[4] == "offset") {
      field_.offset = bytes;
      has_offset_ = true;
    }
  }
  return true;
}

// Ignores a value that is neither an object nor a number of the expected range, and records a problem if the profile
// needs the value.
bool ProfileReader::other() {
  if (arrays_ != 0) return true;
  if (within("structs", 2)) note(struct_problem_, keys_[1] + " has an implausible size");
  if (within("structs", 4)) note(struct_problem_, keys_[1] + "." + keys_[3] + " has an implausible offset");
  return not_a_number();
}

bool ProfileReader::not_a_number() {
  if (within("variables", 2)) note(number_problem_, "the variable " + keys_[1] + " has no address");
  if (within("constants", 2)) note(number_problem_, "the constant " + keys_[1] + " is not an integer");
  return true;
}

void ProfileReader::end_field() {
  const std::string place = keys_[1] + "." + keys_[3];
  if (!has_offset_) return note(struct_problem_, place + " has an implausible offset");
  struct_.fields.insert_or_assign(keys_[3], std::move(field_));
}

void ProfileReader::end_struct() {
  if (struct_.size == 0) return note(struct_problem_, keys_[1] + " has an implausible size");
  if (!has_fields_) return note(struct_problem_, keys_[1] + " has no fields");
  for (const auto &[name, field] : struct_.fields) {
    // A flexible array member is declared with one element after the end of its struct.
    const bool starts_within = field.offset <= struct_.size;
    if (!starts_within || (field.size > struct_.size - field.offset && field.kind != "array")) {
      return note(struct_problem_, keys_[1] + "." + name + " is not within its struct");
    }
  }
  profile_.structs.insert_or_assign(keys_[1], std::move(struct_));
}

Result<Profile> ProfileReader::finish(bool parsed) && {
  const std::string &name = profile_.name;
  if (!parsed || !is_object_) return bad(name, "is not a JSON object");
  if (profile_.library.empty() || profile_.version.empty()) return bad(name, "names no library and version");
  if (byte_order_ != "little" && byte_order_ != "big") return bad(name, "byte_order is neither little nor big");
  profile_.byte_order = byte_order_ == "big" ? ByteOrder::big : ByteOrder::little;
  if (pointer_size_ != 4 && pointer_size_ != 8) return bad(name, "pointer_size is neither 4 nor 8");
  profile_.pointer_size = static_cast<unsigned>(*pointer_size_);
  if (has_anchor_ && !anchor_address_) return bad(name, "anchor has no address");
  if (has_anchor_) profile_.anchor = ProfileAnchor{std::move(anchor_symbol_), *anchor_address_};
  if (head_only_) return std::move(profile_);
  if (!number_problem_.empty()) return bad(name, number_problem_);
  if (has_like_ && !is_file_name(profile_.like)) return bad(name, "like is not the name of a profile");
  if (!has_structs_ && !has_like_) return bad(name, "has no structs");
  if (!absent_struct_.empty() && !has_like_) note(struct_problem_, absent_struct_ + " has an implausible size");
  if (!struct_problem_.empty()) return bad(name, struct_problem_);
  return std::move(profile_);
}

Result<Profile> read(std::string name, std::string_view text, bool head_only) {
  ProfileReader reader(std::move(name), head_only);
  const bool parsed = json::sax_parse(text, &reader);
  return std::move(reader).finish(parsed);
}

std::string quoted(const std::string &text) {
  return json(text).dump();
}

// Returns a struct as JSON. Words are separated by spaces, so that tools that compare words see each value.
std::string format_struct(const ProfileStruct &description) {
  if (description.size == 0) return "null";
  std::string text = "{\"size\": " + std::to_string(description.size) + ", \"fields\": {";
  const char *separator = "";
  for (const auto &[name, field] : description.fields) {
    text += separator + quoted(name) + ": {\"offset\": " + std::to_string(field.offset) +
            ", \"size\": " + std::to_string(field.size);
    if (!field.kind.empty()) text += ", \"kind\": " + quoted(field.kind);
    if (!field.type.empty()) text += ", \"type\": " + quoted(field.type);
    text += "}";
    separator = ", ";
  }
  return text + "}}";
}

}  // namespace

const ProfileStruct *Profile::find_struct(std::string_view type) const {
  const auto found = structs.find(type);
  return found == structs.end() ? nullptr : &found->second;
}

Result<Profile> parse_profile(std::string name, std::string_view text) {
  return read(std::move(name), text, /*head_only=*/false);
}

Result<ProfileHead> parse_profile_head(std::string name, std::string_view text) {
  auto profile = read(std::move(name), text, /*head_only=*/true);
  if (!profile) return std::move(profile).error();
  return static_cast<ProfileHead &&>(*profile);
}

std::string format_profile(const Profile &profile) {
  ordered_json head;
  head["library"] = profile.library;
  head["version"] = profile.version;
  head["architecture"] = profile.architecture;
  head["byte_order"] = profile.byte_order == ByteOrder::big ? "big" : "little";
  head["pointer_size"] = profile.pointer_size;
  if (!profile.build_id.empty()) head["build_id"] = profile.build_id;
  if (profile.anchor) {
    head["anchor"] = ordered_json{{"symbol", profile.anchor->symbol}, {"address", profile.anchor->address}};
  }
  if (!profile.like.empty()) head["like"] = profile.like;
  if (!profile.variables.empty()) head["variables"] = profile.variables;
  if (!profile.constants.empty()) head["constants"] = profile.constants;
  std::string text = "{\n";
  for (const auto &[member, value] : head.items()) text += ' ' + quoted(member) + ": " + value.dump() + ",\n";
  text += " \"structs\": {";
  const char *separator = "\n";
  for (const auto &[type, description] : profile.structs) {
    text += separator + ("  " + quoted(type)) + ": " + format_struct(description);
    separator = ",\n";
  }
  return text + "\n }\n}\n";
}

}  // namespace mpidbg::layout
