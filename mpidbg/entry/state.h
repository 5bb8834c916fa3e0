#pragma once
// The state that the plugin keeps for each image and process of the host. One record serves the mqs_* and the mpidbg_*
// functions, in any order of calls. It is destroyed when both families that set it up have finalized it.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpidbg/abi/queue_details_interface.h"
#include "mpidbg/base/address_range.h"
#include "mpidbg/debugger/callbacks.h"
#include "mpidbg/debugger/memory.h"
#include "mpidbg/model/library/mpi_library.h"
#include "mpidbg/model/recorded/recorder.h"

namespace mpidbg::entry {

// The two families of entry points, as owners of a record.
enum Family : unsigned { family_mqs = 1, family_mpidbg = 2 };

// The state of an image. `image` refers to the host's callbacks, which must stay valid.
struct ImageState {
  ImageState(mqs_image *host_image, const mqs_image_callbacks *callbacks) : image(host_image, callbacks) {}

  debugger::Image image;
  // `owners` has a bit for each family that has set the image up.
  unsigned owners = 0;
  // The text returned by mqs_image_has_queues.
  std::string message;
};

// Names of predefined handles in the form of the interface; a null name ends the list.
struct NameMap {
  std::vector<std::string> names;
  std::vector<mpidbg_name_map_t> entries;
};

class ToolState;

// The state of a process. It is made before the process can be inspected, so everything in it is opened on demand.
struct ProcessState {
  // Both pointers belong to the host and must stay valid. Nothing is read from the process yet.
  ProcessState(mqs_process *host_process, const mqs_process_callbacks *host_callbacks);
  ~ProcessState();

  // Returns the MPI library, combined with the recorder's facts about parts that memory does not show. It attaches when
  // first called, and again until that succeeds, because debuggers set processes up before MPI_Init. It also fails once
  // MPI_Finalize has started.
  Result<model::MpiLibrary *> library();
  // The parts that library() needs, which are also sufficient to report the state of MPI.
  Result<debugger::Memory *> memory();
  Result<ImageState *> image();
  // Returns the interface to the process's recorder, which itself reports whether there is a recorder. Fails only if
  // memory() does.
  Result<model::recorded::Recorder *> recorder();
  // Must be called when the process has run.
  void forget_record();
  // Must be called when the facts that capabilities depend on may have changed.
  void forget_capabilities();
  // Refreshes the library's cached data if the process may have run since it was read.
  Status refresh_if_needed(model::MpiLibrary &library, bool attached_just_now);
  // Passes the memory ranges to the attached library.
  void lend_memory_ranges();

  mqs_process *process;
  const mqs_process_callbacks *callbacks;
  unsigned owners = 0;
  // Set by mpidbg_set_held.
  bool held = false;
  // The process may have run since the library was refreshed, although it is held now.
  bool may_have_run = false;
  std::optional<debugger::Memory> opened_memory;
  std::unique_ptr<model::recorded::Recorder> opened_recorder;
  std::unique_ptr<model::MpiLibrary> attached;

  // The text returned by mqs_process_has_queues.
  std::string message;
  // The text returned by mpidbg_error_detail.
  std::string error;

  // The iteration over communicators and the one over a queue.
  std::vector<Handle> communicators;
  // Why communicators are missing.
  std::optional<Error> communicators_problem;
  // The contexts of freed communicators with pending operations, which follow the communicators.
  std::vector<std::uint64_t> contexts;
  bool contexts_known = false;
  // Queues were asked for in this iteration.
  bool queues_asked = false;
  std::size_t at = 0;
  // The communicator at index `at`, once it was read.
  std::optional<model::Communicator> current;
  std::unique_ptr<model::OperationCursor> operations;
  model::Queue queue{};
  // The iteration over the channels of the current communicator.
  std::vector<model::Channel> channels;
  std::size_t next_channel = 0;
  // The results for mpidbg_get_layout_check.
  std::vector<model::LayoutCheck> layout_checks;

  // The bits of mpidbg_X_capabilities_t by kind, once the host has asked for them at this stop. Used only while the
  // process is held.
  std::array<std::optional<int>, model::handle_kinds> capabilities;

  // The state is made when first needed.
  ToolState &tool();
  std::unique_ptr<ToolState> tool_state;

  // Returns the predefined handles; null entries end the map. It is made when first needed.
  const mpidbg_name_map_t *name_map(model::HandleKind kind, model::MpiLibrary &library);
  std::array<NameMap, model::handle_kinds> name_maps;

  // Set by mpidbg_set_memory_ranges.
  std::vector<AddressRange> memory_ranges;
};

// Succeeds if an image has something to inspect: a known MPI library, or mpidbg's recorder.
Status look_for_library(const debugger::Image &image);

// Return the record of an image or process; null if there is none. The host's slot is trusted only if it points to a
// record that this plugin has made and not destroyed.
ImageState *image_state(mqs_image *image);
ImageState *image_state(mqs_image_info *info);
ProcessState *process_state(mqs_process *process);
ProcessState *process_state(mqs_process_info *info);

// Find or make the record and store it in the host's slot. The family becomes an owner of it. Return null if the host
// lacks the callbacks for that.
ImageState *set_up_image(mqs_image *image, const mqs_image_callbacks *callbacks, Family family);
ProcessState *set_up_process(mqs_process *process, const mqs_process_callbacks *callbacks, Family family);

// End the family's ownership. A record without owners is destroyed. Unknown records are ignored.
void let_go(mqs_image_info *info, Family family);
void let_go(mqs_process_info *info, Family family);

}  // namespace mpidbg::entry
