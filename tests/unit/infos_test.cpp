// Info objects, and the hints of other objects: rows HI*.

#include <doctest/doctest.h>

#include "mpidbg/base/hexadecimal.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/fake_infos.h"
#include "tests/fakes/fake_windows.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeHost;
using fakes::FakeInfos;
using fakes::FakeOpenMpi;
using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

using Pairs = FakeInfos::Pairs;

Pairs pairs(int count, const mpidbg_info_pair_t *array) {
  Pairs result;
  for (int i = 0; i < count; ++i) result.emplace_back(array[i].key, array[i].value);
  return result;
}

using Info = Queried<mpidbg_info_info_t, MPIDBG_KIND_INFO>;
using Comm = Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM>;

std::string problem(const HandleSession &session, mpidbg_handle_kind_t kind) {
  return mpidbg_kind_problem(session.process(), kind);
}

int flags(const Info &info) {
  return info->in_bitflags & ~MPIDBG_INFO_INFO_USERS_INFERRED;
}

struct OneInfo {
  OneInfo() : mpi(8, ByteOrder::little, 0, 2), infos(mpi), handle(infos.new_info({{"a", "1"}, {"b", "2"}})) {}
  FakeOpenMpi mpi;
  FakeInfos infos;
  Address handle;
};

}  // namespace

TEST_CASE("HI1 HI2 HI3 HI4 an info object's handles and pairs, in their order and whole") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 1, 3);
      FakeInfos infos(mpi, {{"command", "./a.out"}, {"argv", std::string(3000, 'x')}});
      const Pairs wanted = {{"z", "last first"},
                            {std::string(36, 'k'), std::string(255, 'v')},
                            {"empty", ""},
                            {"a", "caf\xc3\xa9, \"quoted\"\n"}};
      const Address full = infos.new_info(wanted), empty = infos.new_info({});
      {
        HandleSession driver(mpi.host);
        const Info info(driver, full);
        CHECK(std::string(info->in_name).empty());
        CHECK(flags(info) == 0);
        CHECK(info->in_c_handle == full.value());
        CHECK(info->in_fortran_handle == 2);
        CHECK(info->in_reference_count == 1);
        CHECK(pairs(info->in_num_pairs, info->in_pairs) == wanted);
        const Info none(driver, empty);
        CHECK(none->in_num_pairs == 0);
        CHECK(none->in_pairs == nullptr);
        CHECK(none->in_fortran_handle == 3);
        const Info null(driver, infos.null);
        CHECK(std::string(null->in_name) == "MPI_INFO_NULL");
        CHECK(flags(null) == (MPIDBG_INFO_INFO_PREDEFINED | MPIDBG_INFO_INFO_INFO_NULL));
        const Info environment(driver, infos.environment);
        CHECK(std::string(environment->in_name) == "MPI_INFO_ENV");
        CHECK(flags(environment) == (MPIDBG_INFO_INFO_PREDEFINED | MPIDBG_INFO_INFO_INFO_ENV));
        REQUIRE(environment->in_num_pairs == 2);
        CHECK(std::string(environment->in_pairs[1].value).size() == 3000);

        CHECK(driver.list(MPIDBG_KIND_INFO).size() == 4);
        CHECK(problem(driver, MPIDBG_KIND_INFO).empty());
        mqs_taddr_t handle = 0;
        CHECK(mpidbg_f2c(mpi.host.process(), MPIDBG_KIND_INFO, 2, &handle) == MPIDBG_SUCCESS);
        CHECK(handle == full.value());
        CHECK(mpidbg_f2c(mpi.host.process(), MPIDBG_KIND_INFO, 4, &handle) == MPIDBG_ERR_OUT_OF_RANGE);
        CHECK(std::string(mpidbg_info_name_map[1].map_name) == "MPI_INFO_ENV");
        CHECK((mpidbg_info_capabilities & MPIDBG_INFO_CAP_BASIC) != 0);
      }
      CHECK(FakeHost::live_allocations() == 0);
    }
  }
}

TEST_CASE_FIXTURE(OneInfo, "HI5 HI6 an info that was freed is gone, or says that only the library keeps it") {
  HandleSession driver(mpi.host);
  mpi.set(handle, mpi.layouts.info.i_freed, 1);
  CHECK(flags(Info(driver, handle)) == MPIDBG_INFO_INFO_FREED_HANDLE);
  const Address keeps = mpi.memory.allocate(1);
  mpi.host.symbols["ompi_debug_no_free_handles"] = keeps;
  CHECK(flags(Info(driver, handle)) == MPIDBG_INFO_INFO_FREED_HANDLE);  // MPI_Info_free is about to destroy it
  mpi.memory.write(keeps, "\1", 1);
  CHECK(flags(Info(driver, handle)) == (MPIDBG_INFO_INFO_FREED_HANDLE | MPIDBG_INFO_INFO_FREED_OBJECT));
  CHECK((mpidbg_info_capabilities & MPIDBG_INFO_CAP_FREED_OBJECT) != 0);
  mpi.set(handle, mpi.layouts.object.obj_reference_count, 2);
  CHECK(flags(Info(driver, handle)) == MPIDBG_INFO_INFO_FREED_HANDLE);
  mpi.set(handle, mpi.layouts.object.obj_reference_count, 1);
  mpi.set(handle, mpi.layouts.info.i_freed, 0);
  CHECK(flags(Info(driver, handle)) == 0);
  infos.remove(handle);
  CHECK(driver.query(MPIDBG_KIND_INFO, handle.value()) == MPIDBG_ERR_NOT_FOUND);
  CHECK(driver.list(MPIDBG_KIND_INFO).size() == 2);
}

