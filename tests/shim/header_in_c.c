/* The header of the C API, in C. */
#include "mqs_shim/mqs_shim.h"

int header_in_c(void);
int header_in_c(void) {
  return (int)sizeof(mqs_shim_target) + (int)MQS_SHIM_OK;
}
