#pragma once
// Describes windows, and the synchronisation state that the device ch4 keeps for them. Source: src/include/mpir_win.h
// and src/mpid/ch4/include/mpidpre.h, 4.0 to 5.0.

#include "mpidbg/layout/mpich/mpit_layout.h"
#include "mpidbg/layout/mpich/objects/object_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::mpich {

// Describes MPIDIG_win_sync_pscw_t, the access half or the exposure half of a general active-target epoch
// (MPI_Win_start, MPI_Win_post). `count` is the number of messages that have arrived from other processes: messages of
// MPI_Win_complete in the access half, and messages of MPI_Win_post in the exposure half. Each half needs the other
// half's count.
struct GroupSyncLayout : StructLayout {
  GroupSyncLayout() : StructLayout("MPIDIG_win_sync_pscw_t") {}
  // Points to the program's group; null outside of an epoch.
  Slot<Address> group;
  Slot<std::uint32_t> count;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("group", group);
    field("count", count);
  }
};

// Describes MPIDIG_win_lock_recvd_t, the lock of this process's memory. Other processes (origins) request it.
struct LockQueueLayout : StructLayout {
  LockQueueLayout() : StructLayout("MPIDIG_win_lock_recvd_t") {}
  // Points to the first WaitingLockLayout, in a list of locks that were requested and not granted.
  Slot<Address> head;
  // The type of the last lock that was granted: MPI_LOCK_*.
  Slot<std::int32_t> type;
  // The number of locks that origins hold.
  Slot<std::uint32_t> count;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("head", head);
    field("type", type);
    field("count", count);
  }
};

// Describes MPIDIG_win_lock, a request of an origin for the lock.
struct WaitingLockLayout : StructLayout {
  WaitingLockLayout() : StructLayout("MPIDIG_win_lock") {}
  Slot<Address> next;
  // The rank of the origin in the window.
  Slot<std::int32_t> rank;
  // The requested type: MPI_LOCK_*.
  Slot<std::uint16_t> type;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("next", next);
    field("rank", rank);
    field("type", type);
  }
};

// Describes MPIDIG_win_sync_t, the state of a window's epochs at this process.
struct WindowSyncLayout : StructLayout {
  WindowSyncLayout() : StructLayout("MPIDIG_win_sync_t") {}
  // The kinds of the epochs in progress, as values of EpochType.
  Slot<std::int32_t> access_epoch_type, exposure_epoch_type;
  // The assertion that was passed to MPI_Win_lock_all.
  Slot<std::uint32_t> assert_mode;
  // The access half (`sc`) and the exposure half (`pw`) of general active-target epochs.
  Slot<Part<GroupSyncLayout>> sc, pw;
  // The number of targets that have granted the lock of all ranks.
  Slot<First<std::uint32_t>> lockall;
  // The number of locks that this process holds at targets.
  Slot<First<std::uint32_t>> lock;
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

// Describes MPIDIG_win_target_sync_t, the state of a target's lock as this process knows it.
struct TargetSyncLayout : StructLayout {
  TargetSyncLayout() : StructLayout("MPIDIG_win_target_sync_t") {}
  // The kind of epoch, one of EpochType. It stays set once the first lock of the target was granted.
  Slot<std::int32_t> access_epoch_type;
  // 1 if this process holds the lock.
  Slot<First<std::uint32_t>> lock;
  // The assertion that was passed to MPI_Win_lock.
  Slot<std::uint32_t> assert_mode;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("access_epoch_type", access_epoch_type);
    field("lock", lock);
    field("assert_mode", assert_mode);
  }
};

// Describes MPIDIG_win_target_t, a target of this process. Since the window was made, this process has locked the
// target or sent active messages to it.
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

// Describes MPIDIG_win_info_args_t, the hints of a window. Fields have the names of the hints.
struct WindowHintsLayout : StructLayout {
  WindowHintsLayout() : StructLayout("MPIDIG_win_info_args_t") {}
  Slot<std::int32_t> no_locks;
  Slot<std::int32_t> same_size, same_disp_unit, alloc_shared_noncontig, alloc_shm;
  // Which accesses to one place keep their order, in bits: reads after reads, reads after writes, writes after reads
  // and writes after writes. All are set by default.
  Slot<std::int32_t> accumulate_ordering;
  // 0 for same_op, 1 for same_op_no_op.
  Slot<std::int32_t> accumulate_ops;
  // A bit for each operation that the program may pass, at the index of the operation in MPIR_Op_builtin. All are set
  // by default. Index 0 stands for MPI_Compare_and_swap.
  Slot<std::uint32_t> which_accumulate_ops;
  // True by default.
  Slot<bool> accumulate_noncontig_dtype;
  // Negative for no limit, which is the default.
  Slot<PtrdiffT> accumulate_max_bytes;
  Slot<bool> disable_shm_accumulate, coll_attach;
  // Bits for low latency and for a high rate of messages; 0 by default.
  Slot<std::int32_t> perf_preference;
  Slot<Optional<bool>> optimized_mr;              // since 4.1
  Slot<Optional<std::int32_t>> symheap_required;  // since 5.0
  template <class Visitor>
  void describe(Visitor &&field) {
    field("no_locks", no_locks);
    field("same_size", same_size);
    field("same_disp_unit", same_disp_unit);
    field("alloc_shared_noncontig", alloc_shared_noncontig);
    field("alloc_shm", alloc_shm);
    field("accumulate_ordering", accumulate_ordering);
    field("accumulate_ops", accumulate_ops);
    field("which_accumulate_ops", which_accumulate_ops);
    field("accumulate_noncontig_dtype", accumulate_noncontig_dtype);
    field("accumulate_max_bytes", accumulate_max_bytes);
    field("disable_shm_accumulate", disable_shm_accumulate);
    field("coll_attach", coll_attach);
    field("perf_preference", perf_preference);
    field("optimized_mr", optimized_mr);
    field("symheap_required", symheap_required);
  }
};

// Describes MPIDIG_win_t, the state of a window that the device keeps for active messages.
struct ActiveMessageWindowLayout : StructLayout {
  ActiveMessageWindowLayout() : StructLayout("MPIDIG_win_t") {}
  Slot<Part<WindowSyncLayout>> sync;
  Slot<Part<WindowHintsLayout>> info_args;
  // Points to a hash table of WindowTargetLayout.
  Slot<Address> targets;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("sync", sync);
    field("info_args", info_args);
    field("targets", targets);
  }
};

// Describes MPIDI_Devwin_t, the part of a window that belongs to the device.
struct DeviceWindowLayout : StructLayout {
  DeviceWindowLayout() : StructLayout("MPIDI_Devwin_t") {}
  Slot<Part<ActiveMessageWindowLayout>> am;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("am", am);
  }
};

// Describes MPIR_Win, the object behind an MPI_Win.
struct WindowLayout : StructLayout {
  WindowLayout() : StructLayout("MPIR_Win") {}
  using Base = ObjectLayout;
  // Points to an ErrhandlerLayout; null for MPI_ERRORS_ARE_FATAL.
  Slot<Address> errhandler;
  Slot<Address> base;
  Slot<PtrdiffT> size;
  Slot<std::int32_t> disp_unit;
  // Points to the first of the program's attributes (AttributeLayout) in a list.
  Slot<Address> attributes;
  // Points to the library's duplicate of the communicator.
  Slot<Address> comm_ptr;
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
