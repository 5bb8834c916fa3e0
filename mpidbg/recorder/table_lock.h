#pragma once
// Implements the lock that is held while a table entry is claimed, filled or ended. It is taken only with
// MPI_THREAD_MULTIPLE, at which several threads may change the tables.

#include <sched.h>

#include "mpidbg/recorder/record.h"

namespace recorder {

// A spin lock that yields the processor while it waits. A signal handler may take it only with try_acquire().
class TableLock {
 public:
  // Waits for the lock. The holder never waits for anything while it has the lock.
  void acquire() {
    while (__atomic_exchange_n(&held_, true, __ATOMIC_ACQUIRE)) sched_yield();
  }
  // Takes the lock unless it is held. Returns false, without waiting, if it is held.
  bool try_acquire() { return !__atomic_exchange_n(&held_, true, __ATOMIC_ACQUIRE); }
  void release() { __atomic_store_n(&held_, false, __ATOMIC_RELEASE); }

 private:
  bool held_ = false;
};
extern TableLock table_lock;

// Holds table_lock in a scope, if several threads may call MPI.
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
