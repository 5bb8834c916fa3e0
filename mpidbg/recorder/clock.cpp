#include "mpidbg/recorder/clock.h"

#include <dlfcn.h>

#include <initializer_list>

namespace recorder {

int (*clock_function)(clockid_t, timespec *) = clock_gettime;

void find_clock() {
  void *kernel = dlopen("linux-vdso.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (kernel == nullptr) return;
  for (const char *name : {"__vdso_clock_gettime", "__kernel_clock_gettime"}) {
    auto *function = reinterpret_cast<int (*)(clockid_t, timespec *)>(dlsym(kernel, name));
    timespec time;
    if (function == nullptr || function(recorded_clock, &time) != 0) continue;
    clock_function = function;
    return;
  }
}

}  // namespace recorder
