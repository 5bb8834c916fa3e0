#pragma once
// Holds what a plugin reported about a file.

#include "mqs_shim/records/handles/record.h"

namespace mqs_shim {

struct FileRecord : HandleRecord {
  std::string filename;
  Address communicator{};
  int mode = 0;
  std::string mode_text;
  std::vector<InfoPairRecord> hints, ignored_hints;
  Address errhandler{};
  std::string errhandler_name;
  int reference_count = -1;
  std::string layer;
  std::string problem;  // reason why the view is missing

  // The following members are set if `flags` has MPIDBG_FILE_INFO_VIEW; for each number, a further bit says whether it
  // is known.
  std::string path;
  Address io_communicator{}, io_info{};
  int descriptor = -1;
  std::int64_t displacement = 0;
  Address etype{}, filetype{};
  std::string etype_name, filetype_name;
  std::int64_t etype_size = 0;
  std::string data_representation;
  std::int64_t position = 0, byte_offset = 0, shared_position = 0;
  Address split_request{};

  std::vector<Address> pending_requests;  // set if `flags` has MPIDBG_FILE_INFO_REQUESTS

  bool is(std::uint32_t flag) const { return (flags & flag) != 0; }
};

template <>
struct KindOf<FileRecord> {
  using Info = mpidbg_file_info_t;
  static constexpr mpidbg_handle_kind_t kind = MPIDBG_KIND_FILE;
  static constexpr std::string_view noun = "file";    // `mpidbg show file`
  static constexpr std::string_view nouns = "files";  // `mpidbg files`
};

// Copies the plugin's result to `record`. A list with an implausible length becomes empty.
void take(const mpidbg_file_info_t &info, FileRecord &record);

}  // namespace mqs_shim
