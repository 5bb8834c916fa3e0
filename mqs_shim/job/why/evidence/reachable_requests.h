#pragma once
// Finds the pending requests that a waiting thread can refer to. Their addresses are in the callee-saved registers of
// the waiting function, in its part of the stack, or in lists and arrays that were passed to it.

#include <cstdint>
#include <string>
#include <vector>

#include "mqs_shim/job/why/evidence/pending.h"

namespace mqs_shim::why {

// Finds requests by several rules, of which thread_wait.cpp tries the strongest first. A reachable request is one whose
// address the waiting function has in its registers or stack frame.
class RequestsAtHand {
 public:
  using Found = std::vector<const Pending *>;

  // `call` is the name of the MPI function. All arguments must outlive this object.
  RequestsAtHand(const ThreadRecord &record, const ProcessReport &report, const PendingOperations &pending,
                 const Evidence &evidence, const std::string &call)
      : record_(record), report_(report), pending_(pending), evidence_(evidence), call_(call) {}

  // Returns the requests whose waiter (the library's record of who waits for a request) is on the stack of this thread.
  Found by_waiter() const;
  // For MPI_Waitall: returns the reachable requests in the list that was passed to the function. Returns nothing if
  // several lists on the stack may be the one that was passed.
  Found listed() const;
  // For MPI_Waitany and MPI_Waitsome: returns the requests in the list that was passed to the function, in the order of
  // that list, so that two looks at one call agree. Returns nothing if the list has a request that is not pending, so
  // that the function is about to return, or if other requests are reachable as well: then the list may be longer, and
  // any of its requests may end the wait.
  Found whole_list() const;
  // For MPI_Sendrecv: returns the requests of its send and of its receive. Returns nothing if other requests are
  // reachable as well.
  Found both_halves() const;
  // For MPI_Sendrecv inside of Open MPI's blocking send: returns the send if it is the only reachable one. Open MPI
  // posts the receive, sends, and then waits for the receive, so that it waits only for the send at this point.
  Found sending_half() const;
  // Returns the requests whose addresses are among `words`. Leaves out requests that name a waiter. Of messages, takes
  // only those of the program (`of_program`), or only those of the library (false).
  Found in(const std::vector<Address> &words, bool of_program) const;
  // Returns requests of the program whose addresses are anywhere in the registers and in the part of the stack that the
  // call uses.
  Found anywhere() const;
  // Returns the program's requests in arrays that the waiting function refers to.
  Found in_arrays() const;
  // Returns all requests of the program that name no waiter, reachable or not.
  Found all_of_program() const;

  // Returns true if `found` contains all pending requests of the program, so that the call cannot wait for any other.
  bool is_all(const Found &found) const;

 private:
  // Returns the pending request with this handle, or null.
  const Pending *pending_of(std::uint32_t handle) const;
  bool is_kind(const Pending &pending, OperationKind kind) const;
  // Returns requests of the program whose addresses the waiting function has in its registers or frame.
  Found at_waiting() const;
  template <class Choice>
  Found chosen(Choice &&is_chosen) const;  // filters all_of_program()

  const ThreadRecord &record_;
  const ProcessReport &report_;
  const PendingOperations &pending_;
  const Evidence &evidence_;
  const std::string &call_;
};

}  // namespace mqs_shim::why
