#pragma once
// Describes the point-to-point layer cm of Open MPI, and its component "ofi" of the framework "mtl", which passes
// messages to libfabric. The structs of libfabric itself are in layout/ofi. Sources in 4.1: ompi/mca/pml/cm
// (pml_cm_request.h, pml_cm_sendreq.h, pml_cm_recvreq.h); ompi/mca/mtl/mtl.h; ompi/mca/mtl/ofi (mtl_ofi_types.h,
// mtl_ofi_request.h, mtl_ofi_endpoint.h); opal/datatype/opal_convertor.h.

#include "mpidbg/layout/openmpi/opal/object_layout.h"
#include "mpidbg/layout/openmpi/p2p/request_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes opal_convertor_t, which packs or unpacks a buffer.
struct ConvertorLayout : StructLayout {
  ConvertorLayout() : StructLayout("opal_convertor_t") {}
  // The bytes of the packed data. If it is 0, the other members may be stale.
  Slot<SizeT> local_size;
  // Points to the datatype: an opal_datatype_t, with which an ompi_datatype_t starts.
  Slot<Address> pDesc;
  Slot<SizeT> count;
  // The buffer of the program.
  Slot<Address> pBaseBuf;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("local_size", local_size);
    field("pDesc", pDesc);
    field("count", count);
    field("pBaseBuf", pBaseBuf);
  }
};

// Describes mca_pml_cm_request_t, a request of the layer. The pools have requests of this kind. A blocking receive has
// one on the stack of the caller, in which only `req_complete`, `req_state` and the status are set.
struct CmRequestLayout : StructLayout {
  CmRequestLayout() : StructLayout("mca_pml_cm_request_t") {}
  using Base = RequestLayout;
  Slot<std::int32_t> req_pml_complete;
  Slot<std::int32_t> req_free_called;
  // See CmRequestType.
  Slot<std::int32_t> req_pml_type;
  Slot<Address> req_comm;
  Slot<Address> req_datatype;
  Slot<Part<ConvertorLayout>> req_convertor;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_pml_complete", req_pml_complete);
    field("req_free_called", req_free_called);
    field("req_pml_type", req_pml_type);
    field("req_comm", req_comm);
    field("req_datatype", req_datatype);
    field("req_convertor", req_convertor);
  }
};

// Describes mca_pml_cm_thin_send_request_t, a send that is neither persistent nor buffered.
struct CmThinSendLayout : StructLayout {
  CmThinSendLayout() : StructLayout("mca_pml_cm_thin_send_request_t") {}
  using Base = CmRequestLayout;
  // See PmlSendMode.
  Slot<std::int32_t> req_send_mode;
  // The start of an OfiRequestLayout.
  Slot<Embedded> req_mtl;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_send.req_send_mode", req_send_mode);
    field("req_mtl", req_mtl);
  }
};

// Describes mca_pml_cm_hvy_send_request_t, a persistent or buffered send.
struct CmHeavySendLayout : StructLayout {
  CmHeavySendLayout() : StructLayout("mca_pml_cm_hvy_send_request_t") {}
  using Base = CmRequestLayout;
  Slot<std::int32_t> req_send_mode;
  Slot<Address> req_addr;
  Slot<std::int32_t> req_peer;
  Slot<std::int32_t> req_tag;
  // Points to the copy of the data of a buffered send that was started; otherwise stale.
  Slot<Address> req_buff;
  Slot<Embedded> req_mtl;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_send.req_send_mode", req_send_mode);
    field("req_addr", req_addr);
    field("req_peer", req_peer);
    field("req_tag", req_tag);
    field("req_buff", req_buff);
    field("req_mtl", req_mtl);
  }
};

// Describes mca_pml_cm_thin_recv_request_t, a receive that is not persistent.
struct CmThinReceiveLayout : StructLayout {
  CmThinReceiveLayout() : StructLayout("mca_pml_cm_thin_recv_request_t") {}
  using Base = CmRequestLayout;
  Slot<Embedded> req_mtl;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_mtl", req_mtl);
  }
};

// Describes mca_pml_cm_hvy_recv_request_t, a persistent receive.
struct CmHeavyReceiveLayout : StructLayout {
  CmHeavyReceiveLayout() : StructLayout("mca_pml_cm_hvy_recv_request_t") {}
  using Base = CmRequestLayout;
  Slot<Address> req_addr;
  Slot<SizeT> req_count;
  Slot<std::int32_t> req_peer;
  Slot<std::int32_t> req_tag;
  Slot<Embedded> req_mtl;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_addr", req_addr);
    field("req_count", req_count);
    field("req_peer", req_peer);
    field("req_tag", req_tag);
    field("req_mtl", req_mtl);
  }
};

// Describes mca_mtl_base_module_t.
struct MtlModuleLayout : StructLayout {
  MtlModuleLayout() : StructLayout("mca_mtl_base_module_t") {}
  // The bytes of a request after an mca_mtl_request_t.
  Slot<SizeT> mtl_request_size;
  // Points to a function of the component.
  Slot<Address> mtl_irecv;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("mtl_request_size", mtl_request_size);
    field("mtl_irecv", mtl_irecv);
  }
};

