#pragma once
// The environment variables of a process.
//
// The strings that execve() left at the top of the stack are what launchers set, and they stay as they were when the
// program calls setenv() or unsetenv(), which change only the pointers to them; `environ` is what the program has made
// of it.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/process/auxiliary_vector.h"
#include "corefile/process/memory_reader.h"

namespace corefile {

using Environment = std::map<std::string, std::string, std::less<>>;

// "NAME=value", NUL, "NAME=value", NUL, ...: the contents of /proc/PID/environ.
Environment environment_in_block(std::string_view block);

// From the top of the main thread's stack; empty if it cannot be found there.
Environment initial_environment(const AuxiliaryVector &auxiliary, MemoryReader &memory);

// The program's arguments, from the top of the main thread's stack; empty if they cannot be found there.
std::vector<std::string> initial_arguments(const AuxiliaryVector &auxiliary, MemoryReader &memory);

// From the array of pointers that the variable at `environ` points to.
Environment current_environment(Address environ, MemoryReader &memory);

}  // namespace corefile
