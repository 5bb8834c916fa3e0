#include "mpidbg/model/mpich/layout_checks.h"

namespace mpidbg::model::mpich {

namespace {

using Outcome = LayoutCheck::Outcome;

constexpr ObjectKind kinds_with_tables[] = {ObjectKind::communicator, ObjectKind::group,  ObjectKind::datatype,
                                            ObjectKind::errhandler,   ObjectKind::op,     ObjectKind::info,
                                            ObjectKind::window,       ObjectKind::keyval, ObjectKind::attribute,
                                            ObjectKind::request,      ObjectKind::session};

Outcome outcome_of(const Error &error) {
  return error.code == ErrorCode::not_supported ? Outcome::not_checkable : Outcome::differs;
}

LayoutCheck check_table(const layout::StructLayout &layout, ObjectKind kind, Pools &pools) {
  const LiveObjects &live = pools.live(kind);
  if (const auto &problem = pools.problem(kind)) return {outcome_of(*problem), layout.type_name, problem->message};
  return {Outcome::agrees, layout.type_name,
          "that of the objects in their table, of which " + std::to_string(live.size()) +
              " are in use by its list of free ones"};
}

}  // namespace

std::vector<LayoutCheck> check_layouts(Handles &readers) {
  std::vector<LayoutCheck> checks;
  for (const ObjectKind kind : kinds_with_tables) {
    const layout::StructLayout *const layout = object_layout(readers.process.layouts, kind);
    if (layout != nullptr && layout->resolved()) checks.push_back(check_table(*layout, kind, readers.pools));
  }
  if (readers.devices.name() == readers.devices.network().name())
    checks.push_back(readers.devices.network().layout_check());
  return checks;
}

}  // namespace mpidbg::model::mpich
