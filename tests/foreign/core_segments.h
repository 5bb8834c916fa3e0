#pragma once
// The memory segments of an ELF core file of any word size and byte order: all that a test needs of one.

#include <cstdint>
#include <string>

#include "tests/fakes/fake_memory.h"

// Reads a zstd-compressed core file and maps its segments into the memory, neighbours joined. Throws std::runtime_error
// if the file is not what the test takes it for.
void map_core(const std::string &path, fakes::FakeMemory &memory);
