/* host PLUGIN PID: a debugger in a single file. It stops a process of this machine, lets any debug plugin read it,
 * prints the pending operations of each communicator and the object behind MPI_COMM_WORLD, and lets it continue.
 *
 * It uses only /proc: memory from /proc/PID/mem, and symbols from the ELF files in /proc/PID/maps. It has no debug
 * information, so a plugin must know the structs of the MPI library itself, as libmpidbg.so does. It supports 64-bit
 * processes in this machine's byte order. It follows the rules in mpidbg/abi/hosts.md. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mpidbg/abi/mpihandles_interface.h"
#include "mpidbg/abi/msgq_interface.h"

static void give_up(const char *what, const char *why) {
  fprintf(stderr, "host: %s: %s\n", what, why);
  exit(1);
}

/* ---- The host's part of the opaque types. The plugin keeps its state in the two slots. ---- */

struct elf_file {
  const char *bytes;
  size_t size;
  mqs_taddr_t bias; /* what is added to the addresses in the file */
};

enum { most_files = 512, most_threads = 4096 };

struct mqs_image_ {
  mqs_image_info *info;
  struct elf_file files[most_files]; /* the executable first */
  int file_count;
};

struct mqs_process_ {
  mqs_process_info *info;
  mqs_image *image;
  pid_t pid;
  int memory;
};

static void put_image_info(mqs_image *image, mqs_image_info *info) {
  image->info = info;
}
static mqs_image_info *get_image_info(mqs_image *image) {
  return image->info;
}
static void put_process_info(mqs_process *process, mqs_process_info *info) {
  process->info = info;
}
static mqs_process_info *get_process_info(mqs_process *process) {
  return process->info;
}

/* ---- Symbols ---- */

static const void *part(const struct elf_file *file, uint64_t offset, uint64_t size) {
  return offset <= file->size && size <= file->size - offset ? file->bytes + offset : NULL;
}

/* Returns the value of a definition in one of the file's symbol tables; 0 if it has none. */
static mqs_taddr_t defined_in(const struct elf_file *file, const char *name, int is_function) {
  const Elf64_Ehdr *header = part(file, 0, sizeof *header);
  const Elf64_Shdr *sections = part(file, header->e_shoff, (uint64_t)header->e_shnum * sizeof *sections);
  if (sections == NULL) return 0;
  for (int i = 0; i < header->e_shnum; ++i) {
    const int is_table = sections[i].sh_type == SHT_DYNSYM || sections[i].sh_type == SHT_SYMTAB;
    if (!is_table || sections[i].sh_link >= header->e_shnum) continue;
    const Elf64_Shdr *text_section = &sections[sections[i].sh_link];
    const Elf64_Sym *symbols = part(file, sections[i].sh_offset, sections[i].sh_size);
    const char *texts = part(file, text_section->sh_offset, text_section->sh_size);
    if (symbols == NULL || texts == NULL || text_section->sh_size == 0) continue;
    if (texts[text_section->sh_size - 1] != '\0') continue;
    for (uint64_t k = 0; k < sections[i].sh_size / sizeof *symbols; ++k) {
      const int type = ELF64_ST_TYPE(symbols[k].st_info);
      if (symbols[k].st_shndx == SHN_UNDEF || type != (is_function ? STT_FUNC : STT_OBJECT)) continue;
      if (symbols[k].st_name < text_section->sh_size && strcmp(texts + symbols[k].st_name, name) == 0)
        return symbols[k].st_value;
    }
  }
  return 0;
}

/* Returns the definition that the process uses. The executable takes precedence over libraries. */
static int find(const mqs_image *image, const char *name, int is_function, mqs_taddr_t *address) {
  for (int i = 0; i < image->file_count; ++i) {
    const mqs_taddr_t value = defined_in(&image->files[i], name, is_function);
    if (value == 0) continue;
    if (address != NULL) *address = image->files[i].bias + value;
    return mqs_ok;
  }
  return mqs_no_information;
}
static int find_function(mqs_image *image, char *name, mqs_lang_code language, mqs_taddr_t *address) {
  (void)language;
  return find(image, name, 1, address);
}
static int find_symbol(mqs_image *image, char *name, mqs_taddr_t *address) {
  return find(image, name, 0, address);
}

