// The states of a process that its recorder kept, and now: rows G7, G12, C3, C7-C10, P2, P10 of the requirements, and
// records that are damaged or have nothing to tell.

#include <doctest/doctest.h>

#include <climits>
#include <random>

#include "mpidbg/abi/mpit_interface.h"
#include "mpidbg/base/limits.h"
#include "tests/fakes/fake_recording.h"
#include "tests/fakes/fake_variables.h"
#include "tests/fakes/random_rounds.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeRecording;
using mpidbg::ByteOrder;

namespace {

// Of a library that is not known here.
struct Recorded {
  explicit Recorded(unsigned pointer_size = 8, ByteOrder order = ByteOrder::little)
      : memory(pointer_size, order), host(memory), recording(host) {}
  fakes::FakeMemory memory;
  fakes::FakeHost host;
  FakeRecording recording;
};

int snapshots_of(const HandleSession &session) {
  int number = -1;
  REQUIRE_MESSAGE(mpidbg_snapshot_get_num(session.process(), &number) == MPIDBG_SUCCESS, session.detail());
  return number;
}

std::string problem_of(const HandleSession &session) {
  return mpidbg_snapshot_problem(session.process());
}

std::string cvar_text(const HandleSession &session, int index) {
  mpidbg_t_value_t value{};
  char text[32] = "";
  int length = sizeof text;
  REQUIRE_MESSAGE(mpidbg_cvar_read(session.process(), index, 1, &value, nullptr, text, &length) == MPIDBG_SUCCESS,
                  session.detail());
  return value.datatype == MPIDBG_T_CHAR ? (value.is_null != 0 ? "(null)" : text)
                                         : std::to_string(value.number.as_signed);
}

void select(const HandleSession &session, int snapshot) {
  REQUIRE_MESSAGE(mpidbg_snapshot_select(session.process(), snapshot) == MPIDBG_SUCCESS, session.detail());
}

int number_of_cvars(const HandleSession &session) {
  int number = -1;
  REQUIRE(mpidbg_cvar_get_num(session.process(), &number) == MPIDBG_SUCCESS);
  return number;
}

void add_cvar(FakeRecording &recording, int index, const std::string &name, int datatype = MPIDBG_T_INT, int flags = 0,
              std::uint64_t since = 0) {
  recording.add({.kind = MPIDBG_RECORD_ITEM_CVAR,
                 .index = index,
                 .name = name,
                 .flags = flags,
                 .datatype = datatype,
                 .verbosity = 3,
                 .class_scope = MPIDBG_T_SCOPE_LOCAL,
                 .since = since});
}

}  // namespace

