#include "sample.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One line of output under construction. */
struct line {
  char text[16384];
  size_t length;
};

static void add(struct line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct line *line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  size_t room = sizeof line->text - line->length;
  int n = vsnprintf(line->text + line->length, room, format, arguments);
  va_end(arguments);
  if (n < 0 || (size_t)n >= room) {
    fprintf(stderr, "sample: fact too long\n");
    abort();
  }
  line->length += (size_t)n;
}

static void begin(struct line *line, const char *fact) {
  int rank = -1;
  line->length = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  add(line, "{\"fact\":\"%s\",\"rank\":%d,\"pid\":%ld", fact, rank, (long)getpid());
}

/* mpirun mixes the lines of many ranks, so a test can request one file per process instead. */
static int output(void) {
  static int file = -1;
  const char *directory = getenv("MPIDBG_SAMPLE_FACTS");
  if (file < 0 && directory) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%ld.facts", directory, (long)getpid());
    file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) perror(path);
  }
  return file < 0 ? STDOUT_FILENO : file;
}

void sample_write(const char *text, unsigned long length) {
  if (write(output(), text, length) != (ssize_t)length) abort();
}

static void end(struct line *line) {
  add(line, "}\n");
  sample_write(line->text, line->length);
}

static void add_numbers(struct line *line, const char *name, const int *numbers, int count) {
  add(line, ",\"%s\":[", name);
  for (int i = 0; i < count; ++i) add(line, "%s%d", i ? "," : "", numbers[i]);
  add(line, "]");
}

unsigned long sample_handle_bits(const void *handle, size_t size) {
  unsigned long bits = 0;
  memcpy(&bits, handle, size);
  return bits;
}

static int *world_ranks(MPI_Group group, int *size) {
  MPI_Group world;
  MPI_Group_size(group, size);
  int *own = malloc(sizeof(int) * (size_t)(*size + 1));
  int *translated = malloc(sizeof(int) * (size_t)(*size + 1));
  for (int i = 0; i < *size; ++i) own[i] = i;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_translate_ranks(group, *size, own, world, translated);
  for (int i = 0; i < *size; ++i)
    if (translated[i] == MPI_UNDEFINED) translated[i] = -1;
  MPI_Group_free(&world);
  free(own);
  return translated;
}

static void add_members(struct line *line, const char *name, MPI_Group group) {
  int size;
  int *ranks = world_ranks(group, &size);
  add_numbers(line, name, ranks, size);
  free(ranks);
}

static void peer_group(MPI_Comm comm, MPI_Group *group) {
  int inter;
  MPI_Comm_test_inter(comm, &inter);
  if (inter) {
    MPI_Comm_remote_group(comm, group);
  } else {
    MPI_Comm_group(comm, group);
  }
}

