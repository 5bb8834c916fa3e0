// Performance experiment sessions over snapshots: rows P4-P15 of the requirements.

#include <doctest/doctest.h>

#include <bit>

#include "mpidbg/abi/mpit_interface.h"
#include "tests/fakes/fake_recording.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeRecording;
using mpidbg::ByteOrder;

namespace {

enum Variable { counter, level, high, low, timer, of_comm, written, small, none };

constexpr std::uint64_t world = 0x44000000, duplicate = 0x84000001;

// A process of a library that is not known, with a recorder that took four snapshots.
struct Recorded {
  explicit Recorded(unsigned pointer_size = 8, ByteOrder order = ByteOrder::little)
      : memory(pointer_size, order), host(memory), recording(host) {
    using Item = FakeRecording::Item;
    const int stopped = MPIDBG_RECORD_ITEM_ATOMIC, always = MPIDBG_RECORD_ITEM_CONTINUOUS | MPIDBG_RECORD_ITEM_READONLY;
    const auto add = [&](int index, const char *name, int flags, int datatype, int variable_class, int bind = 0) {
      recording.add(Item{.index = index,
                         .name = name,
                         .flags = flags,
                         .datatype = datatype,
                         .bind = bind,
                         .class_scope = variable_class});
    };
    add(counter, "packets", stopped, MPIDBG_T_UNSIGNED_LONG_LONG, MPIDBG_PVAR_CLASS_COUNTER);
    add(level, "queue", stopped, MPIDBG_T_INT, MPIDBG_PVAR_CLASS_LEVEL);
    add(high, "queue", stopped, MPIDBG_T_INT, MPIDBG_PVAR_CLASS_HIGHWATERMARK);
    add(low, "queue", stopped, MPIDBG_T_INT, MPIDBG_PVAR_CLASS_LOWWATERMARK);
    add(timer, "waiting", always, MPIDBG_T_DOUBLE, MPIDBG_PVAR_CLASS_TIMER);
    add(of_comm, "peers", always, MPIDBG_T_UNSIGNED, MPIDBG_PVAR_CLASS_SIZE, MPIDBG_T_BIND_MPI_COMM);
    add(written, "limit", 0, MPIDBG_T_UNSIGNED, MPIDBG_PVAR_CLASS_AGGREGATE);
    add(small, "wraps", stopped, MPIDBG_T_UNSIGNED, MPIDBG_PVAR_CLASS_COUNTER);
    const std::uint64_t levels[] = {5, 9, 2, 4};
    for (std::uint64_t i = 0; i < 4; ++i) {
      const std::uint64_t depth = levels[i];
      recording.snapshot({.pvars = none},
                         {{.index = counter, .numbers = {100 * (i + 1)}},
                          {.index = level, .numbers = {depth}},
                          {.index = high, .numbers = {depth}},
                          {.index = low, .numbers = {depth}},
                          {.index = timer, .numbers = {std::bit_cast<std::uint64_t>(0.5 * static_cast<double>(i))}},
                          {.index = of_comm, .numbers = {i, 1, 2}, .object = world},
                          {.index = of_comm, .numbers = {i}, .object = duplicate},
                          {.index = written, .numbers = {10 * i}},
                          {.index = small, .numbers = {i == 3 ? 4 : 0xfffffff0 + i}}});
    }
    recording.write();
  }
  fakes::FakeMemory memory;
  fakes::FakeHost host;
  FakeRecording recording;
};

class Experiment {
 public:
  explicit Experiment(Recorded &recorded, int snapshot = 0) : handles_(recorded.host) {
    select(snapshot);
    REQUIRE_MESSAGE(mpidbg_pvar_session_create(process(), &session) == MPIDBG_SUCCESS, handles_.detail());
  }
  mqs_process *process() { return handles_.process(); }
  std::string detail() { return handles_.detail(); }
  void select(int snapshot) {
    REQUIRE_MESSAGE(mpidbg_snapshot_select(process(), snapshot) == MPIDBG_SUCCESS, handles_.detail());
  }
  mpidbg_pvar_handle_t alloc(int index, mpidbg_pvar_session_t in = 0) {
    mpidbg_pvar_handle_t handle = 0;
    REQUIRE_MESSAGE(
        mpidbg_pvar_handle_alloc(process(), in != 0 ? in : session, index, nullptr, &handle, nullptr) == MPIDBG_SUCCESS,
        handles_.detail());
    return handle;
  }
  int start(mpidbg_pvar_handle_t handle) { return mpidbg_pvar_start(process(), session, handle); }
  int stop(mpidbg_pvar_handle_t handle) { return mpidbg_pvar_stop(process(), session, handle); }
  int reset(mpidbg_pvar_handle_t handle) { return mpidbg_pvar_reset(process(), session, handle); }
  std::int64_t read(mpidbg_pvar_handle_t handle, mpidbg_pvar_session_t in = 0) {
    mpidbg_t_value_t value{};
    REQUIRE_MESSAGE(mpidbg_pvar_read(process(), in != 0 ? in : session, handle, &value) == MPIDBG_SUCCESS,
                    handles_.detail());
    return value.number.as_signed;
  }

