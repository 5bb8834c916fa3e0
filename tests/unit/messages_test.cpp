// Matched messages, statuses and sessions: rows HS* of the requirements, and rules Z*.

#include <doctest/doctest.h>

#include "tests/fakes/fake_datatypes.h"
#include "tests/fakes/fake_requests.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeDatatypes;
using fakes::FakeHost;
using fakes::FakeMessages;
using fakes::FakeOpenMpi;
using mpidbg::Address;
using mpidbg::ByteOrder;
using Message = Queried<mpidbg_message_info_t, MPIDBG_KIND_MESSAGE>;
using Status = Queried<mpidbg_status_info_t, MPIDBG_KIND_STATUS>;

namespace {

template <class Test>
void in_every_target(Test &&test) {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 0, 3);
      test(mpi);
      CHECK(FakeHost::live_allocations() == 0);
    }
  }
}

Address new_status(FakeOpenMpi &mpi, int source, int tag, int error, std::uint64_t bytes, bool cancelled = false) {
  const auto &s = mpi.layouts.status;
  const Address status = mpi.memory.allocate(s.byte_size);
  mpi.set(status, s.MPI_SOURCE, static_cast<std::uint32_t>(source));
  mpi.set(status, s.MPI_TAG, static_cast<std::uint32_t>(tag));
  mpi.set(status, s.MPI_ERROR, static_cast<std::uint32_t>(error));
  mpi.set(status, s._cancelled, cancelled ? 1 : 0);
  mpi.set(status, s._ucount, bytes);
  return status;
}

}  // namespace

TEST_CASE("a damaged link in the pool of messages is an error, not a message less") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeMessages messages(mpi);
  const Address message = messages.add({.communicator = mpi.world, .source = 1, .tag = 5, .bytes = 12});
  for (const Address link : {message, Address(0x66660000)}) {
    mpi.set(message, mpi.layouts.list_item.opal_list_next, link);
    HandleSession session(mpi.host);
    int count = 0;
    mqs_taddr_t *handles = nullptr;
    CHECK(mpidbg_list(session.process(), MPIDBG_KIND_MESSAGE, &count, &handles) != MPIDBG_SUCCESS);
    CHECK(session.detail().find("which is not another item of its pool") != std::string::npos);
  }
}

TEST_CASE("Z11 matched messages: source, tag, bytes, protocol and data") {
  in_every_target([](FakeOpenMpi &mpi) {
    FakeMessages messages(mpi);
    const Address eager = messages.add({.communicator = mpi.world, .source = 1, .tag = 5, .bytes = 12});
    const Address large =
        messages.add({.communicator = mpi.world, .source = 2, .tag = 6, .bytes = 1 << 20, .rendezvous = true}, 6);
    const Address received = messages.add({.communicator = mpi.world, .source = 2, .tag = 7});
    messages.release(received);
    HandleSession session(mpi.host);
    Message a(session, eager);
    CHECK(a->message_bitflags == MPIDBG_MESSAGE_INFO_TAG_KNOWN);
    CHECK(a->message_c_handle == eager.value());
    CHECK(a->message_fortran_handle == -1);
    CHECK(a->message_comm == mpi.world.value());
    CHECK(a->message_source == 1);
    CHECK(a->message_source_world_rank == 1);
    CHECK(a->message_source_name.job == FakeOpenMpi::job);
    CHECK(a->message_tag == 5);
    CHECK(a->message_bytes == 12);
    CHECK(a->message_protocol == MPIDBG_MESSAGE_EAGER);
    CHECK(a->message_payload == 0x5000 + 14);
    CHECK(a->message_request != 0);
    Message b(session, large);
    CHECK(b->message_source == 2);
    CHECK(b->message_bytes == 1 << 20);
    CHECK(b->message_protocol == MPIDBG_MESSAGE_RENDEZVOUS);
    CHECK(b->message_payload == 0);
    CHECK(session.list(MPIDBG_KIND_MESSAGE) ==
          std::vector<mqs_taddr_t>{messages.null.value(), messages.no_proc.value(), eager.value(), large.value()});
    CHECK(session.query(MPIDBG_KIND_MESSAGE, received.value()) == MPIDBG_ERR_NOT_FOUND);
    CHECK(session.query(MPIDBG_KIND_MESSAGE, mpi.world.value()) == MPIDBG_ERR_NOT_FOUND);
    CHECK(session.query(MPIDBG_KIND_MESSAGE, 0) == MPIDBG_ERR_NOT_FOUND);
  });
}

