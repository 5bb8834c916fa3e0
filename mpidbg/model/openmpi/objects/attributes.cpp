#include "mpidbg/model/openmpi/objects/attributes.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/objects/constants.h"
#include "mpidbg/model/openmpi/opal/hash_tables.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// Returns the address of the value in the attribute. If `narrow` is true, the value is an INTEGER, otherwise it is as
// wide as a pointer.
Address address_of_value(const View<AttributeLayout> &view, bool, const debugger::Memory &) {
  return view.address_of(&AttributeLayout::av_value);
}

// Returns the address for versions 4.1.0 to 4.1.3. There, a narrow value is in those bytes of the pointer that hold the
// pointer's low bits.
Address address_of_value(const View<FormerAttributeLayout> &view, bool narrow, const debugger::Memory &memory) {
  const Address address = view.address_of(&FormerAttributeLayout::av_value);
  return narrow && memory.byte_order() == ByteOrder::big ? address + (memory.pointer_size() - 4) : address;
}

template <class Layout>
Result<Attribute> read_attribute(Objects &objects, const Layout &layout, std::uint32_t key, Address address) {
  const auto &memory = objects.memory();
  MPIDBG_ASSIGN(view, objects.read_object(layout, address));
  const auto corrupt = [&](const char *what, std::int64_t value) {
    return Error{ErrorCode::corrupt, "attribute at " + hex(address) + " has the " + what + " " + std::to_string(value),
                 address};
  };
  Attribute attribute;
  attribute.keyval = view.get(&Layout::av_key);
  if (attribute.keyval < 0 || static_cast<std::uint32_t>(attribute.keyval) != key)
    return corrupt("keyval", attribute.keyval);
  MPIDBG_ASSIGN(ft, objects.layouts().numbers.keyval_ft.get());
  const bool predefined = key < std::size(constants::keyval_names) || attribute.keyval == ft;
  if (predefined) attribute.keyval_name = attribute.keyval == ft ? "MPI_FT" : constants::keyval_names[key];
  attribute.sequence = view.get(&Layout::av_sequence);

  const std::int32_t setter = view.get(&Layout::av_set_from);
  const bool narrow = setter == constants::set_from_int || setter == constants::set_from_fortran_integer;
  std::vector<std::byte> bytes(narrow ? 4 : memory.pointer_size());
  MPIDBG_TRY(memory.read(address_of_value(view, narrow, memory), bytes, "value of an attribute"));
  // Values set from C are pointers, which are never negative; the program's INTEGERs may be.
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
  // After MPI_Comm_dup, copied attributes of MPI_COMM_WORLD have the form that C programs see: a pointer to the number.
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
    const auto &former = objects.layouts().former_attribute;
    auto attribute = former.resolved() ? read_attribute(objects, former, entry.key, entry.value)
                                       : read_attribute(objects, objects.layouts().attribute, entry.key, entry.value);
    if (!attribute) return std::move(attribute).error();
    attributes.push_back(*std::move(attribute));
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
