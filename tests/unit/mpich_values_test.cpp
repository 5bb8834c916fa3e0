// MPICH: statuses and integers of the program, which mpi.h describes.

#include <doctest/doctest.h>

#include <string>

#include "tests/fakes/fake_mpich.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeMpich;
using mpidbg::Address;

namespace {

Address new_status(FakeMpich &mpich, std::uint64_t bytes, bool cancelled, int source, int tag, int error) {
  const Address status = mpich.memory.allocate(20);
  const std::uint64_t words[] = {bytes & 0xffffffff, bytes >> 32 << 1 | (cancelled ? 1 : 0),
                                 static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(tag),
                                 static_cast<std::uint32_t>(error)};
  for (unsigned i = 0; i < std::size(words); ++i) mpich.memory.write_integer(status + i * 4, words[i], 4);
  return status;
}

}  // namespace

TEST_CASE("MPICH: statuses, counts of predefined types and integers need no layout of the library") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    FakeMpich mpich(target.pointer_size, target.order);
    mpich.add({.name = "MPIR_CVAR_ANY"});
    const std::uint64_t large = (std::uint64_t{5} << 32) + 24;
    const Address plain = new_status(mpich, 24, false, 1, 77, 3);
    const Address cancelled = new_status(mpich, large, true, -2, -1, 0);
    const Address from_nobody = new_status(mpich, 0, false, -1, -1, 0);
    const Address ignored = mpich.memory.allocate(20);
    const Address variable = mpich.memory.allocate(target.pointer_size);
    mpich.memory.write_pointer(variable, ignored);
    mpich.host.symbols["MPI_F_STATUS_IGNORE"] = variable;
    mpich.host.types["MPI_Count"].size = 16;  // another program's: no MPI has it
    const Address number = mpich.memory.allocate(8);
    mpich.memory.write_integer(number, static_cast<std::uint64_t>(-5), 8);
    HandleSession session(mpich.host);
    using Status = Queried<mpidbg_status_info_t, MPIDBG_KIND_STATUS>;

    const Status first(session, plain);
    CHECK(first->status_address == plain.value());
    CHECK(first->status_source == 1);
    CHECK(first->status_tag == 77);
    CHECK(first->status_error == 3);
    CHECK(first->status_bytes == 24);
    CHECK(first->status_bitflags == 0);
    const Status second(session, cancelled);
    CHECK(second->status_bytes == static_cast<std::int64_t>(large));
    CHECK(second->status_source == -2);
    CHECK(second->status_bitflags ==
          (MPIDBG_STATUS_INFO_CANCELLED | MPIDBG_STATUS_INFO_ANY_SOURCE | MPIDBG_STATUS_INFO_ANY_TAG));
    const Status third(session, from_nobody);
    CHECK(third->status_bitflags == (MPIDBG_STATUS_INFO_PROC_NULL | MPIDBG_STATUS_INFO_ANY_TAG));

    for (const Address none : {Address(0), Address(1), ignored}) {
      CHECK(session.query(MPIDBG_KIND_STATUS, none.value()) == MPIDBG_ERR_NOT_FOUND);
    }
    CHECK(session.query(MPIDBG_KIND_STATUS, plain.value() - 1000) == MPIDBG_ERR_UNAVAILABLE);

    std::int64_t count = 0;
    const auto counted = [&](Address status, mqs_taddr_t type) {
      REQUIRE(mpidbg_status_count(session.process(), status.value(), type, &count) == MPIDBG_SUCCESS);
      return count;
    };
    CHECK(counted(plain, 0x4c000405) == 6);   // MPI_INT
    CHECK(counted(plain, 0x4c00100c) == -1);  // MPI_LONG_DOUBLE: not a multiple
    CHECK(counted(plain, 0x4c000010) == -1);  // MPI_LB, which has no bytes
    CHECK(counted(from_nobody, 0x4c000010) == 0);
    REQUIRE(mpidbg_status_elements(session.process(), plain.value(), 0x4c00080b, &count) == MPIDBG_SUCCESS);
    CHECK(count == 3);

    int width = 0;
    std::int64_t value = 0;
    REQUIRE(mpidbg_integer_query(session.process(), MPIDBG_INTEGER_AINT, number.value(), &width, &value) ==
            MPIDBG_SUCCESS);
    CHECK(width == static_cast<int>(target.pointer_size));
    REQUIRE(mpidbg_integer_query(session.process(), MPIDBG_INTEGER_COUNT, number.value(), &width, &value) ==
            MPIDBG_SUCCESS);
    CHECK(width == 8);
    CHECK(value == -5);
  }
}
