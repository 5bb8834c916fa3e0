// The tables of Open MPI's objects, and the classes of these, with one wrong word: nothing vanishes without a word.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "mpidbg/base/hexadecimal.h"
#include "tests/contains.h"
#include "tests/fakes/fake_datatypes.h"
#include "tests/fakes/fake_errhandlers.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/fake_infos.h"
#include "tests/fakes/fake_requests.h"
#include "tests/fakes/fake_windows.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

// A process with two objects at least of each kind.
struct Objects {
  Objects(unsigned pointer_size, ByteOrder order)
      : mpi(pointer_size, order, 0, 2),
        datatypes(mpi),
        errhandlers(mpi),
        ops(mpi),
        infos(mpi),
        files(mpi),
        windows(mpi) {
    errhandlers.add(1, 0, Address(0x1234));
    ops.add(0x40, Address(0x1234));
    infos.new_info({{"key", "value"}});
    file = files.open_with_ompio("data", mpi.world, 9, {});
    window = windows.add("my window", "rdma");
  }

  fakes::FakeOpenMpi mpi;
  fakes::FakeDatatypes datatypes;
  fakes::FakeErrhandlers errhandlers;
  fakes::FakeOps ops;
  fakes::FakeInfos infos;
  fakes::FakeFiles files;
  fakes::FakeWindows windows;
  Address file{}, window{};

  void set_ranges(const HandleSession &session) const {
    std::vector<mpidbg_memory_range_t> ranges;
    for (const auto &[begin, end] : mpi.memory.block_ranges()) ranges.push_back({begin.value(), end.value()});
    mpidbg_set_memory_ranges(session.process(), static_cast<int>(ranges.size()), ranges.data());
  }

  Address pointer_at(Address at) const { return Address(mpi.memory.read_integer(at, mpi.memory.pointer_size())); }
  // The table of a kind.
  Address table(const std::string &symbol) const {
    const Address at = mpi.host.symbols.at(symbol);
    return symbol == "ompi_op_f_to_c_table" ? pointer_at(at) : at;
  }
  // Its last slot in use.
  Address last_slot(const std::string &symbol) const {
    const auto &l = mpi.layouts.pointer_array;
    return Address(mpi.get(table(symbol), l.addr)) + (mpi.get(table(symbol), l.size) - 1) * mpi.memory.pointer_size();
  }
};

struct Kind {
  mpidbg_handle_kind_t kind;
  const char *table;
};
constexpr Kind kinds[] = {{MPIDBG_KIND_DATATYPE, "ompi_datatype_f_to_c_table"},
                          {MPIDBG_KIND_ERRHANDLER, "ompi_errhandler_f_to_c_table"},
                          {MPIDBG_KIND_OP, "ompi_op_f_to_c_table"},
                          {MPIDBG_KIND_INFO, "ompi_info_f_to_c_table"},
                          {MPIDBG_KIND_FILE, "ompi_file_f_to_c_table"},
                          {MPIDBG_KIND_WIN, "ompi_mpi_windows"}};

std::string problem_of(const HandleSession &session, mpidbg_handle_kind_t kind) {
  return mpidbg_kind_problem(session.process(), kind);
}

bool lists(const HandleSession &session, mpidbg_handle_kind_t kind, Address object) {
  const auto all = session.list(kind);
  return std::find(all.begin(), all.end(), object.value()) != all.end();
}

bool is_internal(const HandleSession &session, Address communicator) {
  const Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM> info(session, communicator);
  return (info->comm_bitflags & MPIDBG_COMM_INFO_INTERNAL) != 0;
}

}  // namespace

TEST_CASE("a slot of a table that was overwritten is noticed, whatever the kind of its object") {
  for (const TargetKind &target : all_targets) {
    SUBCASE(target.name) {
      Objects all(target.pointer_size, target.order);
      const HandleSession session(all.mpi.host);
      all.set_ranges(session);
      for (const auto &[kind, table] : kinds) {
        const std::string symbol = table;  // clang 14 captures no structured binding
        CAPTURE(symbol);
        CHECK(problem_of(session, kind).empty());
        const Address slot = all.last_slot(symbol), object = all.pointer_at(slot);
        const std::uint64_t size = all.mpi.get(all.table(symbol), all.mpi.layouts.pointer_array.size);
        CHECK(lists(session, kind, object));

        all.mpi.memory.write_pointer(slot, Address());
        CHECK_FALSE(lists(session, kind, object));
        CHECK(problem_of(session, kind) == "opal_pointer_array_t at " + mpidbg::hex(all.table(symbol)) +
                                               " has 1 free slots of " + std::to_string(size) + ", and number_free 0");

        // Not an address of an object: who lists it asks for it, and is told.
        all.mpi.memory.write_pointer(slot, object + 1);
        CHECK(lists(session, kind, object + 1));
        CHECK(session.query(kind, object.value() + 1) != MPIDBG_SUCCESS);
        all.mpi.memory.write_pointer(slot, object);
        CHECK(problem_of(session, kind).empty());
      }
    }
  }
}

