// The text of `comms`.

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/handles/handles_text.h"
#include "mqs_shim/render/recorded_text.h"
#include "mqs_shim/render/text.h"

namespace mqs_shim {

namespace {

std::string hex(Address address) {
  std::string text;
  {
    Sink sink(write_to_string(text));
    sink.append_hex(address.value());
  }
  return text;
}

template <class Items, class ToText>
std::string join(const Items &items, std::string_view separator, ToText to_text) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i != 0) text += separator;
    text += to_text(items[i]);
  }
  return text;
}

std::string number(int value) {
  return std::to_string(value);
}

class CommsText : public Renderer {
 public:
  CommsText(RenderOptions options, Sink &sink)
      : options_(std::move(options)), selection_(options_), writer_(sink, options_.color) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    if (!write_process_header(writer_, report, options_, {})) return;
    const auto communicators = selection_.communicators(report, false);
    const bool full = report.shown.has_value();
    if (communicators.empty() && !full)
      writer_.line(selection_.limits_communicators() ? "  no such communicator" : "  no communicators");
    for (const CommunicatorRecord *communicator : communicators) {
      write_communicator_heading(writer_, *communicator, false);
      write_identity(*communicator);
      write_members(report, *communicator);
      write_topology(*communicator);
      write_attributes(report, *communicator);
      write_derived(*communicator);
      // Every communicator has some that the library gave it.
      write_hints(writer_, options_.verbose ? communicator->hints : std::vector<InfoPairRecord>{},
                  communicator->ignored_hints);
      write_recorded(writer_, report, MPIDBG_KIND_COMM, communicator->handle, full);
    }
    write_unseen(writer_, report, MPIDBG_KIND_COMM, full);
    if (!full) write_recorder_limit(writer_, report);
  }

  void finish(const std::vector<int> &missing_ranks) override { write_missing_ranks(writer_, missing_ranks); }

 private:
  void write_identity(const CommunicatorRecord &communicator) {
    std::string text;
    if (!communicator.handle.is_null()) text += "  handle " + hex(communicator.handle);
    if (communicator.fortran_handle >= 0) text += "  Fortran " + number(communicator.fortran_handle);
    const std::uint32_t flags = communicator.flags;
    if (flags & MPIDBG_COMM_INFO_PREDEFINED) text += "  predefined";
    if (flags & MPIDBG_COMM_INFO_TOPO_REORDERED) text += "  reordered";
    if (flags & MPIDBG_COMM_INFO_FREED_HANDLE) {
      text += "  freed by the application";
      if (flags & MPIDBG_COMM_INFO_FREED_HANDLE_INFERRED) text += " (inferred)";
    }
    if (flags & MPIDBG_COMM_INFO_FREED_OBJECT) text += "  freed by the library";
    if (options_.verbose && communicator.reference_count >= 0)
      text += "  references " + number(communicator.reference_count);
    if (!text.empty()) writer_.line("  " + text);
    if (!communicator.errhandler.is_null() || !communicator.errhandler_name.empty()) {
      text = "    errhandler ";
      append_printable(text, communicator.errhandler_name);
      if (communicator.errhandler_name.empty()) text += hex(communicator.errhandler);
      writer_.line(text);
    }
  }

  void write_members(const ProcessReport &report, const CommunicatorRecord &communicator) {
    write_group(report, "    group", communicator.local_group, communicator.local_members);
    if (!communicator.remote_members.empty() || !communicator.remote_group.is_null())
      write_group(report, "    remote group", communicator.remote_group, communicator.remote_members);
  }

  void write_group(const ProcessReport &report, std::string text, Address handle,
                   const std::vector<ProcessName> &members) {
    if (!handle.is_null()) text += ' ' + hex(handle);
    if (members.empty()) {
      text += "  members not known";
    } else {
      text += "  world ranks " + member_list(report, members);
    }
    writer_.line(text);
  }

  // The predefined ones are the same everywhere.
  void write_attributes(const ProcessReport &report, const CommunicatorRecord &communicator) {
    for (const AttributeRecord &attribute : communicator.attributes) {
      if (!attribute.name.empty() && !options_.verbose) continue;
      write_attribute(writer_, report, attribute);
    }
  }

  void write_derived(const CommunicatorRecord &communicator) {
    const auto list = [&](const char *what, const std::vector<Address> &handles, bool inferred) {
      if (handles.empty()) return;
      writer_.line(std::string("    ") + what + ' ' + join(handles, ", ", hex) + (inferred ? " (inferred)" : ""));
    };
    list("windows", communicator.windows, (communicator.flags & MPIDBG_COMM_INFO_WINDOWS_INFERRED) != 0);
    list("files", communicator.files, false);
  }

  void write_topology(const CommunicatorRecord &communicator) {
    if (communicator.flags & MPIDBG_COMM_INFO_CARTESIAN) {
      std::string text = "    cartesian " + join(communicator.cart_dims, " x ", number) + "  periodic ";
      text += join(communicator.cart_periods, ",", [](bool periodic) { return periodic ? "yes" : "no"; });
      if (!communicator.cart_coords.empty())
        text += "  coordinates (" + join(communicator.cart_coords, ",", number) + ")";
      writer_.line(text);
    }
    if (communicator.flags & MPIDBG_COMM_INFO_GRAPH) write_graph(communicator);
    if (communicator.flags & MPIDBG_COMM_INFO_DIST_GRAPH) {
      std::string text = "    distributed graph  in ";
      text += neighbours(communicator.dist_graph_sources, communicator.dist_graph_source_weights) + "  out ";
      text += neighbours(communicator.dist_graph_destinations, communicator.dist_graph_destination_weights);
      writer_.line(text);
    }
  }

  // index[i] is the end of node i's neighbours in the edges.
  void write_graph(const CommunicatorRecord &communicator) {
    const std::vector<int> &index = communicator.graph_index;
    const auto neighbours_of = [&](std::size_t node) {
      const auto size = static_cast<int>(communicator.graph_edges.size());
      const int begin = node == 0 ? 0 : index[node - 1];
      const int end = index[node];
      if (begin < 0 || end < begin || end > size) return std::string("not readable");
      const auto first = communicator.graph_edges.begin();
      const std::string ranks = compress_ranks(std::vector<int>(first + begin, first + end));
      return ranks.empty() ? std::string("none") : ranks;
    };
    writer_.line("    graph of " + std::to_string(index.size()) + " nodes, " +
                 std::to_string(communicator.graph_edges.size()) + " edges");
    for (std::size_t node = 0; node < index.size(); ++node) {
      const bool own = static_cast<int>(node) == communicator.rank;
      if (own || options_.verbose)
        writer_.line("      neighbours of rank " + std::to_string(node) + ": " + neighbours_of(node));
    }
  }

  static std::string neighbours(const std::vector<int> &ranks, const std::vector<int> &weights) {
    if (ranks.empty()) return "none";
    if (weights.size() != ranks.size()) return compress_ranks(ranks);
    std::string text;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      if (i != 0) text += ',';
      text += number(ranks[i]) + " (weight " + number(weights[i]) + ")";
    }
    return text;
  }

  RenderOptions options_;
  Selection selection_;
  TextWriter writer_;
};

