#include "mqs_shim/records/handles/file.h"

#include "mpidbg/base/limits.h"

namespace mqs_shim {

void take(const mpidbg_file_info_t &info, FileRecord &record) {
  constexpr std::size_t limit = mpidbg::limits::string_length;
  record.flags = static_cast<std::uint32_t>(info.fi_bitflags);
  record.name = exact_text(info.fi_name, sizeof info.fi_name);
  record.fortran_handle = info.fi_fortran_handle;
  record.filename = exact_text(info.fi_full_filename, limit);
  if (record.filename.empty()) record.filename = exact_text(info.fi_filename, sizeof info.fi_filename);
  record.communicator = Address(info.fi_comm);
  record.mode = info.fi_amode;
  record.mode_text = plain_text(info.fi_amode_text);
  if (record.is(MPIDBG_FILE_INFO_HINTS)) {
    record.hints = to_info_pairs(info.fi_info_pairs, info.fi_num_info_pairs);
    record.ignored_hints = to_info_pairs(info.fi_ignored_info_pairs, info.fi_num_ignored_info_pairs);
  }
  record.errhandler = Address(info.fi_errhandler);
  record.errhandler_name = plain_text(info.fi_errhandler_name);
  record.reference_count = info.fi_reference_count;
  record.layer = plain_text(info.fi_layer);
  record.problem = plain_text(info.fi_problem);
  if (record.is(MPIDBG_FILE_INFO_VIEW)) {
    record.path = exact_text(info.fi_path, limit);
    record.io_communicator = Address(info.fi_io_comm);
    record.io_info = Address(info.fi_io_info);
    record.descriptor = info.fi_descriptor;
    record.displacement = info.fi_displacement;
    record.etype = Address(info.fi_etype);
    record.filetype = Address(info.fi_filetype);
    record.etype_name = plain_text(info.fi_etype_name);
    record.filetype_name = plain_text(info.fi_filetype_name);
    record.etype_size = info.fi_etype_size;
    record.data_representation = plain_text(info.fi_datarep);
    record.position = info.fi_position;
    record.byte_offset = info.fi_byte_offset;
    record.shared_position = info.fi_shared_position;
    record.split_request = Address(info.fi_split_request);
  }
  if (record.is(MPIDBG_FILE_INFO_REQUESTS))
    record.pending_requests = to_addresses(info.fi_pending_requests, info.fi_num_pending_requests);
}

}  // namespace mqs_shim
