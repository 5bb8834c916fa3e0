// This file puts the answers of the commands `comms` and `show communicator` into words.

#include "mqs_shim/render/escape.h"
#include "mqs_shim/render/wording/contexts.h"
#include "mqs_shim/render/wording/handles/objects.h"
#include "mqs_shim/render/wording/join.h"
#include "mqs_shim/render/wording/recorded.h"

namespace mqs_shim {

namespace {

std::string number(int value) {
  return std::to_string(value);
}

class CommunicatorWords : public Renderer {
 public:
  CommunicatorWords(RenderOptions options, BlockOutput &output)
      : options_(std::move(options)), selection_(options_), output_(output) {}

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    const OpenBlock process(output_, process_block(report, options_));
    if (!write_process_limits(output_, report, options_)) return;
    const auto communicators = selection_.communicators(report, false);
    if (!report.shown && !options_.one_process) contexts_.add(report, communicators);
    const bool full = report.shown.has_value();
    if (communicators.empty() && !full)
      write_property(output_, selection_.limits_communicators() ? "no such communicator" : "no communicators");
    for (const CommunicatorRecord *communicator : communicators) {
      const OpenBlock object(output_, communicator_block(*communicator, false));
      write_identity(*communicator);
      write_members(report, *communicator);
      write_topology(*communicator);
      write_attributes(report, *communicator);
      write_derived(*communicator, full || options_.verbose);
      // Hints are shown only with -v, because the library gives some hints to every communicator.
      write_hints(output_, options_.verbose ? communicator->hints : std::vector<InfoPairRecord>{},
                  communicator->ignored_hints);
      write_recorded(output_, report, MPIDBG_KIND_COMM, communicator->handle, full);
    }
    write_unseen(output_, report, MPIDBG_KIND_COMM, full);
    if (!full) write_recorder_limit(output_, report);
  }

  void finish(const std::vector<int> &missing_ranks) override {
    contexts_.write(output_);
    write_missing_ranks(output_, missing_ranks);
  }

 private:
  void write_identity(const CommunicatorRecord &communicator) {
    Block block;
    Cells &cells = block.cells;
    if (!communicator.handle.is_null()) cells.add("handle " + hex_text(communicator.handle));
    if (communicator.fortran_handle != -1) add_fortran_handle(cells, communicator.fortran_handle);
    const std::uint32_t flags = communicator.flags;
    if (flags & MPIDBG_COMM_INFO_PREDEFINED) cells.add("predefined");
    if (flags & MPIDBG_COMM_INFO_KIND_UNKNOWN) cells.add("intercommunicator or not and topology: unknown");
    if (flags & MPIDBG_COMM_INFO_TOPO_REORDERED) cells.add("reordered");
    if (flags & MPIDBG_COMM_INFO_FREED_HANDLE)
      cells.add(freed_text((flags & MPIDBG_COMM_INFO_FREED_HANDLE_INFERRED) != 0));
    if (flags & MPIDBG_COMM_INFO_FREED_OBJECT) cells.add("freed by the library");
    if (options_.verbose && communicator.reference_count >= 0)
      cells.add("references " + number(communicator.reference_count));
    if (!cells.empty()) output_.write(block);
    if (!communicator.errhandler_name.empty()) {
      write_property(output_, "errhandler " + printable(communicator.errhandler_name));
    } else if (!communicator.errhandler.is_null()) {
      write_property(output_, "errhandler " + hex_text(communicator.errhandler));
    }
  }

  void write_members(const ProcessReport &report, const CommunicatorRecord &communicator) {
    write_group(report, "group", communicator.local_group, communicator.local_members);
    if (!communicator.remote_members.empty() || !communicator.remote_group.is_null())
      write_group(report, "remote group", communicator.remote_group, communicator.remote_members);
  }

  void write_group(const ProcessReport &report, std::string text, Address handle,
                   const std::vector<ProcessName> &members) {
    if (!handle.is_null()) text += ' ' + hex_text(handle);
    Block block = property_block(text);
    if (members.empty()) {
      block.cells.add("members not known");
    } else {
      add_member_list(block.cells, report, members);
    }
    output_.write(block);
  }

