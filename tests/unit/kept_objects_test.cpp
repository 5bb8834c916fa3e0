// Objects that the program has freed and mpidbg's recorder keeps (MPIDBG_KEEP_FREED): whether the library would have
// destroyed them.

#include <doctest/doctest.h>

#include "tests/fakes/fake_datatypes.h"
#include "tests/fakes/fake_errhandlers.h"
#include "tests/fakes/fake_infos.h"
#include "tests/fakes/fake_mpich_objects.h"
#include "tests/fakes/fake_open_mpi.h"
#include "tests/fakes/fake_record.h"
#include "tests/fakes/fake_windows.h"
#include "tests/unit/handle_driver.h"

using fakes::FakeRecord;
using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

constexpr mpidbg_record_kind recorded_kinds[] = {MPIDBG_RECORD_COMM, MPIDBG_RECORD_GROUP, MPIDBG_RECORD_DATATYPE,
                                                 MPIDBG_RECORD_OP,   MPIDBG_RECORD_INFO,  MPIDBG_RECORD_ERRHANDLER};

mpidbg_handle_kind_t kind_of(mpidbg_record_kind kind) {
  constexpr mpidbg_handle_kind_t kinds[] = {MPIDBG_KIND_COMM, MPIDBG_KIND_GROUP, MPIDBG_KIND_DATATYPE,
                                            MPIDBG_KIND_OP,   MPIDBG_KIND_INFO,  MPIDBG_KIND_ERRHANDLER};
  for (std::size_t i = 0; i < std::size(kinds); ++i)
    if (recorded_kinds[i] == kind) return kinds[i];
  return MPIDBG_KIND_MAX;
}

mpidbg_record_handle freed_object(FakeRecord &record, mpidbg_record_kind kind, std::uint64_t handle, bool kept) {
  mpidbg_record_handle entry{};
  entry.handle = handle;
  entry.kind = static_cast<std::uint8_t>(kind);
  entry.created_by = record.call("X_create", "comm:Comm");
  entry.freed_by = record.call("X_free", "x:FreedX");
  entry.flags = MPIDBG_RECORD_FREED;
  if (kept) entry.flags |= MPIDBG_RECORD_KEPT;
  return entry;
}

template <class Mpi>
void put(Mpi &mpi, FakeRecord &record) {
  const Address pointer = mpi.memory.allocate(8);
  mpi.memory.write_pointer(pointer, record.write());
  mpi.host.symbols["mpidbg_record"] = pointer;
}

struct Freed {
  bool handle = false, object = false, object_can_be_known = false;
  bool operator==(const Freed &) const = default;
};
constexpr Freed gone{true, true, true}, in_use{true, false, true}, not_kept{true, false, false};

