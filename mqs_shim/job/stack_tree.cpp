#include "mqs_shim/job/stack_tree.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>

namespace mqs_shim {

namespace {

constexpr std::size_t most_frames = 1000;

// Returns true for functions of the C library that run before main() or before the first function of a thread.
bool is_start(std::string_view function) {
  constexpr std::string_view starts[] = {
      "_start",  "__libc_start_main", "__libc_start_call_main", "start_thread", "clone", "clone3",
      "__clone", "__clone3"};
  function = function.substr(0, function.find('@'));
  return std::find(std::begin(starts), std::end(starts), function) != std::end(starts);
}

StackPlace place_of(const FrameRecord &frame) {
  StackPlace place;
  place.function = frame.function;
  if (!frame.file.empty()) {
    place.file = frame.file;
    place.line = frame.line;
  } else {
    place.module = frame.module.substr(frame.module.rfind('/') + 1);
    place.offset = frame.offset;
  }
  return place;
}

StackPlace marker(StackPlaceKind kind, std::string text) {
  StackPlace place;
  place.kind = kind;
  place.function = std::move(text);
  return place;
}

void merge_into(StackNode &node, const StackNode &other) {
  node.ranks.merge(other.ranks);
  node.threads += other.threads;
  for (const auto &[place, inner] : other.inner) merge_into(node.inner[place], inner);
}

// Returns how many of the outermost frames are not shown, because they precede main() or a thread's first function.
std::size_t frames_before_program(const std::vector<FrameRecord> &innermost_first) {
  const auto outermost_first = [&](auto predicate) {
    return std::find_if(innermost_first.rbegin(), innermost_first.rend(), predicate);
  };
  const auto main = outermost_first([](const FrameRecord &frame) { return frame.function == "main"; });
  if (main != innermost_first.rend()) return static_cast<std::size_t>(main - innermost_first.rbegin());
  const auto first = outermost_first([](const FrameRecord &frame) { return !is_start(frame.function); });
  return static_cast<std::size_t>(first - innermost_first.rbegin());
}

}  // namespace

std::vector<StackPlace> stack_places(const ThreadRecord &thread, StackDetail detail) {
  std::vector<StackPlace> places;
  const bool folded = detail == StackDetail::folded;
  if (folded && !thread.site && !thread.call_frame && !thread.frames.empty() && !thread.lost)
    return {marker(StackPlaceKind::library_thread, thread.name)};
  if (!thread.problem.empty()) places.push_back(marker(StackPlaceKind::cut, thread.problem));
  const std::size_t hidden = folded && thread.problem.empty() ? frames_before_program(thread.frames) : 0;
  for (std::size_t i = thread.frames.size() - hidden; i-- > 0;) {
    const FrameRecord &frame = thread.frames[i];
    if (folded && thread.call_frame && i <= *thread.call_frame) {
      places.push_back(thread.call.empty() ? place_of(frame) : marker(StackPlaceKind::call, thread.call));
      break;
    }
    if (folded && i == thread.inside_frame) {
      places.push_back(marker(StackPlaceKind::call, thread.inside));
      continue;
    }
    if (folded && frame.internal) continue;
    if (places.size() == most_frames) {
      places.push_back(
          marker(StackPlaceKind::cut, "it has more than " + std::to_string(most_frames) + " frames of the program"));
      break;
    }
    places.push_back(place_of(frame));
  }
  return places;
}

void StackTree::add(int rank, const ThreadRecord &thread) {
  StackNode *node = &root_;
  const auto enter = [&](StackNode &entered) {
    node = &entered;
    node->ranks.add(rank);
    ++node->threads;
  };
  enter(root_);
  for (StackPlace &place : stack_places(thread, detail_)) enter(node->inner[std::move(place)]);
}

void StackTree::merge(const StackTree &other) {
  merge_into(root_, other.root_);
}

std::vector<const StackBranch *> outliers_first(const StackNode &node) {
  std::vector<const StackBranch *> branches;
  for (const StackBranch &branch : node.inner) branches.push_back(&branch);
  std::stable_sort(branches.begin(), branches.end(), [](const StackBranch *a, const StackBranch *b) {
    const auto key = [](const StackBranch &branch) {
      const bool of_library = branch.first.kind == StackPlaceKind::library_thread;
      return std::tuple(of_library, branch.second.ranks.size(), branch.second.ranks.runs());
    };
    return key(*a) < key(*b);
  });
  return branches;
}

}  // namespace mqs_shim
