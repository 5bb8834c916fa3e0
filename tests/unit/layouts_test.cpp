// Where layouts come from, and that what is missing or different is said.

#include "mpidbg/layout/openmpi/layouts.h"

#include <doctest/doctest.h>

#include <stdexcept>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/profile_collection.h"
#include "mpidbg/layout/resolve.h"
#include "mpidbg/layout/view.h"
#include "tests/fakes/fake_open_mpi.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeHost;
using fakes::FakeOpenMpi;
using fakes::FakeType;
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

// A struct that got a field in a later version.
struct GrownLayout : StructLayout {
  GrownLayout() : StructLayout("sample_t") {}
  Slot<std::int32_t> rank;
  Slot<Optional<std::uint16_t>> flags;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("rank", rank);
    field("flags", flags);
  }
};

GrownLayout resolve_grown(const Profile &profile) {
  GrownLayout layout;
  ProfileSource source(profile);
  resolve_from(layout, source, LayoutOrigin::profile_by_version, 8);
  return layout;
}

Profile grown_profile(ProfileField flags) {
  Profile profile = sample_profile();
  profile.structs["sample_t"].fields["flags"] = std::move(flags);
  return profile;
}

// A struct whose field became wider in a later version.
struct WidenedLayout : StructLayout {
  WidenedLayout() : StructLayout("sample_t") {}
  Slot<Unsigned16Or32> id;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("id", id);
  }
};

WidenedLayout resolve_widened(ProfileField id) {
  Profile profile;
  profile.structs["sample_t"] = {16, {{"id", std::move(id)}}};
  WidenedLayout layout;
  ProfileSource source(profile);
  resolve_from(layout, source, LayoutOrigin::profile_by_version, 8);
  return layout;
}

// A struct whose integer became a struct of two in a later version.
struct SplitLayout : StructLayout {
  SplitLayout() : StructLayout("sample_t") {}
  Slot<Unsigned32Or128> id;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("id", id);
  }
};

SplitLayout resolve_split(ProfileField id) {
  Profile profile;
  profile.structs["sample_t"] = {24, {{"id", std::move(id)}}};
  SplitLayout layout;
  ProfileSource source(profile);
  resolve_from(layout, source, LayoutOrigin::profile_by_version, 8);
  return layout;
}

// What the compiler says of reading a slot.
template <class Slots>
constexpr bool has_offset = requires(const Slots &slot) {
  slot.offset;
};

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
  SUBCASE("another kind") {
    profile.structs["sample_t"].fields["pointer"].kind = "unsigned";
    CHECK(resolve(profile).problem == "unsupported layout of sample_t: pointer is an integer, expected a pointer");
  }
  SUBCASE("a union wider than the member that is read") {
    ProfileField &field = profile.structs["sample_t"].fields["pointer"];
    field.kind = "union";
    field.size = 16;
    CHECK(resolve(profile).resolved());
    CHECK(resolve(profile).pointer.offset == 8);
    field.kind = "pointer";
    CHECK(resolve(profile).problem == "unsupported layout of sample_t: pointer is 16 bytes wide, expected 8");
  }
  SUBCASE("a union that the member which is read does not fit into") {
    profile.structs["sample_t"].fields["pointer"] = {8, 4, "union", ""};
    CHECK(resolve(profile).problem == "unsupported layout of sample_t: pointer is 4 bytes wide, expected 8");
  }
  SUBCASE("a union at the end is read as far as its member goes") {
    profile.structs["sample_t"].fields["count"].offset = 4;
    profile.structs["sample_t"].fields["rank"].offset = 12;
    profile.structs["sample_t"].fields["pointer"] = {16, 16, "union", ""};
    CHECK(resolve(profile).span_end == 24);
  }
  SUBCASE("no room before the next field") {
    profile.structs["sample_t"].fields["rank"] = {14, 0, "", ""};
    CHECK(resolve(profile).problem == "unsupported layout of sample_t: pointer has 6 bytes before rank, expected 8");
  }
  SUBCASE("outside of the struct") {
    profile.structs["sample_t"].fields["count"].offset = 28;
    CHECK(resolve(profile).problem == "unsupported layout of sample_t: count at 28 is outside its 32 bytes");
  }
  SUBCASE("an unknown struct") {
    profile.structs.clear();
    CHECK(resolve(profile).problem == "unknown layout of sample_t");
  }
}

