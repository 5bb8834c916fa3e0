#include "mpidbg/model/ofi/psm.h"

#include <algorithm>
#include <unordered_map>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/ofi/constants.h"
#include "mpidbg/layout/view.h"
#include "mpidbg/model/ofi/completions.h"
#include "mpidbg/model/ofi/psm_requests.h"

namespace mpidbg::model::ofi {

namespace constants = layout::ofi;
using layout::StructLayout;
using layout::View;
using namespace layout::ofi;

namespace {

constexpr std::uint64_t most_processes = 1u << 24, most_contexts = 1u << 12, most_buckets = 1u << 16;

class Psm final : public Provider {
 public:
  Psm(const debugger::Memory &memory, const Layouts &layouts, Address endpoint, Address context, Address queues)
      : memory_(memory),
        layouts_(layouts),
        endpoint_(endpoint),
        context_(context),
        queues_(queues),
        requests_(memory, layouts, queues) {}

  Status check() const override {
    MPIDBG_ASSIGN(context, View<PsmContextLayout>::read(memory_, layouts_.psm_context, context_));
    MPIDBG_ASSIGN(queues, View<PsmQueuesLayout>::read(memory_, layouts_.psm_queues, queues_));
    if (context.get(&PsmContextLayout::ep) != endpoint_ ||
        context.get(&PsmContextLayout::psm2_ep) != queues.get(&PsmQueuesLayout::ep)) {
      return Error{
          ErrorCode::corrupt,
          "psm2_mq at " + hex(queues_) + " and psmx3_trx_ctxt at " + hex(context_) + " are not of the same endpoint",
          queues_};
    }
    MPIDBG_TRY(requests_.check_pool(queues.get(&PsmQueuesLayout::sreq_pool)));
    MPIDBG_TRY(requests_.check_pool(queues.get(&PsmQueuesLayout::rreq_pool)));
    const auto none = [](const PsmRequests::Request &) { return Status(); };
    MPIDBG_TRY(walk_list(queues, &PsmQueuesLayout::expected_q, "psm2_mq.expected_q",
                         queues.get(&PsmQueuesLayout::expected_list_len), none));
    return walk_list(queues, &PsmQueuesLayout::unexpected_q, "psm2_mq.unexpected_q",
                     queues.get(&PsmQueuesLayout::unexpected_list_len), none);
  }

  Listed<Receive> posted() const override {
    Listed<Receive> result;
    struct Order {
      std::uint64_t number = 0;
      Receive receive;
    };
    std::vector<Order> found;
    const auto read = [&]() -> Status {
      MPIDBG_ASSIGN(names, names_of_processes());
      const auto add = [&](const PsmRequests::Request &request) -> Status {
        MPIDBG_ASSIGN(receive, requests_.receive(request));
        if (!receive) return {};
        MPIDBG_TRY(give_name(names, receive->source));
        found.push_back({request.get(&PsmRequestLayout::timestamp), *receive});
        return {};
      };
      MPIDBG_ASSIGN(queues, View<PsmQueuesLayout>::read(memory_, layouts_.psm_queues, queues_));
      MPIDBG_TRY(walk_list(queues, &PsmQueuesLayout::expected_q, "psm2_mq.expected_q",
                           queues.get(&PsmQueuesLayout::expected_list_len), add));
      return walk_hashes(queues, add);
    };
    if (const Status status = read(); !status) result.problem = status.error();
    std::stable_sort(found.begin(), found.end(), [](const Order &a, const Order &b) { return a.number < b.number; });
    for (const Order &one : found) result.entries.push_back(one.receive);
    return result;
  }

  Listed<Message> unexpected() const override {
    Listed<Message> result;
    const auto read = [&]() -> Status {
      MPIDBG_ASSIGN(names, names_of_processes());
      MPIDBG_ASSIGN(queues, View<PsmQueuesLayout>::read(memory_, layouts_.psm_queues, queues_));
      return walk_list(queues, &PsmQueuesLayout::unexpected_q, "psm2_mq.unexpected_q",
                       queues.get(&PsmQueuesLayout::unexpected_list_len), [&](const PsmRequests::Request &request) {
                         return add_message(request, names, result.entries);
                       });
    };
    if (const Status status = read(); !status) result.problem = status.error();
    return result;
  }
  bool is_in_order() const override { return true; }

