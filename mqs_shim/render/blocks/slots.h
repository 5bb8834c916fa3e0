#pragma once
// The pieces of a tree's texts in which equal ranks may differ: what the words have marked (cells.h), and, in texts
// without marks, words that are addresses, durations or times of day. All else is the same on equal ranks: a number in
// a name tells objects apart.

#include <string>
#include <string_view>
#include <type_traits>

#include "mqs_shim/render/blocks/block_tree.h"

namespace mqs_shim {

struct Slot {
  enum class Kind : std::uint8_t {
    rank,  // of MPI_COMM_WORLD
    number,
    text,
    own,     // different on each rank by its nature: never tells ranks apart
    listed,  // likewise, a number; said in the order of the ranks
    range    // likewise, a duration or time; said from the smallest to the largest
  };
  Kind kind;
  std::string_view text;
  std::string_view otherwise{};  // for ranks that differ in it
};

// Refers to a function that is called for each slot, in the order of the texts, and appends what takes its place. The
// function must outlive it.
class ReplaceSlot {
 public:
  template <class Function>
  requires(!std::is_same_v<Function, ReplaceSlot>)
      ReplaceSlot(const Function &function)  // NOLINT(google-explicit-constructor): as functions are passed
      : function_(&function), call_([](const void *called, const Slot &slot, std::string &text) {
          (*static_cast<const Function *>(called))(slot, text);
        }) {}

  void operator()(const Slot &slot, std::string &text) const { call_(function_, slot, text); }

 private:
  const void *function_;
  void (*call_)(const void *function, const Slot &slot, std::string &text);
};

void replace_slots(BlockTree &tree, ReplaceSlot replace);

// All of the tree in one text, with the answers in the places of the slots: equal for trees that differ in slots alone,
// if the answers are.
std::string shape_of(const BlockTree &tree, ReplaceSlot replace);

}  // namespace mqs_shim
