#include "mpidbg/model/mpich/p2p/probe_arguments.h"

#include <algorithm>
#include <optional>

#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/layout/mpich/p2p/constants.h"
#include "mpidbg/layout/mpich/p2p/probe_frames.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

using layout::mpich::FramePlace;
using layout::mpich::ProbeFrame;

constexpr std::size_t preserved = layout::mpich::preserved_registers;
constexpr std::size_t most_frames = 4;  // from the innermost one of the library to the call

class Frame {
 public:
  // `registers`, `slots`: the first word of its registers and of its part of the stack.
  Frame(std::span<const Address> words, std::size_t registers, std::size_t slots)
      : words_(words), registers_(registers), slots_(slots) {}

  std::optional<ProbeArguments> read(const ProbeFrame &frame) const {
    const auto communicator = wide(frame.communicator), bits = wide(frame.source_bits), tag = wide(frame.wide_tag);
    const auto handle = narrow(frame.communicator_handle), source = narrow(frame.source), same_tag = narrow(frame.tag);
    if (!communicator || !bits || !tag || !handle || !source || !same_tag) return std::nullopt;
    const ProbeArguments found{Address(*communicator), *handle, static_cast<std::int32_t>(*source),
                               static_cast<std::int32_t>(*same_tag)};
    if (found.source < 0 && found.source != constants::any_source) return std::nullopt;
    if (found.tag < 0 && found.tag != constants::any_tag) return std::nullopt;
    if (*bits != (*source & constants::ucx_source_mask)) return std::nullopt;
    if (*tag != static_cast<std::uint64_t>(std::int64_t{found.tag})) return std::nullopt;
    return found;
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

  const std::span<const Address> words_;
  const std::size_t registers_, slots_;
};

}  // namespace

// How many frames there are, and how large the parts of those inside of the one that asks are, nobody says.
std::vector<ProbeArguments> find_probe_arguments(std::span<const Address> words) {
  std::vector<ProbeArguments> found;
  for (std::size_t registers = 0; registers < most_frames * preserved; registers += preserved) {
    for (std::size_t slots = registers + preserved; slots < words.size(); ++slots) {
      for (const ProbeFrame &frame : layout::mpich::probe_frames) {
        const auto arguments = Frame(words, registers, slots).read(frame);
        if (arguments && std::find(found.begin(), found.end(), *arguments) == found.end()) found.push_back(*arguments);
      }
    }
  }
  return found;
}

}  // namespace mpidbg::model::mpich
