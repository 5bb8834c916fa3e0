// MPICH without a recorder: its variables and categories, and that nothing else is claimed.

#include <doctest/doctest.h>

#include <bit>
#include <string>

#include "mpidbg/abi/mpit_interface.h"
#include "mpidbg/base/limits.h"
#include "tests/contains.h"
#include "tests/fakes/fake_mpich.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/mpich_target.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeMpich;
using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

constexpr const char *any_name = "MPIR_CVAR_ANY";

struct Read {
  int code = 0;
  int count = 0;
  std::string text;
  std::vector<mpidbg_t_value_t> values;
};

Read read(mqs_process *process, int index) {
  Read result;
  char text[512] = "";
  int length = sizeof text;
  result.values.resize(4);
  result.code = mpidbg_cvar_read(process, index, 4, result.values.data(), &result.count, text, &length);
  result.text = text;
  return result;
}

int info(mqs_process *process, int index) {
  return mpidbg_cvar_get_info(process, index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                              nullptr);
}

int category(mqs_process *process, int index) {
  return mpidbg_category_get_info(process, index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
}

}  // namespace

TEST_CASE("Z5 Z15 MPICH: a handle is a number of 32 bits, whatever a debugger has above them") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    FakeMpich mpich(target.pointer_size, target.order);
    mpich.add({.name = "MPIR_CVAR_ANY"});
    const HandleSession session(mpich.host);
    for (const mqs_taddr_t above : {0u, 1u, 0xffffffffu}) {
      const Address handle((above << 32) + 0x44000000);
      CAPTURE(handle.value());
      CHECK(Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM>(session, handle)->comm_c_handle == 0x44000000);
    }
    CHECK(session.query(MPIDBG_KIND_COMM, 0x44000002) == MPIDBG_ERR_NOT_FOUND);
  }
}

