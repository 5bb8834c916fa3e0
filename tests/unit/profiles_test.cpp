// Profiles: what a file must have, and which profile is chosen for a process.

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "mpidbg/layout/derived_profile.h"
#include "mpidbg/layout/mpich/layouts.h"
#include "mpidbg/layout/openmpi/layouts.h"
#include "mpidbg/layout/profile.h"
#include "mpidbg/layout/profile_collection.h"
#include "mpidbg/layout/resolve.h"

using namespace mpidbg::layout;

namespace {

std::string valid() {
  return R"({"library": "Open MPI", "version": "4.1.4", "architecture": "x86_64", "byte_order": "little",
             "pointer_size": 8, "structs": {"a_t": {"size": 16, "fields": {"x": {"offset": 8, "size": 8}}}}})";
}

std::string replaced(const std::string &from, const std::string &to) {
  std::string text = valid();
  text.replace(text.find(from), from.size(), to);
  return text;
}

std::string error(const std::string &text) {
  const auto profile = parse_profile("p", text);
  return profile ? "no error" : profile.error().message;
}

}  // namespace

TEST_CASE("a profile is read and written") {
  const auto profile = parse_profile("p", valid());
  REQUIRE(profile);
  CHECK(profile->find_struct("a_t")->size == 16);
  CHECK(profile->find_struct("a_t")->fields.at("x").offset == 8);
  CHECK(profile->find_struct("b_t") == nullptr);
  const auto again = parse_profile("p", format_profile(*profile));
  REQUIRE(again);
  CHECK(format_profile(*again) == format_profile(*profile));
}

TEST_CASE("a text that is not a profile is refused with a reason") {
  CHECK(error("") == "profile p: is not a JSON object");
  CHECK(error("[1]") == "profile p: is not a JSON object");
  CHECK(error("{\"library\": ") == "profile p: is not a JSON object");
  CHECK(error(replaced("\"Open MPI\"", "3")) == "profile p: names no library and version");
  CHECK(error(replaced("little", "middle")) == "profile p: byte_order is neither little nor big");
  CHECK(error(replaced("\"pointer_size\": 8", "\"pointer_size\": 5")) == "profile p: pointer_size is neither 4 nor 8");
  CHECK(error(replaced("\"structs\"", "\"struct\"")) == "profile p: has no structs");
  CHECK(error(replaced("\"size\": 16", "\"size\": 0")) == "profile p: a_t has an implausible size");
  CHECK(error(replaced("\"size\": 16", "\"size\": 99999999999")) == "profile p: a_t has an implausible size");
  CHECK(error(replaced("\"offset\": 8", "\"offset\": -8")) == "profile p: a_t.x has an implausible offset");
  CHECK(error(replaced("{\"offset\": 8, \"size\": 8}", "8")) == "profile p: a_t.x has an implausible offset");
  CHECK(error(replaced("{\"offset\": 8, \"size\": 8}", "[{\"offset\": 8}]")) ==
        "profile p: a_t.x has an implausible offset");
  CHECK(error(replaced("\"a_t\": {", "\"b_t\": 7, \"a_t\": {")) == "profile p: b_t has an implausible size");
  CHECK(error(replaced("\"fields\": {\"x\": {\"offset\": 8, \"size\": 8}}", "\"fields\": 0")) ==
        "profile p: a_t has no fields");
  CHECK(error(replaced("\"structs\"", "\"variables\": {\"v\": \"1\"}, \"structs\"")) ==
        "profile p: the variable v has no address");
  CHECK(error(replaced("\"structs\"", "\"anchor\": {\"symbol\": \"s\"}, \"structs\"")) ==
        "profile p: anchor has no address");
  CHECK(error(replaced(
            "\"structs\"",
            "\"deep\": {\"a\": {\"b\": {\"c\": {\"d\": {\"e\": {\"structs\": [1, {\"f\": 2}]}}}}}}, \"structs\"")) ==
        "no error");
  CHECK(error(replaced("\"offset\": 8", "\"offset\": 12")) == "profile p: a_t.x is not within its struct");
}

