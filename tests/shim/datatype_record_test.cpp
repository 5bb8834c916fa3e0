// What is accepted from a plugin that describes a datatype.

#include <doctest/doctest.h>

#include "mqs_shim/records/handles/datatype.h"

using namespace mqs_shim;

TEST_CASE("HD5 a plugin that counts wrong is not trusted") {
  mpidbg_datatype_info_t info{};
  mpidbg_typemap_entry_t entries[] = {{MPIDBG_TYPEMAP_RUN, 7, 0, 1, 1}};
  info.dt_bitflags = MPIDBG_DATATYPE_INFO_TYPEMAP;
  info.dt_num_entries = 1;
  info.dt_typemap = entries;
  info.dt_num_integers = -3;
  info.dt_num_nodes = 1 << 30;
  DatatypeRecord record;
  take(info, record);
  CHECK(record.typemap.empty());
  CHECK(record.typemap_problem == "the plugin gave a type map that makes no sense");
  CHECK(record.integers.empty());
  CHECK(record.nodes.empty());
}
