// This file puts the answers of the command `stacks` into words: the merged stacks of a job as a tree. A line has its
// ranks if they differ from those of the line above it in the tree. A line without ranks names a function that the
// function of the line before has called.

#include "mqs_shim/job/job_stacks.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/stack_words.h"
#include "mqs_shim/render/wording/threads.h"
#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

namespace {

class StackWords : public Renderer {
 public:
  StackWords(const RenderOptions &options, BlockOutput &output)
      : selection_(options), stacks_(options.all ? StackDetail::all : StackDetail::folded), output_(output) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    stacks_.add(report);
    for (const std::string &warning : report.warnings) warnings_.push_back(printable(warning));
  }

  void finish(const std::vector<int> &missing_ranks) override {
    for (const auto &[job, tree] : stacks_.trees()) {
      if (stacks_.trees().size() == 1) {
        write_inner(tree.root());
      } else {
        Block section{.role = Role::section};
        section.title = printable(stacks_.title(job));
        const OpenBlock open(output_, section);
        write_inner(tree.root());
      }
    }
    for (const JobStacks::Unseen &unseen : stacks_.unseen()) {
      const std::string who = unseen.rank < 0 ? printable(unseen.target) : "rank " + std::to_string(unseen.rank);
      write_problem(output_, who + ": cannot see: " + printable(unseen.reason));
    }
    for (const std::string &warning : warnings_) write_problem(output_, "warning: " + warning);
    write_missing_ranks(output_, missing_ranks);
  }

 private:
  void write_inner(const StackNode &node) {
    for (const StackBranch *branch : outliers_first(node)) write_branch(*branch);
  }

  // Writes a place with everything that was called from there. If all threads of a function are in one function that it
  // called, the called function becomes a line without ranks in the caller's block.
  void write_branch(const StackBranch &branch) {
    const OpenBlock open(output_, object_block(place_text(branch.first)).cell(ranks_text(branch.second)));
    const StackNode *node = &branch.second;
    while (node->inner.size() == 1 && node->inner.begin()->second.threads == node->threads) {
      write_property(output_, place_text(node->inner.begin()->first));
      node = &node->inner.begin()->second;
    }
    write_inner(*node);
  }

  Selection selection_;
  JobStacks stacks_;
  std::vector<std::string> warnings_;
  BlockOutput &output_;
};

}  // namespace

std::string place_text(const StackPlace &place) {
  switch (place.kind) {
    case StackPlaceKind::call:
      return printable(place.function);
    case StackPlaceKind::library_thread:
      return "thread of a library" + (place.function.empty() ? "" : ": " + printable(place.function));
    case StackPlaceKind::cut:
      return "stack not complete: " + printable(place.function);
    case StackPlaceKind::frame:
      break;
  }
  FrameRecord frame;
  frame.function = place.function;
  frame.file = place.file;
  frame.line = place.line;
  frame.module = place.module;
  frame.offset = place.offset;
  return frame_text(frame);
}

std::string ranks_text(const StackNode &node) {
  std::vector<int> ranks = node.ranks.ranks();
  const bool has_unknown = !ranks.empty() && ranks.front() < 0;
  const std::size_t count = ranks.size();
  if (has_unknown) ranks.erase(ranks.begin());
  std::string text = count == 1 ? "rank " : "ranks ";
  text += compress_ranks(ranks);
  if (has_unknown) text += ranks.empty() ? "?" : ",?";
  if (node.threads != count) text += ", " + std::to_string(node.threads) + " threads";
  return text;
}

std::unique_ptr<Renderer> word_stacks(const RenderOptions &options, BlockOutput &output) {
  return std::make_unique<StackWords>(options, output);
}

}  // namespace mqs_shim
