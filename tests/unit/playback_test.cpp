// Events and their sources, played from a record: rows E1-E19, S1-S3 of the requirements.

#include <doctest/doctest.h>

#include <climits>
#include <functional>

#include "mpidbg/abi/mpit_interface.h"
#include "tests/fakes/fake_recording.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeRecording;
using mpidbg::ByteOrder;

namespace {

constexpr std::uint64_t world = 0x44000000, duplicate = 0x84000001;

// Two types (the second one bound to a communicator) and two sources (the first one ordered).
struct Recorded {
  explicit Recorded(unsigned pointer_size = 8, ByteOrder order = ByteOrder::little)
      : memory(pointer_size, order), host(memory), recording(host) {
    recording.add(
        {.kind = MPIDBG_RECORD_ITEM_ENUMERATION, .index = 0, .name = "fields", .numbers = {0}, .texts = {"size"}});
    recording.add({.kind = MPIDBG_RECORD_ITEM_EVENT,
                   .index = 0,
                   .name = "arrived",
                   .description = "a message came",
                   .verbosity = 4,
                   .enumeration = 0,
                   .numbers = {MPIDBG_T_UINT64_T, 0, MPIDBG_T_INT, 8}});
    recording.add({.kind = MPIDBG_RECORD_ITEM_EVENT,
                   .index = 1,
                   .name = "matched",
                   .bind = MPIDBG_T_BIND_MPI_COMM,
                   .numbers = {MPIDBG_T_UINT64_T, 0}});
    recording.add({.kind = MPIDBG_RECORD_ITEM_SOURCE, .index = 0, .name = "network", .numbers = {1000000, INT64_MAX}});
    recording.add({.kind = MPIDBG_RECORD_ITEM_SOURCE,
                   .index = 1,
                   .name = "progress",
                   .description = "the progress thread",
                   .class_scope = 1,
                   .numbers = {1000, 4095}});
    snapshot();
  }
  void snapshot() {
    recording.snapshot({.events = 2, .sources = 2},
                       {{.kind = MPIDBG_RECORD_SAMPLE_SOURCE, .index = 0, .numbers = {77}}});
  }
  void write() {
    snapshot();
    recording.write();
  }
  fakes::FakeMemory memory;
  fakes::FakeHost host;
  FakeRecording recording;
};

// What callbacks heard, one word after the other.
struct Listener;
Listener *listener = nullptr;

struct Listener {
  explicit Listener(Recorded &recorded) : handles(recorded.host) {
    listener = this;
    select(0);
  }
  ~Listener() { listener = nullptr; }
  mqs_process *process() { return handles.process(); }
  void select(int snapshot) {
    REQUIRE_MESSAGE(mpidbg_snapshot_select(process(), snapshot) == MPIDBG_SUCCESS, handles.detail());
  }
  mpidbg_event_registration_t alloc(int type, mqs_taddr_t object = 0, const mpidbg_t_hints_t *hints = nullptr) {
    mpidbg_event_registration_t registration = 0;
    REQUIRE_MESSAGE(mpidbg_event_handle_alloc(process(), type, &object, hints, &registration) == MPIDBG_SUCCESS,
                    handles.detail());
    return registration;
  }
  void listen(mpidbg_event_registration_t registration, mpidbg_t_cb_safety_t level = MPIDBG_T_CB_REQUIRE_NONE,
              const char *name = "") {
    REQUIRE(mpidbg_event_register_callback(process(), registration, level, nullptr, const_cast<char *>(name), heard) ==
            MPIDBG_SUCCESS);
  }
  static void heard(mpidbg_event_instance_t instance, mpidbg_event_registration_t registration,
                    mpidbg_t_cb_safety_t safety, void *user_data) {
    Listener &me = *listener;
    std::int64_t timestamp = 0;
    int source = -1;
    CHECK(mpidbg_event_get_timestamp(me.process(), instance, &timestamp) == MPIDBG_SUCCESS);
    CHECK(mpidbg_event_get_source(me.process(), instance, &source) == MPIDBG_SUCCESS);
    me.words.push_back(static_cast<const char *>(user_data) + std::to_string(timestamp) + "@" + std::to_string(source));
    me.instance = instance;
    me.registration = registration;
    me.safety = safety;
    if (me.inside) me.inside();
  }
  static void dropped(std::int64_t count, mpidbg_event_registration_t, int source, mpidbg_t_cb_safety_t,
                      void *user_data) {
    listener->words.push_back(static_cast<const char *>(user_data) + std::string("dropped ") + std::to_string(count) +
                              "@" + std::to_string(source));
  }
  static void freed(mpidbg_event_registration_t, mpidbg_t_cb_safety_t, void *user_data) {
    listener->words.push_back("freed " + std::string(static_cast<const char *>(user_data)));
  }

