// This file puts the answers of the commands `groups` and `show group` into words.

#include "mqs_shim/render/terms/object_terms.h"
#include "mqs_shim/render/wording/handles/objects.h"
#include "mqs_shim/render/wording/join.h"
#include "mqs_shim/render/wording/recorded.h"

namespace mqs_shim {

namespace {

class GroupWords : public Renderer {
 public:
  GroupWords(RenderOptions options, BlockOutput &output)
      : options_(std::move(options)), selection_(options_), output_(output) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    const OpenBlock process(output_, process_block(report, options_));
    if (!write_process_limits(output_, report, options_)) return;
    const auto groups = selection_.groups(report);
    const std::string limit = first_limit(report, Noun::groups);
    if (!limit.empty() && groups.empty() && report.sees_memory)
      return write_problem(output_, "cannot see: " + printable(limit));
    if (groups.empty() && report.sees_memory)
      write_property(output_, selection_.limits_communicators() ? "no such groups" : "no groups");
    for (const GroupRecord *group : groups) {
      const OpenBlock object(output_, group_block(*group));
      write_properties(report, *group);
      write_recorded(output_, report, MPIDBG_KIND_GROUP, group->handle, report.shown.has_value());
    }
    write_unseen(output_, report, MPIDBG_KIND_GROUP, report.shown.has_value());
    if (!report.shown) write_recorder_limit(output_, report);
  }

  void finish(const std::vector<int> &missing_ranks) override { write_missing_ranks(output_, missing_ranks); }

 private:
  Block group_block(const GroupRecord &group) const {
    Block block = object_block(group.name.empty() ? "group " + hex_text(group.handle) : printable(group.name));
    Cells &cells = block.cells;
    const std::string size = std::to_string(group.size);
    if (group.rank < 0) {
      cells.add("rank MPI_UNDEFINED of " + size);
    } else {
      add_own_rank(cells, std::to_string(group.rank), size);
    }
    if (!group.name.empty()) cells.add("handle " + hex_text(group.handle));
    if (group.fortran_handle != -1) add_fortran_handle(cells, group.fortran_handle);
    if (group.flags & MPIDBG_GROUP_INFO_PREDEFINED) cells.add("predefined");
    // The text does not say "inferred", because memory contains no trace of a freed handle: the recorder has noted the
    // call.
    if (group.flags & MPIDBG_GROUP_INFO_FREED_HANDLE) cells.add(freed_text(false));
    if (group.flags & MPIDBG_GROUP_INFO_FREED_OBJECT) cells.add("freed by the library");
    if (!options_.verbose) return block;
    if (group.flags & MPIDBG_GROUP_INFO_NO_HANDLE_INFERRED) cells.add("no handle (inferred)");
    if (const std::string_view storage = group_storage_term(group.storage); !storage.empty())
      cells.begin().append("stored ") += storage;
    if (group.reference_count >= 0) cells.add("references " + std::to_string(group.reference_count));
    return block;
  }

  void write_properties(const ProcessReport &report, const GroupRecord &group) {
    if (!group.members.empty()) {
      Block block;
      add_member_list(block.cells, report, group.members);
      output_.write(block);
    }
    if (!group.communicators.empty()) {
      write_property(output_, "of " + join(group.communicators, ", ",
                                           [&](Address handle) { return communicator_text(report, handle); }));
    }
  }

  RenderOptions options_;
  Selection selection_;
  BlockOutput &output_;
};

}  // namespace

std::unique_ptr<Renderer> word_groups(RenderOptions options, BlockOutput &output) {
  return std::make_unique<GroupWords>(std::move(options), output);
}

}  // namespace mqs_shim
