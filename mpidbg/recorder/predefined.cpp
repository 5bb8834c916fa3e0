#include "mpidbg/recorder/predefined.h"

#include <cstring>

#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/mpi_types.h"

namespace recorder {

namespace {

constexpr std::uint8_t communicator = MPIDBG_RECORD_COMM, group = MPIDBG_RECORD_GROUP,
                       datatype = MPIDBG_RECORD_DATATYPE, op = MPIDBG_RECORD_OP, window = MPIDBG_RECORD_WIN,
                       file = MPIDBG_RECORD_FILE, info = MPIDBG_RECORD_INFO, errhandler = MPIDBG_RECORD_ERRHANDLER,
                       message = MPIDBG_RECORD_MESSAGE, session = MPIDBG_RECORD_SESSION, request = 0;

struct Predefined {
  std::uint8_t kind;
  const char *name, *symbol;
  std::uint64_t value;  // the value of a handle without a symbol
};

#if MPIDBG_IS_STANDARD_ABI
constexpr Predefined predefined[] = {
#define MPIDBG_PREDEFINED(kind, name, value) {kind, #name, nullptr, value},
#include "mpidbg/recorder/standard_abi_predefined.def"
#undef MPIDBG_PREDEFINED
};
#elif defined(OPEN_MPI)
constexpr Predefined predefined[] = {
#define MPIDBG_PREDEFINED(kind, name, symbol) {kind, #name, #symbol, 0},
#include "mpidbg/recorder/openmpi_predefined.def"
#undef MPIDBG_PREDEFINED
};
#else
constexpr Predefined predefined[] = {{0, nullptr, nullptr, 0}};
#endif

struct Constant {
  const char *name;
  std::int64_t value;
};
const Constant constants[] = {
#define MPIDBG_NUMBER(name) \
  { #name, name }
    MPIDBG_NUMBER(MPI_ANY_SOURCE),
    MPIDBG_NUMBER(MPI_ANY_TAG),
    MPIDBG_NUMBER(MPI_PROC_NULL),
    MPIDBG_NUMBER(MPI_ROOT),
    MPIDBG_NUMBER(MPI_UNDEFINED),
    MPIDBG_NUMBER(MPI_LOCK_EXCLUSIVE),
    MPIDBG_NUMBER(MPI_LOCK_SHARED),
    MPIDBG_NUMBER(MPI_THREAD_SINGLE),
    MPIDBG_NUMBER(MPI_THREAD_FUNNELED),
    MPIDBG_NUMBER(MPI_THREAD_SERIALIZED),
    MPIDBG_NUMBER(MPI_THREAD_MULTIPLE),
    MPIDBG_NUMBER(MPI_MODE_APPEND),
    MPIDBG_NUMBER(MPI_MODE_CREATE),
    MPIDBG_NUMBER(MPI_MODE_DELETE_ON_CLOSE),
    MPIDBG_NUMBER(MPI_MODE_EXCL),
    MPIDBG_NUMBER(MPI_MODE_RDONLY),
    MPIDBG_NUMBER(MPI_MODE_RDWR),
    MPIDBG_NUMBER(MPI_MODE_SEQUENTIAL),
    MPIDBG_NUMBER(MPI_MODE_UNIQUE_OPEN),
    MPIDBG_NUMBER(MPI_MODE_WRONLY),
#undef MPIDBG_NUMBER
    {"MPI_IN_PLACE", static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(MPI_IN_PLACE))},
};

}  // namespace

const std::uint32_t predefined_count = predefined[0].name == nullptr ? 0 : sizeof predefined / sizeof *predefined;

void write_predefined(mpidbg_record_predefined *entries) {
  for (std::uint32_t i = 0; i < predefined_count; ++i) {
    const Predefined &one = predefined[i];
    const std::uint64_t handle = one.symbol == nullptr ? one.value : address_of(one.symbol);
    if (handle == 0) continue;
    entries->handle = handle;
    entries->kind = one.kind;
    std::strncpy(entries->name, one.name, sizeof entries->name - 1);
    ++entries;
  }
}

const std::uint32_t constant_count = sizeof constants / sizeof *constants;

void write_constants(mpidbg_record_constant *entries) {
  for (const Constant &one : constants) {
    entries->value = one.value;
    std::strncpy(entries->name, one.name, sizeof entries->name - 1);
    ++entries;
  }
}

}  // namespace recorder
