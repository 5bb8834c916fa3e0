// Datatypes: rows HD* of the requirements, over fakes. Expected numbers are worked out by hand from MPI's rules.

#include <doctest/doctest.h>

#include "tests/fakes/fake_datatypes.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeDatatypes;
using fakes::FakeHost;
using fakes::FakeOpenMpi;
using mpidbg::Address;
using mpidbg::ByteOrder;
using Datatype = Queried<mpidbg_datatype_info_t, MPIDBG_KIND_DATATYPE>;

namespace {

// "2 x 40 { MPI_DOUBLE 2 x 8 @ 0 }"
std::string map_text(const Datatype &datatype) {
  std::string text;
  for (int i = 0; i < datatype->dt_num_entries; ++i) {
    const mpidbg_typemap_entry_t &entry = datatype->dt_typemap[i];
    const std::string factor = std::to_string(entry.count) + " x " + std::to_string(entry.stride);
    text += text.empty() ? "" : " ";
    text += entry.kind == MPIDBG_TYPEMAP_LOOP ? factor + " {"
            : entry.kind == MPIDBG_TYPEMAP_END
                ? "}"
                : datatype->dt_basics[entry.basic].name + (" " + factor) + " @ " + std::to_string(entry.displacement);
  }
  return text;
}

struct Fixture {
  explicit Fixture(unsigned pointer_size = 8, ByteOrder order = ByteOrder::little)
      : mpi(pointer_size, order, 0, 2), types(mpi) {}
  FakeOpenMpi mpi;
  FakeDatatypes types;
  using T = FakeDatatypes;
};
using T = FakeDatatypes;

}  // namespace

TEST_CASE("HD1 HD2 HD3 HD4 HD6 HD10 HD11 a vector: names, handles, sizes, envelope, contents") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      Fixture f(kind.pointer_size, kind.order);
      const Address vector = f.types.make(T::vector, {3, 2, 5}, {}, {f.types[T::double_]}, {48, 0, 96, 0, 96, 6});
      f.types.set_name(vector, std::string(63, 'v'));
      f.mpi.set(vector, f.mpi.layouts.datatype.d_f_to_c_index, f.types.table.add(vector));
      {
        HandleSession session(f.mpi.host);
        Datatype datatype(session, vector);
        CHECK(datatype->dt_name == std::string(63, 'v'));
        CHECK((datatype->dt_bitflags & MPIDBG_DATATYPE_INFO_PREDEFINED) == 0);
        CHECK((datatype->dt_bitflags & MPIDBG_DATATYPE_INFO_COMMITTED) != 0);
        CHECK(datatype->dt_c_handle == vector.value());
        CHECK(datatype->dt_fortran_handle == 73);
        CHECK(datatype->dt_size == 48);
        CHECK(datatype->dt_lb == 0);
        CHECK(datatype->dt_ub == 96);
        CHECK(datatype->dt_extent == 96);
        CHECK(datatype->dt_true_extent == 96);
        CHECK(datatype->dt_combiner == MPIDBG_COMBINER_VECTOR);
        CHECK(datatype->dt_constructor == std::string("MPI_Type_vector"));
        CHECK(datatype->dt_mpi1_constructor == nullptr);
        REQUIRE(datatype->dt_num_integers == 3);
        CHECK(datatype->dt_integers[2] == 5);
        CHECK(datatype->dt_num_addresses == 0);
        CHECK(datatype->dt_addresses == nullptr);
        REQUIRE(datatype->dt_num_datatypes == 1);
        CHECK(datatype->dt_datatypes[0] == f.types[T::double_].value());
        REQUIRE(datatype->dt_num_nodes == 2);
        CHECK(datatype->dt_nodes[0].call ==
              std::string("MPI_Type_vector(count 3, blocklength 2, stride 5, MPI_DOUBLE)"));
        CHECK(datatype->dt_nodes[1].name == std::string("MPI_DOUBLE"));
        CHECK(datatype->dt_nodes[1].depth == 1);
        CHECK(datatype->dt_nodes[1].call == nullptr);

        CHECK(map_text(datatype) == "3 x 40 { MPI_DOUBLE 2 x 8 @ 0 }");
        CHECK(datatype->dt_total_entries == 3);
        CHECK(datatype->dt_total_elements == 6);
        CHECK(datatype->dt_basics[0].elements == 6);
        CHECK(datatype->dt_bytes_used == 48);
        CHECK(datatype->dt_hole_bytes == 48);
        CHECK(datatype->dt_total_holes == 2);
        REQUIRE(datatype->dt_num_holes == 2);
        CHECK(datatype->dt_holes[1].displacement == 56);
        CHECK(datatype->dt_holes[1].length == 24);

        Datatype real(session, f.types[T::double_]);
        CHECK((real->dt_bitflags & MPIDBG_DATATYPE_INFO_PREDEFINED) != 0);
        CHECK(real->dt_combiner == MPIDBG_COMBINER_NAMED);
        CHECK(real->dt_constructor == nullptr);
        CHECK(map_text(real) == "MPI_DOUBLE 1 x 8 @ 0");
        Datatype null(session, f.types[T::null]);
        CHECK((null->dt_bitflags & MPIDBG_DATATYPE_INFO_DATATYPE_NULL) != 0);
        CHECK((null->dt_bitflags & MPIDBG_DATATYPE_INFO_TRUE_BOUNDS) == 0);
        CHECK(null->dt_total_entries == 0);

        mqs_taddr_t handle = 0;
        CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_DATATYPE, 73, &handle) == MPIDBG_SUCCESS);
        CHECK(handle == vector.value());
        CHECK(mpidbg_f2c(session.process(), MPIDBG_KIND_DATATYPE, 74, &handle) == MPIDBG_ERR_OUT_OF_RANGE);
        const auto names = session.names(MPIDBG_KIND_DATATYPE);
        REQUIRE(names.size() == 73);
        CHECK(names[39] == std::pair<std::string, mqs_taddr_t>("MPI_INT", f.types[T::int_].value()));
      }
      CHECK(FakeHost::live_allocations() == 0);
    }
  }
}

