#pragma once
// Reads the environment variables of a process.
//
// execve() placed the strings at the top of the stack. These strings contain what launchers have set. They stay
// unchanged when the program calls setenv() or unsetenv(), which change only pointers; `environ` has the variables as
// the program changed them.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/process/auxiliary_vector.h"
#include "corefile/process/memory_reader.h"

namespace corefile {

// The variables by name. If a name occurs twice, one of the values is kept.
using Environment = std::map<std::string, std::string, std::less<>>;

// Parses "NAME=value", NUL, "NAME=value", NUL and so on: the contents of /proc/PID/environ.
Environment environment_in_block(std::string_view block);

// Reads the variables from the top of the main thread's stack; empty if they cannot be found there.
Environment initial_environment(const AuxiliaryVector &auxiliary, MemoryReader &memory);

// Reads the program's arguments from the top of the main thread's stack; empty if they cannot be found there.
std::vector<std::string> initial_arguments(const AuxiliaryVector &auxiliary, MemoryReader &memory);

// Reads the variables as the program has changed them. `environ` is the address of the C library's variable `environ`.
// The variable points to an array of pointers to the strings.
Environment current_environment(Address environ, MemoryReader &memory);

}  // namespace corefile
