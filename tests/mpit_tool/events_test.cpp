// Types of events, and the events that the program's library raised before: each registration gets them once.

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tests/fakes/mpi/toy_mpit.h"
#include "tests/mpit_tool/target.h"
#include "tests/mpit_tool/variables.h"

namespace {

// What a callback has seen, in the order of its calls.
struct Seen {
  std::vector<std::string> calls;
  std::vector<MessageData> read, copied;
  std::vector<MPI_Count> times;
  std::vector<int> sources;
  MPI_T_event_instance last = nullptr;
};

void see_message(MPI_T_event_instance instance, MPI_T_event_registration, MPI_T_cb_safety safety, void *user) {
  auto &seen = *static_cast<Seen *>(user);
  MessageData read{}, copied{};
  MPI_Count time = -1;
  int source = -1;
  CHECK(safety == MPI_T_CB_REQUIRE_NONE);
  CHECK(MPI_T_event_read(instance, 0, &read.peer) == MPI_SUCCESS);
  CHECK(MPI_T_event_read(instance, 1, &read.seconds) == MPI_SUCCESS);
  CHECK(MPI_T_event_read(instance, 2, &read.bytes) == MPI_SUCCESS);
  CHECK(MPI_T_event_read(instance, 3, &read) == MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_event_read(instance, 0, nullptr) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_event_copy(instance, &copied) == MPI_SUCCESS);
  CHECK(MPI_T_event_get_timestamp(instance, &time) == MPI_SUCCESS);
  CHECK(MPI_T_event_get_source(instance, &source) == MPI_SUCCESS);
  seen.calls.emplace_back("event");
  seen.read.push_back(read);
  seen.copied.push_back(copied);
  seen.times.push_back(time);
  seen.sources.push_back(source);
  seen.last = instance;
}

void see_dropped(MPI_Count count, MPI_T_event_registration, int source, MPI_T_cb_safety, void *user) {
  CHECK(source == 0);
  static_cast<Seen *>(user)->calls.push_back(std::to_string(count) + " dropped");
}

void count_call(MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety, void *user) {
  ++*static_cast<int *>(user);
}

void count_free(MPI_T_event_registration, MPI_T_cb_safety, void *user) {
  ++*static_cast<int *>(user);
}

MPI_T_event_registration registration_for(int type, MPI_Comm comm = MPI_COMM_NULL) {
  MPI_T_event_registration made = nullptr;
  REQUIRE(MPI_T_event_handle_alloc(type, comm == MPI_COMM_NULL ? nullptr : &comm, MPI_INFO_NULL, &made) == MPI_SUCCESS);
  return made;
}

int register_at(MPI_T_event_registration registration, MPI_T_cb_safety safety, void *user,
                MPI_T_event_cb_function *function) {
  return MPI_T_event_register_callback(registration, safety, MPI_INFO_NULL, user, function);
}

void check_equal(const MessageData &one, const MessageData &other) {
  CHECK(one.peer == other.peer);
  CHECK(one.seconds == other.seconds);
  CHECK(one.bytes == other.bytes);
}

}  // namespace

