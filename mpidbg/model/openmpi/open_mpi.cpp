#include "mpidbg/model/openmpi/open_mpi.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/choose_profile.h"
#include "mpidbg/model/openmpi/attach.h"
#include "mpidbg/model/openmpi/library_parts.h"

namespace mpidbg::model::openmpi {

namespace {

class OpenMpi final : public MpiLibrary {
 public:
  OpenMpi(const debugger::Image &image, const debugger::Memory &memory, const Symbols &symbols,
          const std::string &version, Attached attached)
      : memory_(memory),
        symbols_(symbols),
        opal_objects_(std::move(attached.objects)),
        ucx_(std::move(attached.ucx)),
        ofi_(std::move(attached.ofi)),
        attachment_{image, memory_, symbols_, *opal_objects_, ucx_.get(), ofi_.get()},
        readers_(attachment_, attached.point_to_point_layer),
        tool_variables_(readers_),
        identity_(readers_, tool_variables_, version, layout::join_sources(attached.layout_sources)),
        handles_(readers_, identity_),
        objects_(readers_),
        datatypes_(readers_.datatypes),
        values_(readers_, datatypes_),
        queues_(readers_) {}

  Identity &identity() override { return identity_; }
  HandleLists *handles() override { return &handles_; }
  CommunicatorRecords *communicators() override { return &objects_; }
  ObjectRecords *objects() override { return &objects_; }
  DatatypeDetails *datatype_details() override { return &datatypes_; }
  ProgramValues *program_values() override { return &values_; }
  Queues *queues() override { return &queues_; }
  ToolInformation *tool_information() override { return &tool_variables_; }
  std::string why_missing(Part) const override { return {}; }

 private:
  const debugger::Memory memory_;
  const Symbols symbols_;
  const std::unique_ptr<Objects> opal_objects_;
  const std::unique_ptr<ucx::Attachment> ucx_;
  const std::unique_ptr<ofi::Attachment> ofi_;
  const Attachment attachment_;
  Handles readers_;
  ToolVariables tool_variables_;
  OpenMpiIdentity identity_;
  OpenMpiHandles handles_;
  OpenMpiObjects objects_;
  OpenMpiDatatypes datatypes_;
  OpenMpiValues values_;
  OpenMpiQueues queues_;
};

}  // namespace

bool present(const debugger::Image &image) {
  return image.find_symbol("ompi_mpi_communicators").has_value();
}

MpiState state(const debugger::Image &image, const debugger::Memory &memory) {
  return read_state(image, memory, find_symbols(image));
}

Result<std::unique_ptr<MpiLibrary>> open(const debugger::Image &image, const debugger::Memory &memory) {
  const Symbols symbols = find_symbols(image);
  switch (read_state(image, memory, symbols)) {
    case MpiState::not_initialized:
      return Error{ErrorCode::unavailable, "MPI_Init has not completed"};
    case MpiState::finalized:
      return Error{ErrorCode::unavailable, "MPI_Finalize has started"};
    case MpiState::unknown:
      return Error{ErrorCode::corrupt, "ompi_mpi_state at " + hex(symbols.state) + " cannot be read or makes no sense",
                   symbols.state};
    case MpiState::initialized:
    case MpiState::finalizing:
      break;
  }
  const std::string version = read_version(memory, symbols);
  MPIDBG_ASSIGN(attached, attach(image, memory, symbols, version));
  auto library = std::make_unique<OpenMpi>(image, memory, symbols, version, std::move(attached));
  MPIDBG_TRY(library->identity().refresh());
  return std::unique_ptr<MpiLibrary>(std::move(library));
}

}  // namespace mpidbg::model::openmpi
