// The text of `files` and `show file`.

#include "mqs_shim/render/handles/handles_text.h"

namespace mqs_shim {

namespace {

std::string number(std::int64_t value) {
  return std::to_string(value);
}

std::string type_text(const std::string &name, Address handle) {
  return name.empty() ? "datatype " + hex_text(handle) : printable(name);
}

void write_view(TextWriter &writer, const FileRecord &record) {
  std::string text = "    view from byte " + number(record.displacement) + "  etype " +
                     type_text(record.etype_name, record.etype) + " (" + number(record.etype_size) +
                     " bytes)  filetype " + type_text(record.filetype_name, record.filetype) + "  " +
                     printable(record.data_representation);
  if (record.is(MPIDBG_FILE_INFO_ATOMIC)) text += "  atomic";
  writer.line(text);
  text = "    position ";
  text += record.is(MPIDBG_FILE_INFO_POSITION) ? number(record.position) : "not known";
  if (record.is(MPIDBG_FILE_INFO_BYTE_OFFSET)) text += " (byte " + number(record.byte_offset) + ")";
  if (record.is(MPIDBG_FILE_INFO_SHARED_POSITION)) text += "  shared position " + number(record.shared_position);
  writer.line(text);
  if (record.is(MPIDBG_FILE_INFO_SPLIT_COLLECTIVE)) {
    text = "    split collective operation begun";
    if (!record.split_request.is_null()) text += "  request " + hex_text(record.split_request);
    writer.line(text);
  }
}

void write_details(TextWriter &writer, const FileRecord &record) {
  if (!record.is(MPIDBG_FILE_INFO_VIEW)) return;
  std::string text = "    path " + printable(record.path);
  if (record.is(MPIDBG_FILE_INFO_DESCRIPTOR)) text += "  descriptor " + number(record.descriptor);
  if (!record.io_communicator.is_null()) text += "  through communicator " + hex_text(record.io_communicator);
  writer.line(text);
  if (!record.io_info.is_null()) writer.line("    hints that it goes by: info " + hex_text(record.io_info));
}

void write(TextWriter &writer, const ProcessReport &report, const FileRecord &record, bool full) {
  write_handle_heading(writer, "file", record);
  std::string text;
  if (!is_predefined(record)) text += "  \"" + printable(record.filename) + "\"  " + printable(record.mode_text);
  if (record.is(MPIDBG_FILE_INFO_FREED_HANDLE)) text += "  closed by the application";
  if (record.is(MPIDBG_FILE_INFO_FREED_OBJECT)) text += "  freed by the library";
  if (full && record.reference_count >= 0) text += "  references " + number(record.reference_count);
  writer.line(text);
  text = "    opened on " + communicator_text(report, record.communicator);
  if (!record.layer.empty()) text += "  " + printable(record.layer);
  if (!record.errhandler_name.empty()) {
    text += "  errhandler " + printable(record.errhandler_name);
  } else if (!record.errhandler.is_null()) {
    text += "  errhandler " + hex_text(record.errhandler);
  }
  if (!is_predefined(record) || full) writer.line(text);
  if (record.is(MPIDBG_FILE_INFO_VIEW)) {
    write_view(writer, record);
  } else if (!is_predefined(record)) {
    writer.line("    ", "cannot see the view: " + printable(record.problem), Color::yellow);
  }
  if (full) write_details(writer, record);
  write_hints(writer, record.hints, record.ignored_hints);
  for (const Address request : record.pending_requests) writer.line("    request " + hex_text(request));
}

}  // namespace

void write_line(TextWriter &writer, const ProcessReport &report, const FileRecord &record,
                const RenderOptions &options) {
  write(writer, report, record, options.verbose);
}

void write_full(TextWriter &writer, const ProcessReport &report, const FileRecord &record, const RenderOptions &) {
  write(writer, report, record, true);
}

}  // namespace mqs_shim
