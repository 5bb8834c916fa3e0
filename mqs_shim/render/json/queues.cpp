// This file writes message queues as JSON.

#include "mqs_shim/render/json/queues.h"

#include "mqs_shim/records/collective_name.h"
#include "mqs_shim/render/json/communicators.h"
#include "mqs_shim/render/terms/operation_terms.h"

namespace mqs_shim {

namespace {

void write_operation(JsonWriter &json, const ProcessReport &report, const Operation &operation) {
  const auto has = [&](std::uint32_t bit) { return (operation.flags & bit) != 0; };
  const bool matched = has(MPIDBG_OP_MATCHED);
  const bool peer_known = !has(MPIDBG_OP_ANY_SOURCE) || matched;
  json.key("kind", "Which side of the message it is. Arrived messages are on the receiving side.")
      .word(operation.is_send ? "send" : "receive", {"send", "receive"});
  json.key("any_source", "Posted with MPI_ANY_SOURCE.").boolean(has(MPIDBG_OP_ANY_SOURCE));
  json.key("world_rank",
           "Rank of the peer in MPI_COMM_WORLD; null if it takes any source, or the peer is not in MPI_COMM_WORLD.")
      .natural_or_null(peer_known ? operation.world_rank : -1);
  json.key("comm_rank",
           "Rank of the peer in the communicator (of an intercommunicator: in its remote group); null if any or "
           "unknown.")
      .natural_or_null(peer_known ? operation.comm_rank : -1);
  write_job(json, report, operation.world_rank, peer_known ? operation.peer_job : 0, operation.peer_job_rank);
  json.key("any_tag", "Posted with MPI_ANY_TAG.").boolean(has(MPIDBG_OP_ANY_TAG));
  const bool is_tag = !has(MPIDBG_OP_TAG_UNKNOWN) && (!has(MPIDBG_OP_ANY_TAG) || matched);
  json.key("tag", "The tag; null if it takes any and is not matched, or if the process does not keep it.")
      .number_if(is_tag, operation.tag);
  json.key("context", "Context id of the communicator.").natural_or_null(operation.context_id);
  json.key("bytes", "Of the message, or of the posted buffer.").natural_or_null(operation.bytes);
  json.key("bytes_done", "Transferred so far.").natural_or_null(operation.bytes_done);
  json.key("datatype", "Name of the data type.").string_or_null(report.text(operation.datatype_name));
  json.key("datatype_named",
           "The library or the program gave the data type its name; otherwise the name was made up for the answer.")
      .boolean(operation.datatype_named);
  json.key("datatype_handle", "The MPI_Datatype.").address_or_null(operation.datatype);
  json.key("count", "Number of items of the data type.").natural_or_null(operation.count);
  json.key("buffer", "The program's buffer, or of an arrived message the library's copy.")
      .address_or_null(operation.buffer);
  json.key("system_buffer", "The data are in a buffer of the library.").boolean(operation.system_buffer);
  json.key("request", "The MPI_Request; null for messages.").address_or_null(operation.request);
  json.key("record", "The library's own record of the operation.").address_or_null(operation.record);
  json.key("sequence", "Order among the messages of one peer, or among the receives of one communicator.")
      .natural_or_null(operation.sequence);
  json.optional(operation.partitions > 0, [&] {
    json.key("partitions", "Present for partitioned communication alone. The other members are of all partitions.")
        .natural(operation.partitions);
    json.key("partitions_ready",
             "Present with partitions. Of a send that is started: those that MPI_Pready has marked, at least.")
        .natural_or_null(operation.partitions_ready);
  });
  json.key("send_mode", "Of a send, where it is known.")
      .term_or_null(send_mode_term, operation.is_send ? int{operation.send_mode} : int{MPIDBG_SEND_UNKNOWN});
  json.key("protocol", "eager: the data came with the message. rendezvous: they wait at the sender.")
      .term_or_null(protocol_term, operation.protocol);
  json.key("probe", "MPI_Probe or MPI_Mprobe: asks for a message without receiving it.").boolean(has(MPIDBG_OP_PROBE));
  json.key("matched", "Matched with a message; data may still be under way.").boolean(matched);
  json.key("persistent", "A persistent request.").boolean(has(MPIDBG_OP_PERSISTENT));
  json.key("complete", "Complete, and not yet seen by the program.").boolean(has(MPIDBG_OP_COMPLETE));
  json.key("freed", "The program called MPI_Request_free.").boolean(has(MPIDBG_OP_FREED));
  json.key("internal", "The library's own traffic, as in collective calls. Present only with --all.")
      .boolean(has(MPIDBG_OP_INTERNAL));
  json.optional(has(MPIDBG_OP_INTERNAL), [&] {
    json.key(
            "inferred_collective",
            "Present for internal ones alone. The collective that the tag stands for, or \"a nonblocking collective\", "
            "where the library has a tag for each: a hint, since one may be carried out by the algorithm of another.")
        .term_or_null(collective_name, operation.collective);
  });
  json.key("out_of_order", "Arrived, and waits for an earlier message of its sender.")
      .boolean(has(MPIDBG_OP_OUT_OF_ORDER));
  json.key("waited_on", "A thread of the process waits for it.").boolean(has(MPIDBG_OP_WAITED_ON));
  json.key("waiting_call", "The MPI call in which it waits, where the stacks could tell.")
      .string_or_null(report.text(operation.waiting_call));
  json.key("waiting_inferred", "Several operations could be the one that the thread waits for; this is the likeliest.")
      .boolean(operation.waiting_inferred);
  json.key("extra_text", "What a plain plugin says about it, lines separated by newlines.")
      .string_or_null(report.text(operation.extra_text));
}

void write_queue(JsonWriter &json, const ProcessReport &report, const Selection &selection, const Queue &queue) {
  std::int64_t hidden = 0;
  const auto write = [&](const Operation &operation) {
    if (!selection.matches(operation)) return;
    if (!selection.visible(operation)) return void(++hidden);
    json.definition(
        "operation",
        "A posted receive, a pending send, an arrived message, or a persistent request that is not started.",
        [&] { json.object([&] { write_operation(json, report, operation); }); });
  };
  json.definition("queue", "One queue.", [&] {
    json.object([&] {
      json.key("complete", "It could be seen whole.").boolean(queue.problem.empty());
      json.key("reason", "Why it could not; null if complete.").string_or_null(queue.problem);
      json.key("operations",
               "As the library keeps them; null if the queue cannot be seen at all. Empty only if nothing is in it, or "
               "nothing that --tag and --all let through.")
          .if_known(queue.problem.empty() || !queue.operations.empty(), [&] { json.lines(queue.operations, write); });
      json.key("internal_not_shown", "How many operations of the library's own were left out for want of --all.")
          .natural(hidden);
    });
  });
}

}  // namespace

void write_queues(JsonWriter &json, const ProcessReport &report, const Selection &selection) {
  json.key("complete", "All of its queues could be seen whole.").boolean(first_limit(report, Noun::queues).empty());
  const auto write = [&](const CommunicatorRecord *communicator) {
    json.object([&] {
      write_identity(json, *communicator);
      json.key("queues", "Its queues.").object([&] {
        for (const QueueName &name : queue_names) {
          json.key(name.json, name.meaning);
          write_queue(json, report, selection, communicator->queues[name.queue]);
        }
      });
    });
  };
  json.key("communicators", "In the order of their context ids.").lines(selection.communicators(report, false), write);
  Queue unseen;
  unseen.problem = report.error;
  json.key("unclaimed",
           "Messages that arrived for communicators that the process does not have (yet). null with --comm.")
      .if_known(!selection.limits_communicators(),
                [&] { write_queue(json, report, selection, report.error.empty() ? report.unclaimed : unseen); });
}

}  // namespace mqs_shim
