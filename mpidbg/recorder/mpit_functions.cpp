#include "mpidbg/recorder/mpit_functions.h"

#include "mpidbg/recorder/library.h"

namespace recorder {

MpitFunctions mpit;

namespace {

template <class Pointer>
bool find(Pointer &function, const char *profiling_name, const char *name) {
  void *found = find_symbol(profiling_name);
  function = reinterpret_cast<Pointer>(found != nullptr ? found : find_symbol(name));
  return function != nullptr;
}

}  // namespace

bool find_mpit_functions() {
  bool all = true;
#define MPIDBG_FUNCTION(name) all &= find(mpit.name, "PMPI_T_" #name, "MPI_T_" #name);
#define MPIDBG_NEW_FUNCTION(name) find(mpit.name, "PMPI_T_" #name, "MPI_T_" #name);
#include "mpidbg/recorder/mpit_functions.def"
  return all;
}

}  // namespace recorder
