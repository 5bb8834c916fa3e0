/* The toy MPI library, of one process: its objects. Collective calls return at once. See toy_mpi.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fakes/mpi/toy_mpi.h"

struct MPI_ABI_Errhandler {
  MPI_Comm_errhandler_function *function;
};
struct MPI_ABI_Group {
  int uses;
};
struct MPI_ABI_Op {
  int commutes;
};
struct MPI_ABI_Info {
  int keys;
};
struct MPI_ABI_Session {
  int unused;
};

static struct toy_communicator world, self;
static int level = MPI_THREAD_SINGLE;

static int number_in(const char *variable, int otherwise) {
  const char *text = getenv(variable);
  return text == NULL ? otherwise : atoi(text);
}

struct toy_communicator *toy_communicator(MPI_Comm comm) {
  return comm == MPI_COMM_WORLD ? &world : comm == MPI_COMM_SELF ? &self : (struct toy_communicator *)comm;
}

int toy_error(MPI_Comm comm, int code) {
  MPI_Errhandler handler = toy_communicator(comm)->handler;
  if (handler == MPI_ERRORS_RETURN) return code;
  if (handler == MPI_ERRORS_ARE_FATAL) {
    fprintf(stderr, "toy MPI: error %d\n", code);
    abort();
  }
  handler->function(&comm, &code);
  return code;
}

int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  (void)argc, (void)argv;
  world = (struct toy_communicator){
      .rank = number_in("TOY_MPI_RANK", 0), .size = number_in("TOY_MPI_SIZE", 1), .handler = MPI_ERRORS_ARE_FATAL};
  self = (struct toy_communicator){.size = 1, .handler = MPI_ERRORS_ARE_FATAL};
  *provided = level = required;
  return MPI_SUCCESS;
}

int PMPI_Init(int *argc, char ***argv) {
  int provided;
  return PMPI_Init_thread(argc, argv, MPI_THREAD_SINGLE, &provided);
}

int PMPI_Finalize(void) {
  return MPI_SUCCESS;
}

int PMPI_Abort(MPI_Comm comm, int code) {
  (void)comm;
  exit(code);
}

int PMPI_Pcontrol(const int control, ...) {
  (void)control;
  return MPI_SUCCESS;
}

int PMPI_Query_thread(int *provided) {
  *provided = level;
  return MPI_SUCCESS;
}

int PMPI_Get_library_version(char *version, int *length) {
  const char *text = getenv("TOY_MPI_VERSION");
  *length = snprintf(version, MPI_MAX_LIBRARY_VERSION_STRING, "%s", text == NULL ? "Toy MPI 1.0, of the tests" : text);
  return MPI_SUCCESS;
}

int PMPI_Abi_get_version(int *major, int *minor) {
  *major = number_in("TOY_MPI_ABI", MPI_ABI_VERSION);
  *minor = 0;
  return MPI_SUCCESS;
}

int PMPI_Error_class(int code, int *class) {
  *class = code;
  return MPI_SUCCESS;
}

/* ---- communicators ---- */

int PMPI_Comm_rank(MPI_Comm comm, int *rank) {
  *rank = toy_communicator(comm)->rank;
  return MPI_SUCCESS;
}

int PMPI_Comm_size(MPI_Comm comm, int *size) {
  *size = toy_communicator(comm)->size;
  return MPI_SUCCESS;
}

int PMPI_Comm_test_inter(MPI_Comm comm, int *is_inter) {
  *is_inter = toy_communicator(comm)->is_inter;
  return MPI_SUCCESS;
}

enum { MOST_KEYVALS = 16 };
static struct {
  MPI_Comm_copy_attr_function *copy;
  MPI_Comm_delete_attr_function *delete;
} keyvals[MOST_KEYVALS];
static int last_keyval;

static MPI_Comm new_communicator(int rank, int size) {
  struct toy_communicator *made = calloc(1, sizeof *made);
  made->rank = rank;
  made->size = size;
  made->handler = MPI_ERRORS_ARE_FATAL;
  return (MPI_Comm)made;
}

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *copy) {
  const struct toy_communicator *old = toy_communicator(comm);
  int flag;
  *copy = new_communicator(old->rank, old->size);
  if (old->keyval != 0 && keyvals[old->keyval].copy != NULL)
    keyvals[old->keyval].copy(comm, old->keyval, NULL, NULL, NULL, &flag);
  return MPI_SUCCESS;
}

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *copy, MPI_Request *request) {
  *request = toy_complete_request(0);
  return PMPI_Comm_dup(comm, copy);
}

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made) {
  (void)comm, (void)key;
  *made = color == MPI_UNDEFINED ? MPI_COMM_NULL : new_communicator(0, 1);
  return MPI_SUCCESS;
}

int PMPI_Intercomm_create(MPI_Comm local, int leader, MPI_Comm peer, int remote, int tag, MPI_Comm *made) {
  (void)local, (void)leader, (void)peer, (void)remote, (void)tag;
  *made = new_communicator(0, 1);
  toy_communicator(*made)->is_inter = 1;
  return MPI_SUCCESS;
}

