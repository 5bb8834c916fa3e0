// MPICH: info objects, operations, error handlers, datatypes, windows, files, sessions and messages, sound and damaged.

#include <doctest/doctest.h>

#include <cstring>
#include <random>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/model/mpich/handles.h"
#include "tests/contains.h"
#include "tests/fakes/fake_mpich_objects.h"
#include "tests/fakes/random_rounds.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeHost;
using fakes::FakeMpich;
using fakes::FakeMpichObjects;
using mpidbg::Address;
using mpidbg::ByteOrder;
using mpidbg::ErrorCode;
using mpidbg::Handle;
using namespace mpidbg::model;
using namespace mpidbg::model::mpich;

namespace {

constexpr std::uint32_t mpi_int = 0x4c000405, mpi_double = 0x4c00080b, mpi_char = 0x4c000101;

// The plugin's half, on a fake.
class Attached {
 public:
  explicit Attached(FakeMpich &mpich)
      : image_(mpich.host.image(), FakeHost::image_callbacks()),
        memory_(open_memory(mpich)),
        process(attach(image_, memory_).value()),
        handles(process) {}

 private:
  static mpidbg::debugger::Memory open_memory(FakeMpich &mpich) {
    mpidbg::debugger::set_basic_callbacks(FakeHost::basic_callbacks());
    return mpidbg::debugger::Memory::open(mpich.host.process(), FakeHost::process_callbacks(),
                                          mpich.memory.pointer_size())
        .value();
  }
  const mpidbg::debugger::Image image_;
  const mpidbg::debugger::Memory memory_;

 public:
  Attachment process;
  Handles handles;
};

Handle as_handle(std::uint32_t number) {
  return Handle(number, 4);
}

template <class Value>
std::string message_of(const mpidbg::Result<Value> &result) {
  return result ? std::string() : result.error().message;
}

// Of every element of the map, the displacement.
std::vector<std::int64_t> displacements(Datatypes &datatypes, Handle datatype) {
  std::vector<BasicType> basics;
  const auto elements = datatypes.type_map_elements(datatype, 0, 1000, basics);
  REQUIRE_MESSAGE(elements, message_of(elements));
  std::vector<std::int64_t> result;
  for (const TypeMapElement &element : *elements) result.push_back(element.displacement);
  return result;
}

}  // namespace

TEST_CASE("MPICH: info objects have their pairs in order, and pairs are not info objects") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    FakeMpich mpich(target.pointer_size, target.order);
    FakeMpichObjects objects(mpich);
    const std::uint32_t empty = objects.handle(ObjectKind::info, objects.info({}));
    const Address full_object = objects.info({{"b", "2"}, {"a", ""}, {"c", std::string(5000, 'v')}});
    const std::uint32_t full = objects.handle(ObjectKind::info, full_object);
    const Address freed_object = objects.info({});
    const std::uint32_t freed = objects.handle(ObjectKind::info, freed_object);
    mpich.pool(ObjectKind::info).give_back(freed_object);
    Attached attached(mpich);
    Infos &infos = attached.handles.infos;

    CHECK(infos.problem().empty());
    CHECK(infos.read(as_handle(empty))->pairs.empty());
    const auto read = infos.read(as_handle(full));
    REQUIRE_MESSAGE(read, message_of(read));
    REQUIRE(read->pairs.size() == 3);
    CHECK(read->pairs[0] == InfoPair("b", "2"));
    CHECK(read->pairs[1] == InfoPair("a", ""));
    CHECK(read->pairs[2].second.size() == 5000);
    CHECK(read->fortran_index == static_cast<int>(full));
    CHECK(infos.live() ==
          std::vector<Handle>{as_handle(0x1c000000), as_handle(0x5c000001), as_handle(empty), as_handle(full)});
    CHECK(infos.read(as_handle(0x1c000000))->is_null);
    CHECK(infos.read(as_handle(0x5c000001))->is_environment);
    const auto pair = infos.read(as_handle(full + 1));
    CHECK(contains(message_of(pair), "is a pair of an info object"));
    for (const std::uint32_t wrong : {freed, 0u, 0x9c0fffffu, mpi_int}) {
      CHECK(infos.read(as_handle(wrong)).error().code == ErrorCode::not_found);
    }
  }
}

TEST_CASE("MPICH: a damaged info object is an error that says so") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeMpichObjects objects(mpich);
  const auto &layout = mpich.layouts.info;
  const Address circle = objects.info({{"a", "1"}, {"b", "2"}});
  const Address second(mpich.get(circle, *layout.next.present));
  mpich.set(Address(mpich.get(second, *layout.next.present)), *layout.next.present, second.value());
  const Address wild = objects.info({{"a", "1"}});
  mpich.set(wild, *layout.next.present, 0xdead0);
  const Address no_text = objects.info({{"a", "1"}});
  mpich.set(Address(mpich.get(no_text, *layout.next.present)), *layout.value.present, 0xdead0);
  Attached attached(mpich);
  Infos &infos = attached.handles.infos;
  const auto read = [&](Address object) { return infos.read(as_handle(objects.handle(ObjectKind::info, object))); };
  CHECK(contains(message_of(read(circle)), "MPIR_Info.next"));
  CHECK(read(wild).error().code == ErrorCode::unreadable);
  CHECK(contains(message_of(read(no_text)), "value of an info object"));
}

