// A worker of UCX: what is read of its queues, in both byte orders and both pointer sizes, and what is said of damage.

#include <doctest/doctest.h>

#include <optional>
#include <random>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/layout/choose_profile.h"
#include "mpidbg/layout/profile_collection.h"
#include "mpidbg/layout/resolve.h"
#include "mpidbg/layout/ucx/constants.h"
#include "mpidbg/model/ucx/attach.h"
#include "mpidbg/model/ucx/worker.h"
#include "tests/contains.h"
#include "tests/fakes/fake_ucx.h"
#include "tests/fakes/random_rounds.h"

using fakes::FakeHost;
using fakes::FakeMemory;
using fakes::FakeUcx;
using mpidbg::Address;
using mpidbg::ByteOrder;
using namespace mpidbg::model::ucx;

namespace {

constexpr std::uint64_t any_source = 0xffff00009fffffff;

struct Process {
  explicit Process(FakeUcx::Shape shape = FakeUcx::Shape::fields, unsigned pointer_size = 8,
                   ByteOrder order = ByteOrder::little)
      : memory(pointer_size, order), host(memory), ucx(memory, host, 160, shape) {
    target.emplace(*mpidbg::debugger::Memory::open(host.process(), FakeHost::process_callbacks(), pointer_size));
    attached = attach({host.image(), FakeHost::image_callbacks()}, *target);
    worker.emplace(*target, attached.layouts, WorkerPlace{ucx.worker, ucx.context, {}});
  }
  Worker with_stack(Address top) { return Worker(*target, attached.layouts, {ucx.worker, ucx.context, top}); }

