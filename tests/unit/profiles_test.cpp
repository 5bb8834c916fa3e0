// Profiles: what a file must have, and which profile is chosen for a process.

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

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
      const bool lacks = from_5_0 ? !is_5_0 : to_4_3 ? is_5_0 : name == "info_entry" && profile->version == "4.0.2";
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
    const auto from_file = parse_profile(profile->name, text);
    REQUIRE(from_file);
    CHECK(format_profile(*from_file) == format_profile(*profile));
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
