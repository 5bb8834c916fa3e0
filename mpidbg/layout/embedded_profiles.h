#pragma once
// These are the profiles of layout/profiles, compiled in so that the plugin works as a lone file. They are constants
// without pointers to be relocated, which the dynamic linker need not touch: a profile costs nothing until it is
// chosen. embed_profiles.cpp generates the source at build time.

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

// The members mean the same as in ProfileField.
struct EmbeddedField {
  TextOffset name;
  std::uint32_t offset, size;
  TextOffset kind, type;
};

struct EmbeddedStruct {
  TextOffset name;
  std::uint32_t size;
  // The fields of the struct are `field_count` ones of EmbeddedProfile::fields, from index `first_field` on.
  std::uint32_t first_field, field_count;
};

// The members mean the same as in Profile. Structs and fields are in the order of their names.
struct EmbeddedProfile {
  std::string_view name, library, version, architecture;
  bool big_endian;
  unsigned pointer_size;
  // An empty `build_id` means that it is not known; an empty `anchor_symbol` that the profile has no anchor.
  std::string_view build_id;
  std::string_view anchor_symbol;
  std::uint64_t anchor_address;
  const char *texts;
  std::span<const EmbeddedNumber> variables, constants;
  std::span<const EmbeddedStruct> structs;
  std::span<const EmbeddedField> fields;
};

// Returns the embedded profiles. They live until the process ends.
std::span<const EmbeddedProfile> embedded_profiles();

}  // namespace mpidbg::layout
