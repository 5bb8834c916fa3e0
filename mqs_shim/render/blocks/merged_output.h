#pragma once
// Processes that say the same as one block with their ranks, outliers first, and what all share once at the top:
//
//   128 ranks  Open MPI 4.1.4  ob1   layouts: ...   queues: complete
//   rank 17  pid 4170
//     MPI_COMM_WORLD  context 0  rank 17 of 128
//       posted      from 16      tag 8     4 bytes  MPI_INT x 1
//   ranks 0-16,18-127
//     nothing pending; in MPI_Barrier on MPI_COMM_WORLD
//
// Kept are classes (rank_classes.h), not processes: nothing is written before finish(). What is no part of a process
// follows after the processes.

#include <vector>

#include "mqs_shim/render/blocks/block_tree.h"
#include "mqs_shim/render/blocks/rank_classes.h"
#include "mqs_shim/render/list_options.h"

namespace mqs_shim {

class MergedOutput : public BlockOutput {
 public:
  // The output must outlive this one. `lists`: for the hint at what is left out.
  MergedOutput(BlockOutput &next, const ListOptions &lists);

  void begin(const Block &block) override { builder_.begin(block); }
  void end() override { builder_.end(); }
  // After the last block.
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
