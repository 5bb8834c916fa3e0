#include <doctest/doctest.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <stdexcept>

#include "fake_target.h"
#include "mpidbg/abi/field_types_interface.h"
#include "mpidbg/base/populated_memory.h"
#include "mqs_shim/host/callback_tables.h"
#include "mqs_shim/targets/callback_target.h"

using namespace mqs_shim;

namespace {

struct Host {
  explicit Host(fake::Target &target, PluginDialect dialect = {})
      : image(target, dialect), process(image, mqs_shim::PageCache::small_capacity) {}
  mqs_image_ image;
  mqs_process_ process;
};

char *name(const char *text) {
  return const_cast<char *>(text);
}

}  // namespace

TEST_CASE("symbols: with an address, without one, and missing") {
  fake::Target target;
  target.data["table"] = 0x1234;
  target.functions["main"] = 0x4321;
  Host host(target);
  mqs_taddr_t address = 0;
  CHECK(image_callbacks().mqs_find_symbol_fp(&host.image, name("table"), &address) == mqs_ok);
  CHECK(address == 0x1234);
  CHECK(image_callbacks().mqs_find_symbol_fp(&host.image, name("table"), nullptr) == mqs_ok);
  CHECK(image_callbacks().mqs_find_function_fp(&host.image, name("main"), mqs_lang_c, nullptr) == mqs_ok);
  CHECK(image_callbacks().mqs_find_symbol_fp(&host.image, name("MPIR_Ignore_queues"), nullptr) == mqs_no_information);
  CHECK(image_callbacks().mqs_find_symbol_fp(&host.image, nullptr, &address) == mqs_no_information);
}

TEST_CASE("types: looked up once, missing ones too; a missing field is -1 and is written down") {
  fake::Target target;
  target.types["pair_t"].bytes = 16;
  target.types["pair_t"].fields = {{"second", 8}};
  Host host(target);
  const auto &call = image_callbacks();
  mqs_type *type = call.mqs_find_type_fp(&host.image, name("pair_t"), mqs_lang_c);
  REQUIRE(type != nullptr);
  CHECK(call.mqs_find_type_fp(&host.image, name("pair_t"), mqs_lang_c) == type);
  CHECK(call.mqs_sizeof_fp(type) == 16);
  CHECK(call.mqs_field_offset_fp(type, name("second")) == 8);
  CHECK(call.mqs_field_offset_fp(type, name("third")) == -1);
  CHECK(call.mqs_find_type_fp(&host.image, name("triple_t"), mqs_lang_c) == nullptr);
  CHECK(call.mqs_find_type_fp(&host.image, name("triple_t"), mqs_lang_c) == nullptr);
  CHECK(target.type_count == 2);
  CHECK(host.image.journal.missing_types() == std::vector<std::string>{"triple_t"});
  CHECK(host.image.journal.missing_fields() == std::vector<std::string>{"pair_t.third"});
  CHECK(call.mqs_field_offset_fp(nullptr, name("x")) == -1);
  CHECK(call.mqs_sizeof_fp(nullptr) == -1);
}

TEST_CASE("the kind and size of a field are what the lent target says, and unknown where it says none that there is") {
  mqs_shim_target table{};
  table.struct_size = sizeof table;
  table.find_type = [](void *, const char *, std::uint64_t *size) { return *size = 16, 1; };
  const auto field_type = [&](const char *field) {
    mqs_shim::CallbackTarget target(table);
    return target.find_type("pair_t")->field_type(field);
  };
  CHECK_FALSE(field_type("pointer"));
  table.field_type = [](void *, const char *type, const char *field, int *kind, std::uint64_t *size) {
    *size = std::string(type) == "pair_t" ? 8 : 0;
    *kind = std::string(field) == "pointer" ? MPIDBG_FIELD_POINTER : 77;
    return std::string(field) == "absent" ? 0 : 1;
  };
  REQUIRE(field_type("pointer"));
  CHECK(field_type("pointer")->kind == MPIDBG_FIELD_POINTER);
  CHECK(field_type("pointer")->size == 8);
  CHECK(field_type("strange")->kind == MPIDBG_FIELD_UNKNOWN);
  CHECK_FALSE(field_type("absent"));
}

