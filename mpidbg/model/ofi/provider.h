#pragma once
// Provider is what one provider of libfabric shows of its tagged messages. endpoint.h finds out which one an MPI
// library uses. It knows no MPI library: tags, contexts and completion data are numbers here.
//
// Not visible are messages that are in the network, and those that no call has taken from it yet. The list of
// unexpected messages is therefore complete only while the process is in MPI calls that make progress.
//
// Each function reads the memory when it is called; callers keep the results until the process may have run. If part of
// a queue cannot be read, or an entry contradicts its place, the entries before it are returned with the problem.

#include <string>

#include "mpidbg/model/ofi/operations.h"

namespace mpidbg::model::ofi {

class Provider {
 public:
  virtual ~Provider() = default;

  // Checks that the endpoint and its queues match the layouts. Errors: corrupt, naming the field; unreadable.
  virtual Status check() const = 0;

  // Returns the posted receives in the order of posting.
  virtual Listed<Receive> posted() const = 0;
  // Returns the messages that match no receive. If `is_in_order()`, they are in the order of their arrival, otherwise
  // only those of one sender are.
  virtual Listed<Message> unexpected() const = 0;
  virtual bool is_in_order() const = 0;
  // Returns the receives that have matched a message and are not complete. Reads pools, so it is slow: it serves only
  // for receives of the MPI library that are pending and not in posted().
  virtual Listed<Match> matched() const = 0;
  // Returns the sends that are not complete. Slow, too: it serves only if the MPI library has pending sends.
  virtual Listed<Send> sends() const = 0;
  // Returns the message that MPI_Mprobe or MPI_Improbe has taken with the context at `context`, the address of a member
  // of the MPI library's request. Errors: corrupt; not_found; unreadable.
  virtual Result<Message> taken_by(Address context) const = 0;
  // Returns counters, and whether a message is on its way. Errors: corrupt; unreadable.
  virtual Result<Transport> progress() const = 0;

  // Returns the reason why messages may be in the process that unexpected() does not return; empty if there is none.
  virtual std::string unseen_messages() const { return {}; }
};

}  // namespace mpidbg::model::ofi
