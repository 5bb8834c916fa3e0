// Single words of the library's structs are overwritten, one at a time, in a process with communicators, requests in
// every state, and messages. The answers of queues, comms, requests and messages may then differ from those of the
// undamaged process, or say that something is wrong; but nothing may vanish from answers that say nothing.
//
// What is not noticed is listed here: members that mean something else and nothing impossible.

#include <doctest/doctest.h>

#include <functional>
#include <set>

#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/session/session.h"
#include "tests/fakes/fake_requests.h"
#include "tests/fakes/open_mpi_target.h"
#include "tests/fakes/random_rounds.h"

using fakes::FakeMessages;
using fakes::FakeOpenMpi;
using fakes::FakeRequests;
using mpidbg::Address;
using mpidbg::ByteOrder;
using mqs_shim::ProcessReport;
using mqs_shim::Questions;

namespace {

struct Process {
  Process() : mpi(8, ByteOrder::little, 0, 3), requests(mpi), messages(mpi) {
    mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], "4.1.4");
    const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
    dup = mpi.new_communicator("dup", 3, group, 0);
    for (const Address communicator : {mpi.world, dup}) {
      receives.push_back(post({.communicator = communicator, .peer = 1, .tag = 4}));
      receives.push_back(post({.communicator = communicator, .peer = -1, .tag = 5}));
      sends.push_back(mpi.new_send({.communicator = communicator, .peer = 2, .tag = 6}));
      sends.push_back(mpi.new_send({.communicator = communicator, .peer = 1, .persistent = true, .state = 1}));
      mpi.arrive({.communicator = communicator, .source = 1, .tag = 7});
      mpi.arrive({.communicator = communicator, .source = 2, .tag = 8});
    }
    // The early messages 9 and 11, and 10, which follows the first one without a gap.
    const auto early = [&](std::uint16_t sequence) {
      return mpi.new_message({.communicator = dup, .source = 2, .tag = sequence, .sequence = sequence});
    };
    first_early = early(9);
    mpi.set(first_early, mpi.layouts.ob1_receive_fragment.range, mpi.ring({early(10)}));
    mpi.set(mpi.ob1_proc(dup, 2), mpi.layouts.ob1_comm_proc.frags_cant_match, mpi.ring({first_early, early(11)}));
    mpi.new_send({.communicator = dup, .peer = 1, .state = 0});
    mpi.new_receive({.communicator = dup, .peer = 1, .state = 0});
    message = messages.add({.communicator = dup, .source = 1, .tag = 9, .bytes = 12});
    messages.release(messages.add({.communicator = dup, .source = 2, .tag = 9, .bytes = 12}));
    zeros = mpi.memory.allocate(4096);
  }
  Address post(const FakeOpenMpi::Request &request) {
    const Address posted = mpi.new_receive(request);
    mpi.post(posted, request);
    return posted;
  }

  FakeOpenMpi mpi;
  FakeRequests requests;
  FakeMessages messages;
  Address dup{}, message{}, first_early{}, zeros{};
  std::vector<Address> receives, sends;
};

// What answers have, each thing by what it is known by; and whether they say that something is wrong.
struct Answers {
  std::set<std::string> things;
  bool remark = false;
};

std::string text(std::uint64_t number) {
  return std::to_string(number) + " ";
}

