#pragma once
// Checks at compile time that a wrapper has the same parameters as the function in mpi.h: the same number, each passed
// in the same kind of register.

#include <cstdint>
#include <type_traits>

namespace recorder {

// True if an argument is passed in the same way in mpi.h's function and in the wrapper. Handles are pointers or int;
// wrappers pass them as std::uintptr_t.
template <class Theirs, class Ours>
inline constexpr bool argument_alike = std::is_pointer_v<Ours>
                                           ? std::is_pointer_v<Theirs>
                                           : (std::is_same_v<Ours, std::uintptr_t> && sizeof(Theirs) <= sizeof(Ours)) ||
                                                 (std::is_integral_v<Theirs> && sizeof(Theirs) == sizeof(Ours));

// True if two types of functions have the same number of arguments and every argument is passed in the same way.
template <class Theirs, class Ours>
inline constexpr bool passed_alike = false;

template <class... Theirs, class... Ours>
requires(sizeof...(Theirs) ==
         sizeof...(Ours)) inline constexpr bool passed_alike<int (*)(Theirs...), int (*)(Ours...)> =
    (argument_alike<Theirs, Ours> && ...);

}  // namespace recorder
