#include "tests/mpit_tool/variables.h"

#include <cstddef>
#include <iterator>

#include "tests/fakes/mpi/toy_mpit.h"

namespace {

const int ints[] = {-1, 2, 3};
const unsigned unsigneds[] = {0xfffffffe, 1};
const unsigned long longs[] = {0xfffffffffffffffd, 4};
const unsigned long long long_longs[] = {7, 8};
const unsigned char bools[] = {1, 0};
const double doubles[] = {0.5, -1.5};
const long signed_longs[] = {-3, 6};
const std::int32_t int32s[] = {-4, 7};
const std::uint32_t uint32s[] = {0x80000000, 8};
const std::int64_t int64s[] = {-5, 9};
const std::uint64_t uint64s[] = {0x8000000000000000, 10};

const int levels[] = {3, -1};
const char *const level_names[] = {"three", "minus one"};
MPI_ABI_T_enum level_enumeration = {"levels", 2, levels, level_names, 0};

constexpr toy_variable variable(const char *name, MPI_Datatype datatype, const void *values, int count, int verbosity,
                                int scope_or_class, int bind = MPI_T_BIND_NO_OBJECT) {
  return {.name = name,
          .description = "Of the test.",
          .datatype = datatype,
          .values = values,
          .count = count,
          .enumeration = nullptr,
          .verbosity = verbosity,
          .bind = bind,
          .scope = scope_or_class,
          .variable_class = scope_or_class,
          .is_readonly = 0,
          .is_continuous = 0,
          .is_atomic = 0,
          .info_error = 0,
          .alloc_error = 0,
          .read_error = 0};
}

constexpr const char *long_text =
    "a text that is longer than all others: "
    "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
    "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
    "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
    "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789";

}  // namespace

