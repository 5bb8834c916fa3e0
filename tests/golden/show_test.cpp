// One object by every way to name its handle, through plugin, debugger's half and rendering, in every kind of target.

#include <doctest/doctest.h>

#include "mpidbg/base/hexadecimal.h"
#include "mqs_shim/plugin/plugin.h"
#include "mqs_shim/render/render.h"
#include "mqs_shim/session/session.h"
#include "tests/fakes/open_mpi_target.h"

using fakes::FakeOpenMpi;
using mpidbg::Address;

namespace {

class Looker {
 public:
  explicit Looker(FakeOpenMpi &mpi) : target_(mpi) {
    auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
    REQUIRE_MESSAGE(plugin.ok(), plugin.error().message);
    plugin_ = std::move(*plugin);
    auto session = mqs_shim::Session::open(*plugin_, target_);
    REQUIRE_MESSAGE(session.ok(), session.error().message);
    session_ = std::move(*session);
  }

  // The handle that the expression means, null if it means none: `error` says why.
  Address shown(mpidbg_handle_kind_t kind, const std::string &expression) {
    report = {};
    const auto questions = mqs_shim::questions_of(mqs_shim::Noun::show, mqs_shim::Questions::Object{kind, expression});
    const auto read = session_->read(questions, report);
    error = read ? std::string() : read.error().message;
    return read ? report.shown->handle : Address();
  }

  const std::vector<mqs_shim::CommunicatorRecord> &listed() {
    report = {};
    REQUIRE(session_->read(mqs_shim::questions_of(mqs_shim::Noun::comms), report));
    return report.communicators;
  }

  mqs_shim::ProcessReport report;
  std::string error;

 private:
  fakes::OpenMpiTarget target_;
  std::unique_ptr<mqs_shim::Plugin> plugin_;
  std::unique_ptr<mqs_shim::Session> session_;
};

template <class Test>
void in_every_target(Test &&test) {
  for (const unsigned pointer_size : {4u, 8u}) {
    for (const auto order : {mpidbg::ByteOrder::little, mpidbg::ByteOrder::big}) {
      CAPTURE(pointer_size);
      FakeOpenMpi mpi(pointer_size, order, 0, 2);
      mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], "4.1.4");
      test(mpi, pointer_size);
    }
  }
}

}  // namespace

TEST_CASE("Z5 Z6 Z8 a handle by value, Fortran number, predefined name, name, variable and C++ object") {
  in_every_target([](FakeOpenMpi &mpi, unsigned pointer_size) {
    const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
    const Address dup = mpi.new_communicator("my dup", 3, group, 0);
    const Address variable = mpi.memory.allocate(4 * pointer_size);
    mpi.memory.write_pointer(variable, dup);
    mpi.memory.write_pointer(variable + 2 * pointer_size, mpi.self);
    mpi.memory.write_pointer(variable + 3 * pointer_size, dup);
    mpi.host.symbols["my_comm"] = variable;
    mpi.host.symbols["ompi_mpi_comm_world"] = mpi.world;
    Looker look(mpi);
    CHECK(look.shown(MPIDBG_KIND_COMM, hex(dup)) == dup);
    CHECK(look.shown(MPIDBG_KIND_COMM, std::to_string(dup.value())) == dup);
    CHECK(look.shown(MPIDBG_KIND_COMM, "fortran:1") == mpi.self);
    CHECK(look.shown(MPIDBG_KIND_COMM, "MPI_COMM_WORLD") == mpi.world);
    CHECK(look.shown(MPIDBG_KIND_COMM, "my dup") == dup);
    CHECK(look.shown(MPIDBG_KIND_COMM, "my_comm") == dup);
    CHECK(look.shown(MPIDBG_KIND_COMM, "my_comm+" + std::to_string(2 * pointer_size)) == mpi.self);
    CHECK(look.shown(MPIDBG_KIND_COMM, "ompi_mpi_comm_world") == mpi.world);
    // An object of the C++ bindings: virtual functions, then the handle.
    CHECK(look.shown(MPIDBG_KIND_COMM, "cxx:my_comm+" + std::to_string(2 * pointer_size)) == dup);
    CHECK(look.shown(MPIDBG_KIND_COMM, "cxx:" + hex(variable + 2 * pointer_size)) == dup);
    CHECK(look.shown(MPIDBG_KIND_GROUP, hex(group)) == group);
  });
}

TEST_CASE("Z7 what is no handle is answered with a sentence") {
  in_every_target([](FakeOpenMpi &mpi, unsigned) {
    Looker look(mpi);
    for (const char *expression : {"", "0", "0x1", "0xzz", "fortran:", "fortran:77", "fortran:-1", "fortran:1x",
                                   "cxx:", "cxx:0", "no_such_variable", "my_comm+", "+8", "ompi_mpi_communicators+x"}) {
      CAPTURE(expression);
      CHECK(look.shown(MPIDBG_KIND_COMM, expression).is_null());
      CHECK(look.error.size() > 10);
    }
    CHECK(look.shown(MPIDBG_KIND_GROUP, hex(mpi.world)).is_null());
    CHECK(look.shown(MPIDBG_KIND_COMM, hex(mpi.world)) == mpi.world);
  });
}

