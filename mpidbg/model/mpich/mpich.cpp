#include "mpidbg/model/mpich/mpich.h"

#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/model/mpich/handles.h"
#include "mpidbg/model/mpich/program_values.h"
#include "mpidbg/model/mpich/tool_variables.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

using ProcessView = layout::View<ProcessLayout>;

Result<ProcessView> read_process(const Attachment &attachment) {
  const auto process = attachment.variable("MPIR_Process");
  if (!process) return Error{ErrorCode::not_supported, "where this build of MPICH keeps MPIR_Process is not known"};
  return ProcessView::read(attachment.memory, attachment.layouts.process, *process);
}

MpiState read_state(const Attachment &attachment) {
  const auto process = read_process(attachment);
  if (!process) return MpiState::unknown;
  if (process->get(&ProcessLayout::mpich_state) == constants::library_initialized) {
    return MpiState::initialized;
  }
  const auto world = attachment.variable("MPIR_world_model_state");
  const auto value = world ? attachment.memory.read_int32(*world, "MPIR_world_model_state")
                           : Result<std::int32_t>(Error{ErrorCode::not_supported, {}});
  if (!value) return MpiState::unknown;
  return *value == constants::world_finalized ? MpiState::finalized : MpiState::not_initialized;
}

class MpichIdentity final : public Identity {
 public:
  MpichIdentity(const Attachment &attachment, ToolVariables &variables, Handles &readers)
      : attachment_(attachment), variables_(variables), readers_(readers) {}

  std::string name() const override { return attachment_.version.empty() ? "MPICH" : "MPICH " + attachment_.version; }
  std::string layout_source() const override { return attachment_.layout_source + "; variables only"; }
  MpiState state() const override { return read_state(attachment_); }
  // An int, except for files, which are ROMIO's: a pointer.
  unsigned handle_width(HandleKind kind) const override {
    if (kind == HandleKind::status) return 0;
    return kind == HandleKind::file ? attachment_.memory.pointer_size() : 4;
  }
  Status refresh() override {
    variables_.clear();
    readers_.clear();
    return {};
  }
  int world_rank() const override {
    const auto process = read_world();
    return process ? process->get(&ProcessLayout::rank) : attachment_.memory.host_rank();
  }
  int world_size() const override {
    const auto process = read_world();
    return process ? process->get(&ProcessLayout::size) : -1;
  }

 private:
  // Only where its numbers can be a rank and a size.
  Result<ProcessView> read_world() const {
    MPIDBG_ASSIGN(process, read_process(attachment_));
    if (process.get(&ProcessLayout::rank) < 0 ||
        process.get(&ProcessLayout::rank) >= process.get(&ProcessLayout::size)) {
      return Error{ErrorCode::corrupt, "MPIR_Process.rank is not below MPIR_Process.size", process.address()};
    }
    return std::move(process);
  }

  const Attachment &attachment_;
  ToolVariables &variables_;
  Handles &readers_;
};

class Mpich final : public MpiLibrary {
 public:
  explicit Mpich(Attachment attachment)
      : attachment_(std::move(attachment)),
        variables_(attachment_),
        readers_(attachment_),
        identity_(attachment_, variables_, readers_),
        values_(attachment_.image, attachment_.memory, readers_.datatypes) {}

  Identity &identity() override { return identity_; }
  ProgramValues *program_values() override { return &values_; }
  ToolInformation *tool_information() override { return &variables_; }
  std::string why_missing(Part) const override { return "the layouts of MPICH's objects are not known"; }

 private:
  const Attachment attachment_;
  ToolVariables variables_;
  Handles readers_;
  MpichIdentity identity_;
  MpichValues values_;
};

}  // namespace

bool present(const debugger::Image &image) {
  return image.find_symbol("MPIR_Process") || image.has_function("MPIR_Err_return_comm");
}

// mpi.h of 4.0: handles are int, except for files, which are ROMIO's.
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
  return std::unique_ptr<MpiLibrary>(std::make_unique<Mpich>(std::move(attachment)));
}

}  // namespace mpidbg::model::mpich