int PMPI_Comm_free(MPI_Comm *comm) {
  struct toy_communicator *old = toy_communicator(*comm);
  if (old->keyval != 0 && keyvals[old->keyval].delete != NULL)
    keyvals[old->keyval].delete(*comm, old->keyval, NULL, NULL);
  free(old);
  *comm = MPI_COMM_NULL;
  return MPI_SUCCESS;
}

int PMPI_Comm_disconnect(MPI_Comm *comm) {
  return PMPI_Comm_free(comm);
}

int PMPI_Comm_set_name(MPI_Comm comm, const char *name) {
  (void)comm, (void)name;
  return MPI_SUCCESS;
}

int PMPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *delete, int *key,
                            void *state) {
  (void)state;
  *key = ++last_keyval;
  keyvals[*key].copy = copy;
  keyvals[*key].delete = delete;
  return MPI_SUCCESS;
}

int PMPI_Comm_free_keyval(int *key) {
  *key = 0;
  return MPI_SUCCESS;
}

int PMPI_Comm_set_attr(MPI_Comm comm, int key, void *value) {
  (void)value;
  toy_communicator(comm)->keyval = key;
  return MPI_SUCCESS;
}

int PMPI_Comm_create_errhandler(MPI_Comm_errhandler_function *function, MPI_Errhandler *made) {
  *made = malloc(sizeof **made);
  (*made)->function = function;
  return MPI_SUCCESS;
}

int PMPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler) {
  toy_communicator(comm)->handler = handler;
  return MPI_SUCCESS;
}

int PMPI_Errhandler_free(MPI_Errhandler *handler) {
  free(*handler);
  *handler = MPI_ERRHANDLER_NULL;
  return MPI_SUCCESS;
}

/* The same group each time. */
static struct MPI_ABI_Group group;

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *given) {
  (void)comm;
  *given = &group;
  ++group.uses;
  return MPI_SUCCESS;
}

int PMPI_Group_free(MPI_Group *given) {
  --(*given)->uses;
  *given = MPI_GROUP_NULL;
  return MPI_SUCCESS;
}

int PMPI_Session_init(MPI_Info info, MPI_Errhandler handler, MPI_Session *made) {
  (void)info, (void)handler;
  *made = malloc(sizeof **made);
  return MPI_SUCCESS;
}

int PMPI_Session_finalize(MPI_Session *session) {
  free(*session);
  *session = MPI_SESSION_NULL;
  return MPI_SUCCESS;
}

int PMPI_Group_from_session_pset(MPI_Session session, const char *name, MPI_Group *given) {
  (void)session, (void)name;
  return PMPI_Comm_group(MPI_COMM_SELF, given);
}

/* ---- small objects ---- */

int PMPI_Op_create(MPI_User_function *function, int commutes, MPI_Op *made) {
  (void)function;
  *made = malloc(sizeof **made);
  (*made)->commutes = commutes;
  return MPI_SUCCESS;
}

int PMPI_Op_free(MPI_Op *op) {
  free(*op);
  *op = MPI_OP_NULL;
  return MPI_SUCCESS;
}

int PMPI_Op_commutative(MPI_Op op, int *commutes) {
  *commutes = op->commutes;
  return MPI_SUCCESS;
}

int PMPI_Info_create(MPI_Info *made) {
  *made = calloc(1, sizeof **made);
  return MPI_SUCCESS;
}

int PMPI_Info_set(MPI_Info info, const char *key, const char *value) {
  (void)key, (void)value;
  ++info->keys;
  return MPI_SUCCESS;
}

int PMPI_Info_get_nkeys(MPI_Info info, int *keys) {
  *keys = info->keys;
  return MPI_SUCCESS;
}

int PMPI_Info_free(MPI_Info *info) {
  free(*info);
  *info = MPI_INFO_NULL;
  return MPI_SUCCESS;
}

/* clang-format off */
TOY_ALIAS(Init_thread) TOY_ALIAS(Init) TOY_ALIAS(Finalize) TOY_ALIAS(Abort) TOY_ALIAS(Pcontrol) TOY_ALIAS(Query_thread)
TOY_ALIAS(Get_library_version) TOY_ALIAS(Abi_get_version) TOY_ALIAS(Error_class) TOY_ALIAS(Comm_rank)
TOY_ALIAS(Comm_size) TOY_ALIAS(Comm_test_inter) TOY_ALIAS(Comm_dup) TOY_ALIAS(Comm_idup) TOY_ALIAS(Comm_split)
TOY_ALIAS(Intercomm_create) TOY_ALIAS(Comm_free) TOY_ALIAS(Comm_disconnect) TOY_ALIAS(Comm_set_name)
TOY_ALIAS(Comm_create_keyval) TOY_ALIAS(Comm_free_keyval) TOY_ALIAS(Comm_set_attr) TOY_ALIAS(Comm_create_errhandler)
TOY_ALIAS(Comm_set_errhandler) TOY_ALIAS(Errhandler_free) TOY_ALIAS(Comm_group) TOY_ALIAS(Group_free)
TOY_ALIAS(Session_init) TOY_ALIAS(Session_finalize) TOY_ALIAS(Group_from_session_pset) TOY_ALIAS(Op_create)
TOY_ALIAS(Op_free) TOY_ALIAS(Op_commutative) TOY_ALIAS(Info_create) TOY_ALIAS(Info_set) TOY_ALIAS(Info_get_nkeys)
TOY_ALIAS(Info_free)
