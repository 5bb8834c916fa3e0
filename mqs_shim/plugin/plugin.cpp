#include "mqs_shim/plugin/plugin.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>

#include "mpidbg/base/elf_identity.h"
#include "mqs_shim/host/callback_tables.h"

namespace mqs_shim {
namespace {

bool has_symbol(void *library, const char *name) {
  return dlsym(library, name) != nullptr;
}

// Returns an error if the file cannot be a shared library for this process. The error says what the file is; the
// dynamic linker would only say "invalid ELF header" or "wrong ELF class: ELFCLASS32".
Status check_file(const std::string &path, const mpidbg::FileDescriptor &file) {
  struct stat status {};
  if (!file || fstat(file.get(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) {
      return Error{ErrorCode::not_found, "the plugin " + path + " does not exist"};
    }
    return Error{ErrorCode::system, "the plugin " + path + " cannot be opened: " + std::strerror(errno)};
  }
  const std::string refusal = path + " is not a shared library: ";
  if (S_ISDIR(status.st_mode)) return Error{ErrorCode::not_supported, refusal + "it is a directory"};
  if (!S_ISREG(status.st_mode)) return Error{ErrorCode::not_supported, refusal + "it is not a regular file"};

  Elf64_Ehdr header{};  // the same up to e_machine for ELF files of 32 and 64 bits
  const ssize_t size = ::pread(file.get(), &header, sizeof header, 0);
  if (size < 0) return Error{ErrorCode::system, "the plugin " + path + " cannot be read: " + std::strerror(errno)};
  const auto got = static_cast<std::size_t>(size);
  if (got == 0) return Error{ErrorCode::not_supported, refusal + "it is empty"};
  const auto identity = mpidbg::elf_identity(std::as_bytes(std::span(&header, 1)));
  if (got < sizeof header || !identity) {
    return Error{ErrorCode::not_supported, refusal + "it is not an ELF file"};
  }
  const auto own = mpidbg::elf_identity_of_file("/proc/self/exe");
  if (identity->elf_class != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32)) {
    const char *bits = identity->elf_class == ELFCLASS32 ? "32-bit" : "64-bit";
    return Error{ErrorCode::not_supported, path + " is a " + bits + " file and cannot be loaded by this " +
                                               std::to_string(8 * sizeof(void *)) + "-bit debugger"};
  }
  if (identity->byte_order != mpidbg::host_byte_order() || (own && identity->machine != own->machine)) {
    return Error{ErrorCode::not_supported, path + " is for another machine (ELF machine " +
                                               std::to_string(identity->machine) + ", this debugger is " +
                                               std::to_string(own ? own->machine : EM_NONE) + ")"};
  }
  if (identity->type != ET_DYN) {
    const char *what = identity->type == ET_REL    ? "an object file"
                       : identity->type == ET_CORE ? "a core file"
                       : identity->type == ET_EXEC ? "an executable"
                                                   : "another kind of ELF file";
    return Error{ErrorCode::not_supported, refusal + "it is " + what};
  }
  return {};
}

std::string name_of(const mpidbg::FileDescriptor &file) {
  return "/proc/self/fd/" + std::to_string(file.get());
}

bool is_loaded(const mpidbg::FileDescriptor &file) {
  void *const library = dlopen(name_of(file).c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (library != nullptr) dlclose(library);
  return library != nullptr;
}

}  // namespace

const std::vector<std::string> &required_functions() {
  static const std::vector<std::string> names = {
#define MQS_SHIM_REQUIRED(name) #name,
#define MQS_SHIM_OPTIONAL(name)
#include "mqs_shim/plugin/plugin_functions.def"
  };
  return names;
}

const std::vector<std::string> &optional_functions() {
  static const std::vector<std::string> names = {
#define MQS_SHIM_REQUIRED(name)
#define MQS_SHIM_OPTIONAL(name) #name,
#include "mqs_shim/plugin/plugin_functions.def"
  };
  return names;
}

Result<std::unique_ptr<Plugin>> Plugin::load(const std::string &path) {
  // The file is opened only in order to check it. It is loaded by its path, because a plugin that looks for files
  // beside itself has to see its own path.
  const mpidbg::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  MPIDBG_TRY(check_file(path, file));
  // The dynamic linker would search its own directories for a name without a slash.
  return load(path, path.find('/') == std::string::npos ? "./" + path : path, {});
}

Result<std::unique_ptr<Plugin>> Plugin::load(FoundPlugin found) {
  if (!found.judged) return load(found.path);
  MPIDBG_TRY(check_file(found.path, found.judged));
  const std::string name = name_of(found.judged);
  return load(found.path, name, std::move(found.judged));
}

Result<std::unique_ptr<Plugin>> Plugin::load(const std::string &path, const std::string &file,
                                             mpidbg::FileDescriptor judged) {
  void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char *why = dlerror();
    return Error{ErrorCode::system, "the plugin " + path + " cannot be loaded: " + plain_text(why)};
  }
  std::unique_ptr<Plugin> plugin(new Plugin(path, library, std::move(judged)));
  MPIDBG_TRY(plugin->look_up_functions());
  MPIDBG_TRY(plugin->check_interface());
  plugin->functions_.mqs_setup_basic_callbacks(&basic_callbacks());
  return plugin;
}

Plugin::~Plugin() {
  dlclose(library_);
  // The name of the library is /proc/self/fd/ with the number of the descriptor. If the library remains loaded, it
  // keeps this name, and the descriptor is not closed: the next file with its number would have the same name.
  if (judged_ && is_loaded(judged_)) judged_.release();
}

Status Plugin::look_up_functions() {
  const char *missing = nullptr;
#define MQS_SHIM_OPTIONAL(name) functions_.name = reinterpret_cast<decltype(functions_.name)>(dlsym(library_, #name));
#define MQS_SHIM_REQUIRED(name) \
  MQS_SHIM_OPTIONAL(name)       \
  if (functions_.name == nullptr && missing == nullptr) missing = #name;
#include "mqs_shim/plugin/plugin_functions.def"
  if (missing != nullptr) {
    return Error{ErrorCode::not_supported, path_ + " is not a debug plugin: it has no function " + missing};
  }
  comm_name_map_ = static_cast<mpidbg_name_map_t *const *>(dlsym(library_, "mpidbg_comm_name_map"));
  dialect_ = dialect_of(functions_, has_symbol, library_);
  return {};
}

Status Plugin::check_interface() {
  const auto *big_endian = static_cast<const char *>(dlsym(library_, "mpidbg_dll_is_big_endian"));
  const auto *bitness = static_cast<const char *>(dlsym(library_, "mpidbg_dll_bitness"));
  constexpr bool own_big_endian = std::endian::native == std::endian::big;
  if ((big_endian != nullptr && (*big_endian != 0) != own_big_endian) ||
      (bitness != nullptr && *bitness != 8 * static_cast<int>(sizeof(void *)))) {
    return Error{ErrorCode::not_supported,
                 "the plugin " + path_ + " says that it is for another byte order or word size"};
  }
  const int version = functions_.mqs_version_compatibility();
  if (version < 1 || version > MQS_INTERFACE_COMPATIBILITY) {
    return Error{ErrorCode::not_supported, "the plugin " + path_ + " has interface version " + std::to_string(version) +
                                               ", this debugger has " +
                                               std::to_string(int{MQS_INTERFACE_COMPATIBILITY})};
  }
  // A plugin without this function has the address width of the machine that it was built for, which is this one.
  if (functions_.mqs_dll_taddr_width != nullptr) {
    if (const int width = functions_.mqs_dll_taddr_width(); width != static_cast<int>(sizeof(mqs_taddr_t))) {
      return Error{ErrorCode::not_supported, "the plugin " + path_ + " has addresses of " + std::to_string(width) +
                                                 " bytes, this debugger has " + std::to_string(sizeof(mqs_taddr_t))};
    }
  }
  version_ = plain_text(functions_.mqs_version_string());
  return {};
}

std::string Plugin::error_string(int code) const {
  std::string text = plain_text(functions_.mqs_dll_error_string(code));
  return text.empty() ? "error " + std::to_string(code) : text;
}

std::string expand_message(const char *message, const std::string &image_name) {
  const std::string text = plain_text(message);
  std::string result;
  bool name_used = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 1 < text.size() && text[i + 1] == '%') {
      result += '%';
      ++i;
    } else if (text[i] == '%' && i + 1 < text.size() && text[i + 1] == 's' && !name_used) {
      result += image_name;
      name_used = true;
      ++i;
    } else {
      result += text[i];
    }
  }
  return result;
}

}  // namespace mqs_shim
