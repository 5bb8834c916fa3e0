#pragma once
// LeftOut remembers the first failure to read a part of an object. The object is shown without that part, and problem()
// explains why.

#include <string>

#include "mpidbg/base/handle.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/result.h"

namespace mpidbg::model {

class LeftOut {
 public:
  // Forgets the failure. Must be called at a new stop.
  void clear() { problem_.clear(); }
  // Records that `part`, such as "the hints", of `object` could not be read. Errors are ignored if the library does not
  // have the part or if its layout is unknown, because such errors concern every object.
  void note(const char *part, Handle object, const Error &error) {
    const bool of_none = error.code == ErrorCode::not_supported || error.code == ErrorCode::layout;
    if (problem_.empty() && !of_none)
      problem_ = std::string(part) + " of " + hex(object) + " cannot be read: " + error.message;
  }
  // Returns a sentence about the first failure; empty if all parts of the objects could be read.
  const std::string &problem() const { return problem_; }

 private:
  std::string problem_;
};

}  // namespace mpidbg::model
