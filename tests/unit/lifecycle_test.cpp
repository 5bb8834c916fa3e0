// The order of calls, both families on one process, and the states in which nothing can be seen.

#include <doctest/doctest.h>

#include <cstring>

#include "mpidbg/abi/memory_runs_interface.h"
#include "mpidbg/entry/errors.h"
#include "mpidbg/recorder/record_format.h"
#include "tests/fakes/fake_open_mpi.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeHost;
using fakes::FakeOpenMpi;
using mpidbg::ByteOrder;
using mpidbg::entry::mqs_error_bad_request;
using mpidbg::entry::mqs_error_no_setup;

TEST_CASE("B1 versions and widths") {
  CHECK(mqs_version_compatibility() == 2);
  CHECK(mqs_dll_taddr_width() == sizeof(mqs_taddr_t));
  CHECK(mpidbg_dll_taddr_width() == sizeof(mqs_taddr_t));
  CHECK(mpidbg_interface_version_compatibility() == 1);
  CHECK(mpidbg_dll_bitness == 8 * static_cast<char>(sizeof(void *)));
  CHECK(std::string(mqs_version_string()).rfind("mpidbg ", 0) == 0);
}

TEST_CASE("B2 every code has a text, those of nobody included") {
  for (int code = -3; code < 200; ++code) {
    CHECK(std::string(mqs_dll_error_string(code)) != "");
    CHECK(std::string(mpidbg_error_string(code)) != "");
  }
  CHECK(std::string(mqs_dll_error_string(4711)) == "unknown error code");
}

TEST_CASE("the host's answers decide the byte order; a nonsensical one is an error") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 1);
  mqs_process_callbacks strange = *FakeHost::process_callbacks();
  strange.mqs_target_to_host_fp = [](mqs_process *, const void *, void *out, int size) {
    std::memset(out, 9, static_cast<std::size_t>(size));
  };
  mqs_setup_basic_callbacks(FakeHost::basic_callbacks());
  REQUIRE(mqs_setup_image(mpi.host.image(), FakeHost::image_callbacks()) == mqs_ok);
  REQUIRE(mqs_setup_process(mpi.host.process(), &strange) == mqs_ok);
  char *message = nullptr;
  CHECK(mqs_process_has_queues(mpi.host.process(), &message) != mqs_ok);
  CHECK(std::string(message) == "%s: the debugger's byte order conversion neither keeps nor reverses bytes");
  mqs_destroy_process_info(mpi.host.process_info);
  mqs_destroy_image_info(mpi.host.image_info);
}

TEST_CASE("an image without MPI says so") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 1);
  mpi.host.symbols.clear();
  mqs_setup_basic_callbacks(FakeHost::basic_callbacks());
  REQUIRE(mqs_setup_image(mpi.host.image(), FakeHost::image_callbacks()) == mqs_ok);
  char *message = nullptr;
  CHECK(mqs_image_has_queues(mpi.host.image(), &message) >= mqs_first_user_code);
  CHECK(std::string(message) ==
        "%s: no known MPI library: ompi_mpi_communicators of Open MPI is missing, and so are MPIR_Process and "
        "MPIR_Err_return_comm of MPICH");
  mqs_destroy_image_info(mpi.host.image_info);

  // After NOT_SUPPORTED there is nothing to finalize.
  mpi.host.image_info = nullptr;
  CHECK(mpidbg_init_per_image(mpi.host.image(), FakeHost::image_callbacks(), nullptr) == MPIDBG_ERR_NOT_SUPPORTED);
  CHECK(std::string(mpidbg_error_detail(nullptr)).find("no known MPI library") != std::string::npos);
}

