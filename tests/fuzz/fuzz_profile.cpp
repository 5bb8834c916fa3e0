// Profiles of layouts, as --profile reads them.

#include "mpidbg/layout/profile.h"
#include "tests/fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const auto profile = mpidbg::layout::parse_profile("input", text);
  if (!profile && profile.error().message.empty()) fuzz::fail("an error without a sentence", std::string(text));
  const auto head = mpidbg::layout::parse_profile_head("input", text);
  if (profile && !head) fuzz::fail("a profile without a head", head.error().message);
  return 0;
}
