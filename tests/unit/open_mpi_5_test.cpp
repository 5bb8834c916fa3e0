// What Open MPI has otherwise from 5.0 on, in a process that is laid out as its profile says: the numbers of
// communicators, texts behind pointers, sessions.

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/fakes/fake_attributes.h"
#include "tests/fakes/fake_errhandlers.h"
#include "tests/fakes/fake_infos.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeErrhandlers;
using fakes::FakeInfos;
using fakes::FakeOpenMpi;
using fakes::FakeTable;
using mpidbg::Address;

namespace {

constexpr const char *profile = "openmpi-5.0.7-x86_64";
constexpr std::uint32_t name_is_set = 0x2;

using Comm = Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM>;
using Info = Queried<mpidbg_info_info_t, MPIDBG_KIND_INFO>;
using Session = Queried<mpidbg_session_info_t, MPIDBG_KIND_SESSION>;

// A communicator that MPI_Comm_create_from_group made: this process knows it by `index`, all members by the id.
Address new_local(FakeOpenMpi &mpi, std::uint32_t index, std::uint64_t upper, std::uint64_t lower) {
  const Address group = mpi.new_group({mpi.new_proc(FakeOpenMpi::job, 0), mpi.new_proc(FakeOpenMpi::job, 1)}, 0);
  const Address communicator = mpi.new_communicator("halo", index, group, 0, name_is_set);
  mpi.set(communicator, mpi.layouts.communicator.c_flags, name_is_set);
  mpi.memory.write_integer(communicator + mpi.layouts.communicator.c_contextid.offset, upper, 8);
  mpi.memory.write_integer(communicator + mpi.layouts.communicator.c_contextid.offset + 8, lower, 8);
  return communicator;
}

// The table of sessions: MPI_SESSION_NULL, that of MPI_Init, and what the test adds.
struct Sessions {
  explicit Sessions(FakeOpenMpi &fake) : mpi(fake), table(fake, "ompi_instance_f_to_c_table") {
    null = add(0, {});
    own = add(0, {});
    mpi.host.symbols["ompi_mpi_instance_default"] = mpi.memory.allocate(8);
    mpi.memory.write_pointer(mpi.host.symbols["ompi_mpi_instance_default"], own);
    count = mpi.host.symbols["ompi_instance_count"] = mpi.memory.allocate(4);
  }
  Address add(int level, Address errhandler) {
    const auto &layout = mpi.layouts.session;
    const Address session = mpi.new_object("ompi_instance_t", layout.byte_size);
    mpi.set(session, layout.i_thread_level, static_cast<std::uint32_t>(level));
    mpi.set(session, layout.error_handler, errhandler);
    mpi.set(session, layout.i_f_to_c_index, table.add(session));
    return session;
  }
  FakeOpenMpi &mpi;
  FakeTable table;
  Address null{}, own{}, count{};
};

}  // namespace

TEST_CASE(
    "a communicator of 5.0 has its index as context where all members share it, and else the id that they share") {
  FakeOpenMpi mpi(profile, 0, 2);
  const Address local = new_local(mpi, 7, 0xffffffff, 0), nested = new_local(mpi, 8, 0xffffffff, 1),
                other = new_local(mpi, 9, 0xffffffff, 2);
  HandleSession driver(mpi.host);
  CHECK(Comm(driver, mpi.world)->comm_context_id == 0);
  CHECK(Comm(driver, mpi.self)->comm_context_id == 1);
  CHECK(Comm(driver, local)->comm_context_id == 0xffffffff);
  // Ids that are no such number are hashed: different ones differ, and the same on another process is the same.
  const std::int64_t first = Comm(driver, nested)->comm_context_id, second = Comm(driver, other)->comm_context_id;
  CHECK(first > 0xffffffff);
  CHECK(second > 0xffffffff);
  CHECK(first != second);
  FakeOpenMpi there(profile, 1, 2);
  const Address same = new_local(there, 5, 0xffffffff, 1);
  HandleSession driver_there(there.host);
  CHECK(Comm(driver_there, same)->comm_context_id == first);
  CHECK(driver.list(MPIDBG_KIND_COMM).size() == 6);
  CHECK(std::string(mpidbg_kind_problem(driver.process(), MPIDBG_KIND_COMM)).empty());
}