TEST_CASE("G7 G8 G9 G10 variables of each snapshot: they come, go, and keep their indices") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Recorded recorded(target.pointer_size, target.order);
    FakeRecording &recording = recorded.recording;
    add_cvar(recording, 0, "eager_limit");
    add_cvar(recording, 1, "layer", MPIDBG_T_CHAR);
    add_cvar(recording, 2, "late", MPIDBG_T_INT, 0, 2);
    add_cvar(recording, 1, "layer", MPIDBG_T_CHAR, MPIDBG_RECORD_ITEM_INACTIVE, 3);
    const auto text = [](const char *characters, int flags = 0) {
      return FakeRecording::Sample{.kind = MPIDBG_RECORD_SAMPLE_CVAR,
                                   .index = 1,
                                   .text = characters,
                                   .flags = MPIDBG_RECORD_SAMPLE_TEXT | flags};
    };
    const auto number = [](int index, std::uint64_t value) {
      return FakeRecording::Sample{.kind = MPIDBG_RECORD_SAMPLE_CVAR, .index = index, .numbers = {value}};
    };
    recording.snapshot({.cvars = 2}, {number(0, ~std::uint64_t{0} - 4), text("verbs and more")}, MPIDBG_RECORD_AT_INIT);
    recording.snapshot({.cvars = 3}, {number(0, 7), text("", MPIDBG_RECORD_SAMPLE_NO_TEXT), number(2, 8)});
    recording.snapshot(
        {.cvars = 3},
        {{.kind = MPIDBG_RECORD_SAMPLE_CVAR, .index = 0, .flags = MPIDBG_RECORD_SAMPLE_REPEATED}, number(2, 9)},
        MPIDBG_RECORD_AT_SIGNAL, 11);
    recording.write();
    HandleSession session(recorded.host);
    CHECK(snapshots_of(session) == 3);
    CHECK(problem_of(session).empty());
    mpidbg_snapshot_info_t info{};
    info.struct_size = sizeof info;
    REQUIRE(mpidbg_snapshot_get_info(session.process(), 2, &info) == MPIDBG_SUCCESS);
    CHECK(info.number == 3);
    CHECK(info.reason == MPIDBG_SNAPSHOT_AT_SIGNAL);
    CHECK(info.detail == 11);
    CHECK(info.time == 3'000'000'000);
    CHECK(info.realtime == 1'700'000'002'500'000'000);
    CHECK(mpidbg_snapshot_get_info(session.process(), 3, &info) == MPIDBG_T_ERR_INVALID_INDEX);
    CHECK(mpidbg_snapshot_select(session.process(), 3) == MPIDBG_T_ERR_INVALID_INDEX);
    CHECK(mpidbg_snapshot_select(session.process(), -2) == MPIDBG_T_ERR_INVALID_INDEX);
    int selected = 7, index = -1;
    CHECK(mpidbg_snapshot_selected(session.process(), &selected) == MPIDBG_SUCCESS);
    CHECK(selected == MPIDBG_SNAPSHOT_NOW);

    select(session, 0);
    CHECK(mpidbg_snapshot_selected(session.process(), &selected) == MPIDBG_SUCCESS);
    CHECK(selected == 0);
    CHECK(number_of_cvars(session) == 2);
    CHECK(cvar_text(session, 0) == "-5");
    CHECK(cvar_text(session, 1) == "verbs and more");
    CHECK(mpidbg_cvar_get_index(session.process(), "layer", &index) == MPIDBG_SUCCESS);
    CHECK(index == 1);
    CHECK(mpidbg_cvar_get_index(session.process(), "late", &index) == MPIDBG_T_ERR_INVALID_NAME);
    CHECK(mpidbg_cvar_read(session.process(), 2, 0, nullptr, nullptr, nullptr, nullptr) == MPIDBG_T_ERR_INVALID_INDEX);
    select(session, 1);
    CHECK(number_of_cvars(session) == 3);
    CHECK(cvar_text(session, 1) == "(null)");
    CHECK(cvar_text(session, 2) == "8");
    CHECK(mpidbg_cvar_get_index(session.process(), "late", &index) == MPIDBG_SUCCESS);
    CHECK(index == 2);
    // Without memory that is known, now is the newest snapshot, and says so.
    for (const int state : {2, MPIDBG_SNAPSHOT_NOW}) {
      select(session, state);
      CHECK(number_of_cvars(session) == 3);
      CHECK(cvar_text(session, 0) == "7");  // as before
      CHECK(cvar_text(session, 2) == "9");
      CHECK(mpidbg_cvar_read(session.process(), 1, 0, nullptr, nullptr, nullptr, nullptr) ==
            MPIDBG_T_ERR_INVALID_INDEX);
      mpidbg_t_origin_t origin{};
      origin.struct_size = sizeof origin;
      REQUIRE(mpidbg_cvar_get_value_origin(session.process(), 2, &origin) == MPIDBG_SUCCESS);
      CHECK(origin.snapshot == 3);
      CHECK(origin.realtime == 1'700'000'002'500'000'000);
    }
    mpidbg_cvar_origin_t source{};
    source.struct_size = sizeof source;
    REQUIRE(mpidbg_cvar_get_origin(session.process(), 0, &source, nullptr, nullptr) == MPIDBG_SUCCESS);
    CHECK(source.source == MPIDBG_CVAR_SOURCE_UNKNOWN);
  }
}

TEST_CASE("G12 handles of control variables; nothing is written") {
  Recorded recorded;
  add_cvar(recorded.recording, 0, "layer", MPIDBG_T_CHAR);
  recorded.recording.snapshot(
      {.cvars = 1},
      {{.kind = MPIDBG_RECORD_SAMPLE_CVAR, .index = 0, .text = "ob1", .flags = MPIDBG_RECORD_SAMPLE_TEXT}});
  recorded.recording.write();
  HandleSession session(recorded.host);
  mpidbg_cvar_handle_t handle = 0;
  int count = 0, length = 8;
  mpidbg_t_value_t value{};
  char text[8] = "";
  REQUIRE(mpidbg_cvar_handle_alloc(session.process(), 0, nullptr, &handle, &count) == MPIDBG_SUCCESS);
  CHECK(count == 4);
  CHECK(mpidbg_cvar_handle_read(session.process(), handle, &value, text, &length) == MPIDBG_SUCCESS);
  CHECK(std::string(text) == "ob1");
  CHECK(mpidbg_cvar_write(session.process(), handle, &value) == MPIDBG_T_ERR_CVAR_SET_NEVER);
  CHECK(mpidbg_cvar_handle_alloc(session.process(), 1, nullptr, &handle, &count) == MPIDBG_T_ERR_INVALID_INDEX);
  auto copy = handle;
  CHECK(mpidbg_cvar_handle_free(session.process(), &handle) == MPIDBG_SUCCESS);
  CHECK(handle == MPIDBG_CVAR_HANDLE_NULL);
  CHECK(mpidbg_cvar_handle_free(session.process(), &copy) == MPIDBG_T_ERR_INVALID_HANDLE);
  CHECK(mpidbg_cvar_write(session.process(), copy, &value) == MPIDBG_T_ERR_INVALID_HANDLE);
}