  mpidbg_pvar_session_t session = 0;

 private:
  HandleSession handles_;
};

}  // namespace

TEST_CASE("P4 P5 sessions do not influence each other, and take their handles with them") {
  Recorded recorded;
  Experiment one(recorded);
  mpidbg_pvar_session_t other = 0;
  REQUIRE(mpidbg_pvar_session_create(one.process(), &other) == MPIDBG_SUCCESS);
  CHECK(other != one.session);
  const auto mine = one.alloc(counter), theirs = one.alloc(counter, other);
  REQUIRE(one.start(mine) == MPIDBG_SUCCESS);
  one.select(1);
  CHECK(one.read(mine) == 100);
  CHECK(one.read(theirs, other) == 0);  // not started
  REQUIRE(mpidbg_pvar_start(one.process(), other, theirs) == MPIDBG_SUCCESS);
  REQUIRE(one.stop(mine) == MPIDBG_SUCCESS);
  one.select(2);
  CHECK(one.read(mine) == 100);
  CHECK(one.read(theirs, other) == 100);
  REQUIRE(mpidbg_pvar_reset(one.process(), other, theirs) == MPIDBG_SUCCESS);
  CHECK(one.read(theirs, other) == 0);
  CHECK(one.read(mine) == 100);

  mpidbg_t_value_t value{};
  CHECK(mpidbg_pvar_read(one.process(), one.session, theirs, &value) == MPIDBG_T_ERR_INVALID_HANDLE);
  CHECK(mpidbg_pvar_read(one.process(), other, mine, &value) == MPIDBG_T_ERR_INVALID_HANDLE);

  const auto freed = other;
  CHECK(mpidbg_pvar_session_free(one.process(), &other) == MPIDBG_SUCCESS);
  CHECK(other == MPIDBG_PVAR_SESSION_NULL);
  CHECK(mpidbg_pvar_read(one.process(), freed, theirs, &value) == MPIDBG_T_ERR_INVALID_SESSION);
  CHECK(mpidbg_pvar_start(one.process(), freed, MPIDBG_PVAR_ALL_HANDLES) == MPIDBG_T_ERR_INVALID_SESSION);
  mpidbg_pvar_handle_t handle = 0;
  int count = 0;
  CHECK(mpidbg_pvar_handle_alloc(one.process(), freed, counter, nullptr, &handle, &count) ==
        MPIDBG_T_ERR_INVALID_SESSION);
  CHECK(mpidbg_pvar_read(one.process(), one.session, theirs, &value) == MPIDBG_T_ERR_INVALID_HANDLE);
  CHECK(mpidbg_pvar_session_free(one.process(), &other) == MPIDBG_T_ERR_INVALID_SESSION);
  CHECK(one.read(mine) == 100);
}

