#pragma once
// Defines the state that the plugin keeps for each image and process of the host. The state is used by both families of
// functions, mqs_* and mpidbg_*, in any order of calls. It is destroyed when each family that set it up has finalized
// it.

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

// The two families of functions, as owners of a state.
enum Family : unsigned { family_mqs = 1, family_mpidbg = 2 };

// Holds the state of an image. `image` refers to the host's callbacks, which must stay valid.
struct ImageState {
  ImageState(mqs_image *host_image, const mqs_image_callbacks *callbacks) : image(host_image, callbacks) {}

  debugger::Image image;
  // One bit for each Family that has set the image up.
  unsigned owners = 0;
  // The text returned by mqs_image_has_queues.
  std::string message;
};

// Holds the names of predefined handles in the form of the interface; an entry with a null name ends the list.
struct NameMap {
  std::vector<std::string> names;
  std::vector<mpidbg_name_map_t> entries;
};

class ToolState;

// Holds the state of a process. It is made before the process can be inspected, so all members are filled when first
// needed.
struct ProcessState {
  // Both pointers belong to the host and must stay valid. The constructor does not read from the process.
  ProcessState(mqs_process *host_process, const mqs_process_callbacks *host_callbacks);
  ~ProcessState();

  // Returns the MPI library. Parts that memory does not show come from the recorder. The first call attaches to the
  // library. If that fails, each further call tries again, because debuggers set processes up before MPI_Init. The call
  // fails once MPI_Finalize has started.
  Result<model::MpiLibrary *> library();
  // Return the memory and the image, which library() needs. They are sufficient to report the state of MPI.
  Result<debugger::Memory *> memory();
  Result<ImageState *> image();
  // Returns the reader of the process's record. Fails only if memory() fails: the reader itself reports whether there
  // is a record.
  Result<model::recorded::Recorder *> recorder();
  // Discards the data that was read from the record. Must be called when the process has run.
  void forget_record();
  // Discards `capabilities`. Must be called when the facts on which they depend may have changed.
  void forget_capabilities();
  // Reads the library's cached data again if the process may have run since the data was read. Reads nothing if
  // `attached_just_now` is true, because the data is new.
  Status refresh_if_needed(model::MpiLibrary &library, bool attached_just_now);
  // Passes `memory_ranges` to the attached library.
  void lend_memory_ranges();

  mqs_process *process;
  const mqs_process_callbacks *callbacks;
  unsigned owners = 0;
  // True if the host has promised, by mpidbg_set_held, that the process does not run.
  bool held = false;
  // True if the process may have run since the library was refreshed, although it is held now.
  bool may_have_run = false;
  std::optional<debugger::Memory> opened_memory;
  std::unique_ptr<model::recorded::Recorder> opened_recorder;
  std::unique_ptr<model::MpiLibrary> attached;

  // The text returned by mqs_process_has_queues.
  std::string message;
  // The text returned by mpidbg_error_detail.
  std::string error;

  // The communicators that the iteration over communicators visits first. `at` is the position of the iteration.
  std::vector<Handle> communicators;
  // The reason why communicators are missing in `communicators`.
  std::optional<Error> communicators_problem;
  // The context ids of freed communicators that have pending operations. The iteration visits these contexts after
  // `communicators`.
  std::vector<std::uint64_t> contexts;
  bool contexts_known = false;
  // True if queues were requested in this iteration.
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

  // For each kind, the bits of mpidbg_X_capabilities_t, once the host has requested them at this stop. Used only while
  // the process is held.
  std::array<std::optional<int>, model::handle_kinds> capabilities;

  // Returns the state for MPI_T, which is made when first needed.
  ToolState &tool();
  std::unique_ptr<ToolState> tool_state;

  // Returns the predefined handles of a kind, which are determined when first needed. An entry with a null name ends
  // the array.
  const mpidbg_name_map_t *name_map(model::HandleKind kind, model::MpiLibrary &library);
  std::array<NameMap, model::handle_kinds> name_maps;

  // The ranges that the host has passed to mpidbg_set_memory_ranges.
  std::vector<AddressRange> memory_ranges;
};

// Succeeds if an image contains something to inspect: a known MPI library, or mpidbg's recorder.
Status look_for_library(const debugger::Image &image);

// Return the state of an image or process; null if there is none. The pointer that the host stores is used only if it
// points to an existing state of this plugin.
ImageState *image_state(mqs_image *image);
ImageState *image_state(mqs_image_info *info);
ProcessState *process_state(mqs_process *process);
ProcessState *process_state(mqs_process_info *info);

// Find or make the state, and store it in the host. The family becomes an owner of the state. Return null if the host
// lacks the callbacks for that.
ImageState *set_up_image(mqs_image *image, const mqs_image_callbacks *callbacks, Family family);
ProcessState *set_up_process(mqs_process *process, const mqs_process_callbacks *callbacks, Family family);

// End the family's ownership. A state without owners is destroyed. Unknown states are ignored.
void let_go(mqs_image_info *info, Family family);
void let_go(mqs_process_info *info, Family family);

}  // namespace mpidbg::entry
