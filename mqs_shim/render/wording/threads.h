#pragma once
// Threads and their frames in words.

#include <string>
#include <vector>

#include "mqs_shim/records/records.h"
#include "mqs_shim/render/blocks/cells.h"

namespace mqs_shim {

// "exchange (stencil.c:88)"; without source lines "exchange (a.out+0x1136)"; "a.out+0x1136" if no symbol covers it.
std::string frame_text(const FrameRecord &frame);

// "at exchange (stencil.c:88)"; empty if it is not known.
std::string site_text(const ThreadRecord &thread);

// "MPI_Recv at exchange (stencil.c:88)"; where the recorder knows the call, with what it knows.
struct ThreadText {
  std::uint64_t tid = 0;  // 0: not known
  std::string text;
};

// Appends such a text to the last cell; the numbers among the arguments of a recorded call are marked.
void append_call(Cells &cells, std::string_view text);

// What each thread of the process does: those in an MPI call, the main thread also if it is outside of MPI.
std::vector<ThreadText> thread_texts(const ProcessReport &report);

}  // namespace mqs_shim
