// The text of `ranks`: a table, whose rows are short enough to keep until all are known.

#include <algorithm>
#include <array>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/recorded_text.h"
#include "mqs_shim/render/text.h"

namespace mqs_shim {

namespace {

class RanksText : public Renderer {
 public:
  RanksText(RenderOptions options, Sink &sink)
      : selection_(options), verbose_(options.verbose), writer_(sink, options.color) {
    rows_.push_back({{"rank", "pid", "host", "MPI library", "layer", "blocked in"}, {}, false});
    if (verbose_) rows_.back().cell[pid] = "target";
  }

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    Row row;
    row.cell[rank] = report.world_rank < 0 ? "?" : std::to_string(report.world_rank);
    if (report.local_job > 1) row.cell[rank] += " of job " + std::to_string(report.local_job);
    row.cell[pid] = report.pid == 0 || verbose_ ? printable(report.target) : std::to_string(report.pid);
    row.cell[host] = printable(report.host);
    row.cell[library] = printable(report.library);
    row.cell[layer] = printable(report.point_to_point);
    row.failed = !report.error.empty();
    if (row.failed) {
      row.cell[blocked] = "cannot look: " + printable(report.error);
    } else if (const auto state = state_text(report.mpi_state); !state.empty()) {
      row.cell[blocked] = state;
    }
    for (const std::string &call : blocking_calls(report)) {
      if (!row.cell[blocked].empty()) row.cell[blocked] += ", ";
      row.cell[blocked] += call;
    }
    for (const std::string &warning : report.warnings) row.warnings.push_back("warning: " + printable(warning));
    rows_.push_back(std::move(row));
  }

  void finish(const std::vector<int> &missing_ranks) override {
    if (rows_.size() == 1) return write_missing_ranks(writer_, missing_ranks);
    std::array<std::size_t, cells> width{};
    for (Row &row : rows_) {
      for (std::size_t i = 0; i < cells; ++i) {
        if (row.cell[i].empty()) row.cell[i].push_back('-');
        if (i != blocked) width[i] = std::max(width[i], row.cell[i].size());
      }
    }
    Sink &sink = writer_.sink();
    for (const Row &row : rows_) {
      std::size_t column = 0;
      for (std::size_t i = 0; i < cells; ++i) {
        sink.pad_to(column);
        if (&row == &rows_.front()) {
          writer_.put(row.cell[i], Color::bold);
        } else if (row.failed && i == blocked) {
          writer_.put(row.cell[i], Color::red);
        } else {
          sink.append(row.cell[i]);
        }
        column += width[i] + 2;
      }
      sink.end_line();
      for (const std::string &warning : row.warnings) writer_.line("  ", warning, Color::yellow);
    }
    write_missing_ranks(writer_, missing_ranks);
  }

 private:
  // What the stacks show, with the recorder's words where it has them: it knows arguments, and calls whose stacks
  // cannot be read.
  static std::vector<std::string> blocking_calls(const ProcessReport &report) {
    std::vector<std::string> seen = report.blocked_in;
    std::vector<std::string> calls;
    if (report.recorder) {
      for (const RecordedThreadRecord &thread : report.recorder->threads) {
        if (!thread.in_call) continue;
        if (const auto same = std::find(seen.begin(), seen.end(), thread.name); same != seen.end()) seen.erase(same);
        calls.push_back(thread_text(report, thread));
      }
    }
    for (const std::string &call : seen) calls.push_back(printable(call));
    return calls;
  }

  enum Column { rank, pid, host, library, layer, blocked, cells };
  struct Row {
    std::array<std::string, cells> cell;
    std::vector<std::string> warnings;
    bool failed = false;
  };

  Selection selection_;
  bool verbose_;
  TextWriter writer_;
  std::vector<Row> rows_;
};

}  // namespace

std::unique_ptr<Renderer> make_ranks_text(RenderOptions options, Sink &sink) {
  return std::make_unique<RanksText>(std::move(options), sink);
}

}  // namespace mqs_shim
