// Performance variables, sessions and handles, against what the program's library says of them.

#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "tests/fakes/mpi/toy_mpit.h"
#include "tests/mpit_tool/target.h"
#include "tests/mpit_tool/variables.h"

namespace {

bool is_sum(int variable_class) {
  return variable_class == MPI_T_PVAR_CLASS_COUNTER || variable_class == MPI_T_PVAR_CLASS_AGGREGATE ||
         variable_class == MPI_T_PVAR_CLASS_TIMER;
}

int error_if(bool is_error, int code) {
  return is_error ? code : int{MPI_SUCCESS};
}

}  // namespace

TEST_CASE("performance variables are those of the program") {
  describe_variables();
  const Target target;
  const Opened opened(target.file());
  int count = 0;
  REQUIRE(MPI_T_pvar_get_num(&count) == MPI_SUCCESS);
  REQUIRE(count == 10);
  for (int i = 0; i < 10; ++i) {
    CAPTURE(i);
    char name[64] = "", description[64] = "";
    int name_length = sizeof name, description_length = sizeof description, numbers[6], index = -1;
    MPI_Datatype datatype = nullptr;
    MPI_T_enum enumeration = nullptr;
    REQUIRE(MPI_T_pvar_get_info(i, name, &name_length, &numbers[0], &numbers[1], &datatype, &enumeration, description,
                                &description_length, &numbers[2], &numbers[3], &numbers[4],
                                &numbers[5]) == MPI_SUCCESS);
    const toy_variable &original = toy_mpit.pvars[i];
    CHECK(std::string(name) == original.name);
    CHECK(std::string(description) == original.description);
    CHECK(numbers[0] == original.verbosity);
    CHECK(numbers[1] == original.variable_class);
    CHECK(numbers[2] == original.bind);
    CHECK(numbers[3] == original.is_readonly);
    CHECK(numbers[4] == original.is_continuous);
    CHECK(numbers[5] == original.is_atomic);
    CHECK(datatype == original.datatype);
    CHECK((enumeration != MPI_T_ENUM_NULL) == (i == 0));
    CHECK(MPI_T_pvar_get_index(name, original.variable_class, &index) == MPI_SUCCESS);
    CHECK(index == i);
    CHECK(MPI_T_pvar_get_index(name, original.variable_class % 10 + 1, &index) == MPI_T_ERR_INVALID_NAME);
    CHECK(MPI_T_pvar_get_index(name, 77, &index) != MPI_SUCCESS);
    CHECK(MPI_T_pvar_get_info(i, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                              nullptr, nullptr, nullptr) == MPI_SUCCESS);
  }
  CHECK(MPI_T_pvar_get_info(10, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                            nullptr, nullptr, nullptr) == MPI_T_ERR_INVALID_INDEX);
}

