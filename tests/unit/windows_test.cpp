// Windows: rows HW* of the requirements. What each component keeps of its synchronisation stands in osc_test.cpp.

#include <doctest/doctest.h>

#include "tests/fakes/fake_errhandlers.h"
#include "tests/fakes/fake_infos.h"
#include "tests/fakes/fake_windows.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeHost;
using fakes::FakeOpenMpi;
using fakes::FakeWindows;
using mpidbg::Address;
using mpidbg::ByteOrder;
using Window = Queried<mpidbg_win_info_t, MPIDBG_KIND_WIN>;

TEST_CASE("HW1 HW2 HW3 Z5 Z6 Z8 a window's communicator, memory, hints, handles and attributes") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 1, 3);
      FakeWindows windows(mpi);
      fakes::FakeInfos infos(mpi);
      fakes::FakeErrhandlers handlers(mpi);
      const Address window = windows.add("my window", "rdma");
      const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
      mpi.set(window, mpi.layouts.window.error_handler, handlers.returns);
      mpi.set(window, mpi.layouts.object.obj_reference_count, 3);
      infos.set_hints(window, {{"no_locks", "false"}});
      {
        HandleSession session(mpi.host);
        Window info(session, window);
        CHECK(std::string(info->wi_name) == "my window");
        CHECK(info->wi_c_handle == window.value());
        CHECK(info->wi_fortran_handle == 1);
        CHECK(info->wi_rank == 1);
        CHECK(info->wi_size == 3);
        CHECK(info->wi_group == group.value());
        CHECK(info->wi_comm == windows.duplicate.value());
        CHECK(info->wi_origin_comm == mpi.world.value());
        CHECK((info->wi_bitflags & MPIDBG_WIN_INFO_ORIGIN_COMM_INFERRED) != 0);
        CHECK(info->wi_errhandler == handlers.returns.value());
        CHECK(std::string(info->wi_errhandler_name) == "MPI_ERRORS_RETURN");
        CHECK(info->wi_reference_count == 3);
        CHECK((info->wi_bitflags & MPIDBG_WIN_INFO_MEMORY_KNOWN) != 0);
        CHECK(info->wi_base == 0x7f0000);
        CHECK(info->wi_bytes == 0x400);
        CHECK(info->wi_disp_unit == 8);
        CHECK(info->wi_flavor == MPIDBG_WIN_FLAVOR_ALLOCATE);
        CHECK(info->wi_model == MPIDBG_WIN_MODEL_UNIFIED);
        REQUIRE(info->wi_num_info_pairs == 1);
        CHECK(std::string(info->wi_info_pairs[0].key) == "no_locks");
        REQUIRE(info->wi_num_attrs == 5);
        CHECK(std::string(info->wi_attrs[0].keyval_name) == "MPI_WIN_BASE");
        CHECK(std::string(info->wi_attrs[0].value) == "0x7f0000");
        CHECK(std::string(info->wi_attrs[1].value) == "1024");
        CHECK(info->wi_attr_values[1].number == 1024);
        CHECK(std::string(info->wi_component) == "rdma");
        CHECK(info->wi_num_pending_requests == 0);

        Window null(session, windows.null);
        CHECK(null->wi_bitflags == (MPIDBG_WIN_INFO_PREDEFINED | MPIDBG_WIN_INFO_WIN_NULL));
        CHECK(std::string(null->wi_name) == "MPI_WIN_NULL");
        CHECK(session.list(MPIDBG_KIND_WIN) == std::vector<mqs_taddr_t>{windows.null.value(), window.value()});
        CHECK(session.names(MPIDBG_KIND_WIN) ==
              std::vector<std::pair<std::string, mqs_taddr_t>>{{"MPI_WIN_NULL", windows.null.value()}});
        mqs_taddr_t handle = 0;
        CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_WIN, 1, &handle) == MPIDBG_SUCCESS);
        CHECK(handle == window.value());
        CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_WIN, 2, &handle) == MPIDBG_ERR_OUT_OF_RANGE);
      }
      CHECK(FakeHost::live_allocations() == 0);
    }
  }
}

TEST_CASE("HW2 the memory of a window in the separate model") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeWindows windows(mpi);
  const Address window = windows.add("separate", "pt2pt");
  mpi.set(
      window, mpi.layouts.window.w_keyhash,
      fakes::new_attributes(mpi, {{7, 0x7f0000, 0, 0}, {8, 0x400, 3, 0}, {9, 8, 1, 4}, {10, 1, 1, 4}, {11, 1, 1, 4}}));
  const HandleSession session(mpi.host);
  const Window info(session, window);
  CHECK(info->wi_flavor == MPIDBG_WIN_FLAVOR_CREATE);
  CHECK(info->wi_model == MPIDBG_WIN_MODEL_SEPARATE);
}

