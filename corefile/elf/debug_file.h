#pragma once
// Finds the debug information of an ELF file, in the file itself or in a separate debug file.

#include <optional>
#include <string>
#include <vector>

namespace corefile {

class ElfFile;

// Returns the path of the file with the debug information; nullopt if there is none. Tries these places in this order:
// the file itself; DIR/.build-id/xx/yyyy.debug for each directory DIR; then a file with the name and checksum in
// .gnu_debuglink, next to the file, in .debug next to it, and under each directory. A search that finds nothing costs
// only a few calls of stat().
std::optional<std::string> find_debug_file(const ElfFile &file, const std::vector<std::string> &debug_directories);

// Does the same for a file of any architecture or kind, including relocatable objects.
std::optional<std::string> find_debug_file(const std::string &path, const std::vector<std::string> &debug_directories);

}  // namespace corefile
