#pragma once
/* Info objects as JSON for facts. */
#include <mpi.h>

/* A string with its quotes, and [["key","value"], ...] in the order of MPI_Info_get_nthkey. The caller frees them. */
char *json_string(const char *text);
char *info_text(MPI_Info info);

/* The pairs of an info object that is freed after that: what MPI_X_get_info has made. */
char *info_text_and_free(MPI_Info info);
