// Limits of base/limits.h on what is read of files, infos, schedules, datatypes and variables, as limits_test.cpp.

#include <doctest/doctest.h>

#include <array>
#include <cstring>

#include "mpidbg/abi/mpit_interface.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/debugger/memory_walk.h"
#include "mpidbg/model/datatypes/type_map_measure.h"
#include "tests/fakes/fake_datatypes.h"
#include "tests/fakes/fake_files.h"
#include "tests/fakes/fake_infos.h"
#include "tests/fakes/fake_mpich_objects.h"
#include "tests/fakes/fake_recording.h"
#include "tests/fakes/fake_requests.h"
#include "tests/fakes/fake_variables.h"
#include "tests/fakes/random_rounds.h"
#include "tests/unit/handle_driver.h"
#include "tests/unit/plugin_driver.h"

using fakes::FakeDatatypes;
using fakes::FakeFiles;
using fakes::FakeHost;
using fakes::FakeInfos;
using fakes::FakeMessages;
using fakes::FakeOpenMpi;
using fakes::FakeRequests;
using fakes::FakeSchedule;
using fakes::FakeVariables;
using mpidbg::Address;
using mpidbg::AddressRange;
using mpidbg::ByteOrder;
using mpidbg::ErrorCode;
using mpidbg::debugger::Memory;
namespace limits = mpidbg::limits;

namespace {

// The number before a limit, the limit, and the number behind it.
std::array<std::uint64_t, 3> around(std::uint64_t limit) {
  return {limit - 1, limit, limit + 1};
}

struct Process {
  FakeOpenMpi mpi{8, ByteOrder::little, 0, 3};
  const fakes::openmpi_layout::Layouts &l = mpi.layouts;

