// The search for objects that no table lists: HD3, Z7, Z8 of the requirements for datatypes.

#include <doctest/doctest.h>

#include "mpidbg/abi/memory_runs_interface.h"
#include "tests/fakes/fake_datatypes.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeDatatypes;
using fakes::FakeHost;
using fakes::FakeOpenMpi;
using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

constexpr mpidbg_handle_kind_t kind_datatype = MPIDBG_KIND_DATATYPE;

struct Heap {
  explicit Heap(unsigned pointer_size = 8, ByteOrder order = ByteOrder::little)
      : mpi(pointer_size, order, 0, 2), types(mpi) {}

  Address derived() { return types.make(FakeDatatypes::contiguous, {2}, {}, {types[39]}, {8, 0, 8, 0, 8, 2}); }

  // What is listed beyond the predefined types.
  std::vector<mqs_taddr_t> found(const HandleSession &session) {
    std::vector<mqs_taddr_t> listed = session.list(kind_datatype);
    REQUIRE(listed.size() >= 73);
    listed.erase(listed.begin(), listed.begin() + 73);
    return listed;
  }
  std::vector<mqs_taddr_t> found_in(mqs_taddr_t begin, mqs_taddr_t end) {
    HandleSession session(mpi.host);
    const mpidbg_memory_range_t range{begin, end};
    REQUIRE(mpidbg_set_memory_ranges(session.process(), 1, &range) == MPIDBG_SUCCESS);
    return found(session);
  }

  // In all memory that there is.
  void set_ranges(const HandleSession &session) {
    std::vector<mpidbg_memory_range_t> ranges;
    for (const auto &[begin, end] : mpi.memory.block_ranges()) ranges.push_back({begin.value(), end.value()});
    REQUIRE(mpidbg_set_memory_ranges(session.process(), static_cast<int>(ranges.size()), ranges.data()) ==
            MPIDBG_SUCCESS);
  }
  std::vector<mqs_taddr_t> found_anywhere() {
    HandleSession session(mpi.host);
    set_ranges(session);
    return found(session);
  }

  FakeOpenMpi mpi;
  FakeDatatypes types;
};

}  // namespace

TEST_CASE("HD3 Z8 objects of the class are found in memory of either width and order, by address") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      Heap heap(kind.pointer_size, kind.order);
      const Address first = heap.derived(), second = heap.derived();
      const std::vector<mqs_taddr_t> all{first.value(), second.value()};
      CHECK(heap.found_anywhere() == all);
      // One that the table lists is listed once.
      heap.mpi.set(first, heap.mpi.layouts.datatype.d_f_to_c_index, heap.types.table.add(first));
      HandleSession session(heap.mpi.host);
      heap.set_ranges(session);
      CHECK(heap.found(session) == all);
      CHECK(std::string(mpidbg_kind_problem(session.process(), kind_datatype)).empty());
    }
  }
}

TEST_CASE("Z7 what only looks like an object is not listed") {
  Heap heap;
  const auto &l = heap.mpi.layouts;
  const Address live = heap.derived(), freed = heap.derived(), torn = heap.derived(), other = heap.derived();
  heap.types.set_references(freed, 0);
  heap.mpi.set(heap.types.arguments(torn), l.datatype_arguments.ci, 0xffffffff);
  heap.mpi.set(other, l.opal_datatype.desc, 0);
  heap.mpi.set(other + l.opal_datatype.desc.offset, l.data_description.length, 0);
  // Pointers to the class that are no objects: in the middle of other memory, and before nothing at all.
  const Address words = heap.mpi.memory.allocate(4096);
  for (int i = 0; i < 32; ++i) {
    heap.mpi.memory.write_pointer(words + 8 * static_cast<unsigned>(i), heap.mpi.class_of("ompi_datatype_t"));
  }
  const Address last = heap.mpi.memory.allocate(8);
  heap.mpi.memory.write_pointer(last, heap.mpi.class_of("ompi_datatype_t"));
  // Counts of references that no object has.
  for (const std::int32_t count : {-1, 1'000'001, 0x7fffffff}) heap.types.set_references(heap.derived(), count);
  CHECK(heap.found_anywhere() == std::vector<mqs_taddr_t>{live.value()});
}

