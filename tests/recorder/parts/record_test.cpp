// The record as it is mapped, the calls that are not wrapped like others, and the threads.

#include "mpidbg/recorder/record.h"

#include <doctest/doctest.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <string>
#include <thread>

#include "mpidbg/recorder/callers.h"
#include "mpidbg/recorder/clock.h"
#include "mpidbg/recorder/effects.h"
#include "mpidbg/recorder/mpit_sampling.h"
#include "mpidbg/recorder/predefined.h"
#include "mpidbg/recorder/threads.h"
#include "tests/recorder/parts/in_child.h"
#include "tests/recorder/parts/recorded.h"

using namespace recorder;

extern "C" int MPI_Pcontrol(int level, ...);

namespace {

template <class Entry>
Entry &entry(mpidbg_record_table_index table, std::uint32_t i = 0) {
  return reinterpret_cast<Entry *>(header().self + header().tables[table].offset)[i];
}

// Permissions of the mapping that has the address; empty: there is none.
std::string permissions_at(std::uint64_t address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::size_t end = 0;
    const std::uint64_t first = std::stoull(line, &end, 16), last = std::stoull(line.substr(end + 1), &end, 16);
    if (address >= first && address < last) return line.substr(line.find(' ') + 1, 4);
  }
  return "";
}

std::uint32_t threads_in(std::uint32_t state) {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < record.thread_count; ++i) count += record.threads[i].state == state;
  return count;
}

}  // namespace

TEST_CASE("the record is one mapping between two that nobody can use") {
  in_child([] {
    initialise();
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    const std::uint64_t end = header().self + (header().size + page - 1) / page * page;
    CHECK(header().self == reinterpret_cast<std::uintptr_t>(&header()));
    CHECK(header().self % page == 0);
    CHECK(permissions_at(header().self - 1) == "---p");
    CHECK(permissions_at(header().self) == "rw-p");
    CHECK(permissions_at(end - 1) == "rw-p");
    CHECK(permissions_at(end) == "---p");
    CHECK(permissions_at(end + page) != "---p");
    CHECK(mpidbg_record == &header());
  });
}

TEST_CASE("the tables are behind each other, and the header says what process, library and clock it was") {
  in_child([] {
    const std::int64_t before = read_clock(CLOCK_MONOTONIC), real = read_clock(CLOCK_REALTIME);
    setenv("TOY_MPI_SIZE", "5", 1);
    setenv("TOY_MPI_RANK", "3", 1);
    initialise(MPI_THREAD_SERIALIZED);
    // In the order in which they are, of which each is aligned.
    std::uint64_t end = sizeof(mpidbg_record_header);
    std::uint64_t last = 0;
    for (int n = 0; n < MPIDBG_RECORD_TABLES; ++n) {
      const mpidbg_record_table *next = nullptr;
      for (const mpidbg_record_table &table : header().tables)
        if (table.offset > last && (next == nullptr || table.offset < next->offset)) next = &table;
      REQUIRE(next != nullptr);
      CHECK(next->offset % 64 == 0);
      CHECK(next->offset >= end);
      CHECK(next->offset < end + 64);
      last = next->offset;
      end = next->offset + std::uint64_t{next->entry_size} * next->count;
    }
    CHECK(header().size == end);
    const mpidbg_record_table &blocks = header().tables[MPIDBG_RECORD_BLOCKS];
    const mpidbg_record_table &collectives = header().tables[MPIDBG_RECORD_COLLECTIVES];
    const std::uint64_t before_blocks = collectives.offset + std::uint64_t{collectives.entry_size} * collectives.count;
    CHECK(blocks.count == before_blocks / MPIDBG_RECORD_BLOCK_BYTES + 1);
    CHECK(std::memcmp(header().magic, MPIDBG_RECORD_MAGIC, sizeof header().magic) == 0);
    CHECK(header().header_size == sizeof(mpidbg_record_header));
    CHECK(header().word_size == 8);
    CHECK(header().handle_size == 8);
    CHECK(header().table_count == MPIDBG_RECORD_TABLES);
    CHECK(header().pid == static_cast<std::uint32_t>(getpid()));
    CHECK(header().forked_from == 0);
    CHECK(header().state == MPIDBG_RECORD_INITIALIZED);
    CHECK(header().thread_level == MPI_THREAD_SERIALIZED);
    CHECK(header().pcontrol_level == 1);
    CHECK(header().monotonic_base >= before);
    CHECK(header().monotonic_base <= read_clock(CLOCK_MONOTONIC));
    CHECK(header().realtime_base >= real);
    CHECK(header().realtime_base <= read_clock(CLOCK_REALTIME));
    timespec resolution{};
    clock_getres(CLOCK_MONOTONIC_COARSE, &resolution);
    CHECK(header().clock_resolution == resolution.tv_nsec);
    CHECK(header().world_rank == 3);
    CHECK(header().world_size == 5);
    CHECK(header().next_event == 1);
    CHECK(header().next_name == 1);
    CHECK(header().next_mpit_event == 1);
    CHECK(std::string(header().library) == "Toy MPI 1.0, of the tests");
    CHECK_FALSE(record.threaded);
    note_session();
    CHECK(record.threaded);
    note_finalized();
    CHECK(header().state == MPIDBG_RECORD_FINALIZED);
  });
}

