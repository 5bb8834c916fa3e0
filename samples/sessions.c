/* Sessions of MPI-4.0 in addition to MPI_COMM_WORLD: of two thread levels, with predefined error handlers and one of
 * the program, and one that is finalized. */
#include "sample.h"

static void on_error(MPI_Session *session, int *code, ...) {
  (void)session, (void)code;
}

static void fact(MPI_Session session, const char *level, const char *errhandler_name, MPI_Errhandler errhandler) {
  sample_fact("session",
              "\"handle\":\"0x%lx\",\"fortran\":%d,\"thread_level\":\"%s\",\"errhandler_name\":\"%s\",\"errhandler\":"
              "\"0x%lx\"",
              SAMPLE_HANDLE(session), (int)MPI_Session_c2f(session), level, errhandler_name, SAMPLE_HANDLE(errhandler));
}

int main(int argc, char **argv) {
  MPI_Session returns, own, gone;
  MPI_Errhandler handler;
  MPI_Info levels[2];
  sample_init(&argc, &argv);
  MPI_Session_create_errhandler(on_error, &handler);
  const char *const level[] = {"MPI_THREAD_FUNNELED", "MPI_THREAD_MULTIPLE"};
  for (int i = 0; i < 2; ++i) {
    MPI_Info_create(&levels[i]);
    MPI_Info_set(levels[i], "thread_level", level[i]);
  }
  MPI_Session_init(levels[1], MPI_ERRORS_RETURN, &returns);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &gone);
  MPI_Session_init(levels[0], handler, &own);
  MPI_Session_finalize(&gone);
  /* Before 5.0, MPICH forgets error handlers passed to MPI_Session_init. */
  MPI_Session_set_errhandler(returns, MPI_ERRORS_RETURN);
  MPI_Session_set_errhandler(own, handler);
  char given[2][MPI_MAX_INFO_VAL + 1];
  MPI_Session sessions[] = {returns, own};
  for (int i = 0; i < 2; ++i) {
    MPI_Info info;
    int found, length = MPI_MAX_INFO_VAL + 1;
    MPI_Session_get_info(sessions[i], &info);
    MPI_Info_get_string(info, "thread_level", &length, given[i], &found);
    MPI_Info_free(&info);
  }
  fact(returns, given[0], "MPI_ERRORS_RETURN", MPI_ERRORS_RETURN);
  fact(own, given[1], "", handler);
  sample_ready();
  MPI_Barrier(MPI_COMM_SELF);
  MPI_Recv(&argc, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  return 0;
}
