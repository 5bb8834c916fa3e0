#pragma once
// Defines the common part of the records of all kinds of handles. A record is a copy of a plugin's answer about one
// object: plain data that can be compared and rendered.

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

// Holds the members that the records of all kinds have.
struct HandleRecord {
  Address handle{};
  std::string name;         // empty if it has none
  int fortran_handle = -1;  // -1: none
  std::uint32_t flags = 0;  // bits of mpidbg_X_info_bitmap_t for the kind X
  // Bits of mpidbg_X_capabilities_t. They say what the plugin can know about objects of this kind.
  std::uint32_t capabilities = 0;
};

// This flag of HandleRecord::flags marks a predefined object. It has the same value for all kinds
// (MPIDBG_X_INFO_PREDEFINED).
inline constexpr std::uint32_t predefined_flag = 0x01;
inline bool is_predefined(const HandleRecord &record) {
  return (record.flags & predefined_flag) != 0;
}

// Holds constants and types that belong to the kind of object that a record describes. The header of each record
// specializes this template.
template <class Record>
struct KindOf;

// Checks a count from a plugin: returns it if it is at most `limit`, and otherwise 0.
std::size_t bounded(std::int64_t count, std::uint64_t limit);
// is_beyond() returns true if a list of this length exceeds limits::table_entries. Such a list is shown as empty;
// too_many() returns a sentence with the reason.
bool is_beyond(std::int64_t count);
std::string too_many(std::int64_t count);

// Copies an array of a plugin. A null pointer gives an empty vector.
std::vector<Address> to_addresses(const mqs_taddr_t *handles, std::int64_t count);

// Copies a text of the program byte for byte, up to `limit` bytes. The result has to be escaped before it is shown.
// Null gives an empty text.
std::string exact_text(const char *text, std::size_t limit);

// Holds one key of an info object with its value.
struct InfoPairRecord {
  std::string key, value;
};
std::vector<InfoPairRecord> to_info_pairs(const mpidbg_info_pair_t *pairs, std::int64_t count);

// Holds an attribute that the program has attached to a communicator, datatype or window.
struct AttributeRecord {
  int keyval = -1;
  std::string name;  // name of a predefined keyval; otherwise empty
  std::string value;
  int setter = MPIDBG_ATTRIBUTE_C;  // mpidbg_attribute_setter_t
  std::int64_t number = 0;
};
// Copies attributes that a plugin has returned. If `values` is null, only the texts of their values are known.
std::vector<AttributeRecord> to_attributes(const mpidbg_attribute_pair_t *pairs, const mpidbg_attribute_value_t *values,
                                           std::int64_t count);

// Refers to an MPI object of any kind by its handle.
struct HandleReferenceRecord {
  int kind = 0;  // mpidbg_handle_kind_t
  Address handle{};
};
std::vector<HandleReferenceRecord> to_references(const mpidbg_handle_reference_t *references, std::int64_t count);

}  // namespace mqs_shim
