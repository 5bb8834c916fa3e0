#pragma once
// Reads the files of /proc/PID that describe a process.

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "corefile/base.h"
#include "corefile/process/file_mapping.h"
#include "corefile/process/process.h"

namespace corefile {

// Returns "/proc/PID/NAME".
std::string proc_path(pid_t pid, std::string_view name);

// Fails if /proc is not mounted, or belongs to another pid namespace, in which pids stand for other processes.
Status check_proc();

// Reads a complete file, at most 64 MiB. Errors include the text for the system call's errno.
Result<std::string> read_proc_file(const std::string &path);

// Returns the words with which the process was started; empty if they cannot be read.
std::vector<std::string> command_line(pid_t pid);

// Returns the target of a symbolic link; empty if there is none or it cannot be read.
std::string link_target(const std::string &path);

// Returns the value of a line of /proc/PID/status, for example "TracerPid", without leading blanks; empty if it is
// missing.
std::string_view status_field(std::string_view status, std::string_view name);

// Returns the value of a line of /proc/PID/status as a number; 0 if the line is missing.
long status_number(std::string_view status, std::string_view name);

// Removes "BEGIN-END ", in hexadecimal without prefix, from the front of a line of /proc/PID/maps, and returns this
// range.
AddressRange take_range(std::string_view &line);

// Returns the mappings of files in /proc/PID/maps, ordered by address; empty if that file cannot be read.
std::vector<FileMapping> read_file_mappings(pid_t pid);

// Returns all readable mappings of a process, except for those of the kernel itself ([vvar], [vsyscall]).
std::vector<AddressRange> read_readable_mappings(pid_t pid);

// Return the numeric names in a directory of /proc in any order; empty if the directory does not exist. numbers_in() is
// also empty if the directory cannot be read.
Result<std::vector<pid_t>> list_numbers(const std::string &directory);
std::vector<pid_t> numbers_in(const std::string &directory);

}  // namespace corefile
