// This file puts the answers of the command `show status` into words.

#include "mqs_shim/render/wording/handles/objects.h"

namespace mqs_shim {

Block status_block(const StatusRecord &record) {
  return object_block("status " + hex_text(record.handle)).cell(status_text(record));
}

std::string status_text(const StatusRecord &record) {
  std::string text = "MPI_SOURCE ";
  if (record.flags & MPIDBG_STATUS_INFO_ANY_SOURCE) {
    text += "MPI_ANY_SOURCE";
  } else if (record.flags & MPIDBG_STATUS_INFO_PROC_NULL) {
    text += "MPI_PROC_NULL";
  } else {
    text += std::to_string(record.source);
  }
  text += "  MPI_TAG ";
  text += record.flags & MPIDBG_STATUS_INFO_ANY_TAG ? "MPI_ANY_TAG" : std::to_string(record.tag);
  text += "  MPI_ERROR " + std::to_string(record.error) + "  " + std::to_string(record.bytes) + " bytes";
  if (record.flags & MPIDBG_STATUS_INFO_CANCELLED) text += "  cancelled";
  return text;
}

}  // namespace mqs_shim
