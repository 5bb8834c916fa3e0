// This file puts the answers of the command `ranks` into words, as a table. Its rows are short enough to be stored
// until all are known. Ranks with equal rows are merged (blocks/rank_classes.h), and values that all ranks have in
// common are written above the table.

#include <algorithm>
#include <array>
#include <set>

#include "mqs_shim/job/jobs.h"
#include "mqs_shim/render/blocks/rank_classes.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/threads.h"
#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

namespace {

class RankWords : public Renderer {
 public:
  RankWords(const RenderOptions &options, BlockOutput &output)
      : selection_(options),
        merges_(options.merges_processes()),
        verbose_(options.verbose),
        lists_(options),
        output_(output) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    BlockTree row = row_of(report);
    if (merges_) {
      classes_.add(report.world_rank, std::move(row));
    } else {
      rows_.push_back({{report.world_rank}, std::move(row)});
    }
  }

  void finish(const std::vector<int> &missing_ranks) override {
    std::string left_out;
    if (merges_) {
      rows_ = classes_.take_classes();
      left_out = leave_out_many(rows_, lists_);
      merges_ = classes_.ranks() > 1;  // a single rank is shown as with --each
    }
    if (!rows_.empty()) write_rows();
    if (!left_out.empty()) write_problem(output_, left_out);
    write_missing_ranks(output_, missing_ranks);
  }

 private:
  enum Place { job, pid, program, host, library, layer, call, cells };

  BlockTree row_of(const ProcessReport &report) const {
    BlockTree row;
    row.block.role = Role::row;
    Cells &texts = row.block.cells;
    const auto add = [&](const std::string &text) { texts.add(text.empty() ? "-" : printable(text)); };
    const bool is_spawned = report.job_name.empty() && report.local_job > 1;
    const std::string job_name =
        is_spawned ? std::to_string(report.local_job) : printable(readable_name(report.job_name));
    texts.add(job_name.empty() ? "" : " of job " + job_name);
    texts.begin();
    texts.append_marked(report.pid == 0 || verbose_ ? printable(report.target) : std::to_string(report.pid),
                        Mark::Kind::listed);
    add(report.program);
    if (report.host.empty()) {
      add("");  // an unknown host may differ from the others' hosts, so that the row is not merged
    } else {
      texts.begin();
      texts.append_marked(printable(report.host), Mark::Kind::own, "several hosts");
    }
    add(report.library);
    add(report.point_to_point);
    // The calls are shown even if MPI's objects cannot be read, for example in MPI_Finalize, because stacks still can.
    const std::vector<ThreadText> threads = thread_texts(report);
    const bool failed = !report.error.empty();
    if (failed && threads.empty()) {
      texts.begin(Severity::error) += "cannot see: ";
      append_about_target(texts, report, report.error);
    } else {
      add_calls(row, report, threads);
      if (failed) row.children.push_back({problem_about_target(report, "cannot see: ", report.error), {}, {}});
    }
    for (const std::string &warning : report.warnings)
      row.children.push_back({problem_about_target(report, "warning: ", warning), {}, {}});
    return row;
  }

  static void add_calls(BlockTree &row, const ProcessReport &report, const std::vector<ThreadText> &threads) {
    std::string doing(phase_text(report));
    if (report.state == KernelState::stopped) append(doing, "stopped by a signal");
    if (report.state == KernelState::crashed) append(doing, "crashed");
    if (threads.size() == 1) append(doing, threads.front().text);
    if (threads.size() > 1) append(doing, std::to_string(threads.size()) + " threads");
    row.block.cells.begin();
    append_call(row.block.cells, doing.empty() ? "-" : doing);
    if (threads.size() <= 1) return;
    for (const ThreadText &thread : threads) {
      Block block;
      block.cells.begin();
      block.cells.append_marked(thread.tid == 0 ? "thread" : "thread " + std::to_string(thread.tid), Mark::Kind::own,
                                "thread");
      block.cells.begin();
      append_call(block.cells, thread.text);
      row.children.push_back({std::move(block), {}, {}});
    }
  }

  static std::string_view text(const RankClass &row, std::size_t place) { return row.tree.block.cells.text(place); }
  static bool failed(const RankClass &row) { return row.tree.block.cells.severity(call) == Severity::error; }

