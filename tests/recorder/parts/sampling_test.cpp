// When snapshots are taken, and what is said if none can be. Time is what the test says.

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <thread>

#include "mpidbg/recorder/clock.h"
#include "mpidbg/recorder/mpit_functions.h"
#include "mpidbg/recorder/mpit_sampling.h"
#include "mpidbg/recorder/mpit_snapshots.h"
#include "mpidbg/recorder/record.h"
#include "mpidbg/recorder/threads.h"
#include "tests/recorder/parts/in_child.h"
#include "tests/recorder/parts/recorded.h"

using namespace recorder;

namespace {

std::int64_t milliseconds = 5000;

void use_own_clock() {
  clock_function = [](clockid_t, timespec *time) {
    *time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
    return 0;
  };
}

// After the clock has been found.
void initialise_at(const char *interval) {
  setenv("MPIDBG_RECORD_INTERVAL", interval, 1);
  int provided = 0;
  PMPI_Init_thread(nullptr, nullptr, MPI_THREAD_SINGLE, &provided);
  REQUIRE(start_thread());
  use_own_clock();
  note_initialized();
  start_sampling();
}

std::string say_while_initialising() {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const int before = dup(STDERR_FILENO);
  dup2(ends[1], STDERR_FILENO);
  initialise();
  dup2(before, STDERR_FILENO);
  close(ends[1]);
  char text[512];
  const ssize_t length = read(ends[0], text, sizeof text);
  return std::string(text, static_cast<std::size_t>(length < 0 ? 0 : length));
}

std::uint64_t taken() {
  return header().next_snapshot - 1;
}

}  // namespace

TEST_CASE("without threads, the first call after the interval takes a snapshot") {
  in_child([] {
    initialise_at("1500");
    CHECK(header().mpit_interval == 1500);
    CHECK(record.unusual);
    CHECK(calls_sample());
    CHECK(taken() == 1);
    milliseconds += 1499;
    CHECK(record_unusual_call());
    CHECK(taken() == 1);
    milliseconds += 1;
    this_thread.outer_frame = 17;
    CHECK(record_unusual_call());
    CHECK(this_thread.outer_frame == 17);
    CHECK(taken() == 2);
    CHECK(last_snapshot().reason == MPIDBG_RECORD_AT_INTERVAL);
    CHECK(last_snapshot().detail == 0);
    CHECK(last_snapshot().time == milliseconds * 1000000);
    CHECK(record_unusual_call());
    milliseconds += 1499;
    CHECK(record_unusual_call());
    CHECK(taken() == 2);
    set_level(0);
    milliseconds += 1;
    CHECK_FALSE(record_unusual_call());
    CHECK(taken() == 2);
    set_level(1);
    CHECK(record.unusual);
    CHECK(record_unusual_call());
    CHECK(taken() == 3);
    this_thread.outer_frame = 0;
    finish_sampling();
    CHECK(taken() == 4);
    CHECK(last_snapshot().reason == MPIDBG_RECORD_AT_FINALIZE);
    CHECK_FALSE(calls_sample());
    CHECK_FALSE(record.unusual);
    sample_at_pcontrol();
    CHECK(taken() == 4);
    finish_sampling();
    CHECK(taken() == 4);
  });
}

TEST_CASE("intervals that are none") {
  for (const char *text : {"0", "", "x", "86400001"})
    in_child([text] {
      initialise_at(text);
      CHECK(header().mpit_interval == 0);
      CHECK_FALSE(calls_sample());
      CHECK_FALSE(record.unusual);
    });
  in_child([] {
    initialise_at("86400000");
    CHECK(header().mpit_interval == 86400000);
    milliseconds += 86399999;
    CHECK(record_unusual_call());
    CHECK(taken() == 1);
  });
}

TEST_CASE("why there are no snapshots") {
  struct Reason {
    int toy_mpit::*error;
    int code, recorded;
    std::string said;
  };
  const std::string said = "mpidbg: no MPI_T variables are recorded: MPI_T_init_thread failed";
  for (const Reason &reason :
       {Reason{&toy_mpit::init_error, 0, 0, ""},
        Reason{&toy_mpit::init_error, MPI_T_ERR_CANNOT_INIT, MPI_T_ERR_CANNOT_INIT, said + " (1001)\n"},
        Reason{&toy_mpit::session_error, MPI_T_ERR_OUT_OF_SESSIONS, MPI_ERR_OTHER, said + " (16)\n"}})
    in_child([&reason] {
      ::toy_mpit.*reason.error = reason.code;
      errno = 99;
      CHECK(say_while_initialising() == reason.said);
      CHECK(header().mpit_error == reason.recorded);
      CHECK(taken() == (reason.code == 0 ? 1 : 0));
      sample_at_pcontrol();
      CHECK(taken() == (reason.code == 0 ? 2 : 0));
      start_sampling();  // a second MPI_Init
      CHECK(taken() == (reason.code == 0 ? 2 : 0));
      CHECK(::toy_mpit.init_calls == 1);
    });
  in_child([] {
    setenv("MPIDBG_RECORD_MPIT", "0", 1);
    CHECK(say_while_initialising().empty());
    CHECK(header().mpit_error == MPIDBG_RECORD_MPIT_NOT_WANTED);
    CHECK(::toy_mpit.init_calls == 0);
  });
  in_child([] {
    setenv("MPIDBG_RECORD_MPIT", "01", 1);
    CHECK(say_while_initialising().empty());
    CHECK(header().mpit_error == 0);
  });
}

