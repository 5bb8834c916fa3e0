// The handles of performance variables, and the objects that variables are bound to.

#include <set>

#include "mpidbg/recorder/effects.h"
#include "mpidbg/recorder/library.h"
#include "mpidbg/recorder/mpit_objects.h"
#include "mpidbg/recorder/mpit_sampling.h"
#include "tests/recorder/parts/in_child.h"
#include "tests/recorder/parts/recorded.h"

namespace {

using Numbers = std::vector<std::int64_t>;
constexpr auto pvar_sample = MPIDBG_RECORD_SAMPLE_PVAR, cvar_sample = MPIDBG_RECORD_SAMPLE_CVAR;
const int number = 17;

toy_variable bound(int bind) {
  toy_variable made = variable("bound", MPI_INT, &number);
  made.bind = bind;
  made.is_continuous = 1;
  return made;
}

std::set<std::uint64_t> objects_of(mpidbg_record_sample_kind kind, int index) {
  std::set<std::uint64_t> objects;
  for (const Sample &one : samples(kind, index)) objects.insert(one.head.object);
  CHECK(objects.size() == samples(kind, index).size());
  return objects;
}

using Objects = std::set<std::uint64_t>;

}  // namespace

TEST_CASE("each variable has one handle, which is started once unless it is continuous") {
  in_child([] {
    toy_variable continuous = variable("continuous", MPI_INT, &number);
    continuous.is_continuous = 1;
    initialise_with({}, {variable("counter", MPI_INT, &number), continuous});
    for (int i = 0; i < 3; ++i) {
      CHECK(sample(pvar_sample, 0).numbers == Numbers{17});
      CHECK(sample(pvar_sample, 1).numbers == Numbers{17});
      CHECK(toy_pvar_handles(0) == 1);
      CHECK(toy_pvar_handles(1) == 1);
      take_snapshot();
    }
    recorder::finish_sampling();
    CHECK(toy_pvar_handles(0) == 0);
    CHECK(toy_pvar_handles(1) == 0);
    CHECK(last_snapshot().reason == MPIDBG_RECORD_AT_FINALIZE);
  });
}

TEST_CASE("of a variable that is bound there is a value for each object that lives") {
  in_child([] {
    initialise_with({bound(MPI_T_BIND_MPI_COMM)}, {bound(MPI_T_BIND_MPI_COMM), bound(MPI_T_BIND_MPI_WIN)});
    CHECK(objects_of(cvar_sample, 0) == Objects{257, 258});
    CHECK(objects_of(pvar_sample, 0) == Objects{257, 258});
    CHECK(objects_of(pvar_sample, 1).empty());
    CHECK(toy_mpit.cvar_object == MPI_COMM_SELF);
    CHECK(toy_mpit.pvar_object == MPI_COMM_SELF);
    create(MPIDBG_RECORD_COMM, 0x1000);
    create(MPIDBG_RECORD_COMM, 0x1010, "Comm_idup");
    create(MPIDBG_RECORD_COMM, 0x1018, "Comm_idup_with_info");
    create(MPIDBG_RECORD_COMM, 0x1020, "Comm_dup_with_info");
    create(MPIDBG_RECORD_WIN, 0x2000, "Win_create");
    create(MPIDBG_RECORD_GROUP, 0x3000, "Comm_group");
    take_snapshot();
    CHECK(objects_of(cvar_sample, 0) == Objects{257, 258, 0x1000, 0x1020});
    CHECK(objects_of(pvar_sample, 0) == Objects{257, 258, 0x1000, 0x1020});
    CHECK(objects_of(pvar_sample, 1) == Objects{0x2000});
    CHECK(toy_pvar_handles(0) == 4);
    end(MPIDBG_RECORD_COMM, 0x1000);
    CHECK(toy_pvar_handles(0) == 3);
    take_snapshot();
    CHECK(objects_of(pvar_sample, 0) == Objects{257, 258, 0x1020});
    CHECK(toy_pvar_handles(0) == 3);
  });
}

