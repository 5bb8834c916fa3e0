#pragma once
// All struct descriptions of MPICH together: what is resolved for one image.

#include "mpidbg/layout/mpich/mpit_layout.h"
#include "mpidbg/layout/mpich/process_layout.h"

namespace mpidbg::layout::mpich {

struct Layouts {
  static constexpr const char *library = "MPICH";                      // as profiles name it
  static constexpr const char *anchor_symbol = "MPII_Version_string";  // see ProfileAnchor

  ProcessLayout process;
  ArrayLayout array;
  ElementKindLayout element_kind;
  ControlVariableLayout control_variable;
  PerformanceVariableLayout performance_variable;
  CategoryLayout category;

  template <class Visitor>
  void for_each(Visitor &&visit) {
    visit(process);
    visit(array);
    visit(element_kind);
    visit(control_variable);
    visit(performance_variable);
    visit(category);
  }
};

}  // namespace mpidbg::layout::mpich