/* ---- Types: those of C alone ---- */

static void get_type_sizes(mqs_process *process, mqs_target_type_sizes *sizes) {
  (void)process;
  /* Plugins with the older header provide room for five members. */
  const int known[5] = {sizeof(short), sizeof(int), sizeof(long), sizeof(long long), sizeof(void *)};
  memcpy(sizes, known, sizeof known);
}
static mqs_type *find_type(mqs_image *image, char *name, mqs_lang_code language) {
  (void)image, (void)name, (void)language;
  return NULL;
}
static int field_offset(mqs_type *type, char *name) {
  (void)type, (void)name;
  return -1;
}
static int size_of(mqs_type *type) {
  (void)type;
  return 0;
}

/* ---- The process ---- */

static int get_global_rank(mqs_process *process) {
  (void)process;
  return MQS_INVALID_PROCESS; /* not known: the plugin finds out */
}
static mqs_image *get_image(mqs_process *process) {
  return process->image;
}
static int fetch_data(mqs_process *process, mqs_taddr_t address, int size, void *buffer) {
  const ssize_t got = size < 0 ? -1 : pread(process->memory, buffer, (size_t)size, (off_t)address);
  return got == size ? mqs_ok : mqs_no_information; /* all of it or an error */
}
static void target_to_host(mqs_process *process, const void *from, void *to, int size) {
  (void)process;
  memcpy(to, from, (size_t)size);
}
static void print_for_developers(const char *text) {
  fprintf(stderr, "plugin: %s\n", text);
}
static char *error_text(int code) {
  return (char *)(code == mqs_no_information ? "not available" : "failed");
}

/* The tables must outlive the plugin, which copies none of them. */
static const mqs_basic_callbacks basic_callbacks = {
    malloc, free, print_for_developers, error_text, put_image_info, get_image_info, put_process_info, get_process_info};
static const mqs_image_callbacks image_callbacks = {get_type_sizes, find_function, find_symbol,
                                                    find_type,      field_offset,  size_of};
static const mqs_process_callbacks process_callbacks = {get_global_rank, get_image, fetch_data, target_to_host};

/* ---- Opening the process ---- */

static void add_file(mqs_image *image, const char *path, mqs_taddr_t begin) {
  struct stat status;
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0 || image->file_count == most_files) return;
  struct elf_file file = {.bytes = MAP_FAILED, .size = 0, .bias = 0};
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > (off_t)sizeof(Elf64_Ehdr)) {
    file.size = (size_t)status.st_size;
    file.bytes = mmap(NULL, file.size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  }
  close(descriptor);
  if (file.bytes == MAP_FAILED) return;
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)file.bytes;
  const Elf64_Phdr *segments = part(&file, header->e_phoff, (uint64_t)header->e_phnum * sizeof *segments);
  const int is_elf = memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 && header->e_ident[EI_CLASS] == ELFCLASS64;
  for (int i = 0; is_elf && segments != NULL && i < header->e_phnum; ++i) {
    if (segments[i].p_type != PT_LOAD) continue;
    file.bias = begin - (segments[i].p_vaddr & ~(Elf64_Addr)4095);
    image->files[image->file_count++] = file;
    return;
  }
  munmap((void *)file.bytes, file.size);
}

static char image_name[4096];

static void open_image(mqs_image *image, pid_t pid) {
  char path[64], executable[4096], line[8192], name[4096];
  snprintf(path, sizeof path, "/proc/%d/exe", (int)pid);
  const ssize_t length = readlink(path, executable, sizeof executable - 1);
  executable[length < 0 ? 0 : length] = '\0';
  strcpy(image_name, executable);
  snprintf(path, sizeof path, "/proc/%d/maps", (int)pid);
  for (int round = 0; round < 2; ++round) { /* the executable first */
    FILE *maps = fopen(path, "r");
    if (maps == NULL) give_up(path, strerror(errno));
    while (fgets(line, sizeof line, maps) != NULL) {
      unsigned long begin, offset;
      if (sscanf(line, "%lx-%*x %*s %lx %*s %*s %4095[^\n]", &begin, &offset, name) != 3) continue;
      if (offset == 0 && name[0] == '/' && (strcmp(name, executable) == 0) == (round == 0))
        add_file(image, name, begin);
    }
    fclose(maps);
  }
}

