// Values that are not handles, for every kind: rows Z2, Z7, Z10, Z11, Z12, Z13 of the requirements.

#include <doctest/doctest.h>

#include <random>
#include <set>

#include "tests/fakes/fake_errhandlers.h"
#include "tests/fakes/random_rounds.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeErrhandlers;
using fakes::FakeHost;
using fakes::FakeOpenMpi;
using fakes::FakeOps;
using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

constexpr int kinds = MPIDBG_KIND_MAX;

mpidbg_handle_kind_t kind_of(int number) {
  return static_cast<mpidbg_handle_kind_t>(number);
}

// The live handles by kind; none of a kind that the process has no table of.
std::vector<std::set<mqs_taddr_t>> live_handles(const HandleSession &session) {
  std::vector<std::set<mqs_taddr_t>> live(kinds);
  for (int kind = 0; kind < kinds; ++kind) {
    int count = 0;
    mqs_taddr_t *handles = nullptr;
    if (mpidbg_list(session.process(), kind_of(kind), &count, &handles) != MPIDBG_SUCCESS) continue;
    live[static_cast<std::size_t>(kind)].insert(handles, handles + count);
    FakeHost::basic_callbacks()->mqs_free_fp(handles);
  }
  return live;
}

// A failure is a code of the interface, told in a sentence, that leaves nothing allocated.
void check_failure(const HandleSession &session, int code) {
  const bool known = code == MPIDBG_ERR_NOT_FOUND || code == MPIDBG_ERR_NOT_SUPPORTED ||
                     code == MPIDBG_ERR_OUT_OF_RANGE || code == MPIDBG_ERR_UNAVAILABLE;
  if (!known) FAIL_CHECK("code " << code);
  if (session.detail().empty()) FAIL_CHECK("no sentence for code " << code);
}

}  // namespace

TEST_CASE("Z5 a handle that is a pointer has the bits of a pointer of the process, and no others") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    FakeOpenMpi mpi(target.pointer_size, target.order, 0, 2);
    const HandleSession session(mpi.host);
    const mqs_taddr_t upper_bits = 0xffffffff00000000, handle = mpi.world.value() | upper_bits;
    CHECK((session.query(MPIDBG_KIND_COMM, handle) == MPIDBG_SUCCESS) == (target.pointer_size == 4));
    if (target.pointer_size == 8) continue;
    CHECK(Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM>(session, Address(handle))->comm_c_handle == mpi.world.value());
  }
}

TEST_CASE("Z7 Z10 B3 B4 random values in place of handles, C++ objects and Fortran handles of every kind") {
  for (const TargetKind &target : all_targets) {
    SUBCASE(target.name) {
      FakeOpenMpi mpi(target.pointer_size, target.order, 0, 2);
      FakeErrhandlers handlers(mpi);
      FakeOps ops(mpi);
      const Address freed = ops.add(0, Address(0x1234));
      ops.table.remove(15);
      const Address cxx_object = mpi.memory.allocate(2 * target.pointer_size);
      mpi.memory.write_pointer(cxx_object + target.pointer_size, mpi.world);
      {
        HandleSession session(mpi.host);
        const auto live = live_handles(session);
        std::vector<mqs_taddr_t> near{0, freed.value(), cxx_object.value()};
        for (const auto &handles : live) near.insert(near.end(), handles.begin(), handles.end());
        std::mt19937_64 random(20261121);
        const long allocated = FakeHost::live_allocations();
        for (unsigned i = 0; i < fakes::random_rounds(2000); ++i) {
          const mqs_taddr_t seed = near[random() % near.size()];
          const mqs_taddr_t values[] = {
              seed,     seed + random() % 64,           seed - random() % 64, random() % 4096, random() >> 40,
              random(), ~mqs_taddr_t{0} - random() % 16};
          const mqs_taddr_t value = values[i % static_cast<int>(std::size(values))];
          for (int k = 0; k < kinds; ++k) {
            const auto &handles = live[static_cast<std::size_t>(k)];
            const int code = session.query(kind_of(k), value);
            if (code != MPIDBG_SUCCESS) check_failure(session, code);
            // A status is whatever lies at the address.
            if (code == MPIDBG_SUCCESS && k != MPIDBG_KIND_STATUS && !handles.contains(value)) {
              FAIL_CHECK(mpidbg_kind_name(kind_of(k)) << " at " << value);
            }
            mqs_taddr_t handle = 7;
            const int from_cxx = mpidbg_cxx2c(session.process(), kind_of(k), value, &handle);
            if (from_cxx != MPIDBG_SUCCESS) check_failure(session, from_cxx);
            if (from_cxx != MPIDBG_SUCCESS && handle != 7) FAIL_CHECK("a failed cxx2c wrote a result");
            if (from_cxx == MPIDBG_SUCCESS && k != MPIDBG_KIND_STATUS && !handles.contains(handle)) {
              FAIL_CHECK(mpidbg_kind_name(kind_of(k)) << " in the object at " << value);
            }
            handle = 7;
            const int from_fortran = mpidbg_f2c(session.process(), kind_of(k), value, &handle);
            if (from_fortran != MPIDBG_SUCCESS) check_failure(session, from_fortran);
            if (from_fortran != MPIDBG_SUCCESS && handle != 7) FAIL_CHECK("a failed f2c wrote a result");
          }
          if (FakeHost::live_allocations() != allocated) FAIL_CHECK("something stayed allocated");
        }
        mqs_taddr_t handle = 0;
        CHECK(mpidbg_cxx2c(session.process(), MPIDBG_KIND_COMM, cxx_object.value(), &handle) == MPIDBG_SUCCESS);
        CHECK(handle == mpi.world.value());
        CHECK(mpidbg_cxx2c(session.process(), MPIDBG_KIND_OP, cxx_object.value(), &handle) == MPIDBG_ERR_NOT_FOUND);
      }
      CHECK(FakeHost::live_allocations() == 0);
    }
  }
}

