#pragma once
// Requests beside those of the point-to-point layer and of libnbc, and matched messages. Source, all of 4.1:
// ompi/request/grequest.h; ompi/mca/common/ompio/common_ompio_request.h and ompi/mca/fbtl/posix/fbtl_posix.h for files;
// ompi/mca/osc/rdma/osc_rdma_request.h and ompi/mca/osc/pt2pt/osc_pt2pt.h for windows; ompi/message/message.h.
// The request structs start with an ompi_request_t.

#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/openmpi/p2p/request_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct GeneralizedRequestLayout : StructLayout {
  GeneralizedRequestLayout() : StructLayout("ompi_grequest_t") {}
  using Base = RequestLayout;
  Slot<Address> greq_query;
  Slot<Address> greq_free;
  Slot<Address> greq_cancel;
  Slot<Address> greq_state;
  Slot<bool> greq_funcs_are_c;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("greq_query", greq_query);
    field("greq_free", greq_free);
    field("greq_cancel", greq_cancel);
    field("greq_state", greq_state);
    field("greq_funcs_are_c", greq_funcs_are_c);
  }
};

struct FileRequestLayout : StructLayout {
  FileRequestLayout() : StructLayout("mca_ompio_request_t") {}
  using Base = RequestLayout;
  Slot<std::int32_t> req_type;
  Slot<Address> req_data;   // of the file system layer; for posix mca_fbtl_posix_request_data_t
  Slot<Embedded> req_item;  // in mca_common_ompio_pending_requests
  Slot<Address> req_progress_fn;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_type", req_type);
    field("req_data", req_data);
    field("req_item", req_item);
    field("req_progress_fn", req_progress_fn);
  }
};

struct PosixRequestDataLayout : StructLayout {
  PosixRequestDataLayout() : StructLayout("mca_fbtl_posix_request_data_t") {}
  Slot<std::int32_t> aio_req_count;
  Slot<std::int32_t> aio_open_reqs;
  Slot<PtrdiffT> aio_total_len;  // bytes done
  Slot<Address> aio_fh;          // ompio_file_t
  template <class Visitor>
  void describe(Visitor &&field) {
    field("aio_req_count", aio_req_count);
    field("aio_open_reqs", aio_open_reqs);
    field("aio_total_len", aio_total_len);
    field("aio_fh", aio_fh);
  }
};

// The same from 6.0 on, where its fields have other names.
struct PosixRequestData6Layout : StructLayout {
  PosixRequestData6Layout() : StructLayout("mca_fbtl_posix_request_data_t") {}
  Slot<PtrdiffT> prd_total_len;
  Slot<Address> prd_fh;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("prd_total_len", prd_total_len);
    field("prd_fh", prd_fh);
  }
};

struct RdmaRequestLayout : StructLayout {
  RdmaRequestLayout() : StructLayout("ompi_osc_rdma_request_t") {}
  using Base = RequestLayout;
  Slot<Address> peer;  // ompi_osc_rdma_peer_t
  Slot<std::int32_t> type;
  Slot<Address> origin_addr;
  Slot<std::int32_t> outstanding_requests;
  Slot<bool> internal;  // no MPI_Request refers to it
  Slot<std::uint64_t> target_address;
  Slot<SizeT> len;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("peer", peer);
    field("type", type);
    field("origin_addr", origin_addr);
    field("outstanding_requests", outstanding_requests);
    field("internal", internal);
    field("target_address", target_address);
    field("len", len);
  }
};

struct Pt2ptComponentLayout : StructLayout {
  Pt2ptComponentLayout() : StructLayout("ompi_osc_pt2pt_component_t") {}
  Slot<Embedded> requests;  // opal_free_list_t of ompi_osc_pt2pt_request_t
  template <class Visitor>
  void describe(Visitor &&field) {
    field("requests", requests);
  }
};

struct Pt2ptRequestLayout : StructLayout {
  Pt2ptRequestLayout() : StructLayout("ompi_osc_pt2pt_request_t") {}
  using Base = RequestLayout;
  Slot<Address> origin_addr;
  Slot<std::int32_t> origin_count;
  Slot<Address> origin_dt;
  Slot<std::int32_t> outstanding_requests;
  Slot<bool> internal;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("origin_addr", origin_addr);
    field("origin_count", origin_count);
    field("origin_dt", origin_dt);
    field("outstanding_requests", outstanding_requests);
    field("internal", internal);
  }
};

// A message that MPI_Mprobe matched. In use while it is not in the stack of free ones, which links items.
struct MessageLayout : StructLayout {
  MessageLayout() : StructLayout("ompi_message_t") {}
  using Base = FreeListItemLayout;
  Slot<std::int32_t> m_f_to_c_index;
  Slot<Address> comm;
  Slot<Address> req_ptr;  // the request of the probe that matched it
  Slot<std::int32_t> peer;
  Slot<SizeT> count;  // bytes
  template <class Visitor>
  void describe(Visitor &&field) {
    field("m_f_to_c_index", m_f_to_c_index);
    field("comm", comm);
    field("req_ptr", req_ptr);
    field("peer", peer);
    field("count", count);
  }
};

}  // namespace mpidbg::layout::openmpi
