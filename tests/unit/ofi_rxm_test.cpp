// An endpoint of libfabric's provider rxm: what is read of its queues, in both byte orders and both pointer sizes, and
// what is said of damage.

#include <doctest/doctest.h>

#include <optional>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/model/ofi/attach.h"
#include "mpidbg/model/ofi/buffer_pool.h"
#include "mpidbg/model/ofi/endpoint.h"
#include "tests/contains.h"
#include "tests/fakes/fake_ofi.h"

using fakes::FakeHost;
using fakes::FakeMemory;
using fakes::FakeOfi;
using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

namespace ofi = mpidbg::model::ofi;

struct OfiProcess {
  explicit OfiProcess(unsigned pointer_size = 8, ByteOrder order = ByteOrder::little)
      : memory(pointer_size, order), host(memory), fabric(memory, host) {
    target.emplace(*mpidbg::debugger::Memory::open(host.process(), FakeHost::process_callbacks(), pointer_size));
    attached = mpidbg::model::ofi::attach({host.image(), FakeHost::image_callbacks()}, *target);
  }
  mpidbg::Result<ofi::OpenEndpoint> open(Address endpoint) {
    return mpidbg::model::ofi::open_endpoint(*target, attached.layouts, endpoint);
  }
  // The reader of the endpoint, which must be one that is read.
  ofi::Provider &provider() {
    if (!opened) {
      auto found = open(fabric.endpoint);
      REQUIRE(found);
      opened = std::move(found->provider);
    }
    return *opened;
  }
  std::string why_not(Address endpoint) {
    const auto found = open(endpoint);
    return found ? "" : found.error().message;
  }

  FakeMemory memory;
  FakeHost host;
  FakeOfi fabric;
  std::optional<mpidbg::debugger::Memory> target;
  ofi::Attachment attached;
  std::unique_ptr<ofi::Provider> opened;
};

template <class Entry>
std::vector<std::uint64_t> tags_of(const ofi::Listed<Entry> &list) {
  std::vector<std::uint64_t> found;
  for (const Entry &entry : list.entries) found.push_back(entry.tag);
  return found;
}

template <class Entry>
std::string problem_of(const ofi::Listed<Entry> &list) {
  return list.problem ? list.problem->message : "";
}

using Numbers = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("an idle endpoint of libfabric has nothing") {
  for (const auto order : {ByteOrder::little, ByteOrder::big}) {
    for (const unsigned pointer_size : {4u, 8u}) {
      OfiProcess process(pointer_size, order);
      REQUIRE(process.attached.problem == "");
      REQUIRE(process.why_not(process.fabric.endpoint) == "");
      ofi::Provider &provider = process.provider();
      CHECK((provider.posted().entries.empty() && problem_of(provider.posted()).empty()));
      CHECK((provider.unexpected().entries.empty() && problem_of(provider.unexpected()).empty()));
      CHECK((provider.sends().entries.empty() && problem_of(provider.sends()).empty()));
      CHECK((provider.matched().entries.empty() && problem_of(provider.matched()).empty()));
    }
  }
}

TEST_CASE("receives of rxm are read in the order of posting") {
  for (const auto order : {ByteOrder::little, ByteOrder::big}) {
    OfiProcess process(8, order);
    process.fabric.post({.tag = 3, .source = 5, .bytes = 40, .buffer = Address(0x111), .context = Address(0x222)});
    process.fabric.post({.tag = 1, .ignore = 0xff});
    const auto found = process.provider().posted();
    CHECK(problem_of(found) == "");
    REQUIRE(tags_of(found) == Numbers{3, 1});
    const auto &first = found.entries[0];
    CHECK((first.source == 5 && first.bytes == 40 && first.ignore == 0));
    CHECK((first.buffer == Address(0x111) && first.context == Address(0x222)));
    CHECK((!found.entries[1].source && found.entries[1].ignore == 0xff));
  }
}

