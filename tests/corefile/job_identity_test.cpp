#include "corefile/mpi/job_identity.h"

#include <doctest/doctest.h>

using namespace corefile;

TEST_CASE("Open MPI's variables") {
  const JobIdentity identity = identity_in({{"OMPI_COMM_WORLD_RANK", "2"},
                                            {"OMPI_COMM_WORLD_SIZE", "4"},
                                            {"PMIX_RANK", "7"},
                                            {"PMIX_NAMESPACE", "1625948161"},
                                            {"PMIX_HOSTNAME", "n3"},
                                            {"HOSTNAME", "login1"}});
  CHECK(identity.world_rank == 2);
  CHECK(identity.world_size == 4);
  CHECK(identity.job == "1625948161");
  CHECK(identity.host == "n3");
}

TEST_CASE("MPICH's variables") {
  const JobIdentity identity = identity_in({{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}, {"HOSTNAME", "n1"}});
  CHECK(identity.world_rank == 0);
  CHECK(identity.world_size == 2);
  CHECK(identity.job == "");
  CHECK(identity.host == "n1");
}

TEST_CASE("numbers that are none are unknown, not zero") {
  CHECK_FALSE(identity_in({}).world_rank);
  for (const char *text : {"", "x", "-1", "3x", "99999999999999999999", " 3"}) {
    CHECK_FALSE(identity_in({{"PMI_RANK", text}}).world_rank);
  }
}
