// The Fortran bindings, where the library lets them go past its MPI_ functions: Open MPI's mpi_send_ calls PMPI_Send.
// Under the other names that it gives the same function, too: of compilers that append no or two underscores, and
// ompi_send_f, which `use mpi_f08` calls. MPICH's mpi_send_ calls MPI_Send, so nothing of this is needed there.

#include "mpidbg/recorder/preprocessor.h"
#include "mpidbg/recorder/recorded_call.h"

namespace recorder {

#define MPIDBG_F_PARAMETER(parameter) MPIDBG_KIND(parameter)::Type<InFortran> MPIDBG_NAME(parameter)
#define MPIDBG_F_TYPE(parameter) MPIDBG_KIND(parameter)::Type<InFortran>
#define MPIDBG_ALIAS(other_name, lower, ...)                                                  \
  extern "C" [[gnu::visibility("default"), gnu::alias("ompi_" #lower "_f")]] void other_name( \
      __VA_OPT__(MPIDBG_LIST(MPIDBG_F_PARAMETER, __VA_ARGS__), ) MPI_Fint *ierror);

#define MPIDBG_CALL_FORTRAN(name, lower, Class, ...)                                                              \
  extern "C" [[gnu::visibility("default")]] void ompi_##lower##_f(                                                \
      __VA_OPT__(MPIDBG_LIST(MPIDBG_F_PARAMETER, __VA_ARGS__), ) MPI_Fint *ierror);                               \
  void ompi_##lower##_f(__VA_OPT__(MPIDBG_LIST(MPIDBG_F_PARAMETER, __VA_ARGS__), ) MPI_Fint *ierror) {            \
    using Next = void (*)(__VA_OPT__(MPIDBG_LIST(MPIDBG_F_TYPE, __VA_ARGS__), ) MPI_Fint *);                      \
    MPI_Fint result = MPI_SUCCESS;                                                                                \
    RecordedCall<InFortran, call_##name, Class, Kinds<MPIDBG_LIST(MPIDBG_KIND, __VA_ARGS__)>>::run(               \
        __builtin_return_address(0), __builtin_frame_address(0), [&] {                                            \
          reinterpret_cast<Next>(next_fortran[call_##name])(__VA_OPT__(MPIDBG_LIST(MPIDBG_NAME, __VA_ARGS__), ) & \
                                                            result);                                              \
          return result;                                                                                          \
        } __VA_OPT__(, ) MPIDBG_LIST(MPIDBG_NAME, __VA_ARGS__));                                                  \
    if (ierror != nullptr) *ierror = result;                                                                      \
  }                                                                                                               \
  MPIDBG_ALIAS(mpi_##lower##_, lower __VA_OPT__(, ) __VA_ARGS__)                                                  \
  MPIDBG_ALIAS(mpi_##lower##__, lower __VA_OPT__(, ) __VA_ARGS__)                                                 \
  MPIDBG_ALIAS(mpi_##lower, lower __VA_OPT__(, ) __VA_ARGS__)
#define MPIDBG_CALL(...) MPIDBG_CALL_FORTRAN(__VA_ARGS__)
#define MPIDBG_CALL_C(...)
#include "mpidbg/recorder/calls.def"

}  // namespace recorder