TEST_CASE("C3 C5-C9 categories of snapshots: members of four kinds, and the number that rises when one is added") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Recorded recorded(target.pointer_size, target.order);
    const auto add = [&](int index, const char *name, const std::vector<std::int64_t> &numbers, std::uint64_t since) {
      recorded.recording.add(
          {.kind = MPIDBG_RECORD_ITEM_CATEGORY, .index = index, .name = name, .numbers = numbers, .since = since});
    };
    add(0, "all", {2, 1, 2, 0, 4, 1, 0, 1, 0}, 0);
    add(0, "all", {3, 1, 2, 1, 4, 1, 2, 0, 1, 0, 1}, 2);
    add(1, "added", {0, 0, 0, 0}, 2);
    recorded.recording.snapshot({.cvars = 5, .pvars = 1, .categories = 1, .events = 2, .update_number = 3}, {});
    recorded.recording.snapshot({.cvars = 5, .pvars = 1, .categories = 2, .events = 2, .update_number = 4}, {});
    recorded.recording.snapshot({.cvars = 5, .pvars = 1, .categories = 2, .events = 2, .update_number = 4}, {});
    recorded.recording.write();
    HandleSession session(recorded.host);
    mqs_process *process = session.process();
    select(session, 0);
    int number = -1, cvars = -1, categories = -1, events = -1, update = -1, again = -1;
    CHECK(mpidbg_category_get_num(process, &number) == MPIDBG_SUCCESS);
    CHECK(number == 1);
    CHECK(mpidbg_category_changed(process, &update) == MPIDBG_SUCCESS);
    CHECK(update == 3);
    CHECK(mpidbg_category_get_num_events(process, 0, &events) == MPIDBG_SUCCESS);
    CHECK(events == 2);
    CHECK(mpidbg_category_get_num_events(process, 1, &events) == MPIDBG_T_ERR_INVALID_INDEX);
    int indices[4] = {-7, -7, -7, -7};
    CHECK(mpidbg_category_get_events(process, 0, 4, indices) == MPIDBG_SUCCESS);
    CHECK(std::vector<int>(indices, indices + 4) == std::vector<int>{1, 0, -7, -7});
    CHECK(mpidbg_category_get_cvars(process, 0, 1, indices) == MPIDBG_SUCCESS);
    CHECK(indices[0] == 4);
    CHECK(indices[1] == 0);
    CHECK(mpidbg_category_get_events(process, 0, 0, indices) == MPIDBG_SUCCESS);
    CHECK(indices[0] == 4);
    select(session, 1);
    REQUIRE(mpidbg_category_get_info(process, 0, nullptr, nullptr, nullptr, nullptr, &cvars, nullptr, &categories) ==
            MPIDBG_SUCCESS);
    CHECK(cvars == 3);
    CHECK(categories == 1);
    CHECK(mpidbg_category_changed(process, &again) == MPIDBG_SUCCESS);
    CHECK(again > update);
    CHECK(mpidbg_category_get_index(process, "added", &number) == MPIDBG_SUCCESS);
    select(session, 2);
    CHECK(mpidbg_category_changed(process, &update) == MPIDBG_SUCCESS);
    CHECK(update == again);
  }
}

