// This file implements the functions mpidbg_* that concern no particular kind of handles: life cycle, versions, errors.

#include <bit>
#include <string>
#include <utility>

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/entry/errors.h"
#include "mpidbg/entry/handle_kind.h"
#include "mpidbg/entry/interface_globals.h"
#include "mpidbg/entry/state.h"
#include "mpidbg/entry/tool_state.h"
#include "mpidbg/entry/version.h"
#include "mpidbg/model/library/detect.h"

using namespace mpidbg;
using namespace mpidbg::entry;

namespace {

// Holds the name by which the debugger finds a type of mpi.h, and the member to fill in. Some types are C++ classes.
struct HandleType {
  mqs_type *mpidbg_handle_info_t::*member;
  const char *name;
};

constexpr HandleType handle_types_by_name[] = {
    {&mpidbg_handle_info_t::hi_c_aint, "MPI_Aint"},
    {&mpidbg_handle_info_t::hi_c_comm, "MPI_Comm"},
    {&mpidbg_handle_info_t::hi_c_datatype, "MPI_Datatype"},
    {&mpidbg_handle_info_t::hi_c_errhandler, "MPI_Errhandler"},
    {&mpidbg_handle_info_t::hi_c_file, "MPI_File"},
    {&mpidbg_handle_info_t::hi_c_group, "MPI_Group"},
    {&mpidbg_handle_info_t::hi_c_info, "MPI_Info"},
    {&mpidbg_handle_info_t::hi_c_offset, "MPI_Offset"},
    {&mpidbg_handle_info_t::hi_c_op, "MPI_Op"},
    {&mpidbg_handle_info_t::hi_c_request, "MPI_Request"},
    {&mpidbg_handle_info_t::hi_c_status, "MPI_Status"},
    {&mpidbg_handle_info_t::hi_c_win, "MPI_Win"},
    {&mpidbg_handle_info_t::hi_cxx_aint, "MPI::Aint"},
    {&mpidbg_handle_info_t::hi_cxx_comm, "MPI::Comm"},
    {&mpidbg_handle_info_t::hi_cxx_intracomm, "MPI::Intracomm"},
    {&mpidbg_handle_info_t::hi_cxx_intercomm, "MPI::Intercomm"},
    {&mpidbg_handle_info_t::hi_cxx_graphcomm, "MPI::Graphcomm"},
    {&mpidbg_handle_info_t::hi_cxx_cartcomm, "MPI::Cartcomm"},
    {&mpidbg_handle_info_t::hi_cxx_datatype, "MPI::Datatype"},
    {&mpidbg_handle_info_t::hi_cxx_errhandler, "MPI::Errhandler"},
    {&mpidbg_handle_info_t::hi_cxx_file, "MPI::File"},
    {&mpidbg_handle_info_t::hi_cxx_group, "MPI::Group"},
    {&mpidbg_handle_info_t::hi_cxx_info, "MPI::Info"},
    {&mpidbg_handle_info_t::hi_cxx_offset, "MPI::Offset"},
    {&mpidbg_handle_info_t::hi_cxx_op, "MPI::Op"},
    {&mpidbg_handle_info_t::hi_cxx_request, "MPI::Request"},
    {&mpidbg_handle_info_t::hi_cxx_prequest, "MPI::Prequest"},
    {&mpidbg_handle_info_t::hi_cxx_grequest, "MPI::Grequest"},
    {&mpidbg_handle_info_t::hi_cxx_status, "MPI::Status"},
    {&mpidbg_handle_info_t::hi_cxx_win, "MPI::Win"},
};

// Lists the members for types in C with their kinds of handles. The members are filled with the library's structs if
// the debugger knows these but not the types of mpi.h.
constexpr std::pair<mqs_type * mpidbg_handle_info_t::*, model::HandleKind> members_by_kind[] = {
    {&mpidbg_handle_info_t::hi_c_comm, model::HandleKind::communicator},
    {&mpidbg_handle_info_t::hi_c_datatype, model::HandleKind::datatype},
    {&mpidbg_handle_info_t::hi_c_errhandler, model::HandleKind::errhandler},
    {&mpidbg_handle_info_t::hi_c_file, model::HandleKind::file},
    {&mpidbg_handle_info_t::hi_c_group, model::HandleKind::group},
    {&mpidbg_handle_info_t::hi_c_info, model::HandleKind::info},
    {&mpidbg_handle_info_t::hi_c_op, model::HandleKind::op},
    {&mpidbg_handle_info_t::hi_c_request, model::HandleKind::request},
    {&mpidbg_handle_info_t::hi_c_status, model::HandleKind::status},
    {&mpidbg_handle_info_t::hi_c_win, model::HandleKind::window},
};

// Converts "struct NAME *" to "NAME", because some hosts find types by this form only.
std::string object_type(const char *handle_type) {
  std::string name(handle_type);
  if (name.starts_with("struct ")) name.erase(0, 7);
  return name.substr(0, name.find(' '));
}

void fill_in(const debugger::Image &image, mpidbg_handle_info_t &types) {
  for (const HandleType &type : handle_types_by_name) types.*type.member = image.find_type(type.name);
  for (const auto &[member, kind] : members_by_kind) {
    const char *const handle_type = model::handle_type(image, kind);
    if (types.*member == nullptr && handle_type != nullptr) types.*member = image.find_type(object_type(handle_type));
  }
}

}  // namespace