namespace {

// Structs that a version does not have, or has in a shape that is not read.
bool is_of_another_version(std::string_view type, std::string_view version) {
  if (type == "attribute_value_t") return version < "4.1.0" || version > "4.1.3";
  if (type == "attribute_key_value_t" && version < "4.1.4") return true;
  if (type == "mca_pml_ucx_persistent_request_t" && version < "4.1.2") return true;
  if (type.starts_with("NBC_Args_") && version < "4.1.2") return true;  // counts of 4 bytes
  if (version.starts_with("4.1.")) {
    return type == "opal_cstring_t" || type == "ompi_instance_t" || type == "mca_io_romio341_data_t" ||
           type == "ompi_osc_base_module_4_0_0_t" || type == "ompio_fview_t" || type == "mca_part_persist_request_t" ||
           type == "ompi_part_persist_t" || type == "ompi_comm_request_item_t";
  }
  if (type.starts_with("ompi_osc_pt2pt_") || type == "mca_io_romio321_data_t") return true;
  if (version.starts_with("5.0.")) return type == "ompi_osc_base_module_4_0_0_t" || type == "ompio_fview_t";
  return type == "ompi_osc_base_module_3_0_0_t" || type == "mca_io_romio341_data_t" || type.starts_with("ADIOI_");
}

}  // namespace

TEST_CASE("the shipped profiles are whole: every described struct resolves from them") {
  int profiles = 0;
  for (const Profile *profile : profile_collection().profiles) {
    if (profile->library != "Open MPI") continue;
    ++profiles;
    // Those of patch releases that changed structs are made from their sources, of no build that others have.
    const bool of_sources = profile->version < "4.1.4" || (profile->version > "5" && profile->version < "5.0.7");
    CHECK(profile->build_id.size() == (of_sources ? 0 : 40));
    CHECK(profile->anchor.has_value() == !of_sources);
    openmpi::Numbers().for_each([&](const Number &number) { CHECK(profile->constants.count(number.name) == 1); });
    openmpi::Layouts layouts;
    ProfileSource source(*profile);
    layouts.for_each([&](auto &layout) {
      resolve_from(layout, source, LayoutOrigin::profile_by_version, profile->pointer_size);
      const std::string_view type = layout.type_name;  // these are described for 4.1 and for 6.0
      if (type == "ompi_datatype_args_t" || type == "ompio_file_t" || type == "mca_fbtl_posix_request_data_t") return;
      const bool of_ucx = std::string(layout.type_name).find("ucx") != std::string::npos ||
                          std::string(layout.type_name) == "ompi_osc_dynamic_win_info_t";
      // Debian builds Open MPI for the other machines without UCX.
      const bool lacks =
          is_of_another_version(layout.type_name, profile->version) || (of_ucx && profile->architecture != "x86_64");
      if (!of_sources) CHECK(!(lacks && profile->structs.contains(layout.type_name)));
      CHECK_MESSAGE(layout.resolved() != lacks, profile->name, ": ", layout.type_name, " ", layout.problem);
    });
    const bool is_6 = profile->version.starts_with("6.0.");
    const auto &large = layouts.large_datatype_arguments;
    CHECK((large.resolved() && large.cl.present && large.l.present) == is_6);
    CHECK(layouts.datatype_arguments.resolved() != is_6);
    CHECK(layouts.ompio_file.resolved() == (profile->version >= "4.1.3"));
    CHECK(layouts.ompio_file.f_fview.present.has_value() == is_6);
    CHECK(layouts.ompio_view.resolved() != is_6);
    CHECK(layouts.posix_request_data.resolved() != is_6);
    CHECK(layouts.posix_request_data_6.resolved() == is_6);
    CHECK(layouts.communicator.c_index.present.has_value() == !profile->version.starts_with("4.1."));
  }
  CHECK(profiles == 11);
  CHECK(profile_collection().problems.empty());
}