  HandleSession handles;
  std::vector<std::string> words;
  mpidbg_event_instance_t instance = 0;
  mpidbg_event_registration_t registration = 0;
  mpidbg_t_cb_safety_t safety = MPIDBG_T_CB_REQUIRE_MAX;
  std::function<void()> inside;
};

using Words = std::vector<std::string>;

std::string hint_of(const mpidbg_t_hints_t &hints) {
  REQUIRE(hints.count == 1);
  return std::string(hints.pairs[0].key) + "=" + hints.pairs[0].value;
}

struct Hint {
  explicit Hint(const char *value, const char *key = "mpidbg_cut_instances")
      : pair{const_cast<char *>(key), const_cast<char *>(value)}, hints{1, &pair} {}
  mpidbg_info_pair_t pair;
  mpidbg_t_hints_t hints;
};

}  // namespace

TEST_CASE("S1-S3 sources, their clocks and their order") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Recorded recorded(target.pointer_size, target.order);
    recorded.write();
    Listener one(recorded);
    int number = 0, length = 32, description_length = 32;
    CHECK(mpidbg_source_get_num(one.process(), &number) == MPIDBG_SUCCESS);
    CHECK(number == 2);
    char name[32] = "", description[32] = "x";
    mpidbg_t_ordering_t ordering = MPIDBG_T_SOURCE_UNORDERED;
    std::int64_t ticks = 0, most = 0, timestamp = 0;
    mpidbg_t_hints_t hints{7, nullptr};
    REQUIRE(mpidbg_source_get_info(one.process(), 0, name, &length, description, &description_length, &ordering, &ticks,
                                   &most, &hints) == MPIDBG_SUCCESS);
    CHECK(std::string(name) == "network");
    CHECK(length == 8);
    CHECK(description[0] == '\0');
    CHECK(description_length == 1);
    CHECK(ordering == MPIDBG_T_SOURCE_ORDERED);
    CHECK(ticks == 1000000);
    CHECK(most == INT64_MAX);
    CHECK(hints.count == 0);
    mpidbg_hints_free(&hints);
    mpidbg_hints_free(nullptr);
    REQUIRE(mpidbg_source_get_info(one.process(), 1, nullptr, nullptr, nullptr, nullptr, &ordering, nullptr, &most,
                                   nullptr) == MPIDBG_SUCCESS);
    CHECK(ordering == MPIDBG_T_SOURCE_UNORDERED);
    CHECK(most == 4095);
    for (const int index : {-1, 2, INT_MAX}) {
      CHECK(mpidbg_source_get_info(one.process(), index, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                   nullptr) == MPIDBG_T_ERR_INVALID_INDEX);
      CHECK(mpidbg_source_get_timestamp(one.process(), index, &timestamp) == MPIDBG_T_ERR_INVALID_INDEX);
    }
    CHECK(mpidbg_source_get_timestamp(one.process(), 0, &timestamp) == MPIDBG_SUCCESS);
    CHECK(timestamp == 77);
    CHECK(mpidbg_source_get_timestamp(one.process(), 1, &timestamp) == MPIDBG_ERR_NOT_SUPPORTED);
    one.select(MPIDBG_SNAPSHOT_NOW);
    CHECK(mpidbg_source_get_timestamp(one.process(), 0, &timestamp) == MPIDBG_ERR_NOT_SUPPORTED);
  }
}

