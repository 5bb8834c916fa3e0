#include "mpidbg/model/openmpi/objects/windows.h"

#include <algorithm>
#include <string_view>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/whole_number.h"
#include "mpidbg/layout/openmpi/objects/constants.h"
#include "mpidbg/model/objects/last_window_call.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/objects/attributes.h"
#include "mpidbg/model/openmpi/objects/context_ids.h"
#include "mpidbg/model/openmpi/objects/info_pairs.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// Returns the number of the original communicator from the name of a duplicate. The library ends the name with that
// number.
std::optional<std::uint64_t> duplicated_context(std::string_view name) {
  constexpr std::string_view mark = " DUP FROM ";
  const auto at = name.rfind(mark);
  if (at == std::string_view::npos) return std::nullopt;
  return whole_number<std::uint64_t>(name.substr(at + mark.size()));
}

// Returns true for MPI_WIN_NULL, which has no module.
bool is_null(const layout::View<WindowLayout> &window) {
  return window.get(&WindowLayout::w_f_to_c_index) == 0 &&
         (window.get(&WindowLayout::w_flags) & constants::win_invalid) != 0;
}

}  // namespace

std::string Windows::why_unseen() {
  if (std::string unresolved = Attachment::unresolved({&layouts().window}); !unresolved.empty()) return unresolved;
  const auto table = fortran_table();
  if (!table) return table.error().message;
  const auto slots = read_pointer_array(objects(), *table);
  return slots ? std::string() : slots.error().message;
}

std::vector<PredefinedHandle> Windows::predefined() const {
  std::vector<PredefinedHandle> handles;
  if (auto handle = predefined_at("MPI_WIN_NULL", 0)) handles.push_back(std::move(*handle));
  return handles;
}

Result<Window> Windows::read(Address handle) {
  MPIDBG_ASSIGN(listed, is_live(handle));
  if (!listed) return Error{ErrorCode::not_found, hex(handle) + " is not a live window", handle};
  MPIDBG_ASSIGN(view, objects().read_object(layouts().window, handle));

  Window window;
  window.handle = handle;
  MPIDBG_ASSIGN(name, view.text(&WindowLayout::w_name));
  window.name = std::move(name);
  window.fortran_index = view.get(&WindowLayout::w_f_to_c_index);
  const std::uint32_t flags = view.get(&WindowLayout::w_flags);
  window.is_null = is_null(view);
  window.freed = (flags & constants::win_freed) != 0;
  MPIDBG_ASSIGN(references, objects().reference_count(view));
  window.reference_count = references;
  window.group = view.get(&WindowLayout::w_group);
  window.errhandler = view.get(&WindowLayout::error_handler);
  if (!window.errhandler.is_null()) {
    MPIDBG_ASSIGN(errhandler, handles_.errhandlers.name_of(window.errhandler.address()));
    window.errhandler_name = std::move(errhandler);
  }
  if (window.is_null) return window;
  if (auto hints = read_hints(objects(), handle)) {
    window.hints = std::move(*hints);
  } else {
    left_out_.note("the hints", handle, hints.error());
  }
  if (auto attributes = read_attributes(objects(), view.get(&WindowLayout::w_keyhash))) {
    window.attributes = std::move(*attributes);
    MPIDBG_TRY(read_memory(view, window));
  } else {
    left_out_.note("the attributes", handle, attributes.error());
  }
  if (const Status read = read_synchronisation(view, window); !read) window.sync_problem = read.error().message;
  return window;
}

// Reads the memory from the predefined attributes, which each window has independently of its component.
Status Windows::read_memory(const View &view, Window &window) {
  const auto attribute = [&](int keyval) { return find_attribute(*window.attributes, keyval); };
  const auto base = attribute(constants::keyval_win_base), bytes = attribute(constants::keyval_win_size);
  const auto unit = attribute(constants::keyval_win_disp_unit);
  const auto flavor = attribute(constants::keyval_win_create_flavor), model = attribute(constants::keyval_win_model);
  if (!base || !bytes || !unit || !flavor || !model) return {};
  if (*flavor < constants::flavor_create || *flavor > constants::flavor_shared || *model < 0 ||
      *model > constants::model_separate) {
    return Error{ErrorCode::corrupt,
                 "window at " + hex(view.address()) + " has flavor " + std::to_string(*flavor) + " and model " +
                     std::to_string(*model),
                 view.address()};
  }
  window.memory = WindowMemory{Address(static_cast<std::uint64_t>(*base)), *bytes, static_cast<int>(*unit),
                               static_cast<WindowFlavor>(*flavor), static_cast<WindowModel>(*model)};
  return {};
}

