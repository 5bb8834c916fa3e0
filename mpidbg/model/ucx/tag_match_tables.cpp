#include "mpidbg/model/ucx/tag_match_tables.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/debugger/list_walk.h"
#include "mpidbg/layout/ucx/constants.h"
#include "mpidbg/layout/view.h"

namespace mpidbg::model::ucx {

namespace constants = layout::ucx;
using layout::View;
using namespace layout::ucx;

namespace {

constexpr std::uint64_t most_reserved = 1u << 20;  // receives; a limit for counts that are not checked yet
constexpr const char *queue_name = "a queue of ucp_tag_match.expected";

// The sort key of a receive: when it was posted. `which` is an index into the pool's receives or, after those, into the
// receives that are not in the pool.
struct Place {
  std::uint64_t sequence = 0;
  std::size_t which = 0;

  auto operator<=>(const Place &) const = default;
};

class QueuesOfReceives {
 public:
  QueuesOfReceives(const debugger::Memory &memory, const Layouts &layouts, std::span<PooledReceive> pooled)
      : memory_(memory), layouts_(layouts), reader_(memory, layouts), pooled_(pooled) {}

  Status read(Address tag_match, std::vector<Place> &receives) {
    MPIDBG_ASSIGN(table, View<TagMatchLayout>::read(memory_, layouts_.tag_match, tag_match));
    MPIDBG_ASSIGN(wildcard, table.part(&TagMatchLayout::wildcard, layouts_.request_queue));
    const std::uint64_t counted = table.get(&TagMatchLayout::sw_all_count);
    receives.reserve(std::min(counted, most_reserved));
    MPIDBG_TRY(walk(wildcard, std::nullopt, receives));
    const std::uint64_t bucket_bytes = layouts_.request_queue.byte_size;
    const Address hash = table.get(&TagMatchLayout::hash);
    std::vector<std::byte> buckets(constants::tag_hash_buckets * bucket_bytes);
    MPIDBG_TRY(memory_.read(hash, buckets, "ucp_tag_match.expected.hash"));
    for (std::uint64_t i = 0; i < constants::tag_hash_buckets; ++i) {
      MPIDBG_ASSIGN(bucket, View<RequestQueueLayout>::over(
                                memory_, layouts_.request_queue, hash + i * bucket_bytes,
                                std::span<const std::byte>(buckets).subspan(i * bucket_bytes, bucket_bytes)));
      MPIDBG_TRY(walk(bucket, i, receives));
    }
    MPIDBG_TRY(check_sequence(tag_match, table.get(&TagMatchLayout::sn), receives));
    if (counted != in_software_) {
      return Error{ErrorCode::corrupt,
                   "ucp_tag_match at " + hex(tag_match) + " counts " + std::to_string(counted) +
                       " posted receives (expected.sw_all_count), and its queues have " + std::to_string(in_software_),
                   tag_match};
    }
    return {};
  }

  const PooledReceive &at(const Place &place) const {
    return place.which < pooled_.size() ? pooled_[place.which] : elsewhere_[place.which - pooled_.size()];
  }
  bool is_pooled(const Place &place) const { return place.which < pooled_.size(); }
  // Returns the error for the first receive whose tag and mask require another queue than the one it is in.
  const Status &misplaced() const { return misplaced_; }
  // Returns the number of posted receives that were given to network hardware for matching.
  std::uint64_t offloaded() const { return offloaded_; }

 private:
  void note(const Status &status) {
    if (misplaced_) misplaced_ = status;
  }

  // Checks that each receive has a lower number than `next`, the number of the next receive to be posted.
  Status check_sequence(Address tag_match, std::uint64_t next, const std::vector<Place> &receives) const {
    for (const Place &place : receives) {
      if (place.sequence < next) continue;
      const Address request = at(place).request;
      return Error{ErrorCode::corrupt,
                   "ucp_request at " + hex(request) + " is posted as number " + std::to_string(place.sequence) +
                       ", and ucp_tag_match at " + hex(tag_match) + " has posted " + std::to_string(next) +
                       " (expected.sn)",
                   request};
    }
    return {};
  }

  // Returns the bucket of the hash in which UCX looks for the receive; nullopt if the mask leaves bits of the tag open,
  // because UCX then looks in the wildcard queue.
  static std::optional<std::uint64_t> bucket_of(std::uint64_t tag, std::uint64_t mask) {
    if (mask != ~std::uint64_t{0}) return std::nullopt;
    return (tag & UINT32_MAX) % constants::tag_hash_divisor ^ (tag >> 32) % constants::tag_hash_divisor;
  }

