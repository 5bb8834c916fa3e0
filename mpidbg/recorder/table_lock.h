#pragma once
// Held while a table entry is claimed, filled or ended; only taken where MPI_THREAD_MULTIPLE lets several threads do
// so.

#include <sched.h>

#include "mpidbg/recorder/record.h"

namespace recorder {

class TableLock {
 public:
  void acquire() {
    while (__atomic_exchange_n(&held_, true, __ATOMIC_ACQUIRE)) sched_yield();
  }
  bool try_acquire() { return !__atomic_exchange_n(&held_, true, __ATOMIC_ACQUIRE); }
  void release() { __atomic_store_n(&held_, false, __ATOMIC_RELEASE); }

 private:
  bool held_ = false;
};
extern TableLock table_lock;

class LockedTables {
 public:
  LockedTables() : locked_(record.threaded) {
    if (locked_) table_lock.acquire();
  }
  ~LockedTables() {
    if (locked_) table_lock.release();
  }
  LockedTables(const LockedTables &) = delete;
  LockedTables &operator=(const LockedTables &) = delete;

 private:
  bool locked_;
};

}  // namespace recorder
