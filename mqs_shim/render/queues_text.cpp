// The text of `queues`.

#include <algorithm>
#include <array>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/text.h"

namespace mqs_shim {

namespace {

// Point-to-point calls that return when their one message is done: they own the request, so its address means nothing
// to the program.
bool is_blocking_call(std::string_view call) {
  constexpr std::string_view calls[] = {"MPI_Recv",  "MPI_Send",  "MPI_Ssend",    "MPI_Bsend",
                                        "MPI_Rsend", "MPI_Mrecv", "MPI_Sendrecv", "MPI_Sendrecv_replace",
                                        "MPI_Probe", "MPI_Mprobe"};
  return std::find(std::begin(calls), std::end(calls), call) != std::end(calls);
}

void add_number(std::string &text, std::int64_t value) {
  if (value < 0) {
    text += '?';
  } else {
    text += std::to_string(value);
  }
}

void add_hex(std::string &text, Address address) {
  char digits[16];
  int at = 16;
  std::uint64_t value = address.value();
  do {
    digits[--at] = "0123456789abcdef"[value & 15];
    value >>= 4;
  } while (value != 0);
  text.append("0x").append(digits + at, static_cast<std::size_t>(16 - at));
}

// The columns of one operation: what stands in each.
class OperationLine {
 public:
  OperationLine(const ProcessReport &report, bool verbose) : report_(report), verbose_(verbose) {}

  enum Cell { kind, peer, tag, bytes, type, buffer, cells };
  std::array<std::string, cells> cell;
  std::string notes;

  void fill(const Operation &operation, mpidbg_queue_t queue) {
    for (std::string &text : cell) text.clear();
    const bool matched = (operation.flags & MPIDBG_OP_MATCHED) != 0;
    fill_kind(queue, operation, matched);
    fill_peer(operation, matched);
    fill_tag(operation, matched);
    if (operation.bytes_done > 0 || (matched && queue == MPIDBG_QUEUE_RECEIVES)) {
      add_number(cell[bytes], operation.bytes_done);
      cell[bytes] += " of ";
    }
    const bool is_probe = (operation.flags & MPIDBG_OP_PROBE) != 0;
    if (!is_probe) add_number(cell[bytes], operation.bytes);
    if (operation.datatype_name != 0) {
      append_printable(cell[type], report_.text(operation.datatype_name));
      cell[type] += " x ";
      add_number(cell[type], operation.count);
    }
    const bool users_buffer = queue != MPIDBG_QUEUE_UNEXPECTED && queue != MPIDBG_QUEUE_UNCLAIMED;
    if (!operation.buffer.is_null() && users_buffer) {
      cell[buffer] = operation.is_send ? "<- " : "-> ";
      add_hex(cell[buffer], operation.buffer);
    }
  }

  void fill_notes(const Operation &operation, mpidbg_queue_t queue) {
    notes.clear();
    const std::string &call = report_.text(operation.waiting_call);
    const bool waited_on = (operation.flags & MPIDBG_OP_WAITED_ON) != 0;
    const bool blocking = waited_on && is_blocking_call(call);
    if (!operation.request.is_null() && (!blocking || verbose_)) add_hex(note("request "), operation.request);
    if (operation.flags & MPIDBG_OP_PERSISTENT && queue != MPIDBG_QUEUE_INACTIVE) note("persistent");
    constexpr std::string_view modes[] = {"", "standard", "synchronous", "buffered", "ready"};
    if (operation.is_send && operation.send_mode < std::size(modes)) note(modes[operation.send_mode]);
    constexpr std::string_view protocols[] = {"", "eager", "rendezvous"};
    if (operation.protocol < std::size(protocols)) note(protocols[operation.protocol]);
    if (operation.system_buffer) note("in a system buffer");
    if (operation.flags & MPIDBG_OP_COMPLETE) note("complete");
    if (operation.flags & MPIDBG_OP_FREED) note("freed by the application");
    if (operation.flags & MPIDBG_OP_OUT_OF_ORDER) {
      note("out of order");
      if (operation.sequence >= 0) add_number(notes += ", message ", operation.sequence);
      notes += ", waits for an earlier one of its sender";
    }
    if (operation.flags & MPIDBG_OP_INTERNAL) note("internal");
    if (blocking) {
      note("blocking ") += call;
    } else if (waited_on) {
      note("waited on");
      if (!call.empty()) (notes += " in ") += call;
    }
    if (operation.waiting_inferred) notes += " (inferred)";
    if (verbose_) {
      if (operation.sequence >= 0 && !(operation.flags & MPIDBG_OP_OUT_OF_ORDER))
        add_number(note("sequence "), operation.sequence);
      if (!operation.record.is_null() && operation.record != operation.request)
        add_hex(note("record "), operation.record);
    }
  }