  Memory memory() {
    return Memory::open(mpi.host.process(), FakeHost::process_callbacks(), mpi.memory.pointer_size()).value();
  }
  // Of a list that cannot be read to its end.
  std::string error_of_list(mpidbg_handle_kind_t kind) {
    const HandleSession session(mpi.host);
    int count = 0;
    mqs_taddr_t *handles = nullptr;
    CHECK(mpidbg_list(session.process(), kind, &count, &handles) != MPIDBG_SUCCESS);
    return session.detail();
  }
  // Memory of 64-bit numbers, far from the rest.
  Address map_words(const std::vector<std::uint64_t> &words, std::uint64_t at = std::uint64_t{1} << 36) {
    std::vector<std::uint8_t> bytes(words.size() * 8);
    std::memcpy(bytes.data(), words.data(), bytes.size());
    mpi.memory.map(Address(at), std::move(bytes));
    return Address(at);
  }
};

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE_FIXTURE(Process, "bytes of one read") {
  const Memory target = memory();
  std::vector<std::byte> buffer(limits::read_bytes + 1);
  for (const std::uint64_t size : around(limits::read_bytes)) {
    CAPTURE(size);
    const auto read = target.read(Address(8), std::span(buffer).first(size), "a field");
    REQUIRE_FALSE(read.ok());
    CHECK((read.error().code == ErrorCode::corrupt) == (size > limits::read_bytes));
  }
  for (const std::uint64_t count : around(limits::read_bytes / 8)) {
    CAPTURE(count);
    CHECK((target.read_pointers(Address(8), count, "a field").error().code == ErrorCode::corrupt) ==
          (count > limits::read_bytes / 8));
  }
  for (const std::uint64_t count : around(limits::read_bytes / 4)) {
    CAPTURE(count);
    CHECK((target.read_int32s(Address(8), count, "a field").error().code == ErrorCode::corrupt) ==
          (count > limits::read_bytes / 4));
  }
}

TEST_CASE_FIXTURE(Process, "bytes of a text, the NUL included") {
  const Memory target = memory();
  for (const std::uint64_t size : around(limits::string_length)) {
    CAPTURE(size);
    const Address text = mpi.memory.new_string(std::string(size - 1, 'x'));
    const auto read = target.read_text(text, limits::string_length, "a name");
    REQUIRE(read.ok() == (size <= limits::string_length));
    if (read) CHECK(read->size() == size - 1);
    if (!read) CHECK(read.error().message == "a name at " + mpidbg::hex(text) + " does not end within 4096 bytes");
  }
}

TEST_CASE_FIXTURE(Process, "the name of a file") {
  FakeFiles files(mpi);
  for (const std::uint64_t size : around(limits::string_length)) {
    CAPTURE(size);
    const Address file = files.open_with_ompio(std::string(size - 1, 'x'), mpi.world, 2, {});
    const HandleSession session(mpi.host);
    CHECK((session.query(MPIDBG_KIND_FILE, file.value()) == MPIDBG_SUCCESS) == (size <= limits::string_length));
    if (size > limits::string_length) CHECK(contains(session.detail(), "f_filename at "));
  }
}

TEST_CASE_FIXTURE(Process, "memory that is searched") {
  mpi.memory.map(Address(1 << 30), std::vector<std::uint8_t>(5000));
  const Memory target = memory();
  for (const std::uint64_t size : around(4096)) {
    CAPTURE(size);
    std::uint64_t seen = 0;
    const AddressRange ranges[] = {{Address(1 << 30), Address((1 << 30) + 96)},
                                   {Address((1 << 30) + 96), Address((1 << 30) + size)}};
    const auto walked = mpidbg::debugger::walk_memory(
        target, ranges, [&](const auto &piece, Address) { seen += piece.size(); }, 4096);
    REQUIRE(walked.ok() == (size <= 4096));
    CHECK(seen == (size <= 4096 ? size : 0));
    if (!walked) {
      CHECK(walked.error().message == "the memory to search for objects has 4097 bytes, more than the limit of 4096");
    }
  }
  const AddressRange all[] = {{Address(8), Address(8 + limits::search_bytes + 1)}};
  const auto walked = mpidbg::debugger::walk_memory(target, all, [](const auto &, Address) { FAIL("it is read"); });
  REQUIRE_FALSE(walked);
  CHECK(contains(walked.error().message, "more than the limit of " + std::to_string(limits::search_bytes)));
}

// Under the sanitizers this takes half a minute, and has nothing for them that smaller lists do not have.
TEST_CASE_FIXTURE(Process, "items of a free list, and of one of its chunks" * doctest::skip(fakes::sanitized)) {
  FakeMessages messages(mpi);
  messages.add({.communicator = mpi.world, .source = 1});
  const Address pool = mpi.host.symbols.at("ompi_message_free_list");
  for (const std::uint64_t count : around(limits::free_list_items)) {
    CAPTURE(count);
    const std::string claim = "claims " + std::to_string(count) + " items, 64 a chunk";
    mpi.set(pool, l.free_list.fl_num_allocated, count);
    CHECK(contains(error_of_list(MPIDBG_KIND_MESSAGE), claim) == (count > limits::free_list_items));
  }
  mpi.set(pool, l.free_list.fl_num_allocated, 65);  // more than there are, so that there is an error in any case
  for (const std::uint64_t count : around(limits::free_list_items)) {
    CAPTURE(count);
    const std::string claim = "claims 65 items, " + std::to_string(count) + " a chunk";
    mpi.set(pool, l.free_list.fl_num_per_alloc, count);
    CHECK(contains(error_of_list(MPIDBG_KIND_MESSAGE), claim) == (count > limits::free_list_items));
  }
}

TEST_CASE_FIXTURE(Process, "bytes of a free list's items, and how they are aligned") {
  FakeMessages messages(mpi);
  messages.add({.communicator = mpi.world, .source = 1});
  const Address pool = mpi.host.symbols.at("ompi_message_free_list");
  const std::uint64_t size = mpi.get(pool, l.free_list.fl_frag_size),
                      alignment = mpi.get(pool, l.free_list.fl_frag_alignment);
  const auto is_refused = [&](std::uint64_t bytes, std::uint64_t aligned_to) {
    mpi.set(pool, l.free_list.fl_frag_size, bytes);
    mpi.set(pool, l.free_list.fl_frag_alignment, aligned_to);
    const HandleSession session(mpi.host);
    int count = 0;
    mqs_taddr_t *handles = nullptr;
    if (mpidbg_list(session.process(), MPIDBG_KIND_MESSAGE, &count, &handles) == MPIDBG_SUCCESS) {
      FakeHost::basic_callbacks()->mqs_free_fp(handles);
      return false;
    }
    return contains(session.detail(),
                    "has items of " + std::to_string(bytes) + " bytes aligned to " + std::to_string(aligned_to));
  };
  CHECK_FALSE(is_refused(size, alignment));
  CHECK(is_refused(0, alignment));
  CHECK_FALSE(is_refused(1, alignment));
  CHECK_FALSE(is_refused(1u << 24, alignment));
  CHECK(is_refused((1u << 24) + 1, alignment));
  for (const std::uint64_t wrong : {0u, 1u, 3u, 6u, 12u, (1u << 20) + 1, 1u << 21}) CHECK(is_refused(size, wrong));
  for (const std::uint64_t right : {2u, 4u, 64u, 1u << 20}) CHECK_FALSE(is_refused(size, right));
}

TEST_CASE_FIXTURE(Process, "chunks of a free list") {
  FakeMessages messages(mpi);
  messages.add({.communicator = mpi.world, .source = 1});
  const Address pool = mpi.host.symbols.at("ompi_message_free_list"), list = pool + l.free_list.fl_allocations.offset;
  const Address sentinel = list + l.list.opal_list_sentinel.offset;
  const std::uint64_t most = limits::free_list_chunks + 1, words = (l.list_item.byte_size + 7) / 8;
  const std::uint64_t base = std::uint64_t{1} << 36;
  const auto item = [&](std::uint64_t index) { return base + index * words * 8; };
  std::vector<std::uint64_t> items(most * words);
  for (std::uint64_t i = 0; i < most; ++i) {
    items[i * words + l.list_item.opal_list_next.offset / 8] = item(i + 1);
    items[i * words + l.list_item.opal_list_prev.offset / 8] = i == 0 ? sentinel.value() : item(i - 1);
  }
  map_words(items, base);
  mpi.set(sentinel, l.list_item.opal_list_next, Address(item(0)));
  for (const std::uint64_t count : around(limits::free_list_chunks)) {
    CAPTURE(count);
    mpi.set(list, l.list.opal_list_length, count);
    mpi.set(Address(item(count - 1)), l.list_item.opal_list_next, sentinel);
    CHECK(contains(error_of_list(MPIDBG_KIND_MESSAGE), "has too many chunks") == (count > limits::free_list_chunks));
    if (count < most) mpi.set(Address(item(count - 1)), l.list_item.opal_list_next, Address(item(count)));
  }
}

TEST_CASE_FIXTURE(Process, "bytes of the schedule of a nonblocking collective") {
  FakeRequests requests(mpi);
  FakeSchedule schedule(mpi);
  const Address collective =
      requests.new_collective({.communicator = mpi.world}, schedule.receive(1, 1, Address(0x10)).end());
  const Address header(mpi.get(collective, l.nbc_request.schedule));
  for (const std::uint64_t size : around(limits::schedule_bytes)) {
    CAPTURE(size);
    mpi.set(header, l.nbc_schedule.size, size);
    const HandleSession session(mpi.host);
    const Queried<mpidbg_request_info_t, MPIDBG_KIND_REQUEST> request(session, collective);
    REQUIRE(request->req_schedule_problem != nullptr);
    CHECK(contains(request->req_schedule_problem, "claims " + std::to_string(size) + " bytes") ==
          (size > limits::schedule_bytes));
  }
}

TEST_CASE_FIXTURE(Process, "operations of the schedule of a nonblocking collective") {
  FakeRequests requests(mpi);
  for (const std::uint64_t count : around(limits::schedule_operations)) {
    CAPTURE(count);
    FakeSchedule schedule(mpi);
    for (std::uint64_t i = 0; i < count; ++i) schedule.copy(1, Address(0x10), Address(0x20));
    const Address collective = requests.new_collective({.communicator = mpi.world}, schedule.end());
    const HandleSession session(mpi.host);
    const Queried<mpidbg_request_info_t, MPIDBG_KIND_REQUEST> request(session, collective);
    CHECK(static_cast<std::uint64_t>(request->req_num_schedule) ==
          std::min<std::uint64_t>(count, limits::schedule_operations));
    CHECK(((request->req_bitflags & MPIDBG_REQUEST_INFO_SCHEDULE_TRUNCATED) != 0) ==
          (count > limits::schedule_operations));
  }
}

TEST_CASE_FIXTURE(Process, "bytes of an info's value, and of all its pairs") {
  FakeInfos infos(mpi);
  const auto code = [&](const FakeInfos::Pairs &pairs) {
    const Address info = infos.new_info(pairs);
    const HandleSession session(mpi.host);
    const int result = session.query(MPIDBG_KIND_INFO, info.value());
    return result == MPIDBG_SUCCESS ? std::string() : session.detail();
  };
  for (const std::uint64_t size : around(limits::info_value_length)) {
    CAPTURE(size);
    const std::string error = code({{"k", std::string(size - 1, 'v')}});
    CHECK(error.empty() == (size <= limits::info_value_length));
    if (!error.empty()) CHECK(contains(error, "ie_value at "));
  }
  // With its key each of these has 128 KiB, and 32 of them 4 MiB.
  FakeInfos::Pairs pairs(32, {"k", std::string(limits::info_value_length - 1, 'v')});
  CHECK(pairs.size() * limits::info_value_length == limits::info_bytes);
  CHECK(code(pairs).empty());
  pairs.back().second.pop_back();
  CHECK(code(pairs).empty());
  pairs.push_back({"kk", ""});
  CHECK(contains(code(pairs), "implausible number of pairs or bytes"));
}

TEST_CASE("bytes of an info's value, and of all its pairs, in MPICH") {
  fakes::FakeMpich mpich(8, ByteOrder::little);
  fakes::FakeMpichObjects objects(mpich);
  const auto error = [&](const std::vector<std::pair<std::string, std::string>> &pairs) {
    const std::uint32_t info = objects.handle(mpidbg::model::mpich::ObjectKind::info, objects.info(pairs));
    const HandleSession session(mpich.host);
    const int result = session.query(MPIDBG_KIND_INFO, info);
    return result == MPIDBG_SUCCESS ? std::string() : session.detail();
  };
  for (const std::uint64_t size : around(limits::info_value_length)) {
    CAPTURE(size);
    const std::string text = error({{"k", std::string(size - 1, 'v')}});
    CHECK(text.empty() == (size <= limits::info_value_length));
    if (!text.empty()) CHECK(contains(text, "the value of an info object at "));
  }
  for (const std::uint64_t size : around(limits::string_length)) {
    CAPTURE(size);
    const std::string text = error({{std::string(size - 1, 'k'), "v"}});
    CHECK(text.empty() == (size <= limits::string_length));
    if (!text.empty()) CHECK(contains(text, "the key of an info object at "));
  }
  std::vector<std::pair<std::string, std::string>> pairs(32, {"k", std::string(limits::info_value_length - 1, 'v')});
  CHECK(error(pairs) == "");
  pairs.emplace_back("k", "");
  CHECK(contains(error(pairs), "has an implausible number of pairs"));
}

TEST_CASE_FIXTURE(Process, "sparse groups inside of each other") {
  const Address dense = mpi.new_group({mpi.new_proc(FakeOpenMpi::job, 1)}, 0);
  for (const std::uint64_t sparse : around(limits::depth - 1)) {
    CAPTURE(sparse);
    Address group = dense;
    for (std::uint64_t i = 0; i < sparse; ++i) {
      const Address inner = mpi.new_group({}, 0, 0x10);
      mpi.set(inner, l.group.grp_proc_count, 1);
      mpi.set(inner, l.group.grp_parent_group_ptr, group);
      group = inner;
    }
    const HandleSession session(mpi.host);
    const bool is_read = session.query(MPIDBG_KIND_GROUP, group.value()) == MPIDBG_SUCCESS;
    CHECK(is_read == (sparse < limits::depth));
    if (!is_read) CHECK(session.detail() == "sparse groups are nested without end at " + mpidbg::hex(dense));
  }
}

TEST_CASE_FIXTURE(Process, "blocks of a file's type, with ompio and with ROMIO") {
  using File = Queried<mpidbg_file_info_t, MPIDBG_KIND_FILE>;
  const std::vector<std::uint64_t> zeros(2 * (limits::file_blocks + 1));
  std::vector<std::uint64_t> blocks = zeros;
  blocks[1] = 8;  // the first block; the others are empty
  const Address at = map_words(blocks), offsets = map_words(zeros, std::uint64_t{1} << 37);
  FakeFiles files(mpi);
  const FakeFiles::View view{.filetype = mpi.new_datatype("", 24), .blocks = {{0, 8}, {20, 8}}, .extent = 48};
  const Address ompio = files.open_with_ompio("data", mpi.world, 2, view), ompio_record = files.record;
  const Address romio = files.open_with_romio("data", mpi.world, 2, view);
  const Address node(mpi.memory.read_integer(mpi.host.symbols.at("ADIOI_Flatlist"), 8));
  mpi.set(ompio_record, l.ompio_view.f_decoded_iov, at);
  mpi.set(node, l.adio_flat_type.indices, offsets);
  mpi.set(node, l.adio_flat_type.blocklens, at + 8);
  for (const std::uint64_t count : around(limits::file_blocks)) {
    CAPTURE(count);
    const bool fits = count <= limits::file_blocks;
    mpi.set(ompio_record, l.ompio_view.f_iov_count, count);
    mpi.set(node, l.adio_flat_type.count, count);
    const HandleSession session(mpi.host);
    const File a(session, ompio), b(session, romio);
    CHECK(((a->fi_bitflags & MPIDBG_FILE_INFO_BYTE_OFFSET) != 0) == fits);
    CHECK(((b->fi_bitflags & MPIDBG_FILE_INFO_POSITION) != 0) == fits);
  }
}

TEST_CASE("blocks of a type map that are not in order") {
  using Kind = mpidbg::model::TypeMapEntry::Kind;
  for (const std::uint64_t count : around(limits::type_map_blocks)) {
    CAPTURE(count);
    mpidbg::model::SortedBlocks one_run, two_runs, a_loop;
    one_run.entry({Kind::run, 0, 0, count, 16}, 8);
    two_runs.entry({Kind::run, 0, 1000, 1, 8}, 8);
    two_runs.entry({Kind::run, 0, 2000, count - 1, 16}, 8);
    for (mpidbg::model::SortedBlocks *blocks : {&one_run, &two_runs})
      CHECK(blocks->coverage(0, 8).has_value() == (count <= limits::type_map_blocks));
    a_loop.entry({Kind::loop, 0, 0, count, 16}, 0);
    a_loop.entry({Kind::run, 0, 0, 1, 8}, 8);
    a_loop.entry({Kind::end, 0, 0, 0, 0}, 0);
    CHECK(a_loop.coverage(0, 8).has_value() == (count <= limits::type_map_blocks));
  }
}

TEST_CASE_FIXTURE(Process, "datatypes made of each other") {
  using T = FakeDatatypes;
  FakeDatatypes types(mpi);
  const auto chain = [&](std::uint64_t length) {
    Address type = types[T::int_];
    for (std::uint64_t i = 0; i < length; ++i) type = types.make(T::dup, {}, {}, {type}, {4, 0, 4, 0, 4, 1});
    return type;
  };
  using Datatype = Queried<mpidbg_datatype_info_t, MPIDBG_KIND_DATATYPE>;
  // The outermost one is no level below another.
  for (const std::uint64_t length : around(limits::depth + 1)) {
    CAPTURE(length);
    const Address type = chain(length);
    const HandleSession session(mpi.host);
    const Datatype datatype(session, type);
    const std::string problem = datatype->dt_typemap_problem == nullptr ? "" : datatype->dt_typemap_problem;
    CHECK(problem == (length > limits::depth + 1 ? "datatypes are made of each other more than 64 deep" : ""));
  }
  for (const std::uint64_t length : around(limits::datatype_tree_depth)) {
    CAPTURE(length);
    const Address type = chain(length);
    const HandleSession session(mpi.host);
    const Datatype datatype(session, type);
    CHECK(static_cast<std::uint64_t>(datatype->dt_num_nodes) ==
          std::min<std::uint64_t>(length, limits::datatype_tree_depth) + 1);
    CHECK(((datatype->dt_bitflags & MPIDBG_DATATYPE_INFO_TREE_TRUNCATED) != 0) ==
          (length > limits::datatype_tree_depth));
  }
}

TEST_CASE_FIXTURE(Process, "integers that a datatype was made with") {
  FakeDatatypes types(mpi);
  const Address type = types.make(FakeDatatypes::contiguous, {2}, {}, {types[FakeDatatypes::int_]}, {8, 0, 8, 0, 8, 2});
  for (const std::uint64_t count : around(limits::datatype_arguments)) {
    CAPTURE(count);
    mpi.set(types.arguments(type), l.datatype_arguments.ci, count);
    const HandleSession session(mpi.host);
    const int code = session.query(MPIDBG_KIND_DATATYPE, type.value());
    CHECK(contains(code == MPIDBG_SUCCESS ? "" : session.detail(), "make no sense") ==
          (count > limits::datatype_arguments));
  }
}

TEST_CASE_FIXTURE(Process, "variables of a table") {
  FakeVariables variables(mpi);
  const Address variable = variables.add({.name = "one"});
  const Address slots = map_words(std::vector<std::uint64_t>(limits::tool_variables + 1, variable.value()));
  mpi.set(variables.control_table, l.pointer_array.addr, slots);
  for (const std::uint64_t count : around(limits::tool_variables)) {
    CAPTURE(count);
    mpi.set(variables.control_table, l.pointer_array.size, count);
    const HandleSession session(mpi.host);
    int found = 0;
    const int code = mpidbg_cvar_get_num(session.process(), &found);
    CHECK((code == MPIDBG_SUCCESS) == (count <= limits::tool_variables));
    if (code == MPIDBG_SUCCESS) CHECK(static_cast<std::uint64_t>(found) == count);
    if (code != MPIDBG_SUCCESS) CHECK(contains(session.detail(), "has 65537 control variables, an implausible number"));
  }
}

TEST_CASE_FIXTURE(Process, "members of a category, and of all") {
  FakeVariables variables(mpi);
  variables.add({.name = "one"});
  const Address category = variables.add_category("all", {0}), other = variables.add_category("other");
  variables.add_category("leaf");
  const auto error = [&] {
    const HandleSession session(mpi.host);
    const int code =
        mpidbg_category_get_info(session.process(), 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    return code == MPIDBG_SUCCESS ? std::string() : session.detail();
  };
  for (const std::uint64_t count : around(limits::category_members)) {
    CAPTURE(count);
    variables.set_members(category, l.variable_group.group_vars, std::vector<int>(count, 0));
    CHECK(contains(error(), "claims " + std::to_string(count) + " members") == (count > limits::category_members));
    if (count <= limits::category_members) CHECK(error() == "");
  }
  variables.set_members(category, l.variable_group.group_vars, {0});
  variables.set_members(category, l.variable_group.group_subgroups, std::vector<int>(limits::category_members / 2, 2));
  for (const std::uint64_t count : around(limits::category_members / 2)) {
    CAPTURE(count);
    variables.set_members(other, l.variable_group.group_subgroups, std::vector<int>(count, 2));
    CHECK(error() ==
          (count > limits::category_members / 2 ? "the categories contain an implausible number of categories" : ""));
  }
}

TEST_CASE_FIXTURE(Process, "values of an enumerator") {
  FakeVariables variables(mpi);
  variables.add({.name = "one"});
  for (const std::uint64_t count : around(limits::enumerator_values)) {
    CAPTURE(count);
    const Address enumerator =
        variables.new_enumerator("levels", std::vector<std::pair<int, std::string>>(count, {1, "x"}));
    const HandleSession session(mpi.host);
    int found = 0;
    const int code = mpidbg_enum_get_info(session.process(), enumerator.value(), &found, nullptr, nullptr);
    CHECK((code == MPIDBG_SUCCESS) == (count <= limits::enumerator_values));
    if (code == MPIDBG_SUCCESS) CHECK(static_cast<std::uint64_t>(found) == count);
    if (code != MPIDBG_SUCCESS) CHECK(contains(session.detail(), "the enumerator levels claims 4097 values"));
  }
}

TEST_CASE_FIXTURE(Process, "bytes of a variable's text") {
  FakeVariables variables(mpi);
  for (const std::uint64_t size : around(limits::variable_text_length)) {
    const Address text = mpi.memory.new_string(std::string(size - 1, 'x'));
    variables.add({.name = "text" + std::to_string(size), .type = FakeVariables::string, .value = text.value()});
  }
  const HandleSession session(mpi.host);
  for (int index = 0; index < 3; ++index) {
    CAPTURE(index);
    mpidbg_cvar_handle_t handle = 0;
    int count = 0;
    const int code = mpidbg_cvar_handle_alloc(session.process(), index, nullptr, &handle, &count);
    CHECK((code == MPIDBG_SUCCESS) == (index < 2));
    if (code == MPIDBG_SUCCESS) CHECK(count == static_cast<int>(limits::variable_text_length) - 1 + index);
    if (code != MPIDBG_SUCCESS) CHECK(contains(session.detail(), "does not end within 16384 bytes"));
  }
}

TEST_CASE_FIXTURE(Process, "handles of control variables") {
  FakeVariables variables(mpi);
  variables.add({.name = "one"});
  const HandleSession session(mpi.host);
  mpidbg_cvar_handle_t handle = 0;
  int count = 0;
  std::uint64_t made = 0;
  while (mpidbg_cvar_handle_alloc(session.process(), 0, nullptr, &handle, &count) == MPIDBG_SUCCESS) ++made;
  CHECK(made == limits::tool_handles);
  CHECK(contains(session.detail(), "there are too many handles"));
}

// As above.
TEST_CASE("P5 sessions, their handles, and the elements of these" * doctest::skip(fakes::sanitized)) {
  fakes::FakeMemory memory(8, ByteOrder::little);
  FakeHost host(memory);
  fakes::FakeRecording recording(host);
  using Item = fakes::FakeRecording::Item;
  const std::uint64_t elements = limits::tool_elements / 256;
  for (const int index : {0, 1}) {
    recording.add(Item{.index = index,
                       .name = index == 0 ? "one" : "many",
                       .datatype = MPIDBG_T_UNSIGNED_LONG_LONG,
                       .class_scope = MPIDBG_PVAR_CLASS_COUNTER});
  }
  recording.snapshot({.pvars = 2},
                     {{.index = 0, .numbers = {1}}, {.index = 1, .numbers = std::vector<std::uint64_t>(elements, 1)}});
  recording.write();
  const HandleSession handles(host);
  mqs_process *const process = handles.process();
  REQUIRE(mpidbg_snapshot_select(process, 0) == MPIDBG_SUCCESS);
  mpidbg_pvar_session_t session = 0, last = 0;
  std::uint64_t made = 0;
  for (; mpidbg_pvar_session_create(process, &session) == MPIDBG_SUCCESS; ++made) last = session;
  CHECK(made == limits::tool_sessions);
  CHECK(contains(handles.detail(), "there are too many sessions"));

  mpidbg_pvar_handle_t handle = 0;
  const auto alloc = [&](int index) {
    return mpidbg_pvar_handle_alloc(process, last, index, nullptr, &handle, nullptr);
  };
  for (made = 0; alloc(1) == MPIDBG_SUCCESS;) ++made;
  CHECK(made == 256);
  CHECK(contains(handles.detail(), "the handles have too many elements"));
  CHECK(alloc(0) == MPIDBG_T_ERR_OUT_OF_HANDLES);
  REQUIRE(mpidbg_pvar_session_free(process, &last) == MPIDBG_SUCCESS);
  REQUIRE(mpidbg_pvar_session_create(process, &last) == MPIDBG_SUCCESS);
  for (made = 0; alloc(0) == MPIDBG_SUCCESS;) ++made;
  CHECK(made == limits::tool_handles);
  CHECK(contains(handles.detail(), "there are too many handles"));
}
