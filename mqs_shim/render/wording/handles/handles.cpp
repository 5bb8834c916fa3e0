// This file puts the answers of `show`, and of all commands that list objects, into words.

#include <optional>
#include <type_traits>

#include "mqs_shim/render/wording/handles/objects.h"
#include "mqs_shim/render/wording/recorded.h"

namespace mqs_shim {

namespace {

class HandleWords : public Renderer {
 public:
  HandleWords(Noun noun, RenderOptions options, BlockOutput &output)
      : noun_(noun), options_(std::move(options)), selection_(options_), output_(output) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    const OpenBlock process(output_, process_block(report, options_));
    if (!write_process_limits(output_, report, options_)) return;
    selection_.look_up_communicators(report);
    if (noun_ == Noun::handles) write_communicators_and_groups(report);
    report.handles.for_each([&](const auto &list) {
      if (list.asked) write_list(report, list);
    });
    if (noun_ == Noun::show && report.shown_status) output_.write(status_block(*report.shown_status));
  }

  void finish(const std::vector<int> &missing_ranks) override { write_missing_ranks(output_, missing_ranks); }

 private:
  Block section(std::string_view title) const {
    Block block{.role = Role::section};
    block.title = title;
    return block;
  }

  void write_communicators_and_groups(const ProcessReport &report) {
    {
      const OpenBlock comms(output_, section("comms"));
      for (const auto *communicator : selection_.communicators(report, false))
        output_.write(communicator_block(*communicator, true));
      write_unseen(output_, report, MPIDBG_KIND_COMM, false);
      write_recorder_limit(output_, report);
    }
    const OpenBlock groups(output_, section("groups"));
    std::size_t shown = 0, predefined = 0;
    for (const auto *group : selection_.groups(report)) {
      if (!options_.all && (group->flags & MPIDBG_GROUP_INFO_PREDEFINED) != 0) {
        ++predefined;
        continue;
      }
      ++shown;
      Block block = object_block(group->name.empty() ? "group " + hex_text(group->handle) : printable(group->name));
      if (!group->members.empty()) add_member_list(block.cells, report, group->members);
      output_.write(block);
    }
    shown += write_unseen(output_, report, MPIDBG_KIND_GROUP, false);
    write_recorder_limit(output_, report);
    if (report.sees_memory) write_left_out("groups", shown, predefined);
  }

  void write_left_out(std::string_view nouns, std::size_t shown, std::size_t predefined) {
    if (shown == 0) {
      std::string text = "no " + std::string(nouns);
      if (selection_.limits_operations()) {
        text += predefined == 0 ? "" : " that match";
      } else if (predefined != 0) {
        text += " but predefined ones and those of the library itself" + shown_by_all();
      }
      write_property(output_, text);
    } else if (predefined != 0 && options_.verbose) {
      write_property(output_,
                     "and " + std::to_string(predefined) + " predefined or of the library itself" + shown_by_all());
    }
  }

  std::string shown_by_all() const { return " (" + options_.all_option() + " shows them)"; }

  template <class Record>
  void write_list(const ProcessReport &report, const HandleList<Record> &list) {
    const bool in_full = noun_ == Noun::show;
    const auto kind = kind_of(list);
    std::optional<OpenBlock> open;
    if (noun_ == Noun::handles) open.emplace(output_, section(kind.nouns));
    std::size_t shown = 0, predefined = 0;
    for (const Record &record : list.objects) {
      if (!in_full && !selection_.object(record)) {
        ++predefined;
        continue;
      }
      in_full ? begin_full(output_, report, record, options_) : begin_listed(output_, report, record, options_);
      write_recorded(output_, report, kind.kind, record.handle, in_full);
      output_.end();
      ++shown;
    }
    shown += write_unseen(output_, report, kind.kind, in_full);
    if (!list.problem.empty()) write_problem(output_, "cannot see: " + printable(list.problem));
    if (in_full) return;
    // Predefined message handles are not counted as left out: MPI_MESSAGE_NULL and MPI_MESSAGE_NO_PROC do not stand for
    // messages.
    if constexpr (std::is_same_v<Record, MessageRecord>) {
      if (shown == 0 && !selection_.limits_operations()) predefined = 0;
    }
    if (shown != 0 || list.problem.empty()) write_left_out(kind.nouns, shown, predefined);
  }

  Noun noun_;
  RenderOptions options_;
  Selection selection_;
  BlockOutput &output_;
};

}  // namespace

std::unique_ptr<Renderer> word_handles(Noun noun, RenderOptions options, BlockOutput &output) {
  return std::make_unique<HandleWords>(noun, std::move(options), output);
}

}  // namespace mqs_shim