TEST_CASE("sessions of MPICH are listed, and queried by their C and Fortran handles") {
  using Session = Queried<mpidbg_session_info_t, MPIDBG_KIND_SESSION>;
  FakeMpich mpich(8, ByteOrder::little);
  FakeMpichObjects objects(mpich);
  const Address on_session = objects.errhandler(0xe, 0, Address(0x8765));
  const std::uint32_t session = objects.handle(ObjectKind::session, objects.session(3, on_session));
  const std::uint32_t plain = objects.handle(ObjectKind::session, objects.session(0, Address()));
  HandleSession plugin(mpich.host);
  CHECK(plugin.list(MPIDBG_KIND_SESSION) == std::vector<mqs_taddr_t>{0x38000000, session, plain});
  {
    Session info(plugin, Address(session));
    CHECK(info->session_bitflags == 0);
    CHECK(info->session_c_handle == session);
    CHECK(info->session_fortran_handle == static_cast<int>(session));
    CHECK(info->session_thread_level == 3);
    CHECK(info->session_errhandler == objects.handle(ObjectKind::errhandler, on_session));
    CHECK(info->session_errhandler_name == nullptr);
    Session other(plugin, Address(plain));
    CHECK(other->session_thread_level == -1);
    CHECK(other->session_errhandler == 0);
    Session null(plugin, Address(0x38000000));
    CHECK((null->session_bitflags & MPIDBG_SESSION_INFO_SESSION_NULL) != 0);
    CHECK(std::string(null->session_name) == "MPI_SESSION_NULL");
  }
  mqs_taddr_t handle = 0;
  CHECK(mpidbg_f2c(plugin.process(), MPIDBG_KIND_SESSION, session, &handle) == MPIDBG_SUCCESS);
  CHECK(handle == session);
  CHECK(mpidbg_f2c(plugin.process(), MPIDBG_KIND_SESSION, session + 7, &handle) == MPIDBG_ERR_NOT_FOUND);
  CHECK(plugin.query(MPIDBG_KIND_SESSION, session + 7) == MPIDBG_ERR_NOT_FOUND);
  CHECK(mpidbg_capabilities(plugin.process(), MPIDBG_KIND_SESSION) == MPIDBG_SESSION_CAP_BASIC);
  CHECK(FakeHost::live_allocations() == 0);
}

TEST_CASE("MPICH: operations and error handlers, by language and kind") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    FakeMpich mpich(target.pointer_size, target.order);
    FakeMpichObjects objects(mpich);
    const std::uint32_t sum = objects.handle(ObjectKind::op, objects.op(33, 0, Address(0x1234)));
    const std::uint32_t append = objects.handle(ObjectKind::op, objects.op(32, 1, Address(0x5678)));
    const std::uint32_t strange = objects.handle(ObjectKind::op, objects.op(33, 9, Address(0x1234)));
    const Address on_comm = objects.errhandler(1, 0, Address(0x4321));
    const Address on_session = objects.errhandler(0xe, 2, Address(0x8765));
    const Address on_nothing = objects.errhandler(0xb, 0, Address(0x8765));
    const std::uint32_t session = objects.handle(ObjectKind::session, objects.session(3, on_session));
    const std::uint32_t plain = objects.handle(ObjectKind::session, objects.session(0, Address()));
    const std::uint32_t damaged = objects.handle(ObjectKind::session, objects.session(77, Address()));
    Attached attached(mpich);
    Handles &handles = attached.handles;

    CHECK(handles.ops.read(as_handle(sum))->commutative);
    CHECK(handles.ops.read(as_handle(sum))->function == Address(0x1234));
    CHECK_FALSE(handles.ops.read(as_handle(append))->commutative);
    CHECK_FALSE(handles.ops.read(as_handle(0x5800000d))->commutative);  // MPI_REPLACE
    CHECK(handles.ops.read(as_handle(append))->language == Language::fortran);
    CHECK(handles.ops.read(as_handle(0x58000003))->name == "MPI_SUM");
    CHECK(handles.ops.read(as_handle(0x18000000))->is_null);
    CHECK(contains(message_of(handles.ops.read(as_handle(strange))), "MPIR_Op.language"));
    CHECK(handles.ops.read(as_handle(sum + 100)).error().code == ErrorCode::not_found);
    CHECK(handles.ops.live().size() == 15 + 3);

    const auto errhandler = [&](Address object) {
      return handles.errhandlers.read(as_handle(objects.handle(ObjectKind::errhandler, object)));
    };
    CHECK(errhandler(on_comm)->object_kind == HandleKind::communicator);
    CHECK(errhandler(on_comm)->function == Address(0x4321));
    CHECK(errhandler(on_session)->object_kind == HandleKind::session);
    CHECK(errhandler(on_session)->language == Language::fortran);
    CHECK(errhandler(on_session)->users == std::vector<HandleReference>{{HandleKind::session, as_handle(session)}});
    CHECK(contains(message_of(errhandler(on_nothing)), "MPIR_Errhandler.kind"));
    CHECK(handles.errhandlers.read(as_handle(0x54000001))->name == "MPI_ERRORS_RETURN");

    CHECK(handles.sessions.read(as_handle(session))->thread_level == 3);
    CHECK(handles.sessions.read(as_handle(session))->errhandler ==
          as_handle(objects.handle(ObjectKind::errhandler, on_session)));
    CHECK(handles.sessions.read(as_handle(plain))->errhandler.is_null());
    CHECK(handles.sessions.read(as_handle(0x38000000))->is_null);
    CHECK(contains(message_of(handles.sessions.read(as_handle(damaged))), "MPIR_Session.thread_level"));
  }
}

