#include "mqs_shim/session/read_keyvals.h"

#include <algorithm>

#include "mpidbg/base/limits.h"

namespace mqs_shim {

namespace {

bool has_own_attributes(const ProcessReport &report) {
  const auto own = [](const auto &record) {
    return std::any_of(record.attributes.begin(), record.attributes.end(),
                       [](const AttributeRecord &attribute) { return attribute.name.empty(); });
  };
  return std::any_of(report.communicators.begin(), report.communicators.end(), own) ||
         std::any_of(report.handles.windows.objects.begin(), report.handles.windows.objects.end(), own);
}

}  // namespace

void read_keyvals(const Conversation &talk, ProcessReport &report) {
  if (talk.call.mpidbg_keyval_list == nullptr || !talk.handles_ready || !has_own_attributes(report)) return;
  int count = 0;
  mpidbg_keyval_info_t *keyvals = nullptr;
  if (const int code = talk.call.mpidbg_keyval_list(&talk.process, &count, &keyvals); code != MPIDBG_SUCCESS) {
    report.warnings.push_back("the functions of attributes cannot be seen: " + talk.why_no_handle(code));
    return;
  }
  if (keyvals == nullptr) return;
  for (std::size_t i = 0; i < bounded(count, mpidbg::limits::table_entries); ++i) {
    const mpidbg_keyval_info_t &keyval = keyvals[i];
    report.keyvals[keyval.keyval] = {keyval.kind,
                                     keyval.language,
                                     keyval.integer_kind != 0,
                                     keyval.reference_count,
                                     Address(keyval.copy_function),
                                     Address(keyval.delete_function),
                                     keyval.extra_state};
  }
  basic_callbacks().mqs_free_fp(keyvals);
}

}  // namespace mqs_shim
