// The arguments of mpidbg_probe_query(), and libraries whose queues cannot be read.

#include <doctest/doctest.h>

#include "mpidbg/abi/probe_interface.h"
#include "tests/contains.h"
#include "tests/fakes/fake_mpich.h"
#include "tests/fakes/fake_ucx_device.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeMpich;
using mpidbg::ByteOrder;

TEST_CASE("a probe without a place for the answer, or without words, is not found") {
  FakeMpich mpich(8, ByteOrder::little);
  fakes::FakeUcxDevice device(mpich);
  PluginDriver plugin(mpich.host);
  REQUIRE(plugin.update() == mqs_ok);
  mqs_process *const process = mpich.host.process();
  const mqs_taddr_t words[] = {1, 2, 3};
  mpidbg_operation_info_t operation{};
  operation.struct_size = sizeof operation;
  mqs_taddr_t communicator = 0;
  CHECK(mpidbg_probe_query(nullptr, words, 3, &operation, &communicator) == MPIDBG_ERR_NOT_FOUND);
  CHECK(mpidbg_probe_query(process, words, 3, nullptr, &communicator) == MPIDBG_ERR_NOT_FOUND);
  CHECK(mpidbg_probe_query(process, words, 3, &operation, nullptr) == MPIDBG_ERR_NOT_FOUND);
  CHECK(mpidbg_probe_query(process, nullptr, 3, &operation, &communicator) == MPIDBG_ERR_NOT_FOUND);
  CHECK(mpidbg_probe_query(process, words, -1, &operation, &communicator) == MPIDBG_ERR_NOT_FOUND);
}

TEST_CASE("a probe of a library whose queues cannot be read says why") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.host.symbols["MPII_Version_device"] = mpich.memory.new_string("ch4:ofi");
  PluginDriver plugin(mpich.host);
  REQUIRE(plugin.update() == mqs_ok);
  const mqs_taddr_t words[] = {1, 2, 3};
  mpidbg_operation_info_t operation{};
  operation.struct_size = sizeof operation;
  mqs_taddr_t communicator = 0;
  CHECK(mpidbg_probe_query(mpich.host.process(), words, 3, &operation, &communicator) == MPIDBG_ERR_NOT_SUPPORTED);
}