TEST_CASE("MPICH: type maps of every kind of arguments, with large counts and without") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    FakeMpich mpich(target.pointer_size, target.order);
    FakeMpichObjects objects(mpich);
    const auto handle = [&](Address object) { return as_handle(objects.handle(ObjectKind::datatype, object)); };
    const Handle float_int = as_handle(0x8c000000), short_int = as_handle(0x8c000003);
    const FakeMpichObjects::Bounds strided{16, 0, 28, 0, 28};
    const Handle vector = handle(objects.datatype("v", strided, {4, {mpi_int}, {2, 2, 5}}));
    const Handle large = handle(objects.datatype("", strided, {4, {mpi_int}, {}, {}, {2, 2, 5}}));
    const Handle hindexed = handle(objects.datatype("", {12, 4, 24, 4, 24}, {9, {mpi_int}, {2, 1, 2}, {4, 16}}));
    const Handle large_hindexed =
        handle(objects.datatype("", {12, 4, 24, 4, 24}, {9, {mpi_int}, {}, {}, {2, 1, 2, 4, 16}}));
    const auto in_vector = static_cast<std::uint32_t>(vector.value());
    const Handle structure = handle(objects.datatype(
        "s", {17, 0, 48, 0, 41},
        {12, {mpi_char, static_cast<std::uint32_t>(float_int.value()), mpi_double}, {3, 1, 1, 1}, {0, 8, 33}}));
    const Handle of_vector = handle(objects.datatype("", {32, 0, 56, 0, 56}, {3, {in_vector}, {2}}));
    const Handle large_subarray =
        handle(objects.datatype("", {8, 0, 48, 20, 28}, {13, {mpi_int}, {2, 56}, {}, {3, 4, 1, 2, 1, 1}}));
    const Handle f90 = handle(objects.datatype("", {8, 0, 8, 0, 8}, {15, {}, {15, 307}}));
    const Handle resized = handle(objects.datatype("", {4, -4, 12, 0, 4}, {18, {mpi_int}, {}, {}, {-4, 16}}));
    Attached attached(mpich);
    Datatypes &datatypes = attached.handles.datatypes;

    using Places = std::vector<std::int64_t>;
    CHECK(displacements(datatypes, vector) == Places{0, 4, 20, 24});
    CHECK(displacements(datatypes, large) == Places{0, 4, 20, 24});
    CHECK(displacements(datatypes, hindexed) == Places{4, 16, 20});
    CHECK(displacements(datatypes, large_hindexed) == Places{4, 16, 20});
    CHECK(displacements(datatypes, structure) == Places{0, 8, 12, 33});
    CHECK(displacements(datatypes, of_vector) == Places{0, 4, 20, 24, 28, 32, 48, 52});
    CHECK(displacements(datatypes, large_subarray) == Places{20, 24});
    CHECK(displacements(datatypes, as_handle(0x4c000816)) == Places{0, 4});  // MPI_2INT
    CHECK(displacements(datatypes, short_int) == Places{0, 4});
    for (const Handle type : {vector, large, hindexed, large_hindexed, structure, of_vector, large_subarray, resized,
                              f90, float_int, short_int, as_handle(mpi_int)}) {
      const auto map = datatypes.type_map(type, 0, 100, true);
      CHECK_MESSAGE(map, message_of(map));
    }
    CHECK(datatypes.type_map(f90, 0, 9, true)->basics[0].name == "MPI_Type_create_f90_real(p 15, r 307)");
    CHECK(datatypes.read(f90)->predefined);
    const auto read = datatypes.read(vector);
    REQUIRE(read);
    CHECK(read->name == "v");
    CHECK(read->combiner == Combiner::vector);
    CHECK(read->constructor == "MPI_Type_vector");
    CHECK(read->integers == 3);
    CHECK(read->committed);
    CHECK(read->freed == std::nullopt);
    CHECK(datatypes.read(resized)->lb == -4);
    CHECK(datatypes.arguments(large_hindexed, ArgumentKind::addresses, 0, 9).value() == Places{4, 16});
    CHECK(datatypes.arguments(vector, ArgumentKind::datatypes, 0, 9).value() == Places{mpi_int});
    const auto tree = datatypes.tree(of_vector, 10);
    REQUIRE(tree);
    CHECK(tree->complete);
    REQUIRE(tree->nodes.size() == 3);
    CHECK(tree->nodes[0].call == "MPI_Type_contiguous(count 2, v)");
    CHECK(tree->nodes[1].call == "MPI_Type_vector(count 2, blocklength 2, stride 5, MPI_INT)");
    CHECK(tree->nodes[2].name == "MPI_INT");
    CHECK_FALSE(datatypes.tree(of_vector, 2)->complete);
    CHECK(attached.handles.users.of({HandleKind::datatype, vector}).value() ==
          std::vector<HandleReference>{{HandleKind::datatype, of_vector}});
    CHECK(datatypes.read(as_handle(0x0c000000))->is_null);
    for (const std::uint32_t none : {0u, 0x4cffff05u, 0x8c000004u, 0xcc00ffffu}) {
      CHECK(datatypes.read(as_handle(none)).error().code == ErrorCode::not_found);
    }
  }
}

TEST_CASE("MPICH: that the program has freed a datatype follows from references that others account for") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeMpichObjects objects(mpich);
  const Address inner = objects.datatype("", {16, 0, 28, 0, 28}, {4, {mpi_int}, {2, 2, 5}});
  const std::uint32_t number = objects.handle(ObjectKind::datatype, inner);
  objects.datatype("", {32, 0, 56, 0, 56}, {3, {number}, {2}});
  mpich.set(inner, mpich.layouts.object.next, 0);
  mpich.memory.write_integer(inner + mpich.layouts.object.ref_count.offset, 1, 4);
  Attached attached(mpich);
  CHECK(attached.handles.datatypes.read(as_handle(number))->freed == true);
}