TEST_CASE("an optional field may be absent, and is checked where it is there") {
  SUBCASE("absent") {
    const GrownLayout layout = resolve_grown(sample_profile());
    CHECK(layout.resolved());
    CHECK(layout.rank.offset == 4);
    CHECK_FALSE(layout.flags.present);
    CHECK(layout.span_begin == 4);
    CHECK(layout.span_end == 8);
  }
  SUBCASE("there") {
    const GrownLayout layout = resolve_grown(grown_profile({24, 2, "unsigned", ""}));
    REQUIRE(layout.flags.present);
    CHECK(layout.flags.present->offset == 24);
    CHECK(layout.span_end == 26);
  }
  SUBCASE("of another width") {
    CHECK(resolve_grown(grown_profile({24, 4, "unsigned", ""})).problem ==
          "unsupported layout of sample_t: flags is 4 bytes wide, expected 2");
  }
  SUBCASE("of another kind") {
    CHECK(resolve_grown(grown_profile({24, 2, "struct", ""})).problem ==
          "unsupported layout of sample_t: flags is a struct, expected an integer");
  }
  SUBCASE("without room") {
    CHECK(resolve_grown(grown_profile({3, 0, "", ""})).problem ==
          "unsupported layout of sample_t: flags has 1 bytes before rank, expected 2");
  }
  SUBCASE("a profile that has it disagrees with debug information that does not") {
    GrownLayout without = resolve_grown(sample_profile());
    const Profile with_flags = grown_profile({24, 2, "unsigned", ""});
    ProfileSource source(with_flags);
    CHECK(difference(without, source, 8) == "sample_t.flags is absent and not at 24");
    GrownLayout with = resolve_grown(with_flags);
    CHECK(difference(with, source, 8).empty());
  }
}

TEST_CASE("an integer of 2 or 4 bytes is read as wide as the source says") {
  fakes::FakeMemory memory(8, ByteOrder::big);
  FakeHost host(memory);
  const Address object = memory.allocate(16);
  memory.write_integer(object + 4, 0x12345678, 4);
  const auto target = mpidbg::debugger::Memory::open(host.process(), FakeHost::process_callbacks(), 8).value();
  for (const auto &[width, value] : {std::pair{2u, 0x1234u}, {4u, 0x12345678u}, {0u, 0x1234u}}) {
    const WidenedLayout layout = resolve_widened({4, width, "", ""});
    REQUIRE(layout.resolved());
    CHECK(layout.span_end == 4 + std::max(width, 2u));
    CHECK(View<WidenedLayout>::read(target, layout, object)->get(&WidenedLayout::id) == value);
  }
  CHECK(resolve_widened({4, 8, "unsigned", ""}).problem ==
        "unsupported layout of sample_t: id is 8 bytes wide, expected 2 or 4");
  CHECK(resolve_widened({4, 4, "struct", ""}).problem ==
        "unsupported layout of sample_t: id is a struct, expected an integer of 2 or 4 bytes");
  CHECK(resolve_widened({14, 4, "unsigned", ""}).problem ==
        "unsupported layout of sample_t: id at 14 is outside its 16 bytes");
}

TEST_CASE("an integer of 4 bytes that became a struct of two of 8 is read as what the source says") {
  fakes::FakeMemory memory(8, ByteOrder::big);
  FakeHost host(memory);
  const Address object = memory.allocate(24);
  memory.write_integer(object + 8, 0x1122334455667788, 8);
  memory.write_integer(object + 16, 9, 8);
  const auto target = mpidbg::debugger::Memory::open(host.process(), FakeHost::process_callbacks(), 8).value();
  const auto value = [&](const SplitLayout &layout) {
    REQUIRE(layout.resolved());
    return View<SplitLayout>::read(target, layout, object)->get(&SplitLayout::id);
  };
  CHECK(value(resolve_split({8, 4, "unsigned", ""})) == Unsigned128{0, 0x11223344});
  CHECK(value(resolve_split({8, 0, "", ""})) == Unsigned128{0, 0x11223344});
  CHECK(value(resolve_split({8, 16, "struct", ""})) == Unsigned128{0x1122334455667788, 9});
  CHECK(resolve_split({8, 16, "struct", ""}).span_end == 24);
  CHECK(resolve_split({8, 8, "struct", ""}).problem ==
        "unsupported layout of sample_t: id is 8 bytes wide, expected 4 or 16");
  CHECK(resolve_split({8, 16, "unsigned", ""}).problem ==
        "unsupported layout of sample_t: id is 16 bytes wide, expected 4 or 16");
  CHECK(resolve_split({8, 16, "pointer", ""}).problem ==
        "unsupported layout of sample_t: id is a pointer, expected an integer of 4 bytes or a struct of two of 8");
  CHECK(resolve_split({16, 16, "struct", ""}).problem ==
        "unsupported layout of sample_t: id at 16 is outside its 24 bytes");
}