TEST_CASE("HD4 a type that was not committed is not, whatever else its flags are") {
  Fixture f(8, ByteOrder::little);
  const Address vector = f.types.make(T::vector, {3, 2, 5}, {}, {f.types[T::double_]}, {48, 0, 96, 0, 96, 6});
  const auto &flags = f.mpi.layouts.opal_datatype.flags;
  const std::uint64_t committed = f.mpi.get(vector, flags);
  for (const bool is_committed : {false, true}) {
    f.mpi.set(vector, flags, is_committed ? committed : committed & ~std::uint64_t{0x4});
    const HandleSession session(f.mpi.host);
    const Datatype datatype(session, vector);
    CHECK(((datatype->dt_bitflags & MPIDBG_DATATYPE_INFO_COMMITTED) != 0) == is_committed);
  }
}

TEST_CASE("HD5 the type map of every constructor") {
  for (const TargetKind &kind : all_targets) {
    SUBCASE(kind.name) {
      Fixture f(kind.pointer_size, kind.order);
      const Address integer = f.types[T::int_], pair = f.types[T::double_int];
      const auto map = [&](const Address handle) {
        HandleSession session(f.mpi.host);
        Datatype datatype(session, handle);
        CHECK_MESSAGE(datatype->dt_typemap_problem == nullptr, datatype->dt_typemap_problem);
        return map_text(datatype);
      };
      const Address column = f.types.make(T::resized, {}, {-4, 20}, {integer}, {4, -4, 16, 0, 4, 1});
      CHECK(map(column) == "MPI_INT 1 x 4 @ 0");
      CHECK(map(f.types.make(T::contiguous, {3}, {}, {column}, {12, -4, 56, 0, 44, 3})) == "MPI_INT 3 x 20 @ 0");
      CHECK(map(f.types.make(T::dup, {}, {}, {column}, {4, -4, 16, 0, 4, 1})) == "MPI_INT 1 x 4 @ 0");
      // Without data the library keeps any bounds.
      CHECK(map(f.types.make(T::contiguous, {0}, {}, {integer}, {0, 0, 0, 5, 7, 0})).empty());
      CHECK(map(f.types.make(T::hvector, {2, 3}, {-100}, {integer}, {24, -100, 12, -100, 12, 6})) ==
            "2 x -100 { MPI_INT 3 x 4 @ 0 }");
      CHECK(map(f.types.make(T::hvector_integer, {2, 3, 100}, {}, {integer}, {24, 0, 112, 0, 112, 6})) ==
            "2 x 100 { MPI_INT 3 x 4 @ 0 }");
      CHECK(map(f.types.make(T::indexed, {3, 1, 0, 2, 7, 1, 0}, {}, {integer}, {12, 0, 32, 0, 32, 3})) ==
            "MPI_INT 1 x 4 @ 28 MPI_INT 2 x 4 @ 0");
      CHECK(map(f.types.make(T::hindexed, {2, 1, 2}, {-7, 30}, {integer}, {12, -7, 38, -7, 38, 3})) ==
            "MPI_INT 1 x 4 @ -7 MPI_INT 2 x 4 @ 30");
      CHECK(map(f.types.make(T::indexed_block, {3, 2, 0, 5, 10}, {}, {integer}, {24, 0, 48, 0, 48, 6})) ==
            "3 x 20 { MPI_INT 2 x 4 @ 0 }");
      CHECK(map(f.types.make(T::hindexed_block, {2, 1}, {8, 1}, {pair}, {24, 1, 24, 1, 20, 4})) ==
            "MPI_DOUBLE 1 x 8 @ 8 MPI_INT 1 x 4 @ 16 MPI_DOUBLE 1 x 8 @ 1 MPI_INT 1 x 4 @ 9");
      CHECK(map(f.types.make(T::structure, {3, 1, 3, 2}, {0, 8, 40}, {f.types[T::character], f.types[T::double_], pair},
                             {49, 0, 72, 0, 68, 8})) ==
            "MPI_CHAR 1 x 1 @ 0 MPI_DOUBLE 3 x 8 @ 8 2 x 16 { MPI_DOUBLE 1 x 8 @ 40 MPI_INT 1 x 4 @ 48 }");
      CHECK(map(f.types.make(T::subarray, {2, 4, 6, 2, 3, 1, 2, 0}, {}, {integer}, {24, 0, 96, 32, 68, 6})) ==
            "2 x 24 { MPI_INT 3 x 4 @ 32 }");
      CHECK(map(f.types.make(T::subarray, {2, 4, 6, 2, 3, 1, 2, 1}, {}, {integer}, {24, 0, 96, 36, 76, 6})) ==
            "3 x 16 { MPI_INT 2 x 4 @ 36 }");
      // Rank 1 of two processes in a row: elements 2, 3, 6 of seven, in cycles of two.
      CHECK(map(f.types.make(T::darray, {2, 1, 1, 7, 1, 2, 2, 0}, {}, {integer}, {12, 0, 28, 8, 28, 3})) ==
            "MPI_INT 2 x 4 @ 8 MPI_INT 1 x 4 @ 24");
      CHECK(map(f.types.make(T::darray, {2, 1, 1, 7, 0, -1, 2, 0}, {}, {integer}, {12, 0, 28, 16, 28, 3})) ==
            "MPI_INT 3 x 4 @ 16");
      CHECK(map(f.types.make(T::vector, {0, 2, 5}, {}, {integer}, {0, 0, 0, 0, 0, 0})).empty());
    }
  }
}

