#include "mpidbg/model/openmpi/p2p/other_requests.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/opal/pooled_objects.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

constexpr const char *file_list = "mca_common_ompio_pending_requests";
constexpr const char *pt2pt_component = "mca_osc_pt2pt_component";

RequestCall file_call(std::int32_t type) {
  switch (type) {
    case constants::ompio_write:
      return RequestCall::iwrite;
    case constants::ompio_read:
      return RequestCall::iread;
    case constants::ompio_write_all:
      return RequestCall::iwrite_all;
    case constants::ompio_read_all:
      return RequestCall::iread_all;
    default:
      return RequestCall::unknown;
  }
}

RequestCall rdma_call(std::int32_t type) {
  switch (type) {
    case constants::rdma_get:
      return RequestCall::rget;
    case constants::rdma_put:
      return RequestCall::rput;
    case constants::rdma_acc:
      return RequestCall::raccumulate;
    case constants::rdma_get_acc:
      return RequestCall::rget_accumulate;
    default:
      return RequestCall::unknown;
  }
}

// Holds the data that the file system component "posix" keeps for a request.
struct PosixData {
  Address file{};         // the address of the ompio_file_t
  std::int64_t done = 0;  // the number of bytes transferred
};

Result<PosixData> read_posix_data(const Objects &objects, Address address) {
  const Layouts &layouts = objects.layouts();
  if (layouts.posix_request_data_6.resolved()) {
    MPIDBG_ASSIGN(view, objects.read(layouts.posix_request_data_6, address));
    return PosixData{view.get(&PosixRequestData6Layout::prd_fh), view.get(&PosixRequestData6Layout::prd_total_len)};
  }
  MPIDBG_ASSIGN(view, objects.read(layouts.posix_request_data, address));
  return PosixData{view.get(&PosixRequestDataLayout::aio_fh), view.get(&PosixRequestDataLayout::aio_total_len)};
}

}  // namespace

std::string OtherRequests::problem() const {
  const Layouts &layouts = process_.layouts();
  std::string found = Attachment::unresolved({&layouts.generalized_request});
  if (found.empty() && process_.symbol(file_list)) found = Attachment::unresolved({&layouts.file_request});
  if (found.empty() && process_.symbol(pt2pt_component)) {
    found = Attachment::unresolved({&layouts.pt2pt_component, &layouts.pt2pt_request});
  }
  return found;
}

Result<std::vector<Address>> OtherRequests::file_requests() const {
  const auto &layout = process_.layouts().file_request;
  const auto list = process_.symbol(file_list);
  std::vector<Address> found;
  if (!list || !layout.resolved()) return found;
  const auto &list_layout = process_.layouts().list;
  // The list head is zero until the first file is opened.
  MPIDBG_ASSIGN(view, process_.objects.read(list_layout, *list));
  MPIDBG_ASSIGN(sentinel, view.part(&ListLayout::opal_list_sentinel, process_.layouts().list_item));
  if (sentinel.get(&ListItemLayout::opal_list_next).is_null()) return found;
  MPIDBG_ASSIGN(cursor, ListCursor::open(process_.objects, *list));
  for (;;) {
    auto item = cursor.next();
    if (!item) return std::move(item).error();
    if (!*item) return found;
    found.push_back(**item - layout.req_item.offset);
  }
}

Result<std::vector<Address>> OtherRequests::pt2pt_requests() const {
  const auto component = process_.symbol(pt2pt_component);
  const auto &layout = process_.layouts().pt2pt_component;
  if (!component || !layout.resolved()) return std::vector<Address>{};
  const Address pool = *component + layout.requests.offset;
  // Until the first window is made, the pool does not exist.
  MPIDBG_ASSIGN(header, process_.objects.read(process_.layouts().object, pool));
  if (header.get(&ObjectLayout::obj_class).is_null()) return std::vector<Address>{};
  return requests_in_use(process_.objects, pool);
}

