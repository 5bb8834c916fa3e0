#pragma once
// A profile contains the struct layouts of one build of an MPI library in a file.
//
// The file is a JSON object with
//   "library"      "Open MPI"
//   "version"      "4.1.4"
//   "architecture" "x86_64"
//   "byte_order"   "little" or "big"; "pointer_size" 4 or 8
//   "build_id"     optional, hexadecimal: the build-id of the library from which the profile was made
// "anchor" optional, {"symbol": name, "address": n}: an exported symbol of the library and its address relative to the
// library's load address; this address leads to the build-id in the memory of a process
//   "variables"    optional, name -> address relative to the load address: variables of this build without symbols
//   "constants"    optional, name -> integer: numbers that differ between versions of the library
//   "structs"      name -> {"size": n, "fields": {name -> field}}
//                  field: {"offset": n, "size": n, "kind": k, "type": t}
//                  kind: "signed", "unsigned", "bool", "float", "enum", "pointer", "struct", "union", "array"; type is
//                  given for pointers, structs and arrays
// "like" optional, the name of another profile: this derived profile takes from it the constants and structs that it
// does not contain itself; a struct that is null here does not exist (see derived_profile.h) Unknown members are
// ignored. The shipped profiles were made from the debug information of programs compiled with the installed headers,
// and were checked against opal_class_t.cls_sizeof of running processes.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/result.h"

namespace mpidbg::layout {

// A ProfileField describes one field of a struct. Offset and size are in bytes.
struct ProfileField {
  std::uint32_t offset = 0;
  // `size` is 0 if it is unknown.
  std::uint32_t size = 0;
  std::string kind;
  std::string type;
};

// A ProfileStruct contains the fields of a struct by name.
struct ProfileStruct {
  std::uint32_t size = 0;  // 0 only in a derived profile that is not complete yet: the struct does not exist
  std::map<std::string, ProfileField, std::less<>> fields;
};

// A ProfileAnchor is an exported symbol and its address relative to the library's load address.
struct ProfileAnchor {
  std::string symbol;
  std::uint64_t address = 0;
};

// A ProfileHead is the part of a profile that determines whether the profile is chosen.
struct ProfileHead {
  // `name` is the name of the profile's file, without directory and ".json". It appears in messages.
  std::string name;
  std::string library;
  std::string version;
  std::string architecture;
  ByteOrder byte_order = ByteOrder::little;
  unsigned pointer_size = 8;
  // `build_id` is in lower-case hexadecimal; empty if unknown.
  std::string build_id;
  std::optional<ProfileAnchor> anchor;
};

// A Profile contains the data of one build. It does not refer to the text from which it was parsed.
struct Profile : ProfileHead {
  std::map<std::string, std::uint64_t, std::less<>> variables;  // relative to the load address
  std::map<std::string, std::int64_t, std::less<>> constants;
  std::map<std::string, ProfileStruct, std::less<>> structs;
  std::string like;  // empty: the profile is complete

  const ProfileStruct *find_struct(std::string_view type) const;  // null if the profile does not have it
};

// Parses one profile. Sizes and offsets are limited to 1 MiB, and fields must be within their struct. A derived profile
// has to be completed (derived_profile.h) before it can be used.
Result<Profile> parse_profile(std::string name, std::string_view json);
// Parses only the members of ProfileHead and checks nothing else. This is much cheaper.
Result<ProfileHead> parse_profile_head(std::string name, std::string_view json);
// Writes the profile as JSON, with each struct on a line.
std::string format_profile(const Profile &profile);

// Holds all known profiles (see profile_collection.h) in parsed form, to list or compare them. Profiles that cannot be
// used are left out and named in `problems`. Code that needs one profile chooses it by its head instead.
struct ProfileCollection {
  // The profiles in the order of preference. They exist until the process ends.
  std::vector<const Profile *> profiles;
  std::vector<std::string> problems;
};
const ProfileCollection &profile_collection();

}  // namespace mpidbg::layout
