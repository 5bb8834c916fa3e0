#include "mqs_shim/render/verdict/page/graph_dot.h"

#include <string>
#include <string_view>

#include "mqs_shim/render/verdict/words/why_terms.h"

namespace mqs_shim {

namespace {

using NodeRole = WaitGraph::Role;

constexpr std::size_t most_bytes_of_line = 72;

// Returns the start of a text that is too long for a label, cut between two UTF-8 code points.
std::string_view shortened(std::string_view text) {
  if (text.size() <= most_bytes_of_line) return text;
  std::size_t length = most_bytes_of_line;
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) --length;
  return text.substr(0, length);
}

// Appends a line to a label of Graphviz, which is in quotes. '&' is written as an entity, because Graphviz replaces
// entities such as "&amp;" in labels.
void append_line(std::string &label, std::string_view line) {
  if (line.empty()) return;
  if (!label.empty()) label += "\\n";
  const std::string_view text = shortened(line);
  for (const char c : text) {
    if (c == '"' || c == '\\') label += '\\';
    c == '&' ? label += "&amp;" : label += c;
  }
  if (text.size() < line.size()) label += "...";
}

std::string_view class_of(NodeRole role) {
  switch (role) {
    case NodeRole::core:
      return "core";
    case NodeRole::behind:
      return "behind";
    case NodeRole::waiting:
      return "waiting";
    case NodeRole::idle:
      return "idle";
    case NodeRole::missing:
      return "missing";
  }
  return {};
}

std::string_view style_of(NodeRole role) {
  switch (role) {
    case NodeRole::core:
      return ", color=\"#c01c28\", fontcolor=\"#c01c28\", penwidth=2";
    case NodeRole::idle:
      return ", style=\"rounded\"";
    case NodeRole::missing:
      return ", style=\"dashed\"";
    default:
      return {};
  }
}

class GraphDot {
 public:
  GraphDot(const WaitGraph &graph, const why::Verdict &verdict, Sink &sink)
      : graph_(graph), verdict_(verdict), sink_(sink) {}

  void write() {
    line("digraph why {");
    line("  graph [bgcolor=transparent, fontname=\"sans-serif\"];");
    line("  node [shape=box, fontname=\"sans-serif\"];");
    line("  edge [fontname=\"sans-serif\", fontsize=11];");
    for (std::size_t finding = 0; finding < verdict_.findings.size(); ++finding) write_core(finding);
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (graph_.nodes[i].role != NodeRole::core) write_node(i, "  ");
    }
    for (const WaitGraph::Edge &edge : graph_.edges) write_edge(edge);
    line("}");
  }

 private:
  void write_core(std::size_t finding) {
    bool open = false;
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      const WaitGraph::Node &node = graph_.nodes[i];
      if (node.role != NodeRole::core || node.finding != finding) continue;
      if (!open) {
        line("  subgraph cluster_" + std::to_string(finding) + " {");
        std::string label(finding_term(verdict_.findings[finding].kind));
        if (verdict_.findings[finding].proof <= why::Proof::transport) label += ", proved";
        line("    label=\"" + label +
             "\"; class=\"core\"; color=\"#c01c28\"; fontcolor=\"#c01c28\"; style=\"dotted\";");
        open = true;
      }
      write_node(i, "    ");
    }
    if (open) line("  }");
  }

  void write_node(std::size_t number, std::string_view indent) {
    const WaitGraph::Node &node = graph_.nodes[number];
    const std::string name = "node" + std::to_string(number);
    std::string label;
    append_line(label, node.ranks);
    append_line(label, node.call);
    append_line(label, node.site);
    line(std::string(indent) + name + " [id=\"" + name + "\", class=\"" + std::string(class_of(node.role)) +
         "\", label=\"" + label + "\"" + std::string(style_of(node.role)) + "];");
  }

  void write_edge(const WaitGraph::Edge &edge) {
    std::string label;
    if (edge.one_of_several) append_line(label, "one of them");
    for (const std::string &reason : edge.reasons) {
      // Splits a text such as "to send tag 7 on halo" before "on" into two lines, because edges are drawn close to each
      // other.
      const std::size_t on = reason.find(" on ");
      append_line(label, std::string_view(reason).substr(0, on));
      if (on != std::string::npos) append_line(label, std::string_view(reason).substr(on + 1));
    }
    if (edge.more_reasons) append_line(label, "...");
    std::string text =
        "  node" + std::to_string(edge.from) + " -> node" + std::to_string(edge.to) + " [label=\"" + label + "\"";
    if (edge.core) text += ", class=\"core\", color=\"#c01c28\", fontcolor=\"#c01c28\", penwidth=2";
    if (edge.one_of_several) text += ", style=\"dashed\"";
    line(text + "];");
  }

  void line(std::string_view text) {
    sink_.append(text);
    sink_.end_line();
  }

  const WaitGraph &graph_;
  const why::Verdict &verdict_;
  Sink &sink_;
};

}  // namespace

void write_graph_dot(const WaitGraph &graph, const why::Verdict &verdict, Sink &sink) {
  GraphDot(graph, verdict, sink).write();
  sink.flush();
}

}  // namespace mqs_shim