static pid_t threads[most_threads];
static int thread_count;

/* Stops all threads, because they would change the lists that a plugin reads. The kernel lets them continue when this
 * program ends in any way. */
static void stop(pid_t pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  for (int found = 1; found != 0;) { /* until no thread has come since */
    found = 0;
    DIR *directory = opendir(path);
    if (directory == NULL) give_up(path, strerror(errno));
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
      const pid_t thread = atoi(entry->d_name);
      int known = thread <= 0 || thread_count == most_threads;
      for (int i = 0; i < thread_count; ++i) known |= threads[i] == thread;
      if (known) continue;
      if (ptrace(PTRACE_SEIZE, thread, NULL, NULL) != 0 || ptrace(PTRACE_INTERRUPT, thread, NULL, NULL) != 0) {
        if (thread == pid) give_up("cannot stop the process", strerror(errno));
        continue; /* it has ended */
      }
      int status;
      waitpid(thread, &status, __WALL);
      threads[thread_count++] = thread;
      found = 1;
    }
    closedir(directory);
  }
}

static void let_go(void) {
  for (int i = 0; i < thread_count; ++i) ptrace(PTRACE_DETACH, threads[i], NULL, NULL);
}

/* ---- The plugin: one pointer for each function, null where it lacks one that it may lack. ---- */

static struct {
#define FUNCTION(name) __typeof__(&name) name;
#define REQUIRED(function)                                                                              \
  function(mqs_setup_basic_callbacks) function(mqs_version_string) function(mqs_version_compatibility)  \
      function(mqs_dll_error_string) function(mqs_setup_image) function(mqs_image_has_queues)           \
          function(mqs_destroy_image_info) function(mqs_setup_process) function(mqs_process_has_queues) \
              function(mqs_destroy_process_info) function(mqs_update_communicator_list)                 \
                  function(mqs_setup_communicator_iterator) function(mqs_get_communicator)              \
                      function(mqs_next_communicator) function(mqs_setup_operation_iterator)            \
                          function(mqs_next_operation)
#define OPTIONAL(function)                                                                                    \
  function(mqs_dll_taddr_width) function(mqs_get_comm_coll_state) function(mpidbg_init_once)                  \
      function(mpidbg_init_per_image) function(mpidbg_init_per_process) function(mpidbg_finalize_per_process) \
          function(mpidbg_finalize_per_image) function(mpidbg_comm_query) function(mpidbg_ext_version)        \
              function(mpidbg_name_map) function(mpidbg_capabilities) function(mpidbg_error_detail)           \
                  function(mpidbg_free)
  REQUIRED(FUNCTION)
  OPTIONAL(FUNCTION)
} call;