TEST_CASE("MPICH: a damaged datatype is an error that names the field") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeMpichObjects objects(mpich);
  const auto &layout = mpich.layouts.datatype;
  const FakeMpichObjects::Bounds bounds{8, 0, 8, 0, 8};
  const auto made = [&] { return objects.datatype("", bounds, {3, {mpi_int}, {2}}); };
  const Address negative = made(), wide = made(), wild = made(), combiner = made(), many = made(), self = made(),
                unnamed = made(), other_size = made();
  mpich.set(negative, layout.size, ~std::uint64_t{0});
  mpich.set(wide, layout.extent, 99);
  mpich.set(wild, layout.contents, 0xdead0);
  const auto contents = [&](Address type) { return Address(mpich.get(type, layout.contents)); };
  mpich.set(contents(combiner), mpich.layouts.datatype_contents.combiner, 55);
  mpich.set(contents(many), mpich.layouts.datatype_contents.nr_ints, std::uint64_t{1} << 60);
  const std::uint64_t types = (mpich.layouts.datatype_contents.byte_size + 15) / 16 * 16;
  mpich.memory.write_integer(contents(self) + types, objects.handle(ObjectKind::datatype, self), 4);
  mpich.memory.write_integer(contents(unnamed) + types, 0xcc00ffff, 4);
  mpich.set(other_size, layout.size, 12);
  Attached attached(mpich);
  Datatypes &datatypes = attached.handles.datatypes;
  const auto handle = [&](Address type) { return as_handle(objects.handle(ObjectKind::datatype, type)); };
  CHECK(contains(message_of(datatypes.read(handle(negative))), "MPIR_Datatype.size"));
  CHECK(contains(message_of(datatypes.read(handle(wide))), "MPIR_Datatype.extent"));
  CHECK(datatypes.read(handle(wild)).error().code == ErrorCode::unreadable);
  CHECK(contains(message_of(datatypes.read(handle(combiner))), "has combiner 55"));
  CHECK(contains(message_of(datatypes.read(handle(many))), "1152921504606846976 integers"));
  CHECK(contains(message_of(datatypes.type_map(handle(self), 0, 9, true)), "made of itself"));
  CHECK(datatypes.tree(handle(self), 1000));
  CHECK(datatypes.type_map(handle(unnamed), 0, 9, true).error().code == ErrorCode::not_found);
  CHECK(contains(message_of(datatypes.type_map(handle(other_size), 0, 9, true)), "size 8 and the library keeps 12"));
}

TEST_CASE("MPICH: windows show their memory, and which locks are held, wanted and waited for") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    FakeMpich mpich(target.pointer_size, target.order);
    FakeMpichObjects objects(mpich);
    const Address communicator = objects.communicator(2, 4);
    const auto handle = [&](Address object) { return as_handle(objects.handle(ObjectKind::window, object)); };
    const Address idle = objects.window("idle", communicator, {});
    const Address fence = objects.window("", communicator, {.access = 5, .exposure = 5, .no_locks = true});
    const Address locked = objects.window("", communicator, {.access = 1, .granted_type = 234, .granted = 1});
    objects.add_target(locked, 3, true, true);
    objects.add_target(locked, 1, false, true);
    objects.add_target(locked, 0, false, false);
    objects.add_waiter(locked, 1, 235);
    objects.add_waiter(locked, 3, 234);
    const Address all =
        objects.window("", communicator, {.access = 6, .all_granted = 4, .granted_type = 235, .granted = 4});
    const Address wants_all = objects.window("", communicator, {.all_granted = 2});
    const Address wants_after_fence = objects.window("", communicator, {.access = 5});
    objects.add_target(wants_after_fence, 1, false, false);
    const Address wrong_epoch = objects.window("", communicator, {.access = 99});
    const Address circle = objects.window("", communicator, {});
    const Address waiter = objects.add_waiter(circle, 1, 234);
    mpich.set(waiter, mpich.layouts.waiting_lock.next, waiter.value());
    const Address outside = objects.window("", communicator, {});
    objects.add_target(outside, 4, true, true);
    const Address twice = objects.window("", communicator, {});
    mpich.set(objects.add_target(twice, 1, true, true) + mpich.layouts.window_target.sync.offset,
              mpich.layouts.target_sync.lock, 2);
    const Address flavor = objects.window("", communicator, {});
    mpich.set(flavor, mpich.layouts.window.create_flavor, 9);
    Attached attached(mpich);
    Windows &windows = attached.handles.windows;
    const auto sync = [&](Address object) {
      const auto window = windows.read(handle(object));
      REQUIRE_MESSAGE(window, message_of(window));
      REQUIRE_MESSAGE(window->sync, window->sync_problem);
      return *window->sync;
    };

    const auto read = windows.read(handle(idle));
    REQUIRE_MESSAGE(read, message_of(read));
    CHECK(read->name == "idle");
    CHECK(read->rank == 2);
    CHECK(read->size_without_group == 4);
    CHECK(read->memory->bytes == 256);
    CHECK(read->memory->disp_unit == 4);
    CHECK(read->memory->flavor == WindowFlavor::allocate);
    CHECK(read->memory->model == WindowModel::unified);
    CHECK(read->communicator == as_handle(objects.handle(ObjectKind::communicator, communicator)));
    CHECK(read->errhandler_name == "MPI_ERRORS_ARE_FATAL");
    CHECK(read->sync->access == WindowAccess::none);
    CHECK(read->sync->locks.empty());
    CHECK(sync(fence).access == WindowAccess::fence);
    CHECK_FALSE(sync(fence).communicated);
    CHECK(sync(fence).no_locks);
    CHECK(windows.read(handle(fence))->last_call == WindowCall::fence);

    const WindowSync held = sync(locked);
    REQUIRE(held.locks.size() == 2);
    CHECK(held.locks[0].target == 0);
    CHECK(held.locks[0].state == LockState::wanted);
    CHECK(held.locks[1].target == 3);
    CHECK(held.locks[1].state == LockState::held);
    CHECK(held.lock_word->exclusive);
    CHECK(held.lock_word->waiting == 2);
    REQUIRE(held.waiters.size() == 2);
    CHECK(held.waiters[0].rank == 1);
    CHECK(held.waiters[0].type == LockType::shared);
    CHECK(held.waiters[1].type == LockType::exclusive);
    CHECK(contains(held.problem, "waited for again"));
    REQUIRE(sync(all).locks.size() == 1);
    CHECK(sync(all).locks[0].target == -1);
    CHECK(sync(all).locks[0].state == LockState::held);
    CHECK(sync(all).lock_word->shared == 4);
    CHECK(sync(wants_all).locks[0].state == LockState::wanted);
    CHECK(sync(wants_all).access == WindowAccess::lock_all);
    CHECK(sync(wants_after_fence).access == WindowAccess::lock);
    CHECK(sync(wants_after_fence).locks[0].target == 1);

    const auto problem = [&](Address object) { return windows.read(handle(object))->sync_problem; };
    CHECK(contains(problem(wrong_epoch), "access_epoch_type"));
    CHECK(contains(problem(circle), "MPIDIG_win_lock.next"));
    CHECK(contains(problem(outside), "MPIDIG_win_target_t.rank"));
    CHECK(contains(problem(twice), "MPIDIG_win_target_sync_t.lock"));
    CHECK(contains(message_of(windows.read(handle(flavor))), "MPIR_Win.create_flavor"));
    CHECK(windows.read(as_handle(0x20000000))->is_null);
    CHECK(windows.read(as_handle(0xa00fffff)).error().code == ErrorCode::not_found);
  }
}