TEST_CASE("Z1 before MPI_Init has completed, then after it, then once MPI_Finalize has started") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  mpi.memory.write_integer(mpi.state_variable, 1, 4);
  PluginDriver plugin(mpi.host);
  char *message = nullptr;
  CHECK(mqs_process_has_queues(mpi.host.process(), &message) != mqs_ok);
  CHECK(std::string(message) == "%s: MPI_Init has not completed");
  CHECK(plugin.update() != mqs_ok);
  CHECK(plugin.process_info().mpi_state == MPIDBG_MPI_NOT_INITIALIZED);
  CHECK(plugin.process_info().callbacks_over == 0);
  CHECK(mqs_get_global_rank(mpi.host.process()) == -1);
  CHECK(plugin.process_info().world_rank == -1);
  CHECK(plugin.process_info().world_size == -1);
  for (const char *problem : plugin.process_info().queue_problem) {
    CHECK(std::string(problem) == "MPI_Init has not completed");
  }

  mpi.memory.write_integer(mpi.state_variable, 2, 4);
  CHECK(mqs_process_has_queues(mpi.host.process(), &message) == mqs_ok);
  CHECK(message == nullptr);
  REQUIRE(plugin.update() == mqs_ok);
  CHECK(plugin.communicators().size() == 2);
  CHECK(mqs_get_global_rank(mpi.host.process()) == 0);

  // Objects are there until MPI_Finalize has waited for the other processes.
  for (const int started : {3, 4}) {
    mpi.memory.write_integer(mpi.state_variable, static_cast<std::uint64_t>(started), 4);
    REQUIRE(plugin.update() == mqs_ok);
    CHECK(plugin.process_info().mpi_state == MPIDBG_MPI_FINALIZING);
    CHECK(plugin.process_info().callbacks_over == (started == 4 ? 1 : 0));
    CHECK(plugin.communicators().size() == 2);
  }

  mpi.memory.write_integer(mpi.state_variable, 5, 4);
  CHECK(plugin.update() != mqs_ok);
  CHECK(plugin.detail() == "MPI_Finalize has started");
  CHECK(plugin.process_info().mpi_state == MPIDBG_MPI_FINALIZED);
  CHECK(mpidbg_process_query(mpi.host.process(), nullptr) == MPIDBG_ERR_NOT_FOUND);
}

TEST_CASE("the handle of the current communicator, or none before the first one and behind the last") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  PluginDriver plugin(mpi.host);
  mqs_process *const process = mpi.host.process();
  CHECK(mpidbg_current_comm(process) == 0);
  REQUIRE(plugin.update() == mqs_ok);
  std::vector<mqs_taddr_t> handles;
  for (int code = mqs_setup_communicator_iterator(process); code == mqs_ok; code = mqs_next_communicator(process)) {
    handles.push_back(mpidbg_current_comm(process));
  }
  CHECK(handles == std::vector<mqs_taddr_t>{mpi.world.value(), mpi.self.value()});
  CHECK(mpidbg_current_comm(process) == 0);
  CHECK(mqs_next_communicator(process) == mqs_end_of_list);
  CHECK(mpidbg_current_comm(process) == 0);
}

TEST_CASE(
    "B5 the variables of the interface describe a process that was initialised before MPI_Init, or beside another") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2), other(8, ByteOrder::little, 1, 2);
  const auto initialise = [](FakeOpenMpi &process) {
    REQUIRE(mpidbg_init_once(FakeHost::basic_callbacks()) == MPIDBG_SUCCESS);
    REQUIRE(mpidbg_init_per_image(process.host.image(), FakeHost::image_callbacks(), nullptr) == MPIDBG_SUCCESS);
    REQUIRE(mpidbg_init_per_process(process.host.process(), FakeHost::process_callbacks(), nullptr) == MPIDBG_SUCCESS);
  };
  const auto finalize = [](FakeOpenMpi &process) {
    mpidbg_finalize_per_process(process.host.process(), process.host.process_info);
    mpidbg_finalize_per_image(process.host.image(), process.host.image_info);
  };
  const auto query = [](FakeOpenMpi &process) {
    mpidbg_comm_info_t *info = nullptr;
    const int code = mpidbg_comm_query(nullptr, nullptr, process.host.process(), nullptr, process.world.value(), &info);
    mpidbg_free(info, MPIDBG_KIND_COMM);
    return code;
  };
  mpi.memory.write_integer(mpi.state_variable, 1, 4);
  initialise(mpi);
  CHECK(mpidbg_comm_name_map == nullptr);
  CHECK(query(mpi) == MPIDBG_ERR_UNAVAILABLE);
  mpi.memory.write_integer(mpi.state_variable, 2, 4);
  CHECK(query(mpi) == MPIDBG_SUCCESS);
  CHECK(mpidbg_comm_name_map != nullptr);
  CHECK((mpidbg_comm_capabilities & MPIDBG_COMM_CAP_BASIC) != 0);

  initialise(other);
  finalize(other);
  CHECK(mpidbg_comm_name_map == nullptr);
  CHECK(mpidbg_comm_capabilities == 0);
  CHECK(query(mpi) == MPIDBG_SUCCESS);
  CHECK(mpidbg_comm_name_map != nullptr);
  CHECK((mpidbg_comm_capabilities & MPIDBG_COMM_CAP_BASIC) != 0);
  finalize(mpi);
  CHECK(mpidbg_comm_name_map == nullptr);
}

