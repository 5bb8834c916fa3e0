#include "mqs_shim/stacks/mpi_stack.h"

#include <algorithm>
#include <string_view>

#include "mpidbg/base/bounded_bytes.h"
#include "mpidbg/base/mpi_calls.h"
#include "mqs_shim/stacks/frame_owner.h"
#include "mqs_shim/stacks/mpi_call_name.h"
#include "mqs_shim/stacks/stack_sections.h"

namespace mqs_shim {

namespace {

constexpr std::uint64_t most_library_stack = 65536;  // limit in bytes

struct WaitingFrames {
  std::size_t innermost = 0, outermost = 0;
};

std::string_view file_of(const Frame &frame) {
  return std::string_view(frame.module).substr(frame.module.rfind('/') + 1);
}

// Returns true if `file` has a name that MPICH's library can have: one of Debian's two names (the second is that of the
// build with the standard ABI), or the name from MPICH's own build, which all libraries with its ABI use.
bool is_file_of_mpich(std::string_view file) {
  return file.starts_with("libmpich") || file.starts_with("libmpi_abi_mpich") ||
         (file.starts_with("libmpi") && file.find(".so.12") != std::string_view::npos);
}

// Returns true for code of MPICH. It is recognized by the library's file or, inside a program, by the function's name.
// MPICH calls UCX, but UCX does not count.
bool is_of_mpich(const Frame &frame) {
  return is_file_of_mpich(file_of(frame)) || frame.function.starts_with("MPID") || frame.function.starts_with("MPIR_");
}

bool is_of_ucx(const Frame &frame) {
  return file_of(frame).starts_with("libuc");
}

// Returns true for the layer cm of Open MPI, whose functions for blocking calls wait themselves.
bool is_of_cm(const Frame &frame) {
  return file_of(frame).starts_with("mca_pml_cm.");
}

// Finds the waiting function, which calls the progress engine (in Open MPI opal_progress or UCX) until an operation is
// complete. Over the layer cm it is a function of that layer, which may also be asking the network. In a stripped
// MPICH, functions have no names, so that the result is all functions up to the call. If no progress engine is on the
// stack, the library is just testing the operation: the result is its innermost function. If no frame of the library
// can be recognized, the result is the frame of the call.
WaitingFrames waiting_frames(const std::vector<Frame> &frames, std::size_t call) {
  for (std::size_t i = call; i-- > 0;) {
    if (is_of_cm(frames[i])) return WaitingFrames{i, i};
  }
  for (std::size_t i = call; i-- > 0;) {
    if (frames[i].function == "opal_progress") return WaitingFrames{i + 1, i + 1};
  }
  for (std::size_t i = 0; i < call; ++i) {
    if (is_of_mpich(frames[i])) return WaitingFrames{i, call};
  }
  for (std::size_t i = call; i-- > 0;) {
    if (is_of_ucx(frames[i])) return WaitingFrames{i + 1, i + 1};
  }
  for (std::size_t i = 0; i <= call; ++i) {
    if (owner_of(frames[i]) == CodeOwner::mpi) return WaitingFrames{i, i};
  }
  return WaitingFrames{call, call};
}

// Collects the words (values as wide as a pointer) in the library's part of a stack.
class StackWords {
 public:
  StackWords(MpiStack &stack, unsigned pointer_size, ByteOrder order, const ReadStack &read)
      : stack_(stack), pointer_size_(pointer_size), order_(order), read_(read) {}

  void take(std::span<const std::uint64_t> registers) {
    for (const std::uint64_t value : registers) stack_.library_words.emplace_back(value);
  }

  // Adds the words of a part of the stack. `waiting` is the waiting function's frame, and `saved` contains its saved
  // registers: words in these ranges are added to the waiting function's words as well.
  void take(AddressRange range, AddressRange waiting, AddressRange saved) {
    std::vector<std::byte> memory;
    if (range.size() != 0 && range.begin.value() % pointer_size_ == 0)
      memory = read_(range.begin, std::min(range.size(), most_library_stack));
    for (std::size_t at = 0; at + pointer_size_ <= memory.size(); at += pointer_size_) {
      const Address word(mpidbg::decode_unsigned(mpidbg::Bytes(memory).subspan(at, pointer_size_), order_));
      stack_.library_words.push_back(word);
      if (waiting.contains(range.begin + at)) stack_.waiting_slots.push_back(word);
      if (saved.contains(range.begin + at)) stack_.waiting_registers.push_back(word);
    }
    stack_.library_stack = {range.begin, range.begin + memory.size()};
  }

  void sort() {
    std::vector<Address> &words = stack_.library_words;
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
  }

