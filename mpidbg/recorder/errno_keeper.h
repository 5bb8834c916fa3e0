#pragma once
// errno is the program's, whatever happens in the recorder meanwhile.

#include <cerrno>

namespace recorder {

class ErrnoKeeper {
 public:
  ErrnoKeeper() : value_(errno) {}
  ~ErrnoKeeper() { errno = value_; }
  ErrnoKeeper(const ErrnoKeeper &) = delete;
  ErrnoKeeper &operator=(const ErrnoKeeper &) = delete;

 private:
  int value_;
};

}  // namespace recorder
