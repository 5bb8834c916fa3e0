#include "tests/fakes/fake_attributes.h"

namespace fakes {

Address new_hash_table(FakeOpenMpi &mpi, const std::vector<FakeHashEntry> &entries, Address table) {
  const auto &layout = mpi.layouts.hash_table;
  const auto &element = mpi.layouts.hash_element;
  if (table.is_null()) table = mpi.memory.allocate(layout.byte_size);
  mpi.set(table, mpi.layouts.object.obj_class, mpi.class_of("opal_hash_table_t"));
  mpi.set(table, mpi.layouts.object.obj_reference_count, 1);
  const std::uint64_t capacity = 31 + 2 * entries.size();
  const Address elements = mpi.memory.allocate(capacity * element.byte_size);
  // Not in the order of the keys: a hash table has none.
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Address at = elements + (capacity - 2 - 2 * i) * element.byte_size;
    mpi.set(at, element.valid, 1);
    mpi.memory.write_integer(at + element.key.offset, entries[i].key, 4);
    mpi.set(at, element.value, entries[i].value);
  }
  mpi.set(table, layout.ht_table, elements);
  mpi.set(table, layout.ht_capacity, capacity);
  mpi.set(table, layout.ht_size, entries.size());
  return table;
}

Address new_attribute(FakeOpenMpi &mpi, const FakeAttribute &attribute, int sequence) {
  const auto &layout = mpi.layouts.attribute;
  const Address address = mpi.new_object("attribute_key_value_t", layout.byte_size);
  mpi.set(address, layout.av_key, static_cast<std::uint64_t>(attribute.keyval));
  mpi.set(address, layout.av_set_from, static_cast<std::uint64_t>(attribute.origin));
  mpi.set(address, layout.av_sequence, static_cast<std::uint64_t>(sequence));
  mpi.memory.write_integer(address + layout.av_value.offset, static_cast<std::uint64_t>(attribute.value),
                           attribute.width != 0 ? attribute.width : mpi.memory.pointer_size());
  return address;
}

Address new_attributes(FakeOpenMpi &mpi, const std::vector<FakeAttribute> &attributes) {
  std::vector<FakeHashEntry> entries;
  entries.reserve(attributes.size());
  int sequence = 0;
  for (const FakeAttribute &attribute : attributes) {
    entries.push_back({static_cast<std::uint32_t>(attribute.keyval), new_attribute(mpi, attribute, sequence++)});
  }
  return new_hash_table(mpi, entries);
}

}  // namespace fakes