static void add_comm(struct line *line, MPI_Comm comm) {
  char name[MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Comm_get_name(comm, name, &length);
  add(line, ",\"comm\":\"%s\",\"comm_handle\":\"0x%lx\"", name, sample_handle_bits(&comm, sizeof comm));
}

void sample_fact(const char *fact, const char *format, ...) {
  struct line line;
  begin(&line, fact);
  add(&line, ",");
  va_list arguments;
  va_start(arguments, format);
  size_t room = sizeof line.text - line.length;
  int n = vsnprintf(line.text + line.length, room, format, arguments);
  va_end(arguments);
  if (n < 0 || (size_t)n >= room) abort();
  line.length += (size_t)n;
  end(&line);
}

void sample_announce_process(void) {
  struct line line;
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  begin(&line, "process");
  add(&line, ",\"size\":%d", size);
  end(&line);
}

void sample_init(int *argc, char ***argv) {
  MPI_Init(argc, argv);
  sample_announce_process();
}

/* Returns whether this process's session contains only ranks and the processes that started them. */
static int has_session_of_ranks(void) {
  if (getsid(0) == getpid()) return 1;
  char path[64], name[16] = "";
  snprintf(path, sizeof path, "/proc/%ld/comm", (long)getsid(0));
  FILE *file = fopen(path, "re");
  if (file == NULL) return 0;
  int is_daemon = fgets(name, sizeof name, file) != NULL && strcmp(name, "orted\n") == 0;
  fclose(file);
  return is_daemon;
}

/* Launchers of MPICH and Slurm make each rank a session, and Open MPI's all ranks of a node. A kernel that groups by
 * session (autogroup) gives such a session as much of a processor as a complete build or all tests together. A rank
 * that polls for a message that never arrives gets a lower priority here. */
static void leave_time_to_others(void) {
  if (!has_session_of_ranks()) return;
  int file = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t written = write(file, "5", 1);
  (void)written; /* not allowed: it polls as any other program does */
  close(file);
}

void sample_ready(void) {
  leave_time_to_others();
  struct line line;
  begin(&line, "ready");
  end(&line);
}

void sample_fact_blocked(const char *call) {
  struct line line;
  begin(&line, "blocked");
  add(&line, ",\"call\":\"%s\"", call);
  end(&line);
}

void sample_fact_operation(const struct sample_operation *operation) {
  struct line line;
  MPI_Count size;
  char type_name[MPI_MAX_OBJECT_NAME];
  int length;

  begin(&line, "operation");
  add(&line, ",\"queue\":\"%s\"", operation->queue);
  add_comm(&line, operation->comm);
  if (operation->peer == MPI_ANY_SOURCE) {
    add(&line, ",\"peer\":\"any\"");
  } else {
    MPI_Group group;
    int count;
    peer_group(operation->comm, &group);
    int *ranks = world_ranks(group, &count);
    add(&line, ",\"peer\":%d,\"world\":%d", operation->peer, ranks[operation->peer]);
    free(ranks);
    MPI_Group_free(&group);
  }
  if (operation->tag == MPI_ANY_TAG) {
    add(&line, ",\"tag\":\"any\"");
  } else {
    add(&line, ",\"tag\":%d", operation->tag);
  }
  MPI_Type_size_x(operation->datatype, &size);
  add(&line, ",\"bytes\":%lld", (long long)size * operation->count);
  if (strcmp(operation->queue, "unexpected") != 0) {
    MPI_Type_get_name(operation->datatype, type_name, &length);
    add(&line, ",\"count\":%d,\"datatype\":\"%s\",\"datatype_handle\":\"0x%lx\",\"buffer\":\"0x%lx\"", operation->count,
        type_name, sample_handle_bits(&operation->datatype, sizeof operation->datatype),
        (unsigned long)operation->buffer);
  }
  if (operation->request)
    add(&line, ",\"request\":\"0x%lx\"", sample_handle_bits(operation->request, sizeof *operation->request));
  if (operation->call) add(&line, ",\"call\":\"%s\"", operation->call);
  if (operation->mode) add(&line, ",\"mode\":\"%s\"", operation->mode);
  if (operation->protocol) add(&line, ",\"protocol\":\"%s\"", operation->protocol);
  add(&line, ",\"persistent\":%s", operation->persistent ? "true" : "false");
  end(&line);
}

void sample_fact_handle(const char *kind, const char *variable, const void *handle, size_t size, int fortran) {
  struct line line;
  begin(&line, "handle");
  add(&line, ",\"kind\":\"%s\",\"variable\":\"%s\",\"handle\":\"0x%lx\",\"fortran\":%d", kind, variable,
      sample_handle_bits(handle, size), fortran);
  end(&line);
}

void sample_fact_group(MPI_Group group) {
  struct line line;
  int rank, size;
  begin(&line, "group");
  MPI_Group_rank(group, &rank);
  MPI_Group_size(group, &size);
  add(&line, ",\"handle\":\"0x%lx\",\"fortran\":%ld,\"group_rank\":%d,\"size\":%d",
      sample_handle_bits(&group, sizeof group), (long)MPI_Group_c2f(group), rank == MPI_UNDEFINED ? -1 : rank, size);
  add_members(&line, "members", group);
  end(&line);
}

static void add_topology(struct line *line, MPI_Comm comm) {
  int kind;
  MPI_Topo_test(comm, &kind);
  if (kind == MPI_CART) {
    int n, dims[16], periods[16], coords[16];
    MPI_Cartdim_get(comm, &n);
    MPI_Cart_get(comm, 16, dims, periods, coords);
    add(line, ",\"topology\":\"cartesian\"");
    add_numbers(line, "dims", dims, n);
    add_numbers(line, "periods", periods, n);
    add_numbers(line, "coords", coords, n);
  } else if (kind == MPI_GRAPH) {
    int nodes, edges, index[256], edge[1024];
    MPI_Graphdims_get(comm, &nodes, &edges);
    MPI_Graph_get(comm, 256, 1024, index, edge);
    add(line, ",\"topology\":\"graph\"");
    add_numbers(line, "index", index, nodes);
    add_numbers(line, "edges", edge, edges);
  } else if (kind == MPI_DIST_GRAPH) {
    int in, out, weighted, sources[64], source_weights[64], destinations[64], destination_weights[64];
    MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    /* Without weights, the arrays for them stay unchanged. */
    MPI_Dist_graph_neighbors(comm, 64, sources, source_weights, 64, destinations, destination_weights);
    add(line, ",\"topology\":\"distributed graph\",\"weighted\":%s", weighted ? "true" : "false");
    add_numbers(line, "sources", sources, in);
    add_numbers(line, "destinations", destinations, out);
    if (weighted) {
      add_numbers(line, "source_weights", source_weights, in);
      add_numbers(line, "destination_weights", destination_weights, out);
    }
  }
}

void sample_fact_communicator(MPI_Comm comm) {
  struct line line;
  int rank, size, inter;
  MPI_Group group;
  MPI_Errhandler errhandler;

  begin(&line, "communicator");
  add_comm(&line, comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Comm_test_inter(comm, &inter);
  add(&line, ",\"fortran\":%ld,\"comm_rank\":%d,\"size\":%d,\"inter\":%s", (long)MPI_Comm_c2f(comm), rank, size,
      inter ? "true" : "false");

  MPI_Comm_group(comm, &group);
  add_members(&line, "members", group);
  add(&line, ",\"local_group\":\"0x%lx\"", sample_handle_bits(&group, sizeof group));
  MPI_Group_free(&group);
  if (inter) {
    int remote;
    MPI_Comm_remote_size(comm, &remote);
    MPI_Comm_remote_group(comm, &group);
    add(&line, ",\"remote_size\":%d", remote);
    add_members(&line, "remote_members", group);
    MPI_Group_free(&group);
  } else {
    add_topology(&line, comm);
  }

  MPI_Comm_get_errhandler(comm, &errhandler);
  add(&line, ",\"errhandler\":\"%s\"",
      errhandler == MPI_ERRORS_ARE_FATAL ? "MPI_ERRORS_ARE_FATAL"
      : errhandler == MPI_ERRORS_RETURN  ? "MPI_ERRORS_RETURN"
                                         : "");
  MPI_Errhandler_free(&errhandler);
  add(&line, ",\"predefined\":%s", comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF ? "true" : "false");
  end(&line);
}

void sample_await_message(MPI_Comm comm, int source, int tag) {
  for (int arrived = 0; !arrived;) MPI_Iprobe(source, tag, comm, &arrived, MPI_STATUS_IGNORE);
}

int sample_next(MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  return (rank + 1) % size;
}

int sample_previous(MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  return (rank + size - 1) % size;
}

void sample_hang_in_recv(void) {
  int value;
  int next = sample_next(MPI_COMM_WORLD);
  sample_fact_operation(&(struct sample_operation){.queue = "posted",
                                                   .comm = MPI_COMM_WORLD,
                                                   .peer = next,
                                                   .tag = 99,
                                                   .count = 1,
                                                   .datatype = MPI_INT,
                                                   .buffer = &value,
                                                   .call = "MPI_Recv"});
  sample_fact_blocked("MPI_Recv");
  sample_ready();
  MPI_Recv(&value, 1, MPI_INT, next, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
