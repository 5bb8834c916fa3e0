#pragma once
// LeftOut remembers the first part of an object that could not be read. The object is shown without that part, and
// problem() of its kind explains why.

#include <string>

#include "mpidbg/base/handle.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/result.h"

namespace mpidbg::model {

class LeftOut {
 public:
  // Forgets what was noted, at a new stop.
  void clear() { problem_.clear(); }
  // `part` names the part, such as "the hints". Parts that the library does not have or whose layout is unknown are not
  // noted, because no object has them.
  void note(const char *part, Handle object, const Error &error) {
    const bool of_none = error.code == ErrorCode::not_supported || error.code == ErrorCode::layout;
    if (problem_.empty() && !of_none)
      problem_ = std::string(part) + " of " + hex(object) + " cannot be read: " + error.message;
  }
  // A sentence; empty if every part could be read.
  const std::string &problem() const { return problem_; }

 private:
  std::string problem_;
};

}  // namespace mpidbg::model
