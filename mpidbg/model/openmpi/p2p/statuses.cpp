#include "mpidbg/model/openmpi/p2p/statuses.h"

#include "mpidbg/layout/openmpi/p2p/constants.h"
#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// Returns true if the address is that of a variable of the library: MPI_STATUS_IGNORE or the empty status.
bool is_at(const Attachment &process, const char *symbol, Address address) {
  const auto found = process.symbol(symbol);
  return found && *found == address;
}

}  // namespace

Result<MessageStatus> read_status(const Attachment &process, Address address) {
  if (address.is_null()) {
    return Error{ErrorCode::not_found, "MPI_STATUS_IGNORE is not a status: the program did not ask for one", address};
  }
  for (const char *symbol : {"mpi_fortran_status_ignore_", "mpi_fortran_statuses_ignore_"}) {
    if (is_at(process, symbol, address)) {
      return Error{ErrorCode::not_found, "this is MPI_STATUS_IGNORE of Fortran: the program did not ask for a status",
                   address};
    }
  }
  MPIDBG_ASSIGN(view, process.objects.read(process.layouts().status, address));
  MessageStatus status = decode_status(view);
  status.predefined = is_at(process, "ompi_status_empty", address);
  return status;
}

MessageStatus decode_status(const View<StatusLayout> &view) {
  MessageStatus status;
  status.address = view.address();
  status.source = view.get(&StatusLayout::MPI_SOURCE);
  status.tag = view.get(&StatusLayout::MPI_TAG);
  status.any_source = status.source == constants::any_source;
  status.any_tag = status.tag == constants::any_tag;
  status.proc_null = status.source == constants::proc_null;
  status.error = view.get(&StatusLayout::MPI_ERROR);
  status.cancelled = view.get(&StatusLayout::_cancelled) != 0;
  status.bytes = view.get(&StatusLayout::_ucount);
  return status;
}

}  // namespace mpidbg::model::openmpi
