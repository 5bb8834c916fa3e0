// These are the entry points mpidbg_op_*, for reduction operations.

#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/pack_operation.h"
#include "mpidbg/entry/recorded_facts.h"

using namespace mpidbg;
using namespace mpidbg::entry;

static_assert(static_cast<int>(model::Language::java) == MPIDBG_LANGUAGE_JAVA);

namespace {

unsigned bitflags(const model::Op &op, const FreedHandle &freed) {
  unsigned flags = 0;
  const auto set = [&](bool wanted, unsigned bit) { flags |= wanted ? bit : 0; };
  set(op.predefined, MPIDBG_OP_INFO_PREDEFINED);
  set(op.is_null, MPIDBG_OP_INFO_OP_NULL);
  set(op.commutative, MPIDBG_OP_INFO_COMMUTATIVE);
  set(op.language == model::Language::c || op.language == model::Language::cxx, MPIDBG_OP_INFO_C_CALLBACK);
  set(op.internal, MPIDBG_OP_INFO_INTERNAL);
  set(freed.freed.value_or(false), MPIDBG_OP_INFO_FREED_HANDLE);
  set(freed.freed.value_or(false) && freed.inferred, MPIDBG_OP_INFO_FREED_HANDLE_INFERRED);
  set(freed.is_object_freed(op.reference_count), MPIDBG_OP_INFO_FREED_OBJECT);
  return flags;
}

}  // namespace

Status mpidbg::entry::query_op(ProcessState &state, model::MpiLibrary &library, Handle handle, void **info) {
  MPIDBG_ASSIGN(objects, need(library, &model::MpiLibrary::objects));
  MPIDBG_ASSIGN(op, objects->op(handle));
  if (!op.internal) add_recorded_users(state, library, {model::HandleKind::op, handle}, op.users);
  const FreedHandle freed =
      op.internal ? FreedHandle{op.freed, true} : freed_handle(state, library, model::HandleKind::op, handle, op.freed);

  Allocations memory;
  auto *packed = memory.make<mpidbg_op_info_t>();
  copy_text(packed->op_name, sizeof packed->op_name, op.name);
  packed->op_bitflags = static_cast<mpidbg_op_info_bitmap_t>(bitflags(op, freed));
  packed->op_c_handle = handle.value();
  packed->op_fortran_handle = op.fortran_index;
  packed->op_language = static_cast<mpidbg_language_t>(op.language);
  packed->op_callback_func = op.function.value();
  packed->op_num_pending = static_cast<int>(op.users.size());
  packed->op_pending = pack_references(memory, op.users);
  packed->op_reference_count = op.reference_count;
  memory.hand_over();
  *info = packed;
  return {};
}

void mpidbg::entry::release_op(void *result) {
  auto *info = static_cast<mpidbg_op_info_t *>(result);
  release_all(info->op_pending, info);
}

int mpidbg::entry::capabilities_of_op(model::MpiLibrary &library) {
  constexpr auto kind = model::HandleKind::op;
  if (!why_unseen(library, kind).empty()) return 0;
  int bits = MPIDBG_OP_CAP_BASIC | MPIDBG_OP_CAP_STRING_NAMES;
  if (users_problem(library, kind).empty()) bits |= MPIDBG_OP_CAP_FREED_HANDLE | MPIDBG_OP_CAP_PENDING_LIST;
  return bits;
}
