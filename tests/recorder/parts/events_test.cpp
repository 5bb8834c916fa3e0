// Sources, types of events, and events that the library raises.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "mpidbg/abi/mpit_interface.h"
#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/mpit_functions.h"
#include "mpidbg/recorder/mpit_sampling.h"
#include "tests/recorder/parts/in_child.h"
#include "tests/recorder/parts/recorded.h"

namespace {

using Numbers = std::vector<std::int64_t>;

struct Message {
  int peer;
  double seconds;
  unsigned long bytes;
};
const MPI_Datatype message_types[] = {MPI_INT, MPI_DOUBLE, MPI_UNSIGNED_LONG};
const MPI_Aint message_places[] = {0, offsetof(Message, seconds), offsetof(Message, bytes)};

toy_event_type event_type(int count, const MPI_Datatype *types, const MPI_Aint *places) {
  toy_event_type made{};
  made.name = "event";
  made.description = "raised by the test";
  made.verbosity = MPI_T_VERBOSITY_USER_DETAIL;
  made.bind = MPI_T_BIND_NO_OBJECT;
  made.element_count = count;
  made.datatypes = types;
  made.displacements = places;
  return made;
}

toy_event_type message_type() {
  return event_type(3, message_types, message_places);
}

void initialise_with_events(std::vector<toy_event_type> events) {
  set_events(std::move(events));
  initialise_with({});
}

const mpidbg_record_mpit_event *event(std::uint64_t number) {
  const auto &found = recorder::record.mpit_events[number % header().tables[MPIDBG_RECORD_MPIT_EVENTS].count];
  return found.number == number ? &found : nullptr;
}

// Raises an event of many bytes, and returns what is recorded of it.
const mpidbg_record_mpit_event &raise(int type, std::size_t bytes) {
  static std::array<unsigned char, 2048> data;
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<unsigned char>(i + 1);
  const std::uint64_t number = header().next_mpit_event;
  REQUIRE(toy_raise(type, MPI_COMM_NULL, MPI_T_CB_REQUIRE_NONE, 0, 1, data.data(), bytes) == 1);
  REQUIRE(event(number) != nullptr);
  return *event(number);
}

int last_data_byte(const mpidbg_record_mpit_event &event) {
  return event.data[MPIDBG_RECORD_MPIT_EVENT_BYTES - 1];
}

}  // namespace

TEST_CASE("sources: how they are ordered, their ticks, and their time") {
  in_child([] {
    set_sources({{"ordered", "a clock", MPI_T_SOURCE_ORDERED, 1000, 1L << 40, 123456789, 0, 0},
                 {"unordered", "", MPI_T_SOURCE_UNORDERED, 3, 4, 5, 0, MPI_T_ERR_NOT_SUPPORTED},
                 {"odd", "", static_cast<MPI_T_source_order>(3), 1, 2, 7, 0, 0},
                 {"refused", "", MPI_T_SOURCE_ORDERED, 1, 2, 8, MPI_T_ERR_INVALID_INDEX, 0}});
    initialise_with({});
    const int orders[] = {MPIDBG_T_SOURCE_ORDERED, MPIDBG_T_SOURCE_UNORDERED, -1};
    for (int i = 0; i < 3; ++i) CHECK(last_item(MPIDBG_RECORD_ITEM_SOURCE, i).head.class_scope == orders[i]);
    CHECK(last_item(MPIDBG_RECORD_ITEM_SOURCE, 0).numbers == Numbers{1000, 1L << 40});
    CHECK(last_item(MPIDBG_RECORD_ITEM_SOURCE, 0).texts == std::vector<std::string>{"ordered", "a clock"});
    CHECK(items(MPIDBG_RECORD_ITEM_SOURCE, 3).empty());
    CHECK(sample(MPIDBG_RECORD_SAMPLE_SOURCE, 0).numbers == Numbers{123456789});
    CHECK(sample(MPIDBG_RECORD_SAMPLE_SOURCE, 1).head.error == MPI_T_ERR_NOT_SUPPORTED);
    CHECK(sample(MPIDBG_RECORD_SAMPLE_SOURCE, 1).numbers.empty());
    CHECK(sample(MPIDBG_RECORD_SAMPLE_SOURCE, 2).numbers == Numbers{7});
    CHECK(last_snapshot().source_count == 4);
    CHECK(samples(1).size() == 4);
    recorder::mpit.source_get_timestamp = nullptr;
    take_snapshot();
    CHECK(sample(MPIDBG_RECORD_SAMPLE_SOURCE, 0).head.error == -1);
  });
}