TEST_CASE("messages of 5.0 carry the receiver's index, and are shown with the id that all members share") {
  FakeOpenMpi mpi(profile, 0, 2);
  const Address local = new_local(mpi, 7, 0xffffffff, 0);
  mpi.arrive({.communicator = local, .source = 1, .tag = 5, .bytes = 12});
  mpi.arrive({.communicator = mpi.world, .source = 1, .tag = 6});
  const FakeOpenMpi::Request request{.communicator = local, .peer = 1, .tag = 8};
  mpi.post(mpi.new_receive(request), request);
  PluginDriver plugin(mpi.host);
  REQUIRE(plugin.update() == mqs_ok);
  CHECK(std::string(plugin.process_info().layout_source) == "profile openmpi-5.0.7-x86_64 (version, checked)");
  REQUIRE(plugin.select("halo"));
  const auto messages = plugin.details(MPIDBG_QUEUE_UNEXPECTED);
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].tag == 5);
  CHECK(messages[0].context_id == 0xffffffff);
  const auto receives = plugin.details(MPIDBG_QUEUE_RECEIVES);
  REQUIRE(receives.size() == 1);
  CHECK(receives[0].context_id == 0xffffffff);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  REQUIRE(plugin.details(MPIDBG_QUEUE_UNEXPECTED).size() == 1);
  CHECK(plugin.details(MPIDBG_QUEUE_UNEXPECTED)[0].context_id == 0);
}

TEST_CASE("a message of 5.0 with another index than its communicator's is damage") {
  FakeOpenMpi mpi(profile, 0, 2);
  const Address local = new_local(mpi, 7, 0xffffffff, 0);
  mpi.arrive({.communicator = local, .source = 1, .tag = 5});
  mpi.set(local, mpi.layouts.communicator.c_index, 6);
  mpi.table_slots[6] = local;
  mpi.table_slots[7] = Address();
  mpi.write_communicator_table();
  PluginDriver plugin(mpi.host);
  REQUIRE(plugin.update() == mqs_ok);
  REQUIRE(plugin.select("halo"));
  CHECK(plugin.details(MPIDBG_QUEUE_UNEXPECTED).empty());
  CHECK(plugin.detail().find("has hdr_ctx 7, and is in the list of 6") != std::string::npos);
}

TEST_CASE("a slot that 5.0 has reserved is no communicator, and anything else in one is damage") {
  for (const auto &[value, problem] : {std::pair{1u, ""}, {3u, "slot 3 of ompi_mpi_communicators has 0x3"}}) {
    FakeOpenMpi mpi(profile, 0, 2);
    mpi.table_slots.resize(4);
    mpi.table_slots[3] = Address(value);
    mpi.write_communicator_table();
    HandleSession driver(mpi.host);
    CHECK(driver.list(MPIDBG_KIND_COMM).size() == 3);
    CHECK(std::string(mpidbg_kind_problem(driver.process(), MPIDBG_KIND_COMM)) == problem);
  }
}

TEST_CASE("names of 5.0 are behind pointers, and a communicator need not have one") {
  FakeOpenMpi mpi(profile, 0, 2);
  const Address unnamed = new_local(mpi, 4, 0xfffffffe, 0);
  mpi.memory.write_pointer(unnamed + mpi.layouts.communicator.c_name.offset, Address());
  HandleSession driver(mpi.host);
  CHECK(std::string(Comm(driver, mpi.world)->comm_name) == "MPI_COMM_WORLD");
  CHECK(std::string(Comm(driver, unnamed)->comm_name).empty());
}

