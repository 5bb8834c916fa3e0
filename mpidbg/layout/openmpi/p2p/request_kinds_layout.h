#pragma once
// Describes requests other than those of the point-to-point layer and of libnbc, and matched messages. All request
// structs start with an ompi_request_t. Sources in 4.1: ompi/request/grequest.h;
// ompi/mca/common/ompio/common_ompio_request.h and ompi/mca/fbtl/posix/fbtl_posix.h for files;
// ompi/mca/osc/rdma/osc_rdma_request.h and ompi/mca/osc/pt2pt/osc_pt2pt.h for windows; ompi/message/message.h. Sources
// in 5.0 and 6.0: ompi/mca/part/persist/part_persist_request.h and part_persist.h for partitioned communication;
// ompi/communicator/comm_request.c for MPI_Comm_idup.

#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/openmpi/p2p/request_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

// Describes ompi_grequest_t, a generalized request.
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

// Describes mca_ompio_request_t, a request of an operation on a file.
struct FileRequestLayout : StructLayout {
  FileRequestLayout() : StructLayout("mca_ompio_request_t") {}
  using Base = RequestLayout;
  Slot<std::int32_t> req_type;
  // Points to the data of the file system layer; for the posix layer, an mca_fbtl_posix_request_data_t.
  Slot<Address> req_data;
  // The list item that links the request into mca_common_ompio_pending_requests.
  Slot<Embedded> req_item;
  Slot<Address> req_progress_fn;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_type", req_type);
    field("req_data", req_data);
    field("req_item", req_item);
    field("req_progress_fn", req_progress_fn);
  }
};

// Describes mca_fbtl_posix_request_data_t, the data of the file system layer posix about a request.
struct PosixRequestDataLayout : StructLayout {
  PosixRequestDataLayout() : StructLayout("mca_fbtl_posix_request_data_t") {}
  Slot<std::int32_t> aio_req_count;
  Slot<std::int32_t> aio_open_reqs;
  // The number of bytes transferred so far.
  Slot<PtrdiffT> aio_total_len;
  // Points to an ompio_file_t.
  Slot<Address> aio_fh;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("aio_req_count", aio_req_count);
    field("aio_open_reqs", aio_open_reqs);
    field("aio_total_len", aio_total_len);
    field("aio_fh", aio_fh);
  }
};

// Describes mca_fbtl_posix_request_data_t since 6.0, where its fields have other names.
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

// Describes ompi_osc_rdma_request_t, a request of an operation on a window of osc/rdma.
struct RdmaRequestLayout : StructLayout {
  RdmaRequestLayout() : StructLayout("ompi_osc_rdma_request_t") {}
  using Base = RequestLayout;
  // Points to an ompi_osc_rdma_peer_t.
  Slot<Address> peer;
  Slot<std::int32_t> type;
  Slot<Address> origin_addr;
  Slot<std::int32_t> outstanding_requests;
  // True if the program has no handle of the request.
  Slot<bool> internal;
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

// Describes ompi_osc_pt2pt_component_t, the component osc/pt2pt, which owns the pool of its requests.
struct Pt2ptComponentLayout : StructLayout {
  Pt2ptComponentLayout() : StructLayout("ompi_osc_pt2pt_component_t") {}
  // A pool (opal_free_list_t) of ompi_osc_pt2pt_request_t.
  Slot<Embedded> requests;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("requests", requests);
  }
};

// Describes ompi_osc_pt2pt_request_t, a request of an operation on a window of osc/pt2pt.
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

// Describes ompi_message_t, a message that MPI_Mprobe has matched. It is in use unless it is in the list of free items.
struct MessageLayout : StructLayout {
  MessageLayout() : StructLayout("ompi_message_t") {}
  using Base = FreeListItemLayout;
  Slot<std::int32_t> m_f_to_c_index;
  Slot<Address> comm;
  // Points to the request of the probe that matched the message.
  Slot<Address> req_ptr;
  Slot<std::int32_t> peer;
  // The size of the message in bytes.
  Slot<SizeT> count;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("m_f_to_c_index", m_f_to_c_index);
    field("comm", comm);
    field("req_ptr", req_ptr);
    field("peer", peer);
    field("count", count);
  }
};