TEST_CASE("HD5 a type of the library's own, from the description that the library works with") {
  Fixture f;
  const Address internal = f.types.make_internal({44, 0, 60, 0, 60, 8});
  f.types.describe(internal, {{0, 2, 0, 28, 0}, {16, 1, 1, 8, 0}, {6, 2, 1, 12, 8}, {1, 0, 0, 0, 0}, {6, 1, 2, 8, 56}});
  f.mpi.set(internal, f.mpi.layouts.opal_datatype.size, 40);
  f.mpi.set(internal, f.mpi.layouts.opal_datatype.true_ub, 64);
  f.mpi.set(internal, f.mpi.layouts.opal_datatype.ub, 64);
  // The basic types of 32 bits and of double.
  f.mpi.set(f.types[62], f.mpi.layouts.opal_datatype.size, 4);
  HandleSession session(f.mpi.host);
  Datatype datatype(session, internal);
  CHECK((datatype->dt_bitflags & MPIDBG_DATATYPE_INFO_INTERNAL) != 0);
  CHECK((datatype->dt_bitflags & MPIDBG_DATATYPE_INFO_FREED_HANDLE_KNOWN) == 0);
  CHECK(datatype->dt_combiner == MPIDBG_COMBINER_UNKNOWN);
  CHECK_MESSAGE(datatype->dt_typemap_problem == nullptr, datatype->dt_typemap_problem);
  CHECK(map_text(datatype) == "2 x 28 { MPI_DOUBLE 1 x 8 @ 0 MPI_INT32_T 2 x 12 @ 8 } MPI_INT32_T 2 x 4 @ 56");
}

