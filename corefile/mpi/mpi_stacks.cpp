#include "corefile/mpi/mpi_stacks.h"

#include <utility>

namespace corefile {

namespace {

class CodeOfProcess : public mqs_shim::ProcessCode {
 public:
  explicit CodeOfProcess(const Process &process) : process_(process) {}

  unsigned pointer_size() const override { return process_.pointer_size(); }
  ByteOrder byte_order() const override { return process_.byte_order(); }
  std::size_t read(Address address, void *buffer, std::size_t size) const override {
    process_.note_wanted(address, size);
    return process_.read_up_to(address, buffer, size);
  }
  std::string function_at(Address address) const override { return process_.function_at(address); }
  std::optional<Address> find_function(std::string_view name) const override {
    return process_.find_symbol(name, SymbolKind::function);
  }
  std::optional<Address> find_data(std::string_view name) const override {
    return process_.find_symbol(name, SymbolKind::data);
  }
  std::string module_of(std::string_view function) const override {
    const Module *const module = process_.module_defining(function);
    return module == nullptr ? std::string() : module->path;
  }
  std::vector<SourcePlace> places(const Frame &frame) const override { return process_.source_places(frame); }
  std::vector<mqs_shim::Frame> jumped_frames(const Frame &caller, const Frame &callee) const override {
    return process_.jumped_frames(caller, callee);
  }

 private:
  const Process &process_;
};

}  // namespace

Result<std::vector<MpiStack>> mpi_stacks(Process &process) {
  MPIDBG_ASSIGN(threads, process.stacks());
  return mqs_shim::mpi_stacks(std::move(threads), CodeOfProcess(process));
}

void name_frames(MpiStack &stack, const Process &process, mqs_shim::NamedFrames which) {
  mqs_shim::name_frames(stack, CodeOfProcess(process), which);
}

void name_last_calls(mqs_shim::ProcessReport &report, const Process &process) {
  mqs_shim::name_last_calls(report, CodeOfProcess(process));
}

}  // namespace corefile