TEST_CASE("B9 a query without a place for its result is an error") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  PluginDriver plugin(mpi.host);
  mqs_process *const process = mpi.host.process();
  const mqs_taddr_t world = mpi.world.value();
  mqs_taddr_t handle = 0, *handles = nullptr;
  int count = 0;
  CHECK(mpidbg_comm_query(nullptr, nullptr, process, nullptr, world, nullptr) == MPIDBG_ERR_OUT_OF_RANGE);
  CHECK(plugin.detail() == "a pointer for the result is null");
  CHECK(mpidbg_query(process, MPIDBG_KIND_COMM, world, nullptr) == MPIDBG_ERR_OUT_OF_RANGE);
  CHECK(mpidbg_comm_f2c(nullptr, nullptr, process, nullptr, 0, nullptr) == MPIDBG_ERR_OUT_OF_RANGE);
  CHECK(mpidbg_comm_cxx2c(nullptr, nullptr, process, nullptr, 0, MPIDBG_COMM_INFO_MAX, nullptr) ==
        MPIDBG_ERR_OUT_OF_RANGE);
  CHECK(mpidbg_comm_list(nullptr, nullptr, process, nullptr, nullptr, &handles) == MPIDBG_ERR_OUT_OF_RANGE);
  CHECK(mpidbg_comm_list(nullptr, nullptr, process, nullptr, &count, nullptr) == MPIDBG_ERR_OUT_OF_RANGE);
  CHECK(mpidbg_comm_f2c(nullptr, nullptr, nullptr, nullptr, 0, &handle) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(mpidbg_query(nullptr, MPIDBG_KIND_COMM, world, nullptr) == MPIDBG_ERR_OUT_OF_RANGE);
}

TEST_CASE("the width of handles in variables is the target's, and MPI_Status is not a handle") {
  for (const TargetKind &kind : all_targets) {
    FakeOpenMpi mpi(kind.pointer_size, kind.order, 0, 2);
    PluginDriver plugin(mpi.host);
    const mpidbg_process_info_t info = plugin.process_info();
    for (int handle_kind = 0; handle_kind < MPIDBG_KIND_MAX; ++handle_kind) {
      CHECK(info.handle_width[handle_kind] == (handle_kind == MPIDBG_KIND_STATUS ? 0 : kind.pointer_size));
    }
    mpidbg_process_info_t old{};
    old.struct_size = offsetof(mpidbg_process_info_t, handle_width);
    CHECK(mpidbg_process_query(mpi.host.process(), &old) == MPIDBG_SUCCESS);
    CHECK(old.handle_width[MPIDBG_KIND_COMM] == 0);
  }
}

TEST_CASE("with another point-to-point layer communicators are seen, queues are not, and the layer is named") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  mpi.memory.write_string(mpi.selected_pml + mpi.layouts.component.mca_component_name.offset, "cm");
  PluginDriver plugin(mpi.host);
  char *message = nullptr;
  CHECK(mqs_process_has_queues(mpi.host.process(), &message) == mqs_ok);
  CHECK(
      std::string(message) ==
      "%s: message queues cannot be seen: the point-to-point layer cm keeps its queues in the network provider, which "
      "is not read");
  REQUIRE(plugin.update() == mqs_ok);
  CHECK(plugin.communicators().size() == 2);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  for (int queue = 0; queue < MPIDBG_QUEUE_COUNT; ++queue) {
    CHECK(mpidbg_setup_operation_iterator(mpi.host.process(), queue) == mqs_no_information);
    CHECK(std::string(plugin.process_info().queue_problem[queue]).find("cm") != std::string::npos);
  }
  CHECK(mqs_setup_operation_iterator(mpi.host.process(), mqs_unexpected_messages) == mqs_no_information);
}

