#include "corefile/mpi/environment.h"

#include <doctest/doctest.h>

using namespace corefile;

TEST_CASE("a block of variables") {
  using namespace std::string_literals;
  const Environment environment = environment_in_block("A=1\0B=x=y\0no equals sign\0=empty name\0A=2\0C="s);
  CHECK(environment.size() == 3);
  CHECK(environment.at("A") == "1");  // getenv() finds the first
  CHECK(environment.at("B") == "x=y");
  CHECK(environment.at("C") == "");
  CHECK(environment_in_block("").empty());
}

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
