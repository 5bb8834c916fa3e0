#pragma once
// Worker reads a UCX worker: the messages and requests known to its tag matching. It knows no MPI library. Tags are 64
// bits here, and the code of each library unpacks them (envelope.h).
//
// Where the data is (UCX 1.13 to 1.23, according to the sources in src/ucp and confirmed in running processes): posted
// receives with a mask of all ones are in a hash by tag, all others in one queue. Messages without a receive are in a
// list in the order of arrival. Sends, and receives that have matched and wait for data, are in no list, only in the
// pool from which requests are allocated; a receive of a message in several fragments is also in a hash by the number
// of the message. The requests of Open MPI's blocking calls are on the stack, which is searched for them.
//
// Two things are not visible: eager messages that have left the sender, and messages that no call has taken from the
// transport yet. The list of unexpected messages is therefore complete only while the process is in MPI calls that make
// progress.
//
// Each table is read when it is first needed, at most once until clear(). If part of a table cannot be read, or an
// entry contradicts its place, the entries read before are kept and the problem names the address and the field.

#include <memory>
#include <optional>

#include "mpidbg/model/ucx/message_reader.h"
#include "mpidbg/model/ucx/request_pool.h"
#include "mpidbg/model/ucx/tag_match_tables.h"
#include "mpidbg/model/ucx/transport.h"

namespace mpidbg::model::ucx {

// Where a worker is and what is known about it.
struct WorkerPlace {
  // The address of the ucp_worker.
  Address worker{};
  // The ucp_context that the MPI library uses; null if unknown.
  Address context{};
  // The top of the stack of a thread whose blocking calls may have placed requests there; null if there is none.
  Address stack_top{};
  WordsBehind words{};
};

class Worker {
 public:
  // `memory` and `layouts` must outlive this object, and all layouts must be resolved.
  Worker(const debugger::Memory &memory, const Layouts &layouts, const WorkerPlace &place);

  // Checks that a worker is at the address and matches the layouts: its context is the given one, its pool has elements
  // of the right size, and empty lists point to themselves. Errors: corrupt, naming the field.
  Status check() const;

  // The address of the ucp_worker.
  Address address() const { return place_.worker; }

  // Discards all tables, which are read again when they are next needed. Must be called after the process has run.
  void clear();

  // Keeps the data that was read alive beyond clear().
  std::shared_ptr<const void> tables() const { return tables_; }

  // The posted receives, in the order in which they were posted.
  const PostedReceives &posted();
  // The unexpected messages, in the order of their arrival.
  const Listed<Arrived> &unexpected();
  // Receives that have matched and whose data is arriving.
  const Listed<Receive> &matched();
  // Sends that are not complete.
  const Listed<Send> &sends();
  // Requests that are complete and not freed.
  const Listed<Request> &complete();

  // Makes the following reads keep the requests for take_pooled(). There are as many as messages, and few callers need
  // them.
  void keep_pooled() { keeps_pooled_ = true; }
  // Gives away all requests in use in the pool, once until clear(). Entries behind an error in the pool are missing.
  std::vector<PooledRequest> take_pooled();

  // Reads counters of the worker's activity and whether a message to it is in flight. Errors: those of
  // read_transport().
  Result<Transport> progress() const;

  // Reads one entry of posted(). Errors: those of RequestReader::read_receive().
  Result<Receive> receive(const Posted &posted) const;
  // Returns an entry of posted() if it is known without another read; otherwise nullopt.
  std::optional<KnownReceive> known_receive(const Posted &posted) const;
  // Reads an entry of unexpected(), or one that was removed from it, by its descriptor.
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
    // Empty if the pool cannot be read.
    std::optional<RequestPool::Chunks> pool;
  };
  Requests &requests();
  static void add(const AnyRequest &any, Requests &requests);
  // Reads the pool, adds everything but receives to `requests`, and returns the receives by address.
  std::vector<PooledReceive> read_pool(Requests &requests);
  // Adds the receives of the pool that are not posted.
  void add_others(std::span<const PooledReceive> pooled, Requests &requests) const;
  void read_stack(Requests &requests) const;
  // Keeps those pending receives that are not posted, and adds receives of fragments that are in neither pool nor
  // stack.
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