TEST_CASE("HD5 Z2 a description that cannot be is said, and one whose loops are left open ends them") {
  using Records = std::vector<FakeDatatypes::Record>;
  const auto said = [](const Records &records, const FakeDatatypes::Kept &kept, auto &&change) {
    Fixture f;
    const Address internal = f.types.make_internal(kept);
    f.types.describe(internal, records);
    f.mpi.set(f.types[62], f.mpi.layouts.opal_datatype.size, 4);  // the basic type of 32 bits
    change(f, internal);
    HandleSession session(f.mpi.host);
    Datatype datatype(session, internal);
    const std::string problem = datatype->dt_typemap_problem == nullptr ? "" : datatype->dt_typemap_problem;
    CHECK(problem.empty() == ((datatype->dt_bitflags & MPIDBG_DATATYPE_INFO_TYPEMAP) != 0));
    return problem.empty() ? map_text(datatype) : problem.substr(problem.find(" has ") + 1);
  };
  const auto nothing = [](Fixture &, Address) {};
  const FakeDatatypes::Kept four{4, 0, 4, 0, 4, 1};
  const FakeDatatypes::Record number{6, 1, 1, 4, 0}, end{1, 0, 0, 0, 0};
  const auto loop = [](std::uint64_t rounds, std::int64_t extent) {
    return FakeDatatypes::Record{0, rounds, 0, extent, 0};
  };
  CHECK(said({number}, four, nothing) == "MPI_INT32_T 1 x 4 @ 0");
  const Records twice = {loop(2, 28), {16, 1, 1, 8, 0}, {6, 2, 1, 12, 8}, end};
  const std::string map = "2 x 28 { MPI_DOUBLE 1 x 8 @ 0 MPI_INT32_T 2 x 12 @ 8 }";
  CHECK(said(twice, {32, 0, 52, 0, 52, 6}, nothing) == map);
  CHECK(said({twice.begin(), twice.end() - 1}, {32, 0, 52, 0, 52, 6}, nothing) == map);
  CHECK(said({loop(1, 28), number, end}, four, nothing) == "has a description with a loop of 1 rounds");
  CHECK(said({loop(0, 28), number, end}, four, nothing) == "has a description with a loop of 0 rounds");
  CHECK(said({end, number}, four, nothing) == "has a description with a loop that ends before it begins");
  CHECK(said({loop(2, 28), number, end, end}, four, nothing) ==
        "has a description with a loop that ends before it begins");
  CHECK(said(Records(65, loop(2, 0)), four, nothing) == "has a description with too many loops");
  CHECK(said(Records(64, loop(2, 0)), four, nothing) != "has a description with too many loops");
  // Of no bytes there is nothing, whatever the description says.
  CHECK(said({end}, {0, 0, 0, 0, 0, 0}, nothing).empty());
  // A type without a name in mpif.h, and a struct that is not known.
  CHECK(said({{200, 1, 1, 4, 0}}, four, nothing).find("datatype") != std::string::npos);
  const std::string lacking = said({number}, four, [](Fixture &f, Address) {
    f.mpi.host.types[f.mpi.layouts.data_loop.type_name].fields.erase("loops");
  });
  CHECK_MESSAGE(lacking.find("loops") != std::string::npos, lacking);
}

