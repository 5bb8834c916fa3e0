#include "mqs_shim/render/blocks/rank_classes.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "mpidbg/base/whole_number.h"
#include "mqs_shim/render/rank_set.h"

namespace mqs_shim {

namespace {

std::string distance_text(std::int64_t distance) {
  if (distance == 0) return "itself";
  return "rank" + std::string(distance > 0 ? "+" : "") + std::to_string(distance);
}

// Returns true if `left` is less than `right`. Numbers are compared by value. Times of day have equal lengths and are
// compared as texts.
bool is_less(const std::string &left, const std::string &right) {
  if (left.find(':') != std::string::npos) return left < right;
  const double a = std::strtod(left.c_str(), nullptr), b = std::strtod(right.c_str(), nullptr);
  return a != b ? a < b : left < right;
}

// Returns a text for a slot that differs on each rank. If it is short, it lists the numbers in the order of the ranks,
// such as "4151-4170,4172-4215" or "4151,4155,4153"; otherwise it is like "4151...4298". An entry without a value
// stands for a text that is not a number.
std::string listed_text(const std::vector<std::optional<std::int64_t>> &numbers) {
  constexpr std::size_t few = 4;
  std::vector<std::pair<std::int64_t, std::int64_t>> runs;
  std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = std::numeric_limits<std::int64_t>::min();
  for (const auto &number : numbers) {
    if (!number) return "...";
    least = std::min(least, *number);
    most = std::max(most, *number);
    if (!runs.empty() && *number > least && runs.back().second == *number - 1) {
      runs.back().second = *number;
    } else if (runs.size() <= few) {
      runs.emplace_back(*number, *number);
    }
  }
  if (runs.size() > few) return std::to_string(least) + "..." + std::to_string(most);
  std::string list;
  for (const auto &[first, last] : runs) {
    (list += list.empty() ? "" : ",") += std::to_string(first);
    if (last != first) list += '-' + std::to_string(last);
  }
  return list;
}

// Says how the ranks in a slot are compared between processes: unchanged, or as the distance from the process's own
// rank.
enum class Form : std::uint8_t { as_it_is, distance };

// Returns the number of different values, but at most max_classes + 1.
template <class Members, class ToValue>
std::size_t count_values(const Members &members, ToValue to_value) {
  std::set<std::int64_t> values;
  for (const auto &member : members) {
    values.insert(to_value(member));
    if (values.size() > RankClasses::max_classes) break;
  }
  return values.size();
}

void widen_columns(BlockTree &tree) {
  // Limits the width of a column, as in the tables of a single process, so that one long text does not move all others.
  constexpr std::size_t widest = 40;
  for (BlockTree &child : tree.children) {
    widen_columns(child);
    const Cells &cells = child.block.cells;
    for (std::size_t i = 0; i < tree.columns.size() && i < cells.size(); ++i) {
      if (cells.text(i).size() <= widest) tree.columns[i].width = std::max(tree.columns[i].width, cells.text(i).size());
    }
  }
}

void append_shape(const Slot &slot, std::string &text) {
  text += '\x1f';
  text += static_cast<char>('0' + static_cast<int>(slot.kind));
  text += slot.otherwise;
}

}  // namespace

RankClasses::Value RankClasses::index_of(std::string_view text) {
  const auto known = indices_.find(text);
  if (known != indices_.end()) return known->second;
  const auto index = static_cast<Value>(texts_.size());
  indices_.emplace(texts_.emplace_back(text), index);
  return index;
}

void RankClasses::add(int rank, BlockTree tree) {
  Member member{rank, {}};
  std::vector<Slot::Kind> kinds;
  std::string shape = shape_of(tree, [&](const Slot &slot, std::string &text) {
    const auto world_rank =
        slot.kind == Slot::Kind::rank ? mpidbg::whole_number<std::int32_t>(slot.text) : std::nullopt;
    member.values.push_back(world_rank ? static_cast<Value>(*world_rank) : index_of(slot.text));
    kinds.push_back(slot.kind);
    append_shape(slot, text);
  });
  ++ranks_;
  const auto [place, is_new] = families_.try_emplace(std::move(shape));
  Family &family = place->second;
  if (is_new) {
    family.first = std::move(tree);
    family.kinds = std::move(kinds);
  }
  family.members.push_back(std::move(member));
}

std::vector<std::vector<const RankClasses::Member *>> RankClasses::divide(const Family &family) const {
  if (family.members.size() == 1) return {{&family.members.front()}};
  const std::vector<Slot::Kind> &kinds = family.kinds;
  struct Divider {
    std::size_t values;
    std::size_t slot;
    Form form;
  };
  const bool knows_ranks =
      std::all_of(family.members.begin(), family.members.end(), [](const Member &member) { return member.rank >= 0; });
  std::vector<Divider> dividers;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i] == Slot::Kind::own || kinds[i] == Slot::Kind::range || kinds[i] == Slot::Kind::listed) continue;
    Divider divider{count_values(family.members, [i](const Member &member) { return member.values[i]; }), i,
                    Form::as_it_is};
    if (kinds[i] == Slot::Kind::rank && knows_ranks) {
      const std::size_t distances = count_values(family.members, [i](const Member &member) {
        return std::int64_t{static_cast<std::int32_t>(member.values[i])} - member.rank;
      });
      if (distances < divider.values) divider = {distances, i, Form::distance};
    }
    if (divider.values > 1 && divider.values <= max_classes) dividers.push_back(divider);
  }
  std::stable_sort(dividers.begin(), dividers.end(), [](const auto &a, const auto &b) { return a.values < b.values; });

  std::vector<std::size_t> class_of(family.members.size(), 0);
  std::size_t count = 1;
  for (const Divider &divider : dividers) {
    std::map<std::pair<std::size_t, std::int64_t>, std::size_t> divided;
    std::vector<std::size_t> next;
    for (std::size_t i = 0; i < family.members.size() && divided.size() <= max_classes; ++i) {
      const Member &member = family.members[i];
      const auto value = static_cast<std::int32_t>(member.values[divider.slot]);
      const std::int64_t key = divider.form == Form::distance ? std::int64_t{value} - member.rank : value;
      next.push_back(divided.try_emplace({class_of[i], key}, divided.size()).first->second);
    }
    if (divided.size() > max_classes) continue;
    class_of = std::move(next);
    count = divided.size();
  }
  std::vector<std::vector<const Member *>> classes(count);
  for (std::size_t i = 0; i < family.members.size(); ++i) classes[class_of[i]].push_back(&family.members[i]);
  return classes;
}