  FakeMemory memory;
  FakeHost host;
  FakeUcx ucx;
  std::optional<mpidbg::debugger::Memory> target;
  Attachment attached;
  std::optional<Worker> worker;
};

template <class Entry>
std::vector<std::uint64_t> tags(const Listed<Entry> &list) {
  std::vector<std::uint64_t> found;
  for (const Entry &entry : list.entries) found.push_back(entry.tag);
  return found;
}

template <class Entry>
std::string problem(const Listed<Entry> &list) {
  return list.problem ? list.problem->message : "";
}

using Tags = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("an idle worker of UCX has nothing") {
  for (const auto order : {ByteOrder::little, ByteOrder::big}) {
    for (const unsigned pointer_size : {4u, 8u}) {
      Process process(FakeUcx::Shape::fields, pointer_size, order);
      CHECK(process.attached.problem == "");
      CHECK(process.worker->check());
      CHECK(process.worker->posted().entries.empty());
      CHECK(problem(process.worker->posted()) == "");
      CHECK(process.worker->unexpected().entries.empty());
      CHECK(problem(process.worker->unexpected()) == "");
      CHECK(process.worker->sends().entries.empty());
      CHECK(problem(process.worker->sends()) == "");
      CHECK(process.worker->matched().entries.empty());
      CHECK(process.worker->complete().entries.empty());
    }
  }
}

TEST_CASE("posted receives are in the order of posting, from the hash and the wildcard queue") {
  for (const auto shape : {FakeUcx::Shape::fields, FakeUcx::Shape::iterator}) {
    for (const auto order : {ByteOrder::little, ByteOrder::big}) {
      Process process(shape, 8, order);
      process.ucx.post({.tag = 7});
      process.ucx.post({.tag = 8, .mask = any_source, .bytes = 12, .buffer = Address(0x1000)});
      process.ucx.post({.tag = 7, .flags = 0x20042});
      process.ucx.post({.tag = 1023ull << 32 | 5, .mask = ~0ull});
      const Address type = process.ucx.new_datatype(Address(0x7777000));
      process.ucx.post({.tag = 8, .mask = any_source, .bytes = 24, .datatype = type});
      const auto &posted = process.worker->posted();
      CHECK(problem(posted) == "");
      CHECK(tags(posted) == Tags{7, 8, 7, 1023ull << 32 | 5, 8});
      const auto entry = [&](std::size_t i) { return *process.worker->receive(posted.entries[i]); };
      const Receive second = entry(1);
      CHECK(second.mask == any_source);
      CHECK(second.payload.bytes == 12);
      CHECK(second.payload.buffer == Address(0x1000));
      CHECK(second.payload.datatype.is_null());
      CHECK(second.handle == second.request + process.ucx.layouts.request.byte_size);
      CHECK_FALSE(second.released);
      CHECK_FALSE(second.on_stack);
      CHECK(entry(2).released);
      CHECK(entry(4).payload.datatype == Address(0x7777000));
      CHECK(entry(4).payload.bytes == 24);
    }
  }
}

// The prime 1021 is rounded up to 1024 buckets, and the exclusive or of two remainders reaches the last ones.
TEST_CASE("every bucket is looked at") {
  Process process;
  Tags expected;
  for (const std::uint64_t high : {1020ull, 3ull, 0ull}) {
    for (const std::uint64_t low : {1020ull, 1019ull, 3ull, 0ull}) {
      process.ucx.post({.tag = high << 32 | low});
      expected.push_back(high << 32 | low);
    }
  }
  CHECK(process.ucx.bucket_of(1020ull << 32 | 3) > process.ucx.bucket_of(1020));
  CHECK(tags(process.worker->posted()) == expected);
}

TEST_CASE("a receive with the hardware is not counted as one in software, and may have been matched there") {
  Process process;
  process.ucx.post({.tag = 7, .flags = 0x20440});
  process.ucx.post({.tag = 8});
  CHECK(problem(process.worker->posted()) ==
        "1 of the posted receives are with the network hardware, which may have matched them");
  CHECK(tags(process.worker->posted()) == Tags{7, 8});
  CHECK(process.worker->receive(process.worker->posted().entries[0])->offloaded);
}

TEST_CASE("messages say their size and their sender's request") {
  Process process;
  using Sent = FakeUcx::Message;
  process.ucx.arrive({.tag = 1, .bytes = 12});
  process.ucx.arrive({.tag = 2, .bytes = 100000, .kind = Sent::eager_first});
  process.ucx.arrive({.tag = 3, .bytes = 5, .kind = Sent::synchronous});
  process.ucx.arrive({.tag = 4, .bytes = 60000, .kind = Sent::synchronous_first});
  process.ucx.arrive({.tag = 5, .bytes = 1u << 20, .kind = Sent::rendezvous, .sender_request = Address(0x4242)});
  process.ucx.arrive({.tag = 6, .bytes = 0});
  const auto &unexpected = process.worker->unexpected();
  CHECK(problem(unexpected) == "");
  CHECK(tags(unexpected) == Tags{1, 2, 3, 4, 5, 6});
  std::vector<Message> messages;
  for (const Arrived &arrived : unexpected.entries) messages.push_back(*process.worker->message(arrived.descriptor));
  CHECK(messages[0].bytes == 12);
  CHECK(messages[0].sender_request.is_null());
  CHECK_FALSE(messages[0].synchronous);
  CHECK(messages[1].bytes == 100000);
  CHECK(messages[2].bytes == 5);
  CHECK(messages[2].synchronous);
  CHECK(messages[2].sender_request == Address(0xabcd00));
  CHECK(messages[3].bytes == 60000);
  CHECK(messages[3].sender_request == Address(0xabcd00));
  CHECK(messages[4].rendezvous);
  CHECK(messages[4].bytes == 1u << 20);
  CHECK(messages[4].sender_request == Address(0x4242));
  CHECK(messages[4].payload.is_null());
  CHECK(messages[5].bytes == 0);
  // One that a probe has taken out of the list is read by its descriptor.
  const Address probed = process.ucx.new_message({.tag = 9, .bytes = 3});
  CHECK(process.worker->message(probed)->tag == 9);
  CHECK(process.worker->message(probed)->bytes == 3);
}

TEST_CASE("sends and matched receives come from the pool") {
  for (const auto shape : {FakeUcx::Shape::fields, FakeUcx::Shape::iterator}) {
    Process process(shape);
    const Address endpoint = process.ucx.new_endpoint();
    process.ucx.post({.tag = 7});
    process.ucx.match({.tag = 8}, 0x88, 4000);
    process.ucx.match_first({.tag = 9}, 0x99, 1000, 300);
    process.ucx.match_first({.tag = 10}, 0xaa, 1000, 1000);
    process.ucx.new_send({.tag = 1, .bytes = 5000, .endpoint = endpoint});
    process.ucx.new_send({.tag = 2, .endpoint = endpoint, .synchronous = true});
    process.ucx.new_send({.tag = 3, .bytes = 70, .endpoint = endpoint, .by_protocol = true});
    process.ucx.new_send({.tag = 4, .endpoint = endpoint, .by_protocol = true, .synchronous = true});
    process.ucx.new_send({.tag = 5, .endpoint = endpoint, .flags = 0x44041});  // complete
    process.ucx.new_send({.tag = 6, .endpoint = endpoint, .flags = 0x40});     // UCX's own
    const Address complete = process.ucx.new_receive({.tag = 11, .flags = 0x20041});

    const auto &sends = process.worker->sends();
    CHECK(problem(sends) == "");
    CHECK(tags(sends) == Tags{1, 2, 3, 4});
    CHECK(sends.entries[0].payload.bytes == 5000);
    CHECK(sends.entries[0].endpoint == endpoint);
    CHECK_FALSE(sends.entries[0].synchronous);
    CHECK(sends.entries[1].synchronous);
    CHECK(sends.entries[2].payload.bytes == 70);
    CHECK(sends.entries[2].bytes_done == 0);
    CHECK(sends.entries[3].synchronous);

    const auto &matched = process.worker->matched();
    CHECK(problem(matched) == "");
    CHECK(tags(matched) == Tags{8, 9, 10});
    CHECK(matched.entries[0].message_tag == 0x88);
    CHECK(matched.entries[0].message_bytes == 4000);
    CHECK_FALSE(matched.entries[0].bytes_done);
    CHECK(matched.entries[1].message_tag == 0x99);
    CHECK(matched.entries[1].bytes_done == 300);

    const auto &finished = process.worker->complete();
    REQUIRE(finished.entries.size() == 2);
    CHECK(finished.entries[0].is_send);
    CHECK(finished.entries[1].request == complete);
  }
}

TEST_CASE("requests of blocking calls are found on the stack") {
  for (const bool by_protocol : {false, true}) {
    Process process;
    const std::uint64_t bytes = process.ucx.layouts.request.byte_size;
    const Address stack = process.memory.allocate(16384, 4096);
    const Address endpoint = process.ucx.new_endpoint();
    // Words that are an endpoint or the worker, and no part of a request.
    process.memory.write_pointer(stack + 8, endpoint);
    process.memory.write_pointer(stack + 16, process.ucx.worker);
    const Address pending = process.ucx.new_send(
        {.tag = 1, .bytes = 1u << 20, .endpoint = endpoint, .by_protocol = by_protocol, .at = stack + 2 * bytes});
    // What was there before: protocols do not set the status until the end.
    if (by_protocol) process.memory.write_integer(pending + process.ucx.layouts.request.status.offset, 11, 1);
    process.ucx.new_send({.tag = 2, .endpoint = endpoint, .flags = 0x44041, .at = stack + 4 * bytes});  // complete
    const Address elsewhere = process.memory.allocate(64);
    process.ucx.new_send({.tag = 3, .endpoint = elsewhere, .at = stack + 6 * bytes});  // of no worker
    const Address failed = process.ucx.new_send({.tag = 7, .endpoint = endpoint, .at = stack + 12 * bytes});
    process.memory.write_integer(failed + process.ucx.layouts.request.status.offset, 0xf0, 1);
    process.ucx.post({.tag = 4, .flags = 0x20000, .at = stack + 8 * bytes});
    process.ucx.match({.tag = 5, .flags = 0x20000, .at = stack + 10 * bytes}, 0x55, 10);
    Worker worker = process.with_stack(stack + 16384);
    CHECK(tags(worker.sends()) == Tags{1});
    CHECK(worker.sends().entries[0].on_stack);
    CHECK(worker.sends().entries[0].payload.bytes == 1u << 20);
    CHECK(tags(worker.posted()) == Tags{4});
    CHECK(worker.receive(worker.posted().entries[0])->on_stack);
    CHECK(tags(worker.matched()) == Tags{5});
    CHECK(worker.matched().entries[0].on_stack);
    // A stack that cannot be read is said, and what the pool has stays.
    process.ucx.new_send({.tag = 6, .endpoint = endpoint});
    process.memory.make_unreadable(stack + 16000);
    Worker again = process.with_stack(stack + 16384);
    CHECK(tags(again.sends()) == Tags{6});
    CHECK(contains(problem(again.sends()), "the stack"));
  }
}

TEST_CASE("a request fits on the stack to the byte, and one that is cut off is none") {
  for (const bool is_send : {false, true}) {
    Process process;
    const std::uint64_t bytes = process.ucx.layouts.request.byte_size, stack_bytes = 16384;
    const Address stack = process.memory.allocate(stack_bytes, 4096);
    const Address endpoint = process.ucx.new_endpoint();
    const Address first = stack + 8 * bytes;
    if (is_send) {
      process.ucx.new_send({.tag = 1, .endpoint = endpoint, .at = first});
    } else {
      process.ucx.match({.tag = 1, .flags = 0x20000, .at = first}, 0x55, 10);
    }
    const auto put = [&](Address to, Address begin, Address end) {
      for (std::uint64_t at = 0; at < end - begin; ++at)
        process.memory.write_integer(to + at, process.memory.read_integer(begin + at, 1), 1);
    };
    const auto found = [&](Address top) {
      Worker worker = process.with_stack(top);
      return is_send ? tags(worker.sends()) : tags(worker.matched());
    };
    // A page alone, with some bytes of the first one at its end, or at its start.
    const auto found_at_end = [&](std::uint64_t size) {
      const Address page = process.memory.allocate(4096, 4096);
      put(page + 4096 - size, first, first + size);
      return found(page + 4096);
    };
    const auto found_at_start = [&](std::uint64_t without) {
      const Address page = process.memory.allocate(4096, 4096);
      put(page, first + without, first + bytes);
      return found(page + 4096);
    };
    CHECK(found_at_end(bytes + 8) == Tags{1});
    CHECK(found_at_end(bytes) == Tags{1});
    CHECK(found_at_end(bytes - 8).empty());
    CHECK(found_at_start(0) == Tags{1});
    CHECK(found_at_start(8).empty());
  }
}

TEST_CASE("a receive of fragments is found though neither pool nor stack have it") {
  Process process;
  const Address at = process.memory.allocate(process.ucx.layouts.request.byte_size);
  process.ucx.match_first({.tag = 5, .flags = 0x20000, .at = at}, 0x55, 1000, 10);
  CHECK(tags(process.worker->matched()) == Tags{5});
  CHECK(process.worker->matched().entries[0].bytes_done == 10);
}

TEST_CASE("what a table keeps of a receive is 40 bytes, of a message 16, and posted receives cost no read each") {
  static_assert(sizeof(Posted) == 40 && sizeof(Arrived) == 16);
  const auto cost = [](std::uint64_t receives) {
    Process process;
    for (std::uint64_t i = 0; i < receives; ++i) process.ucx.post({.tag = i, .mask = i % 3 == 0 ? any_source : ~0ull});
    const std::uint64_t before = process.host.fetches;
    CHECK(process.worker->posted().entries.size() == receives);
    const std::uint64_t listed = process.host.fetches;
    for (const Posted &posted : process.worker->posted().entries) CHECK(process.worker->receive(posted));
    CHECK(process.host.fetches == listed);
    return listed - before;
  };
  CHECK(cost(150) == cost(1));
}

TEST_CASE("a posted receive is what its memory says, whether it was kept or is read again") {
  for (const auto shape : {FakeUcx::Shape::fields, FakeUcx::Shape::iterator}) {
    for (const auto order : {ByteOrder::little, ByteOrder::big}) {
      Process process(shape, 8, order);
      FakeUcx &ucx = process.ucx;
      std::vector<std::uint64_t> read_again;
      const auto post = [&](const FakeUcx::Receive &receive, bool is_kept = true) {
        if (!is_kept) read_again.push_back(receive.tag);
        return ucx.post(receive);
      };
      post({.tag = 1, .mask = any_source, .bytes = 0, .buffer = {}});
      post({.tag = 2, .mask = any_source, .bytes = 0xffffffff, .flags = 0x20040 | 2});
      post({.tag = 3, .mask = any_source, .bytes = 0x100000000}, false);
      post({.tag = 4, .mask = any_source, .datatype = ucx.new_datatype(Address(0x7700))}, false);
      post({.tag = 5, .mask = any_source, .flags = 0x20040 | 1}, false);  // complete
      for (std::uint64_t i = 1; i <= 10; ++i) post({.tag = 10 + i, .mask = any_source << i}, i < 8);
      const Address late = post({.tag = 30, .mask = any_source}, false);
      ucx.set(late, ucx.layouts.receive_request.sn, 1u << 23);
      ucx.set(ucx.tag_match(), ucx.layouts.tag_match.sn, (1u << 23) + 1);

      const RequestReader reader(*process.target, process.attached.layouts);
      const auto &posted = process.worker->posted();
      CHECK(problem(posted) == "");
      REQUIRE(posted.entries.size() == 16);
      std::vector<std::uint64_t> not_known;
      for (const Posted &entry : posted.entries) {
        CAPTURE(entry.tag);
        if (!process.worker->known_receive(entry)) not_known.push_back(entry.tag);
        const auto kept = process.worker->receive(entry), read = reader.read_receive(entry.request);
        REQUIRE(kept);
        REQUIRE(read);
        CHECK(kept->request == read->request);
        CHECK(kept->handle == read->handle);
        CHECK(kept->user_data == read->user_data);
        CHECK(kept->tag == read->tag);
        CHECK(kept->mask == read->mask);
        CHECK(kept->sequence == read->sequence);
        CHECK(kept->payload.buffer == read->payload.buffer);
        CHECK(kept->payload.bytes == read->payload.bytes);
        CHECK(kept->payload.datatype == read->payload.datatype);
        CHECK(kept->complete == read->complete);
        CHECK(kept->released == read->released);
        CHECK(kept->offloaded == read->offloaded);
      }
      CHECK(not_known == read_again);
      const Posted copy = posted.entries[0];
      CHECK_FALSE(process.worker->known_receive(copy));  // not one of the table
    }
  }
}

TEST_CASE("what is read of a worker is read once until clear()") {
  Process process;
  process.ucx.post({.tag = 1});
  process.ucx.arrive({.tag = 2});
  const auto ask = [&] {
    process.worker->posted(), process.worker->unexpected(), process.worker->sends(), process.worker->matched();
  };
  ask();
  const std::uint64_t fetches = process.host.fetches;
  ask();
  CHECK(process.host.fetches == fetches);
  process.ucx.post({.tag = 3});
  CHECK(tags(process.worker->posted()) == Tags{1});
  process.worker->clear();
  CHECK(tags(process.worker->posted()) == Tags{1, 3});
}

TEST_CASE("what a worker counts, and whether a message to it is under way") {
  Process process;
  const auto progress = [&] { return process.worker->progress(); };
  using Counters = std::vector<std::uint64_t>;
  process.ucx.add_transport("self");
  CHECK(progress()->empty == true);
  CHECK(progress()->counters == Counters{0, 0});
  const Address shared = process.ucx.add_transport("sysv", 7 | 1ull << 63, 7);  // and the receiver sleeps
  process.ucx.add_transport("cma");
  CHECK(progress()->empty == true);
  CHECK(progress()->counters == Counters{7, 0, 0});
  process.ucx.post({.tag = 1});
  process.ucx.set(process.ucx.tag_match(), process.ucx.layouts.tag_match.sn, 1);
  process.ucx.set(process.ucx.worker, process.ucx.layouts.worker.am_message_id, 5);
  CHECK(progress()->counters == Counters{7, 1, 5});
  process.ucx.set(shared, process.ucx.layouts.shared_memory.read_index, 6);
  CHECK(progress()->empty == false);
  process.ucx.set(shared, process.ucx.layouts.shared_memory.read_index, 7);
  process.ucx.add_transport("tcp");
  CHECK(progress()->empty == true);  // no endpoint uses it
  process.ucx.use_transport(3);
  CHECK_FALSE(progress()->empty);
  process.ucx.set(shared, process.ucx.layouts.shared_memory.read_index, 8);
  CHECK(contains(progress().error().message, "has taken 8 of 7 messages"));
  process.host.types.erase("uct_mm_iface_t");
  process.attached = attach({process.host.image(), FakeHost::image_callbacks()}, *process.target);
  CHECK(process.attached.problem == "");
  CHECK_FALSE(progress()->empty);
}

TEST_CASE("an implausible number of interfaces is refused") {
  Process process;
  const auto progress = [&] { return process.worker->progress(); };
  process.ucx.set(process.ucx.worker, process.ucx.layouts.worker.num_ifaces, 0xffffffff);
  CHECK(contains(progress().error().message, "claims 4294967295 interfaces"));
}

TEST_CASE("a worker that is laid out otherwise is refused with the field's name") {
  Process process;
  const auto &l = process.ucx.layouts;
  const auto why = [&] {
    const auto status = process.worker->check();
    return status ? std::string() : status.error().message;
  };
  SUBCASE("context") {
    process.ucx.set(process.ucx.worker, l.worker.context, 0x999);
    CHECK(contains(why(), "ucp_worker at "));
    CHECK(contains(why(), "has the context 0x999 and not "));
  }
  SUBCASE("size of requests") {
    process.ucx.set(process.ucx.context, l.context.request_size, 161);
    CHECK(contains(why(), "ucs_mpool_data at "));
    CHECK(contains(why(), " of ucp_request and 161 of the MPI library"));
  }
  SUBCASE("list of messages") {
    process.ucx.set(process.ucx.tag_match() + l.tag_match.unexpected.offset, l.list_link.prev, 0x1000);
    CHECK(contains(why(), "ucp_tag_match.unexpected.all at "));
  }
  SUBCASE("no worker") {
    Worker none(*process.target, process.attached.layouts, {Address(0x10), {}, {}});
    CHECK_FALSE(none.check());
  }
}

TEST_CASE("a damaged queue of receives keeps what was read before, and names the place") {
  Process process;
  const Address first = process.ucx.post({.tag = 1, .mask = any_source});
  const Address second = process.ucx.post({.tag = 2, .mask = any_source});
  const Address third = process.ucx.post({.tag = 3, .mask = any_source});
  const auto &l = process.ucx.layouts;
  const auto element = [&](Address request) { return process.ucx.element_of(request); };
  SUBCASE("a queue that never reaches its tail") {
    process.memory.write_pointer(element(second), Address());
    CHECK(tags(process.worker->posted()) == Tags{1, 2});
    CHECK(contains(problem(process.worker->posted()), "ends before the element that its ptail points to"));
  }
  SUBCASE("a cycle") {
    process.memory.write_pointer(element(second), element(first));
    CHECK(contains(problem(process.worker->posted()), "a queue of ucp_tag_match.expected loops at"));
  }
  SUBCASE("a wild pointer") {
    process.memory.write_pointer(element(second), Address(0x7000'0000'0000));
    CHECK(tags(process.worker->posted()) == Tags{1, 2});
    CHECK(contains(problem(process.worker->posted()), "ucp_request"));
  }
  SUBCASE("an element that is not a receive") {
    process.ucx.set(third, l.request.flags, 0x44040);
    CHECK(tags(process.worker->posted()) == Tags{1, 2});
    CHECK(contains(problem(process.worker->posted()), "is in a queue of receives and is not a receive"));
  }
  SUBCASE("a hash that is not there") {
    process.ucx.set(process.ucx.tag_match(), l.tag_match.hash, 0x7000'0000'0000);
    CHECK(tags(process.worker->posted()) == Tags{1, 2, 3});
    CHECK(contains(problem(process.worker->posted()), "ucp_tag_match.expected.hash"));
  }
  SUBCASE("a bucket that points anywhere") {
    process.ucx.set(process.ucx.bucket_of(5), l.queue.ptail, 0x7000'0000'0000);
    CHECK(tags(process.worker->posted()) == Tags{1, 2, 3});
    CHECK(problem(process.worker->posted()) != "");
  }
  SUBCASE("a wrong number") {
    process.ucx.set(process.ucx.tag_match(), l.tag_match.sw_all_count, 4);
    CHECK(tags(process.worker->posted()) == Tags{1, 2, 3});
    CHECK(contains(problem(process.worker->posted()),
                   "counts 4 posted receives (expected.sw_all_count), and its queues have 3"));
  }
  // Which receives have matched cannot be determined then.
  CHECK(process.worker->matched().entries.empty());
  CHECK(process.worker->matched().problem);
}

TEST_CASE("a receive in another queue than its tag and mask say is shown with a problem") {
  Process process;
  auto &l = process.ucx.layouts.receive_request;
  const Address exact = process.ucx.post({.tag = 5});
  const Address wild = process.ucx.post({.tag = 6, .mask = any_source});
  process.ucx.match({.tag = 8}, 8, 4);
  CHECK(problem(process.worker->posted()) == "");
  const auto says = [&](Address request, auto &slot, std::uint64_t value, const char *what) {
    const std::uint64_t before = process.memory.read_integer(request + slot.offset, 8);
    process.ucx.set(request, slot, value);
    process.worker->clear();
    CHECK(contains(problem(process.worker->posted()), what));
    CHECK(process.worker->posted().entries.size() == 2);
    CHECK(process.worker->matched().entries.size() == 1);
    process.ucx.set(request, slot, before);
  };
  says(exact, l.tag, 7, "has recv.tag.tag 0x7 and recv.tag.tag_mask 0xffffffffffffffff, and is in bucket 5 of ");
  says(exact, l.tag_mask, 0, "has recv.tag.tag 0x5 and recv.tag.tag_mask 0x0, and is in bucket 5 of ");
  says(wild, l.tag_mask, ~std::uint64_t{0}, "and is in ucp_tag_match.expected.wildcard");
}

TEST_CASE("a receive that is posted twice ends its queue") {
  Process process;
  const auto &queue = process.ucx.layouts.queue;
  process.ucx.post({.tag = 5});
  const Address other = process.ucx.post({.tag = 6});
  process.ucx.set(process.ucx.bucket_of(5), queue.head, process.ucx.element_of(other).value());
  process.ucx.set(process.ucx.bucket_of(5), queue.ptail, process.ucx.element_of(other).value());
  CHECK(contains(problem(process.worker->posted()), "is posted twice"));
  CHECK(process.worker->posted().entries.size() == 1);
}

TEST_CASE("damaged messages keep those before, and name the place") {
  Process process;
  const Address first = process.ucx.arrive({.tag = 1});
  const Address second = process.ucx.arrive({.tag = 2});
  process.ucx.arrive({.tag = 3});
  const auto &l = process.ucx.layouts;
  const Address link = process.ucx.link_of(second);
  SUBCASE("a cycle") {
    process.ucx.set(link, l.list_link.next, link.value());
    CHECK(tags(process.worker->unexpected()) == Tags{1, 2});
    CHECK(contains(problem(process.worker->unexpected()), "leads back to"));
  }
  SUBCASE("memory that a core file lacks") {
    process.memory.make_unreadable(link + l.list_link.next.offset);
    CHECK(tags(process.worker->unexpected()) == Tags{1});
    CHECK(contains(problem(process.worker->unexpected()), "a core file may lack"));
  }
  SUBCASE("a list that ends too early") {
    process.ucx.set(link, l.list_link.next, (process.ucx.tag_match() + l.tag_match.unexpected.offset).value());
    CHECK(tags(process.worker->unexpected()) == Tags{1, 2});
    CHECK(contains(problem(process.worker->unexpected()), "leads back to"));
  }
  SUBCASE("flags of nothing") {
    process.ucx.set(second, l.descriptor.flags, 0x80);
    CHECK(tags(process.worker->unexpected()) == Tags{1});
    CHECK(contains(problem(process.worker->unexpected()), "is neither an eager message nor a rendezvous: flags 0x80"));
  }
  SUBCASE("a header longer than the message") {
    process.ucx.set(second, l.descriptor.payload_offset, 1000);
    CHECK(tags(process.worker->unexpected()) == Tags{1});
    CHECK(contains(problem(process.worker->unexpected()), "and its data begins at 1000"));
  }
  CHECK(first != second);
}

TEST_CASE("bytes of a message, of what a request receives, and of what one sends") {
  constexpr std::uint64_t limit = mpidbg::limits::message_bytes;
  for (const std::uint64_t bytes : {limit - 1, limit, limit + 1}) {
    CAPTURE(bytes);
    Process process;
    process.ucx.post({.tag = 1, .bytes = bytes});
    process.ucx.new_send({.tag = 2, .bytes = bytes, .endpoint = process.ucx.new_endpoint()});
    process.ucx.arrive({.tag = 3, .bytes = bytes, .kind = FakeUcx::Message::rendezvous});
    const bool is_read = bytes < limit;
    const std::string length = "has the length " + mpidbg::hex(bytes), announced = "announces " + mpidbg::hex(bytes);
    REQUIRE(process.worker->posted().entries.size() == 1);
    const auto receive = process.worker->receive(process.worker->posted().entries[0]);
    REQUIRE(receive.ok() == is_read);
    if (!is_read) CHECK(contains(receive.error().message, length));
    CHECK(tags(process.worker->sends()) == (is_read ? Tags{2} : Tags{}));
    CHECK(contains(problem(process.worker->sends()), length) == !is_read);
    CHECK(tags(process.worker->unexpected()) == (is_read ? Tags{3} : Tags{}));
    CHECK(contains(problem(process.worker->unexpected()), announced) == !is_read);
  }
}

TEST_CASE("a damaged pool says what is wrong with it") {
  Process process;
  process.ucx.new_send({.tag = 1, .endpoint = process.ucx.new_endpoint()});
  const auto &l = process.ucx.layouts;
  const Address data(process.memory.read_integer(process.ucx.pool() + l.pool.data.offset, 8));
  SUBCASE("alignment") {
    process.ucx.set(data, l.pool_data.alignment, 63);
    CHECK(contains(problem(process.worker->sends()), "aligns elements at 63"));
  }
  SUBCASE("size") {
    process.ucx.set(data, l.pool_data.elem_size, 1u << 20);
    CHECK(contains(problem(process.worker->sends()), "has elements of 1048576 bytes"));
  }
  SUBCASE("count") {
    process.ucx.set(process.ucx.chunk, l.pool_chunk.num_elems, 0xffffffff);
    CHECK(contains(problem(process.worker->sends()), "claims 4294967295 elements"));
  }
  SUBCASE("cycle") {
    process.ucx.set(process.ucx.chunk, l.pool_chunk.next, process.ucx.chunk.value());
    CHECK(contains(problem(process.worker->sends()), "loops"));
  }
  SUBCASE("a request that looks free") {
    process.ucx.new_send({.tag = 2});
    for (const std::uint64_t header : {std::uint64_t{0}, process.ucx.chunk.value()}) {
      process.memory.write_integer(process.ucx.element, header, 8);
      process.worker->clear();
      CHECK(tags(process.worker->sends()) == Tags{1});
      CHECK(contains(problem(process.worker->sends()), "not those of its free list"));
    }
  }
  SUBCASE("chunks that are not in its list") {
    process.ucx.set(data, l.pool_data.chunks, 0);
    CHECK(process.worker->sends().entries.empty());
    CHECK(contains(problem(process.worker->sends()), "not those of its free list"));
  }
  SUBCASE("a datatype that is not there, beside a good one") {
    process.ucx.new_send({.tag = 2, .datatype = Address(0x7000'0000'0000)});
    process.ucx.new_send({.tag = 3});
    CHECK(tags(process.worker->sends()) == Tags{1, 3});
    CHECK(contains(problem(process.worker->sends()), "ucp_dt_generic"));
  }
  SUBCASE("a receive of fragments whose datatype is not there, in neither pool nor stack") {
    const Address at = process.memory.allocate(process.ucx.layouts.request.byte_size);
    process.ucx.match_first({.tag = 5, .datatype = Address(0x7000'0000'0000), .flags = 0x20000, .at = at}, 5, 10, 1);
    CHECK(process.worker->matched().entries.empty());
    CHECK(contains(problem(process.worker->matched()), "ucp_dt_generic"));
  }
  SUBCASE("hash of fragments") {
    process.ucx.match_first({.tag = 5}, 5, 10, 1);
    process.ucx.set(process.ucx.tag_match() + l.tag_match.frag_hash.offset, l.fragment_hash.n_buckets, 0xffffffff);
    CHECK(contains(problem(process.worker->matched()), "claims 4294967295 buckets"));
  }
  SUBCASE("wild pointers of the hash of fragments") {
    process.ucx.match_first({.tag = 5}, 5, 10, 1);
    const Address hash = process.ucx.tag_match() + l.tag_match.frag_hash.offset;
    process.ucx.set(hash, l.fragment_hash.vals, 0x7000'0000'0000);
    CHECK(contains(problem(process.worker->matched()), "ucs_queue_head"));
    process.worker->clear();
    process.ucx.set(hash, l.fragment_hash.flags, 0x7000'0000'0000);
    CHECK(contains(problem(process.worker->matched()), "ucp_tag_match.frag_hash.flags"));
    CHECK(tags(process.worker->sends()) == Tags{1});
  }
}

// Each has one request, which is in use. What is between those that are read at once need not be memory.
TEST_CASE("chunks of a pool that are beside each other are read at once, and none hides another") {
  const auto fetches = [](std::uint64_t between, bool is_memory, bool is_damaged = false) {
    Process process;
    FakeUcx &ucx = process.ucx;
    const auto &l = ucx.layouts;
    const Address endpoint = ucx.new_endpoint();
    ucx.new_send({.tag = 1, .endpoint = endpoint});
    const Address data(process.memory.read_integer(ucx.pool() + l.pool.data.offset, 8));
    const std::uint64_t alignment = process.memory.read_integer(data + l.pool_data.alignment.offset, 8),
                        bytes = process.memory.read_integer(data + l.pool_data.elem_size.offset, 8),
                        pitch = (bytes + alignment - 1) / alignment * alignment;
    const Address block = process.memory.allocate(2 * pitch + between, 4096);
    // In the list the one with the higher address comes first.
    Address before = ucx.chunk;
    for (const std::uint64_t tag : {3, 2}) {
      const Address elements = tag == 2 ? block : block + pitch + between;
      const Address chunk = process.memory.allocate(l.pool_chunk.byte_size);
      ucx.set(chunk, l.pool_chunk.elems, elements.value());
      ucx.set(chunk, l.pool_chunk.num_elems, 1);
      ucx.set(before, l.pool_chunk.next, chunk.value());
      before = chunk;
      process.memory.write_pointer(elements, ucx.pool());
      ucx.new_send({.tag = tag, .endpoint = endpoint, .at = elements + 8});
    }
    if (!is_memory) process.memory.make_unreadable(block + pitch + 8);
    if (is_damaged) process.memory.make_unreadable(block + 8);
    const std::uint64_t start = process.host.fetches;
    const auto &sends = process.worker->sends();
    CHECK(tags(sends) == (is_damaged ? Tags{1, 3} : Tags{1, 2, 3}));
    CHECK(contains(problem(sends), "the elements of ucs_mpool_chunk") == is_damaged);
    return process.host.fetches - start;
  };
  const std::uint64_t apart = fetches(4097, true);
  CHECK(fetches(0, true) == apart - 1);
  CHECK(fetches(4096, true) == apart - 1);
  CHECK(fetches(1 << 20, true) == apart);
  CHECK(fetches(4096, false) == apart + 1);
  CHECK(fetches(4097, false) == apart);
  fetches(0, true, true);
  fetches(4097, true, true);
}

TEST_CASE("a worker with random damage is read without harm") {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    Process process(round % 2 == 0 ? FakeUcx::Shape::fields : FakeUcx::Shape::iterator);
    const Address endpoint = process.ucx.new_endpoint();
    for (std::uint64_t i = 0; i < 4; ++i) {
      process.ucx.post({.tag = i, .mask = i % 2 == 0 ? any_source : ~0ull});
      process.ucx.arrive({.tag = i, .kind = static_cast<decltype(FakeUcx::Message::kind)>(i)});
      process.ucx.new_send({.tag = i, .endpoint = endpoint, .by_protocol = i % 2 == 0});
      process.ucx.match_first({.tag = i}, i, 100, i);
    }
    const auto blocks = process.memory.block_addresses();
    for (int damage = 0; damage < 1 + round % 8; ++damage) {
      const Address block = blocks[random() % blocks.size()];
      const Address at = block + random() % 64 * 8;
      const std::uint64_t values[] = {0, ~0ull, random(), blocks[random() % blocks.size()].value(), block.value()};
      std::uint8_t byte = 0;
      if (process.memory.read(at + 7, &byte, 1)) process.memory.write_integer(at, values[random() % 5], 8);
    }
    (void)process.worker->check();
    CHECK(process.worker->posted().entries.size() <= 300);
    CHECK(process.worker->unexpected().entries.size() <= 300);
    CHECK(process.worker->sends().entries.size() <= 300);
    CHECK(process.worker->matched().entries.size() <= 300);
  }
}

