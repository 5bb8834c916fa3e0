#include "mpidbg/model/openmpi/p2p/statuses.h"

#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

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
  if (type->size == 0) return ElementCounts{};  // MPI_Get_count gives 0, whatever came
  return ElementCounts{static_cast<std::int64_t>(status.bytes / type->size), status.bytes % type->size};
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
  status.error = view.get(&StatusLayout::MPI_ERROR);
  status.cancelled = view.get(&StatusLayout::_cancelled) != 0;
  status.bytes = view.get(&StatusLayout::_ucount);
  return status;
}

Result<std::int64_t> count_of(Handles &handles, const MessageStatus &status, Address datatype) {
  MPIDBG_ASSIGN(counts, divide(handles, status, datatype));
  return counts.rest == 0 ? counts.whole : -1;
}

// Source: ompi/datatype/ompi_datatype_get_elements.c.
Result<std::int64_t> elements_of(Handles &handles, const MessageStatus &status, Address datatype) {
  MPIDBG_ASSIGN(counts, divide(handles, status, datatype));
  MPIDBG_ASSIGN(type, handles.datatypes.read(datatype));
  if (type.predefined) return counts.rest == 0 ? counts.whole : -1;
  std::int64_t elements = 0;
  if (counts.whole != 0) {
    MPIDBG_ASSIGN(map, handles.datatypes.type_map(datatype, 0, 0, true));
    if (__builtin_mul_overflow(counts.whole, map.total_elements, &elements)) {
      return Error{ErrorCode::out_of_range, "the message has more elements than 64 bits count", status.address};
    }
  }
  // The bytes after the last complete one.
  constexpr std::uint64_t piece = 4096;
  std::vector<BasicType> basics;
  for (std::uint64_t first = 0; counts.rest != 0; first += piece) {
    MPIDBG_ASSIGN(part, handles.datatypes.elements(datatype, first, piece, basics));
    for (const TypeMapElement &element : part) {
      if (counts.rest == 0) break;
      const std::uint64_t size = element.basic < basics.size() ? basics[element.basic].size : 0;
      if (size > counts.rest) return -1;
      counts.rest -= size;
      ++elements;
    }
    if (part.size() < piece && counts.rest != 0) return -1;
  }
  return elements;
}

}  // namespace mpidbg::model::openmpi