TEST_CASE("the enumeration of a type of events of MPICH, which that never sets, is not followed") {
  in_child([] {
    setenv("TOY_MPI_VERSION", "MPICH Version: 5.0", 1);
    toy_event_type unset = message_type();
    unset.enumeration = reinterpret_cast<MPI_T_enum>(0xa5a5a5a5a5a5a5a5);
    initialise_with_events({unset});
    CHECK(last_item(MPIDBG_RECORD_ITEM_EVENT, 0).head.enumeration == -1);
    CHECK(raise(0, sizeof(Message)).data_size == sizeof(Message));
  });
}

TEST_CASE("the data of the type of events of MPICH that raises them with an invalid pointer are not copied") {
  in_child([] {
    setenv("TOY_MPI_VERSION", "MPICH Version: 5.0", 1);
    toy_event_type enqueued = message_type(), dequeued = message_type();
    enqueued.name = "unexp_message_enqueued";
    dequeued.name = "unexp_message_dequeued";
    initialise_with_events({enqueued, dequeued});
    CHECK(raise(0, sizeof(Message)).data[0] == 1);
    recorder::mpit.event_copy = nullptr;
    const mpidbg_record_mpit_event &raised = raise(1, sizeof(Message));
    CHECK(raised.type == 1);
    CHECK(raised.timestamp == 1);
    CHECK(raised.data_size == UINT16_MAX);
    CHECK(raised.data[0] == 0);
  });
}

TEST_CASE("types of events, and events at all levels with their data") {
  in_child([] {
    static const int value = 0;
    static const char *const name = "x";
    static MPI_ABI_T_enum enumeration = {"e", 1, &value, &name, 0};
    toy_event_type refused = message_type(), counted = message_type(), odd = message_type();
    refused.info_error = MPI_T_ERR_INVALID_INDEX;
    counted.enumeration = &enumeration;
    static const MPI_Datatype odd_types[] = {MPI_INT, MPI_COMM_WORLD == nullptr ? MPI_INT : MPI_DATATYPE_NULL, MPI_INT};
    odd.datatypes = odd_types;
    initialise_with_events({message_type(), refused, counted, odd});
    const Item type = last_item(MPIDBG_RECORD_ITEM_EVENT, 0);
    CHECK(type.numbers == Numbers{MPIDBG_T_INT, 0, MPIDBG_T_DOUBLE, offsetof(Message, seconds), MPIDBG_T_UNSIGNED_LONG,
                                  offsetof(Message, bytes)});
    CHECK(type.texts == std::vector<std::string>{"event", "raised by the test"});
    CHECK(type.head.bind == MPIDBG_T_BIND_NO_OBJECT);
    CHECK(type.head.verbosity == 1);
    CHECK(type.head.enumeration == -1);
    CHECK(last_item(MPIDBG_RECORD_ITEM_EVENT, 2).head.enumeration == 0);
    CHECK(items(MPIDBG_RECORD_ITEM_EVENT, 1).empty());
    CHECK(last_snapshot().event_count == 4);
    CHECK(toy_registrations(0) == 1);
    CHECK(toy_registrations(1) == 0);

    const MPI_T_cb_safety levels[] = {MPI_T_CB_REQUIRE_NONE, MPI_T_CB_REQUIRE_MPI_RESTRICTED,
                                      MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE};
    for (int level = 0; level < 4; ++level) {
      const Message data = {level - 1, level / 4., 1ul << level << 32};
      const std::uint64_t number = header().next_mpit_event;
      CHECK(toy_raise(0, MPI_COMM_NULL, levels[level], level % 2, 1000 - level, &data, sizeof data) == 1);
      const mpidbg_record_mpit_event *raised = event(number);
      REQUIRE(raised != nullptr);
      CHECK(header().next_mpit_event == number + 1);
      CHECK(raised->type == 0);
      CHECK(raised->object == 0);
      CHECK(raised->safety == level);
      CHECK(raised->source == level % 2);
      CHECK(raised->timestamp == static_cast<std::uint64_t>(1000 - level));
      CHECK(raised->time > 0);
      CHECK(raised->data_size == sizeof data);
      Message kept;
      std::memcpy(&kept, raised->data, sizeof kept);
      CHECK(kept.peer == data.peer);
      CHECK(kept.seconds == data.seconds);
      CHECK(kept.bytes == data.bytes);
      CHECK(raised->data[sizeof data] == 0);
      CHECK(raised->dropped == 0);
      CHECK(raised->is_loss == 0);
    }
    // How large one of an unknown datatype is nobody knows.
    CHECK(raise(3, 24).data_size == UINT16_MAX);
    CHECK(last_data_byte(raise(3, 24)) == 0);
    toy_drop(0, 5, 1);
    const mpidbg_record_mpit_event *loss = event(7);
    REQUIRE(loss != nullptr);
    CHECK(loss->is_loss == 1);
    CHECK(loss->dropped == 5);
    CHECK(loss->source == 1);
    CHECK(loss->timestamp == 0);
    CHECK(loss->data_size == 0);
    CHECK(loss->data[0] == 0);
    toy_drop(0, -5, 1);
    CHECK(event(8)->dropped == 0);
    CHECK(header().mpit_events_dropped == 5);
    // What the callback's own calls leave as it was.
    recorder::mpit.event_get_timestamp = [](MPI_T_event_instance, MPI_Count *) { return 1; };
    recorder::mpit.event_get_source = [](MPI_T_event_instance, int *) { return 1; };
    CHECK(raise(0, 24).timestamp == 0);
    CHECK(raise(0, 24).source == -1);
    take_snapshot();
    CHECK(last_snapshot().next_mpit_event == 11);
  });
}

