// Types made of debugging information entries that no compiler writes.

#include "corefile/dwarf/die_types.h"

#include <doctest/doctest.h>

#include <deque>

using namespace corefile;

namespace {

struct Entry {
  unsigned tag;
  std::string name;
  std::uint64_t size = 0;
  const Entry *type = nullptr;
  std::vector<const Entry *> children{};
};

class FakeDie {
 public:
  explicit FakeDie(const Entry *entry) : entry_(entry) {}
  unsigned tag() const { return entry_->tag; }
  std::string name() const { return entry_->name; }
  bool has(unsigned attribute) const { return attribute == DW_AT_byte_size && entry_->size != 0; }
  std::optional<std::uint64_t> number(unsigned attribute) const {
    return has(attribute) ? std::optional(entry_->size) : std::nullopt;
  }
  std::optional<std::uint64_t> member_offset() const { return 0; }
  std::optional<FakeDie> type() const {
    return entry_->type == nullptr ? std::nullopt : std::optional(FakeDie(entry_->type));
  }
  std::optional<FakeDie> signed_type() const { return std::nullopt; }
  std::vector<FakeDie> children() const { return {entry_->children.begin(), entry_->children.end()}; }

 private:
  const Entry *entry_;
};

// One unit.
class FakeDies {
 public:
  using Die = FakeDie;
  explicit FakeDies(const std::deque<Entry> &entries) : entries_(&entries) {}
  std::optional<std::vector<Die>> next_unit() {
    if (entries_ == nullptr) return std::nullopt;
    std::vector<Die> unit;
    for (const Entry &entry : *entries_) unit.emplace_back(&entry);
    entries_ = nullptr;
    return unit;
  }
  unsigned address_size() const { return 8; }
  std::string failure() const { return {}; }

 private:
  const std::deque<Entry> *entries_;
};

mpidbg::Result<std::unique_ptr<StructType>> find(const std::deque<Entry> &entries, std::string_view name) {
  return DieTypes<FakeDies>(FakeDies(entries)).find(name);
}

std::deque<Entry> struct_of(std::size_t members) {
  std::deque<Entry> entries{{DW_TAG_structure_type, "record", 8}, {DW_TAG_base_type, "int", 4}};
  for (std::size_t i = 0; i < members; ++i)
    entries.push_back({DW_TAG_member, "member" + std::to_string(i), 0, &entries[1]});
  for (std::size_t i = 2; i < entries.size(); ++i) entries[0].children.push_back(&entries[i]);
  return entries;
}

constexpr std::string_view too_many = "record has more than 4096 members, those of its members included";

}  // namespace

TEST_CASE("A struct has up to 4096 members") {
  for (const std::size_t count : {4095u, 4096u}) {
    const auto type = find(struct_of(count), "record");
    REQUIRE(type.ok());
    REQUIRE(*type != nullptr);
    CHECK((*type)->fields.size() == count);
  }
  const auto refused = find(struct_of(4097), "record");
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message == too_many);
}

TEST_CASE("Members of members without a name count, too") {
  std::deque<Entry> entries = struct_of(4094);
  entries.push_back({DW_TAG_structure_type, "", 4});
  Entry &inner = entries.back();
  entries.push_back({DW_TAG_member, "inside", 0, &entries[1]});
  inner.children = {&entries.back()};
  entries.push_back({DW_TAG_member, "", 0, &inner});
  entries[0].children.push_back(&entries.back());
  const auto type = find(entries, "record");
  REQUIRE(type.ok());
  CHECK((*type)->fields.size() == 4095);

  inner.children.push_back(inner.children.front());
  CHECK_FALSE(find(entries, "record").ok());
}

TEST_CASE("A struct that is its own member ends") {
  std::deque<Entry> entries{{DW_TAG_structure_type, "record", 8}};
  entries.push_back({DW_TAG_member, "", 0, &entries[0]});
  entries[0].children.assign(64, &entries[1]);
  const auto refused = find(entries, "record");
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message == too_many);
}

TEST_CASE("Up to 64 typedefs lead to a struct") {
  std::deque<Entry> entries = struct_of(1);
  const Entry *type = &entries[0];
  for (int i = 1; i <= 65; ++i) {
    entries.push_back({DW_TAG_typedef, "alias" + std::to_string(i), 0, type});
    type = &entries.back();
  }
  for (const char *name : {"alias63", "alias64"}) {
    CAPTURE(name);
    const auto found = find(entries, name);
    REQUIRE(found.ok());
    REQUIRE(*found != nullptr);
    CHECK((*found)->fields.size() == 1);
  }
  const auto refused = find(entries, "alias65");
  REQUIRE(refused.ok());
  CHECK(*refused == nullptr);
}

TEST_CASE("The type of a pointer to a function is told") {
  std::deque<Entry> entries{{DW_TAG_structure_type, "record", 8}, {DW_TAG_subroutine_type, ""}};
  entries.push_back({DW_TAG_const_type, "", 0, &entries[1]});
  entries.push_back({DW_TAG_pointer_type, "", 8, &entries[2]});
  entries.push_back({DW_TAG_pointer_type, "", 8});
  entries.push_back({DW_TAG_member, "call", 0, &entries[3]});
  entries.push_back({DW_TAG_member, "data", 0, &entries[4]});
  entries[0].children = {&entries[5], &entries[6]};
  const auto type = find(entries, "record");
  REQUIRE(type.ok());
  REQUIRE(*type != nullptr);
  REQUIRE((*type)->fields.size() == 2);
  CHECK((*type)->fields[0].type_name == "function *");
  CHECK((*type)->fields[1].type_name == "void *");
}
