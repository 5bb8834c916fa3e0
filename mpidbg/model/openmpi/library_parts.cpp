#include "mpidbg/model/openmpi/library_parts.h"

#include "mpidbg/model/library/fault_tolerant_cursor.h"
#include "mpidbg/model/library/program_integer.h"
#include "mpidbg/model/library/status_counts.h"
#include "mpidbg/model/openmpi/objects/keyvals.h"
#include "mpidbg/model/openmpi/objects/language_types.h"
#include "mpidbg/model/openmpi/p2p/statuses.h"

namespace mpidbg::model::openmpi {

namespace {

// Delivers the operations of the point-to-point layer, then the partitioned operations, and finally the reason why
// there may be more. Operations of the layer that introduce partners of partitioned communication are marked as
// internal.
class CursorWithPartitioned final : public FaultTolerantCursor {
 public:
  CursorWithPartitioned(PartitionedRequests &requests, std::unique_ptr<OperationCursor> of_layer,
                        PartitionedRequests::Listed partitioned)
      : requests_(requests), of_layer_(std::move(of_layer)), partitioned_(std::move(partitioned)) {}

 private:
  bool deliver(Operation &operation) override {
    if (of_layer_ != nullptr) {
      const auto found = of_layer_->next(operation);
      if (found && *found) {
        operation.internal |= requests_.introduces(operation.request.address(), operation.buffer);
        return true;
      }
      note(found.status());
      of_layer_.reset();
    }
    if (at_ < partitioned_.operations.size()) {
      operation = partitioned_.operations[at_++];
      return true;
    }
    note(partitioned_.problem);
    return false;
  }

  PartitionedRequests &requests_;
  std::unique_ptr<OperationCursor> of_layer_;  // null after its last operation
  const PartitionedRequests::Listed partitioned_;
  std::size_t at_ = 0;
};

}  // namespace

Status OpenMpiIdentity::refresh() {
  variables_.clear();
  return readers_.refresh();
}

// Converts the library's number: Open MPI's mpi.h numbers MPI_THREAD_* from 0.
ThreadLevel OpenMpiIdentity::thread_level() const {
  const auto level =
      readers_.process.memory.read_int32(readers_.process.symbols.thread_level, "ompi_mpi_thread_provided");
  if (!level || *level < 0 || *level > 3) return ThreadLevel::unknown;
  return static_cast<ThreadLevel>(static_cast<int>(ThreadLevel::single) + *level);
}

Result<HandleReader *> OpenMpiHandles::reader_of(HandleKind kind) const {
  HandleReader *const reader = readers_.reader(kind);
  if (reader != nullptr) return reader;
  if (kind == HandleKind::session) {
    return Error{ErrorCode::not_supported,
                 identity_.name() + " has no sessions: they came with MPI-4.0 and Open MPI 5.0"};
  }
  return Error{ErrorCode::not_supported, "statuses are in the program's memory; the library keeps no list of them"};
}

Result<std::vector<Handle>> OpenMpiHandles::live(HandleKind kind) {
  MPIDBG_ASSIGN(reader, reader_of(kind));
  MPIDBG_ASSIGN(live, reader->live());
  return std::vector<Handle>(live.begin(), live.end());
}

std::string OpenMpiHandles::problem(HandleKind kind) {
  const auto reader = reader_of(kind);
  return reader ? (*reader)->problem() : reader.error().message;
}

std::string OpenMpiHandles::why_unseen(HandleKind kind) {
  const auto reader = reader_of(kind);
  return reader ? (*reader)->why_unseen() : reader.error().message;
}

std::vector<PredefinedHandle> OpenMpiHandles::predefined(HandleKind kind) {
  if (kind == HandleKind::status) return {{"MPI_STATUS_IGNORE", Handle{}}};
  const auto reader = reader_of(kind);
  return reader ? (*reader)->predefined() : std::vector<PredefinedHandle>{};
}

Result<Handle> OpenMpiHandles::from_fortran(HandleKind kind, std::int64_t index) {
  if (kind == HandleKind::status) {  // the address of a Fortran status, which has the same bytes
    const Address address(static_cast<std::uint64_t>(index));
    MPIDBG_TRY(read_status(readers_.process, address));
    return Handle(address);
  }
  MPIDBG_ASSIGN(reader, reader_of(kind));
  MPIDBG_ASSIGN(table, reader->fortran_table());
  MPIDBG_ASSIGN(object, read_pointer_array_slot(readers_.process.objects, table, index));
  return Handle(object);
}

Result<Handle> OpenMpiHandles::from_cxx(HandleKind kind, Address object) {
  MPIDBG_ASSIGN(held, read_cxx_object(readers_.process, kind, object));
  if (kind == HandleKind::status) {
    MPIDBG_TRY(read_status(readers_.process, held));
  } else {
    MPIDBG_ASSIGN(reader, reader_of(kind));
    MPIDBG_TRY(reader->check(held));
  }
  return Handle(held);
}

Result<std::vector<Keyval>> OpenMpiObjects::keyvals() {
  return read_keyvals(readers_);
}

Result<MessageStatus> OpenMpiValues::status(Address address) {
  return read_status(readers_.process, address);
}

Result<std::int64_t> OpenMpiValues::status_count(Address address, Handle datatype) {
  MPIDBG_ASSIGN(found, status(address));
  MPIDBG_ASSIGN(type, readers_.datatypes.summary(datatype.address()));
  if (type->size == 0) return 0;  // MPI counts 0 elements, whatever the number of bytes
  return whole_count(found.bytes, type->size);
}

// Counts the basic elements of a message as the library's ompi/datatype/ompi_datatype_get_elements.c does.
Result<std::int64_t> OpenMpiValues::status_elements(Address address, Handle datatype) {
  MPIDBG_ASSIGN(found, status(address));
  MPIDBG_ASSIGN(summary, readers_.datatypes.summary(datatype.address()));
  const std::uint64_t size = summary->size;
  if (size == 0) return 0;
  MPIDBG_ASSIGN(type, readers_.datatypes.read(datatype.address()));
  if (type.predefined) return whole_count(found.bytes, size);
  return basic_elements(details_, datatype, size, found.bytes);
}

Result<MpiInteger> OpenMpiValues::integer(IntegerKind kind, Address address) {
  return read_program_integer(readers_.process.image, readers_.process.memory, kind, address);
}

Result<std::unique_ptr<OperationCursor>> OpenMpiQueues::operations(const Communicator *communicator, Queue queue) {
  MPIDBG_ASSIGN(of_layer, layer_.open_queue(communicator, queue));
  const bool of_messages = queue == Queue::unexpected || queue == Queue::unclaimed;
  if (of_messages || communicator->handle.is_null() || !readers_.partitioned.used()) return std::move(of_layer);
  return std::unique_ptr<OperationCursor>(std::make_unique<CursorWithPartitioned>(
      readers_.partitioned, std::move(of_layer), readers_.partitioned.operations(*communicator, queue)));
}

}  // namespace mpidbg::model::openmpi