  static Status check_bucket(Address request, std::uint64_t tag, std::uint64_t mask,
                             std::optional<std::uint64_t> bucket) {
    if (bucket_of(tag, mask) == bucket) return {};
    return Error{ErrorCode::corrupt,
                 "ucp_request at " + hex(request) + " has recv.tag.tag " + hex(tag) + " and recv.tag.tag_mask " +
                     hex(mask) + ", and is in " +
                     (bucket ? "bucket " + std::to_string(*bucket) + " of ucp_tag_match.expected.hash"
                             : std::string("ucp_tag_match.expected.wildcard")),
                 request};
  }

  // Walks one queue. The queue ends at the element to which ptail points; the link of that element may have any value.
  // `number` is the index of the queue's bucket in the hash; empty for the wildcard queue.
  Status walk(const View<RequestQueueLayout> &bucket, std::optional<std::uint64_t> number,
              std::vector<Place> &receives) {
    MPIDBG_ASSIGN(queue, bucket.part(&RequestQueueLayout::queue, layouts_.queue));
    const Address end = queue.get(&QueueLayout::ptail);
    Address link = queue.address();
    Address next = queue.get(&QueueLayout::head);
    debugger::ListWalk walk(queue_name);
    while (link != end) {
      MPIDBG_TRY(walk.step(next));
      if (next.is_null()) {
        return Error{ErrorCode::corrupt,
                     std::string(queue_name) + " at " + hex(bucket.address()) +
                         " ends before the element that its ptail points to",
                     bucket.address()};
      }
      link = next;
      const Address request = link - layouts_.receive_request.queue.offset;
      if (PooledReceive *const pooled = find_pooled(pooled_, request)) {
        if (std::exchange(pooled->posted, true)) {
          return Error{ErrorCode::corrupt, "ucp_request at " + hex(request) + " is posted twice", request};
        }
        note(check_bucket(request, pooled->tag, pooled->mask, number));
        ++(pooled->offloaded ? offloaded_ : in_software_);
        receives.push_back({pooled->sequence, static_cast<std::size_t>(pooled - pooled_.data())});
        next = pooled->next;
        continue;
      }
      MPIDBG_ASSIGN(receive, reader_.read_receive(request));
      note(check_bucket(request, receive.tag, receive.mask, number));
      ++(receive.offloaded ? offloaded_ : in_software_);
      receives.push_back({receive.sequence, pooled_.size() + elsewhere_.size()});
      PooledReceive &listed = elsewhere_.emplace_back();
      listed.request = request;
      listed.tag = receive.tag;
      MPIDBG_ASSIGN(after, memory_.read_pointer(link, queue_name));
      next = after;
    }
    return {};
  }

