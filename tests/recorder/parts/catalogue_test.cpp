// What becomes of the catalogue: categories that change, variables that go and come back, and what has no room in it.

#include <array>
#include <numeric>

#include "mpidbg/recorder/mpit_functions.h"
#include "tests/recorder/parts/in_child.h"
#include "tests/recorder/parts/recorded.h"

namespace {

constexpr auto cvar_item = MPIDBG_RECORD_ITEM_CVAR, pvar_item = MPIDBG_RECORD_ITEM_PVAR,
               category_item = MPIDBG_RECORD_ITEM_CATEGORY, enumeration_item = MPIDBG_RECORD_ITEM_ENUMERATION;
using Numbers = std::vector<std::int64_t>;

const int number = -7;

// The library refuses to describe it.
toy_variable gone_variable() {
  toy_variable made = variable("gone", MPI_INT, &number);
  made.info_error = MPI_T_ERR_INVALID_INDEX;
  return made;
}

}  // namespace

TEST_CASE("categories: their members, those that cannot be had, and what they become") {
  in_child([] {
    static std::vector<int> many(8193);
    std::iota(many.begin(), many.end(), 0);
    static const int cvars[] = {4, 3}, pvars[] = {2}, events[] = {1, 0, 5}, categories[] = {7};
    toy_category all = {"all", "of it", {2, 1, 3, 1}, {cvars, pvars, events, categories}, 0, 0}, refused = all,
                 negative = all, large = all, gone = all;
    refused.members_error = MPI_T_ERR_INVALID;
    negative.counts[TOY_CVARS] = -1;
    large.counts[TOY_CVARS] = 8192, large.members[TOY_CVARS] = many.data();
    large.counts[TOY_PVARS] = 8193, large.members[TOY_PVARS] = many.data();
    gone.info_error = MPI_T_ERR_INVALID_INDEX;
    set_cvars({});
    set_pvars({});
    set_categories({all, refused, negative, large, gone});
    initialise();
    CHECK(last_item(category_item, 0).numbers == Numbers{2, 1, 3, 1, 4, 3, 2, 1, 0, 5, 7});
    CHECK(last_item(category_item, 0).texts == std::vector<std::string>{"all", "of it"});
    CHECK(last_item(category_item, 0).head.flags == 0);
    CHECK(last_item(category_item, 1).numbers == Numbers{2, 1, 0, 1, -1, -1, -1, -1});
    CHECK(last_item(category_item, 2).numbers == Numbers{0, 1, 3, 1, 2, 1, 0, 5, 7});
    const Numbers members = last_item(category_item, 3).numbers;
    REQUIRE(members.size() == 4 + 2 * 8192 + 3 + 1);
    CHECK(Numbers(members.begin(), members.begin() + 5) == Numbers{8192, 8192, 3, 1, 0});
    CHECK(members[4 + 8191] == 8191);
    CHECK(members[4 + 8192 + 8191] == 8191);
    CHECK(items(category_item, 4).empty());

    const auto used = header().catalogue_used;
    take_snapshot();
    CHECK(header().catalogue_used == used);
    CHECK(last_snapshot().category_count == 5);
    CHECK(last_snapshot().category_update_number == 8);
    all.counts[TOY_CVARS] = 1;
    recorder::mpit.category_get_num_events = nullptr;
    recorder::mpit.category_get_categories = nullptr;
    set_categories({all, gone});
    take_snapshot();
    CHECK(items(category_item, 0).size() == 2);
    CHECK(last_item(category_item, 0).numbers == Numbers{1, 1, 0, 1, 4, 2, -1});
    CHECK(last_item(category_item, 0).head.since == 3);
    CHECK(last_item(category_item, 1).head.flags == MPIDBG_RECORD_ITEM_INACTIVE);
    CHECK(last_item(category_item, 1).texts == std::vector<std::string>{"all", "of it"});
    CHECK(last_item(category_item, 1).head.since == 3);
    take_snapshot();
    CHECK(items(category_item, 1).size() == 2);
  });
}