TEST_CASE_FIXTURE(OneInfo, "HI7 which objects took their hints from an info is inferred from the pairs") {
  // Windows and files are looked at too: without their tables nothing can be said.
  {
    HandleSession driver(mpi.host);
    CHECK(Info(driver, handle)->in_bitflags == 0);
  }
  const fakes::FakeTable files(mpi, "ompi_file_f_to_c_table"), windows(mpi, "ompi_mpi_windows");
  infos.set_hints(mpi.world, {{"a", "yes"}, {"_OMPI_IN_a", "1"}, {"_OMPI_IN_b", "2"}, {"mpi_assert_x", "false"}});
  infos.set_hints(mpi.self, {{"a", "1"}});
  HandleSession driver(mpi.host);
  if (!problem(driver, MPIDBG_KIND_WIN).empty() || !problem(driver, MPIDBG_KIND_FILE).empty()) return;
  {
    const Info info(driver, handle);
    CHECK(info->in_bitflags == MPIDBG_INFO_INFO_USERS_INFERRED);
    REQUIRE(info->in_num_users == 1);
    CHECK(info->in_users[0].kind == MPIDBG_KIND_COMM);
    CHECK(info->in_users[0].handle == mpi.world.value());
  }
  SUBCASE("another info with the same pairs: it could be either") {
    infos.new_info({{"b", "2"}});
    const Info info(driver, handle);
    CHECK(info->in_bitflags == MPIDBG_INFO_INFO_USERS_INFERRED);
    CHECK(info->in_num_users == 0);
    CHECK(info->in_users == nullptr);
  }
  SUBCASE("one without pairs was given to none that could be told") {
    CHECK(Info(driver, infos.new_info({}))->in_num_users == 0);
    CHECK(Info(driver, handle)->in_num_users == 1);
  }
}

TEST_CASE("hints are what MPI_Comm_get_info gives; those that the library takes no notice of are apart") {
  FakeOpenMpi mpi(4, ByteOrder::big, 0, 1);
  FakeInfos infos(mpi);
  infos.set_hints(mpi.world, {{"no_locks", "true"},
                              {"_OMPI_IN_no_locks", "yes"},
                              {"_OMPI_IN_colour", "red"},
                              {"added", "by the library"},
                              {"_OMPI_IN_added2", "x"},
                              {"added2", "y"}});
  {
    HandleSession driver(mpi.host);
    const Comm world(driver, mpi.world);
    CHECK((world->comm_bitflags & MPIDBG_COMM_INFO_HINTS) != 0);
    CHECK(pairs(world->comm_num_info_pairs, world->comm_info_pairs) ==
          Pairs{{"no_locks", "yes"}, {"added", "by the library"}, {"added2", "x"}});
    CHECK(pairs(world->comm_num_ignored_info_pairs, world->comm_ignored_info_pairs) == Pairs{{"colour", "red"}});
    const Comm self(driver, mpi.self);
    CHECK((self->comm_bitflags & MPIDBG_COMM_INFO_HINTS) != 0);
    CHECK(self->comm_num_info_pairs == 0);
    // Hints that cannot be read hide nothing else.
    mpi.set(mpi.self, mpi.layouts.info_subscriber.s_info, Address(0x10));
    const Comm torn(driver, mpi.self);
    CHECK((torn->comm_bitflags & MPIDBG_COMM_INFO_HINTS) == 0);
    CHECK(torn->comm_size == 1);
  }
  CHECK(FakeHost::live_allocations() == 0);
}