// Describes mca_mtl_request_t.
struct MtlRequestLayout : StructLayout {
  MtlRequestLayout() : StructLayout("mca_mtl_request_t") {}
  // Points to the CmRequestLayout. Not set for a blocking send.
  Slot<Address> ompi_req;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("ompi_req", ompi_req);
  }
};

// Describes mca_mtl_ofi_module_t, the type of the variable ompi_mtl_ofi.
//
// A tag of libfabric has, from its low bits: the tag of MPI with its sign, as many bits as `mpi_tag_mask` has; two bits
// of `sync_proto_mask`; unless `fi_cq_data` is set, the rank of the sender, `num_bits_source_rank` bits; the context
// id.
struct OfiModuleLayout : StructLayout {
  OfiModuleLayout() : StructLayout("mca_mtl_ofi_module_t") {}
  using Base = MtlModuleLayout;
  Slot<Address> domain;
  // Points to an array of `total_ctxts_used` OfiContextLayout.
  Slot<Address> ofi_ctxt;
  // The number of high bits of an address of libfabric that select one of the receiver's contexts.
  Slot<std::int32_t> rx_ctx_bits;
  Slot<std::int32_t> total_ctxts_used;
  // The address for MPI_ANY_SOURCE.
  Slot<std::uint64_t> any_addr;
  // Points to a text such as "tcp;ofi_rxm".
  Slot<Address> provider_name;
  // True if the data for the receiver's completion is the rank of the sender.
  Slot<bool> fi_cq_data;
  // The mask of the sender's rank in its place in a tag of libfabric.
  Slot<std::uint64_t> source_rank_tag_mask;
  Slot<std::int32_t> num_bits_source_rank;
  Slot<std::uint64_t> mpi_tag_mask;
  // The bit of a synchronous send, the bit of its acknowledgement, and the mask of both.
  Slot<std::uint64_t> sync_send;
  Slot<std::uint64_t> sync_send_ack;
  Slot<std::uint64_t> sync_proto_mask;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("domain", domain);
    field("ofi_ctxt", ofi_ctxt);
    field("rx_ctx_bits", rx_ctx_bits);
    field("total_ctxts_used", total_ctxts_used);
    field("any_addr", any_addr);
    field("provider_name", provider_name);
    field("fi_cq_data", fi_cq_data);
    field("source_rank_tag_mask", source_rank_tag_mask);
    field("num_bits_source_rank", num_bits_source_rank);
    field("mpi_tag_mask", mpi_tag_mask);
    field("sync_send", sync_send);
    field("sync_send_ack", sync_send_ack);
    field("sync_proto_mask", sync_proto_mask);
  }
};

// Describes mca_mtl_ofi_context_t, an endpoint of libfabric.
struct OfiContextLayout : StructLayout {
  OfiContextLayout() : StructLayout("mca_mtl_ofi_context_t") {}
  // Points to the endpoint (fid_ep) that receives.
  Slot<Address> rx_ep;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("rx_ep", rx_ep);
  }
};

// Describes mca_mtl_ofi_endpoint_t, which stands for another process.
struct OfiEndpointLayout : StructLayout {
  OfiEndpointLayout() : StructLayout("mca_mtl_ofi_endpoint_t") {}
  using Base = ListItemLayout;
  Slot<Address> mtl_ofi_module;
  // The process's address in libfabric.
  Slot<std::uint64_t> peer_fiaddr;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("mtl_ofi_module", mtl_ofi_module);
    field("peer_fiaddr", peer_fiaddr);
  }
};

// Describes ompi_mtl_ofi_request_t, a request of the component. Members are set only if they are needed for the
// operation; a send has no tag, and no communicator.
struct OfiRequestLayout : StructLayout {
  OfiRequestLayout() : StructLayout("ompi_mtl_ofi_request_t") {}
  using Base = MtlRequestLayout;
  // See OfiRequestType.
  Slot<std::int32_t> type;
  // The context that libfabric has.
  Slot<Embedded> ctx;
  // The number of completions that a send awaits.
  Slot<std::int32_t> completion_count;
  // Point to functions of the component.
  Slot<Address> event_callback;
  Slot<Address> error_callback;
  Slot<Address> comm;
  Slot<SizeT> length;
  // Points to the ConvertorLayout of a receive.
  Slot<Address> convertor;
  // The tag of libfabric, and the address of the sender, of a receive.
  Slot<std::uint64_t> match_bits;
  Slot<std::uint64_t> remote_addr;
  // In the acknowledgement of a synchronous send, points to the OfiRequestLayout of the send.
  Slot<Address> parent;
  // In a message of MPI_Mprobe that is being received, points to the OfiRequestLayout of the receive.
  Slot<Address> mrecv_req;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("type", type);
    field("ctx", ctx);
    field("completion_count", completion_count);
    field("event_callback", event_callback);
    field("error_callback", error_callback);
    field("comm", comm);
    field("length", length);
    field("convertor", convertor);
    field("match_bits", match_bits);
    field("remote_addr", remote_addr);
    field("parent", parent);
    field("mrecv_req", mrecv_req);
  }
};

}  // namespace mpidbg::layout::openmpi
