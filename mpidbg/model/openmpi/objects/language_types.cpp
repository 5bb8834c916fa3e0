#include "mpidbg/model/openmpi/objects/language_types.h"

#include <vector>

namespace mpidbg::model::openmpi {

namespace {

// mpi.h of 4.1: MPI_Aint is ptrdiff_t; MPI_Offset and MPI_Count are 64 bits wide wherever the compiler has such a type.
unsigned usual_width(const Attachment &process, IntegerKind kind) {
  switch (kind) {
    case IntegerKind::address:
      return process.memory.pointer_size();
    case IntegerKind::offset:
    case IntegerKind::count:
      return 8;
    case IntegerKind::fortran:
      break;
  }
  return 4;
}

constexpr const char *integer_names[] = {"MPI_Aint", "MPI_Offset", "MPI_Count", "MPI_Fint"};

}  // namespace

const char *handle_type(const debugger::Image &image, HandleKind kind) {
  if (kind == HandleKind::session) {
    return image.find_symbol("ompi_instance_f_to_c_table") ? "struct ompi_instance_t *" : nullptr;
  }
  constexpr const char *names[] = {
      "struct ompi_communicator_t *", "struct ompi_group_t *",      "struct ompi_request_t *",
      "struct ompi_status_public_t",  "struct ompi_errhandler_t *", "struct ompi_datatype_t *",
      "struct ompi_file_t *",         "struct ompi_info_t *",       "struct ompi_op_t *",
      "struct ompi_win_t *",          "struct ompi_message_t *",    nullptr};
  static_assert(std::size(names) == handle_kinds);
  return names[static_cast<std::size_t>(kind)];
}

Result<MpiInteger> read_integer(const Attachment &process, IntegerKind kind, Address address) {
  const char *const name = integer_names[static_cast<std::size_t>(kind)];
  MpiInteger integer;
  mqs_type *const type = process.image.find_type(name);
  const auto size = type == nullptr ? std::nullopt : process.image.size_of(type);
  integer.width = size && (*size == 4 || *size == 8) ? *size : usual_width(process, kind);
  if (address.is_null()) return integer;
  std::vector<std::byte> bytes(integer.width);
  MPIDBG_TRY(process.memory.read(address, bytes, name));
  integer.value = decode_signed(bytes, process.memory.byte_order());
  return integer;
}

// MPI::Comm and the like: a pointer to the virtual functions, then the C handle or status. Source: ompi/mpi/cxx; the
// C++ bindings ended with 4.x.
Result<Address> read_cxx_object(const Attachment &process, HandleKind kind, Address object) {
  if (kind == HandleKind::message || kind == HandleKind::session) {
    return Error{ErrorCode::not_supported, "the C++ bindings have no such class"};
  }
  const Address inside = object + process.memory.pointer_size();
  if (kind == HandleKind::status) return inside;
  return process.memory.read_pointer(inside, "the handle in a C++ object");
}

}  // namespace mpidbg::model::openmpi
