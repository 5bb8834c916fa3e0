#pragma once
// Evidence describes what one process contributes to the question who waits for whom. It contains facts about one
// instant, without conclusions.
//
// rank_evidence.h makes the evidence from the report of a process; tests fill it in by hand. verdict.h judges the
// evidence of all processes of a job. Nothing here reads memory or prints. Processes are named by job and rank, so that
// evidence of different ranks can be compared. Communicators and operations are named by their index in the lists of
// the same Evidence.

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

// Describes the place where the program made a call. Members that are not known are empty or 0.
struct Site {
  std::string function, file, module;
  std::uint32_t line = 0;
  std::uint64_t offset = 0;  // distance of the return address from the start of the module, in bytes
  auto operator<=>(const Site &) const = default;
};

// Returns the place without its offset if its source line is known. All calls in one line are then equal, even if the
// compiler has made several calls from one in the source.
inline Site in_source(Site site) {
  if (site.line != 0) site.offset = 0;
  return site;
}

// Lists the neighbours of a process in a distributed graph, as ranks in the communicator. In neighborhood collectives,
// the process receives from the sources and sends to the destinations. A rank may occur several times.
struct Neighbors {
  std::vector<std::int32_t> sources, destinations;
};

// Describes a communicator of one process. Communicators of two processes are the same one if both context id and
// members agree; the context id alone does not suffice, as different communicators use the same id on different
// processes.
struct Communicator {
  std::string name;
  // The groups of an intercommunicator may use two context ids, one for each direction; the smaller one is kept. -1
  // means that the id is not known.
  std::int64_t context_id = -1;
  Address handle{};
  Members members;         // members of the local group
  Members remote_members;  // members of the remote group; empty unless this is an intercommunicator
  bool internal = false;   // the library uses the communicator for itself; the program does not have it
  bool members_known = true;
  // Counts the nonblocking collectives that the process has begun on the communicator, according to the library. -1
  // means that the count is not known.
  std::int32_t nonblocking_collectives = -1;
  // Counts the collectives that the process has entered on the communicator, including the one it is in. It is set if
  // the library or the recorder counts them.
  std::optional<std::int64_t> collectives;
  BoxedOptional<Neighbors> neighbors;  // set if the communicator has a distributed graph that was read
};

enum class OperationKind : std::uint8_t {
  receive,     // posted and not matched
  probe,       // MPI_Probe, MPI_Mprobe
  unexpected,  // a message that has arrived and that no receive has matched
  send,  // pending: the sender waits for the receiver (rendezvous, synchronous), or part of the data is not sent yet
  transfer,          // a receive that has matched; its data is still arriving
  extracted,         // a message that MPI_Mprobe or MPI_Improbe has taken and that no MPI_Mrecv has asked for
  partitioned_send,  // belongs to MPI_Psend_init, started or not; by the standard it never matches an ordinary receive
  partitioned_receive,
  collective,  // belongs to a persistent request; occurs only in Evidence::inactive
  taken,       // a message that a complete receive from any source or with any tag has taken; MPI still has its request
};

// Describes one pending operation of a process: a message, or an MPI operation that sends or receives one.
struct Operation {
  OperationKind kind{};
  std::uint8_t collective = 0;  // mpidbg_collective_t that the tag of internal traffic suggests; only a hint
  bool any_tag : 1 = false;
  bool internal : 1 = false;  // the library sends or receives the message for itself, for example inside a collective
  bool persistent : 1 = false;
  bool synchronous : 1 = false;  // the send was made by MPI_Ssend or MPI_Issend
  // True if the sender of this message, pending or arrived, has to wait until a receive matches: its data waits at the
  // sender, or it requested an acknowledgement. A send that is neither synchronous nor rendezvous completes without any
  // call of the receiver.
  bool rendezvous : 1 = false;
  bool started : 1 = false;  // the receiver has answered this send, and data moves
  bool freed : 1 = false;    // MPI_Request_free was called
  // True if the send was made by MPI_Bsend or MPI_Ibsend. It is complete for the program, but its data is still in the
  // attached buffer.
  bool buffered : 1 = false;
  bool idle : 1 = false;              // the partitioned operation has not been started by MPI_Start
  bool tag_known : 1 = true;          // false: the tag was not kept, as in partitioned sends
  bool perhaps_one_more : 1 = false;  // the number of ready partitions may be one more than `partitions_ready`
  bool met_none : 1 = false;          // this partitioned receive matches none of the sends known to its process
  // Index in Evidence::communicators; -1: the process does not have the communicator of this message (yet).
  std::int32_t communicator = -1;
  std::optional<ProcessId> peer;  // not set: any source
  std::int32_t tag = 0;
  std::int32_t partitions = 0, partitions_ready = -1;  // -1: not known; always so for receives
  // The point-to-point layer matches messages by this id, by source and by tag. If `communicator` is -1, this id is all
  // that is known about the communicator. Messages inside a collective may have the id of an internal communicator, for
  // example one among the ranks of a node.
  std::int64_t context_id = -1;
  // Sizes are in bytes, and -1 means that they are not known.
  std::int64_t bytes = -1, bytes_done = -1;
  std::int64_t count = -1;
  std::int64_t sequence = -1;  // number of the message among all from its sender; Open MPI's ob1 keeps 16 bits
  std::string datatype;
  Address request{};
};

