#pragma once
// Where the debug information of an ELF file is: in the file, or in a separate debug file.

#include <optional>
#include <string>
#include <vector>

namespace corefile {

class ElfFile;

// In this order: the file itself; DIR/.build-id/xx/yyyy.debug of each directory; the file that .gnu_debuglink names,
// with the right checksum, beside the file, in .debug beside it, and under each directory. Costs a few stat() if there
// is none.
std::optional<std::string> find_debug_file(const ElfFile &file, const std::vector<std::string> &debug_directories);

// The same for a file of any architecture or kind, relocatable objects included.
std::optional<std::string> find_debug_file(const std::string &path, const std::vector<std::string> &debug_directories);

}  // namespace corefile
