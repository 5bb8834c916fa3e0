#pragma once
// Determines whose code a frame runs: the program's, the MPI library's, or the system's.

#include <cstdint>
#include <string_view>

namespace mqs_shim {

enum class FrameOwner : std::uint8_t {
  program,  // the executable, and all libraries that the other two kinds do not include
  mpi,      // MPI libraries, their components and bindings, their transport and start-up libraries, and the recorder
  system    // C, C++ and Fortran run-time libraries, the dynamic linker, and the kernel's vdso
};

// Returns the owner of a frame, judged by the file name of the module that contains its code; "" stands for the
// program.
FrameOwner frame_owner(std::string_view module_path);

// Returns true if the file belongs to the MPI library itself: functions, components or bindings. Returns false for
// libraries that MPI depends on, as programs may also call those directly, and for the recorder.
bool is_mpi_library(std::string_view module_path);

}  // namespace mqs_shim
