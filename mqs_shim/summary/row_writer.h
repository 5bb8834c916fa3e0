#pragma once
// RowWriter splits a record into the shape of its class and the rank's values. The shape is CBOR with gaps; the values
// fill the gaps.

#include <concepts>
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
#include "mqs_shim/summary/column.h"
#include "mqs_shim/summary/row.h"

namespace mqs_shim::summaries {

// Visits the members of a record (records/fields.h). Usage: writer.item(record), then take().
class RowWriter {
 public:
  static constexpr bool reads = false;
  const bool keeps_addresses;

  // With `keeps_addresses`, addresses of requests and stacks are written as well.
  explicit RowWriter(bool keeps_addresses = false) : keeps_addresses(keeps_addresses) {}

  template <class Member>
  void operator()(std::string_view name, Member &&member) {
    cbor_.text(name);
    item(member);
  }
  template <class Member>
  void operator()(std::string_view name, fields::WhereSet<Member> member) {
    if (!fields::is_set(member.value)) return;
    cbor_.text(name);
    item(member.value);
  }

  template <class Record>
  void item(Record &record) requires std::is_class_v<Record> {
    cbor_.begin_map();
    describe(*this, record);
    cbor_.end_map();
  }
  void item(bool value) { cbor_.simple(value ? cbor_true : cbor_false); }
  template <class Number>
  requires(std::integral<Number> && !std::same_as<Number, bool>) void item(Number value) {
    cbor_.simple(number_gap);
    row_.numbers.push_back(static_cast<std::int64_t>(value));
  }
  void item(mpidbg::Address &address) { item(address.value()); }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void item(Enum value) { cbor_.number(static_cast<std::int64_t>(value)); }
  void item(std::string &text) { cbor_.text(text); }
  template <class Number>
  void item(fields::Fixed<Number> &number) {
    cbor_.number(static_cast<std::int64_t>(number.value));
  }
  void item(fields::Own<std::string> &own) {
    cbor_.simple(text_gap);
    row_.texts.push_back(own.text);
  }
  template <class Value>
  void item(std::vector<Value> &values) {
    cbor_.array(values.size());
    for (Value &value : values) item(value);
  }
  template <class Member>
  void item(fields::Uncompared<Member> &one) {
    item(one.member);
  }
  template <class Value>
  void item(std::optional<Value> &value) {
    value ? item(*value) : cbor_.simple(cbor_null);
  }
  template <class Value>
  void item(why::BoxedOptional<Value> &value) {
    value ? item(*value) : cbor_.simple(cbor_null);
  }
  template <class First, class Second>
  void item(std::pair<First, Second> &pair) {
    cbor_.array(2);
    item(pair.first);
    item(pair.second);
  }
  template <class Value>
  void item(fields::Grouped<std::vector<Value>> &list) {
    std::vector<Group> groups;
    for (Value &value : list.values) {
      RowWriter writer(keeps_addresses);
      writer.item(value);
      add_to(groups, writer.take());
    }
    write(groups);
  }
  void item(why::Members &members) {
    cbor_.array(members.runs().size());
    for (why::MemberRun run : members.runs()) item(run);
  }

  // Holds consecutive rows of one shape, with their numbers as columns.
  struct Group {
    std::uint64_t count = 0;
    std::string shape;
    std::vector<Column> columns;
  };

  Row take() {
    row_.shape = cbor_.take();
    return std::move(row_);
  }

 private:
  static void add_to(std::vector<Group> &groups, const Row &row);
  void write(const std::vector<Group> &groups);

  CborWriter cbor_{};
  Row row_{};
};

}  // namespace mqs_shim::summaries
