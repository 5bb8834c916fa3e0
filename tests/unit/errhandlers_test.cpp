// Error handlers: rows HE* of the requirements.

#include <doctest/doctest.h>

#include "tests/fakes/fake_errhandlers.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeErrhandlers;
using fakes::FakeHost;
using fakes::FakeOpenMpi;
using mpidbg::Address;
using mpidbg::ByteOrder;
using Errhandler = Queried<mpidbg_errhandler_info_t, MPIDBG_KIND_ERRHANDLER>;

namespace {

Address communicator_with(FakeOpenMpi &mpi, const char *name, std::uint32_t context, Address handler) {
  const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
  const Address communicator = mpi.new_communicator(name, context, group, 0);
  mpi.set(communicator, mpi.layouts.communicator.error_handler, handler);
  return communicator;
}

}  // namespace

TEST_CASE("HE1 HE2 HE3 HE4 HE5 HE6 HE7 an error handler's handles, type, function, language and name") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 0, 2);
      FakeErrhandlers handlers(mpi);
      const Address of_comms = handlers.add(1, 0, Address(0x1234)), of_windows = handlers.add(2, 1, Address(0x2345)),
                    of_files = handlers.add(3, 2, Address(0x3456));
      {
        HandleSession session(mpi.host);
        constexpr unsigned any_comm = MPIDBG_ERRH_INFO_COMMUNICATOR | MPIDBG_ERRH_INFO_C_CALLBACK;
        Errhandler comm(session, of_comms);
        CHECK(std::string(comm->eh_name).empty());
        CHECK(comm->eh_bitflags == any_comm);
        CHECK(comm->eh_c_handle == of_comms.value());
        CHECK(comm->eh_fortran_handle == 4);
        CHECK(comm->eh_callback_func == 0x1234);
        CHECK(comm->eh_language == MPIDBG_LANGUAGE_C);
        CHECK(comm->eh_reference_count == 1);
        Errhandler window(session, of_windows);
        CHECK(window->eh_bitflags == (MPIDBG_ERRH_INFO_WINDOW | MPIDBG_ERRH_INFO_C_CALLBACK));
        CHECK(window->eh_callback_func == 0x2345);
        CHECK(window->eh_language == MPIDBG_LANGUAGE_CXX);
        Errhandler file(session, of_files);
        CHECK(file->eh_bitflags == MPIDBG_ERRH_INFO_FILE);
        CHECK(file->eh_callback_func == 0x3456);
        CHECK(file->eh_language == MPIDBG_LANGUAGE_FORTRAN);

        constexpr unsigned predefined = MPIDBG_ERRH_INFO_PREDEFINED | MPIDBG_ERRH_INFO_C_CALLBACK;
        Errhandler fatal(session, handlers.are_fatal);
        CHECK(fatal->eh_bitflags == predefined);
        CHECK(std::string(fatal->eh_name) == "MPI_ERRORS_ARE_FATAL");
        CHECK(fatal->eh_callback_func == 0);
        CHECK(Errhandler(session, handlers.null)->eh_bitflags == (predefined | MPIDBG_ERRH_INFO_ERRHANDLER_NULL));
        CHECK(std::string(Errhandler(session, handlers.throws)->eh_name) == "MPI::ERRORS_THROW_EXCEPTIONS");

        CHECK(session.list(MPIDBG_KIND_ERRHANDLER) ==
              std::vector<mqs_taddr_t>{handlers.null.value(), handlers.are_fatal.value(), handlers.returns.value(),
                                       handlers.throws.value(), of_comms.value(), of_windows.value(),
                                       of_files.value()});
        const auto names = session.names(MPIDBG_KIND_ERRHANDLER);
        REQUIRE(names.size() == 4);
        CHECK(names[0] == std::pair<std::string, mqs_taddr_t>("MPI_ERRHANDLER_NULL", handlers.null.value()));
        CHECK(names[3] == std::pair<std::string, mqs_taddr_t>("MPI::ERRORS_THROW_EXCEPTIONS", handlers.throws.value()));
      }
      CHECK(FakeHost::live_allocations() == 0);
    }
  }
}

