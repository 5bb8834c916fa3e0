// One object in one line, for a debugger's `print`.

#include "mqs_shim/render/handles/handles_text.h"
#include "mqs_shim/render/recorded_text.h"

namespace mqs_shim {

namespace {

std::string quoted(const std::string &name) {
  return name.empty() ? std::string() : '"' + printable(name) + '"';
}

std::string rank_of(int rank, int size) {
  return "rank " + (rank < 0 ? std::string("MPI_UNDEFINED") : std::to_string(rank)) + " of " + std::to_string(size);
}

std::string communicator_summary(const CommunicatorRecord &communicator) {
  if ((communicator.flags & MPIDBG_COMM_INFO_COMM_NULL) != 0) return printable(communicator.name);
  const bool predefined = (communicator.flags & MPIDBG_COMM_INFO_PREDEFINED) != 0;
  std::string text = predefined ? printable(communicator.name) : quoted(communicator.name);
  text += (text.empty() ? "" : "  ") + rank_of(communicator.rank, communicator.size);
  if ((communicator.flags & MPIDBG_COMM_INFO_INTERCOMM) != 0) {
    text += ", remote group of " + std::to_string(communicator.remote_members.size());
  }
  if ((communicator.flags & MPIDBG_COMM_INFO_FREED_HANDLE) != 0) text += "  freed by the application (inferred)";
  return text;
}

std::string group_summary(const ProcessReport &report, const GroupRecord &group) {
  if (!group.name.empty()) return printable(group.name);
  return rank_of(group.rank, group.size) + "  world ranks " + member_list(report, group.members);
}

// Of an object that only the recorder knows: "freed by MPI_Comm_free at main (recorder)".
std::string unseen_summary(const ProcessReport &report) {
  const RecordedRecord &record = report.recorder->unseen.front();
  const bool freed = record.has(MPIDBG_RECORDED_FREED);
  std::string text = printable(freed ? "freed by " + record.freed_by : record.call);
  if (const std::string site = site_text(report, freed ? record.freed_at : record.created_at); !site.empty())
    text += ' ' + site;
  return text + " (recorder)";
}

// The first line of the list form, without the heading that repeats kind and handle.
std::string without_heading(std::string_view text, std::string_view noun, Address handle) {
  std::string_view line = text.substr(0, text.find('\n'));
  const std::string heading = std::string(noun) + ' ' + hex_text(handle);
  if (const std::size_t at = line.find(heading); at != std::string_view::npos) line.remove_prefix(at + heading.size());
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return std::string(line);
}

}  // namespace

std::string summary(const ProcessReport &report) {
  const int kind = report.shown ? report.shown->kind : MPIDBG_KIND_MAX;
  if (report.recorder && !report.recorder->unseen.empty()) return unseen_summary(report);
  if (kind == MPIDBG_KIND_COMM && !report.communicators.empty()) {
    return communicator_summary(report.communicators.front());
  }
  if (kind == MPIDBG_KIND_GROUP && !report.groups.empty()) return group_summary(report, report.groups.front());
  std::string text;
  Address handle{};
  std::string_view noun;
  {
    Sink sink(write_to_string(text));
    TextWriter writer(sink, false);
    const RenderOptions options;
    if (report.shown_status) {
      write_status(writer, report, *report.shown_status, options);
      noun = "status";
      handle = report.shown_status->handle;
    }
    report.handles.for_each([&](const auto &list) {
      if (list.objects.empty()) return;
      write_line(writer, report, list.objects.front(), options);
      noun = kind_of(list).noun;
      handle = list.objects.front().handle;
    });
  }
  return without_heading(text, noun, handle);
}

}  // namespace mqs_shim