TEST_CASE("HD5 size, bounds, extents and basic types") {
  Fixture f;
  HandleSession session(f.mpi.host);
  const Address integer = f.types[T::int_];
  Datatype datatype(session, f.types.make(T::hindexed, {2, 1, 2}, {-6, 4}, {integer}, {12, -6, 12, -6, 12, 3}));
  CHECK(datatype->dt_size == 12);
  CHECK(datatype->dt_lb == -6);
  CHECK(datatype->dt_ub == 12);
  CHECK(datatype->dt_extent == 18);
  CHECK((datatype->dt_bitflags & MPIDBG_DATATYPE_INFO_TRUE_BOUNDS) != 0);
  CHECK(datatype->dt_true_lb == -6);
  CHECK(datatype->dt_true_ub == 12);
  CHECK(datatype->dt_true_extent == 18);
  REQUIRE(datatype->dt_num_basics == 1);
  CHECK(datatype->dt_basics[0].handle == integer.value());
  CHECK(datatype->dt_basics[0].elements == 3);
  CHECK(datatype->dt_total_elements == 3);
}

TEST_CASE("HD5 holes and overlaps") {
  Fixture f;
  HandleSession session(f.mpi.host);
  const Address integer = f.types[T::int_];
  Datatype overlapping(session, f.types.make(T::indexed, {2, 3, 3, 0, 2}, {}, {integer}, {24, 0, 20, 0, 20, 6}));
  CHECK((overlapping->dt_bitflags & MPIDBG_DATATYPE_INFO_OVERLAP) != 0);
  CHECK(overlapping->dt_bytes_used == 20);
  CHECK(overlapping->dt_total_holes == 0);
  // Data on both sides of the extent.
  Datatype outside(session, f.types.make(T::hindexed, {3, 1, 1, 1}, {-6, 0, 10}, {integer}, {12, 0, 12, -6, 14, 3}));
  CHECK(outside->dt_bytes_used == 6);
  CHECK(outside->dt_bytes_outside == 6);
  CHECK(outside->dt_hole_bytes == 6);
  REQUIRE(outside->dt_num_holes == 1);
  CHECK(outside->dt_holes[0].displacement == 4);
  CHECK(outside->dt_holes[0].length == 6);
}

TEST_CASE("HD5 HD11 Z2 parts of a long map, written out and not") {
  Fixture f;
  std::vector<std::int32_t> lengths{70000};
  std::vector<std::int64_t> places;
  for (int i = 0; i < 70000; ++i) {
    lengths.push_back(1 + i % 2);
    places.push_back(20 * i + i % 7 * (i % 7) % 7);
  }
  const std::int64_t end = places.back() + 4 * lengths.back();
  const Address type = f.types.make(T::hindexed, lengths, places, {f.types[T::int_]}, {420000, 0, end, 0, end, 105000});
  {
    HandleSession session(f.mpi.host);
    Datatype datatype(session, type);
    CHECK((datatype->dt_bitflags & MPIDBG_DATATYPE_INFO_TYPEMAP_TRUNCATED) != 0);
    CHECK((datatype->dt_bitflags & MPIDBG_DATATYPE_INFO_CONTENTS_TRUNCATED) != 0);
    CHECK(datatype->dt_num_entries == MPIDBG_DATATYPE_MAX_ENTRIES);
    CHECK(datatype->dt_total_entries == 70000);
    CHECK(datatype->dt_total_integers == 70001);
    CHECK(datatype->dt_num_integers == MPIDBG_DATATYPE_MAX_CONTENTS);
    CHECK(datatype->dt_total_elements == 105000);
    CHECK(datatype->dt_total_holes == 69999);
    CHECK(datatype->dt_num_holes == MPIDBG_DATATYPE_MAX_HOLES);

    const auto free = FakeHost::basic_callbacks()->mqs_free_fp;
    int count = -1;
    mpidbg_typemap_entry_t *entries = nullptr;
    REQUIRE(mpidbg_datatype_typemap(session.process(), type.value(), 69998, 10, &count, &entries) == MPIDBG_SUCCESS);
    REQUIRE(count == 2);
    CHECK(entries[1].displacement == places[69999]);
    CHECK(entries[1].count == 2);
    free(entries);
    mpidbg_typemap_element_t *elements = nullptr;
    REQUIRE(mpidbg_datatype_elements(session.process(), type.value(), 104999, 10, &count, &elements) == MPIDBG_SUCCESS);
    REQUIRE(count == 1);
    CHECK(elements[0].basic == f.types[T::int_].value());
    CHECK(elements[0].displacement == places[69999] + 4);
    free(elements);
    int64_t *values = nullptr;
    REQUIRE(mpidbg_datatype_contents(session.process(), type.value(), MPIDBG_CONTENTS_ADDRESSES, 69990, 100, &count,
                                     &values) == MPIDBG_SUCCESS);
    REQUIRE(count == 10);
    CHECK(values[9] == places[69999]);
    free(values);
    REQUIRE(mpidbg_datatype_contents(session.process(), type.value(), MPIDBG_CONTENTS_ADDRESSES, 70000, 100, &count,
                                     &values) == MPIDBG_SUCCESS);
    CHECK(count == 0);
    CHECK(mpidbg_datatype_contents(session.process(), type.value(), static_cast<mpidbg_datatype_contents_t>(3), 0, 1,
                                   &count, &values) == MPIDBG_ERR_OUT_OF_RANGE);
    CHECK(mpidbg_datatype_typemap(session.process(), type.value(), 0, -1, &count, &entries) == MPIDBG_ERR_OUT_OF_RANGE);
  }
  CHECK(FakeHost::live_allocations() == 0);
}