TEST_CASE("P6 a new handle counts at once if its variable is continuous, and else once it is started") {
  Recorded recorded;
  Experiment experiment(recorded);
  const auto stopped = experiment.alloc(counter), always = experiment.alloc(timer);
  experiment.select(2);
  CHECK(experiment.read(stopped) == 0);
  CHECK(std::bit_cast<double>(experiment.read(always)) == 1.0);
}

TEST_CASE("P6 P7 handles: the object, its number of elements, and no more of them than there can be") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Recorded recorded(target.pointer_size, target.order);
    Experiment one(recorded);
    mpidbg_pvar_handle_t handle = 0;
    int count = 0;
    mqs_taddr_t object = world;
    REQUIRE(mpidbg_pvar_handle_alloc(one.process(), one.session, of_comm, &object, &handle, &count) == MPIDBG_SUCCESS);
    CHECK(count == 3);
    mpidbg_t_value_t values[3] = {};
    one.select(3);
    REQUIRE(mpidbg_pvar_read(one.process(), one.session, handle, values) == MPIDBG_SUCCESS);
    CHECK(values[0].number.as_unsigned == 3);
    CHECK(values[2].number.as_unsigned == 2);
    object = duplicate;
    REQUIRE(mpidbg_pvar_handle_alloc(one.process(), one.session, of_comm, &object, &handle, &count) == MPIDBG_SUCCESS);
    CHECK(count == 1);
    object = 0xdead;
    CHECK(mpidbg_pvar_handle_alloc(one.process(), one.session, of_comm, &object, &handle, &count) ==
          MPIDBG_T_ERR_INVALID_HANDLE);
    CHECK(mpidbg_pvar_handle_alloc(one.process(), one.session, of_comm, nullptr, &handle, &count) ==
          MPIDBG_T_ERR_INVALID);
    CHECK(mpidbg_pvar_handle_alloc(one.process(), one.session, none, nullptr, &handle, &count) ==
          MPIDBG_T_ERR_INVALID_INDEX);
    CHECK(mpidbg_pvar_handle_alloc(one.process(), one.session, counter, &object, &handle, &count) == MPIDBG_SUCCESS);
    auto copy = handle;
    CHECK(mpidbg_pvar_handle_free(one.process(), one.session, &handle) == MPIDBG_SUCCESS);
    CHECK(handle == MPIDBG_PVAR_HANDLE_NULL);
    CHECK(mpidbg_pvar_handle_free(one.process(), one.session, &copy) == MPIDBG_T_ERR_INVALID_HANDLE);
  }
  Recorded recorded;
  Experiment one(recorded);
  REQUIRE(mpidbg_set_held(one.process(), 1) == MPIDBG_SUCCESS);
  mpidbg_pvar_handle_t handle = 0;
  int code = MPIDBG_SUCCESS, made = 0;
  for (; code == MPIDBG_SUCCESS && made < 1 << 20; ++made) {
    code = mpidbg_pvar_handle_alloc(one.process(), one.session, counter, nullptr, &handle, nullptr);
  }
  CHECK(code == MPIDBG_T_ERR_OUT_OF_HANDLES);
  CHECK(made > 1000);
}

TEST_CASE("P8 P9 start and stop, one handle and all of them") {
  Recorded recorded;
  Experiment one(recorded);
  CHECK(one.start(MPIDBG_PVAR_ALL_HANDLES) == MPIDBG_SUCCESS);  // there is none
  const auto always = one.alloc(timer);
  CHECK(one.start(always) == MPIDBG_T_ERR_PVAR_NO_STARTSTOP);
  CHECK(one.stop(always) == MPIDBG_T_ERR_PVAR_NO_STARTSTOP);
  CHECK(one.start(MPIDBG_PVAR_ALL_HANDLES) == MPIDBG_SUCCESS);  // none that can be
  const auto packets = one.alloc(counter), depth = one.alloc(level);
  one.select(1);
  CHECK(one.read(packets) == 0);  // stopped after its allocation
  CHECK(one.read(depth) == 5);
  CHECK(one.start(packets) == MPIDBG_SUCCESS);
  CHECK(one.start(MPIDBG_PVAR_ALL_HANDLES) == MPIDBG_SUCCESS);  // one of them already is
  one.select(2);
  CHECK(one.read(packets) == 100);
  CHECK(one.read(depth) == 2);
  CHECK(one.stop(depth) == MPIDBG_SUCCESS);
  CHECK(one.stop(MPIDBG_PVAR_ALL_HANDLES) == MPIDBG_SUCCESS);
  one.select(3);
  CHECK(one.read(packets) == 100);  // frozen
  CHECK(one.read(depth) == 2);
  CHECK(one.start(packets) == MPIDBG_SUCCESS);
  CHECK(one.read(packets) == 100);  // goes on from there
  one.select(0);
  CHECK(one.read(packets) == 100);  // going back takes nothing away
  one.select(3);
  CHECK(one.read(packets) == 100);  // and nothing is counted twice
}