void describe_variables() {
  static const MPI_Datatype integer = MPI_INT;
  static toy_variable cvars[] = {
      variable("ints", integer, ints, 3, MPI_T_VERBOSITY_USER_BASIC, MPI_T_SCOPE_CONSTANT),
      variable("unsigneds", MPI_UNSIGNED, unsigneds, 2, MPI_T_VERBOSITY_USER_DETAIL, MPI_T_SCOPE_READONLY),
      variable("longs", MPI_UNSIGNED_LONG, longs, 2, MPI_T_VERBOSITY_USER_ALL, MPI_T_SCOPE_LOCAL),
      variable("long longs", MPI_UNSIGNED_LONG_LONG, long_longs, 2, MPI_T_VERBOSITY_TUNER_BASIC, MPI_T_SCOPE_GROUP),
      variable("text", MPI_CHAR, "a text", 400, MPI_T_VERBOSITY_TUNER_DETAIL, MPI_T_SCOPE_GROUP_EQ),
      variable("bools", MPI_C_BOOL, bools, 2, MPI_T_VERBOSITY_TUNER_ALL, MPI_T_SCOPE_ALL),
      variable("doubles", MPI_DOUBLE, doubles, 2, MPI_T_VERBOSITY_MPIDEV_BASIC, MPI_T_SCOPE_ALL_EQ),
      variable("signed longs", MPI_LONG, signed_longs, 2, MPI_T_VERBOSITY_MPIDEV_DETAIL, MPI_T_SCOPE_LOCAL),
      variable("int32s", MPI_INT32_T, int32s, 2, MPI_T_VERBOSITY_MPIDEV_ALL, MPI_T_SCOPE_LOCAL),
      variable("uint32s", MPI_UINT32_T, uint32s, 2, MPI_T_VERBOSITY_USER_BASIC, MPI_T_SCOPE_LOCAL),
      variable("int64s", MPI_INT64_T, int64s, 2, MPI_T_VERBOSITY_USER_BASIC, MPI_T_SCOPE_LOCAL),
      variable("uint64s", MPI_UINT64_T, uint64s, 2, MPI_T_VERBOSITY_USER_BASIC, MPI_T_SCOPE_LOCAL),
      variable("long text", MPI_CHAR, long_text, 1000, MPI_T_VERBOSITY_USER_BASIC, MPI_T_SCOPE_LOCAL),
      variable("unreadable", integer, ints, 1, MPI_T_VERBOSITY_USER_BASIC, MPI_T_SCOPE_LOCAL),
      variable("gone", integer, ints, 1, MPI_T_VERBOSITY_USER_BASIC, MPI_T_SCOPE_LOCAL)};
  cvars[0].enumeration = &level_enumeration;
  cvars[13].read_error = MPI_T_ERR_INVALID;
  cvars[14].info_error = MPI_T_ERR_INVALID_INDEX;

  // One of each class.
  static toy_variable pvars[] = {
      variable("state", integer, ints, 3, MPI_T_VERBOSITY_USER_BASIC, MPI_T_PVAR_CLASS_STATE),
      variable("level", MPI_DOUBLE, doubles, 2, MPI_T_VERBOSITY_USER_DETAIL, MPI_T_PVAR_CLASS_LEVEL),
      variable("size", MPI_UNSIGNED, unsigneds, 2, MPI_T_VERBOSITY_USER_ALL, MPI_T_PVAR_CLASS_SIZE,
               MPI_T_BIND_MPI_COMM),
      variable("percentage", MPI_DOUBLE, doubles, 1, MPI_T_VERBOSITY_USER_ALL, MPI_T_PVAR_CLASS_PERCENTAGE),
      variable("high", MPI_UNSIGNED_LONG, longs + 1, 1, MPI_T_VERBOSITY_USER_ALL, MPI_T_PVAR_CLASS_HIGHWATERMARK),
      variable("low", MPI_UNSIGNED, unsigneds, 2, MPI_T_VERBOSITY_USER_ALL, MPI_T_PVAR_CLASS_LOWWATERMARK),
      variable("counter", MPI_UNSIGNED_LONG_LONG, long_longs, 2, MPI_T_VERBOSITY_USER_ALL, MPI_T_PVAR_CLASS_COUNTER),
      variable("aggregate", MPI_UNSIGNED, unsigneds, 2, MPI_T_VERBOSITY_USER_ALL, MPI_T_PVAR_CLASS_AGGREGATE),
      variable("timer", MPI_DOUBLE, doubles, 1, MPI_T_VERBOSITY_USER_ALL, MPI_T_PVAR_CLASS_TIMER),
      variable("generic", MPI_UNSIGNED, unsigneds, 2, MPI_T_VERBOSITY_USER_ALL, MPI_T_PVAR_CLASS_GENERIC)};
  pvars[0].enumeration = &level_enumeration;
  pvars[1].is_continuous = pvars[1].is_readonly = 1;
  pvars[6].is_atomic = 1;

  static const int members[] = {2, 0, 1};
  static const toy_category categories[] = {
      {"all", "Of the test.", {3, 2, 1, 1}, {members, members, members + 1, members + 2}, 0, 0},
      {"none", "", {0, 0, 0, 0}, {nullptr, nullptr, nullptr, nullptr}, 0, 0}};
  static const MPI_Aint places[] = {0};
  static const MPI_Datatype message_types[] = {MPI_INT, MPI_DOUBLE, MPI_UNSIGNED_LONG}, character = MPI_CHAR;
  static const MPI_Aint message_places[] = {offsetof(MessageData, peer), offsetof(MessageData, seconds),
                                            offsetof(MessageData, bytes)};
  constexpr int basic = MPI_T_VERBOSITY_USER_BASIC, no_object = MPI_T_BIND_NO_OBJECT;
  static const toy_event_type events[TYPES] = {
      {"first", "", basic, no_object, 1, &integer, places, nullptr, 0, 0},
      {"second", "", basic, no_object, 0, &integer, places, nullptr, 0, 0},
      {"message", "Was sent.", MPI_T_VERBOSITY_TUNER_ALL, no_object, 3, message_types, message_places,
       &level_enumeration, 0, 0},
      {"communicator", "", basic, MPI_T_BIND_MPI_COMM, 1, &character, places, nullptr, 0, 0}};
  static const toy_source sources[] = {{"clock", "Ticks.", MPI_T_SOURCE_ORDERED, 1000, 1L << 40, 1234, 0, 0},
                                       {"jumble", "", MPI_T_SOURCE_UNORDERED, 3, 4, 5, 0, 0},
                                       {"stopped", "", MPI_T_SOURCE_ORDERED, 3, 4, 5, 0, MPI_T_ERR_NOT_SUPPORTED}};
  toy_mpit.cvars = cvars;
  toy_mpit.cvar_count = std::size(cvars);
  toy_mpit.pvars = pvars;
  toy_mpit.pvar_count = std::size(pvars);
  toy_mpit.categories = categories;
  toy_mpit.category_count = std::size(categories);
  toy_mpit.events = events;
  toy_mpit.event_count = std::size(events);
  toy_mpit.sources = sources;
  toy_mpit.source_count = std::size(sources);
}

void raise_events() {
  const int number = 7;
  constexpr auto least = MPI_T_CB_REQUIRE_NONE, most = MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE;
  toy_raise(TYPE_MESSAGE, MPI_COMM_NULL, least, 0, message_times[0], &messages[0], sizeof messages[0]);
  toy_raise(TYPE_FIRST, MPI_COMM_NULL, most, 1, 1, &number, sizeof number);
  toy_drop(TYPE_MESSAGE, dropped_messages, 0);
  toy_raise(TYPE_MESSAGE, MPI_COMM_NULL, most, 0, message_times[1], &messages[1], sizeof messages[1]);
  toy_raise(TYPE_COMMUNICATOR, MPI_COMM_WORLD, least, 1, 2, &communicator_data, 1);
}