TEST_CASE("E1-E3 G4 types of events") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Recorded recorded(target.pointer_size, target.order);
    recorded.write();
    Listener one(recorded);
    int number = 0, index = -1;
    CHECK(mpidbg_event_get_num(one.process(), &number) == MPIDBG_SUCCESS);
    CHECK(number == 2);
    CHECK(mpidbg_event_get_index(one.process(), "matched", &index) == MPIDBG_SUCCESS);
    CHECK(index == 1);
    CHECK(mpidbg_event_get_index(one.process(), "match", &index) == MPIDBG_T_ERR_INVALID_NAME);
    CHECK(mpidbg_event_get_index(one.process(), nullptr, &index) == MPIDBG_T_ERR_INVALID);

    char name[32] = "", description[32] = "";
    int length = 32, description_length = 32, verbosity = -1, bind = -1, elements = 1;
    mpidbg_t_datatype_t types[3] = {MPIDBG_T_DATATYPE_MAX, MPIDBG_T_DATATYPE_MAX, MPIDBG_T_DATATYPE_MAX};
    std::int64_t displacements[3] = {-1, -1, -1};
    mpidbg_enum_t enumeration = 0;
    mpidbg_t_hints_t hints{};
    const auto info = [&](int of, int *count) {
      return mpidbg_event_get_info(one.process(), of, name, &length, &verbosity, types, displacements, count,
                                   &enumeration, &hints, description, &description_length, &bind);
    };
    REQUIRE(info(0, &elements) == MPIDBG_SUCCESS);
    CHECK(std::string(name) == "arrived");
    CHECK(std::string(description) == "a message came");
    CHECK(verbosity == MPIDBG_T_VERBOSITY_TUNER_DETAIL);
    CHECK(bind == MPIDBG_T_BIND_NO_OBJECT);
    CHECK(elements == 2);  // of which there was room for one
    CHECK(types[0] == MPIDBG_T_UINT64_T);
    CHECK(displacements[0] == 0);
    CHECK(types[1] == MPIDBG_T_DATATYPE_MAX);
    CHECK(displacements[1] == -1);
    CHECK(hint_of(hints) == "mpidbg_cut_instances=raise");
    mpidbg_hints_free(&hints);
    int items = 0;
    CHECK(mpidbg_enum_get_info(one.process(), enumeration, &items, nullptr, nullptr) == MPIDBG_SUCCESS);
    CHECK(items == 1);
    elements = 3;
    REQUIRE(info(0, &elements) == MPIDBG_SUCCESS);
    mpidbg_hints_free(&hints);
    CHECK(elements == 2);
    CHECK(types[1] == MPIDBG_T_INT);
    CHECK(displacements[1] == 8);
    CHECK(displacements[2] == -1);
    types[0] = MPIDBG_T_DATATYPE_MAX;
    REQUIRE(info(1, nullptr) == MPIDBG_SUCCESS);
    mpidbg_hints_free(&hints);
    CHECK(types[0] == MPIDBG_T_DATATYPE_MAX);
    CHECK(enumeration == 0);
    CHECK(bind == MPIDBG_T_BIND_MPI_COMM);
    CHECK(description_length == 1);
    CHECK(mpidbg_event_get_info(one.process(), 0, nullptr, nullptr, nullptr, nullptr, nullptr, &elements, nullptr,
                                nullptr, nullptr, nullptr, nullptr) == MPIDBG_SUCCESS);
    for (const int wrong : {-1, 2, INT_MAX}) CHECK(info(wrong, nullptr) == MPIDBG_T_ERR_INVALID_INDEX);
  }
}