// One of the words that the tables hang together by, in a thousand images.
TEST_CASE("whatever random word is damaged, no table of a worker is short without a problem") {
  std::mt19937_64 random(2);
  for (unsigned image = 0; image < fakes::random_rounds(1000); ++image) {
    Process process(image % 2 == 0 ? FakeUcx::Shape::fields : FakeUcx::Shape::iterator);
    const auto &l = process.ucx.layouts;
    const Address tables = process.ucx.tag_match();
    const Address data(process.memory.read_integer(process.ucx.pool() + l.pool.data.offset, 8));
    std::vector<Address> words = {tables + l.tag_match.hash.offset,
                                  tables + l.tag_match.unexpected.offset,
                                  tables + l.tag_match.unexpected.offset + 8,
                                  process.ucx.wildcard(),
                                  process.ucx.wildcard() + 8,
                                  process.ucx.pool() + l.pool.data.offset,
                                  process.ucx.pool() + l.pool.freelist.present->offset,
                                  data + l.pool_data.chunks.offset,
                                  process.ucx.chunk + l.pool_chunk.next.offset,
                                  process.ucx.chunk + l.pool_chunk.elems.offset};
    const std::size_t each = 1 + random() % 8;
    for (std::uint64_t i = 0; i < each; ++i) {
      const std::uint64_t tag = random();
      for (const std::uint64_t mask : {~std::uint64_t{0}, any_source}) {
        words.push_back(process.ucx.element_of(process.ucx.post({.tag = tag, .mask = mask})));
        words.push_back(process.ucx.element);
      }
      words.push_back(process.ucx.bucket_of(tag));
      words.push_back(process.ucx.bucket_of(tag) + 8);
      words.push_back(process.ucx.bucket_of(random()) + 8);
      words.push_back(process.ucx.link_of(process.ucx.arrive({.tag = tag})));
      words.push_back(words.back() + 8);
      process.ucx.new_send({.tag = tag});
      words.push_back(process.ucx.element);
    }
    const auto blocks = process.memory.block_addresses();
    const std::uint64_t values[] = {0,
                                    ~std::uint64_t{0},
                                    random(),
                                    blocks[random() % blocks.size()].value(),
                                    words[random() % words.size()].value(),
                                    process.memory.read_integer(words[random() % words.size()], 8)};
    process.memory.write_integer(words[random() % words.size()], values[random() % 6], 8);
    CAPTURE(image);
    const auto is_complete = [](const auto &list, std::size_t count) {
      return list.problem.has_value() || list.entries.size() == count;
    };
    (void)process.worker->check();
    CHECK(is_complete(process.worker->posted(), 2 * each));
    CHECK(is_complete(process.worker->unexpected(), each));
    CHECK(is_complete(process.worker->sends(), each));
    CHECK(is_complete(process.worker->matched(), 0));
  }
}

