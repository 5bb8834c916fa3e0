#include "corefile/process/private_mappings.h"

#include <fcntl.h>
#include <sys/ioctl.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <string_view>

#include "corefile/process/proc_files.h"
#include "mpidbg/base/file_descriptor.h"
#include "mpidbg/base/split.h"

namespace corefile {

namespace {

// A copy of the kernel's struct procmap_query (linux/fs.h of Linux 6.11), which older headers lack.
struct MapQuery {
  std::uint64_t size, flags, address;
  std::uint64_t begin, end, permissions, page_size, offset, inode;
  std::uint32_t device_major, device_minor, name_size, build_id_size;
  std::uint64_t name, build_id;
};
constexpr unsigned long map_query = _IOWR('f', 17, MapQuery);
constexpr std::uint64_t readable = 1, writable = 2, or_next = 16;

// Returns true for the name of a mapping that is private memory. Mappings of files have a path as name, and memory that
// the program has named has "[anon:NAME]".
bool is_private(std::string_view name) {
  if (name.find('/') != std::string_view::npos) return false;
  return name.empty() || name.starts_with("[heap]") || name.starts_with("[anon");
}

// Returns true if the mapping at an address is private memory. If the kernel returns no name because it is too long for
// the array, the mapping is not private: only paths are so long.
bool is_private(int maps, Address begin) {
  std::array<char, 256> name;
  MapQuery wanted{};
  wanted.size = sizeof wanted;
  wanted.address = begin.value();
  wanted.name_size = name.size();
  wanted.name = reinterpret_cast<std::uintptr_t>(name.data());
  if (::ioctl(maps, map_query, &wanted) != 0) return false;
  return is_private(std::string_view(name.data(), wanted.name_size == 0 ? 0 : wanted.name_size - 1));
}

// Returns private mappings by PROCMAP_QUERY; nullopt if the kernel does not support it.
std::optional<std::vector<AddressRange>> ask_kernel(pid_t pid) {
  const mpidbg::FileDescriptor maps(::open(proc_path(pid, "maps").c_str(), O_RDONLY | O_CLOEXEC));
  std::vector<AddressRange> ranges;
  MapQuery wanted{};
  wanted.size = sizeof wanted;
  wanted.flags = readable | writable | or_next;
  while (::ioctl(maps.get(), map_query, &wanted) == 0) {
    if (wanted.end <= wanted.address) return std::nullopt;
    if (wanted.inode == 0 && is_private(maps.get(), Address(wanted.begin)))
      ranges.push_back({Address(wanted.begin), Address(wanted.end)});
    wanted.address = wanted.end;
  }
  if (errno != ENOENT) return std::nullopt;
  return ranges;
}

// Returns private mappings from /proc/PID/maps, which has lines "BEGIN-END PERMISSIONS OFFSET DEVICE INODE NAME".
std::vector<AddressRange> read_lines(pid_t pid) {
  std::vector<AddressRange> ranges;
  const auto content = read_proc_file(proc_path(pid, "maps"));
  if (!content) return ranges;
  for (std::string_view line : mpidbg::split(*content, '\n')) {
    const AddressRange range = take_range(line);
    const bool is_written = mpidbg::take_until(line, ' ').starts_with("rw");
    const std::size_t name = line.find_first_of("/[");
    if (is_written && is_private(name == std::string_view::npos ? std::string_view() : line.substr(name)))
      ranges.push_back(range);
  }
  return ranges;
}

}  // namespace

std::vector<AddressRange> read_private_mappings(pid_t pid, MapsWay way) {
  if (way != MapsWay::text) {
    if (auto ranges = ask_kernel(pid)) return std::move(*ranges);
    if (way == MapsWay::query) return {};
  }
  return read_lines(pid);
}

}  // namespace corefile
