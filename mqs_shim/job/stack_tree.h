#pragma once
// Merges the stacks of all threads of a job into a tree, from the outermost function inwards. Equal frames become one
// node, which lists the ranks whose threads have the frame. Trees that were made separately can be merged in any order,
// with the same result. Nothing here reads memory or prints.

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mqs_shim/job/rank_runs.h"
#include "mqs_shim/records/thread.h"

namespace mqs_shim {

// Says what a node of the tree stands for.
enum class StackPlaceKind : std::uint8_t {
  frame,           // a function of the stack
  call,            // an MPI call, together with everything that the library does in it
  library_thread,  // a thread that a library started for itself, together with its stack
  cut              // the end of a stack whose outer frames could not be read
};

// Identifies a node of the tree among the nodes of the same parent. Frames of different threads are one node if they
// are at the same source line of the same function or, if the line is not known, at the same offset in the same module.
struct StackPlace {
  StackPlaceKind kind = StackPlaceKind::frame;
  std::string function;      // function name; for a call "MPI_Recv" or the like; empty if it is not known
  std::string file;          // source file
  std::uint32_t line = 0;    // 0 if it is not known
  std::string module;        // file name of the module without its directory; empty if the line is known
  std::uint64_t offset = 0;  // offset in the module in bytes; 0 if the line is known
  auto operator<=>(const StackPlace &) const = default;
};

// Holds the ranks and threads that are at one place, and the places that were called from there.
struct StackNode {
  RankRuns ranks;         // ranks that have a thread here; -1 stands for processes whose rank is not known
  std::uint64_t threads;  // number of threads of all these ranks
  std::map<StackPlace, StackNode> inner;

  // Initializes `threads`. With an initializer at the member instead, clang would not treat pairs that contain a node
  // as default-constructible.
  StackNode() : threads(0) {}
  bool operator==(const StackNode &) const = default;
};

// Selects which frames of a stack the tree contains.
enum class StackDetail : std::uint8_t {
  folded,  // the program's functions from main() inwards, the MPI call, and the function in which the program sleeps
  all      // every frame
};

// Merges the stacks of threads into a tree.
class StackTree {
 public:
  explicit StackTree(StackDetail detail = StackDetail::folded) : detail_(detail) {}

  // Adds the stack of a thread of the rank. Frames beyond 1000 are dropped.
  void add(int rank, const ThreadRecord &thread);
  // Adds the threads of `other`, which must have the same detail.
  void merge(const StackTree &other);

  // The root stands for no place; its `inner` nodes are the outermost functions.
  const StackNode &root() const { return root_; }

 private:
  StackDetail detail_;
  StackNode root_;
};

// Returns the inner nodes of `node`, in ascending order of their number of ranks: the fault is more likely to be where
// few ranks are. The result points into `node`.
using StackBranch = std::map<StackPlace, StackNode>::value_type;
std::vector<const StackBranch *> outliers_first(const StackNode &node);

// Returns the stack of one thread as places in the tree, the outermost first.
std::vector<StackPlace> stack_places(const ThreadRecord &thread, StackDetail detail);

}  // namespace mqs_shim
