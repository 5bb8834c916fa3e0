#include "mpidbg/model/openmpi/objects/language_types.h"

namespace mpidbg::model::openmpi {

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

// Reads the C handle or status in an object of MPI::Comm or a similar class. The handle or status follows the pointer
// to the virtual functions. Source: ompi/mpi/cxx; the C++ bindings ended with 4.x.
Result<Address> read_cxx_object(const Attachment &process, HandleKind kind, Address object) {
  if (kind == HandleKind::message || kind == HandleKind::session) {
    return Error{ErrorCode::not_supported, "the C++ bindings have no such class"};
  }
  const Address inside = object + process.memory.pointer_size();
  if (kind == HandleKind::status) return inside;
  return process.memory.read_pointer(inside, "the handle in a C++ object");
}

}  // namespace mpidbg::model::openmpi