// Counts the messages that a process has exchanged with one peer on one communicator. The point-to-point layer keeps
// the counts modulo 2^16. A layer that does not count (Evidence::counts) has no channels. In a layer that counts, a
// peer without a channel has 0 sent and 0 taken.
struct Channel {
  std::int32_t communicator = -1;
  ProcessId peer;
  std::uint16_t sent = 0;   // messages this process has sent to the peer
  std::uint16_t taken = 0;  // messages from the peer that were matched or made unexpected, in the order of sending
  std::uint16_t early = 0;  // messages that arrived before their turn; `taken` does not include them
};

// Describes a lock of a window that the process holds or has requested.
struct WindowLock {
  enum class State : std::uint8_t {
    held,
    wanted,    // requested and not granted
    either,    // held or wanted: the library does not say which
    releasing  // being released; needs no further call
  };
  std::int32_t target = -1;  // rank in the window; -1: all ranks, by MPI_Win_lock_all
  bool exclusive = false;
  bool checked = true;  // false: requested with MPI_MODE_NOCHECK, so that no process waits for the lock
  State state = State::held;
  bool type_known = true;  // false: `exclusive` has no meaning
  Members ahead;           // processes that asked for the lock earlier and get it first
};

// Describes an entry in the queue for a process's own window lock. The entry is a process that has requested the lock
// and does not have it yet.
struct QueuedLock {
  ProcessId process;
  bool exclusive = false;
};

// Describes the synchronisation of one window at one process.
struct Window {
  std::string name;
  Address handle{};
  // Index of the library's internal communicator for the window. The window is the same one on all processes whose
  // internal communicators are the same.
  std::int32_t communicator = -1;
  // True if posts, completes and locks are numbers in memory that is shared by the processes of one machine. A write to
  // such a number takes effect at once and leaves no other trace. False if they are messages of the point-to-point
  // layer on `communicator`.
  bool in_shared_memory = false;
  // True if MPI_Win_lock and MPI_Win_start only send a request and return. MPI_Win_flush, MPI_Win_unlock or
  // MPI_Win_complete then waits for the answer.
  bool grants_late = false;
  bool by_loads = false;  // data moves by loads and stores, so that no call waits for it
  Members started;        // targets of MPI_Win_start until MPI_Win_complete; empty if no access epoch is open
  std::optional<std::int32_t> posts_arrived;  // how many of `started` have posted
  Members posted;  // origins of MPI_Win_post until MPI_Win_wait; empty if no exposure epoch is open
  std::optional<std::int32_t> completes_arrived;  // how many of `posted` have completed
  Members posters;  // processes whose posts have arrived before an MPI_Win_start has used them
  std::vector<WindowLock> locks;
  std::vector<QueuedLock> queue;  // requests for this process's own lock, if the library grants them in this order
};

// Describes a file that the process has opened, or is opening.
struct File {
  std::string name;                // name that the program gave
  std::int32_t communicator = -1;  // index of the library's internal communicator for the file; -1: none, or not known
  bool opening = false;            // MPI_File_open has not set a view yet
};

// Says what has to happen before a condition is met.
enum class ConditionKind : std::uint8_t {
  operation,  // the receive, probe, send or transfer Evidence::operations[index] completes
  schedule,   // Evidence::schedules[index] completes
  // Other members enter the thread's collective. Used if the messages inside the collective are not visible; the
  // verdict determines which members it needs.
  enter,
  // All of `processes` act: each releases a lock, posts or completes an epoch, or calls MPI_Init or MPI_Finalize if the
  // thread is in that function; the verdict determines which processes have already called it.
  members,
  any_member,  // one of `processes` acts
  post,        // the members of Evidence::windows[index].started call MPI_Win_post
  complete,    // the members of Evidence::windows[index].posted call MPI_Win_complete
  lock,        // every process whose lock conflicts with Evidence::windows[index].locks[lock] releases its lock
  program,     // the program of the same process calls MPI_Grequest_complete
  external     // something happens outside of the job, at a port, in another job, or to a file lock
};

