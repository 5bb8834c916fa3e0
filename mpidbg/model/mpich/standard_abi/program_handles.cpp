#include "mpidbg/model/mpich/standard_abi/program_handles.h"

#include <string_view>
#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/mpich/objects/predefined.h"

namespace mpidbg::model::mpich {

namespace {

struct Constant {
  HandleKind kind;
  std::string_view name;
  std::uint64_t value;
};
constexpr Constant constants_of_standard[] = {
#define MPIDBG_PREDEFINED(kind, name, value) {HandleKind::kind, #name, value},
#include "mpidbg/recorder/standard_abi_predefined.def"
#undef MPIDBG_PREDEFINED
};

// Predefined datatypes of 5.0 that do not exist in the mpi.h of 4.0.
constexpr std::pair<std::string_view, std::uint32_t> datatypes_of_5[] = {
    {"MPI_REAL2", 0x4c000226},    {"MPI_COMPLEX4", 0x4c00042e}, {"MPI_INTEGER16", 0x4c001032},
    {"MPI_LOGICAL1", 0x4c000147}, {"MPI_LOGICAL2", 0x4c000248}, {"MPI_LOGICAL4", 0x4c000449},
    {"MPI_LOGICAL8", 0x4c00084a}, {"MPI_LOGICAL16", 0x4c00104b}};

// Handles below this number are constants and not addresses (ABI_IS_BUILTIN).
constexpr std::uint64_t first_address = 0x1000;

// Returns the standard's value for a name, if the standard has that name.
std::optional<std::uint64_t> standard_value(HandleKind kind, std::string_view name) {
  for (const Constant &constant : constants_of_standard) {
    if (constant.kind == kind && constant.name == name) return constant.value;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> standard_value(HandleKind kind, Handle own) {
  for (const NamedHandle &known : predefined_handles()) {
    if (known.kind != kind || known.handle != own.value()) continue;
    if (const auto value = standard_value(kind, known.name)) return value;
  }
  for (const auto &[name, handle] : datatypes_of_5) {
    if (kind == HandleKind::datatype && handle == own.value()) return standard_value(kind, name);
  }
  return std::nullopt;
}

std::optional<Handle> own_value(HandleKind kind, std::uint64_t standard) {
  for (const Constant &constant : constants_of_standard) {
    if (constant.kind != kind || constant.value != standard) continue;
    for (const NamedHandle &known : predefined_handles()) {
      if (known.kind == kind && known.name == constant.name) return int_handle(known.handle);
    }
    for (const auto &[name, handle] : datatypes_of_5) {
      if (name == constant.name) return int_handle(handle);
    }
  }
  return std::nullopt;
}

// Returns the kind of the library's object; nullopt for kinds whose handles are addresses both in the program and in
// the library.
std::optional<ObjectKind> object_kind(HandleKind kind) {
  switch (kind) {
    case HandleKind::communicator:
      return ObjectKind::communicator;
    case HandleKind::group:
      return ObjectKind::group;
    case HandleKind::request:
    case HandleKind::message:
      return ObjectKind::request;
    case HandleKind::errhandler:
      return ObjectKind::errhandler;
    case HandleKind::datatype:
      return ObjectKind::datatype;
    case HandleKind::info:
      return ObjectKind::info;
    case HandleKind::op:
      return ObjectKind::op;
    case HandleKind::window:
      return ObjectKind::window;
    case HandleKind::session:
      return ObjectKind::session;
    case HandleKind::file:
    case HandleKind::status:
      break;
  }
  return std::nullopt;
}

std::uint64_t null_file() {
  return standard_value(HandleKind::file, "MPI_FILE_NULL").value_or(0);
}

constexpr std::pair<std::int32_t, std::int32_t> keys[] = {{layout::mpich::key_tag_ub, 501},
                                                          {layout::mpich::key_io, 502},
                                                          {layout::mpich::key_host, 503},
                                                          {layout::mpich::key_wtime_is_global, 504},
                                                          {layout::mpich::key_appnum, 505},
                                                          {layout::mpich::key_lastusedcode, 506},
                                                          {layout::mpich::key_universe_size, 507},
                                                          {layout::mpich::key_win_base, 601},
                                                          {layout::mpich::key_win_disp_unit, 602},
                                                          {layout::mpich::key_win_size, 603},
                                                          {layout::mpich::key_win_create_flavor, 604},
                                                          {layout::mpich::key_win_model, 605}};

}  // namespace

Result<Handle> ProgramHandles::to_library(HandleKind kind, Handle program) {
  const auto object = object_kind(kind);
  if (!object) return kind == HandleKind::file && program.value() == null_file() ? Handle() : program;
  const std::uint64_t value = program.value();
  if (value < first_address) {
    if (const auto own = own_value(kind, value)) return *own;
  } else {
    if (const auto own = pools_.handle_of(*object, Address(value))) return int_handle(*own);
    // A group without MPI_Group is identified by the library's handle of its communicator; see objects/groups.h.
    if (kind == HandleKind::group && value >> 32 == 0) return int_handle(static_cast<std::uint32_t>(value));
    if (const auto &problem = pools_.problem(*object)) return *problem;
  }
  return Error{ErrorCode::not_found, hex(program) + " is not the handle of a live " + noun(*object), Address(value)};
}

Handle ProgramHandles::to_program(HandleKind kind, Handle own) {
  const auto object = object_kind(kind);
  if (!object) return kind == HandleKind::file && own.is_null() ? Handle(null_file()) : own;
  if (own.is_null()) return Handle();
  if (const auto standard = standard_value(kind, own)) return Handle(*standard);
  if (const auto address = pools_.find(*object, static_cast<std::uint32_t>(own.value()))) return Handle(*address);
  return kind == HandleKind::group ? Handle(own.value()) : Handle();
}

std::int64_t ProgramHandles::to_fortran(HandleKind kind, Handle own) {
  if (const auto standard = standard_value(kind, own)) return static_cast<std::int64_t>(*standard);
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(own.value()));
}

Result<Handle> ProgramHandles::from_fortran(HandleKind kind, std::int64_t number) {
  if (number < 0 || static_cast<std::uint64_t>(number) >= first_address)
    return int_handle(static_cast<std::uint32_t>(number));
  if (const auto own = own_value(kind, static_cast<std::uint64_t>(number))) return *own;
  return Error{ErrorCode::not_found, "no object has the Fortran handle " + std::to_string(number)};
}

std::vector<PredefinedHandle> ProgramHandles::predefined(HandleKind kind) {
  if (kind == HandleKind::status) return {{"MPI_STATUS_IGNORE", Handle()}};
  std::vector<PredefinedHandle> handles;
  for (const Constant &constant : constants_of_standard) {
    if (constant.kind == kind) handles.push_back({std::string(constant.name), Handle(constant.value)});
  }
  return handles;
}

std::int32_t standard_key(std::int32_t key) {
  for (const auto &[own, standard] : keys) {
    if (own == key) return standard;
  }
  return key;
}

}  // namespace mpidbg::model::mpich