TEST_CASE("MPICH: control variables of every type and categories, for either width and order, named or searched for") {
  for (const TargetKind &target : all_targets) {
    for (const bool named : {true, false}) {
      CAPTURE(target.name);
      CAPTURE(named);
      FakeMpich mpich(target.pointer_size, target.order, named);
      const std::uint32_t width = target.pointer_size;
      mpich.add({.name = any_name,
                 .description = "a number",
                 .values = {0xfffffffb},
                 .verbosity = 225,
                 .bind = 9701,
                 .scope = 60444});
      mpich.add({.name = "range", .values = {2000, 3000}});
      mpich.add({.name = "text", .datatype = 0x4c000101, .text = "kary"});
      mpich.add({.name = "ratio", .datatype = 0x4c00080b, .values = {std::bit_cast<std::uint64_t>(0.25)}});
      mpich.add({.name = "long", .datatype = 0x4c000008 | width << 8, .values = {4096}});
      mpich.add({.name = "large", .datatype = 0x4c000819, .values = {~std::uint64_t{0}}});
      mpich.add({.name = "gone", .active = false});
      mpich.add_category("ALL", {0, 1}, {1});
      mpich.add_category("SOME", {2});
      mpich.set_update_number(7);
      HandleSession session(mpich.host);
      mqs_process *const process = session.process();

      int count = 0;
      REQUIRE_MESSAGE(mpidbg_cvar_get_num(process, &count) == MPIDBG_SUCCESS, session.detail());
      CHECK(count == 7);
      char name[64] = "", description[64] = "";
      int name_length = 64, description_length = 64, verbosity = 0, bind = 0, scope = 0;
      mpidbg_t_datatype_t datatype{};
      mpidbg_enum_t enumeration = 1;
      REQUIRE(mpidbg_cvar_get_info(process, 0, name, &name_length, &verbosity, &datatype, &enumeration, description,
                                   &description_length, &bind, &scope) == MPIDBG_SUCCESS);
      CHECK(std::string(name) == any_name);
      CHECK(std::string(description) == "a number");
      CHECK(verbosity == MPIDBG_T_VERBOSITY_TUNER_DETAIL);
      CHECK(datatype == MPIDBG_T_INT);
      CHECK(enumeration == 0);
      CHECK(bind == MPIDBG_T_BIND_MPI_COMM);
      CHECK(scope == MPIDBG_T_SCOPE_ALL_EQ);

      CHECK(read(process, 0).values[0].number.as_signed == -5);
      const Read range = read(process, 1);
      CHECK(range.count == 2);
      CHECK(range.values[0].number.as_signed == 2000);
      CHECK(range.values[1].number.as_signed == 3000);
      CHECK(read(process, 2).text == "kary");
      CHECK(read(process, 2).count == 1);
      CHECK(read(process, 3).values[0].number.as_double == 0.25);
      CHECK(read(process, 4).values[0].number.as_unsigned == 4096);
      CHECK(read(process, 5).values[0].number.as_unsigned == ~std::uint64_t{0});
      CHECK(info(process, 6) == MPIDBG_T_ERR_INVALID_INDEX);
      CHECK(info(process, 7) == MPIDBG_T_ERR_INVALID_INDEX);
      CHECK(info(process, -1) == MPIDBG_T_ERR_INVALID_INDEX);
      int index = -1;
      CHECK(mpidbg_cvar_get_index(process, "large", &index) == MPIDBG_SUCCESS);
      CHECK(index == 5);
      CHECK(mpidbg_cvar_get_index(process, "gone", &index) == MPIDBG_T_ERR_INVALID_NAME);

      mpidbg_cvar_handle_t handle = 0;
      mpidbg_t_value_t values[2];
      CHECK(mpidbg_cvar_handle_alloc(process, 1, nullptr, &handle, &count) == MPIDBG_SUCCESS);
      CHECK(count == 2);
      CHECK(mpidbg_cvar_handle_read(process, handle, values, nullptr, nullptr) == MPIDBG_SUCCESS);
      CHECK(values[1].number.as_signed == 3000);

      CHECK(mpidbg_pvar_get_num(process, &count) == MPIDBG_SUCCESS);
      CHECK(count == 0);
      count = -1;
      CHECK(mpidbg_event_get_num(process, &count) == MPIDBG_SUCCESS);
      CHECK(count == 0);
      count = -1;
      CHECK(mpidbg_source_get_num(process, &count) == MPIDBG_SUCCESS);
      CHECK(count == 0);
      CHECK(mpidbg_category_get_num(process, &count) == MPIDBG_SUCCESS);
      CHECK(count == 2);
      int members[2] = {-1, -1};
      CHECK(mpidbg_category_get_cvars(process, 0, 2, members) == MPIDBG_SUCCESS);
      CHECK(members[1] == 1);
      CHECK(mpidbg_category_get_categories(process, 0, 1, members) == MPIDBG_SUCCESS);
      CHECK(members[0] == 1);
      CHECK(mpidbg_category_get_index(process, "SOME", &index) == MPIDBG_SUCCESS);
      CHECK(index == 1);
      int stamp = -1;
      CHECK(mpidbg_category_changed(process, &stamp) == (named ? MPIDBG_SUCCESS : MPIDBG_ERR_NOT_SUPPORTED));
      if (named) CHECK(stamp == 7);

      CHECK(session.list(MPIDBG_KIND_COMM) == std::vector<mqs_taddr_t>{0x44000000, 0x44000001});
      CHECK(session.query(MPIDBG_KIND_COMM, 0x44000000) == MPIDBG_SUCCESS);
      CHECK(session.query(MPIDBG_KIND_COMM, 0x84000000) == MPIDBG_ERR_NOT_FOUND);
      mpidbg_process_info_t state{};
      state.struct_size = sizeof state;
      CHECK(mpidbg_process_query(process, &state) == MPIDBG_SUCCESS);
      CHECK(std::string(state.library) == "MPICH 4.0.99");
      CHECK(state.recorder_alone == 0);
      CHECK(state.handle_width[MPIDBG_KIND_COMM] == 4);
      CHECK(state.handle_width[MPIDBG_KIND_STATUS] == 0);
      CHECK(state.handle_width[MPIDBG_KIND_FILE] == target.pointer_size);
      CHECK(std::string(mpidbg_handle_type_name(process, MPIDBG_KIND_FILE)) == "struct ADIOI_FileD *");
      CHECK(mpidbg_handle_type_name(process, MPIDBG_KIND_COMM) == nullptr);
      CHECK(std::string(state.handle_problem).empty());
      for (const auto &problem : state.queue_problem) CHECK(problem[0] != '\0');
      CHECK(state.world_rank == 1);
      CHECK(state.world_size == 3);
      CHECK(state.job == 1);
    }
  }
}

