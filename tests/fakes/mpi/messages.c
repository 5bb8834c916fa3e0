/* The toy MPI library's messages and requests. See toy_mpi.h. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fakes/mpi/toy_mpi.h"

struct MPI_ABI_Request {
  int is_receive, is_synchronous, is_persistent, is_active, is_complete, is_freed;
  void *buffer;
  size_t bytes;
  int peer, tag;
  MPI_Comm comm;
  MPI_Request next; /* of those that are posted */
};
/* Sent, and not received yet. */
struct MPI_ABI_Message {
  void *data;
  size_t bytes;
  int source, tag;
  MPI_Comm comm;
  MPI_Request sender; /* null: complete long ago */
  MPI_Message next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static MPI_Request posted, *last_posted = &posted;
static MPI_Message unexpected, *last_unexpected = &unexpected;

static MPI_Request new_request(int is_receive, void *buffer, size_t bytes, int peer, int tag, MPI_Comm comm) {
  MPI_Request made = calloc(1, sizeof *made);
  *made = (struct MPI_ABI_Request){
      .is_receive = is_receive, .buffer = buffer, .bytes = bytes, .peer = peer, .tag = tag, .comm = comm};
  return made;
}

MPI_Request toy_complete_request(int is_persistent) {
  MPI_Request made = new_request(0, NULL, 0, 0, 0, MPI_COMM_SELF);
  made->is_persistent = is_persistent;
  made->is_active = made->is_complete = !is_persistent;
  return made;
}

static int is_wanted(MPI_Comm comm, int source, int tag, const struct MPI_ABI_Message *message) {
  return comm == message->comm && (source == MPI_ANY_SOURCE || source == message->source) &&
         (tag == MPI_ANY_TAG || tag == message->tag);
}

static void complete(MPI_Request request) {
  if (request == NULL) return;
  request->is_complete = 1;
  if (request->is_freed) free(request);
}

static void deliver(MPI_Message message, void *buffer, size_t room) {
  memcpy(buffer, message->data, message->bytes < room ? message->bytes : room);
  complete(message->sender);
  free(message->data);
  free(message);
  pthread_cond_broadcast(&changed);
}

/* Null: there is none. */
static MPI_Message take_message(MPI_Comm comm, int source, int tag) {
  for (MPI_Message *place = &unexpected; *place != NULL; place = &(*place)->next) {
    MPI_Message found = *place;
    if (!is_wanted(comm, source, tag, found)) continue;
    *place = found->next;
    if (last_unexpected == &found->next) last_unexpected = place;
    return found;
  }
  return NULL;
}

static void send(const struct MPI_ABI_Request *request, MPI_Request sender) {
  const struct toy_communicator *comm = toy_communicator(request->comm);
  const int comes_back = comm->size > 1 && request->peer != comm->rank;
  MPI_Message message = calloc(1, sizeof *message);
  message->data = malloc(request->bytes + 1);
  memcpy(message->data, request->buffer, request->bytes);
  message->bytes = request->bytes;
  message->source = comes_back ? request->peer : comm->rank;
  message->tag = request->tag;
  message->comm = request->comm;
  message->sender = sender;
  for (MPI_Request *place = &posted; *place != NULL; place = &(*place)->next) {
    MPI_Request receive = *place;
    if (!is_wanted(receive->comm, receive->peer, receive->tag, message)) continue;
    *place = receive->next;
    if (last_posted == &receive->next) last_posted = place;
    deliver(message, receive->buffer, receive->bytes);
    complete(receive);
    return;
  }
  *last_unexpected = message;
  last_unexpected = &message->next;
  pthread_cond_broadcast(&changed);
}

static void start(MPI_Request request) {
  request->is_active = 1;
  request->is_complete = 0;
  request->next = NULL;
  if (request->buffer == NULL) {
    complete(request);
  } else if (!request->is_receive) {
    send(request, request->is_synchronous ? request : NULL);
    if (!request->is_synchronous) complete(request);
  } else {
    MPI_Message message = take_message(request->comm, request->peer, request->tag);
    if (message != NULL) {
      deliver(message, request->buffer, request->bytes);
      complete(request);
    } else {
      *last_posted = request;
      last_posted = &request->next;
    }
  }
}

/* What the call has done with it: gone, or inactive. */
static void finish(MPI_Request *request) {
  (*request)->is_active = 0;
  if ((*request)->is_persistent) return;
  free(*request);
  *request = MPI_REQUEST_NULL;
}

static int begin(int is_receive, int is_synchronous, int is_persistent, const void *buffer, int count,
                 MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request *request) {
  if (peer >= toy_communicator(comm)->size) return toy_error(comm, MPI_ERR_RANK);
  *request = new_request(is_receive, (void *)(uintptr_t)buffer, toy_bytes(count, type), peer, tag, comm);
  (*request)->is_synchronous = is_synchronous;
  (*request)->is_persistent = is_persistent;
  if (is_persistent) return MPI_SUCCESS;
  pthread_mutex_lock(&mutex);
  start(*request);
  pthread_mutex_unlock(&mutex);
  return MPI_SUCCESS;
}

int PMPI_Isend(const void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
               MPI_Request *request) {
  return begin(0, 0, 0, buffer, count, type, peer, tag, comm, request);
}

int PMPI_Issend(const void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
                MPI_Request *request) {
  return begin(0, 1, 0, buffer, count, type, peer, tag, comm, request);
}

int PMPI_Irecv(void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request *request) {
  return begin(1, 0, 0, buffer, count, type, peer, tag, comm, request);
}

int PMPI_Irecv_c(void *buffer, MPI_Count count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
                 MPI_Request *request) {
  return PMPI_Irecv(buffer, (int)count, type, peer, tag, comm, request);
}

int PMPI_Send_init(const void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
                   MPI_Request *request) {
  return begin(0, 0, 1, buffer, count, type, peer, tag, comm, request);
}

int PMPI_Recv_init(void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Request *request) {
  return begin(1, 0, 1, buffer, count, type, peer, tag, comm, request);
}

int PMPI_Psend_init(const void *buffer, int partitions, MPI_Count count, MPI_Datatype type, int peer, int tag,
                    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
  (void)info;
  return PMPI_Send_init(buffer, partitions * (int)count, type, peer, tag, comm, request);
}

int PMPI_Precv_init(void *buffer, int partitions, MPI_Count count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
                    MPI_Info info, MPI_Request *request) {
  (void)info;
  return PMPI_Recv_init(buffer, partitions * (int)count, type, peer, tag, comm, request);
}

int PMPI_Pready(int partition, MPI_Request request) {
  (void)partition, (void)request;
  return MPI_SUCCESS;
}

int PMPI_Start(MPI_Request *request) {
  return PMPI_Startall(1, request);
}

int PMPI_Startall(int count, MPI_Request requests[]) {
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < count; ++i) start(requests[i]);
  pthread_mutex_unlock(&mutex);
  return MPI_SUCCESS;
}