Answers ask(Process &process) {
  static const auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
  REQUIRE_MESSAGE(plugin.ok(), plugin.error().message);
  Answers answers;
  fakes::OpenMpiTarget target(process.mpi);
  auto session = mqs_shim::Session::open(**plugin, target);
  if (!session) return {{}, true};
  Questions questions{.details = true, .queues = true};
  questions.kinds = {MPIDBG_KIND_REQUEST, MPIDBG_KIND_MESSAGE};
  ProcessReport report;
  answers.remark = !(*session)->read(questions, report) || !report.complete() || !report.warnings.empty();
  for (const auto &communicator : report.communicators) {
    const std::string on = text(communicator.handle.value());
    answers.things.insert("communicator " + on + "context " +
                          text(static_cast<std::uint64_t>(communicator.context_id)) + "rank " +
                          text(static_cast<std::uint64_t>(communicator.rank)) + "size " +
                          text(static_cast<std::uint64_t>(communicator.size)));
    for (std::size_t queue = 0; queue < communicator.queues.size(); ++queue) {
      for (const mqs_shim::Operation &operation : communicator.queues[queue].operations)
        answers.things.insert("queue " + text(queue) + on + text(operation.request.value()) +
                              text(operation.record.value()) + (operation.is_send ? "to " : "from ") +
                              text(static_cast<std::uint64_t>(operation.comm_rank)));
    }
  }
  const auto add_list = [&](const char *kind, const auto &list) {
    answers.remark |= !list.problem.empty();
    for (const auto &object : list.objects)
      answers.things.insert(kind + text(object.handle.value()) + text(object.communicator.value()));
  };
  add_list("request ", report.handles.requests);
  add_list("message ", report.handles.messages);
  return answers;
}

// The values of the fields of a struct, those of the structs that it starts with included.
struct Field {
  std::string name;
  Address place{};
  unsigned width = 0;
};

template <class Layout>
const Layout &layout_of(FakeOpenMpi &mpi) {
  const Layout *found = nullptr;
  mpi.layouts.for_each([&]<class Other>(const Other &other) {
    if constexpr (std::is_same_v<Layout, Other>) found = &other;
  });
  return *found;
}

template <class Layout>
void add_fields(FakeOpenMpi &mpi, Layout layout, Address address, std::vector<Field> &fields) {
  if constexpr (!std::is_void_v<typename Layout::Base>)
    add_fields(mpi, layout_of<typename Layout::Base>(mpi), address, fields);
  layout.describe([&]<class T>(const char *name, mpidbg::layout::Slot<T> &slot) {
    if constexpr (mpidbg::layout::SlotTraits<T>::is_value) {
      if constexpr (requires { slot.offset; }) {
        const unsigned width = mpidbg::layout::slot_width<T>(mpi.memory.pointer_size());
        fields.push_back({std::string(layout.type_name) + "." + name, address + slot.offset, width});
      }
    }
  });
}

std::vector<Field> all_fields(Process &process) {
  FakeOpenMpi &mpi = process.mpi;
  const auto &l = mpi.layouts;
  std::vector<Field> fields;
  const auto add_words = [&](const char *name, Address array, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) fields.push_back({name, array + i * 8, 8});
  };
  const auto add_list = [&](Address list) {
    add_fields(mpi, l.list, list, fields);
    add_fields(mpi, l.list_item, list + l.list.opal_list_sentinel.offset, fields);
  };
  add_fields(mpi, l.pointer_array, mpi.communicator_table, fields);
  add_words("ompi_mpi_communicators[]", Address(mpi.get(mpi.communicator_table, l.pointer_array.addr)),
            mpi.table_slots.size());
  for (const Address communicator : {mpi.world, process.dup}) {
    add_fields(mpi, l.communicator, communicator, fields);
    const Address record = mpi.ob1_proc(communicator, -1);
    add_fields(mpi, l.ob1_comm, record, fields);
    add_list(record + l.ob1_comm.wild_receives.offset);
    add_words("mca_pml_comm_t.procs[]", Address(mpi.get(record, l.ob1_comm.procs)), 3);
    for (const int peer : {1, 2}) {
      const Address proc = mpi.ob1_proc(communicator, peer);
      add_fields(mpi, l.ob1_comm_proc, proc, fields);
      for (const Address list :
           {proc + l.ob1_comm_proc.specific_receives.offset, proc + l.ob1_comm_proc.unexpected_frags.offset}) {
        add_list(list);
      }
      const Address list = proc + l.ob1_comm_proc.unexpected_frags.offset;
      const Address fragment(mpi.get(list + l.list.opal_list_sentinel.offset, l.list_item.opal_list_next));
      add_fields(mpi, l.ob1_receive_fragment, fragment, fields);
      add_fields(mpi, l.ob1_common_header, fragment + l.ob1_receive_fragment.hdr.offset, fields);
      add_fields(mpi, l.ob1_match_header, fragment + l.ob1_receive_fragment.hdr.offset, fields);
    }
  }
  const Address group(mpi.get(mpi.world, l.communicator.c_local_group));
  add_fields(mpi, l.group, group, fields);
  add_words("ompi_group_t.grp_proc_pointers[]", Address(mpi.get(group, l.group.grp_proc_pointers)), 3);
  for (const Address request : process.receives) add_fields(mpi, l.ob1_receive_request, request, fields);
  for (const Address request : process.sends) add_fields(mpi, l.ob1_send_request, request, fields);
  for (const char *pool : {"mca_pml_base_send_requests", "mca_pml_base_recv_requests", "ompi_message_free_list"}) {
    const Address list = mpi.host.symbols[pool];
    add_fields(mpi, l.free_list, list, fields);
    add_list(list + l.free_list.fl_allocations.offset);
  }
  add_fields(mpi, l.ob1_receive_fragment, process.first_early, fields);
  add_fields(mpi, l.message, process.message, fields);
  return fields;
}

