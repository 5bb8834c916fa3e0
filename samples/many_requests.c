/* All ranks hang with 100 requests in an array in their frame: receives from themselves, none of which ever matches. */
#include "sample.h"

enum { COUNT = 100 };

int main(int argc, char **argv) {
  sample_init(&argc, &argv);
  MPI_Request requests[COUNT];
  int values[COUNT];
  for (int i = 0; i < COUNT; ++i) {
    MPI_Irecv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
    sample_fact_operation(&(struct sample_operation){.queue = "posted",
                                                     .comm = MPI_COMM_SELF,
                                                     .peer = 0,
                                                     .tag = i,
                                                     .count = 1,
                                                     .datatype = MPI_INT,
                                                     .buffer = &values[i],
                                                     .request = &requests[i]});
  }
  sample_hang_in_recv();
  return 0;
}