int PMPI_Send(const void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  MPI_Request request;
  const int error = PMPI_Isend(buffer, count, type, peer, tag, comm, &request);
  return error != MPI_SUCCESS ? error : PMPI_Wait(&request, MPI_STATUS_IGNORE);
}

int PMPI_Send_c(const void *buffer, MPI_Count count, MPI_Datatype type, int peer, int tag, MPI_Comm comm) {
  return PMPI_Send(buffer, (int)count, type, peer, tag, comm);
}

int PMPI_Recv(void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm, MPI_Status *status) {
  MPI_Request request;
  const int error = PMPI_Irecv(buffer, count, type, peer, tag, comm, &request);
  return error != MPI_SUCCESS ? error : PMPI_Wait(&request, status);
}

int PMPI_Sendrecv(const void *out, int out_count, MPI_Datatype out_type, int to, int tag, void *in, int count,
                  MPI_Datatype type, int from, int its_tag, MPI_Comm comm, MPI_Status *status) {
  const int error = PMPI_Send(out, out_count, out_type, to, tag, comm);
  return error != MPI_SUCCESS ? error : PMPI_Recv(in, count, type, from, its_tag, comm, status);
}

int PMPI_Mprobe(int peer, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
  (void)status;
  pthread_mutex_lock(&mutex);
  while ((*message = take_message(comm, peer, tag)) == NULL) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return MPI_SUCCESS;
}

