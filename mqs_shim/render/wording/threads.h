#pragma once
// Threads and their frames in words.

#include <string>
#include <vector>

#include "mqs_shim/records/records.h"

namespace mqs_shim {

// "exchange (stencil.c:88)"; without source lines "exchange (a.out+0x1136)"; "a.out+0x1136" if no symbol covers it.
std::string frame_text(const FrameRecord &frame);

// "at exchange (stencil.c:88)"; empty if it is not known.
std::string site_text(const ThreadRecord &thread);

// What each thread of the process does, one text a thread: those in an MPI call, the main thread also if it is outside
// of MPI. "MPI_Recv at exchange (stencil.c:88)"; where the recorder knows the call, with what it knows. Before the
// texts "thread 4153  " if there are several.
std::vector<std::string> thread_texts(const ProcessReport &report);

}  // namespace mqs_shim
