#pragma once

#include <vector>

#include "mqs_shim/render/blocks/block.h"
#include "mqs_shim/render/variables/mismatch_words.h"

namespace mqs_shim {

// Writes the properties in which ranks of the job disagree.
inline void write_mismatches(BlockOutput &output, const std::vector<Mismatch> &mismatches) {
  for (const Mismatch &mismatch : mismatches)
    output.write(Block{.role = Role::problem, .severity = Severity::error}.cell(mismatch_text(mismatch)));
}

}  // namespace mqs_shim