TEST_CASE("MPI_T_init_thread before MPI_Init makes MPI_T unsafe with Open MPI alone") {
  for (const bool is_open_mpi : {false, true})
    in_child([is_open_mpi] {
      if (is_open_mpi) setenv("TOY_MPI_VERSION", "Open MPI v6", 1);
      REQUIRE(start_thread());
      int provided = -1;
      CHECK(MPI_T_init_thread(MPI_THREAD_FUNNELED, &provided) == MPI_SUCCESS);
      CHECK(provided == MPI_THREAD_FUNNELED);
      const std::string said = say_while_initialising();
      CHECK(said.starts_with(
                "mpidbg: no MPI_T variables are recorded: the program called MPI_T_init_thread before MPI_Init") ==
            is_open_mpi);
      CHECK(header().mpit_error == (is_open_mpi ? MPIDBG_RECORD_MPIT_UNSAFE : 0));
      CHECK(taken() == (is_open_mpi ? 0 : 1));
    });
}

TEST_CASE("MPI_T_init_thread after MPI_Init answers with Open MPI what would be provided without the recorder") {
  for (const bool is_open_mpi : {false, true})
    for (const bool is_used : {false, true})
      in_child([is_open_mpi, is_used] {
        if (is_open_mpi) setenv("TOY_MPI_VERSION", "Open MPI v6", 1);
        if (!is_used) setenv("MPIDBG_RECORD_MPIT", "0", 1);
        initialise(MPI_THREAD_SERIALIZED);
        CHECK_FALSE(is_mpit_unsafe);
        if (is_used) CHECK(::toy_mpit.init_required == (is_open_mpi ? MPI_THREAD_SERIALIZED : MPI_THREAD_MULTIPLE));
        ::toy_mpit.init_error = 5;  // then the library does not say what is provided
        int provided = -1;
        CHECK(MPI_T_init_thread(MPI_THREAD_FUNNELED, &provided) == 5);
        CHECK(provided == (is_open_mpi && is_used ? MPI_THREAD_FUNNELED : -1));
        CHECK(MPI_T_init_thread(MPI_THREAD_FUNNELED, nullptr) == 5);
        CHECK_FALSE(is_mpit_unsafe);
      });
}

TEST_CASE("at a fatal signal there is a snapshot if neither MPI nor the recorder is active") {
  in_child([] {
    initialise();
    const auto is_taken = [] {
      const auto before = taken();
      sample_at_signal(11);
      return taken() == before + 1;
    };
    CHECK(is_taken());
    CHECK(last_snapshot().reason == MPIDBG_RECORD_AT_SIGNAL);
    CHECK(last_snapshot().detail == 11);
    CHECK(is_taken());
    this_thread.outer_frame = 1;
    CHECK_FALSE(is_taken());
    this_thread.outer_frame = 0;
    set_level(0);
    CHECK_FALSE(is_taken());
    set_level(1);
    CHECK(sampling_lock.try_acquire());
    CHECK_FALSE(is_taken());
    sampling_lock.release();
    record.threads[1].state = MPIDBG_RECORD_THREAD_ALIVE;  // another thread, which is in no call
    CHECK(is_taken());
    record.threads[1].call = 5;
    CHECK_FALSE(is_taken());
    record.threaded = true;
    CHECK(is_taken());
    record.threaded = false;
    record.threads[1].state = MPIDBG_RECORD_THREAD_ENDED;
    CHECK(is_taken());
    mpidbg_record_thread *const entry = this_thread.entry;
    this_thread.entry = nullptr;  // a thread that has never called MPI
    CHECK_FALSE(is_taken());
    this_thread.entry = entry;
    give_up_sampling();
    CHECK_FALSE(is_taken());
    CHECK(sampling_lock.try_acquire());
  });
}

TEST_CASE("a snapshot that was cut off holds no lock, and is the last attempt") {
  in_child([] {
    static const int number = 3;
    initialise_with({}, {variable("v", MPI_INT, &number)});
    toy_on_read = [] {
      toy_on_read = nullptr;
      give_up_sampling();  // as the signal handler does when this hangs
      CHECK(sampling_lock.try_acquire());
      sampling_lock.release();
    };
    sample_at_signal(15);
    const auto before = taken();
    sample_at_signal(15);
    sample_at_pcontrol();
    CHECK(taken() == before);
  });
}

TEST_CASE("with threads one of the recorder takes snapshots until MPI_Finalize") {
  in_child([] {
    setenv("MPIDBG_RECORD_INTERVAL", "1", 1);
    initialise(MPI_THREAD_MULTIPLE);
    CHECK(record.threaded);
    CHECK_FALSE(calls_sample());
    const auto next = [] { return __atomic_load_n(&header().next_snapshot, __ATOMIC_ACQUIRE); };
    while (next() < 5) std::this_thread::yield();
    finish_sampling();
    CHECK(last_snapshot().reason == MPIDBG_RECORD_AT_FINALIZE);
    CHECK(snapshot(taken() - 1)->reason == MPIDBG_RECORD_AT_INTERVAL);
  });
}

TEST_CASE("errno is the program's") {
  in_child([] {
    initialise();
    toy_on_read = [] { errno = 5; };
    static const int number = 3;
    set_pvars({variable("v", MPI_INT, &number)});
    using Step = void (*)();
    for (const Step step : {Step{take_snapshot}, Step{[] { sample_at_abort(1); }}, Step{finish_sampling}}) {
      errno = 99;
      step();
      CHECK(errno == 99);
    }
  });
}