extern "C" {

char mpidbg_dll_is_big_endian = std::endian::native == std::endian::big ? 1 : 0;
char mpidbg_dll_bitness = 8 * sizeof(void *);

int mpidbg_init_once(const mqs_basic_callbacks *callbacks) {
  debugger::set_basic_callbacks(callbacks);
  return MPIDBG_SUCCESS;
}

int mpidbg_interface_version_compatibility(void) {
  return MPIDBG_INTERFACE_VERSION;
}
char *mpidbg_version_string(void) {
  return const_cast<char *>(version_text());
}
int mpidbg_dll_taddr_width(void) {
  return sizeof(mqs_taddr_t);
}
int mpidbg_ext_version(void) {
  return MPIDBG_EXT_VERSION;
}
const char *mpidbg_error_string(int code) {
  return mpidbg_error_text(code);
}

int mpidbg_init_per_image(mqs_image *image, const mqs_image_callbacks *callbacks,
                          struct mpidbg_handle_info_t *handle_types) {
  return guard_mpidbg([&]() -> int {
    ImageState *state = set_up_image(image, callbacks, family_mpidbg);
    if (state == nullptr) return MPIDBG_ERR_UNAVAILABLE;
    if (const Status found = look_for_library(state->image); !found) {
      const int code = mpidbg_failure(nullptr, found.error());
      let_go(reinterpret_cast<mqs_image_info *>(state), family_mpidbg);
      return code;
    }
    if (handle_types != nullptr) {
      fill_in(state->image, *handle_types);
    }
    return MPIDBG_SUCCESS;
  });
}

void mpidbg_finalize_per_image(mqs_image *, mqs_image_info *image_info) {
  let_go(image_info, family_mpidbg);
}

int mpidbg_init_per_process(mqs_process *process, const mqs_process_callbacks *callbacks,
                            struct mpidbg_handle_info_t *) {
  return guard_mpidbg([&]() -> int {
    ProcessState *state = set_up_process(process, callbacks, family_mpidbg);
    if (state == nullptr) return MPIDBG_ERR_UNAVAILABLE;
    const auto library = state->library();
    if (library) {
      set_globals(*state, **library);
      return MPIDBG_SUCCESS;
    }
    const int code = mpidbg_failure(state, library.error());
    error_without_process() = state->error;
    // The process is set up even before MPI_Init has completed; later queries succeed.
    if (library.error().code == ErrorCode::unavailable) return MPIDBG_SUCCESS;
    let_go(reinterpret_cast<mqs_process_info *>(state), family_mpidbg);
    return code;
  });
}

void mpidbg_finalize_per_process(mqs_process *, mqs_process_info *process_info) {
  ProcessState *state = process_state(process_info);
  if (state == nullptr) return;
  clear_globals(state);
  let_go(process_info, family_mpidbg);
}

int mpidbg_set_held(mqs_process *process, int held) {
  return guard_mpidbg([&]() -> int {
    ProcessState *state = process_state(process);
    if (state == nullptr) return MPIDBG_ERR_NOT_FOUND;
    state->held = held != 0;
    state->may_have_run = state->attached != nullptr;
    state->forget_record();  // the process may have run since the last call
    return MPIDBG_SUCCESS;
  });
}

const char *mpidbg_error_detail(mqs_process *process) {
  const ProcessState *state = process == nullptr ? nullptr : process_state(process);
  return state == nullptr ? error_without_process().c_str() : state->error.c_str();
}

}  // extern "C"
