#pragma once
// Lists the frames of MPI_Probe and MPI_Mprobe: the places in which these functions keep their arguments while they
// repeatedly ask UCX for a message. They are needed because the library has no record of a probe. Compilers choose the
// places, so a frame is valid for particular builds only.
//
// A function that asks UCX stores each argument twice: once for the question and once for an error message. A frame is
// accepted only if the two agree. While the function lets other threads use the library, the second copy of the tag
// does not exist; and while the function asks only for messages of the process to itself, as on MPI_COMM_SELF, no
// copies exist. In these cases the frame contains the address of one of its own places, which is checked instead.
//
// Source: the code of Debian's builds for x86-64: MPICH 4.0.2, libmpich.so.12 and libmpich.a; 5.0.2, libmpi_abi.so.1.

#include <array>
#include <cstddef>
#include <optional>

namespace mpidbg::layout::mpich {

// Identifies the place of an argument: a register that called functions preserve, or a slot in the function's stack
// frame.
struct FramePlace {
  enum class Kind { reg, slot };
  Kind kind = Kind::slot;
  // For a register, its index among rbx, rbp and r12 to r15. For a slot, its distance in bytes from the stack pointer.
  unsigned at = 0;
};

// Describes the places of all arguments in one function.
struct ProbeFrame {
  // The place of the pointer to the MPIR_Comm.
  FramePlace communicator;
  // The place of the MPI_Comm, which has 32 bits.
  FramePlace communicator_handle;
  // The place of the source, which has 32 bits.
  FramePlace source;
  // The place of the tag, which has 32 bits.
  FramePlace tag;
  // The place of the first copy of the source: its lowest 16 bits, as in a tag of UCX, in a word of 64 bits.
  std::optional<FramePlace> source_bits;
  // The place of the copy of the tag, sign-extended to a word of 64 bits.
  std::optional<FramePlace> wide_tag;
  // For frames without copies: the place that contains the address `own_offset` bytes above the stack pointer.
  FramePlace own_address = {};
  unsigned own_offset = 0;
  // The number of words at the stack pointer that are compared with memory as well. Needed if the arguments are in
  // registers.
  unsigned own_words = 0;
};

inline constexpr std::size_t preserved_registers = 6;

namespace frame_places {
constexpr FramePlace reg(unsigned at) {
  return {FramePlace::Kind::reg, at};
}
constexpr FramePlace slot(unsigned at) {
  return {FramePlace::Kind::slot, at};
}
inline constexpr FramePlace rbx = reg(0), rbp = reg(1), r12 = reg(2), r13 = reg(3), r14 = reg(4), r15 = reg(5);
}  // namespace frame_places

// The frames that contain the second copies of source and tag.
inline constexpr std::array probe_frames{
    // libmpich.so.12: MPI_Probe, MPI_Mprobe
    ProbeFrame{frame_places::slot(0x8), frame_places::slot(0x20), frame_places::slot(0x14), frame_places::r12,
               frame_places::slot(0x18), frame_places::r14},
    ProbeFrame{frame_places::slot(0x8), frame_places::slot(0x30), frame_places::slot(0x14), frame_places::slot(0x10),
               frame_places::slot(0x18), frame_places::r15},
    // libmpich.a: MPI_Probe, MPI_Mprobe
    ProbeFrame{frame_places::r15, frame_places::slot(0x10), frame_places::slot(0x0), frame_places::r12,
               frame_places::slot(0x8), frame_places::r14},
    ProbeFrame{frame_places::slot(0x8), frame_places::slot(0x30), frame_places::slot(0x10), frame_places::r12,
               frame_places::slot(0x18), frame_places::r15},
};

// The frames that lack copies and contain the address of one of their own places.
inline constexpr std::array frames_without_copies{
    // libmpich.so.12: MPI_Probe and MPI_Mprobe while they let other threads use the library
    ProbeFrame{frame_places::slot(0x8), frame_places::slot(0x20), frame_places::slot(0x14), frame_places::r12,
               frame_places::slot(0x18), std::nullopt, frame_places::r15, 0x40},
    ProbeFrame{frame_places::slot(0x8), frame_places::slot(0x30), frame_places::slot(0x14), frame_places::slot(0x10),
               frame_places::slot(0x18), std::nullopt, frame_places::r12, 0x50},
    // MPI_Probe, MPI_Mprobe for messages to itself
    ProbeFrame{frame_places::r15, frame_places::slot(0x14), frame_places::rbp, frame_places::r12, std::nullopt,
               std::nullopt, frame_places::slot(0x8), 0x3c},
    ProbeFrame{frame_places::r14, frame_places::slot(0x14), frame_places::r15, frame_places::slot(0x10), std::nullopt,
               std::nullopt, frame_places::r13, 0x48},
    // libmpich.a: MPI_Probe while it lets other threads use the library; the frame of MPI_Mprobe keeps its copies
    ProbeFrame{frame_places::r15, frame_places::slot(0x10), frame_places::slot(0x0), frame_places::r12,
               frame_places::slot(0x8), std::nullopt, frame_places::rbp, 0x30},
    // MPI_Probe, MPI_Mprobe for messages to itself
    ProbeFrame{frame_places::r15, frame_places::slot(0x8), frame_places::rbp, frame_places::r12, std::nullopt,
               std::nullopt, frame_places::slot(0x0), 0x2c},
    ProbeFrame{frame_places::r15, frame_places::slot(0x30), frame_places::r14, frame_places::r12, std::nullopt,
               std::nullopt, frame_places::slot(0x10), 0x44},
    // libmpi_abi.so.1: MPI_Probe and MPI_Mprobe; also used for messages of the process to itself
    ProbeFrame{frame_places::rbx, frame_places::r14, frame_places::rbp, frame_places::r12, std::nullopt, std::nullopt,
               frame_places::r15, 0x1c, 8},
    ProbeFrame{frame_places::rbx, frame_places::slot(0x2c), frame_places::rbp, frame_places::r12, std::nullopt,
               std::nullopt, frame_places::r14, 0x34, 8},
};

}  // namespace mpidbg::layout::mpich