TEST_CASE("B6 both families share one record, in any order, and each setup may be repeated") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeHost &h = mpi.host;
  mpidbg_handle_info_t types{};
  h.types["MPI_Comm"] = {8, {}, {}};
  mqs_setup_basic_callbacks(FakeHost::basic_callbacks());
  REQUIRE(mpidbg_init_once(FakeHost::basic_callbacks()) == MPIDBG_SUCCESS);
  REQUIRE(mqs_setup_image(h.image(), FakeHost::image_callbacks()) == mqs_ok);
  mqs_image_info *const image_info = h.image_info;
  REQUIRE(mpidbg_init_per_image(h.image(), FakeHost::image_callbacks(), &types) == MPIDBG_SUCCESS);
  CHECK(h.image_info == image_info);
  CHECK(types.hi_c_comm == reinterpret_cast<mqs_type *>(&h.types["MPI_Comm"]));
  CHECK(types.hi_cxx_comm == nullptr);
  REQUIRE(mpidbg_init_per_process(h.process(), FakeHost::process_callbacks(), &types) == MPIDBG_SUCCESS);
  mqs_process_info *const process_info = h.process_info;
  REQUIRE(mqs_setup_process(h.process(), FakeHost::process_callbacks()) == mqs_ok);
  REQUIRE(mqs_setup_process(h.process(), FakeHost::process_callbacks()) == mqs_ok);
  CHECK(h.process_info == process_info);

  // One family lets go; the other goes on.
  mqs_destroy_process_info(process_info);
  mqs_destroy_image_info(image_info);
  mpidbg_comm_info_t *info = nullptr;
  REQUIRE(mpidbg_comm_query(h.image(), image_info, h.process(), process_info, mpi.world.value(), &info) ==
          MPIDBG_SUCCESS);
  mpidbg_free(info, MPIDBG_KIND_COMM);
  mpidbg_finalize_per_process(h.process(), process_info);
  mpidbg_finalize_per_image(h.image(), image_info);
  CHECK(mpidbg_comm_name_map == nullptr);

  // The host's slots still hold the stale records: they are recognised as such.
  CHECK(mqs_update_communicator_list(h.process()) >= mqs_first_user_code);
  info = nullptr;
  CHECK(mpidbg_comm_query(h.image(), image_info, h.process(), process_info, mpi.world.value(), &info) ==
        MPIDBG_ERR_UNAVAILABLE);
  mpidbg_finalize_per_process(h.process(), process_info);
  CHECK(FakeHost::live_allocations() == 0);
}

TEST_CASE("B6 of an image without MPI nothing is kept") {
  fakes::FakeMemory memory(8, ByteOrder::little);
  FakeHost host(memory);
  REQUIRE(mpidbg_init_once(FakeHost::basic_callbacks()) == MPIDBG_SUCCESS);
  CHECK(mpidbg_init_per_image(host.image(), FakeHost::image_callbacks(), nullptr) != MPIDBG_SUCCESS);
  CHECK(FakeHost::live_allocations() == 0);
  // The host's slot still holds the record, which is as strange to the plugin as none.
  FakeHost never_set_up(memory);
  char *message = nullptr, *expected = nullptr;
  CHECK(mqs_image_has_queues(host.image(), &message) == mqs_image_has_queues(never_set_up.image(), &expected));
  CHECK(std::string(message == nullptr ? "" : message) == (expected == nullptr ? "" : expected));
}

