#include "mpidbg/model/mpich/mpich.h"

#include <algorithm>

#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/model/mpich/layout_checks.h"
#include "mpidbg/model/mpich/library_parts.h"
#include "mpidbg/model/mpich/p2p/queues.h"
#include "mpidbg/model/mpich/program_values.h"
#include "mpidbg/model/mpich/standard_abi/library_parts.h"
#include "mpidbg/model/mpich/tool_variables.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

using ProcessView = layout::View<ProcessLayout>;

Result<ProcessView> read_process(const Attachment &attachment) {
  const auto place = attachment.variable("MPIR_Process");
  if (!place) return Error{ErrorCode::not_supported, {}};
  return ProcessView::read(attachment.memory, attachment.layouts.process, *place);
}

// Returns true if MPI_Finalize has freed MPI_COMM_WORLD. MPI_Finalize frees MPI_COMM_SELF before that, and afterwards
// waits for the other processes.
bool is_world_freed(const ProcessView &process) {
  return process.get(&ProcessLayout::comm_world).is_null();
}

MpiState read_state(const Attachment &attachment) {
  const auto process = read_process(attachment);
  if (!process) return MpiState::unknown;
  const auto world = attachment.variable("MPIR_world_model_state");
  const auto value = world ? attachment.memory.read_int32(*world, "MPIR_world_model_state")
                           : Result<std::int32_t>(Error{ErrorCode::not_supported, {}});
  if (process->get(&ProcessLayout::mpich_state) == constants::library_initialized) {
    // MPI_Finalize sets the state "finalized" only at its end, when all processes have arrived.
    const bool ends = value && (*value == constants::world_finalized ||
                                (*value == constants::world_initialized && is_world_freed(*process)));
    return ends ? MpiState::finalizing : MpiState::initialized;
  }
  if (!value) return MpiState::unknown;
  return *value == constants::world_finalized ? MpiState::finalized : MpiState::not_initialized;
}

class MpichIdentity final : public Identity {
 public:
  MpichIdentity(const Attachment &attachment, ToolVariables &variables, Handles &readers, bool shows_objects)
      : attachment_(attachment), variables_(variables), readers_(readers), shows_objects_(shows_objects) {}

  std::string name() const override { return attachment_.version.empty() ? "MPICH" : "MPICH " + attachment_.version; }
  std::string layout_source() const override {
    if (!shows_objects_) return attachment_.layout_source + "; variables only";
    std::vector<std::string> sources{attachment_.layout_source};
    if (readers_.devices.sees_network()) sources.push_back(readers_.devices.network().layout_source());
    return layout::join_sources(sources);
  }
  std::vector<LayoutCheck> layout_checks() override {
    return shows_objects_ ? check_layouts(readers_) : std::vector<LayoutCheck>();
  }
  MpiState state() const override { return read_state(attachment_); }
  ThreadLevel thread_level() const override;
  // Returns true if MPI_Finalize has called all delete callbacks. MPI_Finalize frees the parent communicator last, but
  // some versions do not clear the reference to that communicator.
  bool callbacks_over() const override {
    const auto process = read_process(attachment_);
    return process && is_world_freed(*process) && process->get(&ProcessLayout::comm_parent).is_null();
  }
  // Returns the width of handles. They are of type int, except that ROMIO's handles of files are pointers. In the
  // standard ABI all handles are pointers.
  unsigned handle_width(HandleKind kind) const override {
    if (kind == HandleKind::status) return 0;
    return kind == HandleKind::file || attachment_.header->standard_abi ? attachment_.memory.pointer_size() : 4;
  }
  Status refresh() override {
    variables_.clear();
    readers_.refresh();
    return {};
  }
  int world_rank() const override {
    return readers_.world.rank() >= 0 ? readers_.world.rank() : attachment_.memory.host_rank();
  }
  int world_size() const override { return readers_.world.size(); }
  ProcessName own_name() const override { return readers_.world.own_name(); }
  int world_rank_of(const ProcessName &process) const override { return readers_.world.rank_of(process); }

 private:
  const Attachment &attachment_;
  ToolVariables &variables_;
  Handles &readers_;
  const bool shows_objects_;
};

// Returns the thread level in the variable MPIR_ThreadInfo.thread_provided.
ThreadLevel MpichIdentity::thread_level() const {
  const auto place = attachment_.variable("MPIR_ThreadInfo");
  if (!place) return ThreadLevel::unknown;
  const auto level = attachment_.memory.read_int32(*place, "MPIR_ThreadInfo.thread_provided");
  if (!level) return ThreadLevel::unknown;
  const auto &levels = attachment_.header->thread_levels;
  const auto known = std::find(levels.begin(), levels.end(), *level);
  if (known == levels.end()) return ThreadLevel::unknown;
  return static_cast<ThreadLevel>(static_cast<int>(ThreadLevel::single) + (known - levels.begin()));
}