// Describes one thing that a waiting thread or schedule needs. `kind` determines which of the other members are used.
struct Condition {
  ConditionKind kind{};
  std::int32_t index = -1;
  Members processes;
  std::int32_t lock = -1;
  // True if the operation is a part of a file access that the library carries out for a request of the program.
  bool of_file = false;
};

// Describes the collective operation that a call takes part in, such as MPI_Barrier, MPI_Comm_dup, MPI_Win_fence or
// MPI_File_open.
struct Collective {
  // Name of the MPI function. Empty for a nonblocking collective whose name is not known; with "or" if it may be
  // another one (mqs_shim/records/call_alternatives.h).
  std::string name;
  std::int32_t communicator = -1;  // index in Evidence::communicators; -1: not known
  // True if the communicator was inferred, not read. A proof that members have to enter the collective is then weaker
  // (see Thread::inferred).
  bool communicator_inferred = false;
  std::optional<std::int32_t> root;      // rank in the communicator
  std::optional<std::int64_t> sequence;  // number among the collectives of this process on the communicator
  std::string op, datatype;              // empty if not known
  std::optional<std::int64_t> count;
};

// Says what a thread may do without any action of another thread. The verdict treats a thread that may do anything as a
// possible source of every message and call.
enum class Activity : std::uint8_t {
  runs,    // in user code, a system call or a nonblocking call; may do anything
  polls,   // like `runs`, but was seen in MPI_Test*, MPI_Iprobe or the like
  waits,   // in a blocking call; does nothing until one of its conditions, or all, are met
  sleeps,  // outside of MPI; does nothing until another thread of its process wakes it, as in an OpenMP barrier
  unknown  // in a blocking call whose conditions are not visible; may do anything
};

// Describes completed calls of one MPI function from one place, as the recorder (a library that may be preloaded into
// the process) has noted them.
struct LastCall {
  std::string name;
  Site site;
  std::optional<std::int64_t> nanoseconds_ago;  // when the latest of these calls began
  std::uint32_t times = 1;
  bool failed = false;
};

// Holds what the recorder knows about the calls of one thread. The recorder is a library that notes MPI calls.
struct RecordedCalls {
  std::string call;                         // current call with its arguments, as text; empty if the thread is in none
  std::optional<std::int64_t> nanoseconds;  // time that the thread has spent in `call`
  std::vector<LastCall> last_calls;         // a few completed calls, the latest first
};

// Says which threads may call MPI, with the values of MPI_Query_thread().
enum class ThreadLevel : std::uint8_t { unknown, single, funneled, serialized, multiple };

// Describes a thread that may call MPI: which call it is in, and what that call waits for.
struct Thread {
  std::uint64_t tid = 0;
  Activity activity = Activity::runs;
  // True if the C library has created the thread in order to run functions of the program when a timer expires or the
  // like.
  bool of_c_library = false;
  std::string call;  // name of the MPI function, "MPI_Recv"; empty if the thread is in none
  // If the thread is in a callback or signal handler of the program that was called inside an MPI function: the name of
  // that MPI function. Otherwise empty.
  std::string inside;
  // Name of the system call, such as "read", in which a running or sleeping thread is blocked, either within `call` or
  // outside of MPI.
  std::string system_call;
  Site site;               // place of the call; for a running thread, its innermost frame in the program
  std::vector<Site> path;  // the program's frames, outermost first, down to `site`; may be empty
  Address call_frame{};    // stack pointer of the call; two looks at the same call show the same value
  bool all = true;  // the thread waits for all conditions, as in MPI_Waitall; false: for any one, as in MPI_Waitany
  // Lists what a thread with Activity::waits still needs. An empty list means that nothing is missing and the call is
  // about to return, such as an MPI_Waitany one of whose requests is complete.
  std::vector<Condition> conditions;
  // Set if the thread is in a blocking collective but does not wait for other ranks at this moment. It then runs a
  // callback inside of the collective (`inside`), or is in a system call.
  BoxedOptional<Collective> collective;
  BoxedOptional<RecordedCalls> recorded;
  bool call_is_recorded() const { return recorded && !recorded->call.empty(); }
  // True if the conditions were inferred rather than read, so that a finding that depends on them can be suspected, but
  // never proved.
  bool inferred = false;
  std::string why_unknown;  // reason why the conditions are not visible, if the activity is Activity::unknown
};

// Describes a nonblocking collective in progress. Like a thread, it waits and acts by itself: its internal messages are
// sent whenever its process is inside of any MPI call.
struct Schedule {
  Collective collective;
  // Indices in Evidence::operations, of the pending operations of the current round.
  std::vector<std::int32_t> operations;
  bool any = false;  // makes progress when one of `operations` is complete; false: when all are
  // Number among the nonblocking collectives of the process on the communicator, from 1.
  std::optional<std::int64_t> number;
  bool visible = true;  // false: its conditions cannot be seen, so that it may make progress by itself
  // True if it is a step of a call that makes a communicator and in which only some members of this communicator take
  // part, such as MPI_Intercomm_create. It is then no collective that other members have to enter.
  bool part_of_call = false;
  std::int32_t round = 0, rounds = 0;
  Address request{};
};

