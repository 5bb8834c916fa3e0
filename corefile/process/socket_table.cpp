#include "corefile/process/socket_table.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "corefile/process/proc_files.h"
#include "mpidbg/base/split.h"
#include "mpidbg/base/whole_number.h"

namespace corefile {

using mpidbg::take_until;
using mpidbg::whole_number;

namespace {

constexpr std::string_view socket_mark = "socket:[";

// Removes the next word from the line and returns it. Any number of blanks may precede it.
std::string_view take_word(std::string_view &line) {
  line.remove_prefix(std::min(line.size(), line.find_first_not_of(' ')));
  return take_until(line, ' ');
}

// Parses an address and port such as "0100007F:0035". The address consists of 32-bit words in hexadecimal. A word that
// is stored in this processor's byte order has the bytes of the address in their order.
std::optional<SocketAddress> address_in(std::string_view text) {
  constexpr std::size_t digits = 8;
  const std::string_view words = take_until(text, ':');
  const auto port = whole_number<std::uint16_t>(text, 16);
  if (!port || (words.size() != digits && words.size() != 4 * digits)) return std::nullopt;
  SocketAddress address;
  address.port = *port;
  const bool is_old = words.size() == digits;
  std::size_t to = is_old ? 12 : 0;
  if (is_old) address.bytes[10] = address.bytes[11] = 0xff;
  for (std::size_t at = 0; at < words.size(); at += digits, to += sizeof(std::uint32_t)) {
    const auto word = whole_number<std::uint32_t>(words.substr(at, digits), 16);
    if (!word) return std::nullopt;
    std::memcpy(&address.bytes[to], &*word, sizeof *word);
  }
  return address;
}

// Parses a line such as " 0: 0100007F:0035 00000000:0000 0A 00000011:00000000 01:00000063 00000006 101 0 20000 ..."
std::optional<Socket> socket_in(std::string_view line) {
  if (!take_word(line).ends_with(':')) return std::nullopt;
  const auto local = address_in(take_word(line)), remote = address_in(take_word(line));
  const auto state = whole_number<std::uint8_t>(take_word(line), 16);
  std::string_view queues = take_word(line);
  const auto unacknowledged = whole_number<std::uint32_t>(take_until(queues, ':'), 16);
  const auto unread = whole_number<std::uint32_t>(queues, 16);
  take_word(line);  // the timer
  const auto retransmissions = whole_number<std::uint32_t>(take_word(line), 16);
  take_word(line);  // the user
  take_word(line);  // probes without an answer
  const auto inode = whole_number<std::uint64_t>(take_word(line));
  if (!local || !remote || !state || !unacknowledged || !unread || !retransmissions || !inode) return std::nullopt;
  if (*state < static_cast<int>(SocketState::established) || *state > static_cast<int>(SocketState::new_syn_received))
    return std::nullopt;
  return Socket{*local, *remote, static_cast<SocketState>(*state), *unacknowledged, *unread, *retransmissions, *inode};
}

bool has_any_address(const SocketAddress &address) {
  constexpr std::array<std::uint8_t, 16> any{}, any_old{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0};
  return address.bytes == any || address.bytes == any_old;
}

bool is_connection_to(const Socket &listening, const Socket &socket) {
  return listening.state == SocketState::listen && socket.state != SocketState::listen &&
         listening.local.port == socket.local.port &&
         (has_any_address(listening.local) || listening.local.bytes == socket.local.bytes);
}

// Returns the inodes of the sockets among the descriptors of a process; nullopt if the descriptors cannot be listed.
std::optional<std::vector<std::uint64_t>> socket_inodes(pid_t pid) {
  const std::string directory = proc_path(pid, "fd");
  const auto descriptors = list_numbers(directory);
  if (!descriptors || descriptors->empty()) return std::nullopt;
  std::vector<std::uint64_t> inodes;
  for (const pid_t number : *descriptors) {
    const std::string target = link_target(directory + "/" + std::to_string(number));
    if (target.starts_with(socket_mark))
      inodes.push_back(mpidbg::leading_number<std::uint64_t>(std::string_view(target).substr(socket_mark.size())));
  }
  return inodes;
}

// Returns all sockets in the network namespace of the process; nullopt if the tables cannot be read completely.
std::optional<std::vector<Socket>> read_tables(pid_t pid) {
  std::vector<Socket> sockets;
  bool is_any_read = false;
  for (const char *name : {"net/tcp", "net/tcp6"}) {
    const auto table = read_proc_file(proc_path(pid, name));
    if (!table) continue;  // tcp6 is missing without IPv6
    is_any_read = true;
    const std::vector<Socket> rows = sockets_in_table(*table);
    if (rows.size() == most_sockets) return std::nullopt;
    sockets.insert(sockets.end(), rows.begin(), rows.end());
  }
  if (!is_any_read) return std::nullopt;
  return sockets;
}

}  // namespace

std::vector<Socket> sockets_in_table(std::string_view table) {
  std::vector<Socket> sockets;
  while (!table.empty() && sockets.size() < most_sockets) {
    if (const auto socket = socket_in(take_until(table, '\n'))) sockets.push_back(*socket);
  }
  return sockets;
}

std::vector<Socket> sockets_with(std::span<const Socket> sockets, const std::vector<std::uint64_t> &inodes) {
  std::vector<Socket> own, listening;
  for (const Socket &socket : sockets) {
    if (socket.inode == 0 || !std::binary_search(inodes.begin(), inodes.end(), socket.inode)) continue;
    own.push_back(socket);
    if (socket.state == SocketState::listen) listening.push_back(socket);
  }
  for (const Socket &socket : sockets) {
    const auto leads_here = [&](const Socket &one) { return is_connection_to(one, socket); };
    if (socket.inode == 0 && socket.state != SocketState::time_wait &&
        std::any_of(listening.begin(), listening.end(), leads_here))
      own.push_back(socket);
  }
  return own;
}

std::optional<std::vector<Socket>> SocketTables::of_process(pid_t pid) {
  auto inodes = socket_inodes(pid);
  if (!inodes) return std::nullopt;
  if (inodes->empty()) return std::vector<Socket>();
  std::sort(inodes->begin(), inodes->end());
  const std::string name = link_target(proc_path(pid, "ns/net"));
  if (name.empty()) return std::nullopt;
  const auto now = std::chrono::steady_clock::now();
  std::erase_if(of_namespace_, [&](const auto &entry) { return now - entry.second.read_at > lifetime; });
  const auto [found, is_new] = of_namespace_.try_emplace(name);
  if (is_new) found->second = {std::chrono::steady_clock::now(), read_tables(pid)};
  if (!found->second.sockets) return std::nullopt;
  return sockets_with(*found->second.sockets, *inodes);
}

}  // namespace corefile
