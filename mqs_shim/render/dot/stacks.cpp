#include "mqs_shim/render/dot/stacks.h"

#include "mqs_shim/job/job_stacks.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/selection.h"
#include "mqs_shim/render/wording/stack_words.h"

namespace mqs_shim {

namespace {

// Quotes a printable text as the DOT language requires.
std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

class StackPicture : public Renderer {
 public:
  StackPicture(const RenderOptions &options, Sink &sink)
      : selection_(options), stacks_(options.all ? StackDetail::all : StackDetail::folded), sink_(sink) {}

  void add(const ProcessReport &report) override {
    if (selection_.process(report)) stacks_.add(report);
  }

  void finish(const std::vector<int> &) override {
    line("digraph stacks {");
    line("  rankdir=LR;");
    line("  node [shape=box, fontname=\"sans-serif\"];");
    line("  edge [fontname=\"sans-serif\"];");
    for (const auto &[job, tree] : stacks_.trees()) {
      const std::size_t root = next_++;
      write_node(root, printable(stacks_.title(job)), false);
      write_inner(root, tree.root());
    }
    line("}");
    sink_.flush();
  }

 private:
  void write_inner(std::size_t parent, const StackNode &node) {
    for (const StackBranch *branch : outliers_first(node)) {
      const std::size_t number = next_++;
      write_node(number, place_text(branch->first), branch->first.kind == StackPlaceKind::call);
      line("  n" + std::to_string(parent) + " -> n" + std::to_string(number) +
           " [label=" + quoted(ranks_text(branch->second)) + "];");
      write_inner(number, branch->second);
    }
  }

  void write_node(std::size_t number, const std::string &label, bool is_call) {
    line("  n" + std::to_string(number) + " [label=" + quoted(label) + (is_call ? ", style=bold" : "") + "];");
  }

  void line(const std::string &text) {
    sink_.append(text);
    sink_.end_line();
  }

  Selection selection_;
  JobStacks stacks_;
  Sink &sink_;
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<Renderer> draw_stacks(const RenderOptions &options, Sink &sink) {
  return std::make_unique<StackPicture>(options, sink);
}

}  // namespace mqs_shim
