#include "mpidbg/model/openmpi/statuses.h"

#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

using debugger::hex;

namespace {

// The library's own variables: a status that is not there, and one that says nothing.
bool is_at(const Attachment &process, const char *symbol, Address address) {
  const auto found = process.symbol(symbol);
  return found && *found == address;
}

// Elements and size of a datatype, which a status does not know.
struct ElementCounts {
  std::int64_t whole = 0;  // elements of the datatype
  std::uint64_t rest = 0;  // bytes beyond them
};

Result<ElementCounts> divide(Handles &handles, const MessageStatus &status, Address datatype) {
  MPIDBG_ASSIGN(type, handles.datatypes.summary(datatype));
  if (type->size == 0) return ElementCounts{0, status.bytes};
  return ElementCounts{static_cast<std::int64_t>(status.bytes / type->size), status.bytes % type->size};
}

}  // namespace

Result<MessageStatus> read_status(const Attachment &process, Address address) {
  if (address.is_null()) {
    return Error{ErrorCode::not_found, "MPI_STATUS_IGNORE is no status: the program did not ask for one", address};
  }
  for (const char *symbol : {"mpi_fortran_status_ignore_", "mpi_fortran_statuses_ignore_"}) {
    if (is_at(process, symbol, address)) {
      return Error{ErrorCode::not_found, "this is MPI_STATUS_IGNORE of Fortran: the program did not ask for a status",
                   address};
    }
  }
  MPIDBG_ASSIGN(view, process.objects.read(process.layouts().status, address));
  MessageStatus status = decode_status(view, process.layouts());
  status.predefined = is_at(process, "ompi_status_empty", address);
  return status;
}

MessageStatus decode_status(const View<layout::openmpi::StatusLayout> &view, const Layouts &layouts) {
  const auto &layout = layouts.status;
  MessageStatus status;
  status.address = view.address();
  status.source = view.get(layout.MPI_SOURCE);
  status.tag = view.get(layout.MPI_TAG);
  status.error = view.get(layout.MPI_ERROR);
  status.cancelled = view.get(layout._cancelled) != 0;
  status.bytes = view.get(layout._ucount);
  return status;
}

Result<std::int64_t> count_of(Handles &handles, const MessageStatus &status, Address datatype) {
  MPIDBG_ASSIGN(counts, divide(handles, status, datatype));
  return counts.rest == 0 ? counts.whole : -1;
}

Result<std::int64_t> elements_of(Handles &handles, const MessageStatus &status, Address datatype) {
  MPIDBG_ASSIGN(counts, divide(handles, status, datatype));
  MPIDBG_ASSIGN(type, handles.datatypes.read(datatype));
  static_cast<void>(type);
  return counts.rest == 0 ? counts.whole : -1;
}

}  // namespace mpidbg::model::openmpi