TEST_CASE("MPICH: a debugger of message queues is told that there are none to see, and shown the communicators") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.add({.name = any_name});
  mqs_setup_basic_callbacks(fakes::FakeHost::basic_callbacks());
  REQUIRE(mqs_setup_image(mpich.host.image(), fakes::FakeHost::image_callbacks()) == mqs_ok);
  char *message = nullptr;
  CHECK(mqs_image_has_queues(mpich.host.image(), &message) == mqs_ok);
  REQUIRE(mqs_setup_process(mpich.host.process(), fakes::FakeHost::process_callbacks()) == mqs_ok);
  CHECK(mqs_process_has_queues(mpich.host.process(), &message) == mqs_ok);
  REQUIRE(message != nullptr);
  CHECK(
      std::string(message).starts_with("%s: message queues cannot be seen: MPICH keeps messages in UCX, which cannot "
                                       "be read: UCX layout and version unknown"));
  CHECK(mqs_update_communicator_list(mpich.host.process()) == mqs_ok);
  REQUIRE(mqs_setup_communicator_iterator(mpich.host.process()) == mqs_ok);
  mqs_communicator communicator{};
  CHECK(mqs_get_communicator(mpich.host.process(), &communicator) == mqs_ok);
  CHECK(std::string(communicator.name) == "MPI_COMM_WORLD");
  CHECK(communicator.size == 3);
  int ranks[3] = {-1, -1, -1};
  CHECK(mqs_get_comm_group(mpich.host.process(), ranks) == mqs_ok);
  CHECK(ranks[2] == 2);
  CHECK(mqs_setup_operation_iterator(mpich.host.process(), mqs_pending_receives) != mqs_ok);
  mqs_destroy_process_info(mpich.host.process_info);
  mqs_destroy_image_info(mpich.host.image_info);
}

TEST_CASE("MPICH: without the layouts of objects nothing is claimed of them") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.add({.name = any_name});
  mpich.host.types.erase("MPIR_Object_alloc_t");
  HandleSession session(mpich.host);
  int count = 0;
  mqs_taddr_t *handles = nullptr;
  CHECK(mpidbg_cvar_get_num(session.process(), &count) == MPIDBG_SUCCESS);
  CHECK(mpidbg_list(session.process(), MPIDBG_KIND_COMM, &count, &handles) == MPIDBG_ERR_NOT_SUPPORTED);
  CHECK(session.query(MPIDBG_KIND_COMM, 0x44000000) == MPIDBG_ERR_NOT_SUPPORTED);
  mpidbg_process_info_t state{};
  state.struct_size = sizeof state;
  CHECK(mpidbg_process_query(session.process(), &state) == MPIDBG_SUCCESS);
  CHECK(state.recorder_alone == 1);
  CHECK(std::string(state.handle_problem) == "the layouts of MPICH's objects are not known");
}

TEST_CASE("MPICH: where MPI stands") {
  struct Stage {
    int library, world, expected;
  };
  for (const Stage &stage : {Stage{0, 0, MPIDBG_MPI_NOT_INITIALIZED}, Stage{1, 0, MPIDBG_MPI_NOT_INITIALIZED},
                             Stage{2, 1, MPIDBG_MPI_INITIALIZED}, Stage{2, 0, MPIDBG_MPI_INITIALIZED},
                             Stage{2, 2, MPIDBG_MPI_FINALIZING}, Stage{0, 2, MPIDBG_MPI_FINALIZED}}) {
    FakeMpich mpich(8, ByteOrder::little);
    mpich.add({.name = any_name});
    mpich.set(mpich.process, mpich.layouts.process.mpich_state, static_cast<unsigned>(stage.library));
    mpich.memory.write_integer(mpich.world_state, static_cast<unsigned>(stage.world), 4);
    HandleSession session(mpich.host);
    mpidbg_process_info_t state{};
    state.struct_size = sizeof state;
    CHECK(mpidbg_process_query(session.process(), &state) == MPIDBG_SUCCESS);
    CHECK(state.mpi_state == stage.expected);
    int count = 0;
    const bool runs = stage.library == 2;
    CHECK(mpidbg_cvar_get_num(session.process(), &count) == (runs ? MPIDBG_SUCCESS : MPIDBG_ERR_UNAVAILABLE));
  }
}

