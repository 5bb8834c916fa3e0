#include "mpidbg/recorder/library.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace recorder {

Function next_c[call_end];
Function next_fortran[call_end];
FromFortran from_fortran[handle_kinds];
ToFortran to_fortran[handle_kinds];
std::uint64_t null_handle[handle_kinds];
std::uint64_t shared_request;

void *find_symbol(const char *name) {
  if (void *found = dlsym(RTLD_NEXT, name)) return found;
  void *program = dlopen(nullptr, RTLD_LAZY);
  link_map *map = nullptr;
  if (program == nullptr || dlinfo(program, RTLD_DI_LINKMAP, &map) != 0) return nullptr;
  void *found = nullptr;
  for (; map != nullptr && found == nullptr; map = map->l_next) {
    if (map->l_name == nullptr || map->l_name[0] == '\0') continue;
    if (void *object = dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD)) {
      found = dlsym(object, name);
      dlclose(object);
    }
  }
  dlclose(program);
  return found;
}

std::uint64_t address_of(const char *name) {
  void *found = dlsym(RTLD_DEFAULT, name);
  return reinterpret_cast<std::uintptr_t>(found != nullptr ? found : find_symbol(name));
}

namespace {

bool in_same_object(void *one, void *other) {
  Dl_info first, second;
  return dladdr(one, &first) != 0 && dladdr(other, &second) != 0 && first.dli_fbase == second.dli_fbase;
}

// Runs in place of a function that the library lacks. A program may find the recorder's wrapper of that function
// through the dynamic linker and call it.
int missing() {
  return MPI_ERR_OTHER;
}

}  // namespace

Function next_of(const char *name, const char *profiling_name) {
  void *own = find_symbol(profiling_name);
  void *tool = dlsym(RTLD_NEXT, name);
  if (own == nullptr || (tool != nullptr && !in_same_object(own, tool))) own = tool;
  return own != nullptr ? reinterpret_cast<Function>(own) : reinterpret_cast<Function>(&missing);
}

