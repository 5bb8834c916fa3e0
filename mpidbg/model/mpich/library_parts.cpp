#include "mpidbg/model/mpich/library_parts.h"

#include "mpidbg/model/mpich/objects/predefined.h"
#include "mpidbg/model/mpich/program_values.h"

namespace mpidbg::model::mpich {

Result<HandleReader *> MpichHandles::reader_of(HandleKind kind) const {
  HandleReader *const reader = readers_.reader(kind);
  if (reader != nullptr) return reader;
  return Error{ErrorCode::not_supported, "statuses are in the program's memory; the library keeps no list of them"};
}

Result<std::vector<Handle>> MpichHandles::live(HandleKind kind) {
  MPIDBG_ASSIGN(reader, reader_of(kind));
  return reader->live();
}

std::string MpichHandles::problem(HandleKind kind) {
  const auto reader = reader_of(kind);
  return reader ? (*reader)->problem() : reader.error().message;
}

std::string MpichHandles::why_unseen(HandleKind kind) {
  const auto reader = reader_of(kind);
  return reader ? (*reader)->why_unseen() : reader.error().message;
}

std::vector<PredefinedHandle> MpichHandles::predefined(HandleKind kind) {
  if (kind == HandleKind::status) return {{"MPI_STATUS_IGNORE", Handle(readers_.process.header->status_ignore)}};
  if (kind == HandleKind::file) return {{"MPI_FILE_NULL", Handle{}}};
  std::vector<PredefinedHandle> handles = predefined_handles(kind);
  if (kind == HandleKind::communicator) {
    const Handle parent = readers_.communicators.handle_of(readers_.world.parent());
    if (!parent.is_null()) handles.push_back({"MPI_COMM_PARENT", parent});
  }
  return handles;
}

Result<Handle> MpichHandles::from_fortran(HandleKind kind, std::int64_t index) {
  if (kind == HandleKind::status) {  // a status is an array in the program with the same words in both languages
    const Address address(static_cast<std::uint64_t>(index));
    MPIDBG_TRY(read_status(readers_.process, address));
    return Handle(address);
  }
  if (kind == HandleKind::file) return readers_.files.from_fortran(index);
  MPIDBG_ASSIGN(reader, reader_of(kind));
  const Handle handle = int_handle(static_cast<std::uint32_t>(index));
  MPIDBG_TRY(reader->check(handle));
  return handle;
}

// Converts an object of MPI::Comm or a similar class. Such an object contains a pointer to its virtual functions,
// followed by the C handle or status. Source: src/binding/cxx/buildiface.
Result<Handle> MpichHandles::from_cxx(HandleKind kind, Address object) {
  const debugger::Memory &memory = readers_.process.memory;
  if (kind == HandleKind::message || kind == HandleKind::session) {
    return Error{ErrorCode::not_supported, "the C++ bindings have no such class"};
  }
  const Address inside = object + memory.pointer_size();
  if (kind == HandleKind::status) {
    MPIDBG_TRY(read_status(readers_.process, inside));
    return Handle(inside);
  }
  MPIDBG_ASSIGN(reader, reader_of(kind));
  Handle handle;
  if (kind == HandleKind::file) {
    MPIDBG_ASSIGN(file, memory.read_pointer(inside, "the handle in a C++ object"));
    handle = file;
  } else {
    MPIDBG_ASSIGN(number, memory.read_int32(inside, "the handle in a C++ object"));
    handle = int_handle(static_cast<std::uint32_t>(number));
  }
  MPIDBG_TRY(reader->check(handle));
  return handle;
}

Result<File> MpichObjects::completed(Handle, Result<File> file) const {
  if (file) file->hides_requests = !file->is_null && readers_.requests.may_be_of_files();
  return file;
}

Result<Info> MpichObjects::completed(Handle handle, Result<Info> info) const {
  if (info) info->internal = readers_.files.own_objects().contains({HandleKind::info, handle});
  return info;
}

}  // namespace mpidbg::model::mpich
