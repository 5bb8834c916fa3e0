#include "corefile/process/proc_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <memory>

#include "corefile/elf/mapped_file.h"
#include "mpidbg/base/file_descriptor.h"
#include "mpidbg/base/split.h"
#include "mpidbg/base/whole_number.h"

namespace corefile {

using mpidbg::leading_number;
using mpidbg::take_until;

namespace {

constexpr std::size_t most_bytes_of_file = std::size_t{64} << 20;

}  // namespace

std::string proc_path(pid_t pid, std::string_view name) {
  return "/proc/" + std::to_string(pid) + "/" + std::string(name);
}

Result<std::string> read_proc_file(const std::string &path) {
  const mpidbg::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return mpidbg::file_error(path, errno);
  std::string content;
  char part[4096];
  while (content.size() < most_bytes_of_file) {
    const ssize_t got = ::read(file.get(), part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return mpidbg::file_error(path, errno);
    if (got == 0) break;
    content.append(part, static_cast<std::size_t>(got));
  }
  return content;
}

std::vector<std::string> command_line(pid_t pid) {
  const std::string block = read_proc_file(proc_path(pid, "cmdline")).value_or("");
  std::vector<std::string> words;
  for (const std::string_view word : mpidbg::split(block, '\0')) words.emplace_back(word);
  return words;
}

std::string link_target(const std::string &path) {
  char target[PATH_MAX];
  const ssize_t length = ::readlink(path.c_str(), target, sizeof target);
  return length < 0 ? std::string() : std::string(target, static_cast<std::size_t>(length));
}

std::string_view status_field(std::string_view status, std::string_view name) {
  for (std::string_view line : mpidbg::split(status, '\n')) {
    if (take_until(line, ':') != name) continue;
    return line.substr(std::min(line.size(), line.find_first_not_of(" \t")));
  }
  return {};
}

long status_number(std::string_view status, std::string_view name) {
  return leading_number<long>(status_field(status, name));
}

AddressRange take_range(std::string_view &line) {
  const Address begin(leading_number<std::uint64_t>(take_until(line, '-'), 16));
  return {begin, Address(leading_number<std::uint64_t>(take_until(line, ' '), 16))};
}

// Parses the lines of /proc/PID/maps, which have the form "BEGIN-END PERMISSIONS OFFSET DEVICE INODE   PATH".
std::vector<FileMapping> read_file_mappings(pid_t pid) {
  std::vector<FileMapping> mappings;
  const auto content = read_proc_file(proc_path(pid, "maps"));
  if (!content) return mappings;
  for (std::string_view line : mpidbg::split(*content, '\n')) {
    FileMapping mapping;
    mapping.range = take_range(line);
    mapping.executable = take_until(line, ' ').find('x') != std::string_view::npos;
    mapping.file_offset = leading_number<std::uint64_t>(take_until(line, ' '), 16);
    const std::size_t path_at = line.find('/');
    if (path_at == std::string_view::npos) continue;
    mapping.path = line.substr(path_at);
    mappings.push_back(std::move(mapping));
  }
  return mappings;
}

std::vector<AddressRange> read_readable_mappings(pid_t pid) {
  std::vector<AddressRange> ranges;
  const auto content = read_proc_file(proc_path(pid, "maps"));
  if (!content) return ranges;
  for (std::string_view line : mpidbg::split(*content, '\n')) {
    const AddressRange range = take_range(line);
    const bool is_of_kernel =
        line.find("[vvar") != std::string_view::npos || line.find("[vsyscall]") != std::string_view::npos;
    if (!take_until(line, ' ').starts_with('r') || is_of_kernel) continue;
    if (!ranges.empty() && ranges.back().end == range.begin) {
      ranges.back().end = range.end;
    } else {
      ranges.push_back(range);
    }
  }
  return ranges;
}

Status check_proc() {
  if (::access("/proc/self", F_OK) == 0) return {};
  return Error{ErrorCode::unavailable, "no process can be seen: /proc is not mounted, or is that of others"};
}

Result<std::vector<pid_t>> list_numbers(const std::string &directory) {
  std::vector<pid_t> numbers;
  const std::unique_ptr<DIR, int (*)(DIR *)> stream(::opendir(directory.c_str()), ::closedir);
  if (!stream) {
    Error error = mpidbg::file_error(directory, errno);
    if (error.code == ErrorCode::not_found) return numbers;
    return error;
  }
  while (const dirent *const entry = ::readdir(stream.get())) {
    if (const pid_t number = leading_number<pid_t>(entry->d_name); number > 0) numbers.push_back(number);
  }
  return numbers;
}

std::vector<pid_t> numbers_in(const std::string &directory) {
  return list_numbers(directory).value_or({});
}

}  // namespace corefile
