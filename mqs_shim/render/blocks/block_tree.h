#pragma once
// Stores a block together with its children.

#include <functional>
#include <vector>

#include "mqs_shim/render/blocks/block.h"

namespace mqs_shim {

// Holds a block and its children. Copies are deep.
struct BlockTree {
  Block block;
  std::vector<Column> columns;  // columns of a table, to which block.columns refers
  std::vector<BlockTree> children;

  void write_to(BlockOutput &output) const;
};

// Stores the blocks that are written to it. When an outermost block ends, passes the block and its children to a
// function.
class TreeBuilder : public BlockOutput {
 public:
  using Take = std::function<void(BlockTree tree)>;
  explicit TreeBuilder(Take take) : take_(std::move(take)) {}

  void begin(const Block &block) override;
  void end() override;

 private:
  Take take_;
  std::vector<BlockTree> open_{};
};

}  // namespace mqs_shim
