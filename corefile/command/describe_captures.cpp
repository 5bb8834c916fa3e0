// capture --describe: what captures say of themselves.

#include <cstdio>
#include <string>

#include "corefile/capture/capture_image.h"
#include "corefile/command/commands.h"
#include "corefile/command/targets.h"
#include "mqs_shim/render/escape.h"

namespace command {

namespace {

void print_line(const char *what, const std::string &text) {
  if (!text.empty()) std::printf("  %-8s %s\n", what, mqs_shim::printable(text).c_str());
}

void print_capture(const OpenedTarget &target, const corefile::CaptureImage &image) {
  const corefile::CaptureOrigin &origin = image.facts().origin;
  std::printf("%s\n", mqs_shim::printable(target.name).c_str());
  print_line("capture", "of " + origin.source + ", by mpidbg " + origin.version);
  print_line("time", origin.time);
  print_line("host", origin.host);
  print_line("command", origin.arguments);
  if (target.identity.world_rank) {
    const auto &size = target.identity.world_size;
    print_line("rank", std::to_string(*target.identity.world_rank) + (size ? " of " + std::to_string(*size) : ""));
  }
  print_line("pid", std::to_string(image.pid()));
}

}  // namespace

ExitCode run_describe_captures(const Options &options, Messages &messages) {
  ExitCode code = ExitCode::done;
  for (const OpenedTarget &target : open_targets(options, messages)) {
    const auto *const image = dynamic_cast<const corefile::CaptureImage *>(target.process.get());
    if (image != nullptr) {
      print_capture(target, *image);
      continue;
    }
    messages.error(target.process ? target.name + " is not a capture" : target.problem);
    code = ExitCode::failed;
  }
  return std::fflush(stdout) == 0 ? code : ExitCode::failed;
}

}  // namespace command