  Listed<Match> matched() const override {
    Listed<Match> result;
    const auto read = [&]() -> Status {
      MPIDBG_ASSIGN(names, names_of_processes());
      MPIDBG_ASSIGN(queues, View<PsmQueuesLayout>::read(memory_, layouts_.psm_queues, queues_));
      return requests_.walk_pool(queues.get(&PsmQueuesLayout::rreq_pool),
                                 [&](const PsmRequests::Request &request) -> Status {
                                   if (request.get(&PsmRequestLayout::state) != constants::psm_matched) return {};
                                   std::vector<Message> messages;
                                   MPIDBG_TRY(add_message(request, names, messages));
                                   MPIDBG_ASSIGN(receive, requests_.receive(request));
                                   if (!receive || messages.empty()) return {};
                                   receive->source = messages.front().source;
                                   result.entries.push_back({*receive, messages.front()});
                                   return {};
                                 });
    };
    if (const Status status = read(); !status) result.problem = status.error();
    return result;
  }

  Listed<Send> sends() const override {
    Listed<Send> result;
    const auto read = [&]() -> Status {
      MPIDBG_ASSIGN(names, names_of_processes());
      MPIDBG_ASSIGN(queues, View<PsmQueuesLayout>::read(memory_, layouts_.psm_queues, queues_));
      return requests_.walk_pool(queues.get(&PsmQueuesLayout::sreq_pool),
                                 [&](const PsmRequests::Request &request) -> Status {
                                   MPIDBG_ASSIGN(send, requests_.send(request));
                                   if (!send) return {};
                                   MPIDBG_TRY(give_name(names, send->destination));
                                   result.entries.push_back(*send);
                                   return {};
                                 });
    };
    if (const Status status = read(); !status) result.problem = status.error();
    return result;
  }

  Result<Message> taken_by(Address context) const override {
    MPIDBG_ASSIGN(record, memory_.read_pointer(context, "fi_context.internal"));
    MPIDBG_ASSIGN(request, PsmRequests::Request::read(memory_, layouts_.psm_request, record));
    if (request.get(&PsmRequestLayout::mq) != queues_) {
      return Error{ErrorCode::corrupt, "psm2_mq_req at " + hex(record) + " is not of the queues at " + hex(queues_),
                   record};
    }
    MPIDBG_ASSIGN(names, names_of_processes());
    std::vector<Message> messages;
    MPIDBG_TRY(add_message(request, names, messages));
    if (!messages.empty()) return messages.front();
    return Error{ErrorCode::not_found, "psm2_mq_req at " + hex(record) + " is not a tagged message", record};
  }

  Result<Transport> progress() const override {
    MPIDBG_ASSIGN(queues, View<PsmQueuesLayout>::read(memory_, layouts_.psm_queues, queues_));
    Transport transport;
    transport.counters = {queues.get(&PsmQueuesLayout::tx_num), queues.get(&PsmQueuesLayout::rx_user_num),
                          queues.get(&PsmQueuesLayout::rx_sys_num)};
    MPIDBG_ASSIGN(completed, queues.part(&PsmQueuesLayout::completed_q, layouts_.psm_list));
    MPIDBG_ASSIGN(early, queues.part(&PsmQueuesLayout::outoforder_q, layouts_.psm_list));
    if (!completed.get(&PsmListLayout::first).is_null() || !early.get(&PsmListLayout::first).is_null()) {
      transport.empty = false;
    }
    return transport;
  }

 private:
  // The addresses of processes in the address vector, by those that psm3 has.
  using Names = std::unordered_map<std::uint64_t, std::uint64_t>;

  Result<Names> names_of_processes() const {
    MPIDBG_ASSIGN(endpoint, View<PsmEndpointLayout>::read(memory_, layouts_.psm_endpoint, endpoint_));
    const Address place = endpoint.get(&PsmEndpointLayout::av);
    MPIDBG_ASSIGN(vector, View<PsmAddressesLayout>::read(memory_, layouts_.psm_addresses, place));
    const std::uint64_t count = vector.get(&PsmAddressesLayout::count);
    const std::int64_t contexts = vector.get(&PsmAddressesLayout::max_trx_ctxt);
    if (count > most_processes || contexts < 0 || static_cast<std::uint64_t>(contexts) > most_contexts) {
      return Error{ErrorCode::corrupt,
                   "psmx3_fid_av at " + hex(place) + " has " + hex(count) + " addresses for " +
                       std::to_string(contexts) + " contexts",
                   place};
    }
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(contexts); ++i) {
      const Address entry = vector.address_of(&PsmAddressesLayout::conn_info) + i * layouts_.psm_connections.byte_size;
      MPIDBG_ASSIGN(view, View<PsmConnectionsLayout>::read(memory_, layouts_.psm_connections, entry));
      if (view.get(&PsmConnectionsLayout::trx_ctxt) != context_) continue;
      Names names;
      const Address array = view.get(&PsmConnectionsLayout::epaddrs);
      if (array.is_null()) return names;
      MPIDBG_ASSIGN(peers, memory_.read_pointers(array, count, "psmx3_av_conn.epaddrs"));
      for (std::uint64_t number = 0; number < count; ++number) names.emplace(peers[number].value(), number);
      return names;
    }
    return Names();
  }

