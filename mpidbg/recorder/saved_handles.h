#pragma once
// The handles that an array argument holds before the call, for the call may overwrite them.

#include <cstdint>
#include <cstdlib>

namespace recorder {

class SavedHandles {
 public:
  SavedHandles() {}  // the array is not cleared: most calls save nothing
  ~SavedHandles() {
    if (handles_ != few_) std::free(handles_);
  }
  SavedHandles(const SavedHandles &) = delete;
  SavedHandles &operator=(const SavedHandles &) = delete;

  // Room for that many; false if there is no memory for them.
  bool reserve(std::int64_t count) {
    if (count <= few) return true;
    auto *more = static_cast<std::uint64_t *>(std::malloc(static_cast<std::size_t>(count) * sizeof(std::uint64_t)));
    if (more == nullptr) return false;
    handles_ = more;
    return true;
  }
  std::uint64_t &operator[](std::int64_t i) { return handles_[i]; }

 private:
  static constexpr std::int64_t few = 32;
  std::uint64_t few_[few];
  std::uint64_t *handles_ = few_;
};

}  // namespace recorder
