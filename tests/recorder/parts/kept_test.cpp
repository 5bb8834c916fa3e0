// MPIDBG_KEEP_FREED: what is kept, how much of it, and when it is freed.

#include <doctest/doctest.h>

#include "mpidbg/recorder/effects.h"
#include "mpidbg/recorder/kept_objects.h"
#include "mpidbg/recorder/record.h"
#include "mpidbg/recorder/record_release.h"
#include "mpidbg/recorder/threads.h"
#include "tests/recorder/parts/in_child.h"
#include "tests/recorder/parts/recorded.h"

using namespace recorder;

namespace {

std::vector<std::uint64_t> freed_in_library;
int frames_when_freed;  // how often a call was seen as within another

int note(void *place) {
  freed_in_library.push_back(*static_cast<std::uint64_t *>(place));
  frames_when_freed += this_thread.outer_frame != 0;
  return MPI_SUCCESS;
}

void initialise_to_keep(const char *memory = "1m") {
  setenv("MPIDBG_KEEP_FREED", "1", 1);
  setenv("MPIDBG_RECORD_MEMORY", memory, 1);
  initialise();
  for (const CallId call :
       {call_Comm_free, call_Group_free, call_Type_free, call_Op_free, call_Info_free, call_Errhandler_free})
    next_c[call] = reinterpret_cast<Function>(note);
}

mpidbg_record_handle *create_and_free(mpidbg_record_kind kind, std::uint64_t handle) {
  create(kind, handle);
  REQUIRE(can_keep(kind, handle));
  mpidbg_record_handle *entry = freed({.call = call_Comm_free, .site = 1, .time = 5}, kind, handle, true);
  REQUIRE(entry != nullptr);
  keep(kind, handle, entry);
  return entry;
}

}  // namespace

TEST_CASE("nothing is kept unless it is wanted") {
  for (const char *value : {static_cast<const char *>(nullptr), "", "0"})
    in_child([value] {
      value == nullptr ? unsetenv("MPIDBG_KEEP_FREED") : setenv("MPIDBG_KEEP_FREED", value, 1);
      initialise();
      CHECK_FALSE(record.keeps);
      CHECK(header().kept_most == 0);
      CHECK(mpidbg_record_release() == 0);
    });
  for (const char *value : {"1", "01", "yes"})
    in_child([value] {
      setenv("MPIDBG_KEEP_FREED", value, 1);
      initialise();
      CHECK(record.keeps);
    });
}

TEST_CASE("what can be kept is recorded and lives, between MPI_Init and MPI_Finalize") {
  in_child([] {
    initialise_to_keep();
    create(MPIDBG_RECORD_COMM, 0x1000);
    CHECK(can_keep(MPIDBG_RECORD_COMM, 0x1000));
    CHECK_FALSE(can_keep(MPIDBG_RECORD_COMM, 0x2000));
    CHECK_FALSE(can_keep(MPIDBG_RECORD_GROUP, 0x1000));
    header().state = MPIDBG_RECORD_FINALIZED;
    CHECK_FALSE(can_keep(MPIDBG_RECORD_COMM, 0x1000));
    CHECK(mpidbg_record_release() == 0);
  });
}

TEST_CASE("each kind is freed by its function, in the order in which the program freed it") {
  in_child([] {
    initialise_to_keep();
    const CallId calls[] = {call_Group_free, call_Type_free,       call_Op_free,
                            call_Info_free,  call_Errhandler_free, call_Comm_free};
    const mpidbg_record_kind kinds[] = {MPIDBG_RECORD_GROUP, MPIDBG_RECORD_DATATYPE,   MPIDBG_RECORD_OP,
                                        MPIDBG_RECORD_INFO,  MPIDBG_RECORD_ERRHANDLER, MPIDBG_RECORD_COMM};
    for (int i = 0; i < 6; ++i) {
      CAPTURE(i);
      for (const CallId call : calls) next_c[call] = nullptr;  // it crashes
      next_c[calls[i]] = reinterpret_cast<Function>(note);
      mpidbg_record_handle *entry = create_and_free(kinds[i], 0x1000 + 16 * static_cast<std::uint64_t>(i));
      CHECK(entry->flags == (MPIDBG_RECORD_FREED | MPIDBG_RECORD_KEPT));
      CHECK(header().kept == 1);
      CHECK(entry->released == 0);
      CHECK(mpidbg_record_release() == 1);
      CHECK(header().kept == 0);
      CHECK(freed_in_library.back() == 0x1000 + 16 * static_cast<std::uint64_t>(i));
      CHECK(entry->flags == MPIDBG_RECORD_FREED);
      CHECK(entry->released > 0);
    }
    CHECK(frames_when_freed == 6);
    CHECK(this_thread.outer_frame == 0);
    this_thread.outer_frame = UINTPTR_MAX;  // a callback calls it
    CHECK(mpidbg_record_release() == 0);
    CHECK(this_thread.outer_frame == UINTPTR_MAX);
  });
}

TEST_CASE("where there is no room the oldest goes; communicators have room of their own") {
  in_child([] {
    initialise_to_keep();
    const std::uint64_t most = record.handles.count() / 4, most_comms = most < 256 ? most : 256;
    CHECK(header().kept_most == most + most_comms);
    for (std::uint64_t i = 1; i <= most_comms; ++i) create_and_free(MPIDBG_RECORD_COMM, 16 * i);
    for (std::uint64_t i = 1; i <= most; ++i) create_and_free(MPIDBG_RECORD_INFO, 16 * i);
    CHECK(freed_in_library.empty());
    CHECK(header().kept == header().kept_most);
    create_and_free(MPIDBG_RECORD_DATATYPE, 0x100000);
    create_and_free(MPIDBG_RECORD_COMM, 0x200000);
    create_and_free(MPIDBG_RECORD_COMM, 0x300000);
    CHECK(freed_in_library == std::vector<std::uint64_t>{16, 16, 32});
    CHECK(header().kept == header().kept_most);
    freed_in_library.clear();
    CHECK(mpidbg_record_release() == static_cast<int>(header().kept_most));
    CHECK(freed_in_library.front() == 48);  // communicators first
    CHECK(freed_in_library[most_comms - 1] == 0x300000);
    CHECK(freed_in_library[most_comms] == 32);
    CHECK(freed_in_library.back() == 0x100000);
  });
  in_child([] {
    initialise_to_keep("64m");
    CHECK(record.handles.count() / 4 > 256);
    CHECK(header().kept_most == record.handles.count() / 4 + 256);
  });
}

TEST_CASE("an object of which the program has another handle is kept without an entry") {
  in_child([] {
    initialise_to_keep();
    for (int i = 0; i < 2; ++i)
      created({.call = call_Comm_group, .site = 1, .time = 1},
              {.kind = MPIDBG_RECORD_GROUP, .handle = 0x1000, .shared = true});
    CHECK(freed({.call = call_Group_free, .site = 1, .time = 5}, MPIDBG_RECORD_GROUP, 0x1000, true) == nullptr);
    keep(MPIDBG_RECORD_GROUP, 0x1000, nullptr);
    CHECK(header().kept == 1);
    CHECK(can_keep(MPIDBG_RECORD_GROUP, 0x1000));
    CHECK(mpidbg_record_release() == 1);
    CHECK(can_keep(MPIDBG_RECORD_GROUP, 0x1000));
    CHECK(freed_in_library == std::vector<std::uint64_t>{0x1000});
  });
}
