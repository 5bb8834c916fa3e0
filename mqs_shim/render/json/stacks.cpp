#include "mqs_shim/render/json/stacks.h"

#include "mqs_shim/render/json/threads.h"

namespace mqs_shim {

namespace {

constexpr std::string_view kind_term(StackPlaceKind kind) {
  switch (kind) {
    case StackPlaceKind::call:
      return "call";
    case StackPlaceKind::library_thread:
      return "library thread";
    case StackPlaceKind::cut:
      return "cut";
    case StackPlaceKind::frame:
      return "frame";
  }
  return {};
}

void write_nodes(JsonWriter &json, const StackNode &parent) {
  const auto write = [&](const StackBranch *branch) {
    const auto &place = branch->first;
    const auto &node = branch->second;
    json.object([&] {
      json.key("kind",
               "A function; an MPI call, which stands for what the library does in it: below it is what it calls of "
               "the program; a thread that a library started for itself, with its name as function; a stack that "
               "cannot be read further outwards, with the reason as function.")
          .term(kind_term, place.kind);
      write_frame(json, place.function, place.file, place.line, place.module, place.offset);
      json.key("threads", "How many are here.").natural(static_cast<std::int64_t>(node.threads));
      json.key("ranks", "That these are of: pairs of first and last; -1 stands for processes whose rank is not known.")
          .list(node.ranks.runs(),
                [&](const auto &run) { json.pair(run.first, run.second, [&](int rank) { json.number(rank); }); });
      json.key("inner");
      write_nodes(json, node);
    });
  };
  json.definition("stack_nodes", "Functions that threads were in, of the fewest ranks first.",
                  [&] { json.lines(outliers_first(parent), write); });
}

}  // namespace

void write_stacks(JsonWriter &json, const JobStacks &stacks) {
  const auto write = [&](const auto &of_job) {
    json.object([&] {
      json.key("job_name", "What the launcher calls it; null if not known.").string_or_null(of_job.first.name);
      json.key("stacks");
      write_nodes(json, of_job.second.root());
    });
  };
  json.key("jobs", "Of stacks: the stacks of all threads, merged from the outermost function inwards, by job.")
      .lines(stacks.trees(), write);
}

}  // namespace mqs_shim