TEST_CASE("MPICH: a window that is being made is not taken for damage, and damage not for one") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeMpichObjects objects(mpich);
  const auto &layouts = mpich.layouts;
  const Address communicator = objects.communicator(0, 2), freed = objects.communicator(0, 2);
  const Address made = objects.window("made", communicator, {}), fresh = objects.window("", Address(), {}),
                reused = objects.window("", freed, {}), damaged = objects.window("", made, {}),
                used = objects.window("", Address(), {.access = 5});
  mpich.set(used, layouts.window.create_flavor, 0);
  mpich.set(fresh, layouts.window.create_flavor, 0);
  mpich.set(fresh, layouts.window.model, 0);
  mpich.set(fresh, layouts.window.base, 0);
  mpich.set(fresh, layouts.window.size, 0);
  mpich.pool(ObjectKind::communicator).give_back(freed);
  Attached attached(mpich);
  Windows &windows = attached.handles.windows;
  const auto handle = [&](Address window) { return as_handle(objects.handle(ObjectKind::window, window)); };
  for (const Address window : {fresh, reused}) {
    const auto read = windows.read(handle(window));
    CHECK(read.error().code == ErrorCode::being_made);
    CHECK(contains(read.error().message, "is a window that the library is making at this moment"));
  }
  CHECK(windows.problem().empty());
  CHECK(windows.read(handle(made)));
  const auto other = windows.read(handle(damaged));
  CHECK((!other || !other->sync));
  CHECK(contains(message_of(windows.read(handle(used))), "MPIR_Win.create_flavor"));
}

TEST_CASE("MPICH: files with a Fortran handle are listed without a search of memory") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeMpichObjects objects(mpich);
  const Address file = objects.file("/tmp/plain", 0x44000000, 0x1c000000, mpi_int);
  const Address table = mpich.memory.allocate(16), pointer = mpich.memory.allocate(8), last = mpich.memory.allocate(4);
  mpich.memory.write_pointer(table + 8, file);
  mpich.memory.write_integer(last, 1, 4);
  mpich.host.symbols["ADIOI_Ftable"] = pointer;
  mpich.host.symbols["ADIOI_Ftable_ptr"] = last;
  const auto listed = [&](Address at) {
    mpich.memory.write_pointer(pointer, at);
    Attached attached(mpich);
    return attached.handles.files.live();
  };
  CHECK(listed(table) == std::vector<Handle>{file});
  CHECK(listed(Address()).empty());
}

TEST_CASE("MPICH: from 5.0 on the Fortran handles of files begin at 4097") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeMpichObjects objects(mpich);
  const Address file = objects.file("/tmp/plain", 0x44000000, 0x1c000000, mpi_int);
  mpich.set(file, mpich.layouts.adio_file.fortran_handle, 1);
  const Address table = mpich.memory.allocate(16), pointer = mpich.memory.allocate(8), last = mpich.memory.allocate(4);
  mpich.memory.write_pointer(table + 8, file);
  mpich.memory.write_pointer(pointer, table);
  mpich.memory.write_integer(last, 1, 4);
  mpich.host.symbols["ADIOI_Ftable"] = pointer;
  mpich.host.symbols["ADIOI_Ftable_ptr"] = last;
  Attached attached(mpich);
  const auto read = [&](std::optional<std::int64_t> first) {
    attached.process.layouts.numbers.first_fortran_file.value = first;
    attached.handles.files.clear();
    return attached.handles.files.read(file)->fortran_index;
  };
  const auto found = [&](std::int64_t index) { return attached.handles.files.from_fortran(index); };
  CHECK(read(4096) == 4097);
  CHECK(found(4097).value() == Handle(file));
  for (const std::int64_t none :
       {std::int64_t{1}, std::int64_t{4096}, std::int64_t{4098}, std::int64_t{-4095}, INT64_MIN})
    CHECK(found(none).error().code == ErrorCode::out_of_range);
  CHECK(found(0).value() == Handle());
  CHECK(read(0) == 1);
  CHECK(found(1).value() == Handle(file));
  // Of a version whose numbers are not known.
  CHECK(read(std::nullopt) == -1);
  CHECK(found(1).error().code == ErrorCode::layout);
}