  const debugger::Memory &memory_;
  const Layouts &layouts_;
  const RequestReader reader_;
  const std::span<PooledReceive> pooled_;
  std::vector<PooledReceive> elsewhere_;
  std::uint64_t in_software_ = 0, offloaded_ = 0;
  Status misplaced_;
};

Error lacking(const Error &error) {
  if (error.code != ErrorCode::unreadable) return error;
  return {error.code,
          error.message + ": a message in memory of the transport, which processes may share and a core file may lack",
          error.address};
}

Status walk_messages(const debugger::Memory &memory, const Layouts &layouts, Address tag_match,
                     std::vector<Arrived> &messages) {
  constexpr const char *name = "ucp_tag_match.unexpected.all";
  MPIDBG_ASSIGN(table, View<TagMatchLayout>::read(memory, layouts.tag_match, tag_match));
  MPIDBG_ASSIGN(head, table.part(&TagMatchLayout::unexpected, layouts.list_link));
  // The offset of the second of a descriptor's two links, which belongs to the list of all messages.
  const std::uint64_t link_offset = layouts.descriptor.tag_list.offset + layouts.list_link.byte_size;
  debugger::ListWalk walk(name);
  Address previous = head.address();
  const auto leads_back = [&](Address at, Address back) -> Status {
    if (back == previous) return {};
    return Error{
        ErrorCode::corrupt,
        std::string(name) + ": the link at " + hex(at) + " leads back to " + hex(back) + " and not to " + hex(previous),
        at};
  };
  for (Address at = head.get(&ListLinkLayout::next); at != head.address();) {
    MPIDBG_TRY(walk.step(at));
    const auto link = View<ListLinkLayout>::read(memory, layouts.list_link, at);
    if (!link) return lacking(link.error());
    MPIDBG_TRY(leads_back(at, link->get(&ListLinkLayout::prev)));
    const auto message = read_message(memory, layouts, at - link_offset);
    if (!message) return lacking(message.error());
    messages.push_back({message->descriptor, message->tag});
    previous = at;
    at = link->get(&ListLinkLayout::next);
  }
  return leads_back(head.address(), head.get(&ListLinkLayout::prev));
}

Status walk_fragment_hash(const debugger::Memory &memory, const Layouts &layouts, Address tag_match,
                          std::vector<Address> &receives) {
  constexpr std::uint64_t buckets_a_word = 16;
  MPIDBG_ASSIGN(table, View<TagMatchLayout>::read(memory, layouts.tag_match, tag_match));
  MPIDBG_ASSIGN(hash, table.part(&TagMatchLayout::frag_hash, layouts.fragment_hash));
  const std::uint64_t buckets = hash.get(&FragmentHashLayout::n_buckets);
  if (buckets > limits::table_entries || hash.get(&FragmentHashLayout::size) > buckets) {
    return Error{
        ErrorCode::corrupt,
        "ucp_tag_match.frag_hash at " + hex(hash.address()) + " claims " + std::to_string(buckets) + " buckets",
        hash.address()};
  }
  if (hash.get(&FragmentHashLayout::size) == 0) return {};
  MPIDBG_ASSIGN(
      flags, memory.read_int32s(hash.get(&FragmentHashLayout::flags), (buckets + buckets_a_word - 1) / buckets_a_word,
                                "ucp_tag_match.frag_hash.flags"));
  for (std::uint64_t i = 0; i < buckets; ++i) {
    const auto word = static_cast<std::uint32_t>(flags[i / buckets_a_word]);
    if ((word >> (i % buckets_a_word * 2) & 3) != 0) continue;
    MPIDBG_ASSIGN(queue, View<QueueLayout>::read(memory, layouts.queue,
                                                 hash.get(&FragmentHashLayout::vals) + i * layouts.queue.byte_size));
    if (queue.get(&QueueLayout::ptail).is_null()) receives.push_back(queue.get(&QueueLayout::head));
  }
  return {};
}

template <class Entry>
Listed<Entry> list(const std::function<Status(std::vector<Entry> &)> &read) {
  Listed<Entry> result;
  if (const Status status = read(result.entries); !status) result.problem = status.error();
  return result;
}

}  // namespace

PooledReceive *find_pooled(std::span<PooledReceive> pooled, Address request) {
  const auto found = std::lower_bound(pooled.begin(), pooled.end(), request,
                                      [](const PooledReceive &known, Address at) { return known.request < at; });
  return found != pooled.end() && found->request == request ? &*found : nullptr;
}

PostedReceives read_posted(const debugger::Memory &memory, const Layouts &layouts, Address tag_match,
                           std::span<PooledReceive> pooled) {
  QueuesOfReceives reader(memory, layouts, pooled);
  Listed<Place> places = list<Place>([&](std::vector<Place> &receives) { return reader.read(tag_match, receives); });
  if (!std::is_sorted(places.entries.begin(), places.entries.end())) {
    std::sort(places.entries.begin(), places.entries.end());
  }
  PostedReceives posted;
  posted.problem = std::move(places.problem);
  if (reader.offloaded() != 0)
    posted.doubt = Error{ErrorCode::not_supported,
                         std::to_string(reader.offloaded()) +
                             " of the posted receives are with the network hardware, which may have matched them",
                         tag_match};
  if (!reader.misplaced()) posted.doubt = reader.misplaced().error();
  posted.reserve(places.entries.size(), places.entries.empty() ? 0 : places.entries.front().sequence);
  for (const Place &place : places.entries) posted.add(reader.at(place), reader.is_pooled(place));
  return posted;
}

Listed<Arrived> read_unexpected(const debugger::Memory &memory, const Layouts &layouts, Address tag_match) {
  auto unexpected = list<Arrived>(
      [&](std::vector<Arrived> &messages) { return walk_messages(memory, layouts, tag_match, messages); });
  unexpected.entries.shrink_to_fit();
  return unexpected;
}

Listed<Address> read_receives_of_fragments(const debugger::Memory &memory, const Layouts &layouts, Address tag_match) {
  return list<Address>(
      [&](std::vector<Address> &receives) { return walk_fragment_hash(memory, layouts, tag_match, receives); });
}

}  // namespace mpidbg::model::ucx