TEST_CASE("MPICH: MPI_Finalize has begun when MPI_COMM_WORLD is freed, with its attributes") {
  FakeMpich mpich(8, ByteOrder::little);
  mpich.add({.name = any_name});
  HandleSession session(mpich.host);
  mpidbg_process_info_t state{};
  state.struct_size = sizeof state;
  const auto &layout = mpich.layouts.process;
  const auto ask = [&] { CHECK(mpidbg_process_query(session.process(), &state) == MPIDBG_SUCCESS); };
  ask();
  CHECK(state.callbacks_over == 0);
  mpich.set(mpich.process, layout.comm_world, 0);
  ask();
  CHECK(state.mpi_state == MPIDBG_MPI_FINALIZING);
  CHECK(state.callbacks_over == 1);
  mpich.set(mpich.process, layout.comm_parent, 0x1000);  // it may have attributes, too
  ask();
  CHECK(state.callbacks_over == 0);
  mpich.set(mpich.process, layout.comm_parent, 0);
  mpich.memory.write_integer(mpich.world_state, 0, 4);  // only sessions are initialised
  ask();
  CHECK(state.mpi_state == MPIDBG_MPI_INITIALIZED);
  CHECK(state.callbacks_over == 0);
}

TEST_CASE("MPICH: what cannot be is an error that names the field, and hides nothing else") {
  FakeMpich mpich(8, ByteOrder::little);
  const auto &layouts = mpich.layouts;
  std::vector<Address> entries;
  entries.reserve(8);
  for (int i = 0; i < 8; ++i) entries.push_back(mpich.add({.name = any_name + std::to_string(i)}));
  mpich.set(entries[1], layouts.control_variable.datatype, 0x4c000806);  // eight bytes, and MPI_UNSIGNED
  mpich.set(entries[2], layouts.control_variable.verbosity, 220);
  mpich.set(entries[3], layouts.control_variable.count, 0x7fffffff);
  mpich.set(entries[4], layouts.control_variable.addr, 0);
  mpich.set(entries[5], layouts.control_variable.get_addr, 0x1000);
  mpich.set(entries[6], layouts.control_variable.name, mpich.memory.new_string("").value());
  const Address circular = mpich.add_category("A", {}, {1});
  mpich.add_category("B", {}, {0});
  mpich.add_category("C", {8});
  const Address endless = mpich.add_category("D", {0});
  mpich.add_category("E", {7});
  (void)circular;
  const Address indices(mpich.memory.read_integer(endless + layouts.category.cvar_indices.offset, 8));
  mpich.set(indices, layouts.array.i, 0xffffffff);
  HandleSession session(mpich.host);
  mqs_process *const process = session.process();

  CHECK(read(process, 0).code == MPIDBG_SUCCESS);
  CHECK(info(process, 1) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(contains(session.detail(), "cvar_table_entry_t.datatype"));
  CHECK(info(process, 2) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(contains(session.detail(), "verbosity 220"));
  CHECK(info(process, 3) == MPIDBG_SUCCESS);
  CHECK(read(process, 3).code == MPIDBG_ERR_UNAVAILABLE);
  CHECK(contains(session.detail(), "claims 2147483647 elements"));
  CHECK(read(process, 4).code == MPIDBG_ERR_UNAVAILABLE);
  CHECK(read(process, 5).code == MPIDBG_ERR_UNAVAILABLE);
  CHECK(info(process, 6) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(read(process, 7).code == MPIDBG_SUCCESS);
  CHECK(category(process, 0) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(contains(session.detail(), "the category A contains itself"));
  CHECK(category(process, 2) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(contains(session.detail(), "C contains nonexistent items: cat_table_entry_t.cvar_indices has 8"));
  CHECK(category(process, 3) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(contains(session.detail(), "UT_array.i of cat_table_entry_t.cvar_indices"));
  CHECK(category(process, 4) == MPIDBG_SUCCESS);
}

TEST_CASE("MPICH: static data that is searched for the tables of variables") {
  constexpr std::uint64_t limit = mpidbg::limits::static_data_bytes;
  for (const std::uint64_t place : {limit - 16, limit - 8, limit}) {
    CAPTURE(place);
    const char *const symbol = place == limit - 8 ? "MPIR_fortran_true" : "MPI_F_STATUS_IGNORE";
    FakeMpich mpich(8, ByteOrder::little, false);
    mpich.host.symbols.erase("MPI_F_STATUS_IGNORE");
    mpich.add({.name = "MPIR_CVAR_ANY"});
    const Address begin(std::uint64_t{1} << 32);
    mpich.memory.map(begin, std::vector<std::uint8_t>(limit + 8192));
    mpich.memory.write_pointer(begin + place, mpich.control_table);
    mpich.host.symbols[symbol] = begin + 32;
    MpichLibrary library(mpich);
    CHECK(library->tool_information()->control_variable_count().ok() == (place < limit));
  }
}

TEST_CASE("MPICH: a table that is none, is gone, or holds other elements") {
  const auto code_of = [](auto &&damage) {
    FakeMpich mpich(8, ByteOrder::little);
    mpich.add({.name = any_name});
    damage(mpich);
    HandleSession session(mpich.host);
    int count = 0;
    const int code = mpidbg_cvar_get_num(session.process(), &count);
    INFO(session.detail());
    return code;
  };
  CHECK(code_of([](FakeMpich &) {}) == MPIDBG_SUCCESS);
  CHECK(code_of([](FakeMpich &m) { m.memory.write_pointer(m.control_pointer, Address()); }) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(code_of([](FakeMpich &m) { m.memory.write_pointer(m.control_pointer, Address(0x8)); }) ==
        MPIDBG_ERR_UNAVAILABLE);
  CHECK(code_of([](FakeMpich &m) { m.set(m.control_table, m.layouts.array.i, 17); }) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(code_of([](FakeMpich &m) {
          m.set(m.control_table, m.layouts.array.i, 0xfffffff0);
          m.set(m.control_table, m.layouts.array.n, 0xfffffff1);
        }) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(code_of([](FakeMpich &m) {
          const Address kind(m.memory.read_integer(m.control_table + m.layouts.array.icd.offset, 8));
          m.set(kind, m.layouts.element_kind.sz, m.layouts.control_variable.byte_size + 8);
        }) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(code_of([](FakeMpich &m) { m.memory.write_pointer(m.control_pointer, m.category_table); }) ==
        MPIDBG_ERR_UNAVAILABLE);
  FakeMpich other(8, ByteOrder::little);
  other.add({.name = "OTHER_CVAR_ANY"});
  HandleSession session(other.host);
  int count = 0;
  CHECK(mpidbg_cvar_get_num(session.process(), &count) == MPIDBG_ERR_UNAVAILABLE);
  CHECK_MESSAGE(session.detail().ends_with("holds no variables of MPICH"), session.detail());
}

TEST_CASE("MPICH: a build without layouts is refused, by each family of functions") {
  FakeMpich mpich(4, ByteOrder::big);  // no profile fits
  mpich.host.types.clear();
  mpidbg_init_once(fakes::FakeHost::basic_callbacks());
  REQUIRE(mpidbg_init_per_image(mpich.host.image(), fakes::FakeHost::image_callbacks(), nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_init_per_process(mpich.host.process(), fakes::FakeHost::process_callbacks(), nullptr) ==
        MPIDBG_ERR_NOT_SUPPORTED);
  CHECK(contains(mpidbg_error_detail(nullptr), "no struct layouts for MPICH 4.0.99"));
  mpidbg_finalize_per_image(mpich.host.image(), mpich.host.image_info);
}
