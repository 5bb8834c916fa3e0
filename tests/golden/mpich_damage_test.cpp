// Every field of the structs that an answer about MPICH is made of, damaged one at a time: the answer is the same, or
// says that something is wrong, or differs only in what may have any value. Nothing is lost without a word.

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <utility>

#include "tests/fakes/fake_matching_lists.h"
#include "tests/fakes/fake_ucx_device.h"
#include "tests/golden/damaged_fields.h"

using damaged::check;
using damaged::Fields;
using fakes::FakeMpich;
using fakes::FakeUcx;
using Device = fakes::FakeUcxDevice;
using mpidbg::Address;
using mpidbg::ByteOrder;
using mpidbg::model::mpich::ObjectKind;
using mqs_shim::Noun;

namespace {

// What says which communicator an operation is on, and whether it is the library's own, which lists leave out, is said
// nowhere else in the process: damage of it moves a row, or hides it among those of the library.
const std::set<std::string> unconfirmed = {"ucp_request.recv.tag.tag", "ucp_request.send.msg_proto.tag",
                                           "ucp_tag_hdr_t.tag", "MPIDIG_req_t.u.recv.context_id",
                                           "MPIDIG_req_t.u.recv.tag",
                                           // Of receives that have matched, which are in no list.
                                           "MPIDIG_req_ext_t.status", "MPIDIG_req_t.req", "MPIDI_Devreq_t.is_local"};

// The objects of a table that are in use, and those that are not.
std::pair<std::vector<Address>, std::vector<Address>> objects(FakeMpich &mpich, ObjectKind kind) {
  const auto &pool = mpich.pool(kind);
  std::set<Address> free;
  const unsigned width = mpich.memory.pointer_size();
  for (Address at(pool.get(mpich.layouts.object_table.avail)); !at.is_null();) {
    free.insert(at);
    at = Address(mpich.memory.read_integer(at + mpich.layouts.object.next.offset, width));
  }
  std::pair<std::vector<Address>, std::vector<Address>> result;
  for (const Address object : pool.all()) (free.contains(object) ? result.second : result.first).push_back(object);
  return result;
}

// What the tables of MPICH itself have.
// `alone`: fields of requests that nothing else in the process confirms.
using Alone = std::map<Address, std::set<std::string>>;
void add_objects(FakeMpich &mpich, Fields &fields, const Alone &alone) {
  const auto &l = mpich.layouts;
  fields.add(l.process, mpich.process);
  for (const ObjectKind kind : {ObjectKind::communicator, ObjectKind::request}) {
    fields.add(l.object_table, mpich.pool(kind).table());
  }
  auto [communicators, free_communicators] = objects(mpich, ObjectKind::communicator);
  const auto [requests, free_requests] = objects(mpich, ObjectKind::request);
  for (const auto &free : {free_communicators, free_requests}) {
    for (const Address object : free) fields.add(l.object, object);
  }
  for (const std::uint32_t index : {0u, 1u}) communicators.push_back(mpich.predefined(ObjectKind::communicator, index));
  for (const Address object : communicators) {
    fields.add(l.object, object, {"next"});
    fields.add(l.communicator, object);
    for (const bool local : {false, true}) fields.add(l.rank_map, mpich.rank_map(object, local));
  }
  for (const Address object : requests) {
    fields.add(l.object, object, {"next"});
    const auto found = alone.find(object);
    fields.add(l.request, object, found == alone.end() ? std::set<std::string>() : found->second);
    fields.add(l.device_request, object + l.request.dev.offset);
  }
}

// ---- processes ----

struct UcxProcess {
  UcxProcess() : mpich(8, ByteOrder::little), device(mpich), fields(8) {
    halo = mpich.add_communicator({.name = "halo", .context = 0x1f0, .rank = 2, .members = {2, 0, 1}});
    mpich.set(halo, mpich.layouts.object.ref_count, 1);
    post({.tag = Device::tag(0x1f0, 1, 5), .mask = Device::exact, .bytes = 16});
    post({.tag = Device::tag(0, 0, 0), .mask = Device::any_source_any_tag, .bytes = 8});
    const Address behind = post({.tag = Device::tag(0x1f0, 0, 6), .mask = Device::exact, .bytes = 28});
    device.persistent({.communicator = halo, .peer = 0, .tag = 6, .count = 7, .started = behind});
    // One that is not started looks like any that is complete.
    alone[device.persistent({.communicator = halo, .is_send = true, .type = 3, .peer = 0, .tag = 7})] = {"kind"};
    device.match({.tag = Device::tag(0x1f0, 0, 8), .mask = Device::exact, .bytes = 5000}, Device::tag(0x1f0, 0, 8),
                 4000);
    in_ucx.push_back(device.ucx.element);
    device.send({.tag = Device::tag(0x1f0, 2, 9), .bytes = 4000, .endpoint = device.endpoint(0)});
    in_ucx.push_back(device.ucx.element);
    messages.push_back(device.ucx.arrive({.tag = Device::tag(0x1f0, 0, 11), .bytes = 12}));
    messages.push_back(
        device.ucx.arrive({.tag = Device::tag(0, 2, 12), .bytes = 1 << 20, .kind = FakeUcx::Message::rendezvous}));
    const Address self = mpich.predefined(ObjectKind::communicator, 1);
    // No device has these: their counters alone say that they are pending.
    alone[device.own({.communicator = self, .tag = 3, .count = 2})] = {"cc"};
    alone[device.own({.communicator = self, .is_send = true, .tag = 4, .count = 2})] = {"cc"};
    mpich.add_request(1, true);  // of a call that has sent its message, and is not waited for
  }

