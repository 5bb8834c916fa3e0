// What the plugin says of the layouts that it compared with the process.

#include <doctest/doctest.h>

#include <map>
#include <string>

#include "mpidbg/abi/layout_checks_interface.h"
#include "tests/contains.h"
#include "tests/fakes/fake_mpich.h"
#include "tests/fakes/fake_ucx_device.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeMpich;
using mpidbg::ByteOrder;

namespace {

using Checks = std::map<std::string, mpidbg_layout_check_t>;

Checks checks_of(FakeMpich &mpich) {
  PluginDriver plugin(mpich.host);
  Checks checks;
  for (int index = 0;; ++index) {
    mpidbg_layout_check_t check{};
    check.struct_size = sizeof check;
    if (mpidbg_get_layout_check(mpich.host.process(), index, &check) != MPIDBG_SUCCESS) break;
    checks[check.subject] = check;
  }
  return checks;
}

}  // namespace

TEST_CASE("each table of MPICH is compared with its layout") {
  using mpidbg::model::mpich::ObjectKind;
  using Table = mpidbg::layout::mpich::ObjectTableLayout;
  FakeMpich mpich(8, ByteOrder::little);
  mpich.add({.name = "MPIR_CVAR_ANY"});
  fakes::FakePool &pool = mpich.pool(ObjectKind::communicator);
  for (int i = 0; i < 14; ++i) pool.take();
  pool.give_back(pool.all()[2]);
  pool.give_back(pool.all()[5]);
  Checks checks = checks_of(mpich);
  REQUIRE(checks.contains("MPIR_Group"));
  CHECK(checks["MPIR_Group"].outcome == MPIDBG_LAYOUT_AGREES);
  CHECK(checks["MPIR_Comm"].outcome == MPIDBG_LAYOUT_AGREES);
  // What the list of free objects says is not believed if the table counts them otherwise.
  pool.set(mpich.layouts.object_table.*(&Table::num_avail), 2);
  checks = checks_of(mpich);
  CHECK(checks["MPIR_Comm"].outcome == MPIDBG_LAYOUT_DIFFERS);
  CHECK(contains(checks["MPIR_Comm"].words, "MPIR_Object_alloc_t.num_avail of the communicators is 2"));
  CHECK(checks["MPIR_Group"].outcome == MPIDBG_LAYOUT_AGREES);
}

TEST_CASE("a layout that is not known is not compared, and that of UCX's worker is if MPICH has one") {
  const auto subjects = [](FakeMpich &mpich) {
    std::string text;
    for (const auto &[subject, check] : checks_of(mpich)) {
      text += subject + (check.outcome == MPIDBG_LAYOUT_AGREES ? " agrees, " : " differs, ");
    }
    return text;
  };
  const std::string tables =
      "MPII_Keyval agrees, MPIR_Attribute agrees, MPIR_Comm agrees, MPIR_Datatype agrees, MPIR_Errhandler agrees, "
      "MPIR_Group agrees, MPIR_Info agrees, MPIR_Op agrees, MPIR_Request agrees, MPIR_Session agrees, MPIR_Win "
      "agrees, ";
  {
    FakeMpich mpich(8, ByteOrder::little);
    mpich.add({.name = "MPIR_CVAR_ANY"});
    CHECK(subjects(mpich) == tables);
    mpich.host.types["MPIR_Win"].fields.clear();
    std::string fewer = tables;
    fewer.erase(fewer.find("MPIR_Win agrees, "));
    CHECK(subjects(mpich) == fewer);
  }
  FakeMpich mpich(8, ByteOrder::little);
  mpich.add({.name = "MPIR_CVAR_ANY"});
  fakes::FakeUcxDevice device(mpich);
  CHECK(subjects(mpich) == tables + "ucp_worker agrees, ");
  // Where the library says so, a worker that does not agree is one that differs.
  mpich.set(device.global, *mpich.layouts.ucx_global.num_vnis.present, 0);
  CHECK(subjects(mpich) == tables);
  mpich.host.symbols["MPII_Version_device"] = mpich.memory.new_string("ch4:ucx");
  CHECK(subjects(mpich) == tables + "ucp_worker differs, ");
}

TEST_CASE("a check that there is not is not found") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.add({.name = "MPIR_CVAR_ANY"});
  PluginDriver plugin(mpich.host);
  mpidbg_layout_check_t check{};
  check.struct_size = sizeof check;
  for (const int index : {-1, 0x7fffffff}) {
    CHECK(mpidbg_get_layout_check(mpich.host.process(), index, &check) == MPIDBG_ERR_NOT_FOUND);
  }
  CHECK(mpidbg_get_layout_check(mpich.host.process(), 0, nullptr) == MPIDBG_ERR_NOT_FOUND);
  CHECK(mpidbg_get_layout_check(nullptr, 0, &check) == MPIDBG_ERR_NOT_FOUND);
  // A caller of an older version has fewer members.
  check.words[0] = '?';
  check.struct_size = offsetof(mpidbg_layout_check_t, words);
  CHECK(mpidbg_get_layout_check(mpich.host.process(), 0, &check) == MPIDBG_SUCCESS);
  CHECK(check.words[0] == '?');
}