TEST_CASE("Z11 what MPI_Mprobe has taken and not filled in yet is no message") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeMessages messages(mpi);
  const Address waiting = messages.add({.communicator = mpi.world, .source = 1, .tag = 5}, 6);
  SUBCASE("used for the first time") {
    mpi.set(waiting, mpi.layouts.message.comm, Address());
    mpi.set(waiting, mpi.layouts.message.req_ptr, Address());
  }
  SUBCASE("with what it had of the message before") {
    const Address request(mpi.get(waiting, mpi.layouts.message.req_ptr));
    mpi.set(request, mpi.layouts.pml_request.req_pml_complete, 0);
    mpi.set(request, mpi.layouts.request.req_complete, Address());
  }
  HandleSession session(mpi.host);
  CHECK(session.list(MPIDBG_KIND_MESSAGE) == std::vector<mqs_taddr_t>{messages.null.value(), messages.no_proc.value()});
  CHECK(session.query(MPIDBG_KIND_MESSAGE, waiting.value()) == MPIDBG_ERR_NOT_FOUND);
}

TEST_CASE("Z7 a message whose communicator or link is damaged does not vanish") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeMessages messages(mpi);
  const Address first = messages.add({.communicator = mpi.world, .source = 1, .tag = 5});
  const Address second = messages.add({.communicator = mpi.world, .source = 1, .tag = 6});
  const Address free = messages.add({.communicator = mpi.world, .source = 1, .tag = 7});
  messages.release(free);
  HandleSession session(mpi.host);
  SUBCASE("the communicator") {
    mpi.set(first, mpi.layouts.message.comm, Address());
    CHECK(session.list(MPIDBG_KIND_MESSAGE).size() == 4);
    CHECK(session.query(MPIDBG_KIND_MESSAGE, first.value()) == MPIDBG_ERR_NOT_FOUND);
    CHECK(session.detail() == "0x0 is not a live communicator");
  }
  SUBCASE("the link, which is that of a free one now") {
    mpi.set(first, mpi.layouts.list_item.opal_list_next, Address(mpi.get(free, mpi.layouts.list_item.opal_list_next)));
    CHECK(session.query(MPIDBG_KIND_MESSAGE, second.value()) == MPIDBG_ERR_UNAVAILABLE);
    CHECK(session.detail().find("opal_list_next of two free items leads to ") != std::string::npos);
  }
}

TEST_CASE("Z5 Z6 Z11 MPI_MESSAGE_NULL and MPI_MESSAGE_NO_PROC, and handles of other languages") {
  in_every_target([](FakeOpenMpi &mpi) {
    FakeMessages messages(mpi);
    HandleSession session(mpi.host);
    Message null(session, messages.null), no_proc(session, messages.no_proc);
    CHECK(null->message_bitflags == (MPIDBG_MESSAGE_INFO_PREDEFINED | MPIDBG_MESSAGE_INFO_MESSAGE_NULL));
    CHECK(no_proc->message_bitflags == (MPIDBG_MESSAGE_INFO_PREDEFINED | MPIDBG_MESSAGE_INFO_NO_PROC));
    CHECK(std::string(null->message_name) == "MPI_MESSAGE_NULL");
    CHECK(no_proc->message_fortran_handle == 1);
    CHECK(no_proc->message_source == -1);
    mqs_taddr_t handle = 0;
    CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_MESSAGE, 1, &handle) == MPIDBG_SUCCESS);
    CHECK(handle == messages.no_proc.value());
    CHECK(mpidbg_cxx2c(session.process(), MPIDBG_KIND_MESSAGE, mpi.world.value(), &handle) == MPIDBG_ERR_NOT_SUPPORTED);
    REQUIRE(session.names(MPIDBG_KIND_MESSAGE).size() == 2);
  });
}

