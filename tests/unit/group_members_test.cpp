// A group whose members cannot be seen is an error, not an empty group. No library that is read today gives one, so the
// queries' helper is asked without the plugin around it.

#include <doctest/doctest.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "mpidbg/entry/query.h"

using namespace mpidbg;
using mpidbg::entry::members_of;
using mpidbg::model::ProcessName;

TEST_CASE("members that cannot be seen are an error that names the group") {
  model::Group group;
  group.handle = Handle(0xffffffff88000001, 4);
  const auto members = members_of(group);
  REQUIRE_FALSE(members);
  CHECK(members.error().code == ErrorCode::unavailable);
  CHECK(members.error().message == "the members of the group 0x88000001 are not known");
}

TEST_CASE("a group without members has none, and that is not an error") {
  model::Group group;
  group.members = std::make_shared<const std::vector<ProcessName>>();
  const auto members = members_of(group);
  REQUIRE(members);
  CHECK((*members)->empty());
}

namespace {

// Ops and nothing else.
class Ops final : public model::ObjectRecords {
 public:
  std::string why_missing(model::HandleKind kind) const override {
    if (kind == model::HandleKind::op) return {};
    return kind == model::HandleKind::group ? "groups are compressed" : "the struct is not known";
  }
  Result<model::Op> op(Handle) override { return model::Op(); }
  model::Visibility point_to_point_requests() const override { return model::Visibility::nothing("none"); }
  model::Visibility message_contents() const override { return model::Visibility::nothing("none"); }
  Result<std::vector<model::HandleReference>> users_of(model::HandleReference) override {
    return std::vector<model::HandleReference>();
  }
  std::string users_problem(model::HandleKind) override { return "not collected"; }
  Result<std::vector<model::Keyval>> keyvals() override { return std::vector<model::Keyval>(); }
};

class OpsLibrary final : public model::MpiLibrary {
 public:
  model::Identity &identity() override { std::abort(); }
  model::ObjectRecords *objects() override { return &ops_; }
  std::string why_missing(model::Part) const override { return "no such part"; }

 private:
  Ops ops_;
};

}  // namespace

TEST_CASE("a library may read some kinds of objects, and says of each other one why not") {
  OpsLibrary library;
  CHECK(entry::records_of(library, model::HandleKind::op) == library.objects());
  CHECK(library.objects()->op(Handle(1)));
  CHECK(entry::records_of(library, model::HandleKind::group) == nullptr);
  const auto group = library.objects()->group(Handle(1));
  REQUIRE_FALSE(group);
  CHECK(group.error().code == ErrorCode::not_supported);
  CHECK(group.error().message == "groups are compressed");
  CHECK(library.objects()->group_members(Handle(1)).error().message == "groups are compressed");
  CHECK(library.objects()->window(Handle(1)).error().message == "the struct is not known");
}

TEST_CASE("members are handed out without a copy") {
  model::Group group;
  group.members = std::make_shared<const std::vector<ProcessName>>(std::vector<ProcessName>{{0, 2}, {0, 0}});
  const auto members = members_of(group);
  REQUIRE(members);
  CHECK(*members == group.members.get());
}
