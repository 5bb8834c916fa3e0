// Three processes that use a provider of libfabric as MPI libraries do, and stop. Each says first what libfabric must
// have of it, one line for each receive, message and send:
//
//   RANK pid PID
//   RANK posted tag T ignore I source S bytes B buffer A context A
//   RANK message tag T source S bytes B data D
//   RANK taken context A tag T source S bytes B data D
//   RANK send tag T bytes B context A destination D
//   RANK ready
//
//   messages PROVIDER [no-probe] [one-part] [stalled N]
//
// With `no-probe`, no message is taken by a probe. With `one-part`, no buffer has parts: lnx forgets all but the first.
// With `stalled`, the provider shows N of the messages of a process, and lets the others wait; it is told to keep two
// (FI_TCP_MAX_SAVED=2). The processes end when standard input does.

#define _GNU_SOURCE
#include <errno.h>
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_tagged.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { processes = 3, longest_name = 512, most_operations = 32, large = 4 << 20, last_tag = 0xfff };

struct shared {
  atomic_int arrived;  // at the barriers
  size_t name_sizes[processes];
  char names[processes][longest_name];
};

struct operation {
  struct fi_context2 context;  // first: its address is that of the operation
  bool done;
  uint64_t tag;
  size_t bytes;
  int destination;
};

static struct shared *shared;
static int rank;
static struct fid_ep *endpoint;
static struct fid_cq *completions;
static fi_addr_t addresses[processes];
static struct operation operations[most_operations];
static int operation_count, barriers;
static size_t most_parts;  // of a receive's buffer
static bool one_part;
static char buffers[most_operations][64 << 10], *large_buffer;

static void fail(const char *what, long code) {
  fprintf(stderr, "%d: %s: %s\n", rank, what, fi_strerror((int)-code));
  exit(1);
}

static void check(const char *what, long code) {
  if (code != 0) fail(what, code);
}

static void say(const char *format, ...) {
  char line[512];
  const int start = snprintf(line, sizeof line, "%d ", rank);
  va_list list;
  va_start(list, format);
  int end = start + vsnprintf(line + start, sizeof line - start - 1, format, list);
  va_end(list);
  line[end++] = '\n';
  if (write(STDOUT_FILENO, line, end) != end) exit(1);
}

// Returns false if there is none.
static bool poll_completions(void) {
  struct fi_cq_tagged_entry entry;
  const ssize_t count = fi_cq_read(completions, &entry, 1);
  if (count == 1) {
    ((struct operation *)entry.op_context)->done = true;
  } else if (count == -FI_EAVAIL) {
    // A probe that finds nothing.
    struct fi_cq_err_entry error = {0};
    if (fi_cq_readerr(completions, &error, 0) != 1 || error.err != FI_ENOMSG) fail("fi_cq_readerr", -error.err);
    ((struct operation *)error.op_context)->done = true;
    ((struct operation *)error.op_context)->bytes = SIZE_MAX;
  } else if (count != -FI_EAGAIN) {
    fail("fi_cq_read", count);
  }
  return count != -FI_EAGAIN;
}

static void wait_for(struct operation *operation) {
  while (!operation->done) poll_completions();
}

static void wait_for_all(void) {
  ++barriers;
  atomic_fetch_add(&shared->arrived, 1);
  while (atomic_load(&shared->arrived) < barriers * processes) poll_completions();
}

static struct operation *new_operation(uint64_t tag, size_t bytes, int destination) {
  struct operation *operation = &operations[operation_count++];
  if (operation_count > most_operations) exit(1);
  operation->tag = tag;
  operation->bytes = bytes;
  operation->destination = destination;
  return operation;
}

static struct operation *post(uint64_t tag, uint64_t ignore, int source, size_t bytes, int parts) {
  struct operation *operation = new_operation(tag, bytes, 0);
  char *buffer = buffers[operation - operations];
  const fi_addr_t address = source < 0 ? FI_ADDR_UNSPEC : addresses[source];
  if (parts == 1) {
    check("fi_trecv", fi_trecv(endpoint, buffer, bytes, NULL, address, tag, ignore, operation));
  } else {
    void *no_memory[2] = {NULL, NULL};  // lnx reads it
    const struct iovec both[2] = {{buffer, bytes / 4}, {buffer + bytes, bytes - bytes / 4}};
    check("fi_trecvv", fi_trecvv(endpoint, both, no_memory, 2, address, tag, ignore, operation));
  }
  return operation;
}

