// Why the profile that --profile names was not used.

#include "corefile/command/verbs/profile/unused_profile.h"

#include <doctest/doctest.h>

#include <filesystem>

namespace {

const std::string profile = std::string(MPIDBG_PROFILES) + "/openmpi-4.1.4-x86_64.json";

}  // namespace

TEST_CASE("a profile that was used needs no reason") {
  CHECK(command::why_unused(profile, "Open MPI 4.1.4", "profile openmpi-4.1.4-x86_64 (build-id, checked)") == "");
  CHECK(command::why_unused(profile, "Open MPI 4.1.4",
                            "debug information and profile openmpi-4.1.4-x86_64 (version, checked)") == "");
}

TEST_CASE("a name with an escape character is the same name where the plugin says it") {
  const std::string path = std::filesystem::temp_directory_path() / "evil\x1b[31m.json";
  std::filesystem::copy_file(profile, path, std::filesystem::copy_options::overwrite_existing);
  CHECK(command::why_unused(path, "Open MPI 4.1.4", "profile evil [31m (build-id, checked)") == "");
  std::filesystem::remove(path);
}

TEST_CASE("a name that the plugin's text cuts off is the same name") {
  const std::string path = std::filesystem::temp_directory_path() / (std::string(200, 'n') + ".json");
  std::filesystem::copy_file(profile, path, std::filesystem::copy_options::overwrite_existing);
  const std::string text = "profile " + std::string(200, 'n') + " (build-id, checked)";
  CHECK(command::why_unused(path, "Open MPI 4.1.4", text.substr(0, 127)) == "");
  std::filesystem::remove(path);
}

TEST_CASE("the reason is the one that holds") {
  CHECK(command::why_unused(profile, "MPICH 4.0.2", "debug information (checked)") ==
        "it is of Open MPI 4.1.4 on x86_64, and the process has MPICH 4.0.2");
  CHECK(command::why_unused(profile, "Open MPI 4.1.4", "debug information (checked)") ==
        "the library has debug information, which comes before any profile");
  CHECK(command::why_unused(profile, "Open MPI 5.0.1", "")
            .starts_with("it is of Open MPI 4.1.4 on x86_64, and neither the library's build nor its version"));
}
