#pragma once
// The first part of an object that could not be read, and that the object is shown without: problem() of its kind says
// so.

#include <string>

#include "mpidbg/base/handle.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/result.h"

namespace mpidbg::model {

class LeftOut {
 public:
  void clear() { problem_.clear(); }
  // `part`: "the hints". Nothing of what the library does not have or whose layout is not known: that no object has.
  void note(const char *part, Handle object, const Error &error) {
    const bool of_none = error.code == ErrorCode::not_supported || error.code == ErrorCode::layout;
    if (problem_.empty() && !of_none)
      problem_ = std::string(part) + " of " + hex(object) + " cannot be read: " + error.message;
  }
  // Empty if nothing was left out.
  const std::string &problem() const { return problem_; }

 private:
  std::string problem_;
};

}  // namespace mpidbg::model