TEST_CASE("Z7 a message whose probe is none is corrupt, and one of another point-to-point layer has less to tell") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  FakeMessages messages(mpi);
  const Address torn = messages.add({.communicator = mpi.world, .source = 1, .tag = 5}, 2);
  {
    HandleSession session(mpi.host);
    CHECK(session.query(MPIDBG_KIND_MESSAGE, torn.value()) == MPIDBG_ERR_UNAVAILABLE);
    CHECK(session.detail().find("not a probe") != std::string::npos);
  }
  mpi.memory.write_string(mpi.selected_pml + mpi.layouts.component.mca_component_name.offset, "cm");
  HandleSession session(mpi.host);
  Message message(session, torn);
  CHECK(message->message_source == 1);
  CHECK(message->message_protocol == MPIDBG_MESSAGE_PROTOCOL_UNKNOWN);
  CHECK((message->message_bitflags & MPIDBG_MESSAGE_INFO_TAG_KNOWN) == 0);
  CHECK((mpidbg_capabilities(session.process(), MPIDBG_KIND_MESSAGE) & MPIDBG_MESSAGE_CAP_CONTENTS) == 0);
}

TEST_CASE("HS1 HS2 HS3 HS4 a status: source, tag, error, bytes, cancelled") {
  in_every_target([](FakeOpenMpi &mpi) {
    const Address status = new_status(mpi, 2, 77, 15, 24, true), empty = new_status(mpi, -1, -1, 0, 0),
                  proc_null = new_status(mpi, -2, -1, 0, 0);
    mpi.host.symbols["ompi_status_empty"] = empty;
    HandleSession session(mpi.host);
    Status a(session, status);
    CHECK(a->status_bitflags == MPIDBG_STATUS_INFO_CANCELLED);
    CHECK(a->status_address == status.value());
    CHECK(a->status_source == 2);
    CHECK(a->status_tag == 77);
    CHECK(a->status_error == 15);
    CHECK(a->status_bytes == 24);
    constexpr unsigned nothing = MPIDBG_STATUS_INFO_ANY_SOURCE | MPIDBG_STATUS_INFO_ANY_TAG;
    CHECK(Status(session, empty)->status_bitflags == (nothing | MPIDBG_STATUS_INFO_PREDEFINED));
    CHECK((Status(session, proc_null)->status_bitflags & MPIDBG_STATUS_INFO_PROC_NULL) != 0);
  });
}

TEST_CASE("HS1 Z6 Z7 MPI_STATUS_IGNORE is not a status; Fortran and C++ have theirs") {
  in_every_target([](FakeOpenMpi &mpi) {
    const Address ignore = mpi.memory.allocate(24), status = new_status(mpi, 1, 2, 0, 4);
    mpi.host.symbols["mpi_fortran_status_ignore_"] = ignore;
    const Address object = mpi.memory.allocate(mpi.memory.pointer_size() + mpi.layouts.status.byte_size);
    mpi.set(object + mpi.memory.pointer_size(), mpi.layouts.status.MPI_TAG, 9);
    HandleSession session(mpi.host);
    CHECK(session.query(MPIDBG_KIND_STATUS, 0) == MPIDBG_ERR_NOT_FOUND);
    CHECK(session.detail().find("MPI_STATUS_IGNORE") != std::string::npos);
    CHECK(session.query(MPIDBG_KIND_STATUS, ignore.value()) == MPIDBG_ERR_NOT_FOUND);
    CHECK(session.query(MPIDBG_KIND_STATUS, 3) == MPIDBG_ERR_UNAVAILABLE);
    mqs_taddr_t found = 0;
    CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_STATUS, status.value(), &found) == MPIDBG_SUCCESS);
    CHECK(found == status.value());
    CHECK(mpidbg_cxx2c(session.process(), MPIDBG_KIND_STATUS, object.value(), &found) == MPIDBG_SUCCESS);
    CHECK(found == object.value() + mpi.memory.pointer_size());
    CHECK(Status(session, Address(found))->status_tag == 9);
    const auto names = session.names(MPIDBG_KIND_STATUS);
    REQUIRE(names.size() == 1);
    CHECK(names[0] == std::pair<std::string, mqs_taddr_t>("MPI_STATUS_IGNORE", 0));
    int count = 0;
    mqs_taddr_t *handles = nullptr;
    CHECK(mpidbg_list(session.process(), MPIDBG_KIND_STATUS, &count, &handles) == MPIDBG_ERR_NOT_SUPPORTED);
  });
}

