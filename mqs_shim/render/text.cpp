#include "mqs_shim/render/text.h"

#include "mqs_shim/render/escape.h"

namespace mqs_shim {

void TextWriter::put(std::string_view text, Color color) {
  if (!color_) return put(text);
  constexpr std::string_view sequences[] = {"\x1b[1m", "\x1b[31m", "\x1b[33m", "\x1b[36m"};
  sink_.append_invisible(sequences[static_cast<int>(color)]);
  sink_.append(text);
  sink_.append_invisible("\x1b[0m");
}

void TextWriter::line(std::string_view text) {
  put(text);
  sink_.end_line();
}

void TextWriter::line(std::string_view indent, std::string_view text, Color color) {
  put(indent);
  put(text, color);
  sink_.end_line();
}

bool write_process_header(TextWriter &writer, const ProcessReport &report, const RenderOptions &options,
                          std::string_view state) {
  std::string text = "rank ";
  text += report.world_rank < 0 ? "?" : std::to_string(report.world_rank);
  if (report.world_size > 0) text += " of " + std::to_string(report.world_size);
  writer.put(text, Color::bold);

  // A core file and the process that it was made of have the same line, unless more is asked for.
  const std::string pid = "pid " + std::to_string(report.pid);
  text = "  ";
  if (!report.error.empty() || report.pid == 0) {
    append_printable(text, report.target);
  } else {
    text += pid;
    if (options.verbose && report.target != pid) append_printable(text += "  ", report.target);
  }
  if (options.verbose && !report.host.empty()) append_printable(text += "  ", report.host);
  if (!report.error.empty()) {
    writer.put(text += "  ");
    std::string error = "cannot look: ";
    append_printable(error, report.error);
    writer.put(error, Color::red);
    writer.sink().end_line();
    return false;
  }
  if (!report.library.empty()) {
    append_printable(text += "  ", report.library);
  } else if (!report.plugin.empty()) {
    append_printable(text += "  plugin: ", report.plugin);
  }
  if (!report.point_to_point.empty()) append_printable(text += "  ", report.point_to_point);
  if (report.local_job > 1) text += "  job " + std::to_string(report.local_job);
  if (!report.layout_source.empty()) append_printable(text += "   layouts: ", report.layout_source);
  writer.put(text);
  if (!state.empty()) writer.put(std::string("   ").append(state));
  writer.sink().end_line();

  if (options.verbose && !report.plugin.empty() && !report.library.empty())
    writer.line("  plugin: " + printable(report.plugin));
  for (const std::string &warning : report.warnings) writer.line("  ", "warning: " + printable(warning), Color::yellow);
  if (const auto mpi_state = state_text(report.mpi_state); !mpi_state.empty()) {
    const std::string_view word = report.variables.asked() ? "warning" : "cannot see";
    writer.line("  ", std::string(word).append(": the process is ").append(mpi_state), Color::yellow);
    return report.variables.asked();
  }
  return true;
}

void write_communicator_heading(TextWriter &writer, const CommunicatorRecord &communicator, bool verbose) {
  std::string text;
  append_printable(text, communicator.name.empty() ? "(unnamed)" : communicator.name);
  writer.put("  ");
  writer.put(text, Color::cyan);
  text.clear();
  if (communicator.context_id >= 0) text += "  context " + std::to_string(communicator.context_id);
  text += "  rank " + (communicator.rank < 0 ? "?" : std::to_string(communicator.rank)) + " of " +
          (communicator.size < 0 ? "?" : std::to_string(communicator.size));
  if (!communicator.remote_members.empty())
    text += ", remote group of " + std::to_string(communicator.remote_members.size());
  if (communicator.flags & MPIDBG_COMM_INFO_INTERCOMM) text += "  intercommunicator";
  if (is_internal(communicator)) text += "  internal";
  writer.put(text);
  if (verbose && !communicator.handle.is_null()) {
    writer.put("  handle ");
    writer.sink().append_hex(communicator.handle.value());
  }
  writer.sink().end_line();
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

void write_missing_ranks(TextWriter &writer, const std::vector<int> &missing_ranks) {
  if (missing_ranks.empty()) return;
  const bool one = missing_ranks.size() == 1;
  writer.line("",
              (one ? "missing: rank " : "missing: ranks ") + compress_ranks(missing_ranks) + " of the job " +
                  (one ? "was" : "were") + " not among the targets",
              Color::yellow);
}

std::unique_ptr<Renderer> make_renderer(Noun noun, Format format, RenderOptions options, Sink &sink) {
  if (format == Format::json) return make_json(noun, std::move(options), sink);
  switch (noun) {
    case Noun::queues:
      return make_queues_text(std::move(options), sink);
    case Noun::comms:
      return make_comms_text(std::move(options), sink);
    case Noun::groups:
      return make_groups_text(std::move(options), sink);
    case Noun::ranks:
      return make_ranks_text(std::move(options), sink);
    case Noun::show:
      if (options.show_kind == MPIDBG_KIND_COMM) return make_comms_text(std::move(options), sink);
      if (options.show_kind == MPIDBG_KIND_GROUP) return make_groups_text(std::move(options), sink);
      return make_handles_text(noun, std::move(options), sink);
    case Noun::cvars:
    case Noun::pvars:
    case Noun::categories:
      return make_variables_text(noun, std::move(options), sink);
    case Noun::events:
    case Noun::sources:
      return make_events_text(noun, std::move(options), sink);
    default:
      return make_handles_text(noun, std::move(options), sink);
  }
}

std::string render(Noun noun, Format format, std::span<const ProcessReport> job, const RenderOptions &options) {
  std::string text;
  {
    Sink sink(write_to_string(text));
    const auto renderer = make_renderer(noun, format, options, sink);
    for (const ProcessReport &report : job) renderer->add(report);
    renderer->finish();
  }
  return text;
}

}  // namespace mqs_shim
