// Open MPI over UCX: every field of the structs that queues and requests are made of, damaged one at a time. The
// answers are the same, or say that something is wrong, or differ only in what may have any value.

#include <doctest/doctest.h>

#include <set>

#include "tests/fakes/fake_requests.h"
#include "tests/fakes/fake_ucx_pml.h"
#include "tests/golden/damaged_fields.h"

using damaged::Fields;
using fakes::FakeOpenMpi;
using fakes::FakeRequests;
using fakes::FakeUcx;
using fakes::FakeUcxPml;
using mpidbg::Address;
using mpidbg::ByteOrder;
using mqs_shim::Noun;

namespace {

struct Process {
  Process() : mpi(8, ByteOrder::little, 0, 3), requests(mpi), pml(mpi), fields(8) {
    mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], "4.1.4");
    const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
    dup = mpi.new_communicator("dup", 3, group, 0);
    note(pml.post({.tag = pml.tag(5, 1, 3), .bytes = 16}));
    note(pml.post({.tag = pml.tag(0, 0xfffff, 0), .mask = pml.any_source_any_tag, .bytes = 8}));
    note(pml.post({.tag = pml.tag(6, 2, 0), .bytes = 12}));
    note(pml.match({.tag = pml.tag(0, 2, 0), .mask = pml.any_tag, .bytes = 5000}, pml.tag(8, 2, 0), 4000));
    const Address behind = pml.post({.tag = pml.tag(4, 1, 0), .bytes = 8});
    note(behind);
    note(pml.send({.tag = pml.tag(9, 0, 3), .bytes = 4000, .endpoint = pml.endpoint(1)}));
    persistent.push_back(pml.new_persistent({.tag = pml.tag(4, 1, 0), .count = 2, .state = 2, .behind = behind}));
    persistent.push_back(pml.new_persistent({.tag = pml.tag(3, 0, 0), .is_send = true, .endpoint = pml.endpoint(2)}));
    persistent.push_back(pml.new_persistent({.tag = pml.tag(3, 1, 3), .count = 4}));
    persistent.push_back(pml.new_persistent({.tag = pml.tag(3, 1, 77), .count = 4}));  // its communicator was freed
    messages.push_back(pml.ucx.arrive({.tag = pml.tag(11, 1, 3), .bytes = 12}));
    messages.push_back(
        pml.ucx.arrive({.tag = pml.tag(12, 2, 0), .bytes = 1 << 20, .kind = FakeUcx::Message::rendezvous}));
  }

  // One of UCX and the object of Open MPI behind it.
  void note(Address handle) {
    handles.push_back(handle);
    elements.push_back(pml.ucx.element);
  }

  std::vector<Address> elsewhere() const { return {dup, handles.front(), pml.module}; }

  void add_open_mpi() {
    const auto &l = mpi.layouts;
    fields.add(l.ucx_module, pml.module);
    for (const Address handle : handles) {
      fields.add(l.object, handle);
      fields.add(l.request, handle, {"req_status", "req_mpi_object"});
      fields.add(l.request_callback, handle);
    }
    for (const Address request : persistent) {
      fields.add(l.object, request);
      fields.add(l.list_item, request);
      fields.add(l.request, request, {"req_status", "req_mpi_object"});
      fields.add(l.ucx_persistent_request, request);
    }
    const Address pool = pml.module + l.ucx_module.persistent_reqs.offset;
    fields.add(l.free_list, pool);
  }

  void add_ucx() {
    const auto &l = pml.ucx.layouts;
    const unsigned width = 8;
    fields.add(l.worker, pml.ucx.worker, {"am_message_id", "ifaces", "num_ifaces"});
    fields.add(l.context, pml.ucx.context, {"tl_rscs"});
    fields.add(l.pool, pml.ucx.pool());
    fields.add(l.pool_data, Address(mpi.memory.read_integer(pml.ucx.pool() + l.pool.data.offset, width)));
    fields.add(l.pool_chunk, pml.ucx.chunk);
    fields.add(l.tag_match, pml.ucx.tag_match(), {"expected.sn", "offload.iface"});
    fields.add(l.queue, pml.ucx.wildcard());
    fields.add(l.queue, pml.ucx.bucket_of(pml.tag(5, 1, 3)));
    fields.add(l.list_link, pml.ucx.tag_match() + l.tag_match.unexpected.offset);
    for (const Address element : elements) {
      const Address request = element + width;
      const bool is_send = element == elements.back();
      fields.add("the pointer before ucp_request", element, width);
      fields.add(l.request, request, {"user_data"});
      if (is_send) {
        fields.add(l.send_request, request, {"send.proto_config"});
      } else {
        fields.add("ucp_request.recv.queue", pml.ucx.element_of(request), width);
        fields.add(l.receive_request, request, {"recv.worker"});
      }
    }
    for (const Address message : messages) {
      fields.add(l.list_link, pml.ucx.link_of(message));
      fields.add(l.descriptor, message);
      fields.add(l.tag_header, message + l.descriptor.byte_size);
      if (message == messages.back()) fields.add(l.rendezvous_header, message + l.descriptor.byte_size);
    }
  }

  FakeOpenMpi mpi;
  FakeRequests requests;
  FakeUcxPml pml;
  Fields fields;
  Address dup{};
  std::vector<Address> handles, elements, persistent, messages;
};

// What nothing else in the process says again: the program's data, who waits, and what is not an operation's.
const std::set<std::string> any_value = {"mca_pml_ucx_persistent_request_t.buffer",
                                         "mca_pml_ucx_persistent_request_t.count",
                                         "mca_pml_ucx_persistent_request_t.flags",  // whether it sends
                                         "mca_pml_ucx_persistent_request_t.send.mode",
                                         "ompi_request_t.req_complete",  // of addresses
                                         "ompi_request_t.req_f_to_c_index",
                                         "opal_object_t.obj_reference_count",
                                         "ucp_recv_desc.length",
                                         "ucp_recv_desc.payload_offset",
                                         "ucp_request.recv.buffer",
                                         "ucp_request.recv.length",
                                         "ucp_request.recv.tag.sn",
                                         "ucp_request.recv.tag.tag_mask",  // of one that has matched
                                         "ucp_request.send.buffer",
                                         "ucp_request.send.length",
                                         "ucp_rndv_rts_hdr_t.size"};

// Which communicator an operation is on, and whether it is the library's own, which lists leave out, is said nowhere
// else in the process, but for receives of one source and tag. A request without the flags of a send or a receive looks
// like one that UCX uses for itself, once no queue has it.
const std::set<std::string> unconfirmed = {"mca_pml_ucx_persistent_request_t.tag", "ucp_request.recv.tag.tag",
                                           "ucp_request.send.msg_proto.tag", "ucp_tag_hdr_t.tag", "ucp_request.flags"};

}  // namespace

TEST_CASE("no damage of what Open MPI has over UCX is without a word") {
  Process process;
  process.add_open_mpi();
  damaged::check(process.mpi.host, process.fields, process.elsewhere(), {any_value, unconfirmed},
                 {Noun::queues, Noun::requests}, "open_mpi_over_ucx");
}

TEST_CASE("no damage of what UCX has for Open MPI is without a word") {
  Process process;
  process.add_ucx();
  damaged::check(process.mpi.host, process.fields, process.elsewhere(), {any_value, unconfirmed},
                 {Noun::queues, Noun::requests}, "ucx_of_open_mpi");
}