  Address post(const FakeUcx::Receive &receive) {
    const Address request = device.post(receive);
    in_ucx.push_back(device.ucx.element);
    return request;
  }

  // Another communicator in use, another request, and static data.
  std::vector<Address> elsewhere() { return {halo, mpich.pool(ObjectKind::request).all().front(), mpich.process}; }

  // Structs of UCX.
  void add_ucx() {
    const auto &l = device.ucx.layouts;
    const unsigned width = 8;
    fields.add(l.worker, device.ucx.worker, {"am_message_id", "ifaces", "num_ifaces"});
    fields.add(l.context, device.ucx.context, {"tl_rscs"});
    fields.add(l.pool, device.ucx.pool());
    fields.add(l.pool_data, Address(mpich.memory.read_integer(device.ucx.pool() + l.pool.data.offset, width)));
    fields.add(l.pool_chunk, device.ucx.chunk);
    fields.add(l.tag_match, device.ucx.tag_match(), {"expected.sn", "offload.iface"});
    fields.add(l.queue, device.ucx.wildcard());
    fields.add(l.queue, device.ucx.hash);
    fields.add(l.list_link, device.ucx.tag_match() + l.tag_match.unexpected.offset);
    for (const Address element : in_ucx) {
      const Address request = element + width;
      fields.add("the pointer before ucp_request", element, width);
      fields.add(l.request, request);
      const bool is_send = element == in_ucx.back();
      fields.add("the word behind ucp_request", request + l.request.byte_size, is_send ? width : 0);
      if (is_send) {
        fields.add(l.send_request, request, {"send.proto_config"});
      } else {
        fields.add("ucp_request.recv.queue", device.ucx.element_of(request), width);
        fields.add(l.receive_request, request, {"recv.worker"});
      }
    }
    for (const Address message : messages) {
      fields.add(l.list_link, device.ucx.link_of(message));
      fields.add(l.descriptor, message);
      const Address header = message + l.descriptor.byte_size;
      fields.add(l.tag_header, header);
      if (message == messages.back()) fields.add(l.rendezvous_header, header);
    }
    fields.add(mpich.layouts.ucx_global, device.global);
    fields.add(mpich.layouts.ucx_interface, device.global + mpich.layouts.ucx_global.ctx.offset);
    fields.add(mpich.layouts.address_manager, device.manager);
    fields.add(mpich.layouts.address_table, device.table);
  }

