#pragma once
// Ends an iteration of a plugin that never says that the list is at its end.

#include <cstddef>
#include <utility>

namespace mqs_shim {

// Compares each item with one kept from before, which is replaced at every power of two: items that repeat are met
// again, whatever the length of the cycle.
template <class Item>
class RepetitionDetector {
 public:
  // How often an item may come again before it is a cycle: 1 where items are distinct, more where equal ones are
  // possible.
  explicit RepetitionDetector(std::size_t tolerated) : tolerated_(tolerated) {}

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
