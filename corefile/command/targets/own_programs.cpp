#include "corefile/command/targets/own_programs.h"

#include <unistd.h>

namespace command {

mpidbg::Result<std::filesystem::path> own_path() {
  std::error_code error;
  std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return mpidbg::Error{mpidbg::ErrorCode::system, "/proc/self/exe: " + error.message()};
  return path;
}

std::optional<std::filesystem::path> program_beside(const std::string &name) {
  const auto own = own_path();
  if (!own) return std::nullopt;
  std::filesystem::path path = own->parent_path() / name;
  return ::access(path.c_str(), X_OK) == 0 ? std::optional(std::move(path)) : std::nullopt;
}

}  // namespace command
