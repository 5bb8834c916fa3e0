#pragma once
// The members of each record are named once, beside the record, for all code that writes, reads or compares them:
//
//     template <class Visitor, Is<Site>... Records>
//     void describe(Visitor &visitor, Records &...site) {
//       visitor("function", site.function...);
//       ...
//     }
//
// A call of describe() has one record, in order to write or read it, or two const records, in order to compare them
// (comparison.h). A visitor has the constants `reads` and, for evidence, `keeps_addresses`.
//
// In a summary, numbers and addresses may differ between ranks of one class and become columns (summary/column.h).
// Everything else is the shape of the class: flags, enumerations, texts, the lengths of lists, and numbers in fixed().

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mqs_shim {

template <class T, class Record>
concept Is = std::same_as<std::remove_const_t<T>, Record>;

namespace fields {

// Marks a number, such as a source line, that must be equal for all ranks of one class in a summary.
template <class Number>
struct Fixed {
  Number &value;
};
template <class Number>
Fixed<Number> fixed(Number &value) {
  return {value};
}

// Marks a text that may differ between ranks of one class in a summary, such as the name of a core file.
template <class Text>
struct Own {
  Text &text;
};
template <class Text>
Own<Text> own(Text &text) {
  return {text};
}

// Marks a list of many similar items, whose numbers become columns along the list: equal steps between neighbours are
// stored as runs.
template <class Values>
struct Grouped {
  Values &values;
};
template <class Values>
Grouped<Values> grouped(Values &values) {
  return {values};
}

// Marks a member that is written only if it differs from its default. A reader of older data, which does not contain
// the member, sets it to the default.
template <class Member>
struct WhereSet {
  Member &value;
};
template <class Member>
WhereSet<Member> where_set(Member &value) {
  return {value};
}
template <class Member>
bool is_set(const Member &value) {
  if constexpr (requires { value.has_value(); }) {
    return value.has_value();
  } else {
    return value != Member{};
  }
}

// Marks a member that may differ between two looks at a process that did nothing in between. A comparison ignores the
// member; it is written and read like any other.
template <class Member>
struct Uncompared {
  Member member;
};
template <class Member>
Uncompared<Member> uncompared(Member &&member) {
  return {std::forward<Member>(member)};
}

// Visits a bit-field through a copy, because no reference to a bit-field exists.
template <class Visitor, class Get, class Set, class Wrap, class Record>
void visit_bit(Visitor &visitor, std::string_view name, Get get, Set set, Wrap wrap, Record &record) {
  bool bit = get(record);
  visitor(name, wrap(bit));
  if (bit != get(record)) set(record, bit);
}
template <class Visitor, class Get, class Set, class Wrap, class Record>
void visit_bit(Visitor &visitor, std::string_view name, Get get, Set, Wrap wrap, const Record &one,
               const Record &other) {
  bool bit = get(one), other_bit = get(other);
  visitor(name, wrap(bit), wrap(other_bit));
}

}  // namespace fields

#define MPIDBG_VISIT_BIT(visitor, records, member, wrap)                          \
  fields::visit_bit(                                                              \
      visitor, #member, [](const auto &record) -> bool { return record.member; }, \
      [](auto &record, bool value) { record.member = value; }, [](bool &bit) -> decltype(auto) { wrap; }, records...)

// Visits a member that is a bit-field.
#define MPIDBG_DESCRIBE_BIT(visitor, records, member) MPIDBG_VISIT_BIT(visitor, records, member, return (bit))

// Visits a bit-field that is written only if it is set.
#define MPIDBG_DESCRIBE_BIT_WHERE_SET(visitor, records, member) \
  MPIDBG_VISIT_BIT(visitor, records, member, return fields::where_set(bit))

}  // namespace mqs_shim
