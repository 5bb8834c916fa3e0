#include "corefile/command/verbs/capture_origin.h"

#include <unistd.h>

#include <vector>

#include "corefile/command/verbs/utc_time.h"

namespace command {

namespace {

std::string joined(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

std::string host_name() {
  char name[256] = "";
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

void describe_origin(corefile::CaptureFacts &facts, const corefile::Process &process, const std::string &source,
                     const std::string &host) {
  facts.origin.version = MPIDBG_VERSION;
  facts.origin.time = utc_now();
  facts.origin.host = host;
  facts.origin.source = source;
  facts.origin.arguments = joined(process.arguments());
  for (corefile::Environment *environment : {&facts.initial_environment, &facts.current_environment})
    std::erase_if(*environment, [](const auto &variable) { return !corefile::is_about_mpi(variable.first); });
}

void describe_redacted_origin(corefile::CaptureFacts &facts, const corefile::Process &process,
                              const std::string &source, const std::string &host, corefile::Secrets &secrets) {
  // Secrets are collected before describe_origin() drops most of the variables.
  for (const corefile::Environment *environment : {&facts.initial_environment, &facts.current_environment})
    add_secrets(*environment, secrets);
  describe_origin(facts, process, source, host);
  for (corefile::Environment *environment : {&facts.initial_environment, &facts.current_environment})
    corefile::redact(*environment);
  const std::vector<std::string> arguments = process.arguments();
  if (arguments.size() < 2) return;
  for (std::size_t i = 1; i < arguments.size(); ++i) secrets.add(arguments[i]);
  secrets.add(joined({arguments.begin() + 1, arguments.end()}));
  facts.origin.arguments = joined({arguments.front(), std::string(corefile::redacted)});
}

}  // namespace command