TEST_CASE("G13 P17 E4 E8 E15-E18 instances are raised between the states, and can be read in their callback alone") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Recorded recorded(target.pointer_size, target.order);
    const std::uint64_t second =
        target.order == ByteOrder::little ? 5 : std::uint64_t{5} << 32;  // an int, then padding
    recorded.recording.event({.type = 0, .source = 1, .timestamp = 10, .words = {~std::uint64_t{0} - 1, second}});
    recorded.recording.event({.type = 1, .source = 1, .timestamp = 11, .words = {7}, .object = world});
    recorded.recording.event({.type = 1, .source = 1, .timestamp = 12, .words = {8}, .object = duplicate});
    recorded.write();
    recorded.recording.event({.type = 0, .source = 1, .timestamp = 13, .words = {1, 0}});
    recorded.write();

    Listener one(recorded);
    const auto arrived = one.alloc(0, 0xdead), of_dup = one.alloc(1, duplicate);
    one.listen(arrived, MPIDBG_T_CB_REQUIRE_NONE, "a");
    one.listen(of_dup, MPIDBG_T_CB_REQUIRE_NONE, "d");
    mpidbg_t_value_t value{};
    one.inside = [&] {
      if (one.words.size() != 1) return;
      CHECK(mpidbg_event_read(one.process(), one.instance, 0, &value) == MPIDBG_SUCCESS);
      CHECK(value.number.as_unsigned == ~std::uint64_t{0} - 1);
      CHECK(mpidbg_event_read(one.process(), one.instance, 1, &value) == MPIDBG_SUCCESS);
      CHECK(value.datatype == MPIDBG_T_INT);
      CHECK(value.number.as_signed == 5);
      CHECK(mpidbg_event_read(one.process(), one.instance, 2, &value) == MPIDBG_T_ERR_INVALID_INDEX);
      CHECK(mpidbg_event_read(one.process(), one.instance, -1, &value) == MPIDBG_T_ERR_INVALID_INDEX);
      CHECK(mpidbg_event_read(one.process(), one.instance + 1, 0, &value) == MPIDBG_T_ERR_INVALID_HANDLE);
      unsigned char copy[24];
      std::fill(std::begin(copy), std::end(copy), 0xee);
      CHECK(mpidbg_event_copy(one.process(), one.instance, copy) == MPIDBG_SUCCESS);
      CHECK(copy[target.order == ByteOrder::little ? 0 : 7] == 0xfe);
      CHECK(copy[15] != 0xee);
      CHECK(copy[16] == 0xee);
      CHECK(mpidbg_snapshot_select(one.process(), 0) == MPIDBG_T_ERR_NOT_ACCESSIBLE);
    };
    one.select(1);
    CHECK(one.words == Words{"a10@1", "d12@1"});
    CHECK(one.safety == MPIDBG_T_CB_REQUIRE_NONE);
    CHECK(mpidbg_event_read(one.process(), one.instance, 0, &value) == MPIDBG_T_ERR_INVALID_HANDLE);
    std::int64_t timestamp = 0;
    CHECK(mpidbg_event_get_timestamp(one.process(), one.instance, &timestamp) == MPIDBG_T_ERR_INVALID_HANDLE);
    one.select(2);
    CHECK(one.words.back() == "a13@1");
    const std::size_t heard = one.words.size();
    one.select(0);
    CHECK(one.words.size() == heard);  // going back plays nothing
    mpidbg_event_registration_t registration = 0;
    CHECK(mpidbg_event_handle_alloc(one.process(), 1, nullptr, nullptr, &registration) == MPIDBG_T_ERR_INVALID);
    const mqs_taddr_t garbage = 0x12345;  // neither lives nor has events
    CHECK(mpidbg_event_handle_alloc(one.process(), 1, &garbage, nullptr, &registration) == MPIDBG_T_ERR_INVALID_HANDLE);
    CHECK(one.handles.detail() == "matched can only be bound to an object that is live or has recorded events");
    CHECK(registration == 0);
    CHECK(mpidbg_event_handle_alloc(one.process(), 2, nullptr, nullptr, &registration) == MPIDBG_T_ERR_INVALID_INDEX);
  }
}

TEST_CASE("S2 E17 events of an ordered source come in the order of their timestamps") {
  Recorded recorded;
  for (const std::uint64_t time : {20, 10, 30}) {
    recorded.recording.event({.type = 0, .source = 0, .timestamp = time});
    recorded.recording.event({.type = 0, .source = 1, .timestamp = time});
  }
  recorded.write();
  Listener one(recorded);
  one.listen(one.alloc(0));
  one.select(MPIDBG_SNAPSHOT_NOW);
  CHECK(one.words == Words{"10@0", "20@1", "20@0", "10@1", "30@0", "30@1"});
}

