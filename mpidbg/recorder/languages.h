#pragma once
// Describes how the bindings pass arguments: by value in C, and by reference in Fortran, where handles are INTEGERs.

#include <cstdint>

#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/mpi_types.h"

namespace recorder {

// Describes how C bindings pass arguments.
struct InC {
  static constexpr bool fortran = false;
  static constexpr int first_index = 0;
  // This type is wide enough for the handles of every library. So handles reach a library that the recorder rejects
  // (Library::refused) unchanged.
  using Handle = std::uintptr_t;
  template <class Number>
  using Value = Number;
  using Count = int;
  using Distance = MPI_Aint;
  using Unit = int;

  template <class MpiHandle>
  static std::uint64_t word(int, Handle handle) {
    // NOLINTNEXTLINE(bugprone-sizeof-expression): the size of a pointer is meant
    if constexpr (sizeof(MpiHandle) == 4) return static_cast<std::uint32_t>(handle);
    return handle;
  }
  template <class MpiHandle>
  static std::uint64_t element(int, const void *array, std::int64_t i) {
    return handle_word(static_cast<const MpiHandle *>(array)[i]);
  }
  template <class MpiHandle>
  static void set_null(int kind, void *place) {
    *static_cast<MpiHandle *>(place) = handle_of_word<MpiHandle>(null_handle[kind]);
  }
  template <class Number>
  static Number value(Number number) {
    return number;
  }
};

// Describes the C bindings with large counts, such as MPI_Send_c.
struct InLargeC : InC {
  using Count = MPI_Count;
  using Distance = MPI_Count;
  using Unit = MPI_Aint;
};

// Describes how Fortran bindings pass arguments.
struct InFortran {
  static constexpr bool fortran = true;
  static constexpr int first_index = 1;
  using Handle = const MPI_Fint *;
  template <class Number>
  using Value = const Number *;
  using Count = MPI_Fint;
  using Distance = MPI_Aint;
  using Unit = MPI_Fint;

  template <class MpiHandle>
  static std::uint64_t word(int kind, Handle handle) {
    return element<MpiHandle>(kind, handle, 0);
  }
  template <class MpiHandle>
  static std::uint64_t element(int kind, const void *array, std::int64_t i) {
    return reinterpret_cast<std::uintptr_t>(from_fortran[kind](static_cast<const MPI_Fint *>(array)[i]));
  }
  template <class>
  static void set_null(int kind, void *place) {
    *static_cast<MPI_Fint *>(place) = to_fortran[kind](reinterpret_cast<void *>(null_handle[kind]));
  }
  template <class Number>
  static Number value(const Number *number) {
    return *number;
  }
};

}  // namespace recorder