TEST_CASE("HW4 HW5 HW9 Z7 Z11 freed windows, garbage, and what the capabilities say") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeWindows windows(mpi);
  const Address window = windows.add("gone", "sm");
  {
    HandleSession session(mpi.host);
    const int bits = mpidbg_capabilities(session.process(), MPIDBG_KIND_WIN);
    CHECK((bits & MPIDBG_WIN_CAP_BASIC) != 0);
    CHECK((bits & MPIDBG_WIN_CAP_SYNCHRONIZATION) != 0);
    // The library sets no flag on a window that is freed, and keeps no last call.
    CHECK((bits & (MPIDBG_WIN_CAP_FREED_HANDLE | MPIDBG_WIN_CAP_FREED_OBJECT | MPIDBG_WIN_CAP_LAST_CALL)) == 0);
    CHECK(session.query(MPIDBG_KIND_WIN, window.value()) == MPIDBG_SUCCESS);
    mpi.set(window, mpi.layouts.window.w_flags, 1);
    CHECK((Window(session, window)->wi_bitflags & MPIDBG_WIN_INFO_FREED_HANDLE) != 0);
    windows.table.remove(1);
    CHECK(session.query(MPIDBG_KIND_WIN, window.value()) == MPIDBG_ERR_NOT_FOUND);
    CHECK(session.detail().find("is not a live window") != std::string::npos);
    for (const mqs_taddr_t garbage : {mqs_taddr_t{0}, mqs_taddr_t{0x41414141}, mqs_taddr_t{mpi.world.value()}}) {
      CHECK(session.query(MPIDBG_KIND_WIN, garbage) == MPIDBG_ERR_NOT_FOUND);
    }
  }
  CHECK(FakeHost::live_allocations() == 0);
}

TEST_CASE("HC19 windows by the communicators, groups and error handlers that they use") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeWindows windows(mpi);
  fakes::FakeErrhandlers handlers(mpi);
  const Address handler = handlers.add(2, 0, Address(0x1234));
  const Address window = windows.add("used", "pt2pt");
  mpi.set(window, mpi.layouts.window.error_handler, handler);
  HandleSession session(mpi.host);
  Queried<mpidbg_errhandler_info_t, MPIDBG_KIND_ERRHANDLER> info(session, handler);
  REQUIRE(info->eh_num_handles == 1);
  CHECK(info->eh_handles[0] == window.value());

  // The duplicate is the library's own, and the original only inferred.
  using Communicator = Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM>;
  Communicator own(session, windows.duplicate), world(session, mpi.world);
  CHECK((own->comm_bitflags & MPIDBG_COMM_INFO_INTERNAL) != 0);
  CHECK((world->comm_bitflags & MPIDBG_COMM_INFO_INTERNAL) == 0);
  REQUIRE(own->comm_num_derived_windows == 1);
  CHECK(own->comm_derived_windows[0] == window.value());
  REQUIRE(world->comm_num_derived_windows == 1);
  CHECK(world->comm_derived_windows[0] == window.value());
  CHECK((own->comm_bitflags & MPIDBG_COMM_INFO_WINDOWS_INFERRED) == 0);
  CHECK((world->comm_bitflags & MPIDBG_COMM_INFO_WINDOWS_INFERRED) != 0);
}

TEST_CASE("HW1 a window's original communicator has the context id that the duplicate's name tells, and its group") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeWindows windows(mpi);
  const Address window = windows.add("named", "rdma");
  mpi.memory.write_string(windows.duplicate + mpi.layouts.communicator.c_name.offset, "MPI COMMUNICATOR 7 DUP FROM 3");
  const auto origin = [&] {
    HandleSession session(mpi.host);
    return Window(session, window)->wi_origin_comm;
  };
  CHECK(origin() == 0);  // freed
  // The id again, for others.
  const Address alone = mpi.new_group({mpi.new_proc(FakeOpenMpi::job, 0)}, 0);
  const Address later = mpi.new_communicator("later", 3, alone, 0);
  CHECK(origin() == 0);
  mpi.set(later, mpi.layouts.communicator.c_local_group,
          Address(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group)));
  CHECK(origin() == later.value());
}