TEST_CASE("messages of rxm are counted once, whatever their packets") {
  OfiProcess process;
  FakeOfi &fabric = process.fabric;
  fabric.arrive({.tag = 1, .bytes = 8, .data = 9, .source = 2});
  fabric.arrive({.tag = 2, .bytes = 40000, .source = 3, .kind = FakeOfi::Kind::first_segment, .number = 6});
  fabric.arrive({.tag = 2, .bytes = 40000, .source = 3, .kind = FakeOfi::Kind::later_segment, .number = 6});
  fabric.arrive({.tag = 3, .bytes = 800000, .source = 4, .kind = FakeOfi::Kind::rendezvous, .number = 7});
  const auto found = process.provider().unexpected();
  CHECK(problem_of(found) == "");
  REQUIRE(tags_of(found) == Numbers{1, 2, 3});
  CHECK(process.provider().is_in_order());
  const auto &eager = found.entries[0], &segments = found.entries[1], &rendezvous = found.entries[2];
  CHECK((eager.data == 9 && eager.source == 2 && eager.bytes == 8 && !eager.rendezvous && !eager.number));
  CHECK(!eager.payload.is_null());
  CHECK((!segments.data && segments.bytes == 40000 && segments.number == 6 && segments.payload.is_null()));
  CHECK((rendezvous.rendezvous && rendezvous.source == 4 && rendezvous.number == 7));
}

TEST_CASE("what the pools of rxm have in use and no list has, is matched or sent") {
  OfiProcess process;
  FakeOfi &fabric = process.fabric;
  fabric.arrive({.tag = 1});
  const Address receive = fabric.new_receive({.tag = 2, .context = Address(0x700)});
  fabric.match(receive, fabric.new_message({.tag = 2, .bytes = 900000, .kind = FakeOfi::Kind::rendezvous}));
  const auto matched = process.provider().matched();
  CHECK(problem_of(matched) == "");
  REQUIRE(matched.entries.size() == 1);
  CHECK((matched.entries[0].receive.context == Address(0x700) && matched.entries[0].message.bytes == 900000));

  fabric.send({.tag = 5, .bytes = 100, .context = Address(0x800), .number = 3});
  fabric.send({.tag = 6, .state = 12});  // it is over
  const auto sends = process.provider().sends();
  CHECK(problem_of(sends) == "");
  REQUIRE(tags_of(sends) == Numbers{5});
  CHECK((sends.entries[0].context == Address(0x800) && sends.entries[0].number == 3 && sends.entries[0].rendezvous));
}

TEST_CASE("a message that was probed for is found by the context of the probe") {
  OfiProcess process;
  const Address message = process.fabric.new_message({.tag = 9, .bytes = 12});
  const Address context = process.memory.allocate(64);
  process.memory.write_pointer(context, message);
  const auto found = process.provider().taken_by(context);
  REQUIRE(found);
  CHECK((found->tag == 9 && found->bytes == 12));
  CHECK(!process.provider().taken_by(Address(0x99999)));
}

TEST_CASE("packets count as progress, and probes that find nothing do not") {
  OfiProcess process;
  FakeOfi &fabric = process.fabric;
  fabric.set_completions(fabric.packet_completions, 7, 7);
  fabric.set_completions(fabric.completions, 100, 100);
  auto found = process.provider().progress();
  REQUIRE(found);
  CHECK((found->counters == Numbers{7, 7} && !found->empty));
  fabric.set_completions(fabric.completions, 101, 101);
  CHECK(process.provider().progress()->counters == Numbers{7, 7});
  fabric.set_completions(fabric.completions, 102, 101);
  CHECK(process.provider().progress()->empty == false);
  fabric.set_completions(fabric.completions, 102, 102);
  fabric.set_completions(fabric.packet_completions, 8, 7);
  CHECK(process.provider().progress()->empty == false);
}

TEST_CASE("the endpoint behind hooks is read, and not one of a provider that is not known") {
  OfiProcess process;
  FakeOfi &fabric = process.fabric;
  const Address hook = fabric.new_hook(fabric.new_hook(fabric.endpoint));
  const auto behind = process.open(hook);
  REQUIRE(behind);
  CHECK(behind->endpoint == fabric.endpoint);
  const Address circle = fabric.new_hook(fabric.endpoint);
  fabric.set(circle, fabric.layouts.endpoint.domain, circle.value());
  CHECK(contains(process.why_not(circle), "hooks"));
  CHECK(contains(process.why_not(fabric.queue), "is no endpoint"));
  fabric.set_provider("tomorrow");
  CHECK(process.why_not(fabric.endpoint) == "the provider tomorrow of libfabric is not read");
}

