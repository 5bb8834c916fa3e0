#include "mqs_shim/render/blocks/block_tree.h"

namespace mqs_shim {

void BlockTree::write_to(BlockOutput &output) const {
  const auto write_children = [&] {
    for (const BlockTree &child : children) child.write_to(output);
  };
  if (columns.empty()) {
    const OpenBlock open(output, block);
    return write_children();
  }
  Block with_columns = block;
  with_columns.columns = columns;
  const OpenBlock open(output, with_columns);
  write_children();
}

void TreeBuilder::begin(const Block &block) {
  BlockTree &tree = open_.emplace_back();
  tree.block = block;
  tree.columns.assign(block.columns.begin(), block.columns.end());
  tree.block.columns = {};  // the caller owns the columns
}

void TreeBuilder::end() {
  BlockTree tree = std::move(open_.back());
  open_.pop_back();
  open_.empty() ? take_(std::move(tree)) : open_.back().children.push_back(std::move(tree));
}

}  // namespace mqs_shim