TEST_CASE("data of events is kept as far as there is room, and read as far as its size is known") {
  in_child([] {
    static const std::vector<MPI_Datatype> longs(65, MPI_UNSIGNED_LONG);
    static std::vector<MPI_Aint> places(65), backwards(65);
    for (std::size_t i = 0; i < 65; ++i) {
      places[i] = static_cast<MPI_Aint>(8 * i);
      backwards[i] = static_cast<MPI_Aint>(8 * (9 - i));
    }
    static const MPI_Aint far[] = {0, 1016}, further[] = {0, 1017}, huge[] = {0, 70000};
    const auto type = [](int count, const MPI_Aint *at) { return event_type(count, longs.data(), at); };
    initialise_with_events({type(10, places.data()), type(11, places.data()), type(64, places.data()),
                            type(65, places.data()), type(2, far), type(2, further), type(2, huge),
                            type(10, backwards.data()), type(0, places.data())});
    const int sizes[] = {80, 88, 512, UINT16_MAX, 1024, 1025, UINT16_MAX, 80, 0};
    const bool is_read[] = {true, true, true, false, true, false, false, true, true};
    for (int i = 0; i < 9; ++i) {
      CAPTURE(i);
      const auto &raised = raise(i, std::min<std::size_t>(static_cast<std::size_t>(sizes[i]), 1024));
      CHECK(raised.data_size == sizes[i]);
      CHECK(last_data_byte(raised) == (is_read[i] && sizes[i] >= 80 ? 80 : 0));
      CHECK(raised.data[0] == (is_read[i] && sizes[i] > 0 ? 1 : 0));
    }
    CHECK(last_item(MPIDBG_RECORD_ITEM_EVENT, 2).numbers.size() == 128);
    CHECK(last_item(MPIDBG_RECORD_ITEM_EVENT, 3).numbers.size() == 128);
  });
}

TEST_CASE("the ring of events keeps the last ones") {
  in_child([] {
    initialise_with_events({message_type()});
    const std::uint64_t room = header().tables[MPIDBG_RECORD_MPIT_EVENTS].count;
    const Message data{};
    for (std::uint64_t i = 1; i <= room + 3; ++i)
      toy_raise(0, MPI_COMM_NULL, MPI_T_CB_REQUIRE_NONE, 0, static_cast<MPI_Count>(i), &data, sizeof data);
    CHECK(header().next_mpit_event == room + 4);
    CHECK(event(3) == nullptr);
    for (std::uint64_t n = 4; n < room + 4; ++n) {
      REQUIRE(event(n) != nullptr);
      REQUIRE(event(n)->timestamp == n);
    }
  });
}

