#pragma once
// FaultTolerantCursor is a cursor that skips operations that cannot be read, and reports the first failure after the
// last operation.

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

  // Fills in `operation` with the next operation that can be read. Passes the errors of skipped operations to note().
  // Returns false at the end.
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
  std::optional<Error> fault_;  // the first error; next() returns it at the end
};

}  // namespace mpidbg::model