TEST_CASE("damage in rxm's queues ends them with its place") {
  const auto damaged = [](auto &&damage) {
    OfiProcess process;
    FakeOfi &fabric = process.fabric;
    const Address first = fabric.post({.tag = 1}), second = fabric.post({.tag = 2});
    damage(fabric, first, second);
    const auto found = process.provider().posted();
    CHECK(tags_of(found) == Numbers{1});
    return problem_of(found);
  };
  const auto &of = [](FakeOfi & fabric) -> auto & {
    return fabric.layouts;
  };
  CHECK(contains(damaged([&](FakeOfi &fabric, Address, Address second) {
                   fabric.set(second + of(fabric).rxm_receive.entry.offset, of(fabric).link.prev, 0x77);
                 }),
                 "leads back to 0x77"));
  CHECK(contains(damaged([&](FakeOfi &fabric, Address, Address second) {
                   fabric.set(second, of(fabric).rxm_receive.recv_queue, 0x99);
                 }),
                 "is of the queue at 0x99"));
  CHECK(contains(damaged([&](FakeOfi &fabric, Address, Address second) {
                   fabric.set(second, of(fabric).rxm_receive.total_len, ~std::uint64_t{0});
                 }),
                 "bytes"));
  CHECK(problem_of([] {
          OfiProcess process;
          const Address message = process.fabric.arrive({.tag = 1});
          process.fabric.set(message, process.fabric.layouts.rxm_receive_buffer.ep, 0x55);
          return process.provider().unexpected();
        }())
            .find("is of the endpoint at 0x55") != std::string::npos);
}

TEST_CASE("pools that do not fit the layouts are refused, and free elements are checked") {
  OfiProcess process;
  FakeOfi &fabric = process.fabric;
  const auto &l = fabric.layouts;
  fabric.set(fabric.receive_pool, l.pool.size, 100);
  CHECK(contains(process.why_not(fabric.endpoint), "has elements of 100 bytes"));

  OfiProcess huge;
  huge.fabric.set(huge.fabric.send_pool, l.pool.region_cnt, std::uint64_t{1} << 40);
  CHECK(contains(huge.why_not(huge.fabric.endpoint), "regions"));

  OfiProcess loose;
  loose.fabric.send({.tag = 1});
  const Address sent = loose.fabric.send({.tag = 1});
  loose.fabric.set(sent - l.pool_header.byte_size, l.pool_header.index, 5);
  CHECK(contains(problem_of(loose.provider().sends()), "has number 5"));

  OfiProcess stray;
  const Address free = stray.fabric.send_pool + l.pool.free_entries.offset;
  const Address head(stray.memory.read_integer(free + l.singly_linked.head.offset, 8));
  stray.memory.write_pointer(head, stray.fabric.queue);
  CHECK(contains(problem_of(stray.provider().sends()), "is in no region"));
}

TEST_CASE("whatever word is overwritten, the walks end and add nothing") {
  for (const std::uint64_t value : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{0x10000}}) {
    OfiProcess whole;
    const auto fill = [](OfiProcess &process) {
      process.fabric.post({.tag = 1});
      process.fabric.arrive({.tag = 2});
      process.fabric.send({.tag = 3});
    };
    fill(whole);
    for (const auto &[begin, end] : whole.memory.block_ranges()) {
      const std::uint64_t step = end - begin > 4096 ? 1024 : 8;
      for (Address at = begin; at + 8 <= end; at = at + step) {
        OfiProcess process;
        fill(process);
        process.memory.write_integer(at, value, 8);
        const auto found = process.open(process.fabric.endpoint);
        if (!found) continue;
        CHECK(found->provider->posted().entries.size() <= 1);
        CHECK(found->provider->unexpected().entries.size() <= 1);
        static_cast<void>(found->provider->matched());
        static_cast<void>(found->provider->sends());
        static_cast<void>(found->provider->progress());
      }
    }
  }
}
