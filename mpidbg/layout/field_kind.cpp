#include "mpidbg/layout/field_kind.h"

#include <array>
#include <utility>

namespace mpidbg::layout {

namespace {

const char *described(FieldKind kind) {
  switch (kind) {
    case FieldKind::integer:
      return "an integer";
    case FieldKind::pointer:
      return "a pointer";
    case FieldKind::floating:
      return "a floating-point number";
    case FieldKind::array:
      return "an array";
    case FieldKind::structure:
      return "a struct";
    case FieldKind::union_:
      return "a union";
    case FieldKind::unknown:
      break;
  }
  return "unknown";
}

std::string described(const Expectation &expected) {
  const std::string characters = "an array of " + std::to_string(expected.extent) + " characters";
  switch (expected.shape) {
    case Expectation::integer:
      return described(FieldKind::integer);
    case Expectation::pointer:
      return described(FieldKind::pointer);
    case Expectation::aggregate:
      return "a struct, union or array";
    case Expectation::text:
      return characters;
    case Expectation::text_or_pointer:
      return characters + " or a pointer";
    case Expectation::integer_in_struct:
      return "a struct of an integer";
    case Expectation::integer_16_or_32:
      return "an integer of 2 or 4 bytes";
    case Expectation::integer_32_or_struct:
      return "an integer of 4 bytes or a struct of two of 8";
  }
  return {};
}

bool can_be(FieldKind kind, Expectation::Shape shape) {
  const bool aggregate = kind == FieldKind::structure || kind == FieldKind::union_ || kind == FieldKind::array;
  switch (shape) {
    case Expectation::integer:
    case Expectation::integer_16_or_32:
      return kind == FieldKind::integer;
    case Expectation::pointer:
      return kind == FieldKind::pointer || kind == FieldKind::union_;
    case Expectation::aggregate:
      return aggregate;
    case Expectation::text:
      return kind == FieldKind::array;
    case Expectation::text_or_pointer:
      return kind == FieldKind::array || kind == FieldKind::pointer;
    case Expectation::integer_in_struct:
    case Expectation::integer_32_or_struct:
      return kind == FieldKind::structure || kind == FieldKind::integer;
  }
  return false;
}

// Returns true if the field has the expected width. A union is as wide as its widest member, which need not be the
// member that is used.
bool has_width(const FieldPlace &field, const Expectation &expected) {
  if (field.width == 0) return true;
  if (field.kind == FieldKind::union_) return field.width >= expected.width;
  switch (expected.shape) {
    case Expectation::integer:
    case Expectation::pointer:
      return field.width == expected.width;
    case Expectation::text:
      return field.width == expected.extent;
    case Expectation::text_or_pointer:
      return field.kind != FieldKind::array || field.width == expected.extent;
    case Expectation::aggregate:
      return true;
    case Expectation::integer_in_struct:
      return field.width >= expected.width;
    case Expectation::integer_16_or_32:
      return field.width == 2 || field.width == 4;
    case Expectation::integer_32_or_struct:
      return field.width == (field.kind == FieldKind::structure ? 16 : 4);
  }
  return false;
}

}  // namespace

FieldKind field_kind(std::string_view profile_word) {
  constexpr std::array<std::pair<std::string_view, FieldKind>, 9> words = {{{"signed", FieldKind::integer},
                                                                            {"unsigned", FieldKind::integer},
                                                                            {"bool", FieldKind::integer},
                                                                            {"enum", FieldKind::integer},
                                                                            {"float", FieldKind::floating},
                                                                            {"pointer", FieldKind::pointer},
                                                                            {"struct", FieldKind::structure},
                                                                            {"union", FieldKind::union_},
                                                                            {"array", FieldKind::array}}};
  for (const auto &[word, kind] : words) {
    if (word == profile_word) return kind;
  }
  return FieldKind::unknown;
}

std::string mismatch(const FieldPlace &field, const Expectation &expected) {
  if (field.kind != FieldKind::unknown && !can_be(field.kind, expected.shape)) {
    return std::string("is ") + described(field.kind) + ", expected " + described(expected);
  }
  if (!has_width(field, expected)) {
    const std::uint32_t width = expected.width == 0 ? expected.extent : expected.width;
    const char *const other = expected.shape == Expectation::integer_16_or_32       ? " or 4"
                              : expected.shape == Expectation::integer_32_or_struct ? " or 16"
                                                                                    : "";
    return "is " + std::to_string(field.width) + " bytes wide, expected " + std::to_string(width) + other;
  }
  return {};
}

}  // namespace mpidbg::layout