TEST_CASE("MPICH: memory with more that looks like files than the limit is not searched for some of them") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeMpichObjects objects(mpich);
  objects.file("/tmp/plain", 0x44000000, 0x1c000000, mpi_int);  // so that files are known to be read
  const std::uint64_t limit = mpidbg::limits::table_entries, cookie = mpich.layouts.adio_file.cookie.offset;
  std::vector<std::uint8_t> full((limit + 1) * 8 + 64);
  for (std::size_t at = cookie; at + 8 <= full.size(); at += 8)
    std::memcpy(&full[at], &mpidbg::layout::romio::file_cookie, 4);
  const Address begin(std::uint64_t{1} << 32);
  mpich.memory.map(begin, std::move(full));
  for (const std::uint64_t count : {std::uint64_t{2}, limit + 1}) {  // at the limit each of them would be read
    CAPTURE(count);
    Attached attached(mpich);
    attached.handles.files.set_ranges({{begin, begin + cookie + count * 8 - 4}});
    CHECK(attached.handles.files.live().empty());
    CHECK(contains(attached.handles.files.problem(), "an implausible number") == (count > limit));
  }
}

TEST_CASE("MPICH: the duplicate that a window has does not say which communicator it is of") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeMpichObjects objects(mpich);
  const Address original = objects.communicator(0, 2), duplicate = objects.communicator(0, 2);
  const auto keeps_derived = [&](Address communicator) {
    Attached attached(mpich);
    return attached.handles.communicators.read(as_handle(objects.handle(ObjectKind::communicator, communicator)))
        .value()
        .keeps_derived;
  };
  CHECK(keeps_derived(original));
  objects.window("", duplicate, {});
  CHECK_FALSE(keeps_derived(original));
  CHECK(keeps_derived(duplicate));
}

TEST_CASE("MPICH: files are found by what they start with, and only open ones are shown") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    FakeMpich mpich(target.pointer_size, target.order);
    FakeMpichObjects objects(mpich);
    const std::uint32_t communicator = objects.handle(ObjectKind::communicator, objects.communicator(0, 1));
    const std::uint32_t info = objects.handle(ObjectKind::info, objects.info({{"cb_nodes", "1"}}));
    const Address vector = objects.datatype("", {16, 0, 28, 0, 28}, {4, {mpi_int}, {2, 2, 5}});
    const std::uint32_t filetype = objects.handle(ObjectKind::datatype, vector);
    const Address plain = objects.file("/tmp/plain", communicator, info, mpi_int);
    const Address view = objects.file("/tmp/view", communicator, info, filetype);
    const Address orphan = objects.file("/tmp/orphan", 0x84000077, info, mpi_int);
    const Address closed = objects.file("/tmp/closed", communicator, info, mpi_int);
    const Address shared_pointer = objects.file("/tmp/.view.shfp", communicator, info, mpi_int);
    mpich.set(view, mpich.layouts.adio_file.shared_fp_fd, shared_pointer.value());
    mpich.memory.write_integer(closed, 0, 8);
    mpich.set(closed, mpich.layouts.adio_file.cookie, 0);
    mpich.set(view, mpich.layouts.adio_file.fortran_handle, 3);
    mpich.set(closed, mpich.layouts.adio_file.fortran_handle, 4);
    Attached attached(mpich);
    attached.process.layouts.numbers.first_fortran_file.value = 0;
    Files &files = attached.handles.files;

    CHECK(contains(files.problem(), "memory ranges"));
    CHECK(files.live().empty());
    CHECK(files.from_fortran(3).error().code == ErrorCode::unavailable);
    std::vector<mpidbg::AddressRange> ranges;
    for (const auto &[begin, end] : mpich.memory.block_ranges()) ranges.push_back({begin, end});
    files.set_ranges(ranges);
    CHECK(files.problem().empty());
    CHECK(files.live() == std::vector<Handle>{plain, view});
    CHECK(files.from_fortran(3).value() == Handle(view));
    CHECK(files.from_fortran(0).value() == Handle());
    for (const std::int64_t none : {1, 4, -1}) CHECK(files.from_fortran(none).error().code == ErrorCode::not_found);
    const auto read = files.read(view);
    REQUIRE_MESSAGE(read, message_of(read));
    CHECK(read->filename == "/tmp/view");
    CHECK(read->access_mode == 9);
    CHECK(read->errhandler_name == "MPI_ERRORS_RETURN");
    REQUIRE(read->hints);
    CHECK(read->hints->pairs == std::vector<InfoPair>{{"cb_nodes", "1"}});
    REQUIRE(read->access);
    CHECK(read->access->descriptor == 7);
    CHECK(read->access->displacement == 8);
    CHECK(read->access->etype_name == "MPI_INT");
    // Byte 28 is 20 after the displacement: the second block starts there, after two ints.
    CHECK(read->access->position == 2);
    CHECK(read->access->byte_offset == 28);
    CHECK(files.read(plain)->access->position == 5);
    for (const Address none : {orphan, closed, plain + 16, Address(0xdead0)}) {
      CHECK(files.read(none).error().code == ErrorCode::not_found);
    }
    CHECK(files.read(Handle())->is_null);
    CHECK(files.own_objects().contains({HandleKind::communicator, as_handle(communicator)}));
    CHECK(files.own_objects().contains({HandleKind::info, as_handle(info)}));
  }
}

