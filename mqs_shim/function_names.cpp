#include "mqs_shim/function_names.h"

namespace mqs_shim {

void name_functions(Target &target, ProcessReport &report) {
  const auto name = [&](Address function) {
    if (function.is_null() || report.function_names.contains(function)) return;
    if (std::string found = target.symbol_at(function); !found.empty()) {
      report.function_names.emplace(function, std::move(found));
    }
  };
  for (const ErrhandlerRecord &record : report.handles.errhandlers.objects) name(record.function);
  for (const OpRecord &record : report.handles.ops.objects) name(record.function);
}

}  // namespace mqs_shim
