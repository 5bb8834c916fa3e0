#pragma once
// RowReader restores a record from the shape of its class and the values of one rank. It is the inverse of RowWriter.
// The shape may be hostile; any inconsistency makes failed() true.

#include <concepts>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "mpidbg/base/address.h"
#include "mqs_shim/job/why/evidence/boxed_optional.h"
#include "mqs_shim/job/why/evidence/members.h"
#include "mqs_shim/records/fields.h"
#include "mqs_shim/summary/cbor.h"
#include "mqs_shim/summary/row.h"

namespace mqs_shim::summaries {

// Visits the members of a record (records/fields.h) and fills them in. The record is incomplete if failed() is true
// afterwards.
class RowReader {
 public:
  static constexpr bool reads = true;

  const bool reads_group_members, keeps_addresses;

  // `shape` and `gaps` must outlive the reader. Without `reads_group_members`, the members of groups in reports are
  // skipped. `keeps_addresses` must be the value with which the row was written.
  RowReader(std::string_view shape, Gaps &gaps, bool reads_group_members = true, bool keeps_addresses = false)
      : reads_group_members(reads_group_members), keeps_addresses(keeps_addresses), cbor_(shape), gaps_(gaps) {}

  template <class Member>
  void operator()(std::string_view name, Member &&member) {
    cbor_.key(name);
    item(member);
  }
  template <class Member>
  void operator()(std::string_view name, fields::WhereSet<Member> member) {
    member.value = {};
    if (cbor_.take_key(name)) item(member.value);
  }

  template <class Record>
  void item(Record &record) requires std::is_class_v<Record> {
    cbor_.begin_map();
    if (!failed()) describe(*this, record);
    cbor_.end_map();
  }
  void item(bool &value) {
    const std::uint64_t found = cbor_.simple();
    value = found == cbor_true;
    if (found != cbor_true && found != cbor_false) fail();
  }
  template <class Number>
  requires(std::integral<Number> && !std::same_as<Number, bool>) void item(Number &value) {
    if (cbor_.simple() != number_gap || failed()) return fail();
    const auto number = gaps_.next_number();
    if (!number) return fail();
    store(*number, value);
  }
  void item(mpidbg::Address &address) {
    std::uint64_t value = 0;
    item(value);
    address = mpidbg::Address(value);
  }
  // Reads the number of an enumerator, which must be from 0 to last_of(Enum).
  template <class Enum>
  requires std::is_enum_v<Enum>
  void item(Enum &value) {
    const std::int64_t found = cbor_.number();
    if (found < 0 || found > static_cast<std::int64_t>(last_of(Enum{}))) return fail();
    value = static_cast<Enum>(found);
  }
  void item(std::string &text) { text = cbor_.text(); }
  template <class Number>
  void item(fields::Fixed<Number> &number) {
    store(cbor_.number(), number.value);
  }
  void item(fields::Own<std::string> &own) {
    if (cbor_.simple() != text_gap || failed()) return fail();
    auto text = gaps_.next_text();
    if (!text) return fail();
    own.text = std::move(*text);
  }
  template <class Value>
  void item(std::vector<Value> &values) {
    const std::uint64_t count = cbor_.array();
    values.clear();
    for (std::uint64_t i = 0; i < count && !failed(); ++i) item(values.emplace_back());
  }
  template <class Member>
  void item(fields::Uncompared<Member> &one) {
    item(one.member);
  }
  template <class Value>
  void item(std::optional<Value> &value) {
    if (is_null()) return value.reset();
    item(value.emplace());
  }
  template <class Value>
  void item(why::BoxedOptional<Value> &value) {
    if (is_null()) return value.reset();
    item(value.emplace());
  }
  template <class First, class Second>
  void item(std::pair<First, Second> &pair) {
    if (cbor_.array() != 2) return fail();
    item(pair.first);
    item(pair.second);
  }
  template <class Value>
  void item(fields::Grouped<std::vector<Value>> &list) {
    list.values.clear();
    read_groups([&](std::string_view shape, Gaps &gaps) {
      RowReader reader(shape, gaps, reads_group_members, keeps_addresses);
      reader.item(list.values.emplace_back());
      return !reader.failed() && reader.at_end();
    });
  }
  void item(why::Members &members) {
    std::vector<why::MemberRun> runs;
    item(runs);
    members = why::Members(runs);
  }

  void fail() { cbor_.fail(); }
  bool failed() const { return cbor_.failed(); }
  bool at_end() const { return cbor_.at_end(); }

 private:
  template <class Number>
  void store(std::int64_t number, Number &value) {
    value = static_cast<Number>(number);
    // A type of 64 bits holds any number.
    if (sizeof(Number) < 8 && static_cast<std::int64_t>(value) != number) fail();
  }
  // Reads the items of a list that was written in groups (fields::Grouped), and calls `read` for each. `read` returns
  // false to report a failure.
  void read_groups(const std::function<bool(std::string_view shape, Gaps &gaps)> &read);
  bool is_null() { return cbor_.take_null(); }

  static constexpr std::uint64_t most_grouped = std::uint64_t{1} << 20;  // limit for the items of all lists of a rank

  CborReader cbor_;
  Gaps &gaps_;
  std::uint64_t grouped_ = 0;
};

}  // namespace mqs_shim::summaries
