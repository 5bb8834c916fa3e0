// Control variables, enumerations, categories, event types and sources, against what the program's library says of
// them.

#include "tests/mpit_tool/variables.h"

#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "tests/fakes/mpi/toy_mpit.h"
#include "tests/mpit_tool/target.h"

namespace {

struct Texts {
  char name[64] = "unset", description[64] = "unset";
  int name_length = sizeof name, description_length = sizeof description;
};

bool operator==(const Texts &one, const Texts &other) {
  return std::strcmp(one.name, other.name) == 0 && std::strcmp(one.description, other.description) == 0 &&
         one.name_length == other.name_length && one.description_length == other.description_length;
}

void check_enumeration(MPI_T_enum shown, MPI_T_enum original) {
  if (original == MPI_T_ENUM_NULL) {
    CHECK(shown == MPI_T_ENUM_NULL);
    return;
  }
  Texts texts;
  int count = 0;
  REQUIRE(MPI_T_enum_get_info(shown, &count, texts.name, &texts.name_length) == MPI_SUCCESS);
  CHECK(count == original->count);
  CHECK(std::string(texts.name) == original->name);
  for (int i = 0; i < count; ++i) {
    Texts item;
    int value = 0;
    CHECK(MPI_T_enum_get_item(shown, i, &value, item.name, &item.name_length) == MPI_SUCCESS);
    CHECK(value == original->values[i]);
    CHECK(std::string(item.name) == original->names[i]);
  }
  CHECK(MPI_T_enum_get_item(shown, count, &count, nullptr, nullptr) != MPI_SUCCESS);
}

// The elements as the tool reads them, and those that the program's library has.
void check_values(int index, int count) {
  MPI_T_cvar_handle shown = MPI_T_CVAR_HANDLE_NULL, original = MPI_T_CVAR_HANDLE_NULL;
  int shown_count = 0, original_count = 0;
  REQUIRE(MPI_T_cvar_handle_alloc(index, nullptr, &shown, &shown_count) == MPI_SUCCESS);
  REQUIRE(PMPI_T_cvar_handle_alloc(index, nullptr, &original, &original_count) == MPI_SUCCESS);
  std::array<char, 2048> shown_values{}, original_values{};
  CHECK(MPI_T_cvar_read(shown, shown_values.data()) == MPI_SUCCESS);
  CHECK(PMPI_T_cvar_read(original, original_values.data()) == MPI_SUCCESS);
  CHECK(shown_values == original_values);
  CHECK(shown_count == count);
  CHECK(MPI_T_cvar_write(shown, &index) == MPI_T_ERR_CVAR_SET_NEVER);
  const MPI_T_cvar_handle old = shown;
  CHECK(MPI_T_cvar_handle_free(&shown) == MPI_SUCCESS);
  CHECK(shown == MPI_T_CVAR_HANDLE_NULL);
  CHECK(MPI_T_cvar_read(old, shown_values.data()) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_cvar_handle_free(&shown) == MPI_T_ERR_INVALID_HANDLE);
  PMPI_T_cvar_handle_free(&original);
}

}  // namespace

