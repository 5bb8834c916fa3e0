#pragma once

#include "mqs_shim/render/blocks/block.h"
#include "mqs_shim/render/variables/consistency.h"

namespace mqs_shim {

// What ranks of the job disagree in.
inline void write_mismatches(BlockOutput &output, const Consistency &consistency) {
  for (const Consistency::Mismatch &mismatch : consistency.mismatches())
    output.write(Block{.role = Role::problem, .severity = Severity::error}.cell(Consistency::text(mismatch)));
}

}  // namespace mqs_shim
