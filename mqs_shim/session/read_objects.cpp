#include "mqs_shim/session/read_objects.h"

#include "mpidbg/base/limits.h"

namespace mqs_shim {

namespace {

bool answers_queries(const Conversation &talk) {
  return talk.call.mpidbg_query != nullptr && talk.call.mpidbg_list != nullptr && talk.call.mpidbg_free != nullptr;
}

std::uint32_t capabilities(const Conversation &talk, mpidbg_handle_kind_t kind) {
  if (talk.call.mpidbg_capabilities == nullptr) return 0;
  return static_cast<std::uint32_t>(talk.call.mpidbg_capabilities(&talk.process, kind));
}

template <class Record>
Status query(const Conversation &talk, Address handle, Record &record) {
  constexpr mpidbg_handle_kind_t kind = KindOf<Record>::kind;
  void *info = nullptr;
  const int code = talk.call.mpidbg_query(&talk.process, kind, handle.value(), &info);
  if (code != MPIDBG_SUCCESS) return Error{ErrorCode::not_found, talk.why_no_handle(code), handle};
  if (info == nullptr) return Error{ErrorCode::corrupt, "the plugin's query succeeded without a result", handle};
  record.handle = handle;
  take(*static_cast<const typename KindOf<Record>::Info *>(info), record);
  talk.call.mpidbg_free(info, kind);
  return {};
}

template <class Record>
void read_list(const Conversation &talk, HandleList<Record> &list) {
  constexpr mpidbg_handle_kind_t kind = KindOf<Record>::kind;
  const auto add_problem = [&](const std::string &problem) {
    if (list.problem.empty()) list.problem = problem;
  };
  if (talk.call.mpidbg_kind_problem != nullptr) {
    add_problem(plain_text(talk.call.mpidbg_kind_problem(&talk.process, kind)));
  }
  int count = 0;
  mqs_taddr_t *handles = nullptr;
  const int code = talk.call.mpidbg_list(&talk.process, kind, &count, &handles);
  if (code != MPIDBG_SUCCESS) return add_problem(talk.why_no_handle(code));
  const std::vector<Address> live = to_addresses(handles, count);
  if (handles != nullptr) basic_callbacks().mqs_free_fp(handles);
  list.objects.reserve(live.size());
  const std::uint32_t known = capabilities(talk, kind);
  for (const Address handle : live) {
    Record record;
    record.capabilities = known;
    if (const Status status = query(talk, handle, record); status) {
      list.objects.push_back(std::move(record));
    } else {
      add_problem(status.error().message);
    }
  }
}

}  // namespace

void read_objects(const Conversation &talk, const std::set<mpidbg_handle_kind_t> &kinds, HandleLists &lists) {
  lists.for_each([&](auto &list) {
    if (!kinds.contains(kind_of(list).kind)) return;
    list.asked = true;
    if (!answers_queries(talk)) {
      list.problem = "the plugin " + talk.plugin.path() + " answers no queries of " + std::string(kind_of(list).nouns);
    } else if (!talk.handles_ready) {
      list.problem = "the plugin could not be set up for queries of handles";
    } else {
      read_list(talk, list);
    }
  });
}

Status read_object(const Conversation &talk, mpidbg_handle_kind_t kind, Address handle, ProcessReport &report) {
  if (!answers_queries(talk) || !talk.handles_ready) {
    return Error{ErrorCode::not_supported, "the plugin " + talk.plugin.path() + " answers no queries of handles", {}};
  }
  if (kind == MPIDBG_KIND_STATUS) {
    StatusRecord record;
    record.capabilities = capabilities(talk, kind);
    MPIDBG_TRY(query(talk, handle, record));
    report.shown_status = std::move(record);
    return {};
  }
  Status status = Error{ErrorCode::not_supported, "no such kind of handle", handle};
  report.handles.for_each([&]<class Record>(HandleList<Record> &list) {
    if (KindOf<Record>::kind != kind) return;
    list.asked = true;
    Record record;
    record.capabilities = capabilities(talk, kind);
    status = query(talk, handle, record);
    if (status) list.objects.push_back(std::move(record));
  });
  return status;
}

}  // namespace mqs_shim