TEST_CASE("types of a stripped library come from the profile of its build, or of its version") {
  const auto &profiles = mpidbg::layout::profile_collection().profiles;
  const mpidbg::layout::Profile *wanted = nullptr;
  for (const auto *profile : profiles) {
    if (profile->library == "Open MPI" && profile->version == "4.1.4" && profile->architecture == "x86_64")
      wanted = profile;
  }
  REQUIRE(wanted != nullptr);
  const auto request_size = [](fake::Target &target) {
    Host host(target);
    mqs_type *type = image_callbacks().mqs_find_type_fp(&host.image, name("ompi_request_t"), mqs_lang_c);
    return type == nullptr ? 0 : image_callbacks().mqs_sizeof_fp(type);
  };
  const int size = static_cast<int>(wanted->find_struct("ompi_request_t")->size);

  fake::Target target;
  target.data = {{"ompi_mpi_communicators", 0x2000}, {"ompi_version_string", 0x1000}};
  target.add_region(0x1000, 64);
  target.write_text(0x1000, "4.1.4");
  CHECK(request_size(target) == size);
  target.write_text(0x1000, "v4.1.4");
  CHECK(request_size(target) == size);
  target.write_text(0x1000, "4.1.40");
  CHECK(request_size(target) == 0);
  target.write_text(0x1000, "14.1.4");
  CHECK(request_size(target) == 0);
  if (!wanted->build_id.empty()) {
    target.build_ids["ompi_mpi_communicators"] = wanted->build_id;
    CHECK(request_size(target) == size);
  }
  fake::Target narrow(4);
  narrow.data = target.data;
  narrow.regions = target.regions;
  narrow.write_text(0x1000, "4.1.4");
  CHECK(request_size(narrow) != size);
}

TEST_CASE("reading: all of it or an error") {
  fake::Target target;
  target.add_region(0x1000, 100);
  target.write_number(0x1000, 0x11223344, 4);
  Host host(target);
  const auto fetch = process_callbacks().mqs_fetch_data_fp;
  int value = 0;
  CHECK(fetch(&host.process, 0x1000, 4, &value) == mqs_ok);
  CHECK(value == 0x11223344);
  CHECK(fetch(&host.process, 0x1000, 0, &value) == mqs_no_information);
  CHECK(fetch(&host.process, 0x1000, -4, &value) == mqs_no_information);
  CHECK(fetch(&host.process, 0, 4, &value) == mqs_no_information);
  CHECK(fetch(&host.process, 0x1000 + 98, 4, &value) == mqs_no_information);
  CHECK(fetch(&host.process, ~mqs_taddr_t{0}, 4, &value) == mqs_no_information);
  CHECK(fetch(&host.process, 0x1000, 4, nullptr) == mqs_no_information);
}

