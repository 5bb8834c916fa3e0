#pragma once
// Defines numbers of the components that implement windows, as far as they are the same from 4.1 to 6.0. Other numbers
// are in numbers.h. Each comment names the header that defines the number.

#include <cstddef>
#include <cstdint>

namespace mpidbg::layout::openmpi {

// MPI_LOCK_EXCLUSIVE, MPI_LOCK_SHARED and MPI_MODE_NOCHECK. Source: mpi.h.
inline constexpr std::int32_t lock_exclusive = 1;
inline constexpr std::int32_t lock_shared = 2;
inline constexpr std::int64_t mode_nocheck = 1;

// Values of the field `type` in the state of an epoch. Source: ompi/mca/osc/rdma/osc_rdma_sync.h,
// ompi/mca/osc/pt2pt/osc_pt2pt_sync.h.
enum OscSyncType : std::int32_t { osc_sync_none, osc_sync_lock, osc_sync_fence, osc_sync_pscw };

// The maximum number of posts that can be in flight to a process. Source: ompi/mca/osc/rdma/osc_rdma_types.h,
// ompi/mca/osc/ucx/osc_ucx.h.
inline constexpr std::size_t osc_post_slots = 32;

// A value of locking_mode (osc_rdma.h), a flag of a peer (osc_rdma_peer.h), and a bit of local_lock (osc_rdma_types.h).
// Source: ompi/mca/osc/rdma.
inline constexpr std::int32_t osc_rdma_two_level = 0;
inline constexpr std::int32_t osc_rdma_peer_local_state = 0x4;
inline constexpr std::uint64_t osc_rdma_lock_exclusive = std::uint64_t{1} << 63;

// The flag of a peer that has called MPI_Win_post, as long as no MPI_Win_start has used the post. Source:
// ompi/mca/osc/pt2pt/osc_pt2pt.h.
inline constexpr std::int32_t osc_pt2pt_peer_posted = 0x1;

// Values of the elements of osc/sm's array outstanding_locks. Source: ompi/mca/osc/sm/osc_sm.h.
enum OscSmLock : std::int32_t { osc_sm_lock_none, osc_sm_lock_nocheck, osc_sm_lock_exclusive, osc_sm_lock_shared };

// Kinds of epochs and locks in osc/ucx. Source: ompi/mca/osc/ucx/osc_ucx.h.
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