TEST_CASE("an optional field that is absent has no value, no address, and no offset to read it at") {
  static_assert(!has_offset<Slot<Optional<std::uint16_t>>>);
  static_assert(has_offset<Slot<std::uint16_t>>);
  fakes::FakeMemory target(8, ByteOrder::little);
  FakeHost host(target);
  const auto memory = mpidbg::debugger::Memory::open(host.process(), FakeHost::process_callbacks(), 8);
  const Address address = target.allocate(32);
  target.write_integer(address, 0x1111, 2);  // what an offset of 0 would show
  target.write_integer(address + 24, 0x2222, 2);
  const GrownLayout with = resolve_grown(grown_profile({24, 2, "unsigned", ""}));
  const auto there = View<GrownLayout>::read(*memory, with, address);
  REQUIRE(there);
  CHECK(there->has(&GrownLayout::flags));
  CHECK(there->get(&GrownLayout::flags) == std::uint16_t{0x2222});
  CHECK(there->address_of(&GrownLayout::flags) == address + 24);
  const GrownLayout without = resolve_grown(sample_profile());
  const auto absent = View<GrownLayout>::read(*memory, without, address);
  REQUIRE(absent);
  CHECK_FALSE(absent->has(&GrownLayout::flags));
  CHECK_FALSE(absent->get(&GrownLayout::flags));
  CHECK_FALSE(absent->address_of(&GrownLayout::flags));
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

TEST_CASE("without the structs of ob1's requests no communicator claims to list them") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  HandleSession complete(mpi.host);
  CHECK((mpidbg_capabilities(complete.process(), MPIDBG_KIND_COMM) & MPIDBG_COMM_CAP_REQUEST_LIST) != 0);
  FakeOpenMpi partial(8, ByteOrder::little, 0, 2);
  partial.host.types.erase("mca_pml_ob1_send_request_t");
  HandleSession session(partial.host);
  CHECK((mpidbg_capabilities(session.process(), MPIDBG_KIND_COMM) & MPIDBG_COMM_CAP_REQUEST_LIST) == 0);
  CHECK((mpidbg_capabilities(session.process(), MPIDBG_KIND_REQUEST) & MPIDBG_REQUEST_CAP_POINT_TO_POINT) == 0);
}

namespace {

const std::string hint = "; mpidbg profile extract makes a profile of a build with debug information";

}  // namespace

TEST_CASE("without any layout the answer is an error that names the first struct") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  mpi.host.types.clear();
  mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], "9.9.9");
  PluginDriver plugin(mpi.host);
  char *message = nullptr;
  CHECK(mqs_process_has_queues(mpi.host.process(), &message) >= mqs_first_user_code);
  CHECK(std::string(message) ==
        "%s: no struct layouts for Open MPI 9.9.9: it has no debug information, and no profile fits" + hint);
}

TEST_CASE("debug information of a version that changed a struct is refused by the name of the field") {
  // As 5.0 does: c_name is a pointer, c_contextid a struct, here of another size.
  struct Machine {
    unsigned pointer_size;
    ByteOrder order;
  };
  for (const Machine machine : {Machine{8, ByteOrder::little}, Machine{8, ByteOrder::big},
                                Machine{4, ByteOrder::little}, Machine{4, ByteOrder::big}}) {
    CAPTURE(machine.pointer_size);
    FakeOpenMpi mpi(machine.pointer_size, machine.order, 0, 2);
    mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], "5.9.7");
    FakeType &type = mpi.host.types["ompi_communicator_t"];
    type.fields["c_contextid"] = type.fields["c_name"] + 8;
    type.field_types["c_name"] = {0, MPIDBG_FIELD_POINTER, machine.pointer_size};
    type.field_types["c_contextid"] = {0, MPIDBG_FIELD_STRUCT, 8};
    const auto refusal = [&](mpidbg_field_type_function_t field_types) {
      PluginDriver plugin(mpi.host, field_types);
      char *message = nullptr;
      CHECK(mqs_process_has_queues(mpi.host.process(), &message) >= mqs_first_user_code);
      return std::string(message);
    };
    const std::string before = "%s: no struct layouts for Open MPI 5.9.7: unsupported layout of ompi_communicator_t: ";
    CHECK(refusal(FakeHost::field_type) ==
          before + "c_contextid is 8 bytes wide, expected 4 or 16, and no profile fits" + hint);
    // A debugger that knows offsets only.
    CHECK(refusal(nullptr) ==
          before + "c_name has 8 bytes before c_contextid, expected 64, and no profile fits" + hint);
  }
}

