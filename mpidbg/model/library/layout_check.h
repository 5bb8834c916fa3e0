#pragma once
// LayoutCheck is the result of one comparison between a struct's layout and the process.

#include <string>

namespace mpidbg::model {

struct LayoutCheck {
  // The outcome of the comparison. The enumerators have the values of mpidbg_layout_outcome_t.
  enum class Outcome { agrees, differs, not_checkable } outcome = Outcome::not_checkable;
  // The struct in the target, such as "MPIR_Comm".
  std::string subject;
  // A description of what was compared or what differs.
  std::string words;
};

}  // namespace mpidbg::model
