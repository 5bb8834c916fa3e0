#include "corefile/command/verbs/recorder_search.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "corefile/elf/elf_file.h"
#include "corefile/elf/exports.h"
#include "mpidbg/base/installation.h"
#include "mpidbg/base/split.h"

namespace command {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kinds[] = {"openmpi", "mpich"};
constexpr std::string_view standard_abi = "mpi-abi";

std::string path_of_program(const std::string &program) {
  if (program.find('/') != std::string::npos) return program;
  const char *path = std::getenv("PATH");
  for (const std::string_view directory : mpidbg::split(path == nullptr ? "" : path, ':')) {
    const std::string candidate = std::string(directory.empty() ? "." : directory) + "/" + program;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return program;
}

// Returns the MPI library of the mpirun that has started this process, recognised by the environment variables that
// mpirun sets.
std::optional<std::string> mpi_of_environment() {
  if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr) return "openmpi";
  // Hydra sets both variables. PMI_RANK alone may be set by a batch system.
  if (std::getenv("MPI_LOCALNRANKS") != nullptr && std::getenv("PMI_RANK") != nullptr) return "mpich";
  return std::nullopt;
}

// Recognizes libraries of the MPICH ABI Compatibility Initiative: libmpi.so.12, libmpich.so.12, and Cray's
// libmpi_gnu.so.12.
bool is_of_mpich_abi(std::string_view library) {
  return library.starts_with("libmpich.so") ||
         (library.starts_with("libmpi") && library.find(".so.12") != library.npos);
}

struct FileEvidence {
  std::string mpi;  // empty: the file does not show it
  bool is_launcher = false;
};

FileEvidence evidence_of(const std::string &path) {
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (!error && real.filename() == "mpiexec.hydra") return {"mpich", true};
  const auto file = corefile::ElfFile::open(path);
  if (!file) return {};
  for (const std::string_view name : (*file)->needed()) {
    if (name.starts_with("libmpi_abi.so")) return {std::string(standard_abi)};
    if (name.starts_with("libmpi.so.40")) return {"openmpi"};
    if (name.starts_with("libopen-rte.so.")) return {"openmpi", true};
    if (is_of_mpich_abi(name)) return {"mpich"};
  }
  return {};
}

// Returns true if the command line of a launcher names a program for the standard ABI. Such a program may use another
// MPI library than the launcher's.
bool is_standard_abi_launched(const std::vector<std::string> &words) {
  return std::any_of(words.begin() + 1, words.end(), [](const std::string &word) {
    return !word.starts_with('-') && evidence_of(path_of_program(word)).mpi == standard_abi;
  });
}

}  // namespace

mpidbg::Status check_program(const std::string &program) {
  const std::string path = path_of_program(program);
  std::error_code error;
  if (access(path.c_str(), X_OK) != 0) {
    error = std::error_code(errno, std::generic_category());
  } else if (fs::is_directory(path, error)) {
    error = std::make_error_code(std::errc::is_a_directory);
  }
  if (!error) return {};
  return mpidbg::Error{mpidbg::ErrorCode::system, "cannot run " + program + ": " + error.message()};
}

std::string mpi_that_file_names(const std::string &program) {
  const FileEvidence file = evidence_of(path_of_program(program));
  return file.is_launcher ? std::string() : file.mpi;
}

bool is_static_program(const std::string &program) {
  const auto file = corefile::ElfFile::open(path_of_program(program));
  if (!file || !(*file)->is_program()) return false;
  const auto &headers = (*file)->program_headers();
  return std::none_of(headers.begin(), headers.end(), [](const auto &header) { return header.p_type == PT_INTERP; });
}

mpidbg::Result<std::string> mpi_of_program(const std::vector<std::string> &words) {
  const std::string &program = words.front();
  const FileEvidence file = evidence_of(path_of_program(program));
  if (!file.mpi.empty() && !file.is_launcher) return file.mpi;
  if (file.is_launcher && is_standard_abi_launched(words)) return std::string(standard_abi);
  if (const auto mpi = mpi_of_environment()) return *mpi;
  if (!file.mpi.empty()) return file.mpi;
  std::vector<std::string> installed;
  for (const std::string_view kind : kinds)
    if (find_recorder(std::string(kind))) installed.emplace_back(kind);
  if (installed.size() == 1) return installed.front();
  if (installed.empty() && find_recorder(std::string(standard_abi))) return std::string(standard_abi);
  return mpidbg::Error{mpidbg::ErrorCode::not_found,
                       "cannot determine the MPI library of '" + program + "': give --mpi openmpi or --mpi mpich"};
}

mpidbg::Result<std::string> find_recorder(const std::string &mpi) {
  return find_companion("libmpidbg-record", mpi);
}

mpidbg::Result<std::string> check_recorder(const std::string &file) {
  const auto exports = corefile::read_exports(file);
  if (!exports) return mpidbg::Error{mpidbg::ErrorCode::not_found, "the recorder " + exports.error().message};
  const auto &symbols = exports->symbols;
  if (std::find(symbols.begin(), symbols.end(), "mpidbg_record") == symbols.end())
    return mpidbg::Error{mpidbg::ErrorCode::not_found, file + " is not a recorder: `mpidbg record --build` makes one"};
  std::error_code error;
  return fs::absolute(file, error).string();
}

mpidbg::Result<std::string> find_recorder_builder() {
  const auto data = mpidbg::data_directory();
  std::error_code error;
  const std::string script = data.value_or("") + "/source/mpidbg/recorder/build_recorder.sh";
  if (data && fs::exists(script, error)) return script;
  return mpidbg::Error{mpidbg::ErrorCode::not_found,
                       "the sources of the recorder are not installed" + (data ? ": there is no " + script : "")};
}

mpidbg::Result<std::string> find_companion(const std::string &library, const std::string &mpi) {
  const std::string name = library + "-" + mpi + ".so";
  MPIDBG_ASSIGN(here, mpidbg::own_directory());
  const auto installed = mpidbg::private_directory();
  for (const std::string &place : {installed.value_or(here), here + "/../../mpidbg/recorder", here + "/../mpit_tool"}) {
    std::error_code error;
    const fs::path candidate = fs::canonical(fs::path(place) / name, error);
    if (!error) return candidate.string();
  }
  return mpidbg::Error{mpidbg::ErrorCode::not_found, name + " is not installed in " + installed.value_or(here)};
}

}  // namespace command
