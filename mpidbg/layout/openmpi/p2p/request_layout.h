#pragma once
// Describes the fields of requests that are common to all point-to-point layers with the base free lists. Each struct
// starts with the previous one, so a request's address is valid for all of them. Source: ompi/request/request.h,
// ompi/mca/pml/base/pml_base_request.h, _sendreq.h, _recvreq.h.

#include "mpidbg/layout/openmpi/opal/containers_layout.h"
#include "mpidbg/layout/slot.h"

namespace mpidbg::layout::openmpi {

struct StatusLayout;

// Describes ompi_request_t, the common start of all requests.
struct RequestLayout : StructLayout {
  RequestLayout() : StructLayout("ompi_request_t") {}
  using Base = FreeListItemLayout;
  Slot<std::int32_t> req_type;
  Slot<Part<StatusLayout>> req_status;
  // 0 if the request is pending, 1 if it is complete. If a thread waits for the request, the address of the thread's
  // wait object.
  Slot<Address> req_complete;
  Slot<std::int32_t> req_state;
  Slot<bool> req_persistent;
  Slot<std::int32_t> req_f_to_c_index;
  // Points to the communicator, file or window of the request; a union.
  Slot<Address> req_mpi_object;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_type", req_type);
    field("req_status", req_status);
    field("req_complete", req_complete);
    field("req_state", req_state);
    field("req_persistent", req_persistent);
    field("req_f_to_c_index", req_f_to_c_index);
    field("req_mpi_object", req_mpi_object);
  }
};

// Describes mca_pml_base_request_t, a request of a point-to-point layer.
struct PmlRequestLayout : StructLayout {
  PmlRequestLayout() : StructLayout("mca_pml_base_request_t") {}
  using Base = RequestLayout;
  Slot<std::int32_t> req_pml_complete;
  Slot<std::int32_t> req_free_called;
  Slot<std::int32_t> req_type;
  Slot<Address> req_comm;
  Slot<Address> req_datatype;
  Slot<Address> req_addr;
  Slot<SizeT> req_count;
  Slot<std::int32_t> req_peer;
  Slot<std::int32_t> req_tag;
  Slot<std::uint64_t> req_sequence;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_pml_complete", req_pml_complete);
    field("req_free_called", req_free_called);
    field("req_type", req_type);
    field("req_comm", req_comm);
    field("req_datatype", req_datatype);
    field("req_addr", req_addr);
    field("req_count", req_count);
    field("req_peer", req_peer);
    field("req_tag", req_tag);
    field("req_sequence", req_sequence);
  }
};

// Describes mca_pml_base_send_request_t, a request to send.
struct PmlSendRequestLayout : StructLayout {
  PmlSendRequestLayout() : StructLayout("mca_pml_base_send_request_t") {}
  using Base = PmlRequestLayout;
  // Points to the data that is sent; for a buffered send, to a copy of the user's buffer.
  Slot<Address> req_addr;
  Slot<SizeT> req_bytes_packed;
  Slot<std::int32_t> req_send_mode;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_addr", req_addr);
    field("req_bytes_packed", req_bytes_packed);
    field("req_send_mode", req_send_mode);
  }
};

// Describes mca_pml_base_recv_request_t, a request to receive.
struct PmlReceiveRequestLayout : StructLayout {
  PmlReceiveRequestLayout() : StructLayout("mca_pml_base_recv_request_t") {}
  using Base = PmlRequestLayout;
  Slot<SizeT> req_bytes_packed;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("req_bytes_packed", req_bytes_packed);
  }
};

// Describes ompi_status_public_t, an MPI_Status.
struct StatusLayout : StructLayout {
  StatusLayout() : StructLayout("ompi_status_public_t") {}
  Slot<std::int32_t> MPI_SOURCE;
  Slot<std::int32_t> MPI_TAG;
  Slot<std::int32_t> MPI_ERROR;
  Slot<std::int32_t> _cancelled;
  // The number of bytes received.
  Slot<SizeT> _ucount;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("MPI_SOURCE", MPI_SOURCE);
    field("MPI_TAG", MPI_TAG);
    field("MPI_ERROR", MPI_ERROR);
    field("_cancelled", _cancelled);
    field("_ucount", _ucount);
  }
};

}  // namespace mpidbg::layout::openmpi