TEST_CASE("an object that is about to end is none, and one that comes after it with its handle is another") {
  in_child([] {
    initialise_with({bound(MPI_T_BIND_MPI_COMM)}, {bound(MPI_T_BIND_MPI_COMM)});
    create(MPIDBG_RECORD_COMM, 0x1000);
    take_snapshot();
    recorder::object_ends(MPIDBG_RECORD_COMM, 0x1000);
    CHECK(toy_pvar_handles(0) == 2);
    take_snapshot();
    CHECK(objects_of(cvar_sample, 0) == Objects{257, 258});
    CHECK(toy_pvar_handles(0) == 2);
    recorder::object_ended(MPIDBG_RECORD_COMM, 0x2000);  // another
    take_snapshot();
    CHECK(objects_of(cvar_sample, 0) == Objects{257, 258});
    recorder::object_ended(MPIDBG_RECORD_COMM, 0x1000);  // the call failed
    take_snapshot();
    CHECK(objects_of(pvar_sample, 0) == Objects{257, 258, 0x1000});
    CHECK(toy_pvar_handles(0) == 3);

    // Its end was not seen: the handle is that of the old one.
    recorder::freed({.call = recorder::call_Comm_free, .site = 1, .time = 5}, MPIDBG_RECORD_COMM, 0x1000, false);
    recorder::created({.call = recorder::call_Comm_dup, .site = 3, .time = 7},
                      {.kind = MPIDBG_RECORD_COMM, .handle = 0x1000});
    toy_variable refused = bound(MPI_T_BIND_MPI_COMM);
    refused.alloc_error = MPI_T_ERR_OUT_OF_HANDLES;
    set_pvars({refused});
    take_snapshot();
    CHECK(sample(pvar_sample, 0, 0x1000).head.error == MPI_T_ERR_OUT_OF_HANDLES);
    CHECK(sample(pvar_sample, 0, 257).head.error == 0);
    CHECK(toy_pvar_handles(0) == 2);
  });
}

TEST_CASE("objects of a kind that nothing was bound to are used from the second snapshot on") {
  in_child([] {
    initialise_with({}, {variable("unbound", MPI_INT, &number)});
    create(MPIDBG_RECORD_DATATYPE, 0x1000, "Type_dup");
    set_pvars({bound(MPI_T_BIND_MPI_DATATYPE)});
    set_cvars({bound(MPI_T_BIND_MPI_DATATYPE)});
    CHECK_FALSE(recorder::is_bound_kind(MPIDBG_RECORD_DATATYPE));
    take_snapshot();
    CHECK(samples(2).empty());
    CHECK(recorder::is_bound_kind(MPIDBG_RECORD_DATATYPE));
    CHECK_FALSE(recorder::is_bound_kind(MPIDBG_RECORD_COMM));
    take_snapshot();
    CHECK(objects_of(pvar_sample, 0) == Objects{0x1000});
    CHECK(objects_of(cvar_sample, 0) == Objects{0x1000});
  });
}

TEST_CASE("more objects than there is room for") {
  in_child([] {
    initialise_with({bound(MPI_T_BIND_MPI_COMM)});
    for (std::uint64_t i = 0; i < 2046; ++i) create(MPIDBG_RECORD_COMM, 0x10000 + 16 * i);
    take_snapshot();
    CHECK(samples(cvar_sample, 0).size() == 2048);
    CHECK(header().samples_lost == 0);
    create(MPIDBG_RECORD_COMM, 0x1000);
    take_snapshot();
    CHECK(samples(cvar_sample, 0).size() == 2048);
    CHECK(header().samples_lost == 1);
  });
}