  // Returns true if all processes that could be inspected have the same value in this column.
  bool is_shared(Place place) const {
    std::set<std::string_view> texts;
    for (const RankClass &row : rows_) {
      if (!failed(row)) texts.insert(text(row, place));
    }
    return texts.size() <= 1;
  }

  void write_rows() {
    std::vector<Place> shown{pid};
    Block head{.role = Role::process};
    head.title = grouped(classes_.ranks()) + (classes_.ranks() == 1 ? " process" : " processes");
    for (const Place place : {program, host, library, layer}) {
      const bool shared = is_shared(place);
      if (place == program ? shared : shared && merges_) {
        const auto known = std::find_if(rows_.begin(), rows_.end(), [](const auto &row) { return !failed(row); });
        if (place != program && known != rows_.end() && text(*known, place) != "-") head.cells.add(text(*known, place));
      } else {
        shown.push_back(place);
      }
    }
    shown.push_back(call);
    if (merges_) output_.write(head);
    write_table(shown);
  }

  void write_table(const std::vector<Place> &shown) {
    constexpr std::array<std::string_view, cells> titles{"rank",        "pid",   "program", "host",
                                                         "MPI library", "layer", "call"};
    std::vector<Column> columns{{.title = std::string(titles[job])}};
    for (const Place place : shown) columns.push_back({.title = std::string(titles[place])});
    if (verbose_) columns[1].title = "target";
    for (std::size_t i = 0; i + 1 < columns.size(); ++i) {
      columns[i].width = columns[i].title.size();
      for (const RankClass &row : rows_)
        columns[i].width = std::max(columns[i].width, i == 0 ? rank_text(row).size() : text(row, shown[i - 1]).size());
    }
    columns.back().wraps = true;
    Block table{.role = Role::table};
    table.columns = columns;
    const OpenBlock open(output_, table);
    Block block{.role = Role::row};
    for (const RankClass &row : rows_) {
      block.cells.clear();
      block.cells.add(rank_text(row));
      for (const Place place : shown) block.cells.add(text(row, place), row.tree.block.cells.severity(place));
      block.severity = merges_ && row.is_outlier_of(classes_.ranks()) ? Severity::notable : Severity::none;
      const OpenBlock open_row(output_, block);
      for (const BlockTree &child : row.tree.children) child.write_to(output_);
    }
  }

  // Returns the ranks of a row, such as "0-16,18-127", "3 of job 2" or "2 processes of unknown rank".
  static std::string rank_text(const RankClass &row) {
    std::string ranks = rank_set_text(row.ranks);
    if (ranks.starts_with("rank")) ranks.erase(0, ranks.find(' ') + 1);
    return ranks.append(text(row, job));
  }

  static void append(std::string &text, std::string_view more) {
    if (!text.empty()) text += ", ";
    text += more;
  }

  // Returns a text such as "before or in MPI_Init"; empty if MPI is initialised, or if a thread is in MPI_Init or
  // MPI_Finalize, as naming the call is clearer.
  static std::string_view phase_text(const ProcessReport &report) {
    const bool before = report.mpi_state == MPIDBG_MPI_NOT_INITIALIZED;
    if (report.threads.empty() || (!before && report.mpi_state != MPIDBG_MPI_FINALIZED))
      return state_text(report.mpi_state);
    const bool in_call = std::any_of(report.threads.begin(), report.threads.end(), [&](const ThreadRecord &thread) {
      const std::string_view phase = before ? "MPI_Init" : "MPI_Finalize";
      return thread.call.starts_with(phase) || thread.inside.starts_with(phase);
    });
    return in_call ? "" : before ? "before MPI_Init" : "after MPI_Finalize";
  }

  Selection selection_;
  bool merges_;
  bool verbose_;
  ListOptions lists_;
  BlockOutput &output_;
  RankClasses classes_{};
  std::vector<RankClass> rows_{};
};

}  // namespace

std::unique_ptr<Renderer> word_ranks(const RenderOptions &options, BlockOutput &output) {
  return std::make_unique<RankWords>(options, output);
}

}  // namespace mqs_shim
