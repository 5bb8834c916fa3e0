#include "corefile/command/verbs/pmpi_report.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mqs_shim/render/escape.h"

namespace command {

using corefile::FortranBindings;
using corefile::Module;
using corefile::MpiDefinition;
using corefile::MpiFunction;
using corefile::MpiProfiling;
using mqs_shim::printable;

namespace {

// Arranges the names of functions in lines of about 120 columns.
std::string name_lines(const std::vector<std::string> &names) {
  std::string text, line;
  for (const std::string &name : names) {
    if (line.size() + name.size() > 116) {
      text += "    " + line + '\n';
      line.clear();
    }
    line += (line.empty() ? "" : " ") + name;
  }
  return line.empty() ? text : text + "    " + line + '\n';
}

std::vector<std::string> without_profiling_name(const MpiProfiling &profiling) {
  std::vector<std::string> names;
  for (const auto &[name, function] : profiling.functions) {
    if (!function.definitions.empty() && function.profiling.empty()) names.push_back(name);
  }
  return names;
}

std::size_t defined_functions(const MpiProfiling &profiling) {
  std::size_t count = 0;
  for (const auto &[name, function] : profiling.functions) count += function.definitions.empty() ? 0 : 1;
  return count;
}

// Returns the tools that define the function in front of the MPI library, in the order of their calls.
std::vector<const Module *> wrappers(const MpiProfiling &profiling, const MpiFunction &function) {
  std::vector<const Module *> modules;
  for (const MpiDefinition &definition : function.definitions) {
    if (definition.module == profiling.library) break;
    modules.push_back(definition.module);
  }
  return modules;
}

std::string redirections(const MpiProfiling &profiling) {
  std::string text;
  for (const auto &[name, function] : profiling.functions) {
    for (const auto &call : function.redirected) {
      text += "  " + printable(call.caller->path) + " calls " + name + " at " + mpidbg::hex(call.address) + " in " +
              (call.to == nullptr ? "no module" : printable(call.to->path)) +
              ": a tool wrote the slot, the dynamic linker's order leads elsewhere\n";
    }
  }
  return text;
}

std::string chains(const MpiProfiling &profiling) {
  std::map<std::vector<const Module *>, std::vector<std::string>> names;
  for (const auto &[name, function] : profiling.functions) {
    if (auto modules = wrappers(profiling, function); modules.size() > 1) names[std::move(modules)].push_back(name);
  }
  std::string text;
  for (const auto &[modules, functions] : names) {
    text += "  " + std::to_string(modules.size()) + " tools define the same " + std::to_string(functions.size()) +
            " functions: " + printable(modules.front()->path) + " is called";
    std::size_t i = 1;
    const auto calls_next = [&](const Module *module) {
      const auto &all = profiling.calling_next;
      return std::find(all.begin(), all.end(), module) != all.end();
    };
    for (; i < modules.size() && calls_next(modules[i - 1]); ++i)
      text += ", which calls " + printable(modules[i]->path);
    if (i < modules.size()) {
      for (const std::size_t last = i; i < modules.size(); ++i)
        text += (i == last ? "; not " : ", ") + printable(modules[i]->path);
      text += ", unless the one before calls it: PMPI_ leads straight to the library";
    }
    text += '\n' + name_lines(functions);
  }
  return text;
}

std::string pcontrol(const MpiProfiling &profiling) {
  const auto found = profiling.functions.find("MPI_Pcontrol");
  if (found == profiling.functions.end() || found->second.definitions.empty()) return {};
  const Module *const module = found->second.definitions.front().module;
  if (module == profiling.library) return "  MPI_Pcontrol goes to the library, where it does nothing\n";
  return "  MPI_Pcontrol goes to " + printable(module->path) +
         ": level 1 is the default, 0 switches off, 2 flushes; others are the tool's\n";
}

std::string fortran(const FortranBindings &bindings) {
  const std::string text = "  Fortran, " + printable(bindings.module->path) + ": " + bindings.example + ", ";
  const std::string mpi = std::to_string(bindings.call_mpi), pmpi = std::to_string(bindings.call_pmpi);
  if (bindings.call_mpi == 0) {
    return text + "and so do all " + pmpi + ": a tool that wraps the functions of C sees no call from Fortran\n";
  }
  if (bindings.call_pmpi == 0) {
    return text + "and so do all " + mpi +
           ": a tool that wraps the functions of C sees each call from Fortran once, one that wraps both sees it "
           "twice\n";
  }
  return text + mpi + " call the MPI_ name, " + pmpi +
         " the PMPI_ name: a tool that wraps the functions of C sees some calls from Fortran\n";
}

}  // namespace

std::string pmpi_text(const std::string &target, const MpiProfiling &profiling, bool verbose) {
  std::string text = printable(target) + "  library " + printable(profiling.library->path) + '\n';
  const auto lacking = without_profiling_name(profiling);
  text += "  " + std::to_string(defined_functions(profiling)) + " functions of MPI, " +
          (lacking.empty() ? "every one has its PMPI_ name"
                           : std::to_string(lacking.size()) + " without a PMPI_ name, which no tool can wrap:") +
          '\n';
  text += name_lines(lacking);
  const auto tools = profiling.tools();
  if (tools.empty()) text += "  nothing intercepts: every call goes straight to the library\n";
  for (const auto &tool : tools) {
    text +=
        "  " + printable(tool.module->path) + " intercepts " + std::to_string(tool.functions.size()) + " functions\n";
    if (verbose || tool.functions.size() <= 40) text += name_lines(tool.functions);
  }
  text += chains(profiling) + redirections(profiling) + pcontrol(profiling);
  for (const FortranBindings &bindings : profiling.fortran) text += fortran(bindings);
  if (profiling.is_static) {
    text +=
        "  MPI is linked into the program: an executable does not show which functions share an object file with a "
        "Fortran wrapper, and so cannot be replaced alone\n";
  }
  for (const Module *module : profiling.unseen) text += "  cannot see: " + printable(module->problem) + '\n';
  for (const Module *module : profiling.partly_seen)
    text += "  cannot see: all calls of " + printable(module->path) +
            ": sections of the file overlap, or memory that says where they go is missing\n";
  return text;
}

void write_pmpi_json(mqs_shim::JsonWriter &json, const std::string &target, const MpiProfiling &profiling) {
  json.begin_object();
  json.key("target").string(target);
  json.key("library").string(profiling.library->path);
  json.key("functions").begin_array(true);
  for (const auto &[name, function] : profiling.functions) {
    const auto modules = [&](const char *key, const std::vector<MpiDefinition> &definitions) {
      json.key(key).begin_array();
      for (const MpiDefinition &definition : definitions) {
        json.begin_object();
        json.key("module").string(definition.module->path);
        json.key("address").address_or_null(definition.address);
        json.key("weak").boolean(definition.weak);
        json.end_object();
      }
      json.end_array();
    };
    json.begin_object();
    json.key("name").string(name);
    modules("definitions", function.definitions);
    modules("profiling", function.profiling);
    json.key("redirected").begin_array();
    for (const auto &call : function.redirected) {
      json.begin_object();
      json.key("caller").string(call.caller->path);
      json.key("module").string_or_null(call.to == nullptr ? std::string() : call.to->path);
      json.key("address").address_or_null(call.address);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.key("fortran").begin_array();
  for (const FortranBindings &bindings : profiling.fortran) {
    json.begin_object();
    json.key("module").string(bindings.module->path);
    json.key("call_mpi").number(static_cast<std::int64_t>(bindings.call_mpi));
    json.key("call_pmpi").number(static_cast<std::int64_t>(bindings.call_pmpi));
    json.end_object();
  }
  json.end_array();
  json.key("unseen").begin_array();
  for (const Module *module : profiling.unseen) json.string(module->path);
  for (const Module *module : profiling.partly_seen) json.string(module->path);
  json.end_array();
  json.end_object();
}

}  // namespace command