// Finds the file through the data of the file system component, because ompio's request does not refer to the file
// otherwise. The component "posix" sets this data while the operation is in progress.
Status OtherRequests::read_file(Address handle, Request &request) const {
  const Layouts &layouts = process_.layouts();
  MPIDBG_ASSIGN(view, process_.objects.read_object(layouts.file_request, handle));
  request.type = RequestType::file;
  request.call = file_call(view.get(&FileRequestLayout::req_type));
  request.call_inferred = request.call != RequestCall::unknown;
  request.transfer_completed = request.complete;
  const Address data_address = view.get(&FileRequestLayout::req_data);
  if (data_address.is_null() || view.get(&FileRequestLayout::req_progress_fn).is_null()) return {};
  const auto data = read_posix_data(process_.objects, data_address);
  if (!data) return {};
  const auto ompio = process_.objects.read(layouts.ompio_file, data->file);
  if (!ompio) return {};
  // Another file system component has different data here, so the pointer is trusted only if it leads to a file.
  const Address file = ompio->get(&OmpioFileLayout::f_fh);
  const auto header = process_.objects.read(layouts.object, file);
  if (!header) return {};
  const auto is_file = process_.objects.classes().is(header->get(&ObjectLayout::obj_class), "ompi_file_t");
  if (!is_file || !*is_file) return {};
  request.file = file;
  if (data->done >= 0) request.bytes_done = static_cast<std::uint64_t>(data->done);
  request.transfer_started = true;
  return {};
}

// Reads a generalized request. Such a request has one reference for its handle, and one that MPI_Grequest_complete
// releases. Source: ompi/request/grequest.c.
Status OtherRequests::read_generalized(Address handle, Request &request) const {
  MPIDBG_ASSIGN(view, process_.objects.read_object(process_.layouts().generalized_request, handle));
  request.type = RequestType::generalized;
  request.call = RequestCall::grequest_start;
  request.freed = !request.complete && request.reference_count == 1;
  request.freed_inferred = request.freed;
  GeneralizedFunctions functions;
  functions.query = view.get(&GeneralizedRequestLayout::greq_query);
  functions.free = view.get(&GeneralizedRequestLayout::greq_free);
  functions.cancel = view.get(&GeneralizedRequestLayout::greq_cancel);
  functions.state = view.get(&GeneralizedRequestLayout::greq_state);
  functions.fortran = !view.get(&GeneralizedRequestLayout::greq_funcs_are_c);
  request.generalized = functions;
  return {};
}

Status OtherRequests::read_pt2pt(Address handle, Request &request) const {
  const Layouts &layouts = process_.layouts();
  MPIDBG_ASSIGN(view, process_.objects.read_object(layouts.pt2pt_request, handle));
  MPIDBG_ASSIGN(base, process_.objects.base_of(view, layouts.request));
  request.type = RequestType::window;
  request.window = base.get(&RequestLayout::req_mpi_object);
  request.internal = view.get(&Pt2ptRequestLayout::internal);
  request.buffer = view.get(&Pt2ptRequestLayout::origin_addr);
  if (view.get(&Pt2ptRequestLayout::origin_count) >= 0)
    request.count = static_cast<std::uint64_t>(view.get(&Pt2ptRequestLayout::origin_count));
  const auto type = handles_.datatypes.summary(view.get(&Pt2ptRequestLayout::origin_dt));
  if (type) {
    request.datatype = view.get(&Pt2ptRequestLayout::origin_dt);
    request.datatype_named = !(*type)->name.empty();
    request.datatype_name =
        request.datatype_named ? (*type)->name : "datatype " + hex(view.get(&Pt2ptRequestLayout::origin_dt));
  } else {
    request.count.reset();  // without a datatype, the count may have no meaning
  }
  request.transfer_completed = request.complete;
  return {};
}

Status OtherRequests::read_rdma(Address handle, Request &request) const {
  const Layouts &layouts = process_.layouts();
  MPIDBG_ASSIGN(view, process_.objects.read_object(layouts.rdma_request, handle));
  MPIDBG_ASSIGN(base, process_.objects.base_of(view, layouts.request));
  request.type = RequestType::window;
  request.window = base.get(&RequestLayout::req_mpi_object);
  request.internal = view.get(&RdmaRequestLayout::internal);
  request.call = rdma_call(view.get(&RdmaRequestLayout::type));
  request.call_inferred = request.call != RequestCall::unknown;
  request.buffer = view.get(&RdmaRequestLayout::origin_addr);
  request.transfer_completed = request.complete;
  const auto peer = process_.objects.read_object(layouts.osc_rdma_peer, view.get(&RdmaRequestLayout::peer));
  if (peer) {
    RequestPeer target;
    target.comm_rank = peer->get(&OscRdmaPeerLayout::rank);
    request.peer = target;
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
