#pragma once
// Where MPI_Probe and MPI_Mprobe keep their arguments while they ask UCX again and again: the library has no record of
// a probe. Compilers decide it, so these are of builds: all have each argument twice, once for the question and once
// for the message about an error, and only a frame in which the two agree is believed.
// Source: the code of Debian's MPICH 4.0.2 for x86-64, libmpich.so.12 and libmpich.a.

#include <array>

namespace mpidbg::layout::mpich {

// A register that the function has preserved in what it calls, or a place in its part of the stack.
struct FramePlace {
  enum class Kind { reg, slot };
  Kind kind = Kind::slot;
  unsigned at = 0;  // of a register its place in rbx, rbp, r12 to r15; of a slot bytes from the stack pointer
};

struct ProbeFrame {
  FramePlace communicator;         // MPIR_Comm *
  FramePlace communicator_handle;  // MPI_Comm, 32 bits
  FramePlace source;               // 32 bits
  FramePlace source_bits;          // its lowest 16, as in a tag of UCX, in 64
  FramePlace tag;                  // 32 bits
  FramePlace wide_tag;             // the same with its sign, in 64
};

inline constexpr std::size_t preserved_registers = 6;

namespace frame_places {
constexpr FramePlace reg(unsigned at) {
  return {FramePlace::Kind::reg, at};
}
constexpr FramePlace slot(unsigned at) {
  return {FramePlace::Kind::slot, at};
}
inline constexpr FramePlace r12 = reg(2), r14 = reg(4), r15 = reg(5);
}  // namespace frame_places

inline constexpr std::array probe_frames{
    // libmpich.so.12: MPI_Probe, MPI_Mprobe
    ProbeFrame{frame_places::slot(0x8), frame_places::slot(0x20), frame_places::slot(0x14), frame_places::slot(0x18),
               frame_places::r12, frame_places::r14},
    ProbeFrame{frame_places::slot(0x8), frame_places::slot(0x30), frame_places::slot(0x14), frame_places::slot(0x18),
               frame_places::slot(0x10), frame_places::r15},
    // libmpich.a: MPI_Probe, MPI_Mprobe
    ProbeFrame{frame_places::r15, frame_places::slot(0x10), frame_places::slot(0x0), frame_places::slot(0x8),
               frame_places::r12, frame_places::r14},
    ProbeFrame{frame_places::slot(0x8), frame_places::slot(0x30), frame_places::slot(0x10), frame_places::slot(0x18),
               frame_places::r12, frame_places::r15},
};

}  // namespace mpidbg::layout::mpich
