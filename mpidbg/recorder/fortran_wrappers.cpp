// Defines the Fortran bindings for libraries whose Fortran functions bypass the MPI_ functions: Open MPI's mpi_send_
// calls PMPI_Send. Each function has several names, like the library's own. For other compilers, there are names with
// no or two underscores at the end. Programs with `use mpi_f08` call names like ompi_send_f. MPICH needs no such
// definitions, because its mpi_send_ calls MPI_Send.

#include "mpidbg/recorder/preprocessor.h"
#include "mpidbg/recorder/recorded_call.h"

namespace recorder {

#define MPIDBG_F_PARAMETER(parameter) MPIDBG_KIND(parameter)::Type<InFortran> MPIDBG_NAME(parameter)
#define MPIDBG_F_TYPE(parameter) MPIDBG_KIND(parameter)::Type<InFortran>
#define MPIDBG_ALIAS(other_name, lower, parameters) \
  extern "C" [[gnu::visibility("default"), gnu::alias("ompi_" #lower "_f")]] void other_name parameters;

// Defines the wrapper of one function. `parameters` and `types` include the error code and arguments that the compiler
// appends; `lengths` are the names of those appended arguments.
#define MPIDBG_WRAPPER(name, lower, Class, parameters, types, lengths, ...)                                       \
  extern "C" [[gnu::visibility("default")]] void ompi_##lower##_f parameters;                                     \
  void ompi_##lower##_f parameters {                                                                              \
    using Next = void(*) types;                                                                                   \
    MPIDBG_NOTE_LENGTH lengths MPI_Fint result = MPI_SUCCESS;                                                     \
    RecordedCall<InFortran, call_##name, Class, Kinds<MPIDBG_LIST(MPIDBG_KIND, __VA_ARGS__)>>::run(               \
        __builtin_return_address(0), __builtin_frame_address(0), [&] {                                            \
          reinterpret_cast<Next>(next_fortran[call_##name])(__VA_OPT__(MPIDBG_LIST(MPIDBG_NAME, __VA_ARGS__), ) & \
                                                            result MPIDBG_ARGUMENTS lengths);                     \
          return result;                                                                                          \
        } __VA_OPT__(, ) MPIDBG_LIST(MPIDBG_NAME, __VA_ARGS__));                                                  \
    if (ierror != nullptr) *ierror = result;                                                                      \
  }                                                                                                               \
  MPIDBG_ALIAS(mpi_##lower##_, lower, parameters)                                                                 \
  MPIDBG_ALIAS(mpi_##lower##__, lower, parameters)                                                                \
  MPIDBG_ALIAS(mpi_##lower, lower, parameters)
// Stores the length of a text in `text_length`. Some compilers pass an int, so only 32 bits are used.
#define MPIDBG_NOTE_LENGTH(...) __VA_OPT__(MPIDBG_NOTE_FIRST(__VA_ARGS__))
#define MPIDBG_NOTE_FIRST(length, next) text_length = static_cast<std::uint32_t>(length);
#define MPIDBG_ARGUMENTS(...) __VA_OPT__(, ) __VA_ARGS__

#define MPIDBG_CALL_FORTRAN(name, lower, Class, ...)                                                                 \
  MPIDBG_WRAPPER(name, lower, Class, (__VA_OPT__(MPIDBG_LIST(MPIDBG_F_PARAMETER, __VA_ARGS__), ) MPI_Fint * ierror), \
                 (__VA_OPT__(MPIDBG_LIST(MPIDBG_F_TYPE, __VA_ARGS__), ) MPI_Fint *), () __VA_OPT__(, ) __VA_ARGS__)

// Defines the wrapper of a function with texts. A call has at most two texts. If it has fewer, a surplus length is read
// from the caller's stack and passed on unused.
#define MPIDBG_CALL_FORTRAN_TEXT(name, lower, Class, ...)                                                      \
  MPIDBG_WRAPPER(                                                                                              \
      name, lower, Class,                                                                                      \
      (MPIDBG_LIST(MPIDBG_F_PARAMETER, __VA_ARGS__), MPI_Fint * ierror, std::size_t length, std::size_t next), \
      (MPIDBG_LIST(MPIDBG_F_TYPE, __VA_ARGS__), MPI_Fint *, std::size_t, std::size_t), (length, next), __VA_ARGS__)
#define MPIDBG_CALL(...) MPIDBG_CALL_FORTRAN(__VA_ARGS__)
#define MPIDBG_CALL_C(...)
#define MPIDBG_CALL_LARGE(...)
#include "mpidbg/recorder/calls.def"

}  // namespace recorder