TEST_CASE("the shipped profiles of UCX are whole") {
  int count = 0;
  for (const auto *profile : mpidbg::layout::profile_collection().profiles) {
    if (profile->library != "UCX") continue;
    ++count;
    CHECK(profile->build_id.size() == 40);
    mpidbg::layout::ucx::Layouts layouts;
    mpidbg::layout::ProfileSource source(*profile);
    layouts.for_each([&](auto &layout) {
      resolve_from(layout, source, mpidbg::layout::LayoutOrigin::profile_by_version, profile->pointer_size);
      CHECK_MESSAGE(layout.resolved(), layout.problem);
    });
    // One of the two.
    CHECK(layouts.receive_request.buffer.present.has_value() != layouts.receive_request.iterator.present.has_value());
  }
  CHECK(count == 3);
}

TEST_CASE("the version of UCX is read from the code of its function, and an unknown one is named") {
  Process process;
  process.host.types.clear();
  const Address text = process.memory.new_string("1.99.3");
  const Address code = process.memory.allocate(32);
  const auto said = [&] { return attach({process.host.image(), FakeHost::image_callbacks()}, *process.target); };
  CHECK(said().problem == "UCX layout and version unknown: no profile fits");
  process.host.symbols["ucp_get_version_string"] = code;
  for (const bool protected_branch : {false, true}) {
    const std::uint64_t start = protected_branch ? 4 : 0;
    if (protected_branch) process.memory.write_integer(code, 0xfa1e0ff3, 4);
    process.memory.write_integer(code + start, 0x058d48, 3);
    process.memory.write_integer(code + start + 3, text - (code + start + 7), 4);
    CHECK(said().version == "1.99.3");
    CHECK(said().problem == "UCX 1.99.3 layout unknown: no profile fits");
  }
  process.memory.write_string(text, "1.13.9");
  const Attachment same_series = said();
  CHECK(same_series.problem == "");
  CHECK(same_series.layout_source == "profile ucx-1.13.1-x86_64 (series 1.13, checked)");
}