TEST_CASE("calls, constants and predefined handles have their names") {
  in_child([] {
    initialise();
    const auto &send = entry<mpidbg_record_call>(MPIDBG_RECORD_CALLS, call_Send);
    CHECK(std::string(send.name) == "Send");
    CHECK(std::string(send.parameters) == "buf:Address count:Count datatype:Datatype dest:Rank tag:Tag comm:Comm");
    CHECK(std::string(entry<mpidbg_record_call>(MPIDBG_RECORD_CALLS, call_Recv).parameters).substr(41) ==
          " source:Rank tag:Tag comm:Comm status:-Pointer");
    CHECK(std::string(entry<mpidbg_record_call>(MPIDBG_RECORD_CALLS, call_Pcontrol).parameters) == "level:Int");
    CHECK(std::string(entry<mpidbg_record_call>(MPIDBG_RECORD_CALLS, call_Finalize).parameters).empty());
    CHECK(std::string(entry<mpidbg_record_call>(MPIDBG_RECORD_CALLS, 0).name).empty());
    const auto number_of = [](const char *name) {
      for (std::uint32_t i = 0; i < constant_count; ++i)
        if (std::strcmp(entry<mpidbg_record_constant>(MPIDBG_RECORD_CONSTANTS, i).name, name) == 0)
          return entry<mpidbg_record_constant>(MPIDBG_RECORD_CONSTANTS, i).value;
      return std::int64_t{-999};
    };
    CHECK(number_of("MPI_ANY_SOURCE") == -1);
    CHECK(number_of("MPI_LOCK_SHARED") == 302);
    CHECK(number_of("MPI_IN_PLACE") == 1);
    CHECK(header().tables[MPIDBG_RECORD_CONSTANTS].count == 21);
    const auto handle_of = [](const char *name, int kind) {
      for (std::uint32_t i = 0; i < predefined_count; ++i) {
        const auto &one = entry<mpidbg_record_predefined>(MPIDBG_RECORD_PREDEFINED, i);
        if (std::strcmp(one.name, name) == 0 && one.kind == kind) return one.handle;
      }
      return std::uint64_t{0};
    };
    CHECK(header().tables[MPIDBG_RECORD_PREDEFINED].count == predefined_count);
    CHECK(handle_of("MPI_COMM_NULL", MPIDBG_RECORD_COMM) == 256);
    CHECK(handle_of("MPI_COMPLEX32", MPIDBG_RECORD_DATATYPE) == 747);
    CHECK(handle_of("MPI_REQUEST_NULL", 0) == 384);
  });
}

