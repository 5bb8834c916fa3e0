#include "corefile/process/jumped_frames.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "corefile/dwarf/call_sites.h"
#include "corefile/elf/elf_file.h"
#include "mqs_shim/stacks/frame_owner.h"

namespace corefile {

namespace {

constexpr std::size_t most_jumps = 16;      // in a row
constexpr unsigned most_tail_calls = 4096;  // looked at for one pair of frames

// Searches all ways of tail calls that lead from one function to another.
class JumpSearch {
 public:
  JumpSearch(Address callee, const JumpedCode &code) : callee_(callee), code_(code) {
    callee_module_ = code.module_at(callee);
    if (callee_module_ != nullptr) callee_name_ = name_at(*callee_module_, callee);
  }

  // Returns the addresses of the jumps, the innermost first. The result is empty unless exactly one way leads to the
  // callee, and if the function is the callee itself.
  std::vector<Address> from(const Module &module, const CallTarget &target) {
    if (callee_name_.empty()) return {};
    if (leads_to(module, target, {}); is_certain_ && ways_ == 1) return {way_.rbegin(), way_.rend()};
    return {};
  }

 private:
  static std::string_view name_at(const Module &module, Address address) {
    return module.file->function_at(address - module.load_bias);
  }

  std::vector<Address> functions_of(const Module &module, const CallTarget &target) const {
    std::vector<Address> functions;
    for (const std::uint64_t address : target.addresses) functions.push_back(module.load_bias + address);
    if (const auto found = target.symbol.empty() ? std::nullopt : code_.find_function(target.symbol))
      functions.push_back(*found);
    return functions;
  }

  void leads_to(const Module &module, const CallTarget &target, const std::vector<Address> &jumps) {
    const std::vector<Address> functions = functions_of(module, target);
    if (functions.empty()) is_certain_ = false;
    for (const Address function : functions) enter(function, jumps);
  }

  void enter(Address function, const std::vector<Address> &jumps) {
    const Module *const module = code_.module_at(function);
    if (module == nullptr) return give_up();
    if (module == callee_module_ && name_at(*module, function) == callee_name_) {
      ++ways_;
      way_ = jumps;
      return;
    }
    // A way that comes back to a function is not followed a second time.
    if (std::find(entered_.begin(), entered_.end(), function) != entered_.end()) return;
    const auto calls = tail_calls(module->file, function - module->load_bias, code_.debug_directories);
    // Functions of the system do not lead back, and functions beside the callee do not lead to it.
    const bool may_lead_on =
        module != callee_module_ && mqs_shim::frame_owner(module->path) == mqs_shim::FrameOwner::program;
    if (!calls) return may_lead_on ? give_up() : void();
    if (jumps.size() == most_jumps) return give_up();
    entered_.push_back(function);
    for (const TailCall &call : *calls) {
      if (!is_certain_ || ++seen_ > most_tail_calls) return give_up();
      std::vector<Address> longer = jumps;
      longer.push_back(module->load_bias + call.address);
      leads_to(*module, call.target, longer);
    }
    entered_.pop_back();
  }

  void give_up() { is_certain_ = false; }

  Address callee_;
  const JumpedCode &code_;
  const Module *callee_module_ = nullptr;
  std::string_view callee_name_;
  std::vector<Address> entered_, way_;
  unsigned ways_ = 0, seen_ = 0;
  bool is_certain_ = true;
};

Address code_of(const Frame &frame) {
  return frame.returns ? frame.pc - 1 : frame.pc;
}

}  // namespace

std::vector<Frame> jumped_frames(const Frame &caller, const Frame &callee, const JumpedCode &code) {
  std::vector<Frame> frames;
  const Module *const module = caller.returns ? code.module_at(code_of(caller)) : nullptr;
  if (module == nullptr) return frames;
  const auto target = call_target(module->file, caller.pc - module->load_bias, code.debug_directories);
  if (!target) return frames;
  for (const Address jump : JumpSearch(code_of(callee), code).from(*module, *target)) {
    const Module &jumping = *code.module_at(jump);
    Frame &frame = frames.emplace_back();
    frame.pc = jump;
    frame.stack_pointer = caller.stack_pointer;
    frame.module = jumping.path;
    frame.offset = jump - jumping.load_bias;
    frame.function = jumping.file->function_at(frame.offset);
  }
  return frames;
}

}  // namespace corefile
