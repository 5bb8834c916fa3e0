#include "mpidbg/recorder/predefined.h"

#include <cstring>

#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/mpi_types.h"

namespace recorder {

#ifdef OPEN_MPI
namespace {

constexpr std::uint8_t communicator = MPIDBG_RECORD_COMM, group = MPIDBG_RECORD_GROUP,
                       datatype = MPIDBG_RECORD_DATATYPE, op = MPIDBG_RECORD_OP, window = MPIDBG_RECORD_WIN,
                       file = MPIDBG_RECORD_FILE, info = MPIDBG_RECORD_INFO, errhandler = MPIDBG_RECORD_ERRHANDLER,
                       message = MPIDBG_RECORD_MESSAGE, request = 0;

struct Predefined {
  std::uint8_t kind;
  const char *name, *symbol;
};
constexpr Predefined predefined[] = {
#define MPIDBG_PREDEFINED(kind, name, symbol) {kind, #name, #symbol},
#include "mpidbg/recorder/openmpi_predefined.def"
#undef MPIDBG_PREDEFINED
};

}  // namespace

const std::uint32_t predefined_count = sizeof predefined / sizeof *predefined;

void write_predefined(mpidbg_record_predefined *entries) {
  for (const Predefined &one : predefined) {
    const std::uint64_t handle = address_of(one.symbol);
    if (handle == 0) continue;
    entries->handle = handle;
    entries->kind = one.kind;
    std::strncpy(entries->name, one.name, sizeof entries->name - 1);
    ++entries;
  }
}
#else
const std::uint32_t predefined_count = 0;
void write_predefined(mpidbg_record_predefined *) {}
#endif

}  // namespace recorder
