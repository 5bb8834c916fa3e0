// This file puts the answers of the commands `files` and `show file` into words.

#include "mqs_shim/render/wording/handles/objects.h"

namespace mqs_shim {

namespace {

std::string type_text(const std::string &name, Address handle) {
  return name.empty() ? "datatype " + hex_text(handle) : printable(name);
}

void write_view(BlockOutput &output, const FileRecord &record) {
  Block view = property_block("view from byte " + std::to_string(record.displacement));
  view.cells.add("etype " + type_text(record.etype_name, record.etype) + " (" + std::to_string(record.etype_size) +
                 " bytes)");
  view.cells.add("filetype " + type_text(record.filetype_name, record.filetype));
  view.cells.add(printable(record.data_representation));
  if (record.is(MPIDBG_FILE_INFO_ATOMIC)) view.cells.add("atomic");
  output.write(view);
  std::string text = "position ";
  text += record.is(MPIDBG_FILE_INFO_POSITION) ? std::to_string(record.position) : "not known";
  if (record.is(MPIDBG_FILE_INFO_BYTE_OFFSET)) text += " (byte " + std::to_string(record.byte_offset) + ")";
  Block position;
  position.cells.begin();
  position.cells.append_with_numbers(text);
  if (record.is(MPIDBG_FILE_INFO_SHARED_POSITION))
    position.cells.add("shared position " + std::to_string(record.shared_position));
  output.write(position);
  if (record.is(MPIDBG_FILE_INFO_SPLIT_COLLECTIVE)) {
    Block split = property_block("split collective operation begun");
    if (!record.split_request.is_null()) split.cells.add("request " + hex_text(record.split_request));
    output.write(split);
  }
}

void write_details(BlockOutput &output, const FileRecord &record) {
  if (!record.is(MPIDBG_FILE_INFO_VIEW)) return;
  Block path = property_block("path " + printable(record.path));
  if (record.is(MPIDBG_FILE_INFO_DESCRIPTOR)) path.cells.add("descriptor " + std::to_string(record.descriptor));
  if (!record.io_communicator.is_null()) path.cells.add("through communicator " + hex_text(record.io_communicator));
  output.write(path);
  if (!record.io_info.is_null()) write_property(output, "hints that it goes by: info " + hex_text(record.io_info));
}

// Returns words for the communicator of the file. MPICH does not store this communicator, but only its own duplicate.
std::string communicator_of(const ProcessReport &report, const FileRecord &record) {
  if (!record.communicator.is_null() || record.io_communicator.is_null())
    return "opened on " + communicator_text(report, record.communicator);
  return "uses " + communicator_text(report, record.io_communicator) + ", the library's duplicate";
}

Block opened_on(const ProcessReport &report, const FileRecord &record) {
  Block block = property_block(communicator_of(report, record));
  if (!record.layer.empty()) block.cells.add(printable(record.layer));
  if (!record.errhandler_name.empty()) {
    block.cells.add("errhandler " + printable(record.errhandler_name));
  } else if (!record.errhandler.is_null()) {
    block.cells.add("errhandler " + hex_text(record.errhandler));
  }
  return block;
}

void begin(BlockOutput &output, const ProcessReport &report, const FileRecord &record, bool full) {
  Block block = handle_block("file", record);
  if (!is_predefined(record)) {
    block.cells.add(in_quotes(record.filename));
    block.cells.add(printable(record.mode_text));
  }
  if (record.is(MPIDBG_FILE_INFO_FREED_HANDLE)) block.cells.add("closed by the application");
  if (record.is(MPIDBG_FILE_INFO_FREED_OBJECT)) block.cells.add("freed by the library");
  if (full && record.reference_count >= 0) block.cells.add("references " + std::to_string(record.reference_count));
  output.begin(block);
  if (!is_predefined(record) || full) output.write(opened_on(report, record));
  if (record.is(MPIDBG_FILE_INFO_VIEW)) {
    write_view(output, record);
  } else if (!is_predefined(record)) {
    write_problem(output, "cannot see the view: " + printable(record.problem));
  }
  if (full) write_details(output, record);
  write_hints(output, record.hints, record.ignored_hints);
  for (const Address request : record.pending_requests) write_property(output, "request " + hex_text(request));
}

}  // namespace

void begin_listed(BlockOutput &output, const ProcessReport &report, const FileRecord &record,
                  const RenderOptions &options) {
  begin(output, report, record, options.verbose);
}

void begin_full(BlockOutput &output, const ProcessReport &report, const FileRecord &record, const RenderOptions &) {
  begin(output, report, record, true);
}

}  // namespace mqs_shim