TEST_CASE("one communicator or group is shown alone") {
  in_every_target([](FakeOpenMpi &mpi, unsigned) {
    Looker look(mpi);
    REQUIRE(look.shown(MPIDBG_KIND_COMM, "MPI_COMM_SELF") == mpi.self);
    mqs_shim::RenderOptions options;
    options.show_kind = MPIDBG_KIND_COMM;
    const std::string text = mqs_shim::render(mqs_shim::Noun::show, mqs_shim::Format::text, {&look.report, 1}, options);
    CHECK(text.find("MPI_COMM_SELF") != std::string::npos);
    CHECK(text.find("MPI_COMM_WORLD") == std::string::npos);
    REQUIRE(look.shown(MPIDBG_KIND_GROUP, "MPI_GROUP_EMPTY") != Address());
    options.show_kind = MPIDBG_KIND_GROUP;
    const std::string group =
        mqs_shim::render(mqs_shim::Noun::show, mqs_shim::Format::text, {&look.report, 1}, options);
    CHECK(group.find("MPI_GROUP_EMPTY") != std::string::npos);
    CHECK(group.find("MPI_GROUP_NULL") == std::string::npos);

    REQUIRE(look.shown(MPIDBG_KIND_COMM, "MPI_COMM_NULL") == mpi.null);
    options.show_kind = MPIDBG_KIND_COMM;
    const std::string null = mqs_shim::render(mqs_shim::Noun::show, mqs_shim::Format::text, {&look.report, 1}, options);
    CHECK(null.find("MPI_COMM_NULL  context") != std::string::npos);
    CHECK(null.find("predefined") != std::string::npos);
  });
}

// The table says which of the predefined ones it is.
TEST_CASE("MPI_COMM_NULL is in no list, even if Fortran's table of communicators cannot be read") {
  FakeOpenMpi mpi(8, mpidbg::ByteOrder::little, 0, 3);
  mpi.memory.make_unreadable(mpi.host.symbols["ompi_comm_f_to_c_table"] + 8);
  Looker look(mpi);
  const auto listed = look.listed();
  REQUIRE(listed.size() >= 2);
  for (const auto &communicator : listed) CHECK(communicator.name != "MPI_COMM_NULL");
}

// Numbers of reads, which are the same on every machine: of 300 communicators, and without them.
TEST_CASE("queues and show read little of each communicator") {
  const auto plugin = mqs_shim::Plugin::load(PLUGIN_FILE);
  REQUIRE(plugin.ok());
  const auto reads = [&](int communicators, const mqs_shim::Questions &questions) {
    FakeOpenMpi mpi(8, mpidbg::ByteOrder::little, 0, 2);
    mpi.memory.write_string(mpi.host.symbols["ompi_version_string"], "4.1.4");
    const Address group(mpi.get(mpi.world, mpi.layouts.communicator.c_local_group));
    for (int i = 0; i < communicators; ++i) {
      mpi.new_communicator("copy " + std::to_string(i), static_cast<std::uint32_t>(3 + i), group, 0);
    }
    fakes::OpenMpiTarget target(mpi);
    auto session = mqs_shim::Session::open(**plugin, target);
    REQUIRE(session.ok());
    mqs_shim::ProcessReport report;
    REQUIRE((*session)->read(questions, report).ok());
    return (*session)->statistics().memory.reads;
  };
  const auto cost = [&](const mqs_shim::Questions &questions) { return reads(300, questions) - reads(0, questions); };
  const auto show = [](mpidbg_handle_kind_t kind, const char *expression) {
    return mqs_shim::questions_of(mqs_shim::Noun::show, mqs_shim::Questions::Object{kind, expression});
  };
  const auto comms = cost(mqs_shim::questions_of(mqs_shim::Noun::comms));
  const auto queues = cost(mqs_shim::questions_of(mqs_shim::Noun::queues));
  mqs_shim::Questions everything = mqs_shim::questions_of(mqs_shim::Noun::queues);
  everything.details = true;
  const auto queues_and_details = cost(everything);
  const auto self = show(MPIDBG_KIND_COMM, "MPI_COMM_SELF");
  const auto one = cost(self);
  const auto named = reads(300, show(MPIDBG_KIND_COMM, "copy 299")) - reads(0, self);
  MESSAGE("reads for 300 communicators: comms ", comms, ", queues ", queues, ", queues with details ",
          queues_and_details, ", show comm ", one, ", by name ", named);
  CHECK(queues <= 11 * 300);  // its outline, and four queues
  CHECK(queues < queues_and_details);
  CHECK(one <= 300);  // the table alone
  CHECK(named <= 5 * 300);
}
