#pragma once
// Lists handles of those kinds whose predefined objects are not looked up in memory: first the predefined handles,
// followed by those of the objects in use in the table.

#include <vector>

#include "mpidbg/model/mpich/objects/pools.h"
#include "mpidbg/model/mpich/objects/predefined.h"

namespace mpidbg::model::mpich {

// Returns the handles of a kind. `is_one`(PooledObject) returns true if an object of the table belongs to the program.
// The predefined handles include null handles.
template <class Condition>
std::vector<Handle> live_handles(Pools &pools, HandleKind kind, ObjectKind object_kind, Condition &&is_one) {
  std::vector<Handle> handles;
  for (const PredefinedHandle &known : predefined_handles(kind)) handles.push_back(known.handle);
  for (const PooledObject &object : pools.live(object_kind)) {
    if (predefined_name(kind, object.handle).empty() && is_one(object)) handles.push_back(int_handle(object.handle));
  }
  return handles;
}
inline std::vector<Handle> live_handles(Pools &pools, HandleKind kind, ObjectKind object_kind) {
  return live_handles(pools, kind, object_kind, [](const PooledObject &) { return true; });
}

// Explains why objects of a kind are invisible or incomplete; empty if all can be seen.
inline std::string table_problem(Pools &pools, ObjectKind kind, const layout::StructLayout &layout) {
  if (!layout.resolved()) return layout.problem;
  const auto &problem = pools.problem(kind);
  return problem ? problem->message : std::string();
}

// Explains the same as table_problem(), but without reading the objects. In unknown builds, reading them would require
// a search for predefined objects.
inline std::string why_no_table(Pools &pools, ObjectKind kind, const layout::StructLayout &layout) {
  if (!layout.resolved()) return layout.problem;
  const Status found = pools.find_tables(kind);
  return found ? std::string() : found.error().message;
}

}  // namespace mpidbg::model::mpich
