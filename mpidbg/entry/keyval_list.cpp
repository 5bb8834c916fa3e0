// This file implements mpidbg_keyval_list, which lists the keys of attributes.

#include "mpidbg/entry/query.h"

using namespace mpidbg;
using namespace mpidbg::entry;

extern "C" int mpidbg_keyval_list(mqs_process *process, int *count, struct mpidbg_keyval_info_t **keyvals) {
  return run_query(process, nullptr, [&](ProcessState &, model::MpiLibrary &library) -> Status {
    MPIDBG_ASSIGN(objects, need(library, &model::MpiLibrary::objects));
    MPIDBG_ASSIGN(found, objects->keyvals());
    Allocations memory;
    auto *packed = memory.make<mpidbg_keyval_info_t>(found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      const model::Keyval &keyval = found[i];
      packed[i].keyval = keyval.number;
      packed[i].predefined = keyval.predefined;
      packed[i].kind = static_cast<mpidbg_handle_kind_t>(keyval.object_kind);
      packed[i].language = static_cast<mpidbg_language_t>(keyval.language);
      packed[i].integer_kind = keyval.integer_kind;
      packed[i].reference_count = keyval.reference_count;
      packed[i].copy_function = keyval.copy_function.value();
      packed[i].delete_function = keyval.delete_function.value();
      packed[i].extra_state = keyval.extra_state;
    }
    *count = static_cast<int>(found.size());
    *keyvals = packed;
    memory.hand_over();
    return {};
  });
}
