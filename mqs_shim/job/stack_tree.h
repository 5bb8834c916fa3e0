#pragma once
// The stacks of all threads of a job, merged from the outermost function inwards: what is equal is one node, with the
// ranks that are there. Nothing here reads or writes; trees that were made apart merge, in any order, to the same tree.

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mqs_shim/job/rank_runs.h"
#include "mqs_shim/records/thread.h"

namespace mqs_shim {

enum class StackPlaceKind : std::uint8_t {
  frame,           // a function of the stack
  call,            // an MPI call, which stands for what the library does in it
  library_thread,  // a thread that a library has started for itself, which stands for its stack
  cut              // the stack could not be read further outwards
};

// What makes frames of different threads and processes one node: the same line of the same function. Where lines are
// not known, the same place in the same file of code.
struct StackPlace {
  StackPlaceKind kind = StackPlaceKind::frame;
  std::string function;      // of a call its name, "MPI_Recv"; empty if it is not known
  std::string file;          // of the source
  std::uint32_t line = 0;    // 0 if it is not known
  std::string module;        // file name of the code, without directory; empty where the line is known
  std::uint64_t offset = 0;  // in the module; 0 where the line is known
  auto operator<=>(const StackPlace &) const = default;
};

struct StackNode {
  RankRuns ranks;             // that have a thread here; -1 stands for processes whose rank is not known
  std::uint64_t threads = 0;  // of all of them
  std::map<StackPlace, StackNode> inner;

  bool operator==(const StackNode &) const = default;
};

// What is left of the stacks.
enum class StackDetail : std::uint8_t {
  folded,  // the program's functions from main on, the MPI call, and where the program sleeps
  all      // every frame
};

class StackTree {
 public:
  explicit StackTree(StackDetail detail) : detail_(detail) {}

  // At most 1000 frames of a thread.
  void add(int rank, const ThreadRecord &thread);
  // Both have the same detail.
  void merge(const StackTree &other);

  // Of no place itself; `inner` are the outermost functions.
  const StackNode &root() const { return root_; }

 private:
  StackDetail detail_;
  StackNode root_;
};

// The inner nodes, those of the fewest ranks first: what is different is where the fault may be.
using StackBranch = std::map<StackPlace, StackNode>::value_type;
std::vector<const StackBranch *> outliers_first(const StackNode &node);

// The places of one thread, outermost first.
std::vector<StackPlace> stack_places(const ThreadRecord &thread, StackDetail detail);

}  // namespace mqs_shim
