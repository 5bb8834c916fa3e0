#pragma once
// Which of the pending requests of a process a thread in a call has at hand: in the registers that the callees of the
// function that waits preserve, in its part of the stack, or in lists and arrays that it was given.

#include <string>
#include <vector>

#include "mqs_shim/job/why/evidence/pending.h"

namespace mqs_shim::why {

class RequestsAtHand {
 public:
  using Found = std::vector<const Pending *>;

  // `call`: the function of MPI. All outlive this.
  RequestsAtHand(const ThreadRecord &record, const ProcessReport &report, const PendingOperations &pending,
                 const Evidence &evidence, const std::string &call)
      : record_(record), report_(report), pending_(pending), evidence_(evidence), call_(call) {}

  // Requests whose waiter is on the stack of the thread.
  Found by_waiter() const;
  // Of MPI_Waitall: those among the requests that it was given, which it has at hand as well. Nothing if more than one
  // list can be that.
  Found listed() const;
  // Of MPI_Sendrecv: the request of each half. Nothing if others are at hand as well.
  Found both_halves() const;
  // Of MPI_Sendrecv inside of Open MPI's blocking send, which it calls between posting its receive and waiting for
  // that: the send, if one alone of all is at hand there. The function waits for nothing else.
  Found sending_half() const;
  // Requests among the words. Those that name a waiter are waited for by that one.
  Found in(const std::vector<Address> &words, bool of_program) const;
  // Requests of the program anywhere in the words of a call.
  Found anywhere() const;
  // Those of the program in arrays that the function that waits has at hand.
  Found in_arrays() const;
  // All of the program that name no waiter, at hand or not.
  Found all_of_program() const;

  // Whether the program has no other pending requests: then a call that waits for some of these waits for no others.
  bool is_all(const Found &found) const;

 private:
  bool is_kind(const Pending &pending, OperationKind kind) const;
  // Requests of the program that the function that waits has at hand.
  Found at_waiting() const;
  template <class Choice>
  Found chosen(Choice &&is_chosen) const;  // of all_of_program()

  const ThreadRecord &record_;
  const ProcessReport &report_;
  const PendingOperations &pending_;
  const Evidence &evidence_;
  const std::string &call_;
};

}  // namespace mqs_shim::why
