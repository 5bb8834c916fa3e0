// Types and sources of MPI_T events in MPICH's memory, without a recorder; and tables that are damaged, or that the
// library was changing.

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "mpidbg/abi/mpit_interface.h"
#include "tests/contains.h"
#include "tests/fakes/fake_mpich.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeMpich;
using mpidbg::Address;
using mpidbg::ByteOrder;

namespace {

struct Event {
  Address first, second, source;
};

// Two types, of which one category has the second and another the first, and a source.
Event add_events(FakeMpich &mpich) {
  mpich.add({.name = "MPIR_CVAR_ANY"});
  mpich.add_category("A", {}, {}, {1});
  mpich.add_category("B", {}, {}, {0});
  const Address source = mpich.add_event_source("RECVQ");
  const Address first = mpich.add_event_type("enqueued", "message added");
  return {first, mpich.add_event_type("dequeued"), source};
}

std::string problem_of(const std::function<void(FakeMpich &, const Event &)> &damage, bool named = true) {
  FakeMpich mpich(8, ByteOrder::little, named);
  damage(mpich, add_events(mpich));
  const HandleSession session(mpich.host);
  int types = -1, sources = -1;
  const int code = mpidbg_event_get_num(session.process(), &types);
  std::string problem = session.detail();
  if (code == MPIDBG_SUCCESS && mpidbg_source_get_num(session.process(), &sources) != MPIDBG_SUCCESS)
    problem = session.detail();
  CHECK((types >= 0) == (code == MPIDBG_SUCCESS));
  CHECK(mpidbg_event_get_info(session.process(), 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                              nullptr, nullptr, nullptr, nullptr) == code);
  return problem;
}

}  // namespace

