#include <cctype>

#include "mqs_shim/job/jobs.h"
#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/wording.h"

namespace mqs_shim {

Block process_block(const ProcessReport &report, const RenderOptions &options, std::string_view state) {
  Block block{.role = Role::process};
  block.world_rank = report.world_rank;
  block.world_size = report.world_size;
  block.title = "rank ";
  block.title += report.world_rank < 0 ? "?" : std::to_string(report.world_rank);
  if (report.world_size > 0) block.title += " of " + std::to_string(report.world_size);

  // A core file is shown by the pid of its process, like a live process, unless more details are requested.
  const std::string pid = "pid " + std::to_string(report.pid);
  Cells &cells = block.cells;
  cells.begin();
  if (!report.error.empty() || report.pid == 0) {
    cells.append_marked(printable(report.target), Mark::Kind::own);
  } else {
    cells.append_marked(pid, Mark::Kind::own);
    if (options.verbose && report.target != pid) append_printable(cells.begin(), report.target);
  }
  if (options.verbose && !report.host.empty()) append_printable(cells.begin(), report.host);
  if (!report.error.empty()) {
    cells.begin(Severity::error) += "cannot see: ";
    append_about_target(cells, report, report.error);
    return block;
  }
  if (!report.library.empty()) {
    append_printable(cells.begin(), report.library);
  } else if (!report.plugin.empty()) {
    append_printable(cells.begin().append("plugin: "), report.plugin);
  }
  if (!report.point_to_point.empty()) append_printable(cells.begin(), report.point_to_point);
  if (!report.job_name.empty()) {
    append_printable(cells.begin().append("job "), readable_name(report.job_name));
  } else if (report.local_job > 1) {
    cells.add("job " + std::to_string(report.local_job));
  }
  if (!report.layout_source.empty()) append_printable(block.notes.begin().append("layouts: "), report.layout_source);
  if (!state.empty()) block.notes.add(state);
  return block;
}

void append_about_target(Cells &cells, const ProcessReport &report, std::string_view text) {
  const std::string whole = printable(text);
  const std::string target = printable(report.target);
  const std::string pid = std::to_string(report.pid);
  std::string_view rest = whole;
  while (!rest.empty()) {
    const bool is_pid =
        rest.starts_with("pid ") && rest.substr(4).starts_with(pid) &&
        (rest.size() == 4 + pid.size() || !std::isdigit(static_cast<unsigned char>(rest[4 + pid.size()])));
    if (is_pid) {
      cells.append_to_last("pid ");
      cells.append_marked(pid, Mark::Kind::listed);
      rest.remove_prefix(4 + pid.size());
    } else if (!target.empty() && rest.starts_with(target)) {
      cells.append_marked(target, Mark::Kind::own, "...");
      rest.remove_prefix(target.size());
    } else {
      cells.append_to_last(rest.substr(0, 1));
      rest.remove_prefix(1);
    }
  }
}

Block problem_about_target(const ProcessReport &report, std::string_view beginning, std::string_view text) {
  Block block = problem_block(beginning);
  append_about_target(block.cells, report, text);
  return block;
}

bool write_process_limits(BlockOutput &output, const ProcessReport &report, const RenderOptions &options) {
  if (!report.error.empty()) return false;
  if (options.verbose && !report.plugin.empty() && !report.library.empty())
    write_property(output, "plugin: " + printable(report.plugin));
  for (const std::string &warning : report.warnings) output.write(problem_about_target(report, "warning: ", warning));
  if (const auto mpi_state = state_text(report.mpi_state); !mpi_state.empty()) {
    const std::string_view word = report.variables.asked() ? "warning" : "cannot see";
    write_problem(output, std::string(word).append(": the process is ").append(mpi_state));
    return report.variables.asked();
  }
  return true;
}

void add_own_rank(Cells &cells, const std::string &rank, const std::string &size) {
  cells.begin();
  cells.append_marked("rank " + rank + " of " + size, Mark::Kind::own, size + " ranks");
}

void add_fortran_handle(Cells &cells, int handle) {
  cells.add("Fortran ");
  cells.append_marked(std::to_string(handle), Mark::Kind::own, "...");
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

void add_member_list(Cells &cells, const ProcessReport &report, const std::vector<ProcessName> &members) {
  cells.add("world ranks ");
  if (members.size() == 1 && members.front().world_rank >= 0) {
    cells.append_marked(member_list(report, members), Mark::Kind::rank);
  } else {
    cells.append_marked(member_list(report, members), Mark::Kind::text, "that differ");
  }
}

void write_missing_ranks(BlockOutput &output, const std::vector<int> &missing_ranks) {
  if (missing_ranks.empty()) return;
  const bool one = missing_ranks.size() == 1;
  write_problem(output, (one ? "missing: rank " : "missing: ranks ") + compress_ranks(missing_ranks) + " of the job " +
                            (one ? "was" : "were") + " not among the targets");
}

}  // namespace mqs_shim
