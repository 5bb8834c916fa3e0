#include "mqs_shim/session/function_names.h"

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
  for (const RequestRecord &record : report.handles.requests.objects) {
    if (record.generalized && record.has(MPIDBG_REQUEST_INFO_POLLED)) name(record.generalized->query);
  }
  if (report.recorder) {
    // The name is looked up one byte before the return address, which may be just behind the end of its function.
    const auto name_site = [&](Address site) {
      if (!site.is_null()) name(site - 1);
    };
    const auto name_sites = [&](const RecordedRecord &record) {
      name_site(record.created_at);
      name_site(record.freed_at);
      for (const Address caller : record.callers) name_site(caller);
      for (const mpidbg_recorded_lock_t &lock : record.locks) name_site(Address(lock.site));
    };
    for (const auto &[key, record] : report.recorder->objects) name_sites(record);
    for (const RecordedRecord &record : report.recorder->unseen) name_sites(record);
    for (const RecordedThreadRecord &thread : report.recorder->threads) {
      name_site(thread.site);
      for (const RecordedCallRecord &call : thread.last_calls) name_site(call.site);
    }
  }
  for (const auto &[number, record] : report.keyvals) {
    name(record.copy_function);
    name(record.delete_function);
  }
}

}  // namespace mqs_shim
