// Variables, categories and enumerations: rows G*, P* and C* of the requirements.

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <climits>
#include <cstring>

#include "mpidbg/abi/mpit_interface.h"
#include "tests/fakes/fake_variables.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeOpenMpi;
using fakes::FakeVariables;
using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

struct Variables {
  explicit Variables(unsigned pointer_size = 8, ByteOrder order = ByteOrder::little)
      : mpi(pointer_size, order, 0, 2), variables(mpi) {}

  std::string name(int index) {
    char text[64] = "";
    int length = sizeof text;
    REQUIRE_MESSAGE(mpidbg_cvar_get_info(process(), index, text, &length, nullptr, nullptr, nullptr, nullptr, nullptr,
                                         nullptr, nullptr) == MPIDBG_SUCCESS,
                    mpidbg_error_detail(process()));
    return text;
  }
  int info(int index) {
    return mpidbg_cvar_get_info(process(), index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                nullptr, nullptr);
  }
  int pvar_info(int index) {
    return mpidbg_pvar_get_info(process(), index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                nullptr, nullptr, nullptr, nullptr, nullptr);
  }
  int category_info(int index) {
    return mpidbg_category_get_info(process(), index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  }
  std::string detail() { return mpidbg_error_detail(process()); }
  mqs_process *process() { return mpi.host.process(); }

  FakeOpenMpi mpi;
  FakeVariables variables;
};

}  // namespace

TEST_CASE("G4 G5 G8 control variables of every type, for either width and order") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Variables fake(target.pointer_size, target.order);
    FakeVariables &variables = fake.variables;
    variables.add({.name = "negative",
                   .description = "goes down",
                   .type = FakeVariables::int_type,
                   .value = 0xfffffffb,
                   .source = 2,
                   .level = 4,
                   .scope = 5,
                   .bind = 1});
    variables.add({.name = "large", .type = FakeVariables::unsigned_long_long, .value = ~std::uint64_t{0} - 1});
    variables.add({.name = "size", .type = FakeVariables::size_type, .value = 4096});
    variables.add({.name = "flag", .type = FakeVariables::boolean, .value = 7});
    variables.add({.name = "ratio", .type = FakeVariables::real, .value = std::bit_cast<std::uint64_t>(0.25)});
    variables.add({.name = "text", .type = FakeVariables::string, .value = fake.mpi.memory.new_string("ob1").value()});
    variables.add({.name = "no text", .type = FakeVariables::string});
    HandleSession session(fake.mpi.host);
    int count = 0;
    REQUIRE_MESSAGE(mpidbg_cvar_get_num(session.process(), &count) == MPIDBG_SUCCESS, session.detail());
    CHECK(count == 7);

    int verbosity = -1, bind = -1, scope = -1, description_length = 64;
    char description[64] = "";
    mpidbg_t_datatype_t datatype{};
    mpidbg_enum_t enumeration = 1;
    for (int again = 0; again < 2; ++again) {
      REQUIRE(mpidbg_cvar_get_info(session.process(), 0, nullptr, nullptr, &verbosity, &datatype, &enumeration,
                                   description, &description_length, &bind, &scope) == MPIDBG_SUCCESS);
      CHECK(verbosity == MPIDBG_T_VERBOSITY_TUNER_DETAIL);
      CHECK(datatype == MPIDBG_T_INT);
      CHECK(enumeration == 0);
      CHECK(std::string(description) == "goes down");
      CHECK(description_length == 10);
      CHECK(bind == MPIDBG_T_BIND_MPI_COMM);
      CHECK(scope == MPIDBG_T_SCOPE_ALL);
    }
    description_length = 64;
    REQUIRE(mpidbg_cvar_get_info(session.process(), 1, nullptr, nullptr, nullptr, &datatype, nullptr, description,
                                 &description_length, nullptr, nullptr) == MPIDBG_SUCCESS);
    CHECK(datatype == MPIDBG_T_UNSIGNED_LONG_LONG);
    CHECK(description[0] == '\0');
    CHECK(description_length == 1);

    const auto read = [&](int index, std::string *text = nullptr) {
      mpidbg_t_value_t value{};
      char characters[16] = "";
      int length = sizeof characters;
      REQUIRE(mpidbg_cvar_read(session.process(), index, 1, &value, nullptr, characters, &length) == MPIDBG_SUCCESS);
      if (text != nullptr) *text = characters;
      if (value.datatype != MPIDBG_T_CHAR) CHECK(length == 0);
      return value;
    };
    CHECK(read(0).number.as_signed == -5);
    CHECK(read(1).number.as_unsigned == ~std::uint64_t{0} - 1);
    CHECK(read(2).number.as_unsigned == 4096);
    CHECK(read(2).datatype == (target.pointer_size == 8 ? MPIDBG_T_UNSIGNED_LONG : MPIDBG_T_UNSIGNED));
    CHECK(read(3).number.as_unsigned == 1);
    CHECK(read(3).datatype == MPIDBG_T_C_BOOL);
    CHECK(read(4).number.as_double == 0.25);
    std::string text;
    CHECK(read(5, &text).datatype == MPIDBG_T_CHAR);
    CHECK(text == "ob1");
    CHECK(read(6, &text).is_null == 1);
    CHECK(text.empty());

    mpidbg_cvar_origin_t origin{};
    origin.struct_size = sizeof origin;
    REQUIRE(mpidbg_cvar_get_origin(session.process(), 0, &origin, nullptr, nullptr) == MPIDBG_SUCCESS);
    CHECK(origin.source == MPIDBG_CVAR_ENVIRONMENT);
    CHECK(origin.synonym_of == -1);
  }
}

