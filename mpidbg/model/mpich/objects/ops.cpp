#include "mpidbg/model/mpich/objects/ops.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/mpich/objects/language.h"
#include "mpidbg/model/mpich/objects/live_handles.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

// Returns true if the operation commutes. In some versions a field states this, in others the kind implies it.
bool commutes(const layout::View<OpLayout> &view) {
  if (const auto stated = view.get(&OpLayout::is_commute)) return *stated != 0;
  const std::uint32_t kind = view.get(&OpLayout::kind);
  return kind != constants::op_user_noncommuting && kind != constants::op_user_noncommuting_large;
}

}  // namespace

std::string Ops::problem() {
  return table_problem(pools_, ObjectKind::op, process_.layouts.op);
}

std::string Ops::why_unseen() {
  return why_no_table(pools_, ObjectKind::op, process_.layouts.op);
}

std::vector<Handle> Ops::live() {
  return live_handles(pools_, HandleKind::op, ObjectKind::op);
}

Result<Op> Ops::read(Handle handle) {
  const auto number = value_of(handle);
  Op op;
  op.handle = handle;
  op.fortran_index = static_cast<int>(number);
  op.name = predefined_name(HandleKind::op, number);
  if (!op.name.empty()) {
    op.predefined = true;
    op.is_null = op.name == "MPI_OP_NULL";
    op.commutative = op.name != "MPI_REPLACE" && op.name != "MPI_NO_OP";  // the result of MPI_Op_commutative
    return op;
  }
  MPIDBG_ASSIGN(object, pools_.find(ObjectKind::op, number));
  MPIDBG_ASSIGN(view, layout::View<OpLayout>::read(process_.memory, process_.layouts.op, object));
  MPIDBG_ASSIGN(header, view.as(process_.layouts.object));
  op.reference_count = header.get(&ObjectLayout::ref_count);
  op.commutative = commutes(view);
  if (const auto language = view.get(&OpLayout::language)) {
    MPIDBG_ASSIGN(known, language_of(*language, "MPIR_Op.language", object));
    op.language = known;
  }
  op.function = view.get(&OpLayout::function);
  // In versions without the member, the library's own functions also stand in for the program's Fortran functions.
  const bool is_plain = view.get(&OpLayout::language).has_value() && op.language == Language::c;
  op.internal = is_plain && process_.has_code(op.function).value_or(false);
  return op;
}

}  // namespace mpidbg::model::mpich
