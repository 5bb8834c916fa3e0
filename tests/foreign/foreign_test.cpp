// The plugin over core files of real processes of other machines: Debian's Open MPI 4.1.4 on i386 (32-bit) and on s390x
// (big-endian). The program is data/hang1.c, which says what must be found. The libraries' files are not there, so
// read-only data such as class names and the version cannot be read; symbols are those that the libraries export, at
// the addresses they had.

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/foreign/core_segments.h"
#include "tests/unit/plugin_driver.h"

using mpidbg::ByteOrder;

namespace {

struct Machine {
  const char *name;
  unsigned pointer_size;
  ByteOrder order;
  bool blocked_in_receive;  // the last argument of the program: it sleeps, or it enters MPI_Recv
};

void check(const Machine &machine) {
  const std::string files = std::string(FOREIGN_DATA) + "/openmpi-" + machine.name;
  CoreMemory core = read_core(files + ".core.zst");
  REQUIRE(core.pointer_size == machine.pointer_size);
  REQUIRE(core.order == machine.order);
  fakes::FakeMemory memory(machine.pointer_size, machine.order);
  for (auto &[address, bytes] : core.segments) memory.map(mpidbg::Address(address), std::move(bytes));
  fakes::FakeHost host(memory);
  std::ifstream symbol_file(files + ".symbols.json");
  const auto symbols = nlohmann::json::parse(symbol_file);
  for (const auto &[name, address] : symbols.items()) {
    host.symbols[name] = mpidbg::Address(address.get<std::uint64_t>());
  }

  PluginDriver plugin(host);
  const int updated = plugin.update();
  REQUIRE_MESSAGE(updated == mqs_ok, plugin.detail());
  const mpidbg_process_info_t info = plugin.process_info();
  CHECK(info.world_rank == 0);
  CHECK(info.world_size == 1);
  CHECK(std::string(info.point_to_point) == "ob1");
  CHECK(std::string(info.layout_source).find(std::string("profile openmpi-4.1.4-") + machine.name) == 0);

  const auto communicators = plugin.communicators();
  REQUIRE(communicators.size() == 3);
  CHECK(std::string(communicators[0].name) == "MPI_COMM_WORLD");
  CHECK(std::string(communicators[1].name) == "MPI_COMM_SELF");
  CHECK(std::string(communicators[2].name) == "my dup");
  CHECK(communicators[2].size == 1);

  REQUIRE(plugin.select("my dup"));
  const auto posted = plugin.details(MPIDBG_QUEUE_RECEIVES);
  REQUIRE_MESSAGE(plugin.last_code() == mqs_end_of_list, plugin.detail());
  REQUIRE(posted.size() == 2);
  CHECK(posted[0].flags == MPIDBG_OP_ANY_SOURCE);
  CHECK(posted[0].tag == 6);
  CHECK(posted[1].flags == 0);
  CHECK(posted[1].world_rank == 0);
  CHECK(posted[1].tag == 5);
  for (const auto &operation : posted) {
    CHECK(operation.bytes == 16);
    CHECK(operation.count == 4);
    CHECK(std::string(operation.datatype_name) == "MPI_INT");
  }
  CHECK(posted[0].buffer == posted[1].buffer + 16);  // y and y + 4 of one array of ints

  const auto unexpected = plugin.details(MPIDBG_QUEUE_UNEXPECTED);
  REQUIRE_MESSAGE(plugin.last_code() == mqs_end_of_list, plugin.detail());
  REQUIRE(unexpected.size() == 1);
  CHECK(unexpected[0].tag == 77);
  CHECK(unexpected[0].bytes == 4);
  CHECK(unexpected[0].protocol == MPIDBG_PROTOCOL_EAGER);
  // The message itself: the program's int 0x01020304.
  CHECK(memory.read_integer(mpidbg::Address(unexpected[0].buffer), 4) == 0x01020304);

  for (const int queue : {MPIDBG_QUEUE_SENDS, MPIDBG_QUEUE_INACTIVE, MPIDBG_QUEUE_UNCLAIMED}) {
    CHECK(plugin.details(queue).empty());
    CHECK_MESSAGE(plugin.last_code() == mqs_end_of_list, plugin.detail());
  }

  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  const auto in_world = plugin.details(MPIDBG_QUEUE_RECEIVES);
  REQUIRE(in_world.size() == (machine.blocked_in_receive ? 1 : 0));
  if (machine.blocked_in_receive) {
    CHECK(in_world[0].tag == 99);
    CHECK(in_world[0].bytes == 4);
  }
}

}  // namespace

TEST_CASE("a 32-bit process") {
  check({"i386", 4, ByteOrder::little, false});
}
TEST_CASE("a big-endian process") {
  check({"s390x", 8, ByteOrder::big, true});
}
