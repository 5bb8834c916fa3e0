#include "mpidbg/model/mpich/p2p/devices.h"

#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/p2p/ofi_layer.h"
#include "mpidbg/model/mpich/p2p/ucx_layer.h"

namespace mpidbg::model::mpich {

namespace {

// Libraries from 4.2 on do not export the name of their device.
bool is_over_libfabric(const Attachment &process) {
  if (!process.device.empty()) return process.device.starts_with("ch4:ofi");
  const layout::Profile *const profile = process.profile.profile;
  return !process.layouts.ucx_global.resolved() && profile != nullptr &&
         profile->find_struct("MPIDI_OFI_global_t") != nullptr;
}

std::unique_ptr<Netmod> make_network(const Attachment &process, Handles &handles) {
  if (is_over_libfabric(process)) return std::make_unique<OfiLayer>(process, handles);
  return std::make_unique<UcxLayer>(process, handles);
}

}  // namespace

Devices::Devices(const Attachment &process, Handles &handles)
    : active_messages(process, handles),
      process_(process),
      handles_(handles),
      network_(make_network(process, handles)) {}

void Devices::clear() {
  network().clear();
  active_messages.clear();
}

std::string Devices::name() const {
  if (sees_network()) return network().name();
  return process_.device.starts_with("ch4:") ? process_.device.substr(4) : std::string();
}

// libfabric is not looked for while no message can be in it.
bool Devices::sees_network() const {
  if (is_over_libfabric(process_) && sees_active_messages() && is_network_unused()) return false;
  return network().problem().empty();
}

std::string Devices::problem() const {
  if (sees_active_messages() || sees_network()) return {};
  if (!active_messages.used()) return network().problem();
  return "within the node: " + active_messages.problem() + "; between nodes: " + network().problem();
}

Result<Progress> Devices::progress() {
  if (!active_messages.used()) return network().progress();
  MPIDBG_ASSIGN(progress, active_messages.progress());
  if (!sees_network()) {
    if (!is_network_unused()) progress.transport_empty.reset();
    return progress;
  }
  MPIDBG_ASSIGN(in_network, network().progress());
  progress.counters.insert(progress.counters.end(), in_network.counters.begin(), in_network.counters.end());
  const bool both_say = progress.transport_empty && in_network.transport_empty;
  progress.transport_empty =
      both_say ? std::optional(*progress.transport_empty && *in_network.transport_empty) : std::nullopt;
  return progress;
}

Result<std::vector<Handle>> Devices::in_nonblocking_collectives() {
  std::vector<Handle> found = active_messages.in_nonblocking_collectives();
  if (!sees_network()) return found;
  MPIDBG_ASSIGN(in_network, network().in_nonblocking_collectives());
  found.insert(found.end(), in_network.begin(), in_network.end());
  return found;
}

// Returns true if no process is reached through the network. Processes of other worlds (spawned or connected) are
// reached through the network.
bool Devices::is_network_unused() const {
  if (!handles_.world.is_on_one_node()) return false;
  const auto variable = process_.variable("MPIDI_global");
  if (!variable) return false;
  const auto global = layout::View<GlobalLayout>::read(process_.memory, process_.layouts.global, *variable);
  if (!global) return false;
  const auto manager = global->part(&GlobalLayout::avt_mgr, process_.layouts.address_manager);
  return manager && manager->get(&AddressManagerLayout::n_avts) == 1;
}

Visibility Devices::messages() const {
  if (const std::string nothing = problem(); !nothing.empty()) return Visibility::nothing(nothing);
  if (!sees_network()) {
    return is_network_unused() ? Visibility::complete()
                               : Visibility::partial("messages of processes on other nodes: " + network().problem());
  }
  if (!active_messages.used() || sees_active_messages()) return network().visibility();
  return Visibility::partial("messages between processes of one node: " + active_messages.problem());
}

Visibility Devices::visibility(Queue queue) const {
  return queue == Queue::inactive ? Visibility::complete() : messages();
}

}  // namespace mpidbg::model::mpich
