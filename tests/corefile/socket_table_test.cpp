// TCP sockets of a process: rows of /proc/PID/net/tcp, and which of them are its own.

#include "corefile/process/socket_table.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

#include "mpidbg/base/file_descriptor.h"

using namespace corefile;

namespace {

constexpr char heading[] =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
constexpr char sent[] =
    "  12: 010000CF:D2F0 0200004D:0400 01 00000011:00000000 01:00000063 00000006  1000        0 20001 2 0 20 4 30 10 "
    "-1\n";
constexpr char listening[] =
    "   0: 00000000:0400 00000000:0000 0A 00000000:00000001 00:00000000 00000000     0        0 20002 1 0 100 0 0 10 "
    "0\n";
constexpr char not_accepted[] =
    "   1: 0200004D:0400 010000CF:D2F1 01 00000000:00000009 00:00000000 00000000     0        0 0 1 0 20 4 30 10 -1\n";

std::uint64_t low_half(const SocketAddress &address) {
  std::uint64_t number = 0;
  for (std::size_t i = 8; i < 16; ++i) number = number << 8 | address.bytes[i];
  return number;
}

}  // namespace

TEST_CASE("a row of the table of sockets") {
  const std::vector<Socket> sockets = sockets_in_table(std::string(heading) + sent);
  REQUIRE(sockets.size() == 1);
  const Socket &one = sockets.front();
  CHECK(low_half(one.local) == 0xffff00000000 + ntohl(0x010000cf));
  CHECK(low_half(one.remote) == 0xffff00000000 + ntohl(0x0200004d));
  CHECK(one.local.port == 0xd2f0);
  CHECK(one.remote.port == 1024);
  CHECK(one.state == SocketState::established);
  CHECK(one.unacknowledged == 17);
  CHECK(one.unread == 0);
  CHECK(one.retransmissions == 6);
  CHECK(one.inode == 20001);
}

TEST_CASE("a row of IPv6, whose mapped addresses are those of IPv4") {
  const std::vector<Socket> sockets = sockets_in_table(
      "   0: 0000000000000000FFFF0000010000CF:D2F0 0000000000000000FFFF00000200004D:0400 02 00000001:00000000 "
      "01:00000063 00000003  1000        0 20001 2 0 20 4 30 10 -1");
  REQUIRE(sockets.size() == 1);
  const Socket old = sockets_in_table(sent).front();
  CHECK(sockets.front().local == old.local);
  CHECK(sockets.front().remote == old.remote);
  CHECK(sockets.front().state == SocketState::syn_sent);
}

TEST_CASE("lines that are not rows are left out") {
  for (const char *line : {
           "",
           "\n\n",
           "   ",
           heading,
           "0:",
           "0: 01:02 03:04 01",
           "x",
           "   0: 0100007F:0035 00000000:0000 0D 00000000:00000000 00:00000000 00000000 0 0 5 1",   // state
           "   0: 0100007F:0035 00000000:0000 00 00000000:00000000 00:00000000 00000000 0 0 5 1",   // state
           "   0: 0100007:0035 00000000:0000 01 00000000:00000000 00:00000000 00000000 0 0 5 1",    // address
           "   0: 0100007F:10035 00000000:0000 01 00000000:00000000 00:00000000 00000000 0 0 5 1",  // port
           "   0: 0100007F:0035 00000000:0000 01 000000000:00000000 00:00000000 00000000 0 0 x 1",  // inode
           "   0: 0100007F:0035 00000000:0000 01 FFFFFFFFF:00000000 00:00000000 00000000 0 0 5 1",  // bytes
           "   0: 0100007F:0035 00000000:0000 01 00000000 00:00000000 00000000 0 0 5 1",
           "   0: -100007F:0035 00000000:0000 01 00000000:00000000 00:00000000 00000000 0 0 5 1",
       }) {
    CAPTURE(line);
    CHECK(sockets_in_table(line).empty());
  }
  std::string many;
  for (std::size_t i = 0; i < most_sockets + 5; ++i) many += sent;
  CHECK(sockets_in_table(many).size() == most_sockets);
}

TEST_CASE("a process has its own sockets, and connections that it has not accepted") {
  const std::vector<Socket> sockets = sockets_in_table(std::string(heading) + sent + listening + not_accepted);
  REQUIRE(sockets.size() == 3);
  CHECK(sockets_with(sockets, {}).empty());
  CHECK(sockets_with(sockets, {20001}).size() == 1);
  const std::vector<Socket> of_receiver = sockets_with(sockets, {20002});
  REQUIRE(of_receiver.size() == 2);
  CHECK(of_receiver[0].state == SocketState::listen);
  CHECK(of_receiver[1].unread == 9);
  CHECK(sockets_with(sockets, {0, 5}).empty());
}

TEST_CASE("a live process's sockets show what was not read") {
  const mpidbg::FileDescriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  REQUIRE(::bind(listener.get(), reinterpret_cast<sockaddr *>(&address), length) == 0);
  REQUIRE(::listen(listener.get(), 1) == 0);
  REQUIRE(::getsockname(listener.get(), reinterpret_cast<sockaddr *>(&address), &length) == 0);
  const mpidbg::FileDescriptor sender(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  REQUIRE(::connect(sender.get(), reinterpret_cast<const sockaddr *>(&address), length) == 0);
  REQUIRE(::write(sender.get(), "seven b", 7) == 7);
  const auto unread_bytes = [&] {
    const auto sockets = SocketTables().of_process(::getpid());
    REQUIRE(sockets);
    std::uint32_t unread = 0;
    for (const Socket &socket : *sockets) {
      if (socket.local.port == ntohs(address.sin_port) && socket.state == SocketState::established)
        unread += socket.unread;
    }
    return unread;
  };
  CHECK(unread_bytes() == 7);  // though nobody has accepted the connection
  const mpidbg::FileDescriptor receiver(::accept(listener.get(), nullptr, nullptr));
  CHECK(unread_bytes() == 7);
  char read[7];
  REQUIRE(::recv(receiver.get(), read, sizeof read, MSG_WAITALL) == 7);
  CHECK(unread_bytes() == 0);
}

TEST_CASE("the table of a network namespace is used again for a moment") {
  SocketTables tables;
  // Each socket is listening, so that its port is in the table.
  const auto listen = [] {
    mpidbg::FileDescriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    REQUIRE(::listen(listener.get(), 1) == 0);
    return listener;
  };
  const mpidbg::FileDescriptor first = listen();
  const auto begin = std::chrono::steady_clock::now();
  const auto before = tables.of_process(::getpid());
  REQUIRE(before);
  const mpidbg::FileDescriptor second = listen();
  const auto soon = tables.of_process(::getpid());
  if (std::chrono::steady_clock::now() - begin < SocketTables::lifetime) CHECK(soon.value().size() == before->size());
  std::this_thread::sleep_until(begin + 4 * SocketTables::lifetime);
  CHECK(tables.of_process(::getpid()).value().size() == before->size() + 1);
}

TEST_CASE("a process that there is not has no sockets that are known") {
  CHECK_FALSE(SocketTables().of_process(0));
}