TEST_CASE("the profiles of MPICH resolve every described struct that their version has") {
  int profiles = 0;
  for (const Profile *profile : profile_collection().profiles) {
    if (profile->library != "MPICH") continue;
    ++profiles;
    const bool of_sources = profile->name.find("-ofi-") != std::string::npos;  // and of no build that others have
    CHECK(profile->build_id.size() == (of_sources ? 0 : 40));
    CHECK(profile->anchor.has_value() == !of_sources);
    const bool is_5_0 = profile->version.starts_with("5.0.");
    const bool standard_abi = profile->name.find("-abi-") != std::string::npos;
    mpich::Numbers().for_each([&](const Number &number) { CHECK(profile->constants.count(number.name) == 1); });
    mpich::Layouts layouts;
    ProfileSource source(*profile);
    layouts.for_each([&](auto &layout) {
      resolve_from(layout, source, LayoutOrigin::profile_by_version, profile->pointer_size);
      const std::string name = layout.type_name;
      const bool from_5_0 = name == "MPIR_Pmap", to_4_3 = name == "MPIDI_rank_map_t" || name == "MPII_Group_pmap_t";
      // Only debug information has those of builds with events.
      const bool of_events = name == "MPIR_T_event_t" || name == "MPIR_T_source_t";
      const bool lacks = of_events || (from_5_0 ? !is_5_0
                                       : to_4_3 ? is_5_0
                                                : name == "info_entry" && profile->version == "4.0.2");
      // Handles in files of ROMIO are as wide as those of the header that it is compiled with.
      if (name == "ADIOI_FileD") return;
      if (lacks) {
        CHECK_FALSE(layout.resolved());
        return;
      }
      // One device has what the other does not.
      const bool of_ucx = name.starts_with("MPIDI_UCX_") || name == "MPIDI_av_entry_t";
      const bool of_shared_memory = name.starts_with("MPIDU_genq_") || name.starts_with("MPIDI_POSIX_");
      if (of_sources ? of_ucx : of_shared_memory) return;
      CHECK_MESSAGE(layout.resolved(), layout.problem);
    });
    CHECK(layouts.communicator.context_id.width == (is_5_0 ? 4 : 2));
    CHECK(layouts.partitioned_request.tag.present.has_value() == !is_5_0);
    CHECK(layouts.op.is_commute.present.has_value() == is_5_0);
    CHECK(layouts.adio_file.resolved() == !standard_abi);
    CHECK(layouts.standard_abi_adio_file.resolved() == standard_abi);
    CHECK(layouts.request.u.offset - layouts.request.status.offset == (standard_abi ? 32u : 24u));
  }
  CHECK(profiles == 5);
}

TEST_CASE("a profile's constants are used, and those that it lacks are known of 4.1 alone") {
  const std::string text = replaced("\"structs\"", "\"constants\": {\"OMPI_ERRHANDLER_LANG_FORTRAN\": 1}, \"structs\"");
  const auto profile = parse_profile("p", text);
  REQUIRE(profile);
  CHECK(format_profile(*parse_profile("p", format_profile(*profile))) == format_profile(*profile));
  openmpi::Numbers numbers;
  openmpi::resolve_numbers(numbers, &*profile, "4.1.4");
  CHECK(numbers.errhandler_fortran.get().value() == 1);
  CHECK(numbers.op_cxx.get().value() == 4);
  for (const char *version : {"5.0.7", "4.10.1", "", "4.0.7"}) {
    openmpi::Numbers of_other;
    openmpi::resolve_numbers(of_other, &*profile, version);
    CHECK(of_other.errhandler_fortran.get().value() == 1);
    REQUIRE_FALSE(of_other.op_cxx.get());
    CHECK(of_other.op_cxx.get().error().message ==
          "OMPI_OP_FLAGS_CXX_FUNC of this version is unknown: no profile has it");
    openmpi::Numbers without_profile;
    openmpi::resolve_numbers(without_profile, nullptr, version);
    CHECK_FALSE(without_profile.errhandler_fortran.get());
  }
  openmpi::Numbers of_4_1;
  openmpi::resolve_numbers(of_4_1, nullptr, "4.1.99");
  CHECK(of_4_1.errhandler_fortran.get().value() == 2);
  CHECK(error(replaced("\"structs\"", "\"constants\": {\"X\": \"1\"}, \"structs\"")) ==
        "profile p: the constant X is not an integer");
}

