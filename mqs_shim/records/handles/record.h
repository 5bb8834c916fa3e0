#pragma once
// What the records of all kinds of handles have in common. A record is what a plugin said of one object, owned by us:
// plain data that renders and compares.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/base/address.h"
#include "mpidbg/base/plain_text.h"

namespace mqs_shim {

using mpidbg::Address;
using mpidbg::plain_text;

struct HandleRecord {
  Address handle{};
  std::string name;         // empty if it has none
  int fortran_handle = -1;  // -1: none
  std::uint32_t flags = 0;  // mpidbg_X_info_bitmap_t of the kind X
  std::uint32_t capabilities =
      0;  // mpidbg_X_capabilities_t: what the plugin knows of the process's objects of the kind
};

// The value of MPIDBG_X_INFO_PREDEFINED for every kind X.
inline constexpr std::uint32_t predefined_flag = 0x01;
inline bool is_predefined(const HandleRecord &record) {
  return (record.flags & predefined_flag) != 0;
}

// What belongs to the kind of a record; each record's header specialises it.
template <class Record>
struct KindOf;

// The plugin's count if it is plausible, else 0.
std::size_t bounded(std::int64_t count, std::uint64_t limit);
// Whether a list of so many would be shown as empty, and why it is not: limits::table_entries.
bool is_beyond(std::int64_t count);
std::string too_many(std::int64_t count);

// Copies of what a plugin returned; null pointers give empty vectors.
std::vector<Address> to_addresses(const mqs_taddr_t *handles, std::int64_t count);

// A text of the program, byte for byte; rendering makes it safe to show. At most `limit` bytes; null gives an empty
// one.
std::string exact_text(const char *text, std::size_t limit);

struct InfoPairRecord {
  std::string key, value;
};
std::vector<InfoPairRecord> to_info_pairs(const mpidbg_info_pair_t *pairs, std::int64_t count);

struct AttributeRecord {
  int keyval = -1;
  std::string name;  // of a predefined keyval, else empty
  std::string value;
  int setter = MPIDBG_ATTRIBUTE_C;  // mpidbg_attribute_setter_t
  std::int64_t number = 0;
};
// `values` may be null: then only the texts are known.
std::vector<AttributeRecord> to_attributes(const mpidbg_attribute_pair_t *pairs, const mpidbg_attribute_value_t *values,
                                           std::int64_t count);

struct HandleReferenceRecord {
  int kind = 0;  // mpidbg_handle_kind_t
  Address handle{};
};
std::vector<HandleReferenceRecord> to_references(const mpidbg_handle_reference_t *references, std::int64_t count);

}  // namespace mqs_shim