TEST_CASE("P10 P11 P14 reading and writing, and handles of another session") {
  Recorded recorded;
  Experiment one(recorded);
  mpidbg_pvar_session_t other = 0;
  REQUIRE(mpidbg_pvar_session_create(one.process(), &other) == MPIDBG_SUCCESS);
  auto handle = one.alloc(counter);
  mpidbg_t_value_t value{};
  mqs_process *process = one.process();
  CHECK(mpidbg_pvar_read(process, one.session, MPIDBG_PVAR_ALL_HANDLES, &value) == MPIDBG_T_ERR_INVALID_HANDLE);
  CHECK(mpidbg_pvar_write(process, one.session, MPIDBG_PVAR_ALL_HANDLES, &value) == MPIDBG_T_ERR_INVALID_HANDLE);
  CHECK(mpidbg_pvar_write(process, one.session, handle, &value) == MPIDBG_T_ERR_PVAR_NO_WRITE);
  CHECK(mpidbg_pvar_readreset(process, one.session, MPIDBG_PVAR_ALL_HANDLES, &value) == MPIDBG_T_ERR_INVALID_HANDLE);
  CHECK(mpidbg_pvar_read(process, one.session, handle, nullptr) == MPIDBG_T_ERR_INVALID);

  CHECK(mpidbg_pvar_start(process, other, handle) == MPIDBG_T_ERR_INVALID_HANDLE);
  CHECK(mpidbg_pvar_stop(process, other, handle) == MPIDBG_T_ERR_INVALID_HANDLE);
  CHECK(mpidbg_pvar_read(process, other, handle, &value) == MPIDBG_T_ERR_INVALID_HANDLE);
  CHECK(mpidbg_pvar_write(process, other, handle, &value) == MPIDBG_T_ERR_INVALID_HANDLE);
  CHECK(mpidbg_pvar_reset(process, other, handle) == MPIDBG_T_ERR_INVALID_HANDLE);
  CHECK(mpidbg_pvar_readreset(process, other, handle, &value) == MPIDBG_T_ERR_INVALID_HANDLE);
  CHECK(mpidbg_pvar_handle_free(process, other, &handle) == MPIDBG_T_ERR_INVALID_HANDLE);
  CHECK(handle != MPIDBG_PVAR_HANDLE_NULL);
}

TEST_CASE("P10 G13 a value that cannot be read is INVALID, never NOT_ACCESSIBLE") {
  Recorded recorded;
  recorded.recording.snapshot({.pvars = none}, {{.index = level, .error = 17}});
  recorded.recording.write();
  Experiment one(recorded, 3);
  const auto depth = one.alloc(level);
  REQUIRE(one.start(depth) == MPIDBG_SUCCESS);
  const auto packets = one.alloc(counter);
  one.select(4);
  mpidbg_t_value_t value{};
  CHECK(mpidbg_pvar_read(one.process(), one.session, depth, &value) == MPIDBG_T_ERR_INVALID);
  CHECK(one.detail().find("error 17") != std::string::npos);
  CHECK(one.reset(depth) == MPIDBG_T_ERR_INVALID);
  CHECK(one.start(packets) == MPIDBG_T_ERR_INVALID);  // nothing to count from
  CHECK(one.start(MPIDBG_PVAR_ALL_HANDLES) == MPIDBG_T_ERR_PVAR_NO_STARTSTOP);
  CHECK(one.reset(MPIDBG_PVAR_ALL_HANDLES) == MPIDBG_T_ERR_PVAR_NO_WRITE);
  one.select(3);
  CHECK(one.read(depth) == 4);
}

