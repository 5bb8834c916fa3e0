#pragma once
// The files of /proc/PID that say what a process is.

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/base.h"
#include "corefile/process/file_mapping.h"
#include "corefile/process/process.h"

namespace corefile {

// "/proc/PID/NAME"
std::string proc_path(pid_t pid, std::string_view name);

// An error if /proc is not that of this process: nothing can be said of any process then.
Status check_proc();

// The complete file, at most 64 MiB of it. Errors carry the reason of the system call.
Result<std::string> read_proc_file(const std::string &path);

// The words that the process was started with; none if they cannot be read.
std::vector<std::string> command_line(pid_t pid);

// Where a symbolic link leads; empty if there is none or it may not be read.
std::string link_target(const std::string &path);

// The value of a line of /proc/PID/status, "TracerPid" for instance, without leading blanks; empty if there is none.
std::string_view status_field(std::string_view status, std::string_view name);

// Likewise, as a number; 0 if there is none.
long status_number(std::string_view status, std::string_view name);

// Takes "BEGIN-END ", in hexadecimal without prefix, from the front of a line of /proc/PID/maps.
AddressRange take_range(std::string_view &line);

std::vector<FileMapping> read_file_mappings(pid_t pid);

// All that can be read, but for what the kernel alone has there ([vvar], [vsyscall]).
std::vector<AddressRange> read_readable_mappings(pid_t pid);

// The numeric names in a directory of /proc, unordered; empty if the directory does not exist. numbers_in() is also
// empty if it cannot be read.
Result<std::vector<pid_t>> list_numbers(const std::string &directory);
std::vector<pid_t> numbers_in(const std::string &directory);

}  // namespace corefile
