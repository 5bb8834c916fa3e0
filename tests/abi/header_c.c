/* The headers as a C debugger uses them. */
#include "header_layout.h"

/* Every function of the interface has an address of the declared type. */
int (*const header_c_comm_query)(mqs_image *, mqs_image_info *, mqs_process *, mqs_process_info *, mqs_taddr_t,
                                 struct mpidbg_comm_info_t **) = mpidbg_comm_query;
