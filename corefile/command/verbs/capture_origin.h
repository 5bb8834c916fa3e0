#pragma once
// What a capture says of itself: who made it where and when, and of which program.

#include <string>

#include "corefile/capture/capture_facts.h"
#include "corefile/capture/redaction.h"
#include "corefile/process/process.h"

namespace command {

// Of this machine; empty if it cannot be determined.
std::string host_name();

// `source`: the process or file, as the user named it. `host`: where the process is or was. Of the environment only
// variables that say what the process is to MPI are kept.
void describe_origin(corefile::CaptureFacts &facts, const corefile::Process &process, const std::string &source,
                     const std::string &host);

// Likewise, without arguments of the program and values of its environment. `secrets`: what is to be overwritten in the
// memory of the capture.
void describe_redacted_origin(corefile::CaptureFacts &facts, const corefile::Process &process,
                              const std::string &source, const std::string &host, corefile::Secrets &secrets);

}  // namespace command