TEST_CASE("registrations last as long as types and objects, for each of which there is one") {
  in_child([] {
    toy_event_type bound = message_type(), on_window = message_type(), refused = message_type();
    bound.bind = MPI_T_BIND_MPI_COMM;
    on_window.bind = MPI_T_BIND_MPI_WIN;
    refused.alloc_error = MPI_T_ERR_OUT_OF_HANDLES;
    initialise_with_events({message_type(), bound, on_window, refused});
    CHECK(toy_registrations(0) == 1);
    CHECK(toy_registrations(1) == 2);  // MPI_COMM_WORLD, MPI_COMM_SELF
    CHECK(toy_registrations(2) == 0);
    CHECK(toy_registrations(3) == 0);
    create(MPIDBG_RECORD_COMM, 0x1000);
    create(MPIDBG_RECORD_WIN, 0x2000);
    create(MPIDBG_RECORD_COMM, 0x3000);
    take_snapshot();
    take_snapshot();
    CHECK(toy_registrations(0) == 1);
    CHECK(toy_registrations(1) == 4);
    CHECK(toy_registrations(2) == 1);
    const Message data{};
    const auto comm = reinterpret_cast<MPI_Comm>(0x1000);
    CHECK(toy_raise(1, comm, MPI_T_CB_REQUIRE_NONE, 0, 1, &data, sizeof data) == 1);
    CHECK(event(1)->object == 0x1000);
    CHECK(event(1)->type == 1);
    CHECK(toy_raise(1, MPI_COMM_WORLD, MPI_T_CB_REQUIRE_NONE, 0, 1, &data, sizeof data) == 1);
    CHECK(event(2)->object == 257);
    end(MPIDBG_RECORD_COMM, 0x1000);
    CHECK(toy_registrations(1) == 3);
    CHECK(toy_raise(1, comm, MPI_T_CB_REQUIRE_NONE, 0, 1, &data, sizeof data) == 0);
    end(MPIDBG_RECORD_COMM, 0x2000);  // there is only a window of that handle
    CHECK(toy_registrations(2) == 1);
    end(MPIDBG_RECORD_WIN, 0x2000);
    CHECK(toy_registrations(2) == 0);
    refused.alloc_error = 0;
    toy_event_type gone = message_type();
    gone.info_error = MPI_T_ERR_INVALID_INDEX;
    set_events({gone, bound, on_window, refused});
    take_snapshot();
    CHECK(toy_registrations(0) == 0);
    CHECK(toy_registrations(3) == 1);
    recorder::finish_sampling();
    CHECK(toy_registrations(1) == 0);
    CHECK(toy_registrations(3) == 0);
  });
}

TEST_CASE("there are registrations up to the limit, and none if the library lacks a function") {
  in_child([] {
    initialise_with_events(std::vector<toy_event_type>(513, message_type()));
    CHECK(toy_registrations(511) == 1);
    CHECK(toy_registrations(512) == 0);
    CHECK(header().samples_lost == 1);
    take_snapshot();
    CHECK(header().samples_lost == 2);
  });
  using Lose = void (*)();
  for (const Lose lose :
       {Lose{[] { recorder::mpit.event_get_info = nullptr; }},
        Lose{[] { recorder::mpit.event_handle_alloc = nullptr; }},
        Lose{[] { recorder::mpit.event_handle_free = nullptr; }},
        Lose{[] { recorder::mpit.event_register_callback = nullptr; }},
        Lose{[] { recorder::mpit.event_set_dropped_handler = nullptr; }},
        Lose{[] { recorder::mpit.event_copy = nullptr; }}, Lose{[] { recorder::mpit.event_get_timestamp = nullptr; }},
        Lose{[] { recorder::mpit.event_get_source = nullptr; }}})
    in_child([lose] {
      initialise_with_events({});
      lose();
      set_events({message_type()});
      recorder::mpit.event_get_info = PMPI_T_event_get_info;
      lose();
      if (recorder::mpit.event_get_info == nullptr) return;  // then nothing is known of them
      take_snapshot();
      CHECK(last_snapshot().event_count == 1);
      CHECK(toy_registrations(0) == 0);
    });
}
