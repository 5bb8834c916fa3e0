// Implements `capture --describe`, which prints what each capture file contains and where it comes from.

#include <string>

#include "corefile/capture/capture_image.h"
#include "corefile/command/targets/targets.h"
#include "corefile/command/verbs/commands.h"
#include "corefile/command/words/output.h"
#include "mqs_shim/render/escape.h"

namespace command {

namespace {

std::string text_of(const OpenedTarget &target, const corefile::CaptureImage &image) {
  const corefile::CaptureOrigin &origin = image.facts().origin;
  std::string text = mqs_shim::printable(target.name) + '\n';
  const auto line = [&](std::string what, const std::string &value) {
    what.resize(9, ' ');
    if (!value.empty()) text += "  " + what + mqs_shim::printable(value) + '\n';
  };
  line("capture", "of " + origin.source + ", by mpidbg " + origin.version);
  line("time", origin.time);
  line("host", origin.host);
  line("command", origin.arguments);
  if (target.identity.world_rank) {
    const auto &size = target.identity.world_size;
    line("rank", std::to_string(*target.identity.world_rank) + (size ? " of " + std::to_string(*size) : ""));
  }
  line("pid", std::to_string(image.pid()));
  return text;
}

}  // namespace

ExitCode run_describe_captures(const Options &options, Messages &messages) {
  ExitCode code = ExitCode::done;
  for (const OpenedTarget &target : open_targets(options, messages)) {
    const auto *const image = dynamic_cast<const corefile::CaptureImage *>(target.process.get());
    if (image != nullptr) {
      if (!print(text_of(target, *image), messages)) return ExitCode::failed;
      continue;
    }
    messages.error(target.process ? target.name + " is not a capture" : target.problem);
    code = ExitCode::failed;
  }
  return code;
}

}  // namespace command
