// What the library says of its variables, categories and enumerations, as the catalogue and the snapshots have it.

#include <cstring>
#include <numeric>

#include "mpidbg/abi/mpit_interface.h"
#include "mpidbg/recorder/mpit_functions.h"
#include "tests/recorder/parts/in_child.h"
#include "tests/recorder/parts/recorded.h"

namespace {

constexpr auto cvar_item = MPIDBG_RECORD_ITEM_CVAR, pvar_item = MPIDBG_RECORD_ITEM_PVAR,
               enumeration_item = MPIDBG_RECORD_ITEM_ENUMERATION;
constexpr auto cvar_sample = MPIDBG_RECORD_SAMPLE_CVAR, pvar_sample = MPIDBG_RECORD_SAMPLE_PVAR;
using Numbers = std::vector<std::int64_t>;

const int number = -7;

std::int64_t bits(double value) {
  std::int64_t word;
  std::memcpy(&word, &value, sizeof word);
  return word;
}

toy_variable failing(int toy_variable::*error, int code) {
  toy_variable made = variable("failing", MPI_INT, &number);
  made.*error = code;
  return made;
}

}  // namespace

TEST_CASE("values of all datatypes are extended to 64 bits, and described as mpit_interface.h numbers them") {
  in_child([] {
    const int ints[] = {-1, 2};
    const unsigned unsigneds[] = {0xfffffffe};
    const unsigned long longs[] = {0xfffffffffffffffd};
    const unsigned long long long_longs[] = {7, 8, 9};
    const unsigned char bools[] = {1, 0, 1};
    const double doubles[] = {0.5, -1.5};
    const long signed_longs[] = {-3};
    const std::int32_t int32s[] = {-4};
    const std::uint32_t uint32s[] = {0x80000000};
    const std::int64_t int64s[] = {-5};
    const std::uint64_t uint64s[] = {0x8000000000000000};
    initialise_with({variable("a", MPI_INT, ints, 2), variable("b", MPI_UNSIGNED, unsigneds),
                     variable("c", MPI_UNSIGNED_LONG, longs), variable("d", MPI_UNSIGNED_LONG_LONG, long_longs, 3),
                     variable("e", MPI_CHAR, "a text", 100), variable("f", MPI_C_BOOL, bools, 3),
                     variable("g", MPI_DOUBLE, doubles, 2), variable("h", MPI_LONG, signed_longs),
                     variable("i", MPI_INT32_T, int32s), variable("j", MPI_UINT32_T, uint32s),
                     variable("k", MPI_INT64_T, int64s), variable("l", MPI_UINT64_T, uint64s)});
    const Numbers values[] = {{-1, 2}, {0xfffffffe}, {-3}, {7, 8, 9},  {}, {1, 0, 1}, {bits(.5), bits(-1.5)}, {-3},
                              {-4},    {0x80000000}, {-5}, {INT64_MIN}};
    const int datatypes[] = {MPIDBG_T_INT,     MPIDBG_T_UNSIGNED, MPIDBG_T_UNSIGNED_LONG, MPIDBG_T_UNSIGNED_LONG_LONG,
                             MPIDBG_T_CHAR,    MPIDBG_T_C_BOOL,   MPIDBG_T_DOUBLE,        MPIDBG_T_LONG,
                             MPIDBG_T_INT32_T, MPIDBG_T_UINT32_T, MPIDBG_T_INT64_T,       MPIDBG_T_UINT64_T};
    REQUIRE(header().mpit_error == 0);
    CHECK(samples(1).size() == 12);
    for (int i = 0; i < 12; ++i) {
      CAPTURE(i);
      const Sample read = sample(cvar_sample, i);
      CHECK(read.numbers == values[i]);
      CHECK(read.text == (i == 4 ? "a text" : ""));
      CHECK(read.head.error == 0);
      CHECK(read.head.flags == (i == 4 ? MPIDBG_RECORD_SAMPLE_TEXT : 0));
      const Item item = last_item(cvar_item, i);
      CHECK(item.head.datatype == datatypes[i]);
      CHECK(item.head.flags == 0);
      CHECK(item.head.enumeration == -1);
      CHECK(item.head.since == 1);
      CHECK(item.texts == std::vector<std::string>{std::string(1, static_cast<char>('a' + i)), ""});
    }
    CHECK(header().samples_lost == 0);
    CHECK(toy_cvar_handles() == 0);
    const mpidbg_record_snapshot &first = last_snapshot();
    CHECK(first.number == 1);
    CHECK(first.cvar_count == 12);
    CHECK(first.pvar_count == 0);
    CHECK(first.category_update_number == 7);
    CHECK(first.reason == MPIDBG_RECORD_AT_INIT);
    CHECK(first.next_mpit_event == 1);
    CHECK(first.time > 0);
    CHECK(toy_mpit.init_calls == 1);
    CHECK(toy_mpit.init_required == MPI_THREAD_MULTIPLE);
  });
}