TEST_CASE("what a struct starts with and contains is read along") {
  const auto &profiles = profile_collection().profiles;
  const auto found = std::find_if(profiles.begin(), profiles.end(),
                                  [](const Profile *each) { return each->name == "openmpi-4.1.4-x86_64"; });
  REQUIRE(found != profiles.end());
  const Profile *profile = *found;
  openmpi::Layouts layouts;
  ProfileSource source(*profile);
  resolve_all(layouts, source, nullptr, LayoutOrigin::none, profile->pointer_size);
  int with_base = 0;
  layouts.for_each([&]<class Layout>(Layout &layout) {
    if constexpr (!std::is_void_v<typename Layout::Base>) {
      if (!layout.resolved()) return;
      const StructLayout &base = layout_of<typename Layout::Base>(layouts);
      CHECK_MESSAGE(layout.span_begin <= base.span_begin, layout.type_name);
      CHECK_MESSAGE(layout.span_end >= base.span_end, layout.type_name);
      CHECK_MESSAGE(layout.byte_size >= base.byte_size, layout.type_name);
      ++with_base;
    }
  });
  CHECK(with_base > 50);
  CHECK(layouts.request.span_end >= layouts.request.req_status.offset + layouts.status.span_end);
  CHECK(layouts.list.span_end >= layouts.list.opal_list_sentinel.offset + layouts.list_item.span_end);
  const auto &fragment = layouts.ob1_receive_fragment;
  CHECK(fragment.span_end >= fragment.hdr.offset + layouts.ob1_rendezvous_header.span_end);
  CHECK(fragment.span_end >= fragment.segments.offset + layouts.segment.span_end);
}

TEST_CASE("what is embedded is what the files say") {
  const auto &profiles = profile_collection().profiles;
  REQUIRE_FALSE(profiles.empty());
  for (const Profile *profile : profiles) {
    std::ifstream file(std::string(MPIDBG_PROFILES) + "/" + profile->name + ".json");
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto from_file = parse_profile_file(profile->name + ".json", text);
    REQUIRE(from_file);
    CHECK(format_profile(*from_file) == format_profile(*profile));
  }
}

TEST_CASE("each struct of a shipped profile is one line") {
  for (const auto &file : std::filesystem::directory_iterator(MPIDBG_PROFILES)) {
    std::ifstream stream(file.path());
    std::string text;
    std::size_t structs = 0;
    for (std::string line; std::getline(stream, line); text += line + '\n') {
      structs += line.starts_with("  \"");
      CHECK_MESSAGE(!line.starts_with("   "), file.path());
    }
    const auto profile = parse_profile(file.path().stem(), text);
    REQUIRE(profile);
    CHECK_MESSAGE(structs == profile->structs.size(), file.path());
  }
}

TEST_CASE("what profiles are chosen by is known without parsing them, and equals what they say") {
  for (const KnownProfile &known : preferred_profiles().profiles) {
    const ProfileHead &head = known.head();
    const Profile *whole = known.load();
    REQUIRE(whole != nullptr);
    const auto parsed = parse_profile_head(head.name, format_profile(*whole));
    REQUIRE(parsed);
    for (const ProfileHead *other : {static_cast<const ProfileHead *>(whole), &*parsed}) {
      CHECK(head.name == other->name);
      CHECK(head.library == other->library);
      CHECK(head.version == other->version);
      CHECK(head.architecture == other->architecture);
      CHECK(head.byte_order == other->byte_order);
      CHECK(head.pointer_size == other->pointer_size);
      CHECK(head.build_id == other->build_id);
      REQUIRE(head.anchor.has_value() == other->anchor.has_value());
      if (head.anchor) CHECK(head.anchor->symbol == other->anchor->symbol);
      if (head.anchor) CHECK(head.anchor->address == other->anchor->address);
    }
  }
}

