#include "mqs_shim/session/handle_expression.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/whole_number.h"
#include "mqs_shim/session/read_objects.h"

namespace mqs_shim {

namespace {

class Resolver {
 public:
  Resolver(const Conversation &conversation, const mpidbg_process_info_t &process, mpidbg_handle_kind_t kind)
      : talk_(conversation), process_(process), kind_(kind) {}

  Result<Address> resolve(const std::string &expression) const {
    if (const auto value = mpidbg::whole_number_or_hex(expression)) return Address(*value);
    if (expression.starts_with("fortran:")) return from_fortran(expression.substr(8));
    if (expression.starts_with("cxx:")) return from_cxx(expression.substr(4));
    if (const auto predefined = predefined_handle(expression)) return *predefined;
    if (kind_ == MPIDBG_KIND_COMM) {
      if (const auto named = communicator_named(expression)) return *named;
    }
    MPIDBG_ASSIGN(variable, address_of(expression));
    return handle_in(variable);
  }

 private:
  Result<Address> from_fortran(const std::string &text) const {
    const auto index = mpidbg::whole_number<int>(text);
    if (!index) {
      return Error{ErrorCode::not_found, "not a Fortran handle: '" + text + "' is not an INTEGER", {}};
    }
    mqs_taddr_t handle = 0;
    const auto fortran = static_cast<mqs_taddr_t>(*index);
    int code = MPIDBG_ERR_NOT_SUPPORTED;
    if (talk_.call.mpidbg_f2c != nullptr) {
      code = talk_.call.mpidbg_f2c(&talk_.process, kind_, fortran, &handle);
    } else if (talk_.handles_ready && kind_ == MPIDBG_KIND_COMM && talk_.call.mpidbg_comm_f2c != nullptr) {
      code = talk_.call.mpidbg_comm_f2c(&talk_.image, talk_.image.info, &talk_.process, talk_.process.info, fortran,
                                        &handle);
    } else {
      return no_queries();
    }
    if (code != MPIDBG_SUCCESS) return Error{ErrorCode::not_found, talk_.why_no_handle(code), {}};
    return Address(handle);
  }

  Result<Address> from_cxx(const std::string &text) const {
    std::optional<std::uint64_t> object = mpidbg::whole_number_or_hex(text);
    if (!object) {
      MPIDBG_ASSIGN(variable, address_of(text));
      object = variable.value();
    }
    mqs_taddr_t handle = 0;
    if (talk_.call.mpidbg_cxx2c == nullptr) return no_queries();
    const int code = talk_.call.mpidbg_cxx2c(&talk_.process, kind_, static_cast<mqs_taddr_t>(*object), &handle);
    if (code != MPIDBG_SUCCESS) return Error{ErrorCode::not_found, talk_.why_no_handle(code), {}};
    return Address(handle);
  }

  Error no_queries() const {
    return Error{ErrorCode::not_supported, "the plugin " + talk_.plugin.path() + " answers no queries of handles", {}};
  }

  std::optional<Address> predefined_handle(const std::string &name) const {
    const mpidbg_name_map_t *map = nullptr;
    if (talk_.call.mpidbg_name_map != nullptr) {
      map = talk_.call.mpidbg_name_map(&talk_.process, kind_);
    } else if (talk_.handles_ready && kind_ == MPIDBG_KIND_COMM) {
      map = talk_.plugin.comm_name_map();
    }
    for (; map != nullptr && map->map_name != nullptr; ++map) {
      if (name == map->map_name) return Address(map->map_handle);
    }
    return std::nullopt;
  }

  // Returns the names of existing communicators for the error message, such as "; communicators are MPI_COMM_WORLD, my
  // dup".
  std::string known_communicators() const {
    if (kind_ != MPIDBG_KIND_COMM || !talk_.handles_ready) return {};
    constexpr std::size_t most_names = 12;
    std::string text;
    std::size_t count = 0;
    for (const Address handle : list_handles(talk_, MPIDBG_KIND_COMM).value_or({})) {
      CommunicatorRecord communicator;
      if (!query_outline(talk_, handle, communicator) || communicator.name.empty()) continue;
      if (++count > most_names) return text + ", ...";
      text += (text.empty() ? "; communicators are " : ", ") + communicator.name;
    }
    return text;
  }

  // Returns the first communicator in the library's table that has this name. Skips communicators that cannot be read.
  std::optional<Address> communicator_named(const std::string &name) const {
    if (!talk_.handles_ready) return std::nullopt;
    for (const Address handle : list_handles(talk_, MPIDBG_KIND_COMM).value_or({})) {
      CommunicatorRecord communicator;
      if (query_outline(talk_, handle, communicator) && communicator.name == name) return handle;
    }
    return std::nullopt;
  }

  // Returns the address of a variable that is written as "symbol" or "symbol+offset".
  Result<Address> address_of(const std::string &expression) const {
    const std::size_t plus = expression.rfind('+');
    std::string symbol = expression.substr(0, plus);
    std::uint64_t offset = 0;
    if (plus != std::string::npos) {
      const auto value = mpidbg::whole_number_or_hex(std::string_view(expression).substr(plus + 1));
      if (!value) return Error{ErrorCode::not_found, "not an offset: '" + expression.substr(plus + 1) + "'", {}};
      offset = *value;
    }
    const auto found = talk_.image.target.find_symbol(symbol, SymbolKind::data);
    if (!found) {
      return Error{ErrorCode::not_found,
                   "'" + symbol + "' is not a handle, a predefined name" +
                       (kind_ == MPIDBG_KIND_COMM ? ", the name of a communicator" : "") +
                       ", or a variable of the program" + known_communicators(),
                   {}};
    }
    return *found + offset;
  }

  // Returns the handle for a variable of the program: its address if the variable is itself an object of the kind, and
  // otherwise the handle that it contains.
  Result<Address> handle_in(Address variable) const {
    if (kind_ == MPIDBG_KIND_STATUS || is_object(variable)) return variable;
    std::array<std::byte, 8> bytes{};
    const std::size_t size = std::min(handle_width(), bytes.size());
    if (!talk_.process.memory.read(variable, bytes.data(), size)) {
      return Error{ErrorCode::not_found, "the variable at " + mpidbg::hex(variable) + " cannot be read", variable};
    }
    return Address(
        mpidbg::decode_unsigned(std::span<const std::byte>(bytes).first(size), talk_.image.target.byte_order()));
  }

  // Returns the size in bytes of a variable that holds a handle of this kind. The plugin reports it; otherwise it is
  // the size of a pointer.
  std::size_t handle_width() const {
    const std::size_t width = process_.handle_width[kind_];
    return width != 0 ? width : talk_.image.target.pointer_size();
  }

  bool is_object(Address candidate) const {
    if (talk_.call.mpidbg_query == nullptr || talk_.call.mpidbg_free == nullptr) return false;
    void *info = nullptr;
    if (talk_.call.mpidbg_query(&talk_.process, kind_, candidate.value(), &info) != MPIDBG_SUCCESS) return false;
    talk_.call.mpidbg_free(info, kind_);
    return true;
  }

  const Conversation &talk_;
  const mpidbg_process_info_t &process_;
  const mpidbg_handle_kind_t kind_;
};

}  // namespace

Result<Address> resolve_handle(const Conversation &conversation, const mpidbg_process_info_t &process,
                               mpidbg_handle_kind_t kind, const std::string &expression) {
  return Resolver(conversation, process, kind).resolve(expression);
}

}  // namespace mqs_shim
