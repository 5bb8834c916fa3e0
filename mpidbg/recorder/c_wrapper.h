#pragma once
// Defines MPIDBG_WRAPPER. It expands an entry of calls.def to the function of C that the program calls.

#include "mpidbg/recorder/calls_in_c.h"
#include "mpidbg/recorder/preprocessor.h"
#include "mpidbg/recorder/recorded_call.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // wrapped functions may be deprecated

namespace recorder {

#define MPIDBG_C_PARAMETER(parameter) MPIDBG_KIND(parameter)::Type<Language> MPIDBG_NAME(parameter)
#define MPIDBG_C_TYPE(parameter) MPIDBG_KIND(parameter)::Type<Language>

// If the recorder is built for the standard ABI, standard_abi.h does not declare the MPI functions, so the wrappers
// cannot be compared with them.
#ifdef MPIDBG_STANDARD_ABI
#define MPIDBG_CHECK_WRAPPER(name, ...)
#else
#define MPIDBG_CHECK_WRAPPER(name, ...) \
  static_assert(passed_alike<decltype(&::PMPI_##name), int (*)(MPIDBG_LIST(MPIDBG_C_TYPE, __VA_ARGS__))>);
#endif

// In C++ the wrapper is not named MPI_##name, because mpi.h declares a function of that name with the library's types.
#define MPIDBG_WRAPPER(name, Class, ...)                                                                             \
  extern "C" [[gnu::visibility("default")]] int mpidbg_##name(MPIDBG_LIST(MPIDBG_C_PARAMETER, __VA_ARGS__)) __asm__( \
      "MPI_" #name);                                                                                                 \
  int mpidbg_##name(MPIDBG_LIST(MPIDBG_C_PARAMETER, __VA_ARGS__)) {                                                  \
    using Next = int (*)(MPIDBG_LIST(MPIDBG_C_TYPE, __VA_ARGS__));                                                   \
    return RecordedCall<Language, call_##name, Class, Kinds<MPIDBG_LIST(MPIDBG_KIND, __VA_ARGS__)>>::run(            \
        __builtin_return_address(0), __builtin_frame_address(0), [&] {                                               \
          return reinterpret_cast<Next>(next_c[call_##name])(MPIDBG_LIST(MPIDBG_NAME, __VA_ARGS__));                 \
        } __VA_OPT__(, ) MPIDBG_LIST(MPIDBG_NAME, __VA_ARGS__));                                                     \
  }                                                                                                                  \
  MPIDBG_CHECK_WRAPPER(name, __VA_ARGS__)

}  // namespace recorder
