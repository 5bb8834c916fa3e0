#include "mpidbg/model/mpich/p2p/contexts.h"

#include "mpidbg/layout/mpich/objects/constants.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/objects/communicator_checks.h"
#include "mpidbg/model/mpich/p2p/ucx_tag.h"

namespace mpidbg::model::mpich {

void Contexts::clear() {
  indexed_.reset();
  receiving_.clear();
  sending_.clear();
  communicators_.clear();
  ranks_.clear();
}

Status Contexts::index() {
  if (indexed_) return *indexed_;
  indexed_ = Status();
  for (const PooledObject &object : handles_.pools.live(ObjectKind::communicator)) {
    const auto view =
        layout::View<CommunicatorLayout>::read(process_.memory, process_.layouts.communicator, object.address);
    if (!view) {
      indexed_ = view.status();
      break;
    }
    if (is_being_made(*view, object.handle)) continue;
    receiving_.emplace(view->get(&CommunicatorLayout::recvcontext_id), int_handle(object.handle));
    sending_[view->get(&CommunicatorLayout::context_id)].push_back(int_handle(object.handle));
  }
  return *indexed_;
}

std::span<const Handle> Contexts::on_send(std::uint64_t context_id) const {
  const auto found = sending_.find(context_id);
  return found == sending_.end() ? std::span<const Handle>() : found->second;
}

Result<Contexts::Where> Contexts::communicator(Handle handle) {
  if (const auto known = communicators_.find(handle); known != communicators_.end()) return known->second;
  MPIDBG_ASSIGN(outline, handles_.communicators.outline(handle));
  MPIDBG_ASSIGN(peers, handles_.communicators.members(handle, true));
  MPIDBG_ASSIGN(address, handles_.pools.find(ObjectKind::communicator, value_of(handle)));
  MPIDBG_ASSIGN(view, layout::View<CommunicatorLayout>::read(process_.memory, process_.layouts.communicator, address));
  auto where =
      std::make_shared<const MarkedCommunicator>(MarkedCommunicator{{std::move(outline), std::move(peers)},
                                                                    view.get(&CommunicatorLayout::context_id),
                                                                    view.get(&CommunicatorLayout::recvcontext_id)});
  communicators_.emplace(handle, where);
  return where;
}

Result<Contexts::Where> Contexts::receiving(std::uint64_t context_id) {
  MPIDBG_TRY(index());
  const auto found = receiving_.find(context_of_communicator(context_id));
  if (found == receiving_.end()) return Where();
  return communicator(found->second);
}

std::optional<std::int32_t> Contexts::rank_of(const ProcessName &process, const ucx::CommunicatorPeers &where) {
  const auto key = [](const ProcessName &name) { return std::uint64_t{name.job} << 32 | name.rank; };
  const auto [known, is_new] = ranks_.try_emplace(where.communicator.handle);
  auto &ranks = known->second;
  if (is_new) {
    ranks.reserve(where.peers->size());
    for (std::size_t i = 0; i < where.peers->size(); ++i) {
      ranks.emplace(key((*where.peers)[i]), static_cast<std::int32_t>(i));
    }
  }
  const auto found = ranks.find(key(process));
  return found == ranks.end() ? std::nullopt : std::optional(found->second);
}

Result<std::vector<Contexts::Where>> Contexts::shown_on(const Where &where) {
  MPIDBG_TRY(index());
  std::vector<Where> result;
  const std::uint64_t whole = context_of_program(where->received);
  if (whole != where->received && receiving_.contains(whole)) return result;
  result.push_back(where);
  if (whole != where->received) return result;
  for (const std::uint64_t part : {layout::mpich::context_within_node, layout::mpich::context_among_nodes}) {
    const auto found = receiving_.find(whole | part);
    if (found == receiving_.end()) continue;
    MPIDBG_ASSIGN(inner, communicator(found->second));
    result.push_back(std::move(inner));
  }
  return result;
}

}  // namespace mpidbg::model::mpich