TEST_CASE("Z2 every kind of result gives back what it took when memory ends on the way") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  FakeErrhandlers handlers(mpi);
  FakeOps ops(mpi);
  const Address own = handlers.add(1, 0, Address(0x1234));
  mpi.set(mpi.world, mpi.layouts.communicator.error_handler, own);
  {
    HandleSession session(mpi.host);
    const auto live = live_handles(session);
    int looked_at = 0;
    for (int k = 0; k < kinds; ++k) {
      for (const mqs_taddr_t handle : live[static_cast<std::size_t>(k)]) {
        if (session.query(kind_of(k), handle) != MPIDBG_SUCCESS) continue;
        ++looked_at;
        int code = MPIDBG_ERR_NO_MEM;
        for (long successes = 0; code == MPIDBG_ERR_NO_MEM && successes < 100; ++successes) {
          FakeHost::fail_allocations_after(successes);
          code = session.query(kind_of(k), handle);
          CHECK(FakeHost::live_allocations() == 0);
        }
        CHECK(code == MPIDBG_SUCCESS);
        FakeHost::fail_allocations_after(-1);
      }
    }
    CHECK(looked_at >= 3 + 4 + 5 + 15);  // communicators, groups, error handlers, operations
  }
}

TEST_CASE("Z11 what a kind cannot tell is a bit that is not set, and a sentence") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  HandleSession session(mpi.host);
  for (int k = 0; k < kinds; ++k) {
    const int bits = mpidbg_capabilities(session.process(), kind_of(k));
    const std::string problem = mpidbg_kind_problem(session.process(), kind_of(k));
    // A kind that can be told of at all has bit 1.
    if ((bits & 1) == 0) CHECK_MESSAGE(!problem.empty(), mpidbg_kind_name(kind_of(k)));
    CHECK((bits == 0 || (bits & 1) != 0));
  }
  CHECK(mpidbg_capabilities(session.process(), kind_of(kinds)) == 0);
  CHECK(mpidbg_kind_name(kind_of(kinds)) == nullptr);
}