RankClass RankClasses::fold(BlockTree tree, std::vector<const Member *> members) const {
  RankClass folded{{}, std::move(tree)};
  std::stable_sort(members.begin(), members.end(), [](const Member *a, const Member *b) { return a->rank < b->rank; });
  for (const Member *member : members) folded.ranks.push_back(member->rank);
  std::size_t next = 0;
  const Member &first = *members.front();
  replace_slots(folded.tree, [&](const Slot &slot, std::string &text) {
    const std::size_t at = next++;
    const auto same = [&](auto to_value) {
      return std::all_of(members.begin(), members.end(),
                         [&](const Member *member) { return to_value(*member) == to_value(first); });
    };
    const auto world_rank = [at](const Member &member) {
      return std::int64_t{static_cast<std::int32_t>(member.values[at])};
    };
    const bool equal = same([at](const Member &member) { return member.values[at]; });
    if (slot.kind == Slot::Kind::rank) {
      const auto distance = [&](const Member &member) { return world_rank(member) - member.rank; };
      if (equal) {
        text += std::to_string(world_rank(first));
      } else {
        text += first.rank >= 0 && same(distance) ? distance_text(distance(first)) : "various ranks";
      }
    } else if (equal) {
      text += texts_[first.values[at]];
    } else if (slot.kind == Slot::Kind::own || slot.kind == Slot::Kind::text) {
      text += slot.otherwise;
    } else if (slot.kind == Slot::Kind::listed) {
      std::vector<std::optional<std::int64_t>> numbers;
      numbers.reserve(members.size());
      for (const Member *member : members)
        numbers.push_back(mpidbg::whole_number<std::int64_t>(texts_[member->values[at]]));
      text += listed_text(numbers);
    } else {
      const auto [least, most] = std::minmax_element(
          members.begin(), members.end(),
          [&](const Member *a, const Member *b) { return is_less(texts_[a->values[at]], texts_[b->values[at]]); });
      const std::string &from = texts_[(*least)->values[at]];
      text.append(from).append(from.starts_with('-') ? " to " : "-").append(texts_[(*most)->values[at]]);
    }
  });
  widen_columns(folded.tree);
  return folded;
}

std::vector<RankClass> RankClasses::take_classes() {
  std::vector<RankClass> all;
  for (auto &[shape, family] : families_) {
    auto classes = divide(family);
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const bool is_last = i + 1 == classes.size();
      if (family.members.size() == 1) {
        all.push_back({{family.members.front().rank}, std::move(family.first)});
      } else {
        all.push_back(fold(is_last ? std::move(family.first) : family.first, std::move(classes[i])));
      }
    }
  }
  families_.clear();
  std::stable_sort(all.begin(), all.end(), [](const RankClass &a, const RankClass &b) {
    return std::pair(a.ranks.size(), a.ranks.front()) < std::pair(b.ranks.size(), b.ranks.front());
  });
  return all;
}

std::string leave_out_many(std::vector<RankClass> &classes, const ListOptions &lists) {
  constexpr std::size_t most = 40;
  if (classes.size() <= most) return {};
  // The last class is kept, because it is the largest.
  const auto first = classes.begin() + (most - 1), end = classes.end() - 1;
  std::vector<int> ranks;
  for (auto left_out = first; left_out != end; ++left_out)
    ranks.insert(ranks.end(), left_out->ranks.begin(), left_out->ranks.end());
  std::sort(ranks.begin(), ranks.end());
  const std::string count = grouped(static_cast<std::size_t>(end - first));
  classes.erase(first, end);
  return "and " + count + " more kinds of ranks: " + rank_set_text(ranks) + " (" + option_name("rank", lists.one_dash) +
         " or " + lists.each_option() + " shows them)";
}

std::string rank_set_text(const std::vector<int> &all) {
  std::vector<int> ranks;
  std::copy_if(all.begin(), all.end(), std::back_inserter(ranks), [](int rank) { return rank >= 0; });
  const std::size_t unknown = all.size() - ranks.size();
  if (ranks.empty()) return unknown == 1 ? "rank ?" : grouped(unknown) + " processes of unknown rank";
  constexpr std::size_t longest = 40;
  std::string text = ranks.size() == 1 ? "rank " + std::to_string(ranks.front()) : compress_ranks(ranks);
  if (text.size() > longest) {
    text.erase(text.rfind(',', longest) + 1);
    text += "... (" + grouped(ranks.size()) + " ranks)";
  }
  if (ranks.size() != 1) text.insert(0, "ranks ");
  if (unknown != 0)
    text += " and " + grouped(unknown) + (unknown == 1 ? " process" : " processes") + " of unknown rank";
  return text;
}

std::string grouped(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
  return text;
}

}  // namespace mqs_shim
