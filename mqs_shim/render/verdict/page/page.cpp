#include "mqs_shim/render/verdict/page/page.h"

#include <string_view>

#include "mqs_shim/render/blocks/html_output.h"
#include "mqs_shim/render/verdict/page/graph_dot.h"
#include "mqs_shim/render/verdict/page/page_parts.h"
#include "mqs_shim/render/verdict/words/why.h"
#include "mqs_shim/render/verdict/words/why_terms.h"

namespace mqs_shim {

namespace {

// Returns the <svg> element of a file. Leaves out what precedes the element: HTML allows neither an XML declaration nor
// a document type inside of a page.
std::string_view svg_element(std::string_view svg) {
  const std::size_t begin = svg.find("<svg");
  const std::size_t end = svg.rfind("</svg>");
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
  return svg.substr(begin, end + 6 - begin);
}

class WhyPage {
 public:
  WhyPage(const why::Inquiry &inquiry, const WaitGraph &graph, const PageFacts &facts, Sink &sink)
      : inquiry_(inquiry), graph_(graph), facts_(facts), sink_(sink) {}

  void write() {
    write_head();
    write_header();
    write_verdict();
    write_graph();
    write_filled_by_script("stacks", "Stacks", "All threads, merged from the outermost function inwards");
    write_filled_by_script("roll", "Collectives", "Who is where on each communicator");
    write_filled_by_script("queues", "Messages and requests", "What is pending on every rank");
    write_filled_by_script("ranks", "Ranks", "All that is known of each");
    put("</main>\n<noscript>This page shows its evidence with a script, which is part of it.</noscript>\n");
    put("<script type=\"application/json\" id=\"data\">");
    put(page_data(inquiry_.waits(), inquiry_.verdict(), graph_, facts_.limits));
    put("</script>\n<script>");
    put(page_script);
    put("</script>\n</body>\n</html>\n");
  }

 private:
  void put(std::string_view text) { sink_.append(text); }
  void put_text(std::string_view text) { put(html(text)); }

  std::string title() const {
    const auto &findings = inquiry_.verdict().findings;
    if (!findings.empty()) return std::string(finding_term(findings.front().kind));
    return std::string(outcome_term(inquiry_.verdict().outcome));
  }

  void write_head() {
    put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    put("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "script-src 'sha256-");
    put(page_script_hash);
    put("'; base-uri 'none'; form-action 'none'\">\n");
    put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" "
        "content=\"light dark\">\n<title>mpidbg why: ");
    put_text(title());
    put("</title>\n<style>\n");
    put(page_style);
    put("</style>\n</head>\n<body>\n");
  }

  void write_header() {
    const why::Verdict &verdict = inquiry_.verdict();
    const bool stuck = verdict.outcome == why::Outcome::stuck;
    put("<header>\n<h1>mpidbg why</h1>\n<strong id=\"outcome\" class=\"");
    put(stuck ? "stuck" : verdict.outcome == why::Outcome::goes_on ? "fine" : "open");
    put("\">");
    put_text(title());
    put("</strong>\n<span>");
    const std::size_t processes = inquiry_.waits().evidence().size();
    put(std::to_string(processes) + (processes == 1 ? " process, " : " processes, ") +
        std::to_string(inquiry_.looks()) + (inquiry_.looks() == 1 ? " look" : " looks"));
    if (!facts_.made.empty()) {
      put(", ");
      put_text(facts_.made);
    }
    put("</span>\n<nav><a href=\"#verdict\">Verdict</a> <a href=\"#graph\">Graph</a> <a href=\"#stacks\">Stacks</a> "
        "<a href=\"#roll\">Collectives</a> <a href=\"#queues\">Messages</a> <a href=\"#ranks\">Ranks</a>\n"
        "<button id=\"theme\" type=\"button\">Dark or light</button></nav>\n</header>\n<main>\n");
  }

  void write_verdict() {
    put("<section id=\"verdict\">\n<h2>Verdict</h2>\n");
    HtmlOutput output(sink_);
    word_why(inquiry_, {}, facts_.seconds, output, facts_.launcher);
    put("</section>\n");
  }

  void write_graph() {
    put("<section id=\"graph\">\n<h2>Who waits for whom</h2>\n");
    const std::string_view svg = svg_element(facts_.picture);
    if (graph_.nodes.empty()) {
      put("<p>Nobody waits for anybody.</p>\n");
    } else if (svg.empty()) {
      put("<p class=\"problem\">No picture: ");
      put_text(facts_.why_no_picture.empty() ? "Graphviz was not asked" : facts_.why_no_picture);
      put("</p>\n");
    } else {
      put("<p>Red: can never go on. Dashed: one of several would do. A click shows the ranks.</p>\n"
          "<div class=\"picture\" tabindex=\"0\">\n");
      put(svg);
      put("\n</div>\n");
    }
    if (!graph_.nodes.empty()) {
      std::string dot;
      {
        Sink text(write_to_string(dot));
        write_graph_dot(graph_, inquiry_.verdict(), text);
      }
      put("<details><summary>As text for Graphviz</summary><pre>");
      put_text(dot);
      put("</pre></details>\n");
    }
    put("</section>\n");
  }

  void write_filled_by_script(std::string_view id, std::string_view heading, std::string_view explanation) {
    put("<section id=\"");
    put(id);
    put("\">\n<h2>");
    put(heading);
    put("</h2>\n<p>");
    put(explanation);
    put("</p>\n</section>\n");
  }

  const why::Inquiry &inquiry_;
  const WaitGraph &graph_;
  const PageFacts &facts_;
  Sink &sink_;
};

}  // namespace

void write_why_page(const why::Inquiry &inquiry, const WaitGraph &graph, const PageFacts &facts, Sink &sink) {
  WhyPage(inquiry, graph, facts, sink).write();
  sink.flush();
}

}  // namespace mqs_shim
