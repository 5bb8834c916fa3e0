// A group whose members cannot be seen is an error, not an empty group. No library that is read today gives one, so the
// queries' helper is asked without the plugin around it.

#include <doctest/doctest.h>

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

TEST_CASE("members are handed out without a copy") {
  model::Group group;
  group.members = std::make_shared<const std::vector<ProcessName>>(std::vector<ProcessName>{{0, 2}, {0, 0}});
  const auto members = members_of(group);
  REQUIRE(members);
  CHECK(*members == group.members.get());
}
