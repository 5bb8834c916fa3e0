#include <mpidbg/abi/mpit_interface.h>
#include <mpidbg/abi/msgq_interface.h>
#include <mpidbg/abi/progress_interface.h>
#include <mpidbg/recorder/record_release.h>

typedef int not_empty;