TEST_CASE("G1 G2 G3 G6 how texts are returned") {
  Variables fake;
  fake.variables.add({.name = "pml", .description = "which one"});
  HandleSession session(fake.mpi.host);
  char buffer[16];
  const auto get = [&](char *text, int *length) {
    std::memset(buffer, 'x', sizeof buffer);
    return mpidbg_cvar_get_info(session.process(), 0, text, length, nullptr, nullptr, nullptr, nullptr, nullptr,
                                nullptr, nullptr);
  };
  int length = 4;
  CHECK(get(buffer, &length) == MPIDBG_SUCCESS);
  CHECK(std::string(buffer) == "pml");
  CHECK(length == 4);
  CHECK(buffer[4] == 'x');
  length = 3;
  CHECK(get(buffer, &length) == MPIDBG_SUCCESS);
  CHECK(std::string(buffer) == "pm");
  CHECK(length == 4);
  CHECK(buffer[3] == 'x');
  length = 1;
  CHECK(get(buffer, &length) == MPIDBG_SUCCESS);
  CHECK(buffer[0] == '\0');
  CHECK(length == 4);
  length = 0;
  CHECK(get(buffer, &length) == MPIDBG_SUCCESS);
  CHECK(length == 4);
  CHECK(buffer[0] == 'x');
  length = 16;
  CHECK(get(nullptr, &length) == MPIDBG_SUCCESS);
  CHECK(length == 4);
  CHECK(get(buffer, nullptr) == MPIDBG_SUCCESS);
  CHECK(buffer[0] == 'x');
  length = INT_MIN;
  CHECK(get(buffer, &length) == MPIDBG_SUCCESS);
  CHECK(length == 4);
  CHECK(buffer[0] == 'x');
}

