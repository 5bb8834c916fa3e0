#pragma once
// Groups ranks with equal answers into classes. The trees of a class are equal except for slots (slots.h), which are
// folded.
//
// Ranks whose trees differ in anything but slots are never in one class, as different names, calls, sites or context
// ids are different facts. Among ranks that differ only in slots, a slot with few different values separates the ranks.
// Peers count as equal if they are the same rank or at the same distance, whichever makes fewer classes. A slot is
// folded if it has more than `max_classes` values, or would make more classes than that: peers become "various ranks",
// numbers "3-17", addresses "0x...". Up to max_classes ranks therefore lose only addresses and process numbers.

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mqs_shim/render/blocks/block_tree.h"
#include "mqs_shim/render/blocks/slots.h"
#include "mqs_shim/render/list_options.h"

namespace mqs_shim {

// Describes ranks with equal answers, which are shown together.
struct RankClass {
  std::vector<int> ranks;  // sorted; -1 for ranks that are not known
  BlockTree tree;

  // Returns true if the class is small compared with `all` ranks, so that it deserves attention.
  bool is_outlier_of(std::size_t all) const { return ranks.size() * 8 <= all; }
};

// Collects the trees of ranks.
class RankClasses {
 public:
  static constexpr std::size_t max_classes = 16;

  // Adds the tree of a rank. If it differs from an earlier tree only in slots, the tree itself is not stored.
  void add(int rank, BlockTree tree);
  std::size_t ranks() const { return ranks_; }
  // Returns the small classes (outliers) first, and the others in the order of their first ranks. Moves the trees out
  // of this object, so that it can be called only once.
  std::vector<RankClass> take_classes();

 private:
  using Value = std::uint32_t;  // value of a slot: a rank, or an index in texts_
  struct Member {
    int rank;
    std::vector<Value> values;
  };
  // Holds ranks whose trees differ only in slots (pieces of text that may differ, see slots.h).
  struct Family {
    BlockTree first;
    std::vector<Slot::Kind> kinds;  // kinds of the slots
    std::vector<Member> members;
  };

  std::vector<std::vector<const Member *>> divide(const Family &family) const;
  // Makes one class of the members and folds their slots. `tree` is the first tree of their family.
  RankClass fold(BlockTree tree, std::vector<const Member *> members) const;
  Value index_of(std::string_view text);

  std::map<std::string, Family> families_{};
  std::deque<std::string> texts_{};
  std::unordered_map<std::string_view, Value> indices_{};  // index of each text in texts_
  std::size_t ranks_ = 0;
};

// Removes the last small classes if there are too many to read. Returns a text with the ranks of the removed classes;
// empty if none were removed.
std::string leave_out_many(std::vector<RankClass> &classes, const ListOptions &lists);

// Returns a text such as "rank 3" or "ranks 2,4-127". Long lists are shortened: "ranks 0,3,7,12,... (512 ranks)".
// Negative ranks stand for processes of unknown rank: "ranks 0-2 and 1 process of unknown rank".
std::string rank_set_text(const std::vector<int> &ranks);

// Returns the number with separators, such as "3,000".
std::string grouped(std::size_t number);

}  // namespace mqs_shim