static void say_posted(const struct operation *operation, uint64_t ignore, int source) {
  char from[16] = "any";
  if (source >= 0) snprintf(from, sizeof from, "%d", source);
  say("posted tag %#lx ignore %#lx source %s bytes %zu buffer %p context %p", operation->tag, ignore, from,
      operation->bytes, (void *)buffers[operation - operations], (void *)operation);
}

static void send_to(int destination, uint64_t tag, size_t bytes, uint64_t data) {
  struct operation *operation = new_operation(tag, bytes, destination);
  const char *buffer = bytes == large ? large_buffer : buffers[operation - operations];
  for (;;) {
    const ssize_t code =
        data == 0 ? fi_tsend(endpoint, buffer, bytes, NULL, addresses[destination], tag, operation)
                  : fi_tsenddata(endpoint, buffer, bytes, NULL, data, addresses[destination], tag, operation);
    if (code == 0) return;
    if (code != -FI_EAGAIN) fail("fi_tsend", code);
    poll_completions();
  }
}

// Looks for a message until it is there. With `flags` FI_CLAIM takes it.
static struct operation *probe(uint64_t tag, uint64_t flags) {
  for (;;) {
    struct operation *operation = new_operation(tag, 0, 0);
    struct fi_msg_tagged message = {.addr = FI_ADDR_UNSPEC, .tag = tag, .context = operation};
    check("fi_trecvmsg", fi_trecvmsg(endpoint, &message, FI_PEEK | FI_COMPLETION | flags));
    wait_for(operation);
    if (operation->bytes == 0) return operation;
    *operation = (struct operation){0};
    --operation_count;
  }
}

static void open_endpoint(const char *provider) {
  struct fi_info *hints = fi_allocinfo(), *infos;
  hints->caps = FI_TAGGED | FI_DIRECTED_RECV;
  hints->mode = FI_CONTEXT | FI_CONTEXT2;
  hints->ep_attr->type = FI_EP_RDM;
  // lnx is found only if nothing is asked for; its name ends with its own part.
  if (strcmp(provider, "lnx") != 0) hints->fabric_attr->prov_name = strdup(provider);
  hints->domain_attr->cq_data_size = 4;
  hints->domain_attr->av_type = FI_AV_TABLE;
  hints->domain_attr->resource_mgmt = FI_RM_ENABLED;
  hints->tx_attr->msg_order = hints->rx_attr->msg_order = FI_ORDER_SAS;
  check("fi_getinfo", fi_getinfo(FI_VERSION(1, 14), NULL, NULL, 0, hints, &infos));
  struct fi_info *info = infos;
  while (strstr(info->fabric_attr->prov_name, provider) == NULL) {
    info = info->next;
    if (info == NULL) fail("fi_getinfo", -FI_ENODATA);
  }
  struct fid_fabric *fabric;
  struct fid_domain *domain;
  struct fid_av *vector;
  struct fi_av_attr vector_attributes = {.type = FI_AV_TABLE};
  struct fi_cq_attr queue_attributes = {.format = FI_CQ_FORMAT_TAGGED, .wait_obj = FI_WAIT_NONE};
  most_parts = one_part ? 1 : info->rx_attr->iov_limit;
  check("fi_fabric", fi_fabric(info->fabric_attr, &fabric, NULL));
  check("fi_domain", fi_domain(fabric, info, &domain, NULL));
  check("fi_av_open", fi_av_open(domain, &vector_attributes, &vector, NULL));
  check("fi_cq_open", fi_cq_open(domain, &queue_attributes, &completions, NULL));
  check("fi_endpoint", fi_endpoint(domain, info, &endpoint, NULL));
  check("fi_ep_bind", fi_ep_bind(endpoint, &completions->fid, FI_TRANSMIT | FI_RECV));
  check("fi_ep_bind", fi_ep_bind(endpoint, &vector->fid, 0));
  check("fi_enable", fi_enable(endpoint));
  shared->name_sizes[rank] = longest_name;
  check("fi_getname", fi_getname(&endpoint->fid, shared->names[rank], &shared->name_sizes[rank]));
  wait_for_all();
  for (int i = 0; i < processes; ++i) {
    if (fi_av_insert(vector, shared->names[i], 1, &addresses[i], 0, NULL) != 1) fail("fi_av_insert", -FI_EINVAL);
  }
  fi_freeinfo(hints);
}