// Explains why objects cannot be read; empty if they can. Communicators are checked because all other objects depend on
// them. Requests are checked because they alone have different sizes in a build with MPICH's own ABI and in a build of
// the same version with the standard ABI.
std::string why_no_objects(const Attachment &attachment) {
  if (!attachment.layouts.object_table.resolved() || !attachment.layouts.communicator.resolved()) {
    return "the layouts of MPICH's objects are not known";
  }
  ObjectTables tables(attachment);
  const auto communicators = tables.of(ObjectKind::communicator);
  if (!communicators) return communicators.error().message;
  if (!attachment.layouts.request.resolved()) return {};
  const auto requests = tables.of(ObjectKind::request);
  return !requests && requests.error().code == ErrorCode::layout ? requests.error().message : std::string();
}

// Holds the parts of an MpiLibrary for a program that uses the standard ABI. The handles of such a program differ from
// the library's.
struct StandardParts {
  StandardParts(MpichHandles &own_lists, MpichObjects &own_objects, Handles &readers, MpichValues &own_values,
                MpichQueues &own_queues)
      : handles(readers.pools),
        lists(own_lists, handles),
        objects(own_objects, own_objects, handles),
        datatypes(readers.datatypes, handles),
        values(own_values, handles),
        queues(own_queues, handles) {}

  ProgramHandles handles;
  StandardHandleLists lists;
  StandardObjects objects;
  StandardDatatypes datatypes;
  StandardValues values;
  StandardQueues queues;
};

class Mpich final : public MpiLibrary {
 public:
  // `no_objects` explains why no objects can be read; empty if they can.
  Mpich(Attachment attachment, std::string no_objects)
      : attachment_(std::move(attachment)),
        no_objects_(std::move(no_objects)),
        variables_(attachment_),
        readers_(attachment_),
        identity_(attachment_, variables_, readers_, no_objects_.empty()),
        handles_(readers_),
        objects_(readers_),
        values_(attachment_, readers_.datatypes),
        queues_(readers_),
        standard_(handles_, objects_, readers_, values_, queues_) {}

  Identity &identity() override { return identity_; }
  HandleLists *handles() override { return part<HandleLists>(handles_, standard_.lists); }
  CommunicatorRecords *communicators() override { return part<CommunicatorRecords>(objects_, standard_.objects); }
  ObjectRecords *objects() override { return part<ObjectRecords>(objects_, standard_.objects); }
  DatatypeDetails *datatype_details() override {
    return part<DatatypeDetails>(readers_.datatypes, standard_.datatypes);
  }
  ProgramValues *program_values() override {
    return attachment_.header->standard_abi ? static_cast<ProgramValues *>(&standard_.values) : &values_;
  }
  ToolInformation *tool_information() override { return &variables_; }
  Queues *queues() override {
    return readers_.devices.problem().empty() ? part<Queues>(queues_, standard_.queues) : nullptr;
  }
  std::string why_missing(Part) const override {
    return no_objects_.empty() ? readers_.devices.problem() : no_objects_;
  }

 private:
  template <class Part>
  Part *part(Part &own, Part &standard) {
    if (!no_objects_.empty()) return nullptr;
    return attachment_.header->standard_abi ? &standard : &own;
  }

  const Attachment attachment_;
  const std::string no_objects_;
  ToolVariables variables_;
  Handles readers_;
  MpichIdentity identity_;
  MpichHandles handles_;
  MpichObjects objects_;
  MpichValues values_;
  MpichQueues queues_;
  StandardParts standard_;
};

}  // namespace

bool present(const debugger::Image &image) {
  return image.find_symbol("MPIR_Process") || image.has_function("MPIR_Err_return_comm");
}

// Returns the name of the type of a handle in mpi.h of 4.0; null for int. Only files and statuses have other types.
const char *handle_type(HandleKind kind) {
  if (kind == HandleKind::file) return "struct ADIOI_FileD *";
  return kind == HandleKind::status ? "struct MPI_Status" : nullptr;
}

MpiState state(const debugger::Image &image, const debugger::Memory &memory) {
  const auto attachment = attach(image, memory);
  return attachment ? read_state(*attachment) : MpiState::unknown;
}

Result<std::unique_ptr<MpiLibrary>> open(const debugger::Image &image, const debugger::Memory &memory) {
  MPIDBG_ASSIGN(attachment, attach(image, memory));
  const MpiState stands = read_state(attachment);
  if (stands == MpiState::not_initialized) return Error{ErrorCode::unavailable, "MPI_Init has not completed"};
  if (stands == MpiState::finalized) return Error{ErrorCode::unavailable, "MPI_Finalize has started"};
  std::string no_objects = why_no_objects(attachment);
  auto library = std::make_unique<Mpich>(std::move(attachment), std::move(no_objects));
  MPIDBG_TRY(library->identity().refresh());
  return std::unique_ptr<MpiLibrary>(std::move(library));
}

}  // namespace mpidbg::model::mpich
