/* load_plugin PLUGIN LIST: loads the plugin as a debugger would, every symbol bound at once and nothing of MPI around,
 * finds every function on the list and asks those that need no target. Exits with 0 if all is well. */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mpidbg/abi/queue_details_interface.h"

static int failures = 0;

static void expect(int condition, const char *what) {
  if (!condition) {
    printf("failed: %s\n", what);
    ++failures;
  }
}

/* A function pointer out of the data pointer that dlsym returns, as POSIX intends. */
#define LOOK_UP(function) (*(void **)&(function) = dlsym(plugin, #function))

static void find_all(void *plugin, const char *list) {
  char name[256];
  FILE *file = fopen(list, "r");
  if (!file) {
    perror(list);
    exit(1);
  }
  int found = 0;
  while (fgets(name, sizeof name, file)) {
    name[strcspn(name, "\n")] = '\0';
    if (name[0] == '\0' || name[0] == '#') continue;
    expect(dlsym(plugin, name) != NULL, name);
    ++found;
  }
  fclose(file);
  expect(found > 20, "the list is long");
}

static int is_mapped(const char *library) {
  char line[4096];
  int found = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) found |= strstr(line, library) != NULL;
  if (maps) fclose(maps);
  return found;
}

static void ask(void *plugin) {
  char *(*mqs_version_string)(void);
  int (*mqs_version_compatibility)(void);
  int (*mqs_dll_taddr_width)(void);
  char *(*mqs_dll_error_string)(int);
  char *(*mpidbg_version_string)(void);
  int (*mpidbg_interface_version_compatibility)(void);
  int (*mpidbg_dll_taddr_width)(void);
  int (*mpidbg_ext_version)(void);
  const char *(*mpidbg_error_string)(int);
  LOOK_UP(mqs_version_string);
  LOOK_UP(mqs_version_compatibility);
  LOOK_UP(mqs_dll_taddr_width);
  LOOK_UP(mqs_dll_error_string);
  LOOK_UP(mpidbg_version_string);
  LOOK_UP(mpidbg_interface_version_compatibility);
  LOOK_UP(mpidbg_dll_taddr_width);
  LOOK_UP(mpidbg_ext_version);
  LOOK_UP(mpidbg_error_string);
  if (failures) return;

  expect(strstr(mqs_version_string(), "mpidbg") != NULL, "mqs_version_string names mpidbg");
  expect(strstr(mpidbg_version_string(), "mpidbg") != NULL, "mpidbg_version_string names mpidbg");
  expect(mqs_version_compatibility() == MQS_INTERFACE_COMPATIBILITY, "mqs_version_compatibility is 2");
  expect(mpidbg_interface_version_compatibility() == MPIDBG_INTERFACE_VERSION, "mpidbg interface version is 1");
  expect(mqs_dll_taddr_width() == (int)sizeof(mqs_taddr_t), "mqs_dll_taddr_width");
  expect(mpidbg_dll_taddr_width() == (int)sizeof(mqs_taddr_t), "mpidbg_dll_taddr_width");
  expect(mpidbg_ext_version() == MPIDBG_EXT_VERSION, "mpidbg_ext_version");

  const int codes[] = {INT_MIN, -1, 0, 1, 2, 3, 99, 100, 101, 102, 110, 150, 200, 1000, INT_MAX};
  for (size_t i = 0; i < sizeof codes / sizeof codes[0]; ++i) {
    const char *text = mqs_dll_error_string(codes[i]);
    expect(text != NULL && strlen(text) > 1, "mqs_dll_error_string has a text for every code");
    text = mpidbg_error_string(codes[i]);
    expect(text != NULL && strlen(text) > 1, "mpidbg_error_string has a text for every code");
  }

  const char *bitness = dlsym(plugin, "mpidbg_dll_bitness");
  const char *big_endian = dlsym(plugin, "mpidbg_dll_is_big_endian");
  const int one = 1;
  expect(bitness && *bitness == (char)(sizeof(void *) * CHAR_BIT), "mpidbg_dll_bitness");
  expect(big_endian && *big_endian == (*(const char *)&one == 0), "mpidbg_dll_is_big_endian");
}

/* What a host in C can pass for a kind of handle, and in C++ no test may. */
static void ask_about_no_kind(void *plugin) {
  const char *(*mpidbg_kind_name)(int);
  const char *(*mpidbg_handle_type_name)(mqs_process *, int);
  int (*mpidbg_capabilities)(mqs_process *, int);
  int (*mpidbg_query)(mqs_process *, int, mqs_taddr_t, void **);
  int (*mpidbg_f2c)(mqs_process *, int, mqs_taddr_t, mqs_taddr_t *);
  int (*mpidbg_list)(mqs_process *, int, int *, mqs_taddr_t **);
  void (*mpidbg_free)(void *, int);
  LOOK_UP(mpidbg_kind_name);
  LOOK_UP(mpidbg_handle_type_name);
  LOOK_UP(mpidbg_capabilities);
  LOOK_UP(mpidbg_query);
  LOOK_UP(mpidbg_f2c);
  LOOK_UP(mpidbg_list);
  LOOK_UP(mpidbg_free);
  if (failures) return;

  expect(strcmp(mpidbg_kind_name(0), "MPI_Comm") == 0, "the first kind has a name");
  expect(mpidbg_kind_name(MPIDBG_KIND_MAX - 1) != NULL, "so has the last");
  const int none[] = {INT_MIN, -1, MPIDBG_KIND_MAX, MPIDBG_KIND_MAX + 1, INT_MAX};
  for (size_t i = 0; i < sizeof none / sizeof none[0]; ++i) {
    void *info = NULL;
    mqs_taddr_t handle = 0, *handles = NULL;
    int count = -1;
    expect(mpidbg_kind_name(none[i]) == NULL, "no kind has no name");
    expect(mpidbg_handle_type_name(NULL, none[i]) == NULL, "and no type");
    expect(mpidbg_capabilities(NULL, none[i]) == 0, "nothing is known of it");
    expect(mpidbg_query(NULL, none[i], 1, &info) != MPIDBG_SUCCESS && info == NULL, "it has no objects");
    expect(mpidbg_f2c(NULL, none[i], 1, &handle) != MPIDBG_SUCCESS && handle == 0, "nor handles of Fortran");
    expect(mpidbg_list(NULL, none[i], &count, &handles) != MPIDBG_SUCCESS && handles == NULL, "nor a list");
    mpidbg_free(&info, none[i]);
  }
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: load_plugin PLUGIN LIST\n");
    return 2;
  }
  for (int round = 0; round < 2; ++round) {
    void *plugin = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!plugin) {
      printf("failed: %s\n", dlerror());
      return 1;
    }
    find_all(plugin, argv[2]);
    ask(plugin);
    ask_about_no_kind(plugin);
    const char *unwanted[] = {"libmpi.so", "libmpich", "libelf", "libdw", "libdwarf", "libopen-pal"};
    for (size_t i = 0; i < sizeof unwanted / sizeof unwanted[0]; ++i) expect(!is_mapped(unwanted[i]), unwanted[i]);
    expect(dlclose(plugin) == 0, "dlclose");
  }
  if (!failures) printf("loads\n");
  return failures != 0;
}
