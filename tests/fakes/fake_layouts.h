#pragma once
// Made-up offsets for described structs: fields in the described order, each with a gap before it, so that no offset is
// that of a real build and neighbours never overlap.

#include <cstdint>
#include <map>
#include <string>

#include "mpidbg/layout/slot.h"
#include "tests/fakes/fake_host.h"

namespace fakes {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

// Lays one struct out, with the fields that only some versions have. Fields begin after `base_bytes` (the struct it
// extends); embedded fields take the bytes that `embedded` gives for their name.
template <class Layout>
void lay_out(Layout &layout, unsigned pointer_size, std::uint32_t base_bytes,
             const std::map<std::string, std::uint32_t> &embedded, FakeType &type) {
  std::uint32_t at = base_bytes;
  const auto place = [&]<class T>(const char *name, mpidbg::layout::Slot<T> &slot) {
    std::uint32_t bytes = mpidbg::layout::slot_width<T>(pointer_size);
    std::uint32_t alignment = bytes;
    mpidbg_field_type_t field{sizeof field, MPIDBG_FIELD_INTEGER, 0};
    if constexpr (std::is_same_v<T, mpidbg::Address>) field.kind = MPIDBG_FIELD_POINTER;
    if constexpr (!mpidbg::layout::SlotTraits<T>::is_value) {
      bytes = embedded.at(name);
      alignment = 8;
      field.kind = mpidbg::layout::SlotTraits<T>::is_text ? MPIDBG_FIELD_ARRAY : MPIDBG_FIELD_STRUCT;
    }
    field.size = bytes;
    type.field_types[name] = field;
    at = (at + 1 + alignment - 1) / alignment * alignment;  // the gap
    slot.offset = at;
    slot.resolved = true;
    type.fields[name] = at;
    at += bytes;
  };
  layout.describe(Overloaded{[&]<class T>(const char *name, mpidbg::layout::Slot<mpidbg::layout::Optional<T>> &slot) {
                               place(name, slot.present.emplace());
                             },
                             place});
  layout.byte_size = (at + 8) / 8 * 8;
  type.size = layout.byte_size;
}

}  // namespace fakes
