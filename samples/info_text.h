#pragma once
/* Converts info objects to JSON for the facts that samples write. */
#include <mpi.h>

/* Return a JSON string with its quotes, and [["key","value"], ...] in the order of MPI_Info_get_nthkey. The caller
 * frees the results. */
char *json_string(const char *text);
char *info_text(MPI_Info info);

/* Does the same as info_text(), and then frees the info object, such as the result of MPI_Comm_get_info. */
char *info_text_and_free(MPI_Info info);
