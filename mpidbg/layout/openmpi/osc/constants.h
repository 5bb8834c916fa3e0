#pragma once
// Numbers of windows by component that are the same from 4.1 to 6.0; the others are in numbers.h.
// Source: the headers named.

#include <cstddef>
#include <cstdint>

namespace mpidbg::layout::openmpi {

// mpi.h: MPI_LOCK_*, MPI_MODE_NOCHECK
inline constexpr std::int32_t lock_exclusive = 1;
inline constexpr std::int32_t lock_shared = 2;
inline constexpr std::int64_t mode_nocheck = 1;

// ompi/mca/osc/rdma/osc_rdma_sync.h, ompi/mca/osc/pt2pt/osc_pt2pt_sync.h: type
enum OscSyncType : std::int32_t { osc_sync_none, osc_sync_lock, osc_sync_fence, osc_sync_pscw };

// ompi/mca/osc/rdma/osc_rdma_types.h, ompi/mca/osc/ucx/osc_ucx.h: posts that can be on their way to a process
inline constexpr std::size_t osc_post_slots = 32;

// ompi/mca/osc/rdma/osc_rdma.h: locking_mode; osc_rdma_peer.h: flags; osc_rdma_types.h: local_lock
inline constexpr std::int32_t osc_rdma_two_level = 0;
inline constexpr std::int32_t osc_rdma_peer_local_state = 0x4;
inline constexpr std::uint64_t osc_rdma_lock_exclusive = std::uint64_t{1} << 63;

// ompi/mca/osc/pt2pt/osc_pt2pt.h: peer flags
inline constexpr std::int32_t osc_pt2pt_peer_posted = 0x1;

// ompi/mca/osc/sm/osc_sm.h: outstanding_locks
enum OscSmLock : std::int32_t { osc_sm_lock_none, osc_sm_lock_nocheck, osc_sm_lock_exclusive, osc_sm_lock_shared };

// ompi/mca/osc/ucx/osc_ucx.h
enum OscUcxEpoch : std::int32_t {
  osc_ucx_none,
  osc_ucx_fence,
  osc_ucx_post,
  osc_ucx_start,
  osc_ucx_passive,
  osc_ucx_passive_all
};
inline constexpr std::int32_t osc_ucx_exclusive = 0;
inline constexpr std::uint64_t osc_ucx_lock_exclusive = std::uint64_t{1} << 32;

}  // namespace mpidbg::layout::openmpi
