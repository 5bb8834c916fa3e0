#pragma once
// Puts threads and the frames of their stacks into words.

#include <string>
#include <vector>

#include "mqs_shim/records/records.h"
#include "mqs_shim/render/blocks/cells.h"

namespace mqs_shim {

// Returns a text such as "exchange (stencil.c:88)". Without source lines the text is like "exchange (a.out+0x1136)"; if
// no symbol covers the address, "a.out+0x1136".
std::string frame_text(const FrameRecord &frame);

// Returns a text such as "at exchange (stencil.c:88)"; empty if the place is not known.
std::string site_text(const ThreadRecord &thread);

// Holds the text about a thread: "MPI_Recv at exchange (stencil.c:88)". If the recorder knows facts about the call,
// they follow.
struct ThreadText {
  std::uint64_t tid = 0;  // 0: not known
  std::string text;
};

// Appends the text of a ThreadText to the last cell, and marks the numbers in the arguments of a recorded call.
void append_call(Cells &cells, std::string_view text);

// Returns what each thread in an MPI call does, and what the main thread does even if it is outside of MPI.
std::vector<ThreadText> thread_texts(const ProcessReport &report);

}  // namespace mqs_shim
