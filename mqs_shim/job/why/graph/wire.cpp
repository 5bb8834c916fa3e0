#include "mqs_shim/job/why/graph/wire.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "mqs_shim/job/why/evidence/identity.h"
#include "mqs_shim/job/why/graph/channels.h"
#include "mqs_shim/job/why/graph/roles.h"

namespace mqs_shim::why {

namespace {

bool is_busy(const SocketRecord &socket) {
  return socket.phase == SocketPhase::connects || socket.unacknowledged != 0 || socket.unread != 0;
}

bool is_any_busy(const Evidence &evidence) {
  return evidence.sockets && std::any_of(evidence.sockets->begin(), evidence.sockets->end(), is_busy);
}

bool is_loopback(const SocketEnd &end) {
  constexpr std::uint64_t old_prefix = 0xffff7fULL << 24;  // ::ffff:127.0.0.0
  return end.high == 0 && (end.low == 1 || (end.low & ~std::uint64_t{0xffffff}) == old_prefix);
}

// Returns a number for the host if the addresses exist on every node, so that connections of different nodes are not
// confused; otherwise 0.
std::uint64_t host_of(const Evidence &evidence, const SocketRecord &socket) {
  return is_loopback(socket.local) || is_loopback(socket.remote) ? std::hash<std::string>()(evidence.host) | 1 : 0;
}

}  // namespace

bool needs_sockets(const Evidence &evidence) {
  return !evidence.counts && !evidence.transport_empty && !is_gone(evidence) && !evidence.is_core;
}

Wire::Wire(std::span<const Evidence> evidence) : evidence_(evidence) {
  const bool is_asked_for = std::any_of(evidence.begin(), evidence.end(), [](const Evidence &one) {
    return is_any_busy(one) || (one.sockets && needs_sockets(one));
  });
  if (!is_asked_for) return;
  find_connections();
  see_whether_all_are_known();
  find_under_way();
}

bool Wire::is_before(const Connection &one, const Connection &other) {
  return std::tie(one.host, one.local, one.remote) < std::tie(other.host, other.local, other.remote);
}

void Wire::find_connections() {
  for (std::uint32_t process = 0; process < evidence_.size(); ++process) {
    if (!evidence_[process].sockets) continue;
    for (const SocketRecord &socket : *evidence_[process].sockets) {
      if (socket.earlier) continue;
      if (socket.phase == SocketPhase::listens) {
        listened_at_.push_back(socket.local.port);
      } else {
        connections_.push_back({host_of(evidence_[process], socket), socket.local, socket.remote, process});
      }
    }
  }
  std::sort(connections_.begin(), connections_.end(), is_before);
  std::sort(listened_at_.begin(), listened_at_.end());
}

void Wire::see_whether_all_are_known() {
  std::map<std::uint32_t, std::pair<std::int32_t, std::set<std::int32_t>>> jobs;  // size, and ranks that are known
  for (const Evidence &one : evidence_) {
    auto &[size, known] = jobs[one.id.job];
    size = std::max(size, one.world_size);
    if (one.sockets || is_gone(one)) known.insert(one.id.rank);
  }
  all_known_ = std::all_of(jobs.begin(), jobs.end(), [](const auto &job) {
    const auto &[size, known] = job.second;
    return size > 0 && known.size() >= static_cast<std::size_t>(size);
  });
}

std::span<const Wire::Connection> Wire::other_ends(const Evidence &evidence, const SocketRecord &socket) const {
  const Connection wanted{host_of(evidence, socket), socket.remote, socket.local, 0};
  const auto [begin, end] = std::equal_range(connections_.begin(), connections_.end(), wanted, is_before);
  return {begin, end};
}

bool Wire::is_under_way(const Evidence &evidence, const SocketRecord &socket) const {
  if (!is_busy(socket)) return false;
  if (!all_known_ || !other_ends(evidence, socket).empty()) return true;
  // The other end has no socket of its own until it is connected.
  return socket.phase == SocketPhase::connects &&
         std::binary_search(listened_at_.begin(), listened_at_.end(), socket.remote.port);
}

void Wire::find_under_way() {
  for (std::uint32_t process = 0; process < evidence_.size(); ++process) {
    const Evidence &evidence = evidence_[process];
    if (!is_any_busy(evidence)) continue;
    for (std::uint32_t i = 0; i < evidence.sockets->size(); ++i) {
      if (is_under_way(evidence, (*evidence.sockets)[i])) under_way_[process].push_back(i);
    }
  }
}

std::span<const std::uint32_t> Wire::under_way(std::uint32_t process) const {
  const auto found = under_way_.find(process);
  return found == under_way_.end() ? std::span<const std::uint32_t>() : found->second;
}

std::optional<std::uint32_t> Wire::other_end(std::uint32_t process, const SocketRecord &socket) const {
  const auto ends = other_ends(evidence_[process], socket);
  return ends.size() == 1 ? std::optional(ends.front().process) : std::nullopt;
}

bool Wire::is_quiet(std::uint32_t process) const {
  const Evidence &evidence = evidence_[process];
  if (!evidence.sockets || !under_way(process).empty()) return false;
  return std::any_of(evidence.sockets->begin(), evidence.sockets->end(), [&](const SocketRecord &socket) {
    const auto ends = other_ends(evidence, socket);
    return std::any_of(ends.begin(), ends.end(), [&](const Connection &end) { return end.process != process; });
  });
}

void add_earlier_sockets(std::span<const Evidence> first, std::span<Evidence> second) {
  if (std::none_of(first.begin(), first.end(), is_any_busy)) return;
  const ProcessIndex earlier(first);
  for (Evidence &now : second) {
    const auto before = earlier.find(now.id);
    if (!before || !now.sockets || !is_any_busy(first[*before])) continue;
    std::vector<SocketRecord> added;
    for (const SocketRecord &socket : *first[*before].sockets) {
      if (socket.earlier || !is_busy(socket)) continue;
      const bool is_still = std::any_of(now.sockets->begin(), now.sockets->end(), [&](const SocketRecord &one) {
        return is_busy(one) && one.local == socket.local && one.remote == socket.remote;
      });
      if (is_still) continue;
      added.push_back(socket);
      added.back().earlier = true;
    }
    now.sockets->insert(now.sockets->end(), added.begin(), added.end());
  }
}

bool may_linger_in_network(std::span<const Evidence> evidence) {
  const Wire wire(evidence);
  for (std::uint32_t process = 0; process < evidence.size(); ++process) {
    const Evidence &one = evidence[process];
    if (is_in_blocking_call(one) && needs_sockets(one) && !wire.is_quiet(process)) return true;
  }
  return false;
}

}  // namespace mqs_shim::why