TEST_CASE("byte order: any size, also in place") {
  fake::Target little(8, ByteOrder::little), big(4, ByteOrder::big);
  Host same(little), other(big);
  const auto convert = process_callbacks().mqs_target_to_host_fp;
  const unsigned char in[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned char out[8] = {};
  convert(&same.process, in, out, 8);
  CHECK(std::memcmp(in, out, 8) == 0);
  convert(&other.process, in, out, 8);
  CHECK(out[0] == 8);
  CHECK(out[7] == 1);
  convert(&other.process, out, out, 8);
  CHECK(std::memcmp(in, out, 8) == 0);
  convert(&other.process, in, out, 3);
  CHECK(out[0] == 3);
  CHECK(out[2] == 1);
  CHECK(out[3] == 4);
  convert(&other.process, in, out, -1);
}

TEST_CASE("type sizes: five for an unknown plugin, seven for one like Open MPI's") {
  fake::Target target(4, ByteOrder::big);
  mqs_target_type_sizes sizes{0, 0, 0, 0, 0, 77, 77};
  Host five(target);
  image_callbacks().mqs_get_type_sizes_fp(&five.process, &sizes);
  CHECK(sizes.long_size == 4);
  CHECK(sizes.pointer_size == 4);
  CHECK(sizes.bool_size == 77);
  CHECK(sizes.size_t_size == 77);
  Host seven(target, PluginDialect{false, true});
  image_callbacks().mqs_get_type_sizes_fp(&seven.process, &sizes);
  CHECK(sizes.bool_size == 1);
  CHECK(sizes.size_t_size == 4);
}

TEST_CASE("allocations are counted, and diagnostics go to the journal in scope") {
  const auto live = live_allocation_count();
  void *memory = basic_callbacks().mqs_malloc_fp(0);
  CHECK(memory != nullptr);
  CHECK(live_allocation_count() == live + 1);
  basic_callbacks().mqs_free_fp(memory);
  basic_callbacks().mqs_free_fp(nullptr);
  CHECK(live_allocation_count() == live);

  Journal journal;
  basic_callbacks().mqs_dprints_fp("to nobody");
  {
    JournalScope scope(journal);
    basic_callbacks().mqs_dprints_fp("to the journal");
    basic_callbacks().mqs_dprints_fp(nullptr);
  }
  basic_callbacks().mqs_dprints_fp("to nobody again");
  CHECK(journal.diagnostics() == std::vector<std::string>{"to the journal"});
  for (const int code : {-1, 0, 1, 2, 100, 1 << 30}) CHECK(basic_callbacks().mqs_errorstring_fp(code) != nullptr);
}

TEST_CASE("a target that throws is an error result") {
  struct Throwing : fake::Target {
    std::size_t read_up_to(Address, void *, std::size_t) override { throw std::runtime_error("gone"); }
    std::optional<Address> find_symbol(const std::string &, SymbolKind) override { throw std::runtime_error("gone"); }
    const TargetType *find_type(const std::string &) override { throw std::runtime_error("gone"); }
    std::optional<int> world_rank() override { throw std::runtime_error("gone"); }
  } target;
  Host host(target);
  int value;
  CHECK(process_callbacks().mqs_fetch_data_fp(&host.process, 8, 4, &value) == mqs_no_information);
  CHECK(process_callbacks().mqs_get_global_rank_fp(&host.process) == MQS_INVALID_PROCESS);
  CHECK(image_callbacks().mqs_find_symbol_fp(&host.image, name("x"), nullptr) == mqs_no_information);
  CHECK(image_callbacks().mqs_find_type_fp(&host.image, name("x"), mqs_lang_c) == nullptr);
}

TEST_CASE("a plugin with layouts of its own gets types from debug information alone") {
  fake::Target target;
  target.data = {{"ompi_mpi_communicators", 0x2000}, {"ompi_version_string", 0x1000}};
  target.add_region(0x1000, 64);
  target.write_text(0x1000, "4.1.4");
  target.types["pair_t"].bytes = 16;
  Host host(target, PluginDialect{true, true});
  CHECK(image_callbacks().mqs_find_type_fp(&host.image, name("ompi_request_t"), mqs_lang_c) == nullptr);
  CHECK(image_callbacks().mqs_find_type_fp(&host.image, name("pair_t"), mqs_lang_c) != nullptr);
}

TEST_CASE("1,000 sentences of a plugin, missing types and missing fields are kept, each of 4,096 characters at most") {
  for (const std::size_t count : {999, 1000, 1001}) {
    CAPTURE(count);
    Journal journal;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string text = std::to_string(i);
      journal.add_diagnostic(text.c_str());
      journal.add_missing_type(text);
      journal.add_missing_field(text);
      journal.add_missing_type("0");
      journal.add_missing_field("0");
    }
    const std::size_t kept = std::min<std::size_t>(count, 1000);
    CHECK(journal.diagnostics().size() == kept);
    CHECK(journal.missing_types().size() == kept);
    CHECK(journal.missing_fields().size() == kept);
    CHECK(journal.missing_fields().back() == std::to_string(kept - 1));
  }
  for (const std::size_t size : {4095, 4096, 4097}) {
    Journal journal;
    journal.add_diagnostic(std::string(size, 'x').c_str());
    CHECK(journal.diagnostics().front().size() == std::min<std::size_t>(size, 4096));
  }
}

TEST_CASE("offsets and sizes that do not fit into an int are not known") {
  fake::Target target;
  fake::Type &huge = target.types["huge_t"];
  huge.bytes = std::uint64_t{INT_MAX} + 1;
  huge.fields = {{"last", INT_MAX}, {"beyond", std::uint64_t{INT_MAX} + 1}};
  target.types["large_t"].bytes = INT_MAX;
  Host host(target);
  const auto &call = image_callbacks();
  mqs_type *const type = call.mqs_find_type_fp(&host.image, name("huge_t"), mqs_lang_c);
  CHECK(call.mqs_sizeof_fp(type) == -1);
  CHECK(call.mqs_sizeof_fp(call.mqs_find_type_fp(&host.image, name("large_t"), mqs_lang_c)) == INT_MAX);
  CHECK(call.mqs_field_offset_fp(type, name("last")) == INT_MAX);
  CHECK(call.mqs_field_offset_fp(type, name("beyond")) == -1);
  CHECK(call.mqs_field_offset_fp(type, nullptr) == -1);
  CHECK(host.image.journal.missing_fields() == std::vector<std::string>{"huge_t.beyond"});
  CHECK(call.mqs_find_type_fp(&host.image, nullptr, mqs_lang_c) == nullptr);
}

