#pragma once
// A block with all that is in it, kept.

#include <functional>
#include <vector>

#include "mqs_shim/render/blocks/block.h"

namespace mqs_shim {

struct BlockTree {
  Block block;
  std::vector<Column> columns;  // of a table
  std::vector<BlockTree> children;

  void write_to(BlockOutput &output) const;
};

// Keeps the trees that are written to it, and hands over each when it ends.
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
