#pragma once
// The point-to-point layer ucx. Source: ompi/mca/pml/ucx of 4.1: pml_ucx.h, pml_ucx_request.h;
// ompi/request/request.h. UCX's structs are in layout/ucx.

#include "mpidbg/layout/openmpi/p2p/request_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct UcxModuleLayout : StructLayout {
  UcxModuleLayout() : StructLayout("mca_pml_ucx_module_t") {}
  Slot<Address> ucp_context;
  Slot<Address> ucp_worker;
  Slot<Embedded> persistent_reqs;     // opal_free_list_t of UcxPersistentRequestLayout
  Slot<Embedded> completed_send_req;  // the ompi_request_t of all sends that are complete when they are begun
  Slot<SizeT> request_size;           // of a ucp_request
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ucp_context", ucp_context);
    field("ucp_worker", ucp_worker);
    field("persistent_reqs", persistent_reqs);
    field("completed_send_req", completed_send_req);
    field("request_size", request_size);
  }
};

struct UcxPersistentRequestLayout : StructLayout {
  UcxPersistentRequestLayout() : StructLayout("mca_pml_ucx_persistent_request_t") {}
  using Base = RequestLayout;
  Slot<Address> tmp_req;  // while started and not complete: the request behind a ucp_request
  Slot<std::uint32_t> flags;
  Slot<Address> buffer;
  Slot<SizeT> count;
  Slot<Address> ompi_datatype;
  Slot<std::uint64_t> tag;       // as UCX is given it
  Slot<std::int32_t> send_mode;  // PmlSendMode
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

// What a request says of its completion.
struct RequestCallbackLayout : StructLayout {
  RequestCallbackLayout() : StructLayout("ompi_request_t") {}
  using Base = RequestLayout;
  // In a buffered send the copy that is sent; in a started persistent request that request; else null.
  Slot<Address> req_complete_cb_data;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_complete_cb_data", req_complete_cb_data);
  }
};

}  // namespace mpidbg::layout::openmpi