// Fields whose damage may take something away or move it without a remark, and why that cannot be noticed.
const std::map<std::string, const char *> unnoticed = {
    {"mca_pml_comm_t.procs[]", "null is a peer without traffic; its posted receives are still in the pool"},
    {"mca_pml_ob1_comm_proc_t.frags_cant_match", "there may be no early messages"},
    {"mca_pml_ob1_recv_frag_t.range", "no message may follow"},
    {"mca_pml_base_request_t.req_peer", "a send may be for any member of the group"},
    {"ompi_request_t.req_state", "a persistent request that is active may be complete"},
};

}  // namespace

TEST_CASE("no word that is overwritten takes anything away in silence") {
  const Answers whole = [] {
    Process process;
    return ask(process);
  }();
  REQUIRE_FALSE(whole.remark);
  REQUIRE(whole.things.size() >= 25);
  Process extent;
  const std::size_t count = all_fields(extent).size();
  std::size_t remarks = 0, equal = 0;
  std::set<std::string> passed_over;
  for (std::size_t i = 0; i < count; i += fakes::damage_stride) {
    for (int damage = 0; damage < 7; ++damage) {
      Process process;
      const Field field = all_fields(process)[i];
      const std::uint64_t before = process.mpi.memory.read_integer(field.place, field.width);
      const std::uint64_t values[] = {0,          ~std::uint64_t{0},     before ^ 1,         before ^ 0x40,
                                      before + 1, process.zeros.value(), process.dup.value()};
      const std::uint64_t mask = field.width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << field.width * 8) - 1;
      const std::uint64_t value = values[damage] & mask;
      if (value == before) continue;
      process.mpi.memory.write_integer(field.place, value, field.width);
      const Answers answers = ask(process);
      remarks += answers.remark;
      equal += answers.things == whole.things;
      if (answers.remark || answers.things == whole.things) continue;
      if (unnoticed.contains(field.name)) {
        passed_over.insert(field.name);
        continue;
      }
      std::string lost;
      for (const std::string &thing : whole.things) {
        if (!answers.things.contains(thing)) lost += "; lost " + thing;
      }
      for (const std::string &thing : answers.things) {
        if (!whole.things.contains(thing)) lost += "; new " + thing;
      }
      FAIL_CHECK(field.name, " ", before, " -> ", value, lost);
    }
  }
  if (fakes::damage_stride == 1) CHECK(passed_over.size() == unnoticed.size());  // no more than needed
  MESSAGE(count, " fields, ", remarks, " remarks, ", equal, " answers with the same objects");
}