TEST_CASE("HS5 the number of elements, as MPI_Get_count has it") {
  in_every_target([](FakeOpenMpi &mpi) {
    const Address whole = new_status(mpi, 1, 2, 0, 24), cut = new_status(mpi, 1, 2, 0, 26),
                  empty = new_status(mpi, 1, 2, 0, 0);
    const Address nothing = mpi.new_datatype("nothing", 0);
    HandleSession session(mpi.host);
    std::int64_t count = 0;
    const auto count_of = [&](Address status, Address type) {
      REQUIRE(mpidbg_status_count(session.process(), status.value(), type.value(), &count) == MPIDBG_SUCCESS);
      return count;
    };
    CHECK(count_of(whole, mpi.mpi_int) == 6);
    CHECK(count_of(cut, mpi.mpi_int) == -1);
    CHECK(count_of(empty, mpi.mpi_int) == 0);
    CHECK(count_of(empty, nothing) == 0);
    CHECK(count_of(whole, nothing) == 0);
    CHECK(mpidbg_status_count(session.process(), whole.value(), mpi.world.value(), &count) == MPIDBG_ERR_NOT_FOUND);
    CHECK(mpidbg_status_count(session.process(), 0, mpi.mpi_int.value(), &count) == MPIDBG_ERR_NOT_FOUND);
  });
}

TEST_CASE("HS5 the number of basic elements, as MPI_Get_elements has it") {
  in_every_target([](FakeOpenMpi &mpi) {
    FakeDatatypes types(mpi);
    const Address integer = types[FakeDatatypes::int_], real = types[FakeDatatypes::double_];
    // An int, a double, an int: 16 bytes of data.
    const Address mixed = types.make(FakeDatatypes::structure, {3, 1, 1, 1}, {0, 8, 16}, {integer, real, integer},
                                     {.size = 16, .ub = 24, .true_ub = 20, .elements = 3});
    HandleSession session(mpi.host);
    const mpidbg_memory_range_t range{mixed.value(), mixed.value() + mpi.layouts.datatype.byte_size};
    mpidbg_set_memory_ranges(session.process(), 1, &range);
    const auto elements_of = [&](std::uint64_t bytes, Address type) {
      std::int64_t elements = 0;
      const Address status = new_status(mpi, 1, 2, 0, bytes);
      REQUIRE_MESSAGE(
          mpidbg_status_elements(session.process(), status.value(), type.value(), &elements) == MPIDBG_SUCCESS,
          session.detail());
      return elements;
    };
    CHECK(elements_of(0, mixed) == 0);
    CHECK(elements_of(32, mixed) == 6);
    CHECK(elements_of(20, mixed) == 4);
    CHECK(elements_of(28, mixed) == 5);
    CHECK(elements_of(24, mixed) == -1);  // within the double
    CHECK(elements_of(12, integer) == 3);
    CHECK(elements_of(13, integer) == -1);
    std::int64_t elements = 0;
    CHECK(mpidbg_status_elements(session.process(), 0, integer.value(), &elements) == MPIDBG_ERR_NOT_FOUND);
  });
}

TEST_CASE("Z11 sessions: Open MPI 4.1 has none, and says so") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 3);
  HandleSession session(mpi.host);
  CHECK(session.query(MPIDBG_KIND_SESSION, mpi.world.value()) == MPIDBG_ERR_NOT_SUPPORTED);
  CHECK(session.detail().find("has no sessions") != std::string::npos);
  CHECK(mpidbg_capabilities(session.process(), MPIDBG_KIND_SESSION) == 0);
  mqs_taddr_t handle = 0;
  CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_SESSION, 0, &handle) == MPIDBG_ERR_NOT_SUPPORTED);
  CHECK(mpidbg_cxx2c(session.process(), MPIDBG_KIND_SESSION, mpi.world.value(), &handle) == MPIDBG_ERR_NOT_SUPPORTED);
}