TEST_CASE("what debug information says of a field, for plugins that ask, and which error each lack is") {
  struct Typed : fake::Target {
    struct Type : TargetType {
      std::uint64_t size() const override { return 16; }
      std::optional<std::uint64_t> field_offset(const std::string &) const override { return 0; }
      std::optional<FieldType> field_type(const std::string &field) const override {
        if (field != "next") return std::nullopt;
        return FieldType{MPIDBG_FIELD_POINTER, 8};
      }
    } type;
    const TargetType *find_type(const std::string &) override { return &type; }
  } target;
  Host host(target);
  mqs_type *const type = image_callbacks().mqs_find_type_fp(&host.image, name("node_t"), mqs_lang_c);
  const auto ask = field_type_function();
  mpidbg_field_type_t result{};
  result.struct_size = sizeof result;
  CHECK(ask(type, "next", &result) == MPIDBG_SUCCESS);
  CHECK((result.kind == MPIDBG_FIELD_POINTER && result.size == 8));
  CHECK(ask(type, "other", &result) == MPIDBG_ERR_NOT_FOUND);
  CHECK(ask(nullptr, "next", &result) == MPIDBG_ERR_NOT_SUPPORTED);
  CHECK(ask(type, nullptr, &result) == MPIDBG_ERR_NOT_SUPPORTED);
  CHECK(ask(type, "next", nullptr) == MPIDBG_ERR_NOT_SUPPORTED);
  result.struct_size = sizeof result - 1;
  CHECK(ask(type, "next", &result) == MPIDBG_ERR_NOT_SUPPORTED);
  mqs_type of_profile;
  result.struct_size = sizeof result;
  CHECK(ask(&of_profile, "next", &result) == MPIDBG_ERR_NOT_FOUND);
}

TEST_CASE("which of a range of memory was touched, as far as there is room for it") {
  struct Populated : fake::Target, mpidbg::PopulatedMemory {
    std::optional<std::vector<AddressRange>> runs;
    std::optional<std::vector<AddressRange>> populated_memory(const AddressRange &range, std::size_t) const override {
      CHECK((range.begin == Address(0x1000) && range.end == Address(0x9000)));
      return runs;
    }
  } target;
  target.runs = {{Address(0x2000), Address(0x3000)}, {Address(0x5000), Address(0x6000)}};
  Host host(target);
  const auto ask = [&](int capacity) {
    mpidbg_memory_range_t runs[2] = {};
    const int count = memory_runs_function()(&host.process, 0x1000, 0x9000, capacity, runs);
    const bool is_written =
        runs[0].begin == 0x2000 && runs[0].end == 0x3000 && runs[1].begin == 0x5000 && runs[1].end == 0x6000;
    CHECK(is_written == (count == 2));
    return count;
  };
  CHECK(ask(2) == 2);
  CHECK(ask(1) == -1);  // more than was asked for
  CHECK(ask(0) == -1);
  target.runs = std::vector<AddressRange>();
  CHECK(ask(1) == 0);
  CHECK(ask(0) == -1);
  target.runs.reset();
  CHECK(ask(2) == -1);
  fake::Target other;
  Host unknown(other);
  CHECK(memory_runs_function()(&unknown.process, 0x1000, 0x9000, 2, nullptr) == -1);
}

