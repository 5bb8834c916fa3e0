#pragma once
// What the entry points ask of an MPI library in a process, whichever library it is.
//
// Every answer is read from the process when asked, but for what refresh() lets the library keep for one stop of the
// process. Unknown and unreadable things are errors, never empty answers.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "mpidbg/base/result.h"
#include "mpidbg/model/datatypes/datatype.h"
#include "mpidbg/model/mpit/tool_information.h"
#include "mpidbg/model/objects/communicator.h"
#include "mpidbg/model/objects/errhandler.h"
#include "mpidbg/model/objects/file.h"
#include "mpidbg/model/objects/group.h"
#include "mpidbg/model/objects/handle.h"
#include "mpidbg/model/objects/info.h"
#include "mpidbg/model/objects/keyval.h"
#include "mpidbg/model/objects/message.h"
#include "mpidbg/model/objects/op.h"
#include "mpidbg/model/objects/operation.h"
#include "mpidbg/model/objects/request.h"
#include "mpidbg/model/objects/status.h"
#include "mpidbg/model/objects/window.h"

namespace mpidbg::model {

// Numbered as mpidbg_integer_t.
enum class IntegerKind { address, offset, count, fortran };

struct MpiInteger {
  unsigned width = 0;  // bytes
  std::int64_t value = 0;
};

enum class MpiState { unknown, not_initialized, initialized, finalized };

// Delivers the operations of one queue, one after the other.
class OperationCursor {
 public:
  virtual ~OperationCursor() = default;
  // Fills `operation` and returns true, or false at the end. After an error the cursor is at its end.
  virtual Result<bool> next(Operation &operation) = 0;
};

class MpiLibrary {
 public:
  virtual ~MpiLibrary() = default;

  virtual std::string name() const = 0;                  // "Open MPI 4.1.4"
  virtual std::string point_to_point_layer() const = 0;  // "ob1"
  virtual std::string layout_source() const = 0;         // "profile openmpi-4.1.4-x86_64 (build-id, checked)"
  virtual MpiState state() const = 0;
  // Whether answers come from the library's own memory. False: from the recorder alone; then objects are listed, and
  // what is known of one is for mpidbg_recorded_query to tell.
  virtual bool sees_memory() const { return true; }
  // Whether objects can be seen at all, in memory or by what a recorder noted.
  virtual bool sees_handles() const { return true; }

  // Bytes of a handle of the kind in a variable of a C program; 0: not known, or no such handle.
  virtual unsigned handle_width(HandleKind kind) const = 0;

  // Forgets what was read: the process has run since. Reads what the answers below are based on.
  virtual Status refresh() = 0;

  virtual int world_rank() const = 0;  // -1 unknown
  virtual int world_size() const = 0;  // -1 unknown
  virtual ProcessName own_name() const = 0;
  virtual std::uint32_t job_number(std::uint32_t job) const = 0;  // as users count jobs: 1, and 2.. for spawned ones

  // Live handles, in the order of the library's table; those that no table lists follow by address.
  virtual Result<std::vector<Address>> handles(HandleKind kind) = 0;
  // Why objects of the kind cannot be seen, or not all of them; empty if they can.
  virtual std::string handle_problem(HandleKind kind) const = 0;

  // Errors: not_found if there is no live object of the kind at the address.
  virtual Result<Communicator> communicator(Address handle) = 0;
  // Name, context id, rank, groups, and what kind of communicator it is: all that lists and queues show. The other
  // members are as they are by default, unless they come for free.
  virtual Result<Communicator> communicator_outline(Address handle) { return communicator(handle); }
  virtual Result<Group> group(Address handle) = 0;
  // Its members alone; null where they are not known.
  virtual Result<GroupMembers> group_members(Address handle) {
    MPIDBG_ASSIGN(found, group(handle));
    return found.members;
  }
  virtual Result<Request> request(Address handle) = 0;
  virtual Result<Errhandler> errhandler(Address handle) = 0;
  virtual Result<Datatype> datatype(Address handle) = 0;
  virtual Result<File> file(Address handle) = 0;
  virtual Result<Info> info(Address handle) = 0;
  virtual Result<Op> op(Address handle) = 0;
  virtual Result<Window> window(Address handle) = 0;
  virtual Result<Message> message(Address handle) = 0;

  // Keys of attributes, by number. Errors: not_supported where they cannot be found.
  virtual Result<std::vector<Keyval>> keyvals() = 0;

  // Variables, categories and enumerators, as its memory tells of them. Lives as long as the library. Errors:
  // not_supported where it does not.
  virtual Result<ToolInformation *> tool_information() = 0;

  // More of a datatype, as far as it is asked for. Type maps: entries [first, first + count); with `measured`, totals
  // and coverage too, once they were checked against what the library keeps.
  virtual Result<TypeMap> type_map(Address datatype, std::uint64_t first, std::uint64_t count, bool measured) = 0;
  // Elements [first, first + count) of the type map written out, and the predefined types that they name.
  virtual Result<std::vector<TypeMapElement>> type_map_elements(Address datatype, std::uint64_t first,
                                                                std::uint64_t count,
                                                                std::vector<BasicType> &basics) = 0;
  // What MPI_Type_get_contents gives, values [first, first + count).
  virtual Result<std::vector<std::int64_t>> datatype_arguments(Address datatype, ArgumentKind kind, std::uint64_t first,
                                                               std::uint64_t count) = 0;
  // The type and those it was made from, in pre-order; stops after `limit` lines.
  virtual Result<std::vector<DatatypeNode>> datatype_tree(Address datatype, std::size_t limit) = 0;

  // An MPI_Status in the program's memory. It names no kind of its own, so anything readable is one.
  virtual Result<MessageStatus> status(Address address) = 0;
  // What MPI_Get_count and MPI_Get_elements say of it; -1 for MPI_UNDEFINED.
  virtual Result<std::int64_t> status_count(Address status, Address datatype) = 0;
  virtual Result<std::int64_t> status_elements(Address status, Address datatype) = 0;

  // The live objects that refer to this one, by kind and in the order of handles().
  virtual Result<std::vector<HandleReference>> users_of(HandleReference object) = 0;
  // Why users_of does not name all users of objects of the kind; empty if it does.
  virtual std::string users_problem(HandleKind kind) const = 0;

  // Where objects that no table lists may lie; without it they are searched around the known ones.
  virtual void set_memory_ranges(std::vector<MemoryRange> ranges) = 0;

  virtual int world_rank_of(const ProcessName &process) const = 0;  // -1: not in MPI_COMM_WORLD

  // Errors: out_of_range beyond the table, not_found for a free slot.
  virtual Result<Address> from_fortran(HandleKind kind, std::int64_t index) = 0;
  // The handle in an object of the C++ bindings, or the address of a status in one. Errors: not_supported if they have
  // no such class, not_found if what the object holds is no live handle.
  virtual Result<Address> from_cxx(HandleKind kind, Address object) = 0;
  virtual std::vector<PredefinedHandle> predefined(HandleKind kind) const = 0;

  // An integer of MPI, and at the null address its width alone.
  virtual Result<MpiInteger> integer(IntegerKind kind, Address address) const = 0;

  // Why a queue cannot be seen, or not whole; empty if it can.
  virtual std::string queue_problem(Queue queue) const = 0;
  // Whether there are operations to deliver all the same.
  virtual bool queue_is_partly_visible(Queue queue) const { return queue_problem(queue).empty(); }
  // Queue::unclaimed takes no communicator.
  virtual Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) = 0;
};

}  // namespace mpidbg::model
