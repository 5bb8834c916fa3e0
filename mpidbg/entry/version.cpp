#include "mpidbg/entry/version.h"

namespace mpidbg::entry {

const char *version_text() {
  return "mpidbg " MPIDBG_VERSION;
}

}  // namespace mpidbg::entry
