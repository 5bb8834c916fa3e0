// This file puts the answers of the commands `messages` and `show message` into words.

#include "mqs_shim/render/terms/object_terms.h"
#include "mqs_shim/render/wording/handles/objects.h"

namespace mqs_shim {

void begin_listed(BlockOutput &output, const ProcessReport &report, const MessageRecord &record,
                  const RenderOptions &) {
  Block block = handle_block("message", record);
  if (is_predefined(record)) return output.begin(block);
  Cells &cells = block.cells;
  cells.add("matched, not received");
  cells.add("from ");
  append_peer(cells, report, {record.source, record.source_world_rank, record.source_job, record.source_job_rank});
  if (record.flags & MPIDBG_MESSAGE_INFO_TAG_KNOWN) {
    cells.begin();
    cells.append_with_numbers("tag " + std::to_string(record.tag));
  }
  cells.begin();
  cells.append_with_numbers(std::to_string(record.bytes) + " bytes");
  if (const std::string_view protocol = message_protocol_term(record.protocol); !protocol.empty()) cells.add(protocol);
  if (record.flags & MPIDBG_MESSAGE_INFO_SYNCHRONOUS) cells.add("synchronous");
  cells.add("on " + communicator_text(report, record.communicator));
  output.begin(block);
}

void begin_full(BlockOutput &output, const ProcessReport &report, const MessageRecord &record,
                const RenderOptions &options) {
  begin_listed(output, report, record, options);
  if (!record.payload.is_null()) write_labelled(output, "data at", hex_text(record.payload) + ", in the library");
  if (record.protocol == MPIDBG_MESSAGE_RENDEZVOUS) write_labelled(output, "data", "still at the sender");
  if (!record.request.is_null()) write_labelled(output, "probe", hex_text(record.request));
}

}  // namespace mqs_shim