TEST_CASE("G4 results that nobody wants") {
  Variables fake;
  fake.variables.add({.name = "one"});
  fake.variables.add_performance({.name = "counter"});
  fake.variables.add_category("all", {0}, {0});
  HandleSession session(fake.mpi.host);
  mqs_process *const process = session.process();
  CHECK(mpidbg_cvar_get_num(process, nullptr) == MPIDBG_SUCCESS);
  CHECK(fake.info(0) == MPIDBG_SUCCESS);
  CHECK(mpidbg_cvar_get_index(process, "one", nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_cvar_read(process, 0, 0, nullptr, nullptr, nullptr, nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_cvar_get_origin(process, 0, nullptr, nullptr, nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_pvar_get_num(process, nullptr) == MPIDBG_SUCCESS);
  CHECK(fake.pvar_info(0) == MPIDBG_SUCCESS);
  CHECK(mpidbg_pvar_current(process, 0, 0, 1, nullptr, nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_category_get_num(process, nullptr) == MPIDBG_SUCCESS);
  CHECK(fake.category_info(0) == MPIDBG_SUCCESS);
  CHECK(mpidbg_category_get_cvars(process, 0, 1, nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_category_changed(process, nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_cvar_get_value_origin(process, 0, nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_pvar_get_origin(process, 0, 0, nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_pvar_get_index(process, "counter", MPIDBG_PVAR_CLASS_COUNTER, nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_category_get_index(process, "all", nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_category_get_num_events(process, 0, nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_event_get_num(process, nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_source_get_num(process, nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_snapshot_selected(process, nullptr) == MPIDBG_SUCCESS);
  CHECK(mpidbg_cvar_handle_alloc(process, 0, nullptr, nullptr, nullptr) == MPIDBG_SUCCESS);
  mpidbg_hints_free(nullptr);
}

// Of a caller that was built with an older header, nothing is written behind what it has.
TEST_CASE("G4 structs that are shorter than the library's, and lists with less room than there are values") {
  Variables fake;
  fake.variables.add({.name = "one"});
  fake.variables.add_performance({.name = "counter"});
  fake.variables.add_category("all", {0, 0}, {0});
  HandleSession session(fake.mpi.host);
  mqs_process *const process = session.process();
  mpidbg_cvar_origin_t origin{};
  origin.struct_size = offsetof(mpidbg_cvar_origin_t, synonym_of);
  origin.source = MPIDBG_CVAR_SOURCE_UNKNOWN;
  origin.synonym_of = 77;
  CHECK(mpidbg_cvar_get_origin(process, 0, &origin, nullptr, nullptr) == MPIDBG_SUCCESS);
  CHECK(origin.struct_size == offsetof(mpidbg_cvar_origin_t, synonym_of));
  CHECK(origin.source == MPIDBG_CVAR_DEFAULT);
  CHECK(origin.synonym_of == 77);
  mpidbg_t_origin_t value_origin{};
  value_origin.struct_size = offsetof(mpidbg_t_origin_t, time);
  value_origin.snapshot = value_origin.time = 77;
  CHECK(mpidbg_cvar_get_value_origin(process, 0, &value_origin) == MPIDBG_SUCCESS);
  CHECK(value_origin.snapshot == 0);
  CHECK(value_origin.time == 77);
  for (const int room : {0, 1, 2, 3}) {
    int indices[] = {77, 77, 77};
    CHECK(mpidbg_category_get_cvars(process, 0, room, indices) == MPIDBG_SUCCESS);
    CHECK(std::count(std::begin(indices), std::end(indices), 77) == std::max(3 - room, 1));
    mpidbg_t_value_t values[2]{};
    values[0].datatype = values[1].datatype = MPIDBG_T_DATATYPE_MAX;
    int count = 0;
    CHECK(mpidbg_cvar_read(process, 0, room, values, &count, nullptr, nullptr) == MPIDBG_SUCCESS);
    CHECK(count == 1);
    CHECK((values[0].datatype == MPIDBG_T_DATATYPE_MAX) == (room == 0));
    CHECK(values[1].datatype == MPIDBG_T_DATATYPE_MAX);
  }
}

TEST_CASE("G4 arguments that are missing, or lengths below nothing, are said") {
  Variables fake;
  fake.variables.add({.name = "one"});
  fake.variables.add_performance({.name = "counter"});
  fake.variables.add_category("all", {0}, {0});
  HandleSession session(fake.mpi.host);
  mqs_process *const process = session.process();
  const auto said = [&](int code) {
    CHECK(code == MPIDBG_T_ERR_INVALID);
    return session.detail();
  };
  CHECK(said(mpidbg_cvar_get_index(process, nullptr, nullptr)) == "a name is missing");
  CHECK(said(mpidbg_pvar_current(process, 0, 0, -1, nullptr, nullptr)) == "a length is negative");
  CHECK(said(mpidbg_pvar_get_index(process, nullptr, 0, nullptr)) == "a name is missing");
  CHECK(said(mpidbg_pvar_objects(process, 0, -1, nullptr, nullptr)) == "a length is negative");
  CHECK(said(mpidbg_category_get_index(process, nullptr, nullptr)) == "a name is missing");
  CHECK(said(mpidbg_category_get_cvars(process, 0, -1, nullptr)) == "a length is negative");
  CHECK(said(mpidbg_event_get_index(process, nullptr, nullptr)) == "a name is missing");
  CHECK(said(mpidbg_cvar_handle_free(process, nullptr)) == "a handle is missing");
  CHECK(said(mpidbg_pvar_session_create(process, nullptr)) == "the pointer to the session is null");
  CHECK(said(mpidbg_pvar_session_free(process, nullptr)) == "a session is missing");
  CHECK(said(mpidbg_pvar_handle_alloc(process, 1, 0, nullptr, nullptr, nullptr)) ==
        "the pointer to the handle is null");
  CHECK(said(mpidbg_pvar_handle_free(process, 1, nullptr)) == "a handle is missing");
  CHECK(said(mpidbg_pvar_read(process, 1, 1, nullptr)) == "the pointer to the values is null");
  CHECK(said(mpidbg_pvar_readreset(process, 1, 1, nullptr)) == "the pointer to the values is null");
  CHECK(said(mpidbg_event_copy(process, 1, nullptr)) == "there is no buffer");
  CHECK(said(mpidbg_event_handle_alloc(process, 0, nullptr, nullptr, nullptr)) ==
        "the pointer to the registration is null");
  CHECK(said(mpidbg_event_handle_free(process, nullptr, nullptr, nullptr)) == "a registration is missing");
}

TEST_CASE("G7 G9 G10 C4 P3 indices and names") {
  Variables fake;
  fake.variables.add({.name = "gone", .flags = 0});
  fake.variables.add({.name = "twice"});
  fake.variables.add({.name = "twice"});
  fake.variables.add_performance({.name = "gone", .flags = 0x400});
  fake.variables.add_performance({.name = "traffic", .variable_class = 6});
  fake.variables.add_performance({.name = "traffic", .variable_class = 4});
  const Address category = fake.variables.add_category("gone");
  fake.mpi.set(category, fake.mpi.layouts.variable_group.group_isvalid, 0);
  fake.variables.add_category("here");
  HandleSession session(fake.mpi.host);
  mqs_process *const process = session.process();
  int count = 0, index = -7;
  CHECK(mpidbg_cvar_get_num(process, &count) == MPIDBG_SUCCESS);
  CHECK(count == 3);
  for (const int wrong : {0, -1, 3, INT_MAX, INT_MIN}) CHECK(fake.info(wrong) == MPIDBG_T_ERR_INVALID_INDEX);
  CHECK(fake.name(1) == "twice");
  CHECK(mpidbg_cvar_get_index(process, "twice", &index) == MPIDBG_SUCCESS);
  CHECK(index == 2);
  index = -7;
  CHECK(mpidbg_cvar_get_index(process, "gone", &index) == MPIDBG_T_ERR_INVALID_NAME);
  CHECK(mpidbg_cvar_get_index(process, "", &index) == MPIDBG_T_ERR_INVALID_NAME);
  CHECK(index == -7);
  CHECK(session.detail() == "no control variable has the name ''");
  CHECK(std::string(mpidbg_error_string(MPIDBG_T_ERR_INVALID_NAME)).find("has the name") != std::string::npos);

  CHECK(mpidbg_pvar_get_num(process, &count) == MPIDBG_SUCCESS);
  CHECK(count == 3);
  for (const int wrong : {0, -1, 3, INT_MAX}) CHECK(fake.pvar_info(wrong) == MPIDBG_T_ERR_INVALID_INDEX);
  CHECK(mpidbg_pvar_get_index(process, "traffic", MPIDBG_PVAR_CLASS_HIGHWATERMARK, &index) == MPIDBG_SUCCESS);
  CHECK(index == 2);
  CHECK(mpidbg_pvar_get_index(process, "traffic", MPIDBG_PVAR_CLASS_COUNTER, &index) == MPIDBG_SUCCESS);
  CHECK(index == 1);
  CHECK(mpidbg_pvar_get_index(process, "traffic", MPIDBG_PVAR_CLASS_TIMER, &index) == MPIDBG_T_ERR_INVALID_NAME);
  CHECK(mpidbg_pvar_get_index(process, "gone", MPIDBG_PVAR_CLASS_COUNTER, &index) == MPIDBG_T_ERR_INVALID_NAME);

  CHECK(mpidbg_category_get_num(process, &count) == MPIDBG_SUCCESS);
  CHECK(count == 2);
  for (const int wrong : {0, -1, 2, INT_MAX}) CHECK(fake.category_info(wrong) == MPIDBG_T_ERR_INVALID_INDEX);
  CHECK(mpidbg_category_get_index(process, "here", &index) == MPIDBG_SUCCESS);
  CHECK(index == 1);
  CHECK(mpidbg_category_get_index(process, "gone", &index) == MPIDBG_T_ERR_INVALID_NAME);
  for (const int wrong : {0, 2}) {
    CHECK(mpidbg_category_get_cvars(process, wrong, 1, &index) == MPIDBG_T_ERR_INVALID_INDEX);
    CHECK(mpidbg_category_get_pvars(process, wrong, 1, &index) == MPIDBG_T_ERR_INVALID_INDEX);
    CHECK(mpidbg_category_get_categories(process, wrong, 1, &index) == MPIDBG_T_ERR_INVALID_INDEX);
  }
  CHECK(index == 1);
}

TEST_CASE("P2 P15 performance variables, and what memory holds of them") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Variables fake(target.pointer_size, target.order);
    for (int variable_class = 0; variable_class < 10; ++variable_class) {
      const Address variable =
          fake.variables.add_performance({.name = "v" + std::to_string(variable_class),
                                          .variable_class = variable_class,
                                          .value = 77,
                                          .flags = static_cast<std::uint32_t>(variable_class % 8) << 7,
                                          .bind = static_cast<std::uint32_t>(variable_class)});
      const auto &layout = fake.mpi.layouts.performance_variable;
      fake.mpi.set(variable, layout.description, fake.mpi.memory.new_string("what it counts"));
      fake.mpi.set(variable, layout.verbosity, static_cast<std::uint64_t>(variable_class) % 9);
    }
    fake.variables.add_performance({.name = "computed", .in_memory = false});
    const Address odd = fake.variables.add_performance({.name = "odd"});
    fake.mpi.set(odd, fake.mpi.layouts.performance_variable.var_class, 10);
    const Address loud = fake.variables.add_performance({.name = "loud"});
    fake.mpi.set(loud, fake.mpi.layouts.performance_variable.verbosity, 9);
    HandleSession session(fake.mpi.host);
    for (int index = 0; index < 10; ++index) {
      char name[8]{}, description[32]{};
      int name_length = sizeof name, description_length = sizeof description;
      int verbosity = -1, variable_class = -1, bind = -1, readonly = -1, continuous = -1, atomic = -1;
      mpidbg_t_datatype_t datatype{};
      mpidbg_enum_t enumerator = 1;
      REQUIRE(mpidbg_pvar_get_info(session.process(), index, name, &name_length, &verbosity, &variable_class, &datatype,
                                   &enumerator, description, &description_length, &bind, &readonly, &continuous,
                                   &atomic) == MPIDBG_SUCCESS);
      CHECK(std::string(name) == "v" + std::to_string(index));
      CHECK(std::string(description) == "what it counts");
      CHECK(verbosity == index % 9);
      CHECK(bind == index);
      CHECK(enumerator == 0);
      CHECK(variable_class == index);
      CHECK(datatype == MPIDBG_T_UNSIGNED_LONG);
      CHECK(readonly == (index & 1));
      CHECK(continuous == (index >> 1 & 1));
      CHECK(atomic == (index >> 2 & 1));
    }
    mpidbg_t_value_t value{};
    int count = 0;
    CHECK(mpidbg_pvar_current(session.process(), 0, 0, 1, &value, &count) == MPIDBG_SUCCESS);
    CHECK(count == 1);
    CHECK(value.number.as_unsigned == 77);
    CHECK(mpidbg_pvar_current(session.process(), 10, 0, 1, &value, &count) == MPIDBG_ERR_UNAVAILABLE);
    CHECK(session.detail() == "computed is not in memory: a function of the library computes it");
    CHECK(fake.pvar_info(11) == MPIDBG_ERR_UNAVAILABLE);
    CHECK(session.detail().find("has class 10") != std::string::npos);
    CHECK(fake.pvar_info(12) == MPIDBG_ERR_UNAVAILABLE);
    CHECK(session.detail().find("level 9") != std::string::npos);
  }
}

TEST_CASE("P16 the unexpected queue's length is the number of messages in it") {
  Variables fake;
  fake.variables.add_performance({.name = "pml_ob1_unexpected_msgq_length", .variable_class = 2, .type = 1, .bind = 1});
  fake.mpi.arrive({.communicator = fake.mpi.world, .source = 1, .tag = 1});
  fake.mpi.arrive({.communicator = fake.mpi.world, .source = 1, .tag = 2});
  HandleSession session(fake.mpi.host);
  mpidbg_t_value_t values[3]{};
  values[2].number.as_unsigned = 99;
  int count = 0;
  REQUIRE_MESSAGE(
      mpidbg_pvar_current(session.process(), 0, fake.mpi.world.value(), 3, values, &count) == MPIDBG_SUCCESS,
      session.detail());
  CHECK(count == 2);
  CHECK(values[0].number.as_unsigned == 0);
  CHECK(values[1].number.as_unsigned == 2);
  CHECK(values[2].number.as_unsigned == 99);
  CHECK(mpidbg_pvar_current(session.process(), 0, 0x1234, 3, values, &count) == MPIDBG_ERR_UNAVAILABLE);
}

TEST_CASE("C1 C2 C5 C6 C8 C9 categories and their members") {
  Variables fake;
  for (const char *name : {"a", "b", "c"}) fake.variables.add({.name = name});
  fake.variables.add_performance({.name = "p"});
  fake.variables.add_category("outer", {2, 0}, {0}, {1});
  fake.variables.add_category("inner", {1});
  fake.variables.set_update_number(41);
  HandleSession session(fake.mpi.host);
  mqs_process *const process = session.process();
  int all = -1;
  CHECK(mpidbg_category_get_num(process, &all) == MPIDBG_SUCCESS);
  CHECK(all == 2);
  int cvars = -1, pvars = -1, categories = -1, length = 16;
  char text[16] = "xxxx";
  REQUIRE(mpidbg_category_get_info(process, 0, nullptr, nullptr, text, &length, &cvars, &pvars, &categories) ==
          MPIDBG_SUCCESS);
  CHECK(cvars == 2);
  CHECK(pvars == 1);
  CHECK(categories == 1);
  CHECK(length == 1);
  CHECK(text[0] == '\0');
  length = sizeof text;
  REQUIRE(mpidbg_category_get_info(process, 1, text, &length, nullptr, nullptr, nullptr, nullptr, nullptr) ==
          MPIDBG_SUCCESS);
  CHECK(text == std::string("inner"));

  int indices[4] = {-9, -9, -9, -9};
  CHECK(mpidbg_category_get_cvars(process, 0, 4, indices) == MPIDBG_SUCCESS);
  CHECK(indices[0] == 2);
  CHECK(indices[1] == 0);
  CHECK(indices[2] == -9);
  indices[1] = -9;
  CHECK(mpidbg_category_get_cvars(process, 0, 1, indices) == MPIDBG_SUCCESS);
  CHECK(indices[0] == 2);
  CHECK(indices[1] == -9);
  CHECK(mpidbg_category_get_cvars(process, 0, 0, indices) == MPIDBG_SUCCESS);
  CHECK(mpidbg_category_get_cvars(process, 0, -1, indices) == MPIDBG_T_ERR_INVALID);
  CHECK(mpidbg_category_get_pvars(process, 0, 4, indices) == MPIDBG_SUCCESS);
  CHECK(indices[0] == 0);
  CHECK(mpidbg_category_get_categories(process, 0, 4, indices) == MPIDBG_SUCCESS);
  CHECK(indices[0] == 1);

  int number = 0;
  CHECK(mpidbg_category_changed(process, &number) == MPIDBG_SUCCESS);
  CHECK(number == 41);
  fake.mpi.memory.write_integer(fake.variables.update_number_code, 0x90, 1);
  CHECK(mpidbg_category_changed(process, &number) == MPIDBG_ERR_NOT_SUPPORTED);
  CHECK(session.detail().find("does not show where its value is") != std::string::npos);
}

TEST_CASE("C10 categories that contain themselves") {
  Variables fake;
  fake.variables.add_category("itself", {}, {}, {0});
  fake.variables.add_category("first", {}, {}, {2});
  fake.variables.add_category("second", {}, {}, {3});
  fake.variables.add_category("third", {}, {}, {1});
  fake.variables.add_category("fine", {}, {}, {5, 5});
  fake.variables.add_category("leaf");
  HandleSession session(fake.mpi.host);
  for (const int index : {0, 1, 2, 3}) {
    CHECK(fake.category_info(index) == MPIDBG_ERR_UNAVAILABLE);
    CHECK(session.detail().find("contains itself, or one that does") != std::string::npos);
  }
  CHECK(fake.category_info(4) == MPIDBG_SUCCESS);
  CHECK(fake.category_info(5) == MPIDBG_SUCCESS);
}

TEST_CASE("enumerations with values and with flags, and the library's own") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Variables fake(target.pointer_size, target.order);
    const Address levels = fake.variables.new_enumerator("levels", {{-1, "none"}, {7, "all"}});
    const Address flags = fake.variables.new_flag_enumerator("flags", {{1, "put"}, {2, "get"}, {4, "atomic"}});
    fake.mpi.host.symbols["mca_base_var_enum_bool"] = fake.mpi.memory.allocate(64);
    HandleSession session(fake.mpi.host);
    mqs_process *const process = session.process();
    int count = 0, value = 0, length = 16;
    char text[16];
    REQUIRE_MESSAGE(mpidbg_enum_get_info(process, levels.value(), &count, text, &length) == MPIDBG_SUCCESS,
                    session.detail());
    CHECK(count == 2);
    CHECK(std::string(text) == "levels");
    CHECK(mpidbg_enum_get_item(process, levels.value(), 0, &value, nullptr, nullptr) == MPIDBG_SUCCESS);
    CHECK(value == -1);
    length = 16;
    REQUIRE_MESSAGE(mpidbg_enum_get_item(process, flags.value(), 2, &value, text, &length) == MPIDBG_SUCCESS,
                    session.detail());
    CHECK(value == 4);
    CHECK(std::string(text) == "atomic");
    length = 16;
    const auto boolean = fake.mpi.host.symbols["mca_base_var_enum_bool"].value();
    CHECK(mpidbg_enum_get_item(process, boolean, 1, &value, text, &length) == MPIDBG_SUCCESS);
    CHECK(std::string(text) == "true");
    for (const int wrong : {-1, 2, INT_MAX}) {
      CHECK(mpidbg_enum_get_item(process, levels.value(), wrong, &value, nullptr, nullptr) ==
            MPIDBG_T_ERR_INVALID_INDEX);
    }
    CHECK(mpidbg_enum_get_info(process, fake.mpi.world.value(), &count, nullptr, nullptr) ==
          MPIDBG_T_ERR_INVALID_HANDLE);
    CHECK(mpidbg_enum_get_info(process, 0, &count, nullptr, nullptr) == MPIDBG_ERR_UNAVAILABLE);
    fake.mpi.set(levels, fake.mpi.layouts.enumerator.enum_value_count, INT_MAX);
    CHECK(mpidbg_enum_get_info(process, levels.value(), &count, nullptr, nullptr) == MPIDBG_ERR_UNAVAILABLE);
  }
}

TEST_CASE("variables that memory contradicts") {
  Variables fake;
  const auto &layout = fake.mpi.layouts.control_variable;
  const Address variable = fake.variables.add({.name = "first"});
  fake.variables.add({.name = "second"});
  fake.variables.add(
      {.name = "text", .type = FakeVariables::string, .value = fake.mpi.memory.new_string("here").value()});
  const Address synonym = fake.variables.add({.name = "other name", .flags = 0x30000, .synonym_for = 1});
  HandleSession session(fake.mpi.host);
  REQUIRE(fake.info(0) == MPIDBG_SUCCESS);
  const auto fails = [&](const std::string &why) {
    CHECK(fake.info(0) == MPIDBG_ERR_UNAVAILABLE);
    CHECK_MESSAGE(session.detail().find(why) != std::string::npos, session.detail());
    CHECK(fake.name(1) == "second");
  };
  SUBCASE("another index") {
    fake.mpi.set(variable, layout.mbv_index, 5);
    fails("has index 5");
  }
  SUBCASE("an unknown type") {
    fake.mpi.set(variable, layout.mbv_type, 14);
    fails("has the unknown type 14");
  }
  SUBCASE("an unknown scope") {
    fake.mpi.set(variable, layout.mbv_scope, 7);
    fails("scope 7");
  }
  SUBCASE("an unknown source") {
    fake.mpi.set(variable, layout.mbv_source, 6);
    fails("unknown source 6");
  }
  SUBCASE("a name that cannot be read") {
    fake.mpi.set(variable, layout.mbv_full_name, Address(0x10));
    fails("cannot read mca_base_var_t.mbv_full_name at 0x10");
  }
  SUBCASE("no name") {
    fake.mpi.set(variable, layout.mbv_full_name, Address());
    fails("is empty");
  }
  SUBCASE("another kind of object") {
    fake.mpi.set(variable, fake.mpi.layouts.object.obj_class, fake.mpi.class_of("ompi_group_t"));
    fails("there is no mca_base_var_t at");
  }
  SUBCASE("a value that cannot be read") {
    fake.mpi.set(variable, layout.mbv_storage, Address());
    CHECK(fake.info(0) == MPIDBG_SUCCESS);
    CHECK(mpidbg_cvar_read(session.process(), 0, 0, nullptr, nullptr, nullptr, nullptr) == MPIDBG_ERR_UNAVAILABLE);
  }
  SUBCASE("a synonym of nothing") {
    fake.mpi.set(synonym, layout.mbv_synonym_for, 99);
    CHECK(fake.info(3) == MPIDBG_ERR_UNAVAILABLE);
    CHECK(session.detail() == "other name is a synonym of nothing");
  }
  SUBCASE("a synonym's value is the original's") {
    mpidbg_cvar_origin_t origin{};
    origin.struct_size = sizeof origin;
    CHECK(mpidbg_cvar_get_origin(session.process(), 3, &origin, nullptr, nullptr) == MPIDBG_SUCCESS);
    CHECK(origin.synonym_of == 1);
    CHECK(mpidbg_cvar_read(session.process(), 3, 0, nullptr, nullptr, nullptr, nullptr) == MPIDBG_SUCCESS);
    const Address original(fake.mpi.get(fake.variables.control_table, fake.mpi.layouts.pointer_array.addr));
    const Address second(fake.mpi.memory.read_integer(original + 8, 8));
    fake.mpi.set(second, layout.mbv_flags, 0);
    CHECK(mpidbg_cvar_read(session.process(), 3, 0, nullptr, nullptr, nullptr, nullptr) == MPIDBG_ERR_UNAVAILABLE);
  }
  SUBCASE("a synonym has the original's name, also while that is inactive") {
    const Address original(fake.mpi.get(fake.variables.control_table, fake.mpi.layouts.pointer_array.addr));
    const Address second(fake.mpi.memory.read_integer(original + 8, 8));
    fake.mpi.set(second, layout.mbv_flags, 0);
    char name[16] = "unset";
    int length = sizeof name;
    CHECK(mpidbg_cvar_get_original_name(session.process(), 3, name, &length) == MPIDBG_SUCCESS);
    CHECK(std::string(name) == "second");
    length = sizeof name;
    CHECK(mpidbg_cvar_get_original_name(session.process(), 0, name, &length) == MPIDBG_SUCCESS);
    CHECK(std::string(name).empty());
    CHECK(mpidbg_cvar_get_original_name(session.process(), 1, name, &length) == MPIDBG_T_ERR_INVALID_INDEX);
  }
}

TEST_CASE("tables that memory contradicts") {
  Variables fake;
  const auto &array = fake.mpi.layouts.pointer_array;
  const auto &group = fake.mpi.layouts.variable_group;
  fake.variables.add({.name = "one"});
  const Address category = fake.variables.add_category("all", {0});
  int count = 0;
  SUBCASE("no table of performance variables, since there are none") {
    HandleSession session(fake.mpi.host);
    CHECK(mpidbg_pvar_get_num(session.process(), &count) == MPIDBG_ERR_NOT_SUPPORTED);
    CHECK(session.detail() == "the table of performance variables was not found in the static data of the library");
    CHECK(mpidbg_cvar_get_num(session.process(), &count) == MPIDBG_SUCCESS);
  }
  SUBCASE("no classes to go by") {
    fake.mpi.host.symbols.erase("mca_base_var_t_class");
    HandleSession session(fake.mpi.host);
    CHECK(mpidbg_cvar_get_num(session.process(), &count) == MPIDBG_ERR_NOT_SUPPORTED);
    CHECK(session.detail() == "the symbol mca_base_var_t_class is missing");
  }
  SUBCASE("an implausible number of slots") {
    fake.mpi.set(fake.variables.control_table, array.size, INT_MAX);
    HandleSession session(fake.mpi.host);
    CHECK(mpidbg_cvar_get_num(session.process(), &count) == MPIDBG_ERR_NOT_SUPPORTED);
  }
  SUBCASE("the table grows implausibly large later") {
    HandleSession session(fake.mpi.host);
    CHECK(mpidbg_cvar_get_num(session.process(), &count) == MPIDBG_SUCCESS);
    fake.mpi.set(fake.variables.control_table, array.size, INT_MAX);
    CHECK(mpidbg_cvar_get_num(session.process(), &count) == MPIDBG_ERR_UNAVAILABLE);
  }
  SUBCASE("a slot with nothing in it") {
    fake.variables.add({.name = "two"});
    HandleSession session(fake.mpi.host);
    CHECK(fake.info(0) == MPIDBG_SUCCESS);
    const Address slots(fake.mpi.get(fake.variables.control_table, array.addr));
    fake.mpi.memory.write_pointer(slots, Address());
    CHECK(fake.info(0) == MPIDBG_ERR_UNAVAILABLE);
    CHECK(fake.name(1) == "two");
  }
  SUBCASE("a category with members that there are not") {
    fake.variables.set_members(category, group.group_vars, {0, 7});
    HandleSession session(fake.mpi.host);
    CHECK(fake.category_info(0) == MPIDBG_ERR_UNAVAILABLE);
    CHECK(session.detail() == "all contains nonexistent items: index 7 is beyond the 1 control variables");
  }
  SUBCASE("a category with an implausible number of members") {
    fake.mpi.set(category + group.group_vars.offset, fake.mpi.layouts.value_array.array_size, ~std::uint64_t{0} >> 8);
    HandleSession session(fake.mpi.host);
    CHECK(fake.category_info(0) == MPIDBG_ERR_UNAVAILABLE);
  }
  SUBCASE("members of another size") {
    fake.mpi.set(category + group.group_vars.offset, fake.mpi.layouts.value_array.array_item_sizeof, 8);
    HandleSession session(fake.mpi.host);
    CHECK(fake.category_info(0) == MPIDBG_ERR_UNAVAILABLE);
  }
}

TEST_CASE("G12 outside of MPI_Init..MPI_Finalize there are no variables") {
  for (const int state : {0, 1, 5}) {
    CAPTURE(state);
    Variables fake;
    fake.variables.add({.name = "one"});
    fake.variables.add_category("all", {0});
    const auto reach = [&] {
      fake.mpi.memory.write_integer(fake.mpi.state_variable, static_cast<std::uint64_t>(state), 4);
    };
    if (state < 3) reach();
    HandleSession session(fake.mpi.host);
    if (state >= 3) {  // it was up, and ends
      REQUIRE(fake.info(0) == MPIDBG_SUCCESS);
      reach();
    }
    CHECK(fake.info(0) == MPIDBG_ERR_UNAVAILABLE);
    CHECK(fake.category_info(0) == MPIDBG_ERR_UNAVAILABLE);
  }
}