TEST_CASE("HD6 functions of MPI-1: known, ambiguous, or out of the question") {
  Fixture f;
  const Address integer = f.types[T::int_];
  const Address structure = f.types.make(T::structure, {1, 1}, {0}, {integer}, {4, 0, 4, 0, 4, 1});
  const Address fortran = f.types.make(T::struct_integer, {1, 1, 0}, {}, {integer}, {4, 0, 4, 0, 4, 1});
  {
    HandleSession session(f.mpi.host);
    Datatype datatype(session, structure);
    CHECK(datatype->dt_constructor == std::string("MPI_Type_create_struct"));
    CHECK((datatype->dt_bitflags & MPIDBG_DATATYPE_INFO_VARIANT_AMBIGUOUS) == 0);
    CHECK(datatype->dt_mpi1_constructor == nullptr);
  }
  f.mpi.host.symbols["MPI_Type_struct"] = Address(0x4321);
  HandleSession session(f.mpi.host);
  Datatype either(session, structure);
  CHECK((either->dt_bitflags & MPIDBG_DATATYPE_INFO_VARIANT_AMBIGUOUS) != 0);
  CHECK(either->dt_mpi1_constructor == std::string("MPI_Type_struct"));
  Datatype old(session, fortran);
  CHECK((old->dt_bitflags & MPIDBG_DATATYPE_INFO_VARIANT_MPI1) != 0);
  CHECK(old->dt_constructor == std::string("MPI_Type_struct"));
  CHECK(old->dt_combiner == MPIDBG_COMBINER_STRUCT_INTEGER);
}

TEST_CASE("HD7 HD8 HD11 who uses a type, and one that lives only in others") {
  Fixture f;
  const Address inner = f.types.make(T::contiguous, {2}, {}, {f.types[T::int_]}, {8, 0, 8, 0, 8, 2});
  const Address outer = f.types.make(T::structure, {2, 1, 1}, {0, 16}, {inner, inner}, {16, 0, 24, 0, 24, 4});
  f.mpi.set(outer, f.mpi.layouts.datatype.d_f_to_c_index, f.types.table.add(outer));
  f.types.set_references(inner, 3);
  {
    HandleSession session(f.mpi.host);
    Datatype datatype(session, inner);
    REQUIRE(datatype->dt_num_users == 1);
    CHECK(datatype->dt_users[0].kind == MPIDBG_KIND_DATATYPE);
    CHECK(datatype->dt_users[0].handle == outer.value());
    CHECK((datatype->dt_bitflags & MPIDBG_DATATYPE_INFO_FREED_HANDLE) == 0);
    Datatype whole(session, outer);
    CHECK(whole->dt_total_integers == 3);
    CHECK(whole->dt_total_addresses == 2);
    CHECK(whole->dt_total_datatypes == 2);
    REQUIRE(whole->dt_num_addresses == 2);
    REQUIRE(whole->dt_addresses != nullptr);
    CHECK(whole->dt_addresses[0] == 0);
    CHECK(whole->dt_addresses[1] == 16);
    REQUIRE(whole->dt_num_nodes == 3);
    CHECK(whole->dt_nodes[0].handle == outer.value());
    CHECK(whole->dt_nodes[0].combiner == MPIDBG_COMBINER_STRUCT);
    CHECK(whole->dt_nodes[1].handle == inner.value());
    CHECK(whole->dt_nodes[1].combiner == MPIDBG_COMBINER_CONTIGUOUS);
    CHECK(whole->dt_nodes[1].times == 2);
    CHECK(whole->dt_nodes[2].depth == 2);
    CHECK(whole->dt_nodes[2].name == std::string("MPI_INT"));
  }
  f.types.set_references(inner, 2);
  HandleSession session(f.mpi.host);
  CHECK((Datatype(session, inner)->dt_bitflags &
         (MPIDBG_DATATYPE_INFO_FREED_HANDLE | MPIDBG_DATATYPE_INFO_FREED_HANDLE_INFERRED)) ==
        (MPIDBG_DATATYPE_INFO_FREED_HANDLE | MPIDBG_DATATYPE_INFO_FREED_HANDLE_INFERRED));
}