TEST_CASE("keys and values of infos of 5.0 know their length, and a wrong one is damage") {
  FakeOpenMpi mpi(profile, 0, 2);
  FakeInfos infos(mpi);
  const Address info = infos.new_info({{"key", "value"}, {"empty", ""}});
  const Address entry = infos.entries_of_last_fill[0];
  const Address value(mpi.get(entry, mpi.layouts.info_entry.ie_value));
  {
    HandleSession driver(mpi.host);
    const Info found(driver, info);
    REQUIRE(found->in_num_pairs == 2);
    CHECK(std::string(found->in_pairs[0].key) == "key");
    CHECK(std::string(found->in_pairs[0].value) == "value");
    CHECK(std::string(found->in_pairs[1].value).empty());
  }
  for (const std::uint64_t length : {std::uint64_t{4}, std::uint64_t{6}, std::uint64_t{1} << 40}) {
    mpi.set(value, mpi.layouts.counted_string.length, length);
    HandleSession driver(mpi.host);
    CHECK(driver.query(MPIDBG_KIND_INFO, info.value()) != MPIDBG_SUCCESS);
    CHECK(driver.detail().find("opal_cstring_t") != std::string::npos);
  }
}

TEST_CASE("hints of 5.0 that MPI_Comm_get_info does not give are apart") {
  FakeOpenMpi mpi(profile, 0, 2);
  FakeInfos infos(mpi);
  infos.set_hints(mpi.world, {{"mpi_assert_exact_length", "false"}, {"colour", "red"}, {"shape", "round"}});
  mpi.set(infos.entries_of_last_fill[1], mpi.layouts.info_entry.ie_internal, 1);
  mpi.set(infos.entries_of_last_fill[2], mpi.layouts.info_entry.ie_referenced, 0);
  HandleSession driver(mpi.host);
  const Comm world(driver, mpi.world);
  REQUIRE(world->comm_num_info_pairs == 1);
  CHECK(std::string(world->comm_info_pairs[0].key) == "mpi_assert_exact_length");
  REQUIRE(world->comm_num_ignored_info_pairs == 2);
  CHECK(std::string(world->comm_ignored_info_pairs[0].key) == "colour");
  CHECK(std::string(world->comm_ignored_info_pairs[1].key) == "shape");
}

TEST_CASE("messages that may overtake each other are not numbered, and nothing is concluded from numbers") {
  for (const char *layout : {profile, "openmpi-4.1.4-x86_64"}) {
    FakeOpenMpi mpi(layout, 0, 2);
    mpi.ob1_proc(mpi.world, 1);
    const auto channels = [&] {
      PluginDriver plugin(mpi.host);
      REQUIRE(plugin.update() == mqs_ok);
      REQUIRE(plugin.select("MPI_COMM_WORLD"));
      return mpidbg_setup_channel_iterator(mpi.host.process());
    };
    CHECK(channels() == mqs_ok);
    mpi.set(mpi.world, mpi.layouts.communicator.c_assertions, 8);
    CHECK(channels() == mqs_no_information);
  }
}

TEST_CASE("sessions of the program are listed and queried, and that of MPI_Init is not one") {
  FakeOpenMpi mpi(profile, 0, 2);
  FakeErrhandlers errhandlers(mpi);
  Sessions sessions(mpi);
  const Address mine = sessions.add(3, errhandlers.returns), strange = sessions.add(4, errhandlers.returns),
                finalized = sessions.add(0, errhandlers.returns);
  mpi.set(finalized, mpi.layouts.object.obj_class, Address(0x5555));  // as malloc leaves it
  HandleSession driver(mpi.host);
  CHECK(driver.list(MPIDBG_KIND_SESSION) ==
        std::vector<mqs_taddr_t>{sessions.null.value(), mine.value(), strange.value()});
  CHECK(driver.names(MPIDBG_KIND_SESSION) ==
        std::vector<std::pair<std::string, mqs_taddr_t>>{{"MPI_SESSION_NULL", sessions.null.value()}});
  const Session info(driver, mine);
  CHECK(info->session_bitflags == 0);
  CHECK(info->session_fortran_handle == 2);
  CHECK(info->session_thread_level == 3);
  CHECK(std::string(info->session_errhandler_name) == "MPI_ERRORS_RETURN");
  const Session none(driver, sessions.null);
  CHECK(none->session_bitflags == (MPIDBG_SESSION_INFO_PREDEFINED | MPIDBG_SESSION_INFO_SESSION_NULL));
  CHECK(driver.query(MPIDBG_KIND_SESSION, sessions.own.value()) == MPIDBG_ERR_NOT_FOUND);
  CHECK(driver.query(MPIDBG_KIND_SESSION, finalized.value()) == MPIDBG_ERR_NOT_FOUND);
  CHECK(Session(driver, sessions.add(0, errhandlers.returns))->session_thread_level == -1);  // not known
  CHECK(driver.query(MPIDBG_KIND_SESSION, strange.value()) != MPIDBG_SUCCESS);
  CHECK(driver.detail().find("i_thread_level") != std::string::npos);
}