namespace {

char version[MPI_MAX_LIBRARY_VERSION_STRING];

#if MPIDBG_IS_STANDARD_ABI
constexpr const char *built_for = "the standard ABI of MPI-5";
#elif defined(OPEN_MPI)
constexpr const char *built_for = "Open MPI";
#else
constexpr const char *built_for = "the ABI of MPICH";
#endif

void find_next_functions() {
#define MPIDBG_CALL(name, lower, ...)                         \
  next_c[call_##name] = next_of("MPI_" #name, "PMPI_" #name); \
  MPIDBG_CALL_FORTRAN(name, lower)
#define MPIDBG_CALL_C(name, ...) next_c[call_##name] = next_of("MPI_" #name, "PMPI_" #name);
#define MPIDBG_CALL_LARGE(name, ...) MPIDBG_CALL_C(name##_c)
#ifdef MPIDBG_WRAP_FORTRAN
#define MPIDBG_CALL_FORTRAN(name, lower, ...) \
  next_fortran[call_##name] = next_of("mpi_" #lower "_", "pmpi_" #lower "_");
#else
#define MPIDBG_CALL_FORTRAN(...)
#endif
#include "mpidbg/recorder/calls.def"
  next_c[call_Pcontrol] = next_of("MPI_Pcontrol", "PMPI_Pcontrol");
}

void find_handles() {
#if !defined(OPEN_MPI) || MPIDBG_IS_STANDARD_ABI
  const std::uint64_t nulls[] = {handle_word(MPI_REQUEST_NULL),
                                 handle_word(MPI_COMM_NULL),
                                 handle_word(MPI_GROUP_NULL),
                                 handle_word(MPI_DATATYPE_NULL),
                                 handle_word(MPI_OP_NULL),
                                 handle_word(MPI_WIN_NULL),
                                 reinterpret_cast<std::uintptr_t>(MPI_FILE_NULL),
                                 handle_word(MPI_INFO_NULL),
                                 handle_word(MPI_ERRHANDLER_NULL),
                                 handle_word(MPI_MESSAGE_NULL)};
  for (int kind = 0; kind <= MPIDBG_RECORD_MESSAGE; ++kind) null_handle[kind] = nulls[kind];
#if MPI_VERSION >= 4
  null_handle[MPIDBG_RECORD_SESSION] = handle_word(MPI_SESSION_NULL);
#endif
  if (is_open_mpi()) shared_request = address_of("ompi_request_empty");
#else
  constexpr const char *nulls[] = {"ompi_request_null",      "ompi_mpi_comm_null", "ompi_mpi_group_null",
                                   "ompi_mpi_datatype_null", "ompi_mpi_op_null",   "ompi_mpi_win_null",
                                   "ompi_mpi_file_null",     "ompi_mpi_info_null", "ompi_mpi_errhandler_null",
                                   "ompi_message_null"};
  constexpr const char *names[] = {"Request", "Comm", "Group", "Type",       "Op",
                                   "Win",     "File", "Info",  "Errhandler", "Message"};
  for (int kind = 0; kind <= MPIDBG_RECORD_MESSAGE; ++kind) {
    null_handle[kind] = address_of(nulls[kind]);
    char name[40];
    std::snprintf(name, sizeof name, "PMPI_%s_f2c", names[kind]);
    from_fortran[kind] = reinterpret_cast<FromFortran>(find_symbol(name));
    std::snprintf(name, sizeof name, "PMPI_%s_c2f", names[kind]);
    to_fortran[kind] = reinterpret_cast<ToFortran>(find_symbol(name));
  }
  shared_request = address_of("ompi_request_empty");
#endif
}

void read_version() {
  const auto get = reinterpret_cast<int (*)(char *, int *)>(find_symbol("PMPI_Get_library_version"));
  int length = 0;
  if (get == nullptr || get(version, &length) != MPI_SUCCESS) version[0] = '\0';
  version[sizeof version - 1] = '\0';
  for (char *c = version; *c != '\0'; ++c)
    if (*c == '\n' || *c == '\t') *c = ' ';
}

// Returns the major version of the standard ABI; -1 if the library has an ABI of its own. MPI_Abi_get_version may be
// called even before MPI_Init.
int standard_abi() {
  const auto get = reinterpret_cast<int (*)(int *, int *)>(find_symbol("PMPI_Abi_get_version"));
  int major = -1, minor = -1;
  return get != nullptr && get(&major, &minor) == MPI_SUCCESS ? major : -1;
}

[[maybe_unused]] bool begins_with(const char *text, const char *beginning) {
  return std::strncmp(text, beginning, std::strlen(beginning)) == 0;
}

// Returns true for Open MPI and products derived from it. Their handles are addresses of variables in the same library
// as their functions.
[[maybe_unused]] bool has_handles_of_open_mpi() {
  void *function = find_symbol("PMPI_Init"), *handle = find_symbol("ompi_mpi_comm_world");
  return function != nullptr && handle != nullptr && in_same_object(function, handle);
}

// Returns true for libraries of the MPICH ABI Compatibility Initiative. Their file names contain the number of the ABI:
// libmpi.so.12, libmpich.so.12, libmpi_gnu.so.12.
[[maybe_unused]] bool has_name_of_mpich_abi() {
  Dl_info info;
  void *function = find_symbol("PMPI_Init");
  if (function == nullptr || dladdr(function, &info) == 0 || info.dli_fname == nullptr) return false;
  const char *slash = std::strrchr(info.dli_fname, '/');
  const char *name = slash == nullptr ? info.dli_fname : slash + 1;
  const char *number = std::strstr(name, ".so.12");
  return begins_with(name, "libmpi") && number != nullptr && (number[6] == '\0' || number[6] == '.');
}

bool is_accepted(int abi) {
#if MPIDBG_IS_STANDARD_ABI
  return abi == MPI_ABI_VERSION;
#elif defined(OPEN_MPI)
  return abi <= 0 && (begins_with(version, "Open MPI") || has_handles_of_open_mpi());
#else
  if (abi > 0) return false;
  for (const char *name : {"MPICH", "MVAPICH", "Intel(R) MPI", "ParaStation MPI"})
    if (begins_with(version, name)) return true;
  if (std::strstr(version, "CRAY MPICH") != nullptr) return true;
  return !begins_with(version, "Open MPI") && !has_handles_of_open_mpi() && has_name_of_mpich_abi();
#endif
}

void say_refusal(int abi) {
  const char *const named = version[0] == '\0' ? "an unknown MPI library" : version;
  std::fprintf(stderr, "mpidbg: nothing is recorded: the recorder is for %s, the program uses %.40s%s\n", built_for,
               named, abi > 0 ? ", with the standard ABI of MPI" : "");
}

// Returns true unless another recorder was loaded before this one. Only the first one records calls.
bool is_first_recorder() {
  void *first = dlsym(RTLD_DEFAULT, "mpidbg_record");
  return first == nullptr || in_same_object(first, reinterpret_cast<void *>(&find_library));
}

Library look() {
  find_next_functions();
  read_version();
  if (const int abi = standard_abi(); !is_accepted(abi)) {
    say_refusal(abi);
    return Library::refused;
  }
  if (!is_first_recorder()) return Library::refused;
  find_handles();
  return Library::accepted;
}

}  // namespace

Library find_library() {
  static Library answer = Library::unknown;
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  if (answer == Library::unknown) answer = look();
  pthread_mutex_unlock(&mutex);
  return answer;
}

namespace {

// Holds the results of MPI_Type_get_envelope. The numbers are 0 if the library was not called or failed.
struct Envelope {
  int integers = 0, addresses = 0, datatypes = 0, combiner = MPI_COMBINER_NAMED;
};

Envelope envelope_of(std::uint64_t datatype) {
  using Query = int (*)(MPI_Datatype, int *, int *, int *, int *);
  static const auto query = reinterpret_cast<Query>(find_symbol("PMPI_Type_get_envelope"));
  Envelope envelope;
  if (query == nullptr || query(handle_of_word<MPI_Datatype>(datatype), &envelope.integers, &envelope.addresses,
                                &envelope.datatypes, &envelope.combiner) != MPI_SUCCESS)
    return {};
  return envelope;
}

}  // namespace

int parts_of_datatype(std::uint64_t datatype) {
  return envelope_of(datatype).datatypes;
}

bool is_predefined_datatype(std::uint64_t datatype) {
  return envelope_of(datatype).combiner == MPI_COMBINER_NAMED;
}

Place place_in(std::uint64_t communicator) {
  using Get = int (*)(std::uintptr_t, int *);
  static const auto get_rank = reinterpret_cast<Get>(find_symbol("PMPI_Comm_rank"));
  static const auto get_size = reinterpret_cast<Get>(find_symbol("PMPI_Comm_size"));
  Place place;
  if (get_rank == nullptr || get_size == nullptr || communicator == 0) return {};
  if (get_rank(communicator, &place.rank) != MPI_SUCCESS || get_size(communicator, &place.size) != MPI_SUCCESS)
    return {};
  return place;
}

std::array<std::uint64_t, 2> predefined_communicators() {
#if defined(OPEN_MPI) && !MPIDBG_IS_STANDARD_ABI
  return {address_of("ompi_mpi_comm_world"), address_of("ompi_mpi_comm_self")};
#else
  return {handle_word(MPI_COMM_WORLD), handle_word(MPI_COMM_SELF)};
#endif
}

Place place_in_world() {
  return place_in(predefined_communicators()[0]);
}

int thread_level() {
  const auto query = reinterpret_cast<int (*)(int *)>(find_symbol("PMPI_Query_thread"));
  int level = -1;
  if (query == nullptr || query(&level) != MPI_SUCCESS) return -1;
  return level;
}

const char *library_version() {
  return version;
}

#if MPIDBG_IS_STANDARD_ABI
bool is_open_mpi() {
  return std::strncmp(version, "Open MPI", 8) == 0;
}
bool is_mpich() {
  return std::strncmp(version, "MPICH", 5) == 0;
}
#endif

}  // namespace recorder
