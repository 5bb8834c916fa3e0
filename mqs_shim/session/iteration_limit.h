#pragma once
// Detects that a list of a plugin never ends, so that the iteration can be stopped.

#include <cstddef>
#include <utility>

namespace mqs_shim {

// Compares each item of a list with an earlier item that was kept. The kept item is replaced whenever the number of
// items reaches a power of two, so that a cycle of any length is detected.
template <class Item>
class RepetitionDetector {
 public:
  // The list counts as a cycle if the kept item is repeated more than `tolerated` times: 1 if items are distinct, and
  // more if equal items may occur.
  explicit RepetitionDetector(std::size_t tolerated) : tolerated_(tolerated) {}

  // Returns true if the list has to be considered a cycle.
  bool repeats(const Item &item) {
    ++count_;
    if (count_ > 1 && item == kept_ && ++seen_again_ > tolerated_) return true;
    if (count_ == next_) {
      kept_ = item;
      next_ *= 2;
      seen_again_ = 0;
    }
    return false;
  }

 private:
  std::size_t tolerated_;
  std::size_t count_ = 0;
  std::size_t next_ = 1;
  std::size_t seen_again_ = 0;
  Item kept_{};
};

}  // namespace mqs_shim