TEST_CASE("HD9 Z7 Z11 a handle that is not a datatype is not found, with a sentence") {
  Fixture f;
  HandleSession session(f.mpi.host);
  CHECK((mpidbg_capabilities(session.process(), MPIDBG_KIND_DATATYPE) & MPIDBG_DATATYPE_CAP_FREED_OBJECT) == 0);
  const auto not_found = [&](Address handle, const std::string &why) {
    CHECK(session.query(MPIDBG_KIND_DATATYPE, handle.value()) == MPIDBG_ERR_NOT_FOUND);
    CHECK_MESSAGE(session.detail().find(why) != std::string::npos, session.detail());
  };
  const Address type = f.types.make(T::contiguous, {2}, {}, {f.types[T::int_]}, {8, 0, 8, 0, 8, 2});
  CHECK(session.query(MPIDBG_KIND_DATATYPE, type.value()) == MPIDBG_SUCCESS);
  not_found(f.mpi.world, "no opal_datatype_t");
  for (const std::uint64_t garbage : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{0x7777778},
                                      std::uint64_t{0xdeadbeef}, ~std::uint64_t{0}})
    not_found(Address(garbage), "no live datatype is at");
  CHECK(f.mpi.host.lowest_fetch >= 4096);  // a host inside of the process would crash
  f.types.set_references(type, 0);
  not_found(type, "reference count is 0");
  f.types.set_references(type, 1);
  f.mpi.set(f.types.arguments(type), f.mpi.layouts.datatype_arguments.create_type, 99);
  not_found(type, "make no sense");
  const Address stray = f.types.make(T::dup, {}, {}, {f.types[T::int_]}, {4, 0, 4, 0, 4, 1});
  f.mpi.set(stray, f.mpi.layouts.datatype.d_f_to_c_index, 39);
  not_found(stray, "not in the library's table");
  const auto &description = f.mpi.layouts.data_description;
  const Address byte = f.types.make(T::dup, {}, {}, {f.types[T::byte]}, {1, 0, 1, 0, 1, 1});
  const Address place = byte + f.mpi.layouts.opal_datatype.desc.offset;
  f.mpi.set(place, description.used, 2);
  not_found(byte, "its description has 2 records in room for 1");
  f.mpi.set(place, description.length, 0);
  not_found(byte, "it has no description");
  CHECK(FakeHost::live_allocations() == 0);
}

TEST_CASE("HD11 of a type that is made of very many others the first ones are told, and that there are more") {
  Fixture f;
  const auto chain = [&](int length) {
    Address type = f.types[T::int_];
    for (int i = 0; i < length; ++i) type = f.types.make(T::dup, {}, {}, {type}, {4, 0, 4, 0, 4, 1});
    return type;
  };
  const Address told = chain(12), deeper = chain(13);
  HandleSession session(f.mpi.host);
  Datatype whole(session, told), cut(session, deeper);
  CHECK(whole->dt_num_nodes == 13);
  CHECK((whole->dt_bitflags & MPIDBG_DATATYPE_INFO_TREE_TRUNCATED) == 0);
  CHECK(std::string(whole->dt_nodes[12].name) == "MPI_INT");
  CHECK(cut->dt_num_nodes == 13);
  CHECK((cut->dt_bitflags & MPIDBG_DATATYPE_INFO_TREE_TRUNCATED) != 0);
}

