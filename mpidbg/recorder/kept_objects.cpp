#include "mpidbg/recorder/kept_objects.h"

#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "mpidbg/recorder/clock.h"
#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/record.h"
#include "mpidbg/recorder/record_release.h"
#include "mpidbg/recorder/table_lock.h"
#include "mpidbg/recorder/threads.h"

namespace recorder {

namespace {

struct Kept {
  mpidbg_record_kind kind;
  std::uint64_t handle;
  mpidbg_record_handle *entry;  // the entry, which becomes history when the object is freed; null if the entry belongs
                                // to another reference
};

// A queue of kept objects, the oldest one first. It is used only while the tables are locked.
class Queue {
 public:
  bool allocate(std::uint32_t room) {
    places_ = static_cast<Kept *>(std::malloc(room * sizeof(Kept)));
    room_ = places_ == nullptr ? 0 : room;
    return room_ != 0;
  }
  std::uint32_t room() const { return room_; }
  bool is_full() const { return end_ - begin_ == room_; }
  bool is_empty() const { return end_ == begin_; }
  void append(const Kept &kept) { places_[end_++ % room_] = kept; }
  Kept take_first() { return places_[begin_++ % room_]; }

 private:
  Kept *places_ = nullptr;
  std::uint32_t room_ = 0;
  std::uint64_t begin_ = 0, end_ = 0;
};

// The two queues of kept objects. Communicators have a queue of their own, because their number is more likely to be
// the same on all ranks than that of other objects, and because libraries have fewer of them.
Queue communicators, others;
constexpr std::uint32_t most_communicators = 256;

Queue &queue_of(mpidbg_record_kind kind) {
  return kind == MPIDBG_RECORD_COMM ? communicators : others;
}

CallId freeing_call(mpidbg_record_kind kind) {
  switch (kind) {
    case MPIDBG_RECORD_COMM:
      return call_Comm_free;
    case MPIDBG_RECORD_GROUP:
      return call_Group_free;
    case MPIDBG_RECORD_DATATYPE:
      return call_Type_free;
    case MPIDBG_RECORD_OP:
      return call_Op_free;
    case MPIDBG_RECORD_INFO:
      return call_Info_free;
    default:
      return call_Errhandler_free;
  }
}

void free_in_library(const Kept &kept) {
  if (kept.entry != nullptr) {
    const LockedTables locked;
    kept.entry->released = now();
    kept.entry->flags = static_cast<std::uint8_t>(kept.entry->flags & ~MPIDBG_RECORD_KEPT);
    record.handles.release();
  }
  std::uint64_t word = kept.handle;
  int number = static_cast<int>(word);
  void *handle = handle_size == sizeof number ? static_cast<void *>(&number) : &word;
  reinterpret_cast<int (*)(void *)>(next_c[freeing_call(kept.kind)])(handle);
}

bool take_first(Queue &queue, Kept &kept) {
  const LockedTables locked;
  if (queue.is_empty()) return false;
  kept = queue.take_first();
  --record.header->kept;
  return true;
}

}  // namespace

void prepare_to_keep() {
  const char *wanted = std::getenv("MPIDBG_KEEP_FREED");
  if (wanted == nullptr || wanted[0] == '\0' || std::strcmp(wanted, "0") == 0) return;
  // The number of kept objects is limited, because each needs an entry in the table of handles.
  const std::uint32_t most = record.handles.count() / 4;
  if (!communicators.allocate(most < most_communicators ? most : most_communicators) || !others.allocate(most)) return;
  record.header->kept_most = communicators.room() + others.room();
  record.keeps = true;
}

bool can_keep(mpidbg_record_kind kind, std::uint64_t handle) {
  const LockedTables locked;
  return record.header->state == MPIDBG_RECORD_INITIALIZED &&
         record.handles.find({.kind = static_cast<std::uint8_t>(kind), .handle = handle}) != nullptr;
}

void keep(mpidbg_record_kind kind, std::uint64_t handle, mpidbg_record_handle *entry) {
  Queue &queue = queue_of(kind);
  for (;;) {
    {
      const LockedTables locked;
      if (!queue.is_full()) {
        queue.append({.kind = kind, .handle = handle, .entry = entry});
        ++record.header->kept;
        return;
      }
    }
    Kept oldest;
    if (take_first(queue, oldest)) free_in_library(oldest);
  }
}

int release_kept() {
  int count = 0;
  for (Queue *queue : {&communicators, &others})
    for (Kept kept; take_first(*queue, kept); ++count) free_in_library(kept);
  return count;
}

}  // namespace recorder

extern "C" [[gnu::visibility("default")]] int mpidbg_record_release(void) {
  using namespace recorder;
  if (!record.keeps || record.header->state != MPIDBG_RECORD_INITIALIZED || !start_thread_if_new()) return 0;
  ThisThread &self = this_thread;
  const std::uintptr_t outer = self.outer_frame;
  if (outer == 0) self.outer_frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const int count = release_kept();
  self.outer_frame = outer;
  return count;
}
