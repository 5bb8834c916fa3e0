#include "mqs_shim/session/read_objects.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

#include "mpidbg/base/byte_order.h"
#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mqs_shim/session/unshown.h"

namespace mqs_shim {

namespace {

constexpr std::size_t most_in_array = 1024;  // limit per array
constexpr std::size_t page_bytes = 4096;
constexpr std::size_t most_pages = 16;  // limit per array of records

bool answers_queries(const Conversation &talk, mpidbg_handle_kind_t kind) {
  const PluginFunctions &call = talk.call;
  if (!talk.handles_ready) return false;
  if (talk.plugin.dialect().historical_handles) return kind == MPIDBG_KIND_COMM;
  if (call.mpidbg_free == nullptr) return false;
  if (call.mpidbg_query != nullptr && call.mpidbg_list != nullptr) return true;
  if (kind == MPIDBG_KIND_COMM) return call.mpidbg_comm_query != nullptr;
  return kind == MPIDBG_KIND_GROUP && call.mpidbg_group_query != nullptr;
}

// Asks the plugin about an object. A plugin that supports only communicators and groups has one function for each of
// these two kinds instead of mpidbg_query.
int query(const Conversation &talk, mpidbg_handle_kind_t kind, Address handle, void **info) {
  const PluginFunctions &call = talk.call;
  if (call.mpidbg_query != nullptr) return call.mpidbg_query(&talk.process, kind, handle.value(), info);
  const auto ask = [&]<class Info>(auto function, Info *result) {
    const int code = function(&talk.image, talk.image.info, &talk.process, talk.process.info, handle.value(), &result);
    *info = result;
    return code;
  };
  return kind == MPIDBG_KIND_COMM ? ask(call.mpidbg_comm_query, static_cast<mpidbg_comm_info_t *>(nullptr))
                                  : ask(call.mpidbg_group_query, static_cast<mpidbg_group_info_t *>(nullptr));
}

int list(const Conversation &talk, mpidbg_handle_kind_t kind, int *count, mqs_taddr_t **handles) {
  const PluginFunctions &call = talk.call;
  if (call.mpidbg_list != nullptr) return call.mpidbg_list(&talk.process, kind, count, handles);
  const auto function = kind == MPIDBG_KIND_COMM ? call.mpidbg_comm_list : call.mpidbg_group_list;
  if (function == nullptr) return MPIDBG_ERR_NOT_SUPPORTED;
  return function(&talk.image, talk.image.info, &talk.process, talk.process.info, count, handles);
}

std::uint32_t capabilities(const Conversation &talk, mpidbg_handle_kind_t kind) {
  if (talk.call.mpidbg_capabilities == nullptr) return 0;
  return static_cast<std::uint32_t>(talk.call.mpidbg_capabilities(&talk.process, kind));
}

// Copies the members that the struct had in 2007 to the record, and sets all later members to "not known". Then frees
// `info` and its parts, which the plugin has allocated one by one with mqs_malloc.
void take_historical(mpidbg_comm_info_t *info, CommunicatorRecord &record) {
  mpidbg_comm_info_t known{};
  std::memcpy(&known, info, offsetof(mpidbg_comm_info_t, comm_full_name));
  known.comm_context_id = -1;
  known.comm_world_rank = -1;
  known.comm_reference_count = -1;
  known.comm_bitflags = static_cast<mpidbg_comm_info_bitmap_t>(static_cast<unsigned>(known.comm_bitflags) &
                                                               (MPIDBG_COMM_INFO_DIST_GRAPH - 1));
  take(known, record);
  const mqs_free_ft release = basic_callbacks().mqs_free_fp;
  for (int i = 0; known.comm_attrs != nullptr && i < known.comm_num_attrs; ++i) {
    release(known.comm_attrs[i].keyval_name);
    release(known.comm_attrs[i].value);
  }
  for (void *part : {static_cast<void *>(known.comm_local_procs), static_cast<void *>(known.comm_remote_procs),
                     static_cast<void *>(known.comm_cart_dims), static_cast<void *>(known.comm_cart_periods),
                     static_cast<void *>(known.comm_graph_index), static_cast<void *>(known.comm_graph_edges),
                     static_cast<void *>(known.comm_attrs), static_cast<void *>(known.comm_pending_requests),
                     static_cast<void *>(known.comm_derived_windows), static_cast<void *>(known.comm_derived_files),
                     static_cast<void *>(info)})
    release(part);
}

// Fills in the record. Returns false if the plugin answers MPIDBG_ERR_BEING_MADE.
template <class Record>
Result<bool> query_if_there(const Conversation &talk, Address handle, std::uint32_t known, Record &record) {
  constexpr mpidbg_handle_kind_t kind = KindOf<Record>::kind;
  void *info = nullptr;
  const int code = query(talk, kind, handle, &info);
  if (code == MPIDBG_ERR_BEING_MADE) return false;
  if (code != MPIDBG_SUCCESS) return Error{ErrorCode::not_found, talk.why_no_handle(code), handle};
  if (info == nullptr) return Error{ErrorCode::corrupt, "the plugin's query succeeded without a result", handle};
  record.handle = handle;
  if constexpr (requires { record.capabilities; }) record.capabilities = known;
  if constexpr (kind == MPIDBG_KIND_COMM) {
    if (talk.plugin.dialect().historical_handles) {
      take_historical(static_cast<mpidbg_comm_info_t *>(info), record);
      return true;
    }
  }
  take(*static_cast<const typename KindOf<Record>::Info *>(info), record);
  if constexpr (kind == MPIDBG_KIND_REQUEST) {
    if (talk.plugin.dialect().extension_version >= 4)
      record.record = Address(static_cast<const mpidbg_request_info_t *>(info)->req_record);
  }
  talk.call.mpidbg_free(info, kind);
  return true;
}

Status absent(const Conversation &talk, Address handle) {
  return Error{ErrorCode::not_found, talk.why_no_handle(MPIDBG_ERR_BEING_MADE), handle};
}

template <class Record>
Status query_object(const Conversation &talk, Address handle, std::uint32_t known, Record &record) {
  MPIDBG_ASSIGN(is_there, query_if_there(talk, handle, known, record));
  return is_there ? Status() : absent(talk, handle);
}

// Returns true if, according to the plugin, the MPI library supports objects of this kind.
bool has_kind(const Conversation &talk, mpidbg_handle_kind_t kind) {
  if (!talk.handles_ready || talk.call.mpidbg_list == nullptr) return false;
  int count = 0;
  mqs_taddr_t *handles = nullptr;
  const int code = list(talk, kind, &count, &handles);
  if (handles != nullptr) basic_callbacks().mqs_free_fp(handles);
  return code != MPIDBG_ERR_NOT_SUPPORTED;
}

template <class Record>
void read_list(const Conversation &talk, HandleList<Record> &objects) {
  constexpr mpidbg_handle_kind_t kind = KindOf<Record>::kind;
  const auto add_problem = [&](const std::string &problem) {
    if (objects.problem.empty()) objects.problem = problem;
  };
  add_problem(kind_problem(talk, kind));
  const auto live = list_handles(talk, kind);
  if (!live) return add_problem(live.error().message);
  objects.objects.reserve(live->size());
  const std::uint32_t known = capabilities(talk, kind);
  for (const Address handle : *live) {
    Record record;
    const auto is_there = query_if_there(talk, handle, known, record);
    if (!is_there) {
      add_problem(is_there.error().message);
    } else if (*is_there) {
      objects.objects.push_back(std::move(record));
    }
  }
  add_problem(kind_problem(talk, kind));  // now also about values that were left out
}

// Returns the communicators to which the objects of the report belong and, with `in_full`, the communicators that use
// these objects.
std::vector<Address> named_communicators(const ProcessReport &report, bool in_full) {
  std::vector<Address> named;
  const auto add = [&](Address handle) {
    if (!handle.is_null() && std::find(named.begin(), named.end(), handle) == named.end()) named.push_back(handle);
  };
  const auto add_references = [&](const auto &references) {
    for (const HandleReferenceRecord &reference : references) {
      if (reference.kind == MPIDBG_KIND_COMM) add(reference.handle);
    }
  };
  report.handles.for_each([&](const auto &objects) {
    for (const auto &record : objects.objects) {
      if constexpr (requires { record.communicator; }) add(record.communicator);
      if constexpr (requires { record.origin_communicator; }) add(record.origin_communicator);
      if (!in_full) continue;
      if constexpr (requires { record.users; }) add_references(record.users);
      if constexpr (requires { record.pending; }) add_references(record.pending);
    }
  });
  if (in_full) {
    for (const GroupRecord &group : report.groups) {
      for (const Address handle : group.communicators) add(handle);
    }
  }
  return named;
}

template <class Record>
Status add_object(const Conversation &talk, Address handle, std::vector<Record> &objects) {
  const auto is_it = [&](const Record &record) { return record.handle == handle; };
  if (std::any_of(objects.begin(), objects.end(), is_it)) return {};
  Record record;
  MPIDBG_TRY(query_object(talk, handle, record));
  objects.push_back(std::move(record));
  return {};
}

}  // namespace

template <class Record>
Result<bool> query_listed(const Conversation &talk, Address handle, Record &record) {
  constexpr mpidbg_handle_kind_t kind = KindOf<Record>::kind;
  if (!answers_queries(talk, kind)) {
    return Error{ErrorCode::not_supported, "the plugin " + talk.plugin.path() + " answers no queries of handles", {}};
  }
  return query_if_there(talk, handle, capabilities(talk, kind), record);
}
template Result<bool> query_listed(const Conversation &, Address, CommunicatorRecord &);
template Result<bool> query_listed(const Conversation &, Address, GroupRecord &);

template <class Record>
Status query_object(const Conversation &talk, Address handle, Record &record) {
  MPIDBG_ASSIGN(is_there, query_listed(talk, handle, record));
  return is_there ? Status() : absent(talk, handle);
}
template Status query_object(const Conversation &, Address, CommunicatorRecord &);
template Status query_object(const Conversation &, Address, GroupRecord &);

Result<bool> query_listed_outline(const Conversation &talk, Address handle, CommunicatorRecord &record) {
  if (talk.call.mpidbg_communicator_outline == nullptr || !talk.handles_ready) {
    return query_listed(talk, handle, record);
  }
  mpidbg_communicator_outline_t outline{};
  outline.struct_size = sizeof outline;
  outline.nonblocking_collectives = -1;  // an older plugin does not write it
  const int code = talk.call.mpidbg_communicator_outline(&talk.process, handle.value(), &outline);
  if (code == MPIDBG_ERR_BEING_MADE) return false;
  if (code != MPIDBG_SUCCESS) return Error{ErrorCode::not_found, talk.why_no_handle(code), handle};
  record.handle = handle;
  take(outline, record);
  return true;
}

Status query_outline(const Conversation &talk, Address handle, CommunicatorRecord &record) {
  MPIDBG_ASSIGN(is_there, query_listed_outline(talk, handle, record));
  return is_there ? Status() : absent(talk, handle);
}

std::string kind_problem(const Conversation &talk, mpidbg_handle_kind_t kind) {
  if (talk.call.mpidbg_kind_problem == nullptr) return {};
  return plain_text(talk.call.mpidbg_kind_problem(&talk.process, kind));
}

Result<std::vector<Address>> list_handles(const Conversation &talk, mpidbg_handle_kind_t kind) {
  int count = 0;
  mqs_taddr_t *handles = nullptr;
  const int code = list(talk, kind, &count, &handles);
  if (code != MPIDBG_SUCCESS) return Error{ErrorCode::unavailable, talk.why_no_handle(code), {}};
  std::vector<Address> live = to_addresses(handles, count);
  if (handles != nullptr) basic_callbacks().mqs_free_fp(handles);
  if (is_beyond(count)) return Error{ErrorCode::corrupt, too_many(count), {}};
  return live;
}

void read_objects(const Conversation &talk, const std::set<mpidbg_handle_kind_t> &kinds, HandleLists &lists) {
  lists.for_each([&](auto &objects) {
    const auto kind = kind_of(objects);
    if (!kinds.contains(kind.kind)) return;
    // If all kinds are requested, MPI sessions are left out unless the library supports these, which MPI introduced in
    // version 4.0.
    if (kind.kind == MPIDBG_KIND_SESSION && kinds.size() > 1 && !has_kind(talk, kind.kind)) return;
    objects.asked = true;
    if (talk.call.mpidbg_query == nullptr || talk.call.mpidbg_list == nullptr || talk.call.mpidbg_free == nullptr) {
      objects.problem = "the plugin " + talk.plugin.path() + " answers no queries of " + std::string(kind.nouns);
    } else if (!talk.handles_ready) {
      objects.problem = "the plugin could not be set up for queries of handles";
    } else {
      read_list(talk, objects);
    }
  });
}

void add_elements(const Conversation &talk, const std::vector<Address> &arrays, std::vector<Address> &found) {
  const std::size_t size = talk.image.target.pointer_size();
  std::vector<std::byte> bytes(most_in_array * size);
  for (const Address array : arrays) {
    if (array.is_null() || array.value() % size != 0) continue;
    std::size_t read = 0;
    while (read < bytes.size()) {
      const Address at = array + read;
      const std::size_t part = std::min<std::size_t>(bytes.size() - read, page_bytes - at.value() % page_bytes);
      if (!talk.process.memory.read(at, bytes.data() + read, part)) break;
      read += part;
    }
    for (std::size_t at = 0; at < read; at += size) {
      const Address one(
          mpidbg::decode_unsigned(std::span<const std::byte>(bytes).subspan(at, size), talk.image.target.byte_order()));
      if (!one.is_null() && one.value() % size == 0) found.push_back(one);
    }
  }
}

std::vector<Address> records_in_array(const Conversation &talk, Address array, const std::vector<Address> &records) {
  std::vector<Address> found;
  const std::size_t size = talk.image.target.pointer_size();
  if (array.is_null() || array.value() % size != 0) return found;
  std::vector<std::byte> bytes(page_bytes);
  std::size_t part = 0;
  for (std::size_t page = 0; page < most_pages; ++page, array = array + part) {
    part = page_bytes - array.value() % page_bytes;
    if (!talk.process.memory.read(array, bytes.data(), part)) break;
    for (std::size_t at = 0; at < part; at += size) {
      const Address one(
          mpidbg::decode_unsigned(std::span<const std::byte>(bytes).subspan(at, size), talk.image.target.byte_order()));
      if (std::binary_search(records.begin(), records.end(), one)) found.push_back(one);
    }
  }
  return found;
}

void read_requests(const Conversation &talk, const std::vector<Address> &addresses, HandleLists &lists) {
  std::vector<RequestRecord> &requests = lists.requests.objects;
  for (const Address address : addresses) {
    if (!address.is_null()) static_cast<void>(add_object(talk, address, requests));
  }
}

Status read_object(const Conversation &talk, mpidbg_handle_kind_t kind, Address handle, ProcessReport &report) {
  if (kind == MPIDBG_KIND_COMM) return add_object(talk, handle, report.communicators);
  if (kind == MPIDBG_KIND_GROUP) return add_object(talk, handle, report.groups);
  if (kind == MPIDBG_KIND_STATUS) {
    StatusRecord record;
    MPIDBG_TRY(query_object(talk, handle, record));
    report.shown_status = std::move(record);
    return {};
  }
  Status status = Error{ErrorCode::not_supported, "no such kind of handle", handle};
  report.handles.for_each([&]<class Record>(HandleList<Record> &objects) {
    if (KindOf<Record>::kind != kind) return;
    objects.asked = true;
    status = add_object(talk, handle, objects.objects);
  });
  return status;
}

void read_named_communicators(const Conversation &talk, bool in_full, ProcessReport &report) {
  for (const Address handle : named_communicators(report, in_full)) {
    const auto is_it = [&](const CommunicatorRecord &record) { return record.handle == handle; };
    if (std::any_of(report.communicators.begin(), report.communicators.end(), is_it)) continue;
    CommunicatorRecord record;
    if (const Status status = query_outline(talk, handle, record); !status) {
      report.add_gap(cannot_show("the communicator at " + mpidbg::hex(handle), status.error().message));
      continue;
    }
    if ((record.flags & MPIDBG_COMM_INFO_COMM_NULL) == 0) report.communicators.push_back(std::move(record));
  }
}

}  // namespace mqs_shim
