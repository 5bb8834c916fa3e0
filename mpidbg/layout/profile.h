#pragma once
// A profile is the struct layouts of one build of an MPI library, as data.
//
// It is a JSON object with
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

// A ProfileField is one field of a struct. Its offset and size are in bytes.
struct ProfileField {
  std::uint32_t offset = 0;
  // `size` is 0 if it is not known.
  std::uint32_t size = 0;
  std::string kind;
  std::string type;
};

// A ProfileStruct has its fields by their names.
struct ProfileStruct {
  std::uint32_t size = 0;  // 0 only in a derived profile that is not complete yet: the struct does not exist
  std::map<std::string, ProfileField, std::less<>> fields;
};

// A ProfileAnchor is an exported symbol and its address relative to the library's load address.
struct ProfileAnchor {
  std::string symbol;
  std::uint64_t address = 0;
};

// A ProfileHead is the part of a profile by which one is chosen.
struct ProfileHead {
  // `name` is that of the file, without directory and ".json". It appears in messages.
  std::string name;
  std::string library;
  std::string version;
  std::string architecture;
  ByteOrder byte_order = ByteOrder::little;
  unsigned pointer_size = 8;
  // `build_id` is in lower-case hexadecimal. It is empty if it is not known.
  std::string build_id;
  std::optional<ProfileAnchor> anchor;
};

// A Profile is the data of one build. It does not refer to the text that it was parsed from.
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
// Parses only the members by which a profile is chosen, which is much cheaper, and checks nothing else.
Result<ProfileHead> parse_profile_head(std::string name, std::string_view json);
// Writes the profile as JSON, one struct a line.
std::string format_profile(const Profile &profile);

// Returns all known profiles (see profile_collection.h), which are parsed on first use, to list or compare them. Code
// that needs one profile chooses it by its head instead. Profiles that cannot be used are left out and named in
// `problems`. One thread at a time may call this.
struct ProfileCollection {
  // `profiles` are in order of preference. They live until the process ends.
  std::vector<const Profile *> profiles;
  std::vector<std::string> problems;
};
const ProfileCollection &profile_collection();

}  // namespace mpidbg::layout
