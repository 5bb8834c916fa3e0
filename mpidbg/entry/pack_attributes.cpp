#include "mpidbg/entry/pack_attributes.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/debugger/memory.h"

namespace mpidbg::entry {

static_assert(static_cast<int>(model::AttributeSetter::library) == MPIDBG_ATTRIBUTE_LIBRARY);

namespace {

// Returns an attribute's value as text: pointers in hexadecimal, numbers in decimal.
std::string value_text(const model::Attribute &attribute) {
  const bool pointer = attribute.setter == model::AttributeSetter::c || attribute.keyval_name == "MPI_WIN_BASE";
  return pointer ? hex(Address(static_cast<std::uint64_t>(attribute.number))) : std::to_string(attribute.number);
}

}  // namespace

mpidbg_attribute_pair_t *pack_attributes(Allocations &memory, const std::vector<model::Attribute> &attributes) {
  auto *packed = memory.make<mpidbg_attribute_pair_t>(attributes.size());
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    packed[i].keyval = attributes[i].keyval;
    if (!attributes[i].keyval_name.empty()) packed[i].keyval_name = memory.copy(attributes[i].keyval_name);
    packed[i].value = memory.copy(value_text(attributes[i]));
  }
  return packed;
}

mpidbg_attribute_value_t *pack_attribute_values(Allocations &memory, const std::vector<model::Attribute> &attributes) {
  auto *packed = memory.make<mpidbg_attribute_value_t>(attributes.size());
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    packed[i] = {static_cast<mpidbg_attribute_setter_t>(attributes[i].setter), attributes[i].number};
  }
  return packed;
}

void release_attributes(int count, mpidbg_attribute_pair_t *attributes) {
  for (int i = 0; attributes != nullptr && i < count; ++i) {
    debugger::release(attributes[i].keyval_name);
    debugger::release(attributes[i].value);
  }
  debugger::release(attributes);
}

}  // namespace mpidbg::entry
