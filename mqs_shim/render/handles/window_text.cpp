// The text of `windows` and `show window`.

#include "mqs_shim/render/handles/handles_text.h"
#include "mqs_shim/render/handles/window_words.h"

namespace mqs_shim {

namespace {

// Who waits for whom stands in these lines.
void write_synchronisation(TextWriter &writer, const WindowRecord &window) {
  if (window.has(MPIDBG_WIN_INFO_SYNC_KNOWN)) {
    writer.line("    access: " + access_text(window));
    writer.line("    exposure: " + exposure_text(window));
    if (const std::string lock = own_lock_text(window); !lock.empty()) writer.line("    locked here: " + lock);
    if (!window.posters.empty()) {
      writer.line("    posted by " + peers_text(window.posters) + ": no MPI_Win_start has taken it yet");
    }
    if (window.has(MPIDBG_WIN_INFO_OPERATIONS_COUNTED) && window.pending_operations > 0) {
      writer.line("    operations not known to be complete: " + std::to_string(window.pending_operations));
    }
  }
  if (!window.sync_problem.empty()) {
    writer.line("    ", "cannot see: " + printable(window.sync_problem), Color::yellow);
  }
}

}  // namespace

void write_line(TextWriter &writer, const ProcessReport &, const WindowRecord &window, const RenderOptions &) {
  write_handle_heading(writer, "window", window);
  std::string text;
  if (window.has(MPIDBG_WIN_INFO_MEMORY_KNOWN)) {
    text += "  " + std::string(flavor_word(window.flavor));
    if (window.flavor == MPIDBG_WIN_FLAVOR_DYNAMIC) {
      if (window.has(MPIDBG_WIN_INFO_REGIONS_KNOWN)) text += "  " + std::to_string(window.regions.size()) + " regions";
    } else {
      text += "  " + std::to_string(window.bytes) + " bytes at " + hex_text(window.base) + "  unit " +
              std::to_string(window.disp_unit);
    }
  }
  if (!window.component.empty()) {
    text += "  osc/" + printable(window.component);
    if (window.has(MPIDBG_WIN_INFO_COMPONENT_INFERRED)) text += " (inferred)";
  }
  if (window.rank >= 0) text += "  rank " + std::to_string(window.rank) + " of " + std::to_string(window.size);
  if (window.has(MPIDBG_WIN_INFO_FREED_HANDLE)) text += "  freed by the application";
  if (window.has(MPIDBG_WIN_INFO_FREED_OBJECT)) text += "  freed by the library";
  if (window.has(MPIDBG_WIN_INFO_NO_LOCKS)) text += "  no_locks";
  writer.line(text);
  write_synchronisation(writer, window);
}

void write_full(TextWriter &writer, const ProcessReport &report, const WindowRecord &window,
                const RenderOptions &options) {
  write_line(writer, report, window, options);
  if (window.has(MPIDBG_WIN_INFO_LAST_CALL_INFERRED)) {
    writer.line("    last call: " + std::string(window_call_word(window.last_call)) + " (inferred)");
  }
  for (const mpidbg_win_region_t &region : window.regions) {
    writer.line("    attached: " + std::to_string(region.bytes) + " bytes at " + hex_text(Address(region.base)));
  }
  if (window.has(MPIDBG_WIN_INFO_MEMORY_KNOWN)) writer.line("    model " + std::string(model_word(window.model)));
  if (!window.origin_communicator.is_null()) {
    writer.line("    made with " + communicator_text(report, window.origin_communicator) + " (inferred)");
  }
  if (!window.communicator.is_null()) {
    writer.line("    uses " + communicator_text(report, window.communicator) + ", the library's duplicate");
  }
  writer.line("    group " + hex_text(window.group));
  if (!window.errhandler.is_null()) {
    writer.line("    errhandler " +
                (window.errhandler_name.empty() ? hex_text(window.errhandler) : printable(window.errhandler_name)));
  }
  write_hints(writer, window.info, window.ignored_info);
  for (const AttributeRecord &attribute : window.attributes) {
    const std::string name = attribute.name.empty() ? "keyval " + std::to_string(attribute.keyval) : attribute.name;
    writer.line("    attribute " + printable(name) + " = " + printable(attribute.value));
  }
  for (const Address request : window.requests) writer.line("    request " + hex_text(request));
  if (window.reference_count >= 0) writer.line("    references " + std::to_string(window.reference_count));
}

}  // namespace mqs_shim
