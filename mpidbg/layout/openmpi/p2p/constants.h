#pragma once
// Numbers of requests and the point-to-point layers that are the same from 4.1 to 6.0; the others are in numbers.h.
// Source: the headers named.

#include <cstdint>

namespace mpidbg::layout::openmpi {

// ompi/request/request.h: req_state, req_complete
enum RequestState : std::int32_t { request_invalid, request_inactive, request_active, request_cancelled };
inline constexpr std::uint64_t request_pending = 0;
inline constexpr std::uint64_t request_completed = 1;

// ompi/request/request_dbg.h: req_type
enum RequestType : std::int32_t {
  request_pml,
  request_io,
  request_generalized,
  request_window,
  request_collective,
  request_null,
  request_noop,
  request_communicator,
  request_partitioned  // from 5.0 on
};

// ompi/mca/coll/libnbc/nbc_internal.h: the kinds of operations in a schedule
enum NbcOperation : std::int32_t { nbc_send, nbc_receive, nbc_op, nbc_copy, nbc_unpack };

// ompi/mca/common/ompio/common_ompio_request.h: req_type
enum OmpioRequestType : std::int32_t { ompio_write, ompio_read, ompio_write_all, ompio_read_all };

// ompi/mca/osc/rdma/osc_rdma_request.h: type
enum RdmaRequestType : std::int32_t { rdma_get, rdma_put, rdma_rdma, rdma_acc, rdma_get_acc, rdma_compare_swap };

// ompi/mca/part/persist/part_persist_request.h: req_type
enum PartitionedRequestType : std::int32_t { partitioned_send, partitioned_receive };

// ompi/mca/pml/base/pml_base_request_dbg.h: req_type
enum PmlRequestType : std::int32_t { pml_null, pml_send, pml_recv, pml_iprobe, pml_probe, pml_improbe, pml_mprobe };

// ompi/mca/pml/pml_constants.h: req_send_mode
enum PmlSendMode : std::int32_t { send_synchronous, send_complete, send_buffered, send_ready, send_standard };

// ompi/mca/pml/ob1/pml_ob1_hdr.h: hdr_type
enum Ob1HeaderType : std::uint8_t {
  header_match = 65,
  header_rendezvous = 66,
  header_rget = 67,
  header_with_id = 74  // one of these behind the id of 128 bits that all members know the communicator by; from 5.0 on
};

// The match header on the wire, which precedes an eager message's data: 14 bytes where all hosts are alike,
// the complete struct in libraries built for heterogeneous jobs (mpi.h of Debian and of default builds: not).
inline constexpr std::uint64_t match_header_bytes = 14;

// ompi/mca/pml/ucx/pml_ucx_request.h: flags of a persistent request
inline constexpr std::uint32_t ucx_persistent_send = 1u << 0;
inline constexpr std::uint32_t ucx_persistent_flags = 7;  // all that there are

// mpi.h
inline constexpr std::int32_t any_source = -1;
inline constexpr std::int32_t proc_null = -2;
inline constexpr std::int32_t any_tag = -1;

}  // namespace mpidbg::layout::openmpi