TEST_CASE("B6 a debugger without a callback that is needed is not set up, and one without others is") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeHost &h = mpi.host;
  const auto image = [&](const mqs_basic_callbacks *basic, const mqs_image_callbacks *callbacks, mqs_image *of) {
    mqs_setup_basic_callbacks(basic);
    const int code = mqs_setup_image(of, callbacks);
    const bool is_set_up = code == mqs_ok;
    CHECK((is_set_up || code == mqs_error_no_setup));
    CHECK((h.image_info != nullptr) == is_set_up);
    mqs_destroy_image_info(h.image_info);
    h.image_info = nullptr;
    return is_set_up;
  };
  const auto process = [&](const mqs_basic_callbacks *basic, const mqs_process_callbacks *callbacks, mqs_process *of) {
    mqs_setup_basic_callbacks(basic);
    const int code = mqs_setup_process(of, callbacks);
    const bool is_set_up = code == mqs_ok;
    CHECK((is_set_up || code == mqs_error_no_setup));
    CHECK((h.process_info != nullptr) == is_set_up);
    mqs_destroy_process_info(h.process_info);
    h.process_info = nullptr;
    return is_set_up;
  };
  const mqs_basic_callbacks *const basic = FakeHost::basic_callbacks();
  const auto without = [](auto member) -> const mqs_basic_callbacks * {
    static mqs_basic_callbacks some;
    some = *FakeHost::basic_callbacks();
    some.*member = nullptr;
    return &some;
  };
  const mqs_image_callbacks *const of_image = FakeHost::image_callbacks();
  const mqs_process_callbacks *const of_process = FakeHost::process_callbacks();
  using Basic = mqs_basic_callbacks;
  CHECK(image(basic, of_image, h.image()));
  CHECK_FALSE(image(nullptr, of_image, h.image()));
  CHECK_FALSE(image(basic, nullptr, h.image()));
  CHECK_FALSE(image(basic, of_image, nullptr));
  CHECK_FALSE(image(without(&Basic::mqs_put_image_info_fp), of_image, h.image()));
  CHECK_FALSE(image(without(&Basic::mqs_get_image_info_fp), of_image, h.image()));
  CHECK(image(without(&Basic::mqs_put_process_info_fp), of_image, h.image()));
  CHECK(image(without(&Basic::mqs_dprints_fp), of_image, h.image()));
  CHECK(process(basic, of_process, h.process()));
  CHECK_FALSE(process(nullptr, of_process, h.process()));
  CHECK_FALSE(process(basic, nullptr, h.process()));
  CHECK_FALSE(process(basic, of_process, nullptr));
  CHECK_FALSE(process(without(&Basic::mqs_put_process_info_fp), of_process, h.process()));
  CHECK_FALSE(process(without(&Basic::mqs_get_process_info_fp), of_process, h.process()));
  CHECK(process(without(&Basic::mqs_put_image_info_fp), of_process, h.process()));
  mqs_process_callbacks no_image = *of_process;
  no_image.mqs_get_image_fp = nullptr;
  CHECK_FALSE(process(basic, &no_image, h.process()));
  // What is set up is looked for with the callbacks of now.
  mqs_setup_basic_callbacks(basic);
  REQUIRE(mqs_setup_image(h.image(), of_image) == mqs_ok);
  REQUIRE(mqs_setup_process(h.process(), of_process) == mqs_ok);
  CHECK(mqs_image_has_queues(h.image(), nullptr) == mqs_ok);
  CHECK(mqs_process_has_queues(h.process(), nullptr) == mqs_ok);
  CHECK(mqs_image_has_queues(nullptr, nullptr) == mqs_error_no_setup);
  CHECK(mqs_process_has_queues(nullptr, nullptr) == mqs_error_no_setup);
  for (const mqs_basic_callbacks *others :
       {static_cast<const mqs_basic_callbacks *>(nullptr), without(&Basic::mqs_get_process_info_fp)}) {
    mqs_setup_basic_callbacks(others);
    CHECK(mqs_process_has_queues(h.process(), nullptr) == mqs_error_no_setup);
  }
  for (const mqs_basic_callbacks *others :
       {static_cast<const mqs_basic_callbacks *>(nullptr), without(&Basic::mqs_get_image_info_fp)}) {
    mqs_setup_basic_callbacks(others);
    CHECK(mqs_image_has_queues(h.image(), nullptr) == mqs_error_no_setup);
  }
  mqs_setup_basic_callbacks(basic);
  mqs_destroy_process_info(h.process_info);
  mqs_destroy_image_info(h.image_info);
}

