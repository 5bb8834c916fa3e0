#pragma once
// Converts stacks that the caller of the C API has unwound.

#include <cstddef>
#include <optional>
#include <vector>

#include "mqs_shim/mqs_shim.h"
#include "mqs_shim/session/session.h"
#include "mqs_shim/stacks/mpi_stack.h"
#include "mqs_shim/stacks/process_code.h"
#include "mqs_shim/targets/callback_target.h"

namespace mqs_shim {

// Converts the caller's threads to stacks. Returns nothing if there are too many threads. Returns nothing if a thread
// or a frame lacks members of the first version, or ends within a member.
std::optional<std::vector<ThreadStack>> told_stacks(std::size_t count, const mqs_shim_thread *threads);

// Adapts the functions of the caller of the C API to the interface ProcessCode. Reads memory through the session.
class CallbackCode : public ProcessCode {
 public:
  // Both arguments must outlive this object.
  CallbackCode(CallbackTarget &target, Session &session) : target_(target), session_(session) {}

  unsigned pointer_size() const override { return target_.pointer_size(); }
  ByteOrder byte_order() const override { return target_.byte_order(); }
  std::size_t read(Address address, void *buffer, std::size_t size) const override {
    return session_.read_memory(address, buffer, size);
  }
  std::string function_at(Address address) const override { return target_.symbol_at(address); }
  std::optional<Address> find_function(std::string_view name) const override {
    return target_.find_symbol(std::string(name), SymbolKind::function);
  }
  std::optional<Address> find_data(std::string_view name) const override {
    return target_.find_symbol(std::string(name), SymbolKind::data);
  }
  std::string module_of(std::string_view function) const override { return target_.module_of(std::string(function)); }
  std::vector<SourcePlace> places(const Frame &frame) const override { return target_.places(frame.pc, frame.returns); }
  std::vector<Frame> jumped_frames(const Frame &caller, const Frame &callee) const override;

 private:
  CallbackTarget &target_;
  Session &session_;
};

}  // namespace mqs_shim