TEST_CASE("E2 E3 types of events are those of the program, cut to the arrays") {
  describe_variables();
  const Target target;
  const Opened opened(target.file());
  for (int i = 0; i < TYPES; ++i) {
    CAPTURE(i);
    const toy_event_type &original = toy_mpit.events[i];
    char name[64] = "", description[64] = "";
    int name_length = sizeof name, description_length = sizeof description, verbosity = -1, count = 3, bind = -1;
    MPI_Datatype types[3] = {};
    MPI_Aint places[3] = {-1, -1, -1};
    MPI_T_enum enumeration = nullptr;
    MPI_Info info = nullptr;
    REQUIRE(MPI_T_event_get_info(i, name, &name_length, &verbosity, types, places, &count, &enumeration, &info,
                                 description, &description_length, &bind) == MPI_SUCCESS);
    CHECK(std::string(name) == original.name);
    CHECK(std::string(description) == original.description);
    CHECK(verbosity == original.verbosity);
    CHECK(bind == original.bind);
    CHECK(count == original.element_count);
    for (int k = 0; k < count; ++k) CHECK(types[k] == original.datatypes[k]);
    for (int k = 0; k < count; ++k) CHECK(places[k] == original.displacements[k]);
    CHECK((enumeration != MPI_T_ENUM_NULL) == (original.enumeration != nullptr));
    CHECK(info == MPI_INFO_NULL);
    int index = -1;
    CHECK(MPI_T_event_get_index(name, &index) == MPI_SUCCESS);
    CHECK(index == i);
  }
  MPI_Aint places[] = {-1, -1, -1};
  int count = 1;
  CHECK(MPI_T_event_get_info(TYPE_MESSAGE, nullptr, nullptr, nullptr, nullptr, places, &count, nullptr, nullptr,
                             nullptr, nullptr, nullptr) == MPI_SUCCESS);
  CHECK(count == 3);
  CHECK(places[0] == 0);
  CHECK(places[1] == -1);
  count = -1;
  CHECK(MPI_T_event_get_info(TYPE_MESSAGE, nullptr, nullptr, nullptr, nullptr, places, &count, nullptr, nullptr,
                             nullptr, nullptr, nullptr) == MPI_SUCCESS);
  CHECK(count == 3);
  CHECK(places[1] == -1);
  CHECK(MPI_T_event_get_info(TYPES, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                             nullptr, nullptr) == MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_event_get_index("none", &count) == MPI_T_ERR_INVALID_NAME);
}

TEST_CASE("E7 E13-E18 a registration gets the recorded events of its type, with the losses before them") {
  describe_variables();
  const Target target;
  const Opened opened(target.file());
  Seen seen;
  const MPI_T_event_registration registration = registration_for(TYPE_MESSAGE);
  CHECK(MPI_T_event_set_dropped_handler(registration, see_dropped) == MPI_SUCCESS);
  CHECK(register_at(registration, MPI_T_CB_REQUIRE_THREAD_SAFE, &seen, see_message) == MPI_SUCCESS);
  CHECK(seen.calls == std::vector<std::string>{"event", std::to_string(dropped_messages) + " dropped", "event"});
  REQUIRE(seen.read.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    check_equal(seen.read[i], messages[i]);
    check_equal(seen.copied[i], messages[i]);
    CHECK(seen.times[i] == message_times[i]);
    CHECK(seen.sources[i] == 0);
  }
  MessageData data{};
  MPI_Count time = 0;
  CHECK(MPI_T_event_read(seen.last, 0, &data) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_copy(seen.last, &data) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_get_timestamp(seen.last, &time) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_get_source(seen.last, &data.peer) == MPI_T_ERR_INVALID_HANDLE);

  // It gets them once. Another one gets them as well, and without a handler hears of no losses.
  CHECK(register_at(registration, MPI_T_CB_REQUIRE_NONE, &seen, see_message) == MPI_SUCCESS);
  CHECK(seen.calls.size() == 3);
  Seen other;
  CHECK(register_at(registration_for(TYPE_MESSAGE), MPI_T_CB_REQUIRE_NONE, &other, see_message) == MPI_SUCCESS);
  CHECK(seen.calls.size() == 3);
  CHECK(other.calls == std::vector<std::string>{"event", "event"});
  int calls = 0;
  CHECK(register_at(registration_for(TYPE_FIRST), MPI_T_CB_REQUIRE_NONE, &calls, count_call) == MPI_SUCCESS);
  CHECK(calls == 1);
  CHECK(register_at(registration_for(TYPE_SECOND), MPI_T_CB_REQUIRE_NONE, &calls, count_call) == MPI_SUCCESS);
  CHECK(calls == 1);
}

TEST_CASE("E4 a registration for an object gets the events of that object") {
  describe_variables();
  const Target target;
  const Opened opened(target.file());
  const auto see = [](MPI_T_event_instance instance, MPI_T_event_registration, MPI_T_cb_safety, void *user) {
    char data[2] = {'-', '-'};
    CHECK(MPI_T_event_copy(instance, data) == MPI_SUCCESS);
    static_cast<std::string *>(user)->append(data, 2);
  };
  std::string world;
  CHECK(register_at(registration_for(TYPE_COMMUNICATOR, MPI_COMM_WORLD), MPI_T_CB_REQUIRE_NONE, &world, see) ==
        MPI_SUCCESS);
  CHECK(world == std::string{communicator_data, '-'});
  MPI_T_event_registration none = nullptr;
  auto unknown = reinterpret_cast<MPI_Comm>(0x12340);
  CHECK(MPI_T_event_handle_alloc(TYPE_COMMUNICATOR, &unknown, MPI_INFO_NULL, &none) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_handle_alloc(TYPE_COMMUNICATOR, nullptr, MPI_INFO_NULL, &none) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_event_handle_alloc(TYPES, nullptr, MPI_INFO_NULL, &none) == MPI_T_ERR_INVALID_INDEX);
  CHECK(none == nullptr);
}

