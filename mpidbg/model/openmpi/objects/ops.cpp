#include "mpidbg/model/openmpi/objects/ops.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/objects/constants.h"
#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// The names of the predefined operations, in the order of the library's table.
constexpr const char *op_names[] = {"MPI_OP_NULL", "MPI_MAX",    "MPI_MIN",    "MPI_SUM",     "MPI_PROD",
                                    "MPI_LAND",    "MPI_BAND",   "MPI_LOR",    "MPI_BOR",     "MPI_LXOR",
                                    "MPI_BXOR",    "MPI_MAXLOC", "MPI_MINLOC", "MPI_REPLACE", "MPI_NO_OP"};

Result<Language> language_of(std::uint32_t flags, const Numbers &numbers) {
  if (flags & constants::op_fortran) return Language::fortran;
  MPIDBG_ASSIGN(cxx, numbers.op_cxx.get());
  if (flags & static_cast<std::uint32_t>(cxx)) return Language::cxx;
  if (flags & constants::op_java) return Language::java;
  return Language::c;
}

}  // namespace

Result<Address> Ops::fortran_table() const {
  MPIDBG_ASSIGN(variable, process_.symbol("ompi_op_f_to_c_table"));
  return memory().read_pointer(variable, "ompi_op_f_to_c_table");
}

std::vector<PredefinedHandle> Ops::predefined() const {
  std::vector<PredefinedHandle> handles;
  std::int64_t index = 0;
  for (const char *name : op_names) {
    auto handle = predefined_at(name, index++);
    if (!handle) continue;
    const auto view = objects().read_object(layouts().op, handle->handle.address());
    if (view && (view->get(&OpLayout::o_flags) & constants::op_intrinsic) != 0) handles.push_back(std::move(*handle));
  }
  return handles;
}

std::string Ops::users_problem() {
  return handles_.requests.problem();
}

Result<Op> Ops::read(Address handle) {
  MPIDBG_ASSIGN(listed, is_live(handle));
  if (!listed) return Error{ErrorCode::not_found, hex(handle) + " is not a live operation", handle};
  MPIDBG_ASSIGN(op, read_object(handle));
  const HandleReference self{HandleKind::op, handle};
  MPIDBG_ASSIGN(users, handles_.users.of(self));
  op.users = std::move(users);
  if (!op.predefined) op.freed = handles_.users.hold_all(self, op.reference_count);
  return op;
}

Result<std::string> Ops::name(Address handle) {
  MPIDBG_ASSIGN(op, read_object(handle));
  return op.name;
}

// Reads all members except for `users` and `freed`, which depend on other objects.
Result<Op> Ops::read_object(Address handle) const {
  MPIDBG_ASSIGN(view, objects().read_object(layouts().op, handle));
  const std::uint32_t flags = view.get(&OpLayout::o_flags);

  Op op;
  op.handle = handle;
  op.fortran_index = view.get(&OpLayout::o_f_to_c_index);
  op.predefined = (flags & constants::op_intrinsic) != 0;
  op.is_null = op.predefined && op.fortran_index == 0;
  op.commutative = (flags & constants::op_commutes) != 0;
  MPIDBG_ASSIGN(language, language_of(flags, layouts().numbers));
  op.language = language;
  MPIDBG_ASSIGN(references, objects().reference_count(view));
  op.reference_count = references;
  if (op.predefined) {
    const auto index = static_cast<std::size_t>(op.fortran_index);
    if (op.fortran_index >= 0 && index < std::size(op_names)) {
      op.name = op_names[index];
    } else {
      MPIDBG_ASSIGN(name, view.text(&OpLayout::o_name));
      op.name = std::move(name);
    }
  } else {
    MPIDBG_ASSIGN(function, memory().read_pointer(view.address_of(&OpLayout::o_func), "ompi_op_t.o_func"));
    op.function = function;
  }
  return op;
}

}  // namespace mpidbg::model::openmpi