TEST_CASE("E1-E3 S1 S2 C3 C7 MPICH: types and sources of events, for either width and order") {
  for (const TargetKind &target : all_targets) {
    CAPTURE(target.name);
    FakeMpich mpich(target.pointer_size, target.order);
    add_events(mpich);
    const HandleSession session(mpich.host);
    mqs_process *const process = session.process();
    int count = 0, index = -1;
    REQUIRE_MESSAGE(mpidbg_event_get_num(process, &count) == MPIDBG_SUCCESS, session.detail());
    CHECK(count == 2);
    char name[16] = "", description[16] = "";
    int name_length = 16, description_length = 16, verbosity = -1, elements = 1, bind = -1;
    mpidbg_t_datatype_t datatypes[2] = {MPIDBG_T_DATATYPE_MAX, MPIDBG_T_DATATYPE_MAX};
    std::int64_t places[2] = {-1, -1};
    mpidbg_enum_t enumeration = 1;
    REQUIRE(mpidbg_event_get_info(process, 0, name, &name_length, &verbosity, datatypes, places, &elements,
                                  &enumeration, nullptr, description, &description_length, &bind) == MPIDBG_SUCCESS);
    CHECK(std::string(name) == "enqueued");
    CHECK(std::string(description) == "message added");
    CHECK(verbosity == MPIDBG_T_VERBOSITY_USER_DETAIL);
    CHECK(elements == 2);
    CHECK(datatypes[0] == MPIDBG_T_INT);
    CHECK(datatypes[1] == MPIDBG_T_DATATYPE_MAX);
    CHECK(enumeration == 0);
    CHECK(bind == MPIDBG_T_BIND_NO_OBJECT);
    REQUIRE(mpidbg_event_get_info(process, 1, nullptr, nullptr, nullptr, datatypes, places, &elements, nullptr, nullptr,
                                  description, &(description_length = 16), nullptr) == MPIDBG_SUCCESS);
    CHECK(std::string(description).empty());
    CHECK(datatypes[1] == MPIDBG_T_DOUBLE);
    CHECK(places[0] == 0);
    CHECK(places[1] == 8);
    CHECK(mpidbg_event_get_index(process, "dequeued", &index) == MPIDBG_SUCCESS);
    CHECK(index == 1);
    CHECK(mpidbg_event_get_index(process, "none", &index) == MPIDBG_T_ERR_INVALID_NAME);
    CHECK(mpidbg_event_get_info(process, 2, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                nullptr, nullptr, nullptr) == MPIDBG_T_ERR_INVALID_INDEX);
    CHECK(mpidbg_category_get_events(process, 0, 1, &index) == MPIDBG_SUCCESS);
    CHECK(index == 1);

    REQUIRE(mpidbg_source_get_num(process, &count) == MPIDBG_SUCCESS);
    CHECK(count == 1);
    mpidbg_t_ordering_t order = MPIDBG_T_SOURCE_UNORDERED;
    std::int64_t ticks = 0, most = 0;
    REQUIRE(mpidbg_source_get_info(process, 0, name, &(name_length = 16), nullptr, nullptr, &order, &ticks, &most,
                                   nullptr) == MPIDBG_SUCCESS);
    CHECK(std::string(name) == "RECVQ");
    CHECK(order == MPIDBG_T_SOURCE_ORDERED);
    CHECK(ticks == 1'000'000'000);
    CHECK(most == std::int64_t{1} << 62);
    CHECK(mpidbg_source_get_info(process, 1, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) ==
          MPIDBG_T_ERR_INVALID_INDEX);
  }
}

TEST_CASE("MPICH: tables of events that are damaged or were being changed are errors that say so") {
  const auto nothing = [](FakeMpich &, const Event &) {};
  CHECK(problem_of(nothing).empty());
  CHECK(contains(problem_of(nothing, false), "where its memory contains their types is not known"));
  CHECK(contains(problem_of([](FakeMpich &m, const Event &) { m.host.symbols.erase("sources"); }), "is not known"));
  CHECK(contains(problem_of([](FakeMpich &m, const Event &) { m.host.types.erase("MPIR_T_event_t"); }),
                 "MPIR_T_event_t"));

  const auto type_with = [](auto slot, std::uint64_t value) {
    return problem_of([=](FakeMpich &m, const Event &e) { m.set(e.second, m.layouts.event_type.*slot, value); });
  };
  using Type = mpidbg::layout::mpich::EventTypeLayout;
  CHECK(contains(type_with(&Type::name, 0), "MPIR_T_event_t.name is empty"));
  CHECK(contains(type_with(&Type::name, 0x10), "MPIR_T_event_t.name"));
  CHECK(contains(type_with(&Type::desc, 0x10), "MPIR_T_event_t.desc"));
  CHECK(contains(type_with(&Type::index, 0), "an index among the 2 elements of MPIR_T_event_t"));
  CHECK(contains(type_with(&Type::index, 2), "an index among the 2 elements of MPIR_T_event_t"));
  CHECK(contains(type_with(&Type::index, 0x80000000), "is -2147483648"));
  CHECK(contains(type_with(&Type::verbosity, 220), "MPIR_T_event_t.verbosity"));
  CHECK(contains(type_with(&Type::bind, 9711), "MPIR_T_event_t.bind"));
  for (const std::uint64_t count : {0xffffffffu, 0x7fffffffu, 1025u})
    CHECK(contains(type_with(&Type::num_elements, count), "MPIR_T_event_t.num_elements"));
  CHECK(contains(type_with(&Type::num_elements, 1024), "datatype"));
  CHECK(type_with(&Type::num_elements, 0).empty());
  CHECK(contains(type_with(&Type::array_of_datatypes, 0), "MPIR_T_event_t.array_of_datatypes"));
  CHECK(contains(type_with(&Type::array_of_displacements, 0x10), "MPIR_T_event_t.array_of_displacements"));
  const auto elements_with = [](int datatype, std::uint64_t place) {
    return problem_of([=](FakeMpich &m, const Event &e) {
      const auto &layout = m.layouts.event_type;
      m.set(e.second, layout.array_of_datatypes, m.new_ints({0x4c000405, datatype}).value());
      m.memory.write_integer(Address(m.get(e.second, layout.array_of_displacements)) + 8, place, 8);
    });
  };
  CHECK(contains(elements_with(0x4c000806, 8), "a datatype of MPIR_T_event_t"));
  CHECK(elements_with(0x4c000405, 1 << 20).empty());
  CHECK(contains(elements_with(0x4c000405, (1 << 20) + 1), "a displacement of MPIR_T_event_t"));
  CHECK(contains(elements_with(0x4c000405, ~std::uint64_t{0}), "a displacement of MPIR_T_event_t"));

  const auto source_with = [](auto slot, std::uint64_t value) {
    return problem_of([=](FakeMpich &m, const Event &e) { m.set(e.source, m.layouts.event_source.*slot, value); });
  };
  using Source = mpidbg::layout::mpich::EventSourceLayout;
  CHECK(contains(source_with(&Source::index, 1), "an index among the 1 elements of MPIR_T_source_t"));
  CHECK(contains(source_with(&Source::name, 0), "MPIR_T_source_t.name is empty"));
  CHECK(contains(source_with(&Source::ordering, 2), "MPIR_T_source_t.ordering"));

  // A type that is in the table and in no category yet, and the reverse.
  CHECK(contains(problem_of([](FakeMpich &m, const Event &) { m.add_event_type("third"); }),
                 "contain 2 types of events, and its table of events 3: they are damaged, or were being changed"));
  CHECK(contains(problem_of([](FakeMpich &m, const Event &) { m.add_category("C", {}, {}, {2}); }),
                 "contain 3 types of events, and its table of events 2"));
  CHECK(contains(problem_of([](FakeMpich &m, const Event &) { m.memory.write_pointer(m.event_pointer, Address()); }),
                 "and its table of events 0"));
  // A list that loops.
  CHECK(contains(problem_of([](FakeMpich &m, const Event &e) {
                   const auto &layout = m.layouts.event_type;
                   const Address link = e.second + layout.hash_link.offset + m.layouts.hash_link.next.offset;
                   m.memory.write_pointer(link, e.first);
                 }),
                 "MPIR_T_event_t loops"));
}
