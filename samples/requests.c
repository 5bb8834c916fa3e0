/* Requests of all kinds and in all states, matched messages, and statuses. The program hangs outside of MPI, so that
 * nothing changes any more.
 *
 *     requests [window]     with `window` only one-sided operations, to be run with --mca osc pt2pt
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sample.h"

enum { LARGE = 200000 };

struct fact {
  const char *variable, *type, *state, *call, *mode;
  MPI_Comm comm; /* MPI_COMM_NULL: none that the request tells */
  int peer, tag, count;
  MPI_Datatype datatype; /* MPI_DATATYPE_NULL: no buffer is told */
  const void *buffer;
  int persistent, freed, cancelled, fortran, started, completed;
  const MPI_Status *status;
};

static unsigned long bits(const void *handle, size_t size) {
  unsigned long value = 0;
  memcpy(&value, handle, size);
  return value;
}

static int world_rank(MPI_Comm comm, int rank) {
  MPI_Group group, world;
  int translated;
  MPI_Comm_group(comm, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_translate_ranks(group, 1, &rank, world, &translated);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  return translated;
}

static const char *boolean(int value) {
  return value ? "true" : "false";
}

static int print_status(char *text, size_t room, const MPI_Status *status) {
  int bytes, cancelled;
  MPI_Get_count(status, MPI_BYTE, &bytes);
  MPI_Test_cancelled(status, &cancelled);
  return snprintf(text, room, "{\"source\":%d,\"tag\":%d,\"bytes\":%d,\"cancelled\":%s}", status->MPI_SOURCE,
                  status->MPI_TAG, bytes, boolean(cancelled));
}

static void announce(MPI_Request request, struct fact fact) {
  char text[4096], name[MPI_MAX_OBJECT_NAME];
  int length, at;
  at = snprintf(text, sizeof text,
                "\"variable\":\"%s\",\"handle\":\"0x%lx\",\"type\":\"%s\",\"state\":\"%s\",\"call\":\"%s\","
                "\"persistent\":%s,\"freed\":%s,\"cancelled\":%s,\"fortran\":%d",
                fact.variable, bits(&request, sizeof request), fact.type, fact.state, fact.call ? fact.call : "",
                boolean(fact.persistent), boolean(fact.freed), boolean(fact.cancelled),
                fact.fortran ? fact.fortran : -1);
  if (fact.mode) at += snprintf(text + at, sizeof text - (size_t)at, ",\"mode\":\"%s\"", fact.mode);
  if (fact.comm != MPI_COMM_NULL) {
    at += snprintf(text + at, sizeof text - (size_t)at, ",\"comm\":\"0x%lx\",\"any_source\":%s,\"any_tag\":%s",
                   bits(&fact.comm, sizeof fact.comm), boolean(fact.peer == MPI_ANY_SOURCE),
                   boolean(fact.tag == MPI_ANY_TAG));
    if (fact.peer >= 0) {
      at += snprintf(text + at, sizeof text - (size_t)at, ",\"peer\":%d,\"world\":%d", fact.peer,
                     world_rank(fact.comm, fact.peer));
    }
    if (fact.tag >= 0) at += snprintf(text + at, sizeof text - (size_t)at, ",\"tag\":%d", fact.tag);
  }
  if (fact.datatype != MPI_DATATYPE_NULL) {
    int size;
    MPI_Type_size(fact.datatype, &size);
    MPI_Type_get_name(fact.datatype, name, &length);
    at += snprintf(text + at, sizeof text - (size_t)at,
                   ",\"count\":%d,\"bytes\":%ld,\"datatype\":\"0x%lx\",\"datatype_name\":\"%s\",\"buffer\":\"0x%lx\"",
                   fact.count, (long)fact.count * size, bits(&fact.datatype, sizeof fact.datatype), name,
                   (unsigned long)fact.buffer);
    at += snprintf(text + at, sizeof text - (size_t)at, ",\"started\":%s,\"completed\":%s", boolean(fact.started),
                   boolean(fact.completed));
  }
  if (fact.status) {
    at += snprintf(text + at, sizeof text - (size_t)at, ",\"status\":");
    print_status(text + at, sizeof text - (size_t)at, fact.status);
  }
  sample_fact("request", "%s", text);
}

static MPI_Status await(MPI_Request request) {
  MPI_Status status;
  for (int done = 0; !done;) MPI_Request_get_status(request, &done, &status);
  return status;
}

static void announce_message(const char *variable, MPI_Message message, MPI_Comm comm, const MPI_Status *status,
                             const char *protocol, const char *starts_with) {
  char text[1024];
  int at = snprintf(text, sizeof text,
                    "\"variable\":\"%s\",\"handle\":\"0x%lx\",\"comm\":\"0x%lx\",\"protocol\":\"%s\",\"data\":\"%s\","
                    "\"fortran\":%d,\"world\":%d,\"status\":",
                    variable, bits(&message, sizeof message), bits(&comm, sizeof comm), protocol, starts_with,
                    strcmp(protocol, "eager") == 0 ? (int)MPI_Message_c2f(message) : -1,
                    world_rank(comm, status->MPI_SOURCE));
  print_status(text + at, sizeof text - (size_t)at, status);
  sample_fact("message", "%s", text);
}

static int query(void *state, MPI_Status *status) {
  (void)state, (void)status;
  return MPI_SUCCESS;
}
static int release(void *state) {
  (void)state;
  return MPI_SUCCESS;
}
static int cancel(void *state, int complete) {
  (void)state, (void)complete;
  return MPI_SUCCESS;
}

static void announce_generalized(MPI_Request request, const char *variable, const char *state, int freed, void *extra) {
  char text[1024];
  snprintf(text, sizeof text,
           "\"variable\":\"%s\",\"handle\":\"0x%lx\",\"state\":\"%s\",\"freed\":%s,\"query\":\"0x%lx\","
           "\"free\":\"0x%lx\",\"cancel\":\"0x%lx\",\"extra\":\"0x%lx\"",
           variable, bits(&request, sizeof request), state, boolean(freed), (unsigned long)&query,
           (unsigned long)&release, (unsigned long)&cancel, (unsigned long)extra);
  sample_fact("generalized", "%s", text);
}

static void generalized(void) {
  static int extra[3];
  static MPI_Request pending, complete, freed, handle;
  MPI_Grequest_start(query, release, cancel, &extra[0], &pending);
  MPI_Grequest_start(query, release, cancel, &extra[1], &complete);
  MPI_Grequest_complete(complete);
  MPI_Grequest_start(query, release, cancel, &extra[2], &freed);
  handle = freed;
  MPI_Request_free(&freed);
  announce_generalized(pending, "pending", "active", 0, &extra[0]);
  announce_generalized(complete, "complete", "complete", 0, &extra[1]);
  announce_generalized(handle, "freed", "active", 1, &extra[2]);
}

/* The last rank does not join, so nothing that depends on it completes. It is the root of the broadcast. */
static void collectives(void) {
  static MPI_Request request[4];
  static int in[4], out[4], root[4];
  MPI_Comm partial;
  int rank, size;
  MPI_Comm_dup(MPI_COMM_WORLD, &partial);
  MPI_Comm_set_name(partial, "partial");
  MPI_Comm_rank(partial, &rank);
  MPI_Comm_size(partial, &size);
  if (rank == size - 1 && size > 1) return;
  const char *state = size == 1 ? "complete" : "active";
  MPI_Ibarrier(partial, &request[0]);
  MPI_Ibcast(root, 4, MPI_INT, size - 1, partial, &request[1]);
  MPI_Iallreduce(in, out, 4, MPI_INT, MPI_SUM, partial, &request[2]);
  const char *names[] = {"barrier", "bcast", "allreduce"};
  for (int i = 0; i < 3; ++i) {
    char text[512];
    MPI_Op sum = MPI_SUM;
    MPI_Datatype type = MPI_INT;
    snprintf(text, sizeof text,
             "\"variable\":\"%s\",\"handle\":\"0x%lx\",\"state\":\"%s\",\"comm\":\"0x%lx\",\"size\":%d,"
             "\"comm_rank\":%d,\"op\":\"0x%lx\",\"datatype\":\"0x%lx\",\"buffer\":\"0x%lx\"",
             names[i], bits(&request[i], sizeof request[i]), state, bits(&partial, sizeof partial), size, rank,
             bits(&sum, sizeof sum), bits(&type, sizeof type), (unsigned long)(i == 1 ? root : out));
    sample_fact("collective", "%s", text);
  }
}

static void files(void) {
  static MPI_Request request;
  static char data[4096];
  MPI_File file;
  char path[256], text[512];
  snprintf(path, sizeof path, "/tmp/mpidbg-requests-%ld", (long)getpid());
  MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  unlink(path);
  MPI_File_iwrite(file, data, sizeof data, MPI_BYTE, &request);
  snprintf(text, sizeof text, "\"handle\":\"0x%lx\",\"file\":\"0x%lx\",\"call\":\"MPI_File_iwrite\"",
           bits(&request, sizeof request), bits(&file, sizeof file));
  sample_fact("file_request", "%s", text);
}

static void point_to_point(void) {
  static MPI_Request request[20];
  static double large[LARGE / 8];
  static int small[16][8];
  MPI_Comm comm, quiet;
  MPI_Datatype pairs;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_name(comm, "messages");
  MPI_Comm_dup(MPI_COMM_WORLD, &quiet);
  MPI_Comm_set_name(quiet, "quiet");
  const int next = sample_next(comm), previous = sample_previous(comm), count = LARGE / 8;
  const int attached = LARGE + MPI_BSEND_OVERHEAD;
  MPI_Buffer_attach(malloc((size_t)attached), attached);
  MPI_Type_vector(2, 1, 2, MPI_INT, &pairs);
  MPI_Type_set_name(pairs, "pairs");
  MPI_Type_commit(&pairs);

  MPI_Isend(large, count, MPI_DOUBLE, next, 20, comm, &request[0]);
  MPI_Issend(small[1], 4, MPI_INT, next, 21, comm, &request[1]);
  MPI_Ibsend(large, count, MPI_DOUBLE, next, 22, comm, &request[2]);
  MPI_Irecv(small[3], 8, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, quiet, &request[3]);
  MPI_Irecv(small[4], 3, pairs, previous, 24, comm, &request[4]);
  const int fortran = (int)MPI_Request_c2f(request[4]);
  MPI_Irecv(small[5], 8, MPI_INT, previous, 25, comm, &request[5]);
  MPI_Send(small[6], 3, MPI_INT, next, 25, comm);
  MPI_Recv_init(small[7], 8, MPI_INT, MPI_ANY_SOURCE, 26, comm, &request[7]);
  MPI_Send_init(large, count, MPI_DOUBLE, next, 27, comm, &request[8]);
  MPI_Start(&request[8]);
  MPI_Ssend_init(small[9], 8, MPI_INT, next, 28, comm, &request[9]);
  MPI_Isend(large, count, MPI_DOUBLE, next, 29, comm, &request[10]);
  MPI_Request copy = request[10];
  MPI_Request_free(&request[10]);
  MPI_Irecv(small[11], 8, MPI_INT, previous, 30, comm, &request[11]);
  MPI_Cancel(&request[11]);
  MPI_Irecv(small[12], 8, MPI_INT, MPI_PROC_NULL, 31, comm, &request[12]);
  MPI_Recv_init(small[13], 8, MPI_INT, MPI_PROC_NULL, 32, comm, &request[13]);
  MPI_Irecv(small[14], 8, MPI_INT, previous, 33, comm, &request[14]);
  MPI_Irsend(large, count, MPI_DOUBLE, next, 34, comm, &request[15]); /* erroneous, and harmless here */
  const MPI_Status received = await(request[5]), cancelled = await(request[11]);

  announce(request[0], (struct fact){.variable = "isend",
                                     .type = "point-to-point",
                                     .state = "active",
                                     .call = "MPI_Isend",
                                     .mode = "standard",
                                     .comm = comm,
                                     .peer = next,
                                     .tag = 20,
                                     .count = count,
                                     .datatype = MPI_DOUBLE,
                                     .buffer = large});
  announce(request[1], (struct fact){.variable = "issend",
                                     .type = "point-to-point",
                                     .state = "active",
                                     .call = "MPI_Issend",
                                     .mode = "synchronous",
                                     .comm = comm,
                                     .peer = next,
                                     .tag = 21,
                                     .count = 4,
                                     .datatype = MPI_INT,
                                     .buffer = small[1]});
  announce(request[2], (struct fact){.variable = "ibsend",
                                     .type = "point-to-point",
                                     .state = "complete",
                                     .call = "MPI_Ibsend",
                                     .mode = "buffered",
                                     .comm = comm,
                                     .peer = next,
                                     .tag = 22,
                                     .count = count,
                                     .datatype = MPI_DOUBLE,
                                     .buffer = large});
  announce(request[15], (struct fact){.variable = "irsend",
                                      .type = "point-to-point",
                                      .state = "active",
                                      .call = "MPI_Irsend",
                                      .mode = "ready",
                                      .comm = comm,
                                      .peer = next,
                                      .tag = 34,
                                      .count = count,
                                      .datatype = MPI_DOUBLE,
                                      .buffer = large});
  announce(request[3], (struct fact){.variable = "any",
                                     .type = "point-to-point",
                                     .state = "active",
                                     .call = "MPI_Irecv",
                                     .comm = quiet,
                                     .peer = MPI_ANY_SOURCE,
                                     .tag = MPI_ANY_TAG,
                                     .count = 8,
                                     .datatype = MPI_INT,
                                     .buffer = small[3]});
  announce(request[4], (struct fact){.variable = "converted",
                                     .type = "point-to-point",
                                     .state = "active",
                                     .call = "MPI_Irecv",
                                     .comm = comm,
                                     .peer = previous,
                                     .tag = 24,
                                     .count = 3,
                                     .datatype = pairs,
                                     .buffer = small[4],
                                     .fortran = fortran});
  announce(request[5], (struct fact){.variable = "received",
                                     .type = "point-to-point",
                                     .state = "complete",
                                     .call = "MPI_Irecv",
                                     .comm = comm,
                                     .peer = previous,
                                     .tag = 25,
                                     .count = 8,
                                     .datatype = MPI_INT,
                                     .buffer = small[5],
                                     .status = &received,
                                     .started = 1,
                                     .completed = 1});
  announce(request[7], (struct fact){.variable = "recv_init",
                                     .type = "point-to-point",
                                     .state = "inactive",
                                     .call = "MPI_Recv_init",
                                     .comm = comm,
                                     .peer = MPI_ANY_SOURCE,
                                     .tag = 26,
                                     .count = 8,
                                     .datatype = MPI_INT,
                                     .buffer = small[7],
                                     .persistent = 1});
  announce(request[8], (struct fact){.variable = "send_init",
                                     .type = "point-to-point",
                                     .state = "active",
                                     .call = "MPI_Send_init",
                                     .mode = "standard",
                                     .comm = comm,
                                     .peer = next,
                                     .tag = 27,
                                     .count = count,
                                     .datatype = MPI_DOUBLE,
                                     .buffer = large,
                                     .persistent = 1});
  announce(request[9], (struct fact){.variable = "ssend_init",
                                     .type = "point-to-point",
                                     .state = "inactive",
                                     .call = "MPI_Ssend_init",
                                     .mode = "synchronous",
                                     .comm = comm,
                                     .peer = next,
                                     .tag = 28,
                                     .count = 8,
                                     .datatype = MPI_INT,
                                     .buffer = small[9],
                                     .persistent = 1});
  announce(copy, (struct fact){.variable = "freed",
                               .type = "point-to-point",
                               .state = "active",
                               .call = "MPI_Isend",
                               .mode = "standard",
                               .comm = comm,
                               .peer = next,
                               .tag = 29,
                               .count = count,
                               .datatype = MPI_DOUBLE,
                               .buffer = large,
                               .freed = 1});
  announce(request[11], (struct fact){.variable = "cancelled",
                                      .type = "point-to-point",
                                      .state = "cancelled",
                                      .call = "MPI_Irecv",
                                      .comm = comm,
                                      .peer = previous,
                                      .tag = 30,
                                      .count = 8,
                                      .datatype = MPI_INT,
                                      .buffer = small[11],
                                      .cancelled = 1,
                                      .status = &cancelled});
  announce(request[12], (struct fact){.variable = "proc_null",
                                      .type = "no operation",
                                      .state = "complete",
                                      .comm = MPI_COMM_NULL,
                                      .datatype = MPI_DATATYPE_NULL,
                                      .fortran = (int)MPI_Request_c2f(request[12])});
  announce(request[13], (struct fact){.variable = "proc_null_init",
                                      .type = "no operation",
                                      .state = "inactive",
                                      .comm = MPI_COMM_NULL,
                                      .datatype = MPI_DATATYPE_NULL,
                                      .persistent = 1});
  announce(request[14], (struct fact){.variable = "irecv",
                                      .type = "point-to-point",
                                      .state = "active",
                                      .call = "MPI_Irecv",
                                      .comm = comm,
                                      .peer = previous,
                                      .tag = 33,
                                      .count = 8,
                                      .datatype = MPI_INT,
                                      .buffer = small[14]});
}

static void messages(void) {
  static MPI_Message message[2];
  static MPI_Request request[2];
  static char large[LARGE], small[] = "matched message";
  MPI_Status status[2];
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_name(comm, "probed");
  const int next = sample_next(comm), previous = sample_previous(comm);
  /* A message that was received, so its record is free again. */
  MPI_Isend(small, 4, MPI_CHAR, next, 39, comm, &request[0]);
  MPI_Mprobe(previous, 39, comm, &message[0], &status[0]);
  char received[4];
  MPI_Mrecv(received, 4, MPI_CHAR, &message[0], MPI_STATUS_IGNORE);
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);

  MPI_Send(small, (int)sizeof small, MPI_CHAR, next, 40, comm);
  MPI_Isend(large, LARGE, MPI_CHAR, next, 41, comm, &request[1]);
  for (int i = 0; i < 2; ++i) {
    for (int found = 0; !found;) MPI_Improbe(MPI_ANY_SOURCE, 40 + i, comm, &found, &message[i], &status[i]);
  }
  announce_message("eager", message[0], comm, &status[0], "eager", small);
  announce_message("rendezvous", message[1], comm, &status[1], "rendezvous", "");
}

