#pragma once
// Writes the verdict on a job as one HTML page: the words of the verdict, the graph of waits, and the evidence, which a
// script shows on demand. The page needs neither other files nor the network.
//
// The page is safe to open whatever the job's memory contains. Texts are escaped where they are written, the script
// inserts texts only as text, and the page's content security policy allows only its own script (by its hash), no
// requests and no forms.

#include <string>

#include "mqs_shim/job/why/verdict/inquiry.h"
#include "mqs_shim/render/sink.h"
#include "mqs_shim/render/verdict/page/page_data.h"

namespace mqs_shim {

// Holds facts that the page shows in addition to the verdict.
struct PageFacts {
  double seconds = 0;    // time between the last two looks; 0 if there was one
  std::string launcher;  // same meaning as for word_why()
  std::string made;      // where and when the page was made; may be empty
  std::string picture;   // SVG of write_graph_dot()'s text, made by Graphviz; empty if it could not be made
  // The reason why `picture` is empty.
  std::string why_no_picture;
  PageLimits limits;
};

// Writes the page. The inquiry must have been judged, and `graph` must have been made from it.
void write_why_page(const why::Inquiry &inquiry, const WaitGraph &graph, const PageFacts &facts, Sink &sink);

}  // namespace mqs_shim
