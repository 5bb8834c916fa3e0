#include "mpidbg/model/mpich/p2p/devices.h"

#include "mpidbg/model/mpich/handles.h"

namespace mpidbg::model::mpich {

Devices::Devices(const Attachment &process, Handles &handles)
    : ucx(process, handles), active_messages(process, handles), process_(process), handles_(handles) {}

void Devices::clear() {
  ucx.clear();
  active_messages.clear();
}

std::string Devices::name() const {
  if (ucx.problem().empty()) return "ucx";
  return process_.device.starts_with("ch4:") ? process_.device.substr(4) : std::string();
}

std::string Devices::problem() const {
  if (ucx.problem().empty() || sees_active_messages()) return {};
  if (!active_messages.used()) return ucx.problem();
  return ucx.problem() + "; within the node: " + active_messages.problem();
}

Result<Progress> Devices::progress() {
  const bool sees_ucx = ucx.problem().empty();
  if (!active_messages.used()) return ucx.progress();
  MPIDBG_ASSIGN(progress, active_messages.progress());
  if (!sees_ucx) {
    if (!is_network_unused()) progress.transport_empty.reset();
    return progress;
  }
  MPIDBG_ASSIGN(in_ucx, ucx.progress());
  progress.counters.insert(progress.counters.end(), in_ucx.counters.begin(), in_ucx.counters.end());
  const bool both_say = progress.transport_empty && in_ucx.transport_empty;
  progress.transport_empty =
      both_say ? std::optional(*progress.transport_empty && *in_ucx.transport_empty) : std::nullopt;
  return progress;
}

Result<std::vector<Handle>> Devices::in_nonblocking_collectives() {
  std::vector<Handle> found = active_messages.in_nonblocking_collectives();
  MPIDBG_ASSIGN(in_ucx, ucx.in_nonblocking_collectives());
  found.insert(found.end(), in_ucx->begin(), in_ucx->end());
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
  if (!ucx.problem().empty()) {
    return is_network_unused() ? Visibility::complete()
                               : Visibility::partial("messages of processes on other nodes: " + ucx.problem());
  }
  if (!active_messages.used() || sees_active_messages()) return ucx.visibility();
  return Visibility::partial("messages between processes of one node: " + active_messages.problem());
}

Visibility Devices::visibility(Queue queue) const {
  return queue == Queue::inactive ? Visibility::complete() : messages();
}

}  // namespace mpidbg::model::mpich