// Says how much processor time a thread has used, since it began, when it was seen in code of the program.
struct ProcessorTime {
  std::uint64_t tid = 0;
  std::int64_t milliseconds = 0;
  bool operator==(const ProcessorTime &) const = default;
};

// Says how far a process has got in its life as an MPI process. Whether the process is stopped is stored separately, in
// Evidence::stopped.
enum class ProcessState : std::uint8_t {
  alive,
  crashed,      // exited by a signal; its core file has all threads, and `threads` the one that crashed
  before_init,  // has not called MPI_Init
  in_init,
  in_finalize,
  finalized,   // has returned from MPI_Finalize
  exited,      // is a zombie, or does not exist any more
  unreadable,  // the process could not be read, for the reason in `problem`
  missing      // belongs to the job, but is not among the targets
};

// Holds all facts about one process. Empty lists mean "none" only where the flag beside them says that the list is
// complete.
struct Evidence {
  ProcessId id;
  bool job_known = true;  // false: id.job has no meaning, as the process's memory did not contain the number
  std::string job_name;   // name that the launcher uses for the job; empty if it is not known
  std::int32_t world_size = -1;
  std::int64_t pid = 0;
  std::string host, program, target;
  ProcessState state = ProcessState::alive;
  // True if a signal or a debugger has stopped the process, which can be continued later. False if it runs or has
  // exited.
  bool stopped = false;
  // True if the process is in MPI_Finalize and has already run the program's callbacks; false also if that is not
  // known.
  bool callbacks_over = false;
  std::string problem;      // reason why the evidence is missing or incomplete
  bool incomplete = false;  // something in the process could not be read or is doubtful, as `warnings` says
  // Sentence saying why the recorder's record cannot be read, or empty.
  std::string record_problem;
  BoxedOptional<std::vector<std::string>> warnings;  // sentences about limits of what was read
  bool queues_complete = true;  // all pending receives, unexpected messages and sends are among the operations
  bool counts = false;          // the layer counts messages, so that a peer without a channel has exchanged none
  bool is_core = false;         // from a core file, which may be of another time than those of other ranks
  // For a layer that does not count messages: true if the transport was seen to hold no message for this process.
  std::optional<bool> transport_empty;
  // All TCP sockets of the process, whatever their purpose. Not set if they are not known, as for a core file.
  BoxedOptional<std::vector<SocketRecord>> sockets;
  bool windows_asked = false;  // false: the process may have windows that were not read
  bool windows_known = false;  // `windows` contains all windows of the process
  ThreadLevel thread_level = ThreadLevel::unknown;
  // Signal that a timer may send, and for which the program has a handler. The handler may leave an MPI call, as by
  // siglongjmp(), and then do anything. 0: none, or not known.
  std::int32_t timer_signal = 0;
  // Counters of the point-to-point layer and of the recorder. They change whenever the process makes progress. Without
  // counters and channels, two equal looks prove nothing, since a loop of equal receives looks the same each time.
  std::vector<std::uint64_t> progress_counters;
  // Snapshots with the same number on the same host show one instant: all these processes were held at the same time.
  std::optional<std::uint32_t> instant;

  std::vector<Communicator> communicators;
  std::vector<Operation> operations;
  // Connects an operation, by its index in `operations`, with the send at its sender; see SendOfMessage.
  struct RecordOfSend {
    std::uint32_t operation = 0;
    Address record{};
  };
  struct RecordsOfSends {
    std::vector<RecordOfSend> unplaced, arrived;
  };
  BoxedOptional<RecordsOfSends> sends;
  // Sends, receives and collectives of persistent requests that are not started. For a collective, only `communicator`,
  // `request` and `sequence` are set. Its `sequence` has the meaning of Schedule::number.
  BoxedOptional<std::vector<Operation>> inactive;
  std::vector<Schedule> schedules;
  std::vector<Channel> channels;
  std::vector<Window> windows;
  std::vector<File> files;      // read only if a thread is in a call that works on a file
  std::vector<Thread> threads;  // threads that may call MPI
  // The threads that may not call MPI at this thread level run at these places in the program.
  BoxedOptional<std::vector<Site>> silent;
  // Threads that ran, or were ready to, in no MPI call, or in code of the program that one has called. Contains only
  // threads whose time is known: none of a core file. A thread that slept in the kernel is not here, because loops that
  // sleep and look use some processor time as well.
  std::vector<ProcessorTime> computing;
};

}  // namespace mqs_shim::why
