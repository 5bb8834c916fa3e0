#include "mpidbg/entry/state.h"

#include <mutex>
#include <unordered_map>

#include "mpidbg/debugger/memory_runs.h"
#include "mpidbg/entry/tool_state.h"
#include "mpidbg/model/library/detect.h"
#include "mpidbg/model/library/unknown_library.h"
#include "mpidbg/model/recorded/recorded_library.h"

namespace mpidbg::entry {

namespace {

// Holds all existing states, so that a stale pointer in the host is recognised without following it.
template <class State>
class Registry {
 public:
  State *find(const void *record) {
    const std::lock_guard lock(mutex_);
    const auto found = records_.find(record);
    return found == records_.end() ? nullptr : found->second.get();
  }

  State *add(std::unique_ptr<State> record) {
    const std::lock_guard lock(mutex_);
    State *added = record.get();
    records_.emplace(added, std::move(record));
    return added;
  }

  void remove(const void *record) {
    const std::lock_guard lock(mutex_);
    records_.erase(record);
  }

 private:
  std::mutex mutex_;
  std::unordered_map<const void *, std::unique_ptr<State>> records_;
};

Registry<ImageState> &images() {
  static Registry<ImageState> registry;
  return registry;
}

Registry<ProcessState> &processes() {
  static Registry<ProcessState> registry;
  return registry;
}

template <class State>
void let_go(Registry<State> &registry, const void *record, Family family) {
  State *state = registry.find(record);
  if (state == nullptr) return;
  state->owners &= ~static_cast<unsigned>(family);
  if (state->owners == 0) registry.remove(state);
}

}  // namespace

ImageState *image_state(mqs_image_info *info) {
  return images().find(info);
}
ProcessState *process_state(mqs_process_info *info) {
  return processes().find(info);
}

Status look_for_library(const debugger::Image &image) {
  return image.find_symbol("mpidbg_record") ? Status() : model::find_mpi_library(image);
}

ImageState *image_state(mqs_image *image) {
  const mqs_basic_callbacks *basic = debugger::basic_callbacks();
  if (basic == nullptr || basic->mqs_get_image_info_fp == nullptr || image == nullptr) return nullptr;
  return image_state(basic->mqs_get_image_info_fp(image));
}

ProcessState *process_state(mqs_process *process) {
  const mqs_basic_callbacks *basic = debugger::basic_callbacks();
  if (basic == nullptr || basic->mqs_get_process_info_fp == nullptr || process == nullptr) return nullptr;
  return process_state(basic->mqs_get_process_info_fp(process));
}

ImageState *set_up_image(mqs_image *image, const mqs_image_callbacks *callbacks, Family family) {
  const mqs_basic_callbacks *basic = debugger::basic_callbacks();
  if (image == nullptr || callbacks == nullptr || basic == nullptr || basic->mqs_put_image_info_fp == nullptr ||
      basic->mqs_get_image_info_fp == nullptr) {
    return nullptr;
  }
  ImageState *state = image_state(image);
  if (state == nullptr) {
    state = images().add(std::make_unique<ImageState>(image, callbacks));
    basic->mqs_put_image_info_fp(image, reinterpret_cast<mqs_image_info *>(state));
  }
  state->owners |= family;
  return state;
}

ProcessState *set_up_process(mqs_process *process, const mqs_process_callbacks *callbacks, Family family) {
  const mqs_basic_callbacks *basic = debugger::basic_callbacks();
  if (process == nullptr || callbacks == nullptr || basic == nullptr || basic->mqs_put_process_info_fp == nullptr ||
      basic->mqs_get_process_info_fp == nullptr || callbacks->mqs_get_image_fp == nullptr) {
    return nullptr;
  }
  ProcessState *state = process_state(process);
  if (state == nullptr) {
    state = processes().add(std::make_unique<ProcessState>(process, callbacks));
    basic->mqs_put_process_info_fp(process, reinterpret_cast<mqs_process_info *>(state));
  }
  state->owners |= family;
  return state;
}

void let_go(mqs_image_info *info, Family family) {
  let_go(images(), info, family);
}
void let_go(mqs_process_info *info, Family family) {
  let_go(processes(), info, family);
}

ProcessState::ProcessState(mqs_process *host_process, const mqs_process_callbacks *host_callbacks)
    : process(host_process), callbacks(host_callbacks) {}
ProcessState::~ProcessState() {
  debugger::forget_search_functions(process);
}

ToolState &ProcessState::tool() {
  if (tool_state == nullptr) tool_state = std::make_unique<ToolState>(*this);
  return *tool_state;
}

Result<ImageState *> ProcessState::image() {
  ImageState *state = image_state(callbacks->mqs_get_image_fp(process));
  if (state == nullptr) return Error{ErrorCode::not_found, "the image of this process was not set up"};
  return state;
}

Result<debugger::Memory *> ProcessState::memory() {
  if (!opened_memory) {
    MPIDBG_ASSIGN(owner, image());
    const auto pointer_size = owner->image.pointer_size(process);
    if (!pointer_size) {
      return Error{ErrorCode::not_supported, "the debugger gives no size of pointers in the process"};
    }
    MPIDBG_ASSIGN(opened, debugger::Memory::open(process, callbacks, *pointer_size));
    opened_memory = opened;
  }
  return &*opened_memory;
}

Result<model::MpiLibrary *> ProcessState::library() {
  if (attached != nullptr) {
    if (attached->identity().state() == model::MpiState::finalized) {
      return Error{ErrorCode::unavailable, "MPI_Finalize has started"};
    }
    return attached.get();
  }
  MPIDBG_ASSIGN(owner, image());
  MPIDBG_ASSIGN(target, memory());
  MPIDBG_ASSIGN(recorder_of_process, recorder());
  auto library = model::recorded::with_record(model::attach(owner->image, *target), *recorder_of_process, *target,
                                              [&image = owner->image, &memory = *target](unsigned handle_width) {
                                                return model::program_values(image, memory, handle_width);
                                              });
  if (!library) {
    const bool is_unknown = !model::find_mpi_library(owner->image) && model::has_mpi_functions(owner->image);
    if (!is_unknown || library.error().code != ErrorCode::not_supported) return library.error();
    library = model::unknown_library(*target);
  }
  attached = std::move(*library);
  lend_memory_ranges();
  return attached.get();
}

void ProcessState::lend_memory_ranges() {
  if (attached != nullptr && attached->handles() != nullptr) attached->handles()->set_memory_ranges(memory_ranges);
}

Result<model::recorded::Recorder *> ProcessState::recorder() {
  if (opened_recorder == nullptr) {
    MPIDBG_ASSIGN(owner, image());
    MPIDBG_ASSIGN(target, memory());
    opened_recorder = std::make_unique<model::recorded::Recorder>(owner->image, *target);
    opened_recorder->set_memory_ranges(memory_ranges);
  }
  return opened_recorder.get();
}

Status ProcessState::refresh_if_needed(model::MpiLibrary &library, bool attached_just_now) {
  const bool needed = !attached_just_now && (!held || may_have_run);
  may_have_run = false;
  if (!needed) return {};
  forget_capabilities();
  return library.refresh();
}

void ProcessState::forget_capabilities() {
  capabilities.fill(std::nullopt);
}

void ProcessState::forget_record() {
  forget_capabilities();
  if (tool_state != nullptr) tool_state->forget();
  if (opened_recorder != nullptr) opened_recorder->forget();
}

const mpidbg_name_map_t *ProcessState::name_map(model::HandleKind kind, model::MpiLibrary &library) {
  NameMap &map = name_maps[static_cast<std::size_t>(kind)];
  if (!map.entries.empty()) return map.entries.data();
  model::HandleLists *const lists = library.handles();
  const auto handles = lists == nullptr ? std::vector<model::PredefinedHandle>() : lists->predefined(kind);
  map.names.reserve(handles.size());
  for (const auto &handle : handles) {
    map.names.push_back(handle.name);
    map.entries.push_back({map.names.back().data(), handle.handle.value()});
  }
  map.entries.push_back({nullptr, 0});
  return map.entries.data();
}

}  // namespace mpidbg::entry
