// The text of `messages` and `show message`.

#include "mqs_shim/render/handles/handles_text.h"

namespace mqs_shim {

void write_line(TextWriter &writer, const ProcessReport &report, const MessageRecord &record, const RenderOptions &) {
  write_handle_heading(writer, "message", record);
  if (is_predefined(record)) return writer.sink().end_line();
  std::string text = "  matched, not received  from ";
  text += peer_text(report, {record.source, record.source_world_rank, record.source_job, record.source_job_rank});
  if (record.flags & MPIDBG_MESSAGE_INFO_TAG_KNOWN) text += "  tag " + std::to_string(record.tag);
  text += "  " + std::to_string(record.bytes) + " bytes";
  if (record.protocol == MPIDBG_MESSAGE_EAGER) text += "  eager";
  if (record.protocol == MPIDBG_MESSAGE_RENDEZVOUS) text += "  rendezvous";
  writer.line(text + "  on " + communicator_text(report, record.communicator));
}

void write_full(TextWriter &writer, const ProcessReport &report, const MessageRecord &record,
                const RenderOptions &options) {
  write_line(writer, report, record, options);
  if (!record.payload.is_null()) writer.line("    data at       " + hex_text(record.payload) + ", in the library");
  if (record.protocol == MPIDBG_MESSAGE_RENDEZVOUS) writer.line("    data          still at the sender");
  if (!record.request.is_null()) writer.line("    probe         " + hex_text(record.request));
}

}  // namespace mqs_shim