TEST_CASE("MPICH: memory is not searched for files while none has ever been opened") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeMpichObjects objects(mpich);
  const std::uint32_t communicator = objects.handle(ObjectKind::communicator, objects.communicator(0, 1));
  const Address file = objects.file("/tmp/plain", communicator, 0x1c000000, mpi_int);
  const Address keyval = mpich.memory.allocate(4), hints = mpich.memory.allocate(4);
  mpich.host.symbols["ADIO_Init_keyval"] = keyval;
  mpich.host.symbols["ADIOI_syshints"] = hints;
  const auto found = [&](std::uint32_t key, std::uint32_t info) {
    mpich.memory.write_integer(keyval, key, 4);
    mpich.memory.write_integer(hints, info, 4);
    Attached attached(mpich);
    attached.handles.files.set_ranges({{file, file + mpich.layouts.adio_file.byte_size}});
    std::vector<Handle> live = attached.handles.files.live();
    CHECK(attached.handles.files.problem().empty());
    return live;
  };
  const std::uint32_t info = objects.handle(ObjectKind::info, objects.info({}));
  CHECK(found(0x24000000, info).empty());
  CHECK(found(0xa4400001, 0x1c000000).empty());
  CHECK(found(0xa4400001, info) == std::vector<Handle>{file});
  // A table that was zeroed does not say that no key was ever made; one without any object does.
  fakes::FakePool &keys = mpich.pool(ObjectKind::keyval);
  keys.set(mpich.layouts.object_table.initialized, 0);
  keys.set(mpich.layouts.object_table.avail, 0);
  CHECK(found(0xa4400001, info) == std::vector<Handle>{file});
  mpich.memory.write_integer(keys.all()[0] + mpich.layouts.object.handle.offset, 0, 4);
  CHECK(found(0xa4400001, info).empty());
  // Nor does one that cannot be found.
  mpich.host.symbols.erase("MPII_Keyval_mem");
  CHECK(found(0xa4400001, info) == std::vector<Handle>{file});
}

TEST_CASE("MPICH: memory is searched for files only if one of the communicators can be a file's") {
  const auto is_searched = [](const std::string &name, bool has_window) {
    FakeMpich mpich(8, ByteOrder::little);
    FakeMpichObjects objects(mpich);
    objects.file("/tmp/plain", 0x44000000, 0x1c000000, mpi_int);
    const Address made = mpich.add_communicator({.name = name, .context = 0x1f0, .rank = 0, .members = {0, 1}});
    if (has_window) objects.window("", made, {});
    Attached attached(mpich);
    attached.handles.files.set_ranges({{Address(4096), Address(~std::uint64_t{0})}});  // too much to search
    CHECK(attached.handles.communicators.problem().empty());
    return contains(attached.handles.files.problem(), "more than the limit");
  };
  CHECK(is_searched("", false));
  CHECK_FALSE(is_searched("halo", false));
  CHECK_FALSE(is_searched("", true));
}

TEST_CASE("MPICH: hints of a file that cannot be read are missing, which is said") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeMpichObjects objects(mpich);
  const std::uint32_t communicator = objects.handle(ObjectKind::communicator, objects.communicator(0, 1));
  const Address info = objects.info({{"cb_nodes", "1"}});
  const Address file = objects.file("/tmp/plain", communicator, objects.handle(ObjectKind::info, info), mpi_int);
  std::string why;
  SUBCASE("a list that leads nowhere") {
    mpich.set(info, *mpich.layouts.info.next.present, 0xdead0);
    why = "cannot read MPIR_Info at 0xdead";
  }
  SUBCASE("an info that there is not") {
    mpich.set(file, mpich.layouts.adio_file.info, 0x9c000077);
    why = "0x9c000077";
  }
  Attached attached(mpich);
  Files &files = attached.handles.files;
  files.set_ranges({{file, file + mpich.layouts.adio_file.byte_size}});
  CHECK(files.problem().empty());
  const auto read = files.read(file);
  REQUIRE_MESSAGE(read, message_of(read));
  CHECK_FALSE(read->hints);
  CHECK(contains(files.problem(), "the hints of " + mpidbg::hex(file) + " cannot be read: "));
  CHECK_MESSAGE(contains(files.problem(), why), files.problem());
  files.clear();
  CHECK(files.problem().empty());
}

TEST_CASE("MPICH: matched messages are requests of a kind of their own") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeMpichObjects objects(mpich);
  const Address message = objects.message();
  const Address request = mpich.pool(ObjectKind::request).take();
  mpich.set(request, mpich.layouts.request.kind, 2);
  mpich.host.symbols["MPII_Version_string"] = mpich.memory.new_string("4.0.2");
  Attached attached(mpich);
  Messages &messages = attached.handles.messages;
  const auto handle = [&](Address object) { return as_handle(objects.handle(ObjectKind::request, object)); };
  CHECK(messages.live() == std::vector<Handle>{as_handle(0x2c000000), as_handle(0x6c000000), handle(message)});
  CHECK(messages.read(handle(message))->request == handle(message));
  CHECK(contains(message_of(messages.read(handle(request))), "is a request and not a matched message"));
  CHECK(messages.read(as_handle(0x6c000000))->no_proc);
}

