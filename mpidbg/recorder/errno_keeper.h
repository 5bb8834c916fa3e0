#pragma once
// Saves the program's errno and restores it at the end of a scope.

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
