#include "mqs_shim/records/handles/record.h"

#include <cstring>

#include "mpidbg/base/limits.h"

namespace mqs_shim {

using mpidbg::limits::table_entries;

std::size_t bounded(std::int64_t count, std::uint64_t limit) {
  return count < 0 || static_cast<std::uint64_t>(count) > limit ? 0 : static_cast<std::size_t>(count);
}

bool is_beyond(std::int64_t count) {
  return count < 0 || static_cast<std::uint64_t>(count) > table_entries;
}

std::string too_many(std::int64_t count) {
  return "the plugin claims " + std::to_string(count) + " objects, the limit is " + std::to_string(table_entries);
}

std::vector<Address> to_addresses(const mqs_taddr_t *handles, std::int64_t count) {
  std::vector<Address> addresses;
  if (handles == nullptr) return addresses;
  addresses.reserve(bounded(count, table_entries));
  for (std::size_t i = 0; i < bounded(count, table_entries); ++i) addresses.emplace_back(handles[i]);
  return addresses;
}

std::string exact_text(const char *text, std::size_t limit) {
  return text == nullptr ? std::string() : std::string(text, strnlen(text, limit));
}

std::vector<InfoPairRecord> to_info_pairs(const mpidbg_info_pair_t *pairs, std::int64_t count) {
  std::vector<InfoPairRecord> copies;
  if (pairs == nullptr) return copies;
  for (std::size_t i = 0; i < bounded(count, table_entries); ++i) {
    copies.push_back({exact_text(pairs[i].key, mpidbg::limits::string_length),
                      exact_text(pairs[i].value, mpidbg::limits::info_value_length)});
  }
  return copies;
}

std::vector<AttributeRecord> to_attributes(const mpidbg_attribute_pair_t *pairs, const mpidbg_attribute_value_t *values,
                                           std::int64_t count) {
  std::vector<AttributeRecord> copies;
  if (pairs == nullptr) return copies;
  for (std::size_t i = 0; i < bounded(count, table_entries); ++i) {
    AttributeRecord copy;
    copy.keyval = pairs[i].keyval;
    copy.name = plain_text(pairs[i].keyval_name);
    copy.value = plain_text(pairs[i].value);
    if (values != nullptr) {
      copy.setter = values[i].setter;
      copy.number = values[i].number;
    }
    copies.push_back(std::move(copy));
  }
  return copies;
}

std::vector<HandleReferenceRecord> to_references(const mpidbg_handle_reference_t *references, std::int64_t count) {
  std::vector<HandleReferenceRecord> copies;
  if (references == nullptr) return copies;
  for (std::size_t i = 0; i < bounded(count, table_entries); ++i) {
    copies.push_back({references[i].kind, Address(references[i].handle)});
  }
  return copies;
}

}  // namespace mqs_shim
