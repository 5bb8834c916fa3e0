// This file implements the entry points that have the kind of handle as an argument.

#include "mpidbg/debugger/memory_runs.h"
#include "mpidbg/debugger/progress.h"
#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/model/library/detect.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

// Returns the result of `answer(kind, state, library)`, or `otherwise` for an unknown kind or a process that cannot be
// inspected.
template <class T, class Answer>
T about_kind(mqs_process *process, mpidbg_handle_kind_t kind, T otherwise, Answer &&answer) {
  T result = otherwise;
  guard_mpidbg([&]() -> int {
    const HandleKindEntry *entry = find_kind(kind);
    ProcessState *state = process_state(process);
    if (entry == nullptr || state == nullptr) return MPIDBG_ERR_NOT_FOUND;
    const auto library = state->library();
    if (!library) return mpidbg_failure(state, library.error());
    result = answer(*entry, *state, **library);
    return MPIDBG_SUCCESS;
  });
  return result;
}

int no_such_kind(mqs_process *process) {
  return mpidbg_failure(process_state(process), Error{ErrorCode::not_supported, "no such kind of handle"});
}

}  // namespace

extern "C" {

const char *mpidbg_kind_name(enum mpidbg_handle_kind_t kind) {
  static constexpr const char *names[] = {
#define MPIDBG_HANDLE_KIND(noun, word, WORD, type) type,
#include "mpidbg/base/handle_kinds.def"
  };
  static_assert(std::size(names) == MPIDBG_KIND_MAX);
  return find_kind(kind) == nullptr ? nullptr : names[kind];
}

const char *mpidbg_handle_type_name(mqs_process *process, enum mpidbg_handle_kind_t kind) {
  const char *name = nullptr;
  guard_mpidbg([&]() -> int {
    const HandleKindEntry *entry = find_kind(kind);
    ProcessState *state = process_state(process);
    if (entry == nullptr || state == nullptr) return MPIDBG_ERR_NOT_FOUND;
    const auto image = state->image();
    if (!image) return mpidbg_failure(state, image.error());
    const auto memory = state->memory();
    name = memory ? model::handle_type((*image)->image, **memory, entry->model_kind)
                  : model::handle_type((*image)->image, entry->model_kind);
    return MPIDBG_SUCCESS;
  });
  return name;
}

int mpidbg_integer_query(mqs_process *process, enum mpidbg_integer_t which, mqs_taddr_t address, int *width,
                         int64_t *value) {
  return run_query(process, nullptr, [&](ProcessState &, model::MpiLibrary &library) -> Status {
    if (which < 0 || which >= MPIDBG_INTEGER_MAX) return Error{ErrorCode::not_supported, "no such integer of MPI"};
    MPIDBG_ASSIGN(values, need(library, &model::MpiLibrary::program_values));
    MPIDBG_ASSIGN(integer, values->integer(static_cast<model::IntegerKind>(which), Address(address)));
    if (width != nullptr) *width = static_cast<int>(integer.width);
    if (value != nullptr && address != 0) *value = integer.value;
    return {};
  });
}

int mpidbg_capabilities(mqs_process *process, enum mpidbg_handle_kind_t kind) {
  return about_kind(process, kind, 0, capabilities_of);
}

const struct mpidbg_name_map_t *mpidbg_name_map(mqs_process *process, enum mpidbg_handle_kind_t kind) {
  return about_kind(process, kind, static_cast<const mpidbg_name_map_t *>(nullptr),
                    [](const HandleKindEntry &entry, ProcessState &state, model::MpiLibrary &library) {
                      return state.name_map(entry.model_kind, library);
                    });
}

const char *mpidbg_kind_problem(mqs_process *process, enum mpidbg_handle_kind_t kind) {
  return about_kind(process, kind, "",
                    [](const HandleKindEntry &entry, ProcessState &state, model::MpiLibrary &library) {
                      state.message = handle_problem(library, entry.model_kind);
                      return state.message.c_str();
                    });
}

int mpidbg_query(mqs_process *process, enum mpidbg_handle_kind_t kind, mqs_taddr_t handle, void **info) {
  const HandleKindEntry *entry = find_kind(kind);
  return entry == nullptr ? no_such_kind(process) : query_handle(*entry, process, nullptr, handle, info);
}

int mpidbg_f2c(mqs_process *process, enum mpidbg_handle_kind_t kind, mqs_taddr_t fortran_handle, mqs_taddr_t *handle) {
  const HandleKindEntry *entry = find_kind(kind);
  return entry == nullptr ? no_such_kind(process)
                          : handle_from_fortran(*entry, process, nullptr, fortran_handle, handle);
}

int mpidbg_cxx2c(mqs_process *process, enum mpidbg_handle_kind_t kind, mqs_taddr_t object, mqs_taddr_t *handle) {
  const HandleKindEntry *entry = find_kind(kind);
  return entry == nullptr ? no_such_kind(process) : handle_from_cxx(*entry, process, nullptr, object, handle);
}

int mpidbg_list(mqs_process *process, enum mpidbg_handle_kind_t kind, int *count, mqs_taddr_t **handles) {
  const HandleKindEntry *entry = find_kind(kind);
  return entry == nullptr ? no_such_kind(process) : list_handles(*entry, process, nullptr, count, handles);
}

void mpidbg_free(void *info, enum mpidbg_handle_kind_t kind) {
  const HandleKindEntry *entry = find_kind(kind);
  if (info != nullptr && entry != nullptr) entry->release(info);
}

int mpidbg_set_memory_ranges(mqs_process *process, int count, const struct mpidbg_memory_range_t *ranges) {
  return guard_mpidbg([&]() -> int {
    ProcessState *state = process_state(process);
    if (state == nullptr) return MPIDBG_ERR_NOT_FOUND;
    state->memory_ranges.clear();
    for (int i = 0; i < count && ranges != nullptr; ++i) {
      if (ranges[i].begin < ranges[i].end) {
        state->memory_ranges.push_back({Address(ranges[i].begin), Address(ranges[i].end)});
      }
    }
    if (state->opened_recorder) state->opened_recorder->set_memory_ranges(state->memory_ranges);
    state->lend_memory_ranges();
    state->forget_capabilities();
    return MPIDBG_SUCCESS;
  });
}

int mpidbg_set_field_types(mqs_image *image, mpidbg_field_type_function_t function) {
  return guard_mpidbg([&]() -> int {
    ImageState *state = image_state(image);
    if (state == nullptr) return MPIDBG_ERR_NOT_FOUND;
    state->image.set_field_types(function);
    return MPIDBG_SUCCESS;
  });
}

int mpidbg_set_memory_runs(mqs_process *process, mpidbg_memory_runs_function_t function) {
  return guard_mpidbg([&]() -> int {
    if (process_state(process) == nullptr) return MPIDBG_ERR_NOT_FOUND;
    debugger::set_memory_runs(process, function);
    return MPIDBG_SUCCESS;
  });
}

int mpidbg_set_search_read(mqs_process *process, mpidbg_search_read_function_t function) {
  return guard_mpidbg([&]() -> int {
    if (process_state(process) == nullptr) return MPIDBG_ERR_NOT_FOUND;
    debugger::set_search_read(process, function);
    return MPIDBG_SUCCESS;
  });
}

void mpidbg_set_progress(mpidbg_progress_function_t function, void *context) {
  debugger::set_progress(function, context);
}

}  // extern "C"
