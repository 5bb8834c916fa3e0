// Where layouts come from, and that what is missing or different is said.

#include "mpidbg/layout/openmpi/layouts.h"

#include <doctest/doctest.h>

#include <stdexcept>

#include "mpidbg/layout/resolve.h"
#include "mpidbg/layout/view.h"
#include "tests/fakes/fake_open_mpi.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeHost;
using fakes::FakeOpenMpi;
using mpidbg::Address;
using mpidbg::ByteOrder;
using namespace mpidbg::layout;

namespace {

struct SampleLayout : StructLayout {
  SampleLayout() : StructLayout("sample_t") {}
  Slot<std::int32_t> rank;
  Slot<Address> pointer;
  Slot<SizeT> count;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("rank", rank);
    field("pointer", pointer);
    field("count", count);
  }
};

Profile sample_profile() {
  Profile profile;
  profile.structs["sample_t"] = {
      32, {{"rank", {4, 4, "signed", ""}}, {"pointer", {8, 8, "pointer", ""}}, {"count", {16, 8, "unsigned", ""}}}};
  return profile;
}

SampleLayout resolve(const Profile &profile) {
  SampleLayout layout;
  ProfileSource source(profile);
  resolve_from(layout, source, LayoutOrigin::profile_by_version, 8);
  return layout;
}

template <class Layout, auto slot>
constexpr bool accepts = requires(const View<Layout> &view) {
  view.get(slot);
  view.address_of(slot);
};

}  // namespace

TEST_CASE("a view accepts the slots of its own layout only") {
  using namespace mpidbg::layout::openmpi;
  static_assert(accepts<RequestLayout, &RequestLayout::req_type>);
  static_assert(!accepts<PmlRequestLayout, &RequestLayout::req_type>);
  static_assert(!accepts<RequestLayout, &PmlRequestLayout::req_type>);
}

TEST_CASE("a slot that was not resolved, or is not within what was read, is never read") {
  fakes::FakeMemory target(8, ByteOrder::little);
  FakeHost host(target);
  const auto memory = mpidbg::debugger::Memory::open(host.process(), FakeHost::process_callbacks(), 8);
  const Address address = target.allocate(32);
  SampleLayout layout = resolve(sample_profile());
  const auto view = View<SampleLayout>::read(*memory, layout, address);
  REQUIRE(view);
  CHECK(view->get(&SampleLayout::rank) == 0);
  layout.rank.resolved = false;
  CHECK_THROWS_AS(view->get(&SampleLayout::rank), std::logic_error);
  layout.rank = {.offset = 0, .resolved = true};  // before the first byte read
  CHECK_THROWS_AS(view->get(&SampleLayout::rank), std::logic_error);
  layout.rank = {.offset = 21, .resolved = true};  // one byte too far
  CHECK_THROWS_AS(view->get(&SampleLayout::rank), std::logic_error);
}

TEST_CASE("a described struct is resolved whole or not at all") {
  Profile profile = sample_profile();
  SUBCASE("whole") {
    const SampleLayout layout = resolve(profile);
    CHECK(layout.resolved());
    CHECK(layout.byte_size == 32);
    CHECK(layout.rank.offset == 4);
    CHECK(layout.span_begin == 4);
    CHECK(layout.span_end == 24);
  }
  SUBCASE("a missing field") {
    profile.structs["sample_t"].fields.erase("count");
    const SampleLayout layout = resolve(profile);
    CHECK_FALSE(layout.resolved());
    CHECK(layout.problem == "unsupported layout of sample_t: missing count");
    CHECK_FALSE(layout.rank.resolved);
  }
  SUBCASE("another width") {
    profile.structs["sample_t"].fields["rank"].size = 2;
    CHECK(resolve(profile).problem == "unsupported layout of sample_t: rank is 2 bytes wide, expected 4");
  }
  SUBCASE("outside of the struct") {
    profile.structs["sample_t"].fields["count"].offset = 28;
    CHECK(resolve(profile).problem == "unsupported layout of sample_t: count at 28 lies outside its 32 bytes");
  }
  SUBCASE("an unknown struct") {
    profile.structs.clear();
    CHECK(resolve(profile).problem == "unknown layout of sample_t");
  }
}

TEST_CASE("a struct that the host lacks is missing by name, and the rest still answers") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  mpi.host.types.erase("mca_pml_ob1_recv_frag_t");
  const FakeOpenMpi::Request request{.communicator = mpi.world, .peer = 1, .tag = 5};
  mpi.post(mpi.new_receive(request), request);
  PluginDriver plugin(mpi.host);
  REQUIRE(plugin.update() == mqs_ok);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  CHECK(plugin.details(MPIDBG_QUEUE_RECEIVES).size() == 1);
  CHECK(mqs_setup_operation_iterator(mpi.host.process(), mqs_unexpected_messages) == mqs_no_information);
  CHECK(plugin.detail() == "unknown layout of mca_pml_ob1_recv_frag_t");
  CHECK(std::string(plugin.process_info().queue_problem[MPIDBG_QUEUE_UNEXPECTED]) ==
        "unknown layout of mca_pml_ob1_recv_frag_t");
  CHECK(std::string(plugin.process_info().queue_problem[MPIDBG_QUEUE_RECEIVES]) == "");
}

TEST_CASE("without any layout the answer is an error that names the first struct") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  mpi.host.types.clear();
  mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], "9.9.9");
  PluginDriver plugin(mpi.host);
  char *message = nullptr;
  CHECK(mqs_process_has_queues(mpi.host.process(), &message) >= mqs_first_user_code);
  CHECK(std::string(message) ==
        "%s: no struct layouts for Open MPI 9.9.9: it has no debug information, and no profile fits");
}

TEST_CASE("a profile that disagrees with the debug information is not used for the rest") {
  // The fake's structs are laid out unlike any build's; version 4.1 has a profile.
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], "4.1.4");
  mpi.host.types.erase("mca_pml_ob1_recv_frag_t");
  PluginDriver plugin(mpi.host);
  REQUIRE(plugin.update() == mqs_ok);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  CHECK(mqs_setup_operation_iterator(mpi.host.process(), mqs_unexpected_messages) == mqs_no_information);
  CHECK(std::string(plugin.process_info().layout_source) == "debug information (checked)");
}

TEST_CASE("the plugin reads whole structs: a message costs two fetches") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  for (int i = 0; i < 100; ++i) mpi.arrive({.communicator = mpi.world, .source = 1, .tag = i});
  PluginDriver plugin(mpi.host);
  REQUIRE(plugin.update() == mqs_ok);
  REQUIRE(plugin.select("MPI_COMM_WORLD"));
  const std::uint64_t before = mpi.host.fetches;
  REQUIRE(plugin.details(MPIDBG_QUEUE_UNEXPECTED).size() == 100);
  CHECK(mpi.host.fetches - before <= 2 * 100 + 20);
}