TEST_CASE("P12 P13 reset, and read and reset at once") {
  Recorded recorded;
  Experiment one(recorded);
  CHECK(one.reset(MPIDBG_PVAR_ALL_HANDLES) == MPIDBG_SUCCESS);  // there is none
  const auto always = one.alloc(timer);
  CHECK(one.reset(always) == MPIDBG_T_ERR_PVAR_NO_WRITE);
  CHECK(one.reset(MPIDBG_PVAR_ALL_HANDLES) == MPIDBG_SUCCESS);  // read-only ones are left alone
  const auto packets = one.alloc(counter), plain = one.alloc(written);
  REQUIRE(one.start(MPIDBG_PVAR_ALL_HANDLES) == MPIDBG_SUCCESS);
  one.select(1);
  mpidbg_t_value_t value{};
  CHECK(mpidbg_pvar_readreset(one.process(), one.session, plain, &value) == MPIDBG_T_ERR_PVAR_NO_ATOMIC);
  CHECK(mpidbg_pvar_readreset(one.process(), one.session, packets, &value) == MPIDBG_SUCCESS);
  CHECK(value.number.as_unsigned == 100);
  CHECK(one.read(packets) == 0);
  CHECK(one.read(plain) == 10);
  one.select(3);
  CHECK(one.read(packets) == 200);
  REQUIRE(mpidbg_pvar_read(one.process(), one.session, always, &value) == MPIDBG_SUCCESS);
  const double waited = value.number.as_double;
  CHECK(waited > 0);
  CHECK(one.reset(MPIDBG_PVAR_ALL_HANDLES) == MPIDBG_SUCCESS);
  REQUIRE(mpidbg_pvar_read(one.process(), one.session, always, &value) == MPIDBG_SUCCESS);
  CHECK(value.number.as_double == waited);
  CHECK(one.read(packets) == 0);
  CHECK(one.read(plain) == 0);
}

TEST_CASE("P15 where each class starts, and what it becomes") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Recorded recorded(target.pointer_size, target.order);
    Experiment one(recorded);
    const auto packets = one.alloc(counter), depth = one.alloc(level), most = one.alloc(high), least = one.alloc(low),
               waiting = one.alloc(timer), wraps = one.alloc(small);
    CHECK(one.read(packets) == 0);
    CHECK(one.read(depth) == 5);
    CHECK(one.read(most) == 5);
    CHECK(one.read(least) == 5);
    REQUIRE(one.start(MPIDBG_PVAR_ALL_HANDLES) == MPIDBG_SUCCESS);
    one.select(3);  // past 9 and 2
    CHECK(one.read(packets) == 300);
    CHECK(one.read(depth) == 4);
    CHECK(one.read(most) == 9);
    CHECK(one.read(least) == 2);
    CHECK(one.read(wraps) == 0x14);  // from 0xfffffff0 over 0 to 4
    mpidbg_t_value_t value{};
    REQUIRE(mpidbg_pvar_read(one.process(), one.session, waiting, &value) == MPIDBG_SUCCESS);
    CHECK(value.datatype == MPIDBG_T_DOUBLE);
    CHECK(value.number.as_double == 1.5);
    // What was counted stays while a handle is stopped and started again.
    for (const auto handle : {packets, most}) {
      REQUIRE(one.stop(handle) == MPIDBG_SUCCESS);
      REQUIRE(one.start(handle) == MPIDBG_SUCCESS);
    }
    CHECK(one.read(packets) == 300);
    CHECK(one.read(most) == 9);
    REQUIRE(one.reset(most) == MPIDBG_SUCCESS);
    CHECK(one.read(most) == 4);
  }
}
