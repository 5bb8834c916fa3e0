// This file puts the answers of the commands `windows` and `show window` into words.

#include <string_view>

#include "mqs_shim/render/terms/window_terms.h"
#include "mqs_shim/render/wording/handles/objects.h"
#include "mqs_shim/render/wording/handles/window_state.h"

namespace mqs_shim {

namespace {

// Writes the lines about the window's synchronisation: epochs and locks. They show which processes wait for each other.
void write_synchronisation(BlockOutput &output, const ProcessReport &report, const WindowRecord &window) {
  if (window.has(MPIDBG_WIN_INFO_SYNC_KNOWN)) {
    if (const std::string_view call = opening_call(report, window); !call.empty()) {
      write_problem(output, "access: cannot see, as the library notes it when " + printable(call) + " returns");
    } else {
      write_property(output, "access: " + access_text(window));
    }
    write_property(output, "exposure: " + exposure_text(window));
    if (const std::string lock = own_lock_text(window); !lock.empty()) write_property(output, "locked here: " + lock);
    if (!window.posters.empty()) {
      write_property(output, "posted by " + peers_text(window.posters) + ": no MPI_Win_start has taken it yet");
    }
    if (window.has(MPIDBG_WIN_INFO_OPERATIONS_COUNTED) && window.pending_operations > 0) {
      write_property(output, "operations not known to be complete: " + std::to_string(window.pending_operations));
    }
  }
  if (!window.sync_problem.empty()) write_problem(output, "cannot see: " + printable(window.sync_problem));
}

void add_memory(Cells &cells, const WindowRecord &window) {
  cells.add(flavor_term(window.flavor));
  if (window.flavor == MPIDBG_WIN_FLAVOR_DYNAMIC) {
    if (window.has(MPIDBG_WIN_INFO_REGIONS_KNOWN)) cells.add(std::to_string(window.regions.size()) + " regions");
  } else {
    cells.add(std::to_string(window.bytes) + " bytes at " + hex_text(window.base));
    cells.add("unit " + std::to_string(window.disp_unit));
  }
}

}  // namespace

void begin_listed(BlockOutput &output, const ProcessReport &report, const WindowRecord &window, const RenderOptions &) {
  Block block = handle_block("window", window);
  Cells &cells = block.cells;
  if (window.has(MPIDBG_WIN_INFO_MEMORY_KNOWN)) add_memory(cells, window);
  if (!window.component.empty()) {
    std::string &text = cells.begin().append("osc/");
    append_printable(text, window.component);
    if (window.has(MPIDBG_WIN_INFO_COMPONENT_INFERRED)) text += " (inferred)";
  }
  if (window.rank >= 0) add_own_rank(cells, std::to_string(window.rank), std::to_string(window.size));
  if (window.has(MPIDBG_WIN_INFO_FREED_HANDLE)) cells.add(freed_text(false));
  if (window.has(MPIDBG_WIN_INFO_FREED_OBJECT)) cells.add("freed by the library");
  if (window.has(MPIDBG_WIN_INFO_NO_LOCKS)) cells.add("no_locks");
  output.begin(block);
  write_synchronisation(output, report, window);
}

void begin_full(BlockOutput &output, const ProcessReport &report, const WindowRecord &window,
                const RenderOptions &options) {
  begin_listed(output, report, window, options);
  if (window.has(MPIDBG_WIN_INFO_LAST_CALL_INFERRED)) {
    write_property(output, "last call: " + std::string(window_call_term(window.last_call)) + " (inferred)");
  }
  for (const mpidbg_win_region_t &region : window.regions) {
    write_property(output, "attached: " + std::to_string(region.bytes) + " bytes at " + hex_text(Address(region.base)));
  }
  if (window.has(MPIDBG_WIN_INFO_MEMORY_KNOWN))
    write_property(output, "model " + std::string(memory_model_term(window.model)));
  if (!window.origin_communicator.is_null()) {
    const bool inferred = window.has(MPIDBG_WIN_INFO_ORIGIN_COMM_INFERRED);
    write_property(output, "made with " + communicator_text(report, window.origin_communicator) +
                               (inferred ? " (inferred)" : " (recorder)"));
  }
  if (!window.communicator.is_null()) {
    write_property(output, "uses " + communicator_text(report, window.communicator) + ", the library's duplicate");
  }
  write_property(output, "group " + hex_text(window.group));
  if (!window.errhandler.is_null()) {
    write_property(output, "errhandler " + (window.errhandler_name.empty() ? hex_text(window.errhandler)
                                                                           : printable(window.errhandler_name)));
  }
  write_hints(output, window.info, window.ignored_info);
  for (const AttributeRecord &attribute : window.attributes) write_attribute(output, report, attribute);
  for (const Address request : window.requests) write_property(output, "request " + hex_text(request));
  if (window.reference_count >= 0) write_property(output, "references " + std::to_string(window.reference_count));
}

}  // namespace mqs_shim
