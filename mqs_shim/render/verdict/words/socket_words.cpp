#include "mqs_shim/render/verdict/words/socket_words.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>

namespace mqs_shim {

namespace {

std::string times(std::uint32_t count) {
  return count == 1 ? "once" : std::to_string(count) + " times";
}

std::string bytes_text(std::uint32_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

}  // namespace

std::string socket_end_text(const SocketEnd &end) {
  std::array<std::uint8_t, 16> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint64_t half = i < 8 ? end.high : end.low;
    bytes[i] = static_cast<std::uint8_t>(half >> 8 * (7 - i % 8));
  }
  const bool is_old = end.high == 0 && end.low >> 32 == 0xffff;
  char text[INET6_ADDRSTRLEN] = "";
  ::inet_ntop(is_old ? AF_INET : AF_INET6, is_old ? &bytes[12] : bytes.data(), text, sizeof text);
  const std::string address = is_old ? std::string(text) : "[" + std::string(text) + "]";
  return address + ":" + std::to_string(end.port);
}

std::string_view socket_phase_term(SocketPhase phase) {
  switch (phase) {
    case SocketPhase::listens:
      return "listens";
    case SocketPhase::connects:
      return "connects";
    case SocketPhase::connected:
      return "connected";
    case SocketPhase::closes:
      return "closes";
  }
  return {};
}

std::vector<std::uint32_t> processes_of(const why::Waits &waits, const why::Finding &finding) {
  std::vector<std::uint32_t> processes;
  const auto add = [&](std::uint32_t process) {
    if (std::find(processes.begin(), processes.end(), process) == processes.end()) processes.push_back(process);
  };
  for (const std::uint32_t agent : finding.agents) add(waits.agents()[agent].process);
  for (const std::uint32_t process : finding.processes) add(process);
  return processes;
}

NetworkState network_state(const why::Waits &waits, const why::Finding &finding) {
  NetworkState state = NetworkState::quiet;
  for (const std::uint32_t process : processes_of(waits, finding)) {
    const why::Evidence &evidence = waits.evidence()[process];
    if (!evidence.sockets && state == NetworkState::quiet) state = NetworkState::unknown;
    for (const std::uint32_t index : waits.wire().under_way(process)) {
      const bool connects = (*evidence.sockets)[index].phase == SocketPhase::connects;
      state = std::max(state, connects ? NetworkState::connecting : NetworkState::delivering);
    }
  }
  return state;
}

std::string socket_text(const why::Waits &waits, const JobNames &names, std::uint32_t process,
                        const SocketRecord &socket) {
  const auto other = waits.wire().other_end(process, socket);
  const std::string whom = (other ? names.rank_of(*other) + " at " : "") + socket_end_text(socket.remote);
  const std::string again = socket.retransmissions == 0 ? "" : ", sent again " + times(socket.retransmissions);
  std::string text;
  if (socket.phase == SocketPhase::connects) {
    text = "asks " + whom + " for a connection and has no answer" + again;
  } else {
    if (socket.unacknowledged != 0)
      text = bytes_text(socket.unacknowledged) + " to " + whom + ", not acknowledged" + again;
    if (socket.unread != 0)
      text += (text.empty() ? "" : "; ") + bytes_text(socket.unread) + " of " + whom + ", arrived and not read";
  }
  return text + " (from " + socket_end_text(socket.local) + (socket.earlier ? ", at the look before" : "") + ")";
}

}  // namespace mqs_shim
