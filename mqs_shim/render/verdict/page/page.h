#pragma once
// The verdict on a job as one HTML page that needs no other file and no network: the words of the verdict, the graph of
// waits, and the evidence, which a script shows on demand.
//
// Safe to open whatever the job's memory holds: texts are escaped where they are written, the script adds texts only as
// text, and the page's own policy allows no script but its own (by its hash), no request to anywhere, and no form.

#include <string>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/render/sink.h"
#include "mqs_shim/render/verdict/page/page_data.h"

namespace mqs_shim {

struct PageFacts {
  double seconds = 0;    // between the last two looks, if there were two
  std::string launcher;  // as of word_why()
  std::string made;      // where and when; may be empty
  std::string picture;   // SVG of write_graph_dot's text, made by Graphviz; empty if there is none
  std::string why_no_picture;
  PageLimits limits;
};

// Of an inquiry that was judged. `graph`: of the same inquiry.
void write_why_page(const why::Inquiry &inquiry, const WaitGraph &graph, const PageFacts &facts, Sink &sink);

}  // namespace mqs_shim