  // Writes the attributes of a communicator. Predefined attributes are the same everywhere, and are shown only with -v.
  void write_attributes(const ProcessReport &report, const CommunicatorRecord &communicator) {
    for (const AttributeRecord &attribute : communicator.attributes) {
      if (!attribute.name.empty() && !options_.verbose) continue;
      write_attribute(output_, report, attribute);
    }
  }

  void write_derived(const CommunicatorRecord &communicator, bool detailed) {
    if (communicator.flags & MPIDBG_COMM_INFO_DERIVED_UNKNOWN) {
      if (detailed && !(communicator.flags & MPIDBG_COMM_INFO_COMM_NULL)) {
        write_property(output_, "windows and files made with it are not known");
      }
      return;
    }
    const auto list = [&](const char *what, const std::vector<Address> &handles, bool inferred) {
      if (handles.empty()) return;
      write_property(output_,
                     std::string(what) + ' ' + join(handles, ", ", hex_text) + (inferred ? " (inferred)" : ""));
    };
    list("windows", communicator.windows, (communicator.flags & MPIDBG_COMM_INFO_WINDOWS_INFERRED) != 0);
    list("files", communicator.files, false);
  }

  void write_topology(const CommunicatorRecord &communicator) {
    if (communicator.flags & MPIDBG_COMM_INFO_CARTESIAN) {
      Block block = property_block("cartesian " + join(communicator.cart_dims, " x ", number));
      block.cells.add("periodic " +
                      join(communicator.cart_periods, ",", [](bool periodic) { return periodic ? "yes" : "no"; }));
      if (!communicator.cart_coords.empty()) add_coordinates(block.cells, communicator.cart_coords);
      output_.write(block);
    }
    if (communicator.flags & MPIDBG_COMM_INFO_GRAPH) write_graph(communicator);
    if (communicator.flags & MPIDBG_COMM_INFO_DIST_GRAPH) {
      output_.write(
          property_block("distributed graph")
              .cell("in " + neighbours(communicator.dist_graph_sources, communicator.dist_graph_source_weights))
              .cell("out " +
                    neighbours(communicator.dist_graph_destinations, communicator.dist_graph_destination_weights)));
    }
  }

  // Writes the neighbours of each node: index[i] is the end of the neighbours of node i in the list of edges.
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
    const OpenBlock graph(output_, property_block("graph of " + std::to_string(index.size()) + " nodes, " +
                                                  std::to_string(communicator.graph_edges.size()) + " edges"));
    for (std::size_t node = 0; node < index.size(); ++node) {
      const bool own = static_cast<int>(node) == communicator.rank;
      if (own || options_.verbose)
        write_property(output_, "neighbours of rank " + std::to_string(node) + ": " + neighbours_of(node));
    }
  }

  static void add_coordinates(Cells &cells, const std::vector<int> &coordinates) {
    cells.begin();
    cells.append_marked("coordinates (" + join(coordinates, ",", number) + ")", Mark::Kind::own);
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
  BlockOutput &output_;
  Contexts contexts_{};
};

}  // namespace

Block communicator_block(const CommunicatorRecord &communicator, bool with_handle) {
  Block block = object_block(printable(communicator.name.empty() ? "(unnamed)" : communicator.name));
  Cells &cells = block.cells;
  if (communicator.context_id >= 0) cells.add("context " + std::to_string(communicator.context_id));
  add_own_rank(cells, communicator.rank < 0 ? "?" : number(communicator.rank),
               communicator.size < 0 ? "?" : number(communicator.size));
  if (communicator.remote_count() != 0)
    cells.append_to_last(", remote group of " + std::to_string(communicator.remote_count()));
  if (communicator.flags & MPIDBG_COMM_INFO_INTERCOMM) cells.add("intercommunicator");
  if (is_internal(communicator)) cells.add("internal");
  if (with_handle && !communicator.handle.is_null()) cells.add("handle " + hex_text(communicator.handle));
  return block;
}

std::unique_ptr<Renderer> word_communicators(RenderOptions options, BlockOutput &output) {
  return std::make_unique<CommunicatorWords>(std::move(options), output);
}

}  // namespace mqs_shim
