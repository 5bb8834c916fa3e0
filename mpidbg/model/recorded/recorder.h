#pragma once
// What a process's recorder answers: its record, found once and read afresh at each stop, with calls and handles as
// text.

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
  // Both outlive it.
  Recorder(const debugger::Image &image, const debugger::Memory &memory) : image_(image), memory_(memory) {}

  // Where a record can lie that no symbol names.
  void set_memory_ranges(std::vector<AddressRange> ranges);
  // The process has run since.
  void forget();

  // Errors: those of find_record. A record that was not found is looked for again after forget().
  Result<Record *> record();
  const CallTable &call_table();  // precondition: record() succeeded
  const LibraryValues &values();  // likewise
  // What MPI_Init_thread provided, from 0 for MPI_THREAD_SINGLE to 3; -1: not known. Likewise.
  int thread_level();
  // Predefined handles as mpi.h has them: numbers, or addresses, which the record has or the library's symbols;
  // likewise.
  std::vector<PredefinedHandle> predefined(HandleKind kind);
  std::string predefined_name(HandleKind kind, Handle handle);  // empty: it is none
  // False: the program has handles of the standard ABI, and the library inside has others, as its memory shows them.
  bool has_handles_of(MpiLibrary &library);

  // What the program called the object that has the handle now; empty if nothing.
  std::string given_name(HandleKind kind, std::uint64_t handle);

  // `library`, where it is known, names handles. Errors: not_found if nothing is recorded of the handle.
  Result<RecordedObject> object(HandleKind kind, Handle handle, MpiLibrary *library);
  // All of a kind whose flags have one of `flags`, in the order of their creation.
  Result<std::vector<RecordedObject>> objects(HandleKind kind, unsigned flags, MpiLibrary *library);
  // The handles alone of objects that live, in the same order.
  Result<std::vector<Handle>> live_handles(HandleKind kind);
  // Valid until forget().
  Result<std::vector<const mpidbg_record_request *>> live_requests_on(Handle communicator);
  Result<bool> has_live_requests_on(Handle communicator);
  Result<std::vector<Handle>> communicators_with_requests();
  Result<std::vector<RecordedThread>> threads(MpiLibrary *library);
  // The last ones, the latest last.
  Result<std::vector<RecordedEvent>> events(std::size_t most);
  // How many collective operations the program has begun on a communicator. Errors: not_found if they are not counted;
  // unavailable if some may be missing.
  Result<std::uint64_t> collectives_on(Handle communicator);
  // Of one operation, blocking or not, by its number in collective_operations.h. Errors: the same; unavailable, too, if
  // calls or requests are missing in the record.
  struct CollectiveState {
    std::uint32_t begun = 0;
    bool in_progress = false;
  };
  Result<CollectiveState> collective_on(Handle communicator, unsigned operation);
  // Why what is recorded of live objects is not whole, or calls have no names; empty if neither.
  std::string problem();
  // The latest time in the record.
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
  std::string unread_;  // what the names of calls and of their arguments are without
  std::optional<LibraryValues> values_;
  std::optional<CallTable> calls_;  // refers to them
  std::optional<RecordIndex> index_;
  std::optional<std::vector<RecordedThread>> threads_;
  std::map<HandleReference, std::string> names_;
  std::map<HandleKind, std::vector<PredefinedHandle>> predefined_;
  std::optional<bool> has_handles_of_library_;
};

}  // namespace mpidbg::model::recorded