TEST_CASE("E5 E6 E9 E10 hints of registrations and callbacks") {
  Recorded recorded;
  recorded.recording.event({.type = 1, .timestamp = 1, .words = {9}, .object = world, .data_size = 100});
  recorded.write();
  Listener one(recorded);
  Hint drop("drop"), raise("raise"), nonsense("perhaps"), other("drop", "some_other_hint");
  const auto registration = one.alloc(1, world, &other.hints);
  const auto used = [&](mpidbg_t_cb_safety_t level) {
    mpidbg_t_hints_t hints{};
    const int code = level == MPIDBG_T_CB_REQUIRE_MAX
                         ? mpidbg_event_handle_get_info(one.process(), registration, &hints)
                         : mpidbg_event_callback_get_info(one.process(), registration, level, &hints);
    REQUIRE(code == MPIDBG_SUCCESS);
    const std::string text = hint_of(hints);
    mpidbg_hints_free(&hints);
    return text;
  };
  const auto level = MPIDBG_T_CB_REQUIRE_THREAD_SAFE;
  CHECK(used(MPIDBG_T_CB_REQUIRE_MAX) == "mpidbg_cut_instances=raise");
  one.listen(registration, level);
  REQUIRE(mpidbg_event_handle_set_info(one.process(), registration, &drop.hints) == MPIDBG_SUCCESS);
  CHECK(used(MPIDBG_T_CB_REQUIRE_MAX) == "mpidbg_cut_instances=drop");
  CHECK(used(level) == "mpidbg_cut_instances=drop");  // its registration's
  for (const Hint *ignored : {&nonsense, &other}) {
    REQUIRE(mpidbg_event_handle_set_info(one.process(), registration, &ignored->hints) == MPIDBG_SUCCESS);
    CHECK(used(MPIDBG_T_CB_REQUIRE_MAX) == "mpidbg_cut_instances=drop");
  }
  one.select(1);
  CHECK(one.words.empty());
  REQUIRE(mpidbg_event_callback_set_info(one.process(), registration, level, &raise.hints) == MPIDBG_SUCCESS);
  CHECK(used(level) == "mpidbg_cut_instances=raise");
  one.inside = [&] {
    mpidbg_t_value_t value{};
    char buffer[100];
    CHECK(mpidbg_event_read(one.process(), one.instance, 0, &value) == MPIDBG_SUCCESS);
    CHECK(mpidbg_event_copy(one.process(), one.instance, buffer) == MPIDBG_T_ERR_INVALID);
  };
  one.select(0);
  one.select(1);
  CHECK(one.words.size() == 1);
  mpidbg_t_hints_t hints{};
  CHECK(mpidbg_event_callback_get_info(one.process(), registration, MPIDBG_T_CB_REQUIRE_NONE, &hints) ==
        MPIDBG_T_ERR_INVALID);
  CHECK(mpidbg_event_callback_set_info(one.process(), registration, MPIDBG_T_CB_REQUIRE_NONE, &drop.hints) ==
        MPIDBG_T_ERR_INVALID);
  one.listen(registration, level);  // again: the hints of before are gone
  CHECK(used(level) == "mpidbg_cut_instances=drop");
}

TEST_CASE("E7 an instance that requires nothing, or what no level is, has a callback as the library raised it") {
  Recorded recorded;
  recorded.recording.event({.type = 0, .timestamp = 1, .safety = MPIDBG_T_CB_REQUIRE_NONE});
  recorded.recording.event({.type = 0, .timestamp = 2, .safety = MPIDBG_T_CB_REQUIRE_MAX});
  recorded.write();
  Listener one(recorded);
  const auto registration = one.alloc(0);
  one.listen(registration, MPIDBG_T_CB_REQUIRE_NONE, "none ");
  one.listen(registration, MPIDBG_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE, "signal ");
  REQUIRE(mpidbg_event_set_playback_safety(one.process(), MPIDBG_T_CB_RECORDED) == MPIDBG_SUCCESS);
  one.select(1);
  CHECK(one.words == Words{"none 1@0", "signal 2@0"});
}