TEST_CASE("HD3 ranges that begin between two words, and objects on both sides of a hole") {
  for (const TargetKind &kind : all_targets) {
    CAPTURE(kind.name);
    Heap heap(kind.pointer_size, kind.order);
    const Address filler = heap.mpi.memory.allocate(16 * 4096, 4096);
    const Address live = heap.derived();
    std::vector<std::uint8_t> bytes(heap.mpi.layouts.datatype.byte_size);
    REQUIRE(heap.mpi.memory.read(live, bytes.data(), bytes.size()));
    std::vector<mqs_taddr_t> copies;
    for (const std::uint64_t at : {1 * 4096 + 8, 2 * 4096, 9 * 4096 + 2048}) {
      heap.mpi.memory.write(filler + at, bytes.data(), bytes.size());
      copies.push_back(filler.value() + at);
    }
    const mqs_taddr_t end = filler.value() + 16 * 4096;
    for (const unsigned begin : {0, 1, 7, 4095, 4097}) {
      CAPTURE(begin);
      CHECK(heap.found_in(filler.value() + begin, end) == copies);
    }
    // In the middle of the fifth page, and at the start of the eighth.
    heap.mpi.memory.make_unreadable(filler + 4 * 4096 + 100);
    heap.mpi.memory.make_unreadable(filler + 7 * 4096);
    for (const unsigned begin : {0, 1, 4097}) {
      CAPTURE(begin);
      CHECK(heap.found_in(filler.value() + begin, end) == copies);
    }
  }
}

TEST_CASE("HD3 memory with holes, ranges that end in nowhere, and objects across pieces") {
  Heap heap;
  // An object whose class pointer is the last word of one megabyte of the range.
  const Address filler = heap.mpi.memory.allocate(3 << 20, 4096);
  const Address live = heap.derived();
  std::vector<std::uint8_t> bytes(heap.mpi.layouts.datatype.byte_size);
  REQUIRE(heap.mpi.memory.read(live, bytes.data(), bytes.size()));
  const std::uint32_t class_at = heap.mpi.layouts.object.obj_class.offset;
  const Address copy = filler + (1 << 20) - 8 - class_at;
  heap.mpi.memory.write(copy, bytes.data(), bytes.size());
  CHECK(heap.found_in(filler.value(), filler.value() + (3 << 20)) == std::vector<mqs_taddr_t>{copy.value()});
  // A hole before the object.
  heap.mpi.memory.make_unreadable(filler + 5000);
  CHECK(heap.found_in(filler.value(), filler.value() + (3 << 20)) == std::vector<mqs_taddr_t>{copy.value()});
  // A range that ends inside an object, and nonsense around it.
  CHECK(heap.found_in(live.value() + 8 + class_at, live.value() + 16 + class_at).empty());
  CHECK(heap.found_in(0x7000000000000000, 0x7000000000100000).empty());
  // The last piece of the address space, behind which addresses begin anew.
  CHECK(heap.found_in(0xffffffffffe00001, 0xffffffffffffffff).empty());
}

namespace {

struct Cancel {
  int calls = 0;
  int after = 0;
};

int cancel(void *context, std::uint64_t done, std::uint64_t total) {
  auto *state = static_cast<Cancel *>(context);
  CHECK(done <= total);
  return state->calls++ >= state->after ? 1 : 0;
}

}  // namespace

TEST_CASE("HD3 a search that the debugger cancels, or that would be too long, lists what the table has and says so") {
  Heap heap;
  const Address filler = heap.mpi.memory.allocate(3 << 20, 4096);
  heap.derived();
  {
    HandleSession session(heap.mpi.host);
    const mpidbg_memory_range_t range{filler.value(), filler.value() + (3 << 20)};
    REQUIRE(mpidbg_set_memory_ranges(session.process(), 1, &range) == MPIDBG_SUCCESS);
    Cancel state{0, 1};
    mpidbg_set_progress(cancel, &state);
    CHECK(session.list(kind_datatype).size() == 73);
    CHECK(std::string(mpidbg_kind_problem(session.process(), kind_datatype)).find("cancelled") != std::string::npos);
    mpidbg_set_progress(nullptr, nullptr);
    const mpidbg_memory_range_t endless{0x1000, 0x7fffffffffff0000};
    REQUIRE(mpidbg_set_memory_ranges(session.process(), 1, &endless) == MPIDBG_SUCCESS);
    CHECK(session.list(kind_datatype).size() == 73);
    CHECK(std::string(mpidbg_kind_problem(session.process(), kind_datatype)).find("limit") != std::string::npos);
  }
  CHECK(FakeHost::live_allocations() == 0);
}

namespace {

std::vector<mpidbg_memory_range_t> told_runs;

// `capacity` of them at most, as a debugger tells them.
int tell_runs(mqs_process *, mqs_taddr_t begin, mqs_taddr_t end, int capacity, mpidbg_memory_range_t *runs) {
  int count = 0;
  for (const mpidbg_memory_range_t &run : told_runs) {
    if (run.begin >= begin && run.end <= end && count < capacity) runs[count++] = run;
  }
  return count;
}

int tell_nothing(mqs_process *, mqs_taddr_t, mqs_taddr_t, int, mpidbg_memory_range_t *) {
  return -1;
}

int tell_nonsense(mqs_process *, mqs_taddr_t begin, mqs_taddr_t end, int, mpidbg_memory_range_t *runs) {
  runs[0] = {begin, end + 8};
  return 1;
}

int tell_too_many(mqs_process *, mqs_taddr_t, mqs_taddr_t, int capacity, mpidbg_memory_range_t *) {
  return capacity + 1;
}

}  // namespace