TEST_CASE("E5 E6 E9-E12 hints, callbacks that are replaced or removed, and registrations that are freed") {
  describe_variables();
  const Target target;
  const Opened opened(target.file());
  const MPI_T_event_registration registration = registration_for(TYPE_FIRST);
  MPI_Info info = nullptr;
  int calls = 0, freed = 0;
  const auto none = MPI_T_CB_REQUIRE_NONE, restricted = MPI_T_CB_REQUIRE_MPI_RESTRICTED;
  CHECK(MPI_T_event_handle_set_info(registration, MPI_INFO_NULL) == MPI_SUCCESS);
  CHECK(MPI_T_event_handle_get_info(registration, &info) == MPI_SUCCESS);
  CHECK(info == MPI_INFO_NULL);
  CHECK(MPI_T_event_callback_set_info(registration, none, MPI_INFO_NULL) == MPI_T_ERR_INVALID);
  CHECK(register_at(registration, none, &calls, nullptr) == MPI_SUCCESS);
  CHECK(register_at(registration, restricted, &calls, count_call) == MPI_SUCCESS);
  CHECK(calls == 1);
  CHECK(MPI_T_event_callback_set_info(registration, restricted, MPI_INFO_NULL) == MPI_SUCCESS);
  CHECK(MPI_T_event_callback_get_info(registration, restricted, &info) == MPI_SUCCESS);
  CHECK(register_at(registration, restricted, &calls, nullptr) == MPI_SUCCESS);
  CHECK(MPI_T_event_callback_get_info(registration, restricted, &info) == MPI_T_ERR_INVALID);
  CHECK(register_at(registration, static_cast<MPI_T_cb_safety>(17), &calls, count_call) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_event_set_dropped_handler(registration, nullptr) == MPI_SUCCESS);
  CHECK(MPI_T_event_handle_free(registration, &freed, count_free) == MPI_SUCCESS);
  CHECK(freed == 1);
  CHECK(MPI_T_event_handle_free(registration, &freed, count_free) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_handle_free(registration_for(TYPE_FIRST), nullptr, nullptr) == MPI_SUCCESS);
  CHECK(freed == 1);
  CHECK(register_at(registration, none, &calls, count_call) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_set_dropped_handler(registration, nullptr) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_event_handle_set_info(registration, MPI_INFO_NULL) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(calls == 1);
}

TEST_CASE("E8 E11 a callback may free its registration, and make another one, but not end MPI_T") {
  describe_variables();
  const Target target;
  const Opened opened(target.file());
  struct Counts {
    int calls = 0, freed = 0, of_the_other = 0;
  } counts;
  const auto see = [](MPI_T_event_instance instance, MPI_T_event_registration own, MPI_T_cb_safety, void *user) {
    auto &counted = *static_cast<Counts *>(user);
    ++counted.calls;
    CHECK(MPI_T_finalize() == MPI_T_ERR_INVALID);
    CHECK(register_at(registration_for(TYPE_MESSAGE), MPI_T_CB_REQUIRE_NONE, &counted.of_the_other, count_call) ==
          MPI_SUCCESS);
    CHECK(counted.of_the_other == 0);
    CHECK(MPI_T_event_handle_free(own, &counted.freed, count_free) == MPI_SUCCESS);
    CHECK(counted.freed == 0);
    MessageData data{};
    CHECK(MPI_T_event_copy(instance, &data) == MPI_SUCCESS);
    check_equal(data, messages[0]);
  };
  CHECK(register_at(registration_for(TYPE_MESSAGE), MPI_T_CB_REQUIRE_NONE, &counts, see) == MPI_SUCCESS);
  CHECK(counts.calls == 1);
  CHECK(counts.freed == 1);
  CHECK(counts.of_the_other == 2);
}