TEST_CASE("verbosities, bindings, scopes and classes are numbered by the record, those that it does not know -1") {
  in_child([] {
    const int verbosities[] = {9, 10, 12, 17, 18, 20, 33, 34, 36, 99};
    std::vector<toy_variable> cvars, pvars;
    for (int i = 0; i < 13; ++i) {
      toy_variable cvar = variable("v", MPI_INT, &number);
      cvar.verbosity = verbosities[i < 10 ? i : 9];
      cvar.bind = i + 1;
      cvar.scope = i + 1;
      cvar.alloc_error = MPI_T_ERR_OUT_OF_HANDLES;
      cvar.variable_class = i + 1;
      cvars.push_back(cvar);
      cvar.is_readonly = i % 2, cvar.is_continuous = i / 2 % 2, cvar.is_atomic = i / 4 % 2;
      pvars.push_back(cvar);
    }
    initialise_with(cvars, pvars);
    for (int i = 0; i < 13; ++i) {
      CAPTURE(i);
      for (const auto &item : {last_item(cvar_item, i), last_item(pvar_item, i)}) {
        CHECK(item.head.verbosity == (i < 9 ? i : -1));
        CHECK(item.head.bind == (i < 11 ? i : -1));
      }
      CHECK(last_item(cvar_item, i).head.class_scope == (i < 7 ? i : -1));
      CHECK(last_item(pvar_item, i).head.class_scope == (i < 10 ? i : -1));
      CHECK(last_item(pvar_item, i).head.flags == i % 8);
    }
    // Of those that are bound only communicators are there, two of them.
    CHECK(samples(1).size() == 6);
    CHECK(samples(cvar_sample, 0).size() == 1);
    CHECK(samples(cvar_sample, 1).size() == 2);
    CHECK(samples(pvar_sample, 1).size() == 2);
  });
}

TEST_CASE("what the library refuses is in the snapshot as its error") {
  in_child([] {
    initialise_with({failing(&toy_variable::alloc_error, MPI_T_ERR_OUT_OF_HANDLES),
                     failing(&toy_variable::read_error, MPI_T_ERR_INVALID), variable("odd", MPI_DATATYPE_NULL, &number),
                     failing(&toy_variable::info_error, MPI_T_ERR_INVALID_INDEX), variable("last", MPI_INT, &number)},
                    {failing(&toy_variable::alloc_error, MPI_T_ERR_OUT_OF_HANDLES),
                     failing(&toy_variable::read_error, MPI_T_ERR_INVALID), variable("odd", MPI_DATATYPE_NULL, &number),
                     failing(&toy_variable::info_error, MPI_T_ERR_INVALID_INDEX), variable("last", MPI_INT, &number)});
    const int errors[] = {MPI_T_ERR_OUT_OF_HANDLES, MPI_T_ERR_INVALID, MPI_ERR_TYPE};
    for (const auto kind : {cvar_sample, pvar_sample}) {
      for (int i = 0; i < 3; ++i) {
        CHECK(sample(kind, i).head.error == errors[i]);
        CHECK(sample(kind, i).head.count == 0);
        CHECK(samples(kind, i).size() == 1);
      }
      CHECK(samples(kind, 3).empty());
      CHECK(sample(kind, 4).head.error == 0);
    }
    CHECK(sample(cvar_sample, 4).numbers == Numbers{-7});
    CHECK(sample(pvar_sample, 4).numbers == Numbers{-7});
    CHECK(items(cvar_item, 3).empty());
    CHECK(items(pvar_item, 3).empty());
    CHECK(last_item(cvar_item, 2).head.datatype == -1);
    CHECK(toy_cvar_handles() == 0);
    CHECK(toy_pvar_handles(0) == 0);
    CHECK(toy_pvar_handles(1) == 1);
  });
}

TEST_CASE("the library's counts: refused ones are not known") {
  in_child([] {
    toy_mpit.count_error = MPI_T_ERR_NOT_INITIALIZED;
    initialise_with({variable("a", MPI_INT, &number)});
    CHECK(last_snapshot().cvar_count == -1);
    CHECK(last_snapshot().category_count == -1);
    CHECK(last_snapshot().source_count == -1);
    CHECK(last_snapshot().category_update_number == -1);
    CHECK(samples(1).empty());
    toy_mpit.count_error = 0;
    recorder::mpit.category_changed = nullptr;  // then changes are found by comparing
    take_snapshot();
    CHECK(samples(2).size() == 1);
    CHECK(last_snapshot().category_update_number == -1);
    set_cvars({variable("b", MPI_INT, &number)});
    take_snapshot();
    CHECK(last_item(cvar_item, 0).texts[0] == "b");
    CHECK(items(cvar_item, 0).size() == 2);
  });
}

