#pragma once
// Describes the origin of a capture: mpidbg's version, the time and host, the inspected process or file, and its
// program.

#include <string>

#include "corefile/capture/capture_facts.h"
#include "corefile/capture/redaction.h"
#include "corefile/process/process.h"

namespace command {

// Returns the host name of this machine; empty if it cannot be determined.
std::string host_name();

// Fills in the origin of a capture in `facts`. `source` is the process or file, as the user named it, and `host` is the
// host of the process. Only environment variables that concern MPI are kept.
void describe_origin(corefile::CaptureFacts &facts, const corefile::Process &process, const std::string &source,
                     const std::string &host);

// Does the same without the program's arguments and without values of environment variables. Adds texts that have to be
// overwritten in the memory of the capture to `secrets`.
void describe_redacted_origin(corefile::CaptureFacts &facts, const corefile::Process &process,
                              const std::string &source, const std::string &host, corefile::Secrets &secrets);

}  // namespace command
