#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

Block process_block(const ProcessReport &report, const RenderOptions &options, std::string_view state) {
  Block block{.role = Role::process};
  block.title = "rank ";
  block.title += report.world_rank < 0 ? "?" : std::to_string(report.world_rank);
  if (report.world_size > 0) block.title += " of " + std::to_string(report.world_size);

  // A core file and the process that it was made of have the same line, unless more is asked for.
  const std::string pid = "pid " + std::to_string(report.pid);
  Cells &cells = block.cells;
  if (!report.error.empty() || report.pid == 0) {
    append_printable(cells.begin(), report.target);
  } else {
    cells.add(pid);
    if (options.verbose && report.target != pid) append_printable(cells.begin(), report.target);
  }
  if (options.verbose && !report.host.empty()) append_printable(cells.begin(), report.host);
  if (!report.error.empty()) {
    append_printable(cells.begin(Severity::error).append("cannot see: "), report.error);
    return block;
  }
  if (!report.library.empty()) {
    append_printable(cells.begin(), report.library);
  } else if (!report.plugin.empty()) {
    append_printable(cells.begin().append("plugin: "), report.plugin);
  }
  if (!report.point_to_point.empty()) append_printable(cells.begin(), report.point_to_point);
  if (!report.job_name.empty()) {
    append_printable(cells.begin().append("job "), report.job_name);
  } else if (report.local_job > 1) {
    cells.add("job " + std::to_string(report.local_job));
  }
  if (!report.layout_source.empty()) append_printable(block.notes.begin().append("layouts: "), report.layout_source);
  if (!state.empty()) block.notes.add(state);
  return block;
}

bool write_process_limits(BlockOutput &output, const ProcessReport &report, const RenderOptions &options) {
  if (!report.error.empty()) return false;
  if (options.verbose && !report.plugin.empty() && !report.library.empty())
    write_property(output, "plugin: " + printable(report.plugin));
  for (const std::string &warning : report.warnings) write_problem(output, "warning: " + printable(warning));
  if (const auto mpi_state = state_text(report.mpi_state); !mpi_state.empty()) {
    const std::string_view word = report.variables.asked() ? "warning" : "cannot see";
    write_problem(output, std::string(word).append(": the process is ").append(mpi_state));
    return report.variables.asked();
  }
  return true;
}

std::string job_text(const ProcessReport &report, std::uint32_t job) {
  if (const auto number = local_job(report, job)) return "of job " + std::to_string(*number);
  return "of another mpirun's job " + std::to_string(job);
}

std::string member_list(const ProcessReport &report, const std::vector<ProcessName> &members) {
  std::string text;
  std::vector<int> ranks;
  for (std::size_t begin = 0; begin < members.size();) {
    const bool in_world = members[begin].world_rank >= 0;
    std::size_t end = begin;
    ranks.clear();
    for (; end < members.size() && (members[end].world_rank >= 0) == in_world &&
           (in_world || members[end].job == members[begin].job);
         ++end)
      ranks.push_back(in_world ? members[end].world_rank : static_cast<int>(members[end].rank));
    if (!text.empty()) text += ", ";
    text += compress_ranks(ranks);
    if (!in_world) text += ' ' + job_text(report, members[begin].job);
    begin = end;
  }
  return text;
}

void write_missing_ranks(BlockOutput &output, const std::vector<int> &missing_ranks) {
  if (missing_ranks.empty()) return;
  const bool one = missing_ranks.size() == 1;
  write_problem(output, (one ? "missing: rank " : "missing: ranks ") + compress_ranks(missing_ranks) + " of the job " +
                            (one ? "was" : "were") + " not among the targets");
}

}  // namespace mqs_shim