TEST_CASE("HE10 the objects that an error handler is attached to") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeErrhandlers handlers(mpi);
  const Address own = handlers.add(1, 0, Address(0x1234));
  const Address first = communicator_with(mpi, "first", 3, own), second = communicator_with(mpi, "second", 4, own);
  communicator_with(mpi, "other", 5, handlers.returns);
  HandleSession session(mpi.host);
  Errhandler handler(session, own);
  REQUIRE(handler->eh_refcount == 2);
  REQUIRE(handler->eh_num_handles == 2);
  CHECK(handler->eh_handles[0] == first.value());
  CHECK(handler->eh_handles[1] == second.value());
  CHECK(handler->eh_users[0].kind == MPIDBG_KIND_COMM);
  CHECK(handler->eh_users[1].handle == second.value());
  CHECK(Errhandler(session, handlers.are_fatal)->eh_num_handles == 0);
  CHECK(Errhandler(session, handlers.are_fatal)->eh_handles == nullptr);
  CHECK(Errhandler(session, handlers.returns)->eh_num_handles == 1);
}

TEST_CASE("HE9 what has been freed is not found, with a sentence") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeErrhandlers handlers(mpi);
  const Address own = handlers.add(1, 0, Address(0x1234));
  handlers.table.remove(4);
  HandleSession session(mpi.host);
  CHECK((mpidbg_capabilities(session.process(), MPIDBG_KIND_ERRHANDLER) & MPIDBG_ERRH_CAP_FREED_OBJECT) == 0);
  CHECK(session.query(MPIDBG_KIND_ERRHANDLER, own.value()) == MPIDBG_ERR_NOT_FOUND);
  CHECK(session.detail().find("is not a live error handler") != std::string::npos);
  mqs_taddr_t handle = 7;
  CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_ERRHANDLER, 4, &handle) == MPIDBG_ERR_NOT_FOUND);
  CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_ERRHANDLER, 5, &handle) == MPIDBG_ERR_OUT_OF_RANGE);
  CHECK(handle == 7);
  CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_ERRHANDLER, 2, &handle) == MPIDBG_SUCCESS);
  CHECK(handle == handlers.returns.value());
}

TEST_CASE("an error handler with a type or a language that there is none of") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeErrhandlers handlers(mpi);
  const Address type = handlers.add(7, 0, Address(0x1234)), language = handlers.add(1, -1, Address(0x1234));
  HandleSession session(mpi.host);
  CHECK(session.query(MPIDBG_KIND_ERRHANDLER, type.value()) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(session.detail().find("has eh_mpi_object_type 7") != std::string::npos);
  CHECK(session.query(MPIDBG_KIND_ERRHANDLER, language.value()) == MPIDBG_ERR_UNAVAILABLE);
  CHECK(session.detail().find("has eh_lang -1") != std::string::npos);
  CHECK(FakeHost::live_allocations() == 0);
}

TEST_CASE(
    "numbers are those of the series, also where debug information describes structs otherwise than its profile") {
  // The fake's structs are laid out unlike any build's.
  const auto language = [](const char *version) {
    FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
    mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], version);
    FakeErrhandlers handlers(mpi);
    const Address own = handlers.add(1, 1, Address(0x1234));
    HandleSession session(mpi.host);
    return session.query(MPIDBG_KIND_ERRHANDLER, own.value()) == MPIDBG_SUCCESS
               ? std::to_string(Errhandler(session, own)->eh_language)
               : session.detail();
  };
  CHECK(language("4.1.9") == std::to_string(MPIDBG_LANGUAGE_CXX));
  CHECK(language("5.0.9") == std::to_string(MPIDBG_LANGUAGE_FORTRAN));
  CHECK(language("5.8.9") == "OMPI_ERRHANDLER_LANG_FORTRAN of this version is unknown: no profile has it");
}

TEST_CASE("Z2 an error handler's result is not half made where memory ends") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeErrhandlers handlers(mpi);
  const Address own = handlers.add(1, 0, Address(0x1234));
  communicator_with(mpi, "first", 3, own);
  HandleSession session(mpi.host);
  for (long successes = 0; successes < 3; ++successes) {
    FakeHost::fail_allocations_after(successes);
    CHECK(session.query(MPIDBG_KIND_ERRHANDLER, own.value()) == MPIDBG_ERR_NO_MEM);
    CHECK(FakeHost::live_allocations() == 0);
  }
  FakeHost::fail_allocations_after(-1);
  CHECK(session.query(MPIDBG_KIND_ERRHANDLER, own.value()) == MPIDBG_SUCCESS);
}