static void *load(const char *path) {
  char in_directory[4096];
  if (strchr(path, '/') == NULL) { /* dlopen would search for it */
    snprintf(in_directory, sizeof in_directory, "./%s", path);
    path = in_directory;
  }
  void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (plugin == NULL) give_up("cannot load the plugin", dlerror());
#define LOOK_UP(name) *(void **)&call.name = dlsym(plugin, #name);
#define CHECK(name) \
  if (call.name == NULL) give_up(path, "is not a debug plugin: it has no " #name);
  REQUIRED(LOOK_UP)
  REQUIRED(CHECK)
  OPTIONAL(LOOK_UP)
  if (call.mqs_version_compatibility() > MQS_INTERFACE_COMPATIBILITY) give_up(path, "has a newer interface");
  if (call.mqs_dll_taddr_width != NULL && call.mqs_dll_taddr_width() != (int)sizeof(mqs_taddr_t))
    give_up(path, "has addresses of another size");
  return plugin;
}

/* ---- What is printed ---- */

/* Prints a message of mqs_image_has_queues or mqs_process_has_queues. %s in it stands for the image's name. */
static void print_message(const char *message) {
  if (message == NULL) return;
  const char *const place = strstr(message, "%s");
  if (place == NULL)
    printf("plugin: %s\n", message);
  else
    printf("plugin: %.*s%s%s\n", (int)(place - message), message, image_name, place + 2);
}

static void print_queue(mqs_process *process, const char *title, int queue) {
  const int code = call.mqs_setup_operation_iterator(process, queue);
  if (code == mqs_end_of_list) return;
  if (code != mqs_ok) {
    printf("  %s: cannot be seen: %s\n", title, call.mqs_dll_error_string(code));
    return;
  }
  mqs_pending_operation operation;
  int last;
  for (int i = 0;
       memset(&operation, 0, sizeof operation), (last = call.mqs_next_operation(process, &operation)) == mqs_ok; ++i) {
    if (i == 1000000) break; /* a damaged list may be endless */
    printf("  %s: rank %d tag ", title, (int)operation.desired_local_rank);
    operation.tag_wild ? printf("any") : printf("%d", (int)operation.desired_tag);
    if (operation.desired_length >= 0) printf(" %ld bytes", (long)operation.desired_length);
    printf(operation.status == mqs_st_pending   ? "\n"
           : operation.status == mqs_st_matched ? ", matched\n"
                                                : ", complete\n");
  }
  if (last != mqs_end_of_list && last != mqs_ok)
    printf("  %s: incomplete: %s\n", title, call.mqs_dll_error_string(last));
}

/* Prints the operations on the current communicator. */
static void print_collectives(mqs_process *process) {
  static const char *const names[] = {"barrier",  "bcast",     "allgather",      "allgatherv", "allreduce",
                                      "alltoall", "alltoallv", "reduce_scatter", "reduce",     "gather",
                                      "gatherv",  "scan",      "scatter",        "scatterv"};
  if (call.mqs_get_comm_coll_state == NULL) return;
  for (int i = 0; i < (int)(sizeof names / sizeof *names); ++i) {
    int started, active;
    if (call.mqs_get_comm_coll_state(process, i, &started, &active) != mqs_ok || started == 0) continue;
    printf("  %s: %d started%s\n", names[i], started, active ? ", in progress" : "");
  }
}

/* Prints a name of the program, which may contain anything, including control sequences for terminals. */
static void print_name(const char *name) {
  for (int i = 0; i < 64 && name[i] != '\0'; ++i) {
    const unsigned char byte = (unsigned char)name[i];
    printf(byte >= ' ' && byte < 0x7f ? "%c" : "\\x%02x", byte);
  }
}

static void print_queues(mqs_process *process) {
  int code = call.mqs_update_communicator_list(process);
  if (code == mqs_ok) code = call.mqs_setup_communicator_iterator(process);
  mqs_communicator communicator;
  for (int i = 0; code == mqs_ok && i < 1000000; ++i) {
    memset(&communicator, 0, sizeof communicator);
    if ((code = call.mqs_get_communicator(process, &communicator)) != mqs_ok) break;
    print_name(communicator.name);
    printf(": rank %ld of %ld\n", (long)communicator.local_rank, (long)communicator.size);
    print_queue(process, "send", mqs_pending_sends);
    print_queue(process, "receive", mqs_pending_receives);
    print_queue(process, "unexpected", mqs_unexpected_messages);
    print_collectives(process);
    code = call.mqs_next_communicator(process);
  }
  if (code != mqs_end_of_list) printf("communicators: %s\n", call.mqs_dll_error_string(code));
}

/* Frees the parts of a result, which are our allocations. mpidbg_free knows all of them; with a plugin that lacks it,
 * only the members of the historical interface are freed. */
static void free_result(struct mpidbg_comm_info_t *info) {
  if (call.mpidbg_free != NULL) {
    call.mpidbg_free(info, MPIDBG_KIND_COMM);
    return;
  }
  free(info->comm_local_procs);
  free(info->comm_remote_procs);
  free(info->comm_cart_dims);
  free(info->comm_cart_periods);
  free(info->comm_graph_index);
  free(info->comm_graph_edges);
  for (int i = 0; i < info->comm_num_attrs && info->comm_attrs != NULL; ++i) {
    free(info->comm_attrs[i].keyval_name);
    free(info->comm_attrs[i].value);
  }
  free(info->comm_attrs);
  free(info->comm_pending_requests);
  free(info->comm_derived_windows);
  free(info->comm_derived_files);
  free(info);
}

static void print_world(void *plugin, mqs_image *image, mqs_process *process) {
  /* The historical interface has only the map of the process that was initialised last. */
  struct mpidbg_name_map_t **const global = (struct mpidbg_name_map_t **)dlsym(plugin, "mpidbg_comm_name_map");
  const struct mpidbg_name_map_t *map = global == NULL ? NULL : *global;
  if (call.mpidbg_name_map != NULL) map = call.mpidbg_name_map(process, MPIDBG_KIND_COMM);
  for (; map != NULL && map->map_name != NULL; ++map) {
    if (strcmp(map->map_name, "MPI_COMM_WORLD") != 0) continue;
    struct mpidbg_comm_info_t *info = NULL;
    const int code = call.mpidbg_comm_query(image, image->info, process, process->info, map->map_handle, &info);
    if (code != MPIDBG_SUCCESS) {
      printf("handle of %s: error %d: %s\n", map->map_name, code,
             call.mpidbg_error_detail != NULL ? call.mpidbg_error_detail(process) : "");
      return;
    }
    printf("handle 0x%lx is ", (unsigned long)map->map_handle);
    print_name(info->comm_name);
    printf(": rank %d of %d,", info->comm_rank, info->comm_size);
    printf(info->comm_bitflags & MPIDBG_COMM_INFO_PREDEFINED ? " predefined" : " the program's");
    /* An appended member is read only if the plugin's version has it. */
    if (call.mpidbg_ext_version != NULL && call.mpidbg_ext_version() >= 2)
      printf(", context %ld", (long)info->comm_context_id);
    printf("\n");
    free_result(info);
    return;
  }
  printf("the plugin names no MPI_COMM_WORLD\n");
}

int main(int argc, char **argv) {
  if (argc != 3 || atoi(argv[2]) <= 0) {
    fprintf(stderr, "usage: host PLUGIN PID\n");
    return 2;
  }
  static struct mqs_image_ image;
  static struct mqs_process_ process;
  void *plugin = load(argv[1]);
  call.mqs_setup_basic_callbacks(&basic_callbacks);
  if (call.mpidbg_init_once != NULL) call.mpidbg_init_once(&basic_callbacks);
  printf("plugin: %s\n", call.mqs_version_string());

  char path[64];
  process.pid = atoi(argv[2]);
  process.image = &image;
  stop(process.pid);
  snprintf(path, sizeof path, "/proc/%d/mem", (int)process.pid);
  process.memory = open(path, O_RDONLY | O_CLOEXEC);
  if (process.memory < 0) give_up(path, strerror(errno));
  open_image(&image, process.pid);

  char *message = NULL;
  int code = call.mqs_setup_image(&image, &image_callbacks);
  if (code == mqs_ok) code = call.mqs_image_has_queues(&image, &message);
  print_message(message);
  if (code != mqs_ok) give_up(argv[1], call.mqs_dll_error_string(code));
  message = NULL;
  code = call.mqs_setup_process(&process, &process_callbacks);
  if (code != mqs_ok) give_up(argv[1], call.mqs_dll_error_string(code));
  code = call.mqs_process_has_queues(&process, &message);
  print_message(message);
  if (code == mqs_ok) print_queues(&process);

  /* The other family of functions, if the plugin has it. After MPIDBG_ERR_NOT_SUPPORTED nothing else may be called. */
  if (call.mpidbg_comm_query != NULL && call.mpidbg_init_per_image != NULL && call.mpidbg_init_per_process != NULL) {
    struct mpidbg_handle_info_t types;
    const int has_image = call.mpidbg_init_per_image(&image, &image_callbacks, &types) == MPIDBG_SUCCESS;
    if (has_image && call.mpidbg_init_per_process(&process, &process_callbacks, &types) == MPIDBG_SUCCESS) {
      print_world(plugin, &image, &process);
      if (call.mpidbg_finalize_per_process != NULL) call.mpidbg_finalize_per_process(&process, process.info);
    }
    if (has_image && call.mpidbg_finalize_per_image != NULL) call.mpidbg_finalize_per_image(&image, image.info);
  }
  call.mqs_destroy_process_info(process.info);
  call.mqs_destroy_image_info(image.info);
  let_go();
  dlclose(plugin);
  return code == mqs_ok ? 0 : 1;
}
