#pragma once
// A profile: the struct layouts of one build of an MPI library, as data.
//
// JSON, an object with
//   "library"      "Open MPI"
//   "version"      "4.1.4"
//   "architecture" "x86_64"
//   "byte_order"   "little" or "big"; "pointer_size" 4 or 8
//   "build_id"     optional, hexadecimal: the library build it was made from
//   "anchor"       optional, {"symbol": name, "address": n}: an exported symbol of the library and its address relative
//                  to the library's load address; with it the build-id is found in the memory of a process
//   "variables"    optional, name -> address relative to the load address: those of this build that no symbol names
//   "constants"    optional, name -> integer: numbers that differ between versions of the library
//   "structs"      name -> {"size": n, "fields": {name -> field}}
//                  field: {"offset": n, "size": n, "kind": k, "type": t}
//                  kind: "signed", "unsigned", "bool", "float", "enum", "pointer", "struct", "union", "array"; type is
//                  given for pointers, structs and arrays
//   "like"         optional, the name of another profile: this one has its constants and structs, except for those that
//                  it has itself; a struct that is null here does not exist (see derived_profile.h)
// Unknown members are ignored. Source of the shipped ones: debug information of the installed headers, checked against
// opal_class_t.cls_sizeof of running processes.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/result.h"

namespace mpidbg::layout {

struct ProfileField {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;  // 0: unknown
  std::string kind;
  std::string type;
};

struct ProfileStruct {
  std::uint32_t size = 0;  // 0 only in a derived profile that is not complete yet: the struct does not exist
  std::map<std::string, ProfileField, std::less<>> fields;
};

struct ProfileAnchor {
  std::string symbol;
  std::uint64_t address = 0;
};

// What a profile is chosen by.
struct ProfileHead {
  std::string name;  // of the file, without directory and ".json"; for messages
  std::string library;
  std::string version;
  std::string architecture;
  ByteOrder byte_order = ByteOrder::little;
  unsigned pointer_size = 8;
  std::string build_id;  // lower-case hexadecimal, empty if unknown
  std::optional<ProfileAnchor> anchor;
};

struct Profile : ProfileHead {
  std::map<std::string, std::uint64_t, std::less<>> variables;  // relative to the load address
  std::map<std::string, std::int64_t, std::less<>> constants;
  std::map<std::string, ProfileStruct, std::less<>> structs;
  std::string like;  // empty: the profile is complete

  const ProfileStruct *find_struct(std::string_view type) const;  // null if the profile does not have it
};

// Parses one profile. Sizes and offsets are limited to 1 MiB; fields must be within their struct. A profile that is
// like another one has to be completed (derived_profile.h) before anybody can use it.
Result<Profile> parse_profile(std::string name, std::string_view json);
// Only what it is chosen by: much cheaper, and no more is checked.
Result<ProfileHead> parse_profile_head(std::string name, std::string_view json);
// Writes the profile as JSON, one struct a line.
std::string format_profile(const Profile &profile);

// All known profiles (see profile_collection.h), parsed on first use: for those who list or compare them. Who needs one
// profile chooses it by its head. Unusable ones are left out and named in `problems`.
struct ProfileCollection {
  std::vector<const Profile *> profiles;  // in the order in which they are preferred
  std::vector<std::string> problems;
};
const ProfileCollection &profile_collection();

}  // namespace mpidbg::layout
