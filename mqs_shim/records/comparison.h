#pragma once
// Compares two records member by member, as their description lists them (fields.h).

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "mqs_shim/records/fields.h"

namespace mqs_shim {

class Comparison {
 public:
  static constexpr bool reads = false, keeps_addresses = true;

  // Returns true if all members of the two values are equal, apart from members that are fields::Uncompared.
  template <class Value>
  static bool same(const Value &one, const Value &other) {
    if constexpr (requires(Comparison & visitor) { describe(visitor, one, other); }) {
      Comparison comparison;
      describe(comparison, one, other);
      return comparison.equal_;
    } else if constexpr (requires { one.has_value() && same(*one, *other); }) {
      return one.has_value() == other.has_value() && (!one.has_value() || same(*one, *other));
    } else {
      return one == other;
    }
  }
  template <class Value>
  static bool same(const std::vector<Value> &one, const std::vector<Value> &other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](const Value &a, const Value &b) { return same(a, b); });
  }
  template <class Number>
  static bool same(const fields::Fixed<Number> &one, const fields::Fixed<Number> &other) {
    return one.value == other.value;
  }
  template <class Text>
  static bool same(const fields::Own<Text> &one, const fields::Own<Text> &other) {
    return one.text == other.text;
  }
  template <class Member>
  static bool same(const fields::WhereSet<Member> &one, const fields::WhereSet<Member> &other) {
    return same(one.value, other.value);
  }
  template <class Values>
  static bool same(const fields::Grouped<Values> &one, const fields::Grouped<Values> &other) {
    return same(one.values, other.values);
  }
  template <class Member>
  static bool same(const fields::Uncompared<Member> &, const fields::Uncompared<Member> &) {
    return true;
  }

  // Compares one member of the two records; their describe() calls this for each member.
  template <class Member>
  void operator()(std::string_view, const Member &one, const Member &other) {
    equal_ = equal_ && same(one, other);
  }

 private:
  bool equal_ = true;
};

}  // namespace mqs_shim
