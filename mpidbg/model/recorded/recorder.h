#pragma once
// The Recorder of a process answers questions from its record, which is found once and read afresh at each stop. Calls
// and handles are shown as text. Its calls must come from one thread at a time.

#include <map>
#include <optional>
#include <vector>

#include "mpidbg/base/address_range.h"
#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/recorded/call_table.h"
#include "mpidbg/model/recorded/find_record.h"
#include "mpidbg/model/recorded/record.h"
#include "mpidbg/model/recorded/record_index.h"
#include "mpidbg/model/recorded/recorded_object.h"

namespace mpidbg::model::recorded {

class Recorder {
 public:
  // Both arguments must outlive the object.
  Recorder(const debugger::Image &image, const debugger::Memory &memory) : image_(image), memory_(memory) {}

  // Sets the ranges at whose starts a record is looked for if no symbol names it.
  void set_memory_ranges(std::vector<AddressRange> ranges);
  // Drops everything that was read. It has to be called whenever the process has run.
  void forget();

  // Returns the record. Errors: those of find_record. A record that was not found is looked for again after forget().
  Result<Record *> record();
  // The five functions from here to predefined_name() require that record() has succeeded since forget().
  const CallTable &call_table();
  const LibraryValues &values();
  // Returns the level that MPI_Init_thread provided, from 0 for MPI_THREAD_SINGLE to 3, or -1 if it is not known.
  int thread_level();
  // Returns the predefined handles as mpi.h has them. They are numbers, or addresses that come from the record or from
  // the library's symbols.
  std::vector<PredefinedHandle> predefined(HandleKind kind);
  // Returns an empty text if the handle is not predefined.
  std::string predefined_name(HandleKind kind, Handle handle);
  // Returns false if the program has handles of the standard ABI while the library inside it has others, as its memory
  // shows.
  bool has_handles_of(MpiLibrary &library);

  // Returns the name that the program gave the live object with this handle; it is empty if it gave none.
  std::string given_name(HandleKind kind, std::uint64_t handle);

  // Returns the live object with this handle, else the latest one that had it. `library` names handles; it may be null.
  // Errors: not_found if nothing is recorded of the handle.
  Result<RecordedObject> object(HandleKind kind, Handle handle, MpiLibrary *library);
  // Returns every object of a kind that has at least one of `flags`, in the order of creation.
  Result<std::vector<RecordedObject>> objects(HandleKind kind, unsigned flags, MpiLibrary *library);
  // Returns the handles of the live objects of a kind, in the same order.
  Result<std::vector<Handle>> live_handles(HandleKind kind);
  // The pointers stay valid until forget().
  Result<std::vector<const mpidbg_record_request *>> live_requests_on(Handle communicator);
  Result<bool> has_live_requests_on(Handle communicator);
  Result<std::vector<Handle>> communicators_with_requests();
  Result<std::vector<RecordedThread>> threads(MpiLibrary *library);
  // Returns at most `most` events: the last ones, with the latest at the end.
  Result<std::vector<RecordedEvent>> events(std::size_t most);
  // Returns how many collective operations the program has begun on a communicator. Errors: not_found if they are not
  // counted; unavailable if the count may be too low.
  Result<std::uint64_t> collectives_on(Handle communicator);
  // Returns the state of one operation, blocking or not, by its number in collective_operations.h. Errors: the same,
  // and unavailable if calls or requests are missing in the record.
  struct CollectiveState {
    std::uint32_t begun = 0;
    bool in_progress = false;
  };
  Result<CollectiveState> collective_on(Handle communicator, unsigned operation);
  // Says why the live objects in the record are incomplete, or why calls lack names. It is empty if neither is the
  // case.
  std::string problem();
  // Returns the latest time in the record.
  Result<std::int64_t> latest_time();

 private:
  Result<const mpidbg_record_collectives *> counted_on(Handle communicator);
  Result<const RecordIndex *> index();
  HandleNames names(MpiLibrary *library);
  std::string name_of(HandleKind kind, std::uint64_t handle, MpiLibrary *library);
  std::string given_name(const mpidbg_record_handle &entry);
  RecordedObject make(const mpidbg_record_handle &entry, const HandleNames &names);
  RecordedObject make(const mpidbg_record_request &entry, const HandleNames &names);
  RecordedObject make_at(HandleKind kind, RecordIndex::Place place, const HandleNames &names);
  unsigned flags_at(HandleKind kind, RecordIndex::Place place);
  std::string request_text(const mpidbg_record_request &entry, const HandleNames &names);
  Status add_users(RecordedObject &object, MpiLibrary *library);

  const debugger::Image &image_;
  const debugger::Memory &memory_;
  std::vector<AddressRange> ranges_;
  std::optional<Record> record_;
  std::optional<Error> missing_;
  // This says why calls or their arguments lack names.
  std::string unread_;
  std::optional<LibraryValues> values_;
  // The table refers to `values_`.
  std::optional<CallTable> calls_;
  std::optional<RecordIndex> index_;
  std::optional<std::vector<RecordedThread>> threads_;
  std::map<HandleReference, std::string> names_;
  std::map<HandleKind, std::vector<PredefinedHandle>> predefined_;
  std::optional<bool> has_handles_of_library_;
};

}  // namespace mpidbg::model::recorded