TEST_CASE(
    "where the table of windows or files is damaged, communicators may be the library's own without being known as "
    "such") {
  Objects all(8, ByteOrder::little);
  auto &mpi = all.mpi;
  const HandleSession session(mpi.host);
  mpidbg_set_held(session.process(), 1);
  CHECK(is_internal(session, all.windows.duplicate));
  CHECK(problem_of(session, MPIDBG_KIND_COMM).empty());
  mpidbg_set_held(session.process(), 0);

  const char *symbol = "ompi_mpi_windows";
  std::string why;
  SUBCASE("a window that is not there") {
    mpi.memory.write_pointer(all.last_slot(symbol), Address());
    why = "has 1 free slots of 2, and number_free 0";
  }
  SUBCASE("a window that is none") {
    mpi.memory.write_pointer(all.last_slot(symbol), mpi.world);
    why = "there is no ompi_win_t at " + mpidbg::hex(mpi.world);
  }
  SUBCASE("a file that is not there") {
    symbol = "ompi_file_f_to_c_table";
    mpi.memory.write_pointer(all.last_slot(symbol), Address());
    why = "has 1 free slots of 2, and number_free 0";
  }
  SUBCASE("a file that is none") {
    symbol = "ompi_file_f_to_c_table";
    mpi.memory.write_pointer(all.last_slot(symbol), mpi.world);
    why = "there is no ompi_file_t at " + mpidbg::hex(mpi.world);
  }
  SUBCASE("a window whose module cannot be read") {
    mpi.set(all.window, mpi.layouts.window.w_osc_module, Address(0x10));
    why = "cannot read ompi_osc_base_module_3_0_0_t at ";
  }
  SUBCASE("a window without a module") {
    mpi.set(all.window, mpi.layouts.window.w_osc_module, Address());
    why = "ompi_win_t.w_osc_module at " + mpidbg::hex(all.window) + " is null";
  }
  SUBCASE("a window whose module is zeroed") {
    const Address module = all.windows.module_of(all.window);
    mpi.set(module, mpi.layouts.osc_module.osc_free, Address());
    why = "ompi_osc_base_module_3_0_0_t.osc_free at " + mpidbg::hex(module) + " is null";
  }
  SUBCASE("a window whose component has a template that cannot be read") {
    mpi.host.symbols["ompi_osc_rdma_module_rdma_template"] = Address(0x20);
    mpi.set(all.windows.module_of(all.window) + mpi.layouts.osc_rdma_module.all_sync.offset,
            mpi.layouts.object.obj_class, Address());
    why = "cannot read ompi_osc_base_module_3_0_0_t at ";
  }
  SUBCASE("a file whose layer has another record") {
    symbol = "ompi_file_f_to_c_table";
    mpi.set(all.files.record, mpi.layouts.ompio_file.f_fh, mpi.world);
    why =
        "ompio_file_t at " + mpidbg::hex(all.files.record) + " does not belong to the file at " + mpidbg::hex(all.file);
  }
  SUBCASE("a file whose layer has no name") {
    symbol = "ompi_file_f_to_c_table";
    const auto &l = mpi.layouts;
    mpi.memory.write_integer(all.file + l.file.f_io_selected_component.offset + l.component.mca_component_name.offset,
                             0, 1);
    why = "cannot determine the input/output layer of the file at " + mpidbg::hex(all.file);
  }
  CAPTURE(why);
  mpidbg_set_held(session.process(), 1);
  CHECK(is_internal(session, all.windows.duplicate) == (symbol != std::string("ompi_mpi_windows")));
  const std::string problem = problem_of(session, MPIDBG_KIND_COMM);
  CHECK(contains(problem, "communicators of the library's own may be shown as the program's: "));
  CHECK_MESSAGE(contains(problem, why), problem);
}

TEST_CASE("Z7 a class with a wrong word hides the objects that a search finds by it, which is said") {
  Objects all(8, ByteOrder::little);
  auto &mpi = all.mpi;
  fakes::FakeRequests requests(mpi);
  const Address type = all.datatypes.make(fakes::FakeDatatypes::contiguous, {3}, {},
                                          {all.datatypes[fakes::FakeDatatypes::int_]}, {12, 0, 12, 0, 12, 3});
  const Address request = requests.new_generalized(Address(0x110), Address(0), Address(0), Address(0));
  const auto &l = mpi.layouts.object_class;
  const Address of_types = mpi.class_of("ompi_datatype_t"), of_requests = mpi.class_of("ompi_grequest_t");
  const auto look = [&](mpidbg_handle_kind_t kind, Address object) {
    const HandleSession session(mpi.host);
    all.set_ranges(session);
    mpidbg_set_held(session.process(), 1);
    const bool listed = lists(session, kind, object);
    return std::pair(listed, problem_of(session, kind));
  };
  CHECK(look(MPIDBG_KIND_DATATYPE, type) == std::pair(true, std::string()));
  CHECK(look(MPIDBG_KIND_REQUEST, request) == std::pair(true, std::string()));
  SUBCASE("the name of datatypes") {
    mpi.set(of_types, l.cls_name, Address(mpi.get(of_types, l.cls_name)) + 8);
    CHECK(look(MPIDBG_KIND_DATATYPE, type) ==
          std::pair(false, "datatypes without a Fortran handle are not listed: the opal_class_t at " +
                               mpidbg::hex(of_types) + " has another cls_name than ompi_datatype_t"));
  }
  SUBCASE("what datatypes are derived from") {
    mpi.set(of_types, l.cls_parent, Address());
    CHECK(look(MPIDBG_KIND_DATATYPE, type) ==
          std::pair(false, "datatypes without a Fortran handle are not listed: the opal_class_t at " +
                               mpidbg::hex(of_types) + " is not derived from that of opal_datatype_t"));
  }
  SUBCASE("the name of requests: the others are listed") {
    mpi.set(of_requests, l.cls_name, Address(mpi.get(of_requests, l.cls_name)) + 8);
    const std::string problem =
        "the opal_class_t at " + mpidbg::hex(of_requests) + " has another cls_name than ompi_grequest_t";
    CHECK(look(MPIDBG_KIND_REQUEST, request) == std::pair(false, problem));
    CHECK(look(MPIDBG_KIND_REQUEST, requests.empty) == std::pair(true, problem));
  }
}