TEST_CASE("long calls and names are cut off") {
  in_child([] {
    initialise();
    const std::string longest(sizeof(mpidbg_record_name::text) - 1, 'n'), longer = longest + "xyz";
    for (const std::string &text : {longest, longer}) {
      const std::uint64_t number = add_name(MPIDBG_RECORD_COMM, 0x1000, text.c_str(), text.size());
      const auto &name =
          entry<mpidbg_record_name>(MPIDBG_RECORD_NAMES, static_cast<std::uint32_t>(number) & record.name_mask);
      CHECK(name.number == number);
      CHECK(name.subject == 0x1000);
      CHECK(name.kind == MPIDBG_RECORD_COMM);
      CHECK(name.length == text.size());
      CHECK(std::string(name.text) == longest);
    }
    CHECK(header().next_name == 3);
    const std::uint64_t room = header().tables[MPIDBG_RECORD_NAMES].count;
    for (std::uint64_t i = 0; i < room; ++i) add_name(MPIDBG_RECORD_WIN, i, "w", 1);
    CHECK(entry<mpidbg_record_name>(MPIDBG_RECORD_NAMES, 1).number == 1 + room);
    CHECK(entry<mpidbg_record_name>(MPIDBG_RECORD_NAMES, 1).subject == room - 2);
  });
}