static void statuses(void) {
  static MPI_Status status[2];
  static int buffer[4];
  static MPI_Fint fortran[sizeof(MPI_Status) / sizeof(MPI_Fint)];
  char text[512];
  MPI_Sendrecv(buffer, 3, MPI_INT, sample_next(MPI_COMM_WORLD), 50, buffer + 1, 3, MPI_INT,
               sample_previous(MPI_COMM_WORLD), 50, MPI_COMM_WORLD, &status[0]);
  MPI_Recv(buffer, 4, MPI_INT, MPI_PROC_NULL, 51, MPI_COMM_WORLD, &status[1]);
  MPI_Status_c2f(&status[0], fortran);
  for (int i = 0; i < 2; ++i) {
    int at = snprintf(text, sizeof text,
                      "\"variable\":\"status[%d]\",\"address\":\"0x%lx\",\"fortran\":\"0x%lx\","
                      "\"status\":",
                      i, (unsigned long)&status[i], (unsigned long)fortran);
    print_status(text + at, sizeof text - (size_t)at, &status[i]);
    sample_fact("status", "%s", text);
  }
}

static void one_sided(void) {
  static MPI_Request request;
  static int origin[1000];
  int *base, rank, done;
  MPI_Win window;
  char text[512];
  MPI_Win_allocate(sizeof origin, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
  const int next = sample_next(MPI_COMM_WORLD);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank != 0) return; /* nothing is done for rank 0 */
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  MPI_Rput(origin, 1000, MPI_INT, next, 0, 1000, MPI_INT, window, &request);
  MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
  snprintf(text, sizeof text, "\"handle\":\"0x%lx\",\"window\":\"0x%lx\",\"call\":\"MPI_Rput\",\"complete\":%s",
           bits(&request, sizeof request), bits(&window, sizeof window), boolean(done));
  sample_fact("one_sided", "%s", text);
}

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  if (argc > 1 && strcmp(argv[1], "window") == 0) {
    one_sided();
  } else {
    statuses();
    point_to_point();
    messages();
    generalized();
    MPI_Request null = MPI_REQUEST_NULL;
    announce(null, (struct fact){.variable = "null",
                                 .type = "null",
                                 .state = "inactive",
                                 .comm = MPI_COMM_NULL,
                                 .datatype = MPI_DATATYPE_NULL});
    collectives();
    files();
  }
  sample_ready();
  for (;;) pause();
}
