// This file puts the answers of the commands `datatypes` and `show datatype` into words.

#include <algorithm>
#include <cmath>

#include "mqs_shim/render/wording/handles/datatype_picture.h"
#include "mqs_shim/render/wording/handles/objects.h"

namespace mqs_shim {

namespace {

constexpr std::size_t picture_columns = 72;
constexpr std::size_t lines_of_map = 40, lines_of_tree = 40, listed_holes = 8;

std::string plural(std::uint64_t count, const std::string &noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

std::string basic_name(const DatatypeRecord &record, int basic) {
  const BasicTypeRecord &type = record.basics[static_cast<std::size_t>(basic)];
  return type.name.empty() ? hex_text(type.handle) : printable(type.name);
}

// Adds the size and the extent of a datatype, such as "size 33  extent 40 from 8". Lists and the answer about one
// datatype both show these.
void add_sizes(Cells &cells, const DatatypeRecord &record) {
  cells.add("size " + std::to_string(record.size));
  std::string &extent = cells.begin().append("extent ").append(std::to_string(record.extent));
  if (record.lb != 0) extent += " from " + std::to_string(record.lb);
}

void add_states(Cells &cells, const DatatypeRecord &record) {
  const auto add = [&](bool wanted, std::string_view text) {
    if (wanted) cells.add(text, Severity::warning);
  };
  if (is_predefined(record)) return;
  add(!record.has(MPIDBG_DATATYPE_INFO_COMMITTED), "not committed");
  const bool unused = record.has(MPIDBG_DATATYPE_INFO_FREED_OBJECT);
  add(record.has(MPIDBG_DATATYPE_INFO_FREED_HANDLE),
      freed_text(record.has(MPIDBG_DATATYPE_INFO_FREED_HANDLE_INFERRED)) + (unused ? "" : ", still in use"));
  add(unused, "freed by the library");
  add(record.has(MPIDBG_DATATYPE_INFO_INTERNAL), "made by the library for itself");
}

// Returns a text such as "7 of 40 bytes of the extent (18 %) are holes: 7 at 1".
std::string holes(const DatatypeRecord &record) {
  const std::uint64_t all = record.bytes_used + record.hole_bytes;
  if (record.total_holes == 0) return "no holes";
  std::string text = plural(record.total_holes, "hole") + " of " + plural(record.hole_bytes, "byte") +
                     " in an extent of " + std::to_string(all) + " (" +
                     std::to_string(static_cast<std::uint64_t>(std::lround(
                         100.0 * static_cast<double>(record.hole_bytes) / static_cast<double>(all == 0 ? 1 : all)))) +
                     " %):";
  for (std::size_t i = 0; i < record.holes.size() && i < listed_holes; ++i) {
    text += (i == 0 ? " " : ", ") + std::to_string(record.holes[i].length) + " at " +
            std::to_string(record.holes[i].displacement);
  }
  return record.total_holes > listed_holes ? text + ", ..." : text;
}

void write_coverage(BlockOutput &output, const DatatypeRecord &record) {
  if (!record.has(MPIDBG_DATATYPE_INFO_COVERAGE)) {
    if (record.has(MPIDBG_DATATYPE_INFO_TYPEMAP)) {
      write_problem(output, "cannot see the holes: " + printable(record.coverage_problem));
    }
    return;
  }
  if (record.size > 0 || record.extent > 0) write_property(output, holes(record));
  if (record.bytes_outside > 0) {
    write_problem(output, plural(record.bytes_outside, "byte") + " of data are outside the extent");
  }
  if (record.has(MPIDBG_DATATYPE_INFO_OVERLAP)) {
    write_problem(output, "elements overlap: received data would overwrite itself");
  }
}

void write_picture(BlockOutput &output, const DatatypeRecord &record) {
  const DatatypePicture picture = draw(record, picture_columns);
  if (picture.bar.empty()) return;
  output.write(text_block(Role::picture, picture.bar));
  std::string legend =
      "from " + std::to_string(picture.begin) + ", " + plural(picture.bytes_a_column, "byte") + " a character: ";
  for (std::size_t i = 0; i < record.basics.size() && i < 26; ++i) {
    legend += std::string(1, picture_letter(i)) + ' ' + basic_name(record, static_cast<int>(i)) + "  ";
  }
  legend += ". hole";
  if (picture.bar.find_first_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos) legend += "  small letters: partly";
  if (picture.bar.find('!') != std::string::npos) legend += "  ! overlap";
  output.write(text_block(Role::detail, legend));
}

// Returns a text for a run of elements in a typemap, such as "2 x MPI_DOUBLE at 0" or "4 x MPI_INT at 8, stride 12".
std::string run_text(const DatatypeRecord &record, const mpidbg_typemap_entry_t &entry) {
  std::string text;
  if (entry.count > 1) text = std::to_string(entry.count) + " x ";
  text += basic_name(record, entry.basic) + " at " + std::to_string(entry.displacement);
  const std::uint64_t size = record.basics[static_cast<std::size_t>(entry.basic)].size;
  if (entry.count > 1 && entry.stride != static_cast<std::int64_t>(size)) {
    text += ", stride " + std::to_string(entry.stride);
  }
  return text;
}

// Returns the typemap in MPI's notation if it is short, such as "{(MPI_CHAR, 0), (MPI_DOUBLE, 8)}"; empty for longer
// maps.
std::string in_mpi_notation(const DatatypeRecord &record) {
  if (record.total_elements > 12) return {};
  std::string text = "{";
  for (const mpidbg_typemap_entry_t &entry : record.typemap) {
    if (entry.kind != MPIDBG_TYPEMAP_RUN) return {};
    for (std::uint64_t i = 0; i < entry.count; ++i) {
      text += (text.size() > 1 ? ", (" : "(") + basic_name(record, entry.basic) + ", " +
              std::to_string(entry.displacement + static_cast<std::int64_t>(i) * entry.stride) + ")";
    }
  }
  return text + "}";
}

void write_map(BlockOutput &output, const DatatypeRecord &record, const RenderOptions &options) {
  if (!record.has(MPIDBG_DATATYPE_INFO_TYPEMAP)) {
    write_problem(output, "type map: cannot see: " + printable(record.typemap_problem));
    return;
  }
  if (const std::string text = in_mpi_notation(record); !text.empty())
    return write_property(output, "type map " + text);
  const OpenBlock map(output, property_block("type map of " + plural(record.total_elements, "element")));
  Block line = property_block({});
  const auto write = [&](const std::string &text) {
    line.cells.clear();
    line.cells.add(text);
    output.write(line);
  };
  std::size_t lines = 0;
  const std::size_t limit = options.verbose ? record.typemap.size() : lines_of_map;
  for (std::size_t i = 0; i < record.typemap.size(); ++i) {
    const mpidbg_typemap_entry_t &entry = record.typemap[i];
    if (entry.kind == MPIDBG_TYPEMAP_END) {
      if (line.level > 0) --line.level;
      continue;
    }
    if (lines++ == limit) break;
    if (entry.kind == MPIDBG_TYPEMAP_RUN) {
      write(run_text(record, entry));
      continue;
    }
    std::string text = std::to_string(entry.count) + " x at stride " + std::to_string(entry.stride) + ":";
    // A loop of the typemap that contains only one run of elements is shown in one line.
    if (i + 2 < record.typemap.size() && record.typemap[i + 1].kind == MPIDBG_TYPEMAP_RUN &&
        record.typemap[i + 2].kind == MPIDBG_TYPEMAP_END) {
      write(text + ' ' + run_text(record, record.typemap[i + 1]));
      i += 2;
      continue;
    }
    write(text);
    ++line.level;
  }
  if (record.total_entries > record.typemap.size() || lines > limit) {
    write_property(output, "... of " + std::to_string(record.total_entries) + " entries" +
                               (options.verbose ? "" : " (-v shows more)"));
  }
}

void write_tree(BlockOutput &output, const DatatypeRecord &record, const RenderOptions &options) {
  if (record.nodes.size() < 2) return;
  const OpenBlock tree(output, property_block("made of"));
  std::size_t lines = 0;
  for (std::size_t i = 1; i < record.nodes.size(); ++i) {
    if (lines++ == lines_of_tree && !options.verbose) {
      write_property(output, "... (-v shows more)");
      break;
    }
    const DatatypeNodeRecord &node = record.nodes[i];
    Block block{.level = static_cast<std::size_t>(std::clamp(node.depth, 1, 64)) - 1};
    std::string &text = block.cells.begin();
    if (node.times > 1) text += std::to_string(node.times) + " x ";
    text += node.name.empty() ? hex_text(node.handle) : printable(node.name);
    if (!node.name.empty() && !node.call.empty()) text += ' ' + hex_text(node.handle);
    if (!node.call.empty()) block.cells.add(printable(node.call));
    if (node.seen_before) block.cells.add("(as above)");
    output.write(block);
  }
  if (record.has(MPIDBG_DATATYPE_INFO_TREE_TRUNCATED)) write_property(output, "... and more");
}

}  // namespace

void begin_listed(BlockOutput &output, const ProcessReport &, const DatatypeRecord &record, const RenderOptions &) {
  Block block = handle_block("datatype", record);
  add_sizes(block.cells, record);
  if (!record.nodes.empty() && !record.nodes[0].call.empty()) block.cells.add(printable(record.nodes[0].call));
  add_states(block.cells, record);
  output.begin(block);
}

void begin_full(BlockOutput &output, const ProcessReport &report, const DatatypeRecord &record,
                const RenderOptions &options) {
  Block block = handle_block("datatype", record);
  add_states(block.cells, record);
  output.begin(block);
  if (!record.nodes.empty() && !record.nodes[0].call.empty()) {
    write_property(output, printable(record.nodes[0].call) +
                               (record.mpi1_constructor.empty() ? "" : ", or " + printable(record.mpi1_constructor)));
  }
  Block bounds;
  add_sizes(bounds.cells, record);
  if (record.has(MPIDBG_DATATYPE_INFO_TRUE_BOUNDS) &&
      (record.true_lb != record.lb || record.true_extent != record.extent)) {
    std::string &text = bounds.cells.begin().append("true extent ").append(std::to_string(record.true_extent));
    if (record.true_lb != 0) text += " from " + std::to_string(record.true_lb);
  }
  if (!is_predefined(record)) bounds.cells.add("references " + std::to_string(record.reference_count));
  output.write(bounds);
  write_coverage(output, record);
  write_picture(output, record);
  write_map(output, record, options);
  write_tree(output, record, options);
  if (!record.users.empty()) write_property(output, "used by " + reference_list(report, record.users));
}

}  // namespace mqs_shim
