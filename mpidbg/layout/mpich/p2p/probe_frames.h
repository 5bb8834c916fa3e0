#pragma once
// Where MPI_Probe and MPI_Mprobe keep their arguments while they ask UCX again and again: the library has no record of
// a probe. Compilers decide it, so these are of builds. A function that asks UCX has each argument twice, once for the
// question and once for the message about an error, and only a frame in which the two agree is believed. While it lets
// other threads in, the second copy of the tag is gone; and while it asks for messages to itself alone, as on
// MPI_COMM_SELF, there never was a copy. Such a frame holds the address of one of its own places.
// Source: the code of Debian's builds for x86-64: MPICH 4.0.2, libmpich.so.12 and libmpich.a; 5.0.2, libmpi_abi.so.1.

#include <array>
#include <cstddef>
#include <optional>

namespace mpidbg::layout::mpich {

// A register that the function has preserved in what it calls, or a place in its part of the stack.
struct FramePlace {
  enum class Kind { reg, slot };
  Kind kind = Kind::slot;
  unsigned at = 0;  // of a register its place in rbx, rbp, r12 to r15; of a slot bytes from the stack pointer
};

struct ProbeFrame {
  FramePlace communicator;                // MPIR_Comm *
  FramePlace communicator_handle;         // MPI_Comm, 32 bits
  FramePlace source;                      // 32 bits
  FramePlace tag;                         // 32 bits
  std::optional<FramePlace> source_bits;  // the lowest 16 bits of the source, as in a tag of UCX, in 64
  std::optional<FramePlace> wide_tag;     // the tag with its sign, in 64
  // Instead of that: where the address is that many bytes from the stack pointer on.
  FramePlace own_address = {};
  unsigned own_offset = 0;
  // How many words at the stack pointer are compared with memory there, besides: where the arguments are in registers.
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

// Those with all copies.
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

// Those with an address of their own.
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