TEST_CASE("a profile is read when it is asked for, once") {
  struct Counted final : KnownProfile::Source {
    Counted(std::string json, int &asked) : json(std::move(json)), asked(asked) {}
    mpidbg::Result<Profile> read(const std::string &name) const override {
      ++asked;
      return parse_profile(name, json);
    }
    std::string json;
    int &asked;
  };
  int asked = 0;
  const KnownProfile known(*parse_profile_head("p", valid()), "p.json", std::make_unique<Counted>(valid(), asked));
  CHECK(known.head().version == "4.1.4");
  CHECK(asked == 0);
  CHECK(known.load() == known.load());
  CHECK(known.load()->find_struct("a_t")->size == 16);
  CHECK(asked == 1);
  const KnownProfile broken(known.head(), "b.json",
                            std::make_unique<Counted>(replaced("\"size\": 16", "\"size\": 0"), asked));
  CHECK(broken.load() == nullptr);
  CHECK(broken.problem() == "b.json: profile p: a_t has an implausible size");
}

namespace {

std::string derived(const std::string &like, const std::string &more) {
  return R"({"library": "Open MPI", "version": "4.1.5", "architecture": "x86_64", "byte_order": "little",
             "pointer_size": 8, "like": ")" +
         like + '"' + more + '}';
}

// Completes a profile of the name "p" by the texts of others.
mpidbg::Result<Profile> complete(const std::string &text, const std::map<std::string, std::string> &others) {
  auto profile = parse_profile("p", text);
  if (!profile) return std::move(profile).error();
  return complete_profile(std::move(*profile), [&](const std::string &name) -> mpidbg::Result<Profile> {
    const auto found = others.find(name);
    if (found == others.end()) return mpidbg::Error{mpidbg::ErrorCode::layout, "there is none"};
    return parse_profile(name, found->second);
  });
}

std::string why_incomplete(const std::string &text, const std::map<std::string, std::string> &others) {
  const auto profile = complete(text, others);
  return profile ? "no error" : profile.error().message;
}

const std::string base_text =
    R"({"library": "Open MPI", "version": "4.1.4", "architecture": "x86_64", "byte_order": "little",
    "pointer_size": 8, "build_id": "aa", "variables": {"v": 1}, "constants": {"c": 1, "d": 2}, "structs": {
     "a_t": {"size": 16, "fields": {"x": {"offset": 8, "size": 8}, "y": {"offset": 0, "size": 8}}},
     "b_t": {"size": 16, "fields": {}}, "c_t": {"size": 24, "fields": {}}}})";

}  // namespace

TEST_CASE("a profile takes from the one that it is like what it does not say itself") {
  const std::string text = derived("base", R"(, "constants": {"d": 3},
      "structs": {"a_t": {"size": 32, "fields": {"x": {"offset": 24, "size": 8}}}, "b_t": null})");
  const auto profile = complete(text, {{"base", base_text}});
  REQUIRE(profile);
  CHECK(profile->like.empty());
  CHECK(profile->version == "4.1.5");
  CHECK(profile->build_id.empty());
  CHECK(profile->variables.empty());
  CHECK(profile->constants == std::map<std::string, std::int64_t, std::less<>>{{"c", 1}, {"d", 3}});
  CHECK(profile->find_struct("a_t")->size == 32);
  CHECK(profile->find_struct("a_t")->fields.size() == 1);
  CHECK(profile->find_struct("b_t") == nullptr);
  CHECK(profile->find_struct("c_t")->size == 24);

  // A struct that the one between does not have stays away, unless the last one has it again.
  const auto last = [&](const std::string &structs) {
    return complete(derived("between", structs), {{"between", text}, {"base", base_text}});
  };
  CHECK(last("")->find_struct("a_t")->size == 32);
  CHECK(last("")->find_struct("b_t") == nullptr);
  CHECK(last("")->find_struct("c_t")->size == 24);
  CHECK(last("")->constants.at("d") == 3);
  CHECK(last(R"(, "structs": {"b_t": {"size": 8, "fields": {}}})")->find_struct("b_t")->size == 8);
}