 private:
  void fill_kind(mpidbg_queue_t queue, const Operation &operation, bool matched) {
    if (operation.flags & MPIDBG_OP_PROBE) {
      cell[kind] = "probe";
      return;
    }
    switch (queue) {
      case MPIDBG_QUEUE_SENDS:
        cell[kind] = "send";
        break;
      case MPIDBG_QUEUE_RECEIVES:
        cell[kind] = matched ? "receiving" : "posted";
        break;
      case MPIDBG_QUEUE_INACTIVE:
        cell[kind] = "inactive";
        break;
      default:
        cell[kind] = "unexpected";
        break;
    }
  }

  void fill_peer(const Operation &operation, bool matched) {
    std::string &text = cell[peer];
    text = operation.is_send ? "to " : "from ";
    const bool any = (operation.flags & MPIDBG_OP_ANY_SOURCE) != 0;
    if (any && !(matched && (operation.world_rank >= 0 || operation.comm_rank >= 0))) {
      text += "any";
      return;
    }
    if (operation.world_rank >= 0) {
      text += std::to_string(operation.world_rank);
    } else if (operation.peer_job != 0 && operation.peer_job != report_.job) {
      text += std::to_string(operation.peer_job_rank) + ' ' + job_text(report_, operation.peer_job);
    } else if (operation.comm_rank >= 0) {
      text += "rank " + std::to_string(operation.comm_rank) + " in comm";
      return;
    } else {
      text += '?';
    }
    if (operation.comm_rank >= 0 && operation.comm_rank != operation.world_rank)
      text += " (rank " + std::to_string(operation.comm_rank) + " in comm)";
    if (any) text += " (any)";
  }

  void fill_tag(const Operation &operation, bool matched) {
    const bool any = (operation.flags & MPIDBG_OP_ANY_TAG) != 0;
    cell[tag] = "tag ";
    cell[tag] += any && !matched ? std::string("any") : std::to_string(operation.tag);
    if (any && matched) cell[tag] += " (any)";
  }

  std::string &note(std::string_view text) {
    if (text.empty()) return notes;
    if (!notes.empty()) notes += "  ";
    return notes += text;
  }

  const ProcessReport &report_;
  bool verbose_;
};

struct Widths {
  // As wide as most lines need, so that short lists of different communicators look alike.
  std::array<std::size_t, OperationLine::cells> cell = {10, 11, 6, 3, 0, 0};

  void include(const OperationLine &line) {
    // One long name does not push the columns of all others away.
    constexpr std::size_t widest = 40;
    for (std::size_t i = 0; i < cell.size(); ++i)
      if (line.cell[i].size() <= widest) cell[i] = std::max(cell[i], line.cell[i].size());
  }
};

class QueuesText : public Renderer {
 public:
  QueuesText(RenderOptions options, Sink &sink)
      : options_(std::move(options)), selection_(options_), writer_(sink, options_.color) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    hidden_ = 0;
    shown_ = 0;
    const bool complete = first_limit(report, Noun::queues).empty();
    if (!write_process_header(writer_, report, options_,
                              complete ? "queues: complete" : "queues: incomplete (see below)"))
      return;
    write_common_problems(report);
    for (const CommunicatorRecord *communicator : selection_.communicators(report, true))
      write_communicator(report, *communicator);
    if (!selection_.limits_communicators()) write_unclaimed(report);

    if (shown_ == 0 && can_see_some_queue(report)) {
      std::string text = "  nothing pending";
      if (selection_.limits_operations()) text += " that matches";
      if (!complete) text += ", as far as can be seen";
      writer_.line(text);
    }
    if (hidden_ != 0)
      writer_.line("  internal operations not shown: " + std::to_string(hidden_) + " (--all shows them)");
  }

  void finish(const std::vector<int> &missing_ranks) override { write_missing_ranks(writer_, missing_ranks); }

 private:
  static bool can_see_some_queue(const ProcessReport &report) {
    return std::any_of(std::begin(queue_names), std::end(queue_names),
                       [&](const QueueName &name) { return common_problem(report, name.queue).empty(); });
  }

  bool is_common(mpidbg_queue_t queue) const { return common_[queue]; }

  // Reasons that hold for all communicators are given once: "posted, unexpected  cannot see: ...".
  void write_common_problems(const ProcessReport &report) {
    std::vector<std::pair<std::string, std::string>> problems;  // reason, queues
    const auto include = [&](std::string_view queue, const std::string &problem) {
      if (problem.empty()) return;
      const auto known =
          std::find_if(problems.begin(), problems.end(), [&](const auto &p) { return p.first == problem; });
      if (known == problems.end()) {
        problems.emplace_back(problem, queue);
      } else {
        known->second.append(", ").append(queue);
      }
    };
    for (const QueueName &name : queue_names) {
      const std::string problem = common_problem(report, name.queue);
      common_[name.queue] = !problem.empty();
      include(name.text, problem);
    }
    include("messages without a communicator", report.unclaimed.problem);
    for (const auto &[problem, queues] : problems)
      writer_.line("  ", queues + "  cannot see: " + printable(problem), Color::yellow);
  }

  bool shows(const CommunicatorRecord &communicator, const Operation &operation) const {
    const bool internal = is_internal(communicator) || (operation.flags & MPIDBG_OP_INTERNAL) != 0;
    return selection_.matches(operation) && (options_.all || !internal);
  }