TEST_CASE("what all fields are agrees with their descriptions, and a name may be a pointer") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  const Address name = mpi.memory.new_string("behind a pointer");
  const auto &layout = mpi.layouts.communicator;
  mpi.memory.write_pointer(mpi.world + layout.c_name.offset, name);
  mpi.host.types["ompi_communicator_t"].field_types["c_name"] = {0, MPIDBG_FIELD_POINTER, 8};
  PluginDriver plugin(mpi.host, FakeHost::field_type);
  REQUIRE(plugin.update() == mqs_ok);
  CHECK(plugin.select("behind a pointer"));
}

TEST_CASE("a union of pointers may be wider than a pointer, and not narrower") {
  const auto refusal = [](std::uint64_t width) -> std::string {
    FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
    mpi.host.types["ompi_communicator_t"].field_types["c_local_group"] = {0, MPIDBG_FIELD_UNION, width};
    PluginDriver plugin(mpi.host, FakeHost::field_type);
    return plugin.update() == mqs_ok && plugin.select("MPI_COMM_WORLD") ? std::string() : plugin.detail();
  };
  CHECK(refusal(8).empty());
  CHECK(refusal(24).empty());
  CHECK(refusal(4).find("c_local_group is 4 bytes wide, expected 8") != std::string::npos);
}

TEST_CASE("a name that is not a text is an error with its address and field") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  const Address name = mpi.world + mpi.layouts.communicator.c_name.offset;
  std::string why;
  SUBCASE("control characters") {
    mpi.memory.write_string(name, "\x10\x7f\x55");
    why = "it has control characters";
  }
  SUBCASE("no NUL") {
    mpi.memory.write(name, std::string(64, 'n').data(), 64);
    why = "it has no NUL";
  }
  PluginDriver plugin(mpi.host);
  plugin.update();
  CHECK_FALSE(plugin.select("MPI_COMM_WORLD"));
  const auto memory = mpidbg::debugger::Memory::open(mpi.host.process(), FakeHost::process_callbacks(), 8);
  const auto text = View<openmpi::CommunicatorLayout>::text_at(
      *memory,
      [&] {
        auto layout = mpi.layouts.communicator;
        layout.origin = LayoutOrigin::debug_information;
        return layout;
      }(),
      mpi.world, &openmpi::CommunicatorLayout::c_name);
  REQUIRE_FALSE(text);
  CHECK(text.error().message == "ompi_communicator_t.c_name at " + mpidbg::hex(name) + " is not a text: " + why);
  CHECK(text.error().address == name);
}

TEST_CASE("a name that the program coloured is a text") {
  for (const std::string name : {"a \x1b[31mred\x1b[0m one", "abc\x1b", "ab\x1b"}) {
    CAPTURE(name);
    FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
    mpi.memory.write_string(mpi.world + mpi.layouts.communicator.c_name.offset, name);
    PluginDriver plugin(mpi.host);
    plugin.update();
    CHECK(plugin.select(name) == (name != "ab\x1b"));  // up to a quarter of it
  }
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

TEST_CASE("how many endpoints a process has depends on the components of a build, and is no disagreement") {
  const Profile *profile = nullptr;
  for (const Profile *known : profile_collection().profiles) {
    if (known->name == "openmpi-4.1.4-x86_64") profile = known;
  }
  REQUIRE(profile != nullptr);
  const auto disagreement = [&](const char *type) {
    Profile built = *profile;
    built.structs.erase("mca_pml_ob1_recv_frag_t");
    built.structs.at(type).size += 8;
    openmpi::Layouts layouts;
    ProfileSource debug_information(built), source(*profile);
    const std::string found = resolve_all<openmpi::ProcEndpointsLayout>(
        layouts, debug_information, &source, LayoutOrigin::profile_by_version, profile->pointer_size);
    CHECK(layouts.proc_endpoints.resolved());
    CHECK(layouts.ob1_receive_fragment.resolved() == found.empty());
    return found;
  };
  CHECK(disagreement("ompi_proc_t").empty());
  CHECK(disagreement("opal_proc_t") ==
        "the debug information disagrees with the profile: opal_proc_t is 80 bytes and not 72");
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
