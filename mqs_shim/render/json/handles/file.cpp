// This file writes one MPI file as JSON.

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
  json.list(modes, [&](const auto &one) {
    if ((mode & one.first) != 0 || json.describes()) json.string(one.second);
  });
}

void write_view(JsonWriter &json, const FileRecord &record) {
  json.key("path", "The file that was opened.").string(record.path);
  json.key("communicator", "The layer's own duplicate of the communicator.").address_or_null(record.io_communicator);
  json.key("info", "An info object with the hints that the layer goes by, if it has one of its own.")
      .address_or_null(record.io_info);
  json.key("descriptor", "Of the operating system; null while this process has none open.")
      .number_if(record.is(MPIDBG_FILE_INFO_DESCRIPTOR), record.descriptor);
  json.key("displacement", "In bytes.").number(record.displacement);
  json.key("etype", "A duplicate of what the program gave, unless that is predefined; so is filetype.")
      .address_or_null(record.etype);
  json.key("etype_name").string_or_null(record.etype_name);
  json.key("etype_size", "In bytes.").number(record.etype_size);
  json.key("filetype", "See etype.").address_or_null(record.filetype);
  json.key("filetype_name").string_or_null(record.filetype_name);
  json.key("data_representation", "\"native\", \"external32\", ...").string(record.data_representation);
  json.key("atomic", "MPI_File_set_atomicity.").boolean(record.is(MPIDBG_FILE_INFO_ATOMIC));
  json.key("split_collective", "One was begun, and not ended.").boolean(record.is(MPIDBG_FILE_INFO_SPLIT_COLLECTIVE));
  json.key("split_request", "The request behind it, if there is one.").address_or_null(record.split_request);
  json.key("position", "Of the individual file pointer in etypes, as MPI_File_get_position gives it.")
      .number_if(record.is(MPIDBG_FILE_INFO_POSITION), record.position);
  json.key("byte_offset", "What MPI_File_get_byte_offset makes of position.")
      .number_if(record.is(MPIDBG_FILE_INFO_BYTE_OFFSET), record.byte_offset);
  json.key("shared_position",
           "Of the shared file pointer, in etypes; null where it is not in the process's own memory, as in most core "
           "files.")
      .number_if(record.is(MPIDBG_FILE_INFO_SHARED_POSITION), record.shared_position);
}

}  // namespace

void write_json(JsonWriter &json, const ProcessReport &, const FileRecord &record, const RenderOptions &) {
  json.definition("file", "A file.", [&] {
    json.object([&] {
      write_handle_head(json, record);
      json.key("filename", "As the program gave it; MPI_FILE_NULL.").string(record.filename);
      json.key("communicator", "That the file was opened with.").address_or_null(record.communicator);
      json.key("mode",
               "MPI_File_get_amode, in the bits of Open MPI and MPICH; a program of the standard ABI has others.")
          .number(record.mode);
      json.key("modes", "The same in words: MPI_MODE_RDWR, ...");
      write_modes(json, record.mode);
      write_hints(json, record.is(MPIDBG_FILE_INFO_HINTS), record.hints, record.ignored_hints,
                  "Hints, as MPI_File_get_info gives them; null if not known.",
                  "Hints that the program set later and the library takes no notice of; null if not known.");
      json.key("errhandler", "Its error handler.").address_or_null(record.errhandler);
      json.key("errhandler_name", "Of a predefined error handler.").string_or_null(record.errhandler_name);
      json.key("freed_by_application", "MPI_File_close was called, and the library keeps the object all the same.")
          .boolean(record.is(MPIDBG_FILE_INFO_FREED_HANDLE));
      json.key("freed_by_library",
               "The library would have destroyed it, but keeps it for debuggers, or the recorder does.")
          .boolean(record.is(MPIDBG_FILE_INFO_FREED_OBJECT));
      json.key("reference_count").natural_or_null(record.reference_count);
      json.key("layer", "Of the library, which does the input and output.").string_or_null(record.layer);
      json.key("view", "What the layer keeps; null where it cannot be seen.")
          .if_known(record.is(MPIDBG_FILE_INFO_VIEW), [&] { json.object([&] { write_view(json, record); }); });
      json.key("no_view_because", "Why view is null.").string_or_null(record.problem);
      json.key("requests", "Pending requests of the file; null where not all can be seen.")
          .if_known(record.is(MPIDBG_FILE_INFO_REQUESTS), [&] { write_handles(json, record.pending_requests); });
    });
  });
}

}  // namespace mqs_shim