TEST_CASE("more values than there is room for are left out, and as many as there is room for are not") {
  in_child([] {
    constexpr int most = 144 * 1024 / 8;
    static const std::vector<std::uint64_t> wide(most + 1, 3);
    static const std::vector<unsigned char> narrow(most + 1, 1);
    static const std::string text(144 * 1024 - 8, 'x');
    std::vector<toy_variable> variables = {
        variable("fits", MPI_UINT64_T, wide.data(), most),    variable("too many", MPI_UINT64_T, wide.data(), most + 1),
        variable("fits", MPI_C_BOOL, narrow.data(), most),    variable("too many", MPI_C_BOOL, narrow.data(), most + 1),
        variable("negative", MPI_INT, &number, -1),           variable("none", MPI_INT, &number, 0),
        variable("long", MPI_CHAR, text.c_str(), 144 * 1024), variable("too long", MPI_CHAR, "", 144 * 1024 + 1)};
    setenv("MPIDBG_RECORD_MEMORY", "64m", 1);
    initialise_with(variables, variables);
    for (const auto kind : {cvar_sample, pvar_sample}) {
      for (const int fits : {0, 2}) {
        CHECK(sample(kind, fits).head.count == most);
        CHECK(sample(kind, fits).head.flags == 0);
      }
      for (const int cut : {1, 3, 4, 7}) {
        CAPTURE(cut);
        CHECK(sample(kind, cut).head.count == 0);
        CHECK(sample(kind, cut).head.flags == MPIDBG_RECORD_SAMPLE_CUT);
        CHECK(sample(kind, cut).head.error == 0);
      }
      CHECK(sample(kind, 5).head.count == 0);
      CHECK(sample(kind, 5).head.flags == 0);
    }
    CHECK(header().samples_lost == 0);
    CHECK(toy_cvar_handles() == 0);
  });
}

TEST_CASE("long names and descriptions are cut off") {
  in_child([] {
    static const std::string name(1100, 'n'), description(16500, 'd');
    toy_variable one = variable(name.c_str(), MPI_INT, &number), other = one;
    one.description = description.c_str();
    initialise_with({one, other, variable("short", MPI_INT, &number)});
    CHECK(last_item(cvar_item, 0).texts == std::vector{name.substr(0, 1023), description.substr(0, 16383)});
    CHECK(last_item(cvar_item, 1).texts == std::vector{name.substr(0, 1023), std::string()});
    CHECK(last_item(cvar_item, 2).texts == std::vector<std::string>{"short", ""});
  });
}

TEST_CASE("enumerations that say the same are one") {
  in_child([] {
    static const int values[] = {-2, 5, 9};
    static const char *const names[] = {"low", "mid", "high"}, *const others[] = {"low", "mid", "top"};
    static MPI_ABI_T_enum levels = {"levels", 3, values, names, 0}, same = levels,
                          different = {"levels", 3, values, others, 0}, broken = {"broken", 3, values, names, 1},
                          unknown = {nullptr, 3, values, names, 0}, none = {"none", 0, values, names, 0};
    std::vector<toy_variable> cvars;
    for (const auto enumeration : {&levels, &same, &different, &broken, &unknown, &none, &levels}) {
      cvars.push_back(variable("e", MPI_INT, &number));
      cvars.back().enumeration = enumeration;
    }
    initialise_with(cvars, cvars);
    const int numbers[] = {0, 0, 1, 2, -1, 3, 0};
    for (int i = 0; i < 7; ++i) {
      CHECK(last_item(cvar_item, i).head.enumeration == numbers[i]);
      CHECK(last_item(pvar_item, i).head.enumeration == numbers[i]);
    }
    CHECK(last_item(enumeration_item, 0).numbers == Numbers{-2, 5, 9});
    CHECK(last_item(enumeration_item, 0).texts == std::vector<std::string>{"levels", "", "low", "mid", "high"});
    CHECK(last_item(enumeration_item, 1).texts == std::vector<std::string>{"levels", "", "low", "mid", "top"});
    CHECK(last_item(enumeration_item, 2).numbers == Numbers{-2});
    CHECK(last_item(enumeration_item, 3).numbers.empty());
    CHECK(last_item(enumeration_item, 3).texts == std::vector<std::string>{"none", ""});
    CHECK(items(enumeration_item, 0).size() == 1);
    CHECK(items(enumeration_item, 4).empty());
  });
}

TEST_CASE("enumerations of more items than there is room for are cut off") {
  in_child([] {
    static std::vector<int> values(4097);
    std::iota(values.begin(), values.end(), 0);
    static const std::vector<const char *> names(4097, "x");
    static MPI_ABI_T_enum most = {"most", 4096, values.data(), names.data(), 0},
                          more = {"more", 4097, values.data(), names.data(), 0};
    std::vector<toy_variable> cvars(2, variable("e", MPI_INT, &number));
    cvars[0].enumeration = &most;
    cvars[1].enumeration = &more;
    initialise_with(cvars);
    for (const int i : {0, 1}) {
      CHECK(last_item(enumeration_item, i).numbers.size() == 4096);
      CHECK(last_item(enumeration_item, i).numbers.back() == 4095);
      CHECK(last_item(enumeration_item, i).texts.size() == 4098);
    }
  });
}
