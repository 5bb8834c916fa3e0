/* Error handlers: predefined ones and the program's own, for communicators, windows and files; attached to no, one or
 * two objects; freed while attached; with two handles. Any number of ranks. */
#include <stdio.h>
#include <unistd.h>

#include "sample.h"

static void on_comm_error(MPI_Comm *comm, int *code, ...) {
  (void)comm, (void)code;
}
static void on_win_error(MPI_Win *win, int *code, ...) {
  (void)win, (void)code;
}
static void on_file_error(MPI_File *file, int *code, ...) {
  (void)file, (void)code;
}

static void predefined(MPI_Errhandler handler, const char *name) {
  sample_fact("errhandler", "\"handle\":\"0x%lx\",\"fortran\":%d,\"predefined\":true,\"name\":\"%s\"",
              SAMPLE_HANDLE(handler), (int)MPI_Errhandler_c2f(handler), name);
}

/* `attached` is JSON with the objects; `handles` is the number of handles that the program has. */
static void own(MPI_Errhandler handler, int fortran, const char *object, const char *function, unsigned long address,
                int handles, const char *attached, int count) {
  sample_fact("errhandler",
              "\"handle\":\"0x%lx\",\"fortran\":%d,\"predefined\":false,\"object\":\"%s\",\"function\":\"%s\","
              "\"address\":\"0x%lx\",\"freed\":%s,\"references\":%d,\"attached\":[%s]",
              SAMPLE_HANDLE(handler), fortran, object, function, address, handles == 0 ? "true" : "false",
              handles + count, attached);
}

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  MPI_Errhandler unused, twice, freed, held, of_window, of_file, copy;
  MPI_Comm first, second, third, fourth;
  char text[256], path[64];
  const unsigned long comm_function = (unsigned long)on_comm_error;

  predefined(MPI_ERRHANDLER_NULL, "MPI_ERRHANDLER_NULL");
  predefined(MPI_ERRORS_ARE_FATAL, "MPI_ERRORS_ARE_FATAL");
  predefined(MPI_ERRORS_RETURN, "MPI_ERRORS_RETURN");

  MPI_Comm_create_errhandler(on_comm_error, &unused);
  own(unused, (int)MPI_Errhandler_c2f(unused), "communicator", "on_comm_error", comm_function, 1, "", 0);

  MPI_Comm_create_errhandler(on_comm_error, &twice);
  MPI_Comm_dup(MPI_COMM_WORLD, &first);
  MPI_Comm_set_errhandler(first, twice);
  MPI_Comm_dup(first, &second); /* inherits it */
  snprintf(text, sizeof text,
           "{\"kind\":\"communicator\",\"handle\":\"0x%lx\"},{\"kind\":\"communicator\",\"handle\":\"0x%lx\"}",
           SAMPLE_HANDLE(first), SAMPLE_HANDLE(second));
  own(twice, (int)MPI_Errhandler_c2f(twice), "communicator", "on_comm_error", comm_function, 1, text, 2);

  MPI_Comm_create_errhandler(on_comm_error, &freed);
  MPI_Comm_dup(MPI_COMM_WORLD, &third);
  MPI_Comm_set_errhandler(third, freed);
  snprintf(text, sizeof text, "{\"kind\":\"communicator\",\"handle\":\"0x%lx\"}", SAMPLE_HANDLE(third));
  own(freed, (int)MPI_Errhandler_c2f(freed), "communicator", "on_comm_error", comm_function, 0, text, 1);
  MPI_Errhandler_free(&freed);

  MPI_Comm_create_errhandler(on_comm_error, &held);
  MPI_Comm_dup(MPI_COMM_WORLD, &fourth);
  MPI_Comm_set_errhandler(fourth, held);
  MPI_Comm_get_errhandler(fourth, &copy);
  snprintf(text, sizeof text, "{\"kind\":\"communicator\",\"handle\":\"0x%lx\"}", SAMPLE_HANDLE(fourth));
  own(held, (int)MPI_Errhandler_c2f(held), "communicator", "on_comm_error", comm_function, 2, text, 1);

  MPI_Win window;
  int *memory;
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_create_errhandler(on_win_error, &of_window);
  MPI_Win_set_errhandler(window, of_window);
  snprintf(text, sizeof text, "{\"kind\":\"window\",\"handle\":\"0x%lx\"}", SAMPLE_HANDLE(window));
  own(of_window, (int)MPI_Errhandler_c2f(of_window), "window", "on_win_error", (unsigned long)on_win_error, 1, text, 1);

  MPI_File file;
  snprintf(path, sizeof path, "/tmp/mpidbg-errhandlers-%ld", (long)getpid());
  MPI_File_open(MPI_COMM_SELF, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  unlink(path);
  MPI_File_create_errhandler(on_file_error, &of_file);
  MPI_File_set_errhandler(file, of_file);
  snprintf(text, sizeof text, "{\"kind\":\"file\",\"handle\":\"0x%lx\"}", SAMPLE_HANDLE(file));
  own(of_file, (int)MPI_Errhandler_c2f(of_file), "file", "on_file_error", (unsigned long)on_file_error, 1, text, 1);

  sample_hang_in_recv();
  return 0;
}