TEST_CASE("B6 of a process that was not set up nothing is said, with the code for that") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  mqs_setup_basic_callbacks(FakeHost::basic_callbacks());
  for (mqs_process *const process : {mpi.host.process(), static_cast<mqs_process *>(nullptr)}) {
    CHECK(mqs_update_communicator_list(process) == mqs_error_no_setup);
    CHECK(mqs_setup_communicator_iterator(process) == mqs_error_no_setup);
    CHECK(mqs_next_communicator(process) == mqs_error_no_setup);
    mqs_communicator communicator{};
    CHECK(mqs_get_communicator(process, &communicator) == mqs_error_no_setup);
    int number = 0;
    CHECK(mqs_get_comm_group(process, &number) == mqs_error_no_setup);
    CHECK(mqs_get_comm_coll_state(process, 0, nullptr, nullptr) == mqs_error_no_setup);
    CHECK(mqs_get_global_rank(process) == -1);
    mqs_pending_operation operation{};
    CHECK(mqs_setup_operation_iterator(process, mqs_pending_sends) == mqs_error_no_setup);
    CHECK(mqs_next_operation(process, &operation) == mqs_error_no_setup);
    mpidbg_operation_info_t details{};
    details.struct_size = sizeof details;
    CHECK(mpidbg_setup_operation_iterator(process, MPIDBG_QUEUE_SENDS) == mqs_error_no_setup);
    CHECK(mpidbg_setup_operation_iterator(process, MPIDBG_QUEUE_COUNT) == mqs_error_bad_request);
    CHECK(mpidbg_setup_operation_iterator(process, -1) == mqs_error_bad_request);
    CHECK(mpidbg_next_operation(process, &details) == mqs_error_no_setup);
    mpidbg_channel_info_t channel{};
    channel.struct_size = sizeof channel;
    CHECK(mpidbg_setup_channel_iterator(process) == mqs_error_no_setup);
    CHECK(mpidbg_next_channel(process, &channel) == mqs_error_no_setup);
    CHECK(mpidbg_current_comm(process) == 0);
    mpidbg_process_info_t info{};
    info.struct_size = sizeof info;
    CHECK(mpidbg_process_query(process, &info) == MPIDBG_ERR_NOT_FOUND);
    CHECK(mpidbg_capabilities(process, MPIDBG_KIND_COMM) == 0);
    CHECK(mpidbg_name_map(process, MPIDBG_KIND_COMM) == nullptr);
    CHECK(std::string(mpidbg_kind_problem(process, MPIDBG_KIND_COMM)).empty());
    CHECK(mpidbg_handle_type_name(process, MPIDBG_KIND_COMM) == nullptr);
    CHECK(mpidbg_set_memory_ranges(process, 0, nullptr) == MPIDBG_ERR_NOT_FOUND);
    CHECK(mpidbg_set_memory_runs(process, nullptr) == MPIDBG_ERR_NOT_FOUND);
    CHECK(mpidbg_set_search_read(process, nullptr) == MPIDBG_ERR_NOT_FOUND);
    CHECK(mpidbg_set_held(process, 1) == MPIDBG_ERR_NOT_FOUND);
  }
  CHECK(mpidbg_set_field_types(mpi.host.image(), nullptr) == MPIDBG_ERR_NOT_FOUND);
  CHECK(mpidbg_init_per_image(nullptr, FakeHost::image_callbacks(), nullptr) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(mpidbg_init_per_process(nullptr, FakeHost::process_callbacks(), nullptr) == MPIDBG_ERR_UNAVAILABLE);
}