 private:
  MpiStack &stack_;
  const unsigned pointer_size_;
  const ByteOrder order_;
  const ReadStack &read_;
};

AddressRange between(const Frame &inner, const Frame &outer) {
  return {inner.stack_pointer, outer.stack_pointer};
}

// Collects the words that the MPI call in frame `call` uses: first registers, then the stack. The arguments of the call
// are among them.
void take_words(MpiStack &stack, std::size_t call, std::span<const std::uint64_t> registers, StackWords &words) {
  const std::vector<Frame> &frames = stack.frames;
  words.take(registers);
  const WaitingFrames waits = waiting_frames(frames, call);
  const bool has_outer = waits.outermost + 1 < frames.size();
  const std::size_t last = has_outer ? std::max(call, waits.outermost + 1) : call;
  AddressRange waiting, saved;
  if (has_outer) {
    waiting = between(frames[waits.innermost], frames[waits.outermost + 1]);
    for (std::size_t i = waits.innermost; i <= waits.outermost; ++i) {
      for (const std::uint64_t value : frames[i].preserved) stack.waiting_registers.emplace_back(value);
    }
    // If the waiting function's registers are not known, they are searched for in the next inner frame: the called
    // function has saved them there.
    if (stack.waiting_registers.empty() && waits.innermost > 0)
      saved = between(frames[waits.innermost - 1], frames[waits.innermost]);
  }
  words.take(between(frames.front(), frames[last]), waiting, saved);
}

// Fills MpiStack::request_lists from registers of MPI_Waitall and the like. Uses the innermost function with this name,
// because a Fortran binding or a tool's wrapper keeps other values in its registers.
void take_request_lists(MpiStack &stack, std::size_t call, ByteOrder order, const ReadStack &read) {
  if (!mpidbg::mpi_call(stack.mpi_call).takes_requests()) return;
  constexpr std::uint64_t most_requests = 4096, least_address = 65536;
  std::size_t innermost = call;
  for (std::size_t i = call; i-- > 0;) {
    if (mpi_call_name(stack.frames[i].function) == stack.mpi_call) innermost = i;
  }
  const std::vector<std::uint64_t> &kept = stack.frames[innermost].preserved;
  // A register with 1 may hold MPI_STATUSES_IGNORE, which is 1 in MPICH. It counts as the number of requests only if no
  // other register can hold that number.
  const bool are_several =
      std::any_of(kept.begin(), kept.end(), [](std::uint64_t value) { return value > 1 && value <= most_requests; });
  for (const std::uint64_t address : kept) {
    if (address < least_address || address % sizeof(std::uint32_t) != 0) continue;
    for (const std::uint64_t count : kept) {
      if (count == 0 || count > most_requests || (count == 1 && are_several)) continue;
      const std::size_t size = static_cast<std::size_t>(count) * sizeof(std::uint32_t);
      const std::vector<std::byte> memory = read(Address(address), size);
      if (memory.size() < size) continue;
      std::vector<std::uint32_t> &list = stack.request_lists.emplace_back();
      for (std::size_t at = 0; at < size; at += sizeof(std::uint32_t))
        list.push_back(static_cast<std::uint32_t>(
            mpidbg::decode_unsigned(mpidbg::Bytes(memory).subspan(at, sizeof(std::uint32_t)), order)));
    }
  }
}

}  // namespace

std::optional<std::size_t> outermost_mpi_frame(const std::vector<Frame> &frames) {
  for (std::size_t i = frames.size(); i-- > 0;) {
    if (!mpi_call_name(frames[i].function).empty()) return i;
  }
  return std::nullopt;
}

bool tell_library_apart(std::vector<Frame> &frames, std::string_view file,
                        const std::function<bool(const Frame &)> &has_source) {
  std::vector<std::size_t> without;
  std::optional<std::size_t> innermost_with;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (frames[i].module != file) continue;
    if (!has_source(frames[i])) {
      without.push_back(i);
    } else if (!innermost_with) {
      innermost_with = i;
    }
  }
  if (!innermost_with) return false;
  const std::size_t last = outermost_mpi_frame(frames).value_or(*innermost_with);
  for (const std::size_t i : without) frames[i].of_library = i <= last;
  return true;
}

void find_mpi_call(MpiStack &stack, std::span<const std::uint64_t> registers, unsigned pointer_size, ByteOrder order,
                   const ReadStack &read, const StackFacts &facts) {
  StackSections sections = facts.library_is_apart || has_library_frame(stack.frames)
                               ? sections_by_owner(stack.frames)
                               : StackSections{outermost_mpi_frame(stack.frames), {}, {}, {}};
  if (sections.library && facts.called) {
    // The MPI call may have ended with a jump into this function, and then has no frame. In that case, the program's
    // call instruction shows which MPI function was called.
    const std::string call = mpi_call_name(facts.called(stack.frames[*sections.library + 1]));
    if (!call.empty()) {
      stack.mpi_call = call;
      sections.call = sections.library;
      sections.library.reset();
    }
  }
  if (sections.library && stack.frames[*sections.library].of_library) {
    // No MPI call was found. The frames that were marked as the MPI library's therefore belong to another library that
    // is linked into the program and has no debug information.
    for (std::size_t i = 0; i <= *sections.library; ++i) stack.frames[i].of_library = false;
    sections.library.reset();
  }
  stack.system_function = system_function(stack.frames, facts.called);
  // If the MPI library has a function with this name, the thread is not in a system function of that name: the call
  // instruction called the library's function, which then jumped elsewhere.
  if (facts.is_of_mpi && facts.is_of_mpi(stack.system_function)) stack.system_function.clear();
  StackWords words(stack, pointer_size, order, read);
  if (sections.inside) {
    stack.inside = mpi_call_name(stack.frames[*sections.inside].function);
    stack.inside_frame = sections.inside;
  }
  if (const auto frame = sections.call ? sections.call : sections.library) {
    stack.call_frame = frame;
    if (sections.library) {
      stack.library_function = stack.frames[*frame].function;
      if (stack.library_function.empty()) stack.library_function = "?";
    } else if (stack.mpi_call.empty()) {
      stack.mpi_call = mpi_call_name(stack.frames[*frame].function);
    }
    take_words(stack, *frame, registers, words);
    take_request_lists(stack, *frame, order, read);
  } else if (sections.inside) {
    const Frame &innermost = stack.frames[sections.inside_begin];
    for (std::size_t i = sections.inside_begin; i <= *sections.inside; ++i) words.take(stack.frames[i].preserved);
    words.take(between(innermost, stack.frames[*sections.inside]), {}, {});
  }
  words.sort();
}

}  // namespace mqs_shim
