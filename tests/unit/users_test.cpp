// Who uses an object is collected on the first question about it, once, and searched for only where a search can tell.

#include "mpidbg/model/objects/users.h"

#include <doctest/doctest.h>

using mpidbg::Address;
using mpidbg::Error;
using mpidbg::ErrorCode;
using mpidbg::Status;
using mpidbg::model::HandleKind;
using mpidbg::model::HandleReference;
using mpidbg::model::Held;
using mpidbg::model::References;
using mpidbg::model::ReferringObjects;
using mpidbg::model::Users;

namespace {

const HandleReference communicator{HandleKind::communicator, Address(0x10)};
const HandleReference window{HandleKind::window, Address(0x20)};
const HandleReference listed{HandleKind::request, Address(0x30)};
const HandleReference unlisted{HandleKind::request, Address(0x40)};

// One request in a table, which refers to a communicator and a window; one that only a search finds, of the window.
struct Requests final : ReferringObjects {
  std::vector<HandleKind> refers_to() const override { return {HandleKind::communicator, HandleKind::window}; }
  std::string problem() override { return missing; }
  Status collect_references(References &references) override {
    ++collected;
    if (fails) return Error{ErrorCode::corrupt, "a damaged table"};
    if (users != nullptr) nested = users->of(communicator).status();
    references.add(listed, communicator, held);
    references.add(listed, window);
    return {};
  }
  Status search_references(HandleKind object, References &references) override {
    if (object != HandleKind::window) return {};
    ++searched;
    references.add(unlisted, window);
    return {};
  }

  Users *users = nullptr;  // asked while references are collected
  Status nested;
  Held held;
  std::string missing;  // why some may not be seen
  bool fails = false;
  int collected = 0, searched = 0;
};

struct Question {
  ReferringObjects communicators;  // and windows, which refer to nothing
  Requests requests;
  Users users;
  Question() : users(kinds()) {}

  Users::Kinds kinds() {
    Users::Kinds all{};
    all[static_cast<std::size_t>(HandleKind::communicator)] = &communicators;
    all[static_cast<std::size_t>(HandleKind::window)] = &communicators;
    all[static_cast<std::size_t>(HandleKind::request)] = &requests;
    return all;
  }
};

}  // namespace

TEST_CASE("a search for users is made once, and only for the kind that needs it") {
  Question question;
  CHECK(*question.users.of(communicator) == std::vector{listed});
  CHECK(question.requests.searched == 0);
  CHECK(*question.users.of(window) == std::vector{listed, unlisted});
  CHECK(*question.users.of(window) == std::vector{listed, unlisted});
  CHECK(question.requests.searched == 1);
  CHECK(question.requests.collected == 1);

  question.users.clear();
  CHECK(*question.users.of(window) == std::vector{listed, unlisted});
  CHECK(question.requests.searched == 2);
}

TEST_CASE("users that could not be collected are asked for again") {
  Question question;
  question.requests.fails = true;
  CHECK(question.users.of(communicator).error().code == ErrorCode::corrupt);
  question.requests.fails = false;
  CHECK(*question.users.of(communicator) == std::vector{listed});
}

TEST_CASE("users cannot be asked for while they are collected") {
  Question question;
  question.requests.users = &question.users;
  CHECK(*question.users.of(communicator) == std::vector{listed});
  REQUIRE_FALSE(question.requests.nested);
  CHECK(question.requests.nested.error().code == ErrorCode::unavailable);
}

TEST_CASE("a handle was freed if users hold all references, and was not if there are more than they can hold") {
  constexpr auto any = std::nullopt;
  struct Row {
    Held held;
    int references;
    const char *missing;
    std::optional<bool> freed;
  };
  const Row rows[] = {
      {{}, 1, "", true},
      {{}, 2, "", false},
      {Held::exactly(2), 2, "", true},
      {Held::exactly(2), 3, "", false},
      {Held::exactly(0), 1, "", false},  // a user that holds nothing proves nothing
      {{0, any}, 1, "", any},
      {{1, any}, 1, "", true},
      {{1, any}, 2, "", any},
      {{0, 1}, 1, "", any},
      {{}, 1, "a damaged table", true},
      {{}, 2, "a damaged table", any},
  };
  for (const Row &row : rows) {
    Question question;
    question.requests.held = row.held;
    question.requests.missing = row.missing;
    CAPTURE(row.held.least);
    CAPTURE(row.references);
    CHECK(question.users.hold_all(communicator, row.references) == row.freed);
  }
  Question damaged;
  damaged.requests.fails = true;
  CHECK_FALSE(damaged.users.hold_all(communicator, 1));
}
