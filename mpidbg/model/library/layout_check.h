#pragma once
// One comparison of a struct's layout with the process.

#include <string>

namespace mpidbg::model {

struct LayoutCheck {
  // Numbered as mpidbg_layout_outcome_t.
  enum class Outcome { agrees, differs, not_checkable } outcome = Outcome::not_checkable;
  std::string subject;  // "MPIR_Comm"
  std::string words;    // what was compared, or what differs
};

}  // namespace mpidbg::model
