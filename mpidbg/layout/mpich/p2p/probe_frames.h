#pragma once
// The places in which MPI_Probe and MPI_Mprobe keep their arguments while they repeatedly ask UCX, since the library
// has no record of a probe. Compilers choose the places, so the frames belong to particular builds.
//
// A function that asks UCX has each argument twice: once for the question and once for an error message. A frame is
// trusted only if the two agree. While the function lets other threads in, the second copy of the tag does not exist,
// and while it asks only for messages to itself, as on MPI_COMM_SELF, copies do not exist. Such a frame contains the
// address of one of its own places.
//
// Source: the code of Debian's builds for x86-64: MPICH 4.0.2, libmpich.so.12 and libmpich.a; 5.0.2, libmpi_abi.so.1.

#include <array>
#include <cstddef>
#include <optional>

namespace mpidbg::layout::mpich {

// A register that called functions preserve, or a place in the function's part of the stack.
struct FramePlace {
  enum class Kind { reg, slot };
  Kind kind = Kind::slot;
  // For a register, its index among rbx, rbp and r12 to r15; for a slot, the distance from the stack pointer in bytes.
  unsigned at = 0;
};

// The places of the arguments in one function.
struct ProbeFrame {
  // The place of the argument of type MPIR_Comm *.
  FramePlace communicator;
  // The MPI_Comm, of 32 bits.
  FramePlace communicator_handle;
  // 32 bits.
  FramePlace source;
  // 32 bits.
  FramePlace tag;
  // The lowest 16 bits of the source, as in a tag of UCX, in a word of 64 bits.
  std::optional<FramePlace> source_bits;
  // The tag with its sign, in a word of 64 bits.
  std::optional<FramePlace> wide_tag;
  // Used without copies: the place of an address that is own_offset bytes above the stack pointer.
  FramePlace own_address = {};
  unsigned own_offset = 0;
  // The number of words at the stack pointer that are also compared with memory. Needed if the arguments are in
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

// Frames with all copies.
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

// Frames that contain an address of their own.
inline constexpr std::array frames_without_copies{
    // libmpich.so.12: MPI_Probe, MPI_Mprobe while they let other threads in
    ProbeFrame{frame_places::slot(0x8), frame_places::slot(0x20), frame_places::slot(0x14), frame_places::r12,
               frame_places::slot(0x18), std::nullopt, frame_places::r15, 0x40},
    ProbeFrame{frame_places::slot(0x8), frame_places::slot(0x30), frame_places::slot(0x14), frame_places::slot(0x10),
               frame_places::slot(0x18), std::nullopt, frame_places::r12, 0x50},
    // MPI_Probe, MPI_Mprobe for messages to itself
    ProbeFrame{frame_places::r15, frame_places::slot(0x14), frame_places::rbp, frame_places::r12, std::nullopt,
               std::nullopt, frame_places::slot(0x8), 0x3c},
    ProbeFrame{frame_places::r14, frame_places::slot(0x14), frame_places::r15, frame_places::slot(0x10), std::nullopt,
               std::nullopt, frame_places::r13, 0x48},
    // libmpich.a: MPI_Probe while it lets other threads in; of MPI_Mprobe the copies stay
    ProbeFrame{frame_places::r15, frame_places::slot(0x10), frame_places::slot(0x0), frame_places::r12,
               frame_places::slot(0x8), std::nullopt, frame_places::rbp, 0x30},
    // MPI_Probe, MPI_Mprobe for messages to itself
    ProbeFrame{frame_places::r15, frame_places::slot(0x8), frame_places::rbp, frame_places::r12, std::nullopt,
               std::nullopt, frame_places::slot(0x0), 0x2c},
    ProbeFrame{frame_places::r15, frame_places::slot(0x30), frame_places::r14, frame_places::r12, std::nullopt,
               std::nullopt, frame_places::slot(0x10), 0x44},
    // libmpi_abi.so.1: MPI_Probe, MPI_Mprobe, for messages to itself, too
    ProbeFrame{frame_places::rbx, frame_places::r14, frame_places::rbp, frame_places::r12, std::nullopt, std::nullopt,
               frame_places::r15, 0x1c, 8},
    ProbeFrame{frame_places::rbx, frame_places::slot(0x2c), frame_places::rbp, frame_places::r12, std::nullopt,
               std::nullopt, frame_places::r14, 0x34, 8},
};

}  // namespace mpidbg::layout::mpich