TEST_CASE("4.1 has no sessions, and says so") {
  FakeOpenMpi mpi("openmpi-4.1.4-x86_64", 0, 2);
  HandleSession driver(mpi.host);
  CHECK(driver.query(MPIDBG_KIND_SESSION, 0x1000) != MPIDBG_SUCCESS);
  CHECK(driver.detail().find("has no sessions") != std::string::npos);
}

TEST_CASE("a program that uses sessions alone is inspected, and its rank is that in its job") {
  FakeOpenMpi mpi(profile, 1, 2);
  Sessions sessions(mpi);
  const Address local = new_local(mpi, 7, 0xffffffff, 0);
  mpi.table_slots[0] = mpi.table_slots[1] = mpi.null;
  mpi.write_communicator_table();
  FakeTable fortran(mpi, "ompi_comm_f_to_c_table");
  for (const Address slot : {Address(UINT64_MAX), Address(UINT64_MAX), mpi.null, local}) fortran.add(slot);
  mpi.memory.write_integer(mpi.state_variable, 0, 4);
  char *message = nullptr;
  {
    PluginDriver plugin(mpi.host);
    CHECK(mqs_process_has_queues(mpi.host.process(), &message) >= mqs_first_user_code);
    CHECK(std::string(message).find("MPI_Init has not completed") != std::string::npos);
  }
  mpi.memory.write_integer(sessions.count, 1, 4);
  for (const int state : {0, 5}) {
    mpi.memory.write_integer(mpi.state_variable, static_cast<std::uint64_t>(state), 4);
    PluginDriver plugin(mpi.host);
    REQUIRE(plugin.update() == mqs_ok);
    CHECK(plugin.process_info().world_rank == 1);
    CHECK(plugin.select("halo"));
    HandleSession driver(mpi.host);
    const Comm info(driver, local);
    CHECK(info->comm_size == 2);
    CHECK(info->comm_local_procs[1].mpi_comm_world_rank == 1);
    CHECK(std::string(mpidbg_kind_problem(driver.process(), MPIDBG_KIND_COMM)).empty());
  }
}

TEST_CASE("what 5.0 has predefined beside 4.1: MPI_ERRORS_ABORT and MPI_FT") {
  FakeOpenMpi mpi(profile, 0, 2);
  FakeErrhandlers errhandlers(mpi);
  mpi.set(
      mpi.world, mpi.layouts.communicator.c_keyhash,
      fakes::new_attributes(mpi, {{.keyval = 12, .value = 0, .origin = 1, .width = 4}, {.keyval = 13, .value = 5}}));
  HandleSession driver(mpi.host);
  const auto names = driver.names(MPIDBG_KIND_ERRHANDLER);
  REQUIRE(names.size() == 4);
  CHECK(names[3].first == "MPI_ERRORS_ABORT");
  const Comm world(driver, mpi.world);
  REQUIRE(world->comm_num_attrs == 2);
  CHECK(std::string(world->comm_attrs[0].keyval_name) == "MPI_FT");
  CHECK(world->comm_attr_values[0].setter == MPIDBG_ATTRIBUTE_LIBRARY);
  CHECK(world->comm_attrs[1].keyval_name == nullptr);
  CHECK(world->comm_attr_values[1].setter == MPIDBG_ATTRIBUTE_C);
}
