// This file writes one file as JSON ($defs/file in mpidbg.schema.json).

#include "mqs_shim/render/json/handles/handles.h"

namespace mqs_shim {

namespace {

void write_modes(JsonWriter &json, int mode) {
  constexpr std::pair<int, std::string_view> modes[] = {{MPIDBG_MODE_CREATE, "MPI_MODE_CREATE"},
                                                        {MPIDBG_MODE_RDONLY, "MPI_MODE_RDONLY"},
                                                        {MPIDBG_MODE_WRONLY, "MPI_MODE_WRONLY"},
                                                        {MPIDBG_MODE_RDWR, "MPI_MODE_RDWR"},
                                                        {MPIDBG_MODE_DELETE_ON_CLOSE, "MPI_MODE_DELETE_ON_CLOSE"},
                                                        {MPIDBG_MODE_UNIQUE_OPEN, "MPI_MODE_UNIQUE_OPEN"},
                                                        {MPIDBG_MODE_EXCL, "MPI_MODE_EXCL"},
                                                        {MPIDBG_MODE_APPEND, "MPI_MODE_APPEND"},
                                                        {MPIDBG_MODE_SEQUENTIAL, "MPI_MODE_SEQUENTIAL"}};
  json.begin_array();
  for (const auto &[bit, name] : modes) {
    if ((mode & bit) != 0) json.string(name);
  }
  json.end_array();
}

void write_view(JsonWriter &json, const FileRecord &record) {
  const auto number_if = [&](std::uint32_t flag, std::int64_t number) {
    record.is(flag) ? json.number(number) : json.null();
  };
  json.begin_object();
  json.key("path").string(record.path);
  json.key("communicator").address(record.io_communicator);
  json.key("info").address(record.io_info);
  json.key("descriptor");
  number_if(MPIDBG_FILE_INFO_DESCRIPTOR, record.descriptor);
  json.key("displacement").number(record.displacement);
  json.key("etype").address(record.etype);
  json.key("etype_name").string_or_null(record.etype_name);
  json.key("etype_size").number(record.etype_size);
  json.key("filetype").address(record.filetype);
  json.key("filetype_name").string_or_null(record.filetype_name);
  json.key("data_representation").string(record.data_representation);
  json.key("atomic").boolean(record.is(MPIDBG_FILE_INFO_ATOMIC));
  json.key("split_collective").boolean(record.is(MPIDBG_FILE_INFO_SPLIT_COLLECTIVE));
  json.key("split_request").address(record.split_request);
  json.key("position");
  number_if(MPIDBG_FILE_INFO_POSITION, record.position);
  json.key("byte_offset");
  number_if(MPIDBG_FILE_INFO_BYTE_OFFSET, record.byte_offset);
  json.key("shared_position");
  number_if(MPIDBG_FILE_INFO_SHARED_POSITION, record.shared_position);
  json.end_object();
}

}  // namespace

void write_json(JsonWriter &json, const ProcessReport &, const FileRecord &record, const RenderOptions &) {
  json.begin_object();
  write_handle_head(json, record);
  json.key("filename").string(record.filename);
  json.key("communicator").address(record.communicator);
  json.key("mode").number(record.mode);
  json.key("modes");
  write_modes(json, record.mode);
  write_hints(json, record.is(MPIDBG_FILE_INFO_HINTS), record.hints, record.ignored_hints);
  json.key("errhandler").address(record.errhandler);
  json.key("errhandler_name").string_or_null(record.errhandler_name);
  json.key("freed_by_application").boolean(record.is(MPIDBG_FILE_INFO_FREED_HANDLE));
  json.key("freed_by_library").boolean(record.is(MPIDBG_FILE_INFO_FREED_OBJECT));
  json.key("reference_count").number_or_null(record.reference_count);
  json.key("layer").string_or_null(record.layer);
  json.key("view");
  record.is(MPIDBG_FILE_INFO_VIEW) ? write_view(json, record) : json.null();
  json.key("no_view_because").string_or_null(record.problem);
  json.key("requests");
  record.is(MPIDBG_FILE_INFO_REQUESTS) ? write_handles(json, record.pending_requests) : json.null();
  json.end_object();
}

}  // namespace mqs_shim
