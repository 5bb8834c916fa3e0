#include "mpidbg/model/library/unknown_library.h"

namespace mpidbg::model {

namespace {

class UnknownIdentity final : public Identity {
 public:
  explicit UnknownIdentity(const debugger::Memory &memory) : memory_(memory) {}

  std::string name() const override { return "unknown MPI library"; }
  std::string layout_source() const override { return "none"; }
  MpiState state() const override { return MpiState::unknown; }
  unsigned handle_width(HandleKind) const override { return 0; }
  Status refresh() override { return {}; }
  int world_rank() const override { return memory_.host_rank(); }
  int world_size() const override { return -1; }

 private:
  const debugger::Memory &memory_;
};

class UnknownLibrary final : public MpiLibrary {
 public:
  explicit UnknownLibrary(const debugger::Memory &memory) : identity_(memory) {}

  Identity &identity() override { return identity_; }
  std::string why_missing(Part) const override {
    return "the MPI library is neither Open MPI nor MPICH: nothing is known of it but the calls on the stacks";
  }

 private:
  UnknownIdentity identity_;
};

}  // namespace

bool has_mpi_functions(const debugger::Image &image) {
  return image.has_function("PMPI_Init") || image.has_function("PMPI_Init_thread") ||
         image.has_function("PMPI_Session_init");
}

std::unique_ptr<MpiLibrary> unknown_library(const debugger::Memory &memory) {
  return std::make_unique<UnknownLibrary>(memory);
}

}  // namespace mpidbg::model
