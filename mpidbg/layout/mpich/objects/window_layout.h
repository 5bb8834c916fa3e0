#pragma once
// Windows, and the state of their synchronization, which the device ch4 keeps. Source: src/include/mpir_win.h and
// src/mpid/ch4/include/mpidpre.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// One of the two halves of general active-target synchronization. `count` of the access half counts the calls of
// MPI_Win_complete that have arrived, and that of the exposure half those of MPI_Win_post: each is the other half's.
struct GroupSyncLayout : StructLayout {
  GroupSyncLayout() : StructLayout("MPIDIG_win_sync_pscw_t") {}
  Slot<Address> group;  // the program's; null outside the epoch
  Slot<std::uint32_t> count;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("group", group);
    field("count", count);
  }
};

// The lock of this process's memory.
struct LockQueueLayout : StructLayout {
  LockQueueLayout() : StructLayout("MPIDIG_win_lock_recvd_t") {}
  Slot<Address> head;         // WaitingLockLayout: asked for and not granted
  Slot<std::int32_t> type;    // of the last one granted: MPI_LOCK_*
  Slot<std::uint32_t> count;  // held by origins
  template <class Visitor>
  void describe(Visitor &&field) {
    field("head", head);
    field("type", type);
    field("count", count);
  }
};

struct WaitingLockLayout : StructLayout {
  WaitingLockLayout() : StructLayout("MPIDIG_win_lock") {}
  Slot<Address> next;
  Slot<std::int32_t> rank;   // in the window, of the origin
  Slot<std::uint16_t> type;  // MPI_LOCK_*
  template <class Visitor>
  void describe(Visitor &&field) {
    field("next", next);
    field("rank", rank);
    field("type", type);
  }
};

struct WindowSyncLayout : StructLayout {
  WindowSyncLayout() : StructLayout("MPIDIG_win_sync_t") {}
  Slot<std::int32_t> access_epoch_type, exposure_epoch_type;  // EpochType
  Slot<std::uint32_t> assert_mode;                            // of MPI_Win_lock_all
  Slot<Part<GroupSyncLayout>> sc, pw;                         // access and exposure
  Slot<First<std::uint32_t>> lockall;                         // granted ones of the lock of all
  Slot<First<std::uint32_t>> lock;                            // locks that this process holds at targets
  Slot<Part<LockQueueLayout>> lock_recvd;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("access_epoch_type", access_epoch_type);
    field("exposure_epoch_type", exposure_epoch_type);
    field("assert_mode", assert_mode);
    field("sc", sc);
    field("lockall", lockall);
    field("lock", lock);
    field("pw", pw);
    field("lock_recvd", lock_recvd);
  }
};

// A link of a hash table of uthash.
struct HashLinkLayout : StructLayout {
  HashLinkLayout() : StructLayout("UT_hash_handle") {}
  Slot<Address> next;  // the next element in the order of insertion
  template <class Visitor>
  void describe(Visitor &&field) {
    field("next", next);
  }
};

struct TargetSyncLayout : StructLayout {
  TargetSyncLayout() : StructLayout("MPIDIG_win_target_sync_t") {}
  Slot<std::int32_t> access_epoch_type;  // EpochType: once the first lock of the target was granted, it stays
  Slot<First<std::uint32_t>> lock;       // 1: held
  Slot<std::uint32_t> assert_mode;       // of MPI_Win_lock
  template <class Visitor>
  void describe(Visitor &&field) {
    field("access_epoch_type", access_epoch_type);
    field("lock", lock);
    field("assert_mode", assert_mode);
  }
};

// A target that this process has locked, or reached with active messages, since the window was made.
struct WindowTargetLayout : StructLayout {
  WindowTargetLayout() : StructLayout("MPIDIG_win_target_t") {}
  Slot<Part<TargetSyncLayout>> sync;
  Slot<std::int32_t> rank;
  Slot<Part<HashLinkLayout>> hash_handle;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("sync", sync);
    field("rank", rank);
    field("hash_handle", hash_handle);
  }
};

struct WindowHintsLayout : StructLayout {
  WindowHintsLayout() : StructLayout("MPIDIG_win_info_args_t") {}
  Slot<std::int32_t> no_locks;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("no_locks", no_locks);
  }
};

struct ActiveMessageWindowLayout : StructLayout {
  ActiveMessageWindowLayout() : StructLayout("MPIDIG_win_t") {}
  Slot<Part<WindowSyncLayout>> sync;
  Slot<Part<WindowHintsLayout>> info_args;
  Slot<Address> targets;  // WindowTargetLayout: a hash table
  template <class Visitor>
  void describe(Visitor &&field) {
    field("sync", sync);
    field("info_args", info_args);
    field("targets", targets);
  }
};

struct DeviceWindowLayout : StructLayout {
  DeviceWindowLayout() : StructLayout("MPIDI_Devwin_t") {}
  Slot<Part<ActiveMessageWindowLayout>> am;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("am", am);
  }
};

struct WindowLayout : StructLayout {
  WindowLayout() : StructLayout("MPIR_Win") {}
  using Base = ObjectLayout;
  Slot<Address> errhandler;  // ErrhandlerLayout; null: MPI_ERRORS_ARE_FATAL
  Slot<Address> base;
  Slot<PtrdiffT> size;
  Slot<std::int32_t> disp_unit;
  Slot<Address> attributes;  // AttributeLayout, a list: the program's
  Slot<Address> comm_ptr;    // the library's duplicate
  Slot<Text<128>> name;
  Slot<std::int32_t> create_flavor, model;
  Slot<Part<DeviceWindowLayout>> dev;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("errhandler", errhandler);
    field("base", base);
    field("size", size);
    field("disp_unit", disp_unit);
    field("attributes", attributes);
    field("comm_ptr", comm_ptr);
    field("name", name);
    field("create_flavor", create_flavor);
    field("model", model);
    field("dev", dev);
  }
};

}  // namespace mpidbg::layout::mpich
