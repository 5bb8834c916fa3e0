#pragma once
// Joins processes with equal answers into one block with their ranks. Outliers come first, and facts that all processes
// have in common are at the top, once:
//
//   128 ranks  Open MPI 4.1.4  ob1   layouts: ...   queues: complete
//   rank 17  pid 4170
//     MPI_COMM_WORLD  context 0  rank 17 of 128
//       posted      from 16      tag 8     4 bytes  MPI_INT x 1
//   ranks 0-16,18-127
//     nothing pending; in MPI_Barrier on MPI_COMM_WORLD
//
// Stores classes (rank_classes.h) rather than processes, and writes nothing before finish(). Blocks that do not belong
// to a process follow after the processes.

#include <vector>

#include "mqs_shim/render/blocks/block_tree.h"
#include "mqs_shim/render/blocks/rank_classes.h"
#include "mqs_shim/render/list_options.h"

namespace mqs_shim {

class MergedOutput : public BlockOutput {
 public:
  // `next` must outlive this object. If many classes of ranks are omitted, a hint names the option that shows them.
  // `lists` says how the option is spelled.
  MergedOutput(BlockOutput &next, const ListOptions &lists);

  void begin(const Block &block) override { builder_.begin(block); }
  void end() override { builder_.end(); }
  // Writes all blocks to `next`. Must be called after the last block.
  void finish();

 private:
  void write_classes();

  BlockOutput &next_;
  const ListOptions lists_;
  TreeBuilder builder_;
  RankClasses classes_{};
  std::vector<BlockTree> others_{};
};

}  // namespace mqs_shim
