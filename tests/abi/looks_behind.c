/* Ends the program if its own function is found where only those of libraries behind it are looked for: so it is if the
 * C library takes another library for the caller of dlsym(). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

__attribute__((visibility("default"))) void mpidbg_test_looks_behind(void);
void mpidbg_test_looks_behind(void) {}

__attribute__((constructor)) static void look(void) {
  if (dlsym(RTLD_NEXT, "mpidbg_test_looks_behind") != NULL) _exit(9);
  if (dlsym(RTLD_DEFAULT, "mpidbg_test_looks_behind") == NULL) _exit(10);
}
