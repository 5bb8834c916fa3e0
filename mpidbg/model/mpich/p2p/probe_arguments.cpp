#include "mpidbg/model/mpich/p2p/probe_arguments.h"

#include <algorithm>
#include <optional>

#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/layout/mpich/p2p/probe_frames.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

using layout::mpich::FramePlace;
using layout::mpich::ProbeFrame;

constexpr std::size_t preserved = layout::mpich::preserved_registers;
constexpr std::uint64_t stack_alignment = 16;
constexpr std::size_t most_frames = 4;  // from the library's innermost frame to that of the MPI function

class Frame {
 public:
  // `registers` and `slots` are the indices in `words` at which the frame's registers and the frame's part of the stack
  // start.
  Frame(std::span<const Address> words, std::size_t registers, std::size_t slots)
      : words_(words), registers_(registers), slots_(slots) {}

  std::optional<ProbeArguments> read(const ProbeFrame &frame) const {
    const auto communicator = wide(frame.communicator);
    const auto handle = narrow(frame.communicator_handle), source = narrow(frame.source), tag = narrow(frame.tag);
    if (!communicator || !handle || !source || !tag) return std::nullopt;
    const ProbeArguments found{Address(*communicator), *handle, static_cast<std::int32_t>(*source),
                               static_cast<std::int32_t>(*tag)};
    if (frame.source_bits && wide(*frame.source_bits) != (*source & constants::ucx_source_mask)) return std::nullopt;
    if (frame.wide_tag && wide(*frame.wide_tag) != static_cast<std::uint64_t>(std::int64_t{found.tag}))
      return std::nullopt;
    return found;
  }

  // Checks the frame by its own address, which is stored in the frame. Returns true if memory contains the frame's
  // words at that address. The frame of another call, or its remains, are at other addresses.
  bool is_where_it_says(const ProbeFrame &frame, const debugger::Memory &memory) const {
    const auto own = wide(frame.own_address);
    if (!own || *own < frame.own_offset || (*own - frame.own_offset) % stack_alignment != 0) return false;
    const Address stack_pointer(*own - frame.own_offset);
    for (unsigned i = 0; i < frame.own_words; ++i)
      if (!is_there({FramePlace::Kind::slot, 8 * i}, stack_pointer, memory)) return false;
    return is_there(frame.communicator, stack_pointer, memory) &&
           is_there(frame.communicator_handle, stack_pointer, memory) &&
           is_there(frame.source, stack_pointer, memory) && is_there(frame.tag, stack_pointer, memory);
  }

 private:
  std::optional<std::uint64_t> wide(FramePlace place) const {
    if (place.kind == FramePlace::Kind::reg) return words_[registers_ + place.at].value();
    const std::size_t index = slots_ + place.at / 8;
    return index < words_.size() ? std::optional(words_[index].value()) : std::nullopt;
  }
  std::optional<std::uint32_t> narrow(FramePlace place) const {
    const auto word = wide(place);
    if (!word) return std::nullopt;
    return static_cast<std::uint32_t>(place.at % 8 == 4 && place.kind == FramePlace::Kind::slot ? *word >> 32 : *word);
  }

  bool is_there(FramePlace place, Address stack_pointer, const debugger::Memory &memory) const {
    if (place.kind == FramePlace::Kind::reg) return true;
    const auto word = memory.read_pointer(stack_pointer + place.at / 8 * 8, "a frame of MPI_Probe");
    return word && word->value() == wide({FramePlace::Kind::slot, place.at / 8 * 8});
  }

  const std::span<const Address> words_;
  const std::size_t registers_, slots_;
};

}  // namespace

// Finds the arguments by trying all positions in the stack, because the number and the sizes of the frames below the
// frame with the arguments are unknown.
std::vector<ProbeArguments> find_probe_arguments(std::span<const Address> words, const debugger::Memory &memory,
                                                 const std::function<bool(const ProbeArguments &)> &are_possible) {
  std::vector<ProbeArguments> found;
  const auto look_for = [&](std::span<const ProbeFrame> frames, bool by_own_address) {
    for (std::size_t registers = 0; registers < most_frames * preserved; registers += preserved) {
      for (std::size_t slots = registers + preserved; slots < words.size(); ++slots) {
        const Frame words_of_it(words, registers, slots);
        for (const ProbeFrame &frame : frames) {
          const auto arguments = words_of_it.read(frame);
          if (!arguments || !are_possible(*arguments)) continue;
          if (by_own_address && !words_of_it.is_where_it_says(frame, memory)) continue;
          if (std::find(found.begin(), found.end(), *arguments) == found.end()) found.push_back(*arguments);
        }
      }
    }
  };
  look_for(layout::mpich::probe_frames, false);
  if (found.empty()) look_for(layout::mpich::frames_without_copies, true);
  return found;
}

}  // namespace mpidbg::model::mpich