TEST_CASE("E7 E19 the callback of the lowest valid level, or none") {
  Recorded recorded;
  recorded.recording.event({.type = 0, .timestamp = 1, .safety = MPIDBG_T_CB_REQUIRE_MPI_RESTRICTED});
  recorded.recording.event({.type = 0, .timestamp = 2, .safety = MPIDBG_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE});
  recorded.write();
  Listener one(recorded);
  const auto registration = one.alloc(0);
  one.listen(registration, MPIDBG_T_CB_REQUIRE_THREAD_SAFE, "thread ");
  one.select(1);
  CHECK(one.words == Words{"thread 1@0", "thread 2@0"});
  CHECK(one.safety == MPIDBG_T_CB_REQUIRE_NONE);  // what playing requires
  one.listen(registration, MPIDBG_T_CB_REQUIRE_NONE, "none ");
  one.select(0);
  one.words.clear();
  one.select(1);
  CHECK(one.words == Words{"none 1@0", "none 2@0"});
  // As the library raised them, the second one needs more than there is.
  CHECK(mpidbg_event_set_playback_safety(one.process(), MPIDBG_T_CB_REQUIRE_MAX) == MPIDBG_T_ERR_INVALID);
  REQUIRE(mpidbg_event_set_playback_safety(one.process(), MPIDBG_T_CB_RECORDED) == MPIDBG_SUCCESS);
  REQUIRE(mpidbg_event_set_dropped_handler(one.process(), registration, Listener::dropped) == MPIDBG_SUCCESS);
  one.select(0);
  one.words.clear();
  one.select(1);
  CHECK(one.words == Words{"thread 1@0", "none dropped 1@0"});
  CHECK(one.safety == MPIDBG_T_CB_REQUIRE_MPI_RESTRICTED);
  REQUIRE(mpidbg_event_set_playback_safety(one.process(), MPIDBG_T_CB_REQUIRE_NONE) == MPIDBG_SUCCESS);
  one.select(0);
  one.words.clear();
  one.select(1);
  CHECK(one.words == Words{"none 1@0", "none 2@0"});
  for (const auto level : {MPIDBG_T_CB_REQUIRE_NONE, MPIDBG_T_CB_REQUIRE_THREAD_SAFE}) {
    CHECK(mpidbg_event_register_callback(one.process(), registration, level, nullptr, nullptr, nullptr) ==
          MPIDBG_SUCCESS);
  }
  one.select(0);
  one.words.clear();
  one.select(1);
  CHECK(one.words.empty());
  CHECK(mpidbg_event_register_callback(one.process(), registration, MPIDBG_T_CB_REQUIRE_MAX, nullptr, nullptr,
                                       Listener::heard) == MPIDBG_T_ERR_INVALID);
}

TEST_CASE("E11 E12 registrations are freed, from within their callback too") {
  Recorded recorded;
  recorded.recording.event({.type = 0, .timestamp = 1});
  recorded.recording.event({.type = 0, .timestamp = 2});
  recorded.write();
  Listener one(recorded);
  auto registration = one.alloc(0), other = one.alloc(0);
  one.listen(registration, MPIDBG_T_CB_REQUIRE_NONE, "a");
  one.inside = [&] {
    char last[] = "last";
    static std::string kept;
    kept = last;
    CHECK(mpidbg_event_handle_free(one.process(), &registration, kept.data(), Listener::freed) == MPIDBG_SUCCESS);
    one.words.push_back("returns");
  };
  one.select(1);
  CHECK(one.words == Words{"a1@0", "returns", "freed last"});
  CHECK(registration == MPIDBG_EVENT_REGISTRATION_NULL);
  char now[] = "now";
  auto copy = other;
  CHECK(mpidbg_event_handle_free(one.process(), &other, now, Listener::freed) == MPIDBG_SUCCESS);
  CHECK(one.words.back() == "freed now");
  CHECK(mpidbg_event_handle_free(one.process(), &copy, now, Listener::freed) == MPIDBG_T_ERR_INVALID_HANDLE);
  auto third = one.alloc(0);
  CHECK(mpidbg_event_handle_free(one.process(), &third, nullptr, nullptr) == MPIDBG_SUCCESS);
}