TEST_CASE("Z7 a window with a flavor or a model that there is not is no window") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeWindows windows(mpi);
  const Address window = windows.add("odd", "rdma");
  const auto code = [&](std::int64_t flavor, std::int64_t model) {
    mpi.set(window, mpi.layouts.window.w_keyhash,
            fakes::new_attributes(
                mpi, {{7, 0x7f0000, 0, 0}, {8, 0x400, 3, 0}, {9, 8, 1, 4}, {10, flavor, 1, 4}, {11, model, 1, 4}}));
    HandleSession session(mpi.host);
    const int result = session.query(MPIDBG_KIND_WIN, window.value());
    if (result != MPIDBG_SUCCESS) CHECK(session.detail().find("has flavor ") != std::string::npos);
    return result;
  };
  for (const std::int64_t flavor : {1, 2, 3, 4}) CHECK(code(flavor, 0) == MPIDBG_SUCCESS);
  for (const std::int64_t flavor : {-1, 0, 5}) CHECK(code(flavor, 0) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(code(1, 1) == MPIDBG_SUCCESS);
  for (const std::int64_t model : {-1, 2}) CHECK(code(1, model) == MPIDBG_ERR_UNAVAILABLE);
}

TEST_CASE("HC19 a window's duplicate is the library's own, and MPI_COMM_WORLD never, whatever a window says") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeWindows windows(mpi);
  const auto is_internal = [&](Address communicator) {
    HandleSession session(mpi.host);
    Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM> info(session, communicator);
    return (info->comm_bitflags & MPIDBG_COMM_INFO_INTERNAL) != 0;
  };
  const Address window = windows.add("my window", "rdma");
  CHECK(is_internal(windows.duplicate));
  CHECK_FALSE(is_internal(mpi.world));
  mpi.set(windows.module_of(window), mpi.layouts.osc_rdma_module.comm, mpi.world);
  CHECK_FALSE(is_internal(mpi.world));
}

TEST_CASE("a window whose component is not known says so, and everything else") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeWindows windows(mpi);
  const Address strange = windows.add("strange", "portals4");
  const Address watched = windows.add("watched", "rdma");
  mpi.set(windows.module_of(watched), mpi.layouts.osc_module.osc_free, Address(0x777000));
  HandleSession session(mpi.host);
  Window info(session, strange);
  CHECK((info->wi_bitflags & MPIDBG_WIN_INFO_SYNC_KNOWN) == 0);
  CHECK(info->wi_component == nullptr);
  CHECK(std::string(info->wi_sync_problem).find("is none of osc/rdma, osc/sm, osc/pt2pt, osc/ucx") !=
        std::string::npos);
  CHECK(info->wi_bytes == 0x400);
  // Its functions are another component's, its objects are not.
  Window inferred(session, watched);
  CHECK(std::string(inferred->wi_component) == "rdma");
  CHECK((inferred->wi_bitflags & MPIDBG_WIN_INFO_COMPONENT_INFERRED) != 0);
}

TEST_CASE("Z2 nothing stays allocated when the debugger's memory runs out in the query of a window") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeWindows windows(mpi);
  const Address window = windows.add("big", "rdma");
  HandleSession session(mpi.host);
  const long before = FakeHost::live_allocations();
  long successes = 0;
  for (int code = MPIDBG_ERR_NO_MEM; code == MPIDBG_ERR_NO_MEM; ++successes) {
    FakeHost::fail_allocations_after(successes);
    code = session.query(MPIDBG_KIND_WIN, window.value());
    FakeHost::fail_allocations_after(-1);
    CHECK(FakeHost::live_allocations() == before);
    if (code != MPIDBG_ERR_NO_MEM) CHECK(code == MPIDBG_SUCCESS);
  }
  CHECK(successes > 10);
}

TEST_CASE("what can be seen of windows is determined once while the process is held") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeWindows windows(mpi);
  windows.add("my window", "rdma");
  const HandleSession session(mpi.host);
  const int bits = mpidbg_capabilities(session.process(), MPIDBG_KIND_WIN);
  REQUIRE(bits != 0);
  const auto fetches_of_asking = [&] {
    const std::uint64_t before = mpi.host.fetches;
    CHECK(mpidbg_capabilities(session.process(), MPIDBG_KIND_WIN) == bits);
    return mpi.host.fetches - before;
  };
  REQUIRE(mpidbg_set_held(session.process(), 1) == MPIDBG_SUCCESS);
  const std::uint64_t first = fetches_of_asking(), again = fetches_of_asking();
  CHECK(again < first);
  REQUIRE(mpidbg_set_held(session.process(), 1) == MPIDBG_SUCCESS);  // another stop
  CHECK(fetches_of_asking() > again);
  REQUIRE(mpidbg_set_memory_ranges(session.process(), 0, nullptr) == MPIDBG_SUCCESS);
  CHECK(fetches_of_asking() > again);
  REQUIRE(mpidbg_set_held(session.process(), 0) == MPIDBG_SUCCESS);
  CHECK(fetches_of_asking() > again);
  CHECK(fetches_of_asking() > again);
}
