#pragma once
// Writes the graph of waits as text for Graphviz.

#include "mqs_shim/render/sink.h"
#include "mqs_shim/render/verdict/page/wait_graph.h"

namespace mqs_shim {

// Writes the graph. Each knot (ranks that wait for each other) has a red frame with the title of its finding. Node i
// has the id "node<i>", so that a page finds it in the SVG. Classes name the roles, for style sheets. Labels are quoted
// and of limited length.
void write_graph_dot(const WaitGraph &graph, const why::Verdict &verdict, Sink &sink);

}  // namespace mqs_shim
