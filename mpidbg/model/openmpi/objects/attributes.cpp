#include "mpidbg/model/openmpi/objects/attributes.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/objects/constants.h"
#include "mpidbg/model/openmpi/opal/hash_tables.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

Result<Attribute> read_attribute(Objects &objects, std::uint32_t key, Address address) {
  const auto &memory = objects.memory();
  MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().attribute, address));
  const auto corrupt = [&](const char *what, std::int64_t value) {
    return Error{ErrorCode::corrupt, "attribute at " + hex(address) + " has the " + what + " " + std::to_string(value),
                 address};
  };
  Attribute attribute;
  attribute.keyval = view.get(&AttributeLayout::av_key);
  if (attribute.keyval < 0 || static_cast<std::uint32_t>(attribute.keyval) != key)
    return corrupt("keyval", attribute.keyval);
  MPIDBG_ASSIGN(ft, objects.layouts().numbers.keyval_ft.get());
  const bool predefined = key < std::size(constants::keyval_names) || attribute.keyval == ft;
  if (predefined) attribute.keyval_name = attribute.keyval == ft ? "MPI_FT" : constants::keyval_names[key];
  attribute.sequence = view.get(&AttributeLayout::av_sequence);

  const std::int32_t setter = view.get(&AttributeLayout::av_set_from);
  const bool narrow = setter == constants::set_from_int || setter == constants::set_from_fortran_integer;
  std::vector<std::byte> bytes(narrow ? 4 : memory.pointer_size());
  MPIDBG_TRY(memory.read(view.address_of(&AttributeLayout::av_value), bytes, "attribute_key_value_t.av_value"));
  // Pointers are never negative; the program's INTEGERs may be.
  attribute.number = setter == constants::set_from_c
                         ? static_cast<std::int64_t>(decode_unsigned(bytes, memory.byte_order()))
                         : decode_signed(bytes, memory.byte_order());
  switch (setter) {
    case constants::set_from_c:
      attribute.setter = AttributeSetter::c;
      break;
    case constants::set_from_fortran_integer:
      attribute.setter = AttributeSetter::fortran_integer;
      break;
    case constants::set_from_address:
      attribute.setter = AttributeSetter::fortran_address;
      break;
    case constants::set_from_int:
      break;
    default:
      return corrupt("origin", setter);
  }
  if (predefined || setter == constants::set_from_int) attribute.setter = AttributeSetter::library;
  // MPI_Comm_dup copies what a C program sees of MPI_COMM_WORLD's: a pointer to the number.
  if (setter == constants::set_from_c && key < constants::keyval_win_base) {
    const auto number =
        memory.read_int32(Address(static_cast<std::uint64_t>(attribute.number)), "predefined attribute");
    if (number) {
      attribute.number = *number;
    } else {
      attribute.setter = AttributeSetter::c;
    }
  }
  return attribute;
}

}  // namespace

Result<std::vector<Attribute>> read_attributes(Objects &objects, Address table) {
  std::vector<Attribute> attributes;
  if (table.is_null()) return attributes;
  MPIDBG_ASSIGN(entries, read_hash_table(objects, table));
  attributes.reserve(entries.size());
  for (const HashEntry &entry : entries) {
    MPIDBG_ASSIGN(attribute, read_attribute(objects, entry.key, entry.value));
    attributes.push_back(std::move(attribute));
  }
  return attributes;
}

std::optional<std::int64_t> find_attribute(const std::vector<Attribute> &attributes, int keyval) {
  for (const Attribute &attribute : attributes) {
    if (attribute.keyval == keyval) return attribute.number;
  }
  return std::nullopt;
}

}  // namespace mpidbg::model::openmpi