TEST_CASE("handles that are created have all arguments that there is room for") {
  in_child([] {
    initialise();
    const std::uint64_t arguments[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    for (const unsigned count :
         {0u, 2u, unsigned{MPIDBG_RECORD_HANDLE_ARGUMENTS}, MPIDBG_RECORD_HANDLE_ARGUMENTS + 1u}) {
      const std::uint64_t handle = 0x1000 + 16 * count;
      created({.call = call_Comm_split, .site = 77, .time = 99}, {.kind = MPIDBG_RECORD_COMM,
                                                                  .handle = handle,
                                                                  .shared = false,
                                                                  .fortran = count == 2,
                                                                  .parent = 5,
                                                                  .arguments = arguments,
                                                                  .argument_count = count,
                                                                  .name = "name",
                                                                  .name_length = 4,
                                                                  .place = {.rank = 2, .size = 6}});
      mpidbg_record_handle *made = record.handles.find({.kind = MPIDBG_RECORD_COMM, .handle = handle});
      REQUIRE(made != nullptr);
      for (unsigned i = 0; i < MPIDBG_RECORD_HANDLE_ARGUMENTS; ++i)
        CHECK(made->arguments[i] == (i < count ? i + 1 : 0));
      CHECK(made->created_at == 77);
      CHECK(made->created == 99);
      CHECK(made->parent == 5);
      CHECK(made->given == 1);
      CHECK(made->size == 6);
      CHECK(made->rank == 2);
      CHECK(made->name == header().next_name - 1);
      CHECK(made->flags == MPIDBG_RECORD_LIVE + (count == 2 ? MPIDBG_RECORD_FORTRAN : 0));
      CHECK(made->released == 0);
    }
  });
}

TEST_CASE("a thread has an entry until it ends, and those of ended threads are used again last") {
  in_child([] {
    setenv("MPIDBG_RECORD_MEMORY", "1m", 1);
    initialise(MPI_THREAD_MULTIPLE);
    const std::uint32_t room = record.thread_count;
    CHECK(threads_in(MPIDBG_RECORD_THREAD_ALIVE) == 1);
    const auto in_thread = [](const std::function<void()> &act) { std::thread(act).join(); };
    for (std::uint32_t i = 1; i < room; ++i)
      in_thread([i] {
        REQUIRE(start_thread_if_new());
        CHECK(this_thread.entry == &record.threads[i]);
        CHECK(this_thread.index == i);
        CHECK(this_thread.outer_frame == 0);
        CHECK(this_thread.entry->tid == static_cast<std::uint64_t>(syscall(SYS_gettid)));
        CHECK(this_thread.entry->state == MPIDBG_RECORD_THREAD_ALIVE);
        this_thread.entry->calls = this_thread.entry->site = 9;
        this_thread.entry->since = 9;
        this_thread.entry->call = this_thread.entry->last_call = 9;
      });
    CHECK(threads_in(MPIDBG_RECORD_THREAD_ENDED) == room - 1);
    CHECK(record.threads[1].call == 0);
    CHECK(record.threads[1].last_call == 9);
    in_thread([] {
      REQUIRE(start_thread_if_new());
      CHECK(this_thread.entry == &record.threads[1]);
      CHECK(this_thread.entry->calls == 0);
      CHECK(this_thread.entry->site == 0);
      CHECK(this_thread.entry->since == 0);
      CHECK(this_thread.entry->call == 0);
      CHECK(this_thread.entry->last_call == 0);
    });
    for (std::uint32_t i = 1; i < room; ++i) record.threads[i].state = MPIDBG_RECORD_THREAD_ALIVE;
    in_thread([] {
      CHECK_FALSE(start_thread_if_new());
      CHECK_FALSE(start_thread_if_new());  // and is counted once
    });
    CHECK(header().threads_not_recorded == 1);
  });
}

TEST_CASE("of a forked process the one thread goes on") {
  in_child([] {
    initialise(MPI_THREAD_MULTIPLE);
    record.threads[3].state = MPIDBG_RECORD_THREAD_ALIVE;
    const auto parent = static_cast<std::uint32_t>(getpid());
    in_child([parent] {
      CHECK(header().forked_from == parent);
      CHECK(header().pid == static_cast<std::uint32_t>(getpid()));
      CHECK(this_thread.entry->tid == static_cast<std::uint64_t>(getpid()));
      CHECK(threads_in(MPIDBG_RECORD_THREAD_ALIVE) == 1);
      CHECK(threads_in(MPIDBG_RECORD_THREAD_ENDED) == 1);
      const auto next = header().next_snapshot;
      take_snapshot();
      CHECK(header().next_snapshot == next);
    });
    CHECK(header().forked_from == 0);
    CHECK(threads_in(MPIDBG_RECORD_THREAD_ALIVE) == 2);
  });
}

TEST_CASE("MPI_Pcontrol: 0 pauses, 2 takes a snapshot unless a callback of MPI calls it") {
  in_child([] {
    initialise();
    MPI_Pcontrol(2);
    CHECK(header().flushes == 1);
    CHECK(header().next_snapshot == 3);
    CHECK(last_snapshot().reason == MPIDBG_RECORD_AT_PCONTROL);
    CHECK(last_snapshot().detail == 0);
    CHECK(this_thread.outer_frame == 0);
    MPI_Pcontrol(0);
    CHECK(record.paused);
    CHECK(record.unusual);
    CHECK(header().pcontrol_level == 0);
    MPI_Pcontrol(3);
    CHECK_FALSE(record.paused);
    CHECK_FALSE(record.unusual);
    CHECK(header().next_snapshot == 3);
    CHECK(header().flushes == 1);
    this_thread.outer_frame = UINTPTR_MAX;  // within a call
    MPI_Pcontrol(2);
    CHECK(header().flushes == 2);
    CHECK(header().next_snapshot == 3);
    CHECK(this_thread.outer_frame == UINTPTR_MAX);
    this_thread.outer_frame = 1;  // of a call that was left by longjmp
    MPI_Pcontrol(2);
    CHECK(header().next_snapshot == 4);
    CHECK(this_thread.outer_frame == 0);
  });
}

TEST_CASE("snapshots of MPI_Abort have its error code") {
  in_child([] {
    initialise();
    sample_at_abort(7);
    CHECK(last_snapshot().reason == MPIDBG_RECORD_AT_ABORT);
    CHECK(last_snapshot().detail == 7);
  });
}
