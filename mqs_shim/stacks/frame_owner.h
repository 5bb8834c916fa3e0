#pragma once
// Whose code a frame runs: the program's, the MPI library's, or the system's.

#include <cstdint>
#include <string_view>

namespace mqs_shim {

enum class FrameOwner : std::uint8_t {
  program,  // the executable and libraries that are neither of the others
  mpi,      // MPI libraries, their components and bindings, what they use for transport and start-up, the recorder
  system    // C, C++ and Fortran run-time libraries, the dynamic linker, the kernel's vdso
};

// By the name of the module's file; "" is the program's.
FrameOwner frame_owner(std::string_view module_path);

// Whether the file belongs to the MPI library itself: functions, components, bindings. False for libraries that MPI
// depends on, since programs may call those directly, and for the recorder.
bool is_mpi_library(std::string_view module_path);

}  // namespace mqs_shim