  // Replaces an address of psm3 by that in the address vector. Errors: corrupt for a process that the vector
  // lacks.
  static Status give_name(const Names &names, std::optional<std::uint64_t> &process) {
    if (!process) return {};
    const auto found = names.find(*process);
    if (found == names.end()) {
      return Error{ErrorCode::corrupt, "psm2_mq_req.req_data.peer is " + hex(*process) + ", which is not a process"};
    }
    process = found->second;
    return {};
  }

  // A process that only sends to this one may be in no address vector of it.
  Status add_message(const PsmRequests::Request &request, const Names &names, std::vector<Message> &messages) const {
    MPIDBG_ASSIGN(message, requests_.message(request));
    if (!message) return {};
    if (message->source) {
      const auto found = names.find(*message->source);
      message->source = found == names.end() ? std::nullopt : std::optional(found->second);
    }
    messages.push_back(*message);
    return {};
  }

  Status walk_list(const View<PsmQueuesLayout> &queues,
                   layout::Slot<layout::Part<PsmListLayout>> PsmQueuesLayout::*slot, const char *what,
                   std::uint64_t expected, const PsmRequests::Found &found) const {
    MPIDBG_ASSIGN(count, requests_.walk(queues.address_of(slot), requests_.tables(), what, found));
    if (count == expected) return {};
    return Error{ErrorCode::corrupt,
                 std::string(what) + " has " + std::to_string(count) + " requests, and psm2_mq counts " +
                     std::to_string(expected),
                 queues_};
  }

  Status walk_hashes(const View<PsmQueuesLayout> &queues, const PsmRequests::Found &found) const {
    const std::uint64_t expected = queues.get(&PsmQueuesLayout::expected_hash_len), tables = requests_.tables();
    if (expected == 0 || tables == 0) return {};
    const std::uint64_t bytes = layouts_.psm_queues.expected_htab.offset - layouts_.psm_queues.unexpected_htab.offset;
    const std::uint64_t buckets = bytes / layouts_.psm_list.byte_size;
    if (buckets == 0 || buckets > most_buckets || buckets % tables != 0) {
      return Error{ErrorCode::layout, "the hash tables of psm2_mq have " + hex(bytes) + " bytes"};
    }
    const Address first = queues.address_of(&PsmQueuesLayout::expected_htab);
    const std::uint64_t words = layouts_.psm_list.byte_size / memory_.pointer_size();
    MPIDBG_ASSIGN(heads, memory_.read_pointers(first, buckets * words, "psm2_mq.expected_htab"));
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < buckets; ++i) {
      if (heads[i * words].is_null()) continue;
      MPIDBG_ASSIGN(own, requests_.walk(first + i * layouts_.psm_list.byte_size, i / (buckets / tables),
                                        "psm2_mq.expected_htab", found));
      count += own;
    }
    if (count == expected) return {};
    return Error{ErrorCode::corrupt,
                 "psm2_mq.expected_htab has " + std::to_string(count) + " requests, and psm2_mq counts " +
                     std::to_string(expected),
                 queues_};
  }

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  const Address endpoint_;
  const Address context_;
  const Address queues_;
  const PsmRequests requests_;
};

}  // namespace

Result<std::unique_ptr<Provider>> open_psm(const debugger::Memory &memory, const Layouts &layouts, Address endpoint) {
  const StructLayout *const all[] = {&layouts.psm_endpoint,    &layouts.psm_context, &layouts.psm_addresses,
                                     &layouts.psm_connections, &layouts.psm_list,    &layouts.psm_queues,
                                     &layouts.psm_request,     &layouts.psm_pool,    &layouts.psm_element};
  MPIDBG_TRY(require(all));
  MPIDBG_ASSIGN(view, View<PsmEndpointLayout>::read(memory, layouts.psm_endpoint, endpoint));
  const Address place = view.get(&PsmEndpointLayout::rx);
  MPIDBG_ASSIGN(context, View<PsmContextLayout>::read(memory, layouts.psm_context, place));
  return std::unique_ptr<Provider>(
      std::make_unique<Psm>(memory, layouts, endpoint, place, context.get(&PsmContextLayout::psm2_mq)));
}

}  // namespace mpidbg::model::ofi