TEST_CASE("searches read as other reads do, and the target is not told of them") {
  struct Told : fake::Target {
    std::vector<std::pair<Address, std::size_t>> wanted;
    void note_wanted(Address address, std::size_t size) override { wanted.emplace_back(address, size); }
  } target;
  target.add_region(0x1000, 16);
  target.write_number(0x1008, 0x11223344, 4);
  Host host(target);
  int value = 0;
  CHECK(search_read_function()(&host.process, 0x1008, 4, &value) == mqs_ok);
  CHECK(value == 0x11223344);
  CHECK(target.wanted.empty());
  CHECK(process_callbacks().mqs_fetch_data_fp(&host.process, 0x1008, 4, &value) == mqs_ok);
  CHECK(process_callbacks().mqs_fetch_data_fp(&host.process, ~mqs_taddr_t{0} - 2, 4, &value) == mqs_no_information);
  CHECK(target.wanted == std::vector<std::pair<Address, std::size_t>>{{Address(0x1008), 4}});
}

TEST_CASE("the sentences of the debugger's own errors") {
  const auto text = [](int code) { return std::string(basic_callbacks().mqs_errorstring_fp(code)); };
  CHECK(text(mqs_ok) == "no error");
  CHECK(text(mqs_no_information) == "the debugger has no information on this");
  CHECK(text(mqs_end_of_list) == "end of the list");
  CHECK(text(mqs_first_user_code) == "an error of the debugger");
}

TEST_CASE("a lent target answers as far as its table has functions, and is believed within bounds") {
  mqs_shim_target table{};
  table.struct_size = sizeof table;
  table.world_rank = -1;
  CallbackTarget poor(table);
  CHECK_FALSE(poor.world_rank());
  CHECK(poor.find_type("pair_t") == nullptr);
  CHECK(poor.build_id_of("main").empty());
  CHECK(poor.symbol_at(Address(0x1000)).empty());
  CHECK(poor.private_memory().empty());

  static int result;
  static std::int64_t offset;
  table.world_rank = 0;
  table.find_type = [](void *, const char *, std::uint64_t *size) { return *size = 16, result; };
  table.build_id_of = [](void *, const char *, char *buffer, std::size_t size) {
    return std::memset(buffer, 'a', size), result;
  };
  table.symbol_at = [](void *, std::uint64_t address, char *buffer, std::size_t size) {
    std::memset(buffer, 'f', size);
    if (address == 0x1000) std::strcpy(buffer, "main");
    return result;
  };
  table.find_symbol = [](void *, const char *, int is_function, std::uint64_t *address) {
    return *address = is_function == 1 ? 0x1000 : 0x2000, result;
  };
  table.read = [](void *, std::uint64_t, void *, std::size_t size) { return size + 1; };
  table.private_memory = [](void *, std::size_t index, std::uint64_t *begin, std::uint64_t *end) {
    *begin = 0x1000 * index, *end = *begin + 0x800;
    return index < 2 ? 1 : 0;
  };
  CallbackTarget target(table);
  CHECK(target.world_rank() == 0);
  for (const int claimed : {0, 2, 1}) {
    result = claimed;
    const bool is_known = claimed == 1;
    CHECK((target.find_type("type " + std::to_string(claimed)) != nullptr) == is_known);
    CHECK(target.build_id_of("main") == (is_known ? std::string(128, 'a') : ""));
    CHECK(target.symbol_at(Address(0x1000)) == (is_known ? "main" : ""));
    CHECK(target.symbol_at(Address(0x3000)) == (is_known ? std::string(1024, 'f') : ""));
    CHECK(target.find_symbol("x", SymbolKind::data).has_value() == is_known);
  }
  CHECK(target.find_symbol("x", SymbolKind::data) == Address(0x2000));
  CHECK(target.find_symbol("x", SymbolKind::function) == Address(0x1000));
  CHECK(target.find_type("type 0") == nullptr);  // known not to be there
  CHECK(target.find_type("type 1")->size() == 16);
  CHECK_FALSE(target.find_type("type 1")->field_offset("x"));
  char byte;
  CHECK(target.read_up_to(Address(0x1000), &byte, 1) == 1);
  const std::vector<AddressRange> memory = {{Address(0), Address(0x800)}, {Address(0x1000), Address(0x1800)}};
  CHECK(target.private_memory() == memory);

  table.field_offset = [](void *, const char *, const char *) { return offset; };
  table.private_memory = [](void *, std::size_t, std::uint64_t *, std::uint64_t *) { return 1; };
  CallbackTarget endless(table);
  for (offset = -1; offset < 2; ++offset)
    CHECK(endless.find_type("pair_t")->field_offset("x").has_value() == (offset >= 0));
  CHECK(endless.private_memory().size() == 1 << 16);
}
