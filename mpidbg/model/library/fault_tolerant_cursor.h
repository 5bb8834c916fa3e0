#pragma once
// A cursor that leaves out the operations that cannot be read, and ends with the first reason why there are not more.

#include <optional>

#include "mpidbg/model/library/queues.h"

namespace mpidbg::model {

class FaultTolerantCursor : public OperationCursor {
 public:
  Result<bool> next(Operation &operation) final {
    if (deliver(operation)) return true;
    if (fault_) return *fault_;
    return false;
  }

 protected:
  explicit FaultTolerantCursor(std::optional<Error> fault = std::nullopt) : fault_(std::move(fault)) {}

  // Fills the next operation that can be read, and takes a note of each that cannot be. False at the end.
  virtual bool deliver(Operation &operation) = 0;

  void note(const Error &fault) {
    if (!fault_) fault_ = fault;
  }
  void note(const std::optional<Error> &fault) {
    if (fault) note(*fault);
  }
  void note(const Status &status) {
    if (!status) note(status.error());
  }

 private:
  std::optional<Error> fault_;  // the first one
};

}  // namespace mpidbg::model