  void write_communicator(const ProcessReport &report, const CommunicatorRecord &communicator) {
    OperationLine line(report, options_.verbose);
    Widths widths;
    std::size_t shown = 0;
    bool problem = false;  // one of its own
    bool common = false;   // one that was told for all communicators
    for (const QueueName &name : queue_names) {
      const Queue &queue = communicator.queues[name.queue];
      if (!queue.problem.empty()) (is_common(name.queue) ? common : problem) = true;
      for (const Operation &operation : queue.operations) {
        if (!selection_.matches(operation)) continue;
        if (!shows(communicator, operation)) {
          ++hidden_;
          continue;
        }
        line.fill(operation, name.queue);
        widths.include(line);
        ++shown;
      }
    }
    const bool wanted = options_.all || !is_internal(communicator);
    if (shown == 0 && !problem && !(options_.verbose && wanted && !common)) return;
    write_communicator_heading(writer_, communicator, options_.verbose);
    shown_ += shown;
    if (shown == 0 && !problem) return writer_.line("    nothing pending");

    for (const QueueName &name : queue_names) {
      const Queue &queue = communicator.queues[name.queue];
      for (const Operation &operation : queue.operations) {
        if (!shows(communicator, operation)) continue;
        line.fill(operation, name.queue);
        line.fill_notes(operation, name.queue);
        write_operation(line, widths);
        if (options_.verbose) write_extra_text(report.text(operation.extra_text));
      }
      if (!queue.problem.empty() && !is_common(name.queue)) {
        const std::string_view what = queue.operations.empty() ? "  cannot see: " : "  not whole: ";
        writer_.line("    ", std::string(name.text).append(what) + printable(queue.problem), Color::yellow);
      }
    }
  }

  void write_unclaimed(const ProcessReport &report) {
    const std::vector<Operation> &operations = report.unclaimed.operations;
    OperationLine line(report, options_.verbose);
    for (std::size_t begin = 0; begin < operations.size();) {
      Widths widths;
      std::size_t shown = 0;
      std::size_t end = begin;
      for (; end < operations.size() && operations[end].context_id == operations[begin].context_id; ++end) {
        if (!selection_.matches(operations[end])) continue;
        if (!selection_.visible(operations[end])) {
          ++hidden_;
          continue;
        }
        line.fill(operations[end], MPIDBG_QUEUE_UNCLAIMED);
        widths.include(line);
        ++shown;
      }
      if (shown != 0) {
        shown_ += shown;
        writer_.put("  messages for a communicator this process does not have: context ");
        writer_.sink().append_number(operations[begin].context_id);
        writer_.sink().end_line();
      }
      for (; begin < end; ++begin) {
        if (!selection_.operation(operations[begin])) continue;
        line.fill(operations[begin], MPIDBG_QUEUE_UNCLAIMED);
        line.fill_notes(operations[begin], MPIDBG_QUEUE_UNCLAIMED);
        write_operation(line, widths);
      }
    }
  }

  void write_operation(const OperationLine &line, const Widths &widths) {
    using Cell = OperationLine::Cell;
    Sink &sink = writer_.sink();
    const auto put = [&](Cell cell, std::size_t column) {
      sink.pad_to(column);
      sink.append(line.cell[cell]);
      sink.gap(2);
    };
    sink.append("    ");
    std::size_t column = 4;
    for (const Cell cell : {Cell::kind, Cell::peer, Cell::tag}) {
      put(cell, column);
      column += widths.cell[cell] + 2;
    }
    column += widths.cell[Cell::bytes];
    sink.pad_to(column - std::min(line.cell[Cell::bytes].size(), widths.cell[Cell::bytes]));
    sink.append(line.cell[Cell::bytes]);
    // A probe has no buffer to be filled.
    sink.append(line.cell[Cell::bytes].empty() ? "      " : " bytes");
    sink.gap(2);
    column += 8;

    // Messages have neither, and their notes follow at once.
    if (!line.cell[Cell::type].empty() || !line.cell[Cell::buffer].empty()) {
      put(Cell::type, column);
      if (widths.cell[Cell::type] != 0) column += widths.cell[Cell::type] + 2;
      put(Cell::buffer, column);
      if (widths.cell[Cell::buffer] != 0) column += widths.cell[Cell::buffer] + 3;
    }
    sink.pad_to(column);
    sink.append(line.notes);
    sink.end_line();
  }

  void write_extra_text(const std::string &text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      writer_.line("      " + printable(std::string_view(text).substr(begin, end - begin)));
      begin = end + 1;
    }
  }

  RenderOptions options_;
  Selection selection_;
  TextWriter writer_;
  std::array<bool, MPIDBG_QUEUE_UNCLAIMED> common_{};  // queues whose problem was told for all communicators
  std::size_t hidden_ = 0;
  std::size_t shown_ = 0;
};

}  // namespace

std::unique_ptr<Renderer> make_queues_text(RenderOptions options, Sink &sink) {
  return std::make_unique<QueuesText>(std::move(options), sink);
}

}  // namespace mqs_shim