TEST_CASE("B6 a kind of handle that there is not") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  PluginDriver plugin(mpi.host);
  mqs_process *const process = mpi.host.process();
  for (const int number : {static_cast<int>(MPIDBG_KIND_MAX), 15}) {  // the enumeration holds no larger one
    CAPTURE(number);
    const auto kind = static_cast<mpidbg_handle_kind_t>(number);
    CHECK(mpidbg_kind_name(kind) == nullptr);
    CHECK(mpidbg_handle_type_name(process, kind) == nullptr);
    CHECK(mpidbg_capabilities(process, kind) == 0);
    CHECK(mpidbg_name_map(process, kind) == nullptr);
    CHECK(std::string(mpidbg_kind_problem(process, kind)).empty());
    void *info = nullptr;
    mqs_taddr_t handle = 0, *handles = nullptr;
    int count = 0;
    CHECK(mpidbg_query(process, kind, mpi.world.value(), &info) == MPIDBG_ERR_NOT_SUPPORTED);
    CHECK(plugin.detail() == "no such kind of handle");
    CHECK(mpidbg_f2c(process, kind, 0, &handle) == MPIDBG_ERR_NOT_SUPPORTED);
    CHECK(mpidbg_cxx2c(process, kind, 0, &handle) == MPIDBG_ERR_NOT_SUPPORTED);
    CHECK(mpidbg_list(process, kind, &count, &handles) == MPIDBG_ERR_NOT_SUPPORTED);
    mpidbg_free(&info, kind);  // does nothing
  }
  for (const int number : {static_cast<int>(MPIDBG_INTEGER_MAX), 7}) {
    CHECK(mpidbg_integer_query(process, static_cast<mpidbg_integer_t>(number), 0, nullptr, nullptr) ==
          MPIDBG_ERR_NOT_SUPPORTED);
    CHECK(plugin.detail() == "no such integer of MPI");
  }
  for (const int number : {-1, static_cast<int>(MPIDBG_RECORD_OPERATIONS)}) {
    CHECK(mqs_get_comm_coll_state(process, number, nullptr, nullptr) == mqs_error_bad_request);
  }
}

TEST_CASE("iterations: twice the same, past the end, without a beginning, of no queue") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  mpi.arrive({.communicator = mpi.self, .source = 0, .tag = 1});
  PluginDriver plugin(mpi.host);
  mqs_process *process = mpi.host.process();
  mqs_communicator communicator{};
  mqs_pending_operation operation{};
  CHECK(mqs_get_communicator(process, &communicator) >= mqs_first_user_code);
  CHECK(mqs_next_communicator(process) == mqs_end_of_list);
  CHECK(mqs_next_operation(process, &operation) == mqs_end_of_list);
  CHECK(mqs_setup_operation_iterator(process, mqs_pending_sends) >= mqs_first_user_code);
  REQUIRE(plugin.update() == mqs_ok);
  CHECK(plugin.communicators().size() == 2);
  CHECK(plugin.communicators().size() == 2);
  CHECK(mqs_next_communicator(process) == mqs_end_of_list);
  CHECK(mqs_get_communicator(process, &communicator) >= mqs_first_user_code);
  REQUIRE(plugin.select("MPI_COMM_SELF"));
  CHECK(mqs_setup_operation_iterator(process, 3) >= mqs_first_user_code);
  CHECK(mqs_setup_operation_iterator(process, -1) >= mqs_first_user_code);
  CHECK(plugin.operations(mqs_unexpected_messages).size() == 1);
  CHECK(plugin.operations(mqs_unexpected_messages).size() == 1);
  CHECK(mqs_next_operation(process, &operation) == mqs_end_of_list);
  int sequence = 0, active = 0;
  CHECK(mqs_get_comm_coll_state(process, 0, &sequence, &active) == mqs_no_information);
}

TEST_CASE("two processes are iterated alternately") {
  FakeOpenMpi a(8, ByteOrder::little, 0, 2), b(4, ByteOrder::big, 1, 2);
  a.arrive({.communicator = a.world, .source = 1, .tag = 1});
  a.arrive({.communicator = a.world, .source = 1, .tag = 2});
  b.arrive({.communicator = b.world, .source = 0, .tag = 3});
  PluginDriver in_a(a.host), in_b(b.host);
  REQUIRE(in_a.update() == mqs_ok);
  REQUIRE(in_b.update() == mqs_ok);
  REQUIRE(in_a.select("MPI_COMM_WORLD"));
  REQUIRE(in_b.select("MPI_COMM_WORLD"));
  mqs_pending_operation operation{};
  REQUIRE(mqs_setup_operation_iterator(a.host.process(), mqs_unexpected_messages) == mqs_ok);
  REQUIRE(mqs_setup_operation_iterator(b.host.process(), mqs_unexpected_messages) == mqs_ok);
  REQUIRE(mqs_next_operation(a.host.process(), &operation) == mqs_ok);
  CHECK(operation.desired_tag == 1);
  REQUIRE(mqs_next_operation(b.host.process(), &operation) == mqs_ok);
  CHECK(operation.desired_tag == 3);
  REQUIRE(mqs_next_operation(a.host.process(), &operation) == mqs_ok);
  CHECK(operation.desired_tag == 2);
}
