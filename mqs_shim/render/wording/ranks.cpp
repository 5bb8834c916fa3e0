// `ranks` in words: a table, whose rows are short enough to keep until all are known.

#include <algorithm>
#include <array>

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/threads.h"
#include "mqs_shim/render/wording/wording.h"

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
    // Stacks can be read also where MPI's objects cannot, as in MPI_Finalize.
    const std::vector<std::string> texts = thread_texts(report);
    const std::string problem = report.error.empty() ? std::string() : "cannot see: " + printable(report.error);
    row.failed = !problem.empty() && texts.empty();
    if (row.failed) {
      row.cell[call] = problem;
    } else {
      if (!problem.empty()) row.warnings.push_back(problem);
      std::string &doing = row.cell[call];
      doing = phase_text(report);
      if (report.state == KernelState::stopped) append(doing, "stopped by a signal");
      if (texts.size() == 1) append(doing, texts.front());
      if (texts.size() > 1) {
        append(doing, std::to_string(texts.size()) + " threads");
        row.threads = texts;
      }
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
    std::array<Column, cells> columns{{{"rank"}, {"pid"}, {"host"}, {"MPI library"}, {"layer"}, {"call"}}};
    if (verbose_) columns[pid].title = "target";
    for (std::size_t i = 0; i < call; ++i) {
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
        block.cells.add(row.cell[i], row.failed && i == call ? Severity::error : Severity::none);
      const OpenBlock open_row(output_, block);
      for (const std::string &thread : row.threads) write_property(output_, thread);
      for (const std::string &warning : row.warnings) write_problem(output_, warning);
    }
  }

  static void append(std::string &text, std::string_view more) {
    if (!text.empty()) text += ", ";
    text += more;
  }

  // Outside of what MPI_Init and MPI_Finalize enclose; empty if a thread is in one of them, which says it better.
  static std::string_view phase_text(const ProcessReport &report) {
    const bool before = report.mpi_state == MPIDBG_MPI_NOT_INITIALIZED;
    if (report.threads.empty() || (!before && report.mpi_state != MPIDBG_MPI_FINALIZED))
      return state_text(report.mpi_state);
    const bool in_call = std::any_of(report.threads.begin(), report.threads.end(), [&](const ThreadRecord &thread) {
      return thread.call.starts_with(before ? "MPI_Init" : "MPI_Finalize");
    });
    return in_call ? "" : before ? "before MPI_Init" : "after MPI_Finalize";
  }

  enum Place { rank, pid, host, library, layer, call, cells };
  struct Row {
    std::array<std::string, cells> cell;
    std::vector<std::string> threads;  // if there are several to show
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
