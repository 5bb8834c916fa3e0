#include "mpidbg/model/mpich/library_parts.h"

#include "mpidbg/model/mpich/objects/predefined.h"
#include "mpidbg/model/mpich/program_values.h"

namespace mpidbg::model::mpich {

namespace {

constexpr const char *unread = "objects of this kind are not read from MPICH's memory";

}  // namespace

Result<HandleReader *> MpichHandles::reader_of(HandleKind kind) const {
  HandleReader *const reader = readers_.reader(kind);
  if (reader != nullptr) return reader;
  if (kind == HandleKind::status) {
    return Error{ErrorCode::not_supported, "statuses are in the program's memory; the library keeps no list of them"};
  }
  return Error{ErrorCode::not_supported, unread};
}

Result<std::vector<Handle>> MpichHandles::live(HandleKind kind) {
  MPIDBG_ASSIGN(reader, reader_of(kind));
  return reader->live();
}

std::string MpichHandles::problem(HandleKind kind) {
  const auto reader = reader_of(kind);
  return reader ? (*reader)->problem() : reader.error().message;
}

std::vector<PredefinedHandle> MpichHandles::predefined(HandleKind kind) {
  if (kind == HandleKind::status) return {{"MPI_STATUS_IGNORE", Handle(status_ignore)}};
  if (kind == HandleKind::file) return {{"MPI_FILE_NULL", Handle{}}};
  return predefined_handles(kind);
}

Result<Handle> MpichHandles::from_fortran(HandleKind kind, std::int64_t index) {
  if (kind == HandleKind::status) {  // an array in the program with the same words
    const Address address(static_cast<std::uint64_t>(index));
    MPIDBG_TRY(read_status(readers_.process.image, readers_.process.memory, address));
    return Handle(address);
  }
  if (kind == HandleKind::file) return readers_.files.from_fortran(index);
  MPIDBG_ASSIGN(reader, reader_of(kind));
  const Handle handle(static_cast<std::uint32_t>(index), 4);
  MPIDBG_TRY(reader->check(handle));
  return handle;
}

// MPI::Comm and the like: a pointer to the virtual functions, then the C handle or status.
// Source: src/binding/cxx/buildiface.
Result<Handle> MpichHandles::from_cxx(HandleKind kind, Address object) {
  const debugger::Memory &memory = readers_.process.memory;
  if (kind == HandleKind::message || kind == HandleKind::session) {
    return Error{ErrorCode::not_supported, "the C++ bindings have no such class"};
  }
  const Address inside = object + memory.pointer_size();
  if (kind == HandleKind::status) {
    MPIDBG_TRY(read_status(readers_.process.image, memory, inside));
    return Handle(inside);
  }
  MPIDBG_ASSIGN(reader, reader_of(kind));
  Handle handle;
  if (kind == HandleKind::file) {
    MPIDBG_ASSIGN(file, memory.read_pointer(inside, "the handle in a C++ object"));
    handle = file;
  } else {
    MPIDBG_ASSIGN(number, memory.read_int32(inside, "the handle in a C++ object"));
    handle = Handle(static_cast<std::uint32_t>(number), 4);
  }
  MPIDBG_TRY(reader->check(handle));
  return handle;
}

std::string MpichObjects::why_missing(HandleKind kind) const {
  return kind == HandleKind::group || kind == HandleKind::request ? unread : std::string();
}

Visibility MpichObjects::point_to_point_requests() const {
  return Visibility::nothing(unread);
}

Visibility MpichObjects::message_contents() const {
  return Visibility::nothing("source, tag and size of matched messages are in the point-to-point layer");
}

Result<std::vector<Keyval>> MpichObjects::keyvals() {
  return Error{ErrorCode::not_supported, unread};
}

}  // namespace mpidbg::model::mpich