  FakeMpich mpich;
  Device device;
  Fields fields;
  Address halo{};
  std::vector<Address> in_ucx, messages;  // elements of the pool, the last one a send; ucp_recv_desc
  Alone alone;
};

// Of ch4:ofi within a node.
struct ListsProcess {
  ListsProcess() : mpich(8, ByteOrder::little, true, FakeMpich::WithinNode::shared_memory), lists(mpich), fields(8) {
    halo = mpich.add_communicator({.name = "halo", .context = 0x1f0, .rank = 2, .members = {2, 0, 1}});
    mpich.set(halo, mpich.layouts.object.ref_count, 1);
    const Address world = mpich.predefined(ObjectKind::communicator, 0);
    requests.push_back(lists.post({.context = 0x1f0, .source = 1, .tag = 5, .communicator = halo}));
    requests.push_back(lists.post({.context = 0, .source = -2, .tag = -1, .communicator = world}));
    requests.push_back(lists.post({.context = 0, .source = 0, .tag = 7, .communicator = world}));
    requests.push_back(lists.arrive({.context = 0x1f0, .source = 0, .tag = 8, .count = 12, .datatype = 0x4c00010d}));
    requests.push_back(lists.arrive({.context = 0, .source = 2, .tag = 9, .count = 24, .datatype = 0x4c00010d}));
    // A message is told from what MPI_Precv_init leaves by its kind alone.
    for (const Address message : {requests[3], requests[4]}) alone[message] = {"kind"};
    requests.push_back(lists.receive({.context = 0x1f0, .source = 1, .tag = 6, .communicator = halo}));
    // In no list.
    alone[requests.back()] = {"cc", "kind"};
    alone[lists.send(halo)] = {"cc"};
  }

  std::vector<Address> elsewhere() { return {halo, mpich.pool(ObjectKind::request).all().front(), mpich.process}; }

  void add_lists() {
    const auto &l = mpich.layouts;
    fields.add(l.global, lists.global);
    fields.add(l.interface, lists.interface(0), {"progress_count"});
    for (const Address request : requests) {
      fields.add(l.active_message, lists.message(request));
      const Address state(mpich.memory.read_integer(lists.message(request) + l.active_message.req.offset, 8));
      fields.add(l.active_message_state, state);
    }
  }

  FakeMpich mpich;
  fakes::FakeMatchingLists lists;
  Fields fields;
  Address halo{};
  std::vector<Address> requests;
  Alone alone;
};

// What nothing else in the process says again, so that any value can be right. Reference counts say whether the program
// has freed a handle. MPIR_Process.comm_world is null once MPI_Finalize has begun, and that is what is shown then.
const std::set<std::string> any_value = {"MPIR_Handle_common.ref_count", "MPIR_Process_t.comm_world",
                                         "MPIR_Process_t.has_parent",  // of 0 and 1
                                         "MPIR_Request.comm"};         // of communicators in use, where UCX matches

}  // namespace

TEST_CASE("no damage of what MPICH itself has over UCX is without a word") {
  UcxProcess process;
  add_objects(process.mpich, process.fields, process.alone);
  check(process.mpich.host, process.fields, process.elsewhere(), {any_value, unconfirmed},
        {Noun::comms, Noun::queues, Noun::requests}, "mpich");
}

// Envelopes, sizes and addresses of data are the program's.
TEST_CASE("no damage of what UCX has for MPICH is without a word in its queues") {
  UcxProcess process;
  process.add_ucx();
  check(process.mpich.host, process.fields, process.elsewhere(),
        {{"ucp_recv_desc.length", "ucp_recv_desc.payload_offset", "ucp_request.flags", "ucp_request.recv.buffer",
          "ucp_request.recv.length", "ucp_request.recv.tag.sn", "ucp_request.recv.tag.tag_mask",
          "ucp_request.send.buffer", "ucp_request.send.length", "ucp_rndv_rts_hdr_t.size"},
         unconfirmed},
        {Noun::queues}, "ucx_of_mpich");
}

TEST_CASE("no damage of the lists in which MPICH itself matches messages is without a word") {
  ListsProcess process;
  add_objects(process.mpich, process.fields, process.alone);
  process.add_lists();
  std::set<std::string> free_form = any_value;
  free_form.insert({"MPIDIG_req_t.buffer", "MPIDIG_req_t.count", "MPIDIG_req_t.u.recv.source"});
  check(process.mpich.host, process.fields, process.elsewhere(), {free_form, unconfirmed},
        {Noun::queues, Noun::requests}, "lists_of_mpich");
}