TEST_CASE("E13 E14 events that were dropped are told of before the next one of their source") {
  Recorded recorded;
  recorded.recording.event({.type = 0, .source = 0, .timestamp = 1});
  recorded.recording.event({.type = 0, .source = 1, .timestamp = 2});
  recorded.recording.event({.type = 0, .source = 0, .timestamp = 5, .dropped = 2});
  recorded.recording.event({.type = 0, .source = 1, .timestamp = 6, .dropped = UINT64_MAX});
  recorded.write();
  Listener one(recorded);
  const auto registration = one.alloc(0), silent = one.alloc(0);
  one.listen(registration, MPIDBG_T_CB_REQUIRE_NONE, "");
  REQUIRE(mpidbg_event_set_dropped_handler(one.process(), registration, Listener::dropped) == MPIDBG_SUCCESS);
  // One without a callback is told nothing.
  REQUIRE(mpidbg_event_set_dropped_handler(one.process(), silent, Listener::dropped) == MPIDBG_SUCCESS);
  one.select(1);
  CHECK(one.words == Words{"1@0", "2@1", "dropped 2@0", "5@0", "dropped 9223372036854775807@1", "6@1"});
  REQUIRE(mpidbg_event_set_dropped_handler(one.process(), registration, nullptr) == MPIDBG_SUCCESS);
  one.select(0);
  one.words.clear();
  one.select(1);
  CHECK(one.words == Words{"1@0", "2@1", "5@0", "6@1"});

  // What the one without a callback missed is not told to a handler that is set later.
  REQUIRE(mpidbg_event_set_dropped_handler(one.process(), silent, nullptr) == MPIDBG_SUCCESS);
  REQUIRE(mpidbg_event_set_dropped_handler(one.process(), silent, Listener::dropped) == MPIDBG_SUCCESS);
  one.listen(silent, MPIDBG_T_CB_REQUIRE_NONE, "late ");
  one.select(0);
  one.words.clear();
  one.select(1);
  CHECK(one.words == Words{"1@0", "late 1@0", "2@1", "late 2@1", "late dropped 2@0", "5@0", "late 5@0",
                           "late dropped 9223372036854775807@1", "6@1", "late 6@1"});
}

TEST_CASE("E14 a loss is told of with its own source, and also where no event follows") {
  Recorded recorded;
  recorded.recording.event({.type = 0, .source = 0, .timestamp = 4});
  recorded.recording.event({.type = 0, .source = 1, .dropped = 3, .is_loss = true});
  recorded.recording.event({.type = 0, .source = 0, .timestamp = 5});
  recorded.recording.event({.type = 0, .source = 1, .timestamp = 6});
  recorded.recording.event({.type = 0, .source = 0, .dropped = 7, .is_loss = true});
  recorded.write();
  Listener one(recorded);
  const auto registration = one.alloc(0);
  one.listen(registration);
  REQUIRE(mpidbg_event_set_dropped_handler(one.process(), registration, Listener::dropped) == MPIDBG_SUCCESS);
  one.select(1);
  CHECK(one.words == Words{"4@0", "5@0", "dropped 3@1", "6@1", "dropped 7@0"});
}

TEST_CASE("E14 a ring that was overrun: the number of lost events is told before the next one") {
  Recorded recorded;
  recorded.recording.event_room = 4;
  for (std::uint64_t time = 1; time <= 10; ++time) recorded.recording.event({.type = 0, .timestamp = time});
  recorded.write();
  Listener one(recorded);
  const auto registration = one.alloc(0);
  one.listen(registration);
  REQUIRE(mpidbg_event_set_dropped_handler(one.process(), registration, Listener::dropped) == MPIDBG_SUCCESS);
  one.select(1);
  CHECK(one.words == Words{"dropped 6@0", "7@0", "8@0", "9@0", "10@0"});
  CHECK(std::string(mpidbg_snapshot_problem(one.process())).find("6 events were overwritten") != std::string::npos);
}