// Describes mca_part_persist_request_t, a request of MPI_Psend_init or MPI_Precv_init.
struct PartitionedRequestLayout : StructLayout {
  PartitionedRequestLayout() : StructLayout("mca_part_persist_request_t") {}
  using Base = RequestLayout;
  Slot<std::int32_t> req_part_complete;
  Slot<std::int32_t> req_free_called;
  Slot<std::int32_t> req_type;
  Slot<Address> req_comm;
  Slot<Address> req_datatype;
  Slot<Address> req_addr;
  Slot<SizeT> req_parts;
  // The number of elements in each partition.
  Slot<SizeT> req_count;
  Slot<std::int32_t> req_peer;
  Slot<std::int32_t> req_tag;
  // The number of partitions on the sender's side. A receiver knows it once `initialized` is set.
  Slot<SizeT> real_parts;
  // Points to an array of pointers to persistent requests of the point-to-point layer, one per partition; valid once
  // `initialized` is set.
  Slot<Address> persist_reqs;
  // Two pointers to requests (ompi_request_t). With the messages of these requests, the two sides introduce themselves
  // to each other.
  Slot<Embedded> setup_req;
  // Not 0 once both sides have received the other's introduction.
  Slot<std::int32_t> initialized;
  // Not 0 until the first transfer has been completed.
  Slot<std::int32_t> first_send;
  Slot<std::int32_t> flag_post_setup_recv;
  // The number of partitions transferred.
  Slot<SizeT> done_count;
  Slot<Address> flags;  // points to an array with one int32_t for each partition
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_part_complete", req_part_complete);
    field("req_free_called", req_free_called);
    field("req_type", req_type);
    field("req_comm", req_comm);
    field("req_datatype", req_datatype);
    field("req_addr", req_addr);
    field("req_parts", req_parts);
    field("req_count", req_count);
    field("req_peer", req_peer);
    field("req_tag", req_tag);
    field("real_parts", real_parts);
    field("persist_reqs", persist_reqs);
    field("setup_req", setup_req);
    field("initialized", initialized);
    field("first_send", first_send);
    field("flag_post_setup_recv", flag_post_setup_recv);
    field("done_count", done_count);
    field("flags", flags);
  }
};

// Describes ompi_comm_request_t, a request of a function that makes a communicator.
struct CommunicatorRequestLayout : StructLayout {
  CommunicatorRequestLayout() : StructLayout("ompi_comm_request_t") {}
  using Base = RequestLayout;
  // Points to an object. The class of the object shows which function made the request.
  Slot<Address> context;
  // The steps that remain, a list (opal_list_t) of ompi_comm_request_item_t.
  Slot<Embedded> schedule;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("context", context);
    field("schedule", schedule);
  }
};

// Describes ompi_comm_request_item_t, a step of the request of a nonblocking communicator operation.
struct CommunicatorRequestItemLayout : StructLayout {
  CommunicatorRequestItemLayout() : StructLayout("ompi_comm_request_item_t") {}
  using Base = ListItemLayout;
  // An array of pointers to at most two requests (ompi_request_t). The step waits for these requests.
  Slot<Embedded> subreqs;
  Slot<std::int32_t> subreq_count;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("subreqs", subreqs);
    field("subreq_count", subreq_count);
  }
};

// Describes ompi_part_persist_t, the type of the variable ompi_part_persist. Partitions are sent on duplicates of
// MPI_COMM_WORLD; the variable contains these duplicates and the requests that make them.
struct PartitionedModuleLayout : StructLayout {
  PartitionedModuleLayout() : StructLayout("ompi_part_persist_t") {}
  Slot<Address> part_comm;
  Slot<Address> part_comm_req;
  Slot<std::int32_t> part_comm_ready;
  Slot<Address> part_comm_setup;
  Slot<Address> part_comm_sreq;
  Slot<std::int32_t> part_comm_sready;
  // 1 while the duplicates are being made.
  Slot<std::int32_t> init_world;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("part_comm", part_comm);
    field("part_comm_req", part_comm_req);
    field("part_comm_ready", part_comm_ready);
    field("part_comm_setup", part_comm_setup);
    field("part_comm_sreq", part_comm_sreq);
    field("part_comm_sready", part_comm_sready);
    field("init_world", init_world);
  }
};

}  // namespace mpidbg::layout::openmpi
