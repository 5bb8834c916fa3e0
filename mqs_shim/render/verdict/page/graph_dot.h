#pragma once
// Who waits for whom as text for Graphviz.

#include "mqs_shim/render/sink.h"
#include "mqs_shim/render/verdict/page/wait_graph.h"

namespace mqs_shim {

// Each core in a red frame with what the finding is. Node i has the id "node<i>", so that a page finds it in the SVG;
// classes name the roles, for style sheets. Labels are quoted, and of a bounded length.
void write_graph_dot(const WaitGraph &graph, const why::Verdict &verdict, Sink &sink);

}  // namespace mqs_shim
