// `ranks` in words: a table, whose rows are short enough to keep until all are known.

#include <algorithm>
#include <array>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/recorded.h"

namespace mqs_shim {

namespace {

class RankWords : public Renderer {
 public:
  RankWords(RenderOptions options, BlockOutput &output)
      : selection_(options), verbose_(options.verbose), output_(output) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    Row &row = rows_.emplace_back();
    row.cell[rank] = report.world_rank < 0 ? "?" : std::to_string(report.world_rank);
    if (!report.job_name.empty()) {
      row.cell[rank] += " of job " + printable(report.job_name);
    } else if (report.local_job > 1) {
      row.cell[rank] += " of job " + std::to_string(report.local_job);
    }
    row.cell[pid] = report.pid == 0 || verbose_ ? printable(report.target) : std::to_string(report.pid);
    row.cell[host] = printable(report.host);
    row.cell[library] = printable(report.library);
    row.cell[layer] = printable(report.point_to_point);
    row.failed = !report.error.empty();
    if (row.failed) {
      row.cell[blocked] = "cannot see: " + printable(report.error);
    } else if (const auto state = state_text(report.mpi_state); !state.empty()) {
      row.cell[blocked] = state;
    }
    for (const std::string &call : blocking_calls(report)) {
      if (!row.cell[blocked].empty()) row.cell[blocked] += ", ";
      row.cell[blocked] += call;
    }
    for (std::string &cell : row.cell) {
      if (cell.empty()) cell.push_back('-');
    }
    for (const std::string &warning : report.warnings) row.warnings.push_back("warning: " + printable(warning));
  }

  void finish(const std::vector<int> &missing_ranks) override {
    if (!rows_.empty()) write_table();
    write_missing_ranks(output_, missing_ranks);
  }

 private:
  void write_table() {
    std::array<Column, cells> columns{{{"rank"}, {"pid"}, {"host"}, {"MPI library"}, {"layer"}, {"blocked in"}}};
    if (verbose_) columns[pid].title = "target";
    for (std::size_t i = 0; i < blocked; ++i) {
      columns[i].width = columns[i].title.size();
      for (const Row &row : rows_) columns[i].width = std::max(columns[i].width, row.cell[i].size());
    }
    Block table{.role = Role::table};
    table.columns = columns;
    const OpenBlock open(output_, table);
    Block block{.role = Role::row};
    for (const Row &row : rows_) {
      block.cells.clear();
      for (std::size_t i = 0; i < cells; ++i)
        block.cells.add(row.cell[i], row.failed && i == blocked ? Severity::error : Severity::none);
      const OpenBlock open_row(output_, block);
      for (const std::string &warning : row.warnings) write_problem(output_, warning);
    }
  }

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

  enum Place { rank, pid, host, library, layer, blocked, cells };
  struct Row {
    std::array<std::string, cells> cell;
    std::vector<std::string> warnings;
    bool failed = false;
  };

  Selection selection_;
  bool verbose_;
  BlockOutput &output_;
  std::vector<Row> rows_;
};

}  // namespace

std::unique_ptr<Renderer> word_ranks(RenderOptions options, BlockOutput &output) {
  return std::make_unique<RankWords>(std::move(options), output);
}

}  // namespace mqs_shim
