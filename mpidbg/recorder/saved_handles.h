#pragma once
// SavedHandles keeps a copy of the handles in an array argument, made before the call, because the call may overwrite
// them.

#include <cstdint>
#include <cstdlib>

namespace recorder {

class SavedHandles {
 public:
  // The array in this object stays uninitialised, because most calls save nothing.
  SavedHandles() {}
  ~SavedHandles() {
    if (handles_ != few_) std::free(handles_);
  }
  SavedHandles(const SavedHandles &) = delete;
  SavedHandles &operator=(const SavedHandles &) = delete;

  // Makes room for `count` handles. Returns false if there is not enough memory.
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