class GroupsText : public Renderer {
 public:
  GroupsText(RenderOptions options, Sink &sink)
      : options_(std::move(options)), selection_(options_), writer_(sink, options_.color) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    if (!write_process_header(writer_, report, options_, {})) return;
    const auto groups = selection_.groups(report);
    const std::string limit = first_limit(report, Noun::groups);
    if (!limit.empty() && groups.empty() && report.sees_memory)
      return writer_.line("  ", "cannot see: " + printable(limit), Color::yellow);
    if (groups.empty() && report.sees_memory)
      writer_.line(selection_.limits_communicators() ? "  no such groups" : "  no groups");
    for (const GroupRecord *group : groups) {
      write_group(report, *group);
      write_recorded(writer_, report, MPIDBG_KIND_GROUP, group->handle, report.shown.has_value());
    }
    write_unseen(writer_, report, MPIDBG_KIND_GROUP, report.shown.has_value());
    if (!report.shown) write_recorder_limit(writer_, report);
  }

  void finish(const std::vector<int> &missing_ranks) override { write_missing_ranks(writer_, missing_ranks); }

 private:
  void write_group(const ProcessReport &report, const GroupRecord &group) {
    writer_.put("  ");
    writer_.put(group.name.empty() ? "group " + hex(group.handle) : printable(group.name), Color::cyan);
    std::string text =
        "  rank " + (group.rank < 0 ? "MPI_UNDEFINED" : number(group.rank)) + " of " + number(group.size);
    if (!group.name.empty()) text += "  handle " + hex(group.handle);
    if (group.fortran_handle >= 0) text += "  Fortran " + number(group.fortran_handle);
    if (group.flags & MPIDBG_GROUP_INFO_PREDEFINED) text += "  predefined";
    if (group.flags & MPIDBG_GROUP_INFO_FREED_HANDLE) text += "  freed by the application (inferred)";
    if (group.flags & MPIDBG_GROUP_INFO_FREED_OBJECT) text += "  freed by the library";
    if (options_.verbose && (group.flags & MPIDBG_GROUP_INFO_NO_HANDLE_INFERRED)) text += "  no handle (inferred)";
    if (options_.verbose) {
      constexpr std::string_view storages[] = {"dense", "sporadic", "strided", "bitmap"};
      if (group.storage >= 0 && group.storage < 4) (text += "  stored ") += storages[group.storage];
      if (group.reference_count >= 0) text += "  references " + number(group.reference_count);
    }
    writer_.line(text);
    if (!group.members.empty()) writer_.line("    world ranks " + member_list(report, group.members));
    if (!group.communicators.empty()) {
      writer_.line("    of " +
                   join(group.communicators, ", ", [&](Address handle) { return name_of(report, handle); }));
    }
  }

  static std::string name_of(const ProcessReport &report, Address handle) {
    for (const CommunicatorRecord &communicator : report.communicators)
      if (communicator.handle == handle && !communicator.name.empty()) return printable(communicator.name);
    return "communicator " + hex(handle);
  }

  RenderOptions options_;
  Selection selection_;
  TextWriter writer_;
};

}  // namespace

std::unique_ptr<Renderer> make_comms_text(RenderOptions options, Sink &sink) {
  return std::make_unique<CommsText>(std::move(options), sink);
}

std::unique_ptr<Renderer> make_groups_text(RenderOptions options, Sink &sink) {
  return std::make_unique<GroupsText>(std::move(options), sink);
}

}  // namespace mqs_shim