TEST_CASE("HD3 of memory that the debugger says was never touched nothing is read, however much it is") {
  Heap heap;
  const std::uint64_t bytes = heap.mpi.layouts.datatype.byte_size;
  std::vector<std::uint8_t> object(bytes);
  REQUIRE(heap.mpi.memory.read(heap.derived(), object.data(), bytes));
  const Address first = heap.mpi.memory.allocate(4 * 4096, 4096), second = first + 2 * 4096;
  for (const Address copy : {first, second}) heap.mpi.memory.write(copy, object.data(), bytes);
  const auto run_of = [&](Address at) { return mpidbg_memory_range_t{at.value(), at.value() + bytes}; };
  const mpidbg_memory_range_t endless{0x1000, 0x7fffffffffff0000};
  const auto found_with = [&](mpidbg_memory_runs_function_t function, const mpidbg_memory_range_t &range) {
    HandleSession session(heap.mpi.host);
    REQUIRE(mpidbg_set_memory_runs(session.process(), function) == MPIDBG_SUCCESS);
    REQUIRE(mpidbg_set_memory_ranges(session.process(), 1, &range) == MPIDBG_SUCCESS);
    return heap.found(session);
  };
  const std::vector<mqs_taddr_t> both{first.value(), second.value()};
  told_runs = {run_of(first), run_of(second)};
  CHECK(found_with(tell_runs, endless) == both);
  told_runs = {run_of(second)};
  CHECK(found_with(tell_runs, endless) == std::vector{second.value()});
  told_runs.clear();
  CHECK(found_with(tell_runs, endless).empty());
  // More runs than are asked for at once, with an object behind them.
  for (mqs_taddr_t at = 0x1000; told_runs.size() < 3000; at += 16) told_runs.push_back({at, at + 8});
  told_runs.push_back(run_of(second));
  CHECK(found_with(tell_runs, endless) == std::vector{second.value()});
  // Whoever does not know, or contradicts himself, has all of it searched.
  const mpidbg_memory_range_t range{first.value(), second.value() + bytes};
  for (const auto function : {tell_nothing, tell_nonsense, tell_too_many}) {
    CHECK(found_with(function, range) == both);
    CHECK(found_with(function, endless).empty());
  }
  CHECK(found_with(nullptr, range) == both);
}

namespace {

FakeOpenMpi *searched = nullptr;
std::vector<mpidbg_memory_range_t> search_reads;

int read_searched(mqs_process *, mqs_taddr_t address, int size, void *buffer) {
  search_reads.push_back({address, address + static_cast<mqs_taddr_t>(size)});
  return searched->memory.read(Address(address), buffer, static_cast<std::size_t>(size)) ? mqs_ok : mqs_no_information;
}

int read_nothing(mqs_process *, mqs_taddr_t, int, void *) {
  return mqs_no_information;
}

}  // namespace

TEST_CASE("HD3 memory is searched with the debugger's function for searches, and what is found is read as all else") {
  Heap heap;
  searched = &heap.mpi;
  const Address object = heap.derived();
  const mpidbg_memory_range_t range{object.value(), (object + heap.mpi.layouts.datatype.byte_size).value()};
  const auto fetched_with = [&](mpidbg_search_read_function_t function, std::size_t expected) {
    HandleSession session(heap.mpi.host);
    REQUIRE(mpidbg_set_search_read(session.process(), function) == MPIDBG_SUCCESS);
    REQUIRE(mpidbg_set_memory_ranges(session.process(), 1, &range) == MPIDBG_SUCCESS);
    search_reads.clear();
    const std::uint64_t before = heap.mpi.host.fetches;
    CHECK(heap.found(session).size() == expected);
    return heap.mpi.host.fetches - before;
  };
  const std::uint64_t without = fetched_with(nullptr, 1);
  CHECK(fetched_with(read_searched, 1) == without - 1);
  REQUIRE(search_reads.size() == 1);
  CHECK((search_reads[0].begin == range.begin && search_reads[0].end == range.end));
  // What the function does not read is not read otherwise.
  fetched_with(read_nothing, 0);
  CHECK(mpidbg_set_search_read(nullptr, read_searched) == MPIDBG_ERR_NOT_FOUND);
}

TEST_CASE("HD3 without ranges the search says that it may miss some") {
  Heap heap;
  HandleSession session(heap.mpi.host);
  session.list(kind_datatype);
  CHECK(std::string(mpidbg_kind_problem(session.process(), kind_datatype)).find("only around") != std::string::npos);
  // Ranges that have nothing in them are none.
  const mpidbg_memory_range_t empty[] = {{0x1000, 0x1000}, {0x3000, 0x2000}};
  REQUIRE(mpidbg_set_memory_ranges(session.process(), 2, empty) == MPIDBG_SUCCESS);
  session.list(kind_datatype);
  CHECK(std::string(mpidbg_kind_problem(session.process(), kind_datatype)).find("only around") != std::string::npos);
}
