#include "mqs_shim/render/blocks/merged_output.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

namespace mqs_shim {

namespace {

bool failed(const Cells &cells) {
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells.severity(i) == Severity::error) return true;
  return false;
}

// Finds the texts that the cells of all classes have in common, in the order in which they occur. Ignores classes of
// processes that could not be inspected. If there is a single class, finds none.
class Shared {
 public:
  Shared(std::span<const RankClass> classes, Cells Block::*cells) {
    const auto inspected = [](const RankClass &ranks) { return !failed(ranks.tree.block.cells); };
    if (std::count_if(classes.begin(), classes.end(), inspected) < 2) return;
    for (const RankClass &ranks : classes) {
      if (!inspected(ranks)) continue;
      const Cells &own = ranks.tree.block.*cells;
      std::vector<std::string> texts;
      for (std::size_t i = 0; i < own.size(); ++i) texts.emplace_back(own.text(i));
      if (!texts_) {
        texts_ = std::move(texts);
      } else {
        std::erase_if(*texts_, [&](const std::string &text) {
          return std::find(texts.begin(), texts.end(), text) == texts.end();
        });
      }
    }
  }

  Cells all() const {
    Cells cells;
    if (texts_) {
      for (const std::string &text : *texts_) cells.add(text);
    }
    return cells;
  }
  // Returns the cells that are neither common to all classes nor empty.
  Cells rest_of(const Cells &cells) const {
    Cells rest;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string_view text = cells.text(i);
      const bool is_shared = texts_ && std::find(texts_->begin(), texts_->end(), text) != texts_->end();
      if (!text.empty() && !is_shared) rest.add(text, cells.severity(i));
    }
    return rest;
  }

 private:
  std::optional<std::vector<std::string>> texts_;
};

// Returns the size of MPI_COMM_WORLD if all processes that know it agree, and otherwise -1.
int common_size(const std::vector<RankClass> &classes) {
  std::set<int> sizes;
  for (const RankClass &ranks : classes) {
    if (ranks.tree.block.world_size > 0) sizes.insert(ranks.tree.block.world_size);
  }
  return sizes.size() == 1 ? *sizes.begin() : -1;
}

std::string size_text(int size) {
  return size > 0 ? " of " + std::to_string(size) : std::string();
}

// Returns a text such as "64 ranks" or "3 of 64 ranks", or "4 processes" if not all ranks or their number are known.
std::string how_many_text(const std::vector<RankClass> &classes, std::size_t count, int size) {
  const bool have_ranks =
      std::all_of(classes.begin(), classes.end(), [](const RankClass &ranks) { return ranks.ranks.front() >= 0; });
  if (!have_ranks || size <= 0 || count > static_cast<std::size_t>(size)) return grouped(count) + " processes";
  return grouped(count) + (count < static_cast<std::size_t>(size) ? size_text(size) : "") + " ranks";
}

}  // namespace

MergedOutput::MergedOutput(BlockOutput &next, const ListOptions &lists)
    : next_(next), lists_(lists), builder_([this](BlockTree tree) {
        if (tree.block.role == Role::process) {
          const int rank = tree.block.world_rank;
          classes_.add(rank, std::move(tree));
        } else {
          others_.push_back(std::move(tree));
        }
      }) {}

void MergedOutput::write_classes() {
  std::vector<RankClass> classes = classes_.take_classes();
  const bool is_one = classes.size() == 1;
  const std::span<const RankClass> several = is_one ? std::span<const RankClass>() : classes;
  // Notes stay with each class if some processes could not be inspected, because a common note such as "queues:
  // complete" would be wrong for the job.
  const bool any_failed = std::any_of(classes.begin(), classes.end(),
                                      [](const RankClass &ranks) { return failed(ranks.tree.block.cells); });
  const Shared cells(several, &Block::cells), notes(any_failed ? std::span<const RankClass>() : several, &Block::notes);
  const int size = common_size(classes);
  if (!is_one) {
    Block head{.role = Role::process};
    head.title = how_many_text(classes, classes_.ranks(), size);
    head.cells = cells.all();
    head.notes = notes.all();
    next_.write(head);
  }
  const std::string left_out = leave_out_many(classes, lists_);
  for (RankClass &ranks : classes) {
    Block &block = ranks.tree.block;
    block.title = rank_set_text(ranks.ranks);
    if (is_one || size < 0) block.title += size_text(block.world_size);
    block.cells = cells.rest_of(block.cells);
    block.notes = notes.rest_of(block.notes);
    if (ranks.is_outlier_of(classes_.ranks())) block.severity = Severity::notable;
    ranks.tree.write_to(next_);
  }
  if (!left_out.empty()) write_problem(next_, left_out);
}

void MergedOutput::finish() {
  if (classes_.ranks() != 0) write_classes();
  for (const BlockTree &tree : others_) tree.write_to(next_);
}

}  // namespace mqs_shim
