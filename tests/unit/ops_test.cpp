// Reduction operations: rows HO* of the requirements.

#include <doctest/doctest.h>

#include "tests/fakes/fake_errhandlers.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeHost;
using fakes::FakeOpenMpi;
using fakes::FakeOps;
using mpidbg::Address;
using mpidbg::ByteOrder;
using Op = Queried<mpidbg_op_info_t, MPIDBG_KIND_OP>;

TEST_CASE("HO1 HO2 HO3 HO4 HO5 HO6 HO7 an operation's handles, function, language, commutativity and name") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      FakeOpenMpi mpi(kind.pointer_size, kind.order, 0, 2);
      FakeOps ops(mpi);
      const Address in_c = ops.add(0x40, Address(0x1234)), in_fortran = ops.add(0x2, Address(0x2345)),
                    in_cxx = ops.add(0x4, Address(0x3456)), in_java = ops.add(0x8, Address(0x4567));
      {
        HandleSession session(mpi.host);
        Op op(session, in_c);
        CHECK(std::string(op->op_name).empty());
        CHECK(op->op_bitflags == (MPIDBG_OP_INFO_COMMUTATIVE | MPIDBG_OP_INFO_C_CALLBACK));
        CHECK(op->op_c_handle == in_c.value());
        CHECK(op->op_fortran_handle == 15);
        CHECK(op->op_callback_func == 0x1234);
        CHECK(op->op_language == MPIDBG_LANGUAGE_C);
        CHECK(op->op_num_pending == 0);
        CHECK(op->op_pending == nullptr);
        CHECK(op->op_reference_count == 1);
        CHECK(Op(session, in_fortran)->op_bitflags == 0);
        CHECK(Op(session, in_fortran)->op_language == MPIDBG_LANGUAGE_FORTRAN);
        CHECK(Op(session, in_fortran)->op_callback_func == 0x2345);
        CHECK(Op(session, in_cxx)->op_bitflags == MPIDBG_OP_INFO_C_CALLBACK);
        CHECK(Op(session, in_cxx)->op_language == MPIDBG_LANGUAGE_CXX);
        CHECK(Op(session, in_java)->op_language == MPIDBG_LANGUAGE_JAVA);

        constexpr unsigned predefined =
            MPIDBG_OP_INFO_PREDEFINED | MPIDBG_OP_INFO_COMMUTATIVE | MPIDBG_OP_INFO_C_CALLBACK;
        Op sum(session, ops.predefined[3]);
        CHECK(sum->op_bitflags == predefined);
        CHECK(std::string(sum->op_name) == "MPI_SUM");
        CHECK(sum->op_callback_func == 0);
        Op null(session, ops.predefined[0]);
        CHECK(null->op_bitflags == (predefined | MPIDBG_OP_INFO_OP_NULL));
        CHECK(std::string(null->op_name) == "MPI_OP_NULL");
        CHECK(std::string(Op(session, ops.predefined[14])->op_name) == "MPI_NO_OP");

        CHECK(session.list(MPIDBG_KIND_OP).size() == 19);
        const auto names = session.names(MPIDBG_KIND_OP);
        REQUIRE(names.size() == 15);
        CHECK(names[3] == std::pair<std::string, mqs_taddr_t>("MPI_SUM", ops.predefined[3].value()));
        mqs_taddr_t handle = 0;
        CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_OP, 15, &handle) == MPIDBG_SUCCESS);
        CHECK(handle == in_c.value());
        CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_OP, 19, &handle) == MPIDBG_ERR_OUT_OF_RANGE);
      }
      CHECK(FakeHost::live_allocations() == 0);
    }
  }
}

TEST_CASE("HO9 what has been freed is not found, with a sentence") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeOps ops(mpi);
  const Address own = ops.add(0, Address(0x1234));
  ops.table.remove(15);
  HandleSession session(mpi.host);
  CHECK((mpidbg_capabilities(session.process(), MPIDBG_KIND_OP) & MPIDBG_OP_CAP_FREED_OBJECT) == 0);
  CHECK(session.query(MPIDBG_KIND_OP, own.value()) == MPIDBG_ERR_NOT_FOUND);
  CHECK(session.detail().find("is not a live operation") != std::string::npos);
}

TEST_CASE("the table of operations is behind a pointer, which may lead nowhere") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeOps ops(mpi);
  mpi.memory.write_pointer(mpi.host.symbols["ompi_op_f_to_c_table"], Address(0x10));
  HandleSession session(mpi.host);
  CHECK(session.query(MPIDBG_KIND_OP, ops.predefined[3].value()) != MPIDBG_SUCCESS);
  CHECK(!session.detail().empty());
  CHECK(session.names(MPIDBG_KIND_OP).empty());
}