int PMPI_Mrecv(void *buffer, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status) {
  (void)status;
  pthread_mutex_lock(&mutex);
  deliver(*message, buffer, toy_bytes(count, type));
  pthread_mutex_unlock(&mutex);
  *message = MPI_MESSAGE_NULL;
  return MPI_SUCCESS;
}

/* ---- completion ---- */

/* Those that are done, at most so many of them. Null requests and inactive ones are no longer waited for. */
static int finish_some(int count, MPI_Request requests[], int most, int indices[]) {
  int done = 0;
  for (int i = 0; i < count && done < most; ++i) {
    if (requests[i] == MPI_REQUEST_NULL || !requests[i]->is_active || !requests[i]->is_complete) continue;
    finish(&requests[i]);
    indices[done++] = i;
  }
  return done;
}

static int wait_for_some(int count, MPI_Request requests[], int most, int indices[]) {
  int done;
  pthread_mutex_lock(&mutex);
  while ((done = finish_some(count, requests, most, indices)) == 0) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return done;
}

int PMPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status) {
  (void)status;
  wait_for_some(count, requests, 1, index);
  return MPI_SUCCESS;
}

int PMPI_Waitsome(int count, MPI_Request requests[], int *done, int indices[], MPI_Status statuses[]) {
  (void)statuses;
  *done = wait_for_some(count, requests, count, indices);
  return MPI_SUCCESS;
}

int PMPI_Wait(MPI_Request *request, MPI_Status *status) {
  int index;
  if (*request == MPI_REQUEST_NULL || !(*request)->is_active) return MPI_SUCCESS;
  return PMPI_Waitany(1, request, &index, status);
}

int PMPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  (void)statuses;
  for (int i = 0; i < count; ++i) PMPI_Wait(&requests[i], MPI_STATUS_IGNORE);
  return MPI_SUCCESS;
}

int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  (void)status;
  int index;
  pthread_mutex_lock(&mutex);
  *flag = finish_some(1, request, 1, &index) > 0;
  pthread_mutex_unlock(&mutex);
  return MPI_SUCCESS;
}

int PMPI_Cancel(MPI_Request *request) {
  (void)request;
  return MPI_SUCCESS;
}

int PMPI_Request_free(MPI_Request *request) {
  pthread_mutex_lock(&mutex);
  (*request)->is_freed = 1;
  if (!(*request)->is_active || (*request)->is_complete) free(*request);
  pthread_mutex_unlock(&mutex);
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

/* clang-format off */
TOY_ALIAS(Isend) TOY_ALIAS(Issend) TOY_ALIAS(Irecv) TOY_ALIAS(Irecv_c) TOY_ALIAS(Send_init) TOY_ALIAS(Recv_init)
TOY_ALIAS(Psend_init) TOY_ALIAS(Precv_init) TOY_ALIAS(Pready) TOY_ALIAS(Start) TOY_ALIAS(Startall) TOY_ALIAS(Send)
TOY_ALIAS(Send_c) TOY_ALIAS(Recv) TOY_ALIAS(Sendrecv) TOY_ALIAS(Mprobe) TOY_ALIAS(Mrecv) TOY_ALIAS(Waitany)
TOY_ALIAS(Waitsome) TOY_ALIAS(Wait) TOY_ALIAS(Waitall) TOY_ALIAS(Test) TOY_ALIAS(Cancel) TOY_ALIAS(Request_free)
