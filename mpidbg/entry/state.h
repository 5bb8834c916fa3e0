#pragma once
// What the plugin keeps for an image and a process of the host: one record serves the mqs_* and the mpidbg_* functions,
// in any order of calls. It lives until both families that set it up have let go of it.

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

struct ImageState {
  ImageState(mqs_image *host_image, const mqs_image_callbacks *callbacks) : image(host_image, callbacks) {}

  debugger::Image image;
  unsigned owners = 0;
  std::string message;  // what mqs_image_has_queues handed out
};

// Names of predefined handles in the form that the interface wants; ends with a null name.
struct NameMap {
  std::vector<std::string> names;
  std::vector<mpidbg_name_map_t> entries;
};

class ToolState;

struct ProcessState {
  ProcessState(mqs_process *host_process, const mqs_process_callbacks *host_callbacks);
  ~ProcessState();

  // The MPI library, with what its recorder knows of the parts that memory does not show. It is attached to on first
  // need and again until that succeeds: a debugger sets processes up before MPI_Init. Fails also when MPI_Finalize has
  // started since.
  Result<model::MpiLibrary *> library();
  // What library() needs, and enough to report the state of MPI.
  Result<debugger::Memory *> memory();
  Result<ImageState *> image();
  // What the process's recorder noted; whether there is one it says itself. Fails only where memory() does.
  Result<model::recorded::Recorder *> recorder();
  void forget_record();        // the process has run since
  void forget_capabilities();  // what they were determined from may have changed
  // Lets the library read again what it keeps, if the process may have run since it did.
  Status refresh_if_needed(model::MpiLibrary &library, bool attached_just_now);
  // Gives the memory ranges to the library that was attached to.
  void lend_memory_ranges();

  mqs_process *process;
  const mqs_process_callbacks *callbacks;
  unsigned owners = 0;
  bool held = false;          // mpidbg_set_held
  bool may_have_run = false;  // since the library was refreshed, although it is held now
  std::optional<debugger::Memory> opened_memory;
  std::unique_ptr<model::recorded::Recorder> opened_recorder;
  std::unique_ptr<model::MpiLibrary> attached;

  std::string message;  // what mqs_process_has_queues handed out
  std::string error;    // mpidbg_error_detail

  // The iteration over communicators, and that over one queue.
  std::vector<Handle> communicators;
  std::optional<Error> communicators_problem;  // why these are not all
  std::vector<std::uint64_t> contexts;         // behind the communicators: those of freed ones that have operations
  bool contexts_known = false;
  bool queues_asked = false;  // in this iteration
  std::size_t at = 0;
  std::optional<model::Communicator> current;  // communicators[at], once it was read
  std::unique_ptr<model::OperationCursor> operations;
  model::Queue queue{};
  // That over the channels of the current communicator.
  std::vector<model::Channel> channels;
  std::size_t next_channel = 0;
  std::vector<model::LayoutCheck> layout_checks;  // mpidbg_get_layout_check

  // mpidbg_X_capabilities_t bits by kind, once the host asked for them at this stop. Only while the process is held.
  std::array<std::optional<int>, model::handle_kinds> capabilities;

  // Made on first need.
  ToolState &tool();
  std::unique_ptr<ToolState> tool_state;

  // Of predefined handles; null entries end it. Made on first need.
  const mpidbg_name_map_t *name_map(model::HandleKind kind, model::MpiLibrary &library);
  std::array<NameMap, model::handle_kinds> name_maps;

  std::vector<AddressRange> memory_ranges;  // mpidbg_set_memory_ranges
};

// Whether an image has something to inspect: a known MPI library, or one that mpidbg's recorder is loaded with.
Status look_for_library(const debugger::Image &image);

// The record of an image or process. Null if there is none: the host's slot is trusted only if it holds a record that
// this plugin made and has not destroyed.
ImageState *image_state(mqs_image *image);
ImageState *image_state(mqs_image_info *info);
ProcessState *process_state(mqs_process *process);
ProcessState *process_state(mqs_process_info *info);

// Finds or makes the record and puts it into the host's slot; the family becomes an owner of it. Null if the host lacks
// the callbacks for it.
ImageState *set_up_image(mqs_image *image, const mqs_image_callbacks *callbacks, Family family);
ProcessState *set_up_process(mqs_process *process, const mqs_process_callbacks *callbacks, Family family);

// The family lets go; without owners the record is destroyed. Unknown records are left alone.
void let_go(mqs_image_info *info, Family family);
void let_go(mqs_process_info *info, Family family);

}  // namespace mpidbg::entry