// Every command asks for capabilities, and few for a hundred thousand requests.
TEST_CASE("MPICH: whether a kind can be seen does not depend on what its objects hold") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeMpichObjects objects(mpich);
  mpich.set(mpich.pool(ObjectKind::request).take(), mpich.layouts.request.kind, 0);
  const Address halo = mpich.add_communicator({.name = "halo", .context = 0x1f0, .rank = 0, .members = {0, 1}});
  mpich.set(halo, mpich.layouts.communicator.recvcontext_id, 0);  // that of MPI_COMM_WORLD
  Attached attached(mpich);
  CHECK(attached.handles.requests.why_unseen().empty());
  CHECK(attached.handles.communicators.why_unseen().empty());
  CHECK(attached.handles.users.why_unseen(HandleKind::group).empty());
  CHECK(contains(attached.handles.requests.problem(), "has the kind 0"));
  const std::string problem = attached.handles.communicators.problem();
  CHECK_MESSAGE(contains(problem, "have one recvcontext_id"), problem);
  CHECK(attached.handles.users.problem(HandleKind::group) == problem);
}

TEST_CASE("MPICH: random damage of objects gives answers or errors, and ends") {
  std::mt19937 random(20240817);
  for (unsigned round = 0; round < fakes::random_rounds(300); ++round) {
    CAPTURE(round);
    FakeMpich mpich(8, ByteOrder::little);
    FakeMpichObjects objects(mpich);
    const Address communicator = objects.communicator(0, 3);
    const std::uint32_t info = objects.handle(ObjectKind::info, objects.info({{"a", "1"}, {"b", "2"}}));
    const Address inner = objects.datatype("in", {16, 0, 28, 0, 28}, {4, {mpi_int}, {2, 2, 5}});
    const std::uint32_t type = objects.handle(ObjectKind::datatype, inner);
    objects.datatype("out", {32, 0, 56, 0, 56}, {3, {type}, {2}});
    const Address window = objects.window("w", communicator, {.access = 1});
    objects.add_target(window, 1, true, true);
    objects.add_waiter(window, 2, 234);
    objects.op(33, 0, Address(0x1234));
    objects.errhandler(1, 0, Address(0x1234));
    objects.file("/tmp/x", objects.handle(ObjectKind::communicator, communicator), info, type);
    objects.message();
    const auto ranges = mpich.memory.block_ranges();
    for (int damage = 0; damage < 20; ++damage) {
      const auto &[begin, end] = ranges[random() % ranges.size()];
      const std::uint64_t words = (end - begin) / 4;
      if (words == 0) continue;
      const std::uint64_t values[] = {0, ~std::uint64_t{0}, random(), 0x7fffffff, begin.value()};
      mpich.memory.write_integer(begin + random() % words * 4, values[random() % 5], 4);
    }
    Attached attached(mpich);
    Handles &handles = attached.handles;
    std::vector<mpidbg::AddressRange> all;
    all.reserve(ranges.size());
    for (const auto &[begin, end] : ranges) all.push_back({begin, end});
    handles.files.set_ranges(all);
    for (std::size_t kind = 0; kind < handle_kinds; ++kind) {
      HandleReader *const reader = handles.reader(static_cast<HandleKind>(kind));
      if (reader == nullptr) continue;
      for (const Handle handle : reader->live()) {
        const auto checked = reader->check(handle);
        if (!checked) CHECK_FALSE(checked.error().message.empty());
        static_cast<void>(handles.users.of({static_cast<HandleKind>(kind), handle}));
        if (kind == static_cast<std::size_t>(HandleKind::datatype)) {
          static_cast<void>(handles.datatypes.type_map(handle, 0, 10, true));
          static_cast<void>(handles.datatypes.tree(handle, 100));
        }
      }
    }
  }
}

TEST_CASE("MPICH: the hints of a window are those that MPI_Win_get_info returns") {
  FakeMpich mpich(8, ByteOrder::little);
  FakeMpichObjects objects(mpich);
  const Address communicator = objects.communicator(0, 2);
  const Address usual = objects.window("", communicator, {}), cleared = objects.window("", communicator, {});
  objects.clear_hints(cleared);
  Attached attached(mpich);
  const auto hints = [&](Address window) {
    const auto read = attached.handles.windows.read(as_handle(objects.handle(ObjectKind::window, window)));
    REQUIRE_MESSAGE(read, message_of(read));
    REQUIRE(read->hints);
    std::string all;
    for (const auto &[key, value] : read->hints->pairs) all += key + "=" + value + " ";
    return all;
  };
  CHECK(hints(usual) ==
        "no_locks=false accumulate_ordering=rar,raw,war,waw accumulate_ops=same_op_no_op alloc_shared_noncontig=false "
        "same_size=false same_disp_unit=false alloc_shm=true "
        "which_accumulate_ops=cswap,max,min,sum,prod,land,band,lor,bor,lxor,bxor,minloc,maxloc,replace,no_op "
        "accumulate_noncontig_dtype=true accumulate_max_bytes=unlimited disable_shm_accumulate=false coll_attach=false "
        "optimized_mr=false symheap_required=false ");
  CHECK(contains(hints(cleared), "accumulate_ordering=none accumulate_ops=same_op "));
  CHECK(contains(hints(cleared), "which_accumulate_ops=none accumulate_noncontig_dtype=false accumulate_max_bytes=0 "));
}