TEST_CASE("C10 recorded categories that contain themselves, or what there is not") {
  Recorded recorded;
  const auto add = [&](int index, const std::vector<std::int64_t> &numbers) {
    recorded.recording.add(
        {.kind = MPIDBG_RECORD_ITEM_CATEGORY, .index = index, .name = "c" + std::to_string(index), .numbers = numbers});
  };
  add(0, {0, 0, 0, 1, 1});
  add(1, {0, 0, 0, 1, 2});
  add(2, {0, 0, 0, 1, 1});
  add(3, {0, 0, 0, 0});
  add(4, {1, 0, 0, 0, 9});
  add(5, {INT64_MAX, 0, 0, 0});
  add(6, {0});
  recorded.recording.snapshot({.categories = 8}, {});
  recorded.recording.write();
  HandleSession session(recorded.host);
  const auto info = [&](int index) {
    return mpidbg_category_get_info(session.process(), index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                    nullptr);
  };
  for (const int index : {0, 1, 2, 4, 5, 6}) CHECK(info(index) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(info(3) == MPIDBG_SUCCESS);
  CHECK(info(7) == MPIDBG_T_ERR_INVALID_INDEX);
}

TEST_CASE("a recorded category that claims more members than it has is in no circle through what it has") {
  Recorded recorded;
  const auto add = [&](int index, const std::vector<std::int64_t> &numbers) {
    recorded.recording.add(
        {.kind = MPIDBG_RECORD_ITEM_CATEGORY, .index = index, .name = "c" + std::to_string(index), .numbers = numbers});
  };
  add(0, {0, 0, 0, 1, 1});
  add(1, {0, 0, 0, 4});
  recorded.recording.snapshot({.categories = 2}, {});
  recorded.recording.write();
  HandleSession session(recorded.host);
  const auto info = [&](int index) {
    return mpidbg_category_get_info(session.process(), index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                    nullptr);
  };
  CHECK(info(0) == MPIDBG_SUCCESS);
  CHECK(info(1) == MPIDBG_ERR_UNAVAILABLE);
}

// Each of one item and one sample, in a process of its own.
TEST_CASE("what the recorder's catalogue and a snapshot cannot say is an error, to the last number") {
  using Item = FakeRecording::Item;
  using Sample = FakeRecording::Sample;
  const auto said = [](const Item &item, const std::vector<Sample> &samples, auto &&ask) {
    Recorded recorded;
    recorded.recording.add(item);
    recorded.recording.snapshot({.cvars = 1, .pvars = 1, .categories = 2, .events = 1, .sources = 1}, samples);
    recorded.recording.write();
    HandleSession session(recorded.host);
    const int code = ask(session.process());
    return code == MPIDBG_SUCCESS ? std::string() : session.detail();
  };
  const auto cvar = [](mqs_process *process) {
    return mpidbg_cvar_get_info(process, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                nullptr);
  };
  const auto pvar = [](mqs_process *process) {
    return mpidbg_pvar_get_info(process, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                nullptr, nullptr, nullptr, nullptr);
  };
  const auto category = [](mqs_process *process) {
    return mpidbg_category_get_info(process, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  };
  const auto event = [](mqs_process *process) {
    return mpidbg_event_get_info(process, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                 nullptr, nullptr, nullptr);
  };
  const auto source = [](mqs_process *process) {
    return mpidbg_source_get_info(process, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  };
  const auto value = [](mqs_process *process) {
    return mpidbg_cvar_read(process, 0, 0, nullptr, nullptr, nullptr, nullptr);
  };
  const auto current = [](mqs_process *process) { return mpidbg_pvar_current(process, 0, 0, 0, nullptr, nullptr); };

  // Numbers that MPI has, from 0 on.
  struct Row {
    const char *what;
    int Item::*member;
    int number;
    mpidbg_record_item_kind kind;
  };
  for (const Row &row : {Row{"verbosity", &Item::verbosity, 9, MPIDBG_RECORD_ITEM_CVAR},
                         Row{"binding", &Item::bind, 11, MPIDBG_RECORD_ITEM_CVAR},
                         Row{"scope", &Item::class_scope, 7, MPIDBG_RECORD_ITEM_CVAR},
                         Row{"datatype", &Item::datatype, MPIDBG_T_DATATYPE_MAX, MPIDBG_RECORD_ITEM_CVAR},
                         Row{"verbosity", &Item::verbosity, 9, MPIDBG_RECORD_ITEM_PVAR},
                         Row{"binding", &Item::bind, 11, MPIDBG_RECORD_ITEM_PVAR},
                         Row{"class", &Item::class_scope, 10, MPIDBG_RECORD_ITEM_PVAR},
                         Row{"datatype", &Item::datatype, MPIDBG_T_DATATYPE_MAX, MPIDBG_RECORD_ITEM_PVAR},
                         Row{"verbosity", &Item::verbosity, 9, MPIDBG_RECORD_ITEM_EVENT},
                         Row{"binding", &Item::bind, 11, MPIDBG_RECORD_ITEM_EVENT},
                         Row{"ordering", &Item::class_scope, 2, MPIDBG_RECORD_ITEM_SOURCE}}) {
    CAPTURE(std::string(row.what));
    const auto with = [&](int number) {
      Item item{.kind = row.kind, .name = "one", .numbers = {}};
      if (row.kind == MPIDBG_RECORD_ITEM_SOURCE) item.numbers = {1000, 1};
      item.*row.member = number;
      return row.kind == MPIDBG_RECORD_ITEM_CVAR    ? said(item, {}, cvar)
             : row.kind == MPIDBG_RECORD_ITEM_PVAR  ? said(item, {}, pvar)
             : row.kind == MPIDBG_RECORD_ITEM_EVENT ? said(item, {}, event)
                                                    : said(item, {}, source);
    };
    const std::string unknown = std::string("one has a ") + row.what + " that is not known here";
    CHECK(with(-1) == unknown);
    CHECK(with(0).empty());
    CHECK(with(row.number - 1).empty());
    CHECK(with(row.number) == unknown + " (" + std::to_string(row.number) + ")");
  }

  // Elements of events: a datatype and a place each, the first one at the beginning, the others behind it.
  const auto elements = [&](const std::vector<std::int64_t> &numbers) {
    return said({.kind = MPIDBG_RECORD_ITEM_EVENT, .name = "e", .numbers = numbers}, {}, event);
  };
  CHECK(elements({}).empty());
  CHECK(elements({0, 0}).empty());
  CHECK(elements({0, 1}) == "an element of e is at 1");
  CHECK(elements({0, -1}) == "an element of e is at -1");
  CHECK(elements({0, 0, 0, 1}).empty());
  CHECK(elements({0, 0, 0, 0}) == "an element of e is at 0");
  CHECK(elements({0, 0, 0, 8, 0, 8}) == "an element of e is at 8");
  CHECK(elements({0, 0, 0, 8, 0, 4}) == "an element of e is at 4");
  CHECK(elements({0, 0, 0, 65535}).empty());
  CHECK(elements({0, 0, 0, 65536}) == "an element of e is at 65536");
  CHECK(elements({99, 0}) == "e has a datatype that is not known here (99)");
  const auto clock = [&](const std::vector<std::int64_t> &numbers) {
    return said({.kind = MPIDBG_RECORD_ITEM_SOURCE, .name = "s", .numbers = numbers}, {}, source);
  };
  CHECK(clock({1000, 1}).empty());
  CHECK(clock({1000}) == "the source s has no clock in the recorder's catalogue");
  // Four numbers of members, and these, which there are.
  const auto members = [&](const std::vector<std::int64_t> &numbers) {
    return said({.kind = MPIDBG_RECORD_ITEM_CATEGORY, .name = "c", .numbers = numbers}, {}, category);
  };
  const std::string cannot_be = "the members of c in the recorder's catalogue cannot be";
  CHECK(members({0, 0, 0, 0}).empty());
  CHECK(members({0, 0, 0}) == cannot_be);
  CHECK(members({1, 1, 1, 1, 0, 0, 0, 1}).empty());
  CHECK(members({1, 1, 1, 1, 0, 0, 0}) == cannot_be);
  CHECK(members({-1, 0, 0, 0}) == cannot_be);
  CHECK(members({1, 0, 0, 0, 1}) == cannot_be);
  CHECK(members({1, 0, 0, 0, -1}) == cannot_be);
  CHECK(members({0, 0, 0, 1, 2}) == cannot_be);
  CHECK(members({0, 0, 0, 1, 0}) == "category 0 contains itself, or one that does");
  const auto enumeration = [](mqs_process *process) {
    return mpidbg_enum_get_info(process, 0xfff0'0000'0000'0000, nullptr, nullptr, nullptr);
  };
  const auto items = [&](const std::vector<std::int64_t> &numbers, const std::vector<std::string> &texts) {
    return said({.kind = MPIDBG_RECORD_ITEM_ENUMERATION, .name = "n", .numbers = numbers, .texts = texts}, {},
                enumeration);
  };
  const std::string inconsistent = "the enumeration n has inconsistent or too many names and values";
  CHECK(items({}, {}).empty());
  CHECK(items({1, 2}, {"a", "b"}).empty());
  CHECK(items({1, 2}, {"a"}) == inconsistent);
  CHECK(items({1}, {"a", "b"}) == inconsistent);
  // What a snapshot has of a variable, or why it has nothing.
  const Item text{.kind = MPIDBG_RECORD_ITEM_CVAR, .name = "layer", .datatype = MPIDBG_T_CHAR},
      number{.kind = MPIDBG_RECORD_ITEM_CVAR, .name = "limit"}, counter{.name = "counter"};
  const auto of_cvar = [](int flags, int error = 0) {
    return std::vector<Sample>{{.kind = MPIDBG_RECORD_SAMPLE_CVAR, .text = "ob", .flags = flags, .error = error}};
  };
  CHECK(said(text, of_cvar(MPIDBG_RECORD_SAMPLE_TEXT), value).empty());
  CHECK(said(text, of_cvar(MPIDBG_RECORD_SAMPLE_TEXT | MPIDBG_RECORD_SAMPLE_CUT), value) ==
        "the text of layer is longer than the snapshot has room for");
  CHECK(said(text, {}, value) == "snapshot 1 has no value of layer");
  CHECK(said(text, of_cvar(0, 7), value) == "the library returned error 7 for layer when snapshot 1 was taken");
  CHECK(said(number, of_cvar(0), value) == "limit has no elements in the snapshot");
  CHECK(said(number, {{.kind = MPIDBG_RECORD_SAMPLE_CVAR, .numbers = {1}}}, value).empty());
  CHECK(said(counter, {{.numbers = {1}}}, current).empty());
  CHECK(said(counter, {{.numbers = {1}, .flags = MPIDBG_RECORD_SAMPLE_CUT}}, current) ==
        "counter has more elements than the snapshot has room for");
  const auto index_of = [](int variable_class) {
    return [variable_class](mqs_process *process) {
      return mpidbg_pvar_get_index(process, "counter", variable_class, nullptr);
    };
  };
  CHECK(said(counter, {}, index_of(0)).empty());
  CHECK(said(counter, {}, index_of(1)) == "there is no performance variable of this class 'counter'");
  CHECK(said(counter, {}, index_of(-1)) == "there is no such class");
}

TEST_CASE("P2 P10 now: memory first, the newest snapshot for what memory does not tell") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    fakes::FakeOpenMpi mpi(target.pointer_size, target.order, 0, 2);
    fakes::FakeVariables variables(mpi);
    FakeRecording recording(mpi.host);
    variables.add_performance({.name = "kept", .variable_class = MPIDBG_PVAR_CLASS_COUNTER, .value = 41});
    variables.add_performance({.name = "worked_out", .variable_class = MPIDBG_PVAR_CLASS_LEVEL, .in_memory = false});
    for (const int index : {0, 1}) {
      recording.add({.index = index,
                     .name = index == 0 ? "kept" : "worked_out",
                     .flags = MPIDBG_RECORD_ITEM_CONTINUOUS,
                     .datatype = MPIDBG_T_UNSIGNED_LONG,
                     .class_scope = index == 0 ? MPIDBG_PVAR_CLASS_COUNTER : MPIDBG_PVAR_CLASS_LEVEL});
    }
    for (const std::uint64_t value : {1, 2}) {
      recording.snapshot({.pvars = 2}, {{.index = 0, .numbers = {10 * value}}, {.index = 1, .numbers = {value}}});
    }
    recording.write();
    HandleSession session(mpi.host);
    mqs_process *process = session.process();
    mpidbg_t_value_t value{};
    mpidbg_t_origin_t origin{};
    origin.struct_size = sizeof origin;
    int count = 0;
    REQUIRE_MESSAGE(mpidbg_pvar_current(process, 0, 0, 1, &value, &count) == MPIDBG_SUCCESS, session.detail());
    CHECK(value.number.as_unsigned == 41);
    REQUIRE(mpidbg_pvar_get_origin(process, 0, 0, &origin) == MPIDBG_SUCCESS);
    CHECK(origin.snapshot == 0);
    REQUIRE_MESSAGE(mpidbg_pvar_current(process, 1, 0, 1, &value, &count) == MPIDBG_SUCCESS, session.detail());
    CHECK(value.number.as_unsigned == 2);
    REQUIRE(mpidbg_pvar_get_origin(process, 1, 0, &origin) == MPIDBG_SUCCESS);
    CHECK(origin.snapshot == 2);
    CHECK(origin.time == 2'000'000'000);

    // A counter of memory counts from another beginning than the recorder's: no difference of them is given.
    select(session, 0);
    mpidbg_pvar_session_t experiment = 0;
    mpidbg_pvar_handle_t handle = 0;
    REQUIRE(mpidbg_pvar_session_create(process, &experiment) == MPIDBG_SUCCESS);
    REQUIRE(mpidbg_pvar_handle_alloc(process, experiment, 0, nullptr, &handle, nullptr) == MPIDBG_SUCCESS);
    select(session, 1);
    REQUIRE(mpidbg_pvar_read(process, experiment, handle, &value) == MPIDBG_SUCCESS);
    CHECK(value.number.as_unsigned == 10);
    select(session, MPIDBG_SNAPSHOT_NOW);
    CHECK(mpidbg_pvar_read(process, experiment, handle, &value) == MPIDBG_T_ERR_INVALID);
    CHECK(session.detail().find("another beginning") != std::string::npos);
    int events = -1;
    CHECK(mpidbg_event_get_num(process, &events) == MPIDBG_SUCCESS);
    CHECK(events == 0);
  }
}

TEST_CASE("snapshots that are torn, overwritten or damaged: the last whole one is used, and the problem said") {
  const auto with_three = [](Recorded &recorded) {
    add_cvar(recorded.recording, 0, "limit");
    for (const std::uint64_t value : {1, 2, 3}) {
      recorded.recording.snapshot({.cvars = 1}, {{.kind = MPIDBG_RECORD_SAMPLE_CVAR, .index = 0, .numbers = {value}}});
    }
  };
  SUBCASE("the process died while it wrote the newest one's samples") {
    Recorded recorded;
    with_three(recorded);
    recorded.recording.samples.back() ^= 1;
    recorded.recording.write();
    HandleSession session(recorded.host);
    CHECK(cvar_text(session, 0) == "2");
    CHECK(snapshots_of(session) == 2);
    CHECK(problem_of(session) == "snapshot 3 is not complete: its checksum differs");
  }
  SUBCASE("it claims more samples than are kept, or has room for") {
    constexpr std::uint64_t limit = mpidbg::limits::record_kept_bytes;
    for (const std::uint64_t size : {limit - 8, limit, limit + 8, limit + 1, std::uint64_t{7}}) {
      CAPTURE(size);
      Recorded recorded;
      with_three(recorded);
      recorded.recording.snapshots.back().size = size;
      recorded.recording.write();
      HandleSession session(recorded.host);
      CHECK(cvar_text(session, 0) == "2");
      const bool is_refused = problem_of(session) == "snapshot 3 claims " + std::to_string(size) + " bytes";
      CHECK(is_refused == (size > limit || size == 7));
      CHECK_FALSE(problem_of(session).empty());
    }
  }
  SUBCASE("before it had its number") {
    Recorded recorded;
    with_three(recorded);
    recorded.recording.snapshots.back().number = 0;
    recorded.recording.write();
    HandleSession session(recorded.host);
    CHECK(cvar_text(session, 0) == "2");
    CHECK(problem_of(session) == "snapshot 3 is not complete");
  }
  SUBCASE("older ones were overwritten, which is no damage") {
    Recorded recorded;
    recorded.recording.snapshot_room = 2;
    with_three(recorded);
    recorded.recording.write();
    HandleSession session(recorded.host);
    CHECK(snapshots_of(session) == 2);
    CHECK(problem_of(session).empty());
    select(session, 0);
    CHECK(cvar_text(session, 0) == "2");
  }
  SUBCASE("so were the samples of the oldest one; those of another one are missed") {
    for (const std::size_t damaged : {0u, 1u}) {
      CAPTURE(damaged);
      Recorded recorded;
      with_three(recorded);
      recorded.recording.snapshots[damaged].checksum += 1;
      recorded.recording.write();
      HandleSession session(recorded.host);
      CHECK(snapshots_of(session) == 2);
      const bool is_missed = problem_of(session).find("snapshot 2 is not complete: its checksum") != std::string::npos;
      CHECK(is_missed == (damaged == 1));
      CHECK(problem_of(session).empty() == (damaged == 0));
    }
  }
  SUBCASE("none is whole") {
    Recorded recorded;
    with_three(recorded);
    for (auto &snapshot : recorded.recording.snapshots) snapshot.checksum += 1;
    recorded.recording.write();
    HandleSession session(recorded.host);
    CHECK(snapshots_of(session) == 0);
    int number = 0;
    CHECK(mpidbg_cvar_get_num(session.process(), &number) == MPIDBG_ERR_NOT_SUPPORTED);
    CHECK(session.detail().find("no complete snapshot") != std::string::npos);
  }
  SUBCASE("sizes and offsets that cannot be") {
    for (const std::uint64_t size : {std::uint64_t{4}, std::uint64_t{1} << 40, ~std::uint64_t{7}}) {
      Recorded recorded;
      with_three(recorded);
      recorded.recording.snapshots.back().size = size;
      recorded.recording.write();
      HandleSession session(recorded.host);
      CHECK(snapshots_of(session) == 2);
    }
  }
  SUBCASE("counts that cannot be") {
    Recorded recorded;
    add_cvar(recorded.recording, 0, "limit");
    recorded.recording.snapshot({.cvars = INT_MAX}, {});
    recorded.recording.write();
    HandleSession session(recorded.host);
    int number = 0;
    CHECK(mpidbg_cvar_get_num(session.process(), &number) == MPIDBG_ERR_UNAVAILABLE);
  }
  SUBCASE("a catalogue that ends in the middle of an item") {
    Recorded recorded;
    with_three(recorded);
    add_cvar(recorded.recording, 1, "second");
    recorded.recording.catalogue.resize(recorded.recording.catalogue.size() - 8);
    recorded.recording.write();
    HandleSession session(recorded.host);
    CHECK(cvar_text(session, 0) == "3");
    CHECK(problem_of(session).find("catalogue cannot be read from byte 56 of") != std::string::npos);
  }
  SUBCASE("a variable in the part of the catalogue that cannot be read is not called inactive") {
    Recorded recorded;
    add_cvar(recorded.recording, 0, "limit");
    const std::size_t second = recorded.recording.catalogue.size();
    add_cvar(recorded.recording, 1, "second");
    recorded.recording.snapshot({.cvars = 3}, {{.kind = MPIDBG_RECORD_SAMPLE_CVAR, .index = 0, .numbers = {3}}});
    const auto code_of = [&](int index) {
      recorded.recording.write();
      HandleSession session(recorded.host);
      const int code = mpidbg_cvar_get_info(session.process(), index, nullptr, nullptr, nullptr, nullptr, nullptr,
                                            nullptr, nullptr, nullptr, nullptr);
      CHECK((session.detail().find("catalogue cannot be read from byte") != std::string::npos) ==
            (code == MPIDBG_ERR_UNAVAILABLE));
      return code;
    };
    CHECK(code_of(1) == MPIDBG_SUCCESS);
    CHECK(code_of(2) == MPIDBG_T_ERR_INVALID_INDEX);
    for (std::size_t i = 0; i < 8; ++i) recorded.recording.catalogue[second + i] = 0xff;
    CHECK(code_of(0) == MPIDBG_SUCCESS);
    CHECK(code_of(1) == MPIDBG_ERR_UNAVAILABLE);
    CHECK(code_of(2) == MPIDBG_ERR_UNAVAILABLE);
  }
}

TEST_CASE("why there are no snapshots") {
  Recorded recorded;
  SUBCASE("MPI_T_init_thread failed") {
    recorded.recording.header.mpit_error = 61;
    recorded.recording.write();
    HandleSession session(recorded.host);
    CHECK(snapshots_of(session) == 0);
    CHECK(problem_of(session) == "MPI_T returned error 61 to the recorder, which could take no snapshots");
    int number = 0;
    CHECK(mpidbg_pvar_get_num(session.process(), &number) == MPIDBG_ERR_NOT_SUPPORTED);
    CHECK(session.detail().find("error 61") != std::string::npos);
  }
  SUBCASE("a library without MPI_T") {
    recorded.recording.header.mpit_error = MPIDBG_RECORD_MPIT_MISSING;
    recorded.recording.write();
    HandleSession session(recorded.host);
    CHECK(snapshots_of(session) == 0);
    CHECK(problem_of(session).find("has no MPI_T functions") != std::string::npos);
  }
  SUBCASE("a record of another version") {
    fakes::FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
    fakes::FakeVariables variables(mpi);
    variables.add({.name = "limit", .value = 5});
    FakeRecording recording(mpi.host);
    recording.write();
    recording.header.version = 99;
    recording.write();
    HandleSession session(mpi.host);
    int number = 0;
    CHECK(mpidbg_snapshot_get_num(session.process(), &number) == MPIDBG_ERR_NOT_SUPPORTED);
    CHECK(problem_of(session).find("version 99") != std::string::npos);
    CHECK(cvar_text(session, 0) == "5");  // of memory
  }
  SUBCASE("no recorder") {
    fakes::FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
    HandleSession session(mpi.host);
    CHECK(snapshots_of(session) == 0);
    CHECK(problem_of(session).empty());
  }
}

TEST_CASE("random damage to a record: answers or errors, and an end") {
  for (const TargetKind &target : {all_targets[1], all_targets[2]}) {
    CAPTURE(target.name);
    std::mt19937 random(7);
    for (unsigned round = 0; round < fakes::random_rounds(200); ++round) {
      Recorded recorded(target.pointer_size, target.order);
      add_cvar(recorded.recording, 0, "limit");
      recorded.recording.add({.index = 0, .name = "packets", .flags = MPIDBG_RECORD_ITEM_ATOMIC, .class_scope = 6});
      recorded.recording.add(
          {.kind = MPIDBG_RECORD_ITEM_CATEGORY, .index = 0, .name = "c", .numbers = {1, 1, 1, 0, 0, 0, 0}});
      recorded.recording.add({.kind = MPIDBG_RECORD_ITEM_EVENT, .index = 0, .name = "e", .numbers = {MPIDBG_T_INT, 0}});
      recorded.recording.add({.kind = MPIDBG_RECORD_ITEM_SOURCE, .index = 0, .name = "s", .numbers = {1, 2}});
      for (const std::uint64_t value : {1, 2}) {
        recorded.recording.event({.type = 0, .timestamp = value, .words = {value}});
        recorded.recording.snapshot(
            {.cvars = 1, .pvars = 1, .categories = 1, .events = 1, .sources = 1},
            {{.kind = MPIDBG_RECORD_SAMPLE_CVAR, .index = 0, .numbers = {value}}, {.index = 0, .numbers = {value}}});
      }
      recorded.recording.write();
      constexpr mpidbg_record_table_index tables[] = {MPIDBG_RECORD_CATALOGUE, MPIDBG_RECORD_SNAPSHOTS,
                                                      MPIDBG_RECORD_SAMPLES, MPIDBG_RECORD_MPIT_EVENTS};
      for (int change = 0; change < 4; ++change) {
        const auto byte = static_cast<std::uint8_t>(random());
        recorded.memory.write(recorded.recording.table(tables[random() % 4]) + random() % 320, &byte, 1);
      }
      HandleSession session(recorded.host);
      mqs_process *process = session.process();
      mpidbg_event_registration_t registration = 0;
      mpidbg_pvar_session_t experiment = 0;
      mpidbg_pvar_handle_t handle = 0;
      mpidbg_t_value_t values[64] = {};
      int indices[16] = {}, number = 0;
      const auto nothing = [](mpidbg_event_instance_t, mpidbg_event_registration_t, mpidbg_t_cb_safety_t, void *) {};
      for (const int state : {0, 1, 0, MPIDBG_SNAPSHOT_NOW}) {
        mpidbg_snapshot_select(process, state);
        mpidbg_cvar_read(process, 0, 1, values, nullptr, nullptr, nullptr);
        mpidbg_pvar_current(process, 0, 0, 64, values, &number);
        mpidbg_category_get_cvars(process, 0, 16, indices);
        mpidbg_source_get_info(process, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
        if (registration == 0 &&
            mpidbg_event_handle_alloc(process, 0, nullptr, nullptr, &registration) == MPIDBG_SUCCESS) {
          mpidbg_event_register_callback(process, registration, MPIDBG_T_CB_REQUIRE_NONE, nullptr, nullptr, nothing);
        }
        if (experiment == 0) mpidbg_pvar_session_create(process, &experiment);
        if (handle == 0 &&
            mpidbg_pvar_handle_alloc(process, experiment, 0, nullptr, &handle, &number) == MPIDBG_SUCCESS &&
            number > 64) {
          mpidbg_pvar_handle_free(process, experiment, &handle);
        }
        mpidbg_pvar_start(process, experiment, MPIDBG_PVAR_ALL_HANDLES);
        if (handle != 0) mpidbg_pvar_readreset(process, experiment, handle, values);
      }
      CHECK(mpidbg_snapshot_problem(process) != nullptr);
    }
  }
}
