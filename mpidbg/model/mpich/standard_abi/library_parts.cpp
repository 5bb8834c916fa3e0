#include "mpidbg/model/mpich/standard_abi/library_parts.h"

#include <utility>

#include "mpidbg/model/mpich/standard_abi/records.h"

namespace mpidbg::model::mpich {

namespace {

class TranslatedCursor final : public OperationCursor {
 public:
  TranslatedCursor(std::unique_ptr<OperationCursor> own, ProgramHandles &handles)
      : own_(std::move(own)), handles_(handles) {}

  Result<bool> next(Operation &operation) override {
    MPIDBG_ASSIGN(found, own_->next(operation));
    if (found) translate(handles_, operation);
    return found;
  }

 private:
  const std::unique_ptr<OperationCursor> own_;
  ProgramHandles &handles_;
};

}  // namespace

Result<std::vector<Handle>> StandardHandleLists::live(HandleKind kind) {
  MPIDBG_ASSIGN(live, own_.live(kind));
  std::vector<Handle> handles;
  for (const Handle own : live) {
    if (const Handle program = handles_.to_program(kind, own); !program.is_null()) handles.push_back(program);
  }
  return handles;
}

std::vector<PredefinedHandle> StandardHandleLists::predefined(HandleKind kind) {
  std::vector<PredefinedHandle> handles = ProgramHandles::predefined(kind);
  if (kind != HandleKind::communicator) return handles;
  for (const PredefinedHandle &own : own_.predefined(kind)) {
    if (own.name == "MPI_COMM_PARENT") handles.push_back({own.name, handles_.to_program(kind, own.handle)});
  }
  return handles;
}

Result<Handle> StandardHandleLists::from_fortran(HandleKind kind, std::int64_t index) {
  if (kind == HandleKind::status) return own_.from_fortran(kind, index);
  if (kind == HandleKind::file) {
    const Handle null = handles_.to_program(kind, Handle());
    if (index == static_cast<std::int64_t>(null.value())) return null;
    MPIDBG_ASSIGN(file, own_.from_fortran(kind, index));
    return handles_.to_program(kind, file);
  }
  MPIDBG_ASSIGN(number, ProgramHandles::from_fortran(kind, index));
  MPIDBG_ASSIGN(own, own_.from_fortran(kind, static_cast<std::int64_t>(number.value())));
  return handles_.to_program(kind, own);
}

Result<Handle> StandardHandleLists::from_cxx(HandleKind, Address) {
  return Error{ErrorCode::not_supported, "the standard ABI has no C++ bindings"};
}

template <class Object, class Records>
Result<Object> StandardObjects::read(HandleKind kind, Handle handle, Records &records,
                                     Result<Object> (Records::*reader)(Handle)) {
  MPIDBG_ASSIGN(own, handles_.to_library(kind, handle));
  MPIDBG_ASSIGN(object, (records.*reader)(own));
  translate(handles_, object);
  return std::move(object);
}

Result<Communicator> StandardObjects::communicator(Handle handle) {
  return read(HandleKind::communicator, handle, communicators_, &CommunicatorRecords::communicator);
}
Result<Communicator> StandardObjects::outline(Handle handle) {
  return read(HandleKind::communicator, handle, communicators_, &CommunicatorRecords::outline);
}
#define MPIDBG_READ_TRANSLATED(noun, nouns, Record)                        \
  Result<Record> StandardObjects::noun(Handle handle) {                    \
    return read(HandleKind::noun, handle, objects_, &ObjectRecords::noun); \
  }
MPIDBG_OBJECT_KINDS(MPIDBG_READ_TRANSLATED)
#undef MPIDBG_READ_TRANSLATED

Result<GroupMembers> StandardObjects::group_members(Handle handle) {
  MPIDBG_ASSIGN(own, handles_.to_library(HandleKind::group, handle));
  return objects_.group_members(own);
}

Result<std::vector<HandleReference>> StandardObjects::users_of(HandleReference object) {
  MPIDBG_ASSIGN(own, handles_.to_library(object.kind, object.handle));
  MPIDBG_ASSIGN(users, objects_.users_of({object.kind, own}));
  translate(handles_, users);
  return std::move(users);
}

Result<std::vector<Keyval>> StandardObjects::keyvals() {
  MPIDBG_ASSIGN(keyvals, objects_.keyvals());
  translate(handles_, keyvals);
  return std::move(keyvals);
}

Result<TypeMap> StandardDatatypes::type_map(Handle datatype, std::uint64_t first, std::uint64_t count, bool measured) {
  MPIDBG_ASSIGN(own, handles_.to_library(HandleKind::datatype, datatype));
  MPIDBG_ASSIGN(map, own_.type_map(own, first, count, measured));
  translate(handles_, map.basics);
  return std::move(map);
}

Result<std::vector<TypeMapElement>> StandardDatatypes::type_map_elements(Handle datatype, std::uint64_t first,
                                                                         std::uint64_t count,
                                                                         std::vector<BasicType> &basics) {
  MPIDBG_ASSIGN(own, handles_.to_library(HandleKind::datatype, datatype));
  MPIDBG_ASSIGN(elements, own_.type_map_elements(own, first, count, basics));
  translate(handles_, basics);
  return std::move(elements);
}

Result<std::vector<std::int64_t>> StandardDatatypes::arguments(Handle datatype, ArgumentKind kind, std::uint64_t first,
                                                               std::uint64_t count) {
  MPIDBG_ASSIGN(own, handles_.to_library(HandleKind::datatype, datatype));
  MPIDBG_ASSIGN(values, own_.arguments(own, kind, first, count));
  if (kind != ArgumentKind::datatypes) return std::move(values);
  for (std::int64_t &value : values) {
    const Handle part = int_handle(static_cast<std::uint32_t>(value));
    value = static_cast<std::int64_t>(handles_.to_program(HandleKind::datatype, part).value());
  }
  return std::move(values);
}

Result<DatatypeTree> StandardDatatypes::tree(Handle datatype, std::size_t limit) {
  MPIDBG_ASSIGN(own, handles_.to_library(HandleKind::datatype, datatype));
  MPIDBG_ASSIGN(tree, own_.tree(own, limit));
  translate(handles_, tree);
  return std::move(tree);
}

Result<std::int64_t> StandardValues::status_count(Address status, Handle datatype) {
  MPIDBG_ASSIGN(own, handles_.to_library(HandleKind::datatype, datatype));
  return own_.status_count(status, own);
}

Result<std::int64_t> StandardValues::status_elements(Address status, Handle datatype) {
  MPIDBG_ASSIGN(own, handles_.to_library(HandleKind::datatype, datatype));
  return own_.status_elements(status, own);
}

// Converts a communicator to the library's handle. A communicator without a handle stands for a context id whose
// communicator does not exist or no longer exists.
Result<Communicator> StandardQueues::of_library(const Communicator &communicator) {
  Communicator own = communicator;
  if (communicator.handle.is_null()) return own;
  MPIDBG_ASSIGN(handle, handles_.to_library(HandleKind::communicator, communicator.handle));
  own.handle = handle;
  for (Handle *const group : {&own.local_group, &own.remote_group}) {
    if (group->is_null()) continue;
    MPIDBG_ASSIGN(number, handles_.to_library(HandleKind::group, *group));
    *group = number;
  }
  return own;
}

Result<std::unique_ptr<OperationCursor>> StandardQueues::operations(const Communicator *communicator, Queue queue) {
  std::optional<Communicator> own;
  if (communicator != nullptr) {
    MPIDBG_ASSIGN(translated, of_library(*communicator));
    own = std::move(translated);
  }
  MPIDBG_ASSIGN(cursor, own_.operations(own ? &*own : nullptr, queue));
  return std::unique_ptr<OperationCursor>(std::make_unique<TranslatedCursor>(std::move(cursor), handles_));
}

Result<std::vector<Channel>> StandardQueues::channels(const Communicator &communicator) {
  MPIDBG_ASSIGN(own, of_library(communicator));
  return own_.channels(own);
}

Result<Probe> StandardQueues::probe(std::span<const Address> words) {
  MPIDBG_ASSIGN(probe, own_.probe(words));
  probe.communicator = handles_.to_program(HandleKind::communicator, probe.communicator);
  translate(handles_, probe.operation);
  return std::move(probe);
}

}  // namespace mpidbg::model::mpich
