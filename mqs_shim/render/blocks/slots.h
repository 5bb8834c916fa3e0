#pragma once
// Finds the slots of a tree: pieces of its texts that may differ between ranks with equal answers. Slots are marked
// pieces (cells.h) and, in texts without marks, addresses, durations and times of day. Everything else must be equal;
// for example, a number in a name distinguishes objects.

#include <string>
#include <string_view>
#include <type_traits>

#include "mqs_shim/render/blocks/block_tree.h"

namespace mqs_shim {

// Describes a piece of text that may differ between ranks. The kinds are those of Mark, and in addition `range`.
struct Slot {
  enum class Kind : std::uint8_t {
    rank,  // rank in MPI_COMM_WORLD
    number,
    text,
    own,     // differs on each rank by its nature, so that it never separates ranks
    listed,  // like `own`, but a number; shown in the order of the ranks
    range    // like `own`, but a duration or time; shown as a range
  };
  Kind kind;
  std::string_view text;
  std::string_view otherwise{};  // text for ranks with different values
};

// Refers to a function that appends the replacement of a slot. The function is called for each slot in the order of the
// texts, and must outlive this object.
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

// Replaces the text of each slot in the tree; `replace` appends the new text.
void replace_slots(BlockTree &tree, ReplaceSlot replace);

// Returns the contents of the tree as one text, with each slot replaced. Trees that differ only in slots have equal
// texts if their replacements are equal.
std::string shape_of(const BlockTree &tree, ReplaceSlot replace);

}  // namespace mqs_shim
