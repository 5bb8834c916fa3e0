// Struct layouts from debug information, compared with what the compiler makes of the same header.

#include "corefile/dwarf/type_index.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>

#include "corefile/dwarf/file_types.h"
#include "corefile/elf/debug_file.h"
#include "corefile/elf/elf_file.h"
#include "tests/corefile/target_process.h"

#define _Bool bool
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include "tests/corefile/sample_types.h"
#pragma GCC diagnostic pop
#undef _Bool

using namespace corefile;
using namespace corefile_test;

namespace {

void check_field(const StructType &type, const char *name, std::size_t offset, std::size_t size, FieldKind kind,
                 const std::string &type_name) {
  CAPTURE(name);
  const StructField *const field = type.field(name);
  REQUIRE(field != nullptr);
  CHECK(field->offset == offset);
  CHECK(field->size == size);
  CHECK(field->kind == kind);
  CHECK(field->type_name == type_name);
}

#define CHECK_FIELD(type, name, kind, type_name) \
  check_field(type, #name, offsetof(sample_t, name), sizeof(sample_t::name), FieldKind::kind, type_name)

void check_sample(const StructType &type) {
  CHECK(type.size == sizeof(sample_t));
  CHECK_FALSE(type.is_union);
  CHECK_FIELD(type, super, structure, "sample_base_t");
  CHECK_FIELD(type, tiny, signed_integer, "int8_t");
  CHECK_FIELD(type, small, unsigned_integer, "uint16_t");
  CHECK_FIELD(type, rank, signed_integer, "sample_rank_t");
  CHECK_FIELD(type, large, unsigned_integer, "uint64_t");
  CHECK_FIELD(type, flag, boolean, "_Bool");
  CHECK_FIELD(type, real, floating, "double");
  CHECK_FIELD(type, color, enumeration, "sample_color");
  CHECK_FIELD(type, address, pointer, "void *");
  CHECK(type.field("callback")->kind == FieldKind::pointer);
  CHECK_FIELD(type, name, array, "char");
  CHECK_FIELD(type, matrix, array, "int32_t");
  CHECK_FIELD(type, bases, array, "sample_base_t *");
  CHECK(type.field("matrix")->element_size == 4);
  CHECK_FIELD(type, as_integer, signed_integer, "int64_t");
  CHECK_FIELD(type, low, signed_integer, "int32_t");
  CHECK_FIELD(type, high, signed_integer, "int32_t");
  CHECK_FIELD(type, value, union_, "sample_union");
  // Within a member of a type without a name, also a second time.
  CHECK_FIELD(type, u, union_, "");
  CHECK_FIELD(type, u.part, structure, "");
  CHECK_FIELD(type, u.part.active, signed_integer, "int32_t");
  CHECK_FIELD(type, u.whole, signed_integer, "int64_t");
  CHECK(type.field("value.f") == nullptr);  // of a type with a name, which is found by that
  CHECK_FIELD(type, hidden, pointer, "sample_hidden *");
  check_field(type, "rest", offsetof(sample_t, rest), 0, FieldKind::array, "uint8_t");
  CHECK(type.field("nothing") == nullptr);
  CHECK(type.fields.size() == 24);
}

void check_index(const TypeIndex &index) {
  const StructType *const sample = index.find("sample_t");
  REQUIRE(sample != nullptr);
  CHECK(sample->name == "sample_t");
  check_sample(*sample);
  CHECK(index.find("sample_t") == sample);
  for (const char *alias : {"sample_alias_t", "sample_alias_of_alias_t"}) {
    REQUIRE(index.find(alias) != nullptr);
    CHECK(index.find(alias)->name == alias);
    check_sample(*index.find(alias));
  }
  REQUIRE(index.find("sample_unnamed_t") != nullptr);
  CHECK(index.find("sample_unnamed_t")->size == 4);
  REQUIRE(index.find("sample_union") != nullptr);
  CHECK(index.find("sample_union")->is_union);
  for (const char *absent :
       {"sample_hidden", "sample_hidden_t", "sample_pointer_t", "sample_number_t", "sample_color", "no", ""}) {
    CHECK_MESSAGE(index.find(absent) == nullptr, absent);
  }
}

}  // namespace

TEST_CASE("every version and form of DWARF tells the same") {
  for (const std::string path : {SAMPLE_TYPES_FILES}) {
    CAPTURE(path);
    const auto index = TypeIndex::open(path);
    REQUIRE_MESSAGE(index, index.error().message);
    check_index(**index);
  }
}

TEST_CASE("files without types") {
  const ScratchDirectory scratch;
  CHECK(TypeIndex::open(scratch / "none").error().message == scratch / "none" + ": No such file or directory");
  const std::string text = scratch / "text";
  std::ofstream(text) << "no types";
  CHECK(TypeIndex::open(text).error().message == text + " is not an ELF file");
  const std::string stripped = scratch / "stripped.so";
  REQUIRE(run("objcopy --strip-debug '" SAMPLE_TYPES_LIBRARY "' '" + stripped + "'"));
  CHECK(TypeIndex::open(stripped).error().message == stripped + " has no debug information");
  CHECK_FALSE(find_debug_file(stripped, {"/nowhere"}));
}

TEST_CASE("a file that has its debug information needs no other, however the sections are packed") {
  const ScratchDirectory scratch;
  const std::string plain = scratch / "plain.so", of_gnu = scratch / "gnu.so", packed = scratch / "packed.so";
  REQUIRE(run("objcopy --decompress-debug-sections '" SAMPLE_TYPES_LIBRARY "' '" + plain + "'"));
  REQUIRE(run("objcopy --compress-debug-sections=zlib-gnu '" SAMPLE_TYPES_LIBRARY "' '" + of_gnu + "'"));
  REQUIRE(run("objcopy --compress-debug-sections=zlib '" SAMPLE_TYPES_LIBRARY "' '" + packed + "'"));
  for (const std::string &path : {plain, of_gnu, packed}) {
    CAPTURE(path);
    const auto file = ElfFile::open(path);
    REQUIRE(file);
    CHECK((*file)->section(".debug_info").empty() == (path == of_gnu));
    CHECK(find_debug_file(**file, {}) == path);
    CHECK(find_debug_file(path, {}) == path);
    const auto index = TypeIndex::open(path);
    REQUIRE_MESSAGE(index, index.error().message);
    check_index(**index);
  }
  CHECK_FALSE(find_debug_file(scratch / "none", {}));
}

TEST_CASE("debug information in a file of its own") {
  namespace fs = std::filesystem;
  const ScratchDirectory scratch;
  const std::string library = scratch / "types.so", debug = scratch / "types.debug";
  REQUIRE(run("objcopy --only-keep-debug '" SAMPLE_TYPES_LIBRARY "' '" + debug + "'"));
  REQUIRE(run("cd '" + scratch.path() +
              "' && objcopy --strip-debug --add-gnu-debuglink=types.debug '" SAMPLE_TYPES_LIBRARY "' types.so"));
  const auto file = ElfFile::open(library);
  REQUIRE(file);
  const std::vector<std::string> directories = {scratch / "debug"};
  const auto found = [&] {
    const auto by_file = find_debug_file(**file, directories), by_path = find_debug_file(library, directories);
    CHECK(by_file == by_path);
    return by_file.value_or("nothing");
  };

  SUBCASE("beside it") {
    CHECK(found() == debug);
  }
  SUBCASE("beside it, of another build") {
    fs::resize_file(debug, fs::file_size(debug) + 1);
    CHECK(found() == "nothing");
  }
  SUBCASE("in .debug beside it") {
    fs::create_directory(scratch / ".debug");
    fs::rename(debug, scratch / ".debug/types.debug");
    CHECK(found() == scratch / ".debug/types.debug");
  }
  SUBCASE("under the debug directory") {
    fs::create_directories(directories[0] + scratch.path());
    fs::rename(debug, directories[0] + scratch.path() + "/types.debug");
    CHECK(fs::equivalent(found(), directories[0] + scratch.path() + "/types.debug"));
  }
  SUBCASE("by build-id") {
    const std::string id = (*file)->build_id();
    const std::string place = directories[0] + "/.build-id/" + id.substr(0, 2);
    fs::create_directories(place);
    fs::rename(debug, place + "/" + id.substr(2) + ".debug");
    CHECK(found() == place + "/" + id.substr(2) + ".debug");
    const auto index = TypeIndex::open(found());
    REQUIRE_MESSAGE(index, index.error().message);
    check_index(**index);
  }
  SUBCASE("nowhere") {
    fs::remove(debug);
    CHECK(found() == "nothing");
    CHECK(types_of(*file, directories) == nullptr);
  }
}
