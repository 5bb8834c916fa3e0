#include "mpidbg/recorder/mpit_describe.h"

#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/mpit_catalogue.h"
#include "mpidbg/recorder/mpit_functions.h"
#include "mpidbg/recorder/mpit_numbers.h"
#include "mpidbg/recorder/record.h"

namespace recorder {

namespace {

// Receives a string from the library. Longer strings are cut off.
template <int room>
struct TextRoom {
  char text[room];
  int length;

  void clear() {
    text[0] = '\0';
    length = room;
  }
  const char *get() {
    text[room - 1] = '\0';
    return text;
  }
};
TextRoom<1024> name, item_name;
TextRoom<16384> description;

void clear_texts() {
  name.clear();
  description.clear();
}

constexpr int most_items = 4096;  // limit of values per enumeration

std::int32_t describe_enumeration(MPI_T_enum enumeration) {
  if (enumeration == MPI_T_ENUM_NULL) return -1;
  static int values[most_items];
  int count = 0;
  item_name.clear();
  if (mpit.enum_get_info(enumeration, &count, item_name.text, &item_name.length) != MPI_SUCCESS) return -1;
  if (count > most_items) count = most_items;
  for (int i = 0; i < count; ++i)
    if (mpit.enum_get_item(enumeration, i, &values[i], nullptr, nullptr) != MPI_SUCCESS) count = i;
  NewItem item({.kind = MPIDBG_RECORD_ITEM_ENUMERATION, .index = 0});
  for (int i = 0; i < count; ++i) item.add_number(static_cast<std::uint64_t>(static_cast<std::int64_t>(values[i])));
  item.add_text(item_name.get());
  item.add_text("");
  for (int i = 0; i < count; ++i) {
    int value = 0;
    item_name.clear();
    mpit.enum_get_item(enumeration, i, &value, item_name.text, &item_name.length);
    item.add_text(item_name.get());
  }
  return item.end_enumeration();
}

void end_with_texts(NewItem &item) {
  item.add_text(name.get());
  item.add_text(description.get());
  item.end();
}

void describe_cvar(int index) {
  int verbosity = 0, bind = 0, scope = 0;
  MPI_Datatype datatype{};
  MPI_T_enum enumeration = MPI_T_ENUM_NULL;
  clear_texts();
  if (mpit.cvar_get_info(index, name.text, &name.length, &verbosity, &datatype, &enumeration, description.text,
                         &description.length, &bind, &scope) != MPI_SUCCESS)
    return retire_item(MPIDBG_RECORD_ITEM_CVAR, index);
  const std::int32_t number = describe_enumeration(enumeration);
  NewItem item({.kind = MPIDBG_RECORD_ITEM_CVAR,
                .index = index,
                .datatype = static_cast<std::int32_t>(element_type(datatype)),
                .bind = binding_number(bind),
                .verbosity = verbosity_number(verbosity),
                .class_scope = scope_number(scope),
                .enumeration = number});
  end_with_texts(item);
}

void describe_pvar(int index) {
  int verbosity = 0, var_class = 0, bind = 0, readonly = 0, continuous = 0, atomic = 0;
  MPI_Datatype datatype{};
  MPI_T_enum enumeration = MPI_T_ENUM_NULL;
  clear_texts();
  if (mpit.pvar_get_info(index, name.text, &name.length, &verbosity, &var_class, &datatype, &enumeration,
                         description.text, &description.length, &bind, &readonly, &continuous, &atomic) != MPI_SUCCESS)
    return retire_item(MPIDBG_RECORD_ITEM_PVAR, index);
  unsigned flags = 0;
  if (readonly != 0) flags |= MPIDBG_RECORD_ITEM_READONLY;
  if (continuous != 0) flags |= MPIDBG_RECORD_ITEM_CONTINUOUS;
  if (atomic != 0) flags |= MPIDBG_RECORD_ITEM_ATOMIC;
  const std::int32_t number = describe_enumeration(enumeration);
  NewItem item({.kind = MPIDBG_RECORD_ITEM_PVAR,
                .index = index,
                .flags = flags,
                .datatype = static_cast<std::int32_t>(element_type(datatype)),
                .bind = binding_number(bind),
                .verbosity = verbosity_number(verbosity),
                .class_scope = class_number(var_class),
                .enumeration = number});
  end_with_texts(item);
}

constexpr int most_members = 8192;
int members[most_members];

// Writes the members of a category to `members` by calling `get`, and returns their number. It is 0 if the library
// lacks the function or the function failed.
template <class Get>
int get_members(Get get, int index, int count) {
  if (count > most_members) count = most_members;
  if (count <= 0 || get == nullptr || get(index, count, members) != MPI_SUCCESS) return 0;
  return count;
}

void describe_category(int index) {
  int cvars = 0, pvars = 0, categories = 0, events = 0;
  clear_texts();
  if (mpit.category_get_info(index, name.text, &name.length, description.text, &description.length, &cvars, &pvars,
                             &categories) != MPI_SUCCESS)
    return retire_item(MPIDBG_RECORD_ITEM_CATEGORY, index);
  const auto in_range = [](int count) { return count < 0 ? 0 : count > most_members ? most_members : count; };
  NewItem item({.kind = MPIDBG_RECORD_ITEM_CATEGORY, .index = index});
#if MPI_VERSION >= 4
  if (mpit.category_get_num_events != nullptr && mpit.category_get_num_events(index, &events) != MPI_SUCCESS)
    events = 0;
#endif
  const int counts[] = {in_range(cvars), in_range(pvars), in_range(events), in_range(categories)};
  for (const int count : counts) item.add_number(static_cast<std::uint64_t>(count));
  const auto add_members = [&](auto get, int count) {
    const int got = get_members(get, index, count);
    for (int i = 0; i < count; ++i)
      item.add_number(i < got ? static_cast<std::uint64_t>(static_cast<std::int64_t>(members[i])) : UINT64_MAX);
  };
  add_members(mpit.category_get_cvars, counts[0]);
  add_members(mpit.category_get_pvars, counts[1]);
#if MPI_VERSION >= 4
  add_members(mpit.category_get_events, counts[2]);
#endif
  add_members(mpit.category_get_categories, counts[3]);
  end_with_texts(item);
}

#if MPI_VERSION >= 4
void describe_event(int index) {
  constexpr int most_elements = 64;
  MPI_Datatype datatypes[most_elements];
  MPI_Aint displacements[most_elements];
  int verbosity = 0, bind = 0, elements = most_elements;
  MPI_T_enum enumeration = MPI_T_ENUM_NULL;
  clear_texts();
  if (mpit.event_get_info(index, name.text, &name.length, &verbosity, datatypes, displacements, &elements, &enumeration,
                          nullptr, description.text, &description.length, &bind) != MPI_SUCCESS)
    return retire_item(MPIDBG_RECORD_ITEM_EVENT, index);
  // MPICH refuses a call that does not ask for the enumeration, and answers with a pointer that it has never set.
  const std::int32_t number = describe_enumeration(is_mpich() ? MPI_T_ENUM_NULL : enumeration);
  NewItem item({.kind = MPIDBG_RECORD_ITEM_EVENT,
                .index = index,
                .bind = binding_number(bind),
                .verbosity = verbosity_number(verbosity),
                .enumeration = number});
  for (int i = 0; i < elements && i < most_elements; ++i) {
    item.add_number(
        static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(element_type(datatypes[i])))));
    item.add_number(static_cast<std::uint64_t>(displacements[i]));
  }
  end_with_texts(item);
}