TEST_CASE("HD5 HD11 Z2 types that are made of themselves, contradict themselves, or disagree with the library") {
  Fixture f;
  const Address integer = f.types[T::int_];
  {
    HandleSession session(f.mpi.host);
    const auto problem = [&](Address handle) {
      Datatype datatype(session, handle);
      CHECK((datatype->dt_bitflags & MPIDBG_DATATYPE_INFO_TYPEMAP) == 0);
      CHECK(datatype->dt_num_entries == 0);
      return std::string(datatype->dt_typemap_problem);
    };
    const Address loop = f.types.make(T::contiguous, {2}, {}, {integer}, {8, 0, 8, 0, 8, 2});
    const auto &l = f.mpi.layouts.datatype_arguments;
    f.mpi.memory.write_pointer(Address(f.mpi.get(f.types.arguments(loop), l.d)), loop);
    CHECK(problem(loop).find("is made of itself") != std::string::npos);
    Datatype datatype(session, loop);
    REQUIRE(datatype->dt_num_nodes == 2);
    CHECK(datatype->dt_nodes[1].seen_before == 1);

    CHECK(problem(f.types.make(T::contiguous, {2}, {}, {integer}, {12, 0, 8, 0, 8, 2})) ==
          "the type map has size 8 and the library keeps 12");
    CHECK(problem(f.types.make(T::contiguous, {2}, {}, {integer}, {8, 0, 8, 0, 12, 2})) ==
          "the type map has true upper bound 8 and the library keeps 12");
    CHECK(problem(f.types.make(T::contiguous, {2}, {}, {integer}, {8, 0, 8, -4, 8, 2})) ==
          "the type map has true lower bound 0 and the library keeps -4");
    CHECK(problem(f.types.make(T::contiguous, {2}, {}, {integer}, {8, 0, 8, 0, 8, 3})) ==
          "the type map has elements 2 and the library keeps 3");
    CHECK(problem(f.types.make(T::vector, {2, 3}, {}, {integer}, {8, 0, 8, 0, 8, 3})).find("keeps 2 integers") !=
          std::string::npos);
    CHECK(problem(f.types.make(T::indexed, {1000000, 3}, {}, {integer}, {8, 0, 8, 0, 8, 3})).find("keeps 2 integers") !=
          std::string::npos);
    CHECK(problem(f.types.make(T::contiguous, {-2}, {}, {integer}, {8, 0, 8, 0, 8, 3})).find("count -2") !=
          std::string::npos);
    CHECK(problem(f.types.make(T::subarray, {70, 1, 1}, {}, {integer}, {8, 0, 8, 0, 8, 3})).find("70 dimensions") !=
          std::string::npos);
    CHECK(problem(f.types.make(T::darray, {1, 0, 1, 7, 1, 2, 2, 0}, {}, {integer}, {8, 0, 8, 0, 8, 3}))
              .find("too many processes") != std::string::npos);
    CHECK(problem(f.types.make(T::darray, {1, 0, 1, 7, 1, 2, 0, 0}, {}, {integer}, {8, 0, 8, 0, 8, 3}))
              .find("sizes that make no sense") != std::string::npos);
    // A chain that is too deep.
    Address deep = integer;
    for (int i = 0; i < 80; ++i) deep = f.types.make(T::dup, {}, {}, {deep}, {4, 0, 4, 0, 4, 1});
    CHECK(problem(deep).find("deep") != std::string::npos);
    // A tree that doubles at each level: 2^40 blocks that do not fold.
    Address wide = integer;
    for (int i = 0; i < 40; ++i) {
      wide = f.types.make(T::structure, {3, 1, 1, 1}, {0, 12 + i * i, 1000 + i}, {wide, f.types[T::byte], wide},
                          {4, 0, 4, 0, 4, 1});
    }
    CHECK(problem(wide).find("steps") != std::string::npos);
  }
  CHECK(FakeHost::live_allocations() == 0);
}
