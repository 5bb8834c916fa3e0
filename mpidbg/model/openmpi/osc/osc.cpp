#include "mpidbg/model/openmpi/osc/osc.h"

#include <algorithm>
#include <map>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/osc/constants.h"
#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

struct KnownComponent {
  const char *name;
  const char *module_template;  // a new module of the component is a copy of this template
  Result<WindowSync> (*read)(const OscModule &module);
};
constexpr KnownComponent known_components[] = {
    {"rdma", "ompi_osc_rdma_module_rdma_template", read_osc_rdma},
    {"sm", "ompi_osc_sm_module_template", read_osc_sm},
    {"pt2pt", "ompi_osc_pt2pt_module_template", read_osc_pt2pt},
    {"ucx", "ompi_osc_ucx_module_template", read_osc_ucx},
};

// Recognises the component by an object in the module. This is needed for windows that a tool (osc/monitoring)
// observes: the tool replaces the component's functions by its own, but leaves the objects in the module.
std::string component_by_object(const OscModule &module) {
  const auto &layouts = module.layouts();
  const auto &rdma = layouts.osc_rdma_module;
  const auto &pt2pt = layouts.osc_pt2pt_module;
  Objects &objects = module.objects();
  if (rdma.resolved() && objects.read_object(layouts.osc_rdma_sync, module.address + rdma.all_sync.offset)) {
    return "rdma";
  }
  if (pt2pt.resolved() && objects.read_object(layouts.osc_pt2pt_sync, module.address + pt2pt.all_sync.offset)) {
    return "pt2pt";
  }
  return {};
}

}  // namespace

Objects &OscModule::objects() const {
  return handles.process.objects;
}

const debugger::Memory &OscModule::memory() const {
  return handles.process.memory;
}

const Layouts &OscModule::layouts() const {
  return handles.process.layouts();
}

Result<WindowPeer> OscModule::peer(std::int64_t wanted, const char *what) const {
  if (!has_rank(wanted)) {
    return Error{ErrorCode::corrupt,
                 std::string(what) + " of the window's module at " + hex(address) + " has rank " +
                     std::to_string(wanted) + " of " + std::to_string(size()),
                 address};
  }
  return WindowPeer{static_cast<int>(wanted), (*members)[static_cast<std::size_t>(wanted)]};
}

Result<std::vector<WindowPeer>> OscModule::peers(Address group) const {
  std::vector<WindowPeer> found;
  if (group.is_null()) return found;
  MPIDBG_ASSIGN(processes, handles.groups.members(group));
  std::map<ProcessName, int> ranks;
  for (int i = 0; i < size(); ++i) ranks.emplace((*members)[static_cast<std::size_t>(i)], i);
  for (const ProcessName &process : *processes) {
    const auto known = ranks.find(process);
    found.push_back({known == ranks.end() ? -1 : known->second, process});
  }
  return found;
}

namespace {

template <class Layout>
Result<Address> free_function(const OscModule &module, const Layout &layout, Address address) {
  MPIDBG_ASSIGN(view, module.objects().read(layout, address));
  const Address function = view.get(&Layout::osc_free);
  if (!function.is_null()) return function;
  return Error{ErrorCode::corrupt, std::string(layout.type_name) + ".osc_free at " + hex(address) + " is null",
               address};
}

// Returns the address of a function that identifies the component, because each component has its own.
Result<Address> free_function(const OscModule &module, Address address) {
  const Layouts &layouts = module.layouts();
  return layouts.osc_module_4.resolved() ? free_function(module, layouts.osc_module_4, address)
                                         : free_function(module, layouts.osc_module, address);
}

}  // namespace

OscComponent osc_component(const OscModule &module) {
  const auto function = free_function(module, module.address);
  if (!function) return {{}, false, function.error()};
  std::optional<Error> problem;
  for (const KnownComponent &component : known_components) {
    const auto known = module.handles.process.image.find_symbol(component.module_template);
    if (!known) continue;
    const auto original = free_function(module, *known);
    if (original && *original == *function) return {component.name, false, {}};
    if (!original && !problem) problem = original.error();
  }
  if (std::string name = component_by_object(module); !name.empty()) return {std::move(name), true, {}};
  if (problem) return {{}, false, std::move(problem)};
  return {{},
          false,
          Error{ErrorCode::not_supported,
                "the component of the window's module at " + hex(module.address) +
                    " is none of osc/rdma, osc/sm, osc/pt2pt, osc/ucx",
                module.address}};
}

Address osc_communicator(const Attachment &process, Address module, const std::string &component) {
  const auto &layouts = process.layouts();
  const auto read = [&](const auto &layout) {
    if (!layout.resolved()) return Address{};
    const auto communicator = process.memory.read_pointer(module + layout.comm.offset, layout.type_name);
    return communicator ? *communicator : Address{};
  };
  if (component == "rdma") return read(layouts.osc_rdma_module);
  if (component == "sm") return read(layouts.osc_sm_module);
  if (component == "pt2pt") return read(layouts.osc_pt2pt_module);
  if (component == "ucx") return read(layouts.osc_ucx_module);
  return {};
}

std::vector<Address> osc_communicators(const Attachment &process, Address module, const std::string &component) {
  std::vector<Address> communicators{osc_communicator(process, module, component)};
  const auto &rdma = process.layouts().osc_rdma_module;
  if (component != "rdma" || !rdma.resolved()) return communicators;
  for (const auto *slot : {&rdma.local_leaders, &rdma.shared_comm}) {
    const auto communicator = process.memory.read_pointer(module + slot->offset, rdma.type_name);
    if (communicator) communicators.push_back(*communicator);
  }
  return communicators;
}

Result<WindowSync> read_osc(const OscModule &module, const std::string &component) {
  for (const KnownComponent &known : known_components) {
    if (component == known.name) return known.read(module);
  }
  return Error{ErrorCode::not_supported, "osc/" + component + " is not read", module.address};
}

Status read_posters(const OscModule &module, Address slots, std::vector<WindowPeer> &posters) {
  std::vector<std::byte> bytes(constants::osc_post_slots * 8);
  MPIDBG_TRY(module.memory().read(slots, bytes, "the posts of a window"));
  for (std::size_t i = 0; i < constants::osc_post_slots; ++i) {
    const std::int64_t slot = decode_signed(std::span(bytes).subspan(i * 8, 8), module.memory().byte_order());
    if (slot == 0) continue;
    MPIDBG_ASSIGN(peer, module.peer(slot - 1, "a post"));
    posters.push_back(peer);
  }
  return {};
}

Result<int> count_within(std::int64_t count, std::int64_t most, const char *what, Address where) {
  if (count < 0 || count > most) {
    return Error{
        ErrorCode::corrupt,
        std::string(what) + " at " + hex(where) + " is " + std::to_string(count) + " of " + std::to_string(most),
        where};
  }
  return static_cast<int>(count);
}

void conclude(WindowSync &sync, bool fence) {
  std::sort(sync.locks.begin(), sync.locks.end(),
            [](const WindowLock &a, const WindowLock &b) { return a.target < b.target; });
  if (sync.access != WindowAccess::none) return;
  if (!sync.start_group.is_null()) {
    sync.access = WindowAccess::start;
  } else if (!sync.locks.empty()) {
    sync.access = sync.locks.front().target < 0 ? WindowAccess::lock_all : WindowAccess::lock;
  } else if (fence) {
    sync.access = WindowAccess::fence;
  }
}

}  // namespace mpidbg::model::openmpi
