// Copies of what a plugin returned, which may be null or of no plausible number.

#include <doctest/doctest.h>

#include "mpidbg/base/limits.h"
#include "mqs_shim/records/handles/communicator.h"
#include "mqs_shim/records/handles/record.h"
#include "mqs_shim/records/handles/window.h"

using namespace mqs_shim;
using mpidbg::limits::table_entries;

TEST_CASE("a plugin that returns no list has none, whatever number it claims") {
  CHECK(to_addresses(nullptr, 3).empty());
  CHECK(to_info_pairs(nullptr, 3).empty());
  CHECK(to_attributes(nullptr, nullptr, 3).empty());
  CHECK(to_references(nullptr, 3).empty());
}

TEST_CASE("numbers of objects that a plugin can claim: at the limit, one below, one above, and below zero") {
  const auto limit = static_cast<std::int64_t>(table_entries);
  CHECK(bounded(limit - 1, table_entries) == table_entries - 1);
  CHECK(bounded(limit, table_entries) == table_entries);
  CHECK(bounded(limit + 1, table_entries) == 0);
  CHECK(bounded(0, table_entries) == 0);
  CHECK(bounded(-1, table_entries) == 0);
  CHECK_FALSE(is_beyond(limit - 1));
  CHECK_FALSE(is_beyond(limit));
  CHECK(is_beyond(limit + 1));
  CHECK(is_beyond(-1));
  CHECK_FALSE(is_beyond(0));
  CHECK(too_many(limit + 1) == "the plugin claims 4194305 objects, the limit is 4194304");
  const mqs_taddr_t handles[] = {1, 2};
  CHECK(to_addresses(handles, -1).empty());
  CHECK(to_addresses(handles, limit + 1).empty());
}

TEST_CASE("lists are copied in their order, and texts byte for byte up to their limit") {
  const mqs_taddr_t handles[] = {0x10, 0x20};
  CHECK(to_addresses(handles, 2) == std::vector<Address>{Address(0x10), Address(0x20)});
  const mpidbg_handle_reference_t references[] = {{MPIDBG_KIND_COMM, 0x10}, {MPIDBG_KIND_WIN, 0x20}};
  const auto copies = to_references(references, 2);
  REQUIRE(copies.size() == 2);
  CHECK(copies[0].kind == MPIDBG_KIND_COMM);
  CHECK(copies[1].handle == Address(0x20));
  CHECK(exact_text("a\tb", 10) == "a\tb");
  CHECK(exact_text("abc", 2) == "ab");
  CHECK(exact_text("abc", 3) == "abc");
  CHECK(exact_text(nullptr, 3).empty());
}

TEST_CASE("names that a program gives keep every byte: whoever shows them escapes some") {
  const std::string name = "rev\x1b[31m\n ";
  mpidbg_comm_info_t comm{};
  name.copy(comm.comm_name, name.size());
  CommunicatorRecord record;
  take(comm, record);
  CHECK(record.name == name);
  std::string whole = name + std::string(200, 'x');
  comm.comm_full_name = whole.data();
  take(comm, record);
  CHECK(record.name == whole);
  mpidbg_communicator_outline_t outline{};
  name.copy(outline.name, name.size());
  CommunicatorRecord outlined;
  take(outline, outlined);
  CHECK(outlined.name == name);
  mpidbg_win_info_t win{};
  name.copy(win.wi_name, name.size());
  WindowRecord window;
  take(win, window);
  CHECK(window.name == name);
}

TEST_CASE("pairs of an info object are copied up to the limits of their texts") {
  std::string key(mpidbg::limits::string_length + 1, 'k'), value(mpidbg::limits::info_value_length + 1, 'v');
  std::string host = "host";
  mpidbg_info_pair_t pairs[2]{};
  pairs[0].key = key.data();
  pairs[0].value = value.data();
  pairs[1].key = host.data();
  const auto copies = to_info_pairs(pairs, 2);
  REQUIRE(copies.size() == 2);
  CHECK(copies[0].key.size() == mpidbg::limits::string_length);
  CHECK(copies[0].value.size() == mpidbg::limits::info_value_length);
  CHECK(copies[1].key == "host");
  CHECK(copies[1].value.empty());
}

TEST_CASE("attributes are copied with who set them, if the plugin says so") {
  std::string name = "MPI_TAG_UB", value = "32767";
  mpidbg_attribute_pair_t pairs[2]{};
  pairs[0].keyval = 7;
  pairs[0].keyval_name = name.data();
  pairs[0].value = value.data();
  pairs[1].keyval = 8;
  mpidbg_attribute_value_t values[2]{};
  values[0].setter = MPIDBG_ATTRIBUTE_FORTRAN_INTEGER;
  values[0].number = 32767;
  for (const bool has_values : {false, true}) {
    const auto copies = to_attributes(pairs, has_values ? values : nullptr, 2);
    REQUIRE(copies.size() == 2);
    CHECK(copies[0].keyval == 7);
    CHECK(copies[0].name == "MPI_TAG_UB");
    CHECK(copies[0].value == "32767");
    CHECK(copies[0].setter == (has_values ? MPIDBG_ATTRIBUTE_FORTRAN_INTEGER : MPIDBG_ATTRIBUTE_C));
    CHECK(copies[0].number == (has_values ? 32767 : 0));
    CHECK(copies[1].name.empty());
  }
}