TEST_CASE("Z8 Z12 integers of MPI in every kind of target") {
  for (const TargetKind &target : all_targets) {
    SUBCASE(target.name) {
      FakeOpenMpi mpi(target.pointer_size, target.order, 0, 2);
      const Address place = mpi.memory.allocate(8);
      mpi.memory.write_integer(place, static_cast<std::uint64_t>(-5), target.pointer_size);
      HandleSession session(mpi.host);
      int width = 0;
      std::int64_t value = 0;
      REQUIRE(mpidbg_integer_query(session.process(), MPIDBG_INTEGER_AINT, place.value(), &width, &value) ==
              MPIDBG_SUCCESS);
      CHECK(width == static_cast<int>(target.pointer_size));
      CHECK(value == -5);
      mpi.memory.write_integer(place, std::uint64_t{1} << 40, 8);
      REQUIRE(mpidbg_integer_query(session.process(), MPIDBG_INTEGER_OFFSET, place.value(), &width, &value) ==
              MPIDBG_SUCCESS);
      CHECK(width == 8);
      CHECK(value == std::int64_t{1} << 40);
      value = 7;
      REQUIRE(mpidbg_integer_query(session.process(), MPIDBG_INTEGER_FINT, 0, &width, &value) == MPIDBG_SUCCESS);
      CHECK(width == 4);
      CHECK(value == 7);
      CHECK(mpidbg_integer_query(session.process(), MPIDBG_INTEGER_COUNT, place.value(), nullptr, nullptr) ==
            MPIDBG_SUCCESS);
      CHECK(mpidbg_integer_query(session.process(), MPIDBG_INTEGER_AINT, 8, &width, &value) == MPIDBG_ERR_UNAVAILABLE);
      CHECK(mpidbg_integer_query(session.process(), MPIDBG_INTEGER_MAX, 0, &width, &value) == MPIDBG_ERR_NOT_SUPPORTED);
    }
  }
}

TEST_CASE("Z13 the types behind handles: by the names of mpi.h, else those of the objects") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  mpi.host.types["MPI_Op"];
  mpidbg_init_once(FakeHost::basic_callbacks());
  mpidbg_handle_info_t types{};
  REQUIRE(mpidbg_init_per_image(mpi.host.image(), FakeHost::image_callbacks(), &types) == MPIDBG_SUCCESS);
  REQUIRE(mpidbg_init_per_process(mpi.host.process(), FakeHost::process_callbacks(), nullptr) == MPIDBG_SUCCESS);
  const auto type = [&](const char *name) { return reinterpret_cast<mqs_type *>(&mpi.host.types.at(name)); };
  CHECK(types.hi_c_op == type("MPI_Op"));
  CHECK(types.hi_c_comm == type("ompi_communicator_t"));
  CHECK(types.hi_c_status == type("ompi_status_public_t"));
  CHECK(types.hi_c_win == type("ompi_win_t"));
  CHECK(types.hi_cxx_comm == nullptr);
  CHECK(std::string(mpidbg_handle_type_name(mpi.host.process(), MPIDBG_KIND_COMM)) == "struct ompi_communicator_t *");
  CHECK(std::string(mpidbg_handle_type_name(mpi.host.process(), MPIDBG_KIND_STATUS)) == "struct ompi_status_public_t");
  CHECK(mpidbg_handle_type_name(mpi.host.process(), MPIDBG_KIND_SESSION) == nullptr);
  CHECK(mpidbg_handle_type_name(mpi.host.process(), MPIDBG_KIND_MAX) == nullptr);
  mpidbg_finalize_per_process(mpi.host.process(), mpi.host.process_info);
  mpidbg_finalize_per_image(mpi.host.image(), mpi.host.image_info);
}

TEST_CASE("of two libraries in an image none is taken for the program's before there is a process") {
  FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  mpi.host.symbols["MPIR_Process"] = Address(0x20);  // of MPICH, which is not initialised
  mpidbg_init_once(FakeHost::basic_callbacks());
  mpidbg_handle_info_t types{};
  REQUIRE(mpidbg_init_per_image(mpi.host.image(), FakeHost::image_callbacks(), &types) == MPIDBG_SUCCESS);
  CHECK(types.hi_c_comm == nullptr);
  REQUIRE(mpidbg_init_per_process(mpi.host.process(), FakeHost::process_callbacks(), nullptr) == MPIDBG_SUCCESS);
  CHECK(std::string(mpidbg_handle_type_name(mpi.host.process(), MPIDBG_KIND_COMM)) == "struct ompi_communicator_t *");
  mpidbg_finalize_per_process(mpi.host.process(), mpi.host.process_info);
  mpidbg_finalize_per_image(mpi.host.image(), mpi.host.image_info);
}