void describe_source(int index) {
  MPI_T_source_order ordering{};
  MPI_Count ticks_per_second = 0, max_ticks = 0;
  clear_texts();
  if (mpit.source_get_info(index, name.text, &name.length, description.text, &description.length, &ordering,
                           &ticks_per_second, &max_ticks, nullptr) != MPI_SUCCESS)
    return retire_item(MPIDBG_RECORD_ITEM_SOURCE, index);
  NewItem item({.kind = MPIDBG_RECORD_ITEM_SOURCE,
                .index = index,
                .class_scope = ordering == MPI_T_SOURCE_ORDERED     ? 0
                               : ordering == MPI_T_SOURCE_UNORDERED ? 1
                                                                    : -1});
  item.add_number(static_cast<std::uint64_t>(ticks_per_second));
  item.add_number(static_cast<std::uint64_t>(max_ticks));
  end_with_texts(item);
}
#endif

template <class Get>
std::int32_t count_with(Get get) {
  int count = 0;
  return get == nullptr || get(&count) != MPI_SUCCESS ? -1 : count;
}

}  // namespace

MpitCounts count_all() {
  MpitCounts counts;
  counts.cvars = count_with(mpit.cvar_get_num);
  counts.pvars = count_with(mpit.pvar_get_num);
  counts.categories = count_with(mpit.category_get_num);
  counts.category_update = count_with(mpit.category_changed);
#if MPI_VERSION >= 4
  counts.events = count_with(mpit.event_get_num);
  counts.sources = count_with(mpit.source_get_num);
#endif
  return counts;
}

void describe_all(const MpitCounts &counts) {
  for (int i = 0; i < counts.pvars; ++i) describe_pvar(i);
#if MPI_VERSION >= 4
  for (int i = 0; i < counts.events; ++i) describe_event(i);
  for (int i = 0; i < counts.sources; ++i) describe_source(i);
#endif
  for (int i = 0; i < counts.cvars; ++i) describe_cvar(i);
  for (int i = 0; i < counts.categories; ++i) describe_category(i);
}

}  // namespace recorder