Result<OscModule> Windows::module_of(const View &view) {
  OscModule module{handles_, view.get(&WindowLayout::w_osc_module), -1, nullptr};
  MPIDBG_ASSIGN(members, handles_.groups.members(view.get(&WindowLayout::w_group)));
  module.members = members;
  const auto own = std::find(members->begin(), members->end(), handles_.world.own_name());
  if (own != members->end()) module.rank = static_cast<int>(own - members->begin());
  return module;
}

void Windows::read_communicators(const OscModule &module, Window &window) const {
  const Address duplicate = osc_communicator(process_, module.address, window.component);
  const auto &known = handles_.communicators.all();
  if (std::find(known.begin(), known.end(), duplicate) == known.end()) return;
  window.communicator = duplicate;
  window.origin_communicator = origin_of(duplicate);
}

Status Windows::read_synchronisation(const View &view, Window &window) {
  MPIDBG_ASSIGN(module, module_of(view));
  window.rank = module.rank;
  OscComponent component = osc_component(module);
  if (component.problem) return *component.problem;
  window.component = std::move(component.name);
  window.component_inferred = component.inferred;
  read_communicators(module, window);
  MPIDBG_ASSIGN(sync, read_osc(module, window.component));
  window.last_call = inferred_last_call(sync);
  if (!window.memory || window.memory->flavor != WindowFlavor::dynamic) sync.regions.reset();
  window.sync = std::move(sync);
  return {};
}

// Finds the original by the number in the duplicate's name. The groups of the two communicators are compared, because a
// number is reused after its communicator is freed.
Address Windows::origin_of(Address duplicate) const {
  const auto &layout = layouts().communicator;
  const auto view = objects().read_object(layout, duplicate);
  if (!view) return {};
  const auto name = view->text(&CommunicatorLayout::c_name);
  const auto context = name ? duplicated_context(*name) : std::nullopt;
  if (!context) return {};
  for (const Address handle : handles_.communicators.all()) {
    const auto candidate = objects().read_object(layout, handle);
    if (!candidate || own_index(*candidate) != *context) continue;
    return candidate->get(&CommunicatorLayout::c_local_group) == view->get(&CommunicatorLayout::c_local_group)
               ? handle
               : Address{};
  }
  return {};
}

std::vector<Address> Windows::own_communicators() {
  std::vector<Address> own;
  const auto table = live();
  if (!table) return own;
  for (const Address handle : *table) {
    const auto view = objects().read_object(layouts().window, handle);
    if (!view) {
      note_passed_over(view.error());
      continue;
    }
    const OscModule module{handles_, view->get(&WindowLayout::w_osc_module), -1, nullptr};
    if (module.address.is_null()) {  // also null in a window that is being made
      if (!is_null(*view))
        note_passed_over({ErrorCode::corrupt, "ompi_win_t.w_osc_module at " + hex(handle) + " is null", handle});
      continue;
    }
    const OscComponent component = osc_component(module);
    if (component.problem && component.problem->code != ErrorCode::not_supported) note_passed_over(*component.problem);
    const auto communicators = osc_communicators(process_, module.address, component.name);
    own.insert(own.end(), communicators.begin(), communicators.end());
  }
  return own;
}

Status Windows::collect_references(References &references) {
  if (!why_unseen().empty()) return {};
  MPIDBG_ASSIGN(table, live());
  for (const Address handle : table) {
    const auto view = objects().read_object(layouts().window, handle);
    if (!view) continue;
    const HandleReference user{HandleKind::window, handle};
    references.add(user, {HandleKind::group, view->get(&WindowLayout::w_group)});
    if (const Address errhandler = view->get(&WindowLayout::error_handler); !errhandler.is_null()) {
      references.add(user, {HandleKind::errhandler, errhandler});
    }
    const auto module = module_of(*view);
    if (!module || module->address.is_null()) continue;
    Window window;
    window.component = osc_component(*module).name;
    read_communicators(*module, window);
    for (const Handle communicator : {window.communicator, window.origin_communicator}) {
      if (!communicator.is_null()) references.add(user, {HandleKind::communicator, communicator});
    }
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
