#pragma once
// Worker reads a UCX worker: the messages and requests known to its tag matching. It is independent of the MPI library:
// tags are 64-bit numbers here, and the code for each library unpacks them (envelope.h).
//
// In UCX 1.13 to 1.23, according to the sources in src/ucp and to running processes, posted receives with a mask of all
// ones are in a hash by tag, and all others in one queue. Messages without a receive are in a list in the order of
// arrival. Sends, and matched receives that wait for data, are in no list, only in the pool of requests. A receive of a
// message in several fragments is also in a hash by the number of the message. The requests of Open MPI's blocking
// calls are on the stack; they are found by a search of the stack.
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

// Holds the addresses of a worker and of data that belongs to it.
struct WorkerPlace {
  // The address of the ucp_worker.
  Address worker{};
  // The ucp_context that the MPI library uses; null if unknown.
  Address context{};
  // The highest address of a thread's stack, on which blocking calls may have placed requests; null if there is none.
  Address stack_top{};
  WordsBehind words{};
};

class Worker {
 public:
  // `memory` and `layouts` must outlive this object, and all layouts must be resolved.
  Worker(const debugger::Memory &memory, const Layouts &layouts, const WorkerPlace &place);

  // Checks that there is a worker at the address and that it matches the layouts: its context is the given one, its
  // pool has elements of the right size, and empty lists point to themselves. Errors: corrupt, naming the field.
  Status check() const;

  // The address of the ucp_worker.
  Address address() const { return place_.worker; }

  // Discards all tables; each is read again when it is next needed. Must be called after the process has run.
  void clear();

  // Returns a reference to the tables that were read. It keeps them alive after clear().
  std::shared_ptr<const void> tables() const { return tables_; }

  // Returns the posted receives, in the order in which they were posted.
  const PostedReceives &posted();
  // Returns the unexpected messages, in the order of their arrival.
  const Listed<Arrived> &unexpected();
  // Returns the matched receives for which data is still arriving.
  const Listed<Receive> &matched();
  // Returns the sends that are not complete.
  const Listed<Send> &sends();
  // Returns the requests that are complete and have not been freed.
  const Listed<Request> &complete();

  // Makes later reads keep the pooled requests for take_pooled(). They are not kept otherwise, because there can be as
  // many as messages, and few callers need them.
  void keep_pooled() { keeps_pooled_ = true; }
  // Returns all requests in use in the pool, and forgets them. A second call before clear() therefore returns none. If
  // part of the pool cannot be read, the requests after it are missing.
  std::vector<PooledRequest> take_pooled();

  // Reads counters of the worker's activity, and determines whether a message to the worker is in flight. Errors: those
  // of read_transport().
  Result<Transport> progress() const;

  // Reads one entry of posted(). Errors: those of RequestReader::read_receive().
  Result<Receive> receive(const Posted &posted) const;
  // Returns an entry of posted() without reading memory; nullopt if it must be read.
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
    // The memory of the pool; empty if it cannot be read.
    std::optional<RequestPool::Chunks> pool;
  };
  Requests &requests();
  static void add(const AnyRequest &any, Requests &requests);
  // Reads the pool, adds everything except receives to `requests`, and returns the receives, ordered by address.
  std::vector<PooledReceive> read_pool(Requests &requests);
  // Adds those receives of the pool that are not posted.
  void add_others(std::span<const PooledReceive> pooled, Requests &requests) const;
  void read_stack(Requests &requests) const;
  // Removes posted receives from `pending`, and adds receives of fragments that are neither in the pool nor on a stack.
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