TEST_CASE("a variable that is gone has no value, and one that comes back has") {
  in_child([] {
    const toy_variable there = variable("v", MPI_INT, &number), gone = gone_variable();
    initialise_with({there, there}, {there, there});
    set_cvars({gone, there});
    set_pvars({gone, there});
    take_snapshot();
    CHECK(last_item(cvar_item, 0).head.flags == MPIDBG_RECORD_ITEM_INACTIVE);
    CHECK(last_item(pvar_item, 0).head.flags == MPIDBG_RECORD_ITEM_INACTIVE);
    CHECK(samples(2).size() == 2);
    CHECK(toy_pvar_handles(0) == 0);
    set_cvars({there, there});
    set_pvars({there, there});
    take_snapshot();
    CHECK(items(cvar_item, 0).size() == 3);
    CHECK(items(cvar_item, 1).size() == 1);
    CHECK(last_item(pvar_item, 0).head.flags == 0);
    CHECK(samples(3).size() == 4);
  });
}

TEST_CASE("the catalogue is filled to its end, and what does not fit is counted") {
  in_child([] {
    setenv("MPIDBG_RECORD_MEMORY", "1m", 1);
    const std::size_t half = (1 << 20) / 32 / 2;  // an item of 48 bytes and two texts
    static const std::string description(half - 48 - 2 - 1, 'd'), longer = description + "d";
    toy_variable one = variable("v", MPI_INT, &number), other = one;
    one.description = description.c_str();
    other.description = longer.c_str();
    initialise_with({one, other});
    CHECK(items(cvar_item, 0).size() == 1);
    CHECK(items(cvar_item, 1).empty());
    CHECK(header().catalogue_used == half);
    CHECK(header().samples_lost == 1);
    CHECK(samples(1).size() == 1);
    set_cvars({one, one});
    take_snapshot();
    CHECK(header().catalogue_used == 2 * half);
    CHECK(header().samples_lost == 1);
    CHECK(samples(2).size() == 2);
    static const int value = 1;
    static const char *const name = "x";
    static MPI_ABI_T_enum enumeration = {"e", 1, &value, &name, 0};
    one.enumeration = &enumeration;
    one.description = "";
    set_cvars({one, gone_variable()});
    take_snapshot();
    CHECK(header().catalogue_used == 2 * half);
    CHECK(header().samples_lost == 4);  // of an enumeration, of a variable, of one that is gone
    CHECK(samples(3).size() == 2);
  });
}

TEST_CASE("what is gone is written where it just fits") {
  in_child([] {
    setenv("MPIDBG_RECORD_MEMORY", "1m", 1);
    static const std::string description((1 << 20) / 32 / 2 - 48 - 2 - 1, 'd');
    toy_variable one = variable("v", MPI_INT, &number);
    one.description = description.c_str();
    initialise_with({one});
    set_cvars({gone_variable()});
    take_snapshot();
    CHECK(header().samples_lost == 0);
    CHECK(items(cvar_item, 0).size() == 2);
    CHECK(header().catalogue_used == (1 << 20) / 32);
    CHECK(samples(2).empty());
  });
}

TEST_CASE("indices and enumerations beyond the limit are left out") {
  in_child([] {
    static std::array<int, 4097> values;
    static std::array<MPI_ABI_T_enum, 4097> enumerations;
    static const char *const name = "x";
    std::vector<toy_variable> cvars;
    for (int i = 0; i < 4097; ++i) {
      values[static_cast<std::size_t>(i)] = i;
      enumerations[static_cast<std::size_t>(i)] = {"e", 1, &values[static_cast<std::size_t>(i)], &name, 0};
      cvars.push_back(variable("v", MPI_INT, &number));
      cvars.back().enumeration = &enumerations[static_cast<std::size_t>(i)];
    }
    initialise_with(cvars);
    CHECK(last_item(cvar_item, 4095).head.enumeration == 4095);
    CHECK(items(cvar_item, 4096).empty());
    CHECK(items(enumeration_item, 4096).empty());
    CHECK(header().samples_lost == 1);
    CHECK(samples(1).size() == 4096);
  });
}