Freed freed(const HandleSession &session, mpidbg_handle_kind_t kind, std::uint64_t handle) {
  const int known = mpidbg_capabilities(session.process(), kind);
  const auto answer = [&](auto flags, unsigned of_handle, unsigned of_object, int capability) {
    return Freed{(static_cast<unsigned>(flags) & of_handle) != 0, (static_cast<unsigned>(flags) & of_object) != 0,
                 (known & capability) != 0};
  };
  const Address at(handle);
  switch (kind) {
    case MPIDBG_KIND_COMM:
      return answer(Queried<mpidbg_comm_info_t, MPIDBG_KIND_COMM>(session, at)->comm_bitflags,
                    MPIDBG_COMM_INFO_FREED_HANDLE, MPIDBG_COMM_INFO_FREED_OBJECT, MPIDBG_COMM_CAP_FREED_OBJECT);
    case MPIDBG_KIND_GROUP:
      return answer(Queried<mpidbg_group_info_t, MPIDBG_KIND_GROUP>(session, at)->gr_bitflags,
                    MPIDBG_GROUP_INFO_FREED_HANDLE, MPIDBG_GROUP_INFO_FREED_OBJECT, MPIDBG_GROUP_CAP_FREED_OBJECT);
    case MPIDBG_KIND_DATATYPE:
      return answer(Queried<mpidbg_datatype_info_t, MPIDBG_KIND_DATATYPE>(session, at)->dt_bitflags,
                    MPIDBG_DATATYPE_INFO_FREED_HANDLE, MPIDBG_DATATYPE_INFO_FREED_OBJECT,
                    MPIDBG_DATATYPE_CAP_FREED_OBJECT);
    case MPIDBG_KIND_OP:
      return answer(Queried<mpidbg_op_info_t, MPIDBG_KIND_OP>(session, at)->op_bitflags, MPIDBG_OP_INFO_FREED_HANDLE,
                    MPIDBG_OP_INFO_FREED_OBJECT, MPIDBG_OP_CAP_FREED_OBJECT);
    case MPIDBG_KIND_INFO:
      return answer(Queried<mpidbg_info_info_t, MPIDBG_KIND_INFO>(session, at)->in_bitflags,
                    MPIDBG_INFO_INFO_FREED_HANDLE, MPIDBG_INFO_INFO_FREED_OBJECT, MPIDBG_INFO_CAP_FREED_OBJECT);
    default:
      return answer(Queried<mpidbg_errhandler_info_t, MPIDBG_KIND_ERRHANDLER>(session, at)->eh_bitflags,
                    MPIDBG_ERRH_INFO_FREED_HANDLE, MPIDBG_ERRH_INFO_FREED_OBJECT, MPIDBG_ERRH_CAP_FREED_OBJECT);
  }
}

struct OneOfEach {
  OneOfEach()
      : mpi(8, ByteOrder::little, 0, 2), infos(mpi), types(mpi), errhandlers(mpi), ops(mpi), record(mpi.memory, 8) {
    const Address group = mpi.new_group({mpi.new_proc(fakes::FakeOpenMpi::job, 0)}, 0);
    objects = {
        mpi.new_communicator("soon gone", 5, mpi.new_group({mpi.new_proc(fakes::FakeOpenMpi::job, 0)}, 0), 0),
        group,
        types.make(fakes::FakeDatatypes::contiguous, {2}, {}, {types[fakes::FakeDatatypes::int_]}, {8, 0, 8, 0, 8, 2}),
        ops.add(0x40, Address(0x1234)),
        infos.new_info({{"a", "1"}}),
        errhandlers.add(1, 0, Address(0x2345))};
    record.header.kept_most = 64;
  }
  void record_all(bool kept) {
    record.handles.clear();
    for (std::size_t i = 0; i < objects.size(); ++i)
      record.handles.push_back(freed_object(record, recorded_kinds[i], objects[i].value(), kept));
    put(mpi, record);
  }
  void check(const Freed &expected) {
    const HandleSession session(mpi.host);
    for (std::size_t i = 0; i < objects.size(); ++i) {
      CAPTURE(mpidbg_kind_name(kind_of(recorded_kinds[i])));
      CHECK(freed(session, kind_of(recorded_kinds[i]), objects[i].value()) == expected);
    }
  }

  fakes::FakeOpenMpi mpi;
  fakes::FakeInfos infos;
  fakes::FakeDatatypes types;
  fakes::FakeErrhandlers errhandlers;
  fakes::FakeOps ops;
  FakeRecord record;
  std::vector<Address> objects;
};

}  // namespace

TEST_CASE_FIXTURE(
    OneOfEach,
    "HC18 HD9 HE9 HG6 HG7 HI5 HI6 HO8 HO9 Z4 Z14 a kept object that nothing refers to would be gone without recorder") {
  record_all(true);
  check(gone);
}

TEST_CASE_FIXTURE(
    OneOfEach,
    "HC18 HD9 HE9 HG7 HI6 HO8 HO9 Z14 a kept object that something refers to would be there without recorder") {
  record_all(true);
  for (const Address object : objects) mpi.set(object, mpi.layouts.object.obj_reference_count, 2);
  check(in_use);
}