TEST_CASE("Z7 hints and attributes that cannot be read are missing, which is said") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeInfos infos(mpi);
  fakes::FakeFiles files(mpi);
  fakes::FakeWindows windows(mpi);
  const Address file = files.open_with_ompio("data", mpi.world, 9, {}), window = windows.add("my window", "rdma");
  const auto problem_after = [&](mpidbg_handle_kind_t kind, Address object) {
    const HandleSession session(mpi.host);
    mpidbg_set_held(session.process(), 1);
    CHECK(problem(session, kind).empty());
    CHECK(session.query(kind, object.value()) == MPIDBG_SUCCESS);
    return problem(session, kind);
  };
  const auto is_missed = [&](const char *part, mpidbg_handle_kind_t kind, Address object) {
    const std::string said = problem_after(kind, object);
    CHECK_MESSAGE(said.starts_with(std::string(part) + " of " + mpidbg::hex(object) + " cannot be read: "), said);
  };
  const std::pair<mpidbg_handle_kind_t, Address> objects[] = {
      {MPIDBG_KIND_COMM, mpi.self}, {MPIDBG_KIND_FILE, file}, {MPIDBG_KIND_WIN, window}};
  for (const auto &[kind, object] : objects) {
    infos.set_hints(object, {{"key", "value"}});
    CHECK(problem_after(kind, object).empty());
    mpi.set(object, mpi.layouts.info_subscriber.s_info, Address(0x10));
    is_missed("the hints", kind, object);
    mpi.set(object, mpi.layouts.info_subscriber.s_info, Address());
  }
  mpi.set(mpi.self, mpi.layouts.communicator.c_keyhash, mpi.world);
  is_missed("the attributes", MPIDBG_KIND_COMM, mpi.self);
  mpi.set(window, mpi.layouts.window.w_keyhash, mpi.world);
  is_missed("the attributes", MPIDBG_KIND_WIN, window);
}

TEST_CASE_FIXTURE(OneInfo, "Z7 HI3 HI4 an info in memory that lies is an error that names the place") {
  HandleSession driver(mpi.host);
  const auto &l = mpi.layouts;
  const auto fails_with = [&](const std::string &text) {
    CHECK(driver.query(MPIDBG_KIND_INFO, handle.value()) == MPIDBG_ERR_UNAVAILABLE);
    CHECK(driver.detail().find(text) != std::string::npos);
    INFO(driver.detail());
  };
  const Address entry = infos.entries_of_last_fill[1];
  SUBCASE("a list with other pairs than it says") {
    mpi.set(handle, l.list.opal_list_length, 3);
    fails_with("has 2 items but says 3");
  }
  SUBCASE("an implausible number of pairs") {
    mpi.set(handle, l.list.opal_list_length, std::uint64_t{1} << 40);
    fails_with("claims 1099511627776 items");
  }
  SUBCASE("a value nowhere") {
    mpi.set(entry, l.info_entry.ie_value, Address(0x8));
    fails_with("cannot read opal_info_entry_t.ie_value at 0x8");
  }
  SUBCASE("an entry of another class") {
    mpi.set(entry, l.object.obj_class, mpi.class_of("opal_list_item_t"));
    CHECK(driver.query(MPIDBG_KIND_INFO, handle.value()) == MPIDBG_ERR_NOT_FOUND);
  }
  SUBCASE("a key without an end is cut where the array ends") {
    const std::string key(37, 'x');
    mpi.memory.write(entry + l.info_entry.ie_key.offset, key.data(), key.size());
    CHECK(std::string(Info(driver, handle)->in_pairs[1].key) == key);
  }
  SUBCASE("handles of other kinds, beside the object, and null") {
    for (const Address wrong : {mpi.world, Address(), handle + 8, entry}) {
      CHECK(driver.query(MPIDBG_KIND_INFO, wrong.value()) == MPIDBG_ERR_NOT_FOUND);
    }
  }
  CHECK(FakeHost::live_allocations() == 0);
}

TEST_CASE_FIXTURE(OneInfo, "Z2 nothing of an info stays allocated when the debugger's memory runs out") {
  HandleSession driver(mpi.host);
  for (long successes = 0; successes < 6; ++successes) {  // the struct, the array, and two strings a pair
    FakeHost::fail_allocations_after(successes);
    CHECK(driver.query(MPIDBG_KIND_INFO, handle.value()) == MPIDBG_ERR_NO_MEM);
    FakeHost::fail_allocations_after(-1);
    CHECK(FakeHost::live_allocations() == 0);
  }
  CHECK(driver.query(MPIDBG_KIND_INFO, handle.value()) == MPIDBG_SUCCESS);
  CHECK(FakeHost::live_allocations() == 0);
}

TEST_CASE("Z11 without the layouts or the table an info is not supported, and says why") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 1);
  {
    HandleSession driver(mpi.host);
    CHECK(problem(driver, MPIDBG_KIND_INFO) == "the library has no symbol ompi_info_f_to_c_table");
    CHECK(mpidbg_capabilities(mpi.host.process(), MPIDBG_KIND_INFO) == 0);
    CHECK(driver.query(MPIDBG_KIND_INFO, mpi.world.value()) == MPIDBG_ERR_NOT_SUPPORTED);
  }
  FakeInfos infos(mpi);
  mpi.host.types.erase("opal_info_entry_t");
  HandleSession driver(mpi.host);
  CHECK(problem(driver, MPIDBG_KIND_INFO) == "unknown layout of opal_info_entry_t");
  CHECK(mpidbg_capabilities(mpi.host.process(), MPIDBG_KIND_INFO) == 0);
}
