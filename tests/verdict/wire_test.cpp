// What is under way in TCP connections, and what it means for a verdict.

#include "mqs_shim/job/why/graph/wire.h"

#include <doctest/doctest.h>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "tests/verdict/job_builder.h"

namespace mqs_shim::why {

namespace {

constexpr std::uint64_t first_address = 0xffff0a4d0000;  // 10.77.0.0, of which each rank has one

SocketEnd end_of(int rank, std::uint16_t port) {
  return {0, first_address + static_cast<std::uint64_t>(rank) + 1, port};
}

std::uint16_t port_to(int rank) {
  return static_cast<std::uint16_t>(40000 + rank);
}

SocketRecord connection(int rank, int other) {
  SocketRecord socket;
  socket.local = end_of(rank, port_to(other));
  socket.remote = end_of(other, port_to(rank));
  return socket;
}

SocketRecord listener(int rank) {
  SocketRecord socket;
  socket.local = end_of(rank, 1024);
  socket.phase = SocketPhase::listens;
  return socket;
}

// Ranks wait for each other, over a layer that does not count, and are connected.
JobBuilder connected_job(int size = 2) {
  JobBuilder job(size);
  for (int rank = 0; rank < size; ++rank) {
    job.recv(rank, (rank + 1) % size, 7);
    std::vector<SocketRecord> &sockets = job.rank(rank).sockets.emplace();
    sockets.push_back(listener(rank));
    for (int other = 0; other < size; ++other) {
      if (other != rank) sockets.push_back(connection(rank, other));
    }
  }
  job.without_counters();
  return job;
}

SocketRecord &socket(JobBuilder &job, int rank, std::size_t index = 1) {
  return (*job.rank(rank).sockets)[index];
}

Inquiry after_looks(std::initializer_list<JobBuilder> looks) {
  Inquiry inquiry;
  for (const JobBuilder &look : looks) {
    for (const Evidence &one : look.ranks()) inquiry.add(one);
    inquiry.judge();
  }
  return inquiry;
}

std::string verdict_after(std::initializer_list<JobBuilder> looks) {
  const Inquiry inquiry = after_looks(looks);
  return text_of(inquiry.waits(), inquiry.verdict());
}

}  // namespace

TEST_CASE("a standstill is a deadlock only if nothing is under way in the network") {
  JobBuilder job = connected_job();
  CHECK(verdict_of(job, job) == "deadlock/looks 0 1; exit 3");
  SUBCASE("bytes that are not acknowledged") {
    socket(job, 0).unacknowledged = 17;
  }
  SUBCASE("bytes that are not read") {
    socket(job, 1).unread = 17;
  }
  SUBCASE("a connection that is being made") {
    job.rank(1).sockets->pop_back();
    socket(job, 0).phase = SocketPhase::connects;
    socket(job, 0).remote.port = 1024;
  }
  CHECK(verdict_of(job, job) == "waits_for_arrival 0 1; exit 6");
}

TEST_CASE("what was under way at the first look alone may have arrived after the second") {
  JobBuilder before = connected_job();
  socket(before, 0).unacknowledged = 17;
  const JobBuilder job = connected_job();
  CHECK(verdict_after({before, job}) == "waits_for_arrival 0 1; exit 6");
  const Inquiry twice = after_looks({before, job});
  CHECK(twice.wants_another_look());
  const auto under_way = twice.waits().wire().under_way(0);
  REQUIRE(under_way.size() == 1);
  CHECK((*twice.waits().evidence()[0].sockets)[under_way.front()].earlier);
  CHECK(verdict_after({before, job, job}) == "deadlock/looks 0 1; exit 3");
  CHECK(verdict_after({before, before, before}) == "waits_for_arrival 0 1; exit 6");
  CHECK_FALSE(after_looks({before, before, before}).wants_another_look());
}

TEST_CASE("counters prove that no message is under way, whatever the sockets carry") {
  JobBuilder job(2);
  job.recv(0, 1, 7);
  job.recv(1, 0, 7);
  for (const int rank : {0, 1}) job.rank(rank).sockets.emplace().push_back(connection(rank, 1 - rank));
  socket(job, 0, 0).unread = 17;
  CHECK(verdict_of(job, job) == "deadlock/counters 0 1; exit 3");
}

TEST_CASE("a socket whose other end is not a rank says nothing, unless the sockets of some rank are not known") {
  JobBuilder job = connected_job();
  SocketRecord to_launcher;
  to_launcher.local = end_of(0, 5000);
  to_launcher.remote = end_of(9, 6000);
  SUBCASE("unread") {
    to_launcher.unread = 300;
  }
  SUBCASE("being made") {
    to_launcher.phase = SocketPhase::connects;
  }
  job.rank(0).sockets->push_back(to_launcher);
  CHECK(verdict_of(job, job) == "deadlock/looks 0 1; exit 3");
  job.rank(1).sockets.reset();
  CHECK(verdict_of(job, job) == "waits_for_arrival 0 1; exit 6");
  // One that has exited has none.
  job = connected_job(3);
  job.rank(0).sockets->push_back(to_launcher);
  job.rank(2).sockets.reset();
  job.rank(2).state = ProcessState::exited;
  CHECK(Wire(job.ranks()).under_way(0).empty());
}

TEST_CASE("connections between addresses that each node has are those of one node") {
  JobBuilder job = connected_job();
  for (const int rank : {0, 1}) {
    SocketRecord &one = socket(job, rank);
    one.local = {0, 0xffff7f000001, static_cast<std::uint16_t>(5000 + rank)};
    one.remote = {0, 0xffff7f000001, static_cast<std::uint16_t>(5001 - rank)};
  }
  socket(job, 0).unread = 17;
  CHECK(Wire(job.ranks()).under_way(0).size() == 1);
  CHECK(Wire(job.ranks()).other_end(0, socket(job, 0)) == 1);
  job.rank(1).host = "n2";
  CHECK(Wire(job.ranks()).under_way(0).empty());
}

TEST_CASE("a look tells enough of a network only if all that wait are connected and nothing is under way") {
  JobBuilder job = connected_job();
  CHECK_FALSE(may_linger_in_network(job.ranks()));
  SUBCASE("under way") {
    socket(job, 0).unacknowledged = 17;
  }
  SUBCASE("not known") {
    job.rank(1).sockets.reset();
  }
  SUBCASE("another network") {
    for (const int rank : {0, 1}) job.rank(rank).sockets.emplace().push_back(listener(rank));
  }
  CHECK(may_linger_in_network(job.ranks()));
  JobBuilder other = job;
  for (const int rank : {0, 1}) job.rank(rank).transport_empty = true;
  CHECK_FALSE(may_linger_in_network(job.ranks()));
  for (const int rank : {0, 1}) other.rank(rank).counts = true;
  CHECK_FALSE(may_linger_in_network(other.ranks()));
}

}  // namespace mqs_shim::why
