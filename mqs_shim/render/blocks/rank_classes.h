#pragma once
// Ranks that say the same become one class: their trees are equal but for slots (slots.h) that are folded.
//
// Ranks whose trees differ in anything but slots are never of one class: other names, calls, sites or context ids are
// other facts. Of those that differ in slots alone, a slot with few different values tells them apart; peers count as
// equal if they are the same rank or at the same distance, whichever folds more. A slot with more values than
// `max_classes`, or which would make more classes than that, is folded: peers as "various ranks", numbers as "3-17",
// addresses as "0x...". So up to max_classes ranks lose nothing but addresses and numbers of processes.

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

struct RankClass {
  std::vector<int> ranks;  // sorted; -1 where it is not known
  BlockTree tree;

  // Few among `all` ranks: the ones to look at.
  bool is_outlier_of(std::size_t all) const { return ranks.size() * 8 <= all; }
};

class RankClasses {
 public:
  static constexpr std::size_t max_classes = 16;

  // Keeps the tree only if it is the first of its kind.
  void add(int rank, BlockTree tree);
  std::size_t ranks() const { return ranks_; }
  // Small ones, the outliers, first; else by their first rank. Takes the trees out: to be called once.
  std::vector<RankClass> take_classes();

 private:
  using Value = std::uint32_t;  // of a slot: the rank, or an index in texts_
  struct Member {
    int rank;
    std::vector<Value> values;
  };
  // Trees that differ in slots alone.
  struct Family {
    BlockTree first;
    std::vector<Slot::Kind> kinds;  // of its slots
    std::vector<Member> members;
  };

  std::vector<std::vector<const Member *>> divide(const Family &family) const;
  // `tree`: the first one of the family.
  RankClass fold(BlockTree tree, std::vector<const Member *> members) const;
  Value index_of(std::string_view text);

  std::map<std::string, Family> families_{};
  std::deque<std::string> texts_{};
  std::unordered_map<std::string_view, Value> indices_{};  // of texts_
  std::size_t ranks_ = 0;
};

// Leaves out the last of the small classes if they are more than a reader takes in. The answer names their ranks, and
// is empty if there are none.
std::string leave_out_many(std::vector<RankClass> &classes, const ListOptions &lists);

// "rank 3", "ranks 2,4-127"; long lists are cut: "ranks 0,3,7,12,... (512 ranks)". Negative are those of processes
// whose ranks are not known: "ranks 0-2 and 1 process of unknown rank".
std::string rank_set_text(const std::vector<int> &ranks);

// "3,000"
std::string grouped(std::size_t number);

}  // namespace mqs_shim