TEST_CASE("control variables are those of the program") {
  describe_variables();
  const Target target;
  const Opened opened(target.file());
  int count = 0;
  REQUIRE(MPI_T_cvar_get_num(&count) == MPI_SUCCESS);
  REQUIRE(count == 15);
  for (int i = 0; i < 15; ++i) {
    CAPTURE(i);
    Texts shown, original;
    int numbers[3] = {}, expected[3] = {};
    MPI_Datatype datatype = nullptr, expected_datatype = nullptr;
    MPI_T_enum enumeration = nullptr, expected_enumeration = nullptr;
    const int code = PMPI_T_cvar_get_info(i, original.name, &original.name_length, &expected[0], &expected_datatype,
                                          &expected_enumeration, original.description, &original.description_length,
                                          &expected[1], &expected[2]);
    REQUIRE(MPI_T_cvar_get_info(i, shown.name, &shown.name_length, &numbers[0], &datatype, &enumeration,
                                shown.description, &shown.description_length, &numbers[1], &numbers[2]) == code);
    int index = -1;
    CHECK(MPI_T_cvar_get_index(original.name, &index) == (code == MPI_SUCCESS ? code : MPI_T_ERR_INVALID_NAME));
    if (code != MPI_SUCCESS) {
      MPI_T_cvar_handle none = MPI_T_CVAR_HANDLE_NULL;
      CHECK(MPI_T_cvar_handle_alloc(i, nullptr, &none, &index) == MPI_T_ERR_INVALID_INDEX);
      continue;
    }
    CHECK(index == i);
    CHECK(shown == original);
    for (int k = 0; k < 3; ++k) CHECK(numbers[k] == expected[k]);
    CHECK(datatype == expected_datatype);
    check_enumeration(enumeration, expected_enumeration);
    CHECK(MPI_T_cvar_get_info(i, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) ==
          MPI_SUCCESS);
    // Texts have at least the room that MPICH gives them.
    const int counts[] = {3, 2, 2, 2, 384, 2, 2, 2, 2, 2, 2, 2, 440};
    if (i < 13) check_values(i, counts[i]);
  }
  MPI_T_cvar_handle unreadable = MPI_T_CVAR_HANDLE_NULL;
  int number = 17;
  if (MPI_T_cvar_handle_alloc(13, nullptr, &unreadable, &number) == MPI_SUCCESS)
    CHECK(MPI_T_cvar_read(unreadable, &number) != MPI_SUCCESS);
  CHECK(number == 17);
  CHECK(MPI_T_cvar_get_info(15, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) ==
        MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_cvar_handle_free(nullptr) == MPI_T_ERR_INVALID_HANDLE);
}

TEST_CASE("places for results that MPI requires") {
  describe_variables();
  const Target target;
  const Opened opened(target.file());
  int number = 17;
  char name[64];
  int length = sizeof name;
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  MPI_T_enum enumeration = MPI_T_ENUM_NULL;
  CHECK(MPI_T_cvar_get_num(nullptr) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_cvar_get_index("ints", nullptr) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_cvar_get_index(nullptr, &number) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_cvar_handle_alloc(0, nullptr, nullptr, &number) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_cvar_handle_alloc(0, nullptr, &handle, nullptr) == MPI_T_ERR_INVALID);
  CHECK(handle == MPI_T_CVAR_HANDLE_NULL);
  CHECK(number == 17);
  REQUIRE(MPI_T_cvar_handle_alloc(0, nullptr, &handle, &number) == MPI_SUCCESS);
  CHECK(MPI_T_cvar_read(handle, nullptr) == MPI_T_ERR_INVALID);
  REQUIRE(MPI_T_cvar_get_info(0, nullptr, nullptr, nullptr, nullptr, &enumeration, nullptr, nullptr, nullptr,
                              nullptr) == MPI_SUCCESS);
  CHECK(MPI_T_enum_get_item(enumeration, 0, nullptr, name, &length) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_category_get_num(nullptr) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_category_changed(nullptr) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_category_get_index("none", nullptr) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_category_get_num_events(0, nullptr) == MPI_T_ERR_INVALID);
  for (const auto get :
       {MPI_T_category_get_cvars, MPI_T_category_get_pvars, MPI_T_category_get_categories, MPI_T_category_get_events}) {
    CHECK(get(0, 1, nullptr) == MPI_T_ERR_INVALID);
    CHECK(get(0, 0, nullptr) == MPI_SUCCESS);
  }
  CHECK(MPI_T_event_get_num(nullptr) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_event_get_index("second", nullptr) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_source_get_num(nullptr) == MPI_T_ERR_INVALID);
  CHECK(MPI_T_source_get_timestamp(0, nullptr) == MPI_T_ERR_INVALID);
}

