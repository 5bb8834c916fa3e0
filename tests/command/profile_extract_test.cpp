// The first profile of a library: its structs are described, and no profile is of it.

#include <doctest/doctest.h>

#include "corefile/command/verbs/profile/extract_structs.h"
#include "corefile/command/verbs/profile/wanted_structs.h"
#include "mpidbg/layout/resolve.h"

using namespace mpidbg::layout;

namespace {

struct QueueLayout : StructLayout {
  QueueLayout() : StructLayout("first_queue_t") {}
  Slot<mpidbg::Address> next;
  Slot<SizeT> length;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("next", next);
    field("length", length);
  }
};

struct WorkerLayout : StructLayout {
  WorkerLayout() : StructLayout("first_worker_t") {}
  Slot<std::uint32_t> flags;
  Slot<std::int32_t> number;
  Slot<Part<QueueLayout>> expected;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("flags", flags);
    field("key.number", number);
    field("expected", expected);
  }
};

// Of which the library has nothing, or less.
struct AbsentLayout : StructLayout {
  AbsentLayout() : StructLayout("first_absent_t") {}
  Slot<std::int32_t> number;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("number", number);
  }
};
struct LongerQueueLayout : StructLayout {
  LongerQueueLayout() : StructLayout("first_queue_t") {}
  Slot<mpidbg::Address> last;
  template <class Visitor>
  void describe(Visitor &&field) {
    field("last", last);
  }
};

struct Described {
  static constexpr const char *library = "First";
  static constexpr const char *anchor_symbol = "first_worker";
  QueueLayout queue;
  WorkerLayout worker;
  template <class Visitor>
  void for_each(Visitor &&visit) {
    visit(queue), visit(worker);
  }
};

struct DescribesMore : Described {
  AbsentLayout absent;
  LongerQueueLayout longer_queue;
  template <class Visitor>
  void for_each(Visitor &&visit) {
    Described::for_each(visit);
    visit(absent), visit(longer_queue);
  }
};

template <class LayoutSet>
command::ExtractedStructs extract() {
  const auto types = corefile::TypeIndex::open(MPIDBG_FIRST_LIBRARY);
  REQUIRE(types);
  const DescribedLibrary described[] = {describe_library<LayoutSet>()};
  const auto wanted = command::wanted_structs(described, profile_collection().profiles);
  REQUIRE(wanted.count("First") == 1);
  return command::extract_structs(**types, wanted.at("First"));
}

}  // namespace

TEST_CASE("the first profile of a library is extracted by the descriptions, which it resolves") {
  for (const Profile *known : profile_collection().profiles) REQUIRE(known->library != "First");
  command::ExtractedStructs extracted = extract<Described>();
  CHECK(extracted.missing.empty());
  Profile profile;
  profile.structs = std::move(extracted.structs);
  CHECK(profile.structs.size() == 2);

  Described layouts;
  ProfileSource source(profile);
  layouts.for_each([&](auto &layout) {
    resolve_from(layout, source, LayoutOrigin::profile_by_version, sizeof(void *));
    CHECK_MESSAGE(layout.resolved(), layout.problem);
  });
  CHECK(layouts.worker.number.offset == sizeof(void *));
  CHECK(layouts.worker.expected.offset == 2 * sizeof(void *));
  CHECK(layouts.queue.byte_size == 2 * sizeof(void *));
}

TEST_CASE("each kind of field has its offset, its size, and the type of what is more than a number") {
  const auto types = corefile::TypeIndex::open(MPIDBG_FIRST_LIBRARY);
  REQUIRE(types);
  const std::set<std::string> paths = {
      "worker.expected.length", "worker.flags", "key.number", "number", "number.none", "none", "worker.expected.none"};
  const command::ExtractedStructs found = command::extract_structs(**types, {{"first_kinds_t", paths}});
  CHECK(found.missing == std::vector<std::string>{"first_kinds_t: none", "first_kinds_t: number.none",
                                                  "first_kinds_t: worker.expected.none"});
  CHECK(found.missing_structs == 0);
  const ProfileStruct &kinds = found.structs.at("first_kinds_t");
  CHECK(kinds.size == 120);
  std::string text;
  for (const auto &[name, field] : kinds.fields) {
    text += name + ' ' + std::to_string(field.offset) + ' ' + std::to_string(field.size) + ' ' + field.kind +
            (field.type.empty() ? "" : ' ' + field.type) + '\n';
  }
  CHECK(text ==
        "count 2 1 unsigned\n"
        "is_set 3 1 bool\n"
        "key 80 8 union\n"
        "key.number 80 4 signed\n"
        "number 0 2 signed\n"
        "parts 32 48 array first_queue_t\n"
        "queue 24 8 pointer first_queue_t *\n"
        "state 16 4 enum\n"
        "time 8 8 float\n"
        "worker 88 32 struct first_worker_t\n"
        "worker.expected.length 112 8 unsigned\n"
        "worker.flags 88 4 unsigned\n");
}

TEST_CASE("described structs and fields that the debug information lacks are named") {
  const command::ExtractedStructs extracted = extract<DescribesMore>();
  REQUIRE(extracted.missing.size() == 2);
  CHECK(extracted.missing[0] == "first_absent_t");
  CHECK(extracted.missing[1] == "first_queue_t: last");
  CHECK(extracted.missing_structs == 1);
  CHECK(extracted.structs.at("first_queue_t").fields.size() == 2);
}

TEST_CASE("structs that a library lacks are taken from its components") {
  const auto other = corefile::TypeIndex::open(MPIDBG_OTHER_LIBRARY);
  const auto first = corefile::TypeIndex::open(MPIDBG_FIRST_LIBRARY);
  REQUIRE((other && first));
  const DescribedLibrary described[] = {describe_library<DescribesMore>()};
  const auto wanted = command::wanted_structs(described, profile_collection().profiles).at("First");
  command::ExtractedStructs found = command::extract_structs(**other, wanted);
  CHECK(found.structs.empty());
  CHECK(found.missing_structs == 3);
  for (int repeated = 0; repeated < 2; ++repeated) {
    command::add_missing_structs(**first, wanted, found);
    CHECK(found.structs.size() == 2);
    CHECK(found.missing == std::vector<std::string>{"first_absent_t", "first_queue_t: last"});
    CHECK(found.missing_structs == 1);
  }
}

TEST_CASE("every struct of a known profile is extracted again, described or not") {
  const auto described = command::described_libraries();
  const auto wanted = command::wanted_structs(described, profile_collection().profiles);
  REQUIRE(wanted.size() == described.size());
  for (const Profile *known : profile_collection().profiles) {
    for (const auto &type : known->structs) CHECK_MESSAGE(wanted.at(known->library).count(type.first) == 1, type.first);
  }
  for (const DescribedLibrary &library : described) {
    CHECK_FALSE(library.anchor_symbol.empty());
    // These have a function for it.
    CHECK(library.version_symbol.empty() == (library.name == "UCX" || library.name == "libfabric"));
    for (const auto &type : library.structs) CHECK_MESSAGE(wanted.at(library.name).count(type.first) == 1, type.first);
  }
}
