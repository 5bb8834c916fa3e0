#pragma once
// A worker of UCX: the messages and requests that its tag matching knows. Knows no MPI library: tags are 64 bits, and
// each library has code of its own that takes them apart (envelope.h).
//
// Where what is kept (1.13 to 1.23, read in src/ucp and confirmed in running processes): posted receives with a mask of
// all ones are in a hash by tag, all others in one queue. Messages without a receive are in a list in order of arrival.
// Receives that have matched and wait for data, and sends, are in no list, only in the pool that requests come from;
// the receive of a message in several fragments is also in a hash by the number of the message. Open MPI's blocking
// calls have their requests on the stack instead, where they are searched for.
//
// What is not here: eager messages that have left the sender; messages that no call has taken from the transport yet.
// So the unexpected messages are all that have arrived only while the process is in MPI calls that make progress.
//
// Each table is read when it is first asked for, at most once until clear(). A table of which a part cannot be read
// keeps what was read before, and its problem names the address and the field. So does that of a table with an entry
// which contradicts its place.

#include <memory>
#include <optional>

#include "mpidbg/model/ucx/message_reader.h"
#include "mpidbg/model/ucx/request_pool.h"
#include "mpidbg/model/ucx/tag_match_tables.h"
#include "mpidbg/model/ucx/transport.h"

namespace mpidbg::model::ucx {

struct WorkerPlace {
  Address worker{};     // ucp_worker
  Address context{};    // ucp_context, as the MPI library has it; null: not known
  Address stack_top{};  // of the thread whose blocking calls may have put requests onto their stack; null: none
  WordsBehind words{};
};

class Worker {
 public:
  // Memory and layouts outlive it. All layouts are resolved.
  Worker(const debugger::Memory &memory, const Layouts &layouts, const WorkerPlace &place);

  // Whether there is a worker, laid out as the layouts say: its context is the one given, its pool has elements of
  // their size, empty lists point to themselves. Errors: corrupt, naming the field.
  Status check() const;

  Address address() const { return place_.worker; }  // ucp_worker

  void clear();

  // Keeps alive what was read, beyond clear().
  std::shared_ptr<const void> tables() const { return tables_; }

  // In the order in which they were posted.
  const PostedReceives &posted();
  // In the order of their arrival.
  const Listed<Arrived> &unexpected();
  // Receives that have matched and whose data is arriving.
  const Listed<Receive> &matched();
  // Sends that are not complete.
  const Listed<Send> &sends();
  // Requests that are complete and not freed.
  const Listed<Request> &complete();

  // From now on take_pooled() is to have an answer. They are as many as the messages, and few have a use for them.
  void keep_pooled() { keeps_pooled_ = true; }
  // All that the pool has in use, given away once until clear(); those of its problem are missing.
  std::vector<PooledRequest> take_pooled();

  // Counts of what the worker has done, and whether a message to it is under way. Errors: those of read_transport().
  Result<Transport> progress() const;

  // One of posted(). Errors: those of RequestReader::read_receive().
  Result<Receive> receive(const Posted &posted) const;
  // The same with what is known without another read; empty if it takes one.
  std::optional<KnownReceive> known_receive(const Posted &posted) const;
  // One of unexpected(), or one that was taken out of it, by its descriptor.
  Result<Message> message(Address descriptor) const { return read_message(memory_, layouts_, descriptor); }

 private:
  struct Requests {
    PostedReceives posted;
    Listed<Receive> matched;
    Listed<Send> sends;
    Listed<Request> complete;
    std::vector<PooledRequest> pooled;
  };
  struct Tables {
    std::optional<Listed<Arrived>> unexpected;
    std::optional<Requests> requests;
    std::optional<RequestPool::Chunks> pool;  // empty: it cannot be read
  };
  Requests &requests();
  static void add(const AnyRequest &any, Requests &requests);
  // What the pool has, but for receives, which are returned by address.
  std::vector<PooledReceive> read_pool(Requests &requests);
  // Those of the pool that are not posted.
  void add_others(std::span<const PooledReceive> pooled, Requests &requests) const;
  void read_stack(Requests &requests) const;
  // Of all pending receives those that are not posted, and those of fragments that are in neither pool nor stack.
  void keep_matched(const Listed<Posted> &posted, std::span<PooledReceive> pooled, Listed<Receive> &pending) const;

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  const WorkerPlace place_;
  const Address tag_match_;
  const RequestPool pool_;
  bool keeps_pooled_ = false;
  std::shared_ptr<Tables> tables_ = std::make_shared<Tables>();
};

}  // namespace mpidbg::model::ucx