TEST_CASE("categories, event types and sources are those of the program") {
  describe_variables();
  const Target target;
  const Opened opened(target.file());
  int count = 0, changed = 0, index = -1;
  CHECK(MPI_T_category_get_num(&count) == MPI_SUCCESS);
  CHECK(count == 2);
  CHECK(MPI_T_category_changed(&changed) == MPI_SUCCESS);
  CHECK(changed == 7);
  CHECK(MPI_T_category_get_index("none", &index) == MPI_SUCCESS);
  CHECK(index == 1);
  for (int i = 0; i < 2; ++i) {
    Texts shown, original;
    int counts[4], expected[4], members[3], expected_members[3];
    CHECK(MPI_T_category_get_info(i, shown.name, &shown.name_length, shown.description, &shown.description_length,
                                  &counts[0], &counts[1], &counts[2]) == MPI_SUCCESS);
    PMPI_T_category_get_info(i, original.name, &original.name_length, original.description,
                             &original.description_length, &expected[0], &expected[1], &expected[2]);
    CHECK(MPI_T_category_get_num_events(i, &counts[3]) == MPI_SUCCESS);
    PMPI_T_category_get_num_events(i, &expected[3]);
    CHECK(shown == original);
    for (int k = 0; k < 4; ++k) CHECK(counts[k] == expected[k]);
    using Get = int (*)(int, int, int *);
    const Get shown_members[] = {MPI_T_category_get_cvars, MPI_T_category_get_pvars, MPI_T_category_get_categories,
                                 MPI_T_category_get_events};
    const Get original_members[] = {PMPI_T_category_get_cvars, PMPI_T_category_get_pvars,
                                    PMPI_T_category_get_categories, PMPI_T_category_get_events};
    for (int k = 0; k < 4; ++k) {
      CHECK(shown_members[k](i, counts[k], members) == MPI_SUCCESS);
      original_members[k](i, counts[k], expected_members);
      for (int m = 0; m < counts[k]; ++m) CHECK(members[m] == expected_members[m]);
    }
  }
  CHECK(MPI_T_event_get_num(&count) == MPI_SUCCESS);
  CHECK(count == TYPES);
  CHECK(MPI_T_event_get_index("second", &index) == MPI_SUCCESS);
  CHECK(index == 1);
  CHECK(MPI_T_source_get_num(&count) == MPI_SUCCESS);
  CHECK(count == 3);
  for (int i = 0; i < 3; ++i) {
    Texts shown, original;
    MPI_T_source_order order{}, expected_order{};
    MPI_Count ticks = 0, most = 0, expected_ticks = 0, expected_most = 0, time = -1;
    MPI_Info info = nullptr;
    CHECK(MPI_T_source_get_info(i, shown.name, &shown.name_length, shown.description, &shown.description_length, &order,
                                &ticks, &most, &info) == MPI_SUCCESS);
    PMPI_T_source_get_info(i, original.name, &original.name_length, original.description, &original.description_length,
                           &expected_order, &expected_ticks, &expected_most, nullptr);
    CHECK(shown == original);
    CHECK(order == expected_order);
    CHECK(ticks == expected_ticks);
    CHECK(most == expected_most);
    CHECK(info == MPI_INFO_NULL);
    // Nobody can ask the clock of a process that is inspected from outside.
    CHECK(MPI_T_source_get_timestamp(i, &time) == MPI_T_ERR_NOT_SUPPORTED);
    CHECK(time == -1);
  }
  Texts unchanged;
  MPI_Count ticks = -1;
  CHECK(MPI_T_source_get_info(3, unchanged.name, &unchanged.name_length, nullptr, nullptr, nullptr, &ticks, nullptr,
                              nullptr) == MPI_T_ERR_INVALID_INDEX);
  CHECK(ticks == -1);
  CHECK(MPI_T_source_get_info(0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) ==
        MPI_SUCCESS);
}
