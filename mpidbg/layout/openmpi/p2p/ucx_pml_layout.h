#pragma once
// Describes the point-to-point layer ucx of Open MPI. The structs of UCX itself are in layout/ucx. Source:
// ompi/mca/pml/ucx of 4.1 (pml_ucx.h, pml_ucx_request.h); ompi/request/request.h.

#include "mpidbg/layout/openmpi/p2p/request_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes mca_pml_ucx_module_t, the type of the library's variable ompi_pml_ucx.
struct UcxModuleLayout : StructLayout {
  UcxModuleLayout() : StructLayout("mca_pml_ucx_module_t") {}
  Slot<Address> ucp_context;
  Slot<Address> ucp_worker;
  // A pool (opal_free_list_t) of UcxPersistentRequestLayout.
  Slot<Embedded> persistent_reqs;
  // The request (ompi_request_t) that stands for all sends that were complete when they started.
  Slot<Embedded> completed_send_req;
  // The size of a ucp_request in bytes.
  Slot<SizeT> request_size;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ucp_context", ucp_context);
    field("ucp_worker", ucp_worker);
    field("persistent_reqs", persistent_reqs);
    field("completed_send_req", completed_send_req);
    field("request_size", request_size);
  }
};

// Describes mca_pml_ucx_persistent_request_t, a persistent request.
struct UcxPersistentRequestLayout : StructLayout {
  UcxPersistentRequestLayout() : StructLayout("mca_pml_ucx_persistent_request_t") {}
  using Base = RequestLayout;
  // Points to the request that MPI_Start made, which follows a ucp_request in memory; null if the persistent request is
  // not started or is complete.
  Slot<Address> tmp_req;
  Slot<std::uint32_t> flags;
  Slot<Address> buffer;
  Slot<SizeT> count;
  Slot<Address> ompi_datatype;
  // The tag passed to UCX.
  Slot<std::uint64_t> tag;
  // The mode of a send, one of PmlSendMode.
  Slot<std::int32_t> send_mode;
  Slot<Address> send_endpoint;
  Slot<std::uint64_t> receive_mask;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("tmp_req", tmp_req);
    field("flags", flags);
    field("buffer", buffer);
    field("count", count);
    field("ompi_datatype", ompi_datatype);
    field("tag", tag);
    field("send.mode", send_mode);
    field("send.ep", send_endpoint);
    field("recv.tag_mask", receive_mask);
  }
};

// Describes the field of ompi_request_t that UCX's completion callback uses.
struct RequestCallbackLayout : StructLayout {
  RequestCallbackLayout() : StructLayout("ompi_request_t") {}
  using Base = RequestLayout;
  // Points to the data of the callback: in a buffered send, the copy that is sent; in a request that a persistent
  // request has started, the persistent request; otherwise null.
  Slot<Address> req_complete_cb_data;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_complete_cb_data", req_complete_cb_data);
  }
};

}  // namespace mpidbg::layout::openmpi
