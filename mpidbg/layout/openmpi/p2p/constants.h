#pragma once
// Defines numbers of requests and point-to-point layers that are the same from 4.1 to 6.0. Other numbers are in
// numbers.h. Each comment names the header that defines the number.

#include <cstdint>

namespace mpidbg::layout::openmpi {

// Values of the fields req_state and req_complete of all requests. Source: ompi/request/request.h.
enum RequestState : std::int32_t { request_invalid, request_inactive, request_active, request_cancelled };
inline constexpr std::uint64_t request_pending = 0;
inline constexpr std::uint64_t request_completed = 1;

// Values of the field req_type of all requests. Source: ompi/request/request_dbg.h.
enum RequestType : std::int32_t {
  request_pml,
  request_io,
  request_generalized,
  request_window,
  request_collective,
  request_null,
  request_noop,
  request_communicator,
  // Exists since 5.0.
  request_partitioned
};

// The kinds of operations in a schedule of libnbc. Source: ompi/mca/coll/libnbc/nbc_internal.h.
enum NbcOperation : std::int32_t { nbc_send, nbc_receive, nbc_op, nbc_copy, nbc_unpack };

// Values of the field req_type of ompio's requests. Source: ompi/mca/common/ompio/common_ompio_request.h.
enum OmpioRequestType : std::int32_t { ompio_write, ompio_read, ompio_write_all, ompio_read_all };

// Values of the field `type` of osc/rdma's requests. Source: ompi/mca/osc/rdma/osc_rdma_request.h.
enum RdmaRequestType : std::int32_t { rdma_get, rdma_put, rdma_rdma, rdma_acc, rdma_get_acc, rdma_compare_swap };

// Values of the field req_type of partitioned requests. Source: ompi/mca/part/persist/part_persist_request.h.
enum PartitionedRequestType : std::int32_t { partitioned_send, partitioned_receive };

// Values of the field req_type of a point-to-point layer's requests. Source: ompi/mca/pml/base/pml_base_request_dbg.h.
enum PmlRequestType : std::int32_t { pml_null, pml_send, pml_recv, pml_iprobe, pml_probe, pml_improbe, pml_mprobe };

// Values of the field req_send_mode of a point-to-point layer's send requests. Source: ompi/mca/pml/pml_constants.h.
enum PmlSendMode : std::int32_t { send_synchronous, send_complete, send_buffered, send_ready, send_standard };

// Values of the field req_pml_type of requests of the layer cm. Source: ompi/mca/pml/cm/pml_cm_request.h.
enum CmRequestType : std::int32_t { cm_heavy_send, cm_thin_send, cm_heavy_receive, cm_thin_receive };

// Values of the field `type` of the requests of the component ofi; sends have none. Source:
// ompi/mca/mtl/ofi/mtl_ofi_request.h.
enum OfiRequestType : std::int32_t { ofi_send, ofi_receive, ofi_acknowledgement, ofi_probe };

// Values of the field hdr_type in the headers of ob1's messages. Source: ompi/mca/pml/ob1/pml_ob1_hdr.h.
enum Ob1HeaderType : std::uint8_t {
  header_match = 65,
  header_rendezvous = 66,
  header_rget = 67,
  // A header that is followed by another header; since 5.0. It contains the communicator's id of 128 bits, which all
  // members share.
  header_with_id = 74
};

// The size in bytes of the match header on the wire. The data of an eager message follows the header. It is 14 if all
// hosts are alike. Libraries built for heterogeneous jobs send the complete struct; according to mpi.h, neither
// Debian's builds nor default builds are of this kind.
inline constexpr std::uint64_t match_header_bytes = 14;

// The flag of a persistent request that sends. Source: ompi/mca/pml/ucx/pml_ucx_request.h.
inline constexpr std::uint32_t ucx_persistent_send = 1u << 0;
// A mask of all flags that persistent requests can have.
inline constexpr std::uint32_t ucx_persistent_flags = 7;

// Constants of mpi.h.
inline constexpr std::int32_t any_source = -1;
inline constexpr std::int32_t proc_null = -2;
inline constexpr std::int32_t any_tag = -1;

}  // namespace mpidbg::layout::openmpi
