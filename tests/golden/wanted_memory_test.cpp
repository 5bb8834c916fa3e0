// What memory a target is told that an answer needs: what captures keep.

#include <doctest/doctest.h>

#include <algorithm>

#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/session/session.h"
#include "tests/fakes/fake_datatypes.h"
#include "tests/fakes/open_mpi_target.h"

using fakes::FakeDatatypes;
using fakes::FakeOpenMpi;
using mpidbg::Address;
using mpidbg::AddressRange;

namespace {

class RememberingTarget final : public fakes::HostTarget {
 public:
  RememberingTarget(FakeOpenMpi &mpi, AddressRange heap) : HostTarget(mpi.host), heap_(heap) {}
  void note_wanted(Address address, std::size_t size) override { wanted.push_back({address, address + size}); }
  std::vector<AddressRange> private_memory() override {
    ++times_asked;
    return {heap_};
  }

  bool has(Address at) const {
    return std::any_of(wanted.begin(), wanted.end(), [&](const AddressRange &range) { return range.contains(at); });
  }

  std::vector<AddressRange> wanted;
  int times_asked = 0;

 private:
  AddressRange heap_;
};

}  // namespace

TEST_CASE("of memory that is searched nothing is wanted but what the search has found") {
  static const auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
  REQUIRE_MESSAGE(plugin.ok(), plugin.error().message);
  FakeOpenMpi mpi(8, mpidbg::ByteOrder::little, 0, 2);
  FakeDatatypes types(mpi);
  mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], "4.1.4");
  const Address made = types.make(FakeDatatypes::contiguous, {2}, {}, {types[39]}, {8, 0, 8, 0, 8, 2});
  std::vector<std::uint8_t> object(mpi.layouts.datatype.byte_size);
  REQUIRE(mpi.memory.read(made, object.data(), object.size()));
  // A copy of it in memory of its own, between what has no objects.
  constexpr std::uint64_t bytes = 1 << 16, into = 1 << 15;
  const Address begin = mpi.memory.allocate(bytes, 4096);
  mpi.memory.write(begin + into, object.data(), object.size());
  RememberingTarget target(mpi, {begin, begin + bytes});
  auto session = mqs_shim::Session::open(**plugin, target);
  REQUIRE_MESSAGE(session.ok(), session.error().message);
  mqs_shim::ProcessReport report;
  REQUIRE((*session)->read(mqs_shim::questions_of(mqs_shim::Noun::datatypes), report).ok());
  const auto &listed = report.handles.datatypes.objects;
  REQUIRE(std::any_of(listed.begin(), listed.end(), [&](const auto &one) { return one.handle == begin + into; }));
  CHECK(target.has(begin + into + mpi.layouts.object.obj_class.offset));
  // A record of mpidbg would be at the start of the range.
  for (std::uint64_t at = 16; at < bytes; at += 8) {
    if (at + 8 <= into || at >= into + object.size()) CHECK_FALSE_MESSAGE(target.has(begin + at), at);
  }
}

TEST_CASE("a look at requests that are at hand asks for the ranges of memory once, when the process is set up") {
  static const auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
  REQUIRE_MESSAGE(plugin.ok(), plugin.error().message);
  FakeOpenMpi mpi(8, mpidbg::ByteOrder::little, 0, 2);
  mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], "4.1.4");
  const Address begin = mpi.memory.allocate(4096, 4096);
  RememberingTarget target(mpi, {begin, begin + 4096});
  auto session = mqs_shim::Session::open(**plugin, target);
  REQUIRE_MESSAGE(session.ok(), session.error().message);
  mqs_shim::Questions questions = mqs_shim::questions_of(mqs_shim::Noun::why);
  questions.requests_at_hand.emplace();
  for (int look = 0; look < 2; ++look) {
    mqs_shim::ProcessReport report;
    REQUIRE((*session)->read(questions, report).ok());
  }
  CHECK(target.times_asked == 1);
}
