#pragma once
// Gives access to the profiles in the folder layout/profiles. They are compiled in, so that the plugin works as a
// single file. As constants, they contain no pointers that the dynamic linker would have to relocate: a profile costs
// nothing until it is chosen. embed_profiles.cpp generates the source at build time.

#include <cstdint>
#include <span>
#include <string_view>

namespace mpidbg::layout {

// A TextOffset is the offset of a NUL-terminated text in EmbeddedProfile::texts.
using TextOffset = std::uint32_t;

struct EmbeddedNumber {
  TextOffset name;
  std::int64_t value;
};

// Holds a ProfileField as a constant.
struct EmbeddedField {
  TextOffset name;
  std::uint32_t offset, size;
  TextOffset kind, type;
};

struct EmbeddedStruct {
  TextOffset name;
  std::uint32_t size;
  // The struct has `field_count` fields, which start at index `first_field` of EmbeddedProfile::fields.
  std::uint32_t first_field, field_count;
};

// Holds a Profile as a constant. Structs and fields are sorted by name.
struct EmbeddedProfile {
  std::string_view name, library, version, architecture;
  bool big_endian;
  unsigned pointer_size;
  // An empty `build_id` means that it is unknown. An empty `anchor_symbol` means that the profile has no anchor.
  std::string_view build_id;
  std::string_view anchor_symbol;
  std::uint64_t anchor_address;
  const char *texts;
  std::span<const EmbeddedNumber> variables, constants;
  std::span<const EmbeddedStruct> structs;
  std::span<const EmbeddedField> fields;
};

// Returns all embedded profiles, which exist until the process ends.
std::span<const EmbeddedProfile> embedded_profiles();

}  // namespace mpidbg::layout
