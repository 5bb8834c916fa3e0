/* The headers with the job-related members that no known debugger uses. */
#define MPIDBG_FOR_MPI2 1
#include "header_layout.h"

/* Every function of the interface has an address of the declared type. */
int (*const header_c_comm_query)(mqs_image *, mqs_image_info *, mqs_process *, mqs_process_info *, mqs_taddr_t,
                                 struct mpidbg_comm_info_t **) = mpidbg_comm_query;
