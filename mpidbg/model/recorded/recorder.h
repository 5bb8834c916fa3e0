#pragma once
// The Recorder of a process answers questions from the process's record. The record is located once and read again at
// each stop. Calls and handles are shown as text. Only one thread at a time may use it.

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

  // Sets the memory ranges. If no symbol states where the record is, it is searched at the start of each range.
  void set_memory_ranges(std::vector<AddressRange> ranges);
  // Discards all data that was read. Must be called whenever the process has run.
  void forget();

  // Returns the record, which is located at the first call. Errors: those of find_record. If no record was found, the
  // search is repeated only after forget().
  Result<Record *> record();
  // The five functions from here to predefined_name() require that record() has succeeded since forget().
  const CallTable &call_table();
  const LibraryValues &values();
  // Returns the thread level that MPI_Init_thread provided, from 0 (MPI_THREAD_SINGLE) to 3 (MPI_THREAD_MULTIPLE); -1
  // if it is unknown.
  int thread_level();
  // Returns the predefined handles that mpi.h defines. They are numbers, or addresses that come from the record or from
  // the library's symbols.
  std::vector<PredefinedHandle> predefined(HandleKind kind);
  // Returns the name of a predefined handle; empty for other handles.
  std::string predefined_name(HandleKind kind, Handle handle);
  // Returns true if the program's handles are those of the library. Returns false if the program uses the standard ABI
  // and the library's memory shows that the library's own handles differ.
  bool has_handles_of(MpiLibrary &library);

  // Returns the name that the program gave the live object with this handle; it is empty if it gave none.
  std::string given_name(HandleKind kind, std::uint64_t handle);
  // Returns the name of a datatype: that of mpi.h, or else the one that the program gave it; empty if it has none.
  std::string datatype_name(Handle datatype);

  // Returns the live object with this handle or, if there is none, the latest object that had it. `library` supplies
  // names for the handles in texts. It may be null. Errors: not_found if nothing was recorded about the handle.
  Result<RecordedObject> object(HandleKind kind, Handle handle, MpiLibrary *library);
  // Returns all objects of a kind that have at least one of `flags`, in the order of creation.
  Result<std::vector<RecordedObject>> objects(HandleKind kind, unsigned flags, MpiLibrary *library);
  // Returns the live objects that use an object: requests that have it as an argument, and the objects that were made
  // with it if it is an info object. What refers to an earlier object with the same handle is left out. A predefined
  // object, which has no entry in the record, has users as well.
  Result<std::vector<HandleReference>> users_of(HandleReference object);
  // Returns the handles of the live objects of a kind, in the order of creation.
  Result<std::vector<Handle>> live_handles(HandleKind kind);
  // Returns the live requests on a communicator, in the order of creation. The pointers stay valid until forget().
  Result<std::vector<const mpidbg_record_request *>> live_requests_on(Handle communicator);
  Result<bool> has_live_requests_on(Handle communicator);
  Result<std::vector<Handle>> communicators_with_requests();
  Result<std::vector<RecordedThread>> threads(MpiLibrary *library);
  // Returns the last events, at most `most`, in the order in which they happened.
  Result<std::vector<RecordedEvent>> events(std::size_t most);
  // Returns the number of collective operations that the program has started on a communicator. Errors: not_found if
  // they are not counted; unavailable if the count may be too low.
  Result<std::uint64_t> collectives_on(Handle communicator);
  // Describes the state of one collective operation on a communicator. collective_on() returns it for the operation's
  // number in collective_operations.h; the blocking and nonblocking forms count together. Errors: those of
  // collectives_on(), and unavailable if the record lacks calls or requests.
  struct CollectiveState {
    std::uint32_t begun = 0;
    bool in_progress = false;
  };
  Result<CollectiveState> collective_on(Handle communicator, unsigned operation);
  // Explains why the live objects in the record are incomplete, or why calls lack names; empty if all are complete.
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
  std::int64_t creation_of_live(HandleReference object);
  std::string request_text(const mpidbg_record_request &entry, const HandleNames &names);
  Status add_users(RecordedObject &object, MpiLibrary *library);

  const debugger::Image &image_;
  const debugger::Memory &memory_;
  std::vector<AddressRange> ranges_;
  std::optional<Record> record_;
  std::optional<Error> missing_;
  // Explains why calls or their arguments lack names; empty if all have names.
  std::string unread_;
  std::optional<LibraryValues> values_;
  // `calls_` refers to `values_`.
  std::optional<CallTable> calls_;
  std::optional<RecordIndex> index_;
  std::optional<std::vector<RecordedThread>> threads_;
  std::map<HandleReference, std::string> names_;
  std::map<HandleKind, std::vector<PredefinedHandle>> predefined_;
  std::optional<bool> has_handles_of_library_;
};

}  // namespace mpidbg::model::recorded