TEST_CASE("handles of performance variables: what they read, start, stop and reset") {
  describe_variables();
  const Target target;
  const Opened opened(target.file());
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL, other = MPI_T_PVAR_SESSION_NULL;
  REQUIRE(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
  REQUIRE(MPI_T_pvar_session_create(&other) == MPI_SUCCESS);
  CHECK(session != other);
  CHECK(MPI_T_pvar_session_create(nullptr) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_pvar_get_num(nullptr) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_pvar_get_index("level", MPI_T_PVAR_CLASS_LEVEL, nullptr) == MPI_T_ERR_INVALID);
  for (int i = 0; i < 10; ++i) {
    CAPTURE(i);
    const toy_variable &original = toy_mpit.pvars[i];
    MPI_Comm world = MPI_COMM_WORLD, unknown = MPI_COMM_NULL;
    const bool is_bound = original.bind != MPI_T_BIND_NO_OBJECT;
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    int count = -1;
    if (is_bound) {
      CHECK(MPI_T_pvar_handle_alloc(session, i, nullptr, &handle, &count) != MPI_SUCCESS);
      CHECK(MPI_T_pvar_handle_alloc(session, i, &unknown, &handle, &count) == MPI_T_ERR_INVALID_HANDLE);
    }
    CHECK(handle == MPI_T_PVAR_HANDLE_NULL);
    CHECK(count == -1);
    REQUIRE(MPI_T_pvar_handle_alloc(session, i, is_bound ? &world : nullptr, &handle, &count) == MPI_SUCCESS);
    CHECK(count == original.count);
    CHECK(handle != MPI_T_PVAR_HANDLE_NULL);
    CHECK(MPI_T_pvar_start(session, handle) == error_if(original.is_continuous != 0, MPI_T_ERR_PVAR_NO_STARTSTOP));
    char values[64], expected[64];
    std::memset(values, 0x5a, sizeof values);
    std::memcpy(expected, values, sizeof values);
    int size = 0;
    PMPI_Type_size(original.datatype, &size);
    const auto bytes = static_cast<std::size_t>(size) * static_cast<std::size_t>(count);
    if (is_sum(original.variable_class))
      std::memset(expected, 0, bytes);  // nothing has been added since
    else
      std::memcpy(expected, original.values, bytes);
    CHECK(MPI_T_pvar_read(session, handle, values) == MPI_SUCCESS);
    CHECK(std::memcmp(values, expected, sizeof values) == 0);
    CHECK(MPI_T_pvar_read(session, handle, nullptr) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_pvar_readreset(session, handle, nullptr) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_pvar_read(other, handle, values) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(std::memcmp(values, expected, sizeof values) == 0);
    std::memset(values, 0x5a, sizeof values);
    const int code = MPI_T_pvar_readreset(session, handle, values);
    CHECK(code == error_if(original.is_atomic == 0, MPI_T_ERR_PVAR_NO_ATOMIC));
    if (code == MPI_SUCCESS) CHECK(std::memcmp(values, expected, sizeof values) == 0);
    CHECK(MPI_T_pvar_write(session, handle, values) == MPI_T_ERR_PVAR_NO_WRITE);
    CHECK(MPI_T_pvar_reset(session, handle) == error_if(original.is_readonly != 0, MPI_T_ERR_PVAR_NO_WRITE));
    CHECK(MPI_T_pvar_stop(session, handle) == error_if(original.is_continuous != 0, MPI_T_ERR_PVAR_NO_STARTSTOP));
    CHECK(MPI_T_pvar_handle_free(other, &handle) == MPI_T_ERR_INVALID_HANDLE);
    const MPI_T_pvar_handle old = handle;
    CHECK(MPI_T_pvar_handle_free(session, &handle) == MPI_SUCCESS);
    CHECK(handle == MPI_T_PVAR_HANDLE_NULL);
    CHECK(MPI_T_pvar_read(session, old, values) == MPI_T_ERR_INVALID_HANDLE);
  }
  CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
  MPI_T_pvar_handle none = MPI_T_PVAR_HANDLE_NULL;
  int count = 17;
  CHECK(MPI_T_pvar_handle_alloc(session, 10, nullptr, &none, &count) == MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_pvar_handle_alloc(session, 0, nullptr, nullptr, &count) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_pvar_handle_alloc(session, 0, nullptr, &none, nullptr) == MPI_T_ERR_INVALID);
  CHECK(none == MPI_T_PVAR_HANDLE_NULL);
  CHECK(count == 17);
  CHECK(MPI_T_pvar_handle_free(session, nullptr) == MPI_T_ERR_INVALID_HANDLE);
  const MPI_T_pvar_session old = session;
  CHECK(MPI_T_pvar_session_free(&session) == MPI_SUCCESS);
  CHECK(session == MPI_T_PVAR_SESSION_NULL);
  CHECK(MPI_T_pvar_start(old, MPI_T_PVAR_ALL_HANDLES) == MPI_T_ERR_INVALID_SESSION);
  CHECK(MPI_T_pvar_session_free(&session) == MPI_T_ERR_INVALID_SESSION);
  CHECK(MPI_T_pvar_session_free(nullptr) == MPI_T_ERR_INVALID_SESSION);
}