TEST_CASE("if too many objects are about to end at once, none are used") {
  in_child([] {
    initialise_with({bound(MPI_T_BIND_MPI_COMM)});
    for (std::uint64_t i = 0; i < 256; ++i) recorder::object_is_ending(MPIDBG_RECORD_COMM, 16 * i + 16);
    CHECK(recorder::live_objects(MPIDBG_RECORD_COMM).count == 2);
    recorder::object_is_ending(MPIDBG_RECORD_COMM, 257);
    CHECK(recorder::live_objects(MPIDBG_RECORD_COMM).count == 0);
  });
}

TEST_CASE("as many variables as there can be handles for, when many of them come and go") {
  in_child([] {
    const toy_variable there = variable("v", MPI_INT, &number);
    toy_variable gone = there;
    gone.info_error = MPI_T_ERR_INVALID_INDEX;
    std::vector<toy_variable> pvars(2500, there);
    initialise_with({}, pvars);
    CHECK(header().samples_lost == 0);
    CHECK(samples(1).size() == 2500);
    for (std::size_t i = 0; i < pvars.size(); i += 3) pvars[i] = gone;
    set_pvars(pvars);
    take_snapshot();
    take_snapshot();
    CHECK(samples(3).size() == 1666);
    for (std::size_t i = 0; i < pvars.size(); ++i)
      REQUIRE(toy_pvar_handles(static_cast<int>(i)) == (i % 3 == 0 ? 0 : 1));
    pvars.assign(2500, there);
    set_pvars(pvars);
    take_snapshot();
    CHECK(samples(4).size() == 2500);
    for (int i = 0; i < 2500; ++i) REQUIRE(toy_pvar_handles(i) == 1);
    CHECK(header().samples_lost == 0);
    recorder::finish_sampling();
    for (int i = 0; i < 2500; ++i) REQUIRE(toy_pvar_handles(i) == 0);
  });
}

TEST_CASE("variables beyond the limit of handles are counted") {
  in_child([] {
    toy_variable on_comms = bound(MPI_T_BIND_MPI_COMM);
    std::vector<toy_variable> pvars(4096, on_comms);
    initialise_with({}, pvars);  // 8192 handles
    const std::size_t had = samples(1).size();
    CHECK(had <= 4096);
    CHECK(had > 4000);
    CHECK(header().samples_lost == 8192 - had);
  });
}

TEST_CASE("with Open MPI, what it reads wrongly is left alone") {
  in_child([] {
    setenv("TOY_MPI_VERSION", "Open MPI v6.0", 1);
    const auto named = [](const char *name) { return variable(name, MPI_INT, &number); };
    initialise_with({bound(MPI_T_BIND_MPI_WIN), bound(MPI_T_BIND_MPI_COMM)},
                    {named("mtl_psm2_counter"), named("pml_monitoring_flush"), named("pml_monitoring_flush_count"),
                     named("mtl_psm"), bound(MPI_T_BIND_MPI_COMM)});
    CHECK(samples(pvar_sample, 0).empty());
    CHECK(samples(pvar_sample, 1).empty());
    CHECK(sample(pvar_sample, 2).numbers == Numbers{17});
    CHECK(sample(pvar_sample, 3).numbers == Numbers{17});
    CHECK(toy_mpit.init_required == MPI_THREAD_SINGLE);
    MPI_Comm inter, intra;
    PMPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_SELF, 0, 0, &inter);
    PMPI_Comm_dup(MPI_COMM_SELF, &intra);
    create(MPIDBG_RECORD_COMM, recorder::handle_word(inter), "Intercomm_create");
    create(MPIDBG_RECORD_COMM, recorder::handle_word(intra));
    create(MPIDBG_RECORD_WIN, 0x1000, "Win_create");
    take_snapshot();
    CHECK(objects_of(pvar_sample, 4) == Objects{257, 258, recorder::handle_word(intra)});
    CHECK(objects_of(cvar_sample, 1) == Objects{257, 258, recorder::handle_word(intra)});
    CHECK(objects_of(cvar_sample, 0).empty());
  });
}
