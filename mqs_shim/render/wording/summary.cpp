// This file describes one object in one line, for a debugger's `print`.

#include <utility>

#include "mqs_shim/render/wording/handles/objects.h"
#include "mqs_shim/render/wording/recorded.h"

namespace mqs_shim {

namespace {

std::string quoted_if_any(const std::string &name) {
  return name.empty() ? std::string() : in_quotes(name);
}

std::string rank_of(int rank, int size) {
  return "rank " + (rank < 0 ? std::string("MPI_UNDEFINED") : std::to_string(rank)) + " of " + std::to_string(size);
}

std::string communicator_summary(const CommunicatorRecord &communicator) {
  if ((communicator.flags & MPIDBG_COMM_INFO_COMM_NULL) != 0) return printable(communicator.name);
  const bool predefined = (communicator.flags & MPIDBG_COMM_INFO_PREDEFINED) != 0;
  std::string text = predefined ? printable(communicator.name) : quoted_if_any(communicator.name);
  text += (text.empty() ? "" : "  ") + rank_of(communicator.rank, communicator.size);
  if ((communicator.flags & MPIDBG_COMM_INFO_INTERCOMM) != 0) {
    text += ", remote group of " + std::to_string(communicator.remote_members.size());
  }
  if ((communicator.flags & MPIDBG_COMM_INFO_FREED_HANDLE) != 0)
    text += "  " + freed_text((communicator.flags & MPIDBG_COMM_INFO_FREED_HANDLE_INFERRED) != 0);
  return text;
}

std::string group_summary(const ProcessReport &report, const GroupRecord &group) {
  if (!group.name.empty()) return printable(group.name);
  return rank_of(group.rank, group.size) + "  world ranks " + member_list(report, group.members);
}

// Returns a text about an object that only the recorder knows, such as "freed by MPI_Comm_free at main (recorder)".
std::string unseen_summary(const ProcessReport &report) {
  const RecordedRecord &record = report.recorder->unseen.front();
  const bool freed = record.has(MPIDBG_RECORDED_FREED);
  std::string text = printable(freed ? "freed by " + record.freed_by : record.call);
  if (const std::string site = site_text(report, freed ? record.freed_at : record.created_at); !site.empty())
    text += ' ' + site;
  return text + " (recorder)";
}

// Keeps the text of the first block that is written to it. That is the first line of an object in a list. A title that
// repeats the object's kind and handle is left out.
class FirstLine : public BlockOutput {
 public:
  explicit FirstLine(std::string_view noun) : noun_(noun) {}

  void begin(const Block &block) override {
    if (std::exchange(is_done_, true)) return;
    if (!block.title.starts_with(noun_)) text_ = block.title;
    for (std::size_t i = 0; i < block.cells.size(); ++i) {
      if (!text_.empty()) text_ += "  ";
      text_ += block.cells.text(i);
    }
  }
  void end() override {}
  const std::string &text() const { return text_; }

 private:
  std::string noun_;  // the noun, followed by a blank
  bool is_done_ = false;
  std::string text_;
};

}  // namespace

std::string summary(const ProcessReport &report) {
  const int kind = report.shown ? report.shown->kind : MPIDBG_KIND_MAX;
  if (report.recorder && !report.recorder->unseen.empty()) return unseen_summary(report);
  if (kind == MPIDBG_KIND_COMM && !report.communicators.empty()) {
    return communicator_summary(report.communicators.front());
  }
  if (kind == MPIDBG_KIND_GROUP && !report.groups.empty()) return group_summary(report, report.groups.front());
  RenderOptions options;
  options.verbose = kind == MPIDBG_KIND_REQUEST;  // shows the buffer of a request
  if (report.shown_status) return status_text(*report.shown_status);
  std::string text;
  report.handles.for_each([&](const auto &list) {
    if (list.objects.empty()) return;
    FirstLine line(std::string(kind_of(list).noun) + ' ');
    begin_listed(line, report, list.objects.front(), options);
    line.end();
    text = line.text();
  });
  return text;
}

}  // namespace mqs_shim