static void say_sends(void) {
  while (poll_completions()) continue;
  for (int i = 0; i < operation_count; ++i) {
    if (operations[i].done) continue;
    say("send tag %#lx bytes %zu context %p destination %d", operations[i].tag, operations[i].bytes,
        (void *)&operations[i], operations[i].destination);
  }
}

static void receive_messages(int stalled, bool probes) {
  struct operation *const last_of_1 = stalled != 0 ? NULL : post(last_tag, 0, 1, 0, 1);
  struct operation *const last_of_2 = stalled != 0 ? NULL : post(last_tag, 0, 2, 0, 1);
  struct operation *const any = post(0x10, 0, -1, 64, 1);
  struct operation *const masked = post(0x40, 0xf, 1, 100, 1);
  struct operation *const parts = post(0x12, 0, 2, 80, most_parts < 2 ? 1 : 2);
  struct operation *const any_tag = post(1ul << 40, 0xffff, -1, 1000, 1);
  struct operation *const again = post(0x13, 0, 1, 8, 1);
  struct operation *const received = post(0x20, 0, 1, 8, 1);
  wait_for_all();  // the others send
  if (stalled != 0) {
    wait_for(received);
    probe(0x100 + stalled, 0);
  } else {
    wait_for(received);
    wait_for(last_of_1);
    wait_for(last_of_2);
  }
  say_posted(any, 0, -1);
  say_posted(masked, 0xf, 1);
  say_posted(parts, 0, 2);
  say_posted(any_tag, 0xffff, -1);
  say_posted(again, 0, 1);
  say("message tag 0x101 source 1 bytes 8 data none");
  say("message tag 0x102 source 1 bytes 1000 data 7");
  if (stalled == 2) return;
  say("message tag 0x103 source 1 bytes 40000 data none");
  if (stalled != 0) return;
  say("message tag 0x104 source 1 bytes %d data 8", large);
  say("message tag 0x201 source 2 bytes 0 data none");
  say("message tag 0x202 source 2 bytes 16 data 9");
  if (!probes) return;
  struct operation *const taken = probe(0x203, FI_CLAIM);
  say("taken context %p tag 0x203 source 2 bytes 24 data 10", (void *)taken);
}

static void send_messages(int stalled, bool probes) {
  wait_for_all();
  if (rank == 1) {
    send_to(0, 0x20, 8, 0);
    send_to(0, 0x101, 8, 0);
    send_to(0, 0x102, 1000, 7);
    send_to(0, 0x103, 40000, 0);
    if (stalled == 0) send_to(0, 0x104, large, 8);
  } else if (stalled == 0) {
    send_to(0, 0x201, 0, 0);
    send_to(0, 0x202, 16, 9);
    if (probes) send_to(0, 0x203, 24, 10);
  }
  if (stalled == 0) send_to(0, last_tag, 0, 0);
}

static void run(const char *provider, int stalled, bool probes) {
  large_buffer = calloc(1, large);
  open_endpoint(provider);
  if (rank == 0) {
    receive_messages(stalled, probes);
  } else {
    send_messages(stalled, probes);
  }
  wait_for_all();
  if (rank != 0) say_sends();
  say("pid %d", (int)getpid());
  say("ready");
  for (;;) pause();
}

int main(int argc, char **argv) {
  int stalled = 0;
  bool probes = true;
  for (int i = 2; i < argc; ++i) {
    if (strcmp(argv[i], "stalled") == 0 && i + 1 < argc) stalled = atoi(argv[++i]);
    probes &= strcmp(argv[i], "no-probe") != 0;
    one_part |= strcmp(argv[i], "one-part") == 0;
  }
  if (argc < 2) return 2;
  if (stalled != 0) setenv("FI_TCP_MAX_SAVED", "2", 1);
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pid_t children[processes];
  for (rank = 0; rank < processes; ++rank) {
    children[rank] = fork();
    if (children[rank] != 0) continue;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
    run(argv[1], stalled, probes);
  }
  char byte;
  while (read(STDIN_FILENO, &byte, 1) > 0) continue;
  for (int i = 0; i < processes; ++i) kill(children[i], SIGKILL);
  return 0;
}
