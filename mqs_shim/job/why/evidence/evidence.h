#pragma once
// What one process contributes to the question who waits for whom: facts at one instant, without conclusions.
//
// Made from the report of a process (rank_evidence.h) or by hand (tests); the verdict is made from the evidence of all
// processes of a job (verdict.h). Nothing here reads or prints. Processes are named by job and rank, so that the
// evidence of different ranks can be compared; communicators and operations by their index in the same evidence.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/base/address.h"
#include "mqs_shim/job/why/evidence/boxed_optional.h"
#include "mqs_shim/job/why/evidence/members.h"
#include "mqs_shim/records/socket.h"

namespace mqs_shim::why {

using mpidbg::Address;

// Where the program made a call. Empty and 0 where it is not known.
struct Site {
  std::string function, file, module;
  std::uint32_t line = 0;
  std::uint64_t offset = 0;  // in the module, of the return address
  auto operator<=>(const Site &) const = default;
};

// Equal for calls of one line of the program, of which the compiler may have made several.
inline Site in_source(Site site) {
  if (site.line != 0) site.offset = 0;
  return site;
}

// A communicator is the same one on two processes if context id and members agree: different communicators share
// context ids on different processes.
struct Communicator {
  std::string name;
  // -1: not known. Of an intercommunicator whose groups use different ones for the two directions: the smaller.
  std::int64_t context_id = -1;
  Address handle{};
  Members members;         // of the local group
  Members remote_members;  // empty unless an intercommunicator
  bool internal = false;   // of the library, not of the program
  bool members_known = true;
  // How many nonblocking collectives the process has begun on it, as the library counts. -1: not known.
  std::int32_t nonblocking_collectives = -1;
  // How many collectives the process has entered on it, the one it is in included, where they are counted.
  std::optional<std::int64_t> collectives;
};

enum class OperationKind : std::uint8_t {
  receive,           // posted and not matched
  probe,             // MPI_Probe, MPI_Mprobe
  unexpected,        // a message that has arrived and no receive has matched
  send,              // pending: the sender waits for the receiver (rendezvous, synchronous), or has not sent all of it
  transfer,          // a receive that has matched; its data is still arriving
  extracted,         // a message that MPI_Mprobe or MPI_Improbe has taken and that no MPI_Mrecv has asked for
  partitioned_send,  // of MPI_Psend_init, started or not; never matched by tag with what is not partitioned
  partitioned_receive,
  collective,  // of a persistent request, among Evidence::inactive alone
};

struct Operation {
  OperationKind kind{};
  std::uint8_t collective = 0;  // mpidbg_collective_t: of the library's traffic, by its tag; a hint and no more
  bool any_tag : 1 = false;
  bool internal : 1 = false;  // traffic of the library, as inside collectives
  bool persistent : 1 = false;
  bool synchronous : 1 = false;  // of a send: MPI_Ssend, MPI_Issend
  // Of a send, and of a message that has arrived: the sender cannot go on before a receive matches (the data waits at
  // the sender, or it asked for an answer). A send that is neither synchronous nor this needs no call of the receiver.
  bool rendezvous : 1 = false;
  bool started : 1 = false;           // of a send: the receiver has answered, data moves
  bool freed : 1 = false;             // MPI_Request_free was called
  bool buffered : 1 = false;          // of MPI_Bsend, MPI_Ibsend: complete for the program, and still in its buffer
  bool idle : 1 = false;              // partitioned: MPI_Start has not been called
  bool tag_known : 1 = true;          // a partitioned send does not keep it
  bool perhaps_one_more : 1 = false;  // one partition more than `partitions_ready` may be
  bool met_none : 1 = false;          // of a partitioned receive: it matches no send that its process has heard of
  std::int32_t communicator = -1;     // index in Evidence::communicators; -1: a message for one that is not here (yet)
  std::optional<ProcessId> peer;      // nothing: any source
  std::int32_t tag = 0;
  std::int32_t partitions = 0, partitions_ready = -1;  // -1: not known, of a receive always
  // What the layer matches by, beside source and tag. Of a message whose communicator is not here all that is known of
  // it; of one inside a collective it may be that of a communicator of the library's own, among those of a node.
  std::int64_t context_id = -1;
  std::int64_t bytes = -1, bytes_done = -1;
  std::int64_t count = -1;
  std::int64_t sequence = -1;  // of a message: its number among those of its sender, 16 bits in ob1
  std::string datatype;
  Address request{};
};

// What one process has sent to and taken from a peer on one communicator, where the point-to-point layer counts. Both
// are numbers of messages modulo 2^16. A peer without a channel counts as 0 sent and 0 taken.
struct Channel {
  std::int32_t communicator = -1;
  ProcessId peer;
  std::uint16_t sent = 0;   // messages this process has sent to the peer
  std::uint16_t taken = 0;  // messages from the peer that have been matched or made unexpected, in their order
  std::uint16_t early = 0;  // that came before their turn and are not in `taken`
};

// A lock of a window that a process holds or wants.
struct WindowLock {
  enum class State : std::uint8_t {
    held,
    wanted,    // asked for and not granted
    either,    // one of these two: the library does not say which
    releasing  // goes on by itself
  };
  std::int32_t target = -1;  // rank in the window; -1: all ranks, of MPI_Win_lock_all
  bool exclusive = false;
  bool checked = true;  // false: with MPI_MODE_NOCHECK, which nobody waits for
  State state = State::held;
  bool type_known = true;  // false: `exclusive` means nothing
  Members ahead;           // of a wanted one: who asked before and has to release it before
};

// Who has asked a process for its lock and not got it.
struct QueuedLock {
  ProcessId process;
  bool exclusive = false;
};

// The synchronisation of one window at one process.
struct Window {
  std::string name;
  Address handle{};
  // Index of the library's own communicator for the window, by which it is the same window on all its processes.
  std::int32_t communicator = -1;
  // Posts, completes and locks are numbers in memory that the processes of one machine share: they change at once, and
  // nothing else changes with them. False: they are messages of the point-to-point layer on the communicator.
  bool in_shared_memory = false;
  // MPI_Win_lock and MPI_Win_start ask, and what comes after them waits for the answer: MPI_Win_flush, MPI_Win_unlock,
  // MPI_Win_complete.
  bool grants_late = false;
  bool by_loads = false;                          // data moves by loads and stores: nothing waits for it
  Members started;                                // of MPI_Win_start without MPI_Win_complete; empty: none
  std::optional<std::int32_t> posts_arrived;      // of these
  Members posted;                                 // of MPI_Win_post without MPI_Win_wait; empty: none
  std::optional<std::int32_t> completes_arrived;  // of these
  Members posters;                                // whose posts are here, and no start has taken them
  std::vector<WindowLock> locks;
  std::vector<QueuedLock> queue;  // of this process's own lock, where it gives it in this order
};

// A file that the process has opened, or is opening.
struct File {
  std::string name;                // as the program gave it
  std::int32_t communicator = -1;  // index of the library's own communicator for it; -1: none, or not known
  bool opening = false;            // MPI_File_open has not come so far that there is a view
};

enum class ConditionKind : std::uint8_t {
  operation,  // completion of Evidence::operations[index]: a receive, probe, send or transfer
  schedule,   // completion of Evidence::schedules[index]
  enter,      // the members enter the collective of the thread (its inner messages are not visible); the verdict knows
              // which members each collective needs
  members,  // all of `processes` act: they hold a lock, have not posted or completed an epoch. Of a process in MPI_Init
            // or MPI_Finalize: all that have to come there; the verdict knows who has
  any_member,  // one of `processes` acts
  post,        // those of Evidence::windows[index].started call MPI_Win_post
  complete,    // those of Evidence::windows[index].posted call MPI_Win_complete
  lock,        // who has a lock in the way of Evidence::windows[index].locks[lock] releases it
  program,     // the process's own program calls MPI_Grequest_complete
  external     // outside of the job: a port, another job, a file lock
};

// One thing that has to become true.
struct Condition {
  ConditionKind kind{};
  std::int32_t index = -1;
  Members processes;
  std::int32_t lock = -1;
  bool of_file = false;  // part of an operation on a file that the library carries out behind a request of the program
};

// The collective operation that a call takes part in: MPI_Barrier, MPI_Comm_dup, MPI_Win_fence, MPI_File_open, ...
struct Collective {
  std::string name;
  std::int32_t communicator = -1;        // index; -1: not known
  bool communicator_inferred = false;    // as Thread::inferred, where members have to enter
  std::optional<std::int32_t> root;      // rank in the communicator
  std::optional<std::int64_t> sequence;  // its number among the collectives of this process on the communicator
  std::string op, datatype;              // as far as they are known
  std::optional<std::int64_t> count;
};

enum class Activity : std::uint8_t {
  runs,    // in user code, a system call, a nonblocking call: may do anything
  polls,   // runs, and was seen in MPI_Test*, MPI_Iprobe or the like
  waits,   // in a blocking call: nothing until the wait is over
  sleeps,  // outside of MPI: nothing until another thread of its process has it go on, as in a barrier of OpenMP
  unknown  // in a blocking call, but for what is not visible: may do anything
};

// Calls of one kind from one place that have returned, as a recorder noted them.
struct LastCall {
  std::string name;
  Site site;
  std::optional<std::int64_t> nanoseconds_ago;  // when the last of them began
  std::uint32_t times = 1;
  bool failed = false;
};

// What a recorder says of a thread.
struct RecordedCalls {
  std::string call;                         // that it is in, with its arguments, as text; empty if it is in none
  std::optional<std::int64_t> nanoseconds;  // for which it has been in it
  std::vector<LastCall> last_calls;         // the latest first, a few
};

// Which threads may call MPI, as MPI_Query_thread() says it.
enum class ThreadLevel : std::uint8_t { unknown, single, funneled, serialized, multiple };

// A thread that may call MPI.
struct Thread {
  std::uint64_t tid = 0;
  Activity activity = Activity::runs;
  bool of_c_library = false;  // runs, and calls functions of the program when a timer expires or the like
  std::string call;           // "MPI_Recv"; empty if it is in none
  // The MPI call that runs the program's code that the thread is in: a callback, or a signal handler. Empty if none.
  std::string inside;
  // Of one that runs or sleeps: "read", if it is blocked there, in `call` or outside of MPI.
  std::string system_call;
  Site site;               // where the program made the call; of a thread that runs, its innermost frame in the program
  std::vector<Site> path;  // the program's frames, outermost first, down to `site`; may be empty
  Address call_frame{};    // stack pointer of the call: a second look at the same call has the same
  bool all = true;         // waits for all conditions, as MPI_Waitall; false: for one of them, as MPI_Waitany
  // Of `waits`: what is not complete yet. None: nothing is missing, the call is about to return. So of MPI_Waitany with
  // a complete request among its requests there is none at all.
  std::vector<Condition> conditions;
  // Of a blocking one, that it may be in without waiting for others: `inside` it, or in a system call.
  BoxedOptional<Collective> collective;
  BoxedOptional<RecordedCalls> recorded;
  bool call_is_recorded() const { return recorded && !recorded->call.empty(); }
  // That these are its conditions was concluded, not read: what rests on it is suspected at most, never proved.
  bool inferred = false;
  std::string why_unknown;  // of Activity::unknown
};

// A nonblocking collective in progress: an agent that sends its own internal messages whenever its process is inside
// MPI, whatever call that is.
struct Schedule {
  Collective collective;
  std::vector<std::int32_t> operations;  // indices of the pending operations of its current round
  bool any = false;                      // goes on when one of these is complete; false: waits for all
  std::optional<std::int64_t> number;    // from 1, among the nonblocking collectives of the process on the communicator
  bool visible = true;                   // false: what it waits for cannot be seen; it may do anything of its own
  std::int32_t round = 0, rounds = 0;
  Address request{};
};

// How far a process has come. That it is stopped is another fact: Evidence::stopped.
enum class ProcessState : std::uint8_t {
  alive,
  crashed,      // has exited so; its core file shows the rest: the thread that did is `threads`
  before_init,  // has not called MPI_Init
  in_init,
  in_finalize,
  finalized,   // has left MPI_Finalize
  exited,      // zombie, or gone
  unreadable,  // its evidence could not be read: `problem` says why
  missing      // of the job, but not among the targets
};

struct Evidence {
  ProcessId id;
  bool job_known = true;  // false: id.job means nothing, the process's memory did not say it
  std::string job_name;   // what the launcher calls the job; empty if that is not known
  std::int32_t world_size = -1;
  std::int64_t pid = 0;
  std::string host, program, target;
  ProcessState state = ProcessState::alive;
  bool stopped = false;  // by a signal or a debugger: it runs again if somebody lets it. Never of one that exited
  bool callbacks_over = false;  // in MPI_Finalize: it has called the program's callbacks; false: or that is not known
  std::string problem;          // why the evidence is missing or incomplete
  std::string record_problem;   // why the recorder's record cannot be read, as a sentence; else empty
  BoxedOptional<std::vector<std::string>> warnings;  // what limits what was read, as sentences
  bool queues_complete = true;  // all pending receives, unexpected messages and sends are among the operations
  bool counts = false;          // the layer counts messages: a peer without a channel has exchanged none
  bool is_core = false;         // the picture may be of another time than those of other ranks
  // Of a layer that does not count: whether it was seen that no message is under way to this process.
  std::optional<bool> transport_empty;
  // Its TCP sockets, whatever they are for. Nothing: they are not known, as of a core file.
  BoxedOptional<std::vector<SocketRecord>> sockets;
  bool windows_asked = false;  // else it may have some
  bool windows_known = false;  // all its windows are in `windows`
  ThreadLevel thread_level = ThreadLevel::unknown;
  // Counters that change whenever the process goes on: of the layer, of the calls that a recorder saw. Two looks at a
  // process that neither has any nor counts messages prove nothing: a loop of equal receives looks equal each time.
  std::vector<std::uint64_t> progress_counters;
  // Snapshots with the same number on the same host are of one instant: all these processes were held still together.
  std::optional<std::uint32_t> instant;

  std::vector<Communicator> communicators;
  std::vector<Operation> operations;
  // Sends whose process does not know the peer (see unplaced_sends.h), and messages that have arrived and tell which
  // send they are of, by the record in the memory of the sender.
  struct RecordOfSend {
    std::uint32_t operation = 0;
    Address record{};
  };
  struct RecordsOfSends {
    std::vector<RecordOfSend> unplaced, arrived;
  };
  BoxedOptional<RecordsOfSends> sends;
  // Sends, receives and collectives of persistent requests that are not started. Of a collective communicator, request
  // and, in `sequence`, the number as of a schedule.
  BoxedOptional<std::vector<Operation>> inactive;
  std::vector<Schedule> schedules;
  std::vector<Channel> channels;
  std::vector<Window> windows;
  std::vector<File> files;      // if a thread is in a call for one; else they were not asked for
  std::vector<Thread> threads;  // of those that may call MPI
  // Where threads of the program run that may not, by the thread level.
  BoxedOptional<std::vector<Site>> silent;
};

}  // namespace mqs_shim::why