TEST_CASE_FIXTURE(OneOfEach, "HC18 HD9 HE9 HG7 HI6 HO8 HO9 Z14 an object that was not kept is in use by the library") {
  record_all(false);
  check(in_use);
}

TEST_CASE_FIXTURE(OneOfEach,
                  "HC18 HD9 HE9 HG7 HO9 Z11 whether an object was freed is not known of a recorder that keeps none") {
  record.header.kept_most = 0;
  record_all(false);
  const HandleSession session(mpi.host);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const mpidbg_handle_kind_t kind = kind_of(recorded_kinds[i]);
    CAPTURE(mpidbg_kind_name(kind));
    CHECK(freed(session, kind, objects[i].value()) == (kind == MPIDBG_KIND_INFO ? in_use : not_kept));
  }
}

TEST_CASE("HC18 HD9 HE9 HI6 HO9 Z14 Z15 objects of MPICH that the recorder keeps") {
  using mpidbg::model::mpich::ObjectKind;
  fakes::FakeMpich mpich(8, ByteOrder::little);
  fakes::FakeMpichObjects objects(mpich);
  FakeRecord record(mpich.memory, 4);
  record.header.kept_most = 64;
  const Address type = objects.datatype("soon gone", {4, 0, 4, 0, 4}, {.combiner = 2, .types = {0x4c000405}});
  const Address op = objects.op(33, 0, Address(0x1234)), errhandler = objects.errhandler(1, 0, Address(0x2345));
  const std::uint32_t handles[] = {objects.handle(ObjectKind::datatype, type), objects.handle(ObjectKind::op, op),
                                   objects.handle(ObjectKind::info, objects.info({{"a", "1"}})),
                                   objects.handle(ObjectKind::errhandler, errhandler)};
  constexpr mpidbg_record_kind kinds[] = {MPIDBG_RECORD_DATATYPE, MPIDBG_RECORD_OP, MPIDBG_RECORD_INFO,
                                          MPIDBG_RECORD_ERRHANDLER};
  for (std::size_t i = 0; i < std::size(kinds); ++i)
    record.handles.push_back(freed_object(record, kinds[i], handles[i], true));
  put(mpich, record);
  const auto set_references = [&](int count) {
    for (const Address object : {type, op, errhandler})
      mpich.set(object, mpich.layouts.object.ref_count, static_cast<unsigned>(count));
  };
  const auto check = [&](const Freed &of_counted) {
    const HandleSession session(mpich.host);
    for (std::size_t i = 0; i < std::size(kinds); ++i) {
      CAPTURE(mpidbg_kind_name(kind_of(kinds[i])));
      CHECK(freed(session, kind_of(kinds[i]), handles[i]) == (kinds[i] == MPIDBG_RECORD_INFO ? gone : of_counted));
    }
  };
  set_references(1);
  check(gone);
  set_references(2);
  check(in_use);
}

TEST_CASE("HW9 the last call of a window's synchronization, as the recorder saw it") {
  fakes::FakeOpenMpi mpi(8, ByteOrder::little, 0, 2);
  fakes::FakeWindows windows(mpi);
  const Address window = windows.add("a window", "sm");
  FakeRecord record(mpi.memory, 8);
  mpidbg_record_handle seen{};
  seen.handle = window.value();
  seen.kind = MPIDBG_RECORD_WIN;
  seen.flags = MPIDBG_RECORD_LIVE;
  seen.created_by = record.call("Win_create", "size:Aint comm:Comm win:-NewWin");
  seen.last_use = record.call("Win_lock", "lock_type:Int rank:SyncNumber assert:Int win:SyncWin");
  seen.last_use_argument = 1;
  record.handles = {seen};
  put(mpi, record);
  const HandleSession session(mpi.host);
  CHECK(Queried<mpidbg_win_info_t, MPIDBG_KIND_WIN>(session, window)->wi_last_call == MPIDBG_WIN_CALL_LOCK);
}
