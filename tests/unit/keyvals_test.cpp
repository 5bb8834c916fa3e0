// Keyvals, the keys of attributes, as a search of memory finds them: HC16 of the requirements for communicators.

#include <doctest/doctest.h>

#include "tests/fakes/fake_attributes.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeHost;
using fakes::FakeOpenMpi;
using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

constexpr int for_communicators = 1, for_datatypes = 2, for_windows = 3;
constexpr int predefined = 1, fortran = 2, fortran_integer = 4;

struct Keyvals {
  explicit Keyvals(unsigned pointer_size = 8, ByteOrder order = ByteOrder::little) : mpi(pointer_size, order, 0, 2) {
    mpi.set(mpi.world, mpi.layouts.communicator.c_keyhash, fakes::new_attributes(mpi, {{0, 77, 1, 4}}));
  }

  Address add(int number, int type, int flags) {
    const auto &layout = mpi.layouts.keyval;
    const Address keyval = mpi.new_object("ompi_attribute_keyval_t", layout.byte_size);
    mpi.set(keyval, mpi.layouts.object.obj_reference_count, 2);
    mpi.set(keyval, layout.key, static_cast<std::uint64_t>(number));
    mpi.set(keyval, layout.attr_type, static_cast<std::uint64_t>(type));
    mpi.set(keyval, layout.attr_flag, static_cast<std::uint64_t>(flags));
    mpi.set(keyval, layout.copy_attr_fn, 0x401000 + static_cast<std::uint64_t>(number));
    mpi.set(keyval, layout.delete_attr_fn, 0x402000 + static_cast<std::uint64_t>(number));
    return keyval;
  }
  void set_extra_state(Address keyval, std::int64_t value, unsigned width) {
    mpi.memory.write_integer(keyval + mpi.layouts.keyval.extra_state.offset, static_cast<std::uint64_t>(value), width);
  }

  int list(std::vector<mpidbg_keyval_info_t> &result) {
    HandleSession session(mpi.host);
    std::vector<mpidbg_memory_range_t> ranges;
    for (const auto &[begin, end] : mpi.memory.block_ranges()) ranges.push_back({begin.value(), end.value()});
    mpidbg_set_memory_ranges(session.process(), static_cast<int>(ranges.size()), ranges.data());
    int count = 0;
    mpidbg_keyval_info_t *keyvals = nullptr;
    const int code = mpidbg_keyval_list(session.process(), &count, &keyvals);
    detail = session.detail();
    result.assign(keyvals, keyvals + count);
    FakeHost::basic_callbacks()->mqs_free_fp(keyvals);
    return code;
  }

  FakeOpenMpi mpi;
  std::string detail;
};

}  // namespace

TEST_CASE("HC16 keyvals by number, with their functions and extra state, for either width and order") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    Keyvals keyvals(target.pointer_size, target.order);
    keyvals.set_extra_state(keyvals.add(14, for_windows, fortran | fortran_integer), -3, 4);
    keyvals.set_extra_state(keyvals.add(13, for_datatypes, fortran), -5, target.pointer_size);
    keyvals.set_extra_state(keyvals.add(12, for_communicators, 0), 0x80001234, target.pointer_size);
    keyvals.add(0, for_communicators, predefined);
    std::vector<mpidbg_keyval_info_t> found;
    REQUIRE_MESSAGE(keyvals.list(found) == MPIDBG_SUCCESS, keyvals.detail);
    REQUIRE(found.size() == 4);
    CHECK(found[0].keyval == 0);
    CHECK(found[0].predefined == 1);
    const auto &c = found[1], &address = found[2], &integer = found[3];
    CHECK(c.keyval == 12);
    CHECK(c.predefined == 0);
    CHECK(c.kind == MPIDBG_KIND_COMM);
    CHECK(c.language == MPIDBG_LANGUAGE_C);
    CHECK(c.integer_kind == 0);
    CHECK(c.reference_count == 2);
    CHECK(c.copy_function == 0x40100c);
    CHECK(c.delete_function == 0x40200c);
    CHECK(c.extra_state == 0x80001234);
    CHECK(address.keyval == 13);
    CHECK(address.kind == MPIDBG_KIND_DATATYPE);
    CHECK(address.language == MPIDBG_LANGUAGE_FORTRAN);
    CHECK(address.integer_kind == 0);
    CHECK(address.extra_state == -5);
    CHECK(integer.keyval == 14);
    CHECK(integer.kind == MPIDBG_KIND_WIN);
    CHECK(integer.language == MPIDBG_LANGUAGE_FORTRAN);
    CHECK(integer.integer_kind == 1);
    CHECK(integer.extra_state == -3);
  }
}

TEST_CASE("HC16 Z7 what only looks like a keyval is none") {
  Keyvals keyvals;
  keyvals.add(12, for_communicators, 0);
  keyvals.add(-1, for_communicators, 0);  // it is just being made
  keyvals.add(13, 0, 0);
  keyvals.add(14, 4, 0);
  const Address freed = keyvals.add(15, for_communicators, 0);
  keyvals.mpi.set(freed, keyvals.mpi.layouts.object.obj_reference_count, 0);
  std::vector<mpidbg_keyval_info_t> found;
  REQUIRE(keyvals.list(found) == MPIDBG_SUCCESS);
  REQUIRE(found.size() == 1);
  CHECK(found[0].keyval == 12);
}

TEST_CASE("HC16 keyvals that cannot be distinguished from other memory") {
  Keyvals keyvals;
  keyvals.add(12, for_communicators, 0);
  std::vector<mpidbg_keyval_info_t> found;
  SUBCASE("no class of the name near the attributes'") {
    const Address keyval_class = keyvals.mpi.class_of("ompi_attribute_keyval_t");
    keyvals.mpi.set(keyval_class, keyvals.mpi.layouts.object_class.cls_name, 0);
    CHECK(keyvals.list(found) == MPIDBG_ERR_NOT_SUPPORTED);
    CHECK(keyvals.detail.find("there is no class ompi_attribute_keyval_t near") != std::string::npos);
  }
  SUBCASE("no attributes to go by") {
    keyvals.mpi.set(keyvals.mpi.world, keyvals.mpi.layouts.communicator.c_keyhash,
                    fakes::new_attributes(keyvals.mpi, {}));
    CHECK(keyvals.list(found) == MPIDBG_ERR_NOT_SUPPORTED);
    CHECK(keyvals.detail.find("MPI_COMM_WORLD has no attributes") != std::string::npos);
  }
  SUBCASE("a class of another size than the layout's") {
    keyvals.mpi.set(keyvals.mpi.class_of("ompi_attribute_keyval_t"), keyvals.mpi.layouts.object_class.cls_sizeof, 999);
    CHECK(keyvals.list(found) != MPIDBG_SUCCESS);
    CHECK(keyvals.detail.find("layout check failed: ompi_attribute_keyval_t is 999 bytes") != std::string::npos);
  }
}
