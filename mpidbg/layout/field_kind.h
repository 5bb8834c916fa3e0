#pragma once
// Describes how the bytes of a field are read.

#include <string_view>

#include "mpidbg/layout/slot.h"

namespace mpidbg::layout {

enum class FieldKind { unknown, integer, pointer, floating, array, structure, union_ };

// Converts a word used in profiles. "signed", "unsigned", "bool" and "enum" are integers.
FieldKind field_kind(std::string_view profile_word);

// Describes the place and kind of a field according to one source of layouts.
struct FieldPlace {
  std::uint32_t offset = 0;
  // The size in bytes; 0 if the source does not state it.
  std::uint32_t width = 0;
  FieldKind kind = FieldKind::unknown;
};

// Describes the fields that a slot accepts.
struct Expectation {
  enum Shape {
    integer,
    pointer,
    aggregate,
    text,
    text_or_pointer,
    integer_in_struct,
    integer_16_or_32,
    integer_32_or_struct
  };
  Shape shape = integer;
  // The size of the slot's value in bytes; 0 if any size is accepted.
  std::uint32_t width = 0;
  // The smallest size of the field in bytes. It does not apply to a pointer to a string.
  std::uint32_t extent = 0;
};

// Returns the description of the fields that a slot of type T accepts in a target with this pointer size.
template <class T>
Expectation expectation(unsigned pointer_size) {
  Expectation result{Expectation::integer, slot_width<T>(pointer_size), slot_extent<T>(pointer_size)};
  if constexpr (SlotTraits<T>::may_be_pointer) {
    result.shape = Expectation::text_or_pointer;
  } else if constexpr (SlotTraits<T>::is_text) {
    result.shape = Expectation::text;
  } else if constexpr (std::is_same_v<T, Unsigned16Or32>) {
    result.shape = Expectation::integer_16_or_32;
  } else if constexpr (std::is_same_v<T, Unsigned32Or128>) {
    result.shape = Expectation::integer_32_or_struct;
  } else if constexpr (std::is_same_v<T, Address>) {
    result.shape = Expectation::pointer;
  } else if constexpr (slot_width<T>(8) == 0) {
    result.shape = Expectation::aggregate;
  } else if constexpr (!SlotTraits<T>::is_value) {
    result.shape = Expectation::integer_in_struct;
  }
  return result;
}

// Explains why a field does not meet the expectation. The text is the end of a sentence that starts with the field's
// name: "is a pointer, expected an array of 64 characters". It is empty if the field meets the expectation.
std::string mismatch(const FieldPlace &field, const Expectation &expected);

}  // namespace mpidbg::layout