TEST_CASE("what a profile is like may be missing, wrong or endless") {
  CHECK(why_incomplete(derived("", ""), {}) == "profile p: like is not the name of a profile");
  CHECK(why_incomplete(derived("../p", ""), {}) == "profile p: like is not the name of a profile");
  CHECK(why_incomplete(derived(".p", ""), {}) == "profile p: like is not the name of a profile");
  CHECK(why_incomplete(derived("p\\u0000", ""), {}) == "profile p: like is not the name of a profile");
  CHECK(why_incomplete(replaced("\"structs\"", "\"like\": 7, \"structs\""), {}) ==
        "profile p: like is not the name of a profile");
  CHECK(why_incomplete(derived("base", ""), {}) == "profile p: is like base: there is none");
  CHECK(why_incomplete(derived("base", ""), {{"base", "[]"}}) ==
        "profile p: is like base: profile base: is not a JSON object");
  CHECK(why_incomplete(derived("p", ""), {}) == "profile p: never ends: p is like p");
  CHECK(why_incomplete(derived("q", ""), {{"q", derived("r", "")}, {"r", derived("q", "")}}) ==
        "profile p: never ends: p is like q is like r is like q");
  for (const char *other : {"\"library\": \"MPICH\"", "\"byte_order\": \"big\"", "\"pointer_size\": 4"}) {
    const std::string member = std::string(other).substr(0, std::string(other).find(':'));
    std::string text = base_text;
    const std::size_t at = text.find(member);
    text.replace(at, text.find(',', at) - at, other);
    CHECK(why_incomplete(derived("base", ""), {{"base", text}}) ==
          "profile p: is like base, which is for another library or machine");
  }
  // Without a profile to take it from, every struct has to be there.
  CHECK(error(replaced("{\"size\": 16, \"fields\": {\"x\": {\"offset\": 8, \"size\": 8}}}", "null")) ==
        "profile p: a_t has an implausible size");

  std::map<std::string, std::string> chain = {{"n16", base_text}};
  for (int i = 1; i < 16; ++i) chain["n" + std::to_string(i)] = derived("n" + std::to_string(i + 1), "");
  CHECK(why_incomplete(derived("n1", ""), chain) == "no error");
  chain["n16"] = derived("n17", "");
  chain["n17"] = base_text;
  CHECK(why_incomplete(derived("n1", ""), chain) == "profile p: is like more than 16 others, one after the other");
}

TEST_CASE("a profile that is written as what differs from another one is the same when it is read") {
  const auto base = parse_profile("base", base_text);
  REQUIRE(base);
  Profile profile = *base;
  profile.name = "p";
  profile.version = "4.1.5";
  profile.constants["d"] = 3;
  profile.structs.erase("b_t");
  profile.structs["c_t"].size = 32;
  profile.structs["d_t"].size = 8;
  const std::string text = format_profile(derive_profile(profile, *base));
  CHECK(text.find("a_t") == std::string::npos);
  CHECK(text.find("\n  \"b_t\": null,\n") != std::string::npos);
  const auto again = complete(text, {{"base", base_text}});
  REQUIRE(again);
  CHECK(format_profile(*again) == format_profile(profile));
  // Any change of a field is one of its struct.
  for (const auto change :
       {+[](ProfileField &field) { field.offset = 4; }, +[](ProfileField &field) { field.size = 4; },
        +[](ProfileField &field) { field.kind = "signed"; }, +[](ProfileField &field) { field.type = "int"; }}) {
    Profile other = *base;
    change(other.structs["a_t"].fields["y"]);
    CHECK(derive_profile(other, *base).structs.contains("a_t"));
  }
  Profile renamed = *base;
  auto field = renamed.structs["a_t"].fields.extract("y");
  field.key() = "z";
  renamed.structs["a_t"].fields.insert(std::move(field));
  CHECK(derive_profile(renamed, *base).structs.contains("a_t"));
  CHECK(derive_profile(*base, *base).structs.empty());
}
